//! The pairs that clusters are made of, where all are too many: against clusters of all pairs, and how the work grows where thousands are nearly one.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use twinprint::sketch::Method;
use twinprint_native::overlap::{Need, Workspace};
use twinprint_native::scale::Scale;
use twinprint_native::scan::{
    Clustering, Clusters, Comparison, Conditions, Evidence, Extent, Gathered, Linking, Preference, ScanPair,
    cluster,
};

use super::scans::{comparison, gather, numbers, pairs};

/// The pairs that are given where no more than `most` are wanted.
fn up_to(
    most: u64,
    by: (Linking, Preference),
    comparison: &Comparison,
    gathered: &Gathered,
) -> (Extent, Vec<ScanPair>) {
    let (extent, found) = comparison.pairs_or_clusters(most, by, gathered, &|_, _| ()).expect("a search");
    (extent, found.collect::<Result<_, _>>().expect("pairs"))
}

fn clusters_of(
    pairs: &[ScanPair],
    (linking, preference): (Linking, Preference),
    gathered: &Gathered,
) -> Clusters {
    let settings = Clustering {
        linking,
        preference,
        threshold: 0.5,
        scale: Scale::Fraction,
        place: Workspace { memory: 1 << 20, folder: std::env::temp_dir() },
    };
    cluster(&gathered.catalogue, &settings, || Ok(pairs.iter().copied().map(Ok)), |_, _| Ok(1.0))
        .expect("clusters")
}

/// The clusters' documents, and what stands for them.
fn documents(clusters: &Clusters) -> Vec<(u32, Vec<u32>)> {
    clusters.iter().map(|cluster| (cluster.representative, cluster.members.to_vec())).collect()
}

fn evidence(clusters: &Clusters, gathered: &Gathered) -> Vec<Option<Evidence>> {
    (0..gathered.catalogue.len() as u32)
        .map(|document| clusters.evidence(&gathered.catalogue, document))
        .collect()
}

/// Texts of few words, most of them another with words changed.
fn texts() -> impl Strategy<Value = Vec<String>> {
    let edit = (any::<prop::sample::Index>(), 0u32..40);
    let derived = vec((any::<prop::sample::Index>(), vec(edit, 0..6)), 0..40);
    (vec(vec(0u32..30, 8..40), 1..6), derived).prop_map(|(mut documents, derived)| {
        for (of, edits) in derived {
            let mut words = documents[of.index(documents.len())].clone();
            for (at, word) in edits {
                let at = at.index(words.len());
                words[at] = word;
            }
            documents.push(words);
        }
        let text =
            |words: &Vec<u32>| words.iter().map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ");
        documents.iter().map(text).collect()
    })
}

fn by() -> impl Strategy<Value = (Linking, Preference)> {
    let linking = prop_oneof![Just(Linking::Connected), Just(Linking::Representative)];
    (linking, prop_oneof![Just(Preference::Longest), Just(Preference::First)])
}

/// What documents are compared by: shingles, sketches that shingles confirm, and sketches as they are.
fn compared() -> impl Strategy<Value = (Option<&'static str>, Option<Need>)> {
    let need = prop_oneof![
        (100u32..=950).prop_map(|thousandths| Need::Resemblance { thousandths }),
        (300u32..=1000).prop_map(|thousandths| Need::Containment { thousandths }),
        (1u32..12).prop_map(|least| Need::Shared { least }),
    ];
    let confirmed = (100u32..=950).prop_map(|thousandths| Some(Need::Resemblance { thousandths }));
    let sketch = prop_oneof![
        Just("minhash:w=2,values=32,at-least=0.4"),
        Just("sampled:divisor=2,at-most=none,at-least=0.5"),
        Just("smallest:smallest=12,at-least=0.4"),
        Just("supershingle:w=2,values=24,length=4"),
        Just("winnowed:window=3,at-least=0.4"),
    ];
    prop_oneof![
        need.prop_map(|need| (None, Some(need))),
        (sketch.prop_map(Some), prop_oneof![Just(None), confirmed]),
    ]
}

