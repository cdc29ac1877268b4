//! `Store`: one file of games.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use amazons::notation::sgf as notation;
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use store::{Filter, GameId, Store, StoreError, sgf};
use tempfile::TempDir;
use thought::Control;

use super::columns::{self, PlyTable};
use super::record::PyGameRecord;
use super::table::PyTable;
use super::{files, filter, summary};
use crate::error::raised;
use crate::rules::arguments::wrong_type;
use crate::rules::game::PyGame;
use crate::rules::position::PyPosition;
use crate::{interrupt, limits};

/// A store of games: one SQLite file, which `otrera` writes and the board in the browser shows.
///
/// Without a path it is the user's own store. A file that does not exist is an error unless `create` is True. Threads and
/// processes may use the same file at the same time.
///
/// The keywords of a filter are those of `otrera games list`: `ids`, `player`, `white`, `black`, `winner`, `won_by`,
/// `min_plies`, `max_plies`, `since`, `until`, `opening`, `event`, `source`, `ending`, `run`, `tag`, `text`, `board`, `trash`,
/// and for the order and the page `sort`, `reverse`, `limit`, `offset`.
#[pyclass(name = "Store", module = "otrera", frozen)]
#[derive(Debug)]
pub(crate) struct PyStore {
    connection: Arc<Mutex<Connection>>,
    path: PathBuf,
    /// The folder of a store that is deleted with its last user.
    folder: Option<Arc<Folder>>,
}

/// A connection and the process that opened it: SQLite's must not be used after a fork.
#[derive(Debug)]
struct Connection {
    store: Store,
    process: u32,
}

/// A temporary folder, deleted by the process that made it.
#[derive(Debug)]
pub(crate) struct Folder {
    folder: Option<TempDir>,
    process: u32,
}

impl Folder {
    pub(crate) fn new() -> std::io::Result<Self> {
        Ok(Self { folder: Some(TempDir::with_prefix("otrera")?), process: std::process::id() })
    }

    /// The path of a file in it.
    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.folder.as_ref().map_or_else(PathBuf::new, |folder| folder.path().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.folder.take());
        }
    }
}

impl PyStore {
    /// Opens a store, creating it if needed.
    pub(crate) fn open(path: PathBuf, folder: Option<Arc<Folder>>) -> Result<Self, StoreError> {
        let connection = Connection { store: Store::open(&path)?, process: std::process::id() };
        Ok(Self { connection: Arc::new(Mutex::new(connection)), path, folder })
    }

    /// Runs work on the store; Ctrl-C stops the control.
    fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Store, &Control) -> Result<T, StoreError> + Send + 'static,
    ) -> PyResult<T> {
        let (connection, path) = (Arc::clone(&self.connection), self.path.clone());
        let control = Control::new();
        let stopped = control.clone();
        let done = interrupt::run(
            py,
            || control.stop(),
            move || {
                let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                if connection.process != std::process::id() {
                    let other = Connection { store: Store::open(&path)?, process: std::process::id() };
                    // To close the parent's would release its locks.
                    std::mem::forget(std::mem::replace(&mut *connection, other));
                }
                work(&mut connection.store, &stopped)
            },
        )?;
        done.map_err(raised)
    }
}

#[catch_panics]
#[pymethods]
impl PyStore {
    #[new]
    #[pyo3(signature = (path=None, *, create=false))]
    fn new(py: Python<'_>, path: Option<PathBuf>, create: bool) -> PyResult<Self> {
        let path = match path {
            Some(path) => path,
            None => Store::default_path().map_err(raised)?,
        };
        if !create {
            files::check_exists(&path, "; create=True makes a new store")?;
        }
        interrupt::run(py, || {}, move || Self::open(path, None))?.map_err(raised)
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The games that pass a filter, without their moves.
    #[pyo3(signature = (**filter))]
    fn list<'py>(
        &self,
        py: Python<'py>,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let filter = filter::read(filter)?;
        let games = self.run(py, move |store, _| store.list(&filter))?;
        games.iter().map(|game| summary::game(py, game)).collect()
    }

    /// How many games pass a filter, whatever its limit and offset.
    #[pyo3(signature = (**filter))]
    fn count(&self, py: Python<'_>, filter: Option<&Bound<'_, PyDict>>) -> PyResult<u64> {
        let filter = filter::read(filter)?;
        self.run(py, move |store, _| store.count(&filter))
    }

    /// A game by its number, with what was thought.
    fn game(&self, py: Python<'_>, id: &Bound<'_, PyAny>) -> PyResult<PyGameRecord> {
        let id = GameId(limits::count("id", id, 0, i64::MAX.unsigned_abs())?.cast_signed());
        self.run(py, move |store, _| Ok(PyGameRecord::stored(&store.game(id)?)))
    }

