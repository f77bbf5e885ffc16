//! `study recommend`: what it knows of a corpus and of methods, against each pair compared for itself.

use std::collections::BTreeSet;
use std::fs;

use twinprint::sketch::Method;
use twinprint::{Checker, Document, Recipe, hash};
use twinprint_native::corpus::{self, Listing};
use twinprint_native::overlap::Workspace;
use twinprint_native::scan::Keeping;
use twinprint_study::clusters::PairRatio;
use twinprint_study::recommend::{
    Budget, CorpusSurvey, DocumentSample, MethodTrial, RecommendOptions, Sure, choose, ingest, measure,
    study, survey,
};

const DOCUMENTS: usize = 60;

/// Texts of which every third is an earlier one with some words replaced, and one is a copy.
fn texts() -> Vec<(String, String)> {
    let words =
        |number: u64| (0..120).map(move |word| format!("w{:x}", hash::mix(number << 32 | word) >> 44));
    let mut texts: Vec<Vec<String>> = Vec::new();
    for number in 0..DOCUMENTS as u64 {
        let mut text: Vec<String> = words(number).collect();
        if number % 3 == 2 {
            text = texts[number as usize - 1].clone();
            let other: Vec<String> = words(1000 + number).collect();
            (0..text.len()).step_by(7 + number as usize).for_each(|at| text[at] = other[at].clone());
        }
        texts.push(text);
    }
    texts[30] = texts[3].clone();
    texts.into_iter().enumerate().map(|(number, text)| (format!("d{number:02}"), text.join(" "))).collect()
}

fn listing(folder: &std::path::Path) -> Listing {
    let line =
        |(id, text): &(String, String)| serde_json::json!({ "id": id, "text": text }).to_string() + "\n";
    let lines: String = texts().iter().map(line).collect();
    fs::write(folder.join("texts.jsonl"), lines).unwrap();
    Listing::new([folder.join("texts.jsonl")])
}

fn options(methods: &[&str]) -> RecommendOptions {
    RecommendOptions {
        methods: methods.iter().map(|line| line.to_string()).collect(),
        model: None,
        w: 5,
        thousandths: 500,
        precision: 1.0,
        recall: 0.9,
        budget: None,
        site: None,
        sample: 1000,
        seed: 1,
        place: Workspace { memory: 16 << 20, folder: std::env::temp_dir() },
    }
}

fn survey_of(options: &RecommendOptions, listing: &Listing) -> CorpusSurvey {
    let place = &options.place;
    let keeping = Keeping::Unnamed { folder: place.folder.clone(), memory: place.memory };
    let documents = |_| corpus::documents(listing.entries.clone()).into_batches();
    let gathered = ingest(options, listing).gather(documents, &keeping, &mut |_| ()).unwrap();
    survey(options, &gathered, &|_, _| ()).unwrap()
}

/// The pairs that are alike, copies left out, each compared for itself.
fn alike() -> BTreeSet<(usize, usize)> {
    let checker = Checker::new(Recipe::default().with_w(5)).unwrap();
    let read = |(name, text): &(String, String)| checker.read(&Document::plain(name, text)).unwrap();
    let read: Vec<_> = texts().iter().map(read).collect();
    pairs(|a, b| checker.numbers(&read[a], &read[b]).unwrap().0.resemblance >= 0.5)
}

fn pairs(holds: impl Fn(usize, usize) -> bool) -> BTreeSet<(usize, usize)> {
    let all = (0..DOCUMENTS).flat_map(|a| (a + 1..DOCUMENTS).map(move |b| (a, b)));
    all.filter(|&(a, b)| a != 30 && b != 30 && holds(a, b)).collect()
}

#[test]
fn who_is_proven_alone_has_no_near_duplicate_and_all_others_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let survey_of = survey_of(&options(&[]), &listing(folder.path()));
    let alike = alike();
    assert!(alike.len() > 10, "{} pairs", alike.len());
    assert_eq!(
        (survey_of.documents, survey_of.copies, survey_of.pairs),
        (DOCUMENTS as u64, 1, alike.len() as u64)
    );
    let has_one: BTreeSet<String> =
        alike.iter().flat_map(|&(a, b)| [a, b]).map(|number| format!("d{number:02}")).collect();
    assert!(survey_of.alone.iter().all(|name| !has_one.contains(name)), "{:?}", survey_of.alone);
    assert!(survey_of.alone.len() > 10, "{:?}", survey_of.alone);
    assert_eq!(survey_of.alone.len() as u64 + survey_of.unlike + has_one.len() as u64 + 1, DOCUMENTS as u64);
}

#[test]
fn methods_give_the_pairs_that_each_pair_of_sketches_says() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        "minhash:w=5,values=32,at-least=0.5",
        "simhash:weights=none,k=6",
        "adaptive:w=5,at-least=0.5",
        "supershingle:at-least=1",
    ];
    let measured = measure(&options(&lines), &listing(folder.path()), None, || ()).unwrap();
    let alike = alike();
    assert_eq!((measured[0].found, measured[0].wanted), (alike.len() as u64, alike.len() as u64));
    for (measured, line) in measured[1..].iter().zip(lines) {
        let method = Method::parse(line, None).unwrap();
        let mut sketcher = method.sketcher(None).unwrap();
        let sketches: Vec<_> = texts()
            .iter()
            .map(|(name, text)| sketcher.sketch(&Document::plain(name, text)).unwrap())
            .collect();
        let found = pairs(|a, b| method.alike.holds(&sketches[a], &sketches[b]).unwrap());
        assert_eq!(measured.found, found.len() as u64, "{line}");
        assert_eq!(measured.right, found.intersection(&alike).count() as u64, "{line}");
        assert_eq!(measured.wanted, alike.len() as u64);
    }
}

