//! `/v1/seen`: requests in, responses and changes out. The same contract at the edge and in `twinprint serve`; `docs/reference/edge.md` is it
//! for people.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::change::{Change, Record};
use super::design::{Design, DocumentFingerprints, Fingerprinter};
use super::documents::{SeenDocuments, SeenMatch};
use super::estimate::Estimate;
use super::posted::{
    DesignMeta, MOST_BODY, PostedDocument, counted, members, numbers, same_design, string, truth, whole,
};
use crate::index::service::json::{Json, each_once, other_kind};
use crate::index::service::{Refusal, Request, Response};

/// The most bytes of a document's id.
pub const MOST_ID: usize = 512;

/// The most documents that are handed on at a time: with ids of a usual length they can be taken over in one request.
const MOST_RECORDS: usize = 4000;

/// How many documents are remembered, and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most documents: a new one beyond is refused.
    pub most: u64,
    /// After how many seconds a document is forgotten that was not seen again; never if none.
    pub forget_after: Option<u64>,
}

impl Default for Limits {
    /// Ten million documents, which are never forgotten.
    fn default() -> Self {
        Limits { most: 10_000_000, forget_after: None }
    }
}

impl Limits {
    /// The time before which a document must have been seen last to be forgotten now.
    pub fn since(&self, now: u64) -> u64 {
        self.forget_after.map_or(0, |seconds| now.saturating_sub(seconds))
    }
}

/// A request to `/v1/seen` that was read: a text is its fingerprints by now.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenRequest(Wanted);

#[derive(Debug, Clone, PartialEq)]
enum Wanted {
    Meta,
    See { document: DocumentFingerprints, id: Option<String>, remember: bool },
    Forget { id: String },
    Export { from: u64 },
    Import { records: Vec<Record> },
}

impl SeenRequest {
    /// Whether a path is one that this answers.
    pub fn is_at(path: &str) -> bool {
        path.strip_prefix("/v1/seen").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Reads a request.
    ///
    /// ```
    /// use twinprint::{index::service::Request, seen::{Design, Fingerprinter, Limits, SeenDocuments, SeenRequest}};
    /// let mut fingerprinter = Fingerprinter::new(&Design::default())?;
    /// let mut seen = SeenDocuments::new(Design::default());
    /// let body = br#"{"text": "Call me Ishmael. Some years ago, never mind how long precisely", "id": "moby"}"#;
    /// let request = Request { method: "POST", path: "/v1/seen", content_type: Some("application/json"), body, ..Request::default() };
    /// for expected in [r#"{"status":"new","#, r#"{"status":"known","#] {
    ///     let request = SeenRequest::read(&request, seen.design(), &mut fingerprinter).unwrap();
    ///     let (response, changes) = request.respond(&mut seen, &Limits::default(), 1_700_000_000);
    ///     assert!(String::from_utf8_lossy(&response.body).starts_with(expected));
    ///     assert_eq!(changes.len(), 1);
    /// }
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// A [`Refusal`] to answer with.
    pub fn read(
        request: &Request<'_>,
        design: &Design,
        fingerprinter: &mut Fingerprinter,
    ) -> Result<Self, Refusal> {
        let posted = match request.path {
            "/v1/seen" => request.method != "GET" && request.method != "HEAD",
            "/v1/seen/forget" | "/v1/seen/export" | "/v1/seen/import" => true,
            other => return Err(Refusal::not_found(other)),
        };
        if request.query.is_some_and(|query| !query.is_empty()) {
            let remedy = "send it in the body: addresses are kept in logs and histories";
            return Err(Refusal::malformed("query", "there is a query in the address", remedy));
        }
        if !posted {
            return Ok(SeenRequest(Wanted::Meta));
        }
        if request.method != "POST" {
            return Err(Refusal::method("/v1/seen", "POST"));
        }
        let members = members(request)?;
        Ok(SeenRequest(match request.path {
            "/v1/seen" => see(members, design, fingerprinter)?,
            "/v1/seen/forget" => forget(members)?,
            "/v1/seen/export" => export(members)?,
            _ => import(members, design)?,
        }))
    }

    /// A document that was read here. Unless it is near one that is remembered it is remembered itself, if `remember` says so, by an id of
    /// which at most [`MOST_ID`] bytes are kept.
    ///
    /// ```
    /// use twinprint::{Document, seen::{Design, Fingerprinter, Limits, SeenDocuments, SeenRequest}};
    /// let mut fingerprinter = Fingerprinter::new(&Design::default())?;
    /// let mut seen = SeenDocuments::new(Design::default());
    /// let opening = Document::plain("moby.txt", "Call me Ishmael. Some years ago, never mind how long precisely");
    /// let request = SeenRequest::see(fingerprinter.fingerprints(&opening)?, "moby.txt", true);
    /// assert_eq!(request.respond(&mut seen, &Limits::default(), 1_700_000_000).1.len(), 1);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn see(document: DocumentFingerprints, id: &str, remember: bool) -> Self {
        let within = id.char_indices().take_while(|(at, char)| at + char.len_utf8() <= MOST_ID);
        SeenRequest(Wanted::See { document, id: Some(within.map(|(_, char)| char).collect()), remember })
    }

