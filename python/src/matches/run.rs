//! `match` and `tournament`: contests on threads of this process.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use arena::{
    Contest, ContestEvent, ContestKind, ContestState, Entrant, RunError, Runner, ScheduledGame, StopSignal,
    Threads,
};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use store::{GameRecord, Run, Slot, Store, StoreError};

use super::plan::{self, Arguments};
use super::standing::{Identity, Standing};
use crate::data::{Folder, PyGameRecord, PyStore};
use crate::error::raised;
use crate::rules::arguments::wrong_type;
use crate::rules::position::PyPosition;
use crate::{interrupt, limits};

/// A match between two players, in pairs of games from one opening in swapped colours.
///
/// A player is a spec, with a time control of its own behind an @ (`"mgpeo@200ms"`, `"uct@playouts=1000"`), or a `Player`. The
/// limits of a move are for players without their own; `time` is in seconds, `clock` a text such as `"60s+0.5s"`, and without
/// any a move has 100 ms. With counts for limits the same seed gives the same games.
///
/// `openings` is `"balanced"`, `"start"`, `"random:PLIES"`, the name of a file with lines of moves, or a list of games; `sprt`
/// is (elo0, elo1) or an `Sprt`, which ends the match once it is decided. `threads` games are played at once.
///
/// Every game is in the store before the next begins; without `store` that is a temporary one, deleted with the result. With
/// `resume=True` a match of the same arguments that was broken off goes on. `on_game` gets each finished `GameRecord` and the
/// `MatchResult` so far; if it returns True, the match ends after the running games. Ctrl-C breaks it off.
///
/// >>> import otrera
/// >>> result = otrera.match("greedy", "random", games=4, nodes=10, start=otrera.Position(board="6x6"))
/// >>> result.wins + result.losses, len(result.games)
/// (4, 4)
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (a, b, *, games=None, time=None, nodes=None, playouts=None, depth=None, clock=None, start=None, openings=None, seed=None, threads=None, sprt=None, adjudicate=false, time_margin=None, store=None, resume=false, on_game=None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(super) fn r#match<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    games: Option<&Bound<'py, PyAny>>,
    time: Option<&Bound<'py, PyAny>>,
    nodes: Option<&Bound<'py, PyAny>>,
    playouts: Option<&Bound<'py, PyAny>>,
    depth: Option<&Bound<'py, PyAny>>,
    clock: Option<&str>,
    start: Option<&Bound<'py, PyPosition>>,
    openings: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    sprt: Option<&Bound<'py, PyAny>>,
    adjudicate: bool,
    time_margin: Option<&Bound<'py, PyAny>>,
    store: Option<PathBuf>,
    resume: bool,
    on_game: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments =
        Arguments { time, nodes, playouts, depth, clock, start, openings, seed, adjudicate, time_margin };
    let sprt = sprt.map(plan::sprt).transpose()?;
    let (kind, usual) = if sprt.is_some() { (ContestKind::Sprt, 40_000) } else { (ContestKind::Match, 100) };
    let games = games.map_or(Ok(usual), |games| limits::count("games", games, 1, u64::MAX))?;
    let contest = arguments.contest(kind, vec![plan::player(a)?, plan::player(b)?], games, sprt)?;
    play(py, contest, Place::new(store, resume, threads)?, on_game, Standing::of_match)
}

/// A tournament: every player meets every other, or with `gauntlet=True` the first meets all others.
///
/// `games` is the number of games of each pairing; the other arguments are those of `match`.
///
/// >>> import otrera
/// >>> start = otrera.Position(board="6x6")
/// >>> result = otrera.tournament(["greedy", "random", "flat-mc"], games=2, playouts=10, start=start)
/// >>> len(result.ratings), result.played
/// (3, 6)
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (players, *, games=None, gauntlet=false, time=None, nodes=None, playouts=None, depth=None, clock=None, start=None, openings=None, seed=None, threads=None, adjudicate=false, time_margin=None, store=None, resume=false, on_game=None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(super) fn tournament<'py>(
    py: Python<'py>,
    players: &Bound<'py, PyAny>,
    games: Option<&Bound<'py, PyAny>>,
    gauntlet: bool,
    time: Option<&Bound<'py, PyAny>>,
    nodes: Option<&Bound<'py, PyAny>>,
    playouts: Option<&Bound<'py, PyAny>>,
    depth: Option<&Bound<'py, PyAny>>,
    clock: Option<&str>,
    start: Option<&Bound<'py, PyPosition>>,
    openings: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    adjudicate: bool,
    time_margin: Option<&Bound<'py, PyAny>>,
    store: Option<PathBuf>,
    resume: bool,
    on_game: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments =
        Arguments { time, nodes, playouts, depth, clock, start, openings, seed, adjudicate, time_margin };
    let games = games.map_or(Ok(20), |games| limits::count("games", games, 1, u64::MAX))?;
    let players = players.try_iter()?.map(|player| plan::player(&player?)).collect::<PyResult<Vec<_>>>()?;
    let kind = if gauntlet { ContestKind::Gauntlet } else { ContestKind::Tournament };
    let contest = arguments.contest(kind, players, games, None)?;
    play(py, contest, Place::new(store, resume, threads)?, on_game, Standing::of_tournament)
}

