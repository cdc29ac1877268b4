//! The variant rule: a square that an amazon left stays blocked for some plies, then it is empty again.

use crate::square::Square;

/// The squares that will be empty again, and the delay of the rule.
///
/// With a delay of k plies, the square that an amazon leaves is blocked for the rest of that ply, its own arrow
/// included, and for the k plies after it. A delay of 0 is the standard game. Since every ply vacates one square,
/// no two become empty at the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Vacancies {
    delay: u8,
    /// Bit i: `squares[i]` becomes empty after i + 1 plies.
    pending: u16,
    /// Where no bit is pending, `a1`, so that equal states are equal values.
    squares: [Square; Vacancies::MAX_DELAY as usize],
}

const NOWHERE: Square = Square::from_index(0);

impl Vacancies {
    /// The longest delay.
    pub const MAX_DELAY: u8 = 15;

    /// The standard game: a vacated square is empty at once.
    pub const STANDARD: Self = Self { delay: 0, pending: 0, squares: [NOWHERE; 15] };

    /// The rule with a delay, no square waiting; `None` beyond [`MAX_DELAY`](Self::MAX_DELAY).
    #[must_use]
    pub fn new(delay: u8) -> Option<Self> {
        (delay <= Self::MAX_DELAY).then_some(Self { delay, ..Self::STANDARD })
    }

    /// For how many plies a vacated square stays blocked.
    #[inline]
    #[must_use]
    pub fn delay(&self) -> u8 {
        self.delay
    }

    /// The waiting squares, each with the number of plies for which it stays blocked, the soonest first.
    pub fn iter(&self) -> impl Iterator<Item = (Square, u8)> + '_ {
        let slots = (1_u8..).zip(self.squares);
        slots.filter(|(plies, _)| self.pending >> (plies - 1) & 1 == 1).map(|(plies, square)| (square, plies))
    }

    /// Adds a waiting square; `false` where another waits as long or the wait is not within the delay.
    pub(crate) fn insert(&mut self, square: Square, plies: u8) -> bool {
        if plies == 0 || plies > self.delay || self.pending >> (plies - 1) & 1 == 1 {
            return false;
        }
        self.pending |= 1 << (plies - 1);
        self.squares[usize::from(plies) - 1] = square;
        true
    }

    /// One ply goes by, in which `vacated` was left: gives the square that is empty again.
    pub(crate) fn advance(&mut self, vacated: Square) -> Option<Square> {
        let opened = (self.pending & 1 == 1).then_some(self.squares[0]);
        self.pending >>= 1;
        self.squares.copy_within(1.., 0);
        self.squares[14] = NOWHERE;
        self.insert(vacated, self.delay);
        opened
    }

    /// The same state with every waiting square renamed.
    #[must_use]
    pub(crate) fn mapped(mut self, mut rename: impl FnMut(Square) -> Square) -> Self {
        for slot in 0..self.squares.len() {
            if self.pending >> slot & 1 == 1 {
                self.squares[slot] = rename(self.squares[slot]);
            }
        }
        self
    }
}
