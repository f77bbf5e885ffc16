//! One integration binary: the naive reference, and all that is held to it.

#[cfg(feature = "native")]
mod batch;
#[cfg(feature = "native")]
mod boilerplate;
#[cfg(feature = "native")]
mod cli;
#[cfg(feature = "native")]
mod corpus;
mod corruption;
mod difference;
mod disguise;
mod duplicates;
#[cfg(feature = "native")]
mod eval;
mod explain;
mod families;
mod format;
mod hashes;
mod house;
pub(crate) mod index;
mod join;
mod left_out;
mod lookups;
mod model;
#[cfg(feature = "native")]
mod outputs;
#[cfg(feature = "native")]
mod overlap;
mod plain;
#[cfg(feature = "native")]
mod plots;
mod presets;
mod properties;
#[cfg(feature = "native")]
mod readme;
mod reference;
mod samples;
#[cfg(feature = "native")]
mod scan;
#[cfg(feature = "service")]
mod service;
mod shards;
mod sketches;
#[cfg(feature = "native")]
mod sorting;
mod sparse;
mod statistics;
#[cfg(feature = "native")]
mod studies;
mod table;
mod text_flags;
#[cfg(feature = "html")]
mod text_html;
mod units;
mod vectors;
mod wrong_use;
