//! One request, and what comes of it.

use std::io::Read;
use std::ops::Range;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{format, vec};

use ureq::http::header::{ACCEPT, AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RANGE, RETRY_AFTER};
use ureq::http::{Request, Response, StatusCode};
use ureq::{Agent, Body};

use super::super::Error;
use super::failure::{self, Failure};
use super::traffic::Counter;
use super::{Access, Address, Traffic};
use twinprint::index::service::Form;

/// An answer that comes slower, in bytes a second, once patience is over, is given up.
const SLOWEST: u64 = 8 << 10;

/// More of what a refusal says is not read.
const LONGEST_REFUSAL: u64 = 10_000;

/// Longer than this, in all, a request is not put off because the service receives too many requests.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What is to be fetched.
pub(super) struct Errand<'a> {
    /// The path, relative to the index's address.
    pub(super) path: &'a str,
    /// The question, if it is one, and its form, in which it is answered.
    pub(super) body: Option<(Form, &'a [u8])>,
    /// The bytes of the file that are wanted, if not all of them are.
    pub(super) range: Option<Range<u64>>,
    /// The most bytes that may come.
    pub(super) most: u64,
    /// Whether it is a file that a manifest names: it is there as long as the index is.
    pub(super) is_named: bool,
}

impl<'a> Errand<'a> {
    /// All that is at a path.
    pub(super) fn get(path: &'a str, most: u64) -> Self {
        Errand { path, body: None, range: None, most, is_named: false }
    }
}

/// What runs errands.
#[derive(Debug)]
pub(super) struct Client {
    agent: Agent,
    access: Access,
    counter: Counter,
}

impl Client {
    pub(super) fn new(address: &Address, access: &Access) -> Result<Self, Error> {
        Ok(Client { agent: access.agent(address)?, access: access.clone(), counter: Counter::default() })
    }

    pub(super) fn traffic(&self) -> Traffic {
        self.counter.so_far()
    }

    /// Fetches what an errand wants from an index. A service that receives too many requests is given the time that it asks for.
    pub(super) fn run(&self, base: &Address, errand: &Errand<'_>) -> Result<Vec<u8>, Failure> {
        let url = base.join(errand.path);
        let began = Instant::now();
        loop {
            let response = self.send(&url, errand)?;
            let wait = wait(&response);
            if response.status() == StatusCode::TOO_MANY_REQUESTS && began.elapsed() + wait <= LONGEST_WAIT {
                sleep(wait);
                continue;
            }
            return self.answer(&url, errand, response);
        }
    }

    fn send(&self, url: &Address, errand: &Errand<'_>) -> Result<Response<Body>, Failure> {
        self.counter.sends(errand.body.map_or(0, |(_, body)| body.len()));
        let mut request = Request::builder().uri(url.to_string());
        if let Some(token) = &self.access.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(Range { start, end }) = errand.range {
            request = request.header(RANGE, format!("bytes={start}-{}", end.saturating_sub(1)));
        }
        let sent = match errand.body {
            Some((form, body)) => {
                let form = form.content_type();
                let request = request.method("POST").header(CONTENT_TYPE, form).header(ACCEPT, form);
                request.body(body).map_err(ureq::Error::from).and_then(|request| self.agent.run(request))
            }
            None => request.body(()).map_err(ureq::Error::from).and_then(|request| self.agent.run(request)),
        };
        sent.map_err(|error| failure::of_transport(url, error, self.access.patience))
    }

    fn answer(
        &self,
        url: &Address,
        errand: &Errand<'_>,
        response: Response<Body>,
    ) -> Result<Vec<u8>, Failure> {
        let status = response.status();
        if status.is_redirection() {
            return Err(failure::redirected(url, &response));
        }
        if !status.is_success() {
            let said = self.body(url, response, LONGEST_REFUSAL).unwrap_or_default();
            return Err(failure::refused(url, status.as_u16(), &said, errand.is_named));
        }
        let is = |header, value: &str| {
            let found = response.headers().get(header).and_then(|found| found.to_str().ok());
            found.is_some_and(|found| found.starts_with(value))
        };
        if !errand.is_named && is(CONTENT_TYPE, "text/html") {
            return Err(failure::web_page(url));
        }
        if response.headers().contains_key(CONTENT_ENCODING) && !is(CONTENT_ENCODING, "identity") {
            return Err(failure::compressed(url));
        }
        match &errand.range {
            Some(range) if status != StatusCode::PARTIAL_CONTENT => {
                if range.start > 0 {
                    return Err(failure::no_ranges(url));
                }
                // A host that knows no ranges sends the beginning of the file with the rest.
                self.beginning(url, response, range.end)
            }
            _ => self.body(url, response, errand.most),
        }
    }

    /// The whole body of a response, of at most `most` bytes.
    fn body(&self, url: &Address, response: Response<Body>, most: u64) -> Result<Vec<u8>, Failure> {
        if response.body().content_length().is_some_and(|length| length > most) {
            return Err(failure::too_large(url, most));
        }
        let bytes = self.beginning(url, response, most.saturating_add(1))?;
        if bytes.len() as u64 > most {
            return Err(failure::too_large(url, most));
        }
        Ok(bytes)
    }

    /// The first bytes of an answer.
    fn beginning(&self, url: &Address, response: Response<Body>, most: u64) -> Result<Vec<u8>, Failure> {
        let began = Instant::now();
        let mut reader = response.into_body().into_reader().take(most);
        let (mut bytes, mut chunk) = (vec![], vec![0; 64 << 10]);
        loop {
            let read = reader.read(&mut chunk);
            let read =
                read.map_err(|error| failure::of_transport(url, error.into(), self.access.patience))?;
            if read == 0 {
                return Ok(bytes);
            }
            self.counter.receives(read);
            bytes.extend_from_slice(&chunk[..read]);
            let due = Duration::from_secs(bytes.len() as u64 / SLOWEST);
            if began.elapsed() > self.access.patience + due {
                return Err(failure::slow(url));
            }
        }
    }
}

/// How long a service that received too many requests wants to be left alone.
fn wait(response: &Response<Body>) -> Duration {
    let header = response.headers().get(RETRY_AFTER).and_then(|header| header.to_str().ok());
    Duration::from_secs(header.and_then(|seconds| seconds.parse().ok()).unwrap_or(1).max(1))
}
