//! `otrera lab selfplay`: makes game databases.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use agents::Contender;
use anyhow::{Context, bail, ensure};
use arena::{Adjudication, Entrant, StopSignal, TimeControl};
use clap::Args;
use serde_json::json;
use training::{Existing, Progress, SelfPlay, Strays, ThreadPool, TrainingError, Variety};

use super::progress::ProgressDisplay;
use crate::contest::{handle_interrupts, note};
use crate::files;
use crate::limits::LimitArgs;
use crate::output;
use crate::position::PositionArgs;

/// Make a database of games that a player plays against itself.
#[derive(Args)]
#[command(after_help = "\
No game is in the file twice, nor as a mirror image. A game depends on the seed and its number only: with playouts, nodes \
or a depth as limits the same command makes the same file byte by byte, whatever the number of threads. A file that was \
broken off is whole up to its last line; the same command with --resume goes on, and so does one with more games.

FILE.jsonl holds a game a line with everything that was thought, as `otrera games` reads it; FILE.parquet a row a ply, for \
pandas and polars, written when all games are made from FILE.jsonl, which stays beside it. docs/data.md tells the columns.

Examples:
  otrera lab selfplay --games 1000 --agent otrera@nodes=5000 --out games.jsonl
  otrera lab selfplay --games 200 --agent mgpeo --time 200ms --openings balanced --out games.parquet
  otrera lab selfplay --games 40000 --agent otrera@nodes=3000 --openings random:0-10 --strays 0-3:50 --adjudicate --out learn.jsonl
  otrera lab selfplay --games 50 --agent uct --playouts 1000 --board 8x8 --openings random:2-6 --out small.jsonl")]
pub(crate) struct Selfplay {
    /// How many games the file is to have
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// Who plays both sides: see `otrera agents`; a pace may follow: otrera@nodes=5000
    #[arg(long, value_name = "SPEC")]
    agent: Entrant,

    /// The file to make, .jsonl or .parquet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// A Parquet file beside
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,

    /// Where games begin: so many random plies drawn by the game's seed, random:PLIES, start, balanced, or a file with a
    /// line of moves a game, these in turn
    #[arg(long, value_name = "SOURCE", default_value = "random:0-8")]
    openings: Variety,

    /// Random plies besides, so many and before which ply, drawn by the game's seed: 0-3:50
    #[arg(long, value_name = "NUMBER:PLIES")]
    strays: Option<Strays>,

    /// Ends a game once its areas are separate and counting proves who wins
    #[arg(long)]
    adjudicate: bool,

    #[command(flatten)]
    position: PositionArgs,

    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many games are played at once; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Goes on with the file where it was broken off
    #[arg(long, conflicts_with = "force")]
    resume: bool,

    /// Throws the file away if it is there already
    #[arg(long)]
    force: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,

    // Last, because its heading holds for all that follows.
    #[command(flatten)]
    limits: LimitArgs,
}

