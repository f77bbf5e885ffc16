//! An index of documents as wholes by requests, and one that is elsewhere: what a folder's index says is what a service, and files that were
//! fetched, say; and what is no response is refused. `golden/documents-1` is the index, `documents.json` requests and responses that every face
//! must give.
//!
//! `TWINPRINT_RECORD=1 cargo test --all-features --test tests documents` writes both anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use twinprint::index::client::FilePart;
use twinprint::index::service::{Request, Response};
use twinprint::index::{FileEntry, names_file};
use twinprint::seen::{
    BucketLayout, Design, DocumentFingerprints, DocumentsEntry, DocumentsIndex, DocumentsManifest,
    DocumentsRequest, Fingerprinter, NearDocuments, RemoteDocuments, Status, fingerprints_file,
};
use twinprint::{Document, Error};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/documents-1");
const DIALOGUE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/documents.json");

const TEXTS: [(&str, &str); 3] = [
    (
        "ferry",
        "The ferry leaves at noon from the long pier, and whoever carries a bicycle pays half a crown more than the others do",
    ),
    (
        "piano",
        "For sale: an old piano with ivory keys, seldom played, a little out of tune, to be fetched from the second floor by strong people",
    ),
    (
        "heron",
        "In the reeds behind the mill a heron has stood every morning since the flood, and no one has ever seen it catch a fish",
    ),
];

/// The files of an index of the texts, in one segment, by their names.
struct Published {
    manifest: DocumentsManifest,
    files: BTreeMap<String, Vec<u8>>,
}

impl Published {
    fn new() -> Published {
        let design = Design::default();
        let documents: Vec<_> = TEXTS.iter().map(|(id, text)| fingerprints(id, text)).collect();
        let (text, ends) = TEXTS.iter().fold((Vec::new(), Vec::new()), |(mut text, mut ends), (id, _)| {
            text.extend(id.as_bytes());
            ends.push(text.len());
            (text, ends)
        });
        let files = [
            ("fingerprints", "twp", fingerprints_file(&design, &documents)),
            ("names", "twn", names_file(&text, &ends)),
        ];
        let entries = files.each_ref().map(|(stem, ending, bytes)| FileEntry::of(stem, ending, bytes, 0));
        let files =
            entries.iter().map(|entry| entry.name.clone()).zip(files.map(|(.., bytes)| bytes)).collect();
        let [own, names] = entries;
        let segment =
            DocumentsEntry { documents: 3, fingerprints: vec![own], blocks: Vec::new(), names: Some(names) };
        let manifest =
            DocumentsManifest { documents: 3, segments: vec![segment], ..DocumentsManifest::empty(&design) };
        Published { manifest: manifest.with_checksum(), files }
    }

    fn index(&self) -> DocumentsIndex<&[u8]> {
        DocumentsIndex::open(&self.manifest, |file| Ok::<_, Error>(&self.files[&file.name][..]))
            .expect("an index")
    }

    fn respond(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let content_type = Some("application/json");
        let request = Request { method, path, content_type, body: body.as_bytes(), ..Request::default() };
        let mut fingerprinter = Fingerprinter::new(&Design::default()).unwrap();
        let read = DocumentsRequest::read(&request, &Design::default(), &mut fingerprinter);
        let response = read.map_or_else(Response::from, |read| read.respond(&self.index(), &self.manifest));
        (response.status, serde_json::from_slice(&response.body).unwrap())
    }

    fn remote(&self) -> RemoteDocuments {
        RemoteDocuments::published("here", &self.manifest.to_json()).expect("an index")
    }
}

fn fingerprints(id: &str, text: &str) -> DocumentFingerprints {
    Fingerprinter::new(&Design::default()).unwrap().fingerprints(&Document::plain(id, text)).unwrap()
}

/// A text of the index with a word changed.
fn edited() -> DocumentFingerprints {
    fingerprints("edited", &TEXTS[2].1.replace("morning", "evening"))
}

fn is_recording() -> bool {
    std::env::var_os("TWINPRINT_RECORD").is_some()
}

/// Requests: method, path and body.
fn dialogue() -> Vec<(&'static str, &'static str, String)> {
    let near = |body: Value| ("POST", "/v1/documents", body.to_string());
    let [(_, ferry), _, (_, heron)] = TEXTS;
    let html = format!("<html><head><title>Birds</title></head><body><p>{heron}</p></body></html>");
    let by_fingerprints = DocumentsRequest::body(&edited(), &Design::default(), 20);
    let other = by_fingerprints.replace(&Design::default().id().to_string(), &"0".repeat(32));
    vec![
        ("GET", "/v1/meta", String::new()),
        ("GET", "/v1/documents", String::new()),
        ("GET", "/healthz", String::new()),
        near(json!({ "text": ferry })),
        near(json!({ "text": ferry.to_uppercase(), "most": 1 })),
        near(json!({ "text": html, "format": "html" })),
        near(json!({ "text": "A recipe for soup of pumpkins, with ginger and a spoon of cream at the end" })),
        ("POST", "/v1/documents", by_fingerprints),
        ("POST", "/v1/documents", other),
        near(json!({ "text": "far too short" })),
        near(json!({ "text": ferry, "most": 101 })),
        near(json!({ "text": ferry, "remember": true })),
        ("POST", "/v1/documents", "{\"text\": ".into()),
        ("PUT", "/v1/documents", "{}".into()),
        ("POST", "/v1/lookup", "{}".into()),
        ("GET", "/v1/buckets", String::new()),
    ]
}

