//! A set of squares of a board.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::bits::Bits;
use crate::board::{Board, queen_fill};
use crate::direction::Direction;
use crate::square::{Rank, Square};

/// A set of squares with its board. On boards of constant size it is just the word.
///
/// ```
/// use amazons::{Bitboard, Board10x10, Square};
/// let board = Board10x10::default();
/// let d1: Square = "d1".parse().unwrap();
/// let seen = Bitboard::single(board, d1).queen_moves(Bitboard::full(board));
/// assert_eq!(seen.count(), 27); // 9 along the file, 9 along the rank, 3 + 6 along the diagonals
/// assert!(!seen.contains(d1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bitboard<B: Board> {
    bits: B::Bits,
    board: B,
}

impl<B: Board> Bitboard<B> {
    /// The set with no square.
    #[inline]
    #[must_use]
    pub fn empty(board: B) -> Self {
        Self { bits: B::Bits::NONE, board }
    }

    /// The set of all squares.
    #[inline]
    #[must_use]
    pub fn full(board: B) -> Self {
        Self { bits: board.squares(), board }
    }

    /// The set of one square of the board.
    #[inline]
    #[must_use]
    pub fn single(board: B, square: Square) -> Self {
        Self { bits: B::Bits::single(board.index(square)), board }
    }

    /// Wraps a word; bits that are no squares are left out.
    #[inline]
    #[must_use]
    pub fn from_bits(board: B, bits: B::Bits) -> Self {
        Self { bits: bits & board.squares(), board }
    }

    /// Wraps a word whose bits are known to be squares of the board. Any other bit stays in the set and spoils it.
    #[inline]
    #[must_use]
    pub fn from_bits_unchecked(board: B, bits: B::Bits) -> Self {
        debug_assert_eq!(bits & !board.squares(), B::Bits::NONE);
        Self { bits, board }
    }

    /// The word.
    #[inline]
    #[must_use]
    pub fn bits(self) -> B::Bits {
        self.bits
    }

    /// The board.
    #[inline]
    #[must_use]
    pub fn board(self) -> B {
        self.board
    }

    /// How many squares are in the set.
    #[inline]
    #[must_use]
    pub fn count(self) -> u32 {
        self.bits.count()
    }

    /// Whether no square is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.bits.is_none()
    }

    /// Whether a square, on the board or off it, is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        self.board.size().contains(square) && self.intersects(Self::single(self.board, square))
    }

    /// Whether the sets share a square.
    #[inline]
    #[must_use]
    pub fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The first square of the set, counted along the ranks from `a1`.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Square> {
        (!self.is_empty()).then(|| self.board.square(self.bits.lowest()))
    }

    /// The squares of a rank of the board, that of file a as the lowest bit.
    #[inline]
    #[must_use]
    pub fn rank(self, rank: Rank) -> u16 {
        let first = self.board.index(Square::from_index(16 * rank.index()));
        self.bits.word(first) & (u16::MAX >> (16 - self.board.size().columns()))
    }

    /// The square with `rank` squares of the set before it.
    #[inline]
    #[must_use]
    pub fn select(self, rank: u32) -> Option<Square> {
        (rank < self.count()).then(|| self.board.square(self.bits.select(rank)))
    }

    /// The set moved one step; what leaves the board is dropped.
    #[inline]
    #[must_use]
    pub fn shifted(self, direction: Direction) -> Self {
        Self::from_bits(self.board, self.board.shifted(self.bits, direction))
    }

    /// The squares one king's step away from the set, its own squares only where they are neighbours themselves.
    #[inline]
    #[must_use]
    pub fn neighbors(self) -> Self {
        // To both sides first, then all of that up and down: four shifts instead of eight.
        let shifted = |bits, direction| self.board.shifted(bits, direction);
        let sides = shifted(self.bits, Direction::East) | shifted(self.bits, Direction::West);
        let row = self.bits | sides;
        Self::from_bits(self.board, sides | shifted(row, Direction::North) | shifted(row, Direction::South))
    }

    /// The squares of `through` that a queen on a square of the set reaches in one move over squares of
    /// `through`.
    #[inline]
    #[must_use]
    pub fn queen_moves(self, through: Self) -> Self {
        debug_assert_eq!(self.board, through.board, "sets of two boards do not mix");
        Self { bits: queen_fill(self.board, self.bits, through.bits), board: self.board }
    }

    /// The squares of `through` that are connected with the set by king's steps over squares of `through`.
    #[must_use]
    pub fn flood(self, through: Self) -> Self {
        let mut reached = self & through;
        loop {
            let grown = reached | (reached.neighbors() & through);
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }
}

impl<B: Board> IntoIterator for Bitboard<B> {
    type Item = Square;
    type IntoIter = Squares<B>;

    #[inline]
    fn into_iter(self) -> Squares<B> {
        Squares(self)
    }
}

/// The squares of a set, one by one along the ranks from `a1`.
#[derive(Clone, Debug)]
pub struct Squares<B: Board>(Bitboard<B>);

impl<B: Board> Iterator for Squares<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first();
        self.0.bits = self.0.bits.without_lowest();
        first
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Board> ExactSizeIterator for Squares<B> {}

impl<B: Board> Not for Bitboard<B> {
    type Output = Self;

    /// The squares of the board that are not in the set.
    #[inline]
    fn not(self) -> Self {
        Self::from_bits(self.board, !self.bits)
    }
}

/// Writes a set operation as an operator.
macro_rules! set_operation {
    ($operator:ident $method:ident $assign:ident $assign_method:ident $doc:literal) => {
        impl<B: Board> $operator for Bitboard<B> {
            type Output = Self;
            #[doc = $doc]
            #[inline]
            fn $method(self, other: Self) -> Self {
                debug_assert_eq!(self.board, other.board, "sets of two boards do not mix");
                Self { bits: self.bits.$method(other.bits), board: self.board }
            }
        }
        impl<B: Board> $assign for Bitboard<B> {
            #[doc = $doc]
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    };
}

set_operation!(BitAnd bitand BitAndAssign bitand_assign "The squares in both sets.");
set_operation!(BitOr bitor BitOrAssign bitor_assign "The squares in either set.");
set_operation!(BitXor bitxor BitXorAssign bitxor_assign "The squares in one set but not in the other.");

impl<B: Board> fmt::Debug for Bitboard<B> {
    /// Draws the board, `x` for a square in the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Bitboard {}", self.board.size())?;
        for rank in self.board.size().ranks().rev() {
            for file in self.board.size().files() {
                let mark = if self.contains(Square::new(file, rank)) { "x " } else { ". " };
                f.write_str(mark)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
