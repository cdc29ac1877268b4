//! Bounds of a sum of areas from bounds of its parts.
//!
//! For a game G let x(c) be its margin with c to move: c wins with n free moves given away just when n <= x(c). In the
//! language of combinatorial games (Conway 1976), seen by c, G >= -x(!c) - 1 and G <= x(c) + 1. Inequalities add up, so
//! for a sum
//!
//! - x(c) <= sum of (x(c) + 1) - 1, all parts;
//! - x(c) >= x(c) of one part + sum of (-x(!c) - 1) over the others: c moves there and answers everywhere else.
//!
//! The margins themselves do not add up: who moves first in one part cannot do so in all of them.

use amazons::{ByColor, Color};

/// The bounds of a margin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Interval {
    pub(crate) low: i16,
    pub(crate) high: i16,
}

/// The bounds of both margins of a game: with White and with Black to move.
pub(crate) type Both = ByColor<Interval>;

impl Interval {
    pub(crate) const fn exactly(margin: i16) -> Self {
        Self { low: margin, high: margin }
    }

    pub(crate) fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// Whether the margin is at least `needed`, if that is known.
    #[inline]
    pub(crate) fn reaches(self, needed: i16) -> Option<bool> {
        match (self.low >= needed, self.high < needed) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    fn meet(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }
}

/// The bounds from the most that each side can have.
pub(crate) fn from_highs(high: ByColor<i16>) -> Both {
    // A side that wins moving second also wins moving first with one free move more, which it uses at once.
    ByColor::from_fn(|color| Interval { low: -2 - high[!color], high: high[color] })
}

/// The number of free moves that a game is worth to each side, where its bounds tell that it is worth no more and no less.
pub(crate) fn integer(both: Both) -> Option<ByColor<i16>> {
    // G <= x(c) + 1 and G >= -x(!c) - 1, seen by c.
    let moves = both.map(|interval| interval.high + 1);
    (moves.white == -moves.black).then_some(moves)
}

/// The intersection of two bounds of the same game.
pub(crate) fn meet(one: Both, other: Both) -> Both {
    let both = ByColor::from_fn(|color| one[color].meet(other[color]));
    ByColor::from_fn(|color: Color| Interval {
        low: both[color].low.max(-2 - both[!color].high),
        high: both[color].high,
    })
}

/// The bounds of a sum.
pub(crate) fn sum(parts: &[Both]) -> Both {
    if parts.is_empty() {
        // The side to move has lost, with nothing in hand of the winner.
        return ByColor::from_fn(|_| Interval::exactly(-1));
    }
    ByColor::from_fn(|color| {
        let high = parts.iter().map(|part| part[color].high + 1).sum::<i16>() - 1;
        let answers: i16 = parts.iter().map(|part| -part[!color].high - 1).sum();
        let gains = parts.iter().map(|part| part[color].low + part[!color].high + 1);
        let low = answers + gains.max().unwrap_or(0);
        Interval { low, high }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_add_up() {
        // Three moves for White, five for Black.
        let integer = |value: i16| ByColor {
            white: Interval::exactly(value - 1),
            black: Interval::exactly(-value - 1),
        };
        assert_eq!(sum(&[integer(3), integer(-5)]), integer(-2));
        assert_eq!(sum(&[]), integer(0));
    }

    #[test]
    fn bounds_that_meet_are_integers() {
        let highs = |white, black| from_highs(ByColor { white, black });
        assert_eq!(integer(highs(2, -4)), Some(ByColor { white: 3, black: -3 }));
        assert_eq!(integer(sum(&[])), Some(ByColor { white: 0, black: 0 }));
        // A star: who moves first wins.
        assert_eq!(integer(highs(0, 0)), None);
    }

    #[test]
    fn hot_parts_leave_a_gap() {
        // Who moves first makes two moves there: {2|-2}.
        let hot = ByColor::from_fn(|_| Interval::exactly(2));
        let two = sum(&[hot, hot]);
        assert_eq!(two.white, Interval { low: -1, high: 5 });
    }

    #[test]
    fn bounds_intersect() {
        let wide = ByColor::from_fn(|_| Interval { low: -9, high: 4 });
        let met = meet(
            wide,
            ByColor { white: Interval { low: -3, high: 1 }, black: Interval { low: -9, high: 9 } },
        );
        assert_eq!(met.black, Interval { low: -3, high: 4 });
        assert_eq!(met.white, Interval { low: -3, high: 1 });
        assert_eq!(from_highs(ByColor { white: 4, black: 0 }).white, Interval { low: -2, high: 4 });
    }
}
