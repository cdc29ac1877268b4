//! A proof of who wins a small board, shared out: the worker with its table, and the head.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use arena::{
    EndedProofUnit, ProofError, ProofHead, ProofOutcome, ProofStatus, ProofThreads, ProofUnit, ProofWorker,
    ProofWorkers, StopSignal, UnitError, WorkersError, read_start,
};
use otrera_python_macros::catch_panics;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use thought::Control;

use super::workers::Raised;
use crate::error::raised;
use crate::interrupt;

/// A worker of a proof: it runs units, with a table that it keeps from unit to unit.
#[pyclass(frozen, name = "ProofWorker", module = "otrera._otrera")]
pub(super) struct PyProofWorker(Arc<Mutex<ProofWorker>>);

#[catch_panics]
#[pymethods]
impl PyProofWorker {
    /// A worker that knows some verdicts, lines of a file of verdicts.
    #[new]
    fn new(known: String) -> Self {
        Self(Arc::new(Mutex::new(ProofWorker::new(known))))
    }

    /// Runs a unit, given as JSON; its result.
    fn run<'py>(&self, py: Python<'py>, unit: &str) -> PyResult<Bound<'py, PyBytes>> {
        let unit = ProofUnit::from_json(unit).map_err(raised)?;
        let (control, worker) = (Control::new(), Arc::clone(&self.0));
        let stop = control.clone();
        let work = move || worker.lock().unwrap_or_else(PoisonError::into_inner).run(&unit, &control);
        let result = interrupt::run(py, || stop.stop(), work)?.map_err(raised)?;
        Ok(PyBytes::new(py, result.as_bytes()))
    }
}

/// Proves who wins a start with workers or a number of threads: see `otrera.cluster.prove`.
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (workers, start, plies, budget, hash_mib, log, on_progress=None, /))]
#[expect(clippy::too_many_arguments, reason = "called by one function of the package")]
pub(super) fn prove_on<'py>(
    py: Python<'py>,
    workers: &Bound<'py, PyAny>,
    start: &str,
    plies: u32,
    budget: u64,
    hash_mib: u32,
    log: PathBuf,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let start = read_start(Some(start)).map_err(raised)?.to_setup();
    let turn = start.turn;
    let head = py.detach(move || ProofHead::new(&start, plies, budget, hash_mib, &log)).map_err(raised)?;
    let outcome = match workers.extract::<usize>() {
        Ok(threads) => on_threads(py, threads, head, on_progress.as_ref())?,
        Err(_) => on_workers(py, workers, head, on_progress)?,
    };
    let ProofOutcome { is_win, mv, status } = outcome.map_err(raised)?;
    let winner = is_win.map(|is_win| if is_win { turn } else { !turn });
    let result = PyDict::new(py);
    result.set_item("winner", winner.map(amazons::Color::name))?;
    result.set_item("move", mv.map(|mv| mv.to_string()))?;
    result.set_item("units", status.units)?;
    result.set_item("verdicts", status.verdicts)?;
    result.set_item("known", status.known)?;
    result.set_item("positions", status.positions)?;
    Ok(result)
}

fn tell(py: Python<'_>, status: &ProofStatus, on_progress: Option<&Py<PyAny>>) -> PyResult<()> {
    let Some(on_progress) = on_progress else { return Ok(()) };
    let more = format!("{} units, {} positions, budget {}", status.units, status.positions, status.budget);
    let told = ("first moves", status.first_moves as u64, status.first_moves_decided as u64, more);
    on_progress.call1(py, told).map(drop)
}

type Proven = Result<ProofOutcome, ProofError>;

fn on_threads(
    py: Python<'_>,
    threads: usize,
    head: ProofHead,
    on_progress: Option<&Py<PyAny>>,
) -> PyResult<Proven> {
    let stop = StopSignal::new();
    let signal = stop.clone();
    let work = move |send: &mut dyn FnMut(ProofStatus) -> ControlFlow<()>| {
        let mut workers = ProofThreads::new(threads, &signal);
        head.run(&mut workers, &signal.clone(), |status| {
            if send(*status).is_break() {
                signal.stop();
            }
        })
    };
    let on_note = |status: ProofStatus| tell(py, &status, on_progress).map(|()| ControlFlow::Continue(()));
    interrupt::run_with(py, || stop.stop(), work, on_note)
}

fn on_workers(
    py: Python<'_>,
    workers: &Bound<'_, PyAny>,
    head: ProofHead,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Proven> {
    let object = workers.clone().unbind();
    let (proven, error) = py.detach(move || {
        let caught: Raised = Rc::new(RefCell::new(None));
        let mut workers = PyProofWorkers { object, raised: Rc::clone(&caught), out: 0 };
        let stop = StopSignal::new();
        let proven = head.run(&mut workers, &stop, |status| {
            if let Err(error) = Python::attach(|py| tell(py, status, on_progress.as_ref())) {
                caught.borrow_mut().get_or_insert(error);
                stop.stop();
            }
        });
        (proven, caught.take())
    });
    error.map_or(Ok(proven), Err)
}

/// An object with the methods of `otrera.cluster.ProofWorkers`.
struct PyProofWorkers {
    object: Py<PyAny>,
    raised: Raised,
    /// Units that are out.
    out: usize,
}

impl PyProofWorkers {
    fn call<T>(
        &self,
        method: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, WorkersError> {
        if let Some(error) = self.raised.borrow().as_ref() {
            return Err(WorkersError::Cluster(error.to_string()));
        }
        Python::attach(|py| py.check_signals().and_then(|()| method(py, self.object.bind(py)))).map_err(
            |error| {
                let words = error.to_string();
                *self.raised.borrow_mut() = Some(error);
                WorkersError::Cluster(words)
            },
        )
    }
}

impl ProofWorkers for PyProofWorkers {
    fn width(&mut self) -> usize {
        self.call(|_, object| object.call_method0("width")?.extract()).unwrap_or(1)
    }

    fn begin(&mut self, known: &str) -> Result<(), WorkersError> {
        self.call(|_, object| object.call_method1("begin", (known,)).map(drop))
    }

    fn submit(&mut self, number: u64, unit: &ProofUnit) -> Result<(), WorkersError> {
        let hash = unit.hash_mib;
        self.call(|_, object| object.call_method1("submit", (number, unit.to_json(), hash)).map(drop))?;
        self.out += 1;
        Ok(())
    }

    fn next(&mut self) -> Result<Option<EndedProofUnit>, WorkersError> {
        if self.out == 0 {
            return Ok(None);
        }
        let ended = self.call(|_, object| {
            let ended: Option<(u64, Bound<'_, PyAny>)> = object.call_method0("next")?.extract()?;
            let Some((number, result)) = ended else { return Ok(None) };
            let result = match result.cast::<PyString>() {
                Ok(words) => Err(UnitError::Elsewhere(words.to_string())),
                Err(_) => Ok(String::from_utf8_lossy(result.cast::<PyBytes>()?.as_bytes()).into_owned()),
            };
            Ok(Some(EndedProofUnit { number, result }))
        })?;
        self.out -= 1;
        Ok(ended)
    }

    fn end(&mut self) {
        let called = Python::attach(|py| self.object.bind(py).call_method0("end").map(drop));
        if let Err(error) = called {
            self.raised.borrow_mut().get_or_insert(error);
        }
        self.out = 0;
    }
}
