//! Indexes of documents as wholes in folders, against comparing with every document.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use tempfile::TempDir;
use twinprint::hash::mix;
use twinprint::seen::{Design, DocumentFingerprints, DocumentsManifest};
use twinprint_native::Error;
use twinprint_native::corpus::{Documents, Listing, documents};
use twinprint_native::index::Depth;
use twinprint_native::index::corpus::{Adding, Taking};
use twinprint_native::index::documents::{
    DocumentsOptions, OpenDocuments, add, build, build_of, merge, open, remove, verify,
};

/// Little memory: everything that is sorted goes to the disk.
pub(super) const LITTLE: u64 = 1 << 10;
pub(super) const MUCH: u64 = 1 << 28;
/// More than are compared each.
const MANY: u64 = 20_000;

pub(super) struct Desk(TempDir);

impl Desk {
    pub(super) fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Of random fingerprints, without names.
    pub(super) fn of(
        &self,
        name: &str,
        numbers: impl Iterator<Item = u64>,
        memory: u64,
    ) -> DocumentsManifest {
        let options = DocumentsOptions { memory, ..DocumentsOptions::default() };
        build_of(numbers.map(|number| (None, document(number))), &self.path(name), &options, &()).unwrap()
    }

    fn texts(&self, ids: &[&str]) -> Documents {
        let line = |id: &&str| format!("{}\n", json!({ "id": id, "text": text(id) }));
        fs::write(self.path("texts.jsonl"), ids.iter().map(line).collect::<String>()).unwrap();
        documents(Listing::new([self.path("texts.jsonl")]).entries)
    }
}

/// Words that depend on an id alone.
fn text(id: &str) -> String {
    let seed = id.bytes().fold(7, |seed, byte| mix(seed ^ u64::from(byte)));
    (0..80).map(|at| format!("word{} ", mix(seed + at) % 5000)).collect()
}

pub(super) fn document(number: u64) -> DocumentFingerprints {
    DocumentFingerprints { values: (0..5).map(|lexicon| mix(mix(number) ^ lexicon)).collect(), words: 200 }
}

/// A document with up to `bits` bits flipped.
pub(super) fn flipped(number: u64, bits: u64) -> DocumentFingerprints {
    let mut document = document(number);
    for flip in 0..bits {
        let bit = mix(number << 20 | flip) % 320;
        document.values[(bit / 64) as usize] ^= 1 << (bit % 64);
    }
    document
}

/// What is near, by comparing with every document.
pub(super) fn naive(numbers: impl Iterator<Item = u64>, query: &DocumentFingerprints) -> Vec<(u32, u64)> {
    let distance = |number| Design::default().near(&query.values, &document(number).values, 200);
    let mut near: Vec<_> =
        numbers.enumerate().filter_map(|(at, number)| Some((distance(number)?, at as u64))).collect();
    near.sort_unstable();
    near
}

fn found(index: &OpenDocuments, query: &DocumentFingerprints) -> Vec<(u32, u64)> {
    let near = index.near(query, 50).unwrap();
    near.matches.iter().map(|found| (found.distance, found.document)).collect()
}

pub(super) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_file());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn what_is_near_is_found_by_a_table_as_by_comparing_with_every_document() {
    let desk = Desk::new();
    // Each fifth document is there twice.
    let numbers = || (0..MANY).map(|number| if number % 5 == 0 { number / 10 * 10 } else { number });
    let manifest = desk.of("index", numbers(), MUCH);
    assert!(!manifest.segments[0].blocks.is_empty());
    let index = open(&desk.path("index")).unwrap();
    let (mut met, mut missed) = (0, 0);
    for number in (0..MANY).step_by(400).chain([MANY + 1, MANY + 2]) {
        for bits in [0, 5, 20, 40, 60, 90] {
            let query = flipped(number, bits);
            let (near, found) = (naive(numbers(), &query), found(&index, &query));
            assert!(found.iter().all(|found| near.contains(found)) && found.is_sorted());
            // Of twenty blocks of 16 bits one differs in a bit at most, and those are looked up.
            let sure = near.iter().filter(|(distance, _)| *distance < 40);
            assert!(sure.clone().all(|near| found.contains(near)), "{bits} bits of {number}");
            (met, missed) = (met + near.len() - sure.count(), missed + near.len() - found.len());
        }
    }
    assert!(met > 50 && 5 * missed < met, "{missed} of {met}");
}

