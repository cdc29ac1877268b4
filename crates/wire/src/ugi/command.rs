//! Commands from a user to an engine.

use std::fmt;
use std::str::FromStr;

use amazons::notation::{FenError, MoveError};
use amazons::{Move, Setup};
use thiserror::Error;

use super::go::{Go, GoError};
use super::{Dialect, read_moves, shortened, tidy, write_moves};

/// A line from the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ugi` or `uci`: asks for names and options.
    Hello(Dialect),
    /// `isready`.
    IsReady,
    /// `uginewgame` or `ucinewgame`.
    NewGame(Dialect),
    /// `setoption name N [value V]`.
    SetOption {
        /// The name, which may have spaces.
        name: String,
        /// The value; none for a button.
        value: Option<String>,
    },
    /// `position startpos|fen F [moves M...]`.
    Position {
        /// Where the game began.
        root: Root,
        /// The moves since.
        moves: Vec<Move>,
    },
    /// `go ...`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `ponderhit`: the opponent played the expected move.
    PonderHit,
    /// `quit`.
    Quit,
    /// `query ...`.
    Query(Query),
    /// `d`: draw the position.
    Draw,
    /// `eval`: explain the evaluation of the position.
    Eval,
    /// `perft N`: count the games of a length.
    Perft(u32),
    /// `bench`: do the fixed work.
    Bench,
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Root {
    /// The start of the board that the engine is set to.
    Start,
    /// A position of its own.
    Fen(Box<Setup>),
}

/// What a UGI user asks about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Whether the game is over.
    GameOver,
    /// Whether the first player, White, is to move.
    FirstToMove,
    /// Who has won.
    Result,
}

/// A line that is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The line is empty.
    #[error("the line is empty")]
    Empty,
    /// No command begins like this.
    #[error("unknown command {0:?}")]
    Unknown(String),
    /// The arguments are wrong.
    #[error("expected `{usage}`, found `{text}`")]
    Usage {
        /// The line.
        text: String,
        /// What it should look like.
        usage: &'static str,
    },
    /// The position's FEN cannot be read.
    #[error("the FEN cannot be read: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be read.
    #[error("the move cannot be read: {0}")]
    Move(#[from] MoveError),
    /// A part of `go` cannot be read.
    #[error("{error}")]
    Go {
        /// The first part that cannot be read.
        error: GoError,
        /// The parts that can be.
        readable: Box<Go>,
    },
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else {
            return Err(CommandError::Empty);
        };
        let usage = |usage| CommandError::Usage { text: shortened(line.trim()), usage };
        // UCI allows words after a command; only commands with arguments read them.
        Ok(match first {
            "ugi" => Self::Hello(Dialect::Ugi),
            "uci" => Self::Hello(Dialect::Uci),
            "isready" => Self::IsReady,
            "uginewgame" => Self::NewGame(Dialect::Ugi),
            "ucinewgame" => Self::NewGame(Dialect::Uci),
            "setoption" => read_option(rest).ok_or_else(|| usage("setoption name NAME [value VALUE]"))?,
            "position" => match rest.first() {
                Some(&"startpos" | &"fen") => read_position(rest)?,
                _ => return Err(usage("position startpos|fen FEN [moves MOVE...]")),
            },
            "go" => match Go::from_words(rest) {
                (go, None) => Self::Go(go),
                (go, Some(error)) => return Err(CommandError::Go { error, readable: Box::new(go) }),
            },
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "query" => Self::Query(match rest {
                ["gameover", ..] => Query::GameOver,
                ["p1turn", ..] => Query::FirstToMove,
                ["result", ..] => Query::Result,
                _ => return Err(usage("query gameover|p1turn|result")),
            }),
            "d" => Self::Draw,
            "eval" => Self::Eval,
            "perft" => {
                let depth = rest.first().and_then(|depth| depth.parse().ok());
                Self::Perft(depth.ok_or_else(|| usage("perft PLIES"))?)
            }
            "bench" => Self::Bench,
            _ => return Err(CommandError::Unknown(shortened(first))),
        })
    }
}

fn read_option(words: &[&str]) -> Option<Command> {
    let words = words.strip_prefix(&["name"])?;
    let value = words.iter().position(|&word| word == "value");
    let name = words[..value.unwrap_or(words.len())].join(" ");
    let value = value.map(|at| words[at + 1..].join(" "));
    (!name.is_empty()).then_some(Command::SetOption { name, value })
}

fn read_position(words: &[&str]) -> Result<Command, CommandError> {
    let at = words.iter().position(|&word| word == "moves");
    let root = match &words[..at.unwrap_or(words.len())] {
        ["fen", fen @ ..] => Root::Fen(Box::new(Setup::from_fen(&fen.join(" "))?)),
        _ => Root::Start,
    };
    let moves = at.map_or(&[][..], |at| &words[at + 1..]);
    Ok(Command::Position { root, moves: read_moves(moves.iter().copied())? })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(dialect) => f.write_str(dialect.name()),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame(dialect) => write!(f, "{}newgame", dialect.name()),
            Self::SetOption { name, value: None } => write!(f, "setoption name {}", tidy(name)),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {} value {}", tidy(name), tidy(value))
            }
            Self::Position { root, moves } => {
                match root {
                    Root::Start => f.write_str("position startpos")?,
                    Root::Fen(setup) => write!(f, "position fen {}", setup.to_fen())?,
                }
                if !moves.is_empty() {
                    f.write_str(" moves")?;
                    write_moves(f, moves)?;
                }
                Ok(())
            }
            Self::Go(go) => go.fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Query(Query::GameOver) => f.write_str("query gameover"),
            Self::Query(Query::FirstToMove) => f.write_str("query p1turn"),
            Self::Query(Query::Result) => f.write_str("query result"),
            Self::Draw => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Perft(plies) => write!(f, "perft {plies}"),
            Self::Bench => f.write_str("bench"),
        }
    }
}
