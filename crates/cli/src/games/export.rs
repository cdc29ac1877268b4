//! `otrera games export`: as SGF, JSON lines or CSV, one game after the other.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use amazons::{Color, Move};
use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};
use serde_json::json;
use store::{AtomicFile, Filter, GameId, Order, Store, StoreError, StoredGame, Thought, json, sgf};
use thought::WhiteScore;
use time::format_description::well_known::Rfc3339;

use super::games;
use super::select::{Paging, Select, existing};
use crate::files;
use crate::output;

/// Write games to a file: SGF, JSON lines or CSV.
#[derive(Args)]
#[command(after_help = "\
The format is told by the file's name (.sgf, .jsonl, .csv) or by --format. JSON lines hold everything and come back by \
'otrera games import' as they were. The file is written as a whole or not at all, and not where no game matches. Times are in nanoseconds; scores and \
chances are White's, scores in ten-thousandths of a move.

Examples:
  otrera games export all.jsonl
  otrera games export --player otrera --format sgf - > games.sgf
  otrera games export thoughts.csv --plies --run 3")]
pub(crate) struct Export {
    /// The file to write, - for standard output
    #[arg(value_name = "FILE")]
    target: PathBuf,

    #[command(flatten)]
    select: Select,

    #[command(flatten)]
    paging: Paging,

    /// The format of FILE
    #[arg(long, value_enum)]
    format: Option<GameFormat>,

    /// Writes one row for every ply with what was thought, instead of one for every game
    #[arg(long)]
    plies: bool,

    /// Replaces FILE if it is there already
    #[arg(long)]
    force: bool,
}

/// A format of stored games.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameFormat {
    /// The Smart Game Format.
    #[value(help = "SGF, GM[18] (.sgf)")]
    Sgf,
    /// One JSON object a line, with all that is known (.jsonl)
    Jsonl,
    /// A table with a header (.csv)
    Csv,
}

impl GameFormat {
    /// The format of a file name's extension.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "sgf" | "lg" => Self::Sgf,
            "jsonl" | "ndjson" | "json" => Self::Jsonl,
            "csv" => Self::Csv,
            _ => return None,
        })
    }
}

impl Export {
    pub(crate) fn run(self, store: &Store) -> anyhow::Result<()> {
        let format = self.format.or_else(|| GameFormat::of_file(&self.target));
        let format = format.with_context(|| {
            format!("unknown extension of {}: choose a format with --format", self.target.display())
        })?;
        if self.plies && format == GameFormat::Sgf {
            bail!("SGF has no rows for plies: --plies writes JSON lines or CSV");
        }
        let mut filter = self.select.filter()?;
        self.paging.apply(&mut filter, Order::Ascending);
        let matches = !existing(store, &filter)?.is_empty();
        let job = Job { store, filter, format, plies: self.plies };
        if self.target.as_os_str() == "-" {
            let mut out = output::stdout();
            let written = job.write(&mut out)?;
            out.flush()?;
            return written.check();
        }
        // Before the work; the commit checks again.
        ensure!(self.force || !self.target.exists(), "{} exists; --force replaces it", self.target.display());
        if !matches {
            return output::line("no game matches; nothing was written");
        }
        let mut file = AtomicFile::create(&self.target, files::if_exists(self.force))?;
        let written = job.write(&mut file)?;
        file.commit().map_err(|error| files::write_error(&self.target, error))?;
        let mut out = output::stdout();
        writeln!(out, "{}: {}", games(written.games), self.target.display())?;
        out.flush()?;
        written.check()
    }
}

/// What was written.
#[derive(Default)]
struct Written {
    games: u64,
    /// The games that could not be read, and why the first of them.
    unreadable: Vec<GameId>,
    first: Option<StoreError>,
}

/// How many of the games that were left out are named.
const NAMED: usize = 20;

impl Written {
    /// Fails if a game was left out.
    fn check(&self) -> anyhow::Result<()> {
        let Some(first) = &self.first else { return Ok(()) };
        let mut names: Vec<String> = self.unreadable.iter().take(NAMED).map(ToString::to_string).collect();
        if let more @ 1.. = self.unreadable.len().saturating_sub(NAMED) {
            names.push(format!("and {more} more"));
        }
        let (word, names) = (if names.len() == 1 { "game" } else { "games" }, names.join(", "));
        let count = games(self.unreadable.len() as u64);
        bail!("{count} cannot be read and had to be left out: {word} {names}; the first because: {first}")
    }
}

/// What to write.
struct Job<'a> {
    store: &'a Store,
    filter: Filter,
    format: GameFormat,
    plies: bool,
}

