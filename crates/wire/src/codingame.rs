//! CodinGame: the whole board at every turn, from a random start, usually 8x8.
//!
//! ```text
//! 8             once: columns and rows
//! w             each turn: our side,
//! ...b.b..      the rows from the top: . empty, w White, b Black, - arrow,
//! ...
//! null          the opponent's last move, or null,
//! 300           and how many legal moves there are
//! ```
//!
//! The answer is a move without marks, `d8d1d7`. White moves first there as here.

use amazons::{Color, Move, Piece, Setup, Size, Square};
use thiserror::Error;

use crate::shortened;

/// The input of one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The board, and our side to move.
    pub setup: Setup,
    /// The opponent's last move.
    pub last: Option<Move>,
    /// How many legal moves there are.
    pub moves: u64,
}

/// A line that is not CodinGame's.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CodinGameError {
    /// The first line is no size of a board.
    #[error("the size of the board is a number from 1 to 16, not {0:?}")]
    Size(String),
    /// The side is neither w nor b.
    #[error("a side is w or b, not {0:?}")]
    Side(String),
    /// A row of another length, or of other signs.
    #[error("a row has {columns} signs . w b or -, not {found:?}")]
    Row {
        /// How many signs it should have.
        columns: u8,
        /// What stands there.
        found: String,
    },
    /// The last move is none.
    #[error("the last move is null or like d8d1d7, not {0:?}")]
    Last(String),
    /// The number of moves is none.
    #[error("the number of moves is a number, not {0:?}")]
    Count(String),
}

/// Reads the first line of a game.
///
/// # Errors
/// When it is no size of a board.
pub fn read_size(line: &str) -> Result<Size, CodinGameError> {
    let side: Option<u8> = line.trim().parse().ok();
    side.and_then(|side| Size::new(side, side).ok())
        .ok_or_else(|| CodinGameError::Size(shortened(line.trim())))
}

impl Turn {
    /// How many lines a turn has.
    #[must_use]
    pub fn count_lines(size: Size) -> usize {
        usize::from(size.rows()) + 3
    }

    /// Reads the lines of a turn; missing ones are empty.
    ///
    /// # Errors
    /// When one is not what it should be.
    pub fn from_lines(size: Size, lines: &[impl AsRef<str>]) -> Result<Self, CodinGameError> {
        let line = |index: usize| lines.get(index).map_or("", |line| line.as_ref().trim());
        let mut setup = Setup::empty(size);
        setup.turn = match line(0) {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(CodinGameError::Side(shortened(other))),
        };
        let mut arrows = 0;
        for (index, rank) in size.ranks().rev().enumerate() {
            let row = line(1 + index);
            let fault = || CodinGameError::Row { columns: size.columns(), found: shortened(row) };
            if row.chars().count() != usize::from(size.columns()) {
                return Err(fault());
            }
            for (file, sign) in size.files().zip(row.chars()) {
                let piece = match sign {
                    '.' => None,
                    'w' => Some(Piece::Amazon(Color::White)),
                    'b' => Some(Piece::Amazon(Color::Black)),
                    '-' => Some(Piece::Arrow),
                    _ => return Err(fault()),
                };
                arrows += u32::from(piece == Some(Piece::Arrow));
                setup.set(Square::new(file, rank), piece);
            }
        }
        // Each ply has left one arrow.
        setup.move_number = 1 + arrows / 2;
        let rows = usize::from(size.rows());
        let last = match line(1 + rows) {
            "null" => None,
            text => Some(text.parse().map_err(|_| CodinGameError::Last(shortened(text)))?),
        };
        let count = line(2 + rows);
        let moves = count.parse().map_err(|_| CodinGameError::Count(shortened(count)))?;
        Ok(Self { setup, last, moves })
    }

    /// The lines of a turn.
    #[must_use]
    pub fn to_lines(&self) -> Vec<String> {
        let setup = &self.setup;
        let mut lines = vec![if setup.turn == Color::White { "w" } else { "b" }.to_owned()];
        let sign = |square: Square| match setup.get(square) {
            None => '.',
            Some(Piece::Amazon(Color::White)) => 'w',
            Some(Piece::Amazon(Color::Black)) => 'b',
            Some(Piece::Arrow) => '-',
        };
        for rank in setup.size.ranks().rev() {
            lines.push(setup.size.files().map(|file| sign(Square::new(file, rank))).collect());
        }
        lines.push(self.last.map_or_else(|| "null".to_owned(), written));
        lines.push(self.moves.to_string());
        lines
    }
}

/// A move as CodinGame reads it.
#[must_use]
pub fn written(mv: Move) -> String {
    mv.written(amazons::notation::MoveNotation::Compact).to_string()
}
