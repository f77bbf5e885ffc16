//! Requests to `/v1/seen` where they arrive: what is sent on to [`Seen`](super::seen::Seen) has fingerprints in place of a text.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;

use super::answered::answered;
use super::thrown;
use twinprint::index::service::Request;
use twinprint::seen::{Design, Fingerprinter, SeenRequest};

#[wasm_bindgen]
extern "C" {
    /// A request that was read, as an object.
    #[wasm_bindgen(typescript_type = "SeenRead")]
    pub type SeenRead;
}

/// Reads requests to `/v1/seen`.
#[wasm_bindgen]
pub struct SeenReader {
    design: Design,
    fingerprinter: Fingerprinter,
}

#[wasm_bindgen]
impl SeenReader {
    /// For documents that are known by this number of bytes: 16, 40 or 80.
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
