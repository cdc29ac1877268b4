//! `Position`: one position on a board of any size.

use amazons::{AnyPosition, Setup, Start};
use pyo3::prelude::*;

use crate::error::raised;

/// A position of the Game of the Amazons. It does not change: `play` returns the next one.
#[pyclass(name = "Position", module = "otrera", frozen)]
#[derive(Clone, Debug)]
pub(crate) struct PyPosition(pub(crate) AnyPosition);

#[pymethods]
impl PyPosition {
    /// The position of a FEN, or the start of the standard game.
    #[new]
    #[pyo3(signature = (fen=None))]
    fn new(fen: Option<&str>) -> PyResult<Self> {
        let setup = match fen {
            Some(fen) => Setup::from_fen(fen).map_err(raised)?,
            None => Start::STANDARD.setup(),
        };
        AnyPosition::from_setup(&setup).map(Self).map_err(raised)
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        self.0.to_setup().to_fen()
    }
}
