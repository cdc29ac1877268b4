//! Budgets end searches, small tables cost time but no truth, and the variant is refused.

use std::time::Instant;

use solver::Solver;
use testkit::{playable, position, rng};
use thought::{Control, Counter, Limits};

use crate::naive::{Cells, Oracle};
use crate::sample::{cluttered, endless};

const START: &str = "1q1q1/q3q/Q3Q/1Q1Q1 w";

#[test]
fn a_limit_or_a_stop_ends_the_search() {
    let position = position(START);
    let mut counter = Counter::new(&Limits::nodes(50), &Control::new(), Instant::now(), 10);
    let solution = Solver::new(1 << 20).solve(&position, &mut counter).unwrap();
    assert!(solution.bounds.is_win().is_none() && solution.mv.is_none());
    assert_eq!(counter.nodes(), 50);
    let control = Control::new();
    control.stop();
    let mut counter = Counter::new(&Limits::NONE, &control, Instant::now(), 10);
    assert!(Solver::new(1 << 20).solve(&position, &mut counter).unwrap().mv.is_none());
}

#[test]
fn a_solver_without_memory_is_right_too() {
    let mut rng = rng(5);
    for _ in 0..40 {
        let setup = cluttered(&mut rng, 5, 4, [2, 2], 6);
        let solution = Solver::new(0).solve(&playable(&setup), &mut endless()).unwrap();
        let margin = solution.bounds.exact().expect("an exact margin").free();
        assert!(Oracle::default().is_margin(&Cells::of(&setup), setup.turn, margin), "{setup:?}");
    }
}

#[test]
fn proofs_in_the_table_save_nodes() {
    let position = position("1qq1/q2q/Q2Q/1QQ1 w");
    let mut solver = Solver::new(1 << 22);
    let mut nodes = || {
        let mut counter = endless();
        assert_eq!(solver.solve(&position, &mut counter).unwrap().bounds.is_win(), Some(false));
        counter.nodes()
    };
    let (first, second) = (nodes(), nodes());
    assert!(second < first / 10, "{first} {second}");
}

/// Else the games of a player would depend on those that it has played before.
#[test]
fn a_cleared_solver_counts_as_a_new_one() {
    let position = position("1qq1/q2q/Q2Q/1QQ1 w");
    let nodes = |solver: &mut Solver<_>| {
        let mut counter = endless();
        solver.solve(&position, &mut counter).unwrap();
        counter.nodes()
    };
    let mut solver = Solver::new(1 << 20);
    let mut rng = rng(6);
    for _ in 0..200 {
        solver.bounds(&playable(&cluttered(&mut rng, 7, 7, [2, 2], 20))).unwrap();
    }
    solver.clear();
    assert_eq!(nodes(&mut solver), nodes(&mut Solver::new(1 << 20)));
}

#[test]
fn the_variant_is_not_solved() {
    let position = position("Q1*1q w - - 0 1 k5:");
    let mut solver = Solver::new(1 << 16);
    assert!(solver.bounds(&position).is_none() && solver.count(&position, position.turn()).is_none());
    assert!(solver.solve(&position, &mut endless()).is_none());
}
