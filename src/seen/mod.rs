//! Which documents were seen before, as wholes, by a few dozen bytes of each and no text.
//!
//! Naively, a new document is compared with every one that is known. Here each is known by some bits of min-values ([`Design`]): of two documents
//! the fewer differ the more they share. They are cut into blocks; documents with a block that differs in a bit or two at most are candidates (Manku,
//! Jain and Das Sarma 2007, section 3), and how many bits differ in all decides.
//!
//! - [`Fingerprinter`] makes a document's fingerprints, [`SeenDocuments`] remembers them.
//! - [`NewShards`] are files of what is remembered, so that a journal can begin anew.
//! - [`Change`] is what a journal keeps of what is remembered, whoever keeps it: a file, or the storage of an edge worker.
//! - [`DocumentsIndex`] finds them in files, among any number of documents.
//! - With the feature `service`, requests in, responses out: `/v1/seen`, which `docs/reference/edge.md` specifies, and `/v1/documents` of an index, which
//!   `docs/reference/service.md` does; `RemoteDocuments` is an index that is elsewhere, `RangesManifest` of one that is read by ranges of bytes.
//!
//! ```
//! use twinprint::{Document, seen::{Design, Fingerprinter, SeenDocuments}};
//!
//! let poem = "Tyger Tyger, burning bright, in the forests of the night; what immortal hand or eye, could frame thy fearful symmetry?";
//! let mut fingerprinter = Fingerprinter::new(&Design::default())?;
//! let mut seen = SeenDocuments::new(Design::default());
//! let first = fingerprinter.fingerprints(&Document::plain("a", poem))?;
//! assert!(seen.near(&first, 0).is_empty());
//! seen.remember("blake", &first, 1_700_000_000);
//!
//! let again = fingerprinter.fingerprints(&Document::plain("b", &poem.to_uppercase()))?;
//! let near = seen.near(&again, 0);
//! assert_eq!((near[0].id.as_str(), near[0].distance), ("blake", 0));
//! # Ok::<(), twinprint::Error>(())
//! ```

mod blocks;
#[cfg(feature = "serde")]
mod change;
mod compared;
#[cfg(feature = "service")]
mod contract;
mod design;
mod documents;
mod estimate;
mod index;
#[cfg(feature = "service")]
mod posted;
mod probes;
#[cfg(feature = "service")]
mod ranges;
mod shards;
mod terms;

#[cfg(feature = "serde")]
pub use change::{Change, Record};
pub use compared::{ComparedAsWholes, compare_as_wholes};
#[cfg(feature = "service")]
pub use contract::{Limits, MOST_ID, SeenRequest};
pub use design::{Design, DocumentFingerprints, Fingerprinter, LEAST_WORDS};
pub use documents::{SeenDocuments, SeenMatch};
pub use estimate::Estimate;
pub use index::{
    BlockLayout, DocumentsEntry, DocumentsIndex, DocumentsManifest, FORMAT, FileContent, FingerprintsFile,
    IndexedMatch, Near, NearDocuments, Status, documents_of_file, documents_segment, fingerprints_file,
};
#[cfg(feature = "service")]
pub use index::{DocumentsRequest, RemoteDocuments};
#[cfg(feature = "service")]
pub use posted::MOST_BODY;
#[cfg(feature = "service")]
pub use ranges::{
    BucketLayout, Place, RANGES_FORMAT, RECORDS_HEAD, RangesLookup, RangesManifest, Row, bucket,
    buckets_head, record, records_head,
};
pub use shards::{NewShards, ShardsManifest};
