//! The margin of a game, and bounds of it.

use amazons::Color;

/// The lead of the side to move: the greatest number of free moves that it could give its opponent and still win.
///
/// A free move is a pass that its owner may use at any time, just as a move in a closed territory. Below zero the side
/// to move loses, and the number is that of the free moves it would need to win. No margin is a draw: 0 is a win with nothing in
/// hand, -1 a loss by nothing. Seen from the other side it is the margin's complement, `!margin`.
///
/// Where only closed territories are left it is the difference of the moves in them, less the one that the side to
/// move has to make first: with 9 moves against 5 White to move wins by 3 ([`in_hand`](Self::in_hand)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Margin(i16);

impl Margin {
    /// The margin with a number of free moves to give away.
    #[must_use]
    pub const fn new(free: i16) -> Self {
        Self(free)
    }

    /// The free moves that could be given away; below zero those that are missing.
    #[must_use]
    pub const fn free(self) -> i16 {
        self.0
    }

    /// Whether the side to move wins.
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 >= 0
    }

    /// The moves that the winner has in hand when its opponent has none, for either winner: "won by 7".
    #[must_use]
    pub const fn in_hand(self) -> u16 {
        (if self.0 >= 0 { self.0 } else { !self.0 }).unsigned_abs()
    }

    /// Who wins if it is `turn`'s move.
    #[must_use]
    pub fn winner(self, turn: Color) -> Color {
        if self.is_win() { turn } else { !turn }
    }
}

impl std::ops::Not for Margin {
    type Output = Self;

    /// The same game seen by the side that is not to move.
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Proven bounds of a [`Margin`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The margin is not less.
    pub at_least: Margin,
    /// The margin is not more.
    pub at_most: Margin,
}

impl Bounds {
    /// The margin, if it is known exactly.
    #[must_use]
    pub fn exact(self) -> Option<Margin> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// Whether the side to move wins, if that is proven.
    #[must_use]
    pub fn is_win(self) -> Option<bool> {
        match (self.at_least.is_win(), self.at_most.is_win()) {
            (true, _) => Some(true),
            (_, false) => Some(false),
            _ => None,
        }
    }
}

/// Proven bounds of a number of plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Count {
    /// There are not fewer.
    pub at_least: u16,
    /// There are not more.
    pub at_most: u16,
}

impl Count {
    /// A known number.
    #[must_use]
    pub const fn exactly(count: u16) -> Self {
        Self { at_least: count, at_most: count }
    }

    /// The number, if it is known exactly.
    #[must_use]
    pub fn exact(self) -> Option<u16> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.at_least += other.at_least;
        self.at_most += other.at_most;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_has_two_sides() {
        let won = Margin::new(3);
        assert!(won.is_win() && !(!won).is_win());
        assert_eq!((won.in_hand(), (!won).in_hand()), (3, 3));
        assert_eq!((Margin::new(0).in_hand(), Margin::new(-1).in_hand()), (0, 0));
        assert_eq!(Margin::new(-1).winner(Color::White), Color::Black);
    }

    #[test]
    fn bounds_decide_where_both_agree() {
        let between = |low, high| Bounds { at_least: Margin::new(low), at_most: Margin::new(high) };
        assert_eq!(between(0, 4).is_win(), Some(true));
        assert_eq!(between(-5, -1).is_win(), Some(false));
        assert_eq!(between(-1, 0).is_win(), None);
        assert_eq!(between(2, 2).exact(), Some(Margin::new(2)));
    }
}
