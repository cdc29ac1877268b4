//! `otrera play`: a game in the terminal against any player of the catalogue.
//!
//! - `command`: what the player types;
//! - `session`: the game with what was taken back, stored after every ply.

mod command;
mod session;

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use agents::{AgentSpec, Task};
use amazons::notation::{Diagram, Glyphs};
use amazons::{ByColor, Color, Square};
use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{LivePlan, Thought};
use thought::{Control, Decision, Limits, Silent};

use crate::limits::LimitArgs;
use crate::output;
use crate::position::PositionArgs;
use crate::show::moves_sentence;
use command::Command;
use session::{Session, SgfFile, StoredSession};

/// Play a game in the terminal.
#[derive(Args, Default)]
#[command(after_help = "\
A move is typed like d1-d7/g7: the amazon on d1 steps to d7 and shoots at g7. A square alone shows where its amazon \
can go, and help tells the other words. The game is stored after every move, with what was taken back as a variation: 'otrera games' \
lists it and 'otrera serve' shows it. You play otrera at level 3 unless you say otherwise. A level is a number of positions, which takes a moment; any other player \
thinks for a second a move, or to its depth.

Examples:
  otrera play
  otrera play --level 7
  otrera play --agent alphabeta --color black --unicode
  otrera play --agent uct --playouts 20000 --board 6x6
  otrera play --save my-game.sgf")]
pub(crate) struct Play {
    #[command(flatten)]
    position: PositionArgs,

    /// Whom you play: see `otrera agents`; otrera if not given
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,

    /// How strong otrera plays: 1 (for beginners) to 10, or 0 for full strength
    #[arg(long, value_name = "N")]
    level: Option<u32>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Your side
    #[arg(long, value_enum, default_value_t)]
    color: Side,

    /// The seed of the computer's moves; another one each game if not given
    #[arg(long)]
    seed: Option<u64>,

    /// Draws amazons and arrows with Unicode characters
    #[arg(long)]
    unicode: bool,

    /// The file that keeps the games; one in your data folder if not given
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,

    /// Also writes the game to this SGF file, with the variations that were taken back
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Does not save the game
    #[arg(long, conflicts_with_all = ["save", "store"])]
    no_save: bool,
}

/// The level if neither player nor level is given.
const DEFAULT_LEVEL: u32 = 3;

/// The longest input line in bytes: an endless one must not exhaust the memory.
const MAX_LINE: u64 = 4_096;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
enum Side {
    #[default]
    White,
    Black,
    Random,
}

