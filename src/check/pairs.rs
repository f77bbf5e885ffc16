//! The pairs of many documents that share much, without a look at all others.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::Checker;
use super::prepared::Prepared;
use crate::error::Error;

/// How much is found in the other of the document that has fewer shingles, as bits of which the least are of the most, and the two
/// by their places in a list.
type Contained = (u64, [u32; 2]);

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
        let shingles: Vec<_> = documents.iter().map(|document| document.shingle_names()).collect();
        let mut pairs = contained(&shingles, at_least, most);
        keep(&mut pairs, most);
        Ok(pairs.into_iter().map(|(_, pair)| pair).collect())
    }
}

/// The pairs of at least this containment; of those that are not among the `most` first some may be there, too.
fn contained(documents: &[Cow<'_, [u64]>], at_least: f64, most: usize) -> Vec<Contained> {
    let mut holders = Vec::with_capacity(documents.iter().map(|shingles| shingles.len()).sum());
    for (document, shingles) in (0_u32..).zip(documents) {
        holders.extend(shingles.iter().map(|&shingle| (shingle, document)));
    }
    holders.sort_unstable();
    // A document may have a shingle more than once.
    holders.dedup();
    let mut sizes = vec![0_u32; documents.len()];
    for &(_, document) in &holders {
        sizes[document as usize] += 1;
    }
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
            let containment = f64::from(shared) / f64::from(sizes[a].min(sizes[b]));
            if containment >= at_least {
                pairs.push((!containment.to_bits(), [a as u32, b as u32]));
            }
        }
        if pairs.len() / 2 > most {
            keep(&mut pairs, most);
        }
    }
    pairs
}

/// Keeps the `most` first in order, those alike as they stand in the list, which is how they were found. A sort of their places
/// is there already: one of pairs would weigh 2 KB.
fn keep(pairs: &mut Vec<Contained>, most: usize) {
    let mut order: Vec<(u64, u32)> = pairs.iter().map(|&(first, _)| first).zip(0..).collect();
    order.sort_unstable();
    *pairs = order.iter().take(most).map(|&(_, at)| pairs[at as usize]).collect();
}
