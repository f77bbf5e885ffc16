//! Which documents have a fingerprint.

use twinprint_native::sort::sort;

/// Fingerprints, and the documents that have them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FingerprintPostings {
    /// Distinct and sorted.
    codes: Vec<u64>,
    /// Where the documents of each begin, and where those of the last end.
    starts: Vec<u32>,
    /// By fingerprint, then by ordinal.
    documents: Vec<u32>,
}

impl FingerprintPostings {
    /// Of documents with their fingerprints, in any order.
    ///
    /// ```
    /// use twinprint_study::hamming::FingerprintPostings;
    /// let postings = FingerprintPostings::new(vec![(7, 0), (5, 1), (7, 2)]);
    /// assert_eq!((postings.codes(), postings.of(7), postings.of(6)), (&[5, 7][..], &[0, 2][..], &[][..]));
    /// ```
    pub fn new(mut fingerprints: Vec<(u64, u32)>) -> Self {
        sort(&mut fingerprints);
        let (mut codes, mut starts) = (Vec::new(), Vec::new());
        for (place, &(code, _)) in fingerprints.iter().enumerate() {
            if codes.last() != Some(&code) {
                codes.push(code);
                starts.push(place as u32);
            }
        }
        starts.push(fingerprints.len() as u32);
        FingerprintPostings {
            codes,
            starts,
            documents: fingerprints.into_iter().map(|(_, document)| document).collect(),
        }
    }

    /// The distinct fingerprints, sorted.
    pub fn codes(&self) -> &[u64] {
        &self.codes
    }

    /// How many documents there are.
    pub fn documents(&self) -> usize {
        self.documents.len()
    }

    /// The documents of a fingerprint.
    pub fn of(&self, code: u64) -> &[u32] {
        self.codes.binary_search(&code).map_or(&[], |place| self.at(place))
    }

    /// Each fingerprint with its documents.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[u32])> {
        self.codes.iter().enumerate().map(|(place, &code)| (code, self.at(place)))
    }

    fn at(&self, place: usize) -> &[u32] {
        &self.documents[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}
