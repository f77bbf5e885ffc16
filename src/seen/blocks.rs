//! Which documents have a block of 16 bits within one bit of another's.
//!
//! Naively every document's blocks are looked at. Here a table for each block has the documents in the order of its values, and where each
//! value begins: of n documents whose bits are spread evenly a look-up meets 17 n / 65,536 in each table. Tables are of a level of
//! documents that follow one another, and do not change. New documents are a level of their own when there are enough, and a level takes
//! up those before it that are no larger: so a document is sorted anew a dozen times among ten million, and there are as few levels.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The blocks of a fingerprint.
const BLOCKS: usize = 4;
const BITS: u32 = 16;

/// How many documents have the same first bits of a block at least, as a power of two: more bits would take more room than they save.
const SHARED: u32 = 2;

#[derive(Debug, Clone)]
pub(super) struct Blocks {
    /// How many fingerprints a document has.
    own: usize,
    /// From the first documents on, the larger ones first.
    levels: Vec<Level>,
}

/// The tables of some documents.
#[derive(Debug, Clone)]
struct Level {
    documents: Range<u32>,
    /// The bits of a block by which it is looked up: where there are few documents, fewer than it has.
    bits: u32,
    /// For each table and value where its documents begin; and the end of each table.
    starts: Vec<u32>,
    /// For each table all documents.
    sorted: Vec<u32>,
}

impl Blocks {
    pub(super) fn new(own: usize) -> Self {
        Blocks { own, levels: Vec::new() }
    }

    /// How many documents, from the first on, are in tables.
    pub(super) fn covered(&self) -> usize {
        self.levels.last().map_or(0, |level| level.documents.end as usize)
    }

    /// Has all documents in tables, of which these are the fingerprints.
    pub(super) fn cover(&mut self, fingerprints: &[u64]) {
        let (mut first, end) = (self.covered(), fingerprints.len() / self.own);
        while let Some(level) = self.levels.pop_if(|level| level.documents.len() <= end - first) {
            first = level.documents.start as usize;
        }
        self.levels.push(Level::of(first as u32..end as u32, fingerprints, self.own));
    }

    /// Calls `candidate` with every document in a table that has a block within a bit, once for each such block; and with some that
    /// have not.
    #[inline(always)]
    pub(super) fn each_candidate(&self, fingerprints: &[u64], mut candidate: impl FnMut(u32)) {
        for level in &self.levels {
            for (table, block) in blocks(fingerprints).enumerate() {
                let value = u32::from(block) >> (BITS - level.bits);
                let flips = core::iter::once(0).chain((0..level.bits).map(|bit| 1 << bit));
                for value in flips.map(|flip| value ^ flip) {
                    level.of_value(table, value).iter().for_each(|&document| candidate(document));
                }
            }
        }
    }
}

impl Level {
    fn of(documents: Range<u32>, fingerprints: &[u64], own: usize) -> Self {
        let count = documents.len();
        let bits = (count as u32).max(2).ilog2().saturating_sub(SHARED).clamp(1, BITS);
        let values = 1usize << bits;
        let tables = BLOCKS * own;
        let (mut starts, mut sorted) = (vec![0u32; tables * (values + 1)], vec![0u32; tables * count]);
        for table in 0..tables {
            let value = |document: u32| {
                let fingerprint = fingerprints[document as usize * own + table / BLOCKS];
                usize::from(block(fingerprint, table % BLOCKS)) >> (BITS - bits)
            };
            let starts = &mut starts[table * (values + 1)..][..values + 1];
            let sorted = &mut sorted[table * count..][..count];
            documents.clone().for_each(|document| starts[value(document) + 1] += 1);
            (0..values).for_each(|value| starts[value + 1] += starts[value]);
            // Each start moves to its end, where the next one begins.
            for document in documents.clone() {
                let start = &mut starts[value(document)];
                sorted[*start as usize] = document;
                *start += 1;
            }
            starts.copy_within(0..values, 1);
            starts[0] = 0;
        }
        Level { documents, bits, starts, sorted }
    }

    #[inline(always)]
    fn of_value(&self, table: usize, value: u32) -> &[u32] {
        let starts = &self.starts[table * ((1 << self.bits) + 1) + value as usize..][..2];
        let sorted = &self.sorted[table * self.documents.len()..];
        &sorted[starts[0] as usize..starts[1] as usize]
    }
}

fn block(fingerprint: u64, block: usize) -> u16 {
    (fingerprint >> (BITS as usize * block)) as u16
}

fn blocks(fingerprints: &[u64]) -> impl Iterator<Item = u16> {
    fingerprints.iter().flat_map(|&fingerprint| (0..BLOCKS).map(move |number| block(fingerprint, number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;
    use alloc::collections::BTreeSet;

    #[test]
    fn every_document_with_a_block_within_a_bit_is_a_candidate_however_they_came() {
        let all: Vec<u64> = (0..3000u64).map(|number| mix(number) & 0x0F0F_FF00_00FF_F00F).collect();
        let mut tables = Blocks::new(2);
        for end in [10, 11, 12, 500, 700, 701, 1500] {
            tables.cover(&all[..2 * end]);
            assert_eq!(tables.covered(), end);
        }
        assert!(tables.levels.is_sorted_by(|a, b| a.documents.len() > b.documents.len()));
        for query in all.chunks(2).step_by(50) {
            let mut found = BTreeSet::new();
            tables.each_candidate(query, |document| _ = found.insert(document));
            let near =
                |other: &[u64]| blocks(query).zip(blocks(other)).any(|(a, b)| (a ^ b).count_ones() <= 1);
            let expected =
                all.chunks(2).zip(0u32..).filter(|(other, _)| near(other)).map(|(_, document)| document);
            assert!(
                expected.clone().count() > 1 && expected.clone().all(|document| found.contains(&document))
            );
        }
    }
}
