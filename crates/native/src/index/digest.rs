//! What tells one family of tables from every other: a digest of what it is made of.

use core::hash::Hasher;
use std::{format, vec};

use twox_hash::XxHash64;

use super::super::sort::{Record, StoredCode};
use twinprint::table::{Coding, Table};

/// The numbers that are hashed together.
const BATCH: usize = 1 << 10;

/// The digest of a family, built up as its fingerprints and documents come, in their order.
///
/// It is the XXH64 of the plan's text, the name of the coding, the bytes of a block (4, little-endian), and of the XXH64
/// each of the fingerprints, of how many documents each has (4 bytes) and of these documents' ordinals (8 bytes).
pub(super) struct Digest {
    codes: XxHash64,
    counts: XxHash64,
    ordinals: XxHash64,
}

impl Digest {
    pub(super) fn new() -> Self {
        let [codes, counts, ordinals] = [(); 3].map(|()| XxHash64::with_seed(0));
        Digest { codes, counts, ordinals }
    }

    pub(super) fn codes<C: StoredCode>(&mut self, codes: &[C]) {
        add(&mut self.codes, codes);
    }

    pub(super) fn counts(&mut self, counts: &[u32]) {
        add(&mut self.counts, counts);
    }

    pub(super) fn ordinals(&mut self, ordinals: &[u64]) {
        add(&mut self.ordinals, ordinals);
    }

    pub(super) fn finish(&self, plan: &str, coding: Coding, block: u32) -> u64 {
        let mut all = Vec::from(plan.as_bytes());
        all.push(0);
        all.extend(coding.name().as_bytes());
        all.extend(block.to_le_bytes());
        for part in [&self.codes, &self.counts, &self.ordinals] {
            all.extend(part.finish().to_le_bytes());
        }
        XxHash64::oneshot(0, &all)
    }
}

/// Hashes the bytes of numbers, lowest first, many at once.
fn add<R: Record>(hash: &mut XxHash64, numbers: &[R]) {
    let mut bytes = vec![0; BATCH * R::DISK_BYTES];
    for numbers in numbers.chunks(BATCH) {
        bytes.chunks_exact_mut(R::DISK_BYTES).zip(numbers).for_each(|(bytes, number)| number.write(bytes));
        hash.write(&bytes[..numbers.len() * R::DISK_BYTES]);
    }
}

/// A line for each table of a plan.
pub(super) fn plan_lines(tables: &[Table]) -> Vec<String> {
    tables.iter().map(plan_line).collect()
}

/// A table's prefix and radius, and the blocks of bits in their order, each as its lowest bit and how many it has.
fn plan_line(table: &Table) -> String {
    let blocks: Vec<String> =
        table.order().iter().map(|block| format!("{}+{}", block.start, block.length)).collect();
    format!("{} bits within {}: {}", table.prefix(), table.radius(), blocks.join(" "))
}
