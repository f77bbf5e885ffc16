//! Sorting of fingerprints: on all cores in memory, and through a disk when memory is short.
//!
//! - [`sort`]: records in natural order, by radix.
//! - `by_prefix`: sorted codes brought into a table's order, by the bits alone that it moves up.
//! - [`Sorter`]: any number of records within bounded memory.
//!
//! What is sorted is a [`Record`]: a code, or a pair of them, as a code and the ordinal of its document.

mod merge;
mod prefix;
mod radix;
mod record;
mod run;
mod short;
mod spill;

pub use merge::Sorted;
pub(crate) use prefix::by_prefix;
pub use prefix::by_prefix_in;
pub use radix::{sort, sort_in};
pub use record::{Record, StoredCode};
pub use spill::{Repeats, Sorter};
