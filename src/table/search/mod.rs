//! Look-ups: one fingerprint, many, a prefix, a range or all pairs, in a family of shards or in plain tables in memory.

pub(super) mod answer;
pub(super) mod family;
mod flips;
pub(super) mod join;
mod many;
pub(super) mod plain;
mod probe;
mod query;
mod radix;
pub(super) mod ranges;
pub(super) mod selfjoin;
pub(super) mod sparse;
pub(super) mod suffixes;