    /// The body of the same request with the document's fingerprints, so that a text stays where it was read; none of requests without
    /// a document.
    pub fn by_fingerprints(&self, design: &Design) -> Option<String> {
        let Wanted::See { document: DocumentFingerprints { values, words }, id, remember } = &self.0 else {
            return None;
        };
        let fingerprints = values.iter().map(|value| format!("{value:016x}")).collect();
        let (design, id) = (design.id().to_string(), id.as_deref());
        serde_json::to_string(&ByFingerprints {
            fingerprints,
            words: *words,
            design,
            id,
            remember: *remember,
        })
        .ok()
    }

    /// The response at a time, in seconds since 1970; and what changed by it, which is to be kept before the response is sent.
    pub fn respond(
        self,
        documents: &mut SeenDocuments,
        limits: &Limits,
        now: u64,
    ) -> (Response, Vec<Change>) {
        match self.responded(documents, limits, now) {
            Ok(answered) => answered,
            Err(refusal) => (refusal.into(), Vec::new()),
        }
    }

    fn responded(
        self,
        documents: &mut SeenDocuments,
        limits: &Limits,
        now: u64,
    ) -> Result<(Response, Vec<Change>), Refusal> {
        let mut changes = Vec::new();
        let response = match self.0 {
            Wanted::Meta => Response::json(200, &Meta::of(documents, limits)),
            Wanted::See { document, id, remember } => {
                let near = documents.near(&document, limits.since(now));
                let status = if near.is_empty() { "new" } else { "known" };
                match near.first() {
                    _ if !remember => {}
                    Some(nearest) => changes.push(Change::Again { again: nearest.ordinal, at: now }),
                    None => {
                        room(documents, limits, 1)?;
                        let id = id.unwrap_or_else(|| documents.ordinals().to_string());
                        changes.push(Change::Remembered(SeenDocuments::record_of(&id, &document, now)));
                    }
                }
                let id = match &changes[..] {
                    [Change::Remembered(record)] => Some(record.id.clone()),
                    _ => None,
                };
                take(documents, &changes)?;
                let matches = near.into_iter().map(Match::from).collect();
                let (words, bits) = (document.words, documents.design().bits());
                Response::json(200, &Seen { status, id, words, bits, matches, documents: documents.len() })
            }
            Wanted::Forget { id } => {
                let ordinals = documents.of_id(&id);
                changes.extend(ordinals.into_iter().map(|forgotten| Change::Forgotten { forgotten }));
                take(documents, &changes)?;
                Response::json(
                    200,
                    &Count { forgotten: Some(changes.len()), imported: None, documents: documents.len() },
                )
            }
            Wanted::Export { from } => {
                let (records, next) = documents.records_from(from, MOST_RECORDS);
                Response::json(200, &Exported { design: documents.design().id().to_string(), records, next })
            }
            Wanted::Import { records } => {
                let new = records.into_iter().filter(|record| !documents.has(record));
                changes.extend(new.map(Change::Remembered));
                room(documents, limits, changes.len() as u64)?;
                take(documents, &changes)?;
                Response::json(
                    200,
                    &Count { forgotten: None, imported: Some(changes.len()), documents: documents.len() },
                )
            }
        };
        Ok((response, changes))
    }
}

/// Refuses documents that are more than are remembered.
fn room(documents: &SeenDocuments, limits: &Limits, more: u64) -> Result<(), Refusal> {
    if documents.len() + more <= limits.most && documents.ordinals() + more < u64::from(u32::MAX) {
        return Ok(());
    }
    let what = format!("{} documents are remembered, and no more than {} are", documents.len(), limits.most);
    Err(Refusal::new(507, "full", "service", what, "forget some, or tell whoever runs the service"))
}

fn take(documents: &mut SeenDocuments, changes: &[Change]) -> Result<(), Refusal> {
    // Records were checked as they were read.
    changes.iter().try_for_each(|change| documents.apply(change.clone())).map_err(|_| Refusal::defect())
}

fn see(
    members: Vec<(String, Json)>,
    design: &Design,
    fingerprinter: &mut Fingerprinter,
) -> Result<Wanted, Refusal> {
    let (mut posted, mut id, mut remember) = (PostedDocument::default(), None, true);
    each_once("", members, |name, place, value| {
        match name {
            "id" => id = Some(id_of(&place, value)?),
            "remember" => remember = truth(&place, value)?,
            _ => return posted.take(name, &place, value),
        }
        Ok(true)
    })?;
    Ok(Wanted::See { document: posted.fingerprints(design, fingerprinter)?, id, remember })
}

fn forget(members: Vec<(String, Json)>) -> Result<Wanted, Refusal> {
    let mut id = None;
    each_once("", members, |name, place, value| {
        let is_id = name == "id";
        if is_id {
            id = Some(id_of(&place, value)?);
        }
        Ok(is_id)
    })?;
    let id =
        id.ok_or_else(|| Refusal::malformed("id", "it is missing", "send the id of the document to forget"))?;
    Ok(Wanted::Forget { id })
}

