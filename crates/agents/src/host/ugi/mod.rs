//! UGI and UCI for user interfaces and arenas.
//!
//! | file | contents |
//! |---|---|
//! | `settings` | the options: parameters of the player, the board, the seed |
//! | `worker` | the thread that searches |
//! | `info` | reports as `info` lines |
//! | `extras` | diagram, evaluations, perft |
//!
//! One thread reads commands, another searches. A command that needs the second one waits in a queue; `stop`, `ponderhit`
//! and `quit` take effect at once. A line that cannot be parsed is answered by `info string error: ...` and ignored, but for
//! `go`: an interface waits for its move, so what can be read of it counts.

mod extras;
mod info;
mod settings;
mod worker;

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use amazons::notation::MoveNotation;
use amazons::{AnyPosition, Color, Game};
use thought::{Control, Limits};
use wire::ugi::{Command, CommandError, Go, Info, Message, Query, Response, Root};

use self::settings::{Change, Settings};
use self::worker::{UgiTask, Worker};
use super::{AgentSlot, Output};
use crate::contender::Contender;
use crate::jobs::JobQueue;
use crate::players::Ability;
use crate::process::lines::read_line;

/// The longest wait for the worker after `quit`.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// A UGI engine around a player.
#[derive(Clone, Debug)]
pub struct UgiHost {
    contender: Contender,
    name: String,
    author: String,
    bench: Option<fn() -> String>,
    default_limits: Option<Limits>,
    seed: u64,
    warning: Option<String>,
}

impl UgiHost {
    /// An engine with a name and an author.
    #[must_use]
    pub fn new(contender: Contender, name: impl Into<String>, author: impl Into<String>) -> Self {
        let (name, author) = (name.into(), author.into());
        Self { contender, name, author, bench: None, default_limits: None, seed: 0, warning: None }
    }

    /// Answers `bench` by the output of a function.
    #[must_use]
    pub fn with_bench(self, bench: fn() -> String) -> Self {
        Self { bench: Some(bench), ..self }
    }

    /// Sets the limits of a `go` without any.
    #[must_use]
    pub fn with_default_limits(self, limits: Limits) -> Self {
        Self { default_limits: Some(limits), ..self }
    }

    /// Sets the default of the option `Seed`.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets a warning about how the engine was started. It is written once, when the first player is built: before the first
    /// `readyok` or `bestmove`.
    #[must_use]
    pub fn with_warning(self, warning: Option<String>) -> Self {
        Self { warning, ..self }
    }

    /// Serves until `quit` or the end of the input.
    ///
    /// # Errors
    /// When the input cannot be read or the output cannot be written.
    pub fn serve(self, mut reader: impl BufRead, writer: impl Write + Send + 'static) -> io::Result<()> {
        let out = Output::new(writer);
        let queue = Arc::new(JobQueue::default());
        let worker = Worker {
            out: out.clone(),
            default_limits: self.default_limits,
            warning: self.warning.clone(),
            agent: AgentSlot::default(),
        };
        let jobs = Arc::clone(&queue);
        thread::spawn(move || worker.run(&jobs));
        let mut session = UgiSession {
            settings: Settings::new(self.contender.clone(), self.seed),
            game: Game::default(),
            host: self,
            out: out.clone(),
            queue: &queue,
        };
        let served = session.listen(&mut reader);
        queue.stop();
        queue.close();
        queue.wait_idle(SHUTDOWN_TIMEOUT);
        served.and_then(|()| out.finish())
    }
}

/// Writes an error as `info string`.
fn write_error(out: &Output, error: impl Display) -> io::Result<()> {
    out.write_line(Message::Info(Info::text(format!("error: {error}"))))
}

/// The state between two commands.
struct UgiSession<'a> {
    host: UgiHost,
    settings: Settings,
    game: Game,
    out: Output,
    queue: &'a JobQueue<UgiTask>,
}

