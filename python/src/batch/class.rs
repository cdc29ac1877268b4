//! The class `Batch`.

use amazons::{AnyPosition, Board, Color, Position, RandomStart, Size, StartSpec};
use numpy::{PyArray1, PyArrayDyn};
use otrera_python_macros::catch_panics;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use super::arrays::{array1, exclusive, integers, is_array_of, output, truths};
use super::core::{AnyCore, BadAction, Core};
use super::starts::Starts;
use crate::error::raised;
use crate::planes::{self, Side};
use crate::rules::arguments::{SideArg, positions_of};
use crate::rules::on_any;
use crate::rules::position::PyPosition;

/// Rewards, and whether the games are over.
type Stepped<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>);

/// The most games of a batch: their states then take some gigabytes.
const MOST_GAMES: usize = 1 << 24;

/// Many games of one board side by side, for learning and for statistics: nothing loops in Python.
///
/// A ply is entered in three stages: the amazon, the square that it steps to, the square that its arrow hits. An action is
/// the number of a square, `rank * width + file` with rank 1 and file a as 0. The array of a call has a row for each game.
///
/// Games begin with the start of `board`, with one of `openings` at random, or with a random start (`board="random:8x8"`),
/// and then with `opening_plies` random plies. With `auto_reset` a game that has ended begins again at once. The same seed
/// gives the same games, whatever the number of threads.
///
/// >>> from otrera import Batch
/// >>> batch = Batch(64, board="6x6", seed=7)
/// >>> ended = 0
/// >>> for _ in range(300):
/// ...     actions = batch.random_actions()
/// ...     rewards, dones = batch.step(actions)
/// ...     ended += int(dones.sum())
/// >>> ended > 100
/// True
/// >>> batch.observations().shape, batch.action_masks().shape
/// ((64, 6, 6, 6), (64, 36))
#[pyclass(name = "Batch", module = "otrera")]
pub(crate) struct PyBatch {
    core: Box<dyn AnyCore>,
}

impl PyBatch {
    /// The positions of all games.
    pub(crate) fn any_positions(&self) -> Vec<AnyPosition> {
        (0..self.core.len()).map(|game| self.core.position(game)).collect()
    }

    fn planes_shape(&self) -> [usize; 4] {
        let size = self.core.size();
        let planes = planes::count_staged(self.core.delay());
        [self.core.len(), planes, usize::from(size.rows()), usize::from(size.columns())]
    }

    /// A number of each game in a new array.
    fn column<'py, T: numpy::Element + Clone + Default>(
        &self,
        py: Python<'py>,
        fill: impl FnOnce(&dyn AnyCore, &mut [T]),
    ) -> Bound<'py, PyArray1<T>> {
        let mut column = vec![T::default(); self.core.len()];
        fill(&*self.core, &mut column);
        array1(py, column)
    }
}

