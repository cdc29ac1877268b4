//! Games from files of any notation, and tables of them.

use std::path::PathBuf;

use otrera_python_macros::catch_panics;
use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;

use super::columns::PlyTable;
use super::record::PyGameRecord;
use super::table::PyTable;
use crate::error::raised;
use crate::interrupt;

/// Checks that a file is there, because Python has an exception for that.
pub(super) fn check_exists(path: &std::path::Path, advice: &str) -> PyResult<()> {
    match path.exists() {
        true => Ok(()),
        false => Err(PyFileNotFoundError::new_err(format!("{}: no such file{advice}", path.display()))),
    }
}

/// Reads every game of a file: .sgf and .lg (SGF), .jsonl (lines of JSON), .txt and .moves (lines of moves).
#[catch_panics]
#[pyfunction]
pub(super) fn read_games(py: Python<'_>, path: PathBuf) -> PyResult<Vec<PyGameRecord>> {
    check_exists(&path, "")?;
    let games = interrupt::run(py, || {}, move || training::read_games(&path))?.map_err(raised)?;
    Ok(games.into_iter().map(|game| PyGameRecord::of_file(game, None)).collect())
}

/// Writes the games of a file of JSON lines as Parquet, a row a ply; returns the number of games.
#[catch_panics]
#[pyfunction]
pub(super) fn write_parquet(py: Python<'_>, lines: PathBuf, path: PathBuf) -> PyResult<u64> {
    check_exists(&lines, "")?;
    interrupt::run(py, || {}, move || training::write_parquet(&lines, &path))?.map_err(raised)
}

/// The plies of games as a table, a row a ply, with the columns of the Parquet files.
///
/// >>> from otrera import GameRecord, plies_table
/// >>> table = plies_table([GameRecord.from_json('{"moves": "d1-d7/g7 d10-d8/j8"}')])
/// >>> len(table), table.column_names[-4:]
/// (2, ('nodes', 'playouts', 'depth', 'seconds'))
#[catch_panics]
#[pyfunction]
pub(super) fn plies_table(py: Python<'_>, games: &Bound<'_, PyAny>) -> PyResult<PyTable> {
    let mut records: Vec<PyGameRecord> = Vec::new();
    for game in games.try_iter()? {
        let game = game?;
        let record = game.cast::<PyGameRecord>();
        let record = record.map_err(|_| crate::rules::arguments::wrong_type(&game, "a GameRecord"))?;
        records.push(record.get().clone());
    }
    let made = interrupt::run(
        py,
        || {},
        move || {
            let mut table = PlyTable::new();
            records.iter().try_for_each(|record| table.add(record))?;
            table.finish()
        },
    )?;
    made.map(PyTable::new).map_err(raised)
}
