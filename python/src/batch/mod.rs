//! `Batch`: many games side by side without a loop in Python.
//!
//! - `slot`: one game, with how far its ply has been entered;
//! - `starts`: where the games begin;
//! - `core`: the games compiled for their board, on one thread or several;
//! - `class`: the class;
//! - `staged`: one game by itself;
//! - `arrays`: arrays from Python and to it.

pub(crate) mod arrays;
mod class;
mod core;
mod slot;
mod staged;
mod starts;

use pyo3::prelude::*;

pub(crate) use class::{PyBatch, check_same_board};
pub(crate) use slot::{movable, number_of, square_of, steps};

/// Adds the class to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<staged::PyStagedGame>()?;
    module.add_class::<PyBatch>()
}
