//! The look-up service: what it answers, what it refuses and in which words, and what a client believes.

mod bounds;
mod fake;
mod golden;
mod merging;
mod padding;
mod prefixes;
mod refusals;
mod wire;

use serde_json::Value;
use twinprint::index::service::{Form, Request, Response, Service};

use fake::Fake;

/// A request to `/v1/lookup` as it should be.
fn lookup(body: &[u8], form: Form) -> Request<'_> {
    Request {
        method: "POST",
        path: "/v1/lookup",
        content_type: Some(form.content_type()),
        body,
        ..Request::default()
    }
}

fn json(response: &Response) -> Value {
    serde_json::from_slice(&response.body).expect("JSON")
}

/// What the service says to a body of JSON.
fn said(service: &Service<Fake>, body: &str) -> (u16, Value) {
    let response = service.respond(&lookup(body.as_bytes(), Form::Json));
    (response.status, json(&response))
}
