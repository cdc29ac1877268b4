//! Squares, files and ranks, independent of the size of a board: `p16` is a square even where a board does not have it.

use std::fmt;

/// A column, `a` to `p`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct File(u8);

/// A row, 1 to 16, counted from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

/// A square, named by its file and rank: `a1`, `j10`, `p16`.
///
/// ```
/// use amazons::Square;
/// let square: Square = "d7".parse().unwrap();
/// assert_eq!(square.file().index(), 3);
/// assert_eq!(square.rank().index(), 6);
/// assert_eq!(square.to_string(), "d7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl File {
    /// Makes a file from its number, 0 for `a`; `None` from 16 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 16 { Some(Self(index)) } else { None }
    }

    /// The file's number, 0 for `a`.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file's letter.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

impl Rank {
    /// Makes a rank from its number, 0 for the bottom one; `None` from 16 on.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 16 { Some(Self(index)) } else { None }
    }

    /// The rank's number, 0 for the bottom one.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Rank {
    /// Counts from 1, as people do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Square {
    /// How many squares there are on the largest board.
    pub const COUNT: usize = 256;

    /// The square where a file and a rank meet.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.0 << 4 | file.0)
    }

    /// Makes a square from its column and row, both counted from 0; `None` where either is 16 or more.
    #[must_use]
    pub const fn from_coordinates(column: u8, row: u8) -> Option<Self> {
        match (File::new(column), Rank::new(row)) {
            (Some(file), Some(rank)) => Some(Self::new(file, rank)),
            _ => None,
        }
    }

    /// Makes a square from its [`index`](Self::index).
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// A number below [`COUNT`](Self::COUNT), sixteen times the rank plus the file.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square's file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File(self.0 & 15)
    }

    /// The square's rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 4)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}
