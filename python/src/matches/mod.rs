//! Matches and tournaments with their statistics.
//!
//! - `plan`: a contest from the arguments of Python;
//! - `run`: plays it and reports its games;
//! - `standing`: results of a match or tournament so far;
//! - `statistics`: Elo, sequential tests and ratings of any results.

mod plan;
mod run;
mod standing;
mod statistics;

use pyo3::prelude::*;

/// Adds the functions and the class to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<statistics::PySprt>()?;
    module.add_function(wrap_pyfunction!(run::r#match, module)?)?;
    module.add_function(wrap_pyfunction!(run::tournament, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::elo, module)?)?;
    module.add_function(wrap_pyfunction!(statistics::ratings, module)?)
}
