//! `otrera book make`: lets the flagship search the openings that matter most.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use arena::{BookGrowth, StopSignal};
use clap::Args;
use search::book::{Ledger, OpeningBook};
use store::{AtomicFile, IfExists};
use thought::format_duration;

use crate::contest::note;
use crate::output;
use crate::ticker::Ticker;

/// Make an opening book of the 10x10 game: the flagship searches the openings that matter most.
#[derive(Args)]
#[command(after_help = "\
The book grows from the start, best first: a line of play costs --ply-cost for each ply and what each of its moves loses \
against the best one, in ten-thousandths of a win; the cheapest positions are searched next. Positions that a symmetry or the \
exchange of colours makes equal are searched once.

The file is written after every batch. If it is there already, the work goes on from it, so that a run that was broken off \
ends with the same file; the settings must be the same, and a size on the way one more than a multiple of the batch. The result does not depend on the number of threads.

The book of the program was made so by an earlier version (docs/data.md); this one makes another:
  otrera book make --out another.book")]
pub(super) struct Make {
    /// The file of the book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// How many positions it is to have
    #[arg(long, default_value_t = 2_001, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    positions: u32,

    /// How many nodes the search of a position has: 500 at least, without which it has no moves to keep
    #[arg(long, default_value_t = 4_000_000, value_name = "N", value_parser = clap::value_parser!(u64).range(500..))]
    nodes: u64,

    /// How many moves of a position are kept at most
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=250))]
    moves: u16,

    /// What a ply costs in ten-thousandths of a win: the more, the wider the book and the less deep
    #[arg(long, default_value_t = 50, value_name = "N")]
    ply_cost: u16,

    /// How many positions are chosen at once
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    batch: u16,

    /// How many positions are searched at once; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1_024))]
    threads: Option<u16>,
}

impl Make {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let ledger = self.ledger();
        let mut book = match self.out.exists() {
            true => super::read(&self.out)?,
            false => OpeningBook::new(ledger.clone()),
        };
        anyhow::ensure!(
            *book.ledger() == ledger,
            "{} was made by {}; this would be {}: use the same program and settings, or another file",
            self.out.display(),
            words(book.ledger()),
            words(&ledger),
        );
        let stop = StopSignal::new();
        on_interrupt(&stop)?;
        let threads = self.threads.map_or_else(output::cores, usize::from);
        let growth = BookGrowth { positions: self.positions as usize, threads, stop: &stop };
        let (began, before, mut ticker) = (Instant::now(), book.positions(), Ticker::new());
        let grown = growth.grow(&mut book, |book| {
            ticker.tell(|| format!("{} of {} positions", book.positions(), self.positions));
            AtomicFile::write(&self.out, &book.to_bytes(), IfExists::Replace)
        });
        ticker.end();
        grown?;
        if stop.is_set() {
            return note(&format!(
                "broken off at {} of {} positions; the same command goes on",
                book.positions(),
                self.positions
            ));
        }
        let searched = book.positions() - before;
        let elapsed = Duration::from_secs(began.elapsed().as_secs());
        let plies: Vec<String> = book.by_plies().iter().map(ToString::to_string).collect();
        output::line(&format!(
            "{}: {} positions, {searched} of them searched now in {}; by plies: {}",
            self.out.display(),
            book.positions(),
            format_duration(elapsed),
            plies.join(" ")
        ))
    }

    /// How the book is made.
    fn ledger(&self) -> Ledger {
        let moves = usize::from(self.moves);
        Ledger {
            program: format!("otrera {}", crate::VERSION),
            // Some lines lead to equal positions: more are asked for than are kept.
            player: format!("otrera:multipv={}", 2 * moves),
            nodes: self.nodes,
            moves,
            ply_cost: self.ply_cost,
            batch: usize::from(self.batch),
        }
    }
}

/// The first interrupt gives the running batch up, the second ends the program.
fn on_interrupt(stop: &StopSignal) -> anyhow::Result<()> {
    let stop = stop.clone();
    let pressed = AtomicBool::new(false);
    let handler = move || match pressed.swap(true, Ordering::Relaxed) {
        false => stop.stop(),
        true => std::process::exit(130),
    };
    ctrlc::set_handler(handler).context("cannot listen to interrupts")
}

/// The settings of a book in words.
fn words(ledger: &Ledger) -> String {
    let Ledger { program, player, nodes, moves, ply_cost, batch } = ledger;
    format!("{program} with {player}, --nodes {nodes} --moves {moves} --ply-cost {ply_cost} --batch {batch}")
}
