//! What sampling of shingles costs in precision and recall (Ye, Wen and Ma 2006 and 2008).
//!
//! Their experiment on anyone's corpus, all its trials in one pass over the documents: what they ran as some 400 trials in two
//! weeks on three machines. A [`Collection`] is a corpus as they prepare theirs, with the pairs that are alike by all their
//! shingles; [`SamplingTrials`] samples the shingles of each group of documents at each ratio with each remainder, and says of
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

pub use agreed::AlikePair;
pub use bins::{Bins, THRESHOLDS, bin, hundredths};
pub use collection::{Collection, SampleHash, comparison};
pub use groups::LengthGroups;
pub use measure::{GroupTrials, TrialOutcome, measure};
pub use ratio::Trial;
pub use reached::{PlanPairs, PlanResults, reached};
pub use report::SamplingResults;
pub use sets::{Sampled, Sets};
pub use trials::SamplingTrials;
pub use widths::{WIDTHS, Width, widths};
