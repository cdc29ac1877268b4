//! Another program as an agent: a process that speaks UGI or UCI over pipes.
//!
//! | file | what |
//! |---|---|
//! | `program` | the text that names a program and its options |
//! | `engine` | the process: its pipes, the threads that serve them, its exit |
//! | `handshake` | its name, its dialect and its options |
//! | `report` | reports from its `info` lines |
//! | `lines`, `transcript` | lines of any bytes; the last lines in both directions |
//! | `parent_death` | a program that ends when this one is killed |
//!
//! Every wait has a timeout, after which the program counts as stalled and its process group is killed.

mod engine;
mod handshake;
pub(crate) mod lines;
mod parent_death;
mod program;
mod report;
mod transcript;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use amazons::{Color, Game};
use search::{RootMoves, Task};
use thought::{Control, Decision, Limits, Observer};
use wire::ugi::{Best, Command, Dialect, Go, Message, MessageError, Root};

use self::engine::{Engine, shortened};
use self::handshake::Handshake;
use self::report::ReportBuilder;
use self::transcript::Transcript;
use crate::agent::{Agent, AgentError};

pub use program::{Program, ProgramError};

/// How often `Control` is polled while a program searches.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How long to wait for a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For `ugiok` or `uciok`, and for `readyok`.
    pub start: Duration,
    /// For `bestmove` after the limit of time has passed, or after `stop`. The caller judges whether the move was late.
    pub grace: Duration,
    /// For `bestmove` under limits without a time.
    pub untimed: Duration,
    /// For its exit after `quit`.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(30),
            grace: Duration::from_secs(5),
            untimed: Duration::from_secs(600),
            quit: Duration::from_millis(500),
        }
    }
}

/// An agent in another process.
pub struct ProcessAgent {
    name: String,
    program: Program,
    timeouts: Timeouts,
    transcript: Transcript,
    running: Option<Running>,
    /// Why it is not running.
    failure: Option<AgentError>,
}

/// A process after its handshake.
struct Running {
    engine: Engine,
    handshake: Handshake,
}

impl ProcessAgent {
    /// Starts a program and sets its options.
    ///
    /// # Errors
    /// When it does not start, does not speak UGI or UCI, or has no such option.
    pub fn start(program: Program, timeouts: Timeouts) -> Result<Self, AgentError> {
        let name = program.to_string();
        let transcript = Transcript::default();
        let mut agent = Self { name, program, timeouts, transcript, running: None, failure: None };
        agent.restart()?;
        Ok(agent)
    }

    fn restart(&mut self) -> Result<(), AgentError> {
        // The old process first: the new one may need its files or memory.
        self.running = None;
        let start = |first| {
            let mut engine = Engine::start(&self.program, &self.transcript, self.timeouts.quit)?;
            let handshake = Handshake::start(&mut engine, first, self.timeouts.start)?;
            Ok::<_, AgentError>(Running { engine, handshake })
        };
        let mut running = match start(Dialect::Ugi) {
            // Some programs exit at a command that they do not know.
            Err(AgentError::Crashed(_)) => start(Dialect::Uci)?,
            started => started?,
        };
        running.handshake.set_options(&mut running.engine, self.program.options())?;
        running.handshake.sync(&mut running.engine, self.timeouts.start)?;
        self.running = Some(running);
        Ok(())
    }

    fn begin(&mut self, seed: u64) -> Result<(), AgentError> {
        if self.running.is_none() {
            self.restart()?;
        }
        let Some(Running { engine, handshake }) = &mut self.running else {
            unreachable!("it was just started");
        };
        engine.clear()?;
        if handshake.offers("Seed") {
            engine.send(&Command::SetOption { name: "Seed".to_owned(), value: Some(seed.to_string()) });
        }
        engine.send(&Command::NewGame(handshake.dialect));
        handshake.sync(engine, self.timeouts.start)
    }

    /// Keeps a failure until the next game.
    fn keep<T>(&mut self, done: Result<T, AgentError>) -> Result<T, AgentError> {
        if let Err(error) = &done
            && !matches!(error, AgentError::Resigned | AgentError::GameOver)
        {
            self.failure = Some(error.clone());
            self.running = None;
        }
        done
    }
}

impl Agent for ProcessAgent {
    fn name(&self) -> &str {
        &self.name
    }

    /// Restarts a program that failed before; a new failure is returned by the next `decide`.
    fn new_game(&mut self, seed: u64) {
        let begun = self.begin(seed);
        if self.keep(begun).is_ok() {
            self.failure = None;
        }
    }

