//! The service of an index, of passages or of documents as wholes: the bindings of [`index::service`](twinprint::index::service) and of
//! [`DocumentsRequest`].
//!
//! The files of an index are most of what an edge function's memory has room for. So none is ever there twice: each has its
//! room here before its first bytes arrive, and pieces are copied into it as they come, and hashed while they are still in the
//! processor's cache.

use core::hash::Hasher;
use std::collections::BTreeMap;
use std::format;

use js_sys::{Reflect, Uint8Array};
use serde::Serialize;
use twox_hash::XxHash64;
use wasm_bindgen::prelude::*;

use super::answered::{Answered, answered, refusal};
use super::{object, thrown};
use twinprint::Error;
use twinprint::index::service::{self, PartResponse, Refusal, Request, Response, respond_merged};
use twinprint::index::{Corpus, FileEntry, MANIFEST, Manifest};
use twinprint::seen::{DocumentsIndex, DocumentsManifest, DocumentsRequest, Fingerprinter, RemoteDocuments};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("service.d.ts");

#[wasm_bindgen]
extern "C" {
    /// Files as objects.
    #[wasm_bindgen(typescript_type = "IndexFile[]")]
    pub type IndexFiles;
    /// A [`PartResponse`] as an object.
    #[wasm_bindgen(typescript_type = "PartAnswer")]
    pub type PartAnswer;
}

/// The service of an index.
#[wasm_bindgen]
pub struct Service {
    state: State,
}

enum State {
    Filling {
        manifest: OwnManifest,
        files: BTreeMap<String, File>,
    },
    Passages(Box<service::Service<Corpus<Vec<u8>>>>),
    Documents(Box<Documents>),
    /// It could not be opened.
    Closed,
}

/// What an index says of itself.
enum OwnManifest {
    Passages(Box<Manifest>),
    Documents(Box<DocumentsManifest>),
}

/// An index of documents as wholes, and what reads a text that is looked up in it.
struct Documents {
    manifest: DocumentsManifest,
    index: DocumentsIndex<Vec<u8>>,
    fingerprinter: Fingerprinter,
}

/// A file that is being written.
struct File {
    entry: FileEntry,
    /// Those of its bytes that have come.
    bytes: Vec<u8>,
    hasher: XxHash64,
}

/// What is said of a part of the index that is not to be held here.
const ELSEWHERE: &str = "it is held elsewhere";

#[derive(Serialize)]
struct IndexFile<'a> {
    name: &'a str,
    bytes: u64,
}

#[wasm_bindgen]
impl Service {
    /// An index that is still without its files, from its manifest. With `parts` only these parts of its tables are held; one of documents as wholes
    /// has none. Throws if its files have more than `most` bytes together.
    #[wasm_bindgen(constructor)]
    pub fn new(manifest: &[u8], parts: Option<Vec<u32>>, most: f64) -> Result<Service, JsValue> {
        let manifest = OwnManifest::read(manifest)?;
        let files = manifest.files(parts.as_deref())?;
        let bytes: u64 = files.iter().map(|entry| entry.bytes).sum();
        if bytes as f64 > most {
            return Err(bad(MANIFEST, format!("its files have {bytes} bytes, more than there is room for")));
        }
        let files = files.into_iter().map(|entry| (entry.name.clone(), File::new(entry.clone()))).collect();
        Ok(Service { state: State::Filling { manifest, files } })
    }

    /// The files that are to be written.
    pub fn files(&self) -> Result<IndexFiles, JsValue> {
        let State::Filling { files, .. } = &self.state else { return object(&[(); 0]) };
        let files = files.values().map(|file| IndexFile { name: &file.entry.name, bytes: file.entry.bytes });
        object(&files.collect::<Vec<_>>())
    }

    /// Writes the next bytes of a file.
    pub fn write(&mut self, name: &str, chunk: &Uint8Array) -> Result<(), JsValue> {
        let State::Filling { files, .. } = &mut self.state else {
            return Err(bad(name, "it comes too late: the index is open"));
        };
        files.get_mut(name).ok_or_else(|| bad(name, "the index has no such file"))?.write(chunk)
    }

