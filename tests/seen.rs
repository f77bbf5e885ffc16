//! What was seen before: `seen.json`, requests and responses that every face must give, and properties against brute force.
//!
//! `TWINPRINT_RECORD=1 cargo test --all-features --test tests seen` writes it anew.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use serde_json::{Value, json};
use twinprint::Error;
use twinprint::hash::mix;
use twinprint::index::FileEntry;
use twinprint::index::service::Request;
use twinprint::seen::{
    Change, Design, DocumentFingerprints, Fingerprinter, Limits, NewShards, SeenDocuments, SeenMatch,
    SeenRequest, ShardsManifest,
};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/seen.json");

const FERRY: &str = "The ferry left at seven with forty passengers, two horses and a piano that nobody claimed. \
    Halfway across the bay the wind turned, and the captain, who had crossed four thousand times, said he had never \
    seen the water so dark. They landed at nine; the piano stayed on board until spring.";
const FÄHRE: &str = "Die Fähre legte um sieben Uhr mit vierzig Fahrgästen, zwei Pferden und einem Klavier ab, das niemand \
    abholte. Mitten in der Bucht drehte der Wind, und der Kapitän sagte, so dunkel habe er das Wasser noch nie gesehen.";
const 渡船: &str = "渡船七点钟离开码头，船上有四十名乘客、两匹马和一架无人认领的钢琴。船到海湾中央时风向变了，船长说他从未见过这么黑的海水。";

/// A dialogue in which each request may depend on those before it: path and body.
fn dialogue() -> Vec<(&'static str, String)> {
    let see = |text: &str, id: &str| ("/v1/seen", json!({ "text": text, "id": id }).to_string());
    let edited = FERRY.replace("forty", "fifty").replace("captain", "pilot").replace("spring", "summer");
    let html = format!("<html><body><h1>Ferry</h1><p>{FERRY}</p></body></html>");
    let raw = |body: &str| ("/v1/seen", body.to_string());
    vec![
        see(FERRY, "ferry"),
        see(FERRY, "ferry again"),
        see(&edited, "edited"),
        see(FÄHRE, "fähre"),
        see(渡船, "渡船"),
        ("/v1/seen", json!({ "text": html, "format": "html", "remember": false }).to_string()),
        (
            "/v1/seen",
            json!({ "text": "Lost: one grey glove, between the pier and the old mill" }).to_string(),
        ),
        see("Lost: one grey glove, between the pier and the new mill", "glove"),
        see("far too short", "short"),
        raw("{}"),
        raw("[]"),
        raw("{\"text\": 7}"),
        raw("{\"text\": \"a\", \"texd\": \"b\"}"),
        raw("{\"text\": \"a\", \"text\": \"b\"}"),
        raw("{\"text\": "),
        raw("{\"fingerprints\": []}"),
        raw("{\"fingerprints\": [], \"design\": \"00\"}"),
        ("/v1/seen", json!({ "text": FERRY, "id": "x".repeat(513) }).to_string()),
        ("/v1/seen/export", "{}".into()),
        ("/v1/seen/forget", "{\"id\": \"ferry\"}".into()),
        ("/v1/seen/forget", "{\"id\": \"ferry\"}".into()),
        ("/v1/seen/forget", "{}".into()),
        see(FERRY, "ferry anew"),
        ("/v1/seen/export", "{\"from\": 2}".into()),
        ("/v1/seen/export", "{\"from\": 18446744073709551615}".into()),
        ("/v1/seen/import", "{\"records\": [], \"design\": \"00\"}".into()),
        ("/v1/seen/import", "{\"records\": [{\"id\": 5}]}".into()),
        ("/v1/seen/nothing", "{}".into()),
    ]
}

fn post<'a>(path: &'a str, body: &'a str) -> Request<'a> {
    let content_type = Some("application/json");
    Request { method: "POST", path, content_type, body: body.as_bytes(), ..Request::default() }
}

fn respond(
    seen: &mut SeenDocuments,
    limits: &Limits,
    request: &Request<'_>,
    now: u64,
) -> (u16, Value, Vec<Change>) {
    let mut fingerprinter = Fingerprinter::new(seen.design()).unwrap();
    let (response, changes) = match SeenRequest::read(request, &seen.design().clone(), &mut fingerprinter) {
        Ok(request) => request.respond(seen, limits, now),
        Err(refusal) => (refusal.into(), Vec::new()),
    };
    (response.status, serde_json::from_slice(&response.body).unwrap(), changes)
}

