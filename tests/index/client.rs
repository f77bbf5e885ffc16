//! A document checked against an index that is elsewhere: every access mode finds the same, and requests nothing else.

use twinprint::index::client::{AccessMode, CheckSession, FilePart, RemoteIndex, Step};
use twinprint::index::service::{Form, Request, RequestBody, Service};
use twinprint::index::{Design, Findings, Prefixes, Rule, Secret};
use twinprint::{Document, Error};

use super::built::{Built, Indexed, PLAIN};
use super::soup::name;

/// Where the steps of a check are taken: a service and files, and the requests that they received.
pub(super) struct Host<'a> {
    built: &'a Built,
    service: Service<twinprint::index::Corpus<&'a [u8]>>,
    pub(super) asked: Vec<RequestBody>,
    pub(super) ranges: Vec<(String, u64, u64)>,
    /// What decoys follow from, if it is kept.
    pub(super) secret: Option<Secret>,
    /// How often parts of files were fetched before more was known.
    rounds: usize,
}

const ADDRESS: &str = "https://example.org/index/";

impl<'a> Host<'a> {
    pub(super) fn new(built: &'a Built) -> Self {
        let service = Service::new(built.corpus(), built.manifest.clone()).unwrap();
        Host { built, service, asked: Vec::new(), ranges: Vec::new(), secret: None, rounds: 0 }
    }

    fn get(&self, path: &str) -> Vec<u8> {
        let path = format!("/{path}");
        self.service.respond(&Request { method: "GET", path: &path, ..Request::default() }).body
    }

    fn held(&self, way: AccessMode) -> RemoteIndex {
        match way {
            AccessMode::Prefix | AccessMode::Whole => {
                RemoteIndex::service(ADDRESS, &self.get("v1/meta")).unwrap()
            }
            AccessMode::Download | AccessMode::Ranges => {
                RemoteIndex::published(ADDRESS, &self.built.manifest.to_json()).unwrap()
            }
        }
    }

    /// Bytes of a file, which then were asked for.
    fn read(&mut self, part: &FilePart) -> Vec<u8> {
        let file = &self.built.files[&part.file];
        assert_eq!(part.bytes, file.len() as u64);
        self.ranges.push((part.file.clone(), part.start, part.end));
        file[part.start as usize..part.end as usize].to_vec()
    }

    /// Takes a check to its end, or to the first error.
    pub(super) fn check(&mut self, text: &str, way: AccessMode) -> Result<(Findings, CheckSession), Error> {
        let held = self.held(way);
        self.check_with(held, text, way)
    }

    /// Of an index of which something may be here already.
    fn check_with(
        &mut self,
        mut held: RemoteIndex,
        text: &str,
        way: AccessMode,
    ) -> Result<(Findings, CheckSession), Error> {
        let mut checking = CheckSession::new(&held, &Document::plain("essay", text), way)?;
        if let Some(secret) = self.secret {
            checking = checking.with_secret(secret);
        }
        let mut random = drawn();
        loop {
            match checking.next(&mut held, &mut random)? {
                Step::Done => return Ok((checking.findings(), checking)),
                Step::Get { path, most } => {
                    let body = self.get(path);
                    assert!(
                        body.len() as u64 <= most,
                        "{path} has {} bytes, and {most} are taken",
                        body.len()
                    );
                    checking.take(&mut held, 0, &body)?;
                }
                Step::Lookups { bodies, most } => {
                    assert!(!bodies.is_empty(), "a step asks something");
                    // Answers come in any order.
                    for (number, body) in bodies.iter().rev() {
                        let form = Form::Binary;
                        self.asked.push(RequestBody::decode(form, body, self.service.k()).unwrap());
                        let request = Request {
                            method: "POST",
                            path: "/v1/lookup",
                            content_type: Some(form.content_type()),
                            body,
                            ..Request::default()
                        };
                        let response = self.service.respond(&request);
                        assert_eq!(response.status, 200, "{}", String::from_utf8_lossy(&response.body));
                        assert!(response.body.len() as u64 <= most);
                        checking.take(&mut held, *number, &response.body)?;
                    }
                }
                Step::Files(parts) => {
                    assert!(!parts.is_empty(), "a step fetches something");
                    self.rounds += 1;
                    for part in parts {
                        checking.supply(&mut held, &part, self.read(&part))?;
                    }
                }
            }
        }
    }
}