impl Selfplay {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Targets { lines, parquet } =
            Targets::of(&self.out, self.parquet.clone(), existing(self.resume, self.force), None)?;
        let selfplay = self.plan()?;
        let stop = Arc::new(StopSignal::new());
        handle_interrupts(&stop, &Arc::new(AtomicU32::new(0)))?;
        let threads = self.concurrency.map_or_else(output::cores, usize::from);
        let mut progress = ProgressDisplay::new();
        progress.begin("selfplay", 0.0);
        let mut has_begun = false;
        let made = selfplay.write(
            &lines,
            self.games,
            existing(self.resume, self.force),
            &ThreadPool { threads, stop: &stop },
            |done| {
                let begun = Progress::Started { what: "games", steps: self.games.max(done), done };
                progress.tell(&if has_begun { Progress::Done(done) } else { begun });
                has_begun = true;
            },
        );
        progress.end();
        let made = match made {
            Ok(made) => made,
            // The games that there are can be used all the same.
            Err(error @ TrainingError::NoMoreGames { .. }) => {
                write_parquet(&lines, parquet.as_deref())?;
                return Err(error.into());
            }
            Err(error) => return Err(error.into()),
        };
        write_parquet(&lines, parquet.as_deref())?;
        if self.json {
            return output::json(&json!({
                "games": made.games, "before": made.before, "copies": made.copies,
                "lines": lines, "parquet": parquet,
            }));
        }
        let mut out = output::stdout();
        write!(out, "{} games: {}", made.games, lines.display())?;
        if let Some(parquet) = &parquet {
            write!(out, " and {}", parquet.display())?;
        }
        if made.copies > 0 {
            write!(out, "; {} copies were thrown away", made.copies)?;
        }
        writeln!(out)?;
        out.flush()?;
        Ok(())
    }

    fn plan(&self) -> anyhow::Result<SelfPlay> {
        let start = self.position.position()?;
        let text = match self.openings.file() {
            Some(path) => {
                let bytes = files::read_bytes(path.as_ref()).context("--openings")?;
                String::from_utf8(bytes).with_context(|| format!("{path} is not text in UTF-8"))?
            }
            None => String::new(),
        };
        let variety = self.openings.clone().found(&start, &text);
        let variety = variety.with_context(|| format!("--openings {}", self.openings))?;
        let mut player = self.agent.clone();
        let given = self.limits.given();
        if !given.is_none() {
            ensure!(
                player.time_control.is_none(),
                "{player} has a time control of its own: leave the other limits away"
            );
            player.time_control = Some(TimeControl::per_move(given));
        }
        if let Contender::Program(_) = player.contender
            && player.time_control.is_none()
        {
            bail!("{player} has no limit: give it a time, playouts, nodes or a depth");
        }
        let adjudication = if self.adjudicate { Adjudication::Proven } else { Adjudication::Never };
        let selfplay =
            SelfPlay { player, start, variety, strays: self.strays, adjudication, seed: self.seed };
        if !selfplay.is_counted() {
            note("a clock decides here: the same seed will not make the same games again")?;
        }
        Ok(selfplay)
    }
}

/// What becomes of a file that is there already.
pub(super) fn existing(resume: bool, force: bool) -> Existing {
    match (resume, force) {
        (true, _) => Existing::Resume,
        (_, true) => Existing::Replace,
        _ => Existing::Refuse,
    }
}

/// The files to write.
pub(super) struct Targets {
    /// The JSON lines.
    pub(super) lines: PathBuf,
    /// The Parquet file.
    pub(super) parquet: Option<PathBuf>,
}

impl Targets {
    /// What a file's ending says. No file may be another of them, or `input`, and a Parquet file that is there already is
    /// left alone unless it is to be made anew.
    pub(super) fn of(
        out: &Path,
        parquet: Option<PathBuf>,
        existing: Existing,
        input: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let targets = Self::named(out, parquet)?;
        if let Some(input) = input {
            ensure!(!is_same(&targets.lines, input), "--out would write over {}", input.display());
        }
        if let Some(parquet) = &targets.parquet {
            ensure!(!is_same(parquet, &targets.lines), "--out and --parquet are the same file");
            let is_input = input.is_some_and(|input| is_same(parquet, input));
            ensure!(!is_input, "--parquet would write over {}", parquet.display());
            ensure!(
                existing != Existing::Refuse || !parquet.exists(),
                "{} is there already: --resume or --force makes it anew",
                parquet.display()
            );
        }
        Ok(targets)
    }

    fn named(out: &Path, parquet: Option<PathBuf>) -> anyhow::Result<Self> {
        match out.extension().and_then(|ending| ending.to_str()) {
            Some("jsonl") => Ok(Self { lines: out.to_owned(), parquet }),
            Some("parquet") => {
                ensure!(parquet.is_none(), "--out names a Parquet file already: leave --parquet away");
                Ok(Self { lines: out.with_extension("jsonl"), parquet: Some(out.to_owned()) })
            }
            _ => bail!("--out {} ends neither in .jsonl nor in .parquet", out.display()),
        }
    }
}

/// Whether two paths mean one file, there or not.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        path.canonicalize().or_else(|_| {
            let folder =
                path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            folder.canonicalize().map(|folder| folder.join(path.file_name().unwrap_or_default()))
        })
    };
    matches!((whole(one), whole(other)), (Ok(one), Ok(other)) if one == other)
}

/// Writes the Parquet file of finished lines, if one is wanted.
pub(super) fn write_parquet(lines: &Path, parquet: Option<&Path>) -> anyhow::Result<()> {
    if let Some(parquet) = parquet {
        training::write_parquet(lines, parquet)?;
    }
    Ok(())
}
