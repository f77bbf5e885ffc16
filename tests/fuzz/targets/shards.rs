//! Shards made of any bytes: where a head can be read, the bytes after it are made as many as it says.

use twinprint::table::{Bound, Code, Family, Header, Shard};

/// The most bytes of a shard: more would only make every run slower.
const LONGEST: u64 = 1 << 16;

/// What a query may do here.
pub const BOUND: Bound = Bound { matches: 1_000, codes: 10_000 };

/// What the bytes must begin with, whatever they are: "TWPSHARD", and version 1.
const BEGIN: &[u8] = b"TWPSHARD\x01\0";

/// A shard of these bytes, with how many they are to be, and its header. None if they are no head.
pub fn shard(bytes: &[u8]) -> Option<(Vec<u8>, Header)> {
    let mut bytes = [BEGIN, bytes.get(BEGIN.len()..)?].concat();
    let header = Header::read("bytes", &bytes).ok()?;
    let length = length(&header).filter(|&length| length <= LONGEST)?;
    bytes.resize(length as usize, 0);
    Some((bytes, header))
}

/// The bytes of a shard with such a head, by FORMAT.md.
fn length(header: &Header) -> Option<u64> {
    let (f, runs) = (u64::from(header.bits.count()), header.design.order().len() as u64);
    let rank = if header.ids.is_some() { 4 } else { 0 };
    let blocks = header.blocks.checked_mul(f / 8 + rank + u64::from(header.block))?;
    let ids = header.ids.map_or(Some(0), |ids| ids.bytes.checked_add(8 + 8 * header.codes.div_ceil(256)))?;
    (120 + 2 * runs + f + 16).checked_add(blocks)?.checked_add(ids)
}

/// All codes of a shard that is right.
pub fn codes<C: Code>(shard: &Shard<C, Vec<u8>>) -> Vec<C> {
    let mut codes = Vec::new();
    shard.for_each_run(|run| codes.extend_from_slice(run)).expect("it was verified");
    codes
}

/// Every query that a family may get, whatever it holds.
pub fn ask<C: Code>(family: &Family<C, Vec<u8>>, query: C) {
    for k in 0..=family.k() {
        let Ok(answer) = family.query(query, k, BOUND) else { continue };
        assert!(answer.matches.len() <= BOUND.matches);
        assert!(answer.matches.iter().all(|found| found.fingerprint.is_within(query, k)));
    }
    let _ = family.ordinals(query, 1_000);
}
