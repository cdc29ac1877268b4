//! What Python passes in, turned into our types: moves, squares and sides as texts, seeds, sequences of positions.

use amazons::notation::MoveNotation;
use amazons::{Color, Draw, Move, Square};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::mv::PyMove;
use crate::error::raised;

/// A move, given as a `Move` or as its text in any notation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveArg(pub(crate) Move);

/// A square, given as its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquareArg(pub(crate) Square);

/// A side, `"white"` or `"black"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColorArg(pub(crate) Color);

/// How a random move is drawn: `"uniform"`, `"steps"` or `"amazons"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawArg(pub(crate) Draw);

/// The name of a notation of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotationArg(pub(crate) MoveNotation);

/// The text of an argument, or a `TypeError` that says what was expected.
fn text_of(object: Borrowed<'_, '_, PyAny>, expected: &str) -> PyResult<String> {
    let text = object.cast::<PyString>().map_err(|_| wrong_type(&object, expected))?;
    Ok(text.to_cow()?.into_owned())
}

/// The `TypeError` of an argument that is none of ours.
pub(crate) fn wrong_type(object: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let found =
        object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, found {found}"))
}

impl<'py> FromPyObject<'_, 'py> for MoveArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(mv) = object.cast::<PyMove>() {
            return Ok(Self(mv.get().0));
        }
        let text = text_of(object, "a Move or its text")?;
        text.parse().map(Self).map_err(raised)
    }
}

impl<'py> FromPyObject<'_, 'py> for SquareArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = text_of(object, "the name of a square, such as \"d7\"")?;
        text.parse().map(Self).map_err(raised)
    }
}

impl<'py> FromPyObject<'_, 'py> for ColorArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = text_of(object, "\"white\" or \"black\"")?;
        color_named(&text).map(Self)
    }
}

/// The side of a name.
pub(crate) fn color_named(name: &str) -> PyResult<Color> {
    let color = Color::BOTH.into_iter().find(|color| color.name() == name);
    color.ok_or_else(|| raised(format!("a side is \"white\" or \"black\", not {name:?}")))
}

impl<'py> FromPyObject<'_, 'py> for DrawArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = text_of(object, "\"uniform\", \"steps\" or \"amazons\"")?;
        match text.as_str() {
            "uniform" => Ok(Self(Draw::Uniform)),
            "steps" => Ok(Self(Draw::Steps)),
            "amazons" => Ok(Self(Draw::Amazons)),
            other => Err(raised(format!(
                "a random move is drawn by \"uniform\", \"steps\" or \"amazons\", not by {other:?}"
            ))),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for NotationArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = text_of(object, "the name of a notation")?;
        text.parse().map(Self).map_err(raised)
    }
}
