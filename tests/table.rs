//! Plans of Hamming tables: the paper's designs, and that no pattern of flips is missed.

use std::collections::BTreeSet;

use proptest::prelude::*;
use twinprint::Error;
use twinprint::simhash::Bits;
use twinprint::table::{self, Limits, Load, MAX_K, MAX_TABLES, Plan};

use crate::reference;

const ALL_BITS: [Bits; 3] = [Bits::B32, Bits::B64, Bits::B128];

/// A table's leading bits, as they lie in a fingerprint, and its radius.
fn leads(plan: &Plan) -> Vec<(u128, u32)> {
    let lead = |table: &table::Table| {
        let trailing = plan.f() - table.prefix();
        restore(table, plan.f(), low(plan.f()) & !low(trailing))
    };
    plan.tables().iter().map(|table| (lead(table), table.radius())).collect()
}

fn permute(table: &table::Table, f: u32, code: u128) -> u128 {
    match f {
        32 => table.permute(code as u32).into(),
        64 => table.permute(code as u64).into(),
        _ => table.permute(code),
    }
}

fn restore(table: &table::Table, f: u32, code: u128) -> u128 {
    match f {
        32 => table.restore(code as u32).into(),
        64 => table.restore(code as u64).into(),
        _ => table.restore(code),
    }
}

fn low(bits: u32) -> u128 {
    u128::MAX.checked_shr(128 - bits).unwrap_or(0)
}

fn covered(leads: &[(u128, u32)], flips: u128) -> bool {
    leads.iter().any(|&(lead, radius)| (lead & flips).count_ones() <= radius)
}

/// Every pattern of at most k of f bits.
fn patterns(f: u32, k: u32) -> Vec<u128> {
    let mut patterns = vec![0u128];
    let mut at = 0;
    for _ in 0..k {
        let end = patterns.len();
        for i in at..end {
            let above = 128 - patterns[i].leading_zeros();
            patterns.extend((above..f).map(|bit| patterns[i] | 1 << bit).collect::<Vec<_>>());
        }
        at = end;
    }
    patterns
}

/// Plans chosen for many numbers of fingerprints, within many limits.
fn chosen(bits: Bits, k: u32) -> BTreeSet<Plan> {
    let mut plans = BTreeSet::new();
    for n in (0..=60).step_by(4).map(|log| 1u64 << log) {
        for tables in [1, 2, 3, 4, 5, 7, 10, 16, 20, 33, MAX_TABLES] {
            let limits = Limits { tables: Some(tables), ..Limits::default() };
            plans.insert(Plan::choose(bits, k, Load::new(n), limits).unwrap());
        }
        for work in [1_000, 10_000, 100_000, 1_000_000] {
            let limits = Limits { work: Some(work), ..Limits::default() };
            plans.extend(Plan::choose(bits, k, Load::new(n), limits));
        }
    }
    plans
}

/// Whether some spread of flips over the atoms, the bits that are in the leads of the same tables, is in no table's
/// probes. A table that the flips so far leave covered must get another one, in each of its atoms in turn; what has
/// been tried with another flip in an atom is barred afterwards, so that no spread is tried twice.
fn escapes(leads: &[(u128, u32)], atoms: &[u128], flips: u128, mut barred: u128, left: u32) -> bool {
    let Some((lead, _)) = leads.iter().find(|(lead, radius)| (lead & flips).count_ones() <= *radius) else {
        return true;
    };
    for atom in atoms.iter().filter(|&&atom| left > 0 && atom & lead != 0) {
        let free = atom & !flips & !barred;
        let flipped = flips | free & free.wrapping_neg();
        if free != 0 && escapes(leads, atoms, flipped, barred, left - 1) {
            return true;
        }
        barred |= atom;
    }
    false
}

fn atoms(f: u32, leads: &[(u128, u32)]) -> Vec<u128> {
    let mut atoms = vec![low(f)];
    for (lead, _) in leads {
        atoms = atoms.iter().flat_map(|atom| [atom & lead, atom & !lead]).filter(|&atom| atom != 0).collect();
    }
    atoms
}

#[test]
fn the_papers_four_designs_are_the_fewest_tables_for_their_prefixes() {
    for (tables, prefix, n) in [(20, 31, 8.0), (16, 28, 64.0), (10, 25, 512.0), (4, 16, 262_144.0)] {
        assert_eq!(table::fewest_tables(Bits::B64, 3, prefix).unwrap(), tables);
        assert_eq!(table::longest_prefix(Bits::B64, 3, tables).unwrap(), prefix);
        for plan in [Plan::for_prefix(Bits::B64, 3, prefix), Plan::for_tables(Bits::B64, 3, tables as usize)]
        {
            let plan = plan.unwrap();
            assert_eq!((plan.tables().len() as u64, plan.probes()), (tables, tables));
            assert_eq!(plan.smallest_prefix(), prefix);
            // What a probe meets at the most: 2^(34 - p).
            assert!(plan.candidates(1 << 34) / tables as f64 <= n);
        }
    }
    let prefixes: BTreeSet<_> =
        Plan::for_prefix(Bits::B64, 3, 31).unwrap().tables().iter().map(|t| t.prefix()).collect();
    assert_eq!(prefixes, BTreeSet::from([31, 32, 33]));
}

