//! How a child is valued when one of them is to be chosen.

use super::arena::UctNode;

/// The value of a child: exploitation plus exploration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Formula {
    /// UCB1: x + c sqrt(ln N / n).
    Ucb1 {
        /// The weight of exploration.
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
    pub(crate) fn choose(self, children: &[UctNode], parent_visits: u32, bare: BareSteps) -> usize {
        if bare == BareSteps::First
            && let Some(place) = children.iter().position(|child| child.is_step() && child.tried() == 0)
        {
            return place;
        }
        let ln = libm::log(f64::from(parent_visits.max(1)));
        let width = self.width() * ln;
        let (mut chosen, mut best) = (0, f64::NEG_INFINITY);
        let may_win = |child: &UctNode, best: f64| {
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
            arena.reset();
            arena.get_mut(ROOT).open(50);
            for number in 0..50 {
                let child = arena
                    .add(ROOT, Move { from: square(number), to: square(100), arrow: square(101) })
                    .unwrap();
                let node = arena.get_mut(child);
                node.visits = rng.random_range(1..=round + 1);
                node.total = f64::from(rng.random_range(0..=2 * node.visits)) / 2.0;
            }
            let children = arena.tried(ROOT);
            let parent = children.iter().map(|child| child.visits).sum::<u32>();
            for formula in [Formula::Tuned, Formula::Ucb1 { c: 0.3 }, Formula::Ucb1 { c: 1.4 }] {
                let value =
                    |child: &UctNode| formula.value(child.total, child.visits, libm::log(f64::from(parent)));
                let best = children.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
                let chosen = formula.choose(children, parent, BareSteps::Alike);
                assert!((value(&children[chosen]) - best).abs() < 1e-12, "{formula:?}");
            }
        }
    }

    /// A root with children of given visits and totals, and whether they are steps.
    fn tree(children: &[(u32, f64)], are_steps: bool) -> Arena {
        let mut arena = Arena::default();
        arena.reset();
        arena.get_mut(ROOT).open(children.len() as u32);
        for (number, &(visits, total)) in (10..).zip(children) {
            let [from, to, arrow] = [number, 100, if are_steps { 100 } else { 101 }].map(Square::from_index);
            let child = arena.add(ROOT, Move { from, to, arrow }).unwrap();
            arena.get_mut(child).visits = visits;
            arena.get_mut(child).total = total;
        }
        arena
    }

    fn chosen(arena: &Arena, formula: Formula, bare: BareSteps) -> usize {
        let children = arena.tried(ROOT);
        let visits = children.iter().map(|child| child.visits).sum();
        formula.choose(children, visits, bare)
    }

    /// N = 100, ln N = 4.605170.
    ///
    /// ```text
    ///      n  total  x      ln N / n   root     c = 1    c = 0.5   c = 0.1
    /// 0   60   42    0.7    0.076753   0.27704  0.97704  0.83852   0.72770 *
    /// 1   25   16    0.64   0.184207   0.42919  1.06919  0.85460 * 0.68292
    /// 2   10    4    0.4    0.460517   0.67861  1.07861  0.73931   0.46786
    /// 3    5    1    0.2    0.921034   0.95971  1.15971* 0.67985   0.29597
    /// ```
    #[test]
    fn ucb1_visits_the_child_that_a_table_worked_out_by_hand_says() {
        let arena = tree(&[(60, 42.0), (25, 16.0), (10, 4.0), (5, 1.0)], false);
        for (c, expected) in [(1.0, 3), (0.5, 1), (0.1, 0)] {
            assert_eq!(chosen(&arena, Formula::Ucb1 { c }, BareSteps::Alike), expected, "c = {c}");
        }
    }

    /// N = 1000, ln N = 6.907755. V = x - x^2 + sqrt(2 ln N / n).
    ///
    /// ```text
    ///      n  total  x      ln N / n   V                             min     root of product  value
    /// 0  600  570    0.95   0.0115129  0.0475 + 0.151742 = 0.199243  0.1992  0.047894         0.997894
    /// 1  200  180    0.9    0.0345388  0.09   + 0.262826 = 0.352826  0.25    0.092923         0.992923
    /// 2  150  135    0.9    0.0460517  0.09   + 0.303485 = 0.393485  0.25    0.107298         1.007298 *
    /// 3   50   30    0.6    0.1381551  0.24   + 0.525652 = 0.765652  0.25    0.185846         0.785846
    /// ```
    ///
    /// UCB1 with c = 1/2 is UCB1-tuned without the variance; it values the first child at 0.95 + 0.053649 = 1.003649.
    /// With 579 of its 600 visits won (x = 0.965, V = 0.033775 + 0.151742 = 0.185518, root 0.046215) that child is worth
    /// 1.011215 and chosen. With 575 (x = 0.958333, V = 0.039931 + 0.151742 = 0.191673, root 0.046976) it is worth
    /// 1.005309 and is not, while without the variance it would be worth 1.011982 and be chosen.
    #[test]
    fn ucb1_tuned_visits_the_child_that_a_table_worked_out_by_hand_says() {
        for (won, tuned, without_variance) in [(570.0, 2, 2), (575.0, 2, 0), (579.0, 0, 0)] {
            let arena = tree(&[(600, won), (200, 180.0), (150, 135.0), (50, 30.0)], false);
            assert_eq!(chosen(&arena, Formula::Tuned, BareSteps::Alike), tuned, "{won} won");
            let ucb1 = Formula::Ucb1 { c: 0.5 };
            assert_eq!(chosen(&arena, ucb1, BareSteps::Alike), without_variance, "{won} won");
        }
    }

    /// N = 16, ln N = 2.772589, c = 1. No step has a shot at first.
    ///
    /// ```text
    ///      n  total  x     ln N / n  root     value
    /// 0    8   6     0.75  0.346574  0.58871  1.33871
    /// 1    6   6     1     0.462098  0.67978  1.67978 *
    /// 2    2   0     0     1.386294  1.17741  1.17741
    /// ```
    ///
    /// The values count only once every step has a shot; before, the first step without one is as good as infinite.
    #[test]
    fn a_step_without_a_shot_is_visited_before_all_others() {
        let mut arena = tree(&[(8, 6.0), (6, 6.0), (2, 0.0)], true);
        let ucb1 = Formula::Ucb1 { c: 1.0 };
        let mut order = Vec::new();
        for shot in [0, 1, 2] {
            order.push(chosen(&arena, ucb1, BareSteps::First));
            assert_eq!(chosen(&arena, ucb1, BareSteps::Alike), 1);
            // The steps get their shots in another order than they stand in.
            let step = arena.first(ROOT) + [1, 0, 2][shot];
            let Move { from, to, .. } = arena.get(step).mv();
            arena.get_mut(step).open(5);
            arena.add(step, Move { from, to, arrow: Square::from_index(200) }).unwrap();
        }
        order.push(chosen(&arena, ucb1, BareSteps::First));
        assert_eq!(order, [0, 0, 2, 1]);
    }
}