impl Job<'_> {
    /// Writes the games of one snapshot of the store. One that cannot be read is left out.
    fn write(&self, out: &mut dyn Write) -> anyhow::Result<Written> {
        match (self.format, self.plies) {
            (GameFormat::Csv, false) => writeln!(out, "{}", GAME_COLUMNS.join(","))?,
            (GameFormat::Csv, true) => writeln!(out, "{}", PLY_COLUMNS.join(","))?,
            _ => {}
        }
        let mut written = Written::default();
        let end = self.store.for_each(&self.filter, |id, game| {
            match game {
                Ok(game) => {
                    if let Err(error) = self.write_game(out, &game) {
                        return ControlFlow::Break(error);
                    }
                    written.games += 1;
                }
                Err(error) => {
                    written.unreadable.push(id);
                    written.first.get_or_insert(error);
                }
            }
            ControlFlow::Continue(())
        })?;
        match end {
            ControlFlow::Break(error) => Err(error.into()),
            ControlFlow::Continue(()) => Ok(written),
        }
    }

    fn write_game(&self, out: &mut dyn Write, game: &StoredGame) -> io::Result<()> {
        match (self.format, self.plies) {
            (GameFormat::Sgf, _) => write!(out, "{}", sgf::to_text(&game.to_record())),
            (GameFormat::Jsonl, false) => {
                writeln!(out, "{}", json::to_line(game.id, &game.to_record(), game.run.as_ref()))
            }
            (GameFormat::Csv, false) => write_row(out, &game_row(game)),
            (GameFormat::Csv, true) => ply_rows(game).try_for_each(|row| write_row(out, &row)),
            (GameFormat::Jsonl, true) => write_plies(out, game),
        }
    }
}

const GAME_COLUMNS: [&str; 19] = [
    "id",
    "played_at",
    "white",
    "black",
    "winner",
    "ending",
    "detail",
    "plies",
    "board",
    "source",
    "event",
    "opening",
    "run",
    "slot",
    "seed",
    "white_limits",
    "black_limits",
    "start",
    "moves",
];

fn game_row(stored: &StoredGame) -> Vec<String> {
    let StoredGame { players, game, end, metadata, .. } = stored;
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let slot = |value: fn(&store::Slot) -> String| {
        stored.run.as_ref().map(|(_, slot)| value(slot)).unwrap_or_default()
    };
    vec![
        stored.id.to_string(),
        metadata.played_at.and_then(|moment| moment.format(&Rfc3339).ok()).unwrap_or_default(),
        players.white.clone(),
        players.black.clone(),
        end.winner.map_or("", Color::name).to_owned(),
        end.ending.to_string(),
        end.detail.clone(),
        game.moves().len().to_string(),
        game.start().size().to_string(),
        metadata.source.to_string(),
        text(&metadata.event),
        text(&metadata.opening),
        slot(|slot| slot.run.to_string()),
        slot(|slot| slot.slot.to_string()),
        slot(|slot| slot.seed.to_string()),
        text(&metadata.limits.white),
        text(&metadata.limits.black),
        game.start().to_setup().to_fen(),
        moves_text(game.moves()),
    ]
}

const PLY_COLUMNS: [&str; 12] = [
    "game", "ply", "color", "player", "move", "time_ns", "nodes", "playouts", "depth", "score", "win_rate",
    "line",
];

/// One row a ply; what was not thought is empty.
fn ply_rows(stored: &StoredGame) -> impl Iterator<Item = Vec<String>> {
    let StoredGame { players, game, thoughts, .. } = stored;
    let text = |value: Option<String>| value.unwrap_or_default();
    game.moves().iter().zip(game.positions()).enumerate().map(move |(index, (mv, before))| {
        let thought = thoughts.get(index);
        let color = before.turn();
        vec![
            stored.id.to_string(),
            (index + 1).to_string(),
            color.name().to_owned(),
            players[color].clone(),
            mv.to_string(),
            text(thought.map(|thought| thought.time.as_nanos().to_string())),
            text(thought.map(|thought| thought.nodes.to_string())),
            text(thought.map(|thought| thought.playouts.to_string())),
            text(thought.and_then(|thought| thought.depth).map(|depth| depth.to_string())),
            text(thought.and_then(score_units).map(|score| score.to_string())),
            text(thought.and_then(|thought| thought.assessment.win_rate).map(|rate| rate.to_string())),
            text(thought.map(|thought| moves_text(&thought.assessment.line))),
        ]
    })
}

fn write_plies(out: &mut dyn Write, stored: &StoredGame) -> io::Result<()> {
    let StoredGame { players, game, thoughts, .. } = stored;
    for (index, (mv, before)) in game.moves().iter().zip(game.positions()).enumerate() {
        let thought = thoughts.get(index);
        let color = before.turn();
        let row = json!({
            "game": stored.id.0,
            "ply": index + 1,
            "color": color.name(),
            "player": players[color],
            "move": mv.to_string(),
            "time_ns": thought.map(|thought| thought.time.as_nanos() as u64),
            "nodes": thought.map(|thought| thought.nodes),
            "playouts": thought.map(|thought| thought.playouts),
            "depth": thought.and_then(|thought| thought.depth),
            "score": thought.and_then(score_units),
            "win_rate": thought.and_then(|thought| thought.assessment.win_rate),
            "line": thought.map(|thought| moves_text(&thought.assessment.line)),
        });
        writeln!(out, "{row}")?;
    }
    Ok(())
}

fn score_units(thought: &Thought) -> Option<i32> {
    thought.assessment.white_score().map(WhiteScore::to_units)
}

fn moves_text(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A row as RFC 4180 has it, but for its line end.
fn write_row(out: &mut dyn Write, cells: &[String]) -> io::Result<()> {
    let quoted: Vec<String> = cells
        .iter()
        .map(|cell| match cell.contains(['"', ',', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        })
        .collect();
    writeln!(out, "{}", quoted.join(","))
}
