//! Fingerprinters that requests share: each holds buffers of its own.

use std::sync::{Mutex, PoisonError};

use twinprint::index::service::Refusal;
use twinprint::seen::{Design, Fingerprinter};

/// Those of one design that no request has at the moment.
#[derive(Debug)]
pub(super) struct Fingerprinters {
    design: Design,
    waiting: Mutex<Vec<Fingerprinter>>,
}

impl Fingerprinters {
    pub(super) fn new(design: Design) -> Self {
        Fingerprinters { design, waiting: Mutex::default() }
    }

    /// Reads a request with one of them.
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Design, &mut Fingerprinter) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let pool = || self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = pool().pop();
        let mut fingerprinter = match waiting {
            Some(fingerprinter) => fingerprinter,
            None => Fingerprinter::new(&self.design).map_err(|_| Refusal::defect())?,
        };
        let read = read(&self.design, &mut fingerprinter);
        pool().push(fingerprinter);
        read
    }
}
