//! Large look-ups in parts, as a service takes so much at a time.

use alloc::vec::Vec;

use crate::index::{Lookup, Prefixes};

impl Lookup {
    /// How many questions there are.
    pub fn len(&self) -> usize {
        let Prefixes { fingerprints, shingles, .. } = &self.prefixes;
        let own = self.fingerprints.len() + self.shingles.len() + self.sources.len() + self.texts.len();
        own + fingerprints.len() + shingles.len()
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same questions in look-ups of no more than `most` each, one at least.
    ///
    /// ```
    /// use twinprint::index::Lookup;
    /// let lookup = Lookup { fingerprints: vec![1, 2], k: 3, shingles: vec![3, 4, 5], ..Lookup::default() };
    /// let parts = lookup.parts(4);
    /// assert_eq!(parts[0], Lookup { fingerprints: vec![1, 2], k: 3, shingles: vec![3, 4], ..Lookup::default() });
    /// assert_eq!(parts[1], Lookup { k: 3, shingles: vec![5], ..Lookup::default() });
    /// ```
    pub fn parts(&self, most: usize) -> Vec<Lookup> {
        let mut rest = self.clone();
        let mut parts = Vec::new();
        while !rest.is_empty() {
            let mut room = most.max(1);
            parts.push(Lookup {
                fingerprints: first(&mut rest.fingerprints, &mut room),
                k: self.k,
                shingles: first(&mut rest.shingles, &mut room),
                prefixes: Prefixes {
                    bits: self.prefixes.bits,
                    fingerprints: first(&mut rest.prefixes.fingerprints, &mut room),
                    shingles: first(&mut rest.prefixes.shingles, &mut room),
                },
                sources: first(&mut rest.sources, &mut room),
                texts: first(&mut rest.texts, &mut room),
                describe: self.describe,
            });
        }
        parts
    }
}

/// Takes as many as there is room for off the beginning.
fn first<T: Clone>(list: &mut Vec<T>, room: &mut usize) -> Vec<T> {
    let taken: Vec<T> = list.drain(..list.len().min(*room)).collect();
    *room -= taken.len();
    taken
}
