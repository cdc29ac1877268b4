//! Boards whose geometry is known when compiling.

use super::{Board, Size};
use crate::direction::Direction;
use crate::square::Square;

/// A board of constant size in one `u128` with a guard column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fixed<const COLUMNS: u8, const ROWS: u8>;

/// The standard board.
pub type Board10x10 = Fixed<10, 10>;
/// The board of Botzone and CodinGame.
pub type Board8x8 = Fixed<8, 8>;
/// The smallest board with a start of its own name.
pub type Board6x6 = Fixed<6, 6>;

impl<const COLUMNS: u8, const ROWS: u8> Fixed<COLUMNS, ROWS> {
    const SIZE: Size = Size::constant(COLUMNS, ROWS);
    const STRIDE: u32 = {
        assert!((COLUMNS as u32 + 1) * ROWS as u32 <= 128, "the board does not fit 128 bits");
        COLUMNS as u32 + 1
    };
    const SQUARES: u128 = squares(Self::SIZE, Self::STRIDE);
    const RAYS: &'static [[u128; 8]; 128] = &rays(Self::SIZE, Self::STRIDE);
    const NAMES: &'static [Square; 128] = &names(Self::SIZE, Self::STRIDE);
}

impl<const COLUMNS: u8, const ROWS: u8> Board for Fixed<COLUMNS, ROWS> {
    type Bits = u128;

    #[inline(always)]
    fn size(self) -> Size {
        Self::SIZE
    }

    #[inline(always)]
    fn index(self, square: Square) -> u32 {
        u32::from(square.rank().index()) * Self::STRIDE + u32::from(square.file().index())
    }

    #[inline(always)]
    fn square(self, index: u32) -> Square {
        Self::NAMES[index as usize & 127]
    }

    #[inline(always)]
    fn squares(self) -> u128 {
        Self::SQUARES
    }

    #[inline(always)]
    fn rays(self, index: u32) -> &'static [u128; 8] {
        // The mask spares the check of the bound.
        &Self::RAYS[index as usize & 127]
    }

    #[inline(always)]
    fn shifted(self, set: u128, direction: Direction) -> u128 {
        slid(set, direction, Self::STRIDE, 1)
    }

    #[inline(always)]
    fn slid(self, set: u128, direction: Direction, steps: u32) -> u128 {
        slid(set, direction, Self::STRIDE, steps)
    }

    #[inline(always)]
    fn enterable(self, _direction: Direction) -> u128 {
        u128::MAX
    }
}

/// Some steps of a set on a board with a guard column.
#[inline(always)]
pub(super) const fn slid(set: u128, direction: Direction, stride: u32, steps: u32) -> u128 {
    match direction {
        Direction::East => raised(set, steps),
        Direction::NorthWest => raised(set, steps * (stride - 1)),
        Direction::North => raised(set, steps * stride),
        Direction::NorthEast => raised(set, steps * (stride + 1)),
        Direction::West => lowered(set, steps),
        Direction::SouthEast => lowered(set, steps * (stride - 1)),
        Direction::South => lowered(set, steps * stride),
        Direction::SouthWest => lowered(set, steps * (stride + 1)),
    }
}

/// On long ranks eight steps may be more than the word has.
#[inline(always)]
const fn raised(set: u128, by: u32) -> u128 {
    if by < 128 { set << by } else { 0 }
}

#[inline(always)]
const fn lowered(set: u128, by: u32) -> u128 {
    if by < 128 { set >> by } else { 0 }
}

/// All squares of a board with a guard column.
pub(super) const fn squares(size: Size, stride: u32) -> u128 {
    let mut squares = 0;
    let mut row = 0;
    while row < size.rows() {
        squares |= ((1 << size.columns()) - 1) << (row as u32 * stride);
        row += 1;
    }
    squares
}

/// The name of each bit; those off the board are never asked for and stand as `a1`.
pub(super) const fn names(size: Size, stride: u32) -> [Square; 128] {
    let mut names = [Square::from_index(0); 128];
    let mut row = 0;
    while row < size.rows() {
        let mut column = 0;
        while column < size.columns() {
            names[row as usize * stride as usize + column as usize] = Square::from_index(row << 4 | column);
            column += 1;
        }
        row += 1;
    }
    names
}

/// What a queen sees on the empty board from every square in every direction.
pub(super) const fn rays(size: Size, stride: u32) -> [[u128; 8]; 128] {
    let board = squares(size, stride);
    let mut rays = [[0; 8]; 128];
    let mut index = 0;
    while index < 128 {
        let mut direction = 0;
        while direction < 8 && board >> index & 1 == 1 {
            let mut ahead = slid(1 << index, Direction::ALL[direction], stride, 1) & board;
            while ahead != 0 {
                rays[index][direction] |= ahead;
                ahead = slid(ahead, Direction::ALL[direction], stride, 1) & board;
            }
            direction += 1;
        }
        index += 1;
    }
    rays
}
