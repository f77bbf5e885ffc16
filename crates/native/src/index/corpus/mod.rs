//! Indexes of documents in folders: what documents are checked against.
//!
//! - [`build()`]: from documents wherever they are, read once.
//! - [`add()`], [`remove()`] and [`merge()`]: changes, without building the index again.
//! - [`publish()`]: static files for any web host.
//! - [`open()`]: an index that is there, in memory; [`Crawl`]: one that grows while it is searched; [`verify()`]: whether it is whole.
//! - [`write_texts`]: the texts that it keeps.
//!
//! A folder holds the files of segments, each named by what is in it and its content, and the manifest, which names them. A
//! segment holds documents that were added together and never changes. Every change makes new files beside the old ones,
//! and becomes the index when the manifest is replaced.

mod add;
mod build;
mod change;
mod crawl;
mod documents;
mod files;
mod ingest;
mod journal;
mod kinds;
mod manifest;
mod merge;
mod open;
mod options;
pub(crate) mod pieces;
mod postings;
mod publish;
mod recent;
mod record;
mod removed;
mod segment;
mod signing;
mod texts;
mod verify;

pub use add::{Adding, Changed, add};
pub use build::build;
pub use crawl::{Crawl, Crawling, Verdict};
pub(super) use files::{BLOCKS, BUCKETS, FINGERPRINTS, Files, NAMES, RECORDS, is_part};
pub(super) use ingest::{Ids, Labels, check_id, take_in};
pub use ingest::{ReadingNotes, Taking};
pub(crate) use journal::NAME as JOURNAL;
pub use kinds::{HashSizes, KindSize, hash_sizes};
pub use manifest::{is_corpus, read};
#[cfg(any(feature = "serve", feature = "fetch"))]
pub(crate) use open::InMemory;
#[cfg(feature = "fetch")]
pub(crate) use open::load;
#[cfg(feature = "serve")]
pub(crate) use open::reopen;
pub use open::{OpenCorpus, open};
pub use options::CorpusIndexOptions;
pub use publish::{merge, publish};
pub use removed::{Removed, remove};
pub use texts::{TextsWritten, write_texts};
pub use verify::verify;
