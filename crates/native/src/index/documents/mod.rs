//! Indexes of documents as wholes, in folders: which documents are near-duplicates of another, by some dozens of bytes of each.
//!
//! - [`build()`]: from documents wherever they are, read once; [`build_of`]: from fingerprints.
//! - [`add()`], [`remove()`] and [`merge()`]: changes, of which each makes the index a new one in one step.
//! - [`open()`]: an index that is there, read where it lies; [`verify()`]: whether it is whole.
//! - [`publish()`]: as files for any web host; [`publish_by_ranges()`]: of which a look-up reads a few ranges.
//!
//! A folder holds the files of segments, each named by what is in it and its content, and the manifest, which names them.

mod build;
mod change;
mod manifest;
mod open;
mod ranges;
mod segment;
mod verify;

pub use build::{Changed, DocumentsOptions, build, build_of};
pub use change::{Removed, add, merge, publish, remove};
pub use manifest::{is_by_ranges, is_documents, read, read_by_ranges};
pub(super) use manifest::{is_of_documents, is_of_ranges};
pub use open::{OpenDocuments, open};
pub use ranges::publish_by_ranges;
pub use verify::{verify, verify_by_ranges};
