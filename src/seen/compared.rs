//! Two documents compared as wholes: what their fingerprints say, beside what is so.

use alloc::vec::Vec;

use super::design::{Design, Fingerprinter};
use super::estimate::Estimate;
use crate::error::Error;
use crate::text::Document;

/// What the fingerprints of two documents say of them, beside the resemblance that they estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ComparedAsWholes {
    /// Whether each is near the other by the design.
    pub near: bool,
    /// In how many bits their fingerprints differ.
    pub distance: u32,
    /// The bits of all fingerprints.
    pub bits: u32,
    /// In how many they may differ, at most, if they are near.
    pub allowed: u32,
    /// The estimated resemblance of their sets of shingles of two words.
    pub resemblance: Estimate,
    /// The same, counted.
    pub exact: f64,
}

/// Compares two documents as wholes, by what a design knows them by.
///
/// ```
/// use twinprint::{Document, seen::{Design, compare_as_wholes}};
/// let night = Document::plain("a", "It was a dark and stormy night; the rain fell in torrents, except at occasional intervals");
/// let day = Document::plain("b", "It was a dark and stormy day; the rain fell in torrents, except at occasional intervals");
/// let compared = compare_as_wholes(&night, &day, &Design::default())?;
/// assert!(compared.near);
/// assert!(compared.resemblance.low < compared.exact && compared.exact < compared.resemblance.high);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// As [`Fingerprinter::fingerprints`], of either.
pub fn compare_as_wholes(
    a: &Document<'_>,
    b: &Document<'_>,
    design: &Design,
) -> Result<ComparedAsWholes, Error> {
    let mut fingerprinter = Fingerprinter::new(design)?;
    let (a, of_a) = (fingerprinter.fingerprints(a)?, distinct(fingerprinter.shingles()));
    let (b, of_b) = (fingerprinter.fingerprints(b)?, distinct(fingerprinter.shingles()));
    let words = a.words.min(b.words);
    let (distance, _, resemblance) = design.difference(&a.values, &b.values);
    let shared = of_a.iter().filter(|shingle| of_b.binary_search(shingle).is_ok()).count();
    Ok(ComparedAsWholes {
        near: design.near(&a.values, &b.values, words).is_some(),
        distance,
        bits: design.bits(),
        allowed: design.allowed(words),
        resemblance,
        exact: shared as f64 / (of_a.len() + of_b.len() - shared) as f64,
    })
}

/// Each once, in order.
fn distinct(shingles: &[u64]) -> Vec<u64> {
    let mut distinct = Vec::from(shingles);
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}
