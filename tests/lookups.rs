//! `lookups.json`: small indexes and what is found in them, which every face must find.
//!
//! `TWINPRINT_RECORD=1 cargo test --test tests lookups` writes it anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::{Value, json};
use twinprint::hash::mix;
use twinprint::table::{Bound, Code, Coding, Family, Match, Plan, Suffixes};

use crate::families::{Style, table};
use crate::reference;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lookups.json");

/// How many bits of a fingerprint are given away where only a prefix is looked up.
const PREFIX: u32 = 12;

/// Two tables of fingerprints, some of them near one another, each with one document or several.
fn case<C: Code>(coding: Coding) -> Value {
    let flip = |code: C, bit: u64| code ^ C::ONE << (bit % u64::from(C::BITS)) as u32;
    let wide = |number: u64| C::truncated(u128::from(mix(number)) << 64 | u128::from(mix(number + 1_000)));
    let spread = (0..60).map(wide);
    let near = (0..60).map(|number| flip(flip(wide(number / 3), mix(number)), mix(number + 7)));
    let documents: BTreeMap<C, Vec<u64>> = spread
        .chain(near)
        .zip(0u64..)
        .map(|(code, number)| (code, (0..=number % 3).map(|copy| (number << 40) + copy).collect()))
        .collect();
    let plan = Plan::for_tables(C::bits(), 3, 4).unwrap();
    let style = Style { coding, block: 64, shards: 2, cut_keys: false };
    let shards: Vec<(String, Vec<u8>)> =
        (0..4).flat_map(|number| table(&plan, number, &documents, true, style)).collect();
    let bytes: Vec<String> = shards.iter().map(|(_, bytes)| hex(bytes)).collect();
    let family = Family::<C, _>::open(shards).unwrap();

    let codes: Vec<C> = documents.keys().copied().collect();
    let queries: BTreeSet<C> = (0..12).map(|number| flip(wide(number), mix(number + 9))).collect();
    let queries: Vec<Value> = queries
        .into_iter()
        .map(|query| {
            let matches = family.query(query, 3, Bound::default()).unwrap().matches;
            assert_eq!(matches, reference::within(&codes, query, 3));
            let sent = family.suffixes(query, PREFIX, 3, Bound::default()).unwrap().to_bytes();
            assert_eq!(Suffixes::from_bytes(query, &sent).unwrap().matches(query, 3), matches);
            json!({ "query": shown(query), "matches": matches.iter().map(found).collect::<Vec<_>>(), "suffixes": hex(&sent) })
        })
        .collect();
    let documents: BTreeMap<String, Vec<String>> = documents
        .into_iter()
        .map(|(code, documents)| (shown(code), documents.iter().map(u64::to_string).collect()))
        .collect();
    json!({ "bits": C::BITS, "coding": coding.name(), "prefix": PREFIX, "shards": bytes, "queries": queries, "documents": documents })
}

fn shown<C: Code>(code: C) -> String {
    format!("{code:0digits$x}", digits = C::BYTES * 2)
}

fn found<C: Code>(found: &Match<C>) -> Value {
    json!({ "fingerprint": shown(found.fingerprint), "distance": found.distance })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn what_is_looked_up_is_what_every_face_must_find() {
    let cases =
        json!([case::<u32>(Coding::Xor), case::<u64>(Coding::Difference), case::<u128>(Coding::Difference)]);
    let lookups = format!("{:#}\n", json!({ "version": 1, "cases": cases }));
    if std::env::var_os("TWINPRINT_RECORD").is_some() {
        fs::write(PATH, &lookups).unwrap();
    }
    assert!(fs::read_to_string(PATH).unwrap() == lookups, "tests/lookups.json holds what is found now");
}
