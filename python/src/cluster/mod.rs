//! Units of work, and the runs that are made of them, for `otrera.cluster`.
//!
//! - `workers`: workers that are an object of Python;
//! - `prove`: a proof of who wins, with workers that keep their tables;
//! - `run`: runs a head with such workers, or with threads.

mod prove;
mod run;
mod workers;

use std::path::PathBuf;
use std::sync::Mutex;

use arena::{Contest, ContestEvent, ContestSpec, Runner, Standings, StopSignal, Workers};
use lab::{
    Conditions, LabError, Resume, Workbench, conduct, file_of, find_experiments, is_made, keep_results, save,
};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use store::Store;
use thought::Control;
use training::{Existing, Progress, SelfPlaySpec, TrainingError};

use self::run::Note;
use crate::error::raised;
use crate::interrupt;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_unit, module)?)?;
    module.add_function(wrap_pyfunction!(selfplay_on, module)?)?;
    module.add_function(wrap_pyfunction!(contest_on, module)?)?;
    module.add_function(wrap_pyfunction!(lab_on, module)?)?;
    module.add_class::<prove::PyProofWorker>()?;
    module.add_function(wrap_pyfunction!(prove::prove_on, module)?)
}

/// Runs a unit of work, given as JSON, and returns its result: a line of JSON for each game.
///
/// Run twice it gives the same bytes, as long as no clock limits a player. With `times` the result has the times of all moves,
/// which differ.
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (unit, /, *, times=false))]
fn run_unit(py: Python<'_>, unit: String, times: bool) -> PyResult<Bound<'_, PyBytes>> {
    let control = Control::new();
    let stop = control.clone();
    let run = if times { arena::run_timed_unit } else { arena::run_unit };
    let result = interrupt::run(py, || stop.stop(), move || run(&unit, &control))?;
    Ok(PyBytes::new(py, &result.map_err(raised)?))
}

/// Makes a file of self-play with workers or a number of threads: see `otrera.cluster.selfplay`.
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (workers, spec, path, games, existing, parquet=None, on_progress=None, /))]
#[expect(clippy::too_many_arguments, reason = "called by one function of the package")]
fn selfplay_on<'py>(
    py: Python<'py>,
    workers: &Bound<'py, PyAny>,
    spec: &str,
    path: PathBuf,
    games: u64,
    existing: &str,
    parquet: Option<PathBuf>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let spec: SelfPlaySpec = serde_json::from_str(spec).map_err(raised)?;
    let selfplay = spec.build().map_err(raised)?;
    let existing = match existing {
        "resume" => Existing::Resume,
        "replace" => Existing::Replace,
        _ => Existing::Refuse,
    };
    let head = Box::new(move |workers: &mut dyn Workers, stop: &StopSignal, tell: &mut dyn FnMut(Note)| {
        let report = |done| {
            let (what, steps) = ("games".to_owned(), games.max(done));
            tell(Note { what, steps, done, more: String::new() });
        };
        let made = selfplay.write(&path, games, existing, workers, stop, report);
        // The games that there are can be used all the same.
        if let (Ok(_) | Err(TrainingError::NoMoreGames { .. }), Some(parquet)) = (&made, &parquet) {
            training::write_parquet(&path, parquet)?;
        }
        made
    });
    let made = run::run(py, workers, on_progress, head)?;
    let result = PyDict::new(py);
    result.set_item("games", made.games)?;
    result.set_item("before", made.before)?;
    result.set_item("copies", made.copies)?;
    Ok(result)
}

