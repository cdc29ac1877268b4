//! Go's text protocol, version 2, with Quarry's commands for other games.
//!
//! A request is a line, perhaps with a number before it; the response repeats the number after `=` or, of a failure, `?`,
//! and ends with an empty line. Moves are written `D1-D7-G7`, squares as here; White moves first.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use amazons::notation::MoveError;
use amazons::{Color, Move};
use thiserror::Error;

use crate::shortened;

/// A request, with the number that the response repeats.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// The number, if there is one.
    pub id: Option<u32>,
    /// What is asked, or why that is not understood.
    pub command: Result<Command, GtpError>,
}

/// What a controller asks.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Command {
    ProtocolVersion,
    Name,
    Version,
    /// `known_command C`.
    KnownCommand(String),
    ListCommands,
    /// `set_game G`: Quarry chooses a game.
    SetGame(String),
    ListGames,
    /// `boardsize N`.
    BoardSize(u8),
    ClearBoard,
    /// `play COLOR MOVE`.
    Play(Color, Move),
    /// `genmove COLOR`.
    GenMove(Color),
    Undo,
    ShowBoard,
    /// `time_settings MAIN BYO-YOMI STONES`, in seconds.
    TimeSettings {
        main: Duration,
        byo_yomi: Duration,
        stones: u32,
    },
    /// `time_left COLOR TIME STONES`: the time of a side, for that number of moves unless it is 0.
    TimeLeft {
        color: Color,
        left: Duration,
        stones: u32,
    },
    Quit,
}

/// The names of all commands.
pub const COMMANDS: [&str; 16] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "set_game",
    "list_games",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
    "quit",
];

/// A request that cannot be read. The messages are the protocol's.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GtpError {
    /// No command has this name.
    #[error("unknown command")]
    Unknown(String),
    /// Something is missing or no number or colour.
    #[error("syntax error: {0}")]
    Syntax(&'static str),
    /// A move cannot be read.
    #[error("syntax error: {0}")]
    Move(#[from] MoveError),
}

/// A response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The number of the request.
    pub id: Option<u32>,
    /// What is answered, or what went wrong.
    pub result: Result<String, String>,
}

impl Request {
    /// Reads a line; `None` where nothing but a comment stands there.
    #[must_use]
    pub fn from_line(line: &str) -> Option<Self> {
        // The protocol drops control characters and whatever follows a #.
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line.chars().filter(|c| !c.is_control() || *c == '\t').collect();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = words.first().and_then(|word| word.parse().ok());
        if id.is_some() {
            words.remove(0);
        }
        if words.is_empty() && id.is_none() {
            return None;
        }
        Some(Self { id, command: read_command(&words) })
    }
}

fn read_color(word: &str) -> Result<Color, GtpError> {
    match word.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(GtpError::Syntax("a color is white or black")),
    }
}

fn read_seconds(word: &str) -> Result<Duration, GtpError> {
    let seconds: Option<f64> = word.parse().ok().filter(|seconds: &f64| !seconds.is_nan());
    seconds
        // A time that is too long to be counted is as good as the longest that is not.
        .map(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX))
        .ok_or(GtpError::Syntax("a time is a number of seconds"))
}

fn read_stones(word: &str) -> Result<u32, GtpError> {
    word.parse().map_err(|_| GtpError::Syntax("a number of moves is 0 or more"))
}

/// A move with dashes between its squares, or in any notation of ours.
fn read_move(text: &str) -> Result<Move, MoveError> {
    let dashes: Vec<&str> = text.split('-').collect();
    match dashes.as_slice() {
        [from, to, arrow] => format!("{from}-{to}/{arrow}").parse(),
        _ => text.parse(),
    }
}

