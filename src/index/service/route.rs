//! A service in front of others of which each holds some parts of an index: a request goes to all, and what they send becomes
//! one response.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::form::Form;
use super::http::{Request, Response};
use super::merge::{merge_answers, missed_by_all};
use super::refusal::Refusal;
use super::respond::{Known, healthy, known, read_lookup};
use super::response::ResponseBody;
use crate::index::{Limits, LookupRequest};

/// What one of the services sent.
#[derive(Debug, Clone, Copy)]
pub struct PartResponse<'a> {
    /// Its name, as whoever runs the router calls it.
    pub name: &'a str,
    /// What it sent: a status and a body; or why nothing came, as "it cannot be reached".
    pub sent: Result<(u16, &'a [u8]), &'a str>,
}

/// The response to a request that was sent to every service as it is.
///
/// A look-up is answered by what all found together, with the parts that are missing; [`ResponseBody::encode`] says how. What
/// every service refuses for a reason of the request's own is refused so. Of anything else the first response that is a success
/// is passed on; in `/v1/meta` only the parts that all miss are missing.
pub fn respond_merged(request: &Request<'_>, parts: &[PartResponse<'_>]) -> Response {
    merged(request, parts).unwrap_or_else(Response::from)
}

fn merged(request: &Request<'_>, parts: &[PartResponse<'_>]) -> Result<Response, Refusal> {
    match known(request)? {
        Known::Lookup => looked_up(request, parts),
        Known::Meta => meta(parts),
        Known::Health => Ok(healthy()),
        Known::Buckets | Known::Model | Known::Boilerplate => {
            first(parts).map(|body| Response::new(200, "application/octet-stream", body.into()))
        }
    }
}

fn looked_up(request: &Request<'_>, parts: &[PartResponse<'_>]) -> Result<Response, Refusal> {
    // What k may be the services know.
    let (form, request) = read_lookup(request, 64)?;
    refused(parts)?;
    let said = |part: &PartResponse<'_>| (part.name.to_string(), read(part, form, &request.lookup));
    let body = merge_answers(&request.lookup, &Limits::default(), parts.iter().map(said).collect())?;
    Ok(Response::new(200, form.content_type(), body.encode(form, &request.lookup)))
}

fn read(part: &PartResponse<'_>, form: Form, lookup: &LookupRequest) -> Result<ResponseBody, String> {
    match part.sent {
        Ok((200, body)) => ResponseBody::decode(form, lookup, body, part.name).map_err(|error| error.what()),
        Ok((status, body)) => Err(problem(status, body)),
        Err(problem) => Err(problem.into()),
    }
}

fn problem(status: u16, body: &[u8]) -> String {
    match Refusal::read(status, body) {
        Some(refusal) => refusal.what,
        None => alloc::format!("it sent status {status}"),
    }
}

/// Passes on what is wrong with the request, if that is what all that answered say.
fn refused(parts: &[PartResponse<'_>]) -> Result<(), Refusal> {
    let sent: Vec<(u16, &[u8])> = parts.iter().filter_map(|part| part.sent.ok()).collect();
    let all = sent.iter().all(|(status, _)| (400..500).contains(status));
    match sent.first() {
        Some((status, body)) if all => Err(Refusal::read(*status, body)
            .unwrap_or_else(|| Refusal::unavailable("index", problem(*status, body)))),
        _ => Ok(()),
    }
}

/// The body of the first success.
fn first<'a>(parts: &[PartResponse<'a>]) -> Result<&'a [u8], Refusal> {
    let sent = parts.iter().filter_map(|part| part.sent.ok());
    let found = sent.clone().find(|(status, _)| *status == 200);
    match (found, sent.clone().next()) {
        (Some((_, body)), _) => Ok(body),
        (None, Some((status, body))) => Err(Refusal::read(status, body)
            .unwrap_or_else(|| Refusal::unavailable("index", problem(status, body)))),
        (None, None) => {
            let why = parts.iter().find_map(|part| part.sent.err()).unwrap_or("there is no service");
            Err(Refusal::unavailable("index", why))
        }
    }
}

fn meta(parts: &[PartResponse<'_>]) -> Result<Response, Refusal> {
    let bad = |_| Refusal::unavailable("index", "a service sent something else than JSON");
    let mut meta: Value = serde_json::from_slice(first(parts)?).map_err(bad)?;
    let successes = parts.iter().filter_map(|part| part.sent.ok()).filter(|(status, _)| *status == 200);
    let missing = |(_, body): (u16, &[u8])| -> Option<Vec<String>> {
        let meta: Value = serde_json::from_slice(body).ok()?;
        meta.get("missing")?.as_array()?.iter().map(|part| Some(part.as_str()?.to_string())).collect()
    };
    let lists: Vec<Vec<String>> = successes.filter_map(missing).collect();
    let lists: Vec<&[String]> = lists.iter().map(Vec::as_slice).collect();
    let mut missing = missed_by_all(&lists);
    missing.extend(parts.iter().filter_map(|part| {
        let problem = part.sent.map_or_else(
            |why| Some(why.into()),
            |(status, body)| (status != 200).then(|| problem(status, body)),
        )?;
        Some(alloc::format!("{}: {problem}", part.name))
    }));
    if let Some(meta) = meta.as_object_mut() {
        meta.insert("missing".into(), missing.into());
    }
    Ok(Response::json(200, &meta))
}
