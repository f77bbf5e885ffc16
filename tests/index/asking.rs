//! What an index in memory says, against naive scans of its documents.

use std::collections::BTreeSet;

use proptest::prelude::*;
use twinprint::Document;
use twinprint::index::{
    Cut, Design, Indexer, Limits, LookupRequest, LookupResponse, Near, NearMatch, Packing, Prefixes,
    Shingling, Signed,
};

use super::built::{Built, Indexed, Layout, PLAIN};
use super::soup;

/// A small design, so that little text has many passages.
pub(super) fn design() -> Design {
    Design {
        cut: Cut { least: 6, most: 20 },
        shingles: Shingling { w: 4, run: 10 },
        ..Design::default().with_fingerprints()
    }
}

/// Segments of documents out of so few words that they have much in common, and which are removed.
pub(super) fn segments() -> impl Strategy<Value = Vec<(Vec<Indexed>, Vec<u32>)>> {
    let document = prop_oneof![8 => soup::sentences(1..60, 30), 1 => soup::sentences(100..300, 3000)];
    let segment = prop::collection::vec(document, 1..90).prop_flat_map(|documents| {
        let numbers: Vec<u32> = (0..documents.len() as u32).collect();
        let removed = prop::sample::subsequence(numbers, 0..=documents.len().min(5));
        (Just(documents), prop_oneof![Just(Vec::new()).boxed(), removed.boxed()])
    });
    prop::collection::vec(segment, 0..4).prop_map(|segments| {
        let named = |(segment, (documents, removed)): (usize, (Vec<Vec<String>>, Vec<u32>))| {
            let of = |(number, words): (usize, Vec<String>)| Indexed {
                id: format!("{segment}/{number}"),
                text: words.join(" "),
            };
            (documents.into_iter().enumerate().map(of).collect(), removed)
        };
        segments.into_iter().enumerate().map(named).collect()
    })
}

pub(super) fn layout() -> impl Strategy<Value = Layout> {
    let file = prop::sample::select(&[1, 2000, usize::MAX][..]);
    (1u64..4, file, any::<bool>()).prop_map(|(parts, file, with_texts)| Layout { parts, file, with_texts })
}

/// All that an index has, naively: for each passage that was not removed its number, its fingerprints and its shingles.
struct Naive {
    prints: Vec<(u64, u64)>,
    postings: Vec<(u64, u64)>,
    /// For each document that was not removed its first passage, how many it has, and its id.
    documents: Vec<(u64, u64, String)>,
}

impl Naive {
    fn of(design: &Design, segments: &[(Vec<Indexed>, Vec<u32>)]) -> Self {
        let mut indexer = Indexer::new(design, None).unwrap();
        let mut naive = Naive { prints: Vec::new(), postings: Vec::new(), documents: Vec::new() };
        let mut first = 0;
        for (documents, removed) in segments {
            // The bits of a hash that are not the passage's number.
            let signed: Vec<Signed> = documents
                .iter()
                .map(|own| indexer.sign(&Document::plain(&own.id, &own.text)).unwrap())
                .collect();
            let packing = Packing::of(signed.iter().map(|signed| signed.passages.len() as u32).sum(), design);
            for ((signed, document), number) in signed.iter().zip(documents).zip(0..) {
                let passages = signed.passages.len() as u64;
                if !removed.contains(&number) {
                    for (passage, number) in signed.passages.iter().zip(first..) {
                        naive.prints.extend(passage.fingerprints.iter().map(|&print| (print, number)));
                    }
                    for (hash, word) in signed.selected(design.window()).unwrap() {
                        let passage = first + u64::from(signed.passage_of(word));
                        naive.postings.push((packing.hash(hash), passage));
                    }
                    naive.documents.push((first, passages, document.id.clone()));
                }
                first += passages;
            }
        }
        naive.prints.sort_unstable();
        naive.prints.dedup();
        naive.postings.sort_unstable();
        naive.postings.dedup();
        naive
    }

    /// Every fingerprint for which `distance` gives one.
    fn near(&self, distance: impl Fn(u64) -> Option<u32>) -> Near {
        let prints: BTreeSet<(u32, u64)> =
            self.prints.iter().filter_map(|&(print, _)| Some((distance(print)?, print))).collect();
        let matches = prints.into_iter().map(|(_, fingerprint)| {
            let own = self.prints.iter().filter(|(print, _)| *print == fingerprint);
            let passages: Vec<u64> = own.map(|(_, passage)| *passage).collect();
            NearMatch { fingerprint, count: passages.len() as u64, passages }
        });
        Near { matches: matches.collect(), truncated: false }
    }
}

