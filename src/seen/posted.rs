//! A document in the body of a request: a text, or its fingerprints.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::design::{Design, DocumentFingerprints, Fingerprinter, LEAST_WORDS};
use crate::error::Error;
use crate::index::service::json::{Json, not_json, other_kind};
use crate::index::service::{Refusal, Request};
use crate::text::Document;

/// The most bytes of a request's body.
pub const MOST_BODY: usize = 1 << 20;

/// What a design is, as a response says it.
#[derive(Serialize)]
pub(in crate::seen) struct DesignMeta {
    id: String,
    text: String,
    bytes: usize,
    least_words: u32,
}

impl DesignMeta {
    pub(in crate::seen) fn of(design: &Design) -> Self {
        let (id, text, bytes) = (design.id().to_string(), design.to_string(), design.bytes());
        DesignMeta { id, text, bytes, least_words: LEAST_WORDS }
    }
}

/// A document while the members of a body are read.
#[derive(Default)]
pub(in crate::seen) struct PostedDocument {
    text: Option<String>,
    is_html: bool,
    values: Option<Vec<u64>>,
    words: Option<u64>,
    design: Option<String>,
}

impl PostedDocument {
    /// Takes a member; whether it is one of a document.
    pub(in crate::seen) fn take(&mut self, name: &str, place: &str, value: Json) -> Result<bool, Refusal> {
        match name {
            "text" => self.text = Some(string(place, value)?),
            "format" => self.is_html = is_html(place, value)?,
            "fingerprints" => self.values = Some(numbers(place, value)?),
            "words" => self.words = Some(whole(place, value)?),
            "design" => self.design = Some(string(place, value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The document, once all members were taken.
    pub(in crate::seen) fn fingerprints(
        self,
        design: &Design,
        fingerprinter: &mut Fingerprinter,
    ) -> Result<DocumentFingerprints, Refusal> {
        match (self.text, self.values) {
            (Some(text), None) => {
                let document =
                    if self.is_html { html_document(&text)? } else { Document::plain("text", &text) };
                fingerprinter.fingerprints(&document).map_err(|error| unreadable(&error))
            }
            (None, Some(values)) => {
                same_design(self.design.as_deref(), design)?;
                counted(values, self.words, design)
            }
            (Some(_), Some(_)) => {
                let remedy = "send one of them: fingerprints, if the text is to stay where it is";
                Err(Refusal::malformed("fingerprints", "there is a text, too", remedy))
            }
            (None, None) => {
                let remedy = "send text, or fingerprints with words and design";
                Err(Refusal::malformed("text", "it is missing", remedy))
            }
        }
    }
}

/// The members of the object that a body is.
pub(in crate::seen) fn members(request: &Request<'_>) -> Result<Vec<(String, Json)>, Refusal> {
    if request.body.len() > MOST_BODY {
        return Err(Refusal::longer_than(MOST_BODY));
    }
    if request.content_encoding.is_some_and(|encoding| !encoding.trim().eq_ignore_ascii_case("identity")) {
        return Err(Refusal::compressed());
    }
    let media_type = request.content_type.map(|named| named.split(';').next().unwrap_or_default().trim());
    if !media_type.is_some_and(|named| named.eq_ignore_ascii_case("application/json")) {
        let what = "it is not said to be JSON";
        return Err(Refusal::new(415, "media-type", "content-type", what, "send application/json"));
    }
    match serde_json::from_slice(request.body).map_err(|error| not_json(&error))? {
        Json::Object(members) => Ok(members),
        other => Err(Refusal::malformed("body", format!("it is {}", other.kind()), "send one JSON object")),
    }
}

#[cfg(feature = "html")]
fn html_document(text: &str) -> Result<Document<'_>, Refusal> {
    Ok(Document::html("text", text))
}

#[cfg(not(feature = "html"))]
fn html_document(_: &str) -> Result<Document<'_>, Refusal> {
    Err(Refusal::out_of_range(
        "format",
        "HTML is not read here",
        "send the text of the page, or fingerprints",
    ))
}

/// What is wrong with a text.
fn unreadable(error: &Error) -> Refusal {
    let Error::InvalidOption { .. } = error else {
        return Refusal {
            status: 422,
            kind: error.kind().into(),
            what: error.what(),
            place: "text".into(),
            remedy: error.remedy().into(),
            retry_after: None,
        };
    };
    Refusal::defect()
}

pub(in crate::seen) fn same_design(theirs: Option<&str>, design: &Design) -> Result<(), Refusal> {
    let ours = design.id().to_string();
    match theirs {
        Some(theirs) if theirs == ours => Ok(()),
        Some(_) => {
            let what = format!("they were made by another design than {ours}");
            Err(Refusal::new(
                409,
                "other-design",
                "design",
                what,
                "make them by the design that GET /v1/seen gives",
            ))
        }
        None => Err(Refusal::malformed(
            "design",
            "it is missing",
            "send the id of the design, as GET /v1/seen gives it",
        )),
    }
}

pub(in crate::seen) fn counted(
    values: Vec<u64>,
    words: Option<u64>,
    design: &Design,
) -> Result<DocumentFingerprints, Refusal> {
    if values.len() != design.fingerprints() {
        let what = format!("there are {}, and the design has {}", values.len(), design.fingerprints());
        return Err(Refusal::out_of_range("fingerprints", what, "send as many as the design has"));
    }
    let words = words
        .ok_or_else(|| Refusal::malformed("words", "it is missing", "send how many words the text has"))?;
    let words = u32::try_from(words).unwrap_or(u32::MAX);
    if words < LEAST_WORDS {
        let document = "text".into();
        return Err(unreadable(&Error::TooShort { document, words, least: LEAST_WORDS }));
    }
    Ok(DocumentFingerprints { values, words })
}

pub(in crate::seen) fn string(place: &str, value: Json) -> Result<String, Refusal> {
    match value {
        Json::Text(text) => Ok(text),
        other => Err(other_kind(place, &other, "send a string")),
    }
}

fn is_html(place: &str, value: Json) -> Result<bool, Refusal> {
    match string(place, value)?.as_str() {
        "plain" => Ok(false),
        "html" => Ok(true),
        other => {
            let what = format!("it is {:?}", other.chars().take(64).collect::<String>());
            Err(Refusal::out_of_range(place, what, "send plain or html"))
        }
    }
}

pub(in crate::seen) fn truth(place: &str, value: Json) -> Result<bool, Refusal> {
    match value {
        Json::Bool(truth) => Ok(truth),
        other => Err(other_kind(place, &other, "send true or false")),
    }
}

pub(in crate::seen) fn whole(place: &str, value: Json) -> Result<u64, Refusal> {
    match value {
        Json::Whole(number) => Ok(number),
        other => Err(other_kind(place, &other, "send a whole number")),
    }
}

pub(in crate::seen) fn numbers(place: &str, value: Json) -> Result<Vec<u64>, Refusal> {
    let remedy = "send a list of strings of 16 hexadecimal digits";
    let Json::List(items) = value else { return Err(other_kind(place, &value, remedy)) };
    let number = |(at, item): (usize, Json)| match &item {
        Json::Text(digits) if digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            u64::from_str_radix(digits, 16).map_err(|_| Refusal::defect())
        }
        Json::Text(_) => {
            Err(Refusal::out_of_range(format!("{place}[{at}]"), "it is no fingerprint of 64 bits", remedy))
        }
        other => Err(other_kind(&format!("{place}[{at}]"), other, remedy)),
    };
    items.into_iter().enumerate().map(number).collect()
}
