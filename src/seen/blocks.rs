//! Which documents have a block of 16 bits within one bit of another's.
//!
//! Naively every document's blocks are looked at. Here a table for each block leads from its 65,536 values to the documents that have
//! each: a list that is threaded through one array, so that a document is added without moving another. Of n documents whose bits are
//! spread evenly a look-up meets 17 n / 65,536 in each table.

use alloc::vec;
use alloc::vec::Vec;

/// The blocks of a fingerprint.
pub(super) const BLOCKS: usize = 4;
const VALUES: usize = 1 << 16;
/// The end of a list.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone)]
pub(super) struct Blocks {
    /// How many tables there are: the blocks of a document's fingerprints.
    tables: usize,
    /// For each value of each table the last document that has it.
    last: Vec<u32>,
    /// For each document and table the one before it in its list.
    before: Vec<u32>,
}

impl Blocks {
    pub(super) fn new(lexicons: usize) -> Self {
        let tables = BLOCKS * lexicons;
        Blocks { tables, last: vec![NONE; tables * VALUES], before: Vec::new() }
    }

    /// Adds the next document.
    pub(super) fn push(&mut self, fingerprints: &[u64]) {
        let document = (self.before.len() / self.tables) as u32;
        for (table, block) in blocks(fingerprints).enumerate() {
            let last = &mut self.last[table * VALUES + usize::from(block)];
            self.before.push(core::mem::replace(last, document));
        }
    }

    /// Calls `candidate` with every document that has a block within a bit, once for each such block.
    pub(super) fn each_candidate(&self, fingerprints: &[u64], mut candidate: impl FnMut(u32)) {
        for (table, block) in blocks(fingerprints).enumerate() {
            let flips = core::iter::once(0).chain((0..16).map(|bit| 1 << bit));
            for value in flips.map(|flip| block ^ flip) {
                let mut document = self.last[table * VALUES + usize::from(value)];
                while document != NONE {
                    candidate(document);
                    document = self.before[document as usize * self.tables + table];
                }
            }
        }
    }
}

fn blocks(fingerprints: &[u64]) -> impl Iterator<Item = u16> {
    fingerprints.iter().flat_map(|print| (0..BLOCKS).map(move |block| (print >> (16 * block)) as u16))
}
