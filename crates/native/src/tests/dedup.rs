//! What goes for what: against each document compared with all that are kept, and how the work grows where thousands are nearly one.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use twinprint::loss::{Allowance, Loss};
use twinprint_native::dedup::{Decisions, Preference, Rule, Why};
use twinprint_native::overlap::{Need, Workspace};
use twinprint_native::scan::{Gathered, Ingest, Kept, Reduction};

use super::scans::{Corpus, ingest, take_in};

const W: usize = 3;

fn gathered(documents: &[Vec<u32>]) -> Gathered {
    let texts: Vec<String> = documents
        .iter()
        .map(|words| words.iter().map(|word| format!("w{word}")).collect::<Vec<_>>().join(" "))
        .collect();
    let reduction = Reduction::to_shingles(W, Kept::Sequence);
    take_in(&Ingest { reduction, ..ingest(None) }, &Corpus::new(&texts, usize::MAX))
}

fn shingles(words: &[u32]) -> Vec<&[u32]> {
    if words.len() < W { vec![words] } else { words.windows(W).collect() }
}

/// Each document that goes, the one that is kept for it, and why: every one is compared with all that are kept before it.
fn by_comparing(documents: &[Vec<u32>], rule: &Rule, preference: Preference) -> Vec<(u32, u32, Why)> {
    let sets: Vec<BTreeSet<&[u32]>> =
        documents.iter().map(|words| shingles(words).into_iter().collect()).collect();
    let mut order: Vec<usize> = (0..documents.len()).collect();
    if preference == Preference::Longest {
        order.sort_by_key(|&at| usize::MAX - sets[at].len());
    }
    let shared = |a: usize, b: usize| sets[a].intersection(&sets[b]).count() as u32;
    let (mut kept, mut gone) = (Vec::<usize>::new(), Vec::new());
    for at in order {
        let holds = |other: usize| {
            let allowance = rule.allowance.expect("one");
            let (own, size) = (sets[at].len() as u32, sets[other].len() as u32);
            let need = Need::Containment { thousandths: 1000 - allowance.lost_thousandths };
            let has = shingles(&documents[at]).into_iter().map(|shingle| sets[other].contains(shingle));
            own <= size
                && shared(at, other) >= need.of(own, size)
                && allowance.permits(&Loss::of(has, documents[at].len() as u32, W as u32))
        };
        let is_alike = |other: usize| {
            let need = Need::Resemblance { thousandths: rule.alike.expect("a threshold") };
            shared(at, other) >= need.of(sets[at].len() as u32, sets[other].len() as u32)
        };
        let same = kept.iter().find(|&&other| documents[other] == documents[at]);
        let holder = || kept.iter().find(|&&other| rule.allowance.is_some() && holds(other));
        let neighbour = || kept.iter().find(|&&other| rule.remove_alike && is_alike(other));
        let found = same
            .map(|&other| (other, Why::Exact))
            .or_else(|| holder().map(|&other| (other, Why::Contained)))
            .or_else(|| neighbour().map(|&other| (other, Why::Alike)));
        match found {
            Some((other, why)) => gone.push((at as u32, other as u32, why)),
            None => kept.push(at),
        }
    }
    // A copy of what went goes as that does.
    gone.sort_unstable_by_key(|&(document, ..)| document);
    gone
}

fn decided(gathered: &Gathered, rule: &Rule, preference: Preference, memory: usize) -> Decisions {
    let place = Workspace { memory, folder: std::env::temp_dir() };
    Decisions::new(gathered, rule, preference, &place, &|_, _| ()).expect("decisions")
}

fn removed(decisions: &Decisions) -> Vec<(u32, u32, Why)> {
    decisions.removals.iter().map(|removal| (removal.document, removal.kept, removal.why)).collect()
}

/// Documents of few words, most of them another with some words changed, added or cut off.
fn documents() -> impl Strategy<Value = Vec<Vec<u32>>> {
    let bases = vec(vec(0u32..30, 1..80), 1..8);
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u32..40, 0u8..4);
    (bases, vec((any::<prop::sample::Index>(), vec(edit, 0..4)), 0..60)).prop_map(
        |(mut documents, derived)| {
            for (of, edits) in derived {
                let mut words = documents[of.index(documents.len())].clone();
                for (at, until, word, kind) in edits {
                    let at = at.index(words.len());
                    match kind {
                        0 => words[at] = word,
                        1 => words.insert(at, word),
                        2 if words.len() > 1 => words.truncate(at.max(1)),
                        _ => {
                            _ = words.drain(
                                at.min(words.len() - 1)..(at + until.index(3)).min(words.len() - 1).max(at),
                            )
                        }
                    }
                    if words.is_empty() {
                        words.push(word);
                    }
                }
                documents.push(words);
            }
            documents
        },
    )
}

