//! Indexes in folders against the same in memory: built, changed, merged.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;
use twinprint::Document;
use twinprint::index::{
    Corpus, Cut, Design, IndexCheck, Indexer, Limits, LookupRequest, Manifest, Packing, Prefixes, Rule,
    Shingling,
};
use twinprint_native::corpus::{Documents, Listing, documents};
use twinprint_native::index::Depth;
use twinprint_native::index::corpus::{
    Adding, Changed, CorpusIndexOptions, Crawl, Crawling, Taking, Verdict, add, build, merge, open, publish,
    remove, verify,
};

use crate::tests::built::{Built, Indexed, Layout, PLAIN};
use crate::tests::soup;

/// A small design, so that little text has many passages.
fn design() -> Design {
    Design { cut: Cut { least: 6, most: 20 }, shingles: Shingling { w: 4, run: 10 }, ..Design::default() }
}

fn options() -> CorpusIndexOptions {
    CorpusIndexOptions { design: design(), with_text: true, tables: 64, ..CorpusIndexOptions::default() }
}

/// Little memory: everything that is sorted goes to the disk.
const LITTLE: u64 = 1 << 10;
const MUCH: u64 = 1 << 28;

/// A folder for an index and what it is built from.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    /// Documents, read from a file.
    fn documents(&self, indexed: &[Indexed]) -> Documents {
        let line =
            |own: &Indexed| format!("{}\n", json!({ "id": own.id, "text": own.text, "title": "A title" }));
        fs::write(self.path("documents.jsonl"), indexed.iter().map(line).collect::<String>()).unwrap();
        documents(Listing::new([self.path("documents.jsonl")]).entries)
    }

    fn build(&self, indexed: &[Indexed], name: &str, options: &CorpusIndexOptions) -> Changed {
        build(self.documents(indexed), &self.path(name), options, &()).unwrap()
    }

    /// Every file of an index with its bytes, but for what tells changes of it apart.
    fn bytes(&self, name: &str) -> BTreeMap<String, Vec<u8>> {
        let files = fs::read_dir(self.path(name)).unwrap().map(|entry| entry.unwrap().path());
        let named = files
            .map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), fs::read(&path).unwrap()));
        named.filter(|(name, _)| name != ".twinprint-lock").collect()
    }
}

/// Documents out of so few words that they have much in common.
fn corpus(most: usize) -> impl Strategy<Value = Vec<Indexed>> {
    let text = prop_oneof![8 => soup::sentences(1..60, 30), 1 => soup::sentences(100..300, 3000)];
    prop::collection::vec(text, 1..most).prop_map(|texts| {
        let of = |(number, words): (usize, Vec<String>)| Indexed {
            id: format!("{number}"),
            text: words.join(" "),
        };
        texts.into_iter().enumerate().map(of).collect()
    })
}

/// Everything that can be searched of documents, whole and by first bits.
fn everything(indexed: &[Indexed]) -> LookupRequest {
    let mut signer = Indexer::new(&design(), None).unwrap();
    let (mut fingerprints, mut shingles) = (Vec::new(), Vec::new());
    for own in indexed {
        let signed = signer.sign(&Document::plain(&own.id, &own.text)).unwrap();
        fingerprints.extend(signed.passages.iter().flat_map(|passage| passage.fingerprints.iter().copied()));
        shingles.extend(signed.shingles.iter().map(|(hash, _)| *hash));
    }
    let first = |of: &[u64]| of.iter().step_by(7).map(|number| number >> 44 << 44).collect::<Vec<_>>();
    let prefixes = Prefixes { bits: 20, fingerprints: first(&fingerprints), shingles: first(&shingles) };
    let sources = (0..indexed.len().div_ceil(64) as u32).collect();
    let texts = (0..indexed.len().div_ceil(8) as u32).collect();
    LookupRequest { fingerprints, k: 3, shingles, prefixes, sources, texts, describe: true }
}

