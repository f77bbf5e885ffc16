//! From how much on a source is listed.

use core::ops::Range;

use super::ranges::length_within;
use super::suspects::{BIT, Suspicion};
use crate::index::Design;

/// From how much on a source of a document is listed, and how many are.
///
/// The defaults:
/// - `least` is the design's run: what an index promises to find is also what it takes to be named.
/// - `guarantee` is on. Without the source's text, a shared run of `run` words may be known by one shingle of it alone, so
///   that the promise is kept only if each such source is listed. It comes last, explains few words, and its text, where
///   the index has it, decides.
/// - `common` is 16: a shingle of eight words that stands in more passages is a phrase, a licence or a menu. It is evidence
///   still, but of little, and of less the more passages have it.
/// - `evidence` is 18 bits and `least_known` eight words: in an index of 5,000 pieces of books one in a thousand unrelated
///   documents has that much in common with any, and one in a hundred of 5,000 notices of a news agency, which are of one form.
/// - `rare` is 30 bits and `least_rare` 13 words: what an edited passage needs where the source's text decides.
/// - `passage` is 8, as where two documents are compared ([`Checker::DEFAULT_RUN`](crate::Checker::DEFAULT_RUN)).
/// - `alike` is 25. Fingerprints of long passages with the same common words may be near one another by chance, and of
///   many passages some are; a passage that is nearly the same has more than a quarter of its words in shared shingles.
/// - `sources` is 100, more than a person reads. `texts` is 50: each takes about as long as to read it twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The fewest shared words of a source that is listed; all of the document's, if it has fewer.
    pub least: u32,
    /// Whether a source is listed as soon as it may share a run of the design's length and `least` words in all, though less
    /// is known of it. If not, sources are missed without whose texts nothing tells a copied run from a phrase.
    pub guarantee: bool,
    /// A shingle that stands in more passages of the index than these weighs less as evidence: half where it stands in
    /// twice as many.
    pub common: u32,
    /// From how many bits on an edited passage counts of which the text is not known: those of its pairs and shingles, less `log2` of
    /// the number of ways to choose as many among the document's there, and of the passages that it might have been found in.
    pub evidence: u32,
    /// The fewest words of one; half of the document's, if it has fewer than twice as many.
    pub least_known: u32,
    /// From how many bits on an edited passage counts that was found in a text.
    pub rare: u32,
    /// The fewest words of one; half of the document's, if it has fewer than twice as many.
    pub least_rare: u32,
    /// The share of a passage's words, in per cent, that must stand in shared shingles before its fingerprint, near that of a
    /// source's passage, counts for all of them.
    pub alike: u32,
    /// The fewest words in a row of a passage found in a source's text.
    pub passage: u32,
    /// The most sources listed; the others are counted.
    pub sources: usize,
    /// The most texts of sources compared with the document.
    pub texts: usize,
}

impl Rule {
    /// The defaults for an index of this design.
    ///
    /// ```
    /// use twinprint::index::{Design, Rule};
    /// assert_eq!(Rule::new(&Design::default()).least, 25);
    /// ```
    pub fn new(design: &Design) -> Self {
        Rule {
            least: design.shingles.run,
            guarantee: true,
            common: 16,
            evidence: 18,
            least_known: 8,
            rare: 30,
            least_rare: 13,
            alike: 25,
            passage: 8,
            sources: 100,
            texts: 50,
        }
    }

    /// Whether enough of a passage is among shared words, which are in order and apart, that its fingerprint counts.
    pub(super) fn confirms(&self, shared: &[Range<u32>], passage: &Range<u32>) -> bool {
        let least = u64::from(self.alike) * u64::from(passage.end - passage.start);
        100 * u64::from(length_within(shared, passage)) >= least
    }

    /// The fewest words of an edited passage that was found in a text, in a document of this many.
    pub(super) fn least_rare(&self, words: u32) -> u32 {
        self.least_rare.min(words.div_ceil(2))
    }

    /// Whether a passage counts that is suspected of a document of this many words.
    pub(super) fn accepts(&self, suspicion: &Suspicion, words: u32) -> bool {
        suspicion.beyond >= self.evidence.saturating_mul(BIT)
            && suspicion.length >= self.least_known.min(words.div_ceil(2))
    }

    /// What a word counts whose shingle this many passages have, in thousandths.
    pub(super) fn weight(&self, passages: usize) -> u64 {
        let (common, passages) = (u64::from(self.common.max(1)), passages.max(1) as u64);
        (1000 * common / passages).min(1000)
    }
}
