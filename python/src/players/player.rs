//! `Player`: thinks about positions.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use agents::{Ability, AgentError, Contender, RootMoves, Task};
use amazons::{Game, Move};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use thought::{Control, Decision, Limits, Observer, Report};

use super::agent_slot::AgentSlot;
use super::catalogue;
use crate::error::raised;
use crate::rules::arguments::{MoveArg, wrong_type};
use crate::rules::game::PyGame;
use crate::rules::mv::PyMove;
use crate::rules::position::PyPosition;
use crate::{interrupt, limits, results};

/// A player: one of ours by its spec, such as `"mgpeo:c=1"`, or another program that speaks UGI or UCI, such as
/// `"cmd:./engine --flag"` or `"cmd[Hash=64]:./engine"`.
///
/// >>> from otrera import Player, Position
/// >>> thought = Player("alphabeta:depth=1").think(Position("1q1/3/1Q1 w"))
/// >>> thought.move in Position("1q1/3/1Q1 w").legal_moves()
/// True
///
/// A player keeps its tree or table from one call to the next. Threads that share a player think one after the other; a
/// player for each lets them think at the same time.
#[pyclass(name = "Player", module = "otrera", frozen)]
#[derive(Debug)]
pub(crate) struct PyPlayer {
    contender: Contender,
    slot: Arc<AgentSlot>,
}

/// The game of an argument: a `Game`, or a `Position` without history.
pub(crate) fn game_of(object: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(position) = object.cast::<PyPosition>() {
        return Ok(Game::new(position.get().0));
    }
    match object.cast::<PyGame>() {
        Ok(game) => Ok(game.try_borrow()?.game.clone()),
        Err(_) => Err(wrong_type(object, "a Position or a Game")),
    }
}

/// Sends reports to the calling thread.
struct Reporter<'a> {
    send: Option<&'a mut dyn FnMut(Report) -> ControlFlow<()>>,
}

impl Observer for Reporter<'_> {
    fn report(&mut self, report: &Report) -> ControlFlow<()> {
        self.send.as_mut().map_or(ControlFlow::Continue(()), |send| send(report.clone()))
    }
}

impl PyPlayer {
    /// The spec, for contests.
    pub(crate) fn contender(&self) -> &Contender {
        &self.contender
    }

    /// The exception of an agent's error. What another program did wrong is told with its name.
    fn failed(&self, error: &AgentError) -> PyErr {
        match &self.contender {
            Contender::Program(_) => raised(format!("{}: {error}", self.contender)),
            Contender::Player(_) => raised(error),
        }
    }

    /// The contender with a number of lines to report.
    fn with_lines(&self, lines: Option<u64>) -> PyResult<Contender> {
        let Some(lines) = lines else { return Ok(self.contender.clone()) };
        match &self.contender {
            Contender::Player(spec) if spec.can(Ability::MultiPv) => {
                let mut spec = spec.clone();
                spec.set("multipv", &lines.to_string()).map_err(raised)?;
                Ok(Contender::Player(spec))
            }
            _ if lines == 1 => Ok(self.contender.clone()),
            Contender::Player(spec) => Err(raised(format!("{} reports one line only", spec.info().name))),
            Contender::Program(_) => Err(raised(format!(
                "{}: the lines of a program are an option of it, such as cmd[MultiPV=3]:./engine",
                self.contender
            ))),
        }
    }

    /// The moves to choose from, all of them legal.
    fn root_moves(game: &Game, moves: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
        let mut chosen = Vec::new();
        for mv in moves.try_iter()? {
            let MoveArg(mv) = mv?.extract()?;
            game.position().check(mv).map_err(raised)?;
            chosen.push(mv);
        }
        if chosen.is_empty() {
            Err(raised("moves is empty: there is nothing to choose from"))
        } else {
            Ok(chosen)
        }
    }
}

#[catch_panics]
#[pymethods]
impl PyPlayer {
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<Self> {
        let contender: Contender = spec.parse().map_err(raised)?;
        let player = Self { contender, slot: AgentSlot::new() };
        // A program that does not start is told now, not in the middle of a game.
        if let Contender::Program(_) = player.contender {
            let (mut claim, contender) = (player.slot.claim(py)?, player.contender.clone());
            let started = interrupt::run(py, || {}, move || claim.agent(&contender).map(|_| ()))?;
            started.map_err(|error| player.failed(&error))?;
        }
        Ok(player)
    }

