//! Every experiment at toy scale, from its conditions to its file of results, and once more without playing a game.

use std::sync::Mutex;

use arena::{EndedUnit, StopSignal, Unit, UnitOutcome, UnitSize, Workers, WorkersError, run_unit};
use lab::{
    Axis, Cell, Conditions, Drawing, EXPERIMENTS, Experiment, ExperimentResult, Findings, LabError, Measured,
    PAPER_STATEMENTS, Point, Resume, Scale, StatementSource, TreeNode, Workbench, conduct, file_of,
    find_experiments, is_made, load, load_all, rejudge, save,
};
use store::{Filter, Store};
use tempfile::TempDir;
use training::Progress;

fn conditions() -> Conditions {
    Conditions::of(Scale::Toy, 7)
}

fn open(folder: &TempDir) -> Mutex<Store> {
    Mutex::new(Store::open(&folder.path().join("games.sqlite")).unwrap())
}

/// Runs some experiments on one bench.
fn run(experiments: &[&dyn Experiment], store: &Mutex<Store>, resume: Resume) -> Vec<ExperimentResult> {
    let (conditions, stop) = (conditions(), StopSignal::new());
    let mut tell = |_: Progress<'_>| {};
    let mut bench = Workbench::new(&conditions, store, 2, &stop, resume, &mut tell).with_commit("a commit");
    let one = |experiment: &&dyn Experiment| {
        let made = conduct(*experiment, &mut bench);
        made.unwrap_or_else(|error| panic!("{}: {error}", experiment.about().name))
    };
    experiments.iter().map(one).collect()
}

/// What a file holds; the cells that a figure was read from are not kept.
fn json(results: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(results).unwrap()
}

fn games(store: &Mutex<Store>) -> u64 {
    store.lock().unwrap().count(&Filter::default()).unwrap()
}

#[test]
fn every_experiment_runs_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder);
    let results = run(EXPERIMENTS, &store, Resume::Restart);
    for result in &results {
        check(result);
        save(result, folder.path()).unwrap();
        let read = load(&file_of(folder.path(), &result.experiment)).unwrap();
        assert_eq!(json(&read), json(result), "{} survives its file", result.experiment);
    }
    assert_eq!(json(&load_all(folder.path()).unwrap()), json(&results), "in the order of a report");
    let statements = results.iter().flat_map(|result| &result.findings.statements);
    let of_papers = statements.filter(|statement| statement.source == StatementSource::Paper).count();
    assert_eq!(of_papers, PAPER_STATEMENTS, "the correction for their number counts with all of them");
    let played = games(&store);
    // Self-play and the acceptance test are kept in runs of their own.
    let runs = store.lock().unwrap().runs().unwrap();
    let in_contests: u64 = runs.iter().filter(|run| run.kind == "lab").map(|run| run.games).sum();
    assert_eq!(in_contests, contests().iter().map(|contest| contest.schedule().len()).sum::<u64>());

    // What is finished is found again.
    let again = run(EXPERIMENTS, &store, Resume::Continue);
    assert_eq!(games(&store), played, "no game is played twice");
    for (first, second) in results.iter().zip(&again) {
        check(second);
        assert_eq!(first.contests, second.contests);
    }
    for experiment in EXPERIMENTS {
        assert!(is_made(*experiment, &conditions(), folder.path()), "{}", experiment.about().name);
        let other = Conditions { seed: 8, ..conditions() };
        assert!(!is_made(*experiment, &other, folder.path()), "another seed is another experiment");
    }
}