    fn decide(&mut self, game: &Game, task: Task<'_>) -> Result<Decision, AgentError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        if !game.position().has_move() {
            return Err(AgentError::GameOver);
        }
        let Some(Running { engine, .. }) = &mut self.running else {
            return Err(AgentError::Crashed("was not started".to_owned()));
        };
        let Task { limits, control, observer, root_moves, .. } = task;
        let request = MoveRequest { engine, timeouts: self.timeouts, game, limits, control, root_moves };
        let decided = request.decide(observer);
        self.keep(decided)
    }

    fn transcript(&self) -> Option<String> {
        Some(self.transcript.to_string())
    }
}

/// One `go` and the wait for its `bestmove`.
struct MoveRequest<'a> {
    engine: &'a mut Engine,
    timeouts: Timeouts,
    game: &'a Game,
    limits: &'a Limits,
    control: &'a Control,
    root_moves: RootMoves<'a>,
}

impl MoveRequest<'_> {
    fn decide(mut self, observer: &mut dyn Observer) -> Result<Decision, AgentError> {
        self.engine.clear()?;
        let start = Instant::now();
        let search_moves = match self.root_moves {
            RootMoves::All => Vec::new(),
            RootMoves::Only(moves) => moves.to_vec(),
        };
        let go = Go { ponder: self.control.is_pondering(), search_moves, ..Go::within(self.limits) };
        self.engine.send(&position_of(self.game));
        self.engine.send(&Command::Go(go.clone()));
        let mut builder = ReportBuilder::new(self.game.position(), start);
        let mut is_pondering = go.ponder;
        let mut is_stopped = false;
        let mut deadline = if is_pondering { None } else { self.deadline(start) };
        loop {
            if is_pondering && !self.control.is_pondering() {
                is_pondering = false;
                self.engine.send(&Command::PonderHit);
                deadline = self.deadline(Instant::now());
            }
            if !is_stopped && self.control.is_stopped() {
                is_stopped = true;
                deadline = Some(self.stop());
            }
            let now = Instant::now();
            if deadline.is_some_and(|deadline| now >= deadline) {
                return Err(self.stall(&go, is_stopped));
            }
            let until = deadline.map_or(now + POLL_INTERVAL, |deadline| deadline.min(now + POLL_INTERVAL));
            let Some(line) = self.engine.receive(until)? else { continue };
            match line.parse() {
                Ok(Message::Info(info)) => {
                    let flow = builder.add(&info).map(|report| observer.report(report));
                    if flow == Some(ControlFlow::Break(())) && !is_stopped {
                        is_stopped = true;
                        deadline = Some(self.stop());
                    }
                }
                Ok(Message::BestMove { best: Best::Move(mv), .. }) => {
                    if !self.game.position().is_legal(mv) || !self.root_moves.contains(mv) {
                        return Err(AgentError::Illegal(shortened(
                            line.trim_start_matches("bestmove").trim(),
                        )));
                    }
                    return Ok(Decision { mv, report: builder.finish(mv) });
                }
                Ok(Message::BestMove { best: Best::None | Best::Resign, .. }) => {
                    return Err(AgentError::Resigned);
                }
                Err(MessageError::BestMove(text)) => return Err(AgentError::Illegal(text)),
                // All other lines stand in the transcript.
                _ => {}
            }
        }
    }

    fn stop(&mut self) -> Instant {
        self.engine.send(&Command::Stop);
        Instant::now() + self.timeouts.grace
    }

    /// When the wait ends, unless the caller stops the search before.
    fn deadline(&self, start: Instant) -> Option<Instant> {
        let turn = self.game.position().turn();
        allowance(self.limits, turn, &self.timeouts).and_then(|most| start.checked_add(most))
    }

    fn stall(&mut self, go: &Go, is_stopped: bool) -> AgentError {
        let grace = self.timeouts.grace.as_secs_f64();
        let why = if is_stopped {
            format!("no move within {grace} s of \"stop\" after \"{go}\"")
        } else if self.limits.time.is_some() || self.limits.clock.is_some() {
            format!("no move within {grace} s after the time limit of \"{go}\"")
        } else {
            format!("no move within {} s of \"{go}\"", self.timeouts.untimed.as_secs_f64())
        };
        self.engine.stall(why)
    }
}

/// How long a move may take in all; `None` where only `stop` ends it.
fn allowance(limits: &Limits, turn: Color, timeouts: &Timeouts) -> Option<Duration> {
    let clock = limits.clock.map(|clock| clock.left[turn]);
    let time = limits.time.into_iter().chain(clock).min();
    match time {
        Some(time) => Some(time.saturating_add(timeouts.grace)),
        None if limits.is_none() => None,
        None => Some(timeouts.untimed),
    }
}

/// A game as a command: from the standard start, or from the position where it began.
fn position_of(game: &Game) -> Command {
    let is_standard = game.start() == Game::default().start();
    let root = if is_standard { Root::Start } else { Root::Fen(Box::new(game.start().to_setup())) };
    Command::Position { root, moves: game.moves().to_vec() }
}
