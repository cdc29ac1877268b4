//! Matches as users meet them: in real processes, against programs that misbehave, killed halfway.

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use amazons::Move;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use store::{Ending, Filter, Store};

use crate::{complaint, otrera, run, words};

/// A folder with a store in it.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn store(&self) -> PathBuf {
        self.folder.path().join("games.sqlite")
    }

    /// The words of a command with this store.
    fn words(&self, command: &str) -> Vec<String> {
        let mut words = words(command);
        words.extend(["--store".to_owned(), self.store().display().to_string()]);
        words
    }

    /// Runs a contest to its end and gives the last line of JSON.
    fn play(&self, command: &str) -> Value {
        let output = run([self.words(command), vec!["--json".to_owned()]].concat(), b"");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_str(text.lines().last().expect("a last line")).unwrap()
    }

    /// Waits for something that a running child will bring about.
    fn wait_until(&self, child: &mut Child, is_so: impl Fn(&Self) -> bool) {
        while !is_so(self) {
            assert!(child.try_wait().unwrap().is_none(), "it ended before");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether a run has begun.
    fn has_begun(&self) -> bool {
        self.store().exists()
            && Store::open(&self.store()).is_ok_and(|store| !store.runs().unwrap().is_empty())
    }

    fn begin(&self, command: &str) -> Child {
        otrera()
            .args(self.words(command))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts")
    }

    /// How many games are stored, as far as the store is there.
    fn stored(&self) -> u64 {
        let count = |store: Store| store.count(&Filter::default());
        if self.store().exists() { Store::open(&self.store()).and_then(count).unwrap_or(0) } else { 0 }
    }

    /// The games of the only run, by slot.
    fn games(&self) -> Vec<(u64, u64, Vec<Move>)> {
        let store = Store::open(&self.store()).unwrap();
        let runs = store.runs().unwrap();
        assert_eq!(runs.len(), 1, "one run");
        let games = store.run_games(runs[0].id).unwrap();
        let game = |summary: &store::GameSummary| {
            let slot = summary.run.unwrap();
            (slot.slot, slot.seed, store.game(summary.id).unwrap().game.moves().to_vec())
        };
        games.iter().map(game).collect()
    }
}

/// A match that takes a few seconds, and depends on counts only.
const COUNTED: &str = "match mgpeo@playouts=800 greedy --board 6x6 --games 16 --concurrency 2 --depth 1";

#[test]
fn a_match_ends_with_its_result() {
    let place = Place::new();
    let result = place.play("match alphabeta:depth=1 random --board 6x6 --games 20 --depth 1");
    assert_eq!(result["games"], 20);
    let wins = |key: &str| result[key].as_u64().unwrap();
    assert_eq!(wins("a_wins") + wins("b_wins"), 20);
    assert!(wins("a_wins") > 15, "{result}");
    assert!(result["elo"].is_number() && result["elo_error"].is_number(), "{result}");
    assert_eq!(result["endings"]["no moves"], 20);
    let pairs = &result["pairs"];
    let pairs = ["won_both", "split", "lost_both"].map(|key| pairs[key].as_u64().unwrap());
    assert_eq!(pairs.iter().sum::<u64>(), 10);
    assert_eq!(2 * pairs[0] + pairs[1], wins("a_wins"));
}

#[test]
fn the_number_of_threads_changes_no_game() {
    let (alone, together) = (Place::new(), Place::new());
    let command = "tournament mgpeo@playouts=30 greedy random --board 6x6 --games 4 --depth 1 --concurrency";
    let first = alone.play(&format!("{command} 1"));
    let second = together.play(&format!("{command} 3"));
    assert_eq!(alone.games(), together.games());
    assert_eq!(first["crosstable"], second["crosstable"]);
    assert_eq!(alone.games().len(), 3 * 4);
}

#[test]
fn a_match_killed_at_any_moment_ends_as_if_it_had_not_been() {
    let whole = Place::new();
    whole.play(COUNTED);
    let expected = whole.games();
    assert_eq!(expected.len(), 16);

    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20_261_115);
    let killed = Place::new();
    let mut kills = 0;
    for least in [0, 0, 2, 5, 9, 12] {
        let mut child = killed.begin(&format!("{COUNTED} --resume"));
        // Sometimes before anything is stored, sometimes between games, sometimes within one.
        while least > 0 && killed.stored() < least && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(rng.random_range(0..40)));
        if child.try_wait().unwrap().is_none() {
            kills += 1;
        }
        // `kill` is SIGKILL: nothing can be tidied up.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "it must have been running at least once");
    let result = killed.play(&format!("{COUNTED} --resume"));
    assert_eq!(result["games"], 16);
    assert_eq!(killed.games(), expected, "the same games, none lost, none twice");

    // What is finished is told again and not played again.
    let again = killed.play(&format!("{COUNTED} --resume"));
    assert_eq!(again["run"], result["run"]);
    assert_eq!(again["a_wins"], result["a_wins"]);
    assert_eq!(killed.games(), expected);
}

