//! The values of a batch of positions: the same counts as in `counts`, for 16 or 32 positions together.
//!
//! - `load`: positions as registers load them;
//! - `sets`: the squares by the distances of both sides, and the amazons by their steps.

mod load;
mod sets;

use amazons::{Board, Position};

use super::counts::{KINGS_AT, QUEENS_AT, STEPS, STEPS_AT};
use super::lanes::{Lanes, MOST, Work, with_widest};
use crate::siblings::Siblings;
use load::Batch;

pub(super) use sets::{ClassSets, both};

/// The smallest batch that is faster than one position after another.
const SMALLEST: usize = 3;

/// The most amazons of a side.
const AMAZONS: usize = 4;

/// A set of squares of every position, rank by rank.
pub(super) type Sets<L, const RANKS: usize> = [L; RANKS];

/// What the values of a batch are made of.
pub(super) trait Weigher {
    /// Whether it reads [`ClassSets::twice`], which is left empty otherwise.
    const READS_TWICE: bool;

    /// The values of a batch, in thousandths of a move.
    fn weigh<L: Lanes, const RANKS: usize>(&self, sets: &ClassSets<L, RANKS>) -> L::Sums;
}

/// The weights of the counts.
impl Weigher for &[i16] {
    const READS_TWICE: bool = false;

    #[inline(always)]
    fn weigh<L: Lanes, const RANKS: usize>(&self, sets: &ClassSets<L, RANKS>) -> L::Sums {
        let mut sums = L::no_sums();
        for side in [0, 1] {
            let at = STEPS_AT + side * STEPS;
            let weights = &self[at..at + STEPS];
            sums = weigh_steps::<L>(sums, &sets.with_steps[side], sets.amazons[side], weights);
        }
        sums = weigh_pairs(sums, &sets.queens, &self[QUEENS_AT..KINGS_AT]);
        sums = weigh_pairs(sums, &sets.kings, &self[KINGS_AT..STEPS_AT]);
        L::weigh(sums, [L::zero().at_least(0), L::zero()], [self[0], 0])
    }
}

/// Calls `emit` with the values of some positions, in thousandths of a move. `None`, and no call, where they have to be
/// evaluated one after another: on other boards, with more amazons, on processors without AVX2, in small batches, or where
/// positions differ in their numbers of amazons or empty squares.
pub(super) fn values<B: Board, W: Weigher>(
    siblings: Siblings<'_, B>,
    weigher: W,
    emit: impl FnMut(i32),
) -> Option<()> {
    let made: Vec<Position<B>>;
    let siblings = match siblings {
        // Where squares wait to be empty again, a step changes others than its own.
        Siblings::Steps { position, .. } if position.vacancies().delay() > 0 => {
            made = siblings.positions().collect();
            Siblings::List(&made)
        }
        other => other,
    };
    let first = &siblings.get(0)?;
    let amazons = |position: &Position<B>| {
        [position.turn(), !position.turn()].map(|color| position.amazons(color).count() as usize)
    };
    if siblings.len() < SMALLEST {
        return None;
    }
    let is_alike = |other: &Position<B>| {
        amazons(other) == amazons(first) && other.empty().count() == first.empty().count()
    };
    let are_alike = match siblings {
        Siblings::List(positions) => positions.iter().all(is_alike),
        Siblings::Steps { .. } | Siblings::Shots { .. } => true,
    };
    if !are_alike || amazons(first).iter().any(|&count| count > AMAZONS) {
        return None;
    }
    match first.board().size().rows() {
        8 => with_widest(InBatches::<_, _, _, 8> { siblings, weigher, emit }).ok(),
        10 => with_widest(InBatches::<_, _, _, 10> { siblings, weigher, emit }).ok(),
        _ => None,
    }
}

/// Evaluates positions, as many at once as a register holds.
pub(super) struct InBatches<'a, B: Board, W, F, const RANKS: usize> {
    pub(super) siblings: Siblings<'a, B>,
    pub(super) weigher: W,
    pub(super) emit: F,
}

impl<B: Board, W: Weigher, F: FnMut(i32), const RANKS: usize> Work for InBatches<'_, B, W, F, RANKS> {
    type Done = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let mut batch = Batch::<RANKS>::new();
        let mut sets = ClassSets::<L, RANKS>::new();
        let mut sums = [0; MOST];
        for first in (0..self.siblings.len()).step_by(L::COUNT) {
            let some = self.siblings.some(first, L::COUNT);
            batch.fill(some);
            sets.classify::<W>(&batch);
            L::write(self.weigher.weigh(&sets), &mut sums);
            sums[..some.len()].iter().for_each(|&sum| (self.emit)(sum));
        }
    }
}

/// Adds the weights of amazons by their steps.
#[inline(always)]
fn weigh_steps<L: Lanes>(
    mut sums: L::Sums,
    with_steps: &[L; STEPS - 1],
    amazons: usize,
    weights: &[i16],
) -> L::Sums {
    let one = L::zero().at_least(0);
    // Each amazon has the first class's weight, and every step up changes it by the difference.
    sums = L::weigh(sums, [one, L::zero()], [amazons as i16 * weights[0], 0]);
    for class in 1..STEPS {
        sums = L::weigh(sums, [with_steps[class - 1], L::zero()], [weights[class] - weights[class - 1], 0]);
    }
    sums
}

#[inline(always)]
pub(super) fn is_empty<L: Lanes, const RANKS: usize>(sets: &Sets<L, RANKS>) -> bool {
    let mut all = L::zero();
    for set in sets {
        all = all.or(*set);
    }
    all.is_zero()
}

/// Adds the weights of squares by pairs of classes.
#[inline(always)]
fn weigh_pairs<L: Lanes, const RANKS: usize, const CLASSES: usize>(
    mut sums: L::Sums,
    sides: &[[Sets<L, RANKS>; CLASSES]; 2],
    weights: &[i16],
) -> L::Sums {
    // Early no square is unreached, late none is far.
    let mut others = [false; CLASSES];
    for class in 0..CLASSES {
        others[class] = is_empty(&sides[1][class]);
    }
    for class in 0..CLASSES {
        let own = &sides[0][class];
        if is_empty(own) {
            continue;
        }
        let weights = &weights[class * CLASSES..][..CLASSES];
        let mut other = 0;
        while other < CLASSES {
            let next = other + 1;
            if !others[other] || (next < CLASSES && !others[next]) {
                let first = L::count_common(own, &sides[1][other]);
                sums = match next < CLASSES {
                    true => {
                        let second = L::count_common(own, &sides[1][next]);
                        L::weigh(sums, [first, second], [weights[other], weights[next]])
                    }
                    false => L::weigh(sums, [first, L::zero()], [weights[other], 0]),
                };
            }
            other += 2;
        }
    }
    sums
}

#[cfg(test)]
mod tests;
