//! Responses and refusals of services as JavaScript gets them.
//!
//! What a response is made of in JavaScript is garbage once it is sent. A `Uint8Array` keeps its bytes outside JavaScript's heap,
//! where tens of megabytes gather before anybody collects them; so JSON becomes a string, which is collected with the youngest
//! of the heap, after one or two megabytes. And the names and values that all responses have are strings that are made once.

use std::format;

use js_sys::{JsString, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;

use super::thrown_in_parts;
use twinprint::index::service::{Form, Refusal, Response};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("answered.d.ts");

#[wasm_bindgen]
extern "C" {
    /// A [`Response`] as an object.
    #[wasm_bindgen(typescript_type = "Answered")]
    pub type Answered;
}

// rustfmt would drop what they are.
#[rustfmt::skip]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, static_string)]
    static STATUS: JsString = "status";
    #[wasm_bindgen(thread_local_v2, static_string)]
    static HEADERS: JsString = "headers";
    #[wasm_bindgen(thread_local_v2, static_string)]
    static BODY: JsString = "body";
}

pub(super) fn answered(response: Response) -> Result<Answered, JsValue> {
    let mut headers = format!("content-type: {}", response.content_type);
    for (name, value) in &response.headers {
        headers += &format!("\n{name}: {value}");
    }
    // JSON is UTF-8; what is not is sent as the bytes that it is.
    let text = (response.content_type == Form::Json.content_type())
        .then(|| core::str::from_utf8(&response.body).ok())
        .flatten();
    let body = text.map_or_else(|| Uint8Array::from(&*response.body).into(), JsValue::from_str);
    let object = Object::new();
    let set = |key: &JsString, value: &JsValue| Reflect::set(&object, key, value);
    STATUS.with(|key| set(key, &response.status.into()))?;
    HEADERS.with(|key| set(key, &headers.into()))?;
    BODY.with(|key| set(key, &body))?;
    Ok(object.unchecked_into())
}

/// A refusal as JavaScript gets it, as errors are.
pub(super) fn refusal(refusal: Refusal) -> JsValue {
    let Refusal { kind, what, place, remedy, .. } = refusal;
    thrown_in_parts(&format!("{place}: {what}; {remedy}"), &kind, &what, &place, &remedy)
}
