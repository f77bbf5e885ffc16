//! Hashes in order, each with the positions at which it stands.
//!
//! Naively: sort pairs of hash and position by comparing. Hashes spread evenly, so here one scatter by their leading
//! bits leaves buckets of a few entries.

use alloc::vec::Vec;

use super::windows;

/// Hashes in order, each with its position: to find what two documents share by merging.
#[derive(Debug, Clone, Default)]
pub struct HashIndex {
    hashes: Vec<u64>,
    positions: Vec<u32>,
}

impl HashIndex {
    /// Sorts `entries` by hash, then position. They must come with their positions rising.
    ///
    /// Hashes spread evenly, so one scatter by their leading bits leaves buckets of a few entries: linear time,
    /// and `n log n` at worst, when many are equal.
    pub fn new(entries: &[(u64, u32)]) -> Self {
        let bits = entries.len().checked_ilog2().unwrap_or(0).saturating_sub(1).min(20);
        let bucket_of = |hash: u64| (hash.rotate_left(bits) & ((1 << bits) - 1)) as usize;
        let mut ends = alloc::vec![0u32; (1 << bits) + 1];
        for &(hash, _) in entries {
            ends[bucket_of(hash) + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let mut sorted = alloc::vec![(0, 0); entries.len()];
        for &entry in entries {
            let place = &mut ends[bucket_of(entry.0)];
            sorted[*place as usize] = entry;
            *place += 1;
        }
        let mut start = 0;
        for &end in &ends[..1 << bits] {
            sort_bucket(&mut sorted[start..end as usize]);
            start = end as usize;
        }
        HashIndex {
            hashes: sorted.iter().map(|&(hash, _)| hash).collect(),
            positions: sorted.iter().map(|&(_, position)| position).collect(),
        }
    }

    /// The index of a document's windows of `width` words.
    pub fn of_windows(tokens: &[u64], width: usize) -> Self {
        let mut entries = Vec::with_capacity(tokens.len());
        windows(tokens, width, |hash, position| entries.push((hash, position)));
        HashIndex::new(&entries)
    }

    /// The index of windows that stand nowhere: sorted hashes, to be found in other documents.
    pub fn of_hashes(hashes: Vec<u64>) -> Self {
        HashIndex { positions: alloc::vec![0; hashes.len()], hashes }
    }

    /// The hashes, sorted, with repetitions.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The sorted hashes alone.
    pub fn into_hashes(self) -> Vec<u64> {
        self.hashes
    }

    /// The positions at which `hash` stands, rising.
    pub fn positions(&self, hash: u64) -> &[u32] {
        let start = self.hashes.partition_point(|&other| other < hash);
        let length = self.hashes[start..].partition_point(|&other| other == hash);
        &self.positions[start..start + length]
    }

    /// Calls `sink` with the positions, here and in `other`, of every hash that both have.
    pub fn join<'a>(&'a self, other: &'a HashIndex, mut sink: impl FnMut(&'a [u32], &'a [u32])) {
        let (a, b) = (&self.hashes, &other.hashes);
        let (mut i, mut j) = (0, 0);
        while i < a.len() && j < b.len() {
            let (x, y) = (a[i], b[j]);
            if x == y {
                let run_a = a[i..].iter().take_while(|&&hash| hash == x).count();
                let run_b = b[j..].iter().take_while(|&&hash| hash == x).count();
                sink(&self.positions[i..i + run_a], &other.positions[j..j + run_b]);
                i += run_a;
                j += run_b;
            } else {
                i += usize::from(x < y);
                j += usize::from(y < x);
            }
        }
    }
}

/// Sorts a bucket, of two or three entries as a rule: by insertion, without a call. Many equal hashes make a long one,
/// which then is in order already.
#[inline]
fn sort_bucket(bucket: &mut [(u64, u32)]) {
    const FEW: usize = 16;
    if bucket.len() > FEW {
        return bucket.sort_unstable();
    }
    for end in 1..bucket.len() {
        let mut at = end;
        while at > 0 && bucket[at] < bucket[at - 1] {
            bucket.swap(at, at - 1);
            at -= 1;
        }
    }
}