#[catch_panics]
#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (
        games, *, board=None, delay=0, openings=None, opening_plies=0, seed=0, auto_reset=true, threads=1
    ))]
    #[expect(clippy::too_many_arguments, reason = "options of Python, each with a name")]
    fn new(
        games: usize,
        board: Option<&str>,
        delay: u8,
        openings: Option<&Bound<'_, PyAny>>,
        opening_plies: u32,
        seed: u64,
        auto_reset: bool,
        threads: usize,
    ) -> PyResult<Self> {
        check_counts(games, threads)?;
        let (positions, random) = match (openings, board) {
            (Some(_), Some(_)) => {
                return Err(raised("openings say the board themselves: give board or openings, not both"));
            }
            (Some(openings), None) => (positions_of(openings)?, None),
            (None, board) => {
                let spec: StartSpec = board.unwrap_or("10x10").parse().map_err(raised)?;
                let mut setup = spec.setup().map_err(raised)?;
                setup.delay = delay;
                let random = match spec {
                    StartSpec::Random(random) => Some(random),
                    StartSpec::Named(_) => None,
                };
                (vec![PyPosition::from_setup(&setup)?.0], random)
            }
        };
        if let Some(over) = positions.iter().find(|position| !position.has_move()) {
            let fen = over.to_setup().to_fen();
            return Err(raised(format!("a game cannot begin with {fen}: the side to move has no move")));
        }
        let make = Make { positions, random, opening_plies, games: Some(games), seed, auto_reset, threads };
        make.batch()
    }

    /// Games that begin with the given positions, one each. They end where they end: there is no automatic reset.
    #[staticmethod]
    #[pyo3(signature = (positions, *, seed=0, threads=1))]
    fn of(positions: &Bound<'_, PyAny>, seed: u64, threads: usize) -> PyResult<Self> {
        let positions = positions_of(positions)?;
        check_counts(positions.len(), threads)?;
        let make =
            Make { positions, random: None, opening_plies: 0, games: None, seed, auto_reset: false, threads };
        make.batch()
    }

    /// Begins all games again, or those where `which` is true; with a seed the games that follow are those of the seed.
    #[pyo3(signature = (which=None, *, seed=None))]
    fn reset(&mut self, py: Python<'_>, which: Option<&Bound<'_, PyAny>>, seed: Option<u64>) -> PyResult<()> {
        let which = which.map(|which| truths(which, self.core.len(), "marks")).transpose()?;
        if let Some(seed) = seed {
            self.core.reseed(seed);
        }
        py.detach(|| self.core.reset(which.as_deref()));
        Ok(())
    }

    /// The observations as an array of the shape (games, planes, ranks, files).
    ///
    /// The planes are White's amazons, Black's, arrows, 1 everywhere where White is to move, the chosen amazon, the square
    /// chosen for it, and with the variant for how many plies a vacated square stays blocked. With `side="to_move"` the first
    /// plane holds the amazons of the side to move. `out` is an array of float32 or uint8 to write into.
    #[pyo3(signature = (out=None, *, side=SideArg(Side::Of(Color::White))), text_signature = "($self, out=None, *, side='white')")]
    fn observations<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        side: SideArg,
    ) -> PyResult<Py<PyAny>> {
        let shape = self.planes_shape();
        if let Some(out) = out.filter(|out| is_array_of::<u8>(out)) {
            let array = output::<u8>(py, Some(out), &shape, "uint8")?;
            let mut memory = exclusive(&array)?;
            let slice = memory.as_slice_mut()?;
            py.detach(|| self.core.write_u8(side.0, slice));
            return Ok(array.into_any().unbind());
        }
        let array = output::<f32>(py, out, &shape, "float32 or uint8")?;
        let mut memory = exclusive(&array)?;
        let slice = memory.as_slice_mut()?;
        py.detach(|| self.core.write_f32(side.0, slice));
        Ok(array.into_any().unbind())
    }

    /// The legal actions as an array of truth values of the shape (games, squares). A finished game has none.
    #[pyo3(signature = (out=None))]
    fn action_masks<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        let shape = [self.core.len(), self.core.size().area() as usize];
        let array = output::<bool>(py, out, &shape, "bool")?;
        let mut memory = exclusive(&array)?;
        let slice = memory.as_slice_mut()?;
        py.detach(|| self.core.write_masks(slice));
        Ok(array)
    }

    /// A legal action for each game, all alike; 0 where a game is over.
    #[pyo3(signature = (out=None))]
    fn random_actions<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let array = output::<i64>(py, out, &[self.core.len()], "int64")?;
        let mut memory = exclusive(&array)?;
        let slice = memory.as_slice_mut()?;
        py.detach(|| self.core.random_actions(slice));
        Ok(array)
    }

    /// Takes an action in each game and returns rewards and flags: White's reward, 1.0 where it has just won and -1.0 where
    /// Black has, else 0.0 (Black's is the negative); and whether the game is over.
    ///
    /// An action that is not legal raises an error and changes no game. What a finished game is told is ignored.
    #[pyo3(signature = (actions, /))]
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let count = self.core.len();
        let actions = integers(actions, count, "actions")?;
        let core = &mut self.core;
        let (rewards, dones) = py
            .detach(|| {
                core.check(&actions)?;
                let (mut rewards, mut dones) = (vec![0.0; count], vec![false; count]);
                core.step(&actions, &mut rewards, &mut dones);
                Ok((rewards, dones))
            })
            .map_err(|BadAction { game, action, stage }| {
                raised(format!("{action} is no legal action of game {game}, which chooses {stage} next"))
            })?;
        Ok((array1(py, rewards), array1(py, dones)))
    }

    /// What the next action of each game chooses: 0 an amazon, 1 a square, 2 an arrow.
    #[getter]
    fn stages<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.column(py, |core, out| core.stages(out))
    }

    /// Who is to move in each game: 0 White, 1 Black.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.column(py, |core, out| core.turns(out))
    }

    /// Whether each game is over.
    #[getter]
    fn is_over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.column(py, |core, out| core.is_over(out))
    }

    /// The number of legal moves of each game before its next ply, whatever has been chosen of it.
    fn count_moves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let core = &self.core;
        let counts = py.detach(|| {
            let mut counts = vec![0; core.len()];
            core.count_moves(&mut counts);
            counts
        });
        array1(py, counts)
    }

    /// The positions before the ply that is being entered.
    fn positions(&self) -> Vec<PyPosition> {
        self.any_positions().into_iter().map(PyPosition).collect()
    }

    /// The squares chosen so far of a game's next ply: none, the amazon's, or the amazon's and its landing square.
    fn chosen(&self, game: isize) -> PyResult<Vec<String>> {
        let (from, to) = self.core.chosen(self.place(game)?);
        Ok([from, to].into_iter().flatten().map(|square| square.to_string()).collect())
    }

    /// The size of the board, such as `"10x10"`.
    #[getter]
    fn board(&self) -> String {
        self.core.size().to_string()
    }

    /// For how many plies a vacated square stays blocked; 0 in the standard game.
    #[getter]
    fn delay(&self) -> u8 {
        self.core.delay()
    }

    /// The shape of one game's observation: planes, ranks, files.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let [_, planes, ranks, files] = self.planes_shape();
        (planes, ranks, files)
    }

    /// A batch of the same games, which then go their own ways.
    fn copy(&self) -> Self {
        Self { core: self.core.boxed() }
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    fn __len__(&self) -> usize {
        self.core.len()
    }

    /// The position of a game before the ply that is being entered.
    fn __getitem__(&self, game: isize) -> PyResult<PyPosition> {
        Ok(PyPosition(self.core.position(self.place(game)?)))
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games on {}>", self.core.len(), self.core.size())
    }
}

