//! Another program as a player: started by its command line, spoken to in UGI or UCI through pipes.
//!
//! | file | what |
//! |---|---|
//! | `program` | the text that names a program and its options |
//! | `engine` | the running process: pipes, threads, its end |
//! | `greeting` | who it is and what can be set in it |
//! | `thoughts` | its `info` lines as reports |
//! | `lines`, `dialogue` | lines of any bytes; the last of them, kept |
//!
//! Nothing here waits for ever: whatever a program is asked, there is a moment after which it counts as stalled and is
//! ended with all that it started.

mod dialogue;
mod engine;
mod greeting;
pub(crate) mod lines;
mod program;
mod thoughts;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use amazons::{Color, Game};
use search::{RootMoves, Task};
use thought::{Control, Decision, Limits, Observer};
use wire::ugi::{Best, Command, Dialect, Go, Message, MessageError, Root};

use self::dialogue::Dialogue;
use self::engine::{Engine, shortened};
use self::greeting::Greeting;
use self::thoughts::Thoughts;
use crate::agent::{Agent, AgentError};

pub use program::{Program, ProgramError};

/// How often a thinking program's user is asked whether it should stop.
const ASK: Duration = Duration::from_millis(5);

/// How long a program is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For its first words, and for `readyok`.
    pub start: Duration,
    /// For its move after the limit of time has passed, or after `stop`. Whether a move was late is for those to judge
    /// who keep the clock.
    pub grace: Duration,
    /// For a move under limits that name no time.
    pub uncounted: Duration,
    /// For its end after `quit`.
    pub farewell: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(30),
            grace: Duration::from_secs(5),
            uncounted: Duration::from_secs(600),
            farewell: Duration::from_millis(500),
        }
    }
}

/// A player in another process.
pub struct ProcessAgent {
    name: String,
    program: Program,
    patience: Patience,
    dialogue: Dialogue,
    running: Option<Running>,
    /// Why it is not running.
    failure: Option<AgentError>,
}

/// A program that has told who it is.
struct Running {
    engine: Engine,
    greeting: Greeting,
}

impl ProcessAgent {
    /// Starts a program and sets its options.
    ///
    /// # Errors
    /// When it does not start, does not speak UGI or UCI, or has no such option.
    pub fn start(program: Program, patience: Patience) -> Result<Self, AgentError> {
        let name = program.to_string();
        let dialogue = Dialogue::default();
        let mut agent = Self { name, program, patience, dialogue, running: None, failure: None };
        agent.restart()?;
        Ok(agent)
    }

    /// What it calls itself, if it says.
    #[must_use]
    pub fn own_name(&self) -> Option<&str> {
        self.running.as_ref()?.greeting.name.as_deref()
    }

    fn restart(&mut self) -> Result<(), AgentError> {
        // The old one first: the new one may need what it holds.
        self.running = None;
        let start = |first| {
            let mut engine = Engine::start(&self.program, &self.dialogue, self.patience.farewell)?;
            let greeting = Greeting::exchange(&mut engine, first, self.patience.start)?;
            Ok::<_, AgentError>(Running { engine, greeting })
        };
        let mut running = match start(Dialect::Ugi) {
            // A program may end at a word that it does not know.
            Err(AgentError::Crashed(_)) => start(Dialect::Uci)?,
            started => started?,
        };
        running.greeting.set_options(&mut running.engine, self.program.options())?;
        running.greeting.sync(&mut running.engine, self.patience.start)?;
        self.running = Some(running);
        Ok(())
    }

    fn begin(&mut self, seed: u64) -> Result<(), AgentError> {
        if self.running.is_none() {
            self.restart()?;
        }
        let Some(Running { engine, greeting }) = &mut self.running else {
            unreachable!("it was just started");
        };
        engine.clear()?;
        if greeting.offers("Seed") {
            engine.say(&Command::SetOption { name: "Seed".to_owned(), value: Some(seed.to_string()) });
        }
        engine.say(&Command::NewGame(greeting.dialect));
        greeting.sync(engine, self.patience.start)
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

    /// Starts the program anew if it failed before; what goes wrong is said by the next decision.
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
        let asking = Asking { engine, patience: self.patience, game, limits, control, root_moves };
        let decided = asking.decide(observer);
        self.keep(decided)
    }

