//! `otrera lab accept`: the thesis's acceptance test over a collection.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;
use thought::Limits;
use training::{Acceptance, AcceptanceTally};

use super::game_file::{GameFileArgs, write_parquet};
use crate::limits::LimitArgs;
use crate::output;

/// Decide games without a result by the thesis's acceptance test, and keep those that can be decided.
#[derive(Args)]
#[command(after_help = "\
A game without a result is played out from its last position: the simple player (greedy:eval=mindist) takes the side that \
seems to win by Lieberum's evaluation, the good player (deepening:eval=lieberum, 1s a move if nothing else is said) the \
other. It is kept only if the simple side wins. Games with a result are kept as they are.

--out gets the kept games as JSON lines (.jsonl), or beside these as Parquet (.parquet). They hold the moves of the collection; \
the plies that were played out are left out, and `detail` says how many there were. A file that was broken off is whole up to \
its last line; the same command with --resume goes on.

Examples:
  otrera lab accept little_golem.sgf
  otrera lab accept little_golem.sgf --out decided.jsonl --nodes 20000
  otrera lab accept games.jsonl --out decided.parquet --resume")]
pub(crate) struct Accept {
    /// The collection: SGF, Little Golem's records, JSON lines or lines of moves
    #[arg(value_name = "FILE")]
    collection: PathBuf,

    /// The file for the kept games, .jsonl or .parquet; without it they are only counted
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    file: GameFileArgs,

    // Last, because its heading holds for all that follows.
    #[command(flatten)]
    limits: LimitArgs,
}

impl Accept {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let targets =
            self.out.as_ref().map(|out| self.file.targets(out, Some(&self.collection))).transpose()?;
        let games = training::read_games(&self.collection)?;
        let given = self.limits.given();
        let limits = if given.is_none() { Limits::time(Duration::from_secs(1)) } else { given };
        let acceptance = Acceptance::new(limits, self.file.seed);
        let lines = targets.as_ref().map(|targets| (targets.lines.as_path(), self.file.existing()));
        let tally = self.file.run("accept", |pool, report| {
            acceptance.write(&games, lines, pool, |tally| {
                report(games.len() as u64, tally.kept() + tally.rejected);
            })
        })??;
        if let Some(targets) = &targets {
            write_parquet(&targets.lines, targets.parquet.as_deref())?;
        }
        self.write_summary(&tally)
    }

    fn write_summary(&self, tally: &AcceptanceTally) -> anyhow::Result<()> {
        let AcceptanceTally { finished, accepted, rejected } = tally;
        if self.file.json {
            return output::json(&json!({
                "games": tally.kept() + rejected, "finished": finished, "accepted": accepted,
                "rejected": rejected, "kept": tally.kept(), "out": self.out,
            }));
        }
        let mut out = output::stdout();
        writeln!(out, "{finished:>7} had a result")?;
        writeln!(out, "{accepted:>7} accepted")?;
        writeln!(out, "{rejected:>7} rejected")?;
        let place = self.out.as_ref().map(|out| format!(": {}", out.display())).unwrap_or_default();
        writeln!(out, "{:>7} kept{place}", tally.kept())?;
        out.flush()?;
        Ok(())
    }
}
