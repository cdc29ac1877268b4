//! `Table`: columns in memory that other libraries take over without copying, by Arrow's PyCapsule interface.

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use otrera_python_macros::catch_panics;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::error::raised;

/// A table of games or plies in Arrow's format.
///
/// Libraries that know Arrow's PyCapsule interface take it as it is, without copying: `polars.DataFrame(table)`,
/// `pyarrow.table(table)`, `duckdb.sql("from table")`.
#[pyclass(name = "Table", module = "otrera", frozen)]
#[derive(Debug)]
pub(crate) struct PyTable {
    /// At least one batch, which has the columns.
    batches: Vec<RecordBatch>,
}

impl PyTable {
    pub(super) fn new(batches: Vec<RecordBatch>) -> Self {
        debug_assert!(!batches.is_empty(), "a table has its columns");
        Self { batches }
    }

    /// The table as a polars data frame.
    pub(super) fn into_frame(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Py::new(py, self)?.get().frame(py)
    }

    fn frame<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let missing = |error: PyErr| match error.is_instance_of::<PyImportError>(py) {
            true => PyImportError::new_err("data frames need polars: pip install 'otrera[data]'"),
            false => error,
        };
        let polars = py.import("polars").map_err(missing)?;
        let table = Py::new(py, Self { batches: self.batches.clone() })?;
        polars.getattr("DataFrame")?.call1((table,))
    }
}

#[catch_panics]
#[pymethods]
impl PyTable {
    /// The names of the columns.
    #[getter]
    fn column_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let schema = self.batches[0].schema();
        PyTuple::new(py, schema.fields().iter().map(|field| field.name()))
    }

    /// The table as a polars `DataFrame`, without copying.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.frame(py)
    }

    /// The stream of batches, for libraries that know Arrow's PyCapsule interface. Another schema than that of the table is
    /// not made: the consumer casts.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, self.batches[0].schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    /// The columns and their types, for the same libraries.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batches[0].schema().as_ref()).map_err(raised)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> PyResult<String> {
        let columns = self.batches[0].num_columns();
        Ok(format!("<Table of {} rows and {columns} columns>", self.__len__()?))
    }
}
