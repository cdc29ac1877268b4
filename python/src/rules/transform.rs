//! `Transform`: a symmetry of a board, with or without the exchange of colours.

use amazons::{Size, Symmetry, Transform};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;

use super::arguments::{MoveArg, SquareArg};
use super::mv::PyMove;
use crate::error::raised;

/// A rotation or reflection of a board, with or without the exchange of colours.
///
/// Positions give them: `Position.transforms()`, and `Position.canonical()` the one that leads to the canonical form.
#[pyclass(name = "Transform", module = "otrera", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PyTransform {
    pub(super) transform: Transform,
    pub(super) size: Size,
}

impl PyTransform {
    fn number(&self) -> usize {
        let number = Symmetry::of(self.size).position(|symmetry| symmetry == self.transform.symmetry);
        number.unwrap_or_default()
    }
}

#[catch_panics]
#[pymethods]
impl PyTransform {
    /// The symmetry of a number, 0 (the identity) to 7 on a square board and to 3 on others, of a board such as `"10x10"`.
    #[new]
    #[pyo3(signature = (number, board, *, swaps_colors=false))]
    fn new(number: usize, board: &str, swaps_colors: bool) -> PyResult<Self> {
        let size: Size = board.parse().map_err(raised)?;
        let count = Symmetry::of(size).count();
        let symmetry = Symmetry::of(size).nth(number).ok_or_else(|| {
            raised(format!("a board of {size} has the symmetries 0 to {}, not {number}", count - 1))
        })?;
        Ok(Self { transform: Transform { symmetry, swaps_colors }, size })
    }

    /// The number of the symmetry: 1 mirrors the files, 2 the ranks, 4 flips along the diagonal from a1 first; they add up.
    #[getter(number)]
    fn get_number(&self) -> usize {
        self.number()
    }

    /// Whether each side takes the other's amazons and turn.
    #[getter]
    fn swaps_colors(&self) -> bool {
        self.transform.swaps_colors
    }

    /// The size of the board, such as `"10x10"`.
    #[getter]
    fn board(&self) -> String {
        self.size.to_string()
    }

    /// The transform that takes everything back.
    fn inverse(&self) -> Self {
        let symmetry = self.transform.symmetry.inverse();
        Self { transform: Transform { symmetry, ..self.transform }, ..*self }
    }

    /// Where a square goes.
    #[pyo3(signature = (square, /))]
    fn square(&self, square: SquareArg) -> PyResult<String> {
        Ok(self.image(square.0)?.to_string())
    }

    /// Where a move goes.
    #[pyo3(signature = (r#move, /))]
    fn r#move(&self, r#move: MoveArg) -> PyResult<PyMove> {
        let amazons::Move { from, to, arrow } = r#move.0;
        let [from, to, arrow] = [self.image(from)?, self.image(to)?, self.image(arrow)?];
        Ok(PyMove(amazons::Move { from, to, arrow }))
    }

    fn __repr__(&self) -> String {
        let swaps = if self.transform.swaps_colors { ", swaps_colors=True" } else { "" };
        format!("Transform({}, '{}'{swaps})", self.number(), self.size)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (usize, String, bool))> {
        let make = slf.py().import("otrera._otrera")?.getattr("_transform")?;
        let this = slf.get();
        Ok((make.unbind(), (this.number(), this.board()?, this.swaps_colors()?)))
    }
}

impl PyTransform {
    fn image(&self, square: amazons::Square) -> PyResult<amazons::Square> {
        if !self.size.contains(square) {
            return Err(raised(format!("a board of {} has no square {square}", self.size)));
        }
        Ok(self.transform.symmetry.apply(square, self.size))
    }
}

/// A transform from its parts: how a pickled one is read.
#[catch_panics]
#[pyfunction]
#[pyo3(name = "_transform")]
pub(super) fn transform(number: usize, board: &str, swaps_colors: bool) -> PyResult<PyTransform> {
    PyTransform::new(number, board, swaps_colors)
}
