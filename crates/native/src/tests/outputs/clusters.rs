//! Clusters, held to searches in a graph in memory.

use core::cmp::Reverse;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::prelude::*;
use twinprint_native::Error;
use twinprint_native::scan::{
    Catalogue, Clustering, Clusters, Evidence, Linking, Preference, Row, ScanPair, cluster,
};

use super::{catalogue, found, rows_of, settings};

const BOTH: [Preference; 2] = [Preference::Longest, Preference::First];

fn clusters(catalogue: &Catalogue, settings: &Clustering, pairs: &[ScanPair]) -> Clusters {
    let open = || Ok(pairs.iter().copied().map(Ok));
    cluster(catalogue, settings, open, |a, b| Ok(alike(a, b))).expect("nothing is read or written")
}

/// A resemblance that is far less where ordinals are far apart.
fn alike(a: u32, b: u32) -> f64 {
    1.0 / f64::from(1 + a.abs_diff(b))
}

/// Members of all clusters.
fn members(clusters: &Clusters) -> Vec<Vec<u32>> {
    clusters.iter().map(|cluster| cluster.members.to_vec()).collect()
}

/// A document for each number of `words`, each with ten shingles.
fn of_words(words: &[u32]) -> Catalogue {
    catalogue(words.iter().map(|&words| ("", words, 10)))
}

/// Each document with the next.
fn path(documents: u32) -> Vec<ScanPair> {
    (1..documents).map(|b| found(b - 1, b, 8)).collect()
}

#[test]
fn documents_without_pairs_are_in_no_cluster_and_stand_for_themselves() {
    let documents = of_words(&[5, 5, 5, 5]);
    let found = clusters(&documents, &settings(Linking::Connected, Preference::Longest), &[found(1, 3, 8)]);
    assert_eq!(members(&found), [[1, 3]]);
    assert_eq!([0, 1, 2, 3].map(|document| found.is_representative(document)), [true, true, true, false]);
    assert_eq!((found.others(), found.chains()), (1, 0));
    assert_eq!([0, 1, 2].map(|document| found.evidence(&documents, document)), [None, None, None]);
}

#[test]
fn no_documents_make_no_clusters() {
    for linking in [Linking::Connected, Linking::Representative] {
        assert!(clusters(&of_words(&[]), &settings(linking, Preference::Longest), &[]).is_empty());
    }
}

#[test]
fn the_longest_is_the_representative_and_of_equals_the_first() {
    let pairs = path(3);
    for (preference, kept) in [(Preference::Longest, 1), (Preference::First, 0)] {
        let found = clusters(&of_words(&[5, 9, 9]), &settings(Linking::Connected, preference), &pairs);
        assert_eq!(found.cluster(0).representative, kept, "{preference:?}");
    }
}

#[test]
fn copies_go_where_the_first_of_them_goes() {
    // 1 and 4 are copies of 0, which is alike with 2, which is longer and has the copy 3.
    let documents = [("", 0, 9, 10), ("", 0, 9, 10), ("", 2, 12, 10), ("", 2, 12, 10), ("", 0, 9, 10)];
    let catalogue = rows_of(documents);
    let pair = found(0, 2, 7);
    for linking in [Linking::Connected, Linking::Representative] {
        let found = clusters(&catalogue, &settings(linking, Preference::Longest), &[pair]);
        assert_eq!(members(&found), [[0, 1, 2, 3, 4]]);
        assert_eq!(found.cluster(0).representative, 2);
        let evidence = [0, 1, 3, 4].map(|document| found.evidence(&catalogue, document));
        let alike = Some(Evidence::Alike { pair });
        assert_eq!(evidence, [alike, alike, Some(Evidence::Copy), alike], "{linking:?}");
    }
}

#[test]
fn pairs_of_copies_change_nothing() {
    let catalogue = rows_of([("", 0, 9, 10), ("", 0, 9, 10), ("", 2, 5, 10)]);
    let pairs = [found(0, 1, 10), found(0, 2, 7), found(1, 2, 7)];
    for preference in BOTH {
        let settings = settings(Linking::Connected, preference);
        let found = clusters(&catalogue, &settings, &pairs);
        assert_eq!(found.evidence(&catalogue, 1), Some(Evidence::Copy));
        assert_eq!(found.evidence(&catalogue, 2), Some(Evidence::Alike { pair: pairs[1] }));
    }
}

#[test]
fn a_pair_of_documents_that_there_are_not_is_an_error() {
    let open = || Ok([Ok(found(0, 7, 3))].into_iter());
    let settings = settings(Linking::Connected, Preference::Longest);
    let error = cluster(&of_words(&[5, 5]), &settings, open, |_, _| Ok(1.0)).unwrap_err();
    assert!(
        matches!(&error, Error::Unreadable { place, .. } if place == "the pairs that were found"),
        "{error}"
    );
}