#[test]
fn as_printed_the_formula_misses_designs_and_promises_bits_that_blocks_have_not() {
    let printed = |prefix| reference::fewest_tables_in_fractions(64.0, 3, prefix, true);
    let or_equal = |prefix| reference::fewest_tables_in_fractions(64.0, 3, prefix, false);
    assert_eq!([31.0, 28.0, 25.0, 16.0].map(or_equal), [20, 16, 10, 4]);
    assert_eq!([31.0, 28.0, 25.0, 16.0].map(printed), [20, 20, 10, 10]);
    // Three of six blocks are not always 32 bits, but 31.
    assert_eq!(or_equal(32.0), 20);
    assert!(table::fewest_tables(Bits::B64, 3, 32).unwrap() > 20);
}

#[test]
fn no_other_cut_into_equal_blocks_has_fewer_tables() {
    for (bits, k) in
        [(Bits::B32, 0), (Bits::B32, 1), (Bits::B32, 2), (Bits::B64, 1), (Bits::B64, 2), (Bits::B64, 3)]
    {
        // Longer prefixes take the plain recursion too long.
        for prefix in 0..=bits.count() * 3 / 5 {
            let naive = reference::fewest_tables(bits.count(), k, i64::from(prefix));
            assert_eq!(table::fewest_tables(bits, k, prefix).unwrap(), naive, "{bits:?} {k} {prefix}");
        }
    }
}

#[test]
fn longer_prefixes_never_take_fewer_tables_and_a_plan_has_as_many_as_the_formula_says() {
    for bits in ALL_BITS {
        for k in 0..=MAX_K {
            let mut fewer = 1;
            for prefix in 0..=bits.count() - k {
                let tables = table::fewest_tables(bits, k, prefix).unwrap();
                assert!(tables >= fewer);
                fewer = tables;
                if let Ok(plan) = Plan::for_prefix(bits, k, prefix) {
                    assert_eq!(plan.tables().len() as u64, tables);
                    assert!(plan.smallest_prefix() >= prefix);
                    assert_eq!(plan.probes(), tables);
                } else {
                    assert!(tables > MAX_TABLES as u64);
                }
            }
        }
    }
}

#[test]
fn every_table_has_every_bit_once_and_its_permutation_is_undone() {
    for bits in ALL_BITS {
        let f = bits.count();
        for k in 0..=MAX_K {
            for table in Plan::all(bits, k).unwrap().iter().flat_map(Plan::tables) {
                let mut places: Vec<u32> =
                    table.order().iter().flat_map(|block| block.start..block.start + block.length).collect();
                places.sort_unstable();
                assert!(places.into_iter().eq(0..f));
                // The first block leads.
                let first = table.order()[0];
                assert_eq!(permute(table, f, 1 << first.start << (first.length - 1)), 1 << (f - 1));
                assert!(table.prefix() <= f && table.radius() <= k);
                for fingerprint in [0, low(f), 0x0123_4567_89AB_CDEF_0F1E_2D3C_4B5A_6978 & low(f)] {
                    assert_eq!(restore(table, f, permute(table, f, fingerprint)), fingerprint);
                    assert_eq!(permute(table, f, fingerprint).count_ones(), fingerprint.count_ones());
                }
            }
        }
    }
}

#[test]
fn every_pattern_of_three_flips_in_64_bits_is_covered_by_every_plan() {
    let patterns = patterns(64, 3);
    assert_eq!(patterns.len(), 43_745);
    let whole = Plan::all(Bits::B64, 3).unwrap();
    let chosen = chosen(Bits::B64, 3);
    assert!(whole.len() > 10 && chosen.len() > 20, "{} and {}", whole.len(), chosen.len());
    for plan in whole.iter().chain(&chosen) {
        let leads = leads(plan);
        let missed = patterns.iter().find(|&&flips| !covered(&leads, flips));
        assert_eq!(missed, None, "{plan:?}");
    }
}

#[test]
fn with_a_table_or_a_bit_of_radius_less_a_pattern_is_missed() {
    let patterns = patterns(64, 3);
    for plan in (1..=4).map(|tables| choose_tables(tables, 1 << 27)) {
        for left_out in 0..plan.tables().len() {
            let mut fewer = leads(&plan);
            match fewer[left_out].1 {
                0 => drop(fewer.remove(left_out)),
                _ => fewer[left_out].1 -= 1,
            }
            assert!(patterns.iter().any(|&flips| !covered(&fewer, flips)), "{plan:?} {left_out}");
        }
    }
}

