//! The bodies of requests and responses in either form.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::form::Form;
use super::refusal::Refusal;
use super::request::RequestBody;
use super::response::{ResponseBody, disagreement};
use super::{request_binary, request_json, response_binary, response_json};
use crate::error::Error;
use crate::index::LookupRequest;

impl RequestBody {
    /// The body of a request.
    ///
    /// ```
    /// use twinprint::index::LookupRequest;
    /// use twinprint::index::service::{Form, RequestBody};
    /// let lookup = LookupRequest { fingerprints: vec![0xBEEF], k: 3, ..LookupRequest::default() };
    /// let request = RequestBody { recipe: None, lookup };
    /// assert_eq!(request.encode(Form::Json), br#"{"k":3,"fingerprints":["000000000000beef"]}"#);
    /// assert_eq!(RequestBody::decode(Form::Binary, &request.encode(Form::Binary), 3).as_ref(), Ok(&request));
    /// ```
    pub fn encode(&self, form: Form) -> Vec<u8> {
        match form {
            Form::Json => request_json::encode(self),
            Form::Binary => request_binary::encode(self),
        }
    }

    /// The request of a body, to an index whose design has this `k`: the default, and the largest taken.
    ///
    /// # Errors
    /// A [`Refusal`] with the field that is wrong: 400 if the body is in no form, 422 if a value is out of its range or there
    /// are too many.
    pub fn decode(form: Form, body: &[u8], k: u32) -> Result<Self, Refusal> {
        let request = match form {
            Form::Json => request_json::decode(body, k),
            Form::Binary => request_binary::decode(body),
        }?;
        request.check(k)?;
        Ok(request)
    }
}

impl ResponseBody {
    /// The body of a response to `lookup`. Answers to prefixes and with buckets are padded to a [size class](super::size_class).
    pub fn encode(self, form: Form, lookup: &LookupRequest) -> Vec<u8> {
        match form {
            Form::Json => response_json::encode(self, lookup),
            Form::Binary => response_binary::encode(&self, lookup),
        }
    }

    /// The response of a body to `lookup`, from a service that goes by this name. What is in it can have been requested: lists
    /// are as long, fingerprints as near, and shingles begin as they should.
    ///
    /// # Errors
    /// [`Error::BadAnswer`].
    pub fn decode(form: Form, lookup: &LookupRequest, body: &[u8], service: &str) -> Result<Self, Error> {
        let bad = |problem: String| Error::BadAnswer { index: service.into(), problem };
        let body = match form {
            Form::Json => response_json::decode(body, lookup),
            Form::Binary => response_binary::decode(body, lookup)
                .map_err(|fault| format!("its bytes are in disorder: {fault}")),
        }
        .map_err(bad)?;
        match disagreement(lookup, &body.answer) {
            Some(problem) => Err(bad(problem.into())),
            None => Ok(body),
        }
    }
}