#[test]
fn the_dialogue_is_as_it_is_recorded() {
    let published = Published::new();
    let turns = dialogue().into_iter().map(|(method, path, body)| {
        let (status, response) = published.respond(method, path, &body);
        json!({ "method": method, "path": path, "body": body, "status": status, "response": response })
    });
    let recorded = serde_json::to_string_pretty(&turns.collect::<Vec<_>>()).unwrap() + "\n";
    if is_recording() {
        fs::write(DIALOGUE, &recorded).unwrap();
    }
    assert!(
        fs::read_to_string(DIALOGUE).unwrap() == recorded,
        "tests/documents.json has what is answered now"
    );
}

#[test]
fn an_index_is_the_golden_one_byte_for_byte() {
    let mut published = Published::new();
    published.files.insert("index.json".into(), published.manifest.to_json());
    if is_recording() {
        fs::create_dir_all(GOLDEN).unwrap();
        published
            .files
            .iter()
            .for_each(|(name, bytes)| fs::write(Path::new(GOLDEN).join(name), bytes).unwrap());
    }
    let golden = fs::read_dir(GOLDEN).unwrap().map(|file| {
        let file = file.unwrap();
        (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap())
    });
    assert!(
        golden.collect::<BTreeMap<_, _>>() == published.files,
        "tests/golden/documents-1 has other files"
    );
}

#[test]
fn a_document_is_known_by_its_text_and_by_its_fingerprints_alike() {
    let published = Published::new();
    let text = json!({ "text": TEXTS[2].1.replace("morning", "evening") }).to_string();
    let (status, by_text) = published.respond("POST", "/v1/documents", &text);
    assert_eq!(
        (status, &by_text["status"], &by_text["matches"][0]["id"]),
        (200, &json!("known"), &json!("heron"))
    );
    let body = DocumentsRequest::body(&edited(), &Design::default(), 20);
    assert!(!body.contains("heron"), "{body}");
    assert_eq!(published.respond("POST", "/v1/documents", &body), (200, by_text));
    let other =
        json!({ "text": "A recipe for soup of pumpkins, with ginger and a spoon of cream at the end" })
            .to_string();
    let (_, new) = published.respond("POST", "/v1/documents", &other);
    assert_eq!((&new["status"], &new["matches"], &new["documents"]), (&json!("new"), &json!([]), &json!(3)));
}

#[test]
fn a_wrong_request_is_refused_with_what_to_do() {
    let published = Published::new();
    let text = TEXTS[0].1;
    for (method, path, body, status, place) in [
        ("POST", "/v1/documents", json!({}).to_string(), 400, "text"),
        ("POST", "/v1/documents", json!({ "text": "Too short" }).to_string(), 422, "text"),
        ("POST", "/v1/documents", json!({ "text": text, "most": 0 }).to_string(), 422, "most"),
        ("POST", "/v1/documents", json!({ "text": text, "most": 101 }).to_string(), 422, "most"),
        ("POST", "/v1/documents", json!({ "text": text, "id": "a" }).to_string(), 400, "id"),
        ("POST", "/v1/documents", "no JSON".into(), 400, "body"),
        ("PUT", "/v1/documents", "{}".into(), 405, "/v1/documents"),
        ("POST", "/v1/meta", "{}".into(), 405, "/v1/meta"),
        ("GET", "/v1/lookup", String::new(), 404, "/v1/lookup"),
    ] {
        let (found, response) = published.respond(method, path, &body);
        assert_eq!(found, status, "{method} {path} {body}: {response}");
        assert_eq!(response["error"]["where"], place, "{method} {path} {body}: {response}");
    }
    assert_eq!(published.respond("GET", "/healthz", "").0, 200);
}

#[test]
fn what_a_service_says_and_what_fetched_files_say_is_what_the_index_says() {
    let published = Published::new();
    let expected = NearDocuments::of(&published.index(), &edited(), 20).unwrap();
    assert_eq!((expected.status, expected.matches[0].id.as_str()), (Status::Known, "heron"));

    let mut files = published.remote();
    assert_eq!(files.near(&edited(), 20).unwrap(), None, "nothing was fetched yet");
    for file in published.manifest.files() {
        files.supply(&FilePart::whole(file), published.files[&file.name].clone()).unwrap();
    }
    assert_eq!((files.missing().count(), files.near(&edited(), 20).unwrap()), (0, Some(expected.clone())));

    let (_, meta) = published.respond("GET", "/v1/meta", "");
    assert!(RemoteDocuments::is_one(meta.to_string().as_bytes()));
    let service = RemoteDocuments::service("there", meta.to_string().as_bytes()).unwrap();
    assert_eq!((service.len(), service.checksum()), (3, files.checksum()));
    let body = DocumentsRequest::body(&edited(), service.design(), 20);
    let (_, response) = published.respond("POST", "/v1/documents", &body);
    assert_eq!(service.read(&edited(), response.to_string().as_bytes()).unwrap(), expected);
}