fn choose_tables(tables: usize, n: u64) -> Plan {
    Plan::choose(Bits::B64, 3, Load::new(n), Limits { tables: Some(tables), ..Limits::default() }).unwrap()
}

#[test]
fn a_shorter_prefix_covers_what_a_longer_one_does() {
    for table in Plan::all(Bits::B64, 3).unwrap().iter().flat_map(Plan::tables) {
        let lead = |prefix: u32| restore(table, 64, low(64) & !low(64 - prefix));
        for prefix in 0..=table.prefix() {
            let shorter = table.clone().shortened(prefix);
            assert_eq!((shorter.order(), shorter.prefix()), (table.order(), prefix));
            assert_eq!(lead(prefix) & !lead(table.prefix()), 0);
            assert_eq!(shorter.radius(), table.radius().min(prefix)); // no more than all bits of it flip
        }
    }
}

#[test]
fn every_plan_chosen_is_one_of_all_with_prefixes_as_long_or_shorter() {
    for (bits, k) in [(Bits::B32, 2), (Bits::B64, 3), (Bits::B64, 6)] {
        let all = Plan::all(bits, k).unwrap();
        for plan in chosen(bits, k) {
            assert!(
                all.iter().any(|whole| {
                    let mut pairs = whole.tables().iter().zip(plan.tables());
                    whole.tables().len() == plan.tables().len()
                        && pairs.all(|(whole, table)| &whole.clone().shortened(table.prefix()) == table)
                }),
                "{plan:?}"
            );
        }
    }
}

#[test]
fn no_spread_of_flips_over_blocks_escapes_any_plan() {
    for bits in ALL_BITS {
        for k in 0..=MAX_K {
            for plan in Plan::all(bits, k).unwrap() {
                let leads = leads(&plan);
                assert!(!escapes(&leads, &atoms(plan.f(), &leads), 0, 0, k), "{plan:?}");
            }
        }
    }
}

