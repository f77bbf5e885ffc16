//! The adversary: whoever runs an index, and wants to know which document is checked against it. It sees each request, has every candidate's
//! text, and may try all that it likes. What it finds out stands in `docs/explanation/privacy.md`, as it is printed here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use twinprint::index::client::AccessMode;
use twinprint::index::{Design, LookupRequest};

use super::built::{Built, Indexed, Layout, PLAIN};
use super::client::Host;
use super::soup::name;

/// Documents that may be what is checked. The index has the first of them.
const CANDIDATES: u32 = 400;
const INDEXED: u32 = 200;

/// What is kept on the device of whoever checks, and what the adversary draws its own decoys by.
const SECRET: [u8; 16] = *b"kept on a device";
const ADVERSARYS: [u8; 16] = *b"of the adversary";

/// One thing that a request shows: a number, in the list of that name.
type Seen = BTreeSet<(String, u64)>;

/// A number that is as random as it gets, the same each time.
fn random(seed: u32, at: u32) -> u32 {
    let mixed = twinprint::hash::mix((u64::from(seed) << 32) | u64::from(at) | 1 << 63);
    (mixed >> 33) as u32
}

/// Words as they come in a language, some often and most rarely; a text of its own for each seed.
fn text(seed: u32, words: u32) -> String {
    let word = |at: u32| {
        let [first, second] = [0, 1].map(|draw| f64::from(random(seed, 2 * at + draw) % 65_536) / 65_536.0);
        // Products of two draws prefer small numbers, as ranks of words do.
        let end = if at % 14 == 13 { ". " } else { " " };
        format!("{}{end}", name((first * second * 20_000.0) as u32))
    };
    (0..words).map(word).collect()
}

fn candidate(number: u32) -> String {
    text(number, 300)
}

/// Twenty-five words of a candidate, among eight hundred of nobody's.
fn excerpt(number: u32) -> String {
    let of_candidate = candidate(number);
    let words: Vec<&str> = of_candidate.split_inclusive(' ').skip(100).take(25).collect();
    [text(10_000 + number, 400), words.concat(), text(20_000 + number, 400)].concat()
}

fn index() -> Built {
    let documents = (0..INDEXED).map(|number| Indexed { id: format!("{number}"), text: candidate(number) });
    Built::of(&Design::default(), Layout { with_texts: true, ..PLAIN }, &[(documents.collect(), vec![])])
}

/// What the index sees of a check.
struct Check {
    /// All requests but those for files.
    lookups: Vec<LookupRequest>,
    seen: Seen,
}

fn check(index: &Built, text: &str, mode: AccessMode, secret: [u8; 16]) -> Check {
    let mut host = Host::new(index);
    host.secret = Some(secret);
    host.check(text, mode).unwrap();
    let lookups: Vec<LookupRequest> = host.asked.iter().map(|request| request.lookup.clone()).collect();
    let mut seen = Seen::new();
    let mut see =
        |list: &str, numbers: Vec<u64>| seen.extend(numbers.into_iter().map(|number| (list.into(), number)));
    for lookup in &lookups {
        see("shingles", [&lookup.shingles[..], &lookup.prefixes.shingles].concat());
        see("sources", lookup.sources.iter().map(|&bucket| bucket.into()).collect());
        see("texts", lookup.texts.iter().map(|&bucket| bucket.into()).collect());
    }
    host.ranges.iter().for_each(|(file, start, _)| see(file, vec![*start]));
    Check { lookups, seen }
}

/// The prefixes, and which of them are decoys: those that are not there without.
fn labelled(index: &Built, text: &str) -> Vec<(u64, bool)> {
    let whole = check(index, text, AccessMode::Whole, SECRET).lookups;
    let own: BTreeSet<u64> =
        whole.iter().flat_map(|lookup| &lookup.shingles).map(|hash| hash >> 40 << 40).collect();
    let sent = check(index, text, AccessMode::Prefix, SECRET).lookups;
    let sent = sent.iter().flat_map(|lookup| lookup.prefixes.shingles.clone());
    sent.map(|prefix| (prefix, !own.contains(&prefix))).collect()
}