/// Judged again, an experiment has the same numbers and plays nothing; one that keeps nothing to judge by says so.
#[test]
fn what_is_kept_is_judged_again_without_play() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder);
    let results = run(EXPERIMENTS, &store, Resume::Restart);
    let played = games(&store);
    let (conditions, stop) = (conditions(), StopSignal::new());
    let mut tell = |_: Progress<'_>| {};
    let mut anew = Vec::new();
    for (experiment, result) in EXPERIMENTS.iter().zip(&results) {
        let name = experiment.about().name;
        let mut bench = Workbench::new(&conditions, &store, 2, &stop, Resume::Continue, &mut tell)
            .with_commit("another commit");
        match rejudge(*experiment, &mut bench, result.clone()) {
            Ok(again) => {
                assert_eq!(json(&again.findings), json(&result.findings), "{name}");
                assert_eq!(again.provenance.judged_by.as_deref(), Some("another commit"));
                assert_eq!(again.provenance.commit, "a commit", "the games are those of the first");
            }
            Err(LabError::NothingKept { .. }) => anew.push(name),
            Err(error) => panic!("{name}: {error}"),
        }
    }
    let expected =
        ["mgpeo-convergence", "mgpeo-profile", "thesis-tictactoe", "thesis-errors", "otrera-networks"];
    assert_eq!(anew, expected);
    assert_eq!(games(&store), played);

    let mut bench = Workbench::new(&conditions, &store, 2, &stop, Resume::Restart, &mut tell);
    let depth = EXPERIMENTS.iter().position(|one| one.about().name == "mgpeo-depth").unwrap();
    let error = rejudge(EXPERIMENTS[depth], &mut bench, results[depth - 1].clone()).unwrap_err();
    assert!(matches!(error, LabError::OtherContests { .. }), "{error}");
    let error = rejudge(EXPERIMENTS[depth], &mut bench, results[depth].clone()).unwrap_err();
    assert!(matches!(error, LabError::GamesMissing { .. }), "{error}");
}

/// The contests of all experiments, those that are the same once.
fn contests() -> Vec<arena::Contest> {
    let mut all: Vec<arena::Contest> =
        EXPERIMENTS.iter().flat_map(|experiment| experiment.contests(&conditions()).unwrap()).collect();
    all.sort_by_key(|contest| contest.conditions().to_string());
    all.dedup_by_key(|contest| contest.conditions().to_string());
    all
}

#[test]
fn names_are_unique_and_words_are_said() {
    let mut names: Vec<&str> = EXPERIMENTS.iter().map(|experiment| experiment.about().name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), EXPERIMENTS.len());
    for experiment in EXPERIMENTS {
        let about = experiment.about();
        for text in [about.place, about.title, about.question, about.original] {
            assert!(!text.trim().is_empty(), "{}", about.name);
        }
    }
}

#[test]
fn contests_can_be_played_at_every_scale() {
    for scale in [Scale::Toy, Scale::Quick, Scale::Faithful, Scale::Paper] {
        let conditions = Conditions { scale, ..conditions() };
        for experiment in EXPERIMENTS {
            let name = experiment.about().name;
            let contests = match experiment.contests(&conditions) {
                Err(LabError::NoCollection { .. }) => continue,
                contests => contests.unwrap_or_else(|error| panic!("{name}: {error}")),
            };
            for contest in contests {
                contest.check().unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(contest.is_counted() || !scale.is_counted(), "a clock decides {name} at {scale:?}");
            }
        }
    }
}

#[test]
fn experiments_of_one_sitting_share_the_games_of_that_sitting() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder);
    let named = |name| *EXPERIMENTS.iter().find(|experiment| experiment.about().name == name).unwrap();
    let (ablation, rounds) = (named("mgpeo-ablation"), named("mgpeo-rounds"));
    let contest = &ablation.contests(&conditions()).unwrap()[0];
    // Another sitting was broken off before its first game.
    let abandoned = contest.begin(&mut store.lock().unwrap()).unwrap().run;
    run(&[ablation, rounds], &store, Resume::Restart);
    let runs = store.lock().unwrap().runs().unwrap();
    let games_of_abandoned = runs.iter().find(|run| run.id == abandoned).unwrap().games;
    assert_eq!((runs.len(), games_of_abandoned), (2, 0));
    assert_eq!(games(&store), contest.schedule().len(), "played once, for both");
}

/// Runs units of five games through their texts, and tells the last one first.
#[derive(Default)]
struct Cluster {
    out: Vec<EndedUnit>,
}

impl Workers for Cluster {
    fn width(&mut self) -> usize {
        3
    }

