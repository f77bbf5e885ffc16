//! Work without the interpreter's lock, which Ctrl-C ends within a moment.

use std::panic::resume_unwind;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use twinprint_native::Error;

use crate::errors::raised;

/// How often signals are looked for while work goes on.
const BETWEEN: Duration = Duration::from_millis(50);

/// Whether work is to end, because a signal came whose handler raised an exception.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

/// What work unwinds with that is to end. It is no panic: no hook is called.
struct Stopped;

impl Stop {
    /// Whether work may go on.
    pub(crate) fn may_go_on(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }

    /// Ends the work if it is to end, from wherever it is: all that it holds is dropped.
    pub(crate) fn check(&self) {
        if !self.may_go_on() {
            resume_unwind(Box::new(Stopped));
        }
    }
}

/// As [`work`], on all cores, whose threads a process that was forked does not have: it would wait for them for ever.
pub(crate) fn work_on_all_cores<T: Send>(
    py: Python<'_>,
    on_all: impl FnOnce(&Stop) -> Result<T, Error> + Send,
) -> PyResult<T> {
    static PROCESS: OnceLock<u32> = OnceLock::new();
    if *PROCESS.get_or_init(process::id) != process::id() {
        return Err(PyRuntimeError::new_err(
            "twinprint: this process was forked from one that had begun to use all cores; start processes by spawn or forkserver, as by \
             multiprocessing.get_context(\"spawn\")",
        ));
    }
    work(py, on_all)
}

/// Does work on a thread of its own, and meanwhile lets other threads of Python run and signals be handled. Work that is to be stopped
/// calls [`Stop::check`] several times a second.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let stop = Stop::default();
    let (interrupted, done) = py.detach(|| {
        thread::scope(|scope| {
            let (ended, end) = sync_channel::<()>(1);
            let worker = scope.spawn(|| {
                let _ended = ended;
                work(&stop)
            });
            let mut interrupted = None;
            while interrupted.is_none() && end.recv_timeout(BETWEEN) == Err(RecvTimeoutError::Timeout) {
                interrupted = Python::attach(|py| py.check_signals()).err();
            }
            if interrupted.is_some() {
                stop.0.store(true, Ordering::Relaxed);
            }
            (interrupted, worker.join())
        })
    });
    match (interrupted, done) {
        (Some(signal), _) => Err(signal),
        (None, Ok(done)) => done.map_err(|error| raised(py, error)),
        (None, Err(panic)) => resume_unwind(panic),
    }
}
