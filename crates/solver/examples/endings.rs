//! Measures how many endings the solver of margins proves: `cargo run --release -p solver --example endings -- FILE
//! [POSITIONS...]`, with a FEN a line in the file, such as `testdata/solver/shared_large.txt`.
//!
//! Every ending is solved from empty tables within each limit of positions. Time on a busy machine says little, so the
//! time is that of the thread on its processor, where the system tells it.

#![allow(clippy::print_stdout)]

use std::time::Instant;

use amazons::{Board10x10, Position, Setup};
use solver::Solver;
use thought::{Control, Counter, Limits};

/// Bytes of the solver's tables, as many as the flagship's solver has.
const HASH: usize = 16 << 20;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "testdata/solver/shared_large.txt".to_owned());
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut limits: Vec<u64> =
        arguments.map(|limit| limit.parse().unwrap_or_else(|_| panic!("{limit} is no number"))).collect();
    if limits.is_empty() {
        limits = vec![10_000, 100_000];
    }
    let fens = text.lines().filter(|line| !line.starts_with('#'));
    let endings: Vec<Position<Board10x10>> = fens
        .map(|fen| Position::from_setup(&Setup::from_fen(fen).expect("a FEN")).expect("playable"))
        .collect();
    for limit in limits {
        measure(&endings, limit);
    }
}

fn measure(endings: &[Position<Board10x10>], limit: u64) {
    let (mut proven, mut exact, mut nodes) = (0, 0, 0);
    let begin = processor_seconds();
    let clock = Instant::now();
    for position in endings {
        let mut counter = Counter::new(&Limits::nodes(limit), &Control::new(), Instant::now(), 1_000);
        let solution = Solver::new(HASH).solve(position, &mut counter).expect("the standard game");
        proven += usize::from(solution.bounds.is_win().is_some());
        exact += usize::from(solution.bounds.exact().is_some());
        nodes += counter.nodes();
    }
    let seconds =
        begin.zip(processor_seconds()).map_or(clock.elapsed().as_secs_f64(), |(begin, end)| end - begin);
    println!(
        "{limit:>9} positions: {proven} of {} endings proven ({exact} with the margin), {nodes} positions, {seconds:.1} s, {:.0} a second",
        endings.len(),
        nodes as f64 / seconds
    );
}

/// The seconds that this thread has run.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
