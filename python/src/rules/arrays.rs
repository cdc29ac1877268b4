//! Positions as arrays, one by one and many at once.

use amazons::{AnyPosition, Bitboard, Board, Color, Position, Square};
use numpy::{IxDyn, PyArray, PyArray1, PyArrayDyn, PyArrayMethods};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;

use super::arguments::{ColorArg, MoverArg, SideArg, positions_of};
use super::on_any;
use crate::batch::arrays::array1;
use crate::batch::{check_same_board, movable, number_of, steps};
use crate::error::raised;
use crate::planes;

/// The planes of positions, as an array of the shape (positions, planes, ranks, files): see `Position.planes`.
///
/// The positions are those of a `Batch` or of any sequence, all of one board; with the variant in one of them all have its
/// plane.
///
/// >>> import otrera
/// >>> game = otrera.Position(board="8x8").random_game(1)
/// >>> otrera.planes(game.positions).shape == (len(game) + 1, 4, 8, 8)
/// True
#[catch_panics]
#[pyfunction(name = "planes")]
#[pyo3(
    signature = (positions, *, side=SideArg(planes::Side::Of(Color::White))),
    text_signature = "(positions, *, side='white')"
)]
pub(super) fn planes_of<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    side: SideArg,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let positions = positions_of(positions)?;
    write_planes(py, &positions, side.0, &[positions.len()])
}

/// The planes of positions, in an array that begins with some axes.
pub(super) fn write_planes<'py>(
    py: Python<'py>,
    positions: &[AnyPosition],
    side: planes::Side,
    axes: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let delays = positions.iter().map(|any| on_any!(any, position => position.vacancies().delay()));
    let planes = planes::count(delays.max().unwrap_or(0));
    let write = |any: &AnyPosition, out: &mut [f32]| {
        on_any!(any, position => planes::write(position, any.size(), side, out));
    };
    fill(py, positions, axes, Some(planes), write)
}

/// The moves that a side needs to each square, for many positions: see `Position.distances`.
#[catch_panics]
#[pyfunction(name = "distances")]
#[pyo3(
    signature = (positions, color, *, mover=MoverArg(eval::maps::Mover::Queen)),
    text_signature = "(positions, color, *, mover='queen')"
)]
pub(super) fn distances_of<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    color: ColorArg,
    mover: MoverArg,
) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    let positions = positions_of(positions)?;
    write_distances(py, &positions, color, mover, &[positions.len()])
}

/// The distances of positions, in an array that begins with some axes.
pub(super) fn write_distances<'py>(
    py: Python<'py>,
    positions: &[AnyPosition],
    color: ColorArg,
    mover: MoverArg,
    axes: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
    let write = |any: &AnyPosition, out: &mut [u8]| {
        on_any!(any, position => planes::write_distances(position, any.size(), color.0, mover.0, out));
    };
    fill(py, positions, axes, None, write)
}

/// The number of legal moves of each position.
#[catch_panics]
#[pyfunction(name = "count_moves")]
pub(super) fn count_moves_of<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let positions = positions_of(positions)?;
    let counts = py.detach(|| positions.iter().map(|position| position.count_moves() as i64).collect());
    Ok(array1(py, counts))
}

/// Writes something of each position into an array of some axes, then perhaps planes, then ranks and files.
fn fill<'py, T: numpy::Element + Copy + Default + Send>(
    py: Python<'py>,
    positions: &[AnyPosition],
    axes: &[usize],
    planes: Option<usize>,
    write: impl Fn(&AnyPosition, &mut [T]) + Sync,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(first) = positions.first() else {
        return Err(raised("expected at least one position, found none"));
    };
    check_same_board(positions)?;
    let size = first.size();
    let width = size.area() as usize * planes.unwrap_or(1);
    let numbers = py.detach(|| {
        let mut numbers = vec![T::default(); positions.len() * width];
        for (position, out) in positions.iter().zip(numbers.chunks_exact_mut(width)) {
            write(position, out);
        }
        numbers
    });
    let board = [usize::from(size.rows()), usize::from(size.columns())];
    let shape: Vec<usize> = axes.iter().copied().chain(planes).chain(board).collect();
    PyArray::from_vec(py, numbers).reshape(IxDyn(&shape))
}

/// The steps of the side to move as an array of the shape (ranks, files, ranks, files).
pub(super) fn step_mask<'py>(py: Python<'py>, any: &AnyPosition) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
    let size = any.size();
    let area = size.area() as usize;
    let mut mask = vec![false; area * area];
    on_any!(any, position => {
        for from in movable(position) {
            let row = number_of(from, size) * area;
            planes::write_set(steps(position, from), size, &mut mask[row..row + area]);
        }
    });
    let (ranks, files) = (usize::from(size.rows()), usize::from(size.columns()));
    PyArray::from_vec(py, mask).reshape(IxDyn(&[ranks, files, ranks, files]))
}

/// The amazons of the side to move that can move.
pub(super) fn amazon_mask<'py>(py: Python<'py>, any: &AnyPosition) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
    on_any!(any, position => mask(py, movable(position)))
}

/// The shots after a step; nothing is checked but that the squares are on the board.
pub(super) fn arrow_mask<'py>(
    py: Python<'py>,
    any: &AnyPosition,
    from: Square,
    to: Square,
) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
    fn shots<B: Board>(position: &Position<B>, from: Square, to: Square) -> Bitboard<B> {
        position.shots(from, to)
    }
    on_any!(any, position => mask(py, shots(position, from, to)))
}

fn mask<B: Board>(py: Python<'_>, set: Bitboard<B>) -> PyResult<Bound<'_, PyArrayDyn<bool>>> {
    let size = set.board().size();
    let mut mask = vec![false; size.area() as usize];
    planes::write_set(set, size, &mut mask);
    let shape = [usize::from(size.rows()), usize::from(size.columns())];
    PyArray::from_vec(py, mask).reshape(IxDyn(&shape))
}
