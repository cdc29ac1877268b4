//! Every player of the catalogue as others meet it: by its spec, through the trait, in whole games.

mod declarations;
mod games;
mod limits;
mod specs;

use agents::{AgentSpec, PLAYERS};

/// A spec of every player, with its defaults.
fn everyone() -> impl Iterator<Item = AgentSpec> {
    PLAYERS.iter().map(|info| info.name.parse().unwrap())
}