#[test]
fn an_error_among_the_pairs_is_handed_on() {
    let settings = settings(Linking::Representative, Preference::Longest);
    let open = || Ok([Ok(found(0, 1, 3)), Err(Error::StandardInputTwice)].into_iter());
    let error = cluster(&of_words(&[5, 5]), &settings, open, |_, _| Ok(1.0)).unwrap_err();
    assert!(matches!(error, Error::StandardInputTwice), "{error}");
}

#[test]
fn a_path_whose_ends_differ_is_a_chain() {
    let documents = of_words(&[5, 9, 5, 5, 5, 5]);
    let found = clusters(&documents, &settings(Linking::Connected, Preference::Longest), &path(6));
    let chain = found.cluster(0).chain.expect("its ends differ");
    assert_eq!((chain.ends, chain.resemblance), ((0, 5), 1.0 / 6.0));
    assert_eq!(
        found.evidence(&documents, 5),
        Some(Evidence::Through { pair: super::found(4, 5, 8), next: 4, steps: 4 })
    );
    assert_eq!(found.path(&documents, 5).collect::<Vec<_>>(), [4, 3, 2, 1]);
}

#[test]
fn a_path_whose_ends_are_alike_is_no_chain() {
    let settings = settings(Linking::Connected, Preference::Longest);
    let open = || Ok(path(6).into_iter().map(Ok));
    let found = cluster(&of_words(&[5; 6]), &settings, open, |_, _| Ok(0.25)).expect("nothing is read");
    assert_eq!((found.len(), found.chains()), (1, 0), "half of the threshold is enough");
}

#[test]
fn documents_that_are_all_alike_are_compared_with_no_more() {
    let pairs: Vec<ScanPair> = (0..6).flat_map(|a| (a + 1..6).map(move |b| found(a, b, 8))).collect();
    let asked = Cell::new(0);
    let open = || Ok(pairs.iter().copied().map(Ok));
    let settings = settings(Linking::Connected, Preference::Longest);
    let count = |_, _| {
        asked.set(asked.get() + 1);
        Ok(0.0)
    };
    let found = cluster(&of_words(&[5; 6]), &settings, open, count).expect("nothing is read");
    assert_eq!((asked.get(), found.chains()), (0, 0));
}

#[test]
fn the_pairs_of_a_long_chain_are_read_a_few_times() {
    let (documents, opened) = (20_000, Cell::new(0));
    let pairs = path(documents);
    let open = || {
        opened.set(opened.get() + 1);
        Ok(pairs.iter().copied().map(Ok))
    };
    let catalogue = of_words(&vec![5; documents as usize]);
    let settings = settings(Linking::Connected, Preference::First);
    let found = cluster(&catalogue, &settings, open, |a, b| Ok(alike(a, b))).expect("nothing is read");
    assert_eq!(opened.get(), 17, "once to join them, and eight times from either end");
    assert_eq!(found.cluster(0).chain.map(|chain| chain.ends), Some((0, documents - 1)));
    assert_eq!(found.path(&catalogue, documents - 1).count(), documents as usize - 1);
}

#[test]
fn a_million_copies_are_one_cluster_without_a_pair() {
    let documents = (0..1_000_000).map(|ordinal| Row {
        first: 0,
        words: 7,
        shingles: 5,
        bytes: 40,
        file: 0,
        number: ordinal,
    });
    let mut names = twinprint_native::blobs::Blobs::new(tempfile::tempfile().expect("a file"), "names");
    (0..1_000_000).for_each(|_| _ = names.push(b"").expect("nothing is written"));
    let catalogue = Catalogue::new(documents.collect(), names);
    for linking in [Linking::Connected, Linking::Representative] {
        let found = clusters(&catalogue, &settings(linking, Preference::Longest), &[]);
        assert_eq!((found.len(), found.others()), (1, 999_999));
        assert_eq!(found.evidence(&catalogue, 999_999), Some(Evidence::Copy));
    }
}

#[test]
fn scores_decide_where_no_shingles_are_counted() {
    use twinprint_native::scale::Scale;
    let pair = |a, b, score| ScanPair { a, b, shared: None, score };
    let pairs = [pair(0, 2, 3.0), pair(1, 2, 1.0)];
    for (scale, kept) in [(Scale::Distance, 1), (Scale::Count, 0)] {
        let settings = Clustering { scale, ..settings(Linking::Representative, Preference::First) };
        assert_eq!(clusters(&of_words(&[5; 3]), &settings, &pairs).representative_of(2), kept, "{scale:?}");
    }
}

