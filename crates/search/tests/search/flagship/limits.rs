//! Limits, the stop flag, observers, seeds, lines and memory.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use amazons::{Board10x10, ByColor, Move};
use eval::{Evaluation, MgPeo};
use search::flagship::{Flagship, FlagshipConfig};
use search::{Search, Task};
use testkit::{drawn, start, think};
use thought::{Control, Decision, GameClock, Limits, Line, Observer, Report, Silent};

use super::flagship;

/// What must be the same for the same seed.
fn essence(decision: &Decision) -> (Move, u64, u64, &[Line]) {
    (decision.mv, decision.report.nodes, decision.report.playouts, &decision.report.lines)
}

#[test]
fn a_limit_of_zero_still_gives_a_legal_move() {
    for limits in [Limits::playouts(0), Limits::nodes(0), Limits::depth(0)] {
        let decision = think(&mut flagship(1), &start(), &limits);
        assert!(start().is_legal(decision.mv));
        assert_eq!((decision.report.playouts, decision.report.nodes), (0, 0), "{limits:?}");
        assert_eq!(decision.report.lines[0].moves, [decision.mv]);
    }
}

#[test]
fn without_any_time_it_is_still_a_move_that_was_looked_at() {
    let clock =
        GameClock { left: ByColor { white: Duration::ZERO, black: Duration::ZERO }, ..GameClock::default() };
    for limits in [Limits::time(Duration::ZERO), Limits::clock(clock)] {
        let decision = think(&mut flagship(1), &start(), &limits);
        let first = think(&mut flagship(1), &start(), &Limits::playouts(decision.report.playouts));
        assert_eq!(essence(&decision), essence(&first));
        assert!(decision.report.lines[0].win_rate.is_some(), "{limits:?}");
    }
}

#[test]
fn time_counts_from_when_the_move_was_asked_for() {
    let minute = Duration::from_secs(60);
    let Some(asked) = Instant::now().checked_sub(minute) else { panic!("a machine that runs for a minute") };
    let none = think(&mut flagship(1), &start(), &Limits::time(Duration::ZERO));
    let (limits, control, mut silent) = (Limits::time(minute), Control::new(), Silent);
    let task = Task { asked, ..Task::new(&limits, &control, &mut silent) };
    let late = flagship(1).search(&start(), task).unwrap();
    assert_eq!(late.report.playouts, none.report.playouts);
    assert!(late.report.elapsed >= minute);
}

#[test]
fn counts_are_obeyed() {
    for count in [1, 2, 7, 300] {
        let decision = think(&mut flagship(1), &start(), &Limits::playouts(count));
        assert_eq!(decision.report.playouts, count);
    }
    for count in [1, 80, 107, 5_000] {
        let decision = think(&mut flagship(1), &start(), &Limits::nodes(count));
        assert!(decision.report.nodes <= count && start().is_legal(decision.mv));
    }
    let decision = think(&mut flagship(1), &start(), &Limits::nodes(20_000));
    assert!(decision.report.nodes > 19_000, "{} of 20,000", decision.report.nodes);
}

#[test]
fn a_depth_bounds_the_lines_and_ends_by_itself() {
    let position = drawn("W....\n.....\n....B");
    for depth in [1, 2] {
        let decision = think(&mut flagship(1), &position, &Limits::depth(depth));
        assert_eq!(decision.report.lines[0].moves.len(), depth as usize);
    }
}

#[test]
fn the_same_search_again_is_the_same() {
    let mut search = flagship(1);
    let mut play = || {
        search.new_game(5);
        let first = think(&mut search, &start(), &Limits::playouts(300));
        let second = think(&mut search, &start().play(first.mv).unwrap(), &Limits::playouts(300));
        (first, second)
    };
    let (one, other) = (play(), play());
    assert_eq!(essence(&one.0), essence(&other.0));
    assert_eq!(essence(&one.1), essence(&other.1));
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let limits = Limits::playouts(2_000);
    let mut search = flagship::<Board10x10>(1);
    let first = think(&mut search, &start(), &limits);
    let [mv, reply] = first.report.lines[0].moves[..2] else { panic!("a line of two plies") };
    let before = search.tree_nodes();
    let later = start().play(mv).unwrap().play(reply).unwrap();
    let nothing = think(&mut search, &later, &Limits::playouts(0));
    assert!((10..before).contains(&search.tree_nodes()), "{} of {before} nodes left", search.tree_nodes());
    // Without a single simulation it still knows what it thought.
    assert_eq!(nothing.report.lines[0].moves[..1], first.report.lines[0].moves[2..3]);
    // A position that it never saw begins a new tree.
    let elsewhere = start().play("a4-a5/a4".parse().unwrap()).unwrap().play("a7-a6/a7".parse().unwrap());
    think(&mut search, &elsewhere.unwrap(), &Limits::playouts(0));
    assert!(search.tree_nodes() < 10);
}

#[test]
fn a_stop_before_the_start_is_heard() {
    let control = Control::new();
    control.stop();
    let decision = flagship(1).search(&start(), Task::new(&Limits::NONE, &control, &mut Silent)).unwrap();
    let without_time = think(&mut flagship(1), &start(), &Limits::time(Duration::ZERO));
    assert_eq!(essence(&decision), essence(&without_time));
}

/// Ends the thinking at the first report.
#[derive(Default)]
struct Impatient(Vec<Report>);

impl Observer for Impatient {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        self.0.push(report.clone());
        ControlFlow::Break(())
    }
}