fn limits() -> Limits {
    Limits { matches: usize::MAX, passages: usize::MAX }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn an_index_on_the_disk_says_what_the_same_in_memory_says(
        indexed in corpus(90),
        (parts, tables, memory) in (1u32..4, 1u32..6, prop::sample::select(&[LITTLE, MUCH][..])),
        with_text in any::<bool>(),
    ) {
        let desk = Desk::new();
        let built = desk.build(&indexed, "index", &CorpusIndexOptions { parts, tables, memory, with_text, ..options() });
        prop_assert_eq!((built.added, built.passed.skipped.count()), (indexed.len() as u64, 0));
        let layout = Layout { parts: parts.into(), file: usize::MAX, with_texts: with_text };
        let expected = Built::of(&design(), layout, &[(indexed.clone(), Vec::new())]);
        let opened = open(&desk.path("index")).unwrap();
        let lookup = everything(&indexed);
        let answer = opened.corpus.answer(&lookup, &limits()).unwrap();
        prop_assert_eq!(&answer, &expected.corpus().answer(&lookup, &limits()).unwrap());
        prop_assert_eq!(answer.texts.concat().iter().any(Option::is_some), with_text);
        let problems = verify(&desk.path("index"), Depth::Contents).unwrap().1;
        prop_assert!(problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn equal_documents_make_equal_files_whatever_the_memory_and_the_cores(
        indexed in corpus(150),
        parts in 1u32..4,
    ) {
        let desk = Desk::new();
        desk.build(&indexed, "much", &CorpusIndexOptions { parts, memory: MUCH, ..options() });
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let little = CorpusIndexOptions { parts, memory: LITTLE, ..options() };
        alone.install(|| desk.build(&indexed, "little", &little));
        prop_assert_eq!(desk.bytes("much"), desk.bytes("little"));
    }

    #[test]
    fn an_index_that_was_changed_says_what_one_built_anew_says(
        indexed in corpus(80),
        changes in prop::collection::vec(change(), 1..9),
    ) {
        let desk = Desk::new();
        let index = desk.path("index");
        desk.build(&[], "index", &options());
        let (mut left, mut rest) = (Vec::new(), indexed);
        for change in changes {
            let manifest = apply(&desk, &index, change, &mut left, &mut rest);
            prop_assert_eq!(manifest.documents, left.len() as u64);
            let bound = 1 + manifest.segments.iter().map(|segment| segment.documents).max().unwrap_or(1).ilog2();
            prop_assert!(manifest.segments.len() <= bound as usize, "{} segments", manifest.segments.len());
            let problems = verify(&index, Depth::Contents).unwrap().1;
            prop_assert!(problems.is_empty(), "{problems:?}");
            prop_assert_eq!(&said(&index, &left), &left);
        }
        let passages = |manifest: &Manifest| manifest.segments.first().map_or(0, |segment| segment.passages);
        let merged = merge(&index, LITTLE, &()).unwrap();
        desk.build(&left, "anew", &options());
        let anew = open(&desk.path("anew")).unwrap();
        prop_assert!(passages(&merged) >= passages(&anew.manifest));
        if passages(&merged) == passages(&anew.manifest) {
            prop_assert_eq!(desk.bytes("index"), desk.bytes("anew"));
        }
        let lookup = everything(&left);
        let answer = |corpus: &Corpus<_>| corpus.answer(&LookupRequest { prefixes: Prefixes::default(), ..lookup.clone() }, &limits());
        prop_assert_eq!(answer(&open(&index).unwrap().corpus).unwrap(), answer(&anew.corpus).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_crawl_says_of_each_document_what_an_index_of_all_that_was_added_before_says(
        indexed in corpus(24),
        (known, new_below) in (0usize..10, 1u32..100),
    ) {
        let desk = Desk::new();
        let (known, new) = indexed.split_at(known.min(indexed.len()));
        let mut added = known.to_vec();
        desk.build(known, "index", &options());
        let new_below = f64::from(new_below) / 100.0;
        let mut crawl = Crawl::open(&desk.path("index"), Crawling { new_below, memory: MUCH }).unwrap();
        let mut signer = Indexer::new(&design(), None).unwrap();
        for (own, document) in new.iter().zip(desk.documents(new)) {
            let (verdict, findings) = crawl.check(&document.unwrap()).unwrap();
            let segments = [known.to_vec(), added[known.len()..].to_vec()].map(|segment| (segment, vec![]));
            let segments: Vec<_> = segments.into_iter().filter(|(segment, _)| !segment.is_empty()).collect();
            let built = Built::of(&design(), PLAIN, &segments);
            let signed = signer.sign(&Document::plain(&own.id, &own.text)).unwrap();
            let mut check = IndexCheck::new(signed, &design(), built.manifest.passages).unwrap();
            let rule = Rule { texts: 0, ..Rule::new(&design()) };
            check.ask(&built.corpus(), &Limits::default(), &rule).unwrap();
            prop_assert_eq!(&findings, &check.findings(&rule));
            prop_assert_eq!(verdict, if findings.share < new_below { Verdict::Added } else { Verdict::Known });
            if verdict == Verdict::Added {
                added.push(own.clone());
            }
            // Who opens the index meanwhile finds what is on the disk.
            crawl.sync().unwrap();
            prop_assert_eq!(open(&desk.path("index")).unwrap().manifest.documents, added.len() as u64);
        }
        prop_assert_eq!(crawl.finish().unwrap().documents, added.len() as u64);
        prop_assert_eq!(said(&desk.path("index"), &added), added);
    }
}

#[test]
fn what_a_crawl_added_is_there_though_it_never_ended() {
    let desk = Desk::new();
    let indexed: Vec<Indexed> = (0..30)
        .map(|number| Indexed {
            id: format!("d{number}"),
            text: (0..30).map(|word| soup::name(number * 100 + word) + " ").collect(),
        })
        .collect();
    desk.build(&indexed[..5], "index", &options());
    let begin = || Crawl::open(&desk.path("index"), Crawling::default()).unwrap();
    let mut crawl = begin();
    for (document, number) in desk.documents(&indexed[5..]).zip(5..) {
        assert_eq!(crawl.check(&document.unwrap()).unwrap().0, Verdict::Added);
        if number == 20 {
            crawl.sync().unwrap();
        }
    }
    // Those that came after were never said to be there.
    drop(crawl);
    assert_eq!(said(&desk.path("index"), &indexed[..21]), indexed[..21]);
    // A line that was being written when the machine stopped.
    let journal = desk.path("index/.twinprint-journal");
    let torn = [fs::read(&journal).unwrap(), b"0123456789abcdef {\"sour".to_vec()].concat();
    fs::write(&journal, &torn).unwrap();
    assert_eq!(said(&desk.path("index"), &indexed[..21]), indexed[..21]);
    // A damaged line in the middle is reported.
    let mut damaged = torn.clone();
    damaged[200] ^= 1;
    fs::write(&journal, damaged).unwrap();
    let error = open(&desk.path("index")).unwrap_err();
    assert!(error.place().ends_with(".twinprint-journal, line 2"), "{error}");
    assert_eq!(error.what(), "this line is damaged, and others follow it");
    fs::write(&journal, torn).unwrap();
    // Any change of the index makes it a segment.
    let merged = remove(&desk.path("index"), &["d7".into()], MUCH).unwrap().manifest;
    assert!(!journal.exists());
    assert_eq!(merged.documents, 20);
    let mut left = indexed[..21].to_vec();
    left.remove(7);
    assert_eq!(said(&desk.path("index"), &left), left);
    let mut crawl = begin();
    let same = desk
        .documents(&[Indexed { id: "d3".into(), text: indexed[29].text.clone() }])
        .next()
        .unwrap()
        .unwrap();
    assert_eq!(crawl.check(&same).unwrap().0, Verdict::SameId);
}

/// A change of an index.
#[derive(Debug, Clone)]
enum Change {
    /// This number of documents is added.
    Add(usize),
    /// Of those that are there, each of these is added with another text, in place of itself.
    Replace(Vec<prop::sample::Index>),
    Remove(Vec<prop::sample::Index>),
    Merge,
}

fn change() -> impl Strategy<Value = Change> {
    let some = || prop::collection::vec(any::<prop::sample::Index>(), 1..8);
    prop_oneof![
        4 => (1usize..30).prop_map(Change::Add),
        1 => some().prop_map(Change::Replace),
        2 => some().prop_map(Change::Remove),
        1 => Just(Change::Merge),
    ]
}

/// Changes an index, and what is left of documents in it.
fn apply(
    desk: &Desk,
    index: &Path,
    change: Change,
    left: &mut Vec<Indexed>,
    rest: &mut Vec<Indexed>,
) -> Manifest {
    let chosen = |left: &[Indexed], of: &[prop::sample::Index]| {
        let mut chosen: Vec<usize> =
            of.iter().filter(|_| !left.is_empty()).map(|at| at.index(left.len())).collect();
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    };
    let take = |left: &mut Vec<Indexed>, chosen: &[usize]| {
        chosen.iter().rev().map(|&at| left.remove(at)).collect::<Vec<_>>()
    };
    match change {
        Change::Add(count) => {
            let new: Vec<Indexed> = rest.drain(..count.min(rest.len())).collect();
            let adding = Adding { replace: false, taking: Taking::default(), memory: LITTLE };
            let added = add(desk.documents(&new), index, &adding, &()).unwrap();
            assert_eq!((added.added, added.replaced), (new.len() as u64, 0));
            left.extend(new);
            added.manifest
        }
        Change::Replace(of) => {
            let mut new = take(left, &chosen(left, &of));
            new.iter_mut().for_each(|own| own.text += " and more of the same");
            let adding = Adding { replace: true, taking: Taking::default(), memory: MUCH };
            let added = add(desk.documents(&new), index, &adding, &()).unwrap();
            assert_eq!((added.added, added.replaced), (new.len() as u64, new.len() as u64));
            left.extend(new);
            added.manifest
        }
        Change::Remove(of) => {
            let gone = take(left, &chosen(left, &of));
            let mut ids: Vec<String> = gone.into_iter().map(|own| own.id).collect();
            let count = ids.len() as u64;
            ids.push("nobody".into());
            let removed = remove(index, &ids, LITTLE).unwrap();
            assert_eq!((removed.removed, &removed.unknown[..]), (count, &["nobody".to_string()][..]));
            removed.manifest
        }
        Change::Merge => merge(index, LITTLE, &()).unwrap(),
    }
}

/// The documents of an index with their texts, as it tells them, that are found by all of their fingerprints and shingles.
fn said(index: &Path, expected: &[Indexed]) -> Vec<Indexed> {
    let opened = open(index).unwrap();
    let documents = opened.manifest.segments.last().map_or(0, |last| last.first_document + last.documents);
    let lookup = LookupRequest {
        sources: (0..documents.div_ceil(64)).collect(),
        texts: (0..documents.div_ceil(8)).collect(),
        ..everything(expected)
    };
    let answer = opened.corpus.answer(&lookup, &limits()).unwrap();
    let nothing = answer.shingles.iter().zip(&lookup.shingles).filter(|(found, _)| found.passages.is_empty());
    // Only shingles that winnowing selects are in the index; every fingerprint is.
    assert!(nothing.count() < lookup.shingles.len().max(1));
    assert!(answer.fingerprints.iter().all(|near| near.matches.first().is_some_and(|first| {
        lookup.fingerprints.contains(&first.fingerprint) && first.count == first.passages.len() as u64
    })));
    let sources = answer.sources.into_iter().zip((0..).step_by(64));
    let sources = sources.flat_map(|(bucket, first)| bucket.into_iter().zip(first..));
    sources
        .filter(|(source, _)| !source.removed)
        .map(|(source, number): (_, usize)| Indexed {
            id: source.id,
            text: answer.texts[number / 8][number % 8].clone().unwrap(),
        })
        .collect()
}

#[test]
fn a_merge_keeps_the_bits_of_shingles_that_fewer_passages_would_want() {
    let desk = Desk::new();
    let text =
        |number: usize| (0..12).map(|word| format!("{} ", soup::name((number * 40 + word) as u32))).collect();
    let indexed: Vec<Indexed> =
        (0..40).map(|number| Indexed { id: number.to_string(), text: text(number) }).collect();
    let design = Design { pairs: None, ..design() };
    desk.build(&indexed, "index", &CorpusIndexOptions { design: design.clone(), ..options() });
    let ids: Vec<String> = (10..40).map(|number| number.to_string()).collect();
    remove(&desk.path("index"), &ids, MUCH).unwrap();
    let merged = merge(&desk.path("index"), MUCH, &()).unwrap();
    let [segment] = &merged.segments[..] else { panic!("one segment") };
    assert_eq!((segment.documents, Packing::of(segment.passages, &design)), (10, Packing::of(40, &design)));
    assert_eq!(said(&desk.path("index"), &indexed[..10]), indexed[..10]);
    assert!(verify(&desk.path("index"), Depth::Contents).unwrap().1.is_empty());
}

#[test]
fn what_is_published_is_the_merged_index_and_nothing_else() {
    let desk = Desk::new();
    let indexed: Vec<Indexed> = (0..100)
        .map(|number| Indexed {
            id: format!("d{number}"),
            text: format!("some words of document {number} and no other"),
        })
        .collect();
    desk.build(&indexed[..60], "index", &options());
    add(
        desk.documents(&indexed[60..]),
        &desk.path("index"),
        &Adding { replace: false, taking: Taking::default(), memory: MUCH },
        &(),
    )
    .unwrap();
    remove(&desk.path("index"), &["d3".into(), "d99".into()], MUCH).unwrap();
    let left: Vec<Indexed> =
        indexed.iter().filter(|own| !["d3", "d99"].contains(&&*own.id)).cloned().collect();
    let published = publish(&desk.path("index"), &desk.path("out"), Some(2), MUCH, &()).unwrap();
    desk.build(&left, "anew", &CorpusIndexOptions { parts: 2, ..options() });
    assert_eq!(desk.bytes("out"), desk.bytes("anew"));
    let mut names: Vec<&str> = published.files().map(|file| &*file.name).collect();
    names.push("index.json");
    names.sort_unstable();
    let mut there: Vec<String> = fs::read_dir(desk.path("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    there.sort();
    assert_eq!(there, names);
    for (name, bytes) in desk.bytes("out") {
        assert!(!bytes.windows(3).any(|window| window == b"d99"), "{name}");
    }
    // Published again it is as it was, and what has gone is gone.
    remove(&desk.path("index"), &["d5".into()], MUCH).unwrap();
    publish(&desk.path("index"), &desk.path("out"), None, MUCH, &()).unwrap();
    assert_eq!(open(&desk.path("out")).unwrap().manifest.documents, 97);
    assert!(names.iter().any(|name| !desk.path("out").join(name).exists()));
}
