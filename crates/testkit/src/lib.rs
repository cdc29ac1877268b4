//! What the tests of several crates share: positions and games, seeded random numbers, positions whose winner is known, and a
//! network.
//! It is a dev-dependency of integration tests, and of unit tests in crates that it does not depend on.

#![forbid(unsafe_code)]

mod solved;

use amazons::{AnyPosition, Board, Board10x10, Game, Narrow, Position, Setup, Start};
use eval::{Network, Perceptron, Representation, TrainingRecord};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Search, Task};
use tempfile::TempDir;
use thought::{Control, Decision, Limits, Silent};

pub use solved::{WON, is_won};

/// Random numbers of a seed.
#[must_use]
pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// The standard start.
///
/// # Panics
/// Never: the start is a position.
#[must_use]
pub fn start() -> Position<Board10x10> {
    Position::from_setup(&Start::STANDARD.setup()).expect("the start is a position")
}

/// The position of a setup that fits 128 bits.
///
/// # Panics
/// When the board is larger or the setup is no position.
#[must_use]
pub fn playable(setup: &Setup) -> Position<Narrow> {
    let board = Narrow::new(setup.size).expect("a board within 128 bits");
    Position::on_board(board, setup).expect("a playable setup")
}

/// The position of a drawn board that fits 128 bits.
///
/// # Panics
/// When the drawing is no such position.
#[must_use]
pub fn drawn(diagram: &str) -> Position<Narrow> {
    playable(&Setup::from_diagram(diagram).expect("a good diagram"))
}

/// The position of a FEN that fits 128 bits.
///
/// # Panics
/// When the FEN is no such position.
#[must_use]
pub fn position(fen: &str) -> Position<Narrow> {
    playable(&Setup::from_fen(fen).expect("a good FEN"))
}

/// A game from the named start of a board such as `6x6`.
///
/// # Panics
/// When the board has no named start.
#[must_use]
pub fn game_on(board: &str) -> Game {
    let start = Start::of(board.parse().expect("a size")).expect("a board with a named start");
    Game::new(AnyPosition::from_setup(&start.setup()).expect("a start is a position"))
}

/// A game from the position of a FEN.
///
/// # Panics
/// When the FEN is no position.
#[must_use]
pub fn game_at(fen: &str) -> Game {
    let setup = Setup::from_fen(fen).expect("a good FEN");
    Game::new(AnyPosition::from_setup(&setup).expect("a playable setup"))
}

/// Searches without reports.
///
/// # Panics
/// When there is no legal move.
pub fn think<B: Board>(search: &mut dyn Search<B>, position: &Position<B>, limits: &Limits) -> Decision {
    search.search(position, Task::new(limits, &Control::new(), &mut Silent)).expect("a legal move")
}

/// A small network whose weights are not learnt.
#[must_use]
pub fn network() -> Network {
    let representation = Representation::Units;
    let mut weight = 0.0;
    let perceptron = Perceptron::from_fn(&[representation.inputs(), 3], 3.0, || {
        weight = (weight + 0.37) % 1.0;
        weight - 0.5
    });
    Network { representation, perceptron, training: TrainingRecord::default() }
}

/// A folder with the file of [`network`] under some names.
///
/// # Panics
/// When it cannot be written.
#[must_use]
pub fn network_files(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in names {
        std::fs::write(folder.path().join(name), network().to_bytes()).expect("a file");
    }
    folder
}