    /// Thinks about the next move of a position or game, until the first limit is reached.
    ///
    /// `time` is in seconds. Without a limit the player thinks as long as in its paper: see `otrera.players()`. `lines` is how
    /// many lines to report, `moves` restricts the choice, and `seed` starts a new game with these random numbers: with counts
    /// for limits and one thread the result is the same every time. `on_report` gets a `Report` some ten times a second, on the
    /// calling thread; if it returns True the player decides at once.
    ///
    /// The interpreter's lock is released meanwhile, and Ctrl-C ends the thinking.
    ///
    /// >>> from otrera import Player, Position
    /// >>> thought = Player("otrera").think(Position(), nodes=2000, lines=2, seed=1)
    /// >>> len(thought.lines), thought.move == thought.lines[0].moves[0]
    /// (2, True)
    #[pyo3(signature = (position, *, time=None, nodes=None, playouts=None, depth=None, lines=None, seed=None, moves=None, on_report=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn think<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        time: Option<&Bound<'py, PyAny>>,
        nodes: Option<&Bound<'py, PyAny>>,
        playouts: Option<&Bound<'py, PyAny>>,
        depth: Option<&Bound<'py, PyAny>>,
        lines: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
        moves: Option<&Bound<'py, PyAny>>,
        on_report: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = game_of(position)?;
        let given = limits::limits(time, nodes, playouts, depth)?;
        let lines = lines.map(|lines| limits::count("lines", lines, 1, 1_000)).transpose()?;
        let seed = seed.map(|seed| limits::count("seed", seed, 0, u64::MAX)).transpose()?;
        let moves = moves.map(|moves| Self::root_moves(&game, moves)).transpose()?;
        if let Some(callback) = on_report.filter(|callback| !callback.is_callable()) {
            return Err(wrong_type(callback, "on_report as a function"));
        }
        let contender = self.with_lines(lines)?;
        let limits = contender.limits_or(given, contender.default_limits());
        let at = *game.position();
        let request = Request { game, contender, limits, moves, seed, wants_reports: on_report.is_some() };
        let mut claim = self.slot.claim(py)?;
        let control = Control::new();
        let thinking = control.clone();
        let begun = Instant::now();
        let decided = interrupt::run_with(
            py,
            || control.stop(),
            move |send| request.decide(&mut claim, &thinking, send),
            |report: Report| match on_report {
                None => Ok(ControlFlow::Continue(())),
                Some(callback) => {
                    let answer = callback.call1((results::report(py, &report, &at)?,))?;
                    Ok(if answer.is_truthy()? { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                }
            },
        )?;
        let (decision, notes) = decided.map_err(|error| self.failed(&error))?;
        let fields = results::report_fields(py, &decision.report, &at, begun.elapsed())?;
        fields.set_item("move", PyMove(decision.mv))?;
        fields.set_item("notes", PyTuple::new(py, notes)?)?;
        results::make(py, pyo3::intern!(py, "Thought"), &fields)
    }

    /// Begins a new game: forgets the tree and starts the random numbers anew. A program that has ended is started again.
    #[pyo3(signature = (seed=None))]
    fn new_game(&self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let seed = seed.map_or(Ok(0), |seed| limits::count("seed", seed, 0, u64::MAX))?;
        let (mut claim, contender) = (self.slot.claim(py)?, self.contender.clone());
        let begin = move || claim.agent(&contender).map(|agent| agent.new_game(seed));
        interrupt::run(py, || {}, begin)?.map_err(|error| self.failed(&error))
    }

    /// Ends the program, if it is one, and frees the memory of the player. It cannot think afterwards.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        match self.slot.claim(py) {
            Ok(claim) => interrupt::run(py, || {}, move || claim.close()),
            // It is closed already, unless the wait was interrupted.
            Err(error) if error.is_instance_of::<crate::error::OtreraError>(py) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The spec that `Player(spec)` reads.
    #[getter]
    fn spec(&self) -> String {
        self.contender.to_string()
    }

    /// The name without parameters, or the command line of a program.
    #[getter]
    fn name(&self) -> String {
        match &self.contender {
            Contender::Player(spec) => spec.info().name.to_owned(),
            Contender::Program(program) => program.command_line(),
        }
    }

    /// The parameters with their values; none for a program, whose options are in its spec.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match &self.contender {
            Contender::Player(spec) => catalogue::parameters(py, &spec.parameters()),
            Contender::Program(_) => Ok(PyTuple::empty(py)),
        }
    }

    /// What the player can do: `"multi-pv"`, `"root-moves"`, `"keep-tree"` and others.
    #[getter]
    fn abilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        const ALL: [Ability; 6] = [
            Ability::MultiPv,
            Ability::Ponder,
            Ability::KeepTree,
            Ability::RootMoves,
            Ability::EndAtDepth,
            Ability::PlanClock,
        ];
        let able: Vec<Ability> = ALL.into_iter().filter(|&ability| self.contender.can(ability)).collect();
        catalogue::abilities(py, &able)
    }

    /// The last lines sent to and received from a program; None for a player of ours.
    #[getter]
    fn transcript(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.slot.claim(py)?.transcript())
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Player({})", self.spec()?.into_pyobject(py)?.repr()?))
    }

    /// A copy is a new player of the same spec.
    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().into_any().unbind(), (slf.get().spec()?,)))
    }
}

/// What is to be thought about.
struct Request {
    game: Game,
    contender: Contender,
    limits: Limits,
    moves: Option<Vec<Move>>,
    seed: Option<u64>,
    wants_reports: bool,
}

impl Request {
    /// The decision, and what people should know about it.
    fn decide(
        &self,
        claim: &mut super::agent_slot::Claim,
        control: &Control,
        send: &mut dyn FnMut(Report) -> ControlFlow<()>,
    ) -> Result<(Decision, Vec<String>), AgentError> {
        let agent = claim.agent(&self.contender)?;
        if let Some(seed) = self.seed {
            agent.new_game(seed);
        }
        let root_moves = self.moves.as_deref().map_or(RootMoves::All, RootMoves::Only);
        let mut observer = Reporter { send: self.wants_reports.then_some(send) };
        let mut task = Task::new(&self.limits, control, &mut observer);
        task.root_moves = root_moves;
        let decision = agent.decide(&self.game, task)?;
        Ok((decision, agent.take_notes()))
    }
}
