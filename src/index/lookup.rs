//! Requests to an index, and its responses: the same types for an index in memory, behind a service and on a web host.

use alloc::string::String;
use alloc::vec::Vec;

use super::source::Source;

/// What is looked up in an index; any of the lists may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LookupRequest {
    /// Fingerprints of passages.
    pub fingerprints: Vec<u64>,
    /// The most bits in which those found may differ; at most the design's.
    pub k: u32,
    /// Shingles, by their whole hashes.
    pub shingles: Vec<u64>,
    /// The same of first bits alone, so that the service does not learn the rest.
    pub prefixes: Prefixes,
    /// Buckets of sources ([`BUCKET`](super::BUCKET)), by their numbers.
    pub sources: Vec<u32>,
    /// Buckets of texts ([`TEXT_BUCKET`](super::TEXT_BUCKET)), by their numbers.
    pub texts: Vec<u32>,
    /// Whether the sources of all passages found are returned, too.
    pub describe: bool,
}

/// First bits of fingerprints and shingles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prefixes {
    /// How many bits of each are given: the highest.
    pub bits: u32,
    /// Prefixes of fingerprints, their other bits zero: everything is returned whose first bits are within `k` of them.
    pub fingerprints: Vec<u64>,
    /// Prefixes of shingles, their other bits zero: everything is returned that begins so.
    pub shingles: Vec<u64>,
}

/// What an index says to a [`LookupRequest`], list by list in the same order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LookupResponse {
    /// For each fingerprint, what is within k bits of it, the nearest first.
    pub fingerprints: Vec<Near>,
    /// For each shingle, the passages in which it begins.
    pub shingles: Vec<Postings>,
    /// For each prefix of a fingerprint, every fingerprint that may be within k bits of one that begins so.
    pub fingerprint_prefixes: Vec<Near>,
    /// For each prefix of a shingle, every shingle that begins so.
    pub shingle_prefixes: Vec<Shingles>,
    /// For each bucket of sources, what stands in it; none where the number is too large.
    pub sources: Vec<Vec<Source>>,
    /// For each bucket of texts, what stands in it: `None` for a document without a text.
    pub texts: Vec<Vec<Option<String>>>,
    /// With [`describe`](LookupRequest::describe): the sources of all passages that the answer names, each once, by their first
    /// passage.
    pub described: Vec<Source>,
    /// The parts of the index that could not be searched, as "part 2: it cannot be reached": what they hold is not in the answer.
    pub missing: Vec<String>,
}

/// Fingerprints near one that was looked up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Near {
    /// Each once.
    pub matches: Vec<NearMatch>,
    /// Whether there may be more, and more passages of those returned, which were not looked for because a bound was reached.
    pub truncated: bool,
}

/// A fingerprint of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMatch {
    /// The fingerprint.
    pub fingerprint: u64,
    /// The passages that have it, by their numbers in the index; the first of them, up to a limit.
    pub passages: Vec<u64>,
    /// How many have it.
    pub count: u64,
}

/// Passages in which a shingle begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Postings {
    /// Their numbers in the index, rising.
    pub passages: Vec<u64>,
    /// Whether there are more.
    pub truncated: bool,
}

/// Shingles of an index.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shingles {
    /// The hash of each, as far as the index has it (its lowest bits may be zero), and a passage in which it begins; sorted.
    pub postings: Vec<(u64, u64)>,
    /// How many of the highest bits of a hash the index has.
    pub bits: u32,
    /// Whether there are more.
    pub truncated: bool,
}

/// The most that one look-up may find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Fingerprints near one.
    pub matches: usize,
    /// Passages that have one fingerprint, or in which one shingle begins.
    pub passages: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { matches: 10_000, passages: 1_000 }
    }
}
