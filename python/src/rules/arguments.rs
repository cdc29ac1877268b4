//! What Python passes in, turned into our types: moves, squares and sides as texts, seeds, sequences of positions.

use amazons::notation::MoveNotation;
use amazons::{AnyPosition, Color, Draw, Move, Square};
use eval::maps::Mover;
use otrera_python_macros::catch_panics;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::mv::PyMove;
use super::position::PyPosition;
use crate::batch::PyBatch;
use crate::error::raised;
use crate::planes::Side;

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

/// Whose amazons the first plane holds: `"white"` or `"to_move"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideArg(pub(crate) Side);

/// The moves that a distance counts: `"queen"` or `"king"`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoverArg(pub(crate) Mover);

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

#[catch_panics]
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

#[catch_panics]
impl<'py> FromPyObject<'_, 'py> for SquareArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = text_of(object, "the name of a square, such as \"d7\"")?;
        text.parse().map(Self).map_err(raised)
    }
}

#[catch_panics]
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

#[catch_panics]
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

#[catch_panics]
impl<'py> FromPyObject<'_, 'py> for NotationArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = text_of(object, "the name of a notation")?;
        text.parse().map(Self).map_err(raised)
    }
}

#[catch_panics]
impl<'py> FromPyObject<'_, 'py> for SideArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match text_of(object, "\"white\" or \"to_move\"")?.as_str() {
            "white" => Ok(Self(Side::Of(Color::White))),
            "to_move" => Ok(Self(Side::ToMove)),
            other => Err(raised(format!("the first plane is of \"white\" or \"to_move\", not of {other:?}"))),
        }
    }
}

#[catch_panics]
impl<'py> FromPyObject<'_, 'py> for MoverArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match text_of(object, "\"queen\" or \"king\"")?.as_str() {
            "queen" => Ok(Self(Mover::Queen)),
            "king" => Ok(Self(Mover::King)),
            other => {
                Err(raised(format!("a distance counts moves of a \"queen\" or a \"king\", not {other:?}")))
            }
        }
    }
}

/// The positions of a `Batch` or of an iterable of `Position`.
pub(crate) fn positions_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<AnyPosition>> {
    if let Ok(batch) = object.cast::<PyBatch>() {
        return Ok(batch.try_borrow()?.any_positions());
    }
    if object.cast::<PyPosition>().is_ok() || object.cast::<PyString>().is_ok() {
        return Err(wrong_type(object, "a Batch or a sequence of positions"));
    }
    let position = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        let position =
            item.cast::<PyPosition>().map_err(|_| wrong_type(&item, "a Position in the sequence"))?;
        Ok(position.get().0)
    };
    object
        .try_iter()
        .map_err(|_| wrong_type(object, "a Batch or a sequence of positions"))?
        .map(position)
        .collect()
}
