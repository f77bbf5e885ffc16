//! What was sent and received.

use std::sync::atomic::{AtomicU64, Ordering};

/// What was sent and received so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// How many requests were made.
    pub requests: u64,
    /// The bytes of their bodies; paths, headers and ranges come to it.
    pub sent: u64,
    /// The bytes of the answers' bodies.
    pub received: u64,
}

/// The same while it is counted.
#[derive(Debug, Default)]
pub(super) struct Counter {
    requests: AtomicU64,
    sent: AtomicU64,
    received: AtomicU64,
}

impl Counter {
    pub(super) fn sends(&self, bytes: usize) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.sent.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(super) fn receives(&self, bytes: usize) {
        self.received.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(super) fn so_far(&self) -> Traffic {
        Traffic {
            requests: self.requests.load(Ordering::Relaxed),
            sent: self.sent.load(Ordering::Relaxed),
            received: self.received.load(Ordering::Relaxed),
        }
    }
}
