//! `study hamming`, against every pair of a small corpus.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::prelude::*;
use twinprint::lexicon::Model;
use twinprint::sketch::{Method, Value};
use twinprint::{Document, hash};
use twinprint_native::overlap::Workspace;
use twinprint_native::scan::Gathered;
use twinprint_study::hamming::{
    Compression, FingerprintPostings, HammingDrawing, HammingFindings, HammingOptions, JudgedBy,
    JudgedDistance, Lengths, NearPairs, Spread, Stratum, VerdictCounts, precision,
};
use twinprint_study::intervals::Interval;
use twinprint_study::verdict::{JudgeKind, Thresholds, Verdict};

use crate::tests::scans::gather;
use crate::tests::texts::texts;

/// What is known of a pair by looking at it.
#[derive(Debug, Clone, Copy)]
struct Looked {
    distance: u32,
    words: usize,
    verdict: Verdict,
}

fn method() -> Method {
    Method::parse("simhash", Some(Model::english().expect("the model").id())).expect("a method")
}

/// All pairs of distinct texts, by words and shingles as they are.
fn every_pair(texts: &[String], thresholds: Thresholds) -> Vec<Looked> {
    let mut sketcher =
        method().sketcher(Some(Arc::new(Model::english().expect("the model")))).expect("a sketcher");
    let mut fingerprint = |text: &str| match sketcher.sketch(&Document::plain("", text)).expect("words").value
    {
        Value::Simhash(signature) => signature.fingerprints[0].expect("a word of the lexicon") as u64,
        _ => panic!("a simhash"),
    };
    let mut seen = BTreeSet::new();
    let mut documents = Vec::new();
    let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split(' ').collect()).collect();
    for (text, words) in texts.iter().zip(&words) {
        if seen.insert(text) {
            let shingles: BTreeSet<&[&str]> = words.windows(3).collect();
            documents.push((words.len(), shingles, fingerprint(text)));
        }
    }
    let mut pairs = Vec::new();
    for (at, a) in documents.iter().enumerate() {
        for b in &documents[..at] {
            let shared = a.1.intersection(&b.1).count();
            let thousandths = 1000 * shared as u32;
            let all = (a.1.len() + b.1.len() - shared) as u32;
            let verdict = match thousandths {
                of if of >= all * thresholds.correct => Verdict::Correct,
                of if of >= all * thresholds.undecided => Verdict::Undecided,
                _ => Verdict::Incorrect,
            };
            pairs.push(Looked { distance: (a.2 ^ b.2).count_ones(), words: a.0.min(b.0), verdict });
        }
    }
    pairs
}

fn options<'a>(lengths: &'a Lengths, sample: usize, seed: u64) -> HammingOptions<'a> {
    HammingOptions {
        drawing: HammingDrawing { k: 10, lengths, sample, seed },
        thresholds: Thresholds::default(),
        precision: 0.75,
        place: Workspace { memory: 1 << 20, folder: std::env::temp_dir() },
    }
}

fn study(gathered: &Gathered, options: &HammingOptions<'_>, verdictor: JudgedBy<'_>) -> HammingFindings {
    HammingFindings::of(gathered, options, verdictor, &|_, _| ()).expect("a study")
}

