//! What a node of the flagship costs: nanoseconds of the processor, the least of several searches.
//!
//! `cargo run --release -p search --example node_cost -- [NODES] [SEARCHES]`; it reads the time of its thread from Linux, so that
//! other programs on the machine do not count.

#![allow(clippy::print_stdout, reason = "it prints what it measures")]

use amazons::{Board10x10, Position, Setup};
use eval::OtreraNet;
use search::flagship::{Flagship, FlagshipConfig};
use search::{Search, Task};
use thought::{Control, Limits, Silent};

/// A position of each part of a game between two flagships.
const POSITIONS: [(&str, &str); 4] = [
    ("the start", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
    ("ply 12", "3q6/3*2*2*/8Q1/1*5*2/2Q4q**/6*3/3q4Q*/1Q2*1*q2/3*6/10 w"),
    ("ply 24", "10/3*1q*1Q*/2*Q*5/1****1***1/6*q**/6*1*1/2qQ2*1Q*/1*2*1*q*1/3*6/10 w"),
    ("ply 36", "2*1*Q1*2/3*q**2*/2*1***3/*****Q***1/6*q**/6***1/2qQ2*1Q*/1*2*1***1/3*2*2*/5*1q2 w"),
];

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let (nodes, searches) = (numbers.next().unwrap_or(1_000_000), numbers.next().unwrap_or(7));
    for (name, fen) in POSITIONS {
        let setup = Setup::from_fen(fen).expect("a position");
        let position = Position::<Board10x10>::from_setup(&setup).expect("a legal position");
        let mut search = Flagship::new(FlagshipConfig::default(), OtreraNet::IN_USE);
        let (mut least, mut counted) = (f64::INFINITY, 0);
        for _ in 0..searches {
            // The memory of the first search is there for all others, as in a game.
            search.new_game(1);
            let begun = cpu_time();
            let (control, limits) = (Control::new(), Limits::nodes(nodes));
            let decision =
                search.search(&position, Task::new(&limits, &control, &mut Silent)).expect("a move");
            let spent = cpu_time() - begun;
            counted = decision.report.nodes;
            least = least.min(spent as f64 / counted as f64);
        }
        println!("{name:10} {least:6.1} ns a node of {counted}");
    }
}

/// The time that this thread has had the processor, in nanoseconds.
fn cpu_time() -> u64 {
    let text =
        std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux's count of this thread's time");
    text.split_whitespace().next().and_then(|number| number.parse().ok()).expect("nanoseconds")
}
