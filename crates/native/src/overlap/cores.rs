//! Work that is done by all cores, a batch at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{thread, vec::Vec};

use super::super::Error;

/// Has all cores work on batches, each on the next once it is done with one, until there are no more or one fails. A core begins with a
/// worker of its own, which ends when it has done all its batches.
///
/// # Errors
/// The first of any core's.
pub(super) fn on_all_cores<W, B: Send>(
    batches: impl Iterator<Item = B> + Send,
    begin: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, B) -> Result<(), Error> + Sync,
    end: impl Fn(W) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let (batches, failed) = (Mutex::new(batches), AtomicBool::new(false));
    let next = || batches.lock().unwrap_or_else(PoisonError::into_inner).next();
    let core = || {
        let mut worker = begin();
        while let Some(batch) = next().filter(|_| !failed.load(Ordering::Relaxed)) {
            work(&mut worker, batch).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        }
        end(worker)
    };
    thread::scope(|scope| {
        let cores: Vec<_> = (0..rayon::current_num_threads()).map(|_| scope.spawn(core)).collect();
        let joined = cores
            .into_iter()
            .map(|core| core.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        joined.collect::<Vec<_>>().into_iter().collect()
    })
}
