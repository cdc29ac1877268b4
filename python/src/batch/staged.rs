//! `StagedGame`: one game whose plies are entered in stages, for loops that play one game at a time.

use amazons::{AnyPosition, Board, Color, Position, Size, Square};
use numpy::PyArrayDyn;
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::PyList;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::arrays::{exclusive, output};
use super::slot::{Slot, number_of, square_of};
use super::starts::Starts;
use crate::error::raised;
use crate::planes::{self, Side};
use crate::rules::arguments::ColorArg;
use crate::rules::on_any;
use crate::rules::position::PyPosition;

/// A game whatever its board.
trait AnySlot: Send + Sync {
    fn delay(&self) -> u8;
    fn position(&self) -> AnyPosition;
    fn turn(&self) -> Color;
    fn stage(&self) -> usize;
    fn chosen(&self) -> (Option<Square>, Option<Square>);
    fn is_over(&self) -> bool;
    fn is_legal(&self, square: Square) -> bool;
    /// Takes a legal action.
    fn step(&mut self, square: Square);
    fn for_each_action(&self, visit: &mut dyn FnMut(usize));
    fn count_actions(&self) -> usize;
    fn random_action(&mut self) -> Option<Square>;
    fn write_mask(&self, out: &mut [bool]);
    fn write_planes(&self, side: Side, out: &mut [f32]);
    fn boxed(&self) -> Box<dyn AnySlot>;
}

impl<B: Board> AnySlot for Slot<B>
where
    AnyPosition: From<Position<B>>,
{
    fn delay(&self) -> u8 {
        self.position.vacancies().delay()
    }

    fn position(&self) -> AnyPosition {
        self.position.into()
    }

    fn turn(&self) -> Color {
        self.position.turn()
    }

    fn stage(&self) -> usize {
        self.stage as usize
    }

    fn chosen(&self) -> (Option<Square>, Option<Square>) {
        Slot::chosen(self)
    }

    fn is_over(&self) -> bool {
        Slot::is_over(self)
    }

    fn is_legal(&self, square: Square) -> bool {
        self.legal.contains(square)
    }

    fn step(&mut self, square: Square) {
        Slot::step(self, square);
    }

    fn for_each_action(&self, visit: &mut dyn FnMut(usize)) {
        let size = self.position.board().size();
        self.legal.into_iter().for_each(|square| visit(number_of(square, size)));
    }

    fn count_actions(&self) -> usize {
        self.legal.count() as usize
    }

    fn random_action(&mut self) -> Option<Square> {
        Slot::random_action(self)
    }

    fn write_mask(&self, out: &mut [bool]) {
        planes::write_set(self.legal, self.position.board().size(), out);
    }

    fn write_planes(&self, side: Side, out: &mut [f32]) {
        let (from, to) = Slot::chosen(self);
        planes::write_staged(&self.position, self.position.board().size(), side, from, to, out);
    }

    fn boxed(&self) -> Box<dyn AnySlot> {
        Box::new(self.clone())
    }
}

/// One game whose plies are entered in three stages: the amazon, the square that it steps to, the square that its arrow
/// hits. Actions, masks and planes are those of a `Batch`.
///
/// >>> from otrera import Position, StagedGame
/// >>> game = StagedGame(Position(board="6x6"), seed=1)
/// >>> game.legal_actions()
/// [1, 4, 6, 11]
/// >>> while not game.is_over:
/// ...     game.step(game.random_action())
/// >>> game.winner in ("white", "black")
/// True
#[pyclass(name = "StagedGame", module = "otrera")]
pub(crate) struct PyStagedGame {
    slot: Box<dyn AnySlot>,
    size: Size,
}

impl PyStagedGame {
    fn shape(&self) -> [usize; 3] {
        let planes = planes::count_staged(self.slot.delay());
        [planes, usize::from(self.size.rows()), usize::from(self.size.columns())]
    }
}

#[catch_panics]
#[pymethods]
impl PyStagedGame {
    #[new]
    #[pyo3(signature = (start=None, *, seed=0))]
    fn new(start: Option<&Bound<'_, PyPosition>>, seed: u64) -> Self {
        let start = start.map_or_else(|| *amazons::Game::default().start(), |start| start.get().0);
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let slot: Box<dyn AnySlot> = on_any!(start, position => {
            Box::new(Slot::new(0, &Starts::one_each(vec![position]), rng))
        });
        Self { slot, size: start.size() }
    }

    /// The legal actions in rising order; none where the game is over.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut actions = Vec::with_capacity(self.slot.count_actions());
        self.slot.for_each_action(&mut |action| actions.push(action));
        PyList::new(py, actions)
    }

    /// The legal actions as an array of truth values, one for each square.
    #[pyo3(signature = (out=None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let array = output::<bool>(py, out, &[self.size.area() as usize], "bool")?;
        self.slot.write_mask(exclusive(&array)?.as_slice_mut()?);
        Ok(array)
    }

    /// The planes of a `Batch` for one game, in the shape (planes, ranks, files). With a color the first plane holds that
    /// side's amazons.
    #[pyo3(signature = (out=None, *, color=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        color: Option<ColorArg>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let side = Side::Of(color.map_or(Color::White, |color| color.0));
        let array = output::<f32>(py, out, &self.shape(), "float32")?;
        self.slot.write_planes(side, exclusive(&array)?.as_slice_mut()?);
        Ok(array)
    }

    /// Takes an action.
    #[pyo3(signature = (action, /))]
    fn step(&mut self, action: i64) -> PyResult<()> {
        match square_of(action, self.size).filter(|&square| self.slot.is_legal(square)) {
            Some(square) => {
                self.slot.step(square);
                Ok(())
            }
            None if self.slot.is_over() => Err(raised("the game is over: there is no legal action")),
            None => {
                let stage = ["an amazon", "a square", "an arrow"][self.slot.stage()];
                Err(raised(format!("{action} is no legal action: the game chooses {stage} next")))
            }
        }
    }

    /// One of the legal actions, all alike, drawn from the game's seed; None where the game is over.
    fn random_action(&mut self) -> Option<usize> {
        let size = self.size;
        self.slot.random_action().map(|square| number_of(square, size))
    }

    /// Whether the side to move cannot move.
    #[getter]
    fn is_over(&self) -> bool {
        self.slot.is_over()
    }

    /// Who has won, `"white"` or `"black"`; None while the game goes on.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.slot.is_over().then(|| (!self.slot.turn()).name())
    }

    /// Who is to move, `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.slot.turn().name()
    }

    /// What the next action chooses: 0 an amazon, 1 a square, 2 an arrow.
    #[getter]
    fn stage(&self) -> usize {
        self.slot.stage()
    }

    /// The squares chosen so far of the next ply.
    #[getter]
    fn chosen(&self) -> Vec<String> {
        let (from, to) = self.slot.chosen();
        [from, to].into_iter().flatten().map(|square| square.to_string()).collect()
    }

    /// The position before the ply that is being entered.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.slot.position())
    }

    /// A copy, which then goes its own way.
    fn copy(&self) -> Self {
        Self { slot: self.slot.boxed(), size: self.size }
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    fn __repr__(&self) -> PyResult<String> {
        let chosen: Vec<String> = self.chosen()?;
        let fen = self.slot.position().to_setup().to_fen();
        Ok(format!("<StagedGame {fen} with {chosen:?} chosen>"))
    }
}
