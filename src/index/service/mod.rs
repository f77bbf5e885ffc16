//! The look-up service of an index: the same contract in an edge function, in `twinprint serve` and in the tests.
//!
//! Naively, each face reads requests by its own library and says what is wrong with them in its own words. Here a face listens,
//! bounds what arrives and hands it over; all that can be right or wrong about a request is decided in [`Service::respond`],
//! which does no more than turn bytes into bytes. `docs/service.md` is the contract for people.
//!
//! - [`Service`]: a [`Request`] in, a [`Response`] out; a [`Refusal`] is a response that says why there is no answer.
//! - [`RequestBody`] and [`ResponseBody`]: a look-up and an answer on their way, in either [`Form`], for both ends.
//! - [`pieces`] and [`rejoined`]: look-ups that are too large for one request.
//! - [`respond_merged`] and [`merge_answers`]: an index of which several services hold parts.

mod budget;
mod hex;
mod json;
mod merge;
mod padding;
mod pieces;
mod refusal;
mod request;
mod request_binary;
mod request_json;
mod respond;
mod response;
mod response_binary;
mod response_json;
mod route;

use alloc::string::String;
use alloc::vec::Vec;

use super::{Corpus, Limits, LookupRequest, LookupResponse};
use crate::error::Error;

pub use budget::{MOST_NUMBERS, MOST_TEXT};
pub use merge::merge_answers;
pub use padding::size_class;
pub use pieces::{pieces, rejoined};
pub use refusal::Refusal;
pub use request::{MOST_ITEMS, MOST_SOURCES, MOST_TEXTS, RequestBody};
pub use respond::{Request, Response, Service, read_lookup, respond_without_index};
pub use response::ResponseBody;
pub use route::{PartResponse, respond_merged};

/// The most bytes of a request's body that are read.
pub const LONGEST_BODY: usize = 64 << 10;

/// An index that can be asked.
pub trait IndexBackend {
    /// What it says to a look-up.
    ///
    /// # Errors
    /// What is wrong with the look-up, or with the index.
    fn answer(&self, lookup: &LookupRequest, limits: &Limits) -> Result<LookupResponse, Error>;

    /// The number of the first passage of each bucket of sources, in order.
    fn buckets(&self) -> Vec<u64>;

    /// The bytes of the model that its design names.
    fn model(&self) -> Option<&[u8]>;

    /// The parts that cannot be asked, as [`LookupResponse::missing`] names them.
    fn missing(&self) -> Vec<String>;
}

impl<D: AsRef<[u8]>> IndexBackend for Corpus<D> {
    fn answer(&self, lookup: &LookupRequest, limits: &Limits) -> Result<LookupResponse, Error> {
        Corpus::answer(self, lookup, limits)
    }

    fn buckets(&self) -> Vec<u64> {
        Corpus::buckets(self)
    }

    fn model(&self) -> Option<&[u8]> {
        Corpus::model(self)
    }

    fn missing(&self) -> Vec<String> {
        Corpus::missing(self)
    }
}

/// How questions and answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// JSON with hexadecimal strings.
    #[default]
    Json,
    /// The compact form.
    Binary,
}

impl Form {
    /// Its media type.
    pub fn content_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Binary => "application/vnd.twinprint.lookup",
        }
    }

    /// The form of a media type, whatever parameters follow it.
    pub fn of(content_type: &str) -> Option<Self> {
        let named = content_type.split(';').next().unwrap_or_default().trim();
        [Form::Json, Form::Binary].into_iter().find(|form| named.eq_ignore_ascii_case(form.content_type()))
    }
}
