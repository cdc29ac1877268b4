//! Results as objects of the data classes in `otrera/results.py`.

use std::time::Duration;

use amazons::{AnyPosition, Color, Move};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};
use store::Thought;
use thought::{Assessment, Line, Report, WhiteScore, WonBy};

use crate::rules::mv::PyMove;

/// Makes an object of a class of `otrera/results.py` from its fields.
macro_rules! result {
    ($py:expr, $class:literal, $($field:literal: $value:expr),* $(,)?) => {{
        let fields = pyo3::types::PyDict::new($py);
        $(fields.set_item(pyo3::intern!($py, $field), $value)?;)*
        $crate::results::make($py, pyo3::intern!($py, $class), &fields)
    }};
}
pub(crate) use result;

/// Calls a class with fields.
pub(crate) fn make<'py>(
    py: Python<'py>,
    class: &Bound<'py, pyo3::types::PyString>,
    fields: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("otrera.results").map(Bound::unbind))?;
    module.bind(py).getattr(class)?.call((), Some(fields))
}

/// Moves in a tuple.
pub(crate) fn moves<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, moves.iter().copied().map(PyMove))
}

/// Puts the fields of an assessment into a dictionary.
fn fill_assessment<'py>(fields: &Bound<'py, PyDict>, assessment: &Assessment) -> PyResult<()> {
    let py = fields.py();
    let won_by = assessment.proof.and_then(|proof| proof.won_by);
    fields.set_item("margin", assessment.score.map(WhiteScore::to_moves))?;
    fields.set_item("win_rate", assessment.win_rate)?;
    fields.set_item("winner", assessment.winner().map(Color::name))?;
    fields.set_item("won_by", won_by.map(WonBy::moves))?;
    fields.set_item("won_by_is_exact", won_by.is_some_and(WonBy::is_exact))?;
    fields.set_item("decided_in", assessment.proof.and_then(|proof| proof.decided_in))?;
    fields.set_item("moves", moves(py, &assessment.line)?)
}

/// White's view of a position.
fn assessment<'py>(py: Python<'py>, assessment: &Assessment) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fill_assessment(&fields, assessment)?;
    make(py, pyo3::intern!(py, "Assessment"), &fields)
}

/// White's view of a line.
fn line<'py>(py: Python<'py>, line: &Line, turn: Color) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fill_assessment(&fields, &Assessment::of_line(line, turn))?;
    fields.set_item("visits", line.visits)?;
    make(py, pyo3::intern!(py, "Line"), &fields)
}

/// The fields of a report on a position.
pub(crate) fn report_fields<'py>(
    py: Python<'py>,
    report: &Report,
    position: &AnyPosition,
    time: Duration,
) -> PyResult<Bound<'py, PyDict>> {
    let lines = report.lines.iter().map(|found| line(py, found, position.turn()));
    let fields = PyDict::new(py);
    fields.set_item("assessment", assessment(py, &Assessment::of_report(report, position))?)?;
    fields.set_item("lines", PyTuple::new(py, lines.collect::<PyResult<Vec<_>>>()?)?)?;
    fields.set_item("nodes", report.nodes)?;
    fields.set_item("playouts", report.playouts)?;
    fields.set_item("depth", report.depth)?;
    fields.set_item("time", time.as_secs_f64())?;
    Ok(fields)
}

/// A report on a position.
pub(crate) fn report<'py>(
    py: Python<'py>,
    report: &Report,
    position: &AnyPosition,
) -> PyResult<Bound<'py, PyAny>> {
    make(py, pyo3::intern!(py, "Report"), &report_fields(py, report, position, report.elapsed)?)
}

/// What was thought before a ply, as the store keeps it: without lines but the best.
pub(crate) fn stored_thought<'py>(py: Python<'py>, thought: &Thought) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fill_assessment(&fields, &thought.assessment)?;
    fields.set_item("visits", py.None())?;
    let lines = match thought.assessment.line.is_empty() {
        true => PyTuple::empty(py),
        false => PyTuple::new(py, [make(py, pyo3::intern!(py, "Line"), &fields)?])?,
    };
    result!(py, "Report",
        "assessment": assessment(py, &thought.assessment)?,
        "lines": lines,
        "nodes": thought.nodes,
        "playouts": thought.playouts,
        "depth": thought.depth,
        "time": thought.time.as_secs_f64(),
    )
}
