//! Families of which only the heads are in memory: what they say once they have what they asked for is what the whole ones say.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use twinprint::Error;
use twinprint::hash::mix;
use twinprint::simhash::Bits;
use twinprint::table::{
    Attempt, Bound, Code, Coding, Family, Fetched, GAP, Header, Limits, Load, Needed, Plan, Sparse,
};

use crate::families::{Style, codes, one_table, style, table};

const ALL: Bound = Bound { matches: usize::MAX, codes: u64::MAX };

/// Shards as they are published, each by its name.
type Published = BTreeMap<String, Vec<u8>>;

fn publish<C: Code>(
    plan: &Plan,
    documents: &BTreeMap<C, Vec<u64>>,
    has_ids: bool,
    style: Style,
) -> Published {
    let tables = 0..plan.tables().len() as u16;
    tables.flat_map(|number| table(plan, number, documents, has_ids, style)).collect()
}

fn whole<C: Code>(published: &Published) -> Family<C, &[u8]> {
    Family::open(published.iter().map(|(name, bytes)| (name.clone(), &bytes[..]))).unwrap()
}

fn head(bytes: &[u8]) -> Fetched {
    let head = Header::read("head", bytes).unwrap().head().unwrap() as usize;
    Fetched::new(bytes[..head].to_vec(), bytes.len() as u64)
}

fn sparse<C: Code>(published: &Published) -> Sparse<C> {
    Sparse::open(published.iter().map(|(name, bytes)| (name.clone(), head(bytes)))).unwrap()
}

fn cut<'a>(published: &'a Published, needed: &Needed) -> &'a [u8] {
    &published[&needed.shard][needed.bytes.start as usize..needed.bytes.end as usize]
}

/// Asks until there is an answer, and tells in how many rounds.
fn ask<C: Code, T>(
    family: &mut Sparse<C>,
    published: &Published,
    look_up: impl Fn(&Family<C, Fetched>) -> Result<T, Error>,
) -> (T, usize) {
    let mut rounds = 0;
    loop {
        match family.ask(&look_up).unwrap() {
            Attempt::Done(answer) => return (answer, rounds),
            Attempt::Needs(needs) => {
                assert!(!needs.is_empty());
                for needed in &needs {
                    family.supply(&needed.shard, needed.bytes.start, cut(published, needed)).unwrap();
                }
                rounds += 1;
            }
        }
    }
}

fn says_the_same<C: Code>(
    codes: &BTreeSet<C>,
    style: Style,
    tables: usize,
    seeds: &[(u128, u32)],
) -> Result<(), TestCaseError> {
    let limits = Limits { tables: Some(tables), ..Limits::default() };
    let plan =
        Plan::choose(C::bits(), 3, Load { fingerprints: 1 << 20, block: Some(style.block) }, limits).unwrap();
    let documents: BTreeMap<C, Vec<u64>> =
        codes.iter().copied().zip((0u64..).map(|n| vec![n, n + 7])).collect();
    let published = publish(&plan, &documents, true, style);
    let (whole, mut sparse) = (whole::<C>(&published), sparse::<C>(&published));
    let planted: Vec<C> = codes.iter().copied().collect();
    let near = |&(seed, bit): &(u128, u32)| {
        let start = planted.get(seed as usize % planted.len().max(1)).copied();
        start.filter(|_| seed % 4 > 0).unwrap_or(C::truncated(seed)) ^ C::ONE << (bit % C::BITS)
    };
    let queries: Vec<C> = seeds.iter().map(near).collect();

    let (answers, rounds) = ask(&mut sparse, &published, |family| family.query_many(&queries, 3, ALL));
    prop_assert_eq!(&answers, &whole.query_many(&queries, 3, ALL).unwrap());
    prop_assert!(rounds <= 1, "queries took {} rounds", rounds);
    for query in &queries {
        let (answer, rounds) = ask(&mut sparse, &published, |family| family.query(*query, 3, ALL));
        prop_assert_eq!((answer, rounds), (whole.query(*query, 3, ALL).unwrap(), 0));
    }
    let matches: Vec<C> = answers.iter().flat_map(|answer| &answer.matches).map(|m| m.fingerprint).collect();
    let (ordinals, rounds) = ask(&mut sparse, &published, |family| {
        matches.iter().map(|&code| family.ordinals(code, 9)).collect::<Result<Vec<_>, _>>()
    });
    let expected: Vec<_> = matches.iter().map(|code| Some((documents[code].clone(), 2))).collect();
    prop_assert_eq!(ordinals, expected);
    prop_assert!(rounds <= 1, "ordinals took {} rounds", rounds);

    let suffixes = |family: &Family<C, Fetched>| {
        queries.iter().map(|&query| family.suffixes(query, 9, 1, ALL)).collect::<Result<Vec<_>, _>>()
    };
    let (suffixes, rounds) = ask(&mut sparse, &published, suffixes);
    let expected: Vec<_> = queries.iter().map(|&query| whole.suffixes(query, 9, 1, ALL).unwrap()).collect();
    prop_assert_eq!(suffixes, expected);
    prop_assert!(rounds <= 1, "suffixes took {} rounds", rounds);
    Ok(())
}

