//! A million queries, each answered by tables and by comparing with every fingerprint.

use rayon::prelude::*;
use twinprint::table::{Bound, Match, Plain};

use crate::codes::{Input, RADIUS};
use crate::own;

const QUERIES: usize = 1_000_000;

/// Compares every answer, for tables compressed and as they are, and tells how many there were.
pub(crate) fn check(codes: &str) -> Result<(), String> {
    let count = codes.parse().map_err(|_| format!("{codes}: not a number of fingerprints"))?;
    let input = Input::Uniform(count);
    let (codes, queries) = (input.sorted(), input.many(QUERIES));
    let families = [(2, 64), (4, 1024), (10, 128)].map(|(tables, block)| own::family(&codes, tables, block));
    let plain = Plain::new(&own::plan(count, 10, None), &codes).map_err(|error| error.to_string())?;
    let found = queries.par_iter().map(|&query| {
        let near = codes
            .iter()
            .map(|&fingerprint| Match { distance: (fingerprint ^ query).count_ones(), fingerprint });
        let mut expected: Vec<Match<u64>> = near.filter(|found| found.distance <= RADIUS).collect();
        expected.sort_unstable();
        let looked_up = families.iter().map(|family| family.query(query, RADIUS, Bound::default()));
        for answer in looked_up.chain([plain.query(query, RADIUS, Bound::default())]) {
            let answer = answer.map_err(|error| error.to_string())?;
            if answer.truncated || answer.matches != expected {
                return Err(format!("{query:016x}: {answer:?} was found, not {expected:?}"));
            }
        }
        Ok(expected.len())
    });
    let found = found.sum::<Result<usize, String>>()?;
    println!(
        "{QUERIES} queries of {count} fingerprints: {found} found, each by all tables as by comparing with all"
    );
    Ok(())
}
