//! Games as lines of moves: `d1-d7/g7 d10-d8/j2 ...`, one game a line.
//!
//! A line may begin with where the game starts, in the words of UCI: `startpos moves ...` or
//! `fen 3q2q3/... w - - 0 1 moves ...`. Move numbers such as `12.` are skipped. Lines that are empty or begin
//! with `#` are comments. Names, comments on moves and variations cannot be written.

use std::fmt;

use thiserror::Error;

use super::{FenFault, Misread, MoveNotation, MoveTextFault, Place, column_of};
use crate::any::AnyPosition;
use crate::game::Game;
use crate::position::MoveFault;
use crate::setup::{PositionError, Setup};
use crate::start::Start;

/// A text that is no list of games.
pub type ListError = Misread<ListFault>;

/// What is wrong with a line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ListFault {
    /// The FEN cannot be read.
    #[error("the start is no FEN: {0}")]
    Fen(FenFault),
    /// The start cannot be played.
    #[error("the start cannot be played: {0}")]
    Start(PositionError),
    /// Something between the start and the moves.
    #[error("after the start comes the word moves, or nothing")]
    Moves,
    /// A move in no notation.
    #[error("this is no move: {0}")]
    Move(MoveTextFault),
    /// A move that the rules forbid.
    #[error("this move is not legal: {0}")]
    Illegal(MoveFault),
}

/// A game written as a line of moves.
#[derive(Clone, Copy, Debug)]
pub struct MoveLine<'a> {
    /// The game.
    pub game: &'a Game,
    /// How to write its moves.
    pub notation: MoveNotation,
}

impl fmt::Display for MoveLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.game.start().to_setup();
        if start == Start::STANDARD.setup() {
            f.write_str("startpos")?;
        } else {
            write!(f, "fen {}", start.to_fen())?;
        }
        for (index, mv) in self.game.moves().iter().enumerate() {
            let word = if index == 0 { " moves" } else { "" };
            write!(f, "{word} {}", mv.written(self.notation))?;
        }
        Ok(())
    }
}

impl Game {
    /// Reads every line of a text as a game.
    ///
    /// # Errors
    /// When any line cannot be read.
    pub fn from_lines(text: &str) -> Result<Vec<Self>, ListError> {
        let lines = text.lines().enumerate().filter(|(_, line)| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with('#')
        });
        lines.map(|(index, line)| read_line(line, index + 1)).collect()
    }
}

fn read_line(line: &str, number: usize) -> Result<Game, ListError> {
    let misread =
        |fault, found: &str| Misread::new(fault, found, Place::Line(number, column_of(line, found)));
    let (start, moves) = split_start(line).map_err(|found| misread(ListFault::Moves, found))?;
    let mut game = match start {
        None => Game::default(),
        Some(fen) => {
            let setup = Setup::from_fen(fen).map_err(|error| misread(ListFault::Fen(error.fault), fen))?;
            let start =
                AnyPosition::from_setup(&setup).map_err(|error| misread(ListFault::Start(error), fen))?;
            Game::new(start)
        }
    };
    for word in moves.split_ascii_whitespace() {
        let digits = word.trim_end_matches('.');
        let is_number = digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_number {
            continue;
        }
        let mv = word.parse().map_err(|error: Misread<_>| misread(ListFault::Move(error.fault), word))?;
        game.play(mv).map_err(|error| misread(ListFault::Illegal(error.fault), word))?;
    }
    Ok(game)
}

/// The FEN, if the line has one, and the moves; or the text that should not be there.
fn split_start(line: &str) -> Result<(Option<&str>, &str), &str> {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix("startpos") {
        return Ok((None, after_word_moves(rest)?));
    }
    let Some(rest) = line.strip_prefix("fen ") else {
        return Ok((None, line));
    };
    match rest.find("moves") {
        Some(at) => Ok((Some(rest[..at].trim()), after_word_moves(&rest[at..])?)),
        None => Ok((Some(rest.trim()), "")),
    }
}

fn after_word_moves(rest: &str) -> Result<&str, &str> {
    let text = rest.trim_start();
    match text.strip_prefix("moves") {
        _ if text.is_empty() => Ok(text),
        Some(moves) if moves.is_empty() || moves.starts_with(char::is_whitespace) => Ok(moves),
        _ => Err(text),
    }
}
