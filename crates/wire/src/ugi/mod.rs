//! UGI, the Universal Game Interface, and UCI, from which it derives: lines of text between an engine and its user.
//!
//! A user sends [`Command`]s, an engine [`Message`]s. Moves are written `d1d7,d7g7` and read in any notation; scores are
//! the mover's, 100 centi to a move of margin. Players are called by their colours here: UGI's first player, `p1`, is
//! White.
//!
//! ```
//! use wire::ugi::{Command, Message};
//! let command: Command = "position startpos moves d1-d7/g7".parse().unwrap();
//! assert_eq!(command.to_string(), "position startpos moves d1d7,d7g7");
//! let message: Message = "info depth 3 score cp -150 pv d1d7,d7g7".parse().unwrap();
//! assert!(matches!(message, Message::Info(info) if info.depth == Some(3)));
//! ```

mod command;
mod go;
mod info;
mod message;
mod option;

use amazons::Move;
use amazons::notation::{MoveError, MoveNotation};

use crate::shortened;

pub use command::{Command, CommandError, Query, Root};
pub use go::{Go, GoError};
pub use info::{Bound, Info, UgiScore, Wdl};
pub use message::{Best, Message, MessageError, Response};
pub use option::{OptionError, OptionKind, UgiOption};

/// The two dialects of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// `ugi`, `ugiok`, `uginewgame`.
    Ugi,
    /// `uci`, `uciok`, `ucinewgame`.
    Uci,
}

impl Dialect {
    /// Both, UGI first.
    pub const BOTH: [Self; 2] = [Self::Ugi, Self::Uci];

    /// The command that begins a session.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Uci => "uci",
        }
    }
}

/// A move as it is written here.
fn written(mv: Move) -> String {
    mv.written(MoveNotation::Fairy).to_string()
}

/// A row of moves with a space before each.
fn write_moves(f: &mut std::fmt::Formatter<'_>, moves: &[Move]) -> std::fmt::Result {
    moves.iter().try_for_each(|&mv| write!(f, " {}", mv.written(MoveNotation::Fairy)))
}

fn read_moves<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Move>, MoveError> {
    words.map(str::parse).collect()
}

/// A text on one line: single spaces between words, none around them.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