/// Plays a contest with workers or a number of threads: see `otrera.cluster.tournament`.
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (workers, spec, store, resume, on_progress=None, /))]
fn contest_on(
    py: Python<'_>,
    workers: &Bound<'_, PyAny>,
    spec: &str,
    store: PathBuf,
    resume: bool,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let spec: ContestSpec = serde_json::from_str(spec).map_err(raised)?;
    let contest = spec.build().map_err(raised)?;
    let mut store = Store::open(&store).map_err(raised)?;
    let found = contest.find(&store).map_err(raised)?.filter(|_| resume);
    let state = match found {
        Some(found) => found.state,
        None => contest.begin(&mut store).map_err(raised)?,
    };
    let run = state.run;
    let head = Box::new(move |workers: &mut dyn Workers, stop: &StopSignal, tell: &mut dyn FnMut(Note)| {
        tell(note_of(&contest, &state.standings));
        let store = Mutex::new(store);
        let runner = Runner { contest: &contest, store: &store, stop };
        let mut watch = |event: ContestEvent<'_>, standings: &Standings| {
            if let ContestEvent::Finished(..) = event {
                tell(note_of(&contest, standings));
            }
        };
        let standings = runner.run(state, workers, &mut watch)?;
        Ok::<_, arena::RunError>(contest.describe(&standings, run).to_string())
    });
    run::run(py, workers, on_progress, head)
}

/// How far a contest is. The games of a sequential test are the most that it may take.
fn note_of(contest: &Contest, standings: &Standings) -> Note {
    let more = match standings.sprt() {
        Some(sprt) => {
            let bounds = sprt.sprt.bounds();
            format!("LLR {:.2} of {:.2} to {:.2}", sprt.llr(), bounds.lower, bounds.upper)
        }
        None if contest.entrants.len() == 2 => {
            let games = standings.tally(0, 1).games();
            format!("{} to {}", games.wins, games.losses)
        }
        None => String::new(),
    };
    Note { what: "games".to_owned(), steps: standings.scheduled(), done: standings.games(), more }
}

/// Runs experiments with workers or a number of threads: see `otrera.cluster.lab`.
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (workers, names, conditions, folder, resume, on_progress=None, /))]
#[expect(clippy::result_large_err, reason = "called once a run")]
fn lab_on(
    py: Python<'_>,
    workers: &Bound<'_, PyAny>,
    names: Vec<String>,
    conditions: &str,
    folder: PathBuf,
    resume: bool,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Vec<String>> {
    let conditions: Conditions = serde_json::from_str(conditions).map_err(raised)?;
    conditions.check().map_err(raised)?;
    let chosen = find_experiments(&names).map_err(raised)?;
    let mode = if resume { Resume::Continue } else { Resume::Restart };
    for experiment in &chosen {
        keep_results(*experiment, &conditions, &folder, mode).map_err(raised)?;
    }
    // For work that is not games.
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = workers.extract().unwrap_or_else(|_| cores());
    let head = Box::new(move |workers: &mut dyn Workers, stop: &StopSignal, tell: &mut dyn FnMut(Note)| {
        std::fs::create_dir_all(&folder)
            .map_err(|error| LabError::File { path: folder.clone(), what: error.to_string() })?;
        let store = Mutex::new(Store::open(&folder.join("games.sqlite"))?);
        let part = std::cell::RefCell::new((String::new(), 0));
        let name = std::cell::Cell::new("");
        let mut report = |progress: Progress<'_>| {
            let mut part = part.borrow_mut();
            let done = match progress {
                Progress::Started { what, steps, done } => {
                    *part = (format!("{what} of {}", name.get()), steps);
                    done
                }
                Progress::Done(done) => done,
            };
            tell(Note { what: part.0.clone(), steps: part.1, done, more: String::new() });
        };
        let mut bench = Workbench::new(&conditions, &store, threads, stop, mode, &mut report)
            .with_workers(workers)
            .with_folder(&folder);
        let mut files = Vec::new();
        for experiment in chosen {
            name.set(experiment.about().name);
            let file = file_of(&folder, name.get());
            if !(resume && is_made(experiment, &conditions, &folder)) {
                save(&conduct(experiment, &mut bench)?, &folder)?;
            }
            files.push(file.display().to_string());
        }
        Ok::<_, LabError>(files)
    });
    run::run(py, workers, on_progress, head)
}
