//! The program `twinprint`, within the extension module.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program with its arguments, of which the first is its name, and returns its exit status. The process is its own from then on.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| twinprint_cli::run(arguments))
}
