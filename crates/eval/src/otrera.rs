//! The flagship's own evaluation: the terms of MG-PEO with a cheaper mobility, weighted smoothly by how full the board is.
//!
//! The weights are those of a logistic regression of won and lost games of self-play on the terms, held near MG-PEO's; how
//! they were found stands in `docs/strength.md`. They make the value a margin whose logistic function at
//! [`Otrera::SLOPE`] is the probability of winning, whatever the stage.

use amazons::{Board, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::maps::Mover;
use crate::mobility::steps;
use crate::sums::Sums;

/// How many terms there are.
const TERMS: usize = 8;

const NAMES: [&str; TERMS] = [
    "to move",
    "queen territory",
    "queen ties",
    "king territory",
    "king ties",
    "queen closeness",
    "king lead",
    "steps",
];

/// The weights where 15, 30, 45, 60, 75 and 90 squares of 100 are empty; between these they are mixed.
const WEIGHTS: [[f64; TERMS]; 6] = [
    [-1.209, 2.453, 1.211, 0.324, 0.017, 0.136, 0.175, -0.165],
    [-0.887, 1.142, 0.191, 0.145, -0.078, 0.082, 0.066, -0.003],
    [0.044, 0.838, 0.166, 0.316, 0.025, 0.096, 0.151, 0.134],
    [0.072, 0.256, 0.046, 0.284, 0.019, 0.049, 0.249, 0.029],
    [0.121, 0.062, 0.012, 0.083, 0.008, 0.083, 0.356, 0.080],
    [0.987, 0.039, 0.003, 0.044, 0.007, 0.073, -0.153, 0.088],
];

/// The first share of empty squares in the table, and the way to the next one.
const FIRST: f64 = 0.15;
const STEP: f64 = 0.15;

/// The flagship's evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Otrera;

impl Otrera {
    /// The slope at which the logistic function of a value is the probability of winning.
    pub const SLOPE: f64 = 0.25;

    #[inline]
    fn terms<B: Board>(position: &Position<B>) -> [f64; TERMS] {
        let queen = Sums::new(position, Mover::Queen);
        let king = Sums::new(position, Mover::King);
        let own_steps = f64::from(steps(position, position.turn()));
        [
            1.0,
            queen.nearer.balance(0.0),
            f64::from(queen.nearer.tied),
            king.nearer.balance(0.0),
            f64::from(king.nearer.tied),
            queen.closeness,
            king.lead,
            own_steps - f64::from(steps(position, !position.turn())),
        ]
    }

    /// The weights of the terms, in the order of the breakdown, where so many squares of a board's area are empty.
    #[inline]
    #[must_use]
    pub fn weights(empty: u32, area: u32) -> [f64; TERMS] {
        let place = (f64::from(empty) / f64::from(area) - FIRST) / STEP;
        let place = place.clamp(0.0, (WEIGHTS.len() - 1) as f64);
        let row = (place as usize).min(WEIGHTS.len() - 2);
        let share = place - row as f64;
        std::array::from_fn(|term| WEIGHTS[row][term] * (1.0 - share) + WEIGHTS[row + 1][term] * share)
    }
}

/// The weights for a position.
#[inline]
fn weights_of<B: Board>(position: &Position<B>) -> [f64; TERMS] {
    Otrera::weights(position.empty().count(), position.board().size().area())
}

impl Evaluation for Otrera {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        weights_of(position).iter().zip(Self::terms(position)).map(|(weight, term)| weight * term).sum()
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        let rows = NAMES.into_iter().zip(Self::terms(position)).zip(weights_of(position));
        Breakdown::sum(rows.map(|((name, value), weight)| Term { name, value, weight }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_the_table_and_mixed_between() {
        assert_eq!(Otrera::weights(5, 100), WEIGHTS[0]);
        assert_eq!(Otrera::weights(92, 100), WEIGHTS[5]);
        let (middle, at) = (Otrera::weights(75, 200), [WEIGHTS[1], WEIGHTS[2]]);
        for term in 0..TERMS {
            assert!((middle[term] - (at[0][term] + at[1][term]) / 2.0).abs() < 1e-9);
        }
        for row in 0..6_u32 {
            let weights = Otrera::weights(15 * (row + 1), 100);
            let distance = weights.iter().zip(WEIGHTS[row as usize]).map(|(a, b)| (a - b).abs());
            assert!(distance.fold(0.0, f64::max) < 1e-9);
        }
    }
}
