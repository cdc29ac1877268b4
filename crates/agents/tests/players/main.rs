//! Every player of the catalogue as others meet it: by its spec, through the trait, in whole games.

mod declarations;
mod games;
mod limits;
mod specs;

use agents::{AgentSpec, PLAYERS};
use amazons::{AnyPosition, Game, Setup, Start};

/// A spec of every player, with its defaults.
fn everyone() -> impl Iterator<Item = AgentSpec> {
    PLAYERS.iter().map(|info| info.name.parse().unwrap())
}

/// A game at the start of a board.
fn start(size: &str) -> Game {
    let setup = Start::of(size.parse().unwrap()).unwrap().setup();
    Game::new(AnyPosition::from_setup(&setup).unwrap())
}

/// A game at some position.
fn at(fen: &str) -> Game {
    Game::new(AnyPosition::from_setup(&Setup::from_fen(fen).unwrap()).unwrap())
}