#[test]
fn two_processes_share_a_store() {
    let place = Place::new();
    let mut children = [1, 2].map(|seed| {
        place.begin(&format!("match greedy random --board 6x6 --depth 1 --games 20 --seed {seed}"))
    });
    assert!(children.iter_mut().all(|child| child.wait().unwrap().success()));
    let store = Store::open(&place.store()).unwrap();
    assert_eq!(store.runs().unwrap().len(), 2);
    assert_eq!(store.count(&Filter::default()).unwrap(), 40);
}

#[test]
fn two_processes_on_one_run_store_no_game_twice() {
    let place = Place::new();
    // Killed once it has begun, so that there is a run to resume.
    let mut child = place.begin(COUNTED);
    place.wait_until(&mut child, Place::has_begun);
    child.kill().unwrap();
    child.wait().unwrap();
    let mut children = [(), ()].map(|()| place.begin(&format!("{COUNTED} --resume")));
    assert!(children.iter_mut().all(|child| child.wait().unwrap().success()));
    let slots: Vec<u64> = place.games().iter().map(|game| game.0).collect();
    assert_eq!(slots, (0..16).collect::<Vec<_>>());
}

/// The command line of a scripted engine; where it passes on to a good one, that is ours.
fn scripted(mode: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/engines/scripted.sh");
    let engine = env!("CARGO_BIN_EXE_otrera");
    format!("'cmd:sh {} {mode} {engine} engine --agent greedy'", script.display())
}

#[test]
fn programs_that_fail_lose_by_what_they_did() {
    let cases = [
        ("crash", Ending::Crash),
        ("crash-midgame", Ending::Crash),
        ("closed", Ending::Crash),
        ("illegal", Ending::IllegalMove),
        ("illegal-midgame", Ending::IllegalMove),
        ("rubbish", Ending::IllegalMove),
        ("resign", Ending::Resignation),
        ("late", Ending::TimeForfeit),
        ("stall", Ending::Stall),
    ];
    for (mode, ending) in cases {
        let place = Place::new();
        // Only those who are to be late have a clock: the others may take as long as a busy machine does.
        let pace = match ending {
            Ending::TimeForfeit | Ending::Stall => "--time 200ms --margin 50ms",
            _ => "--depth 1",
        };
        let command = format!("match random {} --board 6x6 --games 2 --concurrency 2 {pace}", scripted(mode));
        let result = place.play(&command);
        assert_eq!((&result["a_wins"], &result["games"]), (&2.into(), &2.into()), "{mode}: {result}");
        assert_eq!(result["endings"][ending.to_string()], 2, "{mode}: {result}");
        let store = Store::open(&place.store()).unwrap();
        for summary in store.list(&Filter::default()).unwrap() {
            let game = store.game(summary.id).unwrap();
            assert!(!game.end.detail.is_empty(), "{mode}");
            let has_transcript = game.metadata.transcript.is_some_and(|transcript| transcript.contains("go"));
            assert_eq!(has_transcript, ending != Ending::Resignation, "{mode}");
        }
    }
}

#[test]
fn programs_that_only_talk_too_much_play_on() {
    for mode in ["chatter", "giant", "bytes", "unasked"] {
        let place = Place::new();
        let result = place.play(&format!("match random {} --board 6x6 --games 2 --depth 1", scripted(mode)));
        assert_eq!(result["endings"]["no moves"], 2, "{mode}: {result}");
    }
}

#[test]
fn two_copies_play_through_pipes_as_they_do_within() {
    let engine = env!("CARGO_BIN_EXE_otrera");
    let (pipes, within) = (Place::new(), Place::new());
    let player = |name: &str| format!("'cmd:{engine} engine --agent {name}'");
    let command = |a: &str, b: &str| format!("match {a} {b} --board 6x6 --games 4 --depth 1");
    let (a, b) = ("alphabeta:eval=territory", "greedy");
    let through = pipes.play(&command(&player(a), &player(b)));
    let direct = within.play(&command(a, b));
    assert_eq!(through["a_wins"], direct["a_wins"]);
    let moves = |place: &Place| place.games().into_iter().map(|game| game.2).collect::<Vec<_>>();
    assert_eq!(moves(&pipes), moves(&within));
}

/// What Ctrl-C does.
fn interrupt(child: &Child) {
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("a system with kill").success());
}