#[test]
fn the_files_are_the_same_whatever_the_memory() {
    let desk = Desk::new();
    desk.of("little", 0..MANY, LITTLE);
    desk.of("much", 0..MANY, MUCH);
    assert_eq!(files(&desk.path("little")), files(&desk.path("much")));
}

#[test]
fn an_index_that_grew_and_shrank_is_once_merged_the_one_that_is_built_at_once() {
    let desk = Desk::new();
    let adding = |replace| Adding { replace, taking: Taking::default(), memory: MUCH };
    let options = DocumentsOptions::default();
    build(desk.texts(&["a", "b", "c", "d", "e"]), &desk.path("index"), &options, &()).unwrap();
    let index = desk.path("index");
    assert_eq!(add(desk.texts(&["f", "g"]), &index, &adding(false), &()).unwrap().manifest.segments.len(), 2);
    let grown = add(desk.texts(&["h", "i"]), &index, &adding(false), &()).unwrap();
    let sizes =
        |manifest: &DocumentsManifest| manifest.segments.iter().map(|own| own.documents).collect::<Vec<_>>();
    assert_eq!(sizes(&grown.manifest), [5, 4]);
    let refused = add(desk.texts(&["j", "c"]), &index, &adding(false), &()).unwrap_err();
    assert!(matches!(refused, Error::SameId { .. }), "{refused}");
    assert_eq!(open(&index).unwrap().manifest(), &grown.manifest);

    let replaced = add(desk.texts(&["j", "c"]), &index, &adding(true), &()).unwrap();
    assert_eq!((replaced.added, replaced.replaced, replaced.manifest.documents), (2, 1, 10));
    let removed = remove(&index, &["a".into(), "z".into()], MUCH).unwrap();
    assert_eq!((removed.removed, removed.unknown, removed.manifest.documents), (1, vec!["z".into()], 9));
    merge(&index, MUCH, &()).unwrap();
    let order = ["b", "d", "e", "f", "g", "h", "i", "j", "c"];
    build(desk.texts(&order), &desk.path("at once"), &options, &()).unwrap();
    assert_eq!(files(&index), files(&desk.path("at once")));
    assert!(verify(&index, Depth::Contents).unwrap().1.is_empty());

    let all: Vec<String> = order.map(String::from).into();
    assert_eq!(remove(&index, &all, MUCH).unwrap().manifest.documents, 0);
    assert_eq!(found(&open(&index).unwrap(), &flipped(1, 0)), []);
}

#[test]
fn what_is_damaged_is_told_and_never_answered_from() {
    let desk = Desk::new();
    desk.of("index", 0..MANY, MUCH);
    let whole = files(&desk.path("index"));
    let query = flipped(400, 0);
    for (name, bytes) in &whole {
        if name == ".twinprint-lock" {
            continue;
        }
        let path = desk.path("index").join(name);
        for at in [0, 9, 30, 45, bytes.len() / 3, bytes.len() / 2, bytes.len() - 20] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            fs::write(&path, &damaged).unwrap();
            let checked = verify(&desk.path("index"), Depth::Files);
            assert!(checked.is_err() || !checked.unwrap().1.is_empty(), "{name}, byte {at}");
            if let Ok(Ok(near)) = open(&desk.path("index")).map(|index| index.near(&query, 50)) {
                let found = near.matches.iter().map(|found| (found.distance, found.document));
                assert_eq!(found.collect::<Vec<_>>(), [(0, 400)], "{name}, byte {at}");
            }
        }
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(open(&desk.path("index")).is_err(), "{name}, cut short");
        fs::write(&path, bytes).unwrap();
    }
}

/// A file with one thing wrong, and what that is: a bit in each region, a region that is gone, and all behind a place.
fn each_damage(bytes: &[u8], regions: usize) -> impl Iterator<Item = (String, Vec<u8>)> {
    let region = move |number: usize| bytes.len() * number / regions..bytes.len() * (number + 1) / regions;
    (0..regions).map(region).filter(|region| !region.is_empty()).flat_map(move |region| {
        let with = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut damaged = bytes.to_vec();
            change(&mut damaged);
            damaged
        };
        [
            (format!("a bit of {region:?}"), with(&|own| own[(region.start + region.end) / 2] ^= 16)),
            (format!("zeros at {region:?}"), with(&|own| own[region.clone()].fill(0))),
            (format!("cut off at {}", region.start), with(&|own| own.truncate(region.start))),
        ]
    })
}