/// Draws that are the same each time.
fn drawn() -> impl FnMut(&mut [u8]) {
    let mut state = 1u64;
    move |bytes| {
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (state >> 56) as u8;
        }
    }
}

fn words(from: u32, to: u32) -> String {
    (from..to)
        .map(|number| format!("{}{}", name(number * 37), if number % 12 == 11 { "." } else { "" }))
        .collect::<Vec<_>>()
        .join(" ")
}

/// An index of two hundred documents with fingerprints; with texts, or without.
fn built(with_texts: bool) -> Built {
    built_by(&Design::default().with_fingerprints(), with_texts)
}

fn built_by(design: &Design, with_texts: bool) -> Built {
    let document = |number: u32| Indexed {
        id: format!("document {number}"),
        text: words(number * 200, number * 200 + 180),
    };
    let documents = (0..200).map(document).collect();
    Built::of(design, super::built::Layout { with_texts, ..PLAIN }, &[(documents, vec![3])])
}

/// A text that has forty words of document 7 and sixty of document 150 among words of its own.
fn essay() -> String {
    [
        words(90_000, 90_050),
        words(1_420, 1_460),
        words(90_050, 90_100),
        words(30_010, 30_070),
        words(90_100, 90_150),
    ]
    .join(" ")
}

#[test]
fn every_way_finds_the_same() {
    for with_texts in [true, false] {
        let built = built(with_texts);
        let mut host = Host::new(&built);
        let (expected, _) = host.check(&essay(), AccessMode::Download).unwrap();
        let sources: Vec<&str> = expected.sources.iter().map(|source| source.id.as_str()).collect();
        assert_eq!(sources, ["document 150", "document 7"]);
        // All hundred words; without texts all but some at the ends of stretches.
        let least = if with_texts { 100 } else { 80 };
        assert!(
            expected.explained >= least,
            "{} words are explained, texts: {with_texts}",
            expected.explained
        );
        assert_eq!(expected.sources[0].exact, with_texts);
        for way in [AccessMode::Ranges, AccessMode::Prefix, AccessMode::Whole] {
            assert_eq!(host.check(&essay(), way).unwrap().0, expected, "by {way:?}, texts: {with_texts}");
        }
    }
}

#[test]
fn every_way_finds_the_same_edited_passages() {
    let one = |number: u32| words(number, number + 1);
    let edited: Vec<String> =
        (6_020..6_160).map(|number| one(if number % 4 == 0 { 90_000 + number } else { number })).collect();
    let edited = [words(95_000, 95_100), edited.join(" "), words(95_100, 95_200)].join(" ");
    for with_texts in [true, false] {
        let built = built_by(&Design::default(), with_texts);
        let mut host = Host::new(&built);
        let (expected, _) = host.check(&edited, AccessMode::Download).unwrap();
        // Words begin with the same letters in other documents, too.
        assert_eq!(expected.sources[0].id, "document 30");
        assert_eq!(expected.sources[0].passages[0].how, if with_texts { "text" } else { "pairs" });
        for way in [AccessMode::Ranges, AccessMode::Prefix, AccessMode::Whole] {
            assert_eq!(host.check(&edited, way).unwrap().0, expected, "by {way:?}, texts: {with_texts}");
        }
    }
}

#[test]
fn a_document_of_the_index_is_found_whole_in_every_way() {
    let built = built(false);
    for way in AccessMode::ALL {
        let (findings, _) = Host::new(&built).check(&words(1_400, 1_580), way).unwrap();
        assert_eq!((findings.sources[0].id.as_str(), findings.share), ("document 7", 1.0), "by {way:?}");
    }
}

#[test]
fn a_removed_document_is_found_in_no_way() {
    let built = built(true);
    for way in AccessMode::ALL {
        let (findings, _) = Host::new(&built).check(&words(600, 780), way).unwrap();
        assert_eq!(findings.sources, [], "by {way:?}");
    }
}

