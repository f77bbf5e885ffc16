//! What was seen before: the bindings of [`seen`](twinprint::seen), in two halves. The reader makes fingerprints of a text, where it
//! arrives; the documents decide, where they are kept.

use std::string::ToString;

use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::prelude::*;

use super::service::{Answered, answered, refusal};
use super::thrown;
use twinprint::index::service::{Refusal, Request};
use twinprint::seen::{Change, Design, Fingerprinter, Limits, SeenDocuments, SeenRequest};

#[wasm_bindgen]
extern "C" {
    /// A request that was read, as an object.
    #[wasm_bindgen(typescript_type = "SeenRead")]
    pub type SeenRead;
    /// A response with what changed, as an object.
    #[wasm_bindgen(typescript_type = "SeenAnswered")]
    pub type SeenAnswered;
}

/// Reads requests to `/v1/seen`.
#[wasm_bindgen]
pub struct SeenReader {
    design: Design,
    fingerprinter: Fingerprinter,
}

#[wasm_bindgen]
impl SeenReader {
    /// For documents that are known by so many bytes: 16, 40 or 80.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: usize) -> Result<SeenReader, JsValue> {
        let design = Design::of_bytes(bytes).map_err(thrown)?;
        Ok(SeenReader { design, fingerprinter: Fingerprinter::new(&design).map_err(thrown)? })
    }

    /// A request as it is to be sent on.
    pub fn read(
        &mut self,
        method: &str,
        path: &str,
        query: Option<String>,
        content_type: Option<String>,
        content_encoding: Option<String>,
        body: &[u8],
    ) -> Result<SeenRead, JsValue> {
        let request = Request {
            method,
            path,
            query: query.as_deref(),
            content_type: content_type.as_deref(),
            content_encoding: content_encoding.as_deref(),
            body,
        };
        let object = Object::new();
        match SeenRequest::read(&request, &self.design, &mut self.fingerprinter) {
            Ok(read) => {
                let own = || String::from_utf8_lossy(body).into_owned();
                let body = read.by_fingerprints(&self.design).unwrap_or_else(own);
                Reflect::set(&object, &"body".into(), &body.into())?;
            }
            Err(refusal) => {
                Reflect::set(&object, &"refused".into(), &answered(refusal.into())?.into())?;
            }
        }
        Ok(object.unchecked_into())
    }
}

/// Documents that were seen.
#[wasm_bindgen]
pub struct Seen {
    documents: SeenDocuments,
    reader: SeenReader,
    limits: Limits,
}

#[wasm_bindgen]
impl Seen {
    /// None yet, known by so many bytes: at most `most`, each for so many seconds after it was seen last.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: usize, most: f64, forget_after: Option<f64>) -> Result<Seen, JsValue> {
        let reader = SeenReader::new(bytes)?;
        let limits = Limits { most: most as u64, forget_after: forget_after.map(|seconds| seconds as u64) };
        Ok(Seen { documents: SeenDocuments::new(reader.design), reader, limits })
    }

    /// The id of the design that they are known by.
    #[wasm_bindgen(getter)]
    pub fn design(&self) -> String {
        self.documents.design().id().to_string()
    }

    /// How many documents are remembered.
    #[wasm_bindgen(getter)]
    pub fn documents(&self) -> f64 {
        self.documents.len() as f64
    }

    /// Does again what a line says that was kept.
    pub fn apply(&mut self, line: &str) -> Result<(), JsValue> {
        let bad = |what: String| refusal(Refusal::unavailable("what was seen", what));
        let change: Change = serde_json::from_str(line).map_err(|error| bad(error.to_string()))?;
        self.documents.apply(change).map_err(thrown)
    }

    /// The response to a request that was read, at a time in seconds since 1970.
    pub fn respond(
        &mut self,
        method: &str,
        path: &str,
        body: &str,
        now: f64,
    ) -> Result<SeenAnswered, JsValue> {
        let (content_type, body) = (Some("application/json"), body.as_bytes());
        let request = Request { method, path, content_type, body, ..Request::default() };
        let read = SeenRequest::read(&request, &self.reader.design, &mut self.reader.fingerprinter);
        let (response, changes) = match read {
            Ok(read) => read.respond(&mut self.documents, &self.limits, now as u64),
            Err(refusal) => (refusal.into(), Vec::new()),
        };
        let answer: Answered = answered(response)?;
        let object = Object::new();
        Reflect::set(&object, &"answer".into(), &answer)?;
        Reflect::set(&object, &"changes".into(), &lines(&changes))?;
        Ok(object.unchecked_into())
    }

    /// Forgets what was not seen for long; the lines to be kept.
    pub fn tidy(&mut self, now: f64) -> Result<Vec<JsString>, JsValue> {
        let old = self.documents.last_seen_before(self.limits.since(now as u64));
        let changes: Vec<Change> = old.into_iter().map(|forgotten| Change::Forgotten { forgotten }).collect();
        changes.iter().try_for_each(|change| self.documents.apply(change.clone())).map_err(thrown)?;
        Ok(changes.iter().map(line).collect())
    }

    /// All that is remembered, as lines in place of those that were kept.
    pub fn lines(&self) -> Vec<JsString> {
        self.documents.records().map(|record| line(&Change::Remembered(record))).collect()
    }
}

fn lines(changes: &[Change]) -> Array {
    changes.iter().map(line).collect()
}

/// A change as JSON, which there is for every one.
fn line(change: &Change) -> JsString {
    serde_json::to_string(change).unwrap_or_default().into()
}
