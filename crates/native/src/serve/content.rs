//! What the page's files may load and send, and responses of files.

use std::format;

use hyper::{HeaderMap, Response, StatusCode, header};

use super::files::ServedFile;
use super::listen::Answer;
use super::range::Part;
use super::sending::Sending;

/// Nothing but this origin's own files, and nothing sent anywhere else.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     connect-src 'self'; style-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// The same of the page that checks against an index, which a person may have anywhere: on any host that is reached by https, and
/// on this machine.
const CHECKING_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
     connect-src 'self' https: http://localhost:* http://127.0.0.1:*; style-src 'self'; img-src 'self' data:; \
     manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The policy of a file of the page.
pub(super) fn policy(path: &str) -> &'static str {
    if path.ends_with("/check.html") { CHECKING_POLICY } else { POLICY }
}

/// The response with what a request asks for of a file.
pub(super) fn of_file(found: ServedFile, headers: &HeaderMap, caching: &'static str) -> Answer {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let length = found.length;
    let unchanged = header(header::IF_NONE_MATCH)
        .is_some_and(|tags| tags.split(',').any(|tag| matches!(tag.trim(), "*") || tag.trim() == found.tag));
    // A range of another content than the one it began in would not fit: then all of it is sent.
    let same = header(header::IF_RANGE).is_none_or(|tag| tag.trim() == found.tag);
    let range = header(header::RANGE).filter(|_| same);
    let (status, bytes, range) = match Part::of(range, length) {
        _ if unchanged => (StatusCode::NOT_MODIFIED, 0..0, None),
        Part::Whole => (StatusCode::OK, 0..length, None),
        Part::Bytes(bytes) => {
            let range = format!("bytes {}-{}/{length}", bytes.start, bytes.end - 1);
            (StatusCode::PARTIAL_CONTENT, bytes, Some(range))
        }
        Part::Unsatisfiable => (StatusCode::RANGE_NOT_SATISFIABLE, 0..0, Some(format!("bytes */{length}"))),
    };
    let (kind, tag) = (found.kind, found.tag.clone());
    let Ok(body) = found.send(bytes) else {
        return plain(StatusCode::NOT_FOUND, "There is no such file.\n");
    };
    let mut response = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, kind)
        .header(header::ETAG, tag)
        .header(header::ACCEPT_RANGES, "bytes")
        .header(header::CACHE_CONTROL, caching);
    if let Some(range) = range {
        response = response.header(header::CONTENT_RANGE, range);
    }
    response.body(body).unwrap_or_default()
}

/// A response of one line.
pub(super) fn plain(status: StatusCode, line: &'static str) -> Answer {
    let response =
        Response::builder().status(status).header(header::CONTENT_TYPE, "text/plain; charset=utf-8");
    response.body(Sending::of(line)).unwrap_or_default()
}
