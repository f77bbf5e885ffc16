//! What distinguishes a family of tables from every other: a digest of what it is made of.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::Hasher;

use twox_hash::XxHash64;

use crate::table::{Coding, Ordinals, Plan, Table};

/// The digest of a family.
///
/// It is the XXH64 of the plan's text, the name of the coding, the bytes of a block (4, little-endian), and of the XXH64
/// each of the fingerprints, of how many documents each has (4 bytes) and of these documents' ordinals (8 bytes).
pub(super) fn digest(
    codes: &[u64],
    ordinals: Option<Ordinals<'_>>,
    plan: &Plan,
    coding: Coding,
    block: u32,
) -> u64 {
    let (counts, ordinals) =
        ordinals.map_or((&[][..], &[][..]), |ordinals| (ordinals.counts, ordinals.ordinals));
    let lines: Vec<String> = plan.tables().iter().map(line).collect();
    let mut all = lines.join("\n").into_bytes();
    all.push(0);
    all.extend(coding.name().as_bytes());
    all.extend(block.to_le_bytes());
    for part in [
        sum(codes.iter().map(|code| code.to_le_bytes())),
        sum(counts.iter().map(|count| count.to_le_bytes())),
        sum(ordinals.iter().map(|ordinal| ordinal.to_le_bytes())),
    ] {
        all.extend(part.to_le_bytes());
    }
    XxHash64::oneshot(0, &all)
}

fn sum<const N: usize>(numbers: impl Iterator<Item = [u8; N]>) -> u64 {
    let mut sum = XxHash64::with_seed(0);
    numbers.for_each(|number| sum.write(&number));
    sum.finish()
}

/// A table's prefix and radius, and the blocks of bits in their order, each as its lowest bit and how many it has.
fn line(table: &Table) -> String {
    let blocks: Vec<String> =
        table.order().iter().map(|block| format!("{}+{}", block.start, block.length)).collect();
    format!("{} bits within {}: {}", table.prefix(), table.radius(), blocks.join(" "))
}