/// The share of labels that are right: of real numbers and of decoys alike.
fn balanced(labels: impl Iterator<Item = (bool, bool)>) -> f64 {
    let mut right = [[0.0, 0.0]; 2];
    for (is_decoy, said) in labels {
        right[usize::from(is_decoy)][usize::from(is_decoy == said)] += 1.0;
    }
    right.iter().map(|[wrong, right]| right / (wrong + right)).sum::<f64>() / 2.0
}

/// The adversary learns from half of the texts in which parts of the range decoys are more frequent, and labels those of the others.
fn told_by_value(index: &Built) -> f64 {
    const PARTS: u32 = 12;
    let part = |prefix: u64| prefix >> (64 - PARTS);
    let mut decoys: BTreeMap<u64, i32> = BTreeMap::new();
    for number in 0..40 {
        for (prefix, is_decoy) in labelled(index, &text(30_000 + number, 500)) {
            *decoys.entry(part(prefix)).or_default() += if is_decoy { 1 } else { -1 };
        }
    }
    let labels = (40..80).flat_map(|number| labelled(index, &text(30_000 + number, 500)));
    balanced(
        labels.map(|(prefix, is_decoy)| (is_decoy, decoys.get(&part(prefix)).is_some_and(|&more| more > 0))),
    )
}

/// The share of decoys that a second check of the same text, or of the text with twenty words changed, gives away by not sending them again.
fn told_by_a_repeat(index: &Built, edited: bool) -> f64 {
    let (mut told, mut all) = (0, 0);
    for number in 0..20 {
        let first = text(40_000 + number, 500);
        let second =
            if edited { [&first[..first.len() - 100], &text(50_000, 20)].concat() } else { first.clone() };
        let again: BTreeSet<u64> = labelled(index, &second).into_iter().map(|(prefix, _)| prefix).collect();
        let decoys: Vec<u64> = labelled(index, &first)
            .into_iter()
            .filter(|(_, is_decoy)| *is_decoy)
            .map(|(prefix, _)| prefix)
            .collect();
        // What the edit took from the text goes with its decoys: it tells nothing of what stayed.
        let kept_own =
            labelled(index, &first).iter().filter(|(prefix, decoy)| !decoy && again.contains(prefix)).count();
        let kept = decoys.iter().filter(|decoy| again.contains(decoy)).count();
        told += kept_own.saturating_sub(kept);
        all += kept_own;
    }
    f64::from(told as u32) / f64::from(all as u32)
}

/// The share of buckets of texts that are labelled rightly by whether they lie in a bucket of sources that was requested.
fn told_by_sources(index: &Built) -> f64 {
    let mut labels = Vec::new();
    for number in 0..40 {
        let text = [&candidate(number * 5)[..], &text(60_000 + number, 300)].concat();
        let own = check(index, &text, AccessMode::Whole, SECRET).lookups;
        let own: BTreeSet<u32> = own.iter().flat_map(|lookup| lookup.texts.clone()).collect();
        let sent = check(index, &text, AccessMode::Prefix, SECRET).lookups;
        let sources: BTreeSet<u32> = sent.iter().flat_map(|lookup| lookup.sources.clone()).collect();
        let texts = sent.iter().flat_map(|lookup| lookup.texts.clone());
        labels.extend(texts.map(|bucket| (!own.contains(&bucket), !sources.contains(&(bucket / 8)))));
    }
    assert!(labels.iter().any(|(is_decoy, _)| *is_decoy), "texts are decoyed");
    balanced(labels.into_iter())
}

