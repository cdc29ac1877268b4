//! `otrera lab features`: positions of games as rows of bytes, for the programs that train networks.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use serde_json::json;
use store::IfExists;
use training::FeatureConfig;

use super::progress::ProgressDisplay;
use crate::output;

/// Write positions of games as rows of bytes, to train networks on.
#[derive(Args)]
#[command(after_help = "\
A row has what the evaluation knows about every square and amazon of a position, who won and what the search thought. Besides \
the positions of the games there are such as a search meets them: after a random move, and after a random step without an arrow. \
Only games on 10x10 with four amazons a side and a result give rows. docs/data.md lists the bytes, train/README.md uses them.

Examples:
  otrera lab features games.jsonl --out games.features
  otrera lab features first.jsonl second.jsonl --odd 2 --out games.features")]
pub(crate) struct Features {
    /// The games, as `otrera lab selfplay` writes them: JSON lines with what was thought
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The file to make
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How many positions after a random move, and after a random step, are made of each position of a game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=100))]
    odd: u32,

    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Replaces an existing file
    #[arg(long)]
    force: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

impl Features {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        for file in &self.files {
            ensure!(!super::game_file::is_same(&self.out, file), "--out would write over {}", file.display());
        }
        ensure!(self.force || !self.out.exists(), "{} exists; --force replaces it", self.out.display());
        let if_exists = if self.force { IfExists::Replace } else { IfExists::Fail };
        let config = FeatureConfig { odd: self.odd, seed: self.seed };
        let mut progress = ProgressDisplay::new();
        progress.begin("features", 0.0);
        let written = config.write(&self.files, &self.out, if_exists, &mut |step| progress.report(step));
        progress.end();
        let count = written?;
        let [game, unlabelled, after_move, after_step] = count.rows;
        if self.json {
            return output::json(&json!({
                "games": count.games, "used": count.used, "out": self.out, "rows": count.rows.iter().sum::<u64>(),
                "game": game, "unlabelled": unlabelled, "afterMove": after_move, "afterStep": after_step,
            }));
        }
        let mut out = output::stdout();
        writeln!(
            out,
            "{} rows of {} games: {game} positions after the last random ply, {unlabelled} before it, {after_move} after a \
             random move, {after_step} after a random step: {}",
            count.rows.iter().sum::<u64>(),
            count.used,
            self.out.display()
        )?;
        if count.used < count.games {
            writeln!(
                out,
                "passed over: {} games without a result or on another board",
                count.games - count.used
            )?;
        }
        out.flush()?;
        Ok(())
    }
}
