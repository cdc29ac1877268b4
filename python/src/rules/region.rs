//! `Region`: a connected part of the board.

use amazons::{Board, Color, Region, RegionKind};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;

/// A connected set of squares and the amazons in or around it.
#[pyclass(name = "Region", module = "otrera", frozen, get_all, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PyRegion {
    /// The empty squares.
    empty: Vec<String>,
    /// White's amazons.
    white: Vec<String>,
    /// Black's amazons.
    black: Vec<String>,
    /// Who stands there: `"white"`, `"black"`, `"both"` or `"none"`.
    owner: &'static str,
}

impl<B: Board> From<Region<B>> for PyRegion {
    fn from(region: Region<B>) -> Self {
        Self {
            empty: names(region.empty),
            white: names(region.amazons.white),
            black: names(region.amazons.black),
            owner: match region.kind() {
                RegionKind::Territory(Color::White) => "white",
                RegionKind::Territory(Color::Black) => "black",
                RegionKind::Active => "both",
                RegionKind::Dead => "none",
            },
        }
    }
}

#[catch_panics]
#[pymethods]
impl PyRegion {
    fn __len__(&self) -> usize {
        self.empty.len()
    }

    fn __repr__(&self) -> String {
        let Self { empty, white, black, owner } = self;
        format!("Region(owner='{owner}', empty={empty:?}, white={white:?}, black={black:?})")
            .replace('"', "'")
    }
}

/// The names of some squares.
pub(super) fn names(squares: impl IntoIterator<Item = amazons::Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}