/// By how much a text's length is misjudged, on average, from how many prefixes are sent.
fn length_misjudged(index: &Built) -> f64 {
    let texts: Vec<(u32, usize)> = (0..60)
        .map(|number| {
            let words = 150 + random(7, number) % 1_000;
            let sent = check(index, &text(70_000 + number, words), AccessMode::Prefix, SECRET).lookups;
            (words, sent.iter().map(|lookup| lookup.prefixes.shingles.len()).sum())
        })
        .collect();
    let misjudged = texts.iter().enumerate().map(|(at, (words, sent))| {
        // The text among the others whose number is nearest, and of those the one in the middle.
        let mut others: Vec<_> =
            texts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, text)| text).collect();
        let nearest = others.iter().map(|(_, others)| others.abs_diff(*sent)).min().unwrap();
        others.retain(|(_, others)| others.abs_diff(*sent) == nearest);
        others.sort();
        let judged = others[others.len() / 2].0;
        f64::from(judged.abs_diff(*words)) / f64::from(*words)
    });
    misjudged.sum::<f64>() / texts.len() as f64
}

/// How many of the texts the adversary names: the candidate of whose own check most stands in what it saw.
fn named(index: &Built, candidates: &[Seen], mode: AccessMode, text: impl Fn(u32) -> String) -> f64 {
    let numbers: Vec<u32> = (0..CANDIDATES).step_by(13).collect();
    let named = numbers.iter().filter(|&&number| {
        let seen = check(index, &text(number), mode, SECRET).seen;
        let score = |candidate: &Seen| candidate.iter().filter(|item| seen.contains(*item)).count();
        let best = candidates.iter().map(score).max().unwrap();
        let best: Vec<usize> =
            (0..candidates.len()).filter(|&other| score(&candidates[other]) == best).collect();
        // Of several it has to guess one.
        best.contains(&(number as usize)) && (random(3, number) as usize).is_multiple_of(best.len())
    });
    named.count() as f64 / numbers.len() as f64
}

#[test]
fn what_the_operator_of_an_index_finds_out_is_what_the_document_on_checking_says() {
    let index = index();
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let mut table = String::from(
        "| access mode | whole documents named | excerpts of 25 words, in 800 others, named |\n|---|---|---|\n",
    );
    let mut rates = BTreeMap::new();
    for mode in AccessMode::ALL {
        let candidates: Vec<Seen> =
            (0..CANDIDATES).map(|number| check(&index, &candidate(number), mode, ADVERSARYS).seen).collect();
        let rate = [named(&index, &candidates, mode, candidate), named(&index, &candidates, mode, excerpt)];
        writeln!(table, "| `{}` | {} | {} |", mode.name(), percent(rate[0]), percent(rate[1])).unwrap();
        rates.insert(mode, rate);
    }
    let by_value = told_by_value(&index);
    let by_repeat = [false, true].map(|edited| told_by_a_repeat(&index, edited));
    let by_sources = told_by_sources(&index);
    let length = length_misjudged(&index);
    let decoys = format!(
        "| of prefixes and decoys | |\n|---|---|\n\
         | labelled rightly by value; half are by chance | {} |\n\
         | decoys given away by a second check of the text | {} |\n\
         | by a check of the text with its end rewritten | {} |\n\
         | buckets of texts labelled rightly by the sources that were requested; half are by chance | {} |\n\
         | the length of the text is misjudged by | {} |\n",
        percent(by_value),
        percent(by_repeat[0]),
        percent(by_repeat[1]),
        percent(by_sources),
        percent(length),
    );
    println!("{table}\n{decoys}");
    assert!(
        rates[&AccessMode::Download].iter().all(|&rate| rate < 0.05),
        "downloading discloses nothing: {rates:?}"
    );
    assert!(by_value < 0.55, "decoys have the law of what they hide: {by_value}");
    assert!(by_repeat.iter().all(|&told| told < 0.02), "a repeat sends the same decoys: {by_repeat:?}");
    assert!(by_sources < 0.55, "texts are decoyed with their sources: {by_sources}");
    assert!(length > 0.1, "lists are padded: {length}");
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/explanation/privacy.md");
    let document = std::fs::read_to_string(document).unwrap();
    for table in [table, decoys] {
        assert!(
            document.contains(&table),
            "docs/explanation/privacy.md does not have this, which was measured:\n{table}"
        );
    }
}
