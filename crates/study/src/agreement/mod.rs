//! `study agreement`: how far Henzinger's two algorithms agree, with one another and with the truth (Henzinger 2006).
//!
//! Algorithm B calls two pages near-duplicates when two of their six supershingles are equal, Algorithm C when 372 of 384 bits of their
//! random projections agree. She ran both on 1.6 billion pages, had some 3,800 pairs judged, and found that B is right on 0.38 of
//! its pairs, C on 0.50, and both together on 0.79; all three hardly on pages of one site.
//!
//! Here all pairs of both are found and counted by both similarities at once ([`AgreementPairs`]): B's by joining supershingles, C's by pieces,
//! enough of them that none is missed from a C-similarity of [`LOOKED_AT`] on. As many are drawn of each similarity, of one site and of
//! different ones, and judged, by exact resemblance or by a person ([`label`](super::label)); what they differ in is found by
//! [`difference`](twinprint::difference). Each verdict weighs as many pairs as it stands for ([`JudgedSample`]).
//!
//! 1. A corpus is taken in with [`CODINGS`] ([`Kept::Codes`](twinprint_native::scan::Kept::Codes)).
//! 2. [`AgreementPairs::of`] finds its pairs; the documents of those drawn are read again ([`Texts`]).
//! 3. [`AgreementFindings::of`] judges them, chooses the combined algorithm's cut-off on one half and tests it on the other ([`Combined`]), and
//!    asks what the paper leaves open ([`AlgorithmVariant`]).
//! 4. [`report`](AgreementFindings::report) gives it its [form](super::form).

mod combined;
mod degrees;
mod findings;
mod found;
mod judged;
mod report;
mod similar;
mod sites;
mod tally;
mod texts;
mod variants;

pub use combined::{CUT_OFF, Combined, Cut};
pub use degrees::{Degrees, PowerLaw};
pub use findings::{AgreementFindings, AgreementOptions, Algorithm, PairVerdict};
pub use found::{
    AgreementPairs, AlgorithmPairs, BITS, CODINGS, CrowdedSite, LEAST_AGREEING, LEAST_EQUAL, LOOKED_AT,
    RANGES,
};
pub use judged::{JudgedPair, JudgedSample, PairDifference, PairTotal};
pub use similar::Codes;
pub use sites::SiteRelation;
pub use tally::{AgreementDrawing, Joint, PairKind, PairsByKind};
pub use texts::Texts;
pub use variants::{AlgorithmVariant, VariantResult};