    /// The games that pass a filter, with their moves and what was thought.
    #[pyo3(signature = (**filter))]
    fn games(&self, py: Python<'_>, filter: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<PyGameRecord>> {
        let filter = filter::read(filter)?;
        self.run(py, move |store, stop| {
            let mut games = Vec::new();
            for_each(store, &filter, stop, |game| games.push(game))?;
            Ok(games)
        })
    }

    /// The runs: matches, tournaments and others, the oldest first.
    fn runs<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let runs = self.run(py, |store, _| store.runs())?;
        runs.iter().map(|run| summary::run(py, run)).collect()
    }

    /// What games add up to: results, endings, lengths, players.
    #[pyo3(signature = (**filter))]
    fn stats<'py>(
        &self,
        py: Python<'py>,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let filter = filter::read(filter)?;
        summary::stats(py, &self.run(py, move |store, _| store.stats(&filter))?)
    }

    /// The moves played from a position in the games that pass a filter, with their results. Positions that are equal by a
    /// symmetry of the board count together.
    #[pyo3(signature = (position, **filter))]
    fn explore<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyPosition>,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (position, filter) = (position.get().0, filter::read(filter)?);
        summary::explored(py, &self.run(py, move |store, _| store.explore(&position, &filter))?)
    }

    /// Stores a `Game` or a `GameRecord` and returns its number; then it is on the disk.
    fn add(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<i64> {
        let record = if let Ok(record) = game.cast::<PyGameRecord>() {
            Arc::clone(&record.get().record)
        } else if let Ok(game) = game.cast::<PyGame>() {
            let record = game.try_borrow()?.to_record();
            let text = notation::to_text(&record);
            Arc::new(sgf::from_record(&record, &text))
        } else {
            return Err(wrong_type(game, "a Game or a GameRecord"));
        };
        self.run(py, move |store, _| Ok(store.add_game(&record, None)?.0))
    }

    /// The games that pass a filter as a table, a row a game.
    #[pyo3(signature = (**filter))]
    fn games_table(&self, py: Python<'_>, filter: Option<&Bound<'_, PyDict>>) -> PyResult<PyTable> {
        let filter = filter::read(filter)?;
        let made = self.run(py, move |store, _| Ok(columns::of_games(&store.list(&filter)?)))?;
        Ok(PyTable::new(vec![made.map_err(raised)?]))
    }

    /// The plies of the games that pass a filter as a table, a row a ply, with what was thought before it.
    #[pyo3(signature = (**filter))]
    fn plies_table(&self, py: Python<'_>, filter: Option<&Bound<'_, PyDict>>) -> PyResult<PyTable> {
        let filter = filter::read(filter)?;
        let made = self.run(py, move |store, stop| plies(store, &filter, stop))?;
        made.map(PyTable::new).map_err(raised)
    }

    /// The same as `games_table`, as a polars `DataFrame`.
    #[pyo3(signature = (**filter))]
    fn games_frame<'py>(
        &self,
        py: Python<'py>,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.games_table(py, filter)?.into_frame(py)
    }

    /// The same as `plies_table`, as a polars `DataFrame`.
    #[pyo3(signature = (**filter))]
    fn plies_frame<'py>(
        &self,
        py: Python<'py>,
        filter: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.plies_table(py, filter)?.into_frame(py)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.count(py, None)? as usize)
    }

    /// A store is true also where it is empty.
    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Store({})", self.path.to_string_lossy().into_pyobject(py)?.repr()?))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (PathBuf,))> {
        let store = slf.get();
        if store.folder.is_some() {
            return Err(raised(
                "a temporary store ends with this process: give the match a file to store its games",
            ));
        }
        Ok((slf.get_type().into_any().unbind(), (store.path.clone(),)))
    }
}

/// Visits the games that pass a filter, until the control is stopped.
fn for_each(
    store: &Store,
    filter: &Filter,
    stop: &Control,
    mut visit: impl FnMut(PyGameRecord),
) -> Result<(), StoreError> {
    let walked = store.for_each(filter, |_, game| match game {
        Ok(_) if stop.is_stopped() => ControlFlow::Break(None),
        Ok(game) => {
            visit(PyGameRecord::stored(&game));
            ControlFlow::Continue(())
        }
        Err(error) => ControlFlow::Break(Some(error)),
    })?;
    match walked {
        ControlFlow::Break(Some(error)) => Err(error),
        _ => Ok(()),
    }
}

/// The plies of games.
fn plies(
    store: &Store,
    filter: &Filter,
    stop: &Control,
) -> Result<Result<Vec<RecordBatch>, ArrowError>, StoreError> {
    let mut table = Ok(PlyTable::new());
    for_each(store, filter, stop, |game| {
        if let Ok(plies) = &mut table
            && let Err(error) = plies.add(&game)
        {
            table = Err(error);
        }
    })?;
    Ok(table.and_then(PlyTable::finish))
}