/// Documents, some of them copies, and pairs of those that are not.
fn corpora() -> impl Strategy<Value = (Vec<(u32, u32, u32)>, Vec<ScanPair>)> {
    let documents = (prop::option::weighted(0.2, any::<prop::sample::Index>()), 1u32..4, 10u32..14);
    let documents = prop::collection::vec(documents, 0..24);
    let pairs = prop::collection::btree_map((0u32..24, 0u32..24), 1u32..10, 0..40);
    (documents, pairs).prop_map(|(drawn, pairs)| {
        let mut rows: Vec<(u32, u32, u32)> = Vec::new();
        for (ordinal, (copy, words, shingles)) in (0..).zip(drawn) {
            match copy.filter(|_| ordinal > 0) {
                Some(of) => rows.push(rows[rows[of.index(ordinal as usize)].0 as usize]),
                None => rows.push((ordinal, words, shingles)),
            }
        }
        let is_first = |document: u32| rows.get(document as usize).is_some_and(|row| row.0 == document);
        let pairs = pairs.into_iter().filter(|&((a, b), _)| a < b && is_first(a) && is_first(b));
        let pairs = pairs.map(|((a, b), shared)| found(a, b, shared)).collect();
        (rows, pairs)
    })
}

/// Pairs as a graph.
struct Graph<'a> {
    rows: &'a [(u32, u32, u32)],
    edges: BTreeMap<u32, BTreeMap<u32, ScanPair>>,
}

impl<'a> Graph<'a> {
    fn new(rows: &'a [(u32, u32, u32)], pairs: &[ScanPair]) -> Self {
        let mut edges: BTreeMap<u32, BTreeMap<u32, ScanPair>> = BTreeMap::new();
        for pair in pairs {
            edges.entry(pair.a).or_default().insert(pair.b, *pair);
            edges.entry(pair.b).or_default().insert(pair.a, *pair);
        }
        Graph { rows, edges }
    }

    fn firsts(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.rows.len() as u32).filter(|&document| self.rows[document as usize].0 == document)
    }

    fn of(&self, document: u32) -> impl Iterator<Item = (u32, &ScanPair)> {
        self.edges.get(&document).into_iter().flatten().map(|(&other, pair)| (other, pair))
    }

    fn resemblance(&self, pair: &ScanPair) -> f64 {
        let [a, b] = [pair.a, pair.b].map(|document| self.rows[document as usize].2);
        let shared = pair.shared.expect("all are counted");
        f64::from(shared) / f64::from(a + b - shared)
    }

    fn rank(&self, preference: Preference, document: u32) -> (Reverse<u32>, u32) {
        match preference {
            Preference::Longest => (Reverse(self.rows[document as usize].1), document),
            Preference::First => (Reverse(0), document),
        }
    }

    /// How many pairs lead from a document to each of `among`.
    fn distances(&self, from: u32, among: &BTreeSet<u32>) -> BTreeMap<u32, u32> {
        let (mut distances, mut queue) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
        while let Some(near) = queue.pop_front() {
            for (far, _) in self.of(near).filter(|(far, _)| among.contains(far)) {
                if !distances.contains_key(&far) {
                    distances.insert(far, distances[&near] + 1);
                    queue.push_back(far);
                }
            }
        }
        distances
    }

    /// The farthest document, of several the one whose strongest pair towards the start is the weakest.
    fn end(&self, from: u32, among: &BTreeSet<u32>) -> (u32, u32) {
        let distances = self.distances(from, among);
        let strength = |document: u32| {
            let nearer =
                self.of(document).filter(|(other, _)| distances.get(other) < distances.get(&document));
            let known = nearer.filter(|(other, _)| distances.contains_key(other));
            known.map(|(_, pair)| self.resemblance(pair)).fold(0.0, f64::max)
        };
        let farthest = distances
            .iter()
            .min_by(|x, y| y.1.cmp(x.1).then(strength(*x.0).total_cmp(&strength(*y.0))).then(x.0.cmp(y.0)));
        farthest.map(|(&document, &steps)| (document, steps)).expect("the start")
    }
}

