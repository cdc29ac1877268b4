//! The eight directions of a queen.

use crate::square::Square;

/// A direction on the board, as seen by White at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Direction {
    East,
    NorthWest,
    North,
    NorthEast,
    West,
    SouthEast,
    South,
    SouthWest,
}

impl Direction {
    /// All eight: first the four in which square numbers rise, then their opposites in the same order.
    pub const ALL: [Self; 8] = [
        Self::East,
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
        Self::West,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
    ];

    /// One step: columns to the right, rows up.
    #[inline]
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::East => (1, 0),
            Self::NorthWest => (-1, 1),
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::West => (-1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
        }
    }

    /// The direction of the queen's line from one square to another and its length in squares; `None` where no
    /// queen goes.
    #[must_use]
    pub fn between(from: Square, to: Square) -> Option<(Self, u8)> {
        let columns = to.file().index() as i8 - from.file().index() as i8;
        let rows = to.rank().index() as i8 - from.rank().index() as i8;
        let length = columns.abs().max(rows.abs());
        Self::ALL
            .into_iter()
            .find(|direction| {
                let (right, up) = direction.step();
                length > 0 && (columns, rows) == (right * length, up * length)
            })
            .map(|direction| (direction, length.unsigned_abs()))
    }
}
