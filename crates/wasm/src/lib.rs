//! The bindings for browsers, Node and edge workers: JavaScript's values in and out, and no algorithm.
//!
//! Byte offsets become UTF-16 code units here, once, and nowhere else.

#[cfg(feature = "seen")]
mod answered;
#[cfg(feature = "checking")]
mod check;
#[cfg(feature = "checking")]
mod documents;
#[cfg(feature = "pairs")]
mod pairs;
#[cfg(feature = "reading")]
mod reading;
#[cfg(feature = "reworded")]
mod reworded;
#[cfg(feature = "seen")]
mod seen;
#[cfg(feature = "edge")]
mod seen_reader;
#[cfg(feature = "edge")]
mod seen_shards;
#[cfg(feature = "edge")]
mod service;
#[cfg(feature = "compare")]
mod session;
#[cfg(feature = "sketches")]
mod sketches;
#[cfg(feature = "tables")]
mod tables;

#[cfg(any(feature = "compare", feature = "edge"))]
use js_sys::Reflect;
use wasm_bindgen::prelude::*;

#[cfg(any(feature = "compare", feature = "edge"))]
use twinprint::Error;

#[cfg(feature = "reading")]
pub use reading::read_file;
#[cfg(feature = "edge")]
pub use service::{merge, refused};
#[cfg(feature = "compare")]
pub use session::encoding;
#[cfg(feature = "sketches")]
pub use sketches::{compare_documents, document_fingerprints};

#[cfg(any(feature = "compare", feature = "edge", feature = "reading"))]
fn object<T: JsCast>(value: &impl serde::Serialize) -> Result<T, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    Ok(value.serialize(&serializer)?.unchecked_into())
}

#[cfg(any(feature = "compare", feature = "edge"))]
/// An error as JavaScript gets it: an `Error` with the parts as properties.
fn thrown(error: Error) -> JsValue {
    thrown_for(&error)
}

#[cfg(any(feature = "compare", feature = "edge"))]
/// As [`thrown`], of an error that is kept: to clone errors would weigh some 2 KB.
#[inline(never)]
fn thrown_for(error: &Error) -> JsValue {
    thrown_in_parts(&error.to_string(), error.kind(), &error.what(), error.place(), &error.remedy())
}

#[cfg(any(feature = "compare", feature = "edge"))]
fn thrown_in_parts(message: &str, kind: &str, what: &str, place: &str, remedy: &str) -> JsValue {
    let thrown = js_sys::Error::new(message);
    thrown.set_name("TwinprintError");
    for (key, value) in [("kind", kind), ("what", what), ("place", place), ("remedy", remedy)] {
        // Setting a property of a fresh object cannot fail.
        let _ = Reflect::set(&thrown, &key.into(), &value.into());
    }
    thrown.into()
}
