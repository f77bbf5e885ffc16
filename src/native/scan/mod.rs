//! All near-duplicate pairs of a corpus: documents in, pairs and clusters out, in bounded memory.
//!
//! A scan reads its corpus once ([`Intake`]): of each document it keeps a row of numbers, and on the disk its name, its shingles
//! and its sketch; exact copies are told first and compared no further. Then a method finds pairs among the rest
//! ([`Comparison`]): by the shingles themselves, all there are, or by sketches, as the papers have it, and what these find is
//! confirmed by the shingles. Of the pairs clusters are made ([`cluster`](cluster())), and all of it is written down ([`write`],
//! [`keep`], [`report`]).

pub mod boilerplate;
mod catalogue;
mod clean;
mod cluster;
mod compare;
mod conditions;
mod intake;
pub mod keep;
mod pair;
mod reduce;
pub mod report;
mod search;
mod simhashes;
mod skipped;
mod spool;
mod state;
mod summary;
mod values;
pub mod write;

pub use catalogue::{Catalogue, Row};
pub use clean::boilerplate as find_boilerplate;
pub use cluster::{Chain, Cluster, Clustering, Clusters, Evidence, Linking, Preference, cluster};
pub use compare::{Comparison, Engine, Pairs};
pub use conditions::{Conditions, Sites};
pub use intake::{Apart, Gathered, Intake, Keeping};
pub use pair::Found;
pub use reduce::{Identity, Reduction};
pub use skipped::{Reason, Skipped};
pub use spool::{Reading, Spool};
pub use summary::{Clustered, Summary};
