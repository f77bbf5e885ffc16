//! Passages of the index that are near one of the document's, by the rule of the method that signed both.
//!
//! An index does not keep of which lexicon a fingerprint is. Of each of the document's, the nearest of a passage's counts: so no passage is
//! missed that is near lexicon by lexicon, and hardly another is taken, which shared shingles must confirm.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::error::Error;
use crate::index::Design;
use crate::simhash::Rule;

/// How the distances of a passage's fingerprints, one a lexicon, make one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Distances {
    rule: Rule,
    lexicons: usize,
    k: u32,
}

impl Distances {
    /// # Errors
    /// As [`Design::check`].
    pub(super) fn of(design: &Design) -> Result<Self, Error> {
        let (rule, lexicons) = design.distances()?.unwrap_or((Rule::Any, 0));
        Ok(Distances { rule, lexicons, k: design.k })
    }

    /// The passages near one of the document's, with their distances. `found` has for each of its fingerprints the passages that have one
    /// within k bits, and the bits in which these differ, sorted.
    pub(super) fn near<'a>(self, found: impl Iterator<Item = &'a Vec<(u64, u32)>>) -> Vec<(u64, u32)> {
        let mut by_passage: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
        for found in found {
            // A passage may have two fingerprints near this one, of which the nearer comes first.
            for of_passage in found.chunk_by(|(a, _), (b, _)| a == b) {
                let (passage, distance) = of_passage[0];
                by_passage.entry(passage).or_default().push(distance);
            }
        }
        let near = by_passage.into_iter();
        let near = near.filter_map(|(passage, found)| {
            let distance = self.rule.of_found(&found, self.lexicons)?;
            (distance <= self.k).then_some((passage, distance))
        });
        near.collect()
    }
}
