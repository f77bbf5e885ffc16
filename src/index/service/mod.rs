//! The look-up service of an index: the same contract in an edge function, in `twinprint serve` and in the tests.
//!
//! Naively, each face reads requests by its own library and says what is wrong with them in its own words. Here a face listens,
//! bounds what arrives and hands it over; all that can be right or wrong about a request is decided in [`Service::respond`],
//! which does no more than turn bytes into bytes. `docs/reference/service.md` is the contract for people.
//!
//! - [`Service`]: a [`Request`] in, a [`Response`] out; a [`Refusal`] is a response that says why there is no answer.
//! - [`RequestBody`] and [`ResponseBody`]: a look-up and what an index returns to it on their way, in either [`Form`], for both
//!   ends.
//! - [`IndexBackend`]: whatever answers look-ups.
//! - [`pieces`] and [`rejoined`]: look-ups that are too large for one request.
//! - [`respond_merged`] and [`merge_answers`]: an index of which several services hold parts.

mod backend;
mod bodies;
mod budget;
mod form;
mod hex;
mod http;
pub(crate) mod json;
mod merge;
mod padding;
mod pieces;
pub(crate) mod prefixes;
mod refusal;
mod repeats;
mod request;
mod request_binary;
mod request_json;
mod respond;
mod response;
mod response_binary;
mod response_json;
mod route;

pub use backend::IndexBackend;
pub use budget::{MOST_NUMBERS, MOST_PROBES, MOST_TEXT};
pub use form::Form;
pub use http::{LONGEST_BODY, Request, Response};
pub use merge::merge_answers;
pub use padding::size_class;
pub use pieces::{pieces, rejoined};
pub use refusal::Refusal;
pub use request::{MOST_ITEMS, MOST_SOURCES, MOST_TEXTS, RequestBody};
pub(crate) use respond::healthy;
pub use respond::{Service, read_lookup, respond_without_index};
pub use response::ResponseBody;
pub use route::{PartResponse, respond_merged};
