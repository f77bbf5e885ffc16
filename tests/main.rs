//! One integration binary: the naive reference, and all that is held to it.

#[cfg(feature = "clean")]
mod clean;
mod corruption;
mod difference;
mod disguise;
#[cfg(feature = "service")]
mod documents;
mod duplicates;
mod edited;
mod explain;
mod families;
#[path = "shared/fingerprints.rs"]
mod fingerprints;
mod format;
mod hashes;
mod house;
pub(crate) mod index;
mod join;
mod left_out;
mod lookups;
mod loss;
mod model;
mod passages;
mod plain;
mod presets;
mod properties;
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod reference;
mod reworded;
mod samples;
#[cfg(all(feature = "service", feature = "html"))]
mod seen;
#[cfg(feature = "service")]
mod service;
mod shards;
mod sketches;
mod sparse;
mod statistics;
mod table;
mod text_flags;
#[cfg(feature = "html")]
mod text_html;
mod units;
mod vectors;
mod wrong_use;
