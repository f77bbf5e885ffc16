//! A look-up's two halves: shingles alone, and some fingerprints alone.

use alloc::vec::Vec;

use super::query::beginning;
use crate::index::{LookupRequest, Prefixes};

impl LookupRequest {
    /// Whether nothing is looked up.
    pub fn is_empty(&self) -> bool {
        *self
            == LookupRequest {
                k: self.k,
                prefixes: Prefixes { bits: self.prefixes.bits, ..Prefixes::default() },
                ..LookupRequest::default()
            }
    }

    /// The same without what it asks of fingerprints.
    pub fn shingles_only(self) -> LookupRequest {
        let prefixes = Prefixes { fingerprints: Vec::new(), ..self.prefixes };
        LookupRequest { fingerprints: Vec::new(), prefixes, ..self }
    }

    /// What it asks of these fingerprints, which are sorted, whole or by their first bits.
    ///
    /// ```
    /// use twinprint::index::{LookupRequest, Prefixes};
    /// let lookup = LookupRequest { fingerprints: vec![1, 2], k: 3, shingles: vec![3], ..LookupRequest::default() };
    /// assert_eq!(lookup.clone().fingerprints_only(&[2]), LookupRequest { fingerprints: vec![2], k: 3, ..LookupRequest::default() });
    /// assert_eq!(lookup.shingles_only(), LookupRequest { k: 3, shingles: vec![3], ..LookupRequest::default() });
    /// let prefixes = Prefixes { bits: 4, fingerprints: vec![1 << 60, 2 << 60], shingles: vec![3 << 60] };
    /// let lookup = LookupRequest { prefixes, ..LookupRequest::default() };
    /// assert_eq!(lookup.fingerprints_only(&[5, 2 << 60 | 7]).prefixes.fingerprints, [2 << 60]);
    /// ```
    pub fn fingerprints_only(self, wanted: &[u64]) -> LookupRequest {
        let LookupRequest { mut fingerprints, k, mut prefixes, .. } = self;
        fingerprints.retain(|fingerprint| wanted.binary_search(fingerprint).is_ok());
        let Prefixes { bits, fingerprints: first, shingles } = &mut prefixes;
        first.retain(|&prefix| !beginning(wanted, prefix, *bits).is_empty());
        shingles.clear();
        LookupRequest { fingerprints, k, prefixes, ..LookupRequest::default() }
    }
}
