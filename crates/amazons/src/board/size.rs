//! The number of columns and rows.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::square::{File, Rank, Square};

/// The size of a board, 1 to 16 columns by 1 to 16 rows, written `10x10`: columns first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    columns: u8,
    rows: u8,
}

/// A board that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SizeError {
    /// Columns or rows outside 1 to 16.
    #[error("a board has 1 to 16 columns and 1 to 16 rows, not {columns} by {rows}")]
    OutOfRange {
        /// The columns asked for.
        columns: u8,
        /// The rows asked for.
        rows: u8,
    },
    /// Text that is not `COLUMNSxROWS`.
    #[error("{0:?} is no board size: write columns and rows, 1 to 16 each, like 10x10")]
    Text(String),
}

impl Size {
    /// The standard board.
    pub const STANDARD: Self = Self { columns: 10, rows: 10 };

    /// Makes a size.
    ///
    /// # Errors
    /// When either number is outside 1 to 16.
    pub const fn new(columns: u8, rows: u8) -> Result<Self, SizeError> {
        if columns == 0 || columns > 16 || rows == 0 || rows > 16 {
            Err(SizeError::OutOfRange { columns, rows })
        } else {
            Ok(Self { columns, rows })
        }
    }

    /// Makes a size known to be good when compiling; a bad one does not compile.
    pub(crate) const fn constant(columns: u8, rows: u8) -> Self {
        assert!(columns >= 1 && columns <= 16 && rows >= 1 && rows <= 16);
        Self { columns, rows }
    }

    /// How many columns there are.
    #[inline]
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// How many rows there are.
    #[inline]
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// How many squares there are.
    #[must_use]
    pub const fn area(self) -> u32 {
        self.columns as u32 * self.rows as u32
    }

    /// Whether there are as many columns as rows.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// Whether the board has a square.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.file().index() < self.columns && square.rank().index() < self.rows
    }

    /// All squares, rank by rank from `a1`.
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> {
        let squares = (0..=u8::MAX).map(Square::from_index);
        squares.filter(move |&square| self.contains(square))
    }

    /// All files from the left.
    pub fn files(self) -> impl DoubleEndedIterator<Item = File> {
        (0..self.columns).filter_map(File::new)
    }

    /// All ranks from the bottom.
    pub fn ranks(self) -> impl DoubleEndedIterator<Item = Rank> {
        (0..self.rows).filter_map(Rank::new)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let fault = || SizeError::Text(text.to_owned());
        // `parse` alone would take a sign: "+5x5".
        let number = |digits: &str| match digits.bytes().all(|byte| byte.is_ascii_digit()) {
            true => digits.parse().map_err(|_| fault()),
            false => Err(fault()),
        };
        let (columns, rows) = text.split_once('x').ok_or_else(fault)?;
        Self::new(number(columns)?, number(rows)?)
    }
}
