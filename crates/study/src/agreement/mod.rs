//! `study agreement`: how far Henzinger's two algorithms agree, with one another and with the truth (Henzinger 2006).
//!
//! Algorithm B calls two pages near-duplicates when two of their six supershingles are equal, Algorithm C when 372 of 384 bits of their
//! random projections agree. She ran both on 1.6 billion pages, had some 3,800 pairs judged, and found that B is right on 0.38 of
//! its pairs, C on 0.50, and both together on 0.79; all three hardly on pages of one site.
//!
//! Here all pairs of both are found and counted by both similarities at once ([`Found`]): B's by joining supershingles, C's by pieces,
//! so many that none is missed from a C-similarity of [`LOOKED_AT`] on. As many are drawn of each similarity, of one site and of
//! different ones, and judged, by exact resemblance or by a person ([`label`](super::label)); what they differ in is told by
//! [`difference`](twinprint::difference). Each verdict weighs as many pairs as it stands for ([`Sample`]).
//!
//! 1. A corpus is taken in with [`CODINGS`] ([`Kept::Codes`](twinprint_native::scan::Kept::Codes)).
//! 2. [`Found::of`] finds its pairs; the documents of those drawn are read again ([`Texts`]).
//! 3. [`Findings::of`] judges them, chooses the combined algorithm's cut-off on one half and tests it on the other ([`Combined`]), and
//!    asks what the paper leaves open ([`Question`]).
//! 4. [`report`](Findings::report) gives it its [form](super::form).

mod combined;
mod degrees;
mod findings;
mod found;
mod judged;
mod questions;
mod report;
mod similar;
mod sites;
mod tally;
mod texts;

pub use combined::{CUT_OFF, Combined, Cut};
pub use degrees::{Degrees, PowerLaw};
pub use findings::{Algorithm, Findings, Labelled, Options};
pub use found::{BITS, CODINGS, Crowded, Found, LEAST_AGREEING, LEAST_EQUAL, LOOKED_AT, Pairs, RANGES};
pub use judged::{Judged, Sample, Told, Total};
pub use questions::{Answer, Question};
pub use similar::Codes;
pub use sites::Sites;
pub use tally::{Drawing, Joint, Kind, Tally};
pub use texts::Texts;