    fn unit_size(&self) -> UnitSize {
        UnitSize::Games(5)
    }

    fn submit(&mut self, number: u64, unit: &Unit) -> Result<(), WorkersError> {
        let result = run_unit(&unit.to_json(), &thought::Control::new()).unwrap();
        self.out.push(EndedUnit { number, outcome: UnitOutcome::Result(result), seconds: 0.1 });
        Ok(())
    }

    fn next(&mut self) -> Result<Option<EndedUnit>, WorkersError> {
        Ok(self.out.pop())
    }

    fn cancel(&mut self) {}
}

#[test]
fn a_cluster_plays_the_games_of_threads() {
    let chosen =
        find_experiments(&["egreedy-table", "thesis-errors", "thesis-networks"].map(str::to_owned)).unwrap();
    let (conditions, stop) = (conditions(), StopSignal::new());
    let games_of = |has_cluster: bool| {
        let folder = tempfile::tempdir().unwrap();
        let store = open(&folder);
        let mut tell = |_: Progress<'_>| {};
        let mut bench = Workbench::new(&conditions, &store, 2, &stop, Resume::Restart, &mut tell);
        if has_cluster {
            bench = bench.with_workers(Cluster::default());
        }
        bench = bench.with_folder(folder.path());
        let statements: Vec<_> = chosen
            .iter()
            .flat_map(|experiment| conduct(*experiment, &mut bench).unwrap().findings.statements)
            .map(|statement| (statement.claim, statement.verdict))
            .collect();
        drop(bench);
        let store = store.lock().unwrap();
        let mut games = Vec::new();
        for run in store.runs().unwrap() {
            for summary in store.run_games(run.id).unwrap() {
                let game = store.game(summary.id).unwrap();
                games.push((run.conditions.clone(), summary.run.unwrap().slot, game.game.moves().to_vec()));
            }
        }
        (statements, games, std::fs::read(folder.path().join("self-play.jsonl")).unwrap())
    };
    let (statements, games, lines) = games_of(false);
    assert!(games.len() > 20 && !lines.is_empty());
    assert_eq!(games_of(true).1, games);
    assert!(games_of(true) == (statements, games, lines));
}

#[test]
fn names_of_experiments_are_found() {
    let found = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        find_experiments(&names).map(|found| found.len()).map_err(|error| error.to_string())
    };
    assert_eq!(found(&["uctab-table", "egreedy-table", "uctab-table"]), Ok(2));
    assert_eq!(found(&["uctab-table", "all"]), Ok(EXPERIMENTS.len()));
    let error = found(&["uctab-tabel"]).unwrap_err();
    assert!(error.contains("no experiment is called \"uctab-tabel\" (did you mean uctab-table?)"), "{error}");
}

#[test]
fn conditions_are_checked_before_anything_is_played() {
    let said = |change: fn(&mut Conditions), scale| {
        let mut conditions = Conditions::of(scale, 1);
        change(&mut conditions);
        conditions.check().map_err(|error| error.to_string())
    };
    assert_eq!(said(|given| given.time = Some("500ms".to_owned()), Scale::Quick), Ok(()));
    let error = said(|given| given.time = Some("500ms".to_owned()), Scale::Faithful).unwrap_err();
    assert!(error.contains("has no meaning at the faithful scale"), "{error}");
    let error = said(|given| given.time = Some("nodes=5".to_owned()), Scale::Quick).unwrap_err();
    assert!(error.contains("expected one such as 500ms or 2s"), "{error}");
    let error = said(|given| given.collection = Some("/no/such.sgf".into()), Scale::Quick).unwrap_err();
    assert!(error.contains("/no/such.sgf is not a file"), "{error}");
}

