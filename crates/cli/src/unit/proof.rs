//! `otrera unit proof` and `otrera unit prove`: a unit of a proof, and a proof shared out in such units.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use arena::{ProofHead, ProofOutcome, ProofStatus, ProofThreads, ProofUnit, StopSignal};
use clap::Args;
use serde_json::json;
use solver::SmallSolver;

use super::make::Target;
use crate::output::{self, grouped, span};
use crate::position::PositionArgs;
use crate::ticker::Ticker;

const DELAY: &str = "only the game without delay can be proven";

/// Make a unit of a proof: a position, and how many positions may be looked at to decide who wins it.
#[derive(Args)]
#[command(after_help = "\
The result of such a unit says whether the side to move wins or loses, or that the budget did not decide it, and has the \
verdicts that took long, as `otrera solve --verdicts` keeps them. Two runs give the same bytes.

Examples:
  otrera unit proof --board 4x5 --positions 1000000 --out unit.json
  otrera unit proof --board 4x4 --out - | otrera unit run - --out -")]
pub(super) struct MakeProof {
    #[command(flatten)]
    position: PositionArgs,

    /// The most positions that are looked at
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: u64,

    /// The size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,

    #[command(flatten)]
    target: Target,
}

impl MakeProof {
    pub(super) fn run(self) -> anyhow::Result<()> {
        self.target.check()?;
        let setup = self.position.position()?.to_setup();
        ensure!(setup.delay == 0, DELAY);
        SmallSolver::exists(setup.size, (self.hash as usize) << 20)?;
        let fen = setup.to_fen();
        self.target.write(&(ProofUnit::new(fen, self.positions, self.hash).to_json() + "\n"))
    }
}

/// Prove who wins a small board in units of work on threads, as a cluster does.
#[derive(Args)]
#[command(after_help = "\
The first plies are laid out, of symmetric positions one; each end of them is a unit. Those whose verdict seems to cost least go \
first; one that a budget does not decide gets twice as much later. It ends once the start is decided. The verdicts of a unit \
are appended to the file when it ends, so that the same command goes on after a kill, which loses the units that were running; `otrera solve --verdicts` reads the same file. Each \
thread has a table of its own: for one machine alone `otrera solve --threads`, whose threads share one, is faster. \
`python -m otrera.cluster prove` does the same on many machines.

Examples:
  otrera unit prove --board 4x5 --verdicts 4x5.verdicts
  otrera unit prove --board 6x4 --threads 2 --hash 2000 --verdicts 6x4.verdicts")]
pub(super) struct Prove {
    #[command(flatten)]
    position: PositionArgs,

    /// The file that verdicts are appended to, and that is gone on from
    #[arg(long, value_name = "FILE")]
    verdicts: PathBuf,

    /// How many threads work; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// The size of each thread's table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,

    /// How many plies are laid out
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=3))]
    plies: u32,

    /// The most positions of a first unit
    #[arg(long, value_name = "N", default_value_t = 65_536)]
    budget: u64,

    /// Ends after so many units, undecided or not
    #[arg(long, value_name = "N")]
    units: Option<u64>,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

impl Prove {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let position = self.position.position()?;
        let setup = position.to_setup();
        ensure!(setup.delay == 0, DELAY);
        let stop = StopSignal::new();
        let signal = stop.clone();
        ctrlc::set_handler(move || signal.stop()).context("cannot listen to interrupts")?;
        let threads = self.threads.map_or_else(output::cores, usize::from);
        let begin = Instant::now();
        let head = ProofHead::new(&setup, self.plies, self.budget, self.hash, &self.verdicts)?;
        let mut ticker = Ticker::new();
        let outcome = head.run(&mut ProofThreads::new(threads, &stop), &stop, |status| {
            ticker.tell(|| {
                format!("{}, units of up to {}", words(status, begin.elapsed()), grouped(status.budget))
            });
            if self.units.is_some_and(|most| status.units >= most) {
                stop.stop();
            }
        })?;
        ticker.end();
        let winner = outcome.is_win.map(|is_win| if is_win { setup.turn } else { !setup.turn });
        if self.json {
            let ProofOutcome { mv, status, .. } = &outcome;
            return output::json(&json!({
                "fen": setup.to_fen(),
                "winner": winner.map(amazons::Color::name),
                "move": mv.map(|mv| mv.to_string()),
                "units": status.units,
                "verdicts": status.verdicts,
                "known": status.known,
                "positions": status.positions,
                "firstMoves": status.first_moves,
                "firstMovesDecided": status.first_moves_decided,
                "seconds": begin.elapsed().as_secs_f64(),
            }));
        }
        let by = outcome.mv.map_or_else(String::new, |mv| format!(" by {mv}"));
        let verdict =
            winner.map_or_else(|| "not decided yet".to_owned(), |winner| format!("{winner} wins{by}"));
        output::line(&format!("{verdict}: {}", words(&outcome.status, begin.elapsed())))
    }
}

/// How far it is, in words.
fn words(status: &ProofStatus, elapsed: Duration) -> String {
    format!(
        "{} of {} first moves decided; units: {}, {} of them decided; without a unit: {}; {} positions in {}",
        status.first_moves_decided,
        status.first_moves,
        grouped(status.units),
        grouped(status.verdicts),
        grouped(status.known),
        grouped(status.positions),
        span(elapsed.as_secs_f64())
    )
}