#[test]
fn an_empty_index_is_here_at_once() {
    let manifest = DocumentsManifest::empty(&Design::default()).with_checksum();
    let mut remote = RemoteDocuments::published("here", &manifest.to_json()).unwrap();
    let near = remote.near(&edited(), 20).unwrap().expect("it is here");
    assert_eq!((near.status, near.documents), (Status::New, 0));
}

#[test]
fn what_is_no_index_no_file_of_it_or_no_response_is_told() {
    let published = Published::new();
    let (_, meta) = published.respond("GET", "/v1/meta", "");
    for (field, value) in
        [("version", json!(2)), ("design", json!({ "id": "0", "bytes": 40 })), ("documents", json!("many"))]
    {
        let mut other = meta.clone();
        other[field] = value;
        assert!(RemoteDocuments::service("there", other.to_string().as_bytes()).is_err(), "{field}");
    }
    for sent in ["", "{}", "[]", "null", r#"{"service":"twinprint"}"#] {
        assert!(!RemoteDocuments::is_one(sent.as_bytes()), "{sent}");
    }
    let mut files = published.remote();
    let part = FilePart::whole(published.manifest.files().next().unwrap());
    let mut damaged = published.files[&part.file].clone();
    damaged[20] ^= 1;
    assert!(files.supply(&part, damaged).is_err());
    assert_eq!(files.missing().count(), 2, "a damaged file is fetched again");
    files.supply(&FilePart { file: "of no index".into(), ..part }, Vec::new()).unwrap();

    let service = RemoteDocuments::service("there", meta.to_string().as_bytes()).unwrap();
    let body = DocumentsRequest::body(&edited(), service.design(), 20);
    let (_, response) = published.respond("POST", "/v1/documents", &body);
    for (pointer, value) in [
        ("/bits", json!(321)),
        ("/words", json!(3)),
        ("/status", json!("seen")),
        ("/matches/0/distance", json!(321)),
        ("/matches/0/resemblance/low", json!(-0.5)),
        ("/matches/0/resemblance/high", json!(0.0)),
    ] {
        let mut other = response.clone();
        *other.pointer_mut(pointer).unwrap() = value;
        assert!(service.read(&edited(), other.to_string().as_bytes()).is_err(), "{pointer}");
    }
    let mut many = response.clone();
    many["matches"] = Value::Array(vec![response["matches"][0].clone(); 101]);
    assert!(service.read(&edited(), many.to_string().as_bytes()).is_err());
}

/// A text of 300 words that is its own for each number.
fn candidate(number: u64) -> Vec<String> {
    (0..300).map(|at| format!("word{}", twinprint::hash::mix(number << 32 | at) % 5000)).collect()
}

/// Why there is no looking up by prefixes, as `docs/how-to/checking.md` has it: prefixes of blocks, by which rows could be chosen at a service as they are
/// chosen by ranges, name the document as its whole fingerprints do, and bring a thousand times as many bytes.
#[test]
fn whoever_has_the_texts_names_a_document_by_prefixes_of_its_fingerprints_as_by_all_of_them() {
    const CANDIDATES: u64 = 400;
    let layout = BucketLayout::of(&Design::default(), 1_000_000);
    assert_eq!((layout.tables(), layout.bits(), layout.disclosed_bits()), (8, 11, 88));
    assert_eq!(layout.bytes_read() / 1000, 748);
    let known: Vec<_> =
        (0..CANDIDATES).map(|number| fingerprints("", &candidate(number).join(" "))).collect();
    let differing = |a: &DocumentFingerprints, b: &DocumentFingerprints, bits: u32| {
        let bit =
            |document: &DocumentFingerprints, at: u32| document.values[at as usize / 64] >> (at % 64) & 1;
        (0..bits).filter(|&at| bit(a, at) != bit(b, at)).count()
    };
    let named = |bits: u32| {
        let right = (0..CANDIDATES).filter(|&number| {
            let mut words = candidate(number);
            words.iter_mut().step_by(5).for_each(|word| word.push('s'));
            let checked = fingerprints("", &words.join(" "));
            let nearest = (0..CANDIDATES).min_by_key(|&at| differing(&checked, &known[at as usize], bits));
            nearest == Some(number)
        });
        right.count()
    };
    assert_eq!([layout.disclosed_bits(), 320].map(named), [400, 400], "with a fifth of their words changed");
}