#[test]
fn pairs_verdicts_precision_and_recall_are_those_of_every_pair_looked_at() {
    let texts = texts(240);
    let lengths = Lengths::new([60, 100]);
    let gathered = gather(&texts, Some(method()));
    // All are drawn, so that nothing is left to chance.
    let found = study(&gathered, &options(&lengths, 1 << 20, 3), JudgedBy::Resemblance);
    let pairs = every_pair(&texts, Thresholds::default());
    let all_correct = pairs.iter().filter(|pair| pair.verdict == Verdict::Correct).count();
    assert!(all_correct > 100 && all_correct < pairs.len() / 2, "{all_correct} of {}", pairs.len());
    for length in [None, Some(0), Some(1), Some(2)] {
        let own: Vec<Looked> = pairs
            .iter()
            .copied()
            .filter(|pair| length.is_none_or(|length| lengths.of(pair.words as u32) == length))
            .collect();
        let correct = own.iter().filter(|pair| pair.verdict == Verdict::Correct).count();
        for k in 0..=10 {
            let exactly: Vec<Verdict> =
                own.iter().filter(|pair| pair.distance == k).map(|pair| pair.verdict).collect();
            let strata = length.map_or(&found.by_distance, |of| &found.by_length[of]);
            let stratum = &strata[k as usize];
            let verdicts: VerdictCounts = exactly.iter().copied().collect();
            assert_eq!(
                (stratum.pairs, stratum.verdicts()),
                (exactly.len() as u64, verdicts),
                "{length:?} at {k}"
            );
            let within: Vec<&Looked> = own.iter().filter(|pair| pair.distance <= k).collect();
            let right = within.iter().filter(|pair| pair.verdict == Verdict::Correct).count();
            let share = |of: usize| (of > 0).then(|| right as f64 / of as f64);
            let close = |estimate: Option<f64>, share: Option<f64>| match (estimate, share) {
                (Some(estimate), Some(share)) => (estimate - share).abs() < 1e-12,
                (estimate, share) => estimate == share,
            };
            let estimated = found.precision(length, k).map(|found| found.share);
            assert!(close(estimated, share(within.len())), "precision of {length:?} within {k}");
            let recalled = found.recall(length, k).map(|found| found.share);
            assert!(close(recalled, share(correct)), "recall of {length:?} within {k}");
            assert_eq!(found.alike.correct_within(length, k), right as u64);
        }
    }
    // What is recommended is the largest k of which the interval says so.
    let best = found.recommend(0.75)[0];
    let sure = |k: u32| {
        found.precision(None, k).is_some_and(|found| found.interval.is_some_and(|of| of.low >= 0.75))
    };
    let may = |k: u32| {
        found.precision(None, k).is_some_and(|found| found.interval.is_some_and(|of| of.high >= 0.75))
    };
    assert_eq!(best.k, (0..=10).filter(|&k| sure(k)).max());
    assert_eq!(best.at_most, (0..=10).filter(|&k| may(k)).max());
}

#[test]
fn few_verdicts_weigh_as_many_pairs_as_they_stand_for() {
    let texts = texts(240);
    let lengths = Lengths::default();
    let gathered = gather(&texts, Some(method()));
    let all = study(&gathered, &options(&lengths, 1 << 20, 0), JudgedBy::Resemblance);
    let truth = all.precision(None, 10).expect("pairs").share;
    let (mut weighted, mut unweighted) = (0.0, 0.0);
    for seed in 0..60 {
        let found = study(&gathered, &options(&lengths, 5, seed), JudgedBy::Resemblance);
        assert!(found.by_distance.iter().all(|stratum| stratum.verdicts().judged() == stratum.pairs.min(5)));
        let estimate = found.precision(None, 10).expect("verdicts");
        weighted += estimate.share / 60.0;
        unweighted += found.paper_precision(10).expect("verdicts").share / 60.0;
    }
    assert!((weighted - truth).abs() < 0.03, "{weighted} for {truth}");
    assert!((unweighted - truth).abs() > (weighted - truth).abs(), "{unweighted} for {truth}");
}