#[test]
fn the_dialogue_is_as_it_is_recorded() {
    let mut seen = SeenDocuments::new(Design::default());
    let mut turns = Vec::new();
    for (path, body) in dialogue() {
        let (status, response, _) = respond(&mut seen, &Limits::default(), &post(path, &body), 0);
        turns.push(json!({ "path": path, "body": body, "status": status, "response": response }));
    }
    let recorded = serde_json::to_string_pretty(&turns).unwrap() + "\n";
    if std::env::var_os("TWINPRINT_RECORD").is_some() {
        fs::write(PATH, &recorded).unwrap();
    }
    assert!(fs::read_to_string(PATH).unwrap() == recorded, "tests/seen.json has what is answered now");
}

#[test]
fn a_request_with_fingerprints_is_answered_as_the_one_with_the_text() {
    let mut seen = SeenDocuments::new(Design::default());
    let mut fingerprinter = Fingerprinter::new(seen.design()).unwrap();
    let body = json!({ "text": FERRY, "id": "ferry" }).to_string();
    let (_, first, _) = respond(&mut seen, &Limits::default(), &post("/v1/seen", &body), 0);
    let read = SeenRequest::read(&post("/v1/seen", &body), seen.design(), &mut fingerprinter).unwrap();
    let without_text = read.by_fingerprints(seen.design()).unwrap();
    assert!(!without_text.contains("piano"), "{without_text}");
    let again =
        SeenRequest::read(&post("/v1/seen", &without_text), seen.design(), &mut fingerprinter).unwrap();
    assert_eq!(again, read);
    assert_eq!(first["status"], "new");
}

#[test]
fn what_was_exported_can_be_imported_and_a_second_time_changes_nothing() {
    let mut seen = SeenDocuments::new(Design::default());
    for (path, body) in dialogue().into_iter().take(8) {
        respond(&mut seen, &Limits::default(), &post(path, &body), 5);
    }
    let (_, exported, _) = respond(&mut seen, &Limits::default(), &post("/v1/seen/export", "{}"), 6);
    let mut other = SeenDocuments::new(Design::default());
    let import = exported.to_string();
    let count = exported["records"].as_array().unwrap().len();
    for expected in [count, 0] {
        let (status, answer, changes) =
            respond(&mut other, &Limits::default(), &post("/v1/seen/import", &import), 7);
        assert_eq!(
            (status, answer["imported"].as_u64(), changes.len()),
            (200, Some(expected as u64), expected)
        );
    }
    assert!(other.records().eq(seen.records()));
}

#[test]
fn beyond_the_most_a_new_document_is_refused_and_a_known_one_is_not() {
    let mut seen = SeenDocuments::new(Design::default());
    let limits = Limits { most: 1, ..Limits::default() };
    let see = |text: &str| json!({ "text": text }).to_string();
    assert_eq!(respond(&mut seen, &limits, &post("/v1/seen", &see(FERRY)), 0).0, 200);
    let (status, answer, changes) = respond(&mut seen, &limits, &post("/v1/seen", &see(FÄHRE)), 0);
    assert_eq!((status, answer["error"]["kind"].as_str(), changes.len()), (507, Some("full"), 0));
    assert_eq!(respond(&mut seen, &limits, &post("/v1/seen", &see(FERRY)), 0).1["status"], "known");
    assert_eq!(seen.len(), 1);
}

#[test]
fn what_was_not_seen_for_long_is_new_again() {
    let mut seen = SeenDocuments::new(Design::default());
    let limits = Limits { forget_after: Some(100), ..Limits::default() };
    let body = json!({ "text": FERRY }).to_string();
    let mut status = |now| respond(&mut seen, &limits, &post("/v1/seen", &body), now).1["status"].clone();
    assert_eq!([status(1000), status(1100), status(1200), status(1301)], ["new", "known", "known", "new"]);
    assert_eq!((seen.last_seen_before(limits.since(1301)), seen.len()), (vec![0], 2));
}

/// A document of random bits, or one some bits from another.
fn fingerprints(number: u64, count: usize) -> Vec<u64> {
    (0..count as u64).map(|at| mix(mix(number) ^ at)).collect()
}

