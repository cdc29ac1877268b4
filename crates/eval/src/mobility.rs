//! Mobility: whole moves (ME of UCT-AB) or steps (EGREEDY's h).

use amazons::{Board, Color, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;

/// The steps of a side: the squares to which each of its amazons can go, added up.
#[inline]
#[must_use]
pub fn steps<B: Board>(position: &Position<B>, color: Color) -> u32 {
    position.amazons(color).into_iter().map(|from| position.steps(from).count()).sum()
}

fn difference(name: [&'static str; 2], own: f64, other: f64) -> Breakdown {
    Breakdown::sum(vec![
        Term { name: name[0], value: own, weight: 1.0 },
        Term { name: name[1], value: other, weight: -1.0 },
    ])
}

/// ME of UCT-AB: own legal moves, arrows included, minus the other's if it were to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveCount;

impl MoveCount {
    fn counts<B: Board>(position: &Position<B>) -> (f64, f64) {
        let of = |color| position.count_moves_of(color) as f64;
        (of(position.turn()), of(!position.turn()))
    }
}

impl Evaluation for MoveCount {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        let (own, other) = Self::counts(position);
        own - other
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        let (own, other) = Self::counts(position);
        difference(["own moves", "other's moves"], own, other)
    }
}

/// EGREEDY's heuristic h, seen by the side to move: own steps minus the other's. The paper gives it for the side that
/// has just moved, which is its negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StepCount;

impl Evaluation for StepCount {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        f64::from(steps(position, position.turn())) - f64::from(steps(position, !position.turn()))
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        let of = |color| f64::from(steps(position, color));
        difference(["own steps", "other's steps"], of(position.turn()), of(!position.turn()))
    }
}
