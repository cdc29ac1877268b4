//! The values of a batch by the network: the same arithmetic as in `weights`, in registers.

use super::super::batch::{ClassSets, Sets, Weigher, both, is_empty};
use super::super::counts::STEPS;
use super::super::lanes::Lanes;
use super::counts::{AMAZON_SHIFT, KINGS_AT, QUADS, QUEEN, QUEENS_AT, STEPS_AT};
use super::weights::{FIRST_SHIFT, LAST_SHIFT, MOST_UNITS, Net, SECOND_SHIFT, StageWeights};

/// The network with the weights of a batch.
#[derive(Clone, Copy)]
pub(super) struct NetWeigher<'a> {
    pub(super) net: &'a Net,
    pub(super) weights: &'a StageWeights,
}

impl Weigher for NetWeigher<'_> {
    const READS_TWICE: bool = true;

    #[expect(clippy::needless_range_loop, reason = "iterator adapters around registers are not inlined")]
    #[inline(always)]
    fn weigh<L: Lanes, const RANKS: usize>(&self, sets: &ClassSets<L, RANKS>) -> L::Sums {
        let mut counts = [L::zero(); 4 * QUADS];
        // Squares at queen distance one that a single amazon reaches.
        let once = [
            both(&sets.queens[0][0], &sets.twice[0], L::without),
            both(&sets.queens[1][0], &sets.twice[1], L::without),
        ];
        let queens = [queens(sets, &once, 0), queens(sets, &once, 1)];
        count_pairs(&queens, &mut counts, QUEENS_AT);
        let kings = [sets.kings[0].each_ref(), sets.kings[1].each_ref()];
        count_pairs(&kings, &mut counts, KINGS_AT);
        count_steps(sets, &mut counts);
        let mut sums = L::same(i32::from(self.weights.linear[0]));
        // Counts that are zero in all positions are skipped, four by four.
        let mut quads = [L::same(0); QUADS];
        let mut used = [0_usize; QUADS];
        let mut count = 0;
        for quad in 0..QUADS {
            let at = 4 * quad;
            let mut four = [counts[at], counts[at + 1], counts[at + 2], counts[at + 3]];
            let [first, second, third, fourth] = four;
            if first.or(second).or(third.or(fourth)).is_zero() {
                continue;
            }
            let linear = &self.weights.linear;
            sums = L::weigh(sums, [first, second], [linear[at], linear[at + 1]]);
            sums = L::weigh(sums, [third, fourth], [linear[at + 2], linear[at + 3]]);
            for place in 0..4 {
                if at + place >= STEPS_AT {
                    four[place] = four[place].raised::<AMAZON_SHIFT>();
                }
            }
            quads[count] = L::quads(four);
            used[count] = quad;
            count += 1;
        }
        let mut first = [L::same(0); MOST_UNITS / 4];
        let blocks = self.weights.first_bias.len().min(first.len());
        for block in 0..blocks {
            let weights = &self.weights.first[block * QUADS..][..QUADS];
            let [a, b, c, d] = self.weights.first_bias[block];
            let mut units = [L::same(a), L::same(b), L::same(c), L::same(d)];
            for place in 0..count {
                let [a, b, c, d] = weights[used[place]];
                let quad = quads[place];
                units[0] = L::dot(units[0], quad, a);
                units[1] = L::dot(units[1], quad, b);
                units[2] = L::dot(units[2], quad, c);
                units[3] = L::dot(units[3], quad, d);
            }
            first[block] = L::units::<FIRST_SHIFT>(units);
        }
        let mut last = L::same(0);
        for block in 0..self.net.second_bias.len() {
            let weights = &self.net.second[block * blocks..][..blocks];
            let [a, b, c, d] = self.net.second_bias[block];
            let mut units = [L::same(a), L::same(b), L::same(c), L::same(d)];
            for place in 0..blocks {
                let [a, b, c, d] = weights[place];
                let quad = first[place];
                units[0] = L::dot(units[0], quad, a);
                units[1] = L::dot(units[1], quad, b);
                units[2] = L::dot(units[2], quad, c);
                units[3] = L::dot(units[3], quad, d);
            }
            last = L::dot(last, L::units::<SECOND_SHIFT>(units), self.weights.out[block]);
        }
        L::add(sums, L::scaled::<LAST_SHIFT>(last, self.net.multiplier))
    }
}

/// The empty squares by a side's queen moves, those that several amazons reach with one step apart.
#[inline(always)]
fn queens<'a, L: Lanes, const RANKS: usize>(
    sets: &'a ClassSets<L, RANKS>,
    once: &'a [Sets<L, RANKS>; 2],
    side: usize,
) -> [&'a Sets<L, RANKS>; QUEEN] {
    let [_, second, third, more, never] = &sets.queens[side];
    [&sets.twice[side], &once[side], second, third, more, never]
}

/// Counts the squares of every pair of classes.
#[inline(always)]
fn count_pairs<L: Lanes, const RANKS: usize, const CLASSES: usize>(
    sides: &[[&Sets<L, RANKS>; CLASSES]; 2],
    counts: &mut [L; 4 * QUADS],
    at: usize,
) {
    let mut are_others_empty = [false; CLASSES];
    for class in 0..CLASSES {
        are_others_empty[class] = is_empty(sides[1][class]);
    }
    for class in 0..CLASSES {
        let own = sides[0][class];
        if is_empty(own) {
            continue;
        }
        for other in 0..CLASSES {
            if !are_others_empty[other] {
                counts[at + class * CLASSES + other] = L::count_common(own, sides[1][other]);
            }
        }
    }
}

/// Counts the amazons of every class.
#[inline(always)]
fn count_steps<L: Lanes, const RANKS: usize>(sets: &ClassSets<L, RANKS>, counts: &mut [L; 4 * QUADS]) {
    let one = L::zero().at_least(0);
    for side in [0, 1] {
        let at = STEPS_AT + side * STEPS;
        let mut left = L::zero();
        for _ in 0..sets.amazons[side] {
            left = left.plus(one);
        }
        for class in 0..STEPS - 1 {
            let more = sets.with_steps[side][class];
            counts[at + class] = left.minus(more);
            left = more;
        }
        counts[at + STEPS - 1] = left;
    }
}

#[cfg(test)]
mod tests;
