//! Tests of the rules and notations from outside the crate.
//!
//! `naive` is a second implementation that shares nothing with the first; `sample` makes positions to try.

mod agreement;
mod diagrams;
mod errors;
mod laws;
mod legality;
mod naive;
mod oracles;
mod perft;
mod random_moves;
mod regions;
mod round_trips;
mod sample;
mod sgf;
mod starts;

/// A file of the repository's `testdata` folder.
fn testdata(name: &str) -> String {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}
