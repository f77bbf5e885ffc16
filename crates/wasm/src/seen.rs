//! What was seen before: the bindings of [`seen`](twinprint::seen).

use std::string::ToString;

use js_sys::{Array, JsString, Object, Reflect};
use wasm_bindgen::prelude::*;

use super::answered::{Answered, answered, refusal};
#[cfg(feature = "checking")]
use super::session::utf8;
use super::thrown;
use twinprint::index::service::{Refusal, Request, Response};
use twinprint::seen::{Change, Design, Fingerprinter, Limits, SeenDocuments, SeenRequest};
#[cfg(feature = "checking")]
use twinprint::text::{Document, Format};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("seen.d.ts");

#[wasm_bindgen]
extern "C" {
    /// A response with what changed, as an object.
    #[wasm_bindgen(typescript_type = "SeenAnswered")]
    pub type SeenAnswered;
}

/// Documents that were seen.
#[wasm_bindgen]
pub struct Seen {
    pub(super) documents: SeenDocuments,
    pub(super) design: Design,
    fingerprinter: Fingerprinter,
    limits: Limits,
}

#[wasm_bindgen]
impl Seen {
    /// None yet. A document is known by `bytes` bytes; up to `most` are remembered, each for `forget_after` seconds after it was last seen.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: usize, most: f64, forget_after: Option<f64>) -> Result<Seen, JsValue> {
        let design = Design::of_bytes(bytes).map_err(thrown)?;
        let fingerprinter = Fingerprinter::new(&design).map_err(thrown)?;
        let limits = Limits { most: most as u64, forget_after: forget_after.map(|seconds| seconds as u64) };
        Ok(Seen { documents: SeenDocuments::new(design), design, fingerprinter, limits })
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
        let read = SeenRequest::read(&request, &self.design, &mut self.fingerprinter);
        with_changes(match read {
            Ok(read) => read.respond(&mut self.documents, &self.limits, now as u64),
            Err(refusal) => (refusal.into(), Vec::new()),
        })
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

#[cfg(feature = "checking")]
#[wasm_bindgen]
impl Seen {
    /// The response to a document: whether it is near one that is remembered; if not, it is remembered by its name where `remember` says
    /// so, and if it is, when it was seen last is noted.
    pub fn see(
        &mut self,
        name: &str,
        text: JsString,
        #[wasm_bindgen(unchecked_param_type = "\"plain\" | \"html\"")] format: &str,
        remember: bool,
        now: f64,
    ) -> Result<SeenAnswered, JsValue> {
        let (text, format) = (utf8(&text), Format::from_name(format).map_err(thrown)?);
        let document =
            self.fingerprinter.fingerprints(&Document::new(name, &text, format)).map_err(thrown)?;
        let (limits, now) = (&self.limits, now as u64);
        with_changes(SeenRequest::see(document, name, remember).respond(&mut self.documents, limits, now))
    }
}

/// A response, and the lines to be kept before it is sent.
fn with_changes((response, changes): (Response, Vec<Change>)) -> Result<SeenAnswered, JsValue> {
    let answer: Answered = answered(response)?;
    let object = Object::new();
    Reflect::set(&object, &"answer".into(), &answer)?;
    Reflect::set(&object, &"changes".into(), &changes.iter().map(line).collect::<Array>())?;
    Ok(object.unchecked_into())
}

/// A change as JSON, which there is for every one.
fn line(change: &Change) -> JsString {
    serde_json::to_string(change).unwrap_or_default().into()
}
