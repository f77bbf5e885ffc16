//! Boilerplate of sites, beside a map from each shingle of a site to its documents.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proptest::prelude::*;
use twinprint_native::scan::boilerplate::{Boilerplate, Gathering, Rule, Tally};

/// Documents, each with its site and its distinct shingles, gathered with so much memory.
fn found(documents: &[(u32, Vec<u64>)], rule: Rule, memory: usize) -> Boilerplate {
    let folder = tempfile::tempdir().unwrap();
    let sites = documents.iter().map(|&(site, _)| site).collect();
    let mut gathering = Gathering::new(sites, rule, memory, folder.path());
    for (document, (_, shingles)) in documents.iter().enumerate() {
        gathering.take(document as u32, shingles).unwrap();
    }
    let boilerplate = gathering.finish().unwrap();
    // On Windows they have names until they are closed.
    if cfg!(unix) {
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "files have no names");
    }
    boilerplate
}

/// What stands in more than the share of a site's documents: by site, by shingle, the documents.
fn naive(documents: &[(u32, Vec<u64>)], rule: Rule) -> BTreeMap<u32, BTreeMap<u64, BTreeSet<usize>>> {
    let mut sites = BTreeMap::<u32, BTreeMap<u64, BTreeSet<usize>>>::new();
    for (document, (site, shingles)) in documents.iter().enumerate() {
        let shingles_of_site = sites.entry(*site).or_default();
        for &shingle in shingles {
            shingles_of_site.entry(shingle).or_default().insert(document);
        }
    }
    for (site, shingles) in &mut sites {
        let n = documents.iter().filter(|document| document.0 == *site).count();
        let enough = n >= rule.documents as usize;
        shingles.retain(|_, documents| enough && documents.len() as f64 > rule.share * n as f64);
    }
    sites
}

/// A site of as many documents, each with a text of its own below a heading that all have.
fn site(site: u32, documents: u64) -> Vec<(u32, Vec<u64>)> {
    (0..documents).map(|document| (site, vec![7, 8, 1_000 + document])).collect()
}

#[test]
fn a_heading_of_all_pages_is_boilerplate_of_its_site_alone() {
    let documents =
        [site(0, 40), (0..40).map(|at| (1, vec![7, 2_000 + at])).collect::<Vec<_>>(), vec![(2, vec![7])]]
            .concat();
    let boilerplate = found(&documents, Rule { share: 0.99, documents: 30 }, 1 << 20);
    assert_eq!(boilerplate.frequent(0).unwrap(), [(7, 40), (8, 40)]);
    assert_eq!(boilerplate.frequent(1).unwrap(), [(7, 40)]);
    assert_eq!(boilerplate.frequent(2).unwrap(), []);
    assert_eq!(boilerplate.tallies()[0], Tally { documents: 40, touched: 40, shingles: 2, occurrences: 80 });
}

#[test]
fn a_share_is_exceeded_and_not_met() {
    let mut documents = site(0, 40);
    for (_, shingles) in &mut documents[..32] {
        shingles.remove(0);
    }
    let of_share = |share| found(&documents, Rule { share, documents: 30 }, 1 << 20).frequent(0).unwrap();
    assert_eq!(of_share(0.2), [(8, 40)], "8 of 40 documents");
    assert_eq!(of_share(0.19), [(7, 8), (8, 40)]);
    assert_eq!(of_share(1.0), []);
}

#[test]
fn nothing_is_said_of_a_site_of_few_documents() {
    for (documents, shingles) in [(29, 0), (30, 2)] {
        let boilerplate = found(&site(0, documents), Rule::default(), 1 << 20);
        assert_eq!(boilerplate.frequent(0).unwrap().len(), shingles, "{documents} documents");
    }
}

#[test]
fn documents_that_are_left_out_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let mut gathering = Gathering::new(vec![0; 40], Rule::default(), 1 << 20, folder.path());
    for document in 0..29 {
        gathering.take(document, &[7]).unwrap();
    }
    let tally = gathering.finish().unwrap().tallies()[0];
    assert_eq!((tally.documents, tally.shingles), (29, 0));
}

#[test]
fn a_document_is_left_with_what_is_its_own() {
    let documents = [site(0, 30), vec![(1, vec![7, 8])]].concat();
    let boilerplate = found(&documents, Rule::default(), 1 << 20);
    let mut cleaner = boilerplate.cleaner();
    let mut clean = |site, mut shingles: Vec<u64>| (cleaner.clean(site, &mut shingles).unwrap(), shingles);
    assert_eq!(clean(0, vec![7, 8, 1_003]), (2, vec![1_003]));
    assert_eq!(clean(1, vec![7, 8]), (0, vec![7, 8]));
    assert_eq!(clean(0, vec![7, 8]), (2, vec![]));
}

#[test]
fn no_documents_have_no_boilerplate() {
    assert_eq!(found(&[], Rule::default(), 1 << 20).tallies(), []);
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let gathering = Gathering::new(vec![0], Rule::default(), 1 << 20, "no/such/folder");
    let error = gathering.finish().unwrap_err().to_string();
    // What is between them is the system's.
    assert!(error.starts_with("no/such/folder: it cannot be written: "), "{error}");
    assert!(error.ends_with("; make its folder first"), "{error}");
}

/// Documents of a few sites, with shingles of which some are common.
fn documents() -> impl Strategy<Value = Vec<(u32, Vec<u64>)>> {
    let shingle = prop_oneof![0u64..4, 0u64..40, Just(u64::MAX)];
    let shingles = prop::collection::btree_set(shingle, 0..12).prop_map(Vec::from_iter);
    prop::collection::vec((0u32..4, shingles), 0..80)
}

proptest! {
    #[test]
    fn memory_or_disk_the_boilerplate_is_as_the_naive_map_has_it(
        documents in documents(),
        share in 0.0..1.0,
        least in 0u32..12,
        memory in prop::sample::select(vec![1 << 12, 1 << 20]),
    ) {
        let rule = Rule { share, documents: least };
        let boilerplate = found(&documents, rule, memory);
        let naive = naive(&documents, rule);
        for (site, tally) in boilerplate.tallies().iter().enumerate() {
            let empty = BTreeMap::new();
            let expected = naive.get(&(site as u32)).unwrap_or(&empty);
            let counts: Vec<_> = expected.iter().map(|(&shingle, documents)| (shingle, documents.len() as u32)).collect();
            prop_assert_eq!(boilerplate.frequent(site as u32).unwrap(), counts);
            let touched: BTreeSet<_> = expected.values().flatten().collect();
            prop_assert_eq!(tally.touched as usize, touched.len());
            prop_assert_eq!(tally.shingles as usize, expected.len());
            prop_assert_eq!(tally.occurrences as usize, expected.values().map(BTreeSet::len).sum::<usize>());
        }
        let mut cleaner = boilerplate.cleaner();
        for (site, shingles) in documents {
            let mut cleaned = shingles.clone();
            let removed = cleaner.clean(site, &mut cleaned).unwrap();
            let own: Vec<_> = shingles.iter().copied().filter(|shingle| !naive[&site].contains_key(shingle)).collect();
            prop_assert_eq!((removed, cleaned), (shingles.len() - own.len(), own));
        }
    }
}
