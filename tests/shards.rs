//! Shards and families: what was written is read again, and every query finds what comparing with every fingerprint does.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use proptest::prelude::*;
use twinprint::Error;
use twinprint::simhash::Bits;
use twinprint::table::{Bound, Code, Coding, Family, Limits, Load, MAX_K, Match, Plan, Shard, Suffixes};

use crate::families::{FAMILY, Style, codes, family, one_table, style, table};
use crate::reference;

fn read<C: Code>(shard: &Shard<C, &[u8]>) -> Vec<C> {
    let mut codes = Vec::new();
    shard.for_each_run(|run| codes.extend_from_slice(run)).unwrap();
    codes
}

fn round_trips<C: Code>(codes: &BTreeSet<C>, style: Style) -> Result<(), TestCaseError> {
    let plan = one_table(C::bits());
    let documents = codes.iter().map(|code| (*code, Vec::new())).collect();
    let mut found = Vec::new();
    for (name, bytes) in table(&plan, 0, &documents, false, style) {
        let shard = Shard::<C, _>::open(&name, &bytes[..]).unwrap();
        prop_assert_eq!(shard.verify(), Ok(()));
        prop_assert_eq!(shard.header().block, style.block);
        prop_assert_eq!(shard.bytes(), (bytes.len() as u64, 0));
        let codes = read(&shard);
        prop_assert_eq!(codes.len() as u64, shard.len());
        found.extend(codes);
    }
    prop_assert!(found.iter().eq(codes), "{:x?} {:x?}", found, codes);
    Ok(())
}

