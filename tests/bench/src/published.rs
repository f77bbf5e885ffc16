//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin published [-- PASSAGES..]`: how many bytes, requests and rounds
//! it takes to look an essay of 1,000 words up in a published index of PASSAGES passages, 100,000 by default, by the size of the
//! tables' blocks.
//!
//! Fingerprints and shingles are uniform, three fingerprints a passage and 9.6 shingles, as documents cut by the default design
//! have; the essay has 33 fingerprints, 12 of them within k of one that is there, and 400 shingles, 120 of them there. Sources and
//! texts are left out: some 10 KB a bucket, and as many buckets as there are sources.

use std::collections::BTreeMap;

use twinprint::Error;
use twinprint::hash::mix;
use twinprint::simhash::Bits;
use twinprint::table::{
    Attempt, Bound, Coding, Family, FamilyId, Fetched, Header, Histogram, Limits, Load, Needed, Ordinals,
    Part, Plan, Sparse, Writer,
};

const K: u32 = 3;

/// Of an index: shards by their names.
type Published = BTreeMap<String, Vec<u8>>;

/// What a look-up took.
#[derive(Default)]
struct Traffic {
    rounds: usize,
    requests: usize,
    bytes: u64,
}

fn main() -> Result<(), Error> {
    let mut counts: Vec<u64> = std::env::args().skip(1).filter_map(|count| count.parse().ok()).collect();
    if counts.is_empty() {
        counts.push(100_000);
    }
    println!("passages  table      block      file     heads  rounds  requests     bytes  heads and bytes");
    for passages in counts {
        for block in [512, 1024, 2048, 4096] {
            shingles(passages, block)?;
        }
        for block in [512, 1024, 2048, 4096] {
            fingerprints(passages, block)?;
        }
    }
    Ok(())
}

fn shingles(passages: u64, block: u32) -> Result<(), Error> {
    let low = (1u64 << (u64::BITS - (passages - 1).leading_zeros())) - 1;
    let code = |number: u64| (mix(number) & !low) | (mix(!number) % passages);
    let codes: Vec<u64> = (0..passages * 96 / 10).map(code).collect();
    let limits = Limits { tables: Some(1), ..Limits::default() };
    let plan = Plan::choose(Bits::B64, 0, Load::new(codes.len() as u64), limits)?;
    let published = Published::from([("shingles".into(), table(&plan, 0, &codes, None, block)?)]);
    let there = (0..120).map(|number| code(number * 797));
    let asked: Vec<(u64, u64)> =
        there.chain((1..=280).map(|number| mix(!0 - number))).map(|hash| (hash & !low, hash | low)).collect();
    let mut sparse = open(&published)?;
    let heads = sparse.bytes();
    let (_, traffic) = ask(&mut sparse, &published, |family| family.ranges(&asked, 1_000))?;
    show(passages, "shingles", block, &published, heads, &traffic);
    Ok(())
}

fn fingerprints(passages: u64, block: u32) -> Result<(), Error> {
    let prints: Vec<u64> = (0..3 * passages).map(mix).collect();
    let plan = Plan::choose(Bits::B64, K, Load::new(prints.len() as u64), Limits::default())?;
    let tables = (0..plan.tables().len() as u16)
        .map(|number| Ok((format!("table {number}"), table(&plan, number, &prints, Some(passages), block)?)));
    let published = tables.collect::<Result<Published, Error>>()?;
    let near = (0..12).map(|number| prints[number as usize * 1_009] ^ 1 << (number * 5) ^ 1 << (63 - number));
    let asked: Vec<u64> = near.chain((1..=21).map(|number| mix(!0 - number))).collect();
    let mut sparse = open(&published)?;
    let heads = sparse.bytes();
    let (answers, mut traffic) =
        ask(&mut sparse, &published, |family| family.query_many(&asked, K, Bound::default()))?;
    let found = answers.iter().flat_map(|answer| &answer.matches).map(|found| found.fingerprint);
    let found: Vec<u64> = found.collect();
    let numbers = |family: &Family<u64, Fetched>| {
        found.iter().map(|&print| family.ordinals(print, 1_000)).collect::<Result<Vec<_>, _>>()
    };
    let (_, more) = ask(&mut sparse, &published, numbers)?;
    traffic.rounds += more.rounds;
    traffic.requests += more.requests;
    traffic.bytes += more.bytes;
    show(passages, "passages", block, &published, heads, &traffic);
    Ok(())
}

/// A table in one shard; with ordinals below `ordinals` if it is the first.
fn table(
    plan: &Plan,
    number: u16,
    codes: &[u64],
    ordinals: Option<u64>,
    block: u32,
) -> Result<Vec<u8>, Error> {
    let design = &plan.tables()[usize::from(number)];
    let mut codes: Vec<u64> = codes.iter().map(|&code| design.permute(code)).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut histogram = Histogram::new(Coding::Difference);
    histogram.add(&codes);
    let counts = vec![1; codes.len()];
    let numbers: Vec<u64> =
        ordinals.iter().flat_map(|&all| codes.iter().map(move |&code| mix(code) % all)).collect();
    let has_ids = number == 0 && ordinals.is_some();
    let ordinals = has_ids.then_some(Ordinals { counts: &counts, ordinals: &numbers });
    let family = FamilyId { digest: 0, recipe: [0; 16] };
    let part = Part { shard: (0, 1), range: (0, u64::MAX), codes: &codes, ordinals };
    let mut bytes = Vec::new();
    Writer { plan, table: number, family, block, histogram: &histogram, cut_keys: false }
        .write(&part, &mut bytes)?;
    Ok(bytes)
}

fn open(published: &Published) -> Result<Sparse<u64>, Error> {
    let heads = published.iter().map(|(name, bytes)| {
        let head = Header::read(name, bytes)?.head().map_or(bytes.len(), |head| head as usize);
        Ok((name.clone(), Fetched::new(bytes[..head].to_vec(), bytes.len() as u64)))
    });
    Sparse::open(heads.collect::<Result<Vec<_>, Error>>()?)
}

fn ask<T>(
    sparse: &mut Sparse<u64>,
    published: &Published,
    look_up: impl Fn(&Family<u64, Fetched>) -> Result<T, Error>,
) -> Result<(T, Traffic), Error> {
    let mut traffic = Traffic::default();
    loop {
        match sparse.ask(&look_up)? {
            Attempt::Done(answer) => return Ok((answer, traffic)),
            Attempt::Needs(needs) => {
                traffic.rounds += 1;
                traffic.requests += needs.len();
                for Needed { shard, bytes } in needs {
                    traffic.bytes += bytes.end - bytes.start;
                    let own = &published[&shard][bytes.start as usize..bytes.end as usize];
                    sparse.supply(&shard, bytes.start, own)?;
                }
            }
        }
    }
}

fn show(passages: u64, table: &str, block: u32, published: &Published, heads: u64, traffic: &Traffic) {
    let file: usize = published.values().map(Vec::len).sum();
    let Traffic { rounds, requests, bytes } = traffic;
    let sum = heads + bytes;
    println!(
        "{passages:>8}  {table:<9}  {block:>5}  {file:>8}  {heads:>8}  {rounds:>6}  {requests:>8}  {bytes:>8}  {sum:>15}"
    );
}