#[test]
fn prefixes_are_all_that_a_service_is_asked_with_and_half_of_them_are_drawn() {
    let built = built(true);
    let mut host = Host::new(&built);
    let (_, checking) = host.check(&essay(), AccessMode::Prefix).unwrap();
    let lookups: Vec<_> = host.asked.iter().map(|question| &question.lookup).collect();
    assert!(lookups.iter().all(|lookup| lookup.fingerprints.is_empty() && lookup.shingles.is_empty()));
    let all = checking.check().lookup_by_prefix(24);
    let wanted = checking.check().fingerprints_wanted(&Rule::new(&Design::default().with_fingerprints()));
    let prints = all.clone().fingerprints_only(&wanted).prefixes.fingerprints;
    assert!(!prints.is_empty(), "some are asked for");
    let own = Prefixes { fingerprints: prints, ..all.prefixes };
    for (own, asked) in [
        (
            own.fingerprints,
            lookups.iter().flat_map(|lookup| &lookup.prefixes.fingerprints).collect::<Vec<_>>(),
        ),
        (own.shingles, lookups.iter().flat_map(|lookup| &lookup.prefixes.shingles).collect()),
    ] {
        assert!(own.iter().all(|prefix| asked.contains(&prefix)));
        assert!(
            asked.len() >= 2 * own.len() && asked.len() <= 3 * own.len(),
            "{} for {}",
            asked.len(),
            own.len()
        );
        assert!(asked.iter().all(|prefix| *prefix << 24 == 0), "24 bits are sent");
    }
    let counts = checking.counts();
    let buckets: usize = lookups.iter().map(|lookup| lookup.sources.len() + lookup.texts.len()).sum();
    assert_eq!(counts.buckets, buckets as u64);
    assert!(2 * counts.decoys + 4 > counts.fingerprints + counts.shingles + counts.buckets, "{counts:?}");
}

#[test]
fn longer_prefixes_are_sent_where_the_index_takes_no_shorter_ones_and_none_that_would_name_the_document() {
    let built = built(false);
    let mut host = Host::new(&built);
    let own = host.get("v1/meta");
    let meta = |bits: u64| {
        let mut meta: serde_json::Value = serde_json::from_slice(&own).unwrap();
        meta["limits"]["prefix_bits"] = bits.into();
        RemoteIndex::service(ADDRESS, meta.to_string().as_bytes())
    };
    let error = meta(29).unwrap_err();
    assert_eq!((error.kind(), error.place()), ("bad-answer", ADDRESS), "{error}");
    for (least, sent) in [(20, 24), (26, 26), (28, 28)] {
        let held = meta(least).unwrap();
        host.asked.clear();
        host.check_with(held, &essay(), AccessMode::Prefix).unwrap();
        let bits: Vec<u32> = host.asked.iter().map(|asked| asked.lookup.prefixes.bits).collect();
        assert!(bits.contains(&sent) && bits.iter().all(|&bits| [0, sent].contains(&bits)), "{bits:?}");
    }
}

#[test]
fn downloading_fetches_each_file_once_and_whole() {
    let built = built(true);
    let mut host = Host::new(&built);
    host.check(&essay(), AccessMode::Download).unwrap();
    let mut files: Vec<(String, u64, u64)> =
        built.manifest.files().map(|file| (file.name.clone(), 0, file.bytes)).collect();
    files.sort();
    host.ranges.sort();
    assert_eq!(host.ranges, files);
}

#[test]
fn by_ranges_a_check_takes_four_rounds_and_three_once_the_heads_are_here() {
    let built = built(false);
    let mut host = Host::new(&built);
    let (expected, _) = host.check(&essay(), AccessMode::Ranges).unwrap();
    assert!(host.rounds <= 4, "{} rounds", host.rounds);
    let mut held = host.held(AccessMode::Ranges);
    host.ranges.clear();
    while let Some(step) = held.wanted(AccessMode::Ranges).unwrap() {
        let Step::Files(parts) = step else { panic!("{step:?}") };
        for part in parts {
            let bytes = host.read(&part);
            held.supply(AccessMode::Ranges, &part, bytes).unwrap();
        }
    }
    let heads = core::mem::take(&mut host.ranges);
    assert!(heads.iter().all(|&(_, start, _)| start == 0), "of each file the beginning: {heads:?}");
    host.rounds = 0;
    let (findings, _) = host.check_with(held, &essay(), AccessMode::Ranges).unwrap();
    assert_eq!(findings, expected);
    assert!(host.rounds <= 3, "{} rounds", host.rounds);
    assert!(host.ranges.iter().all(|range| !heads.contains(range)), "no head is fetched twice");
}