/// The highest bits.
fn prefix(number: u64, bits: u32) -> u64 {
    number & !(u64::MAX.checked_shr(bits).unwrap_or(0))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_found_is_what_comparing_with_every_passage_finds(
        segments in segments(),
        layout in layout(),
        (k, bits) in (0u32..=3, 4u32..=40),
        flips in prop::collection::vec(0u32..64, 3),
        asked in prop::collection::vec(any::<prop::sample::Index>(), 4),
    ) {
        let design = design();
        let built = Built::of(&design, layout, &segments);
        let corpus = built.corpus();
        prop_assert_eq!(corpus.missing(), Vec::<String>::new());
        let naive = Naive::of(&design, &segments);
        let flipped = |print: u64| flips.iter().fold(print, |print, flip| print ^ 1 << flip);
        let mut fingerprints: Vec<u64> = vec![0, u64::MAX];
        let mut shingles: Vec<u64> = vec![0, u64::MAX];
        for asked in asked.iter().filter(|_| !naive.prints.is_empty()) {
            let (print, _) = naive.prints[asked.index(naive.prints.len())];
            fingerprints.extend([print, flipped(print)]);
            shingles.push(naive.postings[asked.index(naive.postings.len())].0);
        }
        let prefixes = Prefixes {
            bits,
            fingerprints: fingerprints.iter().map(|&print| prefix(print, bits)).collect(),
            shingles: shingles.iter().map(|&hash| prefix(hash, bits)).collect(),
        };
        let lookup = LookupRequest { fingerprints, k, shingles, prefixes, describe: true, ..LookupRequest::default() };
        let answer = corpus.answer(&lookup, &Limits::default()).unwrap();

        for (&print, near) in lookup.fingerprints.iter().zip(&answer.fingerprints) {
            let expected = naive.near(|other| Some((print ^ other).count_ones()).filter(|distance| *distance <= k));
            prop_assert_eq!(near, &expected);
        }
        for (&own, near) in lookup.prefixes.fingerprints.iter().zip(&answer.fingerprint_prefixes) {
            let within = |other| (own ^ prefix(other, bits)).count_ones() <= k;
            prop_assert_eq!(near, &naive.near(|other| within(other).then_some(0)));
        }
        // Two shingles of one segment are told apart by as many bits as it has of them.
        let most = built.manifest.segments.iter().map(|segment| Packing::of(segment.passages, &design)).collect::<Vec<_>>();
        for (&hash, postings) in lookup.shingles.iter().zip(&answer.shingles) {
            let equal = |other: u64| most.iter().any(|packing| packing.hash(hash) == other);
            let expected: BTreeSet<u64> =
                naive.postings.iter().filter(|(other, _)| equal(*other)).map(|(_, passage)| *passage).collect();
            prop_assert_eq!(&postings.passages, &Vec::from_iter(expected));
        }
        let bits_known = most.iter().map(|packing| packing.bits()).min().unwrap_or(63);
        for (&own, shingles) in lookup.prefixes.shingles.iter().zip(&answer.shingle_prefixes) {
            let begins = naive.postings.iter().filter(|(hash, _)| prefix(*hash, bits) == own);
            let mut expected: Vec<(u64, u64)> =
                begins.map(|&(hash, passage)| (prefix(hash, bits_known), passage)).collect();
            expected.sort_unstable();
            prop_assert_eq!((shingles.bits, &shingles.postings), (bits_known, &expected));
        }

        let named = passages(&answer);
        let expected = naive.documents.iter().filter(|(first, count, _)| named.range(first..&(first + count)).next().is_some());
        let expected: Vec<(u64, &str)> = expected.map(|(first, _, id)| (*first, &id[..])).collect();
        let described: Vec<(u64, &str)> =
            answer.described.iter().map(|source| (source.first, &source.id[..])).collect();
        prop_assert_eq!(described, expected);
        prop_assert!(answer.missing.is_empty());
    }

    #[test]
    fn every_bucket_has_its_documents_and_their_texts_and_nothing_of_removed_ones(segments in segments(), layout in layout()) {
        let built = Built::of(&design(), layout, &segments);
        let corpus = built.corpus();
        let naive = Naive::of(&design(), &segments);
        let buckets = corpus.buckets();
        let all = buckets.len() as u32;
        let asked = LookupRequest { sources: (0..all + 1).collect(), texts: (0..8 * all + 1).collect(), ..LookupRequest::default() };
        let answer = corpus.answer(&asked, &Limits::default()).unwrap();
        prop_assert!(answer.missing.is_empty(), "{:?}", answer.missing);
        let mut documents = Vec::new();
        for (bucket, sources) in answer.sources.iter().enumerate() {
            prop_assert_eq!(sources.is_empty(), bucket == buckets.len());
            prop_assert_eq!(sources.first().map(|source| source.first), buckets.get(bucket).copied());
            for (source, number) in sources.iter().zip(64 * bucket..) {
                let text = answer.texts[number / 8].get(number % 8).cloned().flatten();
                if source.removed {
                    prop_assert_eq!((&source.id[..], &source.title, text), ("", &None, None));
                    continue;
                }
                documents.push((source.first, source.passages.len() as u64, source.id.clone()));
                prop_assert_eq!(source.has_text, layout.with_texts);
                prop_assert_eq!(text.is_some(), layout.with_texts);
                if let Some(text) = text {
                    let (segment, number) = source.id.split_once('/').unwrap();
                    let own = &segments[segment.parse::<usize>().unwrap()].0[number.parse::<usize>().unwrap()];
                    prop_assert_eq!(text, &own.text[..]);
                }
            }
        }
        prop_assert_eq!(documents, naive.documents);
    }

    #[test]
    fn what_is_cut_short_says_so_and_is_the_beginning_of_all(segments in segments(), layout in layout(), (matches, passages) in (1usize..4, 1usize..4)) {
        let built = Built::of(&design(), layout, &segments);
        let corpus = built.corpus();
        let naive = Naive::of(&design(), &segments);
        let shingles: Vec<u64> = naive.postings.iter().map(|(hash, _)| *hash).step_by(7).collect();
        let fingerprints: Vec<u64> = naive.prints.iter().map(|(print, _)| *print).step_by(7).collect();
        let lookup = LookupRequest { shingles, fingerprints, k: 3, ..LookupRequest::default() };
        let all = corpus.answer(&lookup, &Limits::default()).unwrap();
        let some = corpus.answer(&lookup, &Limits { matches, passages }).unwrap();
        for (all, some) in all.shingles.iter().zip(&some.shingles) {
            prop_assert_eq!(&some.passages, &all.passages[..all.passages.len().min(passages)]);
            prop_assert_eq!(some.truncated, all.passages.len() > passages);
        }
        for (all, some) in all.fingerprints.iter().zip(&some.fingerprints) {
            prop_assert!(some.matches.len() <= matches);
            // Removed passages are counted before it is known that they are: then it may say so though nothing is left out.
            prop_assert!(some.truncated || some.matches.len() == all.matches.len());
            for own in &some.matches {
                let whole = all.matches.iter().find(|other| other.fingerprint == own.fingerprint).unwrap();
                // A segment that was cut short may not have got as far as a fingerprint that others have, too.
                prop_assert!(own.count <= whole.count && own.passages.iter().all(|own| whole.passages.contains(own)));
                prop_assert!(own.passages.len() <= passages);
                if !some.truncated {
                    prop_assert_eq!(own.count, whole.count);
                    prop_assert_eq!(&own.passages, &whole.passages[..whole.passages.len().min(passages)]);
                }
            }
        }
    }
}

