//! The platform of the Chinese computer games competitions (CCGC, SAU): one line a message, 10x10.
//!
//! Squares are two capital letters, column then row, A at the left and at the top. Their Black stands at the bottom and
//! moves first: he is our White, and his AG is our a4.

use std::fmt;
use std::str::FromStr;

use amazons::{Color, Move, Square};
use thiserror::Error;

use crate::shortened;

/// Columns and rows of their board.
const SIDE: u8 = 10;

/// A line from the platform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// `name?`: asks for the program's name.
    Name,
    /// `new black` or `new white`: a new game and the program's side.
    New(Color),
    /// `move ABCDEF`: the opponent's move.
    Move(Move),
    /// `error`: the last line was refused.
    Error,
    /// `end`: the game is over.
    End,
    /// `quit`.
    Quit,
}

/// A line from the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `name N`.
    Name(String),
    /// `move ABCDEF`.
    Move(Move),
    /// `error`: the last line was not understood.
    Error,
}

/// A line that is no command of the platform.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CcgcError {
    /// No command looks like this.
    #[error("unknown command {0:?}")]
    Unknown(String),
    /// The side is neither black nor white.
    #[error("a game is new black or new white, not {0:?}")]
    Side(String),
    /// A move is not six letters A to J.
    #[error("a move is six letters A to J, not {0:?}")]
    Move(String),
}

/// Their name of a side: black moves first there.
fn side_name(color: Color) -> &'static str {
    (!color).name()
}

fn read_square(letters: [u8; 2]) -> Option<Square> {
    let [column, row] = letters.map(|letter| letter.to_ascii_uppercase().wrapping_sub(b'A'));
    (column < SIDE && row < SIDE).then(|| Square::from_coordinates(column, SIDE - 1 - row)).flatten()
}

fn read_move(text: &str) -> Option<Move> {
    let letters: [u8; 6] = text.as_bytes().try_into().ok()?;
    let [a, b, c, d, e, f] = letters;
    Some(Move { from: read_square([a, b])?, to: read_square([c, d])?, arrow: read_square([e, f])? })
}

/// The six letters of a move on their board.
fn written(mv: Move) -> String {
    let letter = |index: u8| char::from(b'A' + index);
    let square = |square: Square| {
        let row = (SIDE - 1).saturating_sub(square.rank().index());
        [letter(square.file().index()), letter(row)]
    };
    [mv.from, mv.to, mv.arrow].into_iter().flat_map(square).collect()
}

impl FromStr for Command {
    type Err = CcgcError;

    fn from_str(line: &str) -> Result<Self, CcgcError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["name?", ..] => Self::Name,
            ["new", "black"] => Self::New(Color::White),
            ["new", "white"] => Self::New(Color::Black),
            ["new", ..] => return Err(CcgcError::Side(shortened(&words[1..].join(" ")))),
            ["move", text] => Self::Move(read_move(text).ok_or_else(|| CcgcError::Move(shortened(text)))?),
            ["move", ..] => return Err(CcgcError::Move(shortened(&words[1..].join(" ")))),
            ["error", ..] => Self::Error,
            ["end", ..] => Self::End,
            ["quit", ..] => Self::Quit,
            _ => return Err(CcgcError::Unknown(shortened(line.trim()))),
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => f.write_str("name?"),
            Self::New(color) => write!(f, "new {}", side_name(*color)),
            Self::Move(mv) => write!(f, "move {}", written(*mv)),
            Self::Error => f.write_str("error"),
            Self::End => f.write_str("end"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "name {name}"),
            Self::Move(mv) => write!(f, "move {}", written(*mv)),
            Self::Error => f.write_str("error"),
        }
    }
}
