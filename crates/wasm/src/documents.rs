//! Documents checked against an index of documents as wholes that is elsewhere: the bindings of
//! [`RemoteDocuments`].

use js_sys::JsString;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::check::{StepObject, shown};
use super::session::utf8;
use super::{object, thrown};
use twinprint::index::client::{FilePart, Stage, Step};
use twinprint::seen::{DocumentFingerprints, DocumentsRequest, Fingerprinter, RemoteDocuments};
use twinprint::text::{Document, Format};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("documents.d.ts");

/// How many near documents are given.
const MATCHES: usize = 20;

#[wasm_bindgen]
extern "C" {
    /// What an index is, as an object.
    #[wasm_bindgen(typescript_type = "DocumentsFacts")]
    pub type DocumentsFactsObject;
    /// [`NearDocuments`](twinprint::seen::NearDocuments) as an object.
    #[wasm_bindgen(typescript_type = "NearDocuments")]
    pub type NearObject;
}

/// What an index is.
#[derive(Serialize)]
struct Facts<'a> {
    documents: u64,
    bytes: u64,
    checksum: &'a str,
    known_by: usize,
    by_ranges: Option<RangesFacts>,
}

/// What a look-up by ranges takes.
#[derive(Serialize)]
struct RangesFacts {
    bits: u32,
    bytes: u64,
}

/// An index of documents as wholes, as far as it is here.
#[wasm_bindgen]
pub struct Documents {
    remote: RemoteDocuments,
    fingerprinter: Fingerprinter,
    wanted: Vec<FilePart>,
    /// The document that a service was last sent.
    requested: Option<DocumentFingerprints>,
}

#[wasm_bindgen]
impl Documents {
    /// Whether what a host sent is of such an index: its manifest, or what a service says at `v1/meta`.
    pub fn is_one(sent: &[u8]) -> bool {
        RemoteDocuments::is_one(sent)
    }

    /// An index behind a service that says this at `v1/meta`.
    pub fn service(address: &str, meta: &[u8]) -> Result<Documents, JsValue> {
        RemoteDocuments::service(address, meta).and_then(Documents::new).map_err(thrown)
    }

    /// An index that is published with this manifest.
    pub fn published(address: &str, manifest: &[u8]) -> Result<Documents, JsValue> {
        RemoteDocuments::published(address, manifest).and_then(Documents::new).map_err(thrown)
    }

    fn new(remote: RemoteDocuments) -> Result<Documents, twinprint::Error> {
        let fingerprinter = Fingerprinter::new(remote.design())?;
        Ok(Documents { remote, fingerprinter, wanted: Vec::new(), requested: None })
    }

    /// What it is.
    pub fn facts(&self) -> Result<DocumentsFactsObject, JsValue> {
        let (documents, known_by) = (self.remote.len(), self.remote.design().bytes());
        let bytes = self.remote.files().map(|file| file.bytes).sum();
        let by_ranges = self.remote.layout();
        let by_ranges =
            by_ranges.map(|layout| RangesFacts { bits: layout.disclosed_bits(), bytes: layout.bytes_read() });
        object(&Facts { documents, bytes, checksum: self.remote.checksum(), known_by, by_ranges })
    }

    /// What to fetch of a published one before any document is looked up in it: whole files, or nothing.
    pub fn next(&mut self) -> Result<StepObject, JsValue> {
        let wanted = self.remote.missing().map(FilePart::whole).collect();
        self.want(wanted, Stage::Index)
    }

    /// What to fetch next of a published one for a document: files or parts of them, or nothing once `near` knows of it.
    pub fn next_for(
        &mut self,
        name: &str,
        text: JsString,
        #[wasm_bindgen(unchecked_param_type = "\"plain\" | \"html\"")] format: &str,
    ) -> Result<StepObject, JsValue> {
        let document = self.fingerprints(name, &text, format)?;
        let wanted = self.remote.wanted(&document).map_err(thrown)?;
        self.want(wanted, if self.remote.layout().is_some() { Stage::Asking } else { Stage::Index })
    }

    fn want(&mut self, wanted: Vec<FilePart>, stage: Stage) -> Result<StepObject, JsValue> {
        self.wanted = wanted;
        let step = if self.wanted.is_empty() { Step::Done } else { Step::Files(self.wanted.clone()) };
        shown(&step, stage)
    }

    /// Takes one of the files that were to be fetched, by its place among them.
    pub fn supply(&mut self, part: usize, bytes: Vec<u8>) -> Result<(), JsValue> {
        let Some(part) = self.wanted.get(part) else { return Ok(()) };
        self.remote.supply(part, bytes).map_err(thrown)
    }

    /// The documents near one, of a published index, once nothing is to be fetched for it; none before.
    pub fn near(
        &mut self,
        name: &str,
        text: JsString,
        #[wasm_bindgen(unchecked_param_type = "\"plain\" | \"html\"")] format: &str,
    ) -> Result<Option<NearObject>, JsValue> {
        let document = self.fingerprints(name, &text, format)?;
        let near = self.remote.near(&document, MATCHES).map_err(thrown)?;
        near.as_ref().map(object::<NearObject>).transpose()
    }

    /// The body of a POST to `v1/documents` with a document's fingerprints.
    pub fn request(
        &mut self,
        name: &str,
        text: JsString,
        #[wasm_bindgen(unchecked_param_type = "\"plain\" | \"html\"")] format: &str,
    ) -> Result<Vec<u8>, JsValue> {
        let document = self.fingerprints(name, &text, format)?;
        let body = DocumentsRequest::body(&document, self.remote.design(), MATCHES);
        self.requested = Some(document);
        Ok(body.into())
    }

    /// What the service responded to the last request.
    pub fn response(&mut self, response: &[u8]) -> Result<NearObject, JsValue> {
        let document = self.requested.take().ok_or("nothing was requested")?;
        object(&self.remote.read(&document, response).map_err(thrown)?)
    }

    fn fingerprints(
        &mut self,
        name: &str,
        text: &JsString,
        format: &str,
    ) -> Result<DocumentFingerprints, JsValue> {
        let (text, format) = (utf8(text), Format::from_name(format).map_err(thrown)?);
        self.fingerprinter.fingerprints(&Document::new(name, &text, format)).map_err(thrown)
    }
}
