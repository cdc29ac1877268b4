//! `otrera verify`: checks a proof of who wins.

use std::fs::File;
use std::io::{BufReader, IsTerminal};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use amazons::Setup;
use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use verify::{Certificate, Fault};

use crate::output;

/// Check a proof of who wins a position, with no code of the solver.
#[derive(Args)]
#[command(after_help = "\
A proof is a file of positions that are lost for the side to move. The check is an induction over the empty squares: every move \
from such a position must have a reply that wins by counting undisturbed moves or leads to another position of the file.

The exit status is 0 if the claim is proven, 1 if the file is damaged or does not prove it, 2 if it cannot be read.

Examples:
  otrera verify 4x4.proof
  otrera verify 4x5.proof --threads 2 --json")]
pub(crate) struct Verify {
    /// The file with the proof
    file: PathBuf,

    /// How many threads check; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Prints one JSON object instead
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        let name = self.file.display();
        let file = File::open(&self.file).with_context(|| format!("cannot open {name}"))?;
        let start = Instant::now();
        let checked = Certificate::read(BufReader::with_capacity(1 << 20, file))
            .and_then(|certificate| self.check(&certificate).map(|()| certificate));
        let certificate = match checked {
            Ok(certificate) => certificate,
            Err(Fault::Io(error)) => return Err(error).with_context(|| format!("cannot read {name}")),
            Err(fault) if self.json => {
                output::json(&json!({ "isProven": false, "error": fault.to_string() }))?;
                return Ok(ExitCode::FAILURE);
            }
            Err(fault) => {
                output::print_error(&format!("{name}: {fault}"));
                return Ok(ExitCode::FAILURE);
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let Certificate { fen, winning_move, keys, .. } = certificate;
        // The checker has read the FEN by itself; here it only names the board and the sides.
        let Setup { size, turn, .. } =
            Setup::from_fen(&fen).context("the rules library does not read the FEN")?;
        let (winner, order) = if winning_move.is_some() { (turn, "first") } else { (!turn, "second") };
        let positions = keys.len();
        if self.json {
            output::json(&json!({
                "isProven": true,
                "fen": fen,
                "board": size.to_string(),
                "turn": turn.name(),
                "winner": winner.name(),
                "move": winning_move,
                "positions": positions,
                "seconds": seconds,
            }))?;
            return Ok(ExitCode::SUCCESS);
        }
        let by = winning_move.map_or_else(String::new, |mv| format!(" by {mv}"));
        let (positions, seconds) = (output::grouped(positions as u64), seconds.ceil());
        output::line(&format!(
            "{winner}, who moves {order}, wins {size} ({fen}){by}: checked, {positions} positions, {seconds} s"
        ))?;
        Ok(ExitCode::SUCCESS)
    }

    fn check(&self, certificate: &Certificate) -> Result<(), Fault> {
        let threads = self.threads.map_or_else(output::cores, usize::from);
        let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::new(certificate.keys.len() as u64)
        } else {
            ProgressBar::hidden()
        };
        let template = "{human_pos} of {human_len} positions {wide_bar} {eta}";
        bar.set_style(ProgressStyle::with_template(template).expect("a template as indicatif reads it"));
        let checked = certificate.check(threads, |done| bar.set_position(done as u64));
        bar.finish_and_clear();
        checked
    }
}