#[test]
fn a_persons_verdicts_count_at_their_distance_and_length() {
    let gathered = gather(&texts(120), Some(method()));
    let lengths = Lengths::new([80]);
    let judged = |distance, length, verdict| JudgedDistance { distance, documents: (0, 1), length, verdict };
    let said = [
        judged(0, 0, Verdict::Correct),
        judged(1, 1, Verdict::Undecided),
        judged(1, 1, Verdict::Correct),
        judged(99, 0, Verdict::Incorrect),
    ];
    let found = study(&gathered, &options(&lengths, 5, 1), JudgedBy::Labels(&said, JudgeKind::People));
    let counts = |correct, undecided| VerdictCounts { correct, incorrect: 0, undecided };
    assert_eq!(
        (found.by_distance[0].verdicts(), found.by_distance[1].verdicts()),
        (counts(1, 0), counts(1, 1))
    );
    assert_eq!(found.by_length[0][1].verdicts().judged(), 0);
    assert_eq!(found.by_length[1][1].verdicts(), counts(1, 1));
    // Where a distance has pairs and no verdict nothing is said beyond it.
    let silent =
        (0..=10).find(|&k| found.by_distance[k].verdicts().judged() == 0 && found.by_distance[k].pairs > 0);
    assert!(silent.is_none_or(|k| found.precision(None, k as u32).is_none()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn all_pairs_within_k_bits_are_counted_once_and_drawn_among_them(
        some in prop::collection::vec((0u64..64, 0u32..6), 0..60),
        k in 1u32..=16,
        sample in 0usize..20,
    ) {
        // Near numbers, and some that several documents have.
        let fingerprints: Vec<(u64, u32)> =
            (0..).zip(&some).map(|(at, &(code, shift))| (code << (shift * 9), at)).collect();
        let words: Vec<u32> = (0..some.len() as u64).map(|at| (hash::mix(at) % 300) as u32).collect();
        let lengths = Lengths::new([100, 200]);
        let near = NearPairs::find(
            &FingerprintPostings::new(fingerprints.clone()),
            &words,
            &HammingDrawing { k, lengths: &lengths, sample, seed: 5 },
        ).unwrap();
        let mut counts: BTreeMap<(u32, usize), u64> = BTreeMap::new();
        for (at, a) in fingerprints.iter().enumerate() {
            for b in &fingerprints[..at] {
                let length = lengths.of(words[a.1 as usize].min(words[b.1 as usize]));
                *counts.entry(((a.0 ^ b.0).count_ones(), length)).or_default() += 1;
            }
        }
        for distance in 0..=k {
            let of = |length| counts.get(&(distance, length)).copied().unwrap_or(0);
            prop_assert_eq!(near.pairs(distance), (0..3).map(of).sum::<u64>());
            for length in 0..3 {
                prop_assert_eq!(near.pairs_of(distance, length), of(length));
                prop_assert_eq!(near.drawn_of(distance, length).count() as u64, of(length).min(sample as u64));
            }
            let drawn: BTreeSet<(u32, u32)> = near.drawn(distance).collect();
            prop_assert_eq!(drawn.len() as u64, near.pairs(distance).min(sample as u64));
            for (a, b) in drawn {
                let fingerprint = |document: u32| fingerprints[document as usize].0;
                prop_assert!(a < b && (fingerprint(a) ^ fingerprint(b)).count_ones() == distance);
            }
        }
    }

    #[test]
    fn an_estimate_lies_within_its_interval(
        kinds in prop::collection::vec((1u64..10_000, 0u32..30, 0u32..30), 1..8),
        sites in 1u32..40,
    ) {
        let kind = |&(pairs, correct, incorrect): &(u64, u32, u32)| {
            let verdict = |at: u32| if at < correct { Verdict::Correct } else { Verdict::Incorrect };
            let judged = (0..correct + incorrect).map(|at| ((at % sites, at % sites), verdict(at))).collect();
            Stratum { pairs: pairs + u64::from(correct + incorrect), judged }
        };
        let kinds: Vec<Stratum> = kinds.iter().map(kind).collect();
        match precision(&kinds) {
            Some(found) => {
                prop_assert_eq!(found.interval.is_some(), found.clusters >= 10);
                let interval = found.interval.unwrap_or(Interval { low: 0.0, high: 1.0 });
                prop_assert!(0.0 <= interval.low && interval.low <= found.share + 1e-12);
                prop_assert!(found.share <= interval.high + 1e-12 && interval.high <= 1.0 + 1e-12);
            }
            None => prop_assert!(kinds.iter().any(|kind| kind.judged.is_empty())),
        }
    }
}

/// As many random numbers, sorted and distinct.
fn random(count: u64) -> Vec<u64> {
    let mut numbers: Vec<u64> = (0..count).map(|at| hash::mix(at ^ 0xABCD)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[test]
fn random_fingerprints_lead_where_random_numbers_are_expected_to() {
    let codes = random(20_000);
    let spread = Spread::of(codes.iter().map(|&code| (code, 1)));
    let naive = codes.windows(2).fold([0u64; 64], |mut counts, two| {
        counts[63 - (two[0] ^ two[1]).leading_zeros() as usize] += 1;
        counts
    });
    assert_eq!(spread.leading, naive);
    let expected = spread.leading_at_random();
    let all: f64 = expected.iter().sum();
    assert!((all - (codes.len() - 1) as f64).abs() < 1.0, "{all}");
    for (bit, (&seen, expected)) in spread.leading.iter().zip(expected).enumerate() {
        let off = (seen as f64 - expected).abs();
        assert!(off <= 5.0 * expected.sqrt() + 1.0, "bit {bit}: {seen} for {expected}");
    }
    assert_eq!(spread.buckets.iter().sum::<u64>(), codes.len() as u64);
}

#[test]
fn random_fingerprints_take_little_more_than_they_must_and_near_ones_less() {
    let codes = random(20_000);
    let (least, found) = (Compression::least(codes.len() as u64), Compression::of(&codes).unwrap().unwrap());
    assert!(found.difference > least && found.difference < 1.03 * least, "{found:?} for {least}");
    assert!(found.xor > found.difference);
    let near: Vec<u64> =
        codes.iter().take(5_000).flat_map(|&code| (0..4).map(move |low| code & !3 | low)).collect();
    let near = Compression::of(&near).unwrap().unwrap();
    assert!(near.difference < 0.5 * found.difference, "{near:?}");
    assert_eq!(Compression::of(&[]).unwrap(), None);
}
