//! Games as data: stores, files of games, and tables of their plies.
//!
//! - `record`: the class `GameRecord`, a game with what was thought;
//! - `store`: the class `Store`, a file of games;
//! - `filter`: which games, as keywords;
//! - `summary`: lists and statistics of games;
//! - `table`, `columns`: games and plies as Arrow tables;
//! - `files`: games from any file;
//! - `moment`: times from and to Python.

mod columns;
mod files;
mod filter;
mod moment;
mod record;
mod store;
mod summary;
mod table;

pub(crate) use record::PyGameRecord;
pub(crate) use store::{Folder, PyStore};

use pyo3::prelude::*;

/// Adds the classes and functions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyGameRecord>()?;
    module.add_class::<PyStore>()?;
    module.add_class::<table::PyTable>()?;
    module.add_function(wrap_pyfunction!(files::read_games, module)?)?;
    module.add_function(wrap_pyfunction!(files::write_parquet, module)?)?;
    module.add_function(wrap_pyfunction!(files::plies_table, module)?)
}