    /// Opens the index. Throws where a file is not what the manifest says.
    pub fn open(&mut self) -> Result<(), JsValue> {
        let State::Filling { manifest, files } = core::mem::replace(&mut self.state, State::Closed) else {
            return Err(bad(MANIFEST, "it was opened before"));
        };
        let mut files = files.into_values().map(File::finish).collect::<Result<BTreeMap<_, _>, _>>()?;
        let mut file = |entry: &FileEntry| files.remove(&entry.name);
        self.state = match manifest {
            OwnManifest::Passages(manifest) => {
                let file = |entry: &FileEntry| file(entry).ok_or_else(|| ELSEWHERE.to_string());
                let corpus = Corpus::open((*manifest).clone(), file).map_err(thrown)?;
                State::Passages(Box::new(service::Service::new(corpus, *manifest).map_err(refusal)?))
            }
            OwnManifest::Documents(manifest) => {
                let whole = |entry: &FileEntry| file(entry).ok_or_else(|| missing(entry));
                let index = DocumentsIndex::open(&manifest, whole).map_err(thrown)?;
                let fingerprinter = Fingerprinter::new(index.design()).map_err(thrown)?;
                State::Documents(Box::new(Documents { manifest: *manifest, index, fingerprinter }))
            }
        };
        Ok(())
    }

    /// The response to a request, whatever is in it.
    pub fn respond(
        &mut self,
        method: &str,
        path: &str,
        query: Option<String>,
        content_type: Option<String>,
        content_encoding: Option<String>,
        body: &[u8],
    ) -> Result<Answered, JsValue> {
        let request = Request {
            method,
            path,
            query: query.as_deref(),
            content_type: content_type.as_deref(),
            content_encoding: content_encoding.as_deref(),
            body,
        };
        match &mut self.state {
            State::Passages(service) => answered(service.respond(&request)),
            State::Documents(documents) => answered(documents.respond(&request)),
            State::Filling { .. } | State::Closed => Err(bad(MANIFEST, "the index is not open")),
        }
    }
}

impl OwnManifest {
    fn read(bytes: &[u8]) -> Result<OwnManifest, JsValue> {
        if RemoteDocuments::is_one(bytes) {
            return Ok(OwnManifest::Documents(Box::new(
                DocumentsManifest::from_json(bytes).map_err(thrown)?,
            )));
        }
        Ok(OwnManifest::Passages(Box::new(Manifest::from_json(bytes).map_err(thrown)?)))
    }

    /// The files that a service with these parts holds.
    fn files(&self, parts: Option<&[u32]>) -> Result<Vec<&FileEntry>, JsValue> {
        match (self, parts) {
            (OwnManifest::Passages(manifest), parts) => Ok(files(manifest, parts)),
            (OwnManifest::Documents(manifest), None) => Ok(manifest.files().collect()),
            (OwnManifest::Documents(_), Some(_)) => Err(bad(
                MANIFEST,
                "it is of documents as wholes, which has no parts: no part of it can be held alone",
            )),
        }
    }
}

impl Documents {
    fn respond(&mut self, request: &Request<'_>) -> Response {
        let Documents { manifest, index, fingerprinter } = self;
        let read = DocumentsRequest::read(request, index.design(), fingerprinter);
        read.map_or_else(Response::from, |read| read.respond(index, manifest))
    }
}

/// The files of an index of passages that a service with these parts holds: their tables, as many of the files of texts, and all else.
fn files<'a>(manifest: &'a Manifest, parts: Option<&[u32]>) -> Vec<&'a FileEntry> {
    let held = |part: usize| parts.is_none_or(|parts| parts.contains(&(part as u32)));
    let mut files: Vec<&FileEntry> = manifest.model.iter().chain(&manifest.boilerplate).collect();
    for segment in &manifest.segments {
        let tables = segment.parts.iter().enumerate().filter(|(part, _)| held(*part));
        files.extend(tables.flat_map(|(_, part)| part.passages.iter().chain(&part.shingles)));
        let texts =
            segment.texts.iter().enumerate().filter(|(text, _)| held(text % segment.parts.len().max(1)));
        files.extend(texts.map(|(_, text)| text));
        files.extend(segment.sources.iter().chain(&segment.removed));
    }
    files
}

impl File {
    fn new(entry: FileEntry) -> File {
        File { entry, bytes: Vec::new(), hasher: XxHash64::with_seed(0) }
    }

