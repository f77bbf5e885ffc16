//! Twinprint's tables, made in memory of sorted fingerprints.

use rayon::prelude::*;
use twinprint::simhash::Bits;
use twinprint::table::{
    Coding, DEFAULT_BLOCK, Family, FamilyId, Histogram, Limits, Load, Part, Plan, Writer,
};
use twinprint_native::sort;

use crate::codes::RADIUS;

/// At most `tables` compressed tables, in blocks of `block` bytes.
pub(crate) fn family(codes: &[u64], tables: usize, block: u32) -> Family<u64, Vec<u8>> {
    Family::open(shards(codes, tables, block)).expect("whole tables")
}

/// The compressed tables of a plan, and the bytes of all.
pub(crate) fn family_of(plan: &Plan, codes: &[u64]) -> (Family<u64, Vec<u8>>, usize) {
    let shards = shards_of(plan, codes, DEFAULT_BLOCK);
    let bytes = shards.iter().map(|(_, bytes)| bytes.len()).sum();
    (Family::open(shards).expect("whole tables"), bytes)
}

/// At most `tables` compressed tables, each as a shard with its name.
pub(crate) fn shards(codes: &[u64], tables: usize, block: u32) -> Vec<(String, Vec<u8>)> {
    shards_of(&plan(codes.len(), tables, Some(block)), codes, block)
}

fn shards_of(plan: &Plan, codes: &[u64], block: u32) -> Vec<(String, Vec<u8>)> {
    let mut room = (vec![0; codes.len()], vec![0; codes.len()]);
    (0..plan.tables().len())
        .map(|table| {
            sort::by_prefix_in(codes, &plan.tables()[table], &mut room.0, &mut room.1);
            let mut shard = Vec::new();
            write(plan, table, (0, 1), &room.0, Coding::Difference, block, &mut shard);
            // As a shard is read of its file.
            let mut read = twinprint_native::with_huge_pages(shard.len());
            read.append(&mut shard);
            (format!("table-{table}.tws"), read)
        })
        .collect()
}

/// The plan of at most `tables` tables.
pub(crate) fn plan(codes: usize, tables: usize, block: Option<u32>) -> Plan {
    let load = Load { fingerprints: codes as u64, block };
    let limits = Limits { tables: Some(tables), ..Limits::default() };
    Plan::choose(Bits::B64, RADIUS, load, limits).expect("a plan")
}

/// One shard with all of these permuted and sorted codes that are in its range.
fn write(
    plan: &Plan,
    table: usize,
    shard: (u16, u16),
    codes: &[u64],
    coding: Coding,
    block: u32,
    bytes: &mut Vec<u8>,
) {
    let mut histogram = Histogram::new(coding);
    histogram.add(codes);
    let family = FamilyId { digest: 0, recipe: [0; 16] };
    let range = (
        if shard.0 == 0 { 0 } else { codes[0] },
        if shard.0 + 1 == shard.1 { u64::MAX } else { codes[codes.len() - 1] },
    );
    let part = Part { shard, range, codes, ordinals: None };
    let writer = Writer { plan, table: table as u16, family, block, histogram: &histogram, cut_keys: false };
    writer.write(&part, bytes).expect("a shard");
}

/// One table of sorted codes in one shard.
pub(crate) fn one(codes: &[u64], coding: Coding, block: u32) -> Vec<u8> {
    let plan = plan(codes.len(), 1, Some(block));
    let mut bytes = Vec::new();
    write(&plan, 0, (0, 1), codes, coding, block, &mut bytes);
    bytes
}

/// How many shards a table is cut into when tables are made on all cores: each takes some 5 MB.
const PART: usize = 1 << 20;

/// Sorts the codes and writes the paper's four tables of them, on all cores, as one does who builds an index; what is written is
/// only counted.
pub(crate) fn build(mut codes: Vec<u64>) -> usize {
    let plan = Plan::for_tables(Bits::B64, RADIUS, 4).expect("the paper's plan");
    let mut room = (vec![0; codes.len()], vec![0; codes.len()]);
    sort::sort_in(&mut codes, &mut room.0);
    let mut written = 0;
    for table in 0..plan.tables().len() {
        let sorted = match table {
            0 => &codes,
            _ => {
                sort::by_prefix_in(&codes, &plan.tables()[table], &mut room.0, &mut room.1);
                &room.0
            }
        };
        let parts: Vec<(u16, &[u64])> = (0..).zip(sorted.chunks(PART)).collect();
        let shards = parts.len() as u16;
        // Each core writes into the same room all the time.
        let cores = parts.par_chunks(parts.len().div_ceil(rayon::current_num_threads()));
        written += cores
            .map(|parts| {
                let mut bytes = Vec::new();
                parts.iter().fold(0, |written, (number, codes)| {
                    write(&plan, table, (*number, shards), codes, Coding::Difference, 1024, &mut bytes);
                    written + bytes.len()
                })
            })
            .sum::<usize>();
    }
    written
}