fn tried(line: &str, found: u64, right: u64, bytes: u64) -> MethodTrial {
    let line = Some(line.to_string());
    // Of forty sites, one after the other, so that what is missed is that of the last.
    let ratio = |part: u64, whole: u64| {
        let mut ratio = PairRatio::default();
        for pair in 0..whole {
            let site = (pair * 40 / whole) as u32;
            ratio.add((site, site), f64::from(pair < part), 1.0);
        }
        ratio
    };
    MethodTrial {
        given: ratio(right, found),
        reached: ratio(right, 1000),
        line,
        recipe: String::new(),
        documents: 100,
        found,
        right,
        wanted: 1000,
        bytes,
        seconds: 1.0,
    }
}

#[test]
fn the_cheapest_that_is_sure_is_chosen_and_the_exact_join_always_is() {
    let exact = MethodTrial { line: None, ..tried("", 1000, 1000, 80_000) };
    let all = [
        exact,
        tried("finds-few", 300, 300, 100),
        tried("finds-most", 1000, 990, 1000),
        tried("at-the-edge", 905, 905, 10),
    ];
    let options = RecommendOptions { precision: 0.9, ..options(&[]) };
    let first = |options: &RecommendOptions| {
        let offers = choose(options, &all, 100);
        offers.first().map(|offer| (offer.measured.line.clone(), offer.confirmed, offer.sure))
    };
    let sketches = |line: &str, sure| Some((Some(line.to_string()), false, sure));
    assert_eq!(first(&options), sketches("finds-most", Sure::Yes));
    let within = |bytes| RecommendOptions { budget: Some(Budget::Bytes(bytes)), ..options.clone() };
    assert_eq!(first(&within(500)), sketches("at-the-edge", Sure::Likely));
    assert_eq!(first(&within(5)), None);
    let exact = Some((None, true, Sure::Yes));
    assert_eq!(first(&RecommendOptions { recall: 1.0, ..options.clone() }), exact);
    // What confirms pairs is what the exact join compares: sketches before it are so much more.
    assert_eq!(first(&RecommendOptions { precision: 1.0, ..options.clone() }), exact);
}

#[test]
fn in_a_corpus_of_ten_times_as_many_documents_are_a_hundred_times_as_many_pairs() {
    let all = [
        MethodTrial { line: None, ..tried("", 1000, 1000, 80_000) },
        tried("of-few-bytes", 1200, 1000, 1000),
        tried("of-few-pairs", 1000, 1000, 10_000),
    ];
    let options = RecommendOptions { precision: 0.5, ..options(&[]) };
    let first = |documents| choose(&options, &all, documents)[0].measured.line.clone().unwrap();
    assert_eq!((first(100), first(1000)), ("of-few-bytes".into(), "of-few-pairs".into()));
    let offers = choose(&options, &all, 1000);
    assert_eq!((offers[0].bytes_of(1000), offers[0].pairs_of(1000)), (100_000, 100_000));
}

#[test]
fn a_sample_is_the_same_documents_whatever_their_order_and_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let listing = listing(folder.path());
    let (mut sample, mut reversed) = (DocumentSample::new(7, 20), DocumentSample::new(7, 20));
    texts().iter().for_each(|(name, _)| sample.offer(name));
    texts().iter().rev().for_each(|(name, _)| reversed.offer(name));
    let drawn = |sample: &DocumentSample| {
        texts().iter().filter(|(name, _)| sample.has(name)).cloned().collect::<Vec<_>>()
    };
    assert_eq!((drawn(&sample).len(), drawn(&sample)), (20, drawn(&reversed)));
    let written = sample.write(corpus::documents(listing.entries), folder.path()).unwrap();
    let again: Vec<_> = corpus::documents(written.entries)
        .map(|source| source.map(|source| (source.name, source.text)).unwrap())
        .collect();
    assert_eq!(again, drawn(&sample));
}

#[test]
fn the_answer_is_a_command_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let listing = listing(folder.path());
    let options = options(&["minhash:w=5,values=128,at-least=0.3"]);
    let survey_of = survey_of(&options, &listing);
    let measured = measure(&options, &listing, None, || ()).unwrap();
    let report = study(&options, "texts.jsonl", &survey_of, &measured);
    assert!(
        report.findings[0].contains("The command: twinprint scan texts.jsonl "),
        "{}",
        report.findings[0]
    );
    assert!(report.findings.iter().any(|finding| finding.contains("too few to be sure")));
    assert_eq!(
        report.lists["alone.txt"].iter().filter(|byte| **byte == b'\n').count(),
        survey_of.alone.len()
    );
}
