//! `otrera agreement`: how often a player plays what people played.

use std::io::Write;
use std::path::PathBuf;

use agents::AgentSpec;
use amazons::{Game, Record};
use anyhow::{Context, ensure};
use arena::statistics::wilson;
use clap::Args;
use lab::RecordedMoves;
use serde_json::{Value, json};

use crate::files::{self, Format};
use crate::limits::LimitArgs;
use crate::output;

/// Count how often a player plays the move that was played in recorded games.
#[derive(Args)]
#[command(after_help = "\
Positions are drawn by the seed from all positions of all games in which there is more than one legal move. The player sees \
each as the start of a game, so that no position depends on another. A step is the same where the same amazon goes to the same \
square, wherever it shoots.

Examples:
  otrera agreement --games little_golem.sgf --agent otrera:level=3
  otrera agreement --games games.txt --agent mgpeo --playouts 2000 --positions 300 --json")]
pub(crate) struct Agreement {
    /// The file of games: SGF, Little Golem's records, or lines of moves
    #[arg(long, value_name = "FILE")]
    games: PathBuf,

    /// The player: see `otrera agents`
    #[arg(long, value_name = "SPEC", default_value = "otrera")]
    agent: String,

    #[command(flatten)]
    limits: LimitArgs,

    /// How many positions are drawn
    #[arg(long, value_name = "N", default_value_t = 300)]
    positions: usize,

    /// The seed of the positions drawn and of the player
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

impl Agreement {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let spec = AgentSpec::with_files(&self.agent).context("--agent")?;
        let limits = self.limits.limits_or(&spec, spec.default_limits());
        let name = self.games.display();
        let format = Format::of_file(&self.games).filter(|format| format.has_moves());
        let format = format
            .with_context(|| format!("unknown extension of {name}: expected .sgf, .lg, .txt or .moves"))?;
        let records = format
            .read(&files::read_bytes(&self.games)?)
            .with_context(|| self.games.display().to_string())?;
        let games: Vec<Game> = records.iter().map(Record::to_game).collect();
        let drawn = RecordedMoves::draw(&games, self.positions, self.seed);
        ensure!(!drawn.is_empty(), "{name}: no game in it has a position with a choice of moves");
        let lab::Agreement { positions, moves, steps } =
            drawn.agreement(spec.agent().as_mut(), &limits, self.seed)?;
        if self.json {
            return output::json(&json!({
                "agent": spec.to_string(),
                "games": records.len(),
                "positions": positions,
                "sameMove": share(moves, positions),
                "sameStep": share(steps, positions),
            }));
        }
        let mut out = output::stdout();
        writeln!(out, "{spec} at {positions} positions of {} games", records.len())?;
        for (what, count) in [("same move", moves), ("same step", steps)] {
            let interval = wilson(count, positions);
            let [rate, lower, upper] =
                [count as f64 / positions as f64, interval.lower, interval.upper].map(|share| 100.0 * share);
            writeln!(out, "{what}  {count:>5}  {rate:>5.1}%  (95%: {lower:.1}% to {upper:.1}%)")?;
        }
        out.flush()?;
        Ok(())
    }
}

fn share(count: u64, all: u64) -> Value {
    let interval = wilson(count, all);
    json!({ "count": count, "share": count as f64 / all as f64, "low": interval.lower, "high": interval.upper })
}
