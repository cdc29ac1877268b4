//! `MoveSpace`: all moves of a board, numbered.

use amazons::{Direction, Move, Size, Square};
use numpy::PyArray1;
use otrera_python_macros::catch_panics;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use super::arguments::MoveArg;
use super::mv::PyMove;
use super::on_any;
use super::position::PyPosition;
use crate::batch::arrays::array1;
use crate::batch::{number_of, square_of};
use crate::error::raised;

/// The moves that are possible on a board at all, numbered from 0: where one number has to stand for a whole ply.
///
/// Queen's lines lead to the landing square from where the amazon comes, and from there to where the arrow goes. So the
/// moves that land on a square are numbered by pairs of the squares that a queen sees from it on the empty board:
/// `first(landing) + seen(start) * count(landing) + seen(arrow)`, with landing squares and the squares seen in the order of
/// their numbers, rank by rank from a1.
///
/// >>> from otrera import MoveSpace, Position
/// >>> space = MoveSpace("6x6")
/// >>> len(space)
/// 9412
/// >>> index = space.index("a2-d5/a5")
/// >>> str(space.move(index))
/// 'a2-d5/a5'
/// >>> int(space.mask(Position(board="6x6")).sum()) == Position(board="6x6").count_moves()
/// True
#[pyclass(name = "MoveSpace", module = "otrera", frozen)]
pub(crate) struct PyMoveSpace {
    size: Size,
    /// For each square of the board the number of the first move that lands there.
    first: Vec<usize>,
    /// The squares that a queen sees from each square on the empty board.
    seen: Vec<Vec<Square>>,
    /// The number of a square among those seen from another: `area * landing + seen`.
    rank: Vec<u8>,
    count: usize,
}

impl PyMoveSpace {
    fn create(size: Size) -> Self {
        let area = size.area() as usize;
        let mut space =
            Self { size, first: Vec::new(), seen: Vec::new(), rank: vec![0; area * area], count: 0 };
        for (landing, to) in size.squares().enumerate() {
            let seen: Vec<Square> =
                size.squares().filter(|&square| Direction::between(to, square).is_some()).collect();
            for (rank, &square) in seen.iter().enumerate() {
                // A queen sees at most 60 squares of a board of 16 x 16.
                space.rank[area * landing + number_of(square, size)] = rank as u8;
            }
            space.first.push(space.count);
            space.count += seen.len() * seen.len();
            space.seen.push(seen);
        }
        space
    }

    /// The number of a move whose squares are on the board and along lines.
    fn number(&self, mv: Move) -> usize {
        let landing = number_of(mv.to, self.size);
        let rank = |square| {
            usize::from(self.rank[self.size.area() as usize * landing + number_of(square, self.size)])
        };
        self.first[landing] + rank(mv.from) * self.seen[landing].len() + rank(mv.arrow)
    }

    fn check_board(&self, position: &PyPosition) -> PyResult<()> {
        let (ours, theirs) = (self.size, position.0.size());
        if ours == theirs {
            return Ok(());
        }
        Err(raised(format!("the moves are those of a board of {ours}, the position has {theirs}")))
    }
}

#[catch_panics]
#[pymethods]
impl PyMoveSpace {
    #[new]
    fn new(board: &str) -> PyResult<Self> {
        Ok(Self::create(board.parse().map_err(raised)?))
    }

    /// The size of the board, such as `"10x10"`.
    #[getter]
    fn board(&self) -> String {
        self.size.to_string()
    }

    /// The number of a move.
    #[pyo3(signature = (r#move, /))]
    fn index(&self, r#move: MoveArg) -> PyResult<usize> {
        let mv = r#move.0;
        let is_on_board = [mv.from, mv.to, mv.arrow].into_iter().all(|square| self.size.contains(square));
        let is_along_lines = [mv.from, mv.arrow].iter().all(|&end| Direction::between(mv.to, end).is_some());
        if !is_on_board || !is_along_lines {
            return Err(raised(format!("no position on a board of {} has the move {mv}", self.size)));
        }
        Ok(self.number(mv))
    }

    /// The move of a number.
    #[pyo3(signature = (index, /))]
    fn r#move(&self, index: usize) -> PyResult<PyMove> {
        if index >= self.count {
            let moves = match self.count {
                0 => "no move".to_owned(),
                count => format!("the moves 0 to {}", count - 1),
            };
            return Err(PyIndexError::new_err(format!("a board of {} has {moves}, not {index}", self.size)));
        }
        let landing = self.first.partition_point(|&first| first <= index) - 1;
        // Where a queen sees nothing, as on 1x1, no number lands.
        let (seen, rest) = (&self.seen[landing], index - self.first[landing]);
        let to =
            square_of(landing as i64, self.size).ok_or_else(|| raised("a bug in Otrera: no such square"))?;
        Ok(PyMove(Move { from: seen[rest / seen.len()], to, arrow: seen[rest % seen.len()] }))
    }

    /// The legal moves of a position as an array of truth values, one for each number.
    fn mask<'py>(&self, py: Python<'py>, position: &PyPosition) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.check_board(position)?;
        let mask = py.detach(|| {
            let mut mask = vec![false; self.count];
            on_any!(&position.0, position => position.legal_moves().for_each(|mv| mask[self.number(mv)] = true));
            mask
        });
        Ok(array1(py, mask))
    }

    /// The numbers of the legal moves of a position, in the order of `Position.legal_moves`.
    fn indices<'py>(&self, py: Python<'py>, position: &PyPosition) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.check_board(position)?;
        let numbers = py.detach(|| {
            on_any!(&position.0, position => position.legal_moves().map(|mv| self.number(mv) as i64).collect())
        });
        Ok(array1(py, numbers))
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("MoveSpace('{}')", self.size)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().into_any().unbind(), (slf.get().board()?,)))
    }
}
