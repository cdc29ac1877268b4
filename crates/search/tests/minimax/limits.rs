//! Limits, stops and observers are obeyed, and there is always a legal move.

use std::ops::ControlFlow;
use std::time::Duration;

use search::Search;
use search::minimax::{IterativeAlphaBeta, IterativeAlphaBetaConfig};
use thought::{Control, Limits, Observer, Report, Silent};

use crate::sample::{Grain, Small, Strict, all, drawn, position, run, score, start};

/// Keeps what it hears and ends the thinking after some reports.
struct Listener {
    heard: Vec<Report>,
    most: usize,
}

impl Observer for Listener {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        self.heard.push(report.clone());
        if self.heard.len() < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn a_limit_of_zero_still_gives_a_legal_move() {
    let zeros = [Limits::time(Duration::ZERO), Limits::nodes(0), Limits::playouts(0), Limits::depth(0)];
    for (name, mut search) in all() {
        for limits in zeros {
            for position in [start(), position(1), position(2)] {
                let decision = run(&mut *search, &position, limits);
                assert!(position.is_legal(decision.mv), "{name} with {limits:?}");
                assert_eq!(decision.report.nodes, 0, "{name} with {limits:?}");
                assert_eq!(decision.report.depth, None, "{name} with {limits:?}");
            }
        }
    }
}

#[test]
fn no_more_positions_are_visited_than_allowed() {
    let position = start();
    for (name, mut search) in all() {
        for most in (1..300).step_by(7) {
            search.new_game(0);
            let decision = run(&mut *search, &position, Limits::nodes(most));
            assert!(decision.report.nodes <= most, "{name}: {} of {most}", decision.report.nodes);
            assert!(position.is_legal(decision.mv), "{name}");
            search.new_game(0);
            let mut playouts = run(&mut *search, &position, Limits::playouts(most));
            playouts.report.elapsed = decision.report.elapsed;
            assert_eq!(playouts, decision, "{name} takes playouts as positions");
        }
    }
}

#[test]
fn tiny_times_and_early_stops_give_legal_moves() {
    let position = start();
    let control = Control::new();
    control.stop();
    for (name, mut search) in all() {
        let decision = run(&mut *search, &position, Limits::time(Duration::from_nanos(1)));
        assert!(position.is_legal(decision.mv), "{name}");
        let decision = search.search(&position, &Limits::NONE, &control, &mut Silent).unwrap();
        assert!(position.is_legal(decision.mv), "{name}");
        assert_eq!(decision.report.nodes, 0, "{name}");
    }
}

#[test]
fn the_same_is_done_every_time() {
    for (name, mut search) in all() {
        for seed in 600..606 {
            let position = position(seed);
            let limits = Limits { depth: Some(3), ..Limits::nodes(2_000) };
            let [first, second] = [0, 0].map(|seed| {
                search.new_game(seed);
                let mut decision = run(&mut *search, &position, limits);
                decision.report.elapsed = Duration::ZERO;
                decision
            });
            assert_eq!(first, second, "{name}");
        }
    }
}

#[test]
fn where_there_is_no_move_there_is_no_decision() {
    let over = drawn::<Small>("W * . .\n* * . .\n. . . .\n. . . B\nWhite to move");
    for (name, mut search) in all() {
        let decision = search.search(&over, &Limits::NONE, &Control::new(), &mut Silent);
        assert_eq!(decision, None, "{name}");
    }
}

#[test]
fn an_observer_may_end_the_thinking() {
    let mut search = IterativeAlphaBeta::new(Strict::new(Grain::Fine), IterativeAlphaBetaConfig::default());
    let mut listener = Listener { heard: Vec::new(), most: 2 };
    let decision = search.search(&start(), &Limits::NONE, &Control::new(), &mut listener).unwrap();
    assert_eq!(decision.report.depth, Some(2));
    let depths: Vec<_> = listener.heard.iter().map(|report| report.depth).collect();
    assert_eq!(depths, [Some(1), Some(2)]);
    assert_eq!(listener.heard[1].lines, decision.report.lines);
}

#[test]
fn every_search_tells_its_observer_what_it_decides() {
    for (name, mut search) in all() {
        let mut listener = Listener { heard: Vec::new(), most: usize::MAX };
        let limits = Limits::nodes(5_000);
        let decision = search.search(&start(), &limits, &Control::new(), &mut listener).unwrap();
        let last = listener.heard.last().unwrap_or_else(|| panic!("{name} says nothing"));
        assert_eq!(last.lines, decision.report.lines, "{name}");
        assert_eq!(last.lines[0].moves[0], decision.mv, "{name}");
    }
}

#[test]
fn an_unfinished_depth_counts_from_its_first_move_on() {
    let position = start();
    let config = IterativeAlphaBetaConfig::default();
    let mut search = IterativeAlphaBeta::new(Strict::new(Grain::Fine), config);
    let whole = run(&mut search, &position, Limits::depth(2));
    search.new_game(0);
    let cut = run(&mut search, &position, Limits::nodes(whole.report.nodes - 1));
    assert_eq!(cut.report.depth, Some(1));
    // All but the last position of the second depth was seen: what was found counts.
    assert_eq!((cut.mv, score(&cut)), (whole.mv, score(&whole)));
    search.new_game(0);
    let first = run(&mut search, &position, Limits::depth(1));
    search.new_game(0);
    // Of the second depth nothing but the position after the best move was seen: nothing was found.
    let nothing = run(&mut search, &position, Limits::nodes(first.report.nodes + 1));
    assert_eq!((nothing.mv, score(&nothing)), (first.mv, score(&first)));
    assert_ne!(score(&first), score(&whole));
}
