//! A contest that is stopped between two looks.

use super::*;
use crate::conditions::Scale;
use crate::contests::{contest, from_the_start};
use crate::findings::{StatementSource, StatementVerdict};
use arena::ContestFormat;

/// Plays forty games of two players with equal chances, stopped after some of them.
fn judged(stop_after: u64) -> (Result<Judged, LabError>, bool) {
    let folder = tempfile::tempdir().unwrap();
    let store = Mutex::new(Store::open(&folder.path().join("games.sqlite")).unwrap());
    let conditions = Conditions::of(Scale::Faithful, 1);
    let players = ["random", "random"].map(str::to_owned);
    let listed = ContestFormat::Listed(vec![(0, 1)]);
    let contest = contest(&conditions, &players, listed, 20, from_the_start().unwrap()).unwrap();
    let cells = Cells::by_pairing(&contest, &conditions, |_| 20);
    let stop = StopSignal::new();
    let mut tell = |progress: Progress<'_>| {
        if matches!(progress, Progress::Done(done) if done >= stop_after) {
            stop.finish();
        }
    };
    let mut bench = Workbench::new(&conditions, &store, 1, &stop, Resume::Restart, &mut tell);
    let statements = |games: Games<'_>| {
        let all = games.standings.games();
        let statement = Statement {
            claim: "They play alike.".to_owned(),
            source: StatementSource::Ours,
            verdict: StatementVerdict::Undecided,
            because: format!("after {all} games"),
            cells: games.cell(0, 1),
            ..Statement::default()
        };
        vec![statement]
    };
    let judged = bench.judge("a-contest", &contest, cells, statements);
    (judged, bench.take_unfinished())
}

#[test]
fn a_contest_that_is_stopped_between_two_looks_has_the_verdicts_of_the_first() {
    let (finished, is_unfinished) = judged(u64::MAX);
    assert_eq!((finished.unwrap().statements[0].because.as_str(), is_unfinished), ("after 40 games", false));
    let (stopped, is_unfinished) = judged(11);
    let stopped = stopped.unwrap();
    assert!(is_unfinished);
    // Looks are after 4, 8, 16, 28 and 40 games.
    assert_eq!(stopped.statements[0].because, "after 8 games");
    assert!((11..16).contains(&stopped.standings.games()));
    let (too_early, _) = judged(1);
    assert!(matches!(too_early, Err(LabError::Stopped)));
}
