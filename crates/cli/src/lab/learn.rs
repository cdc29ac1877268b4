//! `otrera lab learn`: learns the weights of the flagship's evaluation from games.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::{Value, json};
use store::{AtomicFile, IfExists};
use training::{Dataset, LearnConfig, Learned, Loss, Ridge, is_generated};

use super::progress::ProgressDisplay;
use crate::output;

/// Learn the weights of the flagship's evaluation from games of self-play.
#[derive(Args)]
#[command(after_help = "\
A logistic regression of who won, and of what the search thought of it, on what the evaluation counts. A game is over where the \
search first proved who wins; only positions after the last ply that nobody thought about count. Every fifth game is held back: the ridge with the \
lowest loss of the result on those is taken. The same games give the same file byte by byte, whatever the number of threads.

--out writes the table as Rust source; built with it, the program plays by it. docs/strength.md tells what was learnt so far.

Examples:
  otrera lab selfplay --games 40000 --agent otrera@nodes=3000 --openings random:0-10 --strays 0-3:50 --adjudicate --out games.jsonl
  otrera lab learn games.jsonl --out crates/eval/src/otrera/learnt.rs
  otrera lab learn first.jsonl second.jsonl --ridge 1:10,3:30
  otrera lab learn games.jsonl --result 1 --json")]
pub(crate) struct Learn {
    /// The games, as `otrera lab selfplay` writes them: JSON lines with what was thought
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The Rust source to write; without it the losses are told and nothing else
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// How strongly weights are held to zero and to those of the neighbouring stages, one or several
    #[arg(
        long,
        value_name = "TO_ZERO:TO_NEIGHBOUR",
        value_delimiter = ',',
        default_value = "3:30,10:100,30:300"
    )]
    ridge: Vec<Ridge>,

    /// How much of what is learnt is the result, from 0 to 1; the rest is the search's win rate
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = share)]
    result: f64,

    /// How many threads compute; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// Replaces the file even if something else made it
    #[arg(long, requires = "out")]
    force: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

/// Reads a share.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 1".to_owned())
}

impl Learn {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // Before the work, not after it.
        if let Some(out) = &self.out {
            self.may_write(out)?;
        }
        let threads = self.concurrency.map_or_else(output::cores, usize::from);
        let config = LearnConfig { ridges: self.ridge.clone(), result: self.result, threads };
        let mut progress = ProgressDisplay::new();
        progress.begin("learn", 0.0);
        let learnt = Dataset::read(&self.files, &mut |step| progress.tell(step))
            .and_then(|dataset| config.learn(&dataset, &mut |step| progress.tell(step)));
        progress.end();
        let learnt = learnt?;
        if let Some(out) = &self.out {
            self.may_write(out)?;
            AtomicFile::write(out, learnt.source().as_bytes(), IfExists::Replace)?;
        }
        if self.json { output::json(&self.as_json(&learnt)) } else { self.tell(&learnt) }
    }

    /// Whether nothing is lost when a file is written: it is one of ours, or nobody minds.
    fn may_write(&self, out: &Path) -> anyhow::Result<()> {
        for file in &self.files {
            ensure!(!super::game_file::is_same(out, file), "--out would write over {}", file.display());
        }
        match std::fs::read(out) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            _ if self.force => Ok(()),
            Ok(bytes) => {
                ensure!(
                    is_generated(&String::from_utf8_lossy(&bytes)),
                    "{} was not made by `otrera lab learn`: --force replaces it all the same",
                    out.display()
                );
                Ok(())
            }
            Err(error) => Err(error).with_context(|| format!("cannot read {}", out.display())),
        }
    }

    fn tell(&self, learnt: &Learned) -> anyhow::Result<()> {
        let mut out = output::stdout();
        let size = learnt.size;
        let positions = size.training + size.validation;
        writeln!(
            out,
            "{positions} positions of {} games on {}, {} of them held back",
            size.counted, learnt.board, size.validation
        )?;
        if size.counted < size.games {
            writeln!(
                out,
                "passed over: {} games without an end, {} without thoughts, {} without a position that counts",
                size.games - size.finished,
                size.finished - size.thought_about,
                size.thought_about - size.counted
            )?;
        }
        writeln!(out, "\nloss of the result\n{:>14}  learnt from  held back", "ridge")?;
        for (number, trial) in learnt.results.iter().enumerate() {
            let mark = if number == learnt.best { "  the best" } else { "" };
            let (ridge, held_back) = (trial.ridge.to_string(), trial.validation.all);
            writeln!(out, "{ridge:>14}  {:11.4}  {held_back:9.4}{mark}", trial.training.all)?;
        }
        writeln!(out, "{:>14}  {:11}  {:9.4}", "today's", "", learnt.before.all)?;
        writeln!(out, "\n{:>14}  positions  held back    today's", "percent empty")?;
        for (stage, before) in learnt.best().validation.stages.iter().zip(&learnt.before.stages) {
            let span = format!("{} to {}", stage.percent[0], stage.percent[1]);
            let (positions, mean, before) = (stage.positions, stage.mean, before.mean);
            writeln!(out, "{span:>14}  {positions:9}  {mean:9.4}  {before:9.4}")?;
        }
        if let Some(path) = &self.out {
            writeln!(out, "\nweights: {}", path.display())?;
        }
        out.flush()?;
        Ok(())
    }

    fn as_json(&self, learnt: &Learned) -> Value {
        let loss = |loss: &Loss| {
            let stages: Vec<Value> = loss
                .stages
                .iter()
                .map(|stage| {
                    json!({ "percent": stage.percent, "positions": stage.positions, "loss": stage.mean })
                })
                .collect();
            json!({ "all": loss.all, "stages": stages })
        };
        let trials: Vec<Value> = learnt
            .results
            .iter()
            .map(|trial| {
                json!({
                    "ridge": trial.ridge.to_string(),
                    "learntFrom": loss(&trial.training),
                    "heldBack": loss(&trial.validation),
                })
            })
            .collect();
        let size = learnt.size;
        json!({
            "games": size.games, "finished": size.finished, "thoughtAbout": size.thought_about,
            "counted": size.counted, "board": learnt.board.to_string(),
            "learntFrom": size.training, "heldBack": size.validation,
            "result": learnt.result, "trials": trials, "best": learnt.best().ridge.to_string(),
            "today": loss(&learnt.before), "out": self.out,
        })
    }
}
