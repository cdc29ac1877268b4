//! `otrera lab accept`: the thesis's acceptance test over a collection.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use arena::StopSignal;
use clap::Args;
use serde_json::json;
use thought::Limits;
use training::{Acceptance, AcceptanceTally, Progress, ThreadPool};

use super::progress::ProgressDisplay;
use super::selfplay::{Targets, existing, write_parquet};
use crate::contest::handle_interrupts;
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
    file: PathBuf,

    /// The file for the kept games, .jsonl or .parquet; without it they are only counted
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// A Parquet file beside
    #[arg(long, value_name = "FILE", requires = "out")]
    parquet: Option<PathBuf>,

    /// The seed of the players
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many games are played out at once; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Goes on with the file where it was broken off
    #[arg(long, conflicts_with = "force", requires = "out")]
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

impl Accept {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let existing = existing(self.resume, self.force);
        let of = |out: &PathBuf| Targets::of(out, self.parquet.clone(), existing, Some(&self.file));
        let targets = self.out.as_ref().map(of).transpose()?;
        let games = training::read_games(&self.file)?;
        let given = self.limits.given();
        let limits = if given.is_none() { Limits::time(Duration::from_secs(1)) } else { given };
        let acceptance = Acceptance::new(limits, self.seed);
        let stop = Arc::new(StopSignal::new());
        handle_interrupts(&stop, &Arc::new(AtomicU32::new(0)))?;
        let threads = self.concurrency.map_or_else(output::cores, usize::from);
        let file = targets.as_ref().map(|targets| (targets.lines.as_path(), existing));
        let mut progress = ProgressDisplay::new();
        progress.begin("accept", 0.0);
        let (steps, mut has_begun) = (games.len() as u64, false);
        let tally = acceptance.write(&games, file, &ThreadPool { threads, stop: &stop }, |tally| {
            let done = tally.kept() + tally.rejected;
            let begun = Progress::Started { what: "games", steps, done };
            progress.tell(&if has_begun { Progress::Done(done) } else { begun });
            has_begun = true;
        });
        progress.end();
        let tally = tally?;
        if let Some(targets) = &targets {
            write_parquet(&targets.lines, targets.parquet.as_deref())?;
        }
        self.tell(&tally)
    }

    fn tell(&self, tally: &AcceptanceTally) -> anyhow::Result<()> {
        let AcceptanceTally { finished, accepted, rejected } = tally;
        if self.json {
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
