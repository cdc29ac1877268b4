//! Runs the head of a run: on the calling thread with workers of Python, or on a thread of its own with threads.

use std::cell::RefCell;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::rc::Rc;

use arena::{StopSignal, Threads, Workers};
use pyo3::prelude::*;

use super::workers::{PyWorkers, Raised};
use crate::error::raised;
use crate::interrupt;

/// How far a run is.
pub(super) struct Note {
    /// What is counted.
    pub(super) what: String,
    /// How many there are.
    pub(super) steps: u64,
    /// How many are done.
    pub(super) done: u64,
    /// What else is known of the run now.
    pub(super) more: String,
}

impl Note {
    fn tell(self, py: Python<'_>, on_progress: Option<&Py<PyAny>>) -> PyResult<()> {
        let Some(on_progress) = on_progress else { return Ok(()) };
        on_progress.call1(py, (self.what, self.steps, self.done, self.more)).map(drop)
    }
}

/// The head of a run: hands out units, takes their results and tells how far it is.
pub(super) type Head<T, E> =
    dyn FnOnce(&mut dyn Workers, &StopSignal, &mut dyn FnMut(Note)) -> Result<T, E> + Send;

/// Runs a head with a number of threads, or with workers of Python.
///
/// # Errors
/// The exception of a method, a callback or a signal; else the error of the head, in its words.
pub(super) fn run<T: Send + 'static, E: Display + Send + 'static>(
    py: Python<'_>,
    workers: &Bound<'_, PyAny>,
    on_progress: Option<Py<PyAny>>,
    head: Box<Head<T, E>>,
) -> PyResult<T> {
    match workers.extract::<usize>() {
        Ok(threads) => on_threads(py, threads, on_progress, head),
        Err(_) => on_workers(py, workers, on_progress, head),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as `on_workers`, which keeps it")]
fn on_threads<T: Send + 'static, E: Display + Send + 'static>(
    py: Python<'_>,
    threads: usize,
    on_progress: Option<Py<PyAny>>,
    head: Box<Head<T, E>>,
) -> PyResult<T> {
    let stop = StopSignal::new();
    let signal = stop.clone();
    let work = move |send: &mut dyn FnMut(Note) -> ControlFlow<()>| {
        let mut workers = Threads::new(threads, &signal);
        let mut tell = |note| {
            if send(note).is_break() {
                signal.stop();
            }
        };
        head(&mut workers, &signal, &mut tell)
    };
    let on_note = |note: Note| note.tell(py, on_progress.as_ref()).map(|()| ControlFlow::Continue(()));
    interrupt::run_with(py, || stop.stop(), work, on_note)?.map_err(raised)
}

fn on_workers<T: Send, E: Display + Send>(
    py: Python<'_>,
    workers: &Bound<'_, PyAny>,
    on_progress: Option<Py<PyAny>>,
    head: Box<Head<T, E>>,
) -> PyResult<T> {
    let workers = workers.clone().unbind();
    py.detach(move || {
        let caught: Raised = Rc::new(RefCell::new(None));
        let mut workers = Python::attach(|py| PyWorkers::new(workers.bind(py), Rc::clone(&caught)))?;
        let stop = StopSignal::new();
        let mut tell = |note: Note| {
            if let Err(error) = Python::attach(|py| note.tell(py, on_progress.as_ref())) {
                caught.borrow_mut().get_or_insert(error);
                stop.stop();
            }
        };
        let played = head(&mut workers, &stop, &mut tell);
        caught.take().map_or_else(|| played.map_err(raised), Err)
    })
}
