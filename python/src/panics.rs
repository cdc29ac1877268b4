//! Panics as Python exceptions. None is expected: each is a bug of ours, and says so.
//!
//! Every function that Python calls stands below `#[catch_panics]`, which calls [`caught`] or [`caught_value`].

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use otrera_python_macros::catch_panics;
use pyo3::prelude::*;

use crate::error::raised;
use crate::interrupt;

/// Runs the body of a function; a panic of it becomes an error.
pub(crate) fn caught<T>(body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // The objects of Python that the body was changing stay as they are, as after any error in the middle.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| Err(bug(panic.as_ref())))
}

/// The same for a body that cannot fail but by a panic.
pub(crate) fn caught_value<T>(body: impl FnOnce() -> T) -> PyResult<T> {
    caught(|| Ok(body()))
}

/// The exception of a panic.
#[cold]
pub(crate) fn bug(panic: &(dyn Any + Send)) -> PyErr {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
    let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
    raised(format!("a bug in Otrera: {}", words.unwrap_or_else(|| "a panic without words".to_owned())))
}

/// Panics with these words, on the calling thread or on one for long work: the tests see what becomes of it.
#[catch_panics]
#[pyfunction]
#[pyo3(signature = (words, *, on_thread))]
fn _panic(py: Python<'_>, words: String, on_thread: bool) -> PyResult<()> {
    match on_thread {
        true => interrupt::run(py, || {}, move || panic!("{words}")),
        false => panic!("{words}"),
    }
}

/// Adds the function of the tests to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_panic, module)?)
}