#[test]
fn an_observer_can_end_the_thinking() {
    let mut observer = Impatient::default();
    // Without the observer this would never end.
    let decision =
        flagship(1).search(&start(), Task::new(&Limits::NONE, &Control::new(), &mut observer)).unwrap();
    let [first, last] = &observer.0[..] else { panic!("{} reports", observer.0.len()) };
    assert_eq!(last, &decision.report);
    assert!(first.lines[0].win_rate.is_some_and(|rate| (0.0..=1.0).contains(&rate)));
}

#[test]
fn the_lines_asked_for_are_legal_and_ranked() {
    let config = FlagshipConfig { multi_pv: 6, hash: 8, ..FlagshipConfig::default() };
    let mut search = Flagship::new(config, MgPeo::DEFAULT);
    let decision = think::<Board10x10>(&mut search, &start(), &Limits::playouts(2_000));
    let lines = &decision.report.lines;
    assert_eq!((lines.len(), lines[0].moves[0]), (6, decision.mv));
    assert!(lines[1..].windows(2).all(|pair| pair[0].visits >= pair[1].visits));
    for line in lines {
        assert!(line.moves.iter().try_fold(start(), |position, &mv| position.play(mv)).is_ok());
        assert_eq!(line.score.unwrap().to_moves() > 0.0, line.win_rate.unwrap() > 0.5);
    }
    let first_moves: std::collections::HashSet<_> = lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(first_moves.len(), 6);
}

#[test]
fn what_an_older_tree_left_in_memory_changes_nothing() {
    let make = || Flagship::new(FlagshipConfig { hash: 1, ..FlagshipConfig::default() }, MgPeo::DEFAULT);
    let (mut used, limits) = (make(), Limits::playouts(4_000));
    let elsewhere = start().play("d1-d7/g7".parse().unwrap()).unwrap();
    think(&mut used, &elsewhere, &limits);
    used.new_game(0);
    assert_eq!(
        essence(&think(&mut used, &start(), &limits)),
        essence(&think(&mut make(), &start(), &limits))
    );
}

#[test]
fn memory_is_bounded_and_the_search_goes_on() {
    let config = FlagshipConfig { hash: 1, ..FlagshipConfig::default() };
    let mut search = Flagship::new(config, MgPeo::DEFAULT);
    let mut position = start();
    for _ in 0..3 {
        let decision = think(&mut search, &position, &Limits::playouts(10_000));
        assert_eq!(decision.report.playouts, 10_000);
        assert!(search.tree_bytes() <= 1 << 20, "{} bytes", search.tree_bytes());
        // The tree was full many times over, and still the best moves are the ones looked into.
        assert!(decision.report.nodes > 20 * search.tree_nodes() as u64);
        assert!(decision.report.lines[0].moves.len() >= 3, "{:?}", decision.report.lines[0]);
        position = position.play(decision.mv).unwrap();
    }
}

#[test]
fn a_limit_too_small_for_a_tree_is_spent_on_moves_at_random() {
    let position = start();
    let worth = |mv: Move| -MgPeo::DEFAULT.value(&position.play(mv).unwrap());
    let mean = |nodes: u64| {
        let sum: f64 = (0..20)
            .map(|seed| {
                let mut flagship = flagship(1);
                flagship.new_game(seed);
                let decision = think(&mut flagship, &position, &Limits::nodes(nodes));
                assert!(decision.report.nodes <= nodes && decision.report.playouts == 0);
                worth(decision.mv)
            })
            .sum();
        sum / 20.0
    };
    let means = [1, 10, 50].map(mean);
    assert!(means[0] + 1.0 < means[1] && means[1] + 0.5 < means[2], "{means:?}");
    let exact = think(&mut flagship(1), &position, &Limits::nodes(50));
    assert_eq!(exact.report.nodes, 50, "all that is allowed is looked at");
}

#[test]
fn a_depth_ends_the_search_where_other_limits_would_allow_more() {
    for limits in [Limits::depth(1), Limits { nodes: Some(500_000), ..Limits::depth(1) }] {
        let decision = think(&mut flagship(1), &start(), &limits);
        assert!(decision.report.playouts < 30_000, "{}", decision.report.playouts);
    }
}

#[test]
fn the_memory_fills() {
    let fullness = |nodes| think(&mut flagship(1), &start(), &Limits::nodes(nodes)).report.hash_full;
    let (little, more) = (fullness(2_000).unwrap(), fullness(20_000).unwrap());
    assert!(0 < little && little < more && more <= 1_000, "{little} and {more}");
}

/// Hears how often it was told something.
struct Eager {
    interval: Duration,
    reports: u32,
}

impl Observer for Eager {
    fn report(&mut self, _report: &Report) -> ControlFlow<()> {
        self.reports += 1;
        // The third comes soon, or never where the wish is not heard.
        if self.reports == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn interval(&self) -> Duration {
        self.interval
    }
}

#[test]
fn an_observer_hears_as_often_as_it_wishes() {
    let reports = |interval| {
        let mut eager = Eager { interval, reports: 0 };
        let limits = Limits::playouts(500);
        flagship(1).search(&start(), Task::new(&limits, &Control::new(), &mut eager)).unwrap();
        eager.reports
    };
    assert!(reports(Duration::ZERO) >= 3, "every look is told");
    assert_eq!(reports(Duration::from_secs(3_600)), 1, "only the last word");
}
