//! Indexes of documents as wholes that are read by ranges of bytes, against comparing with every document.

use std::fs;
use std::path::Path;

use twinprint::Error as Core;
use twinprint::index::{FileEntry, MANIFEST};
use twinprint::seen::{
    BucketLayout, Design, DocumentFingerprints, NearDocuments, RangesLookup, RangesManifest, RemoteDocuments,
    Status,
};
use twinprint_native::Error;
use twinprint_native::index::documents::{
    DocumentsOptions, build_of, is_by_ranges, open, publish_by_ranges, verify_by_ranges,
};

use super::documents_index::{Desk, LITTLE, MUCH, document, files, flipped, naive};

const MANY: u64 = 30_000;

/// What came of a look-up, and what was fetched for it: how many times, in how many journeys, how many bytes.
struct Fetched {
    near: NearDocuments,
    requests: usize,
    journeys: usize,
    bytes: u64,
}

fn look_up(folder: &Path, query: &DocumentFingerprints) -> Result<Fetched, Core> {
    let manifest = fs::read(folder.join(MANIFEST)).unwrap();
    let mut index = RemoteDocuments::published("here", &manifest)?;
    let (mut requests, mut journeys, mut bytes) = (0, 0, manifest.len() as u64);
    loop {
        let wanted = index.wanted(query)?;
        if wanted.is_empty() {
            let near = index.near(query, 20)?.expect("all that is wanted was fetched");
            return Ok(Fetched { near, requests, journeys, bytes });
        }
        assert_eq!(index.near(query, 20)?, None, "something is wanted yet");
        (journeys, requests) = (journeys + 1, requests + wanted.len());
        for part in wanted {
            let file = fs::read(folder.join(&part.file)).unwrap();
            assert_eq!(file.len() as u64, part.bytes);
            index.supply(&part, file[part.start as usize..part.end as usize].to_vec())?;
            bytes += part.end - part.start;
        }
    }
}

/// By the numbers of the documents that are found.
fn found(fetched: &Fetched) -> Vec<(u32, u64)> {
    fetched.near.matches.iter().map(|found| (found.distance, found.document)).collect()
}

#[test]
fn what_is_found_by_ranges_is_near_and_little_of_what_is_near_is_missed() {
    let desk = Desk::new();
    // Each fifth document is there twice.
    let numbers = || (0..MANY).map(|number| if number % 5 == 0 { number / 10 * 10 } else { number });
    let all: u64 = desk.of("index", numbers(), MUCH).files().map(|file| file.bytes).sum();
    let manifest = publish_by_ranges(&desk.path("index"), &desk.path("out"), MUCH, &()).unwrap();
    assert!(is_by_ranges(&desk.path("out")) && !is_by_ranges(&desk.path("index")));
    let layout = BucketLayout::of(&Design::default(), MANY);
    let (mut met, mut missed) = (0, 0);
    for number in (0..MANY).step_by(3000).chain([MANY + 1, MANY + 2]) {
        for bits in [0, 5, 20, 40, 60, 90] {
            let query = flipped(number, bits);
            let fetched = look_up(&desk.path("out"), &query).unwrap();
            let (near, found) = (naive(numbers(), &query), found(&fetched));
            assert!(found.iter().all(|found| near.contains(found)) && found.is_sorted());
            assert_eq!(fetched.near.status == Status::Known, !found.is_empty());
            // One of eight blocks of 6 bits is as it was, or differs in one: of those a look-up reads every bucket.
            let sure = near.iter().filter(|(distance, _)| *distance < 16);
            assert!(sure.clone().all(|near| found.contains(near)), "{bits} bits of {number}");
            (met, missed) = (met + near.len(), missed + near.len() - found.len());
            assert!(fetched.journeys <= 2 && fetched.requests <= 8 * 7 + 32);
            assert!(fetched.bytes < all, "{} bytes of {all}", fetched.bytes);
        }
    }
    assert_eq!((layout.bits(), layout.tables()), (6, 8));
    assert!(met > 60 && 50 * missed < met, "{missed} of {met}");
    assert_eq!(manifest.documents, MANY);
    let (verified, problems) = verify_by_ranges(&desk.path("out")).unwrap();
    assert!(verified == manifest && problems.is_empty(), "{problems:?}");
}

#[test]
fn the_files_are_the_same_whatever_the_memory() {
    let desk = Desk::new();
    desk.of("index", 0..5000, MUCH);
    publish_by_ranges(&desk.path("index"), &desk.path("little"), LITTLE, &()).unwrap();
    publish_by_ranges(&desk.path("index"), &desk.path("much"), MUCH, &()).unwrap();
    assert_eq!(files(&desk.path("little")), files(&desk.path("much")));
}