/// The ranges of these fingerprints' first bits.
fn ranges<C: Code>(fingerprints: &[C], bits: u32) -> Vec<(C, C)> {
    let low = C::low(C::BITS - bits);
    fingerprints.iter().map(|&code| (code & !low, code | low)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn what_is_fetched_says_what_the_whole_says_in_32_bits(
        codes in codes::<u32>(), style in style(), tables in 1usize..5,
        seeds in prop::collection::vec(any::<(u128, u32)>(), 0..12),
    ) {
        says_the_same(&codes, style, tables, &seeds)?;
    }

    #[test]
    fn what_is_fetched_says_what_the_whole_says_in_64_bits(
        codes in codes::<u64>(), style in style(), tables in 1usize..5,
        seeds in prop::collection::vec(any::<(u128, u32)>(), 0..12),
    ) {
        says_the_same(&codes, style, tables, &seeds)?;
    }

    #[test]
    fn what_is_fetched_says_what_the_whole_says_in_128_bits(
        codes in codes::<u128>(), style in style(), tables in 1usize..5,
        seeds in prop::collection::vec(any::<(u128, u32)>(), 0..12),
    ) {
        says_the_same(&codes, style, tables, &seeds)?;
    }

    #[test]
    fn fingerprints_of_ranges_are_found(
        codes in codes::<u64>(), style in style(), bits in 0u32..=64, most in 0usize..40,
        seeds in prop::collection::vec(any::<(u64, bool)>(), 1..12),
    ) {
        let documents = codes.iter().map(|&code| (code, Vec::new())).collect();
        let published = publish(&one_table(Bits::B64), &documents, false, style);
        let planted: Vec<u64> = codes.iter().copied().collect();
        let near = |&(seed, is_near): &(u64, bool)| {
            planted.get(seed as usize % planted.len().max(1)).copied().filter(|_| is_near).unwrap_or(seed)
        };
        let ranges = ranges(&seeds.iter().map(near).collect::<Vec<u64>>(), bits);
        let found = whole::<u64>(&published).ranges(&ranges, most).unwrap();
        for (range, found) in ranges.iter().zip(&found) {
            let expected: Vec<u64> = codes.range(range.0..=range.1).copied().collect();
            prop_assert_eq!(&found.codes, &expected[..most.min(expected.len())], "{:x?}", range);
            prop_assert_eq!(found.truncated, expected.len() > most, "{:x?}", range);
        }
        let mut sparse = sparse::<u64>(&published);
        let (fetched, _) = ask(&mut sparse, &published, |family| family.ranges(&ranges, most));
        prop_assert_eq!(fetched, found);
    }

    #[test]
    fn a_bound_is_reached_at_the_same_place(
        codes in codes::<u64>(), style in style(), matches in 0usize..30, read in 0u64..600,
        seeds in prop::collection::vec(any::<u64>(), 1..8),
    ) {
        let plan = Plan::for_tables(Bits::B64, 3, 4).unwrap();
        let documents = codes.iter().map(|&code| (code, Vec::new())).collect();
        let published = publish(&plan, &documents, false, style);
        let (whole, mut sparse) = (whole::<u64>(&published), sparse::<u64>(&published));
        let bound = Bound { matches, codes: read };
        let (answers, _) = ask(&mut sparse, &published, |family| family.query_many(&seeds, 3, bound));
        prop_assert_eq!(answers, whole.query_many(&seeds, 3, bound).unwrap());
        for &query in &seeds {
            let (answer, _) = ask(&mut sparse, &published, |family| family.query(query, 3, bound));
            prop_assert_eq!(answer, whole.query(query, 3, bound).unwrap());
            let (suffixes, _) = ask(&mut sparse, &published, |family| family.suffixes(query, 5, 1, bound));
            prop_assert_eq!(suffixes, whole.suffixes(query, 5, 1, bound).unwrap());
        }
    }
}

/// 20,000 spread fingerprints in two shards of one table, each with a document.
fn spread() -> (Published, Vec<u64>) {
    let documents: BTreeMap<u64, Vec<u64>> = (0..20_000).map(|number| (mix(number), vec![number])).collect();
    let style = Style { coding: Coding::Difference, block: 512, shards: 2, cut_keys: false };
    (publish(&one_table(Bits::B64), &documents, true, style), documents.into_keys().collect())
}

fn needs(sparse: &mut Sparse<u64>, query: u64) -> Vec<Needed> {
    match sparse.ask(|family| family.query(query, 0, ALL)).unwrap() {
        Attempt::Needs(needs) => needs,
        Attempt::Done(answer) => panic!("{answer:?} although no block is there"),
    }
}

#[test]
fn a_look_up_takes_its_block_and_no_more() {
    let (published, codes) = spread();
    let mut sparse = sparse::<u64>(&published);
    let heads = sparse.bytes();
    let all: u64 = published.values().map(|bytes| bytes.len() as u64).sum();
    assert!(heads < all / 20, "the heads take {heads} of {all} bytes");
    ask(&mut sparse, &published, |family| family.query(codes[4_321], 0, ALL));
    assert_eq!(sparse.bytes() - heads, 512);
    ask(&mut sparse, &published, |family| family.ordinals(codes[4_321], 1));
    let group = sparse.bytes() - heads - 512;
    assert!((256 * 15 / 8..600).contains(&group), "a group of ordinals took {group} bytes");
}

#[test]
fn a_head_with_cut_keys_is_a_quarter_as_long_and_one_look_up_in_twenty_takes_a_block_more() {
    let documents: BTreeMap<u64, Vec<u64>> = (0..200_000).map(|number| (mix(number), vec![])).collect();
    let published = |cut_keys| {
        let style = Style { coding: Coding::Difference, block: 1024, shards: 2, cut_keys };
        publish(&one_table(Bits::B64), &documents, false, style)
    };
    let (whole, cut) = (published(false), published(true));
    let [(long, mut few), (short, mut more)] = [&whole, &cut].map(|published| {
        let mut sparse = sparse::<u64>(published);
        let (heads, mut blocks) = (sparse.bytes(), Vec::new());
        for &code in documents.keys().step_by(1_000) {
            let (answer, rounds) = ask(&mut sparse, published, |family| family.query(code, 0, ALL));
            assert!(answer.matches.len() == 1 && rounds <= 1);
            blocks.push(sparse.bytes() - heads);
        }
        (heads, blocks)
    });
    assert!(4 * short < long, "{short} and {long} bytes");
    let (few, more) = (few.pop().unwrap(), more.pop().unwrap());
    assert!((few..=few + 200 / 20 * 1024).contains(&more), "{few} and {more} bytes");
}

#[test]
fn near_blocks_are_asked_for_at_once() {
    let (published, codes) = spread();
    let mut sparse = sparse::<u64>(&published);
    let near = [codes[1_000], codes[1_200], codes[9_000]];
    let Attempt::Needs(needs) = sparse.ask(|family| family.query_many(&near, 0, ALL)).unwrap() else {
        panic!("nothing is there")
    };
    let lengths: Vec<u64> = needs.iter().map(|needed| needed.bytes.end - needed.bytes.start).collect();
    assert!(matches!(lengths[..], [near, 512] if near > 1024 && near < GAP + 1024), "{lengths:?}");
    for needed in &needs {
        sparse.supply(&needed.shard, needed.bytes.start, cut(&published, needed)).unwrap();
    }
    // What came between them is there, too.
    let (answer, rounds) = ask(&mut sparse, &published, |family| family.query(codes[1_100], 0, ALL));
    assert_eq!((answer.matches.len(), rounds), (1, 0));
}

#[test]
fn bytes_that_were_not_asked_for_are_refused() {
    let (published, codes) = spread();
    let mut sparse = sparse::<u64>(&published);
    let name = published.keys().next().unwrap().clone();
    assert!(sparse.supply(&name, 10_000, &[0; 512]).is_err(), "nothing was asked for");
    let needed = needs(&mut sparse, codes[77]).remove(0);
    let bytes = cut(&published, &needed);
    let heads = sparse.bytes();
    for (start, bytes) in [(needed.bytes.start + 1, bytes), (needed.bytes.start, &bytes[1..]), (0, bytes)] {
        let refused = sparse.supply(&needed.shard, start, bytes).unwrap_err();
        assert!(refused.to_string().contains("were not requested"), "{refused}");
    }
    assert!(sparse.supply("another", needed.bytes.start, bytes).is_err());
    assert_eq!(sparse.bytes(), heads);
    sparse.supply(&needed.shard, needed.bytes.start, bytes).unwrap();
}

#[test]
fn a_block_or_group_with_a_flipped_byte_is_refused_and_asked_for_again() {
    let (published, codes) = spread();
    let mut sparse = sparse::<u64>(&published);
    let refuses_flips = |sparse: &mut Sparse<u64>, needed: &Needed| {
        let whole = cut(&published, needed);
        for at in 0..whole.len() {
            let mut flipped = whole.to_vec();
            flipped[at] ^= 1;
            sparse.supply(&needed.shard, needed.bytes.start, &flipped).unwrap_err();
            let again = sparse.ask(|family| family.ordinals(codes[77], 1)).unwrap();
            assert!(matches!(again, Attempt::Needs(_)), "byte {at}");
        }
        sparse.supply(&needed.shard, needed.bytes.start, whole).unwrap();
    };
    let Attempt::Needs(needs) = sparse.ask(|family| family.ordinals(codes[77], 1)).unwrap() else {
        panic!("nothing is there")
    };
    assert_eq!(needs.len(), 2, "a block and a group: {needs:?}");
    needs.iter().for_each(|needed| refuses_flips(&mut sparse, needed));
    let expected = whole::<u64>(&published).ordinals(codes[77], 1).unwrap();
    assert_eq!(sparse.ask(|family| family.ordinals(codes[77], 1)).unwrap(), Attempt::Done(expected));
}

#[test]
fn blocks_of_another_shard_of_the_same_name_are_mostly_found_out() {
    let (published, codes) = spread();
    let documents = (0..20_000).map(|number| (mix(number + 1_000_000), vec![number])).collect();
    let style = Style { coding: Coding::Difference, block: 512, shards: 2, cut_keys: false };
    let replaced = publish(&one_table(Bits::B64), &documents, true, style);
    let (mut sparse, mut taken) = (sparse::<u64>(&published), 0);
    for code in codes.iter().step_by(100) {
        let Attempt::Needs(needs) = sparse.ask(|family| family.query(*code, 0, ALL)).unwrap() else {
            continue;
        };
        taken +=
            usize::from(needs.iter().any(|needed| {
                sparse.supply(&needed.shard, needed.bytes.start, cut(&replaced, needed)).is_ok()
            }));
    }
    assert!(taken < 10, "{taken} of 200 were taken");
}

#[test]
fn a_head_that_is_cut_is_refused() {
    let (published, _) = spread();
    let (name, bytes) = published.first_key_value().unwrap();
    let head = Header::read(name, bytes).unwrap().head().unwrap() as usize;
    for length in 0..head {
        let short = Fetched::new(bytes[..length].to_vec(), bytes.len() as u64);
        assert!(Sparse::<u64>::open([(name.clone(), short)]).is_err(), "{length} of {head} bytes");
    }
    let other_length = Fetched::new(bytes[..head].to_vec(), bytes.len() as u64 + 1);
    assert!(Sparse::<u64>::open([(name.clone(), other_length)]).is_err());
}
