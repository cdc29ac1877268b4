//! The flagship as others meet it: legal, bounded, the same for the same seed, and right where the answer is known.

mod endings;
mod games;
mod levels;
mod limits;
mod root_moves;
mod solved;
mod threads;

use amazons::{Board, Board10x10, Narrow, Position, Setup, Start};
use eval::MgPeo;
use search::flagship::{Flagship, FlagshipConfig};
use search::{Search, Task};
use thought::{Control, Decision, Limits, Silent};

/// A flagship with little memory, since tests make many.
fn flagship<B: Board>(threads: usize) -> Flagship<B, MgPeo> {
    Flagship::new(FlagshipConfig { threads, hash: 8, ..FlagshipConfig::default() }, MgPeo::DEFAULT)
}

/// The standard start.
fn start() -> Position<Board10x10> {
    Position::from_setup(&Start::STANDARD.setup()).unwrap()
}

/// A drawn board that fits 128 bits.
fn drawn(text: &str) -> Position<Narrow> {
    let setup = Setup::from_diagram(text).unwrap();
    Position::on_board(Narrow::new(setup.size).unwrap(), &setup).unwrap()
}

/// Thinks silently.
fn think<B: Board>(search: &mut dyn Search<B>, position: &Position<B>, limits: &Limits) -> Decision {
    search.search(position, Task::new(limits, &Control::new(), &mut Silent)).unwrap()
}
