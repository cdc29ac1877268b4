//! Players: every one of ours by its spec, and other programs by their command line.
//!
//! - `player`: the class `Player`;
//! - `agent_slot`: the agent of a player, which one thread uses at a time;
//! - `catalogue`: the list of players with their parameters.

mod agent_slot;
mod catalogue;
mod player;

pub(crate) use player::PyPlayer;

use pyo3::prelude::*;

/// Adds the class and the functions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyPlayer>()?;
    module.add_function(wrap_pyfunction!(catalogue::players, module)?)
}
