//! What a query finds, and the most that it may do.

use alloc::vec::Vec;

/// A fingerprint that is within k bits of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match<C> {
    /// In how many bits it differs.
    pub distance: u32,
    /// The fingerprint.
    pub fingerprint: C,
}

/// What a query found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer<C> {
    /// Each fingerprint once, the nearest first.
    pub matches: Vec<Match<C>>,
    /// Whether there may be more, which were not looked for because a [`Bound`] was reached.
    pub truncated: bool,
}

/// The most that a query may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// How many matches it may find.
    pub matches: usize,
    /// How many codes it may read, and how many probes it may make.
    pub codes: u64,
}

impl Default for Bound {
    /// 10,000 matches, and 100 million codes: a quarter of a second.
    fn default() -> Self {
        Bound { matches: 10_000, codes: 100_000_000 }
    }
}