fn flipped(mut values: Vec<u64>, bits: u32, seed: u64) -> Vec<u64> {
    let all = 64 * values.len() as u64;
    let (mut left, mut draw) = (bits, 0);
    let original = values.clone();
    while left > 0 {
        let bit = mix(mix(seed) ^ draw) % all;
        draw += 1;
        let (word, mask) = ((bit / 64) as usize, 1 << (bit % 64));
        if values[word] & mask == original[word] & mask {
            values[word] ^= mask;
            left -= 1;
        }
    }
    values
}

/// All documents near one, by comparing with each.
fn brute_force(
    all: &[DocumentFingerprints],
    query: &DocumentFingerprints,
    design: &Design,
) -> Vec<(u32, u32)> {
    let apart = |other: &DocumentFingerprints, from: usize| {
        let pairs = other.values.iter().zip(&query.values).skip(from);
        pairs.map(|(a, b)| (a ^ b).count_ones()).sum::<u32>()
    };
    let words = match design.bytes() {
        16 => 1,
        40 => 3,
        _ => 6,
    };
    let shingles = (design.bytes() / 8 - words) as u32 * 64;
    let mut near = Vec::new();
    for (other, ordinal) in all.iter().zip(0u32..) {
        let is_near = apart(other, 0) <= design.allowed(query.words.min(other.words))
            && f64::from(apart(other, words)) <= 0.36 * f64::from(shingles);
        near.extend(is_near.then(|| (apart(other, 0), ordinal)));
    }
    near.sort_unstable();
    near.truncate(10);
    near
}

fn pairs(found: &[SeenMatch]) -> Vec<(u32, u32)> {
    found.iter().map(|found| (found.distance, found.ordinal)).collect()
}

proptest! {
    #[test]
    fn few_documents_are_found_as_by_brute_force(
        edits in prop::collection::vec((0u64..12, 0u32..120, 8u32..40), 1..80),
        query in (0u64..12, 0u32..120, 8u32..40),
        bytes in prop::sample::select(vec![16usize, 40, 80]),
    ) {
        let design = Design::of_bytes(bytes).unwrap();
        let of = |(number, bits, words): (u64, u32, u32), seed| DocumentFingerprints {
            values: flipped(fingerprints(number, design.fingerprints()), bits, seed),
            words,
        };
        let all: Vec<DocumentFingerprints> = edits.iter().zip(0..).map(|(edit, seed)| of(*edit, seed)).collect();
        let mut seen = SeenDocuments::new(design);
        all.iter().for_each(|document| seen.remember("", document, 1));
        let query = of(query, 1000);
        prop_assert_eq!(pairs(&seen.near(&query, 0)), brute_force(&all, &query, &design));
    }

    #[test]
    fn changes_done_again_give_the_same_documents(
        steps in prop::collection::vec((0u64..6, 0u32..60, 0u8..10), 1..60),
    ) {
        let limits = Limits::default();
        let (mut seen, mut again) = (SeenDocuments::new(Design::default()), SeenDocuments::new(Design::default()));
        for ((number, bits, what), now) in steps.into_iter().zip(1u64..) {
            let values: Vec<String> = flipped(fingerprints(number, 5), bits, now).iter().map(|value| format!("{value:016x}")).collect();
            let (path, body) = match what {
                0 => ("/v1/seen/forget", json!({ "id": number.to_string() })),
                _ => ("/v1/seen", json!({ "fingerprints": values, "words": 100, "design": seen.design().id().to_string(), "id": number.to_string() })),
            };
            let (status, _, changes) = respond(&mut seen, &limits, &post(path, &body.to_string()), now);
            prop_assert_eq!(status, 200);
            for change in changes {
                let line = serde_json::to_string(&change).unwrap();
                again.apply(serde_json::from_str(&line).unwrap()).unwrap();
            }
        }
        prop_assert_eq!(seen.records().collect::<Vec<_>>(), again.records().collect::<Vec<_>>());
        prop_assert_eq!(seen.len(), again.len());
    }
}

/// Where shards are kept: files by their names, of which those that no manifest names are removed.
#[derive(Default)]
struct Kept {
    manifest: Vec<u8>,
    files: BTreeMap<String, Vec<u8>>,
}

