//! The flagship as others meet it: legal, bounded, the same for the same seed, and right where the answer is known.

mod book;
mod endings;
mod games;
mod levels;
mod limits;
mod proven;
mod root_moves;
mod solved;
mod threads;
mod won_ending;

use amazons::Board;
use eval::MgPeo;
use search::flagship::{Flagship, FlagshipConfig};

/// A flagship with little memory, since tests make many.
fn flagship<B: Board>(threads: usize) -> Flagship<B, MgPeo> {
    Flagship::new(FlagshipConfig { threads, hash: 8, ..FlagshipConfig::default() }, MgPeo::DEFAULT)
}
