//! Work without the interpreter's lock, which Ctrl-C ends within a moment, and of which Python is told how far it is.

use std::panic::resume_unwind;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use twinprint_native::Error;

use crate::errors::raised;

/// How often signals are looked for while work goes on, and Python is told how far it is.
const BETWEEN: Duration = Duration::from_millis(50);

/// What work calls several times a second: whether it is to end, because a signal came whose handler raised an exception, and how far
/// it is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pulse(Arc<State>);

#[derive(Debug, Default)]
struct State {
    stop: AtomicBool,
    steps: Mutex<Steps>,
}

/// What was done and is done, one after the other.
#[derive(Debug, Default)]
struct Steps {
    begun: Vec<Step>,
    /// Of how many Python was told that they are done.
    told: usize,
}

/// A thing that is done, and how far it is.
#[derive(Debug, Clone, Copy)]
struct Step {
    what: &'static str,
    /// What is counted: documents, bytes.
    unit: &'static str,
    done: u64,
    all: u64,
}

/// Who is told how far work is: a function of Python's of what is done, the unit, how much is done, and of how much; or nobody.
pub(crate) type Told = Option<Py<PyAny>>;

/// What work unwinds with that is to end. It is no panic: no hook is called.
struct Stopped;

impl Pulse {
    /// Whether work may go on.
    pub(crate) fn may_go_on(&self) -> bool {
        !self.0.stop.load(Ordering::Relaxed)
    }

    /// Ends the work if it is to end, from wherever it is: all that it holds is dropped.
    pub(crate) fn check(&self) {
        if !self.may_go_on() {
            resume_unwind(Box::new(Stopped));
        }
    }

    /// Says how far work is: what is done, counted in which unit, how much, and of how much. Threads that do the same thing may say so in any
    /// order. With another thing all is done of those before.
    pub(crate) fn at(&self, what: &'static str, unit: &'static str, done: u64, all: u64) {
        let mut steps = self.steps();
        let begun = &mut steps.begun;
        match begun.iter_mut().find(|step| step.what == what) {
            Some(step) => (step.done, step.all) = (done.max(step.done), all),
            None => {
                begun.iter_mut().for_each(|step| step.done = step.all);
                begun.push(Step { what, unit, done, all });
            }
        }
    }

    /// Says that all is done.
    fn end(&self) {
        self.steps().begun.iter_mut().for_each(|step| step.done = step.all);
    }

    fn steps(&self) -> MutexGuard<'_, Steps> {
        self.0.steps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells how far work is: each thing that was done since it was told last, and the one that is done.
    fn tell(&self, py: Python<'_>, told: &Told) -> PyResult<()> {
        let Some(told) = told else { return Ok(()) };
        let news = {
            let mut steps = self.steps();
            let news = steps.begun[steps.told..].to_vec();
            steps.told = steps.begun.len().saturating_sub(1);
            news
        };
        news.iter().try_for_each(|step| told.call1(py, (step.what, step.unit, step.done, step.all)).map(drop))
    }
}

/// As [`work`], on all cores, whose threads a process that was forked does not have: it would wait for them for ever.
pub(crate) fn work_on_all_cores<T: Send>(
    py: Python<'_>,
    told: &Told,
    on_all: impl FnOnce(&Pulse) -> Result<T, Error> + Send,
) -> PyResult<T> {
    static PROCESS: OnceLock<u32> = OnceLock::new();
    if *PROCESS.get_or_init(process::id) != process::id() {
        return Err(PyRuntimeError::new_err(
            "twinprint: this process was forked from one that had begun to use all cores; start processes by spawn or forkserver, as by \
             multiprocessing.get_context(\"spawn\")",
        ));
    }
    work(py, told, on_all)
}

/// Does work on a thread of its own, and meanwhile lets other threads of Python run and signals be handled. Work that is to be stopped
/// calls [`Pulse::check`] several times a second. Who is told how far it is, is told on the thread that waits for it; an exception that is
/// raised there ends the work.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    told: &Told,
    work: impl FnOnce(&Pulse) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let pulse = Pulse::default();
    let (interrupted, done) = py.detach(|| {
        thread::scope(|scope| {
            let (ended, end) = sync_channel::<()>(1);
            let worker = scope.spawn(|| {
                let _ended = ended;
                work(&pulse)
            });
            let mut interrupted = None;
            while interrupted.is_none() && end.recv_timeout(BETWEEN) == Err(RecvTimeoutError::Timeout) {
                let looked = Python::attach(|py| py.check_signals().and_then(|()| pulse.tell(py, told)));
                interrupted = looked.err();
            }
            if interrupted.is_some() {
                pulse.0.stop.store(true, Ordering::Relaxed);
            }
            (interrupted, worker.join())
        })
    });
    match (interrupted, done) {
        (Some(signal), _) => Err(signal),
        (None, Ok(Ok(done))) => {
            pulse.end();
            pulse.tell(py, told).map(|()| done)
        }
        (None, Ok(Err(error))) => Err(raised(py, error)),
        (None, Err(panic)) => resume_unwind(panic),
    }
}
