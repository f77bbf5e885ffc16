//! Indexes of fingerprints in folders: all tables of a family, in files, built whole or not at all.
//!
//! - [`build`]: from files of fingerprints, with or without the ids of their documents.
//! - [`FingerprintIndex`]: an index that is there, for queries; [`Index`], of one width.
//! - [`join()`]: all pairs within k bits, of an index or a file with other fingerprints or with itself.
//! - [`Portrait`]: what an index is like, in numbers and figures.
//! - [`verify()`]: whether it is whole.
//! - [`build_both`]: two indexes of the same documents in one folder, of [their passages](corpus) and of [them as wholes](documents).
//!
//! A folder holds the shards of every table, at need the documents' names, and the manifest, which names them.

mod any_width;
mod both;
mod build;
mod column;
pub mod corpus;
mod digest;
pub mod documents;
mod folder;
mod gather;
mod input;
mod join;
mod manifest;
mod names;
mod open;
mod portrait;
mod shards;
mod tables;
mod verify;

pub use super::sort::StoredCode;
pub use any_width::{FingerprintIndex, HexPairs, Queries, TakeReply, join_of};
pub use both::{BothFolders, both_folders, build_both, change_both, is_both};
pub use build::{Built, FingerprintIndexOptions, build};
pub use input::{Enough, Entry, Input, fingerprint, for_each, hex};
pub use join::{Fingerprints, Joining, join, self_join};
pub use manifest::{FileEntry, Ids, Manifest};
pub use names::Names;
pub use open::{Id, Index, IndexMatch, Reply};
pub use portrait::{Portrait, TableSize};
pub use verify::{Depth, verify};

/// Who wants to know how far a build or a join is.
pub trait Watch: Sync {
    /// The bytes of the files that were read; they may be read twice.
    fn reading(&self, _bytes: u64) {}

    /// The tables that are written, of all.
    fn writing(&self, _done: usize, _all: usize) {}

    /// The parts of a self-join that are begun, of all.
    fn comparing(&self, _begun: usize, _all: usize) {}
}

/// Nobody does.
impl Watch for () {}
