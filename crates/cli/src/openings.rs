//! `otrera openings`: makes balanced openings for matches.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use agents::AgentSpec;
use amazons::notation::{MoveLine, MoveNotation};
use anyhow::Context;
use arena::BalanceConfig;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use thought::Limits;

use crate::files;
use crate::output;
use crate::position::PositionArgs;

/// Make balanced openings: random plies, kept where a judge calls the position even.
#[derive(Args)]
#[command(after_help = "\
Even means that the move is worth the same to both: the judge looks at a position with White and with Black to move, \
and the mean of White's two win rates is one half.

The openings that matches use were made by
  otrera openings --out crates/arena/openings/10x10.txt --force
The result depends on the settings only, not on the number of threads.")]
pub(crate) struct Openings {
    #[command(flatten)]
    position: PositionArgs,

    /// How many to make
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,

    /// How many random plies each has
    #[arg(long, default_value_t = 4, value_name = "N")]
    plies: u32,

    /// Who judges: see `otrera agents`
    #[arg(long, default_value = "mgpeo", value_name = "SPEC")]
    judge: String,

    /// How many simulations the judge has for each side to move
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    playouts: u64,

    /// How far from one half that mean still counts as even
    #[arg(long, default_value_t = 0.03, value_name = "SHARE")]
    tolerance: f64,

    /// How far from one half either win rate may be: beyond, the move is worth almost everything
    #[arg(long, default_value_t = 0.4, value_name = "SHARE")]
    sharpness: f64,

    /// The seed of the plies and of the judge
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many threads judge; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The file to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replaces the file if it is there already
    #[arg(long)]
    force: bool,
}

impl Openings {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        for (name, share) in [("--tolerance", self.tolerance), ("--sharpness", self.sharpness)] {
            anyhow::ensure!(share > 0.0 && share <= 0.5, "{name} is above 0 and at most 0.5, not {share}");
        }
        if let Some(out) = &self.out {
            files::check_free(out, self.force)?;
        }
        let judge = AgentSpec::with_files(&self.judge).context("--judge")?;
        let start = self.position.position()?;
        judge.check_board(start.size()).context("--judge")?;
        let balance = BalanceConfig {
            judge,
            limits: Limits::playouts(self.playouts),
            tolerance: self.tolerance,
            sharpness: self.sharpness,
            plies: self.plies,
            seed: self.seed,
        };
        let threads = self.threads.map_or_else(output::cores, usize::from);
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::new(self.count.into())
        } else {
            ProgressBar::hidden()
        };
        bar.set_style(ProgressStyle::with_template("{pos}/{len} of {msg} drawn {wide_bar} {eta}")?);
        let progress = |drawn: u64, kept: usize| {
            bar.set_position(kept as u64);
            bar.set_message(drawn.to_string());
        };
        let evens = balance.generate(&start, self.count as usize, threads, &progress);
        bar.finish_and_clear();
        let evens = evens?;
        let mut text = format!(
            "# {} random plies each, even within {} for {} at {} simulations, seed {}; made by otrera openings\n",
            self.plies, self.tolerance, balance.judge, self.playouts, self.seed
        );
        for even in &evens {
            text += &MoveLine { game: &even.game, notation: MoveNotation::Print }.to_string();
            text.push('\n');
        }
        match &self.out {
            Some(path) => files::write(path, &text, self.force)?,
            None => {
                let mut out = output::stdout();
                out.write_all(text.as_bytes())?;
                out.flush()?;
            }
        }
        Ok(())
    }
}
