//! UGI and UCI: lines in, lines out, so that any user interface and any arena can play it.
//!
//! | file | what |
//! |---|---|
//! | `settings` | the options: those of the player, the board, the seed |
//! | `worker` | the thread that thinks |
//! | `tell` | reports as `info` lines |
//! | `extras` | the drawn board, evaluations, perft |
//!
//! One thread listens and answers at once, another thinks; what is asked while it thinks waits its turn, except for
//! `stop`, `ponderhit` and `quit`. Whatever stands on a line that cannot be understood is answered by an
//! `info string error: ...`, and nothing else happens.

mod extras;
mod settings;
mod tell;
mod worker;

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use amazons::notation::MoveNotation;
use amazons::{AnyPosition, Color, Game};
use thought::{Control, Limits};
use wire::ugi::{Command, CommandError, Go, Info, Message, Query, Response, Root};

use self::settings::{Change, Settings};
use self::worker::{Job, Worker};
use super::Output;
use crate::contender::Contender;
use crate::players::Ability;
use crate::process::lines::read_line;

/// How long a thinker may take to end after `quit` before it is left to itself.
const FAREWELL: Duration = Duration::from_secs(3);

/// A player with what it needs to be served.
#[derive(Clone, Debug)]
pub struct Host {
    contender: Contender,
    name: String,
    author: String,
    bench: Option<fn() -> String>,
    habit: Option<Limits>,
    seed: u64,
}

impl Host {
    /// Serves a player under a name.
    #[must_use]
    pub fn new(contender: Contender, name: impl Into<String>, author: impl Into<String>) -> Self {
        Self { contender, name: name.into(), author: author.into(), bench: None, habit: None, seed: 0 }
    }

    /// Answers `bench` by the lines of a function.
    #[must_use]
    pub fn with_bench(self, bench: fn() -> String) -> Self {
        Self { bench: Some(bench), ..self }
    }

    /// Thinks within these limits where a `go` names none.
    #[must_use]
    pub fn with_habit(self, habit: Limits) -> Self {
        Self { habit: Some(habit), ..self }
    }

    /// Starts with a seed for the player's random numbers; the option `Seed` sets another.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Serves until the user quits or has no more to say.
    ///
    /// # Errors
    /// When the input cannot be read or the output not be written.
    pub fn serve(self, mut reader: impl BufRead, writer: impl Write + Send + 'static) -> io::Result<()> {
        let out = Output::new(writer);
        let worker = Worker::start(out.clone(), self.habit);
        let mut session = Session {
            settings: Settings::new(self.contender.clone(), self.seed),
            game: Game::default(),
            host: self,
            out,
            worker,
        };
        let served = session.listen(&mut reader);
        session.worker.end(FAREWELL);
        served
    }
}

/// Says what is wrong, as a word for people.
fn complain(out: &Output, what: impl Display) -> io::Result<()> {
    out.say(Message::Info(Info::words(format!("error: {what}"))))
}

/// What is known between two lines.
struct Session {
    host: Host,
    settings: Settings,
    game: Game,
    out: Output,
    worker: Worker,
}

/// Whether to go on listening.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

impl Session {
    fn listen(&mut self, reader: &mut impl BufRead) -> io::Result<()> {
        while let Some(line) = read_line(reader)? {
            let next = match line.parse::<Command>() {
                Ok(command) => self.obey(command)?,
                Err(CommandError::Empty) => Next::Listen,
                Err(error) => {
                    complain(&self.out, error)?;
                    Next::Listen
                }
            };
            if next == Next::Quit {
                break;
            }
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> io::Result<Next> {
        match command {
            Command::Hello(dialect) => {
                self.out.say(Message::Name(self.host.name.clone()))?;
                self.out.say(Message::Author(self.host.author.clone()))?;
                for option in self.settings.options() {
                    self.out.say(Message::Option(option))?;
                }
                self.out.say(Message::Ok(dialect))?;
            }
            Command::IsReady => self.get_ready()?,
            Command::NewGame(_) => self.worker.queue(Job::NewGame(self.settings.seed)),
            Command::SetOption { name, value } => match self.settings.set(&name, value.as_deref()) {
                Ok(Change::Player) => {}
                Ok(Change::Board) => self.game = Game::new(self.settings.start()),
                Ok(Change::Nothing) => {
                    let word = format!("{name} has no effect on {}", self.settings.contender());
                    self.out.say(Message::Info(Info::words(word)))?;
                }
                Err(error) => complain(&self.out, error)?,
            },
            Command::Position { root, moves } => match self.game(&root, &moves) {
                Ok(game) => self.game = game,
                Err(error) => complain(&self.out, error)?,
            },
            Command::Go(go) => self.think(go)?,
            Command::Stop => self.worker.stop(),
            Command::PonderHit => self.worker.ponder_hit(),
            Command::Quit => return Ok(Next::Quit),
            Command::Query(query) => self.out.say(Message::Response(answer(query, &self.game)))?,
            Command::Draw => self.out.say(extras::drawn(self.game.position()))?,
            Command::Eval => self.out.say(extras::evaluated(self.game.position()))?,
            Command::Perft(plies) => {
                let position = *self.game.position();
                self.worker.queue(Job::Perft { position, plies, control: Control::new() });
            }
            Command::Bench => match self.host.bench {
                Some(bench) => self.worker.queue(Job::Bench(bench)),
                None => complain(&self.out, "there is no bench here")?,
            },
        }
        Ok(Next::Listen)
    }

    /// The game that a command tells of.
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

    /// Makes the player ready before it says so. While it thinks it is, and the answer may not wait.
    fn get_ready(&mut self) -> io::Result<()> {
        if self.worker.is_thinking() {
            return self.out.say(Message::ReadyOk);
        }
        let contender = self.settings.contender().clone();
        let (seed, position) = (self.settings.seed, *self.game.position());
        self.worker.queue(Job::GetReady { contender, seed, position });
        Ok(())
    }

    fn think(&mut self, mut go: Go) -> io::Result<()> {
        if !go.search_moves.is_empty() && !self.settings.contender().can(Ability::RootMoves) {
            let word = "searchmoves has no effect: this player thinks about all moves";
            self.out.say(Message::Info(Info::words(word)))?;
            go.search_moves.clear();
        }
        for mv in go.search_moves.extract_if(.., |mv| !self.game.position().is_legal(*mv)) {
            let mv = mv.written(MoveNotation::Fairy);
            complain(&self.out, format!("searchmoves: {mv} is not legal and is left out"))?;
        }
        let control = if go.ponder { Control::pondering() } else { Control::new() };
        let contender = self.settings.contender().clone();
        let seed = self.settings.seed;
        let game = Box::new(self.game.clone());
        self.worker.queue(Job::Think { contender, seed, game, go, control });
        Ok(())
    }
}

/// What a UGI user wishes to know; the first player is White.
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
