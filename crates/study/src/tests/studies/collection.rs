//! A corpus as Ye, Wen and Ma prepare theirs: its groups, its trials by MD5, and narrow hashes, against every two documents
//! compared.

use std::collections::BTreeSet;
use std::ops::Range;

use tempfile::TempDir;
use twinprint::hash;
use twinprint_native::overlap::Workspace;
use twinprint_native::scan::Spool;
use twinprint_study::sampling::{
    AlikePair, Bins, Collection, LengthGroups, SampleHash, SamplingTrials, Trial, bin, comparison, widths,
};

use super::plan::of_different_lengths;
use super::sampling::{ASKED, naive};
use crate::tests::scans::gather_digests;

/// Where groups begin, in words.
const BORDERS: [u32; 3] = [60, 90, 120];

fn place() -> Workspace {
    Workspace { memory: 64 << 20, folder: std::env::temp_dir() }
}

/// A collection, the folder with its pairs, and the MD5s of the shingles of each document, none of copies.
fn collection() -> (Collection, TempDir, Vec<BTreeSet<u128>>) {
    let texts = of_different_lengths();
    let gathered = gather_digests(&texts);
    let first = |at: usize| gathered.catalogue.row(at as u32).first as usize == at;
    let digests = |(at, text): (usize, &String)| match first(at) {
        true => digests(text),
        false => BTreeSet::new(),
    };
    let digests = texts.iter().enumerate().map(digests).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let comparison = comparison(&place());
    let pairs = comparison.pairs(&gathered, &|_, _| ()).expect("a join");
    let pairs = Spool::create(&folder.path().join("pairs"), pairs).expect("room");
    (Collection::new(gathered, LengthGroups::new(BORDERS.into()), pairs), folder, digests)
}

/// The MD5s of every three words.
fn digests(text: &str) -> BTreeSet<u128> {
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(3).map(|shingle| hash::md5(shingle.join(" ").as_bytes())).collect()
}

/// The pairs that are alike when shingles have these names.
fn alike<T: Ord>(digests: &[BTreeSet<u128>], name: impl Fn(u128) -> T) -> Vec<AlikePair> {
    let named: Vec<BTreeSet<T>> =
        digests.iter().map(|set| set.iter().map(|&digest| name(digest)).collect()).collect();
    let mut pairs = Vec::new();
    for (a, x) in named.iter().enumerate() {
        for (b, y) in named.iter().enumerate().skip(a + 1) {
            let shared = x.intersection(y).count() as u64;
            let found = bin(shared, (x.len() + y.len()) as u64 - shared);
            pairs.extend(found.map(|bin| AlikePair { a: a as u32, b: b as u32, bin: bin as u8 }));
        }
    }
    pairs
}

fn low(digest: u128, bits: u32) -> u128 {
    digest & (u128::MAX >> (128 - bits))
}

#[test]
fn a_hash_of_few_bits_loses_shingles_and_finds_pairs_that_are_none() {
    let (collection, _folder, digests) = collection();
    let asked = [5, 7, 9, 40, 128];
    let truth = alike(&digests, |digest| digest);
    let mut wrong = 0;
    for width in widths(&collection, &asked, &place(), &|_, _| ()).expect("room") {
        let named: BTreeSet<u128> = digests.iter().flatten().map(|&digest| low(digest, width.bits)).collect();
        assert_eq!(width.shingles, named.len() as u64, "{} bits", width.bits);
        let (mut found, mut right) = (Bins::default(), Bins::default());
        for pair in alike(&digests, |digest| low(digest, width.bits)) {
            found.0[usize::from(pair.bin)] += 1;
            match truth.iter().find(|truth| (truth.a, truth.b) == (pair.a, pair.b)) {
                Some(truth) => right.0[usize::from(pair.bin.min(truth.bin))] += 1,
                None => wrong += 1,
            }
        }
        assert_eq!((width.found, width.right), (found, right), "{} bits", width.bits);
    }
    assert!(wrong > 1000, "{wrong} pairs of narrow hashes are none");
}

#[test]
fn pairs_between_groups_are_those_that_the_paper_loses() {
    let (collection, _folder, digests) = collection();
    let words = |document: u32| collection.gathered().catalogue.row(document).words;
    let group = |document| BORDERS.iter().filter(|&&border| border <= words(document)).count();
    let mut within = vec![Bins::default(); BORDERS.len() + 1];
    let mut between = Bins::default();
    for AlikePair { a, b, bin } in alike(&digests, |digest| digest) {
        let of = if group(a) == group(b) { &mut within[group(a)] } else { &mut between };
        of.0[usize::from(bin)] += 1;
    }
    assert!(between.reaching()[0] > 0 && within.iter().all(|bins| bins.reaching()[0] > 0));
    assert_eq!(collection.alike().expect("pairs"), (within, between));
}

#[test]
fn trials_by_md5_find_what_a_look_at_every_pair_of_a_group_finds() {
    let (collection, _folder, digests) = collection();
    let divisors = [1, 2, 3, 8];
    let trials = SamplingTrials::run(&collection, SampleHash::Md5, &divisors, ASKED, &place(), None, &|_| ())
        .expect("room");
    let words = |document: usize| collection.gathered().catalogue.row(document as u32).words;
    let ends = BORDERS.into_iter().chain([u32::MAX]);
    let groups = [0].into_iter().chain(BORDERS).zip(ends).map(|(start, end)| start..end);
    for (measured, group) in trials.groups.iter().zip(groups) {
        let sets = of_group(&digests, &group, words);
        let numbers: Vec<BTreeSet<u128>> =
            sets.iter().map(|set| set.iter().map(|&number| number.into()).collect()).collect();
        let alike = alike(&numbers, |number| number);
        assert!(!alike.is_empty(), "{group:?}");
        assert_eq!(measured.documents, sets.len() as u64);
        for (trial, outcome) in Trial::all(&divisors).zip(&measured.trials) {
            assert_eq!(outcome, &naive(&sets, &alike, trial), "{trial:?} of {group:?}");
        }
    }
}

/// The low halves of the MD5s of the documents of this many words.
fn of_group(digests: &[BTreeSet<u128>], group: &Range<u32>, words: impl Fn(usize) -> u32) -> Vec<Vec<u64>> {
    let of = digests.iter().enumerate().filter(|(at, set)| !set.is_empty() && group.contains(&words(*at)));
    of.map(|(_, set)| set.iter().map(|&digest| digest as u64).collect()).collect()
}
