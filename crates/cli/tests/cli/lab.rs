//! The laboratory as users meet it: listed, estimated, run, killed halfway, gone on with.

use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use amazons::Move;
use serde_json::Value;
use store::{Filter, Store};

use crate::{answer, complaint, otrera, run, words};

/// A folder for results.
struct Place {
    folder: tempfile::TempDir,
}

/// An experiment that takes a second or two and depends on counts only.
const COUNTED: &str = "lab run egreedy-table --scale toy --concurrency 2";

/// How many games it has.
const GAMES: u64 = 48;

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("results")
    }

    fn words(&self, command: &str) -> Vec<String> {
        let mut words = words(command);
        words.extend(["--out".to_owned(), self.out().display().to_string()]);
        words
    }

    fn run(&self, command: &str) -> Output {
        run(self.words(command), b"")
    }

    fn begin(&self, command: &str) -> Child {
        let mut command_line = otrera();
        command_line.args(self.words(command));
        command_line.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command_line.spawn().expect("the program starts")
    }

    fn store(&self) -> Option<Store> {
        let path = self.out().join("games.sqlite");
        if path.exists() { Store::open(&path).ok() } else { None }
    }

    fn stored(&self) -> u64 {
        self.store().and_then(|store| store.count(&Filter::default()).ok()).unwrap_or(0)
    }

    /// What was found, as the file has it.
    fn results(&self, experiment: &str) -> Value {
        let text = std::fs::read_to_string(self.out().join(format!("{experiment}.json"))).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// The moves of every game of every run, by slot.
    fn runs(&self) -> Vec<Vec<(u64, Vec<Move>)>> {
        let store = self.store().expect("a store");
        let moves = |game: store::GameSummary| {
            (game.run.unwrap().slot, store.game(game.id).unwrap().game.moves().to_vec())
        };
        let games = |run: store::Run| store.run_games(run.id).unwrap().into_iter().map(moves).collect();
        store.runs().unwrap().into_iter().map(games).collect()
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

#[test]
fn every_experiment_is_listed_with_its_question() {
    let listed: Value = serde_json::from_str(&answer("lab list --json")).unwrap();
    let listed = listed.as_array().expect("an array");
    let lines = answer("lab list");
    assert_eq!(lines.lines().count(), listed.len());
    for (line, experiment) in lines.lines().zip(listed) {
        let of = |key: &str| experiment[key].as_str().expect("words");
        assert!(line.starts_with(&format!("{} ", of("name"))) && line.ends_with(of("title")), "{line}");
        assert!(line.contains(of("paper")) && line.contains(of("place")), "{line}");
        assert!(!of("question").is_empty() && !of("original").is_empty(), "{line}");
        assert!(!experiment["differences"].as_array().expect("an array").is_empty(), "{line}");
    }
    for name in ["mgpeo-ablation", "uctab-table", "egreedy-table", "course-tables", "otrera-field"] {
        assert!(listed.iter().any(|experiment| experiment["name"] == name), "{name}");
    }
}

#[test]
fn an_experiment_writes_what_it_found_and_is_not_run_again() {
    let place = Place::new();
    let output = place.run(COUNTED);
    let told = text(output.stderr);
    assert!(output.status.success(), "{told}");
    // The answer is the file; estimate and progress are for whoever waits.
    let file = place.out().join("egreedy-table.json");
    let answer = text(output.stdout);
    assert!(answer.starts_with(&file.display().to_string()) && answer.lines().count() == 1, "{answer}");
    assert!(told.contains("48 games") && told.contains("together"), "{told}");

    let results = place.results("egreedy-table");
    assert_eq!(results["experiment"], "egreedy-table");
    assert_eq!(results["conditions"]["scale"], "toy");
    assert_eq!(results["findings"]["tables"][0]["rows"].as_array().unwrap().len(), 7);
    assert!(!results["provenance"]["commit"].as_str().unwrap().is_empty());
    assert_eq!(place.stored(), GAMES);

    let again = place.run(&format!("{COUNTED} --resume"));
    assert!(again.status.success() && again.stdout.is_empty());
    assert!(text(again.stderr).contains("egreedy-table is finished already"));
    assert_eq!((place.stored(), place.results("egreedy-table")), (GAMES, results));

    // Other conditions are another experiment: another seed draws other games.
    let other = place.run(&format!("{COUNTED} --resume --seed 2"));
    assert!(other.status.success());
    let runs = place.runs();
    assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [GAMES as usize; 2]);
    assert_ne!(runs[0], runs[1]);
    assert_eq!(place.results("egreedy-table")["conditions"]["seed"], 2);
}

#[test]
fn a_report_is_made_of_results_and_needs_nothing_else() {
    let place = Place::new();
    let empty = place.run("lab report");
    assert_eq!(empty.status.code(), Some(2));
    assert!(text(empty.stderr).contains("has no results"));

    assert!(place.run("lab run otrera-field --scale toy").status.success());
    let output = place.run("lab report");
    assert!(output.status.success() && output.stderr.is_empty());
    let file = place.out().join("report.html");
    assert_eq!(text(output.stdout).trim_end(), file.display().to_string());
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("The flagship against every player of every paper"));
    // Links lead to places of the page itself, and nothing is fetched.
    assert!(page.contains("href=\"#otrera-field\""));
    let links = page.matches("href=\"").count();
    assert_eq!(links, page.matches("href=\"#").count());
    assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("url("));
}