#[test]
fn a_bench_that_is_stopped_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let (store, conditions, stop) = (open(&folder), conditions(), StopSignal::new());
    let has_games = |experiment: &&&dyn Experiment| {
        experiment.contests(&conditions).is_ok_and(|contests| !contests.is_empty())
    };
    let experiment = *EXPERIMENTS.iter().find(has_games).expect("some experiment plays games");
    let all: u64 = experiment.contests(&conditions).unwrap().iter().map(|one| one.schedule().len()).sum();
    let mut is_playing = false;
    let mut tell = |progress: Progress<'_>| match progress {
        Progress::Started { what, .. } => is_playing = what == "games",
        Progress::Done(done) if is_playing && done == 2 => stop.finish(),
        Progress::Done(_) => {}
    };
    let mut bench = Workbench::new(&conditions, &store, 1, &stop, Resume::Restart, &mut tell);
    let stopped = conduct(experiment, &mut bench);
    assert!(matches!(stopped, Err(LabError::Stopped)), "{stopped:?}");
    let kept = games(&store);
    assert!((2..all).contains(&kept), "{kept} of {all}");
    let results = run(&[experiment], &store, Resume::Continue);
    assert_eq!(games(&store), all, "only what was missing is played");
    check(&results[0]);
}

/// What has to hold of every result.
fn check(result: &ExperimentResult) {
    let name = &result.experiment;
    let Findings { tables, figures, statements, .. } = &result.findings;
    assert!(!tables.is_empty(), "{name} has a table");
    assert!(!statements.is_empty(), "{name} judges a statement");
    assert_eq!(result.provenance.commit, "a commit");
    for table in tables {
        assert!(!table.rows.is_empty(), "{name}: {}", table.title);
        for row in &table.rows {
            assert_eq!(row.cells.len() + 1, table.head.len(), "{name}: {}: {}", table.title, row.name);
            for cell in &row.cells {
                if let Cell::Number(measured) = cell {
                    check_measured(measured, &format!("{name}: {}: {}", table.title, row.name));
                }
            }
        }
    }
    for statement in statements {
        assert!(!statement.claim.is_empty() && !statement.because.is_empty(), "{name}: {statement:?}");
    }
    for figure in figures {
        check_drawing(&figure.drawing, &format!("{name}: {}", figure.title));
    }
}

fn check_measured(measured: &Measured, place: &str) {
    let Measured { ours, interval, paper, .. } = *measured;
    assert!([ours, paper].into_iter().flatten().all(f64::is_finite), "{place}: {measured:?}");
    if let Some((low, high)) = interval {
        let ours = ours.unwrap_or_else(|| panic!("{place}: an interval of nothing"));
        let slack = 1e-9 * ours.abs().max(1.0);
        assert!(low - slack <= ours && ours <= high + slack, "{place}: {measured:?}");
        assert!(low.is_finite() && high.is_finite(), "{place}: {measured:?}");
    }
}

fn check_drawing(drawing: &Drawing, place: &str) {
    match drawing {
        Drawing::Lines { x, y, series } => {
            let points = || series.iter().flat_map(|series| &series.points);
            assert!(points().count() > 0, "{place} shows nothing");
            points().for_each(|point| check_point(point, x, y, place));
        }
        Drawing::Intervals { rows, .. } => {
            assert!(!rows.is_empty(), "{place} shows nothing");
            rows.iter().for_each(|row| check_measured(&row.measured, place));
        }
        Drawing::Histogram { edges, series, .. } => {
            assert!(edges.windows(2).all(|pair| pair[0] < pair[1]), "{place}: {edges:?}");
            for bars in series {
                assert_eq!(bars.counts.len() + 1, edges.len(), "{place}: {}", bars.name);
            }
        }
        Drawing::Tree(root) => assert!(count(root) > 1, "{place} shows nothing"),
        Drawing::Board { rows, .. } => assert_eq!(rows.iter().flatten().count(), 100, "{place}"),
    }
}

fn check_point(point: &Point, x: &Axis, y: &Axis, place: &str) {
    assert!(point.x.is_finite() && point.y.is_finite(), "{place}: {point:?}");
    assert!(!x.is_logarithmic || point.x > 0.0, "{place}: {point:?} on a logarithmic axis");
    assert!(!y.is_logarithmic || point.y > 0.0, "{place}: {point:?} on a logarithmic axis");
}

fn count(node: &TreeNode) -> usize {
    1 + node.children.iter().map(count).sum::<usize>()
}