impl UgiSession<'_> {
    fn listen(&mut self, reader: &mut impl BufRead) -> io::Result<()> {
        while let Some(line) = read_line(reader)? {
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    write_error(&self.out, error)?;
                    continue;
                }
            };
            match line.parse::<Command>() {
                Ok(Command::Quit) => break,
                Ok(command) => self.execute(command)?,
                Err(CommandError::Empty) => {}
                // An interface that sent `go` waits for a move.
                Err(CommandError::Go { error, readable }) => {
                    write_error(&self.out, format_args!("{error}; the rest of go counts"))?;
                    self.go(*readable)?;
                }
                Err(error) => write_error(&self.out, error)?,
            }
        }
        Ok(())
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Hello(dialect) => {
                self.out.write_line(Message::Name(self.host.name.clone()))?;
                self.out.write_line(Message::Author(self.host.author.clone()))?;
                for option in self.settings.options() {
                    self.out.write_line(Message::Option(option))?;
                }
                self.out.write_line(Message::Ok(dialect))?;
            }
            Command::IsReady => self.get_ready()?,
            Command::NewGame(_) => _ = self.queue.push(UgiTask::NewGame(self.settings.seed)),
            Command::SetOption { name, value } => match self.settings.set(&name, value.as_deref()) {
                Ok(Change::Player) => {}
                Ok(Change::Board) => self.game = Game::new(self.settings.start()),
                Ok(Change::Nothing) => {
                    let word = format!("{name} has no effect on {}", self.settings.contender());
                    self.out.write_line(Message::Info(Info::text(word)))?;
                }
                Err(error) => write_error(&self.out, error)?,
            },
            Command::Position { root, moves } => match self.game(&root, &moves) {
                Ok(game) => self.game = game,
                Err(error) => write_error(&self.out, error)?,
            },
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.queue.stop(),
            Command::PonderHit => self.queue.ponder_hit(),
            Command::Quit => {}
            Command::Query(query) => self.out.write_line(Message::Response(answer(query, &self.game)))?,
            Command::Draw => self.out.write_line(extras::drawn(self.game.position()))?,
            Command::Eval => self.out.write_line(extras::evaluated(self.game.position()))?,
            Command::Perft(plies) => {
                self.queue.push(UgiTask::Perft { position: *self.game.position(), plies });
            }
            Command::Bench => match self.host.bench {
                Some(bench) => _ = self.queue.push(UgiTask::Bench(bench)),
                None => write_error(&self.out, "this engine has no bench")?,
            },
        }
        Ok(())
    }

    /// The game of a `position` command.
    fn game(&self, root: &Root, moves: &[amazons::Move]) -> Result<Game, String> {
        let start = match root {
            Root::Start => self.settings.start(),
            Root::Fen(setup) => AnyPosition::from_setup(setup).map_err(|error| error.to_string())?,
        };
        let mut game = Game::new(start);
        for &mv in moves {
            game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }

    /// Builds the player before `readyok`. During a search it is built already, and the answer must not wait.
    fn get_ready(&mut self) -> io::Result<()> {
        if self.queue.any(UgiTask::is_long) {
            return self.out.write_line(Message::ReadyOk);
        }
        let contender = self.settings.contender().clone();
        let (seed, position) = (self.settings.seed, *self.game.position());
        self.queue.push(UgiTask::GetReady { contender, seed, position });
        Ok(())
    }

    fn go(&mut self, mut go: Go) -> io::Result<()> {
        let asked = (!self.queue.any(UgiTask::is_long)).then(Instant::now);
        if !go.search_moves.is_empty() && !self.settings.contender().can(Ability::RootMoves) {
            let word = "searchmoves has no effect: this player thinks about all moves";
            self.out.write_line(Message::Info(Info::text(word)))?;
            go.search_moves.clear();
        }
        for mv in go.search_moves.extract_if(.., |mv| !self.game.position().is_legal(*mv)) {
            let mv = mv.written(MoveNotation::Fairy);
            write_error(&self.out, format!("searchmoves: {mv} is not legal and is left out"))?;
        }
        let control = if go.ponder { Control::pondering() } else { Control::new() };
        let contender = self.settings.contender().clone();
        let seed = self.settings.seed;
        let game = Box::new(self.game.clone());
        self.queue.push_with(UgiTask::Search { contender, seed, game, go, asked }, 0, control);
        Ok(())
    }
}

/// The answer to a query of UGI, whose first player is White.
fn answer(query: Query, game: &Game) -> Response {
    match query {
        Query::GameOver => game.outcome().is_some().into(),
        Query::FirstToMove => (game.position().turn() == Color::White).into(),
        Query::Result => match game.outcome().map(|outcome| outcome.winner) {
            Some(Color::White) => Response::FirstWins,
            Some(Color::Black) => Response::SecondWins,
            None => Response::None,
        },
    }
}
