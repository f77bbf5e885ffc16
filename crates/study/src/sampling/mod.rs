//! What sampling of shingles costs in precision and recall (Ye, Wen and Ma 2006 and 2008).
//!
//! Their experiment on anyone's corpus, all its trials in one pass over the documents: what they ran as some 400 trials in two
//! weeks on three machines. A [`Collection`] is a corpus as they prepare theirs, with the pairs that are alike by all their
//! shingles; [`Trials`] samples the shingles of each group of documents at each ratio with each remainder, and says of
//! each threshold how many pairs a sample finds and how many of them are right.

pub mod adaptive;
mod agreed;
mod bins;
mod collection;
mod count;
mod drawn;
mod groups;
mod items;
pub mod jackknife;
mod measure;
mod ratio;
mod reached;
mod report;
mod sets;
mod trials;
mod widths;

pub use agreed::Alike;
pub use bins::{Bins, THRESHOLDS, bin, hundredths};
pub use collection::{Collection, ShingleHash, comparison};
pub use groups::Groups;
pub use measure::{Measured, Outcome, measure};
pub use ratio::Trial;
pub use reached::{Pairs, Reached, reached};
pub use report::Results;
pub use sets::{Sampled, Sets};
pub use trials::Trials;
pub use widths::{WIDTHS, Width, widths};
