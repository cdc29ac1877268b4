//! Errors of ours as Python exceptions, with our words.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(
    otrera,
    OtreraError,
    PyValueError,
    "An error of Otrera: an illegal move, an unreadable text, an unknown player, a damaged file. Its words say what is wrong."
);

/// The exception of an error.
pub(crate) fn raised(error: impl Display) -> PyErr {
    OtreraError::new_err(error.to_string())
}
