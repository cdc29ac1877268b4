//! Boards: how many columns and rows there are, and which bit of a word stands for which square.
//!
//! | type | boards | bits of a set | tables |
//! |---|---|---|---|
//! | [`Fixed`] | any that fits, chosen when compiling | `u128`, with a guard column | constants |
//! | [`Narrow`] | (columns + 1) x rows <= 128 | `u128`, with a guard column | made on first use |
//! | [`Wide`] | all others, to 16 x 16 | 256 bits, sixteen to a rank | made on first use |
//!
//! The guard column is a file of squares that are never empty: a set shifted by one square in any direction
//! never wraps into the next rank once the full squares are taken out. On a board of 4 columns and 3 rows the
//! bits are numbered so, the guard's in brackets:
//!
//! ```text
//! 3   10  11  12  13 [14]
//! 2    5   6   7   8 [ 9]
//! 1    0   1   2   3 [ 4]
//!      a   b   c   d
//! ```

mod fixed;
mod runtime;
mod size;

use std::fmt::Debug;
use std::hash::Hash;

use crate::bits::Bits;
use crate::direction::Direction;
use crate::square::Square;

pub use fixed::{Board6x6, Board8x8, Board10x10, Fixed};
pub use runtime::{Narrow, Wide};
pub use size::{Size, SizeError};

/// The geometry of a board. A value of this type costs nothing where the geometry is constant and one pointer
/// where it is not.
pub trait Board: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds a set of squares.
    type Bits: Bits;

    /// How many columns and rows there are.
    fn size(self) -> Size;

    /// The number of the bit for a square of the board.
    fn index(self, square: Square) -> u32;

    /// The square for the number of its bit.
    fn square(self, index: u32) -> Square;

    /// All squares of the board.
    fn squares(self) -> Self::Bits;

    /// The squares that a queen sees on the empty board from a square, by [`Direction::ALL`].
    fn rays(self, index: u32) -> &'static [Self::Bits; 8];

    /// Moves every square of a set one step. What leaves the board lands on a square that is never empty or
    /// nowhere: take the result's intersection with a set of squares before using it.
    fn shifted(self, set: Self::Bits, direction: Direction) -> Self::Bits;

    /// Moves every bit of a set by some steps, 1 to 8, whatever lies between and whether or not it wraps into the next
    /// rank: for fills, which keep only what came over [`enterable`](Self::enterable) empty squares.
    fn slid(self, set: Self::Bits, direction: Direction, steps: u32) -> Self::Bits;

    /// The bits that a step in a direction may land on without wrapping; all of them where there is a guard column.
    fn enterable(self, direction: Direction) -> Self::Bits;
}

/// The squares that a queen on `from` reaches in one move where `blocked` squares, the board's edge among them,
/// are in the way.
#[inline(always)]
pub fn queen_reach<B: Board>(board: B, from: u32, blocked: B::Bits) -> B::Bits {
    let rays = board.rays(from);
    let mut reach = B::Bits::NONE;
    for ray in &rays[..4] {
        reach |= ray.rising_until(blocked);
    }
    for (direction, &ray) in rays.iter().enumerate().skip(4) {
        // What lies behind the first stop is the stop's own ray. Where nothing stops, the stop is said to be a1,
        // from which every falling ray is empty.
        let stop = (ray & blocked).highest_or_zero();
        reach |= ray ^ board.rays(stop)[direction];
    }
    reach & !blocked
}

/// The squares that queens on the squares of a set reach in one move over `empty` squares, by parallel prefix: in each
/// direction the runners double their steps, 1 + 2 + 4 + 8 (Kogge and Stone 1973).
#[inline(always)]
pub(crate) fn queen_fill<B: Board>(board: B, set: B::Bits, empty: B::Bits) -> B::Bits {
    // Written out, so that every direction is a constant.
    fill(board, Direction::East, set, empty)
        | fill(board, Direction::NorthWest, set, empty)
        | fill(board, Direction::North, set, empty)
        | fill(board, Direction::NorthEast, set, empty)
        | fill(board, Direction::West, set, empty)
        | fill(board, Direction::SouthEast, set, empty)
        | fill(board, Direction::South, set, empty)
        | fill(board, Direction::SouthWest, set, empty)
}

#[inline(always)]
fn fill<B: Board>(board: B, direction: Direction, set: B::Bits, empty: B::Bits) -> B::Bits {
    // After each doubling `open` holds the squares whose last 1, 2, 4, 8 steps were over empty squares.
    let mut open = empty & board.enterable(direction);
    let mut reached = board.slid(set, direction, 1) & open;
    for steps in [1, 2, 4] {
        reached |= board.slid(reached, direction, steps) & open;
        open &= board.slid(open, direction, steps);
    }
    reached | board.slid(reached, direction, 8) & open
}