#[test]
fn a_small_index_that_is_damaged_anywhere_is_told_and_nothing_near_is_ever_missed() {
    let desk = Desk::new();
    let ids = ["a", "b", "c", "d", "e", "f"];
    build(desk.texts(&ids), &desk.path("index"), &DocumentsOptions::default(), &()).unwrap();
    let copy = |index: &OpenDocuments, id: &str| {
        let mut fingerprinter = twinprint::seen::Fingerprinter::new(index.design()).unwrap();
        let query = fingerprinter.fingerprints(&twinprint::Document::plain("copy", &text(id))).unwrap();
        index
            .near(&query, 50)
            .map(|near| near.matches.iter().map(|found| found.id.clone()).collect::<Vec<_>>())
    };
    let (mut told, mut harmless) = (0, 0);
    for (name, bytes) in files(&desk.path("index")) {
        let path = desk.path("index").join(&name);
        for (what, damaged) in each_damage(&bytes, 60).filter(|(_, damaged)| *damaged != bytes) {
            fs::write(&path, &damaged).unwrap();
            let answers: Result<Vec<_>, Error> =
                open(&desk.path("index")).and_then(|index| ids.iter().map(|id| copy(&index, id)).collect());
            match answers {
                Ok(answers) => {
                    assert_eq!(answers, ids.map(|id| vec![id.to_owned()]), "{name}: {what}");
                    harmless += 1;
                }
                Err(error) => {
                    assert!(error.to_string().len() > 20, "{name}, {what}: {error}");
                    told += 1;
                }
            }
            let verified = verify(&desk.path("index"), Depth::Files);
            assert!(verified.is_err() || !verified.unwrap().1.is_empty(), "{name}: {what} is not told");
        }
        fs::write(&path, &bytes).unwrap();
    }
    assert!(told > 300 && harmless < told / 10, "{told} told, {harmless} harmless");
    let index = open(&desk.path("index")).unwrap();
    assert!(ids.iter().all(|id| copy(&index, id).unwrap() == [*id]), "what was restored is as it was");
}

#[test]
fn a_large_index_that_is_damaged_anywhere_is_told_by_its_verification_and_never_answers_with_what_is_not_near()
 {
    let desk = Desk::new();
    desk.of("index", 0..MANY, MUCH);
    let query = flipped(400, 3);
    let right = found(&open(&desk.path("index")).unwrap(), &query);
    for (name, bytes) in files(&desk.path("index")) {
        let path = desk.path("index").join(&name);
        for (what, damaged) in each_damage(&bytes, 6).filter(|(_, damaged)| *damaged != bytes) {
            fs::write(&path, &damaged).unwrap();
            if let Ok(Ok(near)) = open(&desk.path("index")).map(|index| index.near(&query, 50)) {
                let all = near.matches.iter().all(|found| right.contains(&(found.distance, found.document)));
                assert!(all, "{name}: {what}: {near:?}");
            }
            let verified = verify(&desk.path("index"), Depth::Files);
            assert!(verified.is_err() || !verified.unwrap().1.is_empty(), "{name}: {what} is not told");
        }
        fs::write(&path, &bytes).unwrap();
    }
    assert_eq!(found(&open(&desk.path("index")).unwrap(), &query), right);
}

#[test]
fn a_table_of_other_documents_is_told() {
    let desk = Desk::new();
    let (mut one, other) = (desk.of("one", 0..MANY, MUCH), desk.of("other", 1..MANY + 1, MUCH));
    for file in &other.segments[0].blocks {
        fs::copy(desk.path("other").join(&file.name), desk.path("one").join(&file.name)).unwrap();
    }
    one.segments[0].blocks = other.segments[0].blocks.clone();
    fs::write(desk.path("one").join("index.json"), one.to_json()).unwrap();
    assert!(verify(&desk.path("one"), Depth::Files).unwrap().1.is_empty());
    let problems = verify(&desk.path("one"), Depth::Contents).unwrap().1;
    assert!(problems[0].to_string().contains("is of no document's block"), "{problems:?}");
}
