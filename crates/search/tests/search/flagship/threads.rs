//! Threads that share the tree.

use testkit::{start, think};
use thought::Limits;

use super::flagship;

#[test]
fn several_threads_keep_counts_and_rules() {
    let mut search = flagship(4);
    let mut position = start();
    let mut kept_visits = 0;
    for _ in 0..4 {
        let decision = think(&mut search, &position, &Limits::playouts(1_500));
        assert_eq!(decision.report.playouts, 1_500);
        assert_eq!(search.root_visits(), kept_visits + 1_500);
        // The subtree of the move that is played is kept.
        kept_visits = decision.report.lines[0].visits.unwrap();
        assert!(kept_visits > 0);
        position = position.play(decision.mv).unwrap();
    }
    let decision = think(&mut search, &position, &Limits::nodes(10_000));
    assert!(decision.report.nodes <= 10_000);
}

/// The visits of simulations that were broken off are taken back, and values stay what values are.
#[test]
fn the_root_has_the_visits_that_were_counted() {
    let mut search = flagship(3);
    let decision = think(&mut search, &start(), &Limits::playouts(2_000));
    for line in &decision.report.lines {
        let rate = line.win_rate.unwrap();
        assert!((0.05..=0.95).contains(&rate), "{rate} at the start of a game");
    }
    assert_eq!(search.root_visits(), 2_000);
}