#[test]
fn a_text_of_which_nothing_is_found_costs_no_look_ups_of_its_fingerprints() {
    let built = built(true);
    for way in [AccessMode::Prefix, AccessMode::Whole] {
        let mut host = Host::new(&built);
        let (findings, checking) = host.check(&words(90_000, 90_300), way).unwrap();
        assert_eq!((findings.explained, checking.counts().fingerprints), (0, 0), "by {way:?}");
        assert_eq!(host.asked.len(), 1, "by {way:?}");
    }
}

#[test]
fn an_index_is_asked_in_its_own_ways_only() {
    let built = built(false);
    let host = Host::new(&built);
    let document = Document::plain("essay", "Some words.");
    for (held, way) in [
        (AccessMode::Whole, AccessMode::Download),
        (AccessMode::Whole, AccessMode::Ranges),
        (AccessMode::Ranges, AccessMode::Whole),
        (AccessMode::Download, AccessMode::Prefix),
    ] {
        let error = CheckSession::new(&host.held(held), &document, way).unwrap_err();
        assert_eq!((error.kind(), error.place()), ("invalid-option", "access-mode"), "{held:?} by {way:?}");
    }
}

#[test]
fn answers_of_another_index_are_refused() {
    let (first, second) = (built(true), built(false));
    let mut host = Host::new(&first);
    host.service = Service::new(second.corpus(), second.manifest.clone()).unwrap();
    let mut held = RemoteIndex::service(ADDRESS, &Host::new(&first).get("v1/meta")).unwrap();
    let mut checking =
        CheckSession::new(&held, &Document::plain("essay", &essay()), AccessMode::Whole).unwrap();
    let mut random = |bytes: &mut [u8]| bytes.fill(7);
    let error = loop {
        match checking.next(&mut held, &mut random).unwrap() {
            Step::Get { path, .. } => checking.take(&mut held, 0, &host.get(path)).unwrap(),
            Step::Lookups { bodies, .. } => {
                let (number, body) = &bodies[0];
                let content_type = Some(Form::Binary.content_type());
                let request =
                    Request { method: "POST", path: "/v1/lookup", content_type, body, ..Request::default() };
                break checking.take(&mut held, *number, &host.service.respond(&request).body).unwrap_err();
            }
            step => panic!("{step:?}"),
        }
    };
    assert_eq!((error.kind(), error.place()), ("index-changed", ADDRESS));
}

#[test]
fn what_is_no_index_is_refused() {
    for bytes in [&b""[..], b"{}", b"<!doctype html>", b"[1]", &[0xff; 40]] {
        assert_eq!(RemoteIndex::service(ADDRESS, bytes).unwrap_err().kind(), "bad-answer", "{bytes:?}");
        assert_eq!(RemoteIndex::published(ADDRESS, bytes).unwrap_err().kind(), "bad-index", "{bytes:?}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(RemoteIndex::service(ADDRESS, deep.as_bytes()).unwrap_err().kind(), "bad-answer");
    let built = built(false);
    let meta = Host::new(&built).get("v1/meta");
    let other = String::from_utf8(meta).unwrap().replace("\"run\":25", "\"run\":24");
    let error = RemoteIndex::service(ADDRESS, other.as_bytes()).unwrap_err();
    assert!(error.what().contains("is not the one of its design"), "{error}");
}

#[test]
fn buckets_in_disorder_are_refused() {
    let built = built(false);
    let host = Host::new(&built);
    let passages = built.manifest.passages;
    let bytes = |numbers: &[u64]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    for wrong in [bytes(&[0, 5, 5]), bytes(&[5, 0]), bytes(&[0, passages]), vec![0; 7]] {
        let mut held = host.held(AccessMode::Whole);
        let mut checking =
            CheckSession::new(&held, &Document::plain("essay", &essay()), AccessMode::Whole).unwrap();
        let step = checking.next(&mut held, &mut |bytes: &mut [u8]| bytes.fill(7)).unwrap();
        assert!(matches!(step, Step::Get { path: "v1/buckets", .. }), "{step:?}");
        assert_eq!(checking.take(&mut held, 0, &wrong).unwrap_err().kind(), "bad-answer", "{wrong:?}");
    }
}
