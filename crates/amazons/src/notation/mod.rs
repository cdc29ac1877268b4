//! How positions, moves and games are written.
//!
//! | file | what |
//! |---|---|
//! | `fen` | a position in one line, in the dialect of Fairy-Stockfish |
//! | `moves` | a move, in four dialects; squares |
//! | `diagram` | a drawn board, ASCII or Unicode, that can be read back |
//! | `sgf` | games with comments and variations; Little Golem's records |
//! | `list` | games as lines of moves |
//!
//! The error of a parser holds what it found and where: [`Misread`].

mod diagram;
mod fen;
mod list;
mod moves;
pub mod sgf;

use std::fmt;

pub use diagram::{Diagram, DiagramError, DiagramFault, Glyphs};
pub use fen::{Fen, FenError, FenFault};
pub use list::{ListError, ListFault, MoveLine};
pub use moves::{MoveError, MoveNotation, MoveNotationError, MoveTextFault, SquareError, WrittenMove};

/// Where in a text something stands, counted in characters from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In a text of one line.
    Column(usize),
    /// In a text of many.
    Line(usize, usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(column) => write!(f, "column {column}"),
            Self::Line(line, column) => write!(f, "line {line}, column {column}"),
        }
    }
}

/// A text that could not be read: what is wrong, what stands there, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread<F> {
    /// What is wrong.
    pub fault: F,
    /// The offending text, shortened if it is long.
    pub found: String,
    /// Where it begins.
    pub place: Place,
}

impl<F> Misread<F> {
    /// The longest text that an error repeats, in characters.
    const LONGEST: usize = 40;

    pub(crate) fn new(fault: F, found: &str, place: Place) -> Self {
        let mut found: String = match found.char_indices().nth(Self::LONGEST) {
            Some((end, _)) => format!("{}...", &found[..end]),
            None => found.to_owned(),
        };
        if found.is_empty() {
            found.push_str("nothing");
        } else {
            found = format!("{found:?}");
        }
        Self { fault, found, place }
    }
}

impl<F: fmt::Display> fmt::Display for Misread<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} at {})", self.fault, self.found, self.place)
    }
}

impl<F: std::error::Error + 'static> std::error::Error for Misread<F> {}

/// The column at which a part of a text begins. The part must be a slice of the text.
fn column_of(text: &str, part: &str) -> usize {
    let offset = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    1 + text.get(..offset).map_or(0, |before| before.chars().count())
}
