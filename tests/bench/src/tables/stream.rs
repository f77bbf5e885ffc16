//! A million queries, and a file of fingerprints that goes past them (Manku, Jain and Das Sarma 2007, section 3.3).

use twinprint::table::Join;

use crate::codes::{Input, RADIUS};
use crate::measure::{Outcome, Per};
use crate::{memory, time};

const ROUNDS: usize = 3;

/// How many queries there are.
const QUERIES: usize = 1_000_000;

/// How many fingerprints come at a time: a shard or so.
const CHUNK: usize = 1 << 22;

/// One core, from sorted fingerprints in memory.
pub(crate) fn join(input: &Input) -> Outcome {
    let codes = input.sorted();
    let mut queries = input.many(QUERIES);
    queries.sort_unstable();
    queries.dedup();
    let (join, needed) = memory::of(|| Join::new(&queries, RADIUS).expect("distinct queries"));
    let (seconds, found) = time::thread(ROUNDS, || {
        let mut found = 0;
        for chunk in codes.chunks(CHUNK) {
            join.scan(chunk, |_| {
                found += 1;
                true
            });
        }
        found
    });
    Outcome::new(seconds, codes.len(), Per::Code).with_found(found).with_peak(needed.peak)
}
