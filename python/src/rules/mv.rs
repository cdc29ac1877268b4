//! `Move`: one ply.

use amazons::Move;
use amazons::notation::MoveNotation;
use otrera_python_macros::catch_panics;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::arguments::{MoveArg, NotationArg, SquareArg};

/// A ply: an amazon steps from one square to another and shoots an arrow from there.
///
/// It is made from its text in any notation, or from its three squares. Whether it is legal depends on the position.
///
/// >>> from otrera import Move
/// >>> move = Move("d1-d7/g7")
/// >>> move.from_square, move.to_square, move.arrow
/// ('d1', 'd7', 'g7')
/// >>> move == Move("d1", "d7", "g7")
/// True
#[pyclass(name = "Move", module = "otrera", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PyMove(pub(crate) Move);

#[catch_panics]
#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (move_or_from, to_square=None, arrow=None, /))]
    fn new(
        move_or_from: &Bound<'_, PyAny>,
        to_square: Option<SquareArg>,
        arrow: Option<SquareArg>,
    ) -> PyResult<Self> {
        match (to_square, arrow) {
            (None, None) => Ok(Self(move_or_from.extract::<MoveArg>()?.0)),
            (Some(to), Some(arrow)) => {
                let from: SquareArg = move_or_from.extract()?;
                Ok(Self(Move { from: from.0, to: to.0, arrow: arrow.0 }))
            }
            _ => Err(PyTypeError::new_err("a move is made from one text or from three squares")),
        }
    }

    /// Where the amazon stands.
    #[getter(from_square)]
    fn start(&self) -> String {
        self.0.from.to_string()
    }

    /// Where it steps.
    #[getter(to_square)]
    fn landing(&self) -> String {
        self.0.to.to_string()
    }

    /// Where its arrow lands.
    #[getter]
    fn arrow(&self) -> String {
        self.0.arrow.to_string()
    }

    /// The three squares.
    #[getter]
    fn squares(&self) -> PyResult<(String, String, String)> {
        Ok((self.start()?, self.landing()?, self.arrow()?))
    }

    /// The move in a notation: fairy, print, bracket or compact.
    ///
    /// >>> from otrera import Move
    /// >>> Move("d1-d7/g7").written("fairy")
    /// 'd1d7,d7g7'
    fn written(&self, notation: NotationArg) -> String {
        self.0.written(notation.0).to_string()
    }

    /// The names of the notations in which moves are read and written.
    #[staticmethod]
    fn notations() -> Vec<&'static str> {
        MoveNotation::ALL.map(MoveNotation::name).to_vec()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().0.to_string(),))
    }
}
