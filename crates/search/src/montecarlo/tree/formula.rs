//! How a child is valued when one of them is to be chosen.

use super::arena::Node;

/// The value of a child: how good it seems and how little is known about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Formula {
    /// UCB1: x + c sqrt(ln N / n).
    Ucb1 {
        /// How much weight the unknown has.
        c: f64,
    },
    /// UCB1-tuned: x + sqrt((ln N / n) min(1/4, x - x^2 + sqrt(2 ln N / n))).
    Tuned,
}

/// Whether steps without a shot below them come before all other children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BareSteps {
    First,
    Alike,
}

impl Formula {
    /// The value of a child that was visited `visits` times with win rates that sum up to `total`, below a parent whose
    /// number of visits has the natural logarithm `ln`.
    #[inline]
    #[must_use]
    pub fn value(self, total: f64, visits: u32, ln: f64) -> f64 {
        let n = f64::from(visits);
        let (mean, ratio) = (total / n, ln / n);
        match self {
            Self::Ucb1 { c } => mean + c * ratio.sqrt(),
            Self::Tuned => {
                let variance = (mean - mean * mean).max(0.0) + (2.0 * ratio).sqrt();
                mean + (ratio * variance.min(0.25)).sqrt()
            }
        }
    }

    /// A number w such that no value is above x + sqrt(w ln N / n).
    fn width(self) -> f64 {
        match self {
            Self::Ucb1 { c } => c * c,
            Self::Tuned => 0.25,
        }
    }

    /// How fast a value can rise with sqrt(ln N), at most: for UCB1 by c / sqrt n; for UCB1-tuned by 1 / (2 sqrt n) where
    /// the minimum is a quarter and by half as much again where it is not. A child has one visit at least.
    pub(crate) fn steepness(self) -> f64 {
        match self {
            Self::Ucb1 { c } => c.abs(),
            Self::Tuned => 0.75,
        }
    }

    /// The place of the child with the largest value, the first of equal ones. All of them were visited.
    ///
    /// A root has thousands of children, and roots and divisions are slow. A child can have a value above `best` only if
    /// sqrt(w ln N / n) > best - x, that is w n ln N > (n best - total)^2 or n best < total, which takes neither.
    pub(crate) fn choose(self, children: &[Node], parent_visits: u32, bare: BareSteps) -> usize {
        if bare == BareSteps::First
            && let Some(place) = children.iter().position(|child| child.is_step() && child.tried() == 0)
        {
            return place;
        }
        let ln = libm::log(f64::from(parent_visits.max(1)));
        let width = self.width() * ln;
        let (mut chosen, mut best) = (0, f64::NEG_INFINITY);
        let may_win = |child: &Node, best: f64| {
            let n = f64::from(child.visits);
            let short = n * best - child.total;
            (short <= 0.0) | (short * short <= width * n)
        };
        let mut place = 0;
        for few in children.chunks(4) {
            // One branch for all of them: hardly any child gets further.
            if few.iter().fold(false, |any, child| any | may_win(child, best)) {
                for (offset, child) in few.iter().enumerate().filter(|(_, child)| child.visits > 0) {
                    let value = self.value(child.total, child.visits, ln);
                    if value > best {
                        (chosen, best) = (place + offset, value);
                    }
                }
            }
            place += few.len();
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Move, Square};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::arena::{Arena, ROOT};
    use super::*;

    #[test]
    fn the_shortcut_chooses_what_the_formula_says() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let square = |number: u32| Square::from_index(number as u8);
        for round in 0..300 {
            let mut arena = Arena::default();
            arena.plant();
            arena.get_mut(ROOT).open(50);
            for number in 0..50 {
                let child =
                    arena.add(ROOT, Move { from: square(number), to: square(100), arrow: square(101) });
                let node = arena.get_mut(child);
                node.visits = rng.random_range(1..=round + 1);
                node.total = f64::from(rng.random_range(0..=2 * node.visits)) / 2.0;
            }
            let children = arena.tried(ROOT);
            let parent = children.iter().map(|child| child.visits).sum::<u32>();
            for formula in [Formula::Tuned, Formula::Ucb1 { c: 0.3 }, Formula::Ucb1 { c: 1.4 }] {
                let value =
                    |child: &Node| formula.value(child.total, child.visits, libm::log(f64::from(parent)));
                let best = children.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
                let chosen = formula.choose(children, parent, BareSteps::Alike);
                assert!((value(&children[chosen]) - best).abs() < 1e-12, "{formula:?}");
            }
        }
    }
}