#[test]
fn copies_of_one_document_do_not_hide_another_and_it_is_told_that_there_are_more() {
    let desk = Desk::new();
    desk.of("index", (0..6000).map(|number| if number < 3000 { 7 } else { number }), MUCH);
    publish_by_ranges(&desk.path("index"), &desk.path("out"), MUCH, &()).unwrap();
    let copies = look_up(&desk.path("out"), &document(7)).unwrap().near;
    assert_eq!((copies.matches.len(), copies.matches[0].distance, copies.truncated), (20, 0, true));
    for number in (3000..6000).step_by(100) {
        let near = look_up(&desk.path("out"), &flipped(number, 10)).unwrap().near;
        assert_eq!(near.matches.iter().map(|found| found.document).collect::<Vec<_>>(), [number]);
    }
}

#[test]
fn ids_are_given_however_long_they_are() {
    let desk = Desk::new();
    let id = |number: u64| format!("{number} {}", "long ".repeat(number as usize % 400));
    let options = DocumentsOptions::default();
    let documents = (0..500).map(|number| (Some(id(number)), document(number)));
    build_of(documents, &desk.path("index"), &options, &()).unwrap();
    publish_by_ranges(&desk.path("index"), &desk.path("out"), MUCH, &()).unwrap();
    for number in [0, 1, 150, 399, 400, 499] {
        let fetched = look_up(&desk.path("out"), &flipped(number, 20)).unwrap();
        assert_eq!(fetched.near.matches[0].id, id(number));
        assert!(fetched.journeys <= 3);
    }
}

#[test]
fn an_index_of_nothing_and_one_of_a_document_are_read_by_ranges() {
    let desk = Desk::new();
    for count in 0..2 {
        desk.of("index", 0..count, MUCH);
        publish_by_ranges(&desk.path("index"), &desk.path("out"), MUCH, &()).unwrap();
        let near = look_up(&desk.path("out"), &document(0)).unwrap().near;
        assert_eq!((near.matches.len() as u64, near.documents), (count, count));
        assert!(verify_by_ranges(&desk.path("out")).unwrap().1.is_empty());
    }
}

#[test]
fn whatever_is_changed_on_the_way_is_told() {
    let desk = Desk::new();
    desk.of("index", 0..300, MUCH);
    let manifest = publish_by_ranges(&desk.path("index"), &desk.path("out"), MUCH, &()).unwrap();
    let query = document(5);
    for seed in 0..200 {
        let mut lookup = RangesLookup::new(&manifest, query.clone()).unwrap();
        let mut is_told = false;
        loop {
            let Some(part) = lookup.wanted().next().cloned() else { break };
            let file = fs::read(desk.path("out").join(&part.file)).unwrap();
            let mut bytes = file[part.start as usize..part.end as usize].to_vec();
            // One byte of each part, another for each seed; or one byte less.
            let at = (seed * 7919) as usize % bytes.len();
            if seed % 10 == 0 {
                bytes.pop();
            } else {
                bytes[at] ^= 1 << (seed % 8);
            }
            let supplied = lookup.supply(&part, &bytes);
            // Behind a record there is another one, or its beginning, which nobody checks.
            assert!(supplied.is_err() || manifest.records.iter().any(|file| file.name == part.file));
            is_told |= supplied.is_err();
            if is_told {
                break;
            }
        }
        assert!(is_told, "seed {seed}");
    }
    let broken = |change: &dyn Fn(&mut RangesManifest)| {
        let mut manifest = manifest.clone();
        change(&mut manifest);
        RangesLookup::new(&manifest, query.clone()).err()
    };
    assert_eq!(broken(&|_| ()), None);
    for change in [
        &(|manifest: &mut RangesManifest| manifest.documents = u64::MAX) as &dyn Fn(&mut RangesManifest),
        &|manifest| manifest.longest = u64::MAX,
        &|manifest| manifest.longest = 1,
        &|manifest| manifest.buckets.clear(),
        &|manifest| manifest.records.clear(),
        &|manifest| manifest.bytes = 41,
        &|manifest| manifest.version = 2,
        &|manifest| manifest.records[0].name = "../secret".into(),
    ] {
        assert!(broken(change).is_some());
    }
    for FileEntry { name, .. } in manifest.files() {
        let path = desk.path("out").join(name);
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert_eq!(verify_by_ranges(&desk.path("out")).unwrap().1.len(), 1);
        bytes[middle] ^= 1;
        fs::write(&path, &bytes).unwrap();
    }
    // It is no folder of an index that documents are added to.
    let refused = open(&desk.path("out")).unwrap_err();
    assert!(matches!(refused, Error::Index { .. }), "{refused}");
}
