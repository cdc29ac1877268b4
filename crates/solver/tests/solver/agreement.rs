//! The solver against the naive oracle on small cluttered boards.

use amazons::Color;
use rand::RngExt;
use solver::{Bounds, Margin, Solver};

use crate::naive::{Cells, Oracle};
use crate::sample::{cluttered, endless, playable, rng};

/// Whether a margin is within bounds.
fn holds(bounds: Bounds, margin: i16) -> bool {
    bounds.at_least <= Margin::new(margin) && Margin::new(margin) <= bounds.at_most
}

#[test]
fn margins_and_moves_on_small_boards() {
    let mut rng = rng(1);
    let (mut exact_at_once, mut decided_at_once) = (0, 0);
    let rounds = 200;
    for round in 0..rounds {
        let (columns, rows) = [(4, 4), (5, 4), (5, 5), (6, 5)][round % 4];
        let amazons = [rng.random_range(1..=3), rng.random_range(1..=3)];
        let empty = rng.random_range(3..=6);
        let mut setup = cluttered(&mut rng, columns, rows, amazons, empty);
        setup.turn = Color::BOTH[round / 4 % 2];
        let position = playable(&setup);
        let mut oracle = Oracle::default();
        let margin = oracle.margin(&Cells::of(&setup), setup.turn);
        let mut solver = Solver::new(1 << 18);
        let bounds = solver.bounds(&position).unwrap();
        assert!(holds(bounds, margin), "{position:?}: {margin} is not in {bounds:?}");
        exact_at_once += usize::from(bounds.exact().is_some());
        decided_at_once += usize::from(bounds.is_win().is_some());
        let solution = solver.solve(&position, &mut endless()).unwrap();
        assert_eq!(solution.verdict.bounds().exact(), Some(Margin::new(margin)), "{position:?}");
        match solution.mv {
            None => assert!(!position.has_move()),
            Some(mv) => {
                let after = Cells::of(&position.play(mv).unwrap().to_setup());
                let kept = Margin::new(!oracle.margin(&after, !setup.turn));
                assert!(solution.kept.unwrap() <= kept, "{position:?} {mv}");
                // Where a side would rather pass no move keeps the margin, but a win is always kept.
                assert_eq!(kept.is_win(), margin >= 0, "{position:?} {mv}");
                let boards = Cells::of(&setup).after_any_ply(setup.turn);
                let best = boards.iter().map(|after| !oracle.margin(after, !setup.turn)).max();
                assert_eq!(Some(kept.free()), best, "{position:?} {mv}");
            }
        }
    }
    assert!(exact_at_once > rounds / 10 && decided_at_once > rounds / 4, "{exact_at_once} {decided_at_once}");
}