#[test]
fn an_experiment_killed_at_any_moment_ends_as_if_it_had_not_been() {
    let whole = Place::new();
    assert!(whole.run(COUNTED).status.success());

    let killed = Place::new();
    let mut kills = 0;
    for least in [0, 1, 8, 20] {
        let mut child = killed.begin(&format!("{COUNTED} --resume"));
        while killed.stored() < least && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        kills += u32::from(child.try_wait().unwrap().is_none());
        // `kill` is SIGKILL: nothing can be tidied up.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "it must have been running at least once");
    let before = killed.stored();
    let output = killed.run(&format!("{COUNTED} --resume"));
    let told = text(output.stderr);
    assert!(output.status.success(), "{told}");
    // A kill that came too late leaves nothing to do.
    let goes_on = told.contains(&format!("{before} of {GAMES} done"));
    assert!(goes_on || told.contains("finished already"), "{told}");
    assert_eq!(killed.runs(), whole.runs(), "the same games, none lost, none twice");
    let statements = |place: &Place| place.results("egreedy-table")["findings"]["statements"].clone();
    assert_eq!(statements(&killed), statements(&whole));
}

#[test]
fn an_estimate_plays_nothing_and_leaves_nothing_behind() {
    let place = Place::new();
    let output = place.run("lab run uctab-table egreedy-table --scale toy --estimate");
    assert!(output.status.success() && output.stderr.is_empty());
    let told = text(output.stdout);
    let firsts: Vec<&str> = told.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(firsts, ["uctab-table", "egreedy-table", "together"]);
    assert!(told.contains("core-seconds"), "{told}");
    assert!(!place.out().exists());
}

#[test]
fn results_of_another_scale_are_not_written_over() {
    let place = Place::new();
    assert!(place.run("lab run mgpeo-significance --scale toy --concurrency 2").status.success());
    let before = place.results("mgpeo-significance");
    let refused = place.run("lab run mgpeo-significance --scale quick");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(refused.stderr).contains("holds a run of another scale"));
    assert_eq!(place.results("mgpeo-significance"), before);
    // Nor are those of the same scale, and the games that were played for it, by whoever forgets --resume.
    let again = place.run("lab run mgpeo-significance --scale toy --concurrency 2");
    assert_eq!(again.status.code(), Some(2));
    assert!(text(again.stderr).contains("holds results: --resume goes on with them"));
    assert_eq!(place.results("mgpeo-significance"), before);
}

#[test]
fn finished_games_are_judged_again_and_none_is_played() {
    let place = Place::new();
    let early = place.run("lab judge egreedy-table");
    assert_eq!(early.status.code(), Some(2));
    assert!(place.run(COUNTED).status.success());
    let games = std::fs::read(place.out().join("egreedy-table.games.csv")).unwrap();
    std::fs::remove_file(place.out().join("egreedy-table.json")).unwrap();
    assert_eq!(place.run(COUNTED).status.code(), Some(2), "a run that was broken off has games only");
    assert_eq!(std::fs::read(place.out().join("egreedy-table.games.csv")).unwrap(), games);
    assert!(place.run(&format!("{COUNTED} --resume")).status.success());
    let (before, stored) = (place.results("egreedy-table"), place.stored());
    let output = place.run("lab judge egreedy-table");
    assert!(output.status.success(), "{}", text(output.stderr));
    let after = place.results("egreedy-table");
    assert_eq!((&after["findings"], &after["seconds"]), (&before["findings"], &before["seconds"]));
    assert!(after["provenance"]["judged_by"].is_string() && before["provenance"]["judged_by"].is_null());
    assert_eq!(place.stored(), stored);
}

#[test]
fn what_cannot_be_run_is_refused() {
    let unknown = complaint("lab run uctab-tabel");
    assert!(unknown.contains("did you mean uctab-table?"), "{unknown}");
    let missing = complaint("lab run uctab-table --games /nowhere/at/all.sgf");
    assert!(missing.contains("/nowhere/at/all.sgf is not a file"), "{missing}");
}
