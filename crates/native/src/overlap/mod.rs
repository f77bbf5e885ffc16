//! All pairs of sets that share enough: no pair is missed, and none is given that shares less.
//!
//! A document is a set of 64-bit numbers: its shingles or a sample of them, its supershingles, its min-values with their places.
//! Two documents are alike when their sets share as many as a [`Need`] says, which depends on how large they are. Every
//! method but those on simhashes comes down to this.
//!
//! Naively, each set is compared with each. Two engines find the same pairs in less time:
//! - [`join`], the default, by prefixes of sets that are ordered by how rare their members are (Chaudhuri, Ganti and Kaushik
//!   2006; Bayardo, Ma and Srikant 2007; Xiao, Wang, Lin and Yu 2008);
//! - `by_sorting`, Broder's: all (shingle, document) sorted by shingle, then all pairs of documents of each shingle sorted
//!   and counted (Broder, Glassman, Manasse and Zweig 1997).
//!
//! [`nearest`] finds of each set the one that resembles it most, where pairs would be too many; so does `lead` what stands for each.
//!
//! The first looks at few pairs more than it gives; the second writes down a pair for each shingle that two documents share, and
//! can leave out shingles that many share. Sets come as [`Lists`](super::blobs::Lists), which stand on the disk; pairs come as
//! [`Overlaps`], sorted by their sets' numbers, and wait on the disk when they do not go into the memory of the [`Workspace`].

mod across;
mod alone;
mod cores;
mod counts;
mod glance;
mod index;
mod join;
mod leaders;
mod nearest;
mod need;
mod sorting;

use super::Error;

pub use alone::alone;
pub use counts::Counts;
pub(super) use join::rarest;
pub use join::{Progress, join, shared};
pub(crate) use join::{join_across, join_up_to};
pub use leaders::Work;
pub(crate) use leaders::{Leading, Measured, lead};
pub use nearest::{Among, nearest};
pub use need::Need;
pub(crate) use sorting::by_sorting;

/// Two sets that share enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Overlap {
    /// The number of the first set.
    pub a: u32,
    /// The number of the second, above the first's.
    pub b: u32,
    /// How many members both have.
    pub shared: u32,
}

/// Pairs, sorted by their sets' numbers.
pub type Overlaps = Box<dyn Iterator<Item = Result<Overlap, Error>> + Send>;

/// Where a join takes place, and within how much memory.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// The most bytes of memory.
    pub memory: usize,
    /// A folder for what does not go into them; nothing is left there.
    pub folder: std::path::PathBuf,
}

/// One number for a pair, by which pairs sort as they should.
pub fn pair(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

/// The two sets of a pair's number.
pub fn sides(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}

/// The pair of a number.
fn of_pair(pair: u64, shared: u32) -> Overlap {
    let (a, b) = sides(pair);
    Overlap { a, b, shared }
}
