//! Tables in memory: every fingerprint within k bits is found, once, and it is said when some may be missing.

use proptest::prelude::*;
use twinprint::Error;
use twinprint::simhash::Bits;
use twinprint::table::{Answer, Bound, Code, MAX_K, Match, Plain, PlainTable, Plan};

use crate::fingerprints::{codes, fingerprints};
use crate::reference;

const ALL_BITS: [Bits; 3] = [Bits::B32, Bits::B64, Bits::B128];

/// Does something with the type of code that has that number of bits.
macro_rules! by_bits {
    ($bits:expr, $call:ident $arguments:tt) => {
        match $bits {
            Bits::B32 => $call::<u32> $arguments,
            Bits::B64 => $call::<u64> $arguments,
            Bits::B128 => $call::<u128> $arguments,
        }
    };
}
pub(crate) use by_bits;

/// The answers to queries asked one by one, which are those to the same asked together.
fn answers<C: Code>(
    plan: &Plan,
    fingerprints: &[u128],
    queries: &[u128],
    k: u32,
    bound: Bound,
) -> Vec<Found> {
    let tables = Plain::<C>::new(plan, &codes(fingerprints)).unwrap();
    assert_eq!((tables.len(), tables.is_empty()), (fingerprints.len(), fingerprints.is_empty()));
    let queries: Vec<C> = codes(queries);
    let one = |&query: &C| tables.query(query, k, bound).unwrap();
    let apart: Vec<Answer<C>> = queries.iter().map(one).collect();
    assert_eq!(apart, tables.query_many(&queries, k, bound).unwrap());
    let found = |answer: Answer<C>| {
        let widened = |&Match { distance, fingerprint }: &Match<C>| Match {
            distance,
            fingerprint: fingerprint.widened(),
        };
        (answer.matches.iter().map(widened).collect(), answer.truncated)
    };
    apart.into_iter().map(found).collect()
}

/// What was found, and whether there may be more.
type Found = (Vec<Match<u128>>, bool);

/// Queries near fingerprints and far from them.
fn queries(fingerprints: &[u128], f: u32, seeds: &[(u128, [u8; 4])]) -> Vec<u128> {
    let query = |&(seed, flips): &(u128, [u8; 4])| {
        let near = fingerprints.get(seed as usize % (fingerprints.len() + 1));
        let from = near.copied().unwrap_or(seed & u128::MAX >> (128 - f));
        flips.iter().fold(from, |code, &at| code ^ 1 << (u32::from(at) % f))
    };
    seeds.iter().map(query).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_query_finds_what_comparing_with_all_finds(
        (bits, fingerprints) in prop::sample::select(&ALL_BITS[..]).prop_flat_map(|bits| (Just(bits), fingerprints(bits))),
        k in 0..=MAX_K,
        smaller in 0..=MAX_K,
        plan in any::<prop::sample::Index>(),
        seeds in prop::collection::vec(any::<(u128, [u8; 4])>(), 20),
        most in 0usize..40,
        read in 0u64..3_000,
    ) {
        let plan = plan.get(&Plan::all(bits, k).unwrap()).clone();
        let queries = queries(&fingerprints, bits.count(), &seeds);
        let k = k.min(smaller);
        let expected: Vec<_> = queries.iter().map(|&query| reference::within(&fingerprints, query, k)).collect();
        let free = Bound { matches: usize::MAX, codes: u64::MAX };

        let found = by_bits!(bits, answers(&plan, &fingerprints, &queries, k, free));
        prop_assert_eq!(found, expected.iter().map(|all| (all.clone(), false)).collect::<Vec<_>>());

        let found = by_bits!(bits, answers(&plan, &fingerprints, &queries, k, Bound { matches: most, ..free }));
        for ((found, truncated), all) in found.into_iter().zip(&expected) {
            prop_assert_eq!((found.len(), truncated), (all.len().min(most), all.len() > most));
            prop_assert!(found.is_sorted() && found.iter().all(|found| all.contains(found)));
        }

        let found = by_bits!(bits, answers(&plan, &fingerprints, &queries, k, Bound { codes: read, ..free }));
        for ((found, truncated), all) in found.into_iter().zip(&expected) {
            prop_assert!(truncated || found == *all);
            prop_assert!(found.is_sorted_by(|a, b| a < b) && found.iter().all(|found| all.contains(found)));
        }
    }
}

#[test]
fn a_query_reads_no_more_than_it_may() {
    let fingerprints: Vec<u64> = (0..10_000).collect();
    let plan = Plan::for_tables(Bits::B64, 3, 4).unwrap();
    let tables = Plain::new(&plan, &fingerprints).unwrap();
    let ask = |codes| tables.query(0, 3, Bound { codes, ..Bound::default() }).unwrap();
    // Of four 16-bit prefixes three are those of all fingerprints, and of the fourth the guide's ten bits those of 64.
    assert!(ask(30_064).matches == ask(u64::MAX).matches && !ask(30_064).truncated);
    assert!(ask(30_063).truncated && ask(0).truncated && ask(0).matches.is_empty());
    assert_eq!(ask(u64::MAX).matches.len(), 1 + 14 + 14 * 13 / 2 + 14 * 13 * 12 / 6 - above(10_000));
}

/// How many numbers of at most 3 ones and 14 bits are not below n.
fn above(n: u32) -> usize {
    (n..1 << 14).filter(|number| number.count_ones() <= 3).count()
}

#[test]
fn what_no_table_can_be_made_of_is_refused_by_name() {
    let plan = Plan::for_tables(Bits::B64, 3, 4).unwrap();
    let option = |refused: Result<Plain<u64>, Error>| match refused {
        Err(Error::InvalidOption { option, value, .. }) => (option, value),
        other => panic!("{other:?}"),
    };
    assert_eq!(option(Plain::new(&plan, &[1, 2, 2])), ("fingerprints", "2".into()));
    assert_eq!(option(Plain::new(&plan, &[2, 1])), ("fingerprints", "1".into()));
    let other = Plan::for_tables(Bits::B32, 3, 4).unwrap();
    assert_eq!(option(Plain::new(&other, &[1, 2])), ("bits", "32".into()));
    let tables = Plain::new(&plan, &[1u64]).unwrap();
    assert!(matches!(tables.query(1, 4, Bound::default()), Err(Error::InvalidOption { option: "k", .. })));
}

#[test]
fn tables_made_apart_are_those_made_together() {
    let fingerprints: Vec<u64> = (0..5_000u64).map(|i| i * i).collect();
    let plan = Plan::for_tables(Bits::B64, 3, 10).unwrap();
    let mut room = vec![7; 3];
    let make = |table| PlainTable::new(table, &fingerprints, &mut room).unwrap();
    let apart = Plain::of(&plan, plan.tables().iter().map(make).collect());
    let together = Plain::new(&plan, &fingerprints).unwrap();
    assert_eq!(apart.bytes(), together.bytes());
    for query in (0..3_000).step_by(7) {
        let ask = |tables: &Plain<u64>| tables.query(query, 3, Bound::default()).unwrap();
        assert_eq!(ask(&apart), ask(&together));
    }
}