/// The representative of each, by searches or by comparing each with all representatives.
fn naive(graph: &Graph<'_>, linking: Linking, preference: Preference) -> Vec<u32> {
    let all: BTreeSet<u32> = graph.firsts().collect();
    let mut order: Vec<u32> = all.iter().copied().collect();
    order.sort_by_key(|&document| graph.rank(preference, document));
    let mut kept: Vec<u32> = (0..graph.rows.len() as u32).collect();
    match linking {
        Linking::Connected => {
            for &document in order.iter().rev() {
                graph.distances(document, &all).keys().for_each(|&other| kept[other as usize] = document);
            }
        }
        Linking::Representative => {
            let mut representatives: Vec<u32> = Vec::new();
            for &document in &order {
                let alike = representatives
                    .iter()
                    .filter_map(|other| graph.edges.get(&document)?.get_key_value(other));
                let nearest = alike.min_by(|x, y| {
                    let nearer = graph.resemblance(y.1).total_cmp(&graph.resemblance(x.1));
                    nearer.then(graph.rank(preference, *x.0).cmp(&graph.rank(preference, *y.0)))
                });
                match nearest {
                    Some((&nearest, _)) => kept[document as usize] = nearest,
                    None => representatives.push(document),
                }
            }
        }
    }
    let of_first = |row: &(u32, u32, u32)| kept[row.0 as usize];
    graph.rows.iter().map(of_first).collect()
}

proptest! {
    #[test]
    fn clusters_are_those_of_a_search((rows, pairs) in corpora(), longest in any::<bool>(), connected in any::<bool>()) {
        let linking = if connected { Linking::Connected } else { Linking::Representative };
        let preference = if longest { Preference::Longest } else { Preference::First };
        let catalogue = rows_of(rows.iter().map(|&(first, words, shingles)| ("", first, words, shingles)));
        let graph = Graph::new(&rows, &pairs);
        let clusters = clusters(&catalogue, &settings(linking, preference), &pairs);
        let kept = naive(&graph, linking, preference);
        let documents = 0..rows.len() as u32;
        prop_assert_eq!(documents.clone().map(|document| clusters.representative_of(document)).collect::<Vec<_>>(), kept.clone());
        // Clusters are listed by their first documents, each with its documents in order.
        let mut expected: Vec<Vec<u32>> = Vec::new();
        for document in documents.clone() {
            match expected.iter_mut().find(|cluster| kept[cluster[0] as usize] == kept[document as usize]) {
                Some(cluster) => cluster.push(document),
                None => expected.push(vec![document]),
            }
        }
        expected.retain(|cluster| cluster.len() > 1);
        prop_assert_eq!(members(&clusters), expected);
        // Each way is the shortest, over pairs that there are.
        for cluster in clusters.iter() {
            let firsts: BTreeSet<u32> = cluster.members.iter().copied().filter(|&document| rows[document as usize].0 == document).collect();
            let distances = graph.distances(cluster.representative, &firsts);
            for &document in cluster.members {
                let first = rows[document as usize].0;
                let path: Vec<u32> = [first].into_iter().chain(clusters.path(&catalogue, document)).collect();
                prop_assert_eq!(path.last(), Some(&cluster.representative));
                prop_assert!(path.windows(2).all(|step| graph.edges[&step[0]].contains_key(&step[1])), "{:?}", path);
                let steps = distances[&first];
                if steps <= 8 {
                    prop_assert_eq!(path.len() as u32, steps + 1);
                }
                let evidence = clusters.evidence(&catalogue, document);
                let pair = (steps > 0).then(|| graph.edges[&first][&path[1]]);
                prop_assert_eq!(evidence, match (document == cluster.representative, pair) {
                    (true, _) => None,
                    (_, None) => Some(Evidence::Copy),
                    (_, Some(pair)) if steps == 1 => Some(Evidence::Alike { pair }),
                    (_, Some(pair)) => Some(Evidence::Through { pair, next: path[1], steps: path.len() as u32 - 1 }),
                });
            }
            if distances.values().all(|&steps| steps <= 8) {
                let (one, _) = graph.end(cluster.representative, &firsts);
                let (other, steps) = graph.end(one, &firsts);
                let resemblance = alike(one, other);
                let is_chain = firsts.len() > 2 && steps > 1 && resemblance < 0.25;
                let ends = is_chain.then_some((one.min(other), one.max(other)));
                prop_assert_eq!(cluster.chain.map(|chain| chain.ends), ends);
            }
        }
    }

    #[test]
    fn a_document_is_alike_with_its_representative((rows, pairs) in corpora(), longest in any::<bool>()) {
        let preference = if longest { Preference::Longest } else { Preference::First };
        let catalogue = rows_of(rows.iter().map(|&(first, words, shingles)| ("", first, words, shingles)));
        let clusters = clusters(&catalogue, &settings(Linking::Representative, preference), &pairs);
        for document in 0..rows.len() as u32 {
            let through = matches!(clusters.evidence(&catalogue, document), Some(Evidence::Through { .. }));
            prop_assert!(!through, "{}", document);
        }
        for pair in pairs {
            prop_assert!(!(clusters.is_representative(pair.a) && clusters.is_representative(pair.b)), "{:?}: both are representatives", pair);
        }
    }
}
