//! Arrays from Python and to it, checked before they are used.

use numpy::{
    Element, IntoPyArray, PyArray, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadwriteArray,
    PyUntypedArray, PyUntypedArrayMethods,
};
use numpy::{IxDyn, PyArrayDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::raised;
use crate::rules::arguments::wrong_type;

/// The array to write into: the caller's, or a new one.
pub(crate) fn output<'py, T: Element>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
    dtype: &str,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(out) = out else {
        return Ok(PyArray::zeros(py, IxDyn(shape), false));
    };
    let expected = || format!("a C-contiguous array of {dtype} with the shape {}", written(shape));
    let array = out.cast::<PyArrayDyn<T>>().map_err(|_| match out.cast::<PyUntypedArray>() {
        Ok(array) => PyTypeError::new_err(format!("expected {}, found {}", expected(), described(array))),
        Err(_) => wrong_type(out, &expected()),
    })?;
    if array.shape() != shape || !array.is_c_contiguous() {
        return Err(raised(format!("expected {}, found {}", expected(), described(array.as_untyped()))));
    }
    Ok(array.clone())
}

/// The array's memory, for this caller alone.
pub(crate) fn exclusive<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArray<'py, T, IxDyn>> {
    array.try_readwrite().map_err(|error| raised(format!("the array cannot be written: {error}")))
}

/// Whether an argument is an array of a type.
pub(crate) fn is_array_of<T: Element>(object: &Bound<'_, PyAny>) -> bool {
    object.cast::<PyArrayDyn<T>>().is_ok()
}

fn described(array: &Bound<'_, PyUntypedArray>) -> String {
    let order = if array.is_c_contiguous() { "" } else { ", not C-contiguous" };
    format!("{} with the shape {}{order}", array.dtype(), written(array.shape()))
}

fn written(shape: &[usize]) -> String {
    let numbers: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("({})", numbers.join(", "))
}

/// Whole numbers, one for each game: an array of any type of integers, or a sequence of them.
pub(crate) fn integers(object: &Bound<'_, PyAny>, count: usize, what: &str) -> PyResult<Vec<i64>> {
    let numbers = match object.cast::<PyArray1<i64>>() {
        Ok(array) => array.try_readonly().map_err(raised)?.as_array().iter().copied().collect(),
        Err(_) => converted::<i64>(object, what, b"iu", "whole numbers")?,
    };
    check_count(numbers.len(), count, what)?;
    Ok(numbers)
}

/// Truth values, one for each game.
pub(crate) fn truths(object: &Bound<'_, PyAny>, count: usize, what: &str) -> PyResult<Vec<bool>> {
    let truths = converted::<bool>(object, what, b"b", "truth values")?;
    check_count(truths.len(), count, what)?;
    Ok(truths)
}

fn check_count(found: usize, count: usize, what: &str) -> PyResult<()> {
    if found == count {
        return Ok(());
    }
    Err(raised(format!("expected {count} {what}, one for each game, found {found}")))
}

/// Asks numpy for an array, and for a conversion where nothing is lost by it: 2.5 is no action.
fn converted<T: Element + Copy>(
    object: &Bound<'_, PyAny>,
    what: &str,
    kinds: &[u8],
    expected: &str,
) -> PyResult<Vec<T>> {
    let py = object.py();
    let array = py.import("numpy")?.call_method1("asarray", (object,))?;
    let array = array.cast::<PyUntypedArray>()?;
    if array.ndim() == 1 && array.len() == 0 {
        return Ok(Vec::new());
    }
    let kind = array.dtype().kind();
    if array.ndim() != 1 || !kinds.contains(&kind) {
        let found = described(array);
        return Err(PyTypeError::new_err(format!("{what}: expected {expected} in one row, found {found}")));
    }
    let options = PyDict::new(py);
    options.set_item("copy", false)?;
    let array = array.call_method("astype", (T::get_dtype(py),), Some(&options))?;
    let array = array.cast::<PyArray1<T>>()?.try_readonly().map_err(raised)?;
    Ok(array.as_array().iter().copied().collect())
}

/// A new array from a list.
pub(crate) fn array1<T: Element>(py: Python<'_>, list: Vec<T>) -> Bound<'_, PyArray1<T>> {
    list.into_pyarray(py)
}
