//! All near-duplicate pairs of a corpus: documents in, pairs and clusters out, in bounded memory.
//!
//! A scan has four steps, each a type or a function of its own:
//! 1. [`Ingest::gather`] reads the corpus once. Of each document it keeps a [`Row`] of numbers in memory, and its name, its shingles
//!    and its sketch where there is room, else on the disk ([`Gathered`]). Exact duplicates are found here, and of these only the first goes on. With
//!    [`Keeping::Folder`] what was read outlives the process, and the same scan goes on from there.
//! 2. [`Comparison::pairs`] finds pairs among the rest: by the shingles themselves, all there are
//!    ([`overlap`](super::overlap)); or by a method's sketches, as the papers have it, and what these find is confirmed by the
//!    shingles, unless it is wanted raw. [`Conditions`] say which pairs count at all. Where
//!    there are too many, [`Comparison::pairs_or_clusters`] gives those that clusters are made of.
//! 3. [`cluster`](cluster()) makes clusters of the pairs, of which one document is the representative, and says of each other why it is there.
//! 4. [`write`](mod@write) gives pairs and clusters to programs, [`report`] to a person. [`Summary`] says what was done. What
//!    may be removed [`dedup`](crate::dedup) decides.
//!
//! Memory holds some 200 bytes a document; all else is sorted and searched within a [`Workspace`](super::overlap::Workspace), whose bytes
//! are given. Documents go by their ordinals in the [`Catalogue`], in the order in which they were read, so that the same corpus
//! gives the same bytes, whatever the number of cores, the memory, or how often the scan was stopped.
//!
//! ```
//! use std::sync::Arc;
//! use twinprint_native::corpus::{self, Listing};
//! use twinprint_native::scale::Scale;
//! use twinprint_native::overlap::{Need, Workspace};
//! use twinprint_native::scan::*;
//!
//! let folder = tempfile::tempdir()?;
//! let text = "no town has a clock that strikes thirteen but this one, and nobody minds";
//! for (name, text) in [("a.txt", text.into()), ("b.txt", text.to_uppercase()), ("c.txt", format!("{text} at all"))] {
//!     std::fs::write(folder.path().join(name), text)?;
//! }
//! let place = Workspace { memory: 16 << 20, folder: std::env::temp_dir() };
//! let ingest = Ingest {
//!     reduction: Reduction { w: 3, identity: Identity::Words, clean: Default::default(), boilerplate: None, template: Arc::default(), method: None, model: None, kept: Kept::Sketch },
//!     site: None,
//!     between: std::time::Duration::from_secs(2),
//!     apart: Apart::default(),
//!     files: Vec::new(),
//!     repeated: RepeatedNames::Placed,
//! };
//! let listing = Listing::new([folder.path()]);
//! let documents = |_| corpus::documents(listing.entries).into_batches();
//! let keeping = Keeping::Unnamed { folder: place.folder.clone(), memory: 1 << 20 };
//! let gathered = ingest.gather(documents, &keeping, &mut |_| ())?;
//!
//! let comparison = Comparison {
//!     method: None,
//!     confirm: Some(Need::Resemblance { thousandths: 500 }),
//!     engine: Engine::Prefixes,
//!     common: None,
//!     plan: None,
//!     conditions: Conditions::default(),
//!     place: place.clone(),
//! };
//! let pairs = Spool::unnamed(&place.folder, comparison.pairs(&gathered, &|_, _| ())?)?;
//! assert_eq!(pairs.len(), 1); // a and c: b is an exact duplicate of a
//! // If there were more than a million, these would be those that clusters are made of.
//! let by = (Linking::Connected, Preference::Longest);
//! let (extent, some) = comparison.pairs_or_clusters(1_000_000, by, &gathered, &|_, _| ())?;
//! assert_eq!((extent, some.count()), (Extent::All, 1));
//! assert_eq!(comparison.pairs_of(2, &gathered, &|_, _| ())?.count(), 1);
//!
//! let settings = Clustering {
//!     linking: Linking::Connected,
//!     preference: Preference::Longest,
//!     threshold: 0.5,
//!     scale: Scale::Fraction,
//!     place,
//! };
//! let clusters = cluster(&gathered.catalogue, &settings, || Ok(pairs.iter()), |_, _| Ok(1.0))?;
//! let alone: Vec<bool> = (0..3).map(|document| clusters.is_representative(document)).collect();
//! assert_eq!(alone, [false, false, true]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
mod cluster;
mod codes;
mod columns;
mod compare;
mod conditions;
mod digests;
mod fingerprints;
mod ingest;
mod pair;
mod pieces;
mod reduce;
mod refused;
pub mod report;
mod sampled;
mod search;
pub(super) mod sequence;
pub(super) mod simhashes;
mod skipped;
mod spool;
mod standing;
mod state;
mod summary;
pub mod write;

pub use catalogue::{Catalogue, Row};
pub use cluster::{Chain, Cluster, Clustering, Clusters, Evidence, Linking, Preference, cluster};
pub use codes::{Code, Coding};
pub(crate) use compare::Pairs;
pub use compare::{Comparison, Engine};
pub use conditions::{Conditions, Sites};
pub use ingest::{Apart, Gathered, Ingest, Keeping, RepeatedNames};
pub use pair::ScanPair;
pub use reduce::{Identity, Kept, Reduction};
pub(super) use reduce::{Reduced, Reducer};
pub use refused::Refused;
pub(crate) use refused::is_wordless;
pub use sampled::{SamplingPlan, SamplingStep};
pub use skipped::{Reason, Skipped};
pub use spool::{Reading, Spool};
pub use standing::Extent;
pub use state::RefusedList;
pub use summary::{Clustered, Listed, Summary};
