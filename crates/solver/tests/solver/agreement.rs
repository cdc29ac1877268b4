//! The solver against the naive oracle on small cluttered boards.

use amazons::Color;
use rand::RngExt;
use solver::{Bounds, Margin, Solver};
use testkit::{playable, rng};

use crate::naive::{Cells, Oracle};
use crate::sample::{cluttered, endless};

/// Whether a margin is within bounds.
fn holds(bounds: Bounds, margin: i16) -> bool {
    bounds.at_least <= Margin::new(margin) && Margin::new(margin) <= bounds.at_most
}

#[test]
fn one_solver_answers_for_boards_of_several_sizes() {
    let mut rng = rng(2);
    let mut kept = Solver::new(1 << 20);
    for round in 0..400 {
        let (columns, rows) = [(4, 5), (5, 4), (7, 3), (3, 7)][round % 4];
        let setup = cluttered(&mut rng, columns, rows, [1, 1], 6);
        let position = playable(&setup);
        let fresh = Solver::new(1 << 18).solve(&position, &mut endless()).unwrap();
        assert_eq!(kept.bounds(&position), Solver::new(1 << 18).bounds(&position), "{position:?}");
        assert_eq!(kept.solve(&position, &mut endless()).unwrap().bounds, fresh.bounds, "{position:?}");
    }
}

#[test]
fn margins_and_moves_on_small_boards() {
    let mut rng = rng(1);
    let (mut exact_at_once, mut decided_at_once) = (0, 0);
    let rounds = 400;
    for round in 0..rounds {
        let (columns, rows) = [(4, 4), (5, 4), (5, 5), (6, 5)][round % 4];
        let amazons = [rng.random_range(1..=3), rng.random_range(1..=3)];
        let empty = rng.random_range(3..=7);
        let mut setup = cluttered(&mut rng, columns, rows, amazons, empty);
        setup.turn = Color::BOTH[round / 4 % 2];
        let position = playable(&setup);
        let cells = Cells::of(&setup);
        let mut oracle = Oracle::default();
        let mut solver = Solver::new(1 << 18);
        let bounds = solver.bounds(&position).unwrap();
        exact_at_once += usize::from(bounds.exact().is_some());
        decided_at_once += usize::from(bounds.is_win().is_some());
        let solution = solver.solve(&position, &mut endless()).unwrap();
        let margin = solution.bounds.exact().expect("an exact margin").free();
        assert!(oracle.is_margin(&cells, setup.turn, margin), "{position:?}: not {margin}");
        assert!(holds(bounds, margin), "{position:?}: {margin} is not in {bounds:?}");
        let Some(mv) = solution.mv else {
            assert!(!position.has_move());
            continue;
        };
        let kept = solution.kept.unwrap();
        let after = Cells::of(&position.play(mv).unwrap().to_setup());
        assert!(!oracle.wins(&after, !setup.turn, -i32::from(kept.free())), "{position:?} {mv} {kept:?}");
        // Where a side would rather pass no move keeps the margin; but none keeps more than the one chosen.
        assert!(kept.free() == margin || margin < 0, "{position:?} {mv}");
        let wins_more = |after: &Cells, oracle: &mut Oracle| {
            !oracle.wins(after, !setup.turn, -i32::from(kept.free()) - 1)
        };
        assert!(!cells.after_any_ply(setup.turn).iter().any(|after| wins_more(after, &mut oracle)));
    }
    assert!(exact_at_once > rounds / 10 && decided_at_once > rounds / 4, "{exact_at_once} {decided_at_once}");
}
