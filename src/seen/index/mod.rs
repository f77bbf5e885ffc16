//! An index of documents as wholes, in files: whether one like another is known, among any number of them.
//!
//! Naively, all fingerprints are compared, or stand in tables in memory. Here they lie in files that are read where they are, as mapped
//! memory is; beside them one Huffman-coded table (Manku, Jain and Das Sarma 2007, section 3.2) says which documents have which value
//! in each block of their bits ([`BlockLayout`]). A look-up reads the values of each block that differ in the fewest bits from the query's, and
//! compares the documents that it finds there.

mod build;
#[cfg(feature = "service")]
mod contract;
mod fingerprints;
mod layout;
mod manifest;
mod near;
#[cfg(feature = "service")]
mod remote;
mod search;

pub use build::{FileContent, documents_segment};
#[cfg(feature = "service")]
pub use contract::DocumentsRequest;
pub use fingerprints::{FingerprintsFile, documents_of_file, fingerprints_file};
pub use layout::BlockLayout;
#[cfg(feature = "service")]
pub(in crate::seen) use layout::block_value;
pub use manifest::{DocumentsEntry, DocumentsManifest, FORMAT};
pub use near::{NearDocuments, Status};
#[cfg(feature = "service")]
pub use remote::RemoteDocuments;
pub use search::{DocumentsIndex, IndexedMatch, Near};
