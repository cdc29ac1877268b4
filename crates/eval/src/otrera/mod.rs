//! The flagship's evaluation: squares by the distances of both sides, amazons by their steps.
//!
//! Every empty square has a class by the queen moves of each side to it, and another by the king moves; every amazon has a
//! class by its steps to squares that the opponent can reach too. Each class has a weight for six shares of empty squares,
//! from a logistic regression on self-play games (`otrera lab learn`, described in `docs/strength.md`). Territory, closeness,
//! lead and enclosed amazons of the papers are all sums over these classes.

// Batches need the registers of `lanes`, which only x86-64 has so far.
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]

mod batch;
mod classes;
mod counts;
#[allow(unsafe_code)]
mod lanes;
mod learnt;
mod net;
mod training;
mod weights;

use std::cmp::Ordering;

use amazons::{Board, Position};

use crate::breakdown::{Breakdown, Term};
use crate::evaluator::Evaluation;
use crate::siblings::Siblings;
use counts::{COUNTS, KING, KINGS_AT, QUEEN, QUEENS_AT, STEPS, STEPS_AT};
use weights::weights;

pub use classes::{AmazonClass, Classes, SquareClass};
pub use net::{Net, NetError, OtreraNet};
pub use training::CountGroup;
pub use weights::StageBlend;

/// The units of a weight that make one move of margin.
const UNITS: f64 = 1000.0;

/// The flagship's evaluation: a margin whose logistic function at [`Otrera::SLOPE`] is the probability of winning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Otrera;

impl Otrera {
    /// The slope at which the logistic function of a value is the probability of winning.
    pub const SLOPE: f64 = 0.25;

    /// The weight of each class, in thousandths of a move, for a number of empty squares on a board of an area.
    ///
    /// First the side to move. Then the squares by queen moves, 1, 2, 3, more or never, the side to move's first:
    /// (1, 1), (1, 2) and so on; then those by king moves, 1 to 5, more or never. Then the side to move's amazons by
    /// how many steps they have to squares that the opponent reaches too, 0, 1, 2, 3, 4, 5 to 6, 7 to 9, 10 to 13, 14
    /// to 18 or more; then the other side's.
    #[inline]
    #[must_use]
    pub fn weights(empty: u32, area: u32) -> &'static [i16] {
        // There is a precomputed row for each percentage.
        weights(Self::percent(empty, area))
    }

    /// The percentage of empty squares, rounded down.
    #[inline]
    #[must_use]
    pub const fn percent(empty: u32, area: u32) -> usize {
        (100 * empty / area) as usize
    }
}

#[inline]
fn weights_of<B: Board>(position: &Position<B>) -> &'static [i16] {
    Otrera::weights(position.empty().count(), position.board().size().area())
}

impl Evaluation for Otrera {
    #[inline]
    fn value<B: Board>(&self, position: &Position<B>) -> f64 {
        let weights = weights_of(position);
        // Integers: they may be added in any order, so by SIMD instructions.
        let sum: i32 = counts::count(position)
            .iter()
            .zip(weights)
            .map(|(count, &weight)| count * i32::from(weight))
            .sum();
        f64::from(sum) / UNITS
    }

    #[inline]
    fn values<B: Board>(&self, siblings: Siblings<'_, B>, values: &mut Vec<f64>) {
        values.clear();
        let Some(first) = siblings.get(0) else { return };
        if batch::values(siblings, weights_of(&first), |sum| values.push(f64::from(sum) / UNITS)).is_none() {
            values.extend(siblings.positions().map(|position| self.value(&position)));
        }
    }

    fn breakdown<B: Board>(&self, position: &Position<B>) -> Breakdown {
        let (counts, weights) = (counts::count(position), weights_of(position));
        let worth = |name, members: &mut dyn Iterator<Item = usize>| {
            let value: i32 = members.map(|member| counts[member] * i32::from(weights[member])).sum();
            Term { name, value: f64::from(value) / UNITS, weight: 1.0 }
        };
        let mut terms = vec![worth("to move", &mut std::iter::once(0))];
        let tables = [
            (QUEENS_AT, QUEEN, ["queen: nearer", "queen: farther", "queen: tied"]),
            (KINGS_AT, KING, ["king: nearer", "king: farther", "king: tied"]),
        ];
        for (at, classes, names) in tables {
            for (name, order) in names.into_iter().zip([Ordering::Less, Ordering::Greater, Ordering::Equal]) {
                let pairs =
                    (0..classes * classes).filter(|pair| (pair / classes).cmp(&(pair % classes)) == order);
                terms.push(worth(name, &mut pairs.map(|pair| at + pair)));
            }
        }
        terms.push(worth("own steps", &mut (STEPS_AT..STEPS_AT + STEPS)));
        terms.push(worth("other's steps", &mut (STEPS_AT + STEPS..COUNTS)));
        Breakdown::sum(terms)
    }
}
