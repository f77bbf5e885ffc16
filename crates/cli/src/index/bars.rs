//! How far a build or a join is, as bars on a terminal.

use std::sync::OnceLock;

use twinprint_native::index::Watch;

use crate::progress::Progress;

/// The bar of reading, then that of what is done with what was read.
pub(super) struct Bars {
    reading: Progress,
    next: OnceLock<Progress>,
}

impl Bars {
    /// For reading this many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        Bars { reading: Progress::bytes("Reading", bytes), next: OnceLock::new() }
    }

    fn next(&self, work: &'static str, done: usize, all: usize) {
        let begin = || {
            self.reading.end();
            Progress::new(work, all)
        };
        self.next.get_or_init(begin).at(done as u64);
    }
}

impl Watch for Bars {
    fn reading(&self, bytes: u64) {
        self.reading.at(bytes);
    }

    fn writing(&self, done: usize, all: usize) {
        self.next("Writing tables", done, all);
    }

    fn comparing(&self, begun: usize, all: usize) {
        self.next("Comparing", begun, all);
    }
}
