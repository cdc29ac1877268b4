//! A [`Setup`]: any contents of a board, playable or not.

use thiserror::Error;

use crate::board::Size;
use crate::color::Color;
use crate::square::Square;

/// What may stand on a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// An amazon of a side.
    Amazon(Color),
    /// An arrow, or a vacated square that is still blocked.
    Arrow,
}

/// A board with pieces on it and the facts beside it. Nothing is checked:
/// [`Position::from_setup`](crate::Position::from_setup) does that.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The size of the board.
    pub size: Size,
    pieces: [Option<Piece>; Square::COUNT],
    /// Who is to move.
    pub turn: Color,
    /// The number of the move to be made, from 1, counted up after each of Black's.
    pub move_number: u32,
    /// For how many plies a vacated square stays blocked; 0 in the standard game.
    pub delay: u8,
    /// Squares that stand as arrows and will be empty again, each with the plies for which it stays blocked.
    pub reopening: Vec<(Square, u8)>,
}

impl Setup {
    /// A board with nothing on it, White to move.
    #[must_use]
    pub fn empty(size: Size) -> Self {
        Self {
            size,
            pieces: [None; Square::COUNT],
            turn: Color::White,
            move_number: 1,
            delay: 0,
            reopening: Vec::new(),
        }
    }

    /// How many plies were played before if White began with move 1.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.move_number
            .saturating_sub(1)
            .saturating_mul(2)
            .saturating_add(u32::from(self.turn == Color::Black))
    }

    /// What stands on a square.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// Puts a piece on a square, or nothing.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces[square.index()] = piece;
    }

    /// The squares where a piece stands, on the board or off it, rank by rank from `a1`.
    pub fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        (0..=u8::MAX).map(Square::from_index).filter(move |&square| self.get(square) == Some(piece))
    }
}

/// Why a setup cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// A piece stands outside the board.
    #[error("a piece stands on {square}, which a board of {size} does not have")]
    OffBoard {
        /// The square that is not there.
        square: Square,
        /// The size of the board.
        size: Size,
    },
    /// A side has no amazon or too many.
    #[error("{color} has {count} amazons: a side needs 1 to 16")]
    Amazons {
        /// The side.
        color: Color,
        /// How many it has.
        count: usize,
    },
    /// The variant's delay is too long.
    #[error("vacated squares cannot stay blocked for {0} plies: the most is 15")]
    Delay(u8),
    /// A square that is to reopen is not blocked.
    #[error("{0} is to open again but is not blocked: it must stand as an arrow")]
    NotBlocked(Square),
    /// A square that is to reopen stays blocked for no ply or for longer than the rule allows.
    #[error("{square} cannot stay blocked for {plies} plies: the rule allows 1 to {delay}")]
    Wait {
        /// The square.
        square: Square,
        /// The plies asked for.
        plies: u8,
        /// The rule's delay.
        delay: u8,
    },
    /// Two squares are to reopen together, or one twice.
    #[error("{square} cannot open again after {plies} plies: another square does, or it was named before")]
    WaitTaken {
        /// The square.
        square: Square,
        /// The plies asked for.
        plies: u8,
    },
    /// The move number is not counted from 1.
    #[error("moves are counted from 1, not from 0")]
    MoveNumber,
}