#[test]
fn a_second_interrupt_stops_at_once() {
    let place = Place::new();
    // Undecided waits for these games to end: the second player would think for minutes about each.
    let command = "match random mgpeo@playouts=100000000 --board 6x6 --games 2 --depth 1";
    let mut child = place.begin(command);
    while !(place.store().exists()
        && Store::open(&place.store()).is_ok_and(|store| !store.runs().unwrap().is_empty()))
    {
        std::thread::sleep(Duration::from_millis(10));
    }
    // Two at once would be one to the system: the second follows until it is heard.
    while child.try_wait().unwrap().is_none() {
        interrupt(&child);
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(place.stored(), 0, "a game that is broken off is neither won nor lost");
    let store = Store::open(&place.store()).unwrap();
    assert!(store.runs().unwrap()[0].finished.is_none(), "there is something to resume");
}

#[test]
fn a_clock_is_kept() {
    let place = Place::new();
    let engine = env!("CARGO_BIN_EXE_otrera");
    let other = format!("'cmd:{engine} engine --agent alphabeta:depth=1'");
    let result =
        place.play(&format!("match alphabeta:depth=1 {other} --board 6x6 --clock 60s+0.1s --games 2"));
    assert_eq!(result["endings"]["no moves"], 2, "{result}");
    assert_eq!(result["players"][0]["pace"], "60s+100ms");
    // Half a second a move is more than there is for all of them.
    let late = scripted("late");
    let result =
        place.play(&format!("match random {late} --board 6x6 --clock 1.2s+0s --margin 0ms --games 2"));
    assert_eq!(result["endings"]["time forfeit"], 2, "{result}");
    assert_eq!(result["a_wins"], 2, "{result}");
}

#[test]
fn an_interrupt_lets_the_running_game_finish() {
    let place = Place::new();
    let mut child = place.begin("match mgpeo@playouts=200 greedy --board 6x6 --games 400 --depth 1");
    place.wait_until(&mut child, |place| place.stored() > 0);
    interrupt(&child);
    assert!(child.wait().unwrap().success(), "it ends by itself, and well");
    let games = place.games();
    assert!(!games.is_empty() && games.len() < 400);
    let resumed = "match mgpeo@playouts=200 greedy --board 6x6 --games 400 --depth 1 --resume";
    let mut child = place.begin(resumed);
    place.wait_until(&mut child, |place| place.stored() > games.len() as u64);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(place.games()[..games.len()], games);
}

#[test]
fn a_sequential_test_ends_by_itself() {
    let place = Place::new();
    let result =
        place.play("sprt greedy random --board 6x6 --depth 1 --elo1 100 --games 400 --concurrency 2");
    assert_eq!(result["sprt"]["verdict"], "accept_h1", "{result}");
    assert!(result["games"].as_u64().unwrap() < 200, "{result}");
}

#[test]
fn the_verdict_of_a_sequential_test_is_told_in_words() {
    let place = Place::new();
    let command = "sprt greedy random --board 6x6 --depth 1 --elo1 100 --games 400 --concurrency 2";
    let output = run(place.words(command), b"");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(": better by more than 0 Elo: elo1 is accepted; "), "{text}");
}

#[test]
fn a_sequential_test_does_not_depend_on_threads() {
    let command =
        "sprt random random --board 4x4 --depth 1 --games 400 --alpha 0.3 --beta 0.3 --elo0 -20 --elo1 20";
    for seed in [1, 3] {
        let trial = |threads: u32| {
            let result = Place::new().play(&format!("{command} --seed {seed} --concurrency {threads}"));
            let sprt = result["sprt"].clone();
            (sprt["verdict"].clone(), sprt["pairs"].clone(), sprt["llr"].clone())
        };
        let alone = trial(1);
        assert_ne!(alone.0, "undecided");
        assert_eq!(trial(16), alone);
    }
}

#[test]
fn copies_of_games_are_told() {
    let place = Place::new();
    let result = place.play("match greedy alphabeta --depth 1 --board 6x6 --openings start --games 6");
    assert_eq!((&result["games"], &result["different_games"]), (&6.into(), &2.into()));
}

#[test]
fn of_several_runs_broken_off_the_furthest_is_resumed() {
    let place = Place::new();
    for (runs, least) in [(1, 4), (2, 0)] {
        let mut child = place.begin(COUNTED);
        let count = |place: &Place| Store::open(&place.store()).unwrap().runs().unwrap().len();
        place.wait_until(&mut child, |place| {
            place.has_begun() && count(place) == runs && place.stored() >= least
        });
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let result = place.play(&format!("{COUNTED} --resume"));
    assert_eq!((&result["run"], &result["games"]), (&1.into(), &16.into()));
}

#[test]
fn chance_against_itself_is_even() {
    let place = Place::new();
    let result = place.play("match random random --games 2000 --depth 1 --openings start --concurrency 2");
    let all = &result["players"][0]["total"];
    let (low, high) = (all["low"].as_f64().unwrap(), all["high"].as_f64().unwrap());
    assert_eq!(all["games"], 2000);
    assert!(low < 0.5 && 0.5 < high, "{all}");
    assert!(high - low < 0.05, "{all}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    insta::assert_snapshot!(
        [
            "match mgpo random",
            "match mgpeo random --games 3",
            "match mgpeo random --clock 60s",
            "match mgpeo random --time soon",
            "match mgpeo random --openings random:x",
            "match mgpeo random --openings /no/such/file",
            "match mgpeo random --openings balanced --board 8x8",
            "match mgpeo",
            "tournament mgpeo",
            "sprt mgpeo random --elo0 5 --elo1 5",
            "match greedy random --games 2 --time 0s",
            "match greedy random --games 2 --clock 0s+0s",
            "match greedy random --games 2 --playouts 0",
            "tournament greedy random --games 2 --nodes 0",
            "sprt greedy random --depth 0",
            "match greedy@depth=0 random --games 2",
            "match greedy random --games 2 --margin -1",
        ]
        .map(complaint)
        .join("\n")
    );
}