/// Every passage that an answer names.
fn passages(answer: &LookupResponse) -> BTreeSet<u64> {
    let near = answer.fingerprints.iter().chain(&answer.fingerprint_prefixes).flat_map(|near| &near.matches);
    let prefixes = answer.shingle_prefixes.iter().flat_map(|shingles| &shingles.postings);
    near.flat_map(|found| found.passages.clone())
        .chain(answer.shingles.iter().flat_map(|postings| postings.passages.clone()))
        .chain(prefixes.map(|(_, passage)| *passage))
        .collect()
}

#[test]
fn look_ups_out_of_range_are_refused() {
    let built = Built::of(&design(), PLAIN, &[]);
    let corpus = built.corpus();
    let refused = |lookup: LookupRequest| corpus.answer(&lookup, &Limits::default()).unwrap_err().to_string();
    assert_eq!(
        refused(LookupRequest { k: 4, ..LookupRequest::default() }),
        "k: \"4\" is not a value of this option; use at most the k that the index was built for"
    );
    for bits in [0, 65] {
        let prefixes = Prefixes { bits, shingles: vec![0], ..Prefixes::default() };
        assert!(refused(LookupRequest { prefixes, ..LookupRequest::default() }).contains("from 1 to 64"));
    }
}

#[test]
fn an_index_of_nothing_says_nothing() {
    let built = Built::of(&design(), PLAIN, &[]);
    let corpus = built.corpus();
    let lookup = LookupRequest {
        fingerprints: vec![0],
        shingles: vec![0],
        sources: vec![0],
        texts: vec![7],
        ..LookupRequest::default()
    };
    let answer = corpus.answer(&lookup, &Limits::default()).unwrap();
    assert_eq!((corpus.buckets(), passages(&answer).len()), (vec![], 0));
    assert_eq!((answer.sources, answer.texts), (vec![vec![]], vec![vec![]]));
}
