//! Positions, games and moves.
//!
//! - `arguments`: what Python passes in, turned into our types;
//! - `mv`, `position`, `game`: the classes `Move`, `Position` and `Game`;
//! - `region`, `transform`: parts of a board, and its symmetries;
//! - `arrays`: positions as arrays of numpy;
//! - `space`: all moves of a board, numbered;
//! - `svg`: the picture of a position.

pub(crate) mod arguments;
mod arrays;
pub(crate) mod game;
pub(crate) mod mv;
pub(crate) mod position;
mod region;
mod space;
mod svg;
mod transform;

use pyo3::prelude::*;

/// Runs an expression on the position inside an `AnyPosition`.
macro_rules! on_any {
    ($any:expr, $position:ident => $work:expr) => {
        match $any {
            amazons::AnyPosition::Ten($position) => $work,
            amazons::AnyPosition::Eight($position) => $work,
            amazons::AnyPosition::Six($position) => $work,
            amazons::AnyPosition::Narrow($position) => $work,
            amazons::AnyPosition::Wide($position) => $work,
        }
    };
}
pub(crate) use on_any;

/// Adds the classes to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<mv::PyMove>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<region::PyRegion>()?;
    module.add_class::<space::PyMoveSpace>()?;
    module.add_class::<transform::PyTransform>()?;
    module.add_function(wrap_pyfunction!(arrays::planes_of, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::distances_of, module)?)?;
    module.add_function(wrap_pyfunction!(arrays::count_moves_of, module)?)?;
    module.add_function(wrap_pyfunction!(transform::transform, module)?)
}
