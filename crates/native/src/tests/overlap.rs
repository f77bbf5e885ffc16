//! All pairs of sets that share enough: both engines against comparing each with each.

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use twinprint::hash::mix;
use twinprint_native::blobs::{Blobs, Lists};
use twinprint_native::overlap::{self, Among, Counts, Need, Overlap, Overlaps, Workspace, shared};

fn lists(sets: &[Vec<u64>]) -> Lists {
    let mut lists = Lists::new(Blobs::new(tempfile::tempfile().expect("a file"), "lists"));
    for set in sets {
        lists.push(set).expect("room on the disk");
    }
    lists
}

fn place(memory: usize) -> Workspace {
    Workspace { memory, folder: std::env::temp_dir() }
}

fn all(found: Result<Overlaps, twinprint_native::Error>) -> Vec<Overlap> {
    found.expect("a join").collect::<Result<_, _>>().expect("pairs")
}

/// Each set with each.
fn by_comparing(sets: &[Vec<u64>], need: Need, allowed: impl Fn(u32, u32) -> bool) -> Vec<Overlap> {
    let mut found = Vec::new();
    for (b, second) in (0u32..).zip(sets) {
        for (a, first) in (0u32..b).zip(sets) {
            let both = first.iter().filter(|member| second.contains(member)).count() as u32;
            if both > 0 && both >= need.of(first.len() as u32, second.len() as u32) && allowed(a, b) {
                found.push(Overlap { a, b, shared: both });
            }
        }
    }
    found.sort();
    found
}

/// Sets of few members, so that they share many, some of them again with a change; spread as hashes are.
fn sets() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let set = btree_set(0u64..60, 0..24);
    (vec(set, 1..40), vec((any::<prop::sample::Index>(), 0u64..60), 0..20)).prop_map(|(mut sets, changed)| {
        for (which, member) in changed {
            let mut again = sets[which.index(sets.len())].clone();
            again.insert(member);
            sets.push(again);
        }
        let spread = |set: std::collections::BTreeSet<u64>| {
            let mut members: Vec<u64> = set.into_iter().map(mix).collect();
            members.sort_unstable();
            members
        };
        sets.into_iter().map(spread).collect()
    })
}

fn need() -> impl Strategy<Value = Need> {
    prop_oneof![
        (0u32..=1000).prop_map(|thousandths| Need::Resemblance { thousandths }),
        (0u32..=1000).prop_map(|thousandths| Need::Containment { thousandths }),
        (0u32..12).prop_map(|least| Need::Shared { least }),
        (0u32..=1000, 1u32..20).prop_map(|(thousandths, count)| Need::Smallest { thousandths, count }),
    ]
}

proptest! {
    #[test]
    fn the_join_by_prefixes_finds_what_comparing_each_with_each_finds(sets in sets(), need in need()) {
        let found = all(overlap::join(&lists(&sets), need, &|_, _| true, &place(1 << 20), &|_, _| ()));
        prop_assert_eq!(found, by_comparing(&sets, need, |_, _| true));
    }

    #[test]
    fn with_hardly_any_memory_it_finds_the_same(sets in sets(), need in need()) {
        let found = all(overlap::join(&lists(&sets), need, &|_, _| true, &place(1), &|_, _| ()));
        prop_assert_eq!(found, by_comparing(&sets, need, |_, _| true));
    }

    #[test]
    fn broders_sort_finds_the_same(sets in sets(), need in need()) {
        let found = all(overlap::by_sorting(&lists(&sets), need, None, &|_, _| true, &place(1 << 12)));
        prop_assert_eq!(found, by_comparing(&sets, need, |_, _| true));
    }

    #[test]
    fn both_leave_out_pairs_that_are_not_allowed(sets in sets(), need in need()) {
        let allowed = |a: u32, b: u32| !(a + b).is_multiple_of(3);
        let lists = lists(&sets);
        let expected = by_comparing(&sets, need, allowed);
        prop_assert_eq!(&all(overlap::join(&lists, need, &allowed, &place(1 << 20), &|_, _| ())), &expected);
        prop_assert_eq!(&all(overlap::by_sorting(&lists, need, None, &allowed, &place(1 << 20))), &expected);
    }

    #[test]
    fn what_two_lists_share_is_counted_right(a in btree_set(0u64..50, 0..40), b in btree_set(0u64..50, 0..40)) {
        let (x, y): (Vec<u64>, Vec<u64>) = (a.iter().copied().collect(), b.iter().copied().collect());
        prop_assert_eq!(shared(&x, &y) as usize, a.intersection(&b).count());
    }
}

proptest! {
    #[test]
    fn the_nearest_of_each_set_is_what_comparing_it_with_each_finds(
        sets in sets(),
        thousandths in 1u32..=1000,
        left_out in 0u32..8,
        backwards: bool,
        memory in prop_oneof![Just(1), Just(1 << 20)],
    ) {
        let (taken, asked) = (|number: u32| number % 8 != left_out, |number: u32| !number.is_multiple_of(3));
        let order = |number: u32| if backwards { u32::MAX - number } else { number };
        let pairs = by_comparing(&sets, Need::Resemblance { thousandths }, |a, b| taken(a) && taken(b));
        let size = |number: u32| sets[number as usize].len() as u64;
        let mut expected: Vec<Overlap> = Vec::new();
        for a in (0..sets.len() as u32).filter(|&a| asked(a)) {
            let sides = pairs.iter().filter(|pair| pair.a == a || pair.b == a);
            let others = sides.map(|pair| Overlap { a, b: pair.a + pair.b - a, shared: pair.shared });
            // s / (a + b - s), compared as fractions.
            let union = |pair: &Overlap| size(a) + size(pair.b) - u64::from(pair.shared);
            expected.extend(others.max_by(|x, y| {
                let (of_x, of_y) = (u64::from(x.shared) * union(y), u64::from(y.shared) * union(x));
                of_x.cmp(&of_y).then(order(y.b).cmp(&order(x.b)))
            }));
        }
        let among = Among { thousandths, taken: &taken, asked: &asked, order: &order };
        let (lists, place) = (lists(&sets), place(memory));
        let counts = Counts::of(&lists, place.memory / 4).expect("counts");
        let found = overlap::nearest(&lists, &counts, &among, &place, &|_, _| ()).expect("a search");
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn a_member_that_more_sets_have_than_are_allowed_counts_for_none() {
    let sets = [vec![1, 2], vec![1, 2], vec![1, 3]];
    let found = |common| {
        all(overlap::by_sorting(
            &lists(&sets),
            Need::Shared { least: 1 },
            common,
            &|_, _| true,
            &place(1 << 12),
        ))
    };
    assert_eq!(found(Some(3)).len(), 3);
    assert_eq!(found(Some(2)), [Overlap { a: 0, b: 1, shared: 1 }]);
}

#[test]
fn the_progress_that_is_reported_adds_up() {
    let sets: Vec<Vec<u64>> = (0..500u64).map(|set| vec![((set / 2 * 1_000_003) << 32) | 7]).collect();
    let reported = std::sync::Mutex::new((0, 0));
    let progress = |done: usize, of: usize| {
        let mut reported = reported.lock().expect("no panic");
        *reported = (reported.0.max(done), of);
    };
    let need = Need::Resemblance { thousandths: 900 };
    let found = all(overlap::join(&lists(&sets), need, &|_, _| true, &place(1 << 20), &progress));
    let reported = reported.into_inner().expect("no panic");
    assert_eq!((found.len(), reported.0), (250, reported.1));
}
