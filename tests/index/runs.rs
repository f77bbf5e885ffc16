//! The guarantee: every run of at least the guaranteed number of words that a document shares with an indexed one is found.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use twinprint::Document;
use twinprint::index::{Corpus, Design, Indexer, Limits, LookupRequest, Shingling};
use twinprint::text::{self, TextOptions};

use super::built::{Built, Indexed, Layout, PLAIN};
use super::soup;

/// The windows by which shingles that are looked up are selected.
const WINDOW: usize = 4;

/// Holds that every run of words that a text shares with a document of the index is met by a shingle found in that document.
fn check_runs(corpus: &Corpus<&[u8]>, documents: &[Indexed], text: &str) -> Result<(), TestCaseError> {
    let design = &corpus.manifest().design;
    let (w, run) = (design.shingles.w as usize, design.shingles.run as usize);
    let signed = Indexer::new(design, None).unwrap().sign(&Document::plain("text", text)).unwrap();
    let selected = signed.selected(WINDOW.min(design.window())).unwrap();
    let shingles = selected.iter().map(|(hash, _)| *hash).collect();
    let lookup = LookupRequest { shingles, describe: true, ..LookupRequest::default() };
    let answer = corpus.answer(&lookup, &Limits { matches: usize::MAX, passages: usize::MAX }).unwrap();
    let firsts: Vec<(u64, usize)> = answer
        .described
        .iter()
        .map(|source| (source.first, documents.iter().position(|document| document.id == source.id).unwrap()))
        .collect();
    let document_of = |passage: u64| firsts[firsts.partition_point(|(first, _)| *first <= passage) - 1].1;
    let mut hits: BTreeSet<(usize, usize)> = BTreeSet::new();
    for ((_, word), postings) in selected.iter().zip(&answer.shingles) {
        hits.extend(postings.passages.iter().map(|&passage| (document_of(passage), *word as usize)));
    }

    let words = |text: &str| {
        text::read(&Document::plain("text", text), &TextOptions::default()).unwrap().hashes().to_vec()
    };
    let own = words(text);
    let mut runs: HashMap<&[u64], Vec<usize>> = HashMap::new();
    own.windows(run).zip(0..).for_each(|(window, start)| runs.entry(window).or_default().push(start));
    for (number, document) in documents.iter().enumerate() {
        for window in words(&document.text).windows(run) {
            for &start in runs.get(window).into_iter().flatten() {
                let within = (number, start)..(number, start + run - w + 1);
                prop_assert!(
                    hits.range(within).next().is_some(),
                    "words {start} to {} stand in {}, and no shingle of them was found",
                    start + run,
                    document.id
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_run_shared_with_a_document_is_found_by_its_shingles(
        texts in prop::collection::vec(soup::sentences(1..300, 40), 1..12),
        copies in prop::collection::vec((any::<prop::sample::Index>(), 0usize..300, 1usize..80), 0..8),
        own in prop::collection::vec(soup::sentences(0..40, 40), 9),
        (w, more) in (2u32..9, 0u32..20),
        parts in 1u64..4,
    ) {
        let design = Design { shingles: Shingling { w, run: w + more }, ..Design::default().with_fingerprints() };
        let copied = copies.iter().map(|(text, start, words)| {
            let text = text.get(&texts);
            text.iter().skip(start % text.len()).take(*words).cloned().collect::<Vec<_>>()
        });
        let text: Vec<String> = own.iter().cloned().zip(copied.chain(std::iter::repeat(Vec::new()))).flat_map(|(own, copy)| [own, copy].concat()).collect();
        prop_assume!(!text.is_empty());
        let documents: Vec<Indexed> = texts
            .iter()
            .enumerate()
            .map(|(number, words)| Indexed { id: format!("{number}"), text: words.join(" ") })
            .collect();
        let built = Built::of(&design, Layout { parts, ..PLAIN }, &[(documents.clone(), Vec::new())]);
        check_runs(&built.corpus(), &documents, &text.join(" "))?;
    }
}

#[test]
fn every_run_of_25_words_of_real_text_is_found() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let pages = [
        "README.md",
        "docs/explanation/fingerprints.md",
        "docs/explanation/comparing.md",
        "tests/examples/original.txt",
        "tests/examples/essay.txt",
    ];
    let pages = pages.iter().filter(|name| folder.join(name).exists());
    let mut documents: Vec<Indexed> =
        pages.map(|name| Indexed { id: name.to_string(), text: read(name) }).collect();
    for line in read("tests/labelled/documents.jsonl").lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = value["text"].as_str().unwrap().to_string();
        documents.push(Indexed { id: value["id"].as_str().unwrap().to_string(), text });
    }
    assert!(documents.len() > 6, "{} documents", documents.len());
    let built = Built::of(&Design::default().with_fingerprints(), PLAIN, &[(documents.clone(), Vec::new())]);
    let corpus = built.corpus();
    // Of each document a third, then a third of the next.
    let pieces = |shift: usize| -> String {
        let of = |(number, document): (usize, &Indexed)| {
            let words: Vec<&str> = document.text.split(' ').collect();
            let third = words.len() / 3 + 1;
            let start = (number + shift) % 3 * third;
            words[start.min(words.len())..(start + third).min(words.len())].join(" ")
        };
        documents.iter().enumerate().map(of).collect::<Vec<_>>().join(" and ")
    };
    for shift in 0..3 {
        check_runs(&corpus, &documents, &pieces(shift)).unwrap();
    }
    for document in &documents {
        check_runs(&corpus, &documents, &document.text).unwrap();
    }
}
