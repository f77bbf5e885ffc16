//! Requests and responses as they arrive and leave, whoever listens.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

/// The most bytes of a request's body that are read.
pub const LONGEST_BODY: usize = 64 << 10;

/// A request as it arrived.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'a> {
    /// The method, as `POST`.
    pub method: &'a str,
    /// The path, as `/v1/lookup`.
    pub path: &'a str,
    /// What follows the path's request mark, if there is one.
    pub query: Option<&'a str>,
    /// The header `content-type`.
    pub content_type: Option<&'a str>,
    /// The header `content-encoding`.
    pub content_encoding: Option<&'a str>,
    /// The body, of which no more than [`LONGEST_BODY`] bytes need to be read, and one more.
    pub body: &'a [u8],
}

/// A response to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status of HTTP.
    pub status: u16,
    /// The header `content-type`.
    pub content_type: &'static str,
    /// More headers, names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    pub(super) fn new(status: u16, content_type: &'static str, body: Vec<u8>) -> Self {
        // `no-transform`: an answer that is compressed on its way is no longer as long as it was padded to be.
        let headers = [("cache-control", "no-store, no-transform"), ("x-content-type-options", "nosniff")];
        let headers = headers.map(|(name, value)| (name, value.to_string())).into();
        Response { status, content_type, headers, body }
    }

    pub(crate) fn json(status: u16, body: &impl Serialize) -> Self {
        Response::new(status, "application/json", serde_json::to_vec(body).unwrap_or_default())
    }
}
