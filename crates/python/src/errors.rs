//! Errors as Python's exceptions, with the three parts that every error has.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use twinprint_native::Error;

/// The function of `twinprint._errors` that makes an exception.
static MADE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The exception of an error: a `ValueError` or, where a file cannot be read or written, an `OSError`, and always a
/// `twinprint.Error`.
pub(crate) fn raised(py: Python<'_>, error: impl Into<Error>) -> PyErr {
    let error = error.into();
    match made(py, &error) {
        Ok(exception) => PyErr::from_value(exception),
        Err(failed) => failed,
    }
}

/// The exception itself, for errors that are given rather than raised.
pub(crate) fn made<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let make = MADE
        .get_or_try_init(py, || Ok::<_, PyErr>(py.import("twinprint._errors")?.getattr("made")?.unbind()))?;
    let (kind, number) = match error {
        Error::Core(error) => (error.kind(), None),
        Error::Unreadable { reason, .. }
        | Error::DriveFailed { reason, .. }
        | Error::Unwritable { reason, .. } => ("file", Some(reason.raw_os_error().unwrap_or(0))),
        Error::Full { .. } | Error::Busy { .. } | Error::Occupied { .. } | Error::Exists { .. } => {
            ("file", Some(0))
        }
        _ => ("input", None),
    };
    make.bind(py).call1((kind, error.what(), error.place(), error.remedy(), number))
}