fn export(members: Vec<(String, Json)>) -> Result<Wanted, Refusal> {
    let mut from = 0;
    each_once("", members, |name, place, value| {
        let is_from = name == "from";
        if is_from {
            from = whole(&place, value)?;
        }
        Ok(is_from)
    })?;
    Ok(Wanted::Export { from })
}

fn import(members: Vec<(String, Json)>, design: &Design) -> Result<Wanted, Refusal> {
    let (mut records, mut theirs) = (None, None);
    each_once("", members, |name, place, value| {
        match name {
            "records" => records = Some(records_of(&place, value, design)?),
            "design" => theirs = Some(string(&place, value)?),
            // What an export says of itself.
            "next" => {}
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    same_design(theirs.as_deref(), design)?;
    let records =
        records.ok_or_else(|| Refusal::malformed("records", "it is missing", "send what an export gave"))?;
    Ok(Wanted::Import { records })
}

fn records_of(place: &str, value: Json, design: &Design) -> Result<Vec<Record>, Refusal> {
    let Json::List(items) = value else { return Err(other_kind(place, &value, "send a list of records")) };
    let numbered = items.into_iter().enumerate();
    numbered.map(|(number, item)| record(&format!("{place}[{number}]"), item, design)).collect()
}

fn record(place: &str, value: Json, design: &Design) -> Result<Record, Refusal> {
    let Json::Object(members) = value else { return Err(other_kind(place, &value, "send an object")) };
    let mut record = Record {
        id: String::new(),
        words: 0,
        first_seen: 0,
        last_seen: 0,
        times: 1,
        fingerprints: Vec::new(),
    };
    let mut words = None;
    each_once(&format!("{place}."), members, |name, place, value| {
        match name {
            "id" => record.id = id_of(&place, value)?,
            "words" => words = Some(whole(&place, value)?),
            "first_seen" => record.first_seen = whole(&place, value)?,
            "last_seen" => record.last_seen = whole(&place, value)?,
            "times" => record.times = u32::try_from(whole(&place, value)?).unwrap_or(u32::MAX),
            "fingerprints" => record.fingerprints = numbers(&place, value)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let DocumentFingerprints { values, words } = counted(record.fingerprints, words, design)?;
    (record.fingerprints, record.words) = (values, words);
    Ok(record)
}

fn id_of(place: &str, value: Json) -> Result<String, Refusal> {
    let id = string(place, value)?;
    if id.len() <= MOST_ID {
        return Ok(id);
    }
    let what = format!("it has {} bytes", id.len());
    Err(Refusal::out_of_range(place, what, "send an id of at most 512 bytes"))
}

/// A request with a document's fingerprints.
#[derive(Serialize)]
struct ByFingerprints<'a> {
    fingerprints: Vec<String>,
    words: u32,
    design: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    remember: bool,
}

/// The response to a document.
#[derive(Serialize)]
struct Seen {
    /// `new` or `known`.
    status: &'static str,
    /// What it is remembered by, if it is from now on.
    id: Option<String>,
    words: u32,
    /// The bits of all fingerprints, of which a match differs in `distance`.
    bits: u32,
    matches: Vec<Match>,
    documents: u64,
}

#[derive(Serialize)]
struct Match {
    id: String,
    distance: u32,
    of_shingles: u32,
    resemblance: Estimate,
    by_chance: f64,
    first_seen: u64,
    last_seen: u64,
    times: u32,
}

impl From<SeenMatch> for Match {
    fn from(found: SeenMatch) -> Self {
        let SeenMatch {
            id, distance, of_shingles, resemblance, by_chance, first_seen, last_seen, times, ..
        } = found;
        Match { id, distance, of_shingles, resemblance, by_chance, first_seen, last_seen, times }
    }
}

/// The response to a request to forget or to take over.
#[derive(Serialize)]
struct Count {
    #[serde(skip_serializing_if = "Option::is_none")]
    forgotten: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    imported: Option<usize>,
    documents: u64,
}

#[derive(Serialize)]
struct Exported {
    design: String,
    records: Vec<Record>,
    /// Where to go on; nothing after the last.
    next: Option<u64>,
}

/// The response to GET /v1/seen.
#[derive(Serialize)]
struct Meta {
    service: &'static str,
    version: u32,
    design: DesignMeta,
    documents: u64,
    most: u64,
    forget_after: Option<u64>,
    limits: MetaLimits,
}

#[derive(Serialize)]
struct MetaLimits {
    body: usize,
    id: usize,
    records: usize,
}

impl Meta {
    fn of(documents: &SeenDocuments, limits: &Limits) -> Self {
        Meta {
            service: "twinprint seen",
            version: 1,
            design: DesignMeta::of(documents.design()),
            documents: documents.len(),
            most: limits.most,
            forget_after: limits.forget_after,
            limits: MetaLimits { body: MOST_BODY, id: MOST_ID, records: MOST_RECORDS },
        }
    }
}