impl Kept {
    fn keep(&mut self, shards: NewShards) {
        for (entry, bytes) in shards.files {
            self.files.insert(entry.name, bytes);
        }
        let names: Vec<String> = shards.manifest.files().map(|file| file.name.clone()).collect();
        self.files.retain(|name, _| names.contains(name));
        self.manifest = shards.manifest.to_json();
    }

    fn open(&self) -> Result<SeenDocuments, Error> {
        let file = |entry: &FileEntry| Ok(self.files[&entry.name].clone());
        SeenDocuments::of_shards(Design::default(), ShardsManifest::from_json(&self.manifest)?, file)
    }
}

proptest! {
    #[test]
    fn shards_and_a_journal_say_what_a_journal_alone_does(
        steps in prop::collection::vec((0u64..8, 0u32..60, 0u8..12), 1..60),
        late in 0usize..4,
    ) {
        let limits = Limits { forget_after: Some(20), ..Limits::default() };
        let (mut plain, mut sharded) = (SeenDocuments::new(Design::default()), SeenDocuments::new(Design::default()));
        let mut kept = Kept::default();
        // What came since a shard was begun, and after how many more changes it is done.
        let mut making: Option<(NewShards, Vec<Change>)> = None;
        for ((number, bits, what), now) in steps.into_iter().zip(1u64..) {
            let document = DocumentFingerprints { values: flipped(fingerprints(number, 5), bits, now), words: 100 };
            prop_assert_eq!(sharded.near(&document, limits.since(now)), plain.near(&document, limits.since(now)));
            let mut changes = Vec::new();
            match what {
                0 => changes.extend(plain.of_id(&number.to_string()).into_iter().map(|forgotten| Change::Forgotten { forgotten })),
                1 => changes.extend(plain.last_seen_before(limits.since(now)).into_iter().map(|forgotten| Change::Forgotten { forgotten })),
                2 | 3 if making.is_none() => making = Some((sharded.in_shards().unwrap(), Vec::new())),
                _ => {
                    let values: Vec<String> = document.values.iter().map(|value| format!("{value:016x}")).collect();
                    let body = json!({ "fingerprints": values, "words": 100, "design": plain.design().id().to_string(), "id": number.to_string() });
                    let mut asked = plain.clone();
                    changes.extend(respond(&mut asked, &limits, &post("/v1/seen", &body.to_string()), now).2);
                }
            }
            for change in &changes {
                plain.apply(change.clone()).unwrap();
                sharded.apply(change.clone()).unwrap();
            }
            if let Some((shards, since)) = &mut making {
                since.extend(changes);
                if since.len() >= late {
                    kept.keep(shards.clone());
                    sharded = kept.open().unwrap();
                    since.drain(..).for_each(|change| sharded.apply(change).unwrap());
                    making = None;
                }
            }
            prop_assert_eq!((sharded.len(), sharded.ordinals()), (plain.len(), plain.ordinals()));
            prop_assert_eq!(sharded.of_id(&number.to_string()), plain.of_id(&number.to_string()));
            prop_assert_eq!(sharded.last_seen_before(now / 2), plain.last_seen_before(now / 2));
        }
        prop_assert_eq!(sharded.records().collect::<Vec<_>>(), plain.records().collect::<Vec<_>>());
        prop_assert_eq!(sharded.records_from(3, 4), plain.records_from(3, 4));
    }
}

#[test]
fn a_shard_of_many_is_looked_up_by_its_table_and_one_that_is_forgotten_is_dropped() {
    let mut seen = SeenDocuments::new(Design::default());
    let document = |number| DocumentFingerprints { values: fingerprints(number, 5), words: 100 };
    (0..17_000).for_each(|number| seen.remember(&format!("{number}"), &document(number), 1 + number));
    let mut kept = Kept::default();
    kept.keep(seen.in_shards().unwrap());
    assert!(kept.files.keys().any(|name| name.starts_with("blocks-")), "{:?}", kept.files.keys());
    let bytes: usize = kept.files.values().map(Vec::len).sum();
    assert!(bytes < 17_000 * 130, "{bytes} bytes");
    let mut sharded = kept.open().unwrap();
    for number in (0..17_000).step_by(170) {
        let query = DocumentFingerprints { values: flipped(document(number).values, 20, number), words: 100 };
        let found = sharded.near(&query, 0);
        assert_eq!((found.len(), found[0].id.clone(), found[0].distance), (1, number.to_string(), 20));
    }
    assert_eq!(sharded.unsharded(), 0);

    sharded.remember("new", &document(20_000), 5);
    (0..17_000).for_each(|ordinal| sharded.forget(ordinal));
    kept.keep(sharded.in_shards().unwrap());
    let left = kept.open().unwrap();
    assert_eq!((left.len(), left.ordinals(), kept.files.len()), (1, 17_001, 3));
    assert_eq!(pairs(&left.near(&document(20_000), 0)), [(0, 17_000)]);
}