fn finds_all<C: Code>(
    codes: &BTreeSet<C>,
    style: Style,
    k: u32,
    tables: usize,
    queries: &[(u128, [u32; 3])],
) -> Result<(), TestCaseError> {
    let limits = Limits { tables: Some(tables), ..Limits::default() };
    let load = Load { fingerprints: 1 << 20, block: Some(style.block) };
    let plan = Plan::choose(C::bits(), k, load, limits).unwrap();
    let family = family(&plan, codes, style);
    let planted: Vec<C> = codes.iter().copied().collect();
    let mut all = Vec::new();
    for (number, flips) in queries {
        let near = planted.get(*number as usize % planted.len().max(1)).copied();
        let start = near.filter(|_| number % 4 > 0).unwrap_or(C::truncated(*number));
        let query = flips.iter().fold(start, |query, bit| query ^ C::ONE << (bit % C::BITS));
        all.push(query);
        for k in 0..=k {
            let answer = family.query(query, k, Bound { matches: usize::MAX, codes: u64::MAX }).unwrap();
            prop_assert!(!answer.truncated);
            prop_assert_eq!(answer.matches, reference::within(&planted, query, k), "{:x?} {}", query, k);
        }
    }
    // Many at once read what one reads, but count it otherwise: a bound may be reached by the one or the other.
    for bound in [Bound { matches: usize::MAX, codes: u64::MAX }, Bound { matches: 20, codes: 10_000 }] {
        for (query, answer) in all.iter().zip(family.query_many(&all, k, bound).unwrap()) {
            let alone = family.query(*query, k, bound).unwrap();
            let bounded = bound.matches == 20 && (answer.truncated || alone.truncated);
            prop_assert!(answer == alone || bounded, "{:x?} {:?}", query, bound);
            prop_assert!(answer.matches.len() <= bound.matches);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_was_written_is_read_in_32_bits(codes in codes::<u32>(), style in style()) {
        round_trips(&codes, style)?;
    }

    #[test]
    fn what_was_written_is_read_in_64_bits(codes in codes::<u64>(), style in style()) {
        round_trips(&codes, style)?;
    }

    #[test]
    fn what_was_written_is_read_in_128_bits(codes in codes::<u128>(), style in style()) {
        round_trips(&codes, style)?;
    }

    #[test]
    fn documents_are_found_by_their_fingerprints(
        documents in prop::collection::btree_map(any::<u64>(), prop::collection::vec(any::<u64>(), 1..5), 0..700),
        crowd in prop::option::of((any::<u64>(), 0u64..1_000)),
        style in style(),
        absent in any::<u64>(),
    ) {
        let mut documents: BTreeMap<u64, Vec<u64>> = documents;
        documents.extend(crowd.map(|(code, many)| (code, (0..=many).collect())));
        let plan = Plan::for_tables(Bits::B64, 3, 4).unwrap();
        let shards = (0..4).flat_map(|number| table(&plan, number, &documents, true, style));
        let family: Family<u64, _> = Family::open(shards).unwrap();
        for shard in &family.shards()[0] {
            prop_assert_eq!(shard.verify(), Ok(()));
        }
        for (code, expected) in &documents {
            let count = expected.len() as u32;
            prop_assert_eq!(family.ordinals(*code, usize::MAX), Ok(Some((expected.clone(), count))));
            prop_assert_eq!(family.ordinals(*code, 1), Ok(Some((expected[..1].to_vec(), count))));
        }
        if !documents.contains_key(&absent) {
            prop_assert_eq!(family.ordinals(absent, 1), Ok(None));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn a_query_finds_what_comparing_with_all_of_64_bits_does(
        codes in codes(), style in style(), k in 0..=5u32, tables in 1usize..=20,
        queries in prop::collection::vec((any::<u128>(), any::<[u32; 3]>()), 8),
    ) {
        finds_all::<u64>(&codes, style, k, tables, &queries)?;
    }

    #[test]
    fn a_query_finds_what_comparing_with_all_of_32_bits_does(
        codes in codes(), style in style(), k in 0..=4u32, tables in 1usize..=20,
        queries in prop::collection::vec((any::<u128>(), any::<[u32; 3]>()), 8),
    ) {
        finds_all::<u32>(&codes, style, k, tables, &queries)?;
    }

    #[test]
    fn a_query_finds_what_comparing_with_all_of_128_bits_does(
        codes in codes(), style in style(), k in 0..=MAX_K, tables in 3usize..=20,
        queries in prop::collection::vec((any::<u128>(), any::<[u32; 3]>()), 4),
    ) {
        finds_all::<u128>(&codes, style, k, tables.max(k as usize), &queries)?;
    }

    #[test]
    fn a_bounded_query_finds_some_and_says_that_there_may_be_more(
        codes in codes::<u64>(), style in style(), query in any::<u64>(), matches in 0usize..50, read in 0u64..500,
    ) {
        let plan = Plan::for_tables(Bits::B64, 3, 4).unwrap();
        let family = family(&plan, &codes, style);
        let query = codes.iter().nth(query as usize % codes.len().max(1)).map_or(query, |code| code ^ 1);
        let bounded = family.query(query, 3, Bound { matches, codes: read }).unwrap();
        let planted: Vec<u64> = codes.into_iter().collect();
        let all = reference::within(&planted, query, 3);
        let known: BTreeSet<Match<u64>> = all.iter().copied().collect();
        prop_assert!(bounded.matches.iter().all(|found| known.contains(found)));
        prop_assert!(bounded.matches.len() <= matches);
        prop_assert!(bounded.truncated || bounded.matches == all);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn whoever_gives_a_prefix_finds_all_that_is_within_k_of_the_rest(
        codes in codes::<u64>(), style in style(), query in any::<u64>(), bits in 1u32..=64, k in 0u32..=3,
    ) {
        // Beyond some bits there are more patterns than a test has time for.
        let k = if bits > 30 { k.min(1) } else { k };
        let family = family(&one_table(Bits::B64), &codes, style);
        let planted: Vec<u64> = codes.into_iter().collect();
        let query = planted.get(query as usize % planted.len().max(1)).map_or(query, |code| code ^ (query & 0b11) << 40);
        let found = family.suffixes(query, bits, k, Bound::default()).unwrap();
        prop_assert!(!found.truncated());
        let apart = |code: &u64| ((code ^ query) >> (64 - bits)).count_ones();
        let expected: BTreeSet<u64> = planted.iter().copied().filter(|code| apart(code) <= k).collect();
        prop_assert_eq!(found.fingerprints().into_iter().collect::<BTreeSet<u64>>(), expected.clone());
        prop_assert_eq!((found.len(), found.is_empty()), (expected.len(), expected.is_empty()));
        prop_assert_eq!(found.matches(query, k), reference::within(&planted, query, k));
        let sent = found.to_bytes();
        // All that is told besides the prefix: the other bits of each, and two bits or so a pattern and fingerprint.
        let patterns = (0..=k.min(bits)).map(|flips| (0..flips).fold(1, |ways, i| ways * (bits - i) / (i + 1))).sum::<u32>() as usize;
        prop_assert!(8 * sent.len() <= 72 + expected.len() * (64 - bits as usize + 2) + patterns, "{}", sent.len());
        prop_assert_eq!(Suffixes::from_bytes(query, &sent), Ok(found));
        for cut in 0..sent.len() {
            prop_assert!(Suffixes::from_bytes(query, &sent[..cut]).is_err(), "{} of {}", cut, sent.len());
        }
    }

    #[test]
    fn no_answer_that_was_changed_on_its_way_panics(
        codes in codes::<u64>(), bits in 1u32..=24, at in any::<prop::sample::Index>(), value in any::<u8>(),
    ) {
        let style = Style { coding: Coding::Difference, block: 64, shards: 1, cut_keys: false };
        let family = family(&one_table(Bits::B64), &codes, style);
        let mut sent = family.suffixes(0, bits, 2, Bound::default()).unwrap().to_bytes();
        let at = at.index(sent.len());
        sent[at] = value;
        // Checksums are the transport's business: an answer may be another, but it is never more than was sent.
        if let Ok(suffixes) = Suffixes::<u64>::from_bytes(0, &sent) {
            prop_assert!(suffixes.matches(0, 64).len() <= 8 * sent.len());
        }
    }
}

#[test]
fn a_crowded_prefix_is_cut_short_and_says_so() {
    let codes: BTreeSet<u64> = (0..5_000).collect();
    let style = Style { coding: Coding::Difference, block: 1024, shards: 2, cut_keys: false };
    let family = family(&one_table(Bits::B64), &codes, style);
    let whole = family.suffixes(1, 24, 3, Bound { matches: 5_000, codes: 5_000 }).unwrap();
    assert_eq!((whole.len(), whole.truncated()), (5_000, false));
    for bound in [Bound { matches: 4_999, codes: 5_000 }, Bound { matches: 5_000, codes: 4_999 }] {
        let cut = family.suffixes(1, 24, 3, bound).unwrap();
        assert!(cut.truncated() && cut.len() < 5_000);
        assert!(cut.fingerprints().iter().all(|code| codes.contains(code)));
    }
    let option = |bits, k| match family.suffixes(1, bits, k, Bound::default()) {
        Err(Error::InvalidOption { option, .. }) => option,
        other => panic!("{other:?}"),
    };
    assert_eq!([option(0, 3), option(65, 3), option(24, 9)], ["prefix", "prefix", "k"]);
}

#[test]
fn a_bound_beyond_all_there_is_truncates_nothing() {
    let codes: BTreeSet<u64> = (0..5_000).collect();
    let plan = Plan::for_tables(Bits::B64, 3, 4).unwrap();
    let style = Style { coding: Coding::Difference, block: 1024, shards: 1, cut_keys: false };
    let family = family(&plan, &codes, style);
    let answer = family.query(0, 3, Bound { matches: 5_000, codes: 20_010 }).unwrap();
    assert!(!answer.truncated);
    let expected: usize = codes.iter().filter(|code| code.count_ones() <= 3).count();
    assert_eq!(answer.matches.len(), expected);
    // All codes have the same first 48 bits: three of the four tables lead to all of them.
    assert!(family.query(0, 3, Bound { matches: 5_000, codes: 10_000 }).unwrap().truncated);
    assert!(family.query(0, 3, Bound { matches: expected - 1, codes: u64::MAX }).unwrap().truncated);
    assert!(!family.query(0, 3, Bound { matches: expected, codes: u64::MAX }).unwrap().truncated);
}

fn bad<T: Debug>(result: Result<T, Error>) -> String {
    match result {
        Err(Error::BadTable { problem, .. }) => problem,
        other => panic!("{other:?}"),
    }
}

#[test]
fn shards_of_another_family_and_missing_ones_are_refused() {
    let plan = Plan::for_tables(Bits::B64, 1, 2).unwrap();
    let style = Style { coding: Coding::Difference, block: 64, shards: 2, cut_keys: false };
    let documents: BTreeMap<u64, Vec<u64>> = (0..500u64).map(|i| (i << 55, vec![i])).collect();
    let all: Vec<(String, Vec<u8>)> =
        (0..2).flat_map(|number| table(&plan, number, &documents, true, style)).collect();
    let open = |shards: Vec<(String, Vec<u8>)>| Family::<u64, Vec<u8>>::open(shards);
    open(all.clone()).unwrap();
    open(all.iter().rev().cloned().collect()).unwrap();
    assert_eq!(bad(open(Vec::new())), "there is no shard");
    for left_out in 0..4 {
        let mut fewer = all.clone();
        fewer.remove(left_out);
        let problem = bad(open(fewer));
        assert_eq!(
            problem,
            format!(
                "shard {} of table {} is missing, there twice or of another range",
                left_out % 2,
                left_out / 2
            )
        );
    }
    let mut twice = all.clone();
    twice.push(all[2].clone());
    assert!(bad(open(twice)).contains("there twice"));
    let other_plan = Plan::for_tables(Bits::B64, 1, 3).unwrap();
    let mut mixed = all.clone();
    mixed[3] = table(&other_plan, 1, &documents, false, style).remove(1);
    assert!(bad(open(mixed)).contains("another family"));
    let Err(Error::OtherTable { property, found, expected, .. }) = Family::<u32, _>::open(all.clone()) else {
        panic!("codes of 64 bits are read as 32");
    };
    assert_eq!((property, &*found, &*expected), ("number of bits", "64", "32"));
    let family = open(all).unwrap();
    assert!(matches!(family.query(0, 2, Bound::default()), Err(Error::InvalidOption { option: "k", .. })));
    assert_eq!((family.id(), family.len(), family.k(), family.is_empty()), (FAMILY, 500, 1, false));
}

#[test]
fn a_table_is_within_a_few_hundredths_of_the_least_bits_there_can_be() {
    let codes: BTreeSet<u64> = (0..100_000).map(twinprint::hash::mix).collect();
    let documents = codes.iter().map(|code| (*code, Vec::new())).collect();
    let least = 64.0 - (codes.len() as f64).log2() + std::f64::consts::LOG2_E;
    for (coding, over) in [(Coding::Difference, 1.015), (Coding::Xor, 1.07)] {
        let style = Style { coding, block: 1024, shards: 1, cut_keys: false };
        let bytes = table(&one_table(Bits::B64), 0, &documents, false, style)[0].1.len();
        let bits = 8.0 * bytes as f64 / codes.len() as f64;
        assert!(bits > least && bits < over * least, "{}: {bits} bits, {least} at the least", coding.name());
    }
}
