//! What is to be fetched next, and for what.

use alloc::string::String;
use alloc::vec::Vec;

use crate::index::FileEntry;

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
    pub file: String,
    /// The first byte.
    pub start: u64,
    /// The byte after the last.
    pub end: u64,
    /// How long the file is.
    pub bytes: u64,
}

impl FilePart {
    /// All of a file.
    pub fn whole(file: &FileEntry) -> Self {
        FilePart { file: file.name.clone(), start: 0, end: file.bytes, bytes: file.bytes }
    }
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
