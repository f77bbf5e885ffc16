//! What is found about two documents.

use super::Catalogue;
use twinprint::resemblance::Overlap;

/// Two documents of a [`Catalogue`](super::Catalogue) that are alike, by their ordinals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScanPair {
    /// The document that came first.
    pub a: u32,
    /// The document that came later.
    pub b: u32,
    /// Shingles in both; none are counted where candidates are taken as they are.
    pub shared: Option<u32>,
    /// How alike they are by the method's own measure; of simhashes, how many bits differ.
    pub score: f32,
}

impl ScanPair {
    /// What they share, where it was counted: their resemblance, and the containment of each in the other.
    ///
    /// ```
    /// use twinprint_native::{blobs::Blobs, scan::{Catalogue, ScanPair, Row}};
    /// let row = Row { first: 0, words: 5, shingles: 4, bytes: 20, file: 0, number: 0 };
    /// let mut names = Blobs::new(tempfile::tempfile()?, "names");
    /// names.push(b"a")?;
    /// names.push(b"b")?;
    /// let catalogue = Catalogue::new(vec![row, Row { first: 1, shingles: 3, ..row }], names);
    /// let found = ScanPair { a: 0, b: 1, shared: Some(2), score: 0.4 };
    /// let overlap = found.overlap(&catalogue).expect("it was counted");
    /// assert_eq!((overlap.resemblance(), overlap.containment_a()), (0.4, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// With ordinals that are none of the catalogue's.
    pub fn overlap(&self, catalogue: &Catalogue) -> Option<Overlap> {
        let shingles = |document| u64::from(catalogue.row(document).shingles);
        let (a, b) = (shingles(self.a), shingles(self.b));
        // Wrong numbers stay numbers.
        let shared = u64::from(self.shared?).min(a).min(b);
        Some(Overlap { shared, a, b })
    }
}
