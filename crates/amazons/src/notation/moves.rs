//! Squares and moves as text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Misread, Place};
use crate::mv::Move;
use crate::square::{File, Rank, Square};

/// A text that is no square.
pub type SquareError = Misread<MoveTextFault>;
/// A text that is no move.
pub type MoveError = Misread<MoveTextFault>;

/// What is wrong with the text of a square or a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MoveTextFault {
    /// No letter `a` to `p` where a square should begin.
    #[error("a square begins with a letter a to p")]
    File,
    /// No number 1 to 16 after the letter.
    #[error("a square's letter is followed by a number 1 to 16")]
    Rank,
    /// In `d1d7,d7g7` the arrow must start where the step ends.
    #[error("the arrow starts where the step ends")]
    ArrowStart,
    /// A bracket that is not closed.
    #[error("the arrow's bracket is not closed")]
    Bracket,
    /// More text than a move has.
    #[error("nothing may follow")]
    Rest,
}

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum MoveNotation {
    /// `d1d7,d7g7`: Fairy-Stockfish, UCI and UGI.
    Fairy,
    /// `d1-d7/g7`: books, Little Golem.
    #[default]
    Print,
    /// `d1-d7(g7)`.
    Bracket,
    /// `d1d7g7`: CodinGame.
    Compact,
}

/// A name that no notation has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "no notation is called {0:?}: there are fairy (d1d7,d7g7), print (d1-d7/g7), bracket (d1-d7(g7)) and compact (d1d7g7)"
)]
pub struct MoveNotationError(String);

impl MoveNotation {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Fairy, Self::Print, Self::Bracket, Self::Compact];

    /// The name by which people choose it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fairy => "fairy",
            Self::Print => "print",
            Self::Bracket => "bracket",
            Self::Compact => "compact",
        }
    }
}

impl FromStr for MoveNotation {
    type Err = MoveNotationError;

    fn from_str(name: &str) -> Result<Self, MoveNotationError> {
        let found = Self::ALL.into_iter().find(|notation| notation.name() == name);
        found.ok_or_else(|| MoveNotationError(name.to_owned()))
    }
}

/// A move together with the way to write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    mv: Move,
    notation: MoveNotation,
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Move { from, to, arrow } = self.mv;
        match self.notation {
            MoveNotation::Fairy => write!(f, "{from}{to},{to}{arrow}"),
            MoveNotation::Print => write!(f, "{from}-{to}/{arrow}"),
            MoveNotation::Bracket => write!(f, "{from}-{to}({arrow})"),
            MoveNotation::Compact => write!(f, "{from}{to}{arrow}"),
        }
    }
}

impl Move {
    /// The move written in a notation.
    #[must_use]
    pub fn written(self, notation: MoveNotation) -> WrittenMove {
        WrittenMove { mv: self, notation }
    }
}

impl fmt::Display for Move {
    /// Writes the move as in print, `d1-d7/g7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.written(MoveNotation::Print).fmt(f)
    }
}

impl FromStr for Move {
    type Err = MoveError;

    /// Reads a move in any [`MoveNotation`].
    ///
    /// ```
    /// use amazons::{Move, notation::MoveNotation};
    /// let mv: Move = "a10-d10(d7)".parse().unwrap();
    /// assert_eq!(mv.written(MoveNotation::Fairy).to_string(), "a10d10,d10d7");
    /// let error = "a10-d0/d7".parse::<Move>().unwrap_err();
    /// assert_eq!(error.to_string(), r#"a square's letter is followed by a number 1 to 16 ("0/d7" at column 6)"#);
    /// ```
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let mut parser = MoveParser { text, rest: text };
        let from = parser.square()?;
        parser.skip('-');
        let to = parser.square()?;
        let arrow = if parser.skip(',') {
            let before = parser.rest;
            if parser.square()? != to {
                return Err(parser.misread(MoveTextFault::ArrowStart, before));
            }
            parser.square()?
        } else if parser.skip('(') {
            let arrow = parser.square()?;
            if !parser.skip(')') {
                return Err(parser.misread(MoveTextFault::Bracket, parser.rest));
            }
            arrow
        } else {
            parser.skip('/');
            parser.square()?
        };
        parser.end()?;
        Ok(Self { from, to, arrow })
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads a square, its letter small or capital.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut parser = MoveParser { text, rest: text };
        let square = parser.square()?;
        parser.end()?;
        Ok(square)
    }
}

struct MoveParser<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> MoveParser<'a> {
    fn misread(&self, fault: MoveTextFault, found: &str) -> MoveError {
        Misread::new(fault, found, Place::Column(super::column_of(self.text, found)))
    }

    fn skip(&mut self, mark: char) -> bool {
        let after = self.rest.strip_prefix(mark);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn square(&mut self) -> Result<Square, MoveError> {
        let letter = self.rest.bytes().next().map(|byte| byte.to_ascii_lowercase());
        let file = letter.and_then(|letter| File::new(letter.wrapping_sub(b'a')));
        let Some(file) = file else {
            return Err(self.misread(MoveTextFault::File, self.rest));
        };
        let number: &'a str = &self.rest[1..];
        let digits = number.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let rank = number[..digits].parse::<u8>().ok().and_then(|n| Rank::new(n.checked_sub(1)?));
        // "a017" would otherwise be a1 and a stray 7.
        let Some(rank) = rank.filter(|_| !number.starts_with('0')) else {
            return Err(self.misread(MoveTextFault::Rank, number));
        };
        self.rest = &number[digits..];
        Ok(Square::new(file, rank))
    }

    fn end(&self) -> Result<(), MoveError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.misread(MoveTextFault::Rest, self.rest)) }
    }
}
