//! `otrera` for Python: the module `otrera._otrera`, which the package in `otrera/` completes.
//!
//! - `error`, `panics`: errors of ours, and bugs of ours, as Python exceptions;
//! - `rules`: positions, games and moves;
//! - `planes`, `batch`: positions as arrays, and many games side by side;
//! - `players`: everything that decides on moves;
//! - `solve`, `evaluate`: exact results, and values of positions;
//! - `matches`: contests and their statistics;
//! - `data`: stores, files and tables of games;
//! - `cluster`: units of work, and the runs that are made of them;
//! - `interrupt`: long work that releases the interpreter's lock and obeys Ctrl-C;
//! - `limits`, `results`: limits of a move from Python, results to Python.

mod batch;
mod cluster;
mod data;
mod error;
mod evaluate;
mod interrupt;
mod limits;
mod matches;
mod panics;
mod planes;
mod players;
mod results;
mod rules;
mod solve;

use otrera_python_macros::catch_panics;
use pyo3::prelude::*;

#[catch_panics]
#[pymodule]
fn _otrera(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("OtreraError", module.py().get_type::<error::OtreraError>())?;
    panics::register(module)?;
    rules::register(module)?;
    cluster::register(module)?;
    batch::register(module)?;
    players::register(module)?;
    solve::register(module)?;
    evaluate::register(module)?;
    matches::register(module)?;
    data::register(module)
}