    fn transcript(&self) -> Option<String> {
        Some(self.dialogue.to_string())
    }
}

/// One question for a move.
struct Asking<'a> {
    engine: &'a mut Engine,
    patience: Patience,
    game: &'a Game,
    limits: &'a Limits,
    control: &'a Control,
    root_moves: RootMoves<'a>,
}

impl Asking<'_> {
    fn decide(mut self, observer: &mut dyn Observer) -> Result<Decision, AgentError> {
        self.engine.clear()?;
        let start = Instant::now();
        let search_moves = match self.root_moves {
            RootMoves::All => Vec::new(),
            RootMoves::Only(moves) => moves.to_vec(),
        };
        let go = Go { ponder: self.control.is_pondering(), search_moves, ..Go::within(self.limits) };
        self.engine.say(&position_of(self.game));
        self.engine.say(&Command::Go(go.clone()));
        let mut thoughts = Thoughts::new(self.game.position(), start);
        let mut is_pondering = go.ponder;
        let mut is_stopped = false;
        let mut deadline = if is_pondering { None } else { self.deadline(start) };
        loop {
            if is_pondering && !self.control.is_pondering() {
                is_pondering = false;
                self.engine.say(&Command::PonderHit);
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
            let until = deadline.map_or(now + ASK, |deadline| deadline.min(now + ASK));
            let Some(line) = self.engine.hear(until)? else { continue };
            match line.parse() {
                Ok(Message::Info(info)) => {
                    let heard = thoughts.take(&info).map(|report| observer.report(report));
                    if heard == Some(ControlFlow::Break(())) && !is_stopped {
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
                    return Ok(Decision { mv, report: thoughts.end(mv) });
                }
                Ok(Message::BestMove { best: Best::None | Best::Resign, .. }) => {
                    return Err(AgentError::Resigned);
                }
                Err(MessageError::BestMove(text)) => return Err(AgentError::Illegal(text)),
                // Whatever else it says stands in the transcript.
                _ => {}
            }
        }
    }

    fn stop(&mut self) -> Instant {
        self.engine.say(&Command::Stop);
        Instant::now() + self.patience.grace
    }

    /// When waiting ends, if nobody says stop before.
    fn deadline(&self, start: Instant) -> Option<Instant> {
        let turn = self.game.position().turn();
        allowance(self.limits, turn, &self.patience).and_then(|most| start.checked_add(most))
    }

    fn stall(&mut self, go: &Go, is_stopped: bool) -> AgentError {
        let grace = self.patience.grace.as_secs_f64();
        let why = if is_stopped {
            format!("no move within {grace} s of \"stop\" after \"{go}\"")
        } else if self.limits.time.is_some() || self.limits.clock.is_some() {
            format!("no move {grace} s after the time of \"{go}\" was over")
        } else {
            format!("no move within {} s of \"{go}\"", self.patience.uncounted.as_secs_f64())
        };
        self.engine.stall(why)
    }
}

/// How long a move may take in all; `None` where only a stop ends it.
fn allowance(limits: &Limits, turn: Color, patience: &Patience) -> Option<Duration> {
    let clock = limits.clock.map(|clock| clock.left[turn]);
    let time = limits.time.into_iter().chain(clock).min();
    match time {
        Some(time) => Some(time.saturating_add(patience.grace)),
        None if limits.is_none() => None,
        None => Some(patience.uncounted),
    }
}

/// A game as a command: from the standard start, or from the position where it began.
fn position_of(game: &Game) -> Command {
    let is_standard = game.start() == Game::default().start();
    let root = if is_standard { Root::Start } else { Root::Fen(Box::new(game.start().to_setup())) };
    Command::Position { root, moves: game.moves().to_vec() }
}
