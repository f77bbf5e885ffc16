//! The paper's designs (Manku, Jain and Das Sarma 2007, example 3.1) beside what they predict, k = 3; and for k = 7, where tables that
//! are probed once are many or have short prefixes, those whose leading block is looked up within one or more bits.

use twinprint::simhash::Bits;
use twinprint::table::{Bound, DEFAULT_BLOCK, Load, Plan, Table};
use twinprint_native::sort;

use crate::codes::Input;
use crate::{own, time};

/// How many fingerprints are looked up: the slowest designs read hundreds of thousands for each.
const QUERIES: usize = 2000;

const ROUNDS: usize = 3;

/// Prints a table of the designs for this number of uniform fingerprints.
pub(crate) fn compare(codes: &str) -> Result<(), String> {
    let codes: usize = codes.parse().map_err(|_| format!("{codes}: not a number of fingerprints"))?;
    let input = Input::Uniform(codes);
    let (sorted, queries) = (input.sorted(), input.queries());
    let queries = &queries[..QUERIES.min(queries.len())];
    println!(
        "{codes} fingerprints of 64 bits, {} queries, tables in blocks of {DEFAULT_BLOCK} bytes. Predicted: candidates are probes x n / 2^prefix, \
         summed over the tables; bytes are those no coding of random fingerprints goes below.\n",
        queries.len()
    );
    println!(
        "| k | tables | prefix | looked up within | probes a query | candidates a query | predicted | bytes a fingerprint | predicted | time a query |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let once = |k, tables| Plan::for_tables(Bits::B64, k, tables).expect("a design of the paper");
    [4, 10, 16, 20].iter().for_each(|&tables| row(&once(3, tables), &sorted, queries));
    row(&once(7, 8), &sorted, queries);
    // Of the plans that look up within a radius, the longest prefixes of each number of tables up to 16.
    let mut within: Vec<Plan> = Plan::all(Bits::B64, 7).map_err(|error| error.to_string())?;
    within
        .retain(|plan| plan.probes() > plan.tables().len() as u64 && (3..=16).contains(&plan.tables().len()));
    let load = Load { fingerprints: codes as u64, block: Some(DEFAULT_BLOCK) };
    within
        .sort_by(|a, b| a.tables().len().cmp(&b.tables().len()).then(a.work(load).total_cmp(&b.work(load))));
    within.dedup_by_key(|plan| plan.tables().len());
    within.iter().for_each(|plan| row(plan, &sorted, queries));
    Ok(())
}

fn row(plan: &Plan, codes: &[u64], queries: &[u64]) {
    let n = codes.len() as f64;
    let mut room = (vec![0; codes.len()], vec![0; codes.len()]);
    let candidates: usize = plan
        .tables()
        .iter()
        .map(|table| {
            sort::by_prefix_in(codes, table, &mut room.0, &mut room.1);
            queries.iter().map(|&query| candidates(table, &room.0, query)).sum::<usize>()
        })
        .sum();
    drop(room);
    let (family, bytes) = own::family_of(plan, codes);
    let k = plan.k();
    let answer = |query| family.query(query, k, Bound::default()).expect("whole tables").matches.len();
    let (seconds, _) = time::thread(ROUNDS, || queries.iter().map(|&query| answer(query)).sum::<usize>());
    let radius = plan.tables().iter().map(Table::radius).max().unwrap_or(0);
    let asked = queries.len() as f64;
    println!(
        "| {k} | {} | {} | {radius} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} us |",
        plan.tables().len(),
        plan.smallest_prefix(),
        plan.probes(),
        candidates as f64 / asked,
        plan.candidates(codes.len() as u64),
        bytes as f64 / n,
        plan.bytes(codes.len() as u64) as f64 / n,
        1e6 * seconds / asked,
    );
}

/// How many codes of a table, permuted and sorted, have a prefix within its radius of the query's.
fn candidates(table: &Table, codes: &[u64], query: u64) -> usize {
    let (prefix, permuted) = (table.prefix(), table.permute(query));
    flips(prefix, table.radius())
        .map(|flipped| {
            let first = (permuted ^ flipped) & !(u64::MAX >> prefix);
            let last = first | (u64::MAX >> prefix);
            codes.partition_point(|&code| code <= last) - codes.partition_point(|&code| code < first)
        })
        .sum()
}

/// All ways to flip at most `radius` of the leading `prefix` bits.
fn flips(prefix: u32, radius: u32) -> Box<dyn Iterator<Item = u64>> {
    let fewer: Box<dyn Iterator<Item = u64>> = Box::new(std::iter::once(0));
    (0..radius).fold(fewer, |fewer, _| {
        let all: std::collections::BTreeSet<u64> = fewer
            .flat_map(|flipped| (64 - prefix..64).map(move |bit| flipped | 1 << bit).chain([flipped]))
            .collect();
        Box::new(all.into_iter())
    })
}