#[test]
fn one_flip_more_escapes_the_papers_plans() {
    for (bits, k) in [(Bits::B32, 1), (Bits::B64, 3), (Bits::B128, 4)] {
        let plan = Plan::for_tables(bits, k, k as usize + 1).unwrap();
        let leads = leads(&plan);
        assert!(escapes(&leads, &atoms(plan.f(), &leads), 0, 0, k + 1));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_flips_are_covered_by_the_plan_chosen(
        bits in prop::sample::select(&ALL_BITS[..]),
        k in 0..=MAX_K,
        log in 0u32..40,
        tables in 1usize..=MAX_TABLES,
        places in prop::collection::vec(any::<u32>(), MAX_K as usize),
    ) {
        let limits = Limits { tables: Some(tables), ..Limits::default() };
        let plan = Plan::choose(bits, k, Load::new(1 << log), limits).unwrap();
        let flips = places.iter().take(k as usize).fold(0u128, |flips, at| flips | 1 << (at % plan.f()));
        prop_assert!(plan.tables().len() <= tables);
        let probed = |table: &table::Table| {
            let flipped = permute(table, plan.f(), flips).checked_shr(plan.f() - table.prefix()).unwrap_or(0);
            flipped.count_ones() <= table.radius()
        };
        prop_assert!(plan.tables().iter().any(probed));
    }
}

#[test]
fn tables_trade_against_probes() {
    let shape =
        |plan: &Plan| plan.tables().iter().map(|table| (table.prefix(), table.radius())).collect::<Vec<_>>();
    assert_eq!(shape(&choose_tables(4, 1 << 20)), [(16, 0); 4]);
    // 21 or 22 bits of three blocks: one flip in the first, or none in one of the others.
    assert_eq!(shape(&choose_tables(3, 1 << 27)), [(22, 1), (21, 0), (21, 0)]);
    let two = choose_tables(2, 1 << 40);
    assert_eq!(shape(&two), [(32, 1); 2]);
    assert_eq!((two.probes(), two.candidates(1 << 40)), (66, 66.0 * 256.0));
    let [(prefix, 3)] = shape(&choose_tables(1, 1 << 24))[..] else { panic!("one table within k") };
    assert!((8..24).contains(&prefix), "{prefix}");
    // A few fingerprints are read from end to end.
    assert_eq!(shape(&choose_tables(64, 100)), [(0, 0)]);
}

#[test]
fn the_choice_keeps_its_limits_and_nothing_within_them_is_less_work() {
    let n = 100_000_000;
    let free = Plan::choose(Bits::B64, 3, Load::new(n), Limits::default()).unwrap();
    for plan in Plan::all(Bits::B64, 3).unwrap() {
        assert!(2.0 * plan.work(Load::new(n)) >= free.work(Load::new(n)));
    }
    let fewer = Limits { tables: Some(free.tables().len() - 1), ..Limits::default() };
    let fewer = Plan::choose(Bits::B64, 3, Load::new(n), fewer).unwrap();
    let most = Limits { tables: Some(MAX_TABLES), ..Limits::default() };
    let most = Plan::choose(Bits::B64, 3, Load::new(n), most).unwrap();
    assert!(fewer.work(Load::new(n)) > 2.0 * most.work(Load::new(n)));
    for bytes in [600_000_000, 1_000_000_000, 2_000_000_000, 10_000_000_000] {
        let plan =
            Plan::choose(Bits::B64, 3, Load::new(n), Limits { bytes: Some(bytes), ..Limits::default() })
                .unwrap();
        assert!(plan.bytes(n) <= bytes && plan.work(Load::new(n)) >= most.work(Load::new(n)));
    }
    for work in [3_000, 10_000, 100_000] {
        let plan = Plan::choose(Bits::B64, 3, Load::new(n), Limits { work: Some(work), ..Limits::default() })
            .unwrap();
        assert!(plan.work(Load::new(n)) <= work as f64);
        let fewer = plan.tables().len() - 1;
        let limits = Limits { work: Some(work), tables: Some(fewer), ..Limits::default() };
        assert!(Plan::choose(Bits::B64, 3, Load::new(n), limits).is_err());
    }
}

#[test]
fn a_code_takes_the_bits_that_a_sorted_list_needs() {
    let one = choose_tables(1, 1 << 24);
    assert_eq!(one.bytes(1 << 24), ((64.0 - 24.0 + std::f64::consts::LOG2_E) * f64::from(1 << 21)) as u64);
    for n in [3u64, 1_000, 99_999_999, u64::MAX] {
        let bits = (64.0 - (n as f64).log2()).max(0.0) + std::f64::consts::LOG2_E;
        let expected = bits * n as f64 / 8.0;
        let found = choose_tables(1, n).bytes(n) as f64;
        assert!((found - expected).abs() <= 1.0 + n as f64 / 8e6, "{n}: {found} {expected}");
    }
}

#[test]
fn a_plan_explains_itself_beside_the_others() {
    let plan = choose_tables(4, 1 << 24);
    let text = plan.explain(Load::new(1 << 24));
    assert!(text.starts_with("4 tables for 16777216 fingerprints of 64 bits within 3."), "{text}");
    assert!(text.contains("4 x a prefix of 16 bits, looked up within 0"), "{text}");
    assert!(text.contains("41.44"), "{text}");
    let marked: Vec<&str> = text.lines().filter(|line| line.starts_with('>')).collect();
    assert_eq!(marked.len(), 1, "{text}");
    let numbers: Vec<&str> = marked[0].split_whitespace().skip(1).collect();
    assert_eq!(numbers, ["4", "16", "4", "1024.0", "1707", "20.72"]);
    let paper = Plan::for_tables(Bits::B64, 3, 16).unwrap();
    assert_eq!(paper.explain(Load::new(0)).lines().filter(|line| line.starts_with('>')).count(), 1);
}

#[test]
fn what_no_plan_can_be_is_refused_by_name() {
    let option = |refused: Result<Plan, Error>| match refused {
        Err(Error::InvalidOption { option, .. }) => option,
        other => panic!("{other:?}"),
    };
    let choose = |limits| option(Plan::choose(Bits::B64, 3, Load::new(1 << 30), limits));
    assert_eq!(choose(Limits { tables: Some(0), ..Limits::default() }), "tables");
    assert_eq!(choose(Limits { bytes: Some(1_000), ..Limits::default() }), "bytes");
    assert_eq!(choose(Limits { work: Some(1), ..Limits::default() }), "work");
    assert_eq!(option(Plan::choose(Bits::B64, 9, Load::new(1), Limits::default())), "k");
    assert_eq!(option(Plan::for_tables(Bits::B64, 9, 10)), "k");
    assert_eq!(option(Plan::for_tables(Bits::B64, 3, 3)), "tables");
    assert_eq!(option(Plan::for_tables(Bits::B64, 3, 65)), "tables");
    assert_eq!(option(Plan::for_prefix(Bits::B64, 3, 62)), "prefix");
    assert_eq!(option(Plan::for_prefix(Bits::B64, 3, 50)), "prefix");
    assert!(Plan::all(Bits::B32, 9).is_err());
    assert!(table::longest_prefix(Bits::B32, 2, 0).is_err());
    assert_eq!(table::longest_prefix(Bits::B32, 2, 2).unwrap(), 0);
}
