//! An index of documents as wholes that is read by ranges of bytes: of ten million documents a look-up fetches less than a megabyte, from any
//! web host, in three round trips.
//!
//! Naively the whole index is fetched. In [`DocumentsIndex`](super::DocumentsIndex) a look-up compares thousands of documents, whose
//! fingerprints lie apart: each would be a request of its own. Here what is compared lies where it is looked for: of every document a
//! short row stands in one bucket of each of eight tables ([`BucketLayout`]), and where a bucket lies is known without a directory. What is
//! likeliest by its rows is then fetched with its fingerprints and its id, a record each ([`record()`]), and these decide.
//!
//! A look-up ([`RangesLookup`]) says what to fetch, and is handed it.

mod bucket;
mod layout;
mod lookup;
mod manifest;
mod record;

pub use bucket::{Row, bucket, buckets_head};
pub use layout::BucketLayout;
pub use lookup::RangesLookup;
pub use manifest::{RANGES_FORMAT, RangesManifest};
pub use record::{Place, RECORDS_HEAD, record, records_head};