fn rule() -> impl Strategy<Value = Rule> {
    let allowance = (0u32..=400, 0u32..20, 0u32..12).prop_map(|(lost, new, run)| {
        Allowance::default().with_lost_thousandths(lost).with_new_words(new).with_new_run(run)
    });
    (prop::option::weighted(0.9, allowance), 100u32..=1000, any::<bool>()).prop_map(
        |(allowance, alike, remove_alike)| Rule { allowance, alike: Some(alike), remove_alike, w: W as u32 },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_goes_is_what_comparing_each_with_all_that_are_kept_says(
        documents in documents(),
        rule in rule(),
        first: bool,
        memory in prop_oneof![Just(1), Just(1 << 20)],
    ) {
        let preference = if first { Preference::First } else { Preference::Longest };
        let copies_go_with_their_first: Vec<(u32, u32, Why)> = {
            let distinct = by_comparing(&documents, &rule, preference);
            let fate = |at: usize| distinct.iter().find(|&&(document, ..)| document as usize == at);
            let mut expected = Vec::new();
            for (at, words) in documents.iter().enumerate() {
                let of = documents.iter().position(|other| other == words).unwrap_or(at);
                expected.extend(match fate(of) {
                    Some(&(_, kept, why)) => Some((at as u32, kept, why)),
                    None => (of != at).then_some((at as u32, of as u32, Why::Exact)),
                });
            }
            expected
        };
        let gathered = gathered(&documents);
        prop_assert_eq!(removed(&decided(&gathered, &rule, preference, memory)), copies_go_with_their_first);
    }
}

/// A text of 300 words, in each document with one other word.
fn nearly_one(documents: u32) -> Vec<Vec<u32>> {
    (0..documents)
        .map(|number| {
            (0..300).map(|word| if word == 7 * number % 300 { 1000 + number } else { word }).collect()
        })
        .collect()
}

/// A template of 300 words, filled in at three places with one of twenty answers of eight words: hundreds have each.
fn forms(documents: u32) -> Vec<Vec<u32>> {
    let answer = |place: u32, number: u32| (0..8).map(move |word| 1000 + place * 1000 + number * 10 + word);
    (0..documents)
        .map(|number| {
            let parts = (0..3).flat_map(|place| {
                let template = (100 * place..100 * place + 100).collect::<Vec<_>>();
                template.into_iter().chain(answer(place, number / 20u32.pow(place) % 20))
            });
            parts.collect()
        })
        .collect()
}

#[test]
fn of_documents_that_are_nearly_one_each_takes_the_same_work_however_many_there_are() {
    let rule = Rule { allowance: Some(Allowance::default()), alike: None, remove_alike: false, w: W as u32 };
    let works = [500, 1000, 2000].map(|documents| {
        let decisions = decided(&gathered(&nearly_one(documents)), &rule, Preference::Longest, 64 << 20);
        assert!(
            decisions.removals.len() as u32 >= documents - 3,
            "{} of {documents}",
            decisions.removals.len()
        );
        let work = decisions.work;
        (work.compared as f64 / f64::from(documents), work.met as f64 / f64::from(documents))
    });
    for (compared, met) in works {
        assert!(compared <= 3.0 && met <= 100.0, "comparisons and meetings of a document: {works:?}");
    }
}

#[test]
fn forms_that_all_stay_are_compared_with_those_that_share_answers_and_not_with_all() {
    let rule = Rule {
        // No answer of eight words may be lost.
        allowance: Some(Allowance::default().with_lost_thousandths(200).with_new_words(7)),
        alike: None,
        remove_alike: false,
        w: W as u32,
    };
    let decisions = decided(&gathered(&forms(2000)), &rule, Preference::Longest, 64 << 20);
    assert_eq!(decisions.removals.len(), 0);
    let pairs = 2000 * 1999 / 2;
    assert!(decisions.work.compared * 10 < pairs, "{:?} of {pairs} pairs", decisions.work);
}
