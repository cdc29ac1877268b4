//! The exact solver.

use std::time::{Duration, Instant};

use amazons::{AnyPosition, Bitboard, Board, Color, Move, Position, RegionKind, Visitor};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use solver::{AreaReport, Bounds, Count, Solution, Solver, is_separated};
use thought::{Control, Counter, Limits};

use crate::error::raised;
use crate::results::{self, result};
use crate::rules::mv::PyMove;
use crate::rules::position::PyPosition;
use crate::{interrupt, limits};

/// The limit of time where the caller gives none, as of the command line.
const USUAL_TIME: Duration = Duration::from_secs(10);

/// How often the deadline is read, in positions.
const STRIDE: u32 = 100;

/// Adds the function to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(solve, module)?)
}

/// Proves who wins a position and by how much: territories counted, shared areas searched.
///
/// Without a limit it ends after ten seconds. What is not proven until then is None in the `Solution`, whose bounds always
/// hold. `hash_mib` is the size of the tables. With `line=True` the rest of the limits goes to the moves that both sides play
/// from there on. Only the game without delay can be solved.
///
/// >>> from otrera import Position, solve
/// >>> solution = solve(Position("Q1*3/2*2q/2*2*/1***2/***1*1/2*1*1 w"))
/// >>> solution.winner, solution.won_by
/// ('black', 7)
/// >>> print(solution)
/// black wins by 7
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (position, *, time=None, nodes=None, hash_mib=None, line=false))]
fn solve<'py>(
    py: Python<'py>,
    position: &Bound<'py, PyPosition>,
    time: Option<&Bound<'py, PyAny>>,
    nodes: Option<&Bound<'py, PyAny>>,
    hash_mib: Option<&Bound<'py, PyAny>>,
    line: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let given = limits::limits(time, nodes, None, None)?;
    let limits = if given.is_none() { Limits::time(USUAL_TIME) } else { given };
    let hash_mib = hash_mib.map_or(Ok(64), |hash| limits::count("hash_mib", hash, 1, 65_536))?;
    check_memory(hash_mib)?;
    let control = Control::new();
    let position = position.get().0;
    let proof = Proof { limits, hash: hash_mib as usize * 1024 * 1024, control: control.clone(), line };
    let proven = interrupt::run(py, || control.stop(), move || position.visit(proof))?;
    let proven = proven.ok_or_else(|| raised("only the game without delay can be solved"))?;
    proven.to_python(py, &position)
}

/// Refuses tables that do not fit into memory: most systems would give it, and end the process once it is used.
fn check_memory(mib: u64) -> PyResult<()> {
    // A system that does not say how much is free is left to refuse it itself.
    let Ok(mut system) = sysinfo::System::new() else { return Ok(()) };
    system.refresh_memory();
    let group = system.cgroup_limits().map_or(u64::MAX, |group| group.free_memory);
    let free = system.available_memory().min(group) >> 20;
    match free > 0 && mib > free {
        true => Err(raised(format!(
            "hash_mib must be at most {free}, the MiB of memory that are free, not {mib}"
        ))),
        false => Ok(()),
    }
}

struct Proof {
    limits: Limits,
    hash: usize,
    control: Control,
    line: bool,
}

/// What was proven, whatever the board.
struct Proven {
    solution: Solution,
    is_separated: bool,
    nodes: u64,
    time: Duration,
    areas: Vec<ProvenArea>,
    line: Vec<Move>,
}

struct ProvenArea {
    kind: RegionKind,
    empty: Vec<String>,
    white: Vec<String>,
    black: Vec<String>,
    white_plies: Count,
    black_plies: Count,
    /// Bounds of the margin as White sees it, with each side to move.
    white_first: (i16, i16),
    black_first: (i16, i16),
}

impl Visitor for Proof {
    type Output = Option<Proven>;

    fn visit<B: Board>(self, position: &Position<B>) -> Option<Proven> {
        let begun = Instant::now();
        let mut solver = Solver::new(self.hash);
        let mut counter = Counter::new(&self.limits, &self.control, begun, STRIDE);
        let solution = solver.solve(position, &mut counter)?;
        let nodes = counter.nodes();
        // The rest of the limits goes to the areas and the line.
        let areas = solver.areas(position, &mut counter)?;
        let line = if self.line { line(&mut solver, position, &solution, &mut counter) } else { Vec::new() };
        Some(Proven {
            solution,
            is_separated: is_separated(position),
            nodes,
            time: begun.elapsed(),
            areas: areas.iter().filter(|area| area.kind != RegionKind::Dead).map(ProvenArea::of).collect(),
            line,
        })
    }
}

/// The moves of both sides, each by the solver, until the game is over or a move is not proven.
fn line<B: Board>(
    solver: &mut Solver<B>,
    position: &Position<B>,
    solution: &Solution,
    counter: &mut Counter,
) -> Vec<Move> {
    let (mut moves, mut position, mut next) = (Vec::new(), *position, solution.mv);
    while let Some(mv) = next {
        let Ok(after) = position.play(mv) else { break };
        moves.push(mv);
        position = after;
        next =
            if counter.check() { None } else { solver.solve(&position, counter).and_then(|found| found.mv) };
    }
    moves
}

/// Bounds of a margin as White sees it.
fn for_white(bounds: Bounds, turn: Color) -> (i16, i16) {
    match turn {
        Color::White => (bounds.at_least.free(), bounds.at_most.free()),
        Color::Black => ((!bounds.at_most).free(), (!bounds.at_least).free()),
    }
}

impl ProvenArea {
    fn of<B: Board>(area: &AreaReport<B>) -> Self {
        let names = |set: Bitboard<B>| set.into_iter().map(|square| square.to_string()).collect();
        Self {
            kind: area.kind,
            empty: names(area.empty),
            white: names(area.amazons.white),
            black: names(area.amazons.black),
            white_plies: area.plies.white,
            black_plies: area.plies.black,
            white_first: for_white(area.margins.white, Color::White),
            black_first: for_white(area.margins.black, Color::Black),
        }
    }

    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let kind = match self.kind {
            RegionKind::Territory(color) => color.name(),
            RegionKind::Active => "active",
            RegionKind::Dead => "dead",
        };
        let plies = |count: Count| (count.at_least, count.at_most);
        result!(py, "Area",
            "kind": kind,
            "empty": PyTuple::new(py, &self.empty)?,
            "white": PyTuple::new(py, &self.white)?,
            "black": PyTuple::new(py, &self.black)?,
            "white_plies": plies(self.white_plies),
            "black_plies": plies(self.black_plies),
            "margin_white_first": self.white_first,
            "margin_black_first": self.black_first,
        )
    }
}

impl Proven {
    fn to_python<'py>(&self, py: Python<'py>, position: &AnyPosition) -> PyResult<Bound<'py, PyAny>> {
        let (turn, bounds) = (position.turn(), self.solution.bounds);
        let (at_least, at_most) = for_white(bounds, turn);
        let areas = self.areas.iter().map(|area| area.to_python(py)).collect::<PyResult<Vec<_>>>()?;
        result!(py, "Solution",
            "winner": bounds.is_win().map(|is_win| if is_win { turn } else { !turn }.name()),
            "at_least": at_least,
            "at_most": at_most,
            "move": self.solution.mv.map(PyMove),
            "line": results::moves(py, &self.line)?,
            "areas": PyTuple::new(py, areas)?,
            "is_separated": self.is_separated,
            "nodes": self.nodes,
            "time": self.time.as_secs_f64(),
        )
    }
}
