//! Messages from an engine to its user.

use std::fmt;
use std::str::FromStr;

use amazons::Move;
use thiserror::Error;

use super::info::Info;
use super::option::{OptionError, UgiOption};
use super::{Dialect, shortened, tidy, written};

/// A line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `id name N`.
    Name(String),
    /// `id author A`.
    Author(String),
    /// `option ...`.
    Option(UgiOption),
    /// `ugiok` or `uciok`: the end of names and options.
    Ok(Dialect),
    /// `readyok`.
    ReadyOk,
    /// `info ...`.
    Info(Info),
    /// `bestmove B [ponder M]`.
    BestMove {
        /// The answer.
        best: Best,
        /// What it expects the opponent to reply.
        ponder: Option<Move>,
    },
    /// `response R`, to a query.
    Response(Response),
}

/// An answer to `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Best {
    /// A move.
    Move(Move),
    /// `(none)`: there is no move.
    None,
    /// `resign`.
    Resign,
}

/// An answer to a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Response {
    /// `true`.
    True,
    /// `false`.
    False,
    /// `p1win`: White has won.
    FirstWins,
    /// `p2win`: Black has won.
    SecondWins,
    /// `none`: the game is not over.
    None,
}

impl From<bool> for Response {
    fn from(is_so: bool) -> Self {
        if is_so { Self::True } else { Self::False }
    }
}

/// A line that is no message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// No message looks like this.
    #[error("unknown message {0:?}")]
    Unknown(String),
    /// An option cannot be read.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The best move is no move: what stands there.
    #[error("{0:?} is no move")]
    BestMove(String),
}

impl FromStr for Message {
    type Err = MessageError;

    fn from_str(line: &str) -> Result<Self, MessageError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match words.as_slice() {
            ["id", "name", name @ ..] => Self::Name(name.join(" ")),
            ["id", "author", author @ ..] => Self::Author(author.join(" ")),
            ["option", rest @ ..] => Self::Option(UgiOption::from_words(rest)?),
            ["ugiok", ..] => Self::Ok(Dialect::Ugi),
            ["uciok", ..] => Self::Ok(Dialect::Uci),
            ["readyok", ..] => Self::ReadyOk,
            ["info", rest @ ..] => Self::Info(Info::from_words(rest)),
            ["bestmove", rest @ ..] => read_best(rest)?,
            ["response", "true"] => Self::Response(Response::True),
            ["response", "false"] => Self::Response(Response::False),
            ["response", "p1win"] => Self::Response(Response::FirstWins),
            ["response", "p2win"] => Self::Response(Response::SecondWins),
            ["response", "none"] => Self::Response(Response::None),
            _ => return Err(MessageError::Unknown(shortened(line.trim()))),
        })
    }
}

fn read_best(words: &[&str]) -> Result<Message, MessageError> {
    let best = match words.first() {
        // Some engines write UCI's null move.
        Some(&"(none)" | &"none" | &"0000") => Best::None,
        Some(&"resign") => Best::Resign,
        Some(text) => Best::Move(text.parse().map_err(|_| MessageError::BestMove(shortened(text)))?),
        None => return Err(MessageError::BestMove(String::new())),
    };
    // A ponder move that cannot be read is ignored.
    let ponder = match words {
        [_, "ponder", mv, ..] => mv.parse().ok(),
        _ => None,
    };
    Ok(Message::BestMove { best, ponder })
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {}", tidy(name)),
            Self::Author(author) => write!(f, "id author {}", tidy(author)),
            Self::Option(option) => option.fmt(f),
            Self::Ok(dialect) => write!(f, "{}ok", dialect.name()),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove { best, ponder } => {
                match best {
                    Best::Move(mv) => write!(f, "bestmove {}", written(*mv))?,
                    Best::None => f.write_str("bestmove (none)")?,
                    Best::Resign => f.write_str("bestmove resign")?,
                }
                ponder.map_or(Ok(()), |mv| write!(f, " ponder {}", written(mv)))
            }
            Self::Response(response) => f.write_str(match response {
                Response::True => "response true",
                Response::False => "response false",
                Response::FirstWins => "response p1win",
                Response::SecondWins => "response p2win",
                Response::None => "response none",
            }),
        }
    }
}
