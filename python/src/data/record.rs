//! `GameRecord`: a game as files and stores keep it.

use std::sync::Arc;

use amazons::Color;
use amazons::notation::sgf as notation;
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use store::json::{self, RunOrigin};
use store::{GameId, GameRecord, Run, RunId, Slot, StoredGame, Thought, sgf};

use super::moment;
use crate::error::raised;
use crate::results::stored_thought;
use crate::rules::game::PyGame;

/// A game with its players, its end and what was thought before each ply.
///
/// >>> from otrera import GameRecord
/// >>> record = GameRecord.from_json('{"white": "Ada", "moves": "d1-d7/g7 d10-d8/j8"}')
/// >>> record.white, record.plies, record.winner
/// ('Ada', 2, None)
#[pyclass(name = "GameRecord", module = "otrera", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct PyGameRecord {
    pub(super) record: Arc<GameRecord>,
    /// Its number in the store that it was read from.
    pub(super) id: Option<GameId>,
    /// The run that it belongs to and its place there; the run of a file has the number 0.
    run: Option<(Run, Slot)>,
}

impl PyGameRecord {
    /// A game of a file.
    pub(crate) fn of_file(record: GameRecord, origin: Option<RunOrigin>) -> Self {
        let run = origin.map(|RunOrigin { kind, conditions, begun, finished, slot, seed }| {
            let id = RunId(0);
            (Run { id, kind, conditions, begun, finished, games: 0 }, Slot { run: id, slot, seed })
        });
        Self { record: Arc::new(record), id: None, run }
    }

    /// A game of a run that was not read back from its store.
    pub(crate) fn of_run(record: GameRecord, run: Run, slot: Slot) -> Self {
        Self { record: Arc::new(record), id: None, run: Some((run, slot)) }
    }

    /// A game of a store.
    pub(crate) fn stored(stored: &StoredGame) -> Self {
        let record = Arc::new(stored.to_record());
        Self { record, id: Some(stored.id), run: stored.run.clone() }
    }

    /// Its number in the run of a contest or of self-play, and its seed.
    pub(super) fn number_and_seed(&self) -> Option<(u64, u64)> {
        self.run.as_ref().map(|(_, slot)| (slot.slot, slot.seed))
    }
}

#[catch_panics]
#[pymethods]
impl PyGameRecord {
    /// Reads a line of JSON, as `otrera games export` writes it. Games are equal whatever store they are from.
    #[staticmethod]
    fn from_json(line: &str) -> PyResult<Self> {
        let (record, origin) = json::from_line(line).map_err(raised)?;
        Ok(Self::of_file(record, origin))
    }

    /// The game as a line of JSON.
    fn to_json(&self) -> String {
        json::to_line(self.id.unwrap_or(GameId(0)), &self.record, self.run.as_ref())
    }

    /// The game as SGF, with comments, variations and what was thought.
    fn to_sgf(&self) -> String {
        sgf::to_text(&self.record)
    }

    /// The game with its names, its result and its comments.
    #[getter]
    fn game(&self) -> PyGame {
        let records = notation::from_text(&sgf::to_text(&self.record)).unwrap_or_default();
        // An SGF of ours is always read; the moves alone would be the next best.
        records.first().map_or_else(|| PyGame::new(self.record.game.clone()), PyGame::from_record)
    }

    /// The number in its store; None for a game that was not read from one.
    #[getter]
    fn id(&self) -> Option<i64> {
        self.id.map(|id| id.0)
    }

    /// White's name.
    #[getter]
    fn white(&self) -> &str {
        &self.record.players[Color::White]
    }

    /// Black's name.
    #[getter]
    fn black(&self) -> &str {
        &self.record.players[Color::Black]
    }

    /// Who won: `"white"`, `"black"`, or None without a winner.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.record.winner.map(Color::name)
    }

    /// How it ended: `"no moves"`, `"resignation"`, `"time forfeit"` and others.
    #[getter]
    fn ending(&self) -> &'static str {
        self.record.ending.name()
    }

    /// Details of the end, such as an engine's answer.
    #[getter]
    fn detail(&self) -> &str {
        &self.record.detail
    }

    /// Where it comes from: `"match"`, `"play"`, `"import"`, `"self-play"` or `"experiment"`.
    #[getter]
    fn source(&self) -> &'static str {
        self.record.source.name()
    }

    /// The event or tournament.
    #[getter]
    fn event(&self) -> Option<&str> {
        self.record.event.as_deref()
    }

    /// The opening's name.
    #[getter]
    fn opening(&self) -> Option<&str> {
        self.record.opening.as_deref()
    }

    /// The title.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.record.annotations.title.as_deref()
    }

    /// The tags.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.record.annotations.tags)
    }

    /// When it was played, if known.
    #[getter]
    fn played_at<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        moment::to_python(py, self.record.played_at)
    }

    /// White's and Black's limits of a move, as texts such as `"nodes=1000"`.
    #[getter]
    fn limits(&self) -> (Option<&str>, Option<&str>) {
        (self.record.limits.white.as_deref(), self.record.limits.black.as_deref())
    }

    /// The number of plies.
    #[getter]
    fn plies(&self) -> usize {
        self.record.game.moves().len()
    }

    /// The board's size, such as `"10x10"`.
    #[getter]
    fn board(&self) -> String {
        self.record.game.start().size().to_string()
    }

    /// The number of the run that it belongs to, in its store.
    #[getter]
    fn run(&self) -> Option<i64> {
        self.run.as_ref().map(|(run, _)| run.id.0).filter(|&id| id > 0)
    }

    /// Its number in the schedule of its run.
    #[getter]
    fn number(&self) -> Option<u64> {
        self.number_and_seed().map(|(number, _)| number)
    }

    /// The seed that it was played with.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.number_and_seed().map(|(_, seed)| seed)
    }

    /// What was thought before each ply, None for plies that were not searched; empty where nothing is known.
    #[getter]
    fn thoughts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let of = |thought: &Thought| match *thought == Thought::default() {
            true => Ok(py.None().into_bound(py)),
            false => stored_thought(py, thought),
        };
        PyTuple::new(py, self.record.thoughts.iter().map(of).collect::<PyResult<Vec<_>>>()?)
    }

    /// What an engine said before it failed.
    #[getter]
    fn transcript(&self) -> Option<&str> {
        self.record.transcript.as_deref()
    }

    fn __len__(&self) -> PyResult<usize> {
        self.plies()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.record == other.record && self.number_and_seed() == other.number_and_seed()
        })
    }

    fn __hash__(&self) -> u64 {
        store::digest(sgf::to_text(&self.record).as_bytes())
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = |name: &str| if name.is_empty() { "(unnamed)".to_owned() } else { name.to_owned() };
        let id = self.id.map_or_else(String::new, |id| format!(" {id}"));
        let end = self.winner()?.map_or_else(|| "no result".to_owned(), |winner| format!("{winner} has won"));
        let (white, black) = (name(self.white()?), name(self.black()?));
        let (ending, plies) = (self.ending()?, self.plies()?);
        Ok(format!("<GameRecord{id}: {white} against {black}, {end}: {ending}, {plies} plies>"))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?.unbind(), (slf.get().to_json()?,)))
    }
}
