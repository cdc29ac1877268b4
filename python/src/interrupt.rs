//! Long work on a thread of its own, with the interpreter's lock released: the calling thread waits and obeys Ctrl-C.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use pyo3::prelude::*;

use crate::error::raised;
use crate::panics::bug;

/// How often the calling thread looks for signals.
pub(crate) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

enum Message<N, T> {
    Note(N),
    Done(std::thread::Result<T>),
}

/// Runs work on another thread and waits for its result.
///
/// After a signal, such as Ctrl-C, `stop` is called and the exception raised at once; the thread ends by itself soon after.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    run_with(
        py,
        stop,
        move |_: &mut dyn FnMut(()) -> ControlFlow<()>| work(),
        |()| Ok(ControlFlow::Continue(())),
    )
}

/// The same for work that sends notes on its way. `on_note` takes them on the calling thread, which holds the interpreter's
/// lock then; `Break` stops the work, an error too, and is raised.
pub(crate) fn run_with<N: Send + 'static, T: Send + 'static>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce(&mut dyn FnMut(N) -> ControlFlow<()>) -> T + Send + 'static,
    mut on_note: impl FnMut(N) -> PyResult<ControlFlow<()>>,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::channel();
    let thread = move || {
        // The receiver is gone only after an exception, when the rest is not wanted.
        let mut note = |note| match sender.send(Message::Note(note)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let done = catch_unwind(AssertUnwindSafe(|| work(&mut note)));
        let _ = sender.send(Message::Done(done));
    };
    let spawned = std::thread::Builder::new().name("otrera".to_owned()).spawn(thread);
    spawned.map_err(|error| raised(format!("the system gives no thread: {error}")))?;
    loop {
        let waiting = &mut receiver;
        let message = py.detach(move || waiting.recv_timeout(SIGNAL_INTERVAL));
        let flow = match message {
            Ok(Message::Done(done)) => return done.map_err(|panic| bug(panic.as_ref())),
            Ok(Message::Note(note)) => on_note(note),
            Err(RecvTimeoutError::Timeout) => py.check_signals().map(|()| ControlFlow::Continue(())),
            Err(RecvTimeoutError::Disconnected) => {
                Err(raised("a bug in Otrera: a thread ended without a result"))
            }
        };
        match flow {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => stop(),
            Err(error) => {
                stop();
                return Err(error);
            }
        }
    }
}
