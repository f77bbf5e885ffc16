//! A document checked against an index that is elsewhere: what to fetch next, until the findings are there.
//!
//! Naively, each face that reaches an index over the network knows by itself which addresses to ask in which order, how
//! questions are cut and answers put together. Here one machine knows it for all: it says what it wants as a [`Step`], takes
//! what was fetched, and fetches nothing itself. So the page, which does, has no algorithm; and each way to ask is tested
//! natively to find the same.
//!
//! - [`Held`]: an index as far as it is here: what it says of itself, and what was fetched of it once for all documents.
//! - [`Way`]: how it is asked, and so what it learns.
//! - [`Checking`]: one document on its way.

mod checking;
mod facts;
mod held;
mod meta;
mod published;

use alloc::vec::Vec;

pub use checking::{Checking, Counts};
pub use facts::{Facts, Price};
pub use held::Held;

/// How an index is asked, from what tells it nothing of a document to what tells most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Way {
    /// All of its files are fetched, whatever is checked.
    Download,
    /// Those parts of its files are read that look-ups need, among some that others would.
    Ranges,
    /// It is asked with the first [`PREFIX_BITS`] bits of fingerprints and shingles, half of them drawn at random.
    Prefix,
    /// It is asked with whole fingerprints and shingles.
    Whole,
}

/// How many bits of a fingerprint or shingle are told when an index is asked by prefixes: eight million fingerprints have
/// some 1,100 within three bits of such a prefix, so that the answers stay small and a prefix says little.
pub const PREFIX_BITS: u32 = 24;

impl Way {
    /// All of them, in their order.
    pub const ALL: [Way; 4] = [Way::Download, Way::Ranges, Way::Prefix, Way::Whole];

    /// Its name, as `prefix`.
    pub fn name(self) -> &'static str {
        match self {
            Way::Download => "download",
            Way::Ranges => "ranges",
            Way::Prefix => "prefix",
            Way::Whole => "whole",
        }
    }

    /// The way of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }

    /// How many questions drawn at random go with a hundred real ones. By ranges each costs a block of a file; downloading
    /// tells nothing as it is, and among whole fingerprints the drawn ones stand out, since nothing is near them.
    fn decoys(self) -> u32 {
        match self {
            Way::Prefix => 100,
            Way::Ranges => 25,
            Way::Download | Way::Whole => 0,
        }
    }
}

/// What is to be fetched next. Nothing else needs to be, and nothing else may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The answers to a `POST` of each of these bodies, in the compact form, to `v1/lookup`.
    Lookups {
        /// The bodies with their numbers.
        bodies: Vec<(usize, Vec<u8>)>,
        /// The most bytes that an answer may have.
        most: u64,
    },
    /// What a service has at this path.
    Get {
        /// The path, as `v1/buckets`.
        path: &'static str,
        /// The most bytes that it may have.
        most: u64,
    },
    /// Parts of files, or whole files, of a published index.
    Files(Vec<FilePart>),
    /// Nothing: the findings are there.
    Done,
}

/// Bytes of a file, from `start` to before `end`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FilePart {
    /// The file's name.
    pub file: alloc::string::String,
    /// The first byte.
    pub start: u64,
    /// The byte after the last.
    pub end: u64,
    /// How long the file is.
    pub bytes: u64,
}

/// For what something is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// What of the index serves all documents.
    Index,
    /// Which passages have something of the document.
    Asking,
    /// Of which sources they are.
    Sources,
    /// The sources' texts.
    Comparing,
}

impl Stage {
    /// Its name, as `asking`.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Index => "index",
            Stage::Asking => "asking",
            Stage::Sources => "sources",
            Stage::Comparing => "comparing",
        }
    }
}