#[test]
fn shards_that_are_damaged_or_of_another_design_are_told() {
    let mut seen = SeenDocuments::new(Design::default());
    (0..3).for_each(|number| {
        seen.remember("a", &DocumentFingerprints { values: fingerprints(number, 5), words: 100 }, 1)
    });
    let mut kept = Kept::default();
    kept.keep(seen.in_shards().unwrap());
    for name in kept.files.keys() {
        let mut damaged = kept.files[name].clone();
        let last = damaged.len() - 9;
        damaged[last] ^= 1;
        let file = |entry: &FileEntry| {
            Ok(if entry.name == *name { damaged.clone() } else { kept.files[&entry.name].clone() })
        };
        let manifest = ShardsManifest::from_json(&kept.manifest).unwrap();
        let opened = SeenDocuments::of_shards(Design::default(), manifest, file);
        assert!(opened.unwrap_err().to_string().contains(name.as_str()));
    }
    let other = Design::of_bytes(80).unwrap();
    let manifest = ShardsManifest::from_json(&kept.manifest).unwrap();
    assert!(SeenDocuments::of_shards(other, manifest, |_| Ok(Vec::new())).is_err());
    for at in 0..kept.manifest.len() {
        let mut damaged = kept.manifest.clone();
        damaged[at] ^= 1;
        assert!(ShardsManifest::from_json(&damaged).is_err(), "byte {at}");
    }
}

#[test]
fn among_many_every_document_that_differs_in_fewer_bits_than_blocks_can_hide_is_found() {
    let design = Design::default();
    let mut seen = SeenDocuments::new(design);
    let all: Vec<DocumentFingerprints> = (0..17_000)
        .map(|number| DocumentFingerprints { values: fingerprints(number, 5), words: 100 })
        .collect();
    all.iter().for_each(|document| seen.remember("", document, 1));
    let mut missed = [0; 2];
    for number in 0..2000u64 {
        let bits = (number % 77) as u32;
        let original = &all[(number * 8) as usize];
        let query =
            DocumentFingerprints { values: flipped(original.values.clone(), bits, number), words: 100 };
        let found = seen.near(&query, 0);
        let near = brute_force(&all, &query, &design);
        missed[usize::from(bits > 39)] += u32::from(pairs(&found) != near);
    }
    // 20 blocks: with 39 bits one of them has at most one.
    assert_eq!(missed[0], 0);
    assert!(missed[1] < 50, "{missed:?}");
}

#[test]
fn the_same_words_in_another_order_are_another_document() {
    let mut seen = SeenDocuments::new(Design::default());
    let backwards: Vec<&str> = FERRY.split_whitespace().rev().collect();
    for text in [FERRY, &backwards.join(" ")] {
        let body = json!({ "text": text }).to_string();
        assert_eq!(respond(&mut seen, &Limits::default(), &post("/v1/seen", &body), 0).1["status"], "new");
    }
}

#[test]
fn what_is_no_change_of_these_documents_is_refused() {
    let mut seen = SeenDocuments::new(Design::default());
    assert!(seen.apply(Change::Again { again: 0, at: 1 }).is_err());
    assert!(seen.apply(Change::Forgotten { forgotten: 0 }).is_err());
    let short = "{\"id\":\"a\",\"words\":9,\"first_seen\":1,\"last_seen\":1,\"times\":1,\"fingerprints\":[\"0000000000000000\"]}";
    assert!(seen.apply(serde_json::from_str(short).unwrap()).is_err());
    assert!(serde_json::from_str::<Change>(&short.replace("0000\"", "000g\"")).is_err());
    assert!(seen.is_empty());
}
