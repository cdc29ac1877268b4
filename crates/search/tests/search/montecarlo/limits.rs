//! Limits, the stop flag, observers, seeds and memory.

use std::ops::ControlFlow;
use std::time::Duration;

use amazons::Board10x10;
use search::Task;
use search::montecarlo::{MoveGroups, MoveGroupsConfig, ShortUct, ShortUctConfig, Uct, UctConfig};
use testkit::{drawn, start, think};
use thought::{Control, Decision, Limits, Observer, Report, Silent};

use super::support::{Mobility, all};

/// What must be the same for the same seed.
fn essence(decision: &Decision) -> (amazons::Move, u64, u64, &[thought::Line]) {
    (decision.mv, decision.report.nodes, decision.report.playouts, &decision.report.lines)
}

#[test]
fn a_limit_of_zero_still_gives_a_legal_move() {
    let zeros = [Limits::time(Duration::ZERO), Limits::playouts(0), Limits::nodes(0), Limits::depth(0)];
    for (name, mut search) in all() {
        for limits in &zeros {
            let decision = think(&mut *search, &start(), limits);
            assert!(start().is_legal(decision.mv), "{name}");
            assert_eq!((decision.report.playouts, decision.report.nodes), (0, 0), "{name} {limits:?}");
            assert_eq!(decision.report.lines[0].moves[0], decision.mv, "{name}");
        }
    }
}

#[test]
fn playouts_are_obeyed_exactly_and_nodes_never_passed() {
    for (name, mut search) in all() {
        for count in [1, 2, 7, 30] {
            let decision = think(&mut *search, &start(), &Limits::playouts(count));
            assert_eq!(decision.report.playouts, count, "{name}");
            assert!(start().is_legal(decision.mv), "{name}");
        }
        for count in [1, 100, 2_500] {
            let decision = think(&mut *search, &start(), &Limits::nodes(count));
            assert!(decision.report.nodes <= count, "{name}");
            assert!(decision.report.playouts <= count, "{name}");
        }
    }
}

#[test]
fn a_node_limit_ends_a_search_whose_tree_cannot_grow() {
    let position = drawn("W..*..B");
    for (name, mut search) in all() {
        let decision = think(&mut *search, &position, &Limits::nodes(3_000));
        assert!(decision.report.nodes <= 3_000 && decision.report.playouts > 1_000, "{name}");
    }
}

#[test]
fn a_depth_limit_alone_ends_and_bounds_the_lines() {
    let position = drawn("W..*..B");
    for (name, mut search) in all() {
        for depth in [1, 2] {
            let decision = think(&mut *search, &position, &Limits::depth(depth));
            assert!(decision.report.lines[0].moves.len() <= depth as usize, "{name}");
            assert!(decision.report.playouts >= 10_000, "{name}");
        }
    }
}

#[test]
fn a_control_that_says_stop_before_the_start_is_heard() {
    let control = Control::new();
    control.stop();
    for (name, mut search) in all() {
        let decision = search.search(&start(), Task::new(&Limits::NONE, &control, &mut Silent)).unwrap();
        assert!(start().is_legal(decision.mv), "{name}");
        assert_eq!(decision.report.playouts, 0, "{name}");
    }
}

#[test]
fn a_seed_fixes_everything_and_another_changes_something() {
    for (name, mut search) in all() {
        let mut play = |seed| {
            search.new_game(seed);
            think(&mut *search, &start(), &Limits::playouts(150))
        };
        let (first, again) = (play(5), play(5));
        assert_eq!(essence(&first), essence(&again), "{name}");
        let others = [6, 7, 8].map(&mut play);
        assert!(others.iter().any(|other| essence(other) != essence(&first)), "{name}");
    }
}

/// Stops the thinking at the first report.
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
    for (name, mut search) in all() {
        let mut observer = Impatient::default();
        // Without the observer this would never end.
        let decision =
            search.search(&start(), Task::new(&Limits::NONE, &Control::new(), &mut observer)).unwrap();
        let [first, last] = &observer.0[..] else { panic!("{name}: {} reports", observer.0.len()) };
        assert_eq!(last, &decision.report, "{name}");
        assert_eq!(first.playouts, last.playouts, "{name}");
        assert_eq!(last.lines[0].moves[0], decision.mv, "{name}");
    }
}

#[test]
fn the_lines_asked_for_are_reported_best_first() {
    let config = UctConfig { multi_pv: 5, ..UctConfig::default() };
    let decision = think::<Board10x10>(&mut Uct::new(config), &start(), &Limits::playouts(5_000));
    let lines = &decision.report.lines;
    assert_eq!((lines.len(), lines[0].moves[0]), (5, decision.mv));
    assert!(lines.windows(2).all(|pair| pair[0].visits >= pair[1].visits));
    for line in lines {
        let played = line.moves.iter().try_fold(start(), |position, &mv| position.play(mv));
        assert!(played.is_ok() && line.win_rate.is_some_and(|rate| (0.0..=1.0).contains(&rate)));
    }
}

#[test]
fn memory_is_bounded_and_simulation_goes_on() {
    let limits = Limits::playouts(6_000);
    let mut uct = Uct::new(UctConfig { max_nodes: 500, ..UctConfig::default() });
    assert_eq!(think(&mut uct, &start(), &limits).report.playouts, 6_000);
    assert_eq!(uct.tree_nodes(), 500);
    let mut groups =
        MoveGroups::new(MoveGroupsConfig { max_nodes: 100, ..MoveGroupsConfig::default() }, Mobility);
    let decision = think(&mut groups, &start(), &limits);
    assert_eq!((decision.report.playouts, groups.tree_nodes()), (6_000, 100));
    assert!(start().is_legal(decision.mv));
    let mut short = ShortUct::new(ShortUctConfig { max_nodes: 3_000, ..ShortUctConfig::default() }, Mobility);
    assert_eq!(think(&mut short, &start(), &limits).report.playouts, 6_000);
    assert!(short.tree_nodes() <= 3_000);
}

#[test]
fn a_node_takes_less_than_a_hundred_bytes() {
    let mut uct = Uct::default();
    let position = drawn("W....\n.....\n.....\n.....\n....B");
    think(&mut uct, &position, &Limits::playouts(50_000));
    assert!(uct.tree_nodes() > 10_000);
    assert!(uct.tree_bytes() < 100 * uct.tree_nodes(), "{} for {}", uct.tree_bytes(), uct.tree_nodes());
}
