//! Serves a player to other programs by a line protocol.
//!
//! | module | client |
//! |---|---|
//! | [`ugi`] | user interfaces and arenas, in UGI or UCI |
//! | [`botzone`] | botzone.org |
//! | [`ccgc`] | the platform of the Chinese competitions |
//! | [`codingame`] | codingame.com |
//! | [`gtp`] | Quarry |
//! | [`analysis`] | programs that analyse many positions, in JSON |
//!
//! Each takes any reader and any writer and ends with its input. The crate `wire` has the messages of the protocols.

pub mod analysis;
pub mod botzone;
pub mod ccgc;
pub mod codingame;
pub mod gtp;
pub mod ugi;

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use amazons::{AnyPosition, Game, Move, Size, Start};
use search::Task;
use thiserror::Error;
use thought::{Control, Limits, Silent};

use crate::agent::{Agent, AgentError};
use crate::contender::Contender;
use crate::process::lines::read_line;

/// Why a host ended.
#[derive(Debug, Error)]
pub enum HostError {
    /// The input cannot be read or the output cannot be written.
    #[error("cannot read standard input or write standard output: {0}")]
    Io(#[from] io::Error),
    /// The player failed.
    #[error("the player failed: {0}")]
    Agent(#[from] AgentError),
    /// The platform sent a message that violates its protocol.
    #[error("invalid input: {0}")]
    Input(String),
}

impl HostError {
    fn input(error: &impl ToString) -> Self {
        Self::Input(error.to_string())
    }
}

/// A player with its seed and its limits.
#[derive(Clone, Debug)]
pub struct HostedPlayer {
    /// The player.
    pub contender: Contender,
    /// The seed of its random numbers.
    pub seed: u64,
    /// The limits that the user gave it, without those of the platform; they hold beside a clock too.
    pub given: Limits,
    /// The limits of its first move.
    pub first: Limits,
    /// The limits of all other moves.
    pub other: Limits,
}

impl HostedPlayer {
    /// Builds the player and starts a game.
    fn start(&self) -> Result<HostedAgent, AgentError> {
        let mut agent = self.contender.agent()?;
        agent.new_game(self.seed);
        Ok(HostedAgent { agent, seed: self.seed })
    }

    fn limits(&self, is_first: bool) -> Limits {
        if is_first { self.first } else { self.other }
    }
}

/// An agent with the seed of its games.
struct HostedAgent {
    agent: Box<dyn Agent>,
    seed: u64,
}

impl HostedAgent {
    fn new_game(&mut self) {
        self.agent.new_game(self.seed);
    }

    /// Searches for a move; `None` if there is none or the agent resigns.
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
fn next_line(reader: &mut impl BufRead) -> Result<Option<String>, HostError> {
    while let Some(line) = read_line(reader)? {
        let line = line.map_err(|error| HostError::input(&error))?;
        if !line.trim().is_empty() {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// The agent of the last request.
#[derive(Default)]
struct AgentSlot(Option<(Contender, Box<dyn Agent>)>);

impl AgentSlot {
    fn current(&mut self) -> Option<&mut Box<dyn Agent>> {
        self.0.as_mut().map(|(_, agent)| agent)
    }

    /// The agent of a contender. If it is not the last one it is built and initialized.
    fn get(
        &mut self,
        contender: &Contender,
        initialize: impl FnOnce(&mut dyn Agent),
    ) -> Result<&mut dyn Agent, AgentError> {
        if self.0.as_ref().is_none_or(|(last, _)| last != contender) {
            // The old one is dropped first, because both may not fit into memory.
            self.0 = None;
            let mut agent = contender.agent()?;
            initialize(agent.as_mut());
            self.0 = Some((contender.clone(), agent));
        }
        Ok(self.current().expect("the agent was just built").as_mut())
    }
}

/// A writer of whole lines that threads share.
#[derive(Clone)]
struct Output {
    writer: Arc<Mutex<Writer>>,
}

struct Writer {
    writer: Box<dyn Write + Send>,
    /// The first failure of a write: the thread that wrote may have nobody to tell it.
    failure: Option<io::Error>,
}

impl Output {
    fn new(writer: impl Write + Send + 'static) -> Self {
        Self { writer: Arc::new(Mutex::new(Writer { writer: Box::new(writer), failure: None })) }
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        // After a panic of another writer the next lines are still written.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes one or several lines and flushes them.
    fn write_line(&self, line: impl Display) -> io::Result<()> {
        let mut output = self.lock();
        let Writer { writer, failure } = &mut *output;
        let written = writeln!(writer, "{line}").and_then(|()| writer.flush());
        written.inspect_err(|error| {
            failure.get_or_insert_with(|| io::Error::new(error.kind(), error.to_string()));
        })
    }

    /// Fails as the first write did that failed on any thread.
    fn finish(&self) -> io::Result<()> {
        self.lock().failure.take().map_or(Ok(()), Err)
    }
}