fn comparison_of((method, confirm): (Option<&str>, Option<Need>), memory: usize) -> Comparison {
    let method = method.map(|line| Method::parse(line, None).expect("a method"));
    let place = Workspace { memory, folder: std::env::temp_dir() };
    Comparison { place, ..comparison(method, confirm) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn pairs_of_clusters_make_the_clusters_that_all_pairs_make(
        texts in texts(),
        by in by(),
        compared in compared(),
        memory in prop_oneof![Just(1), Just(1 << 20)],
    ) {
        let comparison = comparison_of(compared, memory);
        let gathered = gather(&texts, comparison.method.clone());
        let all = pairs(&comparison, &gathered);
        let (some, _) = comparison.pairs_of_clusters(by, &gathered, &|_, _| ()).expect("a search");
        let some: Vec<ScanPair> = some.collect::<Result<_, _>>().expect("pairs");
        let is_one_of_all = |pair: &ScanPair| all.contains(pair);
        prop_assert!(some.iter().all(is_one_of_all), "{some:?} of {all:?}");
        prop_assert!(numbers(&some).is_sorted_by(|x, y| x < y), "{some:?}");
        let (by_all, by_some) = (clusters_of(&all, by, &gathered), clusters_of(&some, by, &gathered));
        prop_assert_eq!(documents(&by_all), documents(&by_some));
        let of_representatives = |evidence: Vec<Option<Evidence>>| -> Vec<Option<Evidence>> {
            let is_direct = |evidence: &Evidence| !matches!(evidence, Evidence::Through { .. });
            evidence.into_iter().map(|evidence| evidence.filter(is_direct)).collect()
        };
        let (of_all, of_some) = (evidence(&by_all, &gathered), evidence(&by_some, &gathered));
        prop_assert_eq!(of_representatives(of_all), of_representatives(of_some));
    }

    #[test]
    fn where_representatives_make_clusters_each_document_is_alike_with_its_own_and_no_two_of_them_are(
        texts in texts(),
        compared in compared(),
    ) {
        let comparison = comparison_of(compared, 1 << 20);
        let gathered = gather(&texts, comparison.method.clone());
        let by = (Linking::Representative, Preference::Longest);
        let (some, _) = comparison.pairs_of_clusters(by, &gathered, &|_, _| ()).expect("a search");
        let some: Vec<ScanPair> = some.collect::<Result<_, _>>().expect("pairs");
        let clusters = clusters_of(&some, by, &gathered);
        let all: BTreeSet<(u32, u32)> = numbers(&pairs(&comparison, &gathered)).into_iter().collect();
        let are_alike = |a: u32, b: u32| all.contains(&(a.min(b), a.max(b)));
        let firsts = || (0..gathered.catalogue.len() as u32).filter(|&at| gathered.catalogue.row(at).first == at);
        let alone: Vec<u32> = firsts().filter(|&document| clusters.representative_of(document) == document).collect();
        for document in firsts() {
            let own = clusters.representative_of(document);
            prop_assert!(own == document || are_alike(own, document), "{document} is not alike with {own}");
        }
        for &a in &alone {
            prop_assert!(alone.iter().all(|&b| !are_alike(a, b)), "{a} is alike with another of {alone:?}");
        }
    }

    #[test]
    fn all_pairs_are_given_up_to_a_bound_and_beyond_it_those_of_clusters(
        texts in texts(),
        by in by(),
        compared in compared().prop_filter("shingles", |(method, _)| method.is_none()),
    ) {
        let comparison = comparison_of(compared, 1 << 20);
        let gathered = gather(&texts, None);
        let all = pairs(&comparison, &gathered);
        prop_assert_eq!(up_to(all.len() as u64, by, &comparison, &gathered), (Extent::All, all.clone()));
        if let Some(fewer) = (all.len() as u64).checked_sub(1) {
            prop_assert_eq!(up_to(fewer, by, &comparison, &gathered).0, Extent::OfClusters);
        }
    }

    #[test]
    fn all_pairs_of_a_document_are_those_of_all_pairs_that_it_is_in(
        texts in texts(),
        compared in compared(),
        which: prop::sample::Index,
        apart: bool,
    ) {
        let conditions = Conditions { of_one_category: apart, ..Conditions::default() };
        let comparison = Comparison { conditions, ..comparison_of(compared, 1 << 20) };
        let gathered = gather(&texts, comparison.method.clone());
        let document = which.index(gathered.catalogue.len()) as u32;
        let first = gathered.catalogue.row(document).first;
        let mut expected = pairs(&comparison, &gathered);
        expected.retain(|pair| pair.a == first || pair.b == first);
        let found = comparison.pairs_of(document, &gathered, &|_, _| ()).expect("a search");
        let found: Vec<ScanPair> = found.collect::<Result<_, _>>().expect("pairs");
        prop_assert_eq!(found, expected);
    }
}

/// Texts of 200 words, each with another one changed.
fn nearly_one(documents: u32) -> Vec<String> {
    let word =
        |number: u32, at: u32| if at == 7 * number % 200 { format!("own{number}") } else { format!("w{at}") };
    (0..documents).map(|number| (0..200).map(|at| word(number, at)).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn of_documents_that_are_nearly_one_each_takes_the_same_work_however_many_there_are() {
    let need = Some(Need::Resemblance { thousandths: 500 });
    for method in [None, Some("minhash:w=2,values=32,at-least=0.4")] {
        let works = [600, 1200, 2400].map(|documents| {
            let comparison = comparison_of((method, need), 64 << 20);
            let gathered = gather(&nearly_one(documents), comparison.method.clone());
            let by = (Linking::Connected, Preference::Longest);
            let (some, work) = comparison.pairs_of_clusters(by, &gathered, &|_, _| ()).expect("a search");
            assert_eq!(some.count() as u32, documents - 1, "each document with the one that stands for all");
            (work.compared as f64 / f64::from(documents), work.met as f64 / f64::from(documents))
        });
        for (compared, met) in works {
            assert!(compared <= 1.5 && met <= 200.0, "comparisons and meetings of a document: {works:?}");
        }
    }
}