    fn write(&mut self, chunk: &Uint8Array) -> Result<(), JsValue> {
        let FileEntry { name, bytes, .. } = &self.entry;
        let (length, end) = (*bytes as usize, self.bytes.len() as u64 + u64::from(chunk.length()));
        if end > *bytes {
            return Err(bad(name, format!("it is longer than its {bytes} bytes")));
        }
        // All of its room at once, so that the memory grows once for it; but no more of it is touched than is filled.
        let room = length - self.bytes.len();
        self.bytes.try_reserve_exact(room).map_err(|_| bad(name, "there is no memory for it"))?;
        let come = self.bytes.len();
        self.bytes.resize(end as usize, 0);
        let piece = &mut self.bytes[come..];
        chunk.copy_to(piece);
        self.hasher.write(piece);
        Ok(())
    }

    /// The file's name and its bytes, if they are what the manifest says.
    fn finish(self) -> Result<(String, Vec<u8>), JsValue> {
        let FileEntry { name, bytes, xxh64, .. } = self.entry;
        if self.bytes.len() as u64 != bytes {
            return Err(bad(&name, format!("it has {} bytes, not {bytes}", self.bytes.len())));
        }
        let found = format!("{:016x}", self.hasher.finish());
        if found != xxh64 {
            return Err(bad(&name, format!("it is damaged: its checksum is {found}, not {xxh64}")));
        }
        Ok((name, self.bytes))
    }
}

/// One response of what services sent that hold a part of an index each.
#[wasm_bindgen]
pub fn merge(
    method: &str,
    path: &str,
    content_type: Option<String>,
    content_encoding: Option<String>,
    body: &[u8],
    parts: Vec<PartAnswer>,
) -> Result<Answered, JsValue> {
    let request = Request {
        method,
        path,
        query: None,
        content_type: content_type.as_deref(),
        content_encoding: content_encoding.as_deref(),
        body,
    };
    let parts: Vec<Part> = parts.iter().map(Part::read).collect();
    answered(respond_merged(&request, &parts.iter().map(Part::response).collect::<Vec<_>>()))
}

/// A [`PartAnswer`] with its bytes here.
struct Part {
    name: String,
    sent: Result<(u16, Vec<u8>), String>,
}

impl Part {
    fn read(answer: &PartAnswer) -> Part {
        let field = |key: &str| Reflect::get(answer, &key.into()).unwrap_or(JsValue::UNDEFINED);
        let sent = match field("failure").as_string() {
            Some(failure) => Err(failure),
            None => Ok((
                field("status").as_f64().unwrap_or_default() as u16,
                Uint8Array::new(&field("body")).to_vec(),
            )),
        };
        Part { name: field("part").as_string().unwrap_or_default(), sent }
    }

    fn response(&self) -> PartResponse<'_> {
        let sent = match &self.sent {
            Ok((status, body)) => Ok((*status, &**body)),
            Err(failure) => Err(&**failure),
        };
        PartResponse { name: &self.name, sent }
    }
}

/// The response to a request that is not even handed to the service; `unavailable` is told with its place and what it is, `too-long` with
/// the most bytes as its place, `too-many-requests` with the seconds to wait.
#[wasm_bindgen]
pub fn refused(
    #[wasm_bindgen(
        unchecked_param_type = "\"no-token\" | \"slow\" | \"too-long\" | \"too-many-requests\" | \"unavailable\" | \"defect\""
    )]
    kind: &str,
    place: &str,
    what: &str,
) -> Result<Answered, JsValue> {
    let refusal = match kind {
        "no-token" => Refusal::no_token(),
        "slow" => Refusal::slow(),
        "too-long" => place.parse().map_or_else(|_| Refusal::too_long(), Refusal::longer_than),
        "too-many-requests" => Refusal::too_many_requests(place.parse().unwrap_or(1)),
        "unavailable" => Refusal::unavailable(place, what),
        _ => Refusal::defect(),
    };
    answered(refusal.into())
}

/// What is said of a file that was not written.
fn missing(entry: &FileEntry) -> Error {
    Error::BadIndex { file: entry.name.clone(), problem: "it was not written".into() }
}

/// A damaged index.
fn bad(place: &str, problem: impl Into<String>) -> JsValue {
    refusal(Refusal::unavailable(place, problem))
}