impl PyBatch {
    fn place(&self, game: isize) -> PyResult<usize> {
        let count = self.core.len();
        let at = if game < 0 { game.checked_add_unsigned(count) } else { Some(game) };
        let at = at.and_then(|at| usize::try_from(at).ok()).filter(|&at| at < count);
        at.ok_or_else(|| {
            PyIndexError::new_err(format!("the batch has {count} games: there is no game {game}"))
        })
    }
}

fn check_counts(games: usize, threads: usize) -> PyResult<()> {
    if games == 0 || games > MOST_GAMES {
        return Err(raised(format!("a batch has 1 to {MOST_GAMES} games, not {games}")));
    }
    if threads == 0 || threads > 256 {
        return Err(raised(format!("a batch runs on 1 to 256 threads, not on {threads}")));
    }
    Ok(())
}

/// What a batch is made of.
struct Make {
    positions: Vec<AnyPosition>,
    random: Option<RandomStart>,
    opening_plies: u32,
    /// How many games; one for each position where it is not said.
    games: Option<usize>,
    seed: u64,
    auto_reset: bool,
    threads: usize,
}

impl Make {
    fn batch(self) -> PyResult<PyBatch> {
        let first = *self.positions.first().ok_or_else(|| raised("a batch needs at least one position"))?;
        check_same_board(&self.positions)?;
        let delay = |position: &AnyPosition| on_any!(position, position => position.vacancies().delay());
        if let Some(other) = self.positions.iter().find(|other| delay(other) != delay(&first)) {
            let (ours, theirs) = (delay(&first), delay(other));
            return Err(raised(format!(
                "the positions play by different rules: delay {ours} and delay {theirs}"
            )));
        }
        let size = first.size();
        Ok(PyBatch {
            core: match first {
                AnyPosition::Ten(_) => {
                    self.core(size, |p| if let AnyPosition::Ten(p) = p { Some(p) } else { None })
                }
                AnyPosition::Eight(_) => {
                    self.core(size, |p| if let AnyPosition::Eight(p) = p { Some(p) } else { None })
                }
                AnyPosition::Six(_) => {
                    self.core(size, |p| if let AnyPosition::Six(p) = p { Some(p) } else { None })
                }
                AnyPosition::Narrow(_) => {
                    self.core(size, |p| if let AnyPosition::Narrow(p) = p { Some(p) } else { None })
                }
                AnyPosition::Wide(_) => {
                    self.core(size, |p| if let AnyPosition::Wide(p) = p { Some(p) } else { None })
                }
            },
        })
    }

    fn core<B: Board>(
        self,
        size: Size,
        unwrap: impl Fn(AnyPosition) -> Option<Position<B>>,
    ) -> Box<dyn AnyCore>
    where
        AnyPosition: From<Position<B>>,
    {
        let Self { random, opening_plies, games, seed, auto_reset, threads, .. } = self;
        let positions: Vec<Position<B>> = self.positions.into_iter().filter_map(unwrap).collect();
        let (games, starts) = match games {
            None => (positions.len(), Starts::one_each(positions)),
            Some(games) => (games, Starts::new(positions, random, opening_plies)),
        };
        Box::new(Core::new(starts, size, games, seed, auto_reset, threads))
    }
}

/// Fails unless all positions have the board of the first.
pub(crate) fn check_same_board(positions: &[AnyPosition]) -> PyResult<()> {
    let Some(first) = positions.first() else { return Ok(()) };
    match positions.iter().enumerate().find(|(_, other)| other.size() != first.size()) {
        None => Ok(()),
        Some((at, other)) => Err(raised(format!(
            "all positions need the same board: the first has {}, number {at} has {}",
            first.size(),
            other.size()
        ))),
    }
}
