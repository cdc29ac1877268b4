//! Measures the proof of small boards on one thread: `cargo run --release -p solver --example boards -- 4x5 5x5`.
//!
//! The positions are the same on every machine. The time is that of the thread on its processor, where the system tells it.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use amazons::{Narrow, Position, Size, Start};
use solver::{ProofLimits, SmallSolver};

/// Bytes of the tables.
const HASH: usize = 1 << 30;

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names = ["4x4", "5x4", "4x5", "4x6"].map(str::to_owned).to_vec();
    }
    for name in names {
        let numbers = name
            .split_once('x')
            .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
        let size = numbers.and_then(|(columns, rows)| Size::new(columns, rows).ok());
        let start =
            size.and_then(Start::of).unwrap_or_else(|| panic!("{name} is no board with a start")).setup();
        let position =
            Position::on_board(Narrow::new(start.size).expect("a small board"), &start).expect("playable");
        let mut solver = SmallSolver::new(start.size, HASH).expect("a small board");
        let begin = processor_seconds();
        let clock = Instant::now();
        let report = solver.prove(&position, &ProofLimits::default(), |_| {}).expect("the board fits");
        let seconds =
            begin.zip(processor_seconds()).map_or(clock.elapsed().as_secs_f64(), |(begin, end)| end - begin);
        let winner = if report.is_win == Some(true) { "the first player" } else { "the second player" };
        println!(
            "{name}: {winner} wins, {} positions, {seconds:.1} s, {:.0} a second",
            report.positions,
            report.positions as f64 / seconds
        );
    }
}

/// The seconds that this process has run.
fn processor_seconds() -> Option<f64> {
    // The proof is a thread of its own, so that the process is asked: user and system time in hundredths of a second.
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}