/// Where a contest is kept, and how many of its games are played at once.
struct Place {
    store: Option<PathBuf>,
    resume: bool,
    threads: usize,
}

impl Place {
    fn new(store: Option<PathBuf>, resume: bool, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let threads = threads.map_or(Ok(1), |threads| limits::count("threads", threads, 1, 1_024))?;
        Ok(Self { store, resume, threads: threads as usize })
    }
}

/// A finished game with its place in the schedule, and the standing after it.
type Note = (ScheduledGame, Box<GameRecord>, Standing);

type ToPython = for<'py> fn(&Standing, Python<'py>, &Identity) -> PyResult<Bound<'py, PyAny>>;

/// Plays a contest, or the rest of it.
fn play<'py>(
    py: Python<'py>,
    contest: Contest,
    place: Place,
    on_game: Option<&Bound<'py, PyAny>>,
    to_python: ToPython,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(callback) = on_game.filter(|callback| !callback.is_callable()) {
        return Err(wrong_type(callback, "on_game as a function"));
    }
    let names = contest.entrants.iter().map(Entrant::to_string).collect();
    let opened = interrupt::run(py, || {}, move || open(contest, place))?.map_err(raised)?;
    let Opened { contest, run, state, connection, store, threads } = opened;
    let identity = Identity { players: names, store: Py::new(py, store)?, run: run.id.0 };
    let stop = StopSignal::new();
    let playing = stop.clone();
    let work = move |send: &mut dyn FnMut(Note) -> ControlFlow<()>| {
        let connection = Mutex::new(connection);
        let runner = Runner { contest: &contest, store: &connection, stop: &playing };
        let mut threads = Threads::new(threads, &playing);
        let played = runner.run(state, &mut threads, &mut |event, standings| {
            if let ContestEvent::Finished(slot, game, _) = event
                && send((slot, Box::new(game.clone()), Standing::of(standings))).is_break()
            {
                playing.stop();
            }
        });
        played.map(|standings| Standing::of(&standings))
    };
    let played = interrupt::run_with(
        py,
        || stop.stop(),
        work,
        |(slot, game, standing): Note| {
            py.check_signals()?;
            let Some(callback) = on_game else { return Ok(ControlFlow::Continue(())) };
            let slot = Slot { run: run.id, slot: slot.number, seed: slot.seed };
            let record = PyGameRecord::of_run(*game, run.clone(), slot);
            let answer = callback.call1((record, to_python(&standing, py, &identity)?))?;
            if answer.is_truthy()? {
                stop.finish();
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let standing: Result<Standing, RunError> = played;
    to_python(&standing.map_err(raised)?, py, &identity)
}

/// A contest with its store.
struct Opened {
    contest: Contest,
    run: Run,
    state: ContestState,
    connection: Store,
    store: PyStore,
    threads: usize,
}

/// Opens the store and finds the contest in it, or begins it.
fn open(contest: Contest, place: Place) -> Result<Opened, RunError> {
    // Before a run is stored.
    contest.check_programs()?;
    let (path, folder) = match place.store {
        Some(path) => (path, None),
        None => {
            let folder = Folder::new()
                .map_err(|reason| RunError::End(StoreError::Folder { path: std::env::temp_dir(), reason }))?;
            (folder.join("games.sqlite"), Some(Arc::new(folder)))
        }
    };
    let mut connection = Store::open(&path).map_err(RunError::End)?;
    let found = if place.resume { contest.find(&connection).map_err(RunError::End)? } else { None };
    let state = match found {
        Some(found) => found.state,
        None => contest.begin(&mut connection).map_err(RunError::End)?,
    };
    let store = PyStore::open(path, folder).map_err(RunError::End)?;
    let run = connection.run(state.run).map_err(RunError::End)?;
    Ok(Opened { contest, run, state, connection, store, threads: place.threads })
}