/// What happens after an input line.
enum Next {
    /// The next line is read.
    Ask,
    /// The position has changed.
    Continue,
    Leave,
}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let seed = self.seed.unwrap_or_else(seed_of_now);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let spec = self.opponent()?;
        let start = self.position.position()?;
        spec.check_board(start.size())?;
        let mut opponent = spec.agent();
        opponent.new_game(seed);
        let own = spec.default_limits();
        let usual = if own.is_none() { own } else { Limits::time(Duration::from_secs(1)) };
        let limits = self.limits.limits_or(&spec, usual);
        let human = match self.color {
            Side::White => Color::White,
            Side::Black => Color::Black,
            Side::Random => Color::BOTH[rng.random_range(0..2)],
        };
        let names = ByColor::from_fn(|color| if color == human { "You" } else { opponent.name() }.to_owned());
        let engine = ByColor::from_fn(|color| (color != human).then(|| spec.to_string()));
        let sgf = self.save.clone().map(SgfFile::new).transpose()?;
        let stored = match self.no_save {
            true => None,
            false => {
                let store = crate::files::open_store(self.store.as_deref())?;
                Some(StoredSession::new(store, LivePlan { agents: engine, ..LivePlan::default() }))
            }
        };
        let mut session = Session::new(start, names, stored, sgf);
        let mut out = output::stdout();
        writeln!(out, "You are {human}. Type a move like d1-d7/g7, or help.")?;
        let mut shows_board = true;
        loop {
            if !session.is_over() && session.position().turn() != human {
                out.flush()?;
                let asked = Instant::now();
                let decision =
                    opponent.decide(&session.game(), Task::new(&limits, &Control::new(), &mut Silent))?;
                let thought = Thought::of_report(&decision.report, session.position(), asked.elapsed());
                session.play(decision.mv, thought)?;
                writeln!(out, "{} plays {}{}", opponent.name(), decision.mv, confidence(&decision))?;
                for note in opponent.take_notes() {
                    writeln!(out, "Note: {note}.")?;
                }
            }
            if shows_board {
                self.draw(&mut out, &session, Vec::new())?;
                if let Some((error, _)) = session.unsaved() {
                    writeln!(out, "Not saved: {error:#}. The next move tries again.")?;
                }
            }
            match self.ask(&mut out, &mut session, human)? {
                Next::Ask => shows_board = false,
                Next::Continue => shows_board = true,
                Next::Leave => break,
            }
        }
        leave(&mut out, &session)
    }

    /// The opponent's spec: `otrera` at the default level if neither player nor level is given.
    fn opponent(&self) -> anyhow::Result<AgentSpec> {
        let mut spec = AgentSpec::with_files(self.agent.as_deref().unwrap_or("otrera")).context("--agent")?;
        let level = self.level.or(self.agent.is_none().then_some(DEFAULT_LEVEL));
        if let Some(level) = level {
            let has_levels = spec.parameters().iter().any(|parameter| parameter.name == "level");
            ensure!(has_levels, "--level: {} has no levels, otrera alone has", spec.info().name);
            spec.set("level", &level.to_string()).context("--level")?;
        }
        spec.use_book();
        Ok(spec)
    }

    fn draw(&self, out: &mut impl Write, session: &Session, marks: Vec<Square>) -> anyhow::Result<()> {
        let setup = session.position().to_setup();
        let glyphs = if self.unicode { Glyphs::Unicode } else { Glyphs::Ascii };
        write!(out, "\n{}", Diagram::new(&setup, glyphs).with_marks(marks))?;
        if session.is_over() {
            writeln!(out, "{}", session.verdict_sentence())?;
        }
        Ok(())
    }

    /// Reads one line and does what it says.
    fn ask(&self, out: &mut impl Write, session: &mut Session, human: Color) -> anyhow::Result<Next> {
        write!(out, "> ")?;
        out.flush()?;
        let (asked, mut line) = (Instant::now(), Vec::new());
        if io::stdin().lock().take(MAX_LINE).read_until(b'\n', &mut line).context("standard input")? == 0 {
            writeln!(out)?;
            return Ok(Next::Leave);
        }
        if line.len() as u64 == MAX_LINE {
            bail!("standard input: a line of {MAX_LINE} bytes is no move");
        }
        let line = String::from_utf8_lossy(&line);
        let position = *session.position();
        match Command::read(&line) {
            Ok(Command::Nothing) => return Ok(Next::Ask),
            Ok(Command::Move(mv)) if session.is_over() => {
                writeln!(out, "The game is over, {mv} cannot be played. Type undo or quit.")?;
            }
            Ok(Command::Move(mv)) => match position.check(mv) {
                Ok(()) => {
                    session.play(mv, Thought { time: asked.elapsed(), ..Thought::default() })?;
                    return Ok(Next::Continue);
                }
                Err(illegal) => writeln!(out, "{illegal}.")?,
            },
            Ok(Command::Steps(from)) => match session.steps(from) {
                Ok(steps) => self.draw(out, session, steps)?,
                Err(why) => writeln!(out, "{why}")?,
            },
            Ok(Command::Shots(from, to)) => match session.shots(from, to) {
                Ok(shots) => self.draw(out, session, shots)?,
                Err(why) => writeln!(out, "{why}")?,
            },
            Ok(Command::Undo) => {
                if session.undo(human) {
                    return Ok(Next::Continue);
                }
                writeln!(out, "There is nothing to take back.")?;
            }
            Ok(Command::Board) => return Ok(Next::Continue),
            Ok(Command::Fen) => writeln!(out, "{}", position.to_setup().to_fen())?,
            Ok(Command::Moves) => writeln!(out, "{}", moves_sentence(&position))?,
            Ok(Command::Resign) if session.is_over() => writeln!(out, "The game is over already.")?,
            Ok(Command::Resign) => {
                session.resign(human);
                return Ok(Next::Continue);
            }
            Ok(Command::Help) => writeln!(out, "{}", command::HELP)?,
            Ok(Command::Quit) => return Ok(Next::Leave),
            Err(complaint) => writeln!(out, "{complaint}")?,
        }
        Ok(Next::Ask)
    }
}

/// The opponent's win rate, or by how much the game is proven to be decided, if known.
fn confidence(decision: &Decision) -> String {
    let line = decision.report.lines.first();
    match line.and_then(|line| line.score.zip(line.won_by)) {
        Some((score, won_by)) if score.is_win() => return format!(" and has won {won_by}"),
        Some((score, won_by)) if score.is_loss() => return format!(" and has lost {won_by}"),
        _ => {}
    }
    let rate = line.and_then(|line| line.win_rate);
    rate.map_or_else(String::new, |rate| format!(" and expects to win {:.0}%", 100.0 * rate))
}

/// Prints where the game is saved, or the game itself if it could not be saved.
fn leave(out: &mut impl Write, session: &Session) -> anyhow::Result<()> {
    if let Some((error, text)) = session.unsaved() {
        writeln!(out, "The game could not be saved; here it is:\n{text}")?;
        out.flush()?;
        bail!("{error:#}");
    }
    match session.saved_to().as_slice() {
        [] => writeln!(out, "Nothing was saved.")?,
        places => writeln!(out, "The game is saved: {}", places.join(" and "))?,
    }
    out.flush()?;
    Ok(())
}

/// A seed that differs from game to game.
fn seed_of_now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos() as u64)
}
