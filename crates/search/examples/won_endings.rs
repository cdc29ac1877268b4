//! Whether the flagship loses an ending that is won: `cargo run --release -p search --example won_endings -- FILE [NODES] [POSITIONS]`.
//!
//! FILE has a FEN a line, such as `testdata/solver/shared_large.txt`. The solver tells who wins, as far as it finds that in
//! POSITIONS, and defends the other side; the flagship has NODES a move. Counts alone limit both, so a busy machine changes
//! nothing.

#![allow(clippy::print_stdout, reason = "it prints what it measures")]

#[path = "../tests/search/flagship/won_ending.rs"]
mod won_ending;

use thought::Limits;
use won_ending::{Defender, Oracle, endings};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "testdata/solver/shared_large.txt".to_owned());
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut numbers = arguments.map(|text| text.parse::<u64>().expect("a number"));
    let (nodes, positions) = (numbers.next().unwrap_or(200_000), numbers.next().unwrap_or(500_000));
    let (mut all, mut known, mut games, mut lost) = (0, 0, 0, 0);
    for (number, position) in (0..).zip(endings(&text)) {
        all += 1;
        let Some(winner) = Oracle::new(positions).winner(&position) else { continue };
        known += 1;
        for defender in [Defender::Solver, Defender::Random] {
            games += 1;
            let mut oracle = Oracle::new(positions);
            if !oracle.holds_the_win(&position, winner, &Limits::nodes(nodes), (defender, number), |_, _| ())
            {
                lost += 1;
                println!("lost to {defender:?}: {}", position.to_setup().to_fen());
            }
        }
    }
    println!(
        "{known} of {all} endings have a known winner; of {games} games with {nodes} nodes a move {lost} lost"
    );
}
