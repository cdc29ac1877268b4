//! `otrera lab train`: trains a network of the thesis's form from games.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use anyhow::ensure;
use arena::StopSignal;
use clap::Args;
use eval::Representation;
use serde_json::json;
use store::{AtomicFile, IfExists};
use training::{NetworkData, NetworkTraining, Progress, TrainedNetwork};

use super::progress::ProgressDisplay;
use crate::contest::handle_interrupts;
use crate::output;

/// Train a network from games with a result, as the thesis did.
#[derive(Args)]
#[command(after_help = "\
TD(lambda) with back-propagation: an example is a whole game, drawn in another order in every pass. A tenth of the games, chosen by \
a digest of their moves, is never learnt from; the error is the share of its boards for which the network names the wrong winner.

The defaults are the thesis's. The same games and the same options give the same file byte by byte. The state is kept in \
FILE.checkpoint every 10,000 examples; after an interrupt or a crash the same command with --resume goes on from there.

A network is an evaluation like any other: otrera match deepening:eval=net:FILE greedy

Examples:
  otrera lab accept little_golem.sgf --nodes 20000 --out decided.jsonl
  otrera lab train decided.jsonl --representation bits --hidden 160 --out bits-160.net
  otrera lab train games.jsonl --representation distances --hidden 64,32 --seed 2 --out deep.net --resume")]
pub(crate) struct Train {
    /// The games: JSON lines, SGF, Little Golem's records or lines of moves; those without a result are left out
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The network to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// What the network reads of a board: units, mobility, bits, or distances, which is ours
    #[arg(long, value_name = "NAME", default_value = "units")]
    representation: Representation,

    /// The units of its hidden layers
    #[arg(long, value_name = "UNITS", value_delimiter = ',', default_value = "40",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    hidden: Vec<u16>,

    /// How many games it is shown, one after another
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    examples: u64,

    /// The learning rate
    #[arg(long, default_value_t = 0.0005, value_parser = positive)]
    rate: f32,

    /// The lambda of TD(lambda), from 0 to 1
    #[arg(long, default_value_t = 0.9, value_parser = share)]
    lambda: f32,

    /// The sensitivity of the hidden units
    #[arg(long, default_value_t = 3.0, value_parser = positive)]
    sensitivity: f32,

    /// The seed of its first weights and of the order of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Goes on with a training that was broken off
    #[arg(long, conflicts_with = "force")]
    resume: bool,

    /// Replaces an existing network, and begins anew
    #[arg(long)]
    force: bool,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

impl Train {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        ensure!(self.hidden.len() <= 4, "--hidden: at most 4 layers");
        for file in &self.files {
            ensure!(!super::game_file::is_same(&self.out, file), "--out would write over {}", file.display());
        }
        // Before the work, not after it.
        ensure!(self.force || !self.out.exists(), "{} exists: --force replaces it", self.out.display());
        let mut name = self.out.clone().into_os_string();
        name.push(".checkpoint");
        let checkpoint = PathBuf::from(name);
        if checkpoint.exists() {
            ensure!(
                self.resume || self.force,
                "{} is of a training that was broken off: --resume continues it, --force begins anew",
                checkpoint.display()
            );
            if self.force {
                std::fs::remove_file(&checkpoint)?;
            }
        }
        let data = self.data()?;
        let trained = self.train(&data, &checkpoint)?;
        AtomicFile::write(&self.out, &trained.network.to_bytes(), IfExists::Replace)?;
        if checkpoint.exists() {
            std::fs::remove_file(&checkpoint)?;
        }
        self.write_summary(&data, &trained)
    }

    fn data(&self) -> anyhow::Result<NetworkData> {
        let mut games = Vec::new();
        for file in &self.files {
            games.extend(training::read_games(file)?);
        }
        let names = self.files.iter().map(|file| file.file_name().unwrap_or_default().to_string_lossy());
        Ok(NetworkData::new(&names.collect::<Vec<_>>().join(", "), &games)?)
    }

    fn train(&self, data: &NetworkData, checkpoint: &Path) -> anyhow::Result<TrainedNetwork> {
        let training = NetworkTraining {
            representation: self.representation,
            hidden: self.hidden.iter().copied().map(usize::from).collect(),
            sensitivity: self.sensitivity,
            rate: self.rate,
            lambda: self.lambda,
            examples: self.examples,
            seed: self.seed,
        };
        let stop = StopSignal::new();
        handle_interrupts(&stop, &Arc::new(AtomicU32::new(0)))?;
        let mut progress = ProgressDisplay::new();
        progress.begin("train", 0.0);
        progress.report(&Progress::Started { what: "examples", steps: self.examples, done: 0 });
        let trained = training.train(data, env!("OTRERA_COMMIT"), Some(checkpoint), &stop, |step| {
            progress.note(&format!("test error {:.4}", step.test_error));
            progress.report(&Progress::Done(step.examples));
        });
        progress.end();
        Ok(trained?)
    }

    fn write_summary(&self, data: &NetworkData, trained: &TrainedNetwork) -> anyhow::Result<()> {
        let (training, test) = (data.training().len(), data.test().len());
        if self.json {
            return output::json(&json!({
                "out": self.out, "trainingGames": training, "testGames": test, "examples": self.examples,
                "trainingError": trained.training_error, "testError": trained.test_error,
            }));
        }
        let mut out = output::stdout();
        writeln!(out, "{training} training games, error {:.4}", trained.training_error)?;
        writeln!(out, "{test} test games, error {:.4}", trained.test_error)?;
        writeln!(out, "network: {}", self.out.display())?;
        out.flush()?;
        Ok(())
    }
}
