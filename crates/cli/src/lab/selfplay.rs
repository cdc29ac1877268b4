//! `otrera lab selfplay`: makes game databases.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use arena::{Entrant, Strays, Threads, TimeControl};
use clap::Args;
use serde_json::json;
use training::{SelfPlay, SelfPlaySpec, TrainingError, Variety};

use super::game_file::{GameFileArgs, Targets, write_parquet};
use crate::contest::note;
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
pandas and polars, written when all games are made from FILE.jsonl, which stays beside it. docs/data.md lists the columns.

Examples:
  otrera lab selfplay --games 1000 --agent otrera@nodes=5000 --out games.jsonl
  otrera lab selfplay --games 200 --agent mgpeo --time 200ms --openings balanced --out games.parquet
  otrera lab selfplay --games 40000 --agent otrera@nodes=3000 --openings random:0-10 --strays 0-3:50 --adjudicate --out learn.jsonl
  otrera lab selfplay --games 50 --agent uct --playouts 1000 --board 8x8 --openings random:2-6 --out small.jsonl")]
pub(crate) struct Selfplay {
    /// How many games the file is to have
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    #[command(flatten)]
    plan: SelfPlayArgs,

    /// The file to make, .jsonl or .parquet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    file: GameFileArgs,

    // Last, because its heading holds for all that follows.
    #[command(flatten)]
    limits: LimitArgs,
}

/// What games of self-play depend on besides the seed.
#[derive(Args)]
pub(crate) struct SelfPlayArgs {
    /// Who plays both sides: see `otrera agents`; a time control may follow: otrera@nodes=5000
    #[arg(long, value_name = "SPEC")]
    agent: Entrant,

    /// Where games begin: random:PLIES, a number of random plies drawn by the game's seed, start, balanced, or a file with a
    /// line of moves a game, these in turn
    #[arg(long, value_name = "SOURCE", default_value = "random:0-8")]
    openings: Variety,

    /// Random plies in the middle of games, their number and the ply before which they come: 0-3:50
    #[arg(long, value_name = "NUMBER:PLIES")]
    strays: Option<Strays>,

    /// Ends a game once its areas are separate and counting proves who wins
    #[arg(long)]
    adjudicate: bool,

    #[command(flatten)]
    position: PositionArgs,
}

impl Selfplay {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Targets { lines, parquet } = self.file.targets(&self.out, None)?;
        let selfplay = self.plan.selfplay(self.file.seed, &self.limits)?;
        let existing = self.file.existing();
        let made = self.file.run("selfplay", |pool, report| {
            let mut threads = Threads::new(pool.threads, pool.stop);
            let report = |done| report(self.games.max(done), done);
            selfplay.write(&lines, self.games, existing, &mut threads, pool.stop, report)
        })?;
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
        if self.file.json {
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
            write!(out, "; {} duplicates were discarded", made.copies)?;
        }
        writeln!(out)?;
        out.flush()?;
        Ok(())
    }
}

impl SelfPlayArgs {
    /// The self-play of these arguments; says so where the seed does not determine the games.
    pub(crate) fn selfplay(&self, seed: u64, limits: &LimitArgs) -> anyhow::Result<SelfPlay> {
        let mut player = self.agent.clone();
        let given = limits.given();
        if !given.is_none() {
            ensure!(
                player.time_control.is_none(),
                "{player} has a time control of its own: omit the other limits"
            );
            player.time_control = Some(TimeControl::per_move(given));
        }
        let openings_text = match self.openings.file() {
            Some(path) => Some(files::read_text(path.as_ref()).context("--openings")?),
            None => None,
        };
        let spec = SelfPlaySpec {
            player: player.to_string(),
            start: Some(self.position.position()?.to_setup().to_fen()),
            openings: Some(self.openings.to_string()),
            openings_text,
            strays: self.strays.map(|strays| strays.to_string()),
            adjudicate: self.adjudicate,
            seed,
        };
        let selfplay = spec.build()?;
        if !selfplay.is_counted() {
            note("time limits are used: the seed does not reproduce the games")?;
        }
        Ok(selfplay)
    }
}
