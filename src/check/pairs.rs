//! The pairs of many documents that share much, without a look at all others.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Checker;
use super::prepared::{Prepared, Shingles};
use crate::error::Error;

/// Two documents by their places in a list, and how much of the one that has fewer shingles is found in the other.
type Contained = (f64, [u32; 2]);

impl Checker {
    /// The pairs that share a shingle, and of which one document has at least `at_least` (0 to 1) of its shingles in the other: by
    /// their places in the list, the most contained first, `most` at most.
    ///
    /// Naively, every pair is compared; here only those are counted that share a shingle. Memory holds the shingles of all documents
    /// and twice `most` pairs.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let texts = ["One fish, two fish, red fish.", "Call me Ishmael.", "I say: one fish, two fish, blue fish."];
    /// let documents = texts.map(|text| checker.read(&Document::plain("text", text)).unwrap());
    /// let documents: Vec<_> = documents.iter().collect();
    /// assert_eq!(checker.contained_pairs(&documents, 0.4, usize::MAX)?, [[0, 2]]);
    /// assert_eq!(checker.contained_pairs(&documents, 0.6, usize::MAX)?.len(), 0);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OtherRecipe`] if a document was prepared with other settings.
    pub fn contained_pairs(
        &self,
        documents: &[&Prepared],
        at_least: f64,
        most: usize,
    ) -> Result<Vec<[u32; 2]>, Error> {
        for document in documents {
            self.own(document)?;
        }
        let mut pairs = match documents.first().map(|document| &document.shingles) {
            Some(Shingles::Md5(_)) => contained(documents, Prepared::digests, at_least, most),
            _ => contained(documents, Prepared::rolled, at_least, most),
        };
        keep(&mut pairs, most);
        Ok(pairs.into_iter().map(|(_, pair)| pair).collect())
    }
}

/// The pairs of at least this containment; of those that are not among the `most` first some may be there, too.
fn contained<T: Ord + Copy>(
    documents: &[&Prepared],
    shingles: fn(&Prepared) -> &[T],
    at_least: f64,
    most: usize,
) -> Vec<Contained> {
    let documents: Vec<&[T]> = documents.iter().map(|document| shingles(document)).collect();
    let mut holders = Vec::with_capacity(documents.iter().map(|shingles| shingles.len()).sum());
    for (document, shingles) in (0_u32..).zip(&documents) {
        holders.extend(shingles.iter().map(|&shingle| (shingle, document)));
    }
    holders.sort_unstable();
    // Of each document, where those after it stand that have one of its shingles.
    let mut later = vec![Vec::new(); documents.len()];
    let mut end = 0;
    for group in holders.chunk_by(|(a, _), (b, _)| a == b) {
        end += group.len();
        for (i, &(_, document)) in group.iter().enumerate().take(group.len() - 1) {
            later[document as usize].push(end - group.len() + i + 1..end);
        }
    }
    let mut pairs = Vec::new();
    let mut shared = vec![0_u32; documents.len()];
    for (a, places) in later.into_iter().enumerate() {
        for &(_, b) in places.into_iter().flat_map(|places| &holders[places]) {
            shared[b as usize] += 1;
        }
        for (b, shared) in shared.iter_mut().enumerate().skip(a + 1) {
            let shared = core::mem::take(shared);
            if shared == 0 {
                continue;
            }
            let containment = f64::from(shared) / documents[a].len().min(documents[b].len()) as f64;
            if containment >= at_least {
                pairs.push((containment, [a as u32, b as u32]));
            }
        }
        if pairs.len() / 2 > most {
            keep(&mut pairs, most);
        }
    }
    pairs
}

/// Keeps the `most` first, in order.
fn keep(pairs: &mut Vec<Contained>, most: usize) {
    pairs.sort_unstable_by(in_order);
    pairs.truncate(most);
}

/// The most contained first, and of those alike as they stand in the list.
fn in_order(a: &Contained, b: &Contained) -> Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}
