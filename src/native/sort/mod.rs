//! Sorting of fingerprints: on all cores, in memory.
//!
//! - [`sort`]: records in natural order, by radix.
//! - [`by_prefix`]: sorted codes brought into a table's order, by the bits alone that it moves up.
//! - [`Distinct`]: what is left of sorted records when equal codes share an entry.
//!
//! What is sorted is a [`Record`]: a code, or a pair of them, as a code and the ordinal of its document.

mod distinct;
mod prefix;
mod radix;
mod record;
mod short;

pub use distinct::Distinct;
pub use prefix::{by_prefix, by_prefix_in};
pub use radix::{sort, sort_in};
pub use record::Record;
