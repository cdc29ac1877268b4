//! Serves a player to other programs: lines in, lines out, in the language of whoever asks.
//!
//! | module | who asks |
//! |---|---|
//! | [`ugi`] | user interfaces and arenas, in UGI or UCI |
//! | [`botzone`] | botzone.org |
//! | [`ccgc`] | the platform of the Chinese competitions |
//! | [`codingame`] | codingame.com |
//! | [`gtp`] | Quarry |
//! | [`analysis`] | programs with many questions, in JSON |
//!
//! Each takes any reader and any writer and ends with its input. The words themselves are in the crate `wire`.

pub mod analysis;
pub mod botzone;
pub mod ccgc;
pub mod codingame;
pub mod gtp;
mod thinker;
pub mod ugi;

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

use amazons::{AnyPosition, Game, Move, Size, Start};
use search::Task;
use thiserror::Error;
use thought::{Control, Limits, Silent};

use crate::agent::{Agent, AgentError};
use crate::contender::Contender;
use crate::process::lines::read_line;

/// Why a player is served no longer.
#[derive(Debug, Error)]
pub enum HostError {
    /// Nothing can be read or written any more.
    #[error("the other side cannot be reached")]
    Pipe(#[from] io::Error),
    /// The player failed.
    #[error("the player failed: {0}")]
    Agent(#[from] AgentError),
    /// The platform said what it never says; the text tells what.
    #[error("{0}")]
    Input(String),
}

impl HostError {
    /// Something that the platform should not have said.
    fn input(what: &impl ToString) -> Self {
        Self::Input(what.to_string())
    }
}

/// A player and how it is to be served.
#[derive(Clone, Debug)]
pub struct Guest {
    /// The player.
    pub contender: Contender,
    /// The seed of its random numbers.
    pub seed: u64,
    /// How long it thinks about its first move.
    pub first: Limits,
    /// How long it thinks about every other.
    pub other: Limits,
}

impl Guest {
    /// The player, ready for a game.
    fn seat(&self) -> Result<Seat, AgentError> {
        let mut agent = self.contender.agent()?;
        agent.new_game(self.seed);
        Ok(Seat { agent, seed: self.seed })
    }

    /// How long to think about a move.
    fn limits(&self, is_first: bool) -> Limits {
        if is_first { self.first } else { self.other }
    }
}

/// A player at a board, asked one thing at a time.
struct Seat {
    agent: Box<dyn Agent>,
    seed: u64,
}

impl Seat {
    fn new_game(&mut self) {
        self.agent.new_game(self.seed);
    }

    /// Its move, or none where it has none or resigns.
    fn decide(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
    ) -> Result<Option<Move>, AgentError> {
        match self.agent.decide(game, Task::new(limits, control, &mut Silent)) {
            Ok(decision) => Ok(Some(decision.mv)),
            Err(AgentError::GameOver | AgentError::Resigned) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The start of a square board that has a name.
fn start(side: u8) -> Option<AnyPosition> {
    let start = Start::of(Size::new(side, side).ok()?)?;
    AnyPosition::from_setup(&start.setup()).ok()
}

/// The next line that is not empty; `None` at the end of the input.
fn next_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    while let Some(line) = read_line(reader)? {
        if !line.trim().is_empty() {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// Where all threads write whole lines.
#[derive(Clone)]
struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
}

impl Output {
    fn new(writer: impl Write + Send + 'static) -> Self {
        Self { writer: Arc::new(Mutex::new(Box::new(writer))) }
    }

    /// Says a line, or several.
    fn say(&self, line: impl Display) -> io::Result<()> {
        // A line that was cut by a panic elsewhere is no reason to be silent.
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(writer, "{line}")?;
        writer.flush()
    }
}
