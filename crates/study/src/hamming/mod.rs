//! `study hamming`: within how many bits two fingerprints are of near-duplicates, on this corpus (Manku, Jain and Das Sarma
//! 2007, section 4).
//!
//! The paper drew as many pairs of pages at exactly each distance from 1 to 10 bits, had each called a near-duplicate, none, or
//! unknown, and read k = 3 off two curves. Drawn so, a curve of "within k bits" is right only where there are as many pairs at
//! each distance, and there never are. Here all pairs to K bits are found and counted ([`NearPairs`]), as many are drawn at each
//! distance, and each verdict weighs as many pairs as it stands for ([`precision`]); the paper's own curve stands beside it.
//! Recall is of something: of all pairs that an exact join of shingles finds, however far their fingerprints are apart
//! ([`NearDuplicates`]). All of it is given by length, since a changed word moves the bits of a short document further.
//!
//! Verdicts are by exact resemblance, at thresholds that are a choice; or a person's, on the pairs that were drawn
//! ([`label`](super::label)). How fingerprints lie in their space is Fig. 2 ([`Spread`]), and what it does for the size of a
//! table is measured against random numbers ([`Compression`]).
//!
//! 1. A corpus is taken in with a simhash ([`Ingest`](twinprint_native::scan::Ingest)); exact duplicates are found there.
//! 2. [`HammingFindings::of`] makes the study.
//! 3. [`report`](HammingFindings::report) gives it its [form](super::form).

mod alike;
mod compression;
mod curves;
mod estimate;
mod findings;
mod lengths;
mod near;
mod postings;
mod recommend;
mod report;
mod spread;
mod tables;

pub use alike::NearDuplicates;
pub use compression::Compression;
pub use estimate::{Stratum, VerdictCounts, precision};
pub use findings::{HammingFindings, HammingOptions, JudgedBy, JudgedDistance};
pub use lengths::Lengths;
pub use near::{HammingDrawing, NearPairs};
pub use postings::FingerprintPostings;
pub use recommend::Recommendation;
pub use spread::{BUCKETS, Spread};
