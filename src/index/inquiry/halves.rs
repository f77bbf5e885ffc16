//! A look-up's two halves: shingles alone, and some fingerprints alone.

use alloc::vec::Vec;

use super::asked::beginning;
use crate::index::{Lookup, Prefixes};

impl Lookup {
    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        *self
            == Lookup {
                k: self.k,
                prefixes: Prefixes { bits: self.prefixes.bits, ..Prefixes::default() },
                ..Lookup::default()
            }
    }

    /// The same without what it asks of fingerprints.
    pub fn shingles_only(self) -> Lookup {
        let prefixes = Prefixes { fingerprints: Vec::new(), ..self.prefixes };
        Lookup { fingerprints: Vec::new(), prefixes, ..self }
    }

    /// What it asks of these fingerprints, which are sorted, whole or by their first bits.
    ///
    /// ```
    /// use twinprint::index::{Lookup, Prefixes};
    /// let lookup = Lookup { fingerprints: vec![1, 2], k: 3, shingles: vec![3], ..Lookup::default() };
    /// assert_eq!(lookup.clone().fingerprints_only(&[2]), Lookup { fingerprints: vec![2], k: 3, ..Lookup::default() });
    /// assert_eq!(lookup.shingles_only(), Lookup { k: 3, shingles: vec![3], ..Lookup::default() });
    /// let prefixes = Prefixes { bits: 4, fingerprints: vec![1 << 60, 2 << 60], shingles: vec![3 << 60] };
    /// let lookup = Lookup { prefixes, ..Lookup::default() };
    /// assert_eq!(lookup.fingerprints_only(&[5, 2 << 60 | 7]).prefixes.fingerprints, [2 << 60]);
    /// ```
    pub fn fingerprints_only(self, wanted: &[u64]) -> Lookup {
        let Lookup { mut fingerprints, k, mut prefixes, .. } = self;
        fingerprints.retain(|print| wanted.binary_search(print).is_ok());
        let Prefixes { bits, fingerprints: first, shingles } = &mut prefixes;
        first.retain(|&prefix| !beginning(wanted, prefix, *bits).is_empty());
        shingles.clear();
        Lookup { fingerprints, k, prefixes, ..Lookup::default() }
    }
}
