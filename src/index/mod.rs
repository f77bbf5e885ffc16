//! What a corpus index holds, how it is searched, and what a document checked against it has from it.
//!
//! A corpus is thousands to millions of documents. Naively, a document is compared with each of them. Here every document
//! of the corpus is cut into passages, each with its simhashes, which stand in Hamming tables; and the hashes of some of its
//! shingles, chosen by winnowing, stand in one more table, each with the passage it begins in. So near-identical passages
//! are found by the first, and copied stretches of the design's length by the second, all of them. By the design, pairs of words
//! stand among the shingles, by which edited passages are found, and passages have no simhashes.
//!
//! - [`Design`]: everything that determines what an index holds; an [`Indexer`] cuts and signs documents by it ([`Signed`]).
//! - [`Manifest`]: the files of an index, and what is in them; [`format`](mod@format) specifies every byte of those that are no
//!   tables.
//! - [`SourcesWriter`], [`TextsWriter`], [`Removed`] and [`Packing`]: what such files are made by.
//! - [`NamesFile`]: what documents are called, in indexes of fingerprints alone.
//! - [`Index`]: an index in memory, built of documents, saved and opened in one step each.
//! - [`Corpus`]: an index over files that are in memory, made of [`Segment`]s.
//! - [`SparseIndex`]: an index that is read where it is published, by ranges of bytes.
//! - [`LookupRequest`] and [`LookupResponse`]: the request to an index and its response, whoever holds it.
//! - [`IndexCheck`]: a document that is checked against an index, whoever holds that.
//! - [`Disguise`]: look-ups hidden among others; `client` (with the feature `service`): a check through an index elsewhere.
//! - [`Findings`]: what a document has from the documents of an index.

mod check;
#[cfg(feature = "service")]
pub mod client;
mod corpus;
mod cut;
mod design;
mod disguise;
mod explained;
mod fetched;
mod findings;
mod indexer;
mod lookup;
mod manifest;
mod memory;
mod names;
mod packed;
mod packing;
mod pairs;
mod part;
mod removed;
mod segment;
#[cfg(feature = "service")]
pub mod service;
mod signed;
mod signing;
mod source;
mod sources;
mod sparse;
mod texts;

#[doc = include_str!("FORMAT.md")]
pub mod format {}

pub use check::{IndexCheck, Ranking, Rule, rank};
pub use corpus::Corpus;
pub use design::{Cut, Design, Pairing, Shingling};
pub use disguise::{Disguise, Random, Secret};
pub use explained::Explained;
pub use findings::{Estimate, Findings, FoundPassage, FoundSource};
pub use indexer::Indexer;
pub use lookup::{Limits, LookupRequest, LookupResponse, Near, NearMatch, Postings, Prefixes, Shingles};
pub use manifest::{FORMAT, FileEntry, Layout, MANIFEST, Manifest, PartEntry, SegmentEntry, VERSION};
pub use memory::{Index, IndexBuilder, IndexOptions};
pub use names::{NamesFile, names_file};
pub use packed::{Cuts, MOST_FILE, PackedBucket, PackedFile, PackedHead};
pub use packing::Packing;
pub use pairs::{Pair, is_pair};
pub use removed::Removed;
pub use segment::Segment;
pub use signed::{Passage, Signed};
pub use signing::Signing;
pub use source::{BUCKET, Source, Stretch, TEXT_BUCKET};
pub use sources::{Sources, SourcesHead, SourcesWriter};
pub use sparse::{FileRange, SparseIndex};
pub use texts::{MOST_TEXT, Texts, TextsHead, TextsWriter};
