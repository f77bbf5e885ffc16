//! What many documents have.

use alloc::vec::Vec;

/// The hashes that more than `most` groups of documents have, in order. Each document is given by its hashes, in any order
/// and with repetitions, and by the number of its group, as of its author: documents of one group count as one.
///
/// Naively, look each hash up in every document; here all are sorted at once.
///
/// ```
/// use twinprint::shingle::widespread;
/// let documents: [(&[u64], u32); 3] = [(&[1, 2, 2, 3], 0), (&[2, 3], 1), (&[3, 1], 0)];
/// assert_eq!(widespread(documents, 1), [2, 3]);
/// ```
pub fn widespread<'a>(documents: impl IntoIterator<Item = (&'a [u64], u32)>, most: usize) -> Vec<u64> {
    let mut entries = Vec::new();
    for (hashes, group) in documents {
        entries.extend(hashes.iter().map(|&hash| (hash, group)));
    }
    of_entries(entries, most)
}

#[inline(never)]
fn of_entries(mut entries: Vec<(u64, u32)>, most: usize) -> Vec<u64> {
    entries.sort_unstable();
    let mut widespread = Vec::new();
    let (mut last, mut groups) = (None, 0);
    for entry in entries {
        if last == Some(entry) {
            continue;
        }
        groups = if last.is_some_and(|(hash, _)| hash == entry.0) { groups + 1 } else { 1 };
        if groups == most + 1 {
            widespread.push(entry.0);
        }
        last = Some(entry);
    }
    widespread
}