fn read_command(words: &[&str]) -> Result<Command, GtpError> {
    Ok(match words {
        ["protocol_version", ..] => Command::ProtocolVersion,
        ["name", ..] => Command::Name,
        ["version", ..] => Command::Version,
        ["known_command", name, ..] => Command::KnownCommand((*name).to_owned()),
        ["known_command"] => return Err(GtpError::Syntax("known_command COMMAND")),
        ["list_commands", ..] => Command::ListCommands,
        ["set_game", name, ..] => Command::SetGame((*name).to_owned()),
        ["set_game"] => return Err(GtpError::Syntax("set_game GAME")),
        ["list_games", ..] => Command::ListGames,
        ["boardsize", size, ..] => {
            Command::BoardSize(size.parse().map_err(|_| GtpError::Syntax("boardsize NUMBER"))?)
        }
        ["boardsize"] => return Err(GtpError::Syntax("boardsize NUMBER")),
        ["clear_board", ..] => Command::ClearBoard,
        ["play", color, mv, ..] => Command::Play(read_color(color)?, read_move(mv)?),
        ["play", ..] => return Err(GtpError::Syntax("play COLOR MOVE")),
        ["genmove", color, ..] => Command::GenMove(read_color(color)?),
        ["genmove"] => return Err(GtpError::Syntax("genmove COLOR")),
        ["undo", ..] => Command::Undo,
        ["showboard", ..] => Command::ShowBoard,
        ["time_settings", main, byo_yomi, stones, ..] => Command::TimeSettings {
            main: read_seconds(main)?,
            byo_yomi: read_seconds(byo_yomi)?,
            stones: read_stones(stones)?,
        },
        ["time_settings", ..] => return Err(GtpError::Syntax("time_settings MAIN BYO-YOMI STONES")),
        ["time_left", color, left, stones, ..] => Command::TimeLeft {
            color: read_color(color)?,
            left: read_seconds(left)?,
            stones: read_stones(stones)?,
        },
        ["time_left", ..] => return Err(GtpError::Syntax("time_left COLOR TIME STONES")),
        ["quit", ..] => Command::Quit,
        _ => return Err(GtpError::Unknown(shortened(words.first().copied().unwrap_or_default()))),
    })
}

/// A move as Quarry writes it: `D1-D7-G7`.
#[must_use]
pub fn written(mv: Move) -> String {
    format!("{}-{}-{}", mv.from, mv.to, mv.arrow).to_ascii_uppercase()
}

impl FromStr for Command {
    type Err = GtpError;

    fn from_str(line: &str) -> Result<Self, GtpError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        read_command(&words)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProtocolVersion => f.write_str("protocol_version"),
            Self::Name => f.write_str("name"),
            Self::Version => f.write_str("version"),
            Self::KnownCommand(name) => write!(f, "known_command {name}"),
            Self::ListCommands => f.write_str("list_commands"),
            Self::SetGame(name) => write!(f, "set_game {name}"),
            Self::ListGames => f.write_str("list_games"),
            Self::BoardSize(size) => write!(f, "boardsize {size}"),
            Self::ClearBoard => f.write_str("clear_board"),
            Self::Play(color, mv) => write!(f, "play {} {}", color.name(), written(*mv)),
            Self::GenMove(color) => write!(f, "genmove {}", color.name()),
            Self::Undo => f.write_str("undo"),
            Self::ShowBoard => f.write_str("showboard"),
            Self::TimeSettings { main, byo_yomi, stones } => {
                write!(f, "time_settings {} {} {stones}", main.as_secs_f64(), byo_yomi.as_secs_f64())
            }
            Self::TimeLeft { color, left, stones } => {
                write!(f, "time_left {} {} {stones}", color.name(), left.as_secs_f64())
            }
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Response {
    /// Writes the response with its empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        let id = self.id.map_or_else(String::new, |id| id.to_string());
        // An empty line would end the response too early.
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        // A drawing begins on a line of its own.
        let space = if lines.is_empty() {
            ""
        } else if text.starts_with('\n') {
            "\n"
        } else {
            " "
        };
        write!(f, "{mark}{id}{space}{}\n\n", lines.join("\n"))
    }
}
