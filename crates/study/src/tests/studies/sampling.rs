//! Trials on samples: what is counted without a look at each pair is what a look at each pair gives.

use proptest::prelude::*;
use twinprint::hash::mix;
use twinprint_study::sampling::{AlikePair, Bins, Sets, Trial, TrialOutcome, bin, measure};

/// Documents that share frames, and some that are versions of others.
fn corpus() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let frame = (0u64..4, 0u64..12);
    let own = prop::collection::vec(0u64..400, 0..12);
    let version = (any::<prop::sample::Index>(), 0usize..4);
    prop::collection::vec((frame, own, prop::option::of(version)), 2..60).prop_map(|documents| {
        let mut sets: Vec<Vec<u64>> = Vec::new();
        for ((site, frame), own, version) in documents {
            let mut set: Vec<u64> = match version {
                Some((of, changed)) if !sets.is_empty() => {
                    let of = &sets[of.index(sets.len())];
                    of[changed.min(of.len())..].to_vec()
                }
                _ => (0..frame).map(|at| mix(1000 + 100 * site + at)).collect(),
            };
            set.extend(own.iter().map(|&number| mix(number)));
            set.sort_unstable();
            set.dedup();
            sets.push(set);
        }
        sets
    })
}

fn overlap(a: &[u64], b: &[u64]) -> (u64, u64) {
    let shared = a.iter().filter(|number| b.contains(number)).count() as u64;
    (shared, (a.len() + b.len()) as u64 - shared)
}

/// Every two documents, and the last threshold that their samples reach.
fn pairs(sets: &[Vec<u64>]) -> Vec<AlikePair> {
    let mut pairs = Vec::new();
    for (b, y) in sets.iter().enumerate() {
        for (a, x) in sets[..b].iter().enumerate() {
            let (shared, union) = overlap(x, y);
            pairs.extend(bin(shared, union).map(|bin| AlikePair {
                a: a as u32,
                b: b as u32,
                bin: bin as u8,
            }));
        }
    }
    pairs
}

/// The bin that pairs are confirmed at.
pub(super) const ASKED: usize = 20;

pub(super) fn naive(sets: &[Vec<u64>], alike: &[AlikePair], trial: Trial) -> TrialOutcome {
    let samples: Vec<Vec<u64>> =
        sets.iter().map(|set| set.iter().copied().filter(|&number| trial.takes(number)).collect()).collect();
    let mut outcome = TrialOutcome {
        shingles: samples.iter().map(|sample| sample.len() as u64).sum(),
        without: samples.iter().filter(|sample| sample.is_empty()).count() as u64,
        ..TrialOutcome::default()
    };
    for found in pairs(&samples) {
        outcome.found.0[usize::from(found.bin)] += 1;
        if let Some(truth) = alike.iter().find(|pair| (pair.a, pair.b) == (found.a, found.b)) {
            outcome.right.0[usize::from(found.bin.min(truth.bin))] += 1;
            outcome.confirmed.0[usize::from(found.bin)] += i64::from(usize::from(truth.bin) >= ASKED);
        }
    }
    outcome
}

proptest! {
    #[test]
    fn every_trial_finds_what_a_look_at_every_pair_finds(documents in corpus()) {
        let divisors = [1, 2, 3, 4, 8, 16];
        let alike = pairs(&documents);
        let mut sets = Sets::default();
        documents.iter().for_each(|document| sets.push(document, 0));
        sets.seal(&divisors);
        let measured = measure(&sets, &alike, &divisors, ASKED, 1 << 30, &|| ()).expect("memory");
        for (trial, outcome) in Trial::all(&divisors).zip(&measured.trials) {
            prop_assert_eq!(outcome, &naive(&documents, &alike, trial), "{:?}", trial);
        }
        // Without sampling all that is found is right.
        prop_assert_eq!(&measured.trials[0].found, &measured.alike);
    }
}

#[test]
fn a_frame_that_many_documents_share_is_counted_for_every_two_of_them() {
    // Each has the frame of its site and two shingles that are its own or those of one other.
    let documents: Vec<Vec<u64>> = (0..400u64)
        .map(|at| {
            let frame = (0..6).map(|place| mix(100 * (at % 3) + place));
            let mut set: Vec<u64> = frame.chain([mix(10_000 + at / 2), mix(20_000 + at)]).collect();
            set.sort_unstable();
            set
        })
        .collect();
    let divisors = [1, 4];
    let alike = pairs(&documents);
    let mut sets = Sets::default();
    documents.iter().for_each(|document| sets.push(document, 0));
    sets.seal(&divisors);
    let measured = measure(&sets, &alike, &divisors, ASKED, 1 << 30, &|| ()).expect("memory");
    assert_eq!(measured.alike.0.iter().sum::<i64>(), alike.len() as i64);
    for (trial, outcome) in Trial::all(&divisors).zip(&measured.trials) {
        assert_eq!(outcome, &naive(&documents, &alike, trial), "{trial:?}");
    }
}

#[test]
fn what_does_not_go_into_memory_is_refused_with_what_is_needed() {
    let mut sets = Sets::default();
    (0..50u64)
        .for_each(|at| sets.push(&(0..200).map(|place| mix(at / 2 * 1000 + place)).collect::<Vec<_>>(), 0));
    sets.seal(&[2]);
    let error = measure(&sets, &[], &[2], ASKED, 1 << 10, &|| ()).expect_err("too little");
    assert!(error.to_string().contains("--memory"), "{error}");
    assert_eq!(Bins::default().reaching(), vec![0; 50]);
}
