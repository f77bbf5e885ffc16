//! Why a request was not answered: a status for programs, and what, where and what to do for people.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};

use serde::{Deserialize, Serialize};

use super::http::{LONGEST_BODY, Response};
use crate::error::Error;

/// A request that was not answered. Its body is JSON: `{"error": {"kind", "what", "where", "remedy"}}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The status of HTTP.
    pub status: u16,
    /// A short, stable name for programs, as `other-recipe`.
    pub kind: Cow<'static, str>,
    /// What is wrong.
    pub what: String,
    /// Where: a field of the body, a header, the path.
    pub place: String,
    /// What to do about it.
    pub remedy: Cow<'static, str>,
    /// After how many seconds it may be answered, if that is known.
    pub retry_after: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(
        status: u16,
        kind: &'static str,
        place: impl Into<String>,
        what: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        let (place, what) = (place.into(), what.into());
        Refusal { status, kind: kind.into(), what, place, remedy: remedy.into(), retry_after: None }
    }

    /// 400: the request cannot be understood.
    pub(crate) fn malformed(place: impl Into<String>, what: impl Into<String>, remedy: &'static str) -> Self {
        Self::new(400, "malformed", place, what, remedy)
    }

    /// 400: the body broke off.
    pub fn broken_off() -> Self {
        Self::malformed("body", "it broke off before its end", "send all of it")
    }

    /// 401: an access token is required, and none that is accepted was given.
    pub fn no_token() -> Self {
        let what = "there is no access token in it that is taken here";
        Self::new(401, "no-token", "authorization", what, "send \"authorization: Bearer\" and your token")
    }

    /// 404: there is nothing at this path.
    pub fn not_found(path: &str) -> Self {
        let path: String = path.chars().take(200).collect();
        let remedy = "ask /v1/lookup, /v1/meta, /v1/buckets, /v1/model, /v1/boilerplate, /v1/documents, /v1/seen or /healthz";
        Self::new(404, "not-found", path, "there is nothing here", remedy)
    }

    /// 404: the design's method takes no boilerplate out.
    pub(super) fn no_boilerplate() -> Self {
        let what = "the index takes no boilerplate out";
        let remedy = "do without: documents are signed by the design alone";
        Self::new(404, "no-boilerplate", "/v1/boilerplate", what, remedy)
    }

    /// 404: the design needs no model.
    pub(super) fn no_model() -> Self {
        let what = "the index weighs words by no model";
        Self::new(404, "no-model", "/v1/model", what, "do without: documents are signed by the design alone")
    }

    /// 405: a path was requested by another method than `allowed`.
    pub(crate) fn method(path: &'static str, allowed: &'static str) -> Self {
        let remedy = if allowed == "POST" { "send a POST" } else { "send a GET" };
        Self::new(405, "method", path, format!("it takes {allowed}"), remedy)
    }

    /// 408: the body did not arrive in time.
    pub fn slow() -> Self {
        Self::new(408, "slow", "body", "it did not arrive in time", "send it at once, or in smaller parts")
    }

    /// 409: the fingerprints were made by another recipe.
    pub(super) fn other_recipe(theirs: &str, ours: &str) -> Self {
        let what = format!("it was made by recipe {theirs}, and the index by {ours}");
        Self::new(409, "other-recipe", "recipe", what, "sign the document by the design that /v1/meta gives")
    }

    /// 413: the body of a look-up is too long.
    pub fn too_long() -> Self {
        Self::longer_than(LONGEST_BODY)
    }

    /// 413: the body has more bytes than are taken.
    pub fn longer_than(most: usize) -> Self {
        let what = format!("it is longer than {most} bytes");
        Self::new(413, "too-long", "body", what, "ask for less at a time")
    }

    /// 415: the body is of a type that is not read.
    pub(super) fn media_type(found: Option<&str>) -> Self {
        let what = match found {
            Some(_) => "it is of a type that is not read here",
            None => "it does not say its type",
        };
        let remedy = "send application/json or application/vnd.twinprint.lookup";
        Self::new(415, "media-type", "content-type", what, remedy)
    }

    /// 415: the body is compressed.
    pub fn compressed() -> Self {
        let what = "the body is compressed";
        Self::new(415, "compressed", "content-encoding", what, "send it as it is")
    }

    /// 421: the request is to a host that this service is not.
    pub fn other_host() -> Self {
        let what = "this service does not go by that name";
        Self::new(
            421,
            "other-host",
            "host",
            what,
            "ask by the address it fingerprints, or start it with --origin",
        )
    }

    /// 422: a value is of another kind, or outside its range.
    pub(crate) fn out_of_range(
        place: impl Into<String>,
        what: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self::new(422, "out-of-range", place, what, remedy)
    }

    /// 429: more than one client may ask for, now; it may again after some seconds.
    pub fn too_many_requests(seconds: u64) -> Self {
        let what = "it asks more often, or for more, than one client may";
        let unit = if seconds == 1 { "second" } else { "seconds" };
        Refusal {
            remedy: format!("wait {seconds} {unit}").into(),
            retry_after: Some(seconds),
            ..Self::new(429, "too-many-requests", "client", what, "")
        }
    }

    /// 500: a defect of the service itself.
    pub fn defect() -> Self {
        Self::new(
            500,
            "defect",
            "service",
            "the service failed at this request",
            "report it; others are answered",
        )
    }

    /// 503: there is as much to do as can be done.
    pub fn busy() -> Self {
        let what = "it has as much to do as it can";
        Refusal { retry_after: Some(1), ..Self::new(503, "busy", "service", what, "ask again in a while") }
    }

    /// 503: the index cannot be searched.
    pub fn unavailable(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self::new(503, "unavailable", place, what, "ask again later, or tell whoever runs the service")
    }

    /// What an error of the core means to the client: the request cannot be met, or the index is damaged.
    pub(super) fn of(error: &Error) -> Self {
        match error {
            Error::InvalidOption { .. } => Refusal {
                status: 422,
                kind: "out-of-range".into(),
                what: error.what(),
                place: error.place().to_string(),
                remedy: error.remedy().into(),
                retry_after: None,
            },
            _ => Self::unavailable(error.place(), error.what()),
        }
    }

    /// What a service said instead of an answer, from the body of its response; `None` if it is something else.
    pub fn read(status: u16, body: &[u8]) -> Option<Self> {
        let Body { error } = serde_json::from_slice(body).ok()?;
        let Said { kind, what, place, remedy } = error;
        Some(Refusal {
            status,
            kind: kind.into_owned().into(),
            what: what.into_owned(),
            place: place.into_owned(),
            remedy: remedy.into_owned().into(),
            retry_after: None,
        })
    }
}

#[derive(Serialize, Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    error: Said<'a>,
}

#[derive(Serialize, Deserialize)]
struct Said<'a> {
    kind: Cow<'a, str>,
    what: Cow<'a, str>,
    #[serde(rename = "where")]
    place: Cow<'a, str>,
    remedy: Cow<'a, str>,
}

impl From<Refusal> for Response {
    fn from(refusal: Refusal) -> Self {
        let Refusal { status, kind, what, place, remedy, retry_after } = &refusal;
        let error = Said {
            kind: (&**kind).into(),
            what: what.into(),
            place: place.into(),
            remedy: (&**remedy).into(),
        };
        let mut response = Response::json(*status, &Body { error });
        match status {
            401 => response.headers.push(("www-authenticate", "Bearer".into())),
            405 => {
                let allowed = if what.ends_with("POST") { "POST, OPTIONS" } else { "GET, HEAD, OPTIONS" };
                response.headers.push(("allow", allowed.into()));
            }
            _ => {}
        }
        if let Some(seconds) = retry_after {
            response.headers.push(("retry-after", seconds.to_string()));
        }
        response
    }
}
