//! The server of the pages: on this machine's own address only, and for its own pages only.
//!
//! Any site can make a browser send a form here. So a form counts only if it comes from a page of this server (`origin`), and
//! nothing is answered under a name that is not this machine's (`host`).

use core::time::Duration;
use std::format;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hyper::body::Incoming;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use tokio::task::spawn_blocking;

use super::super::verdict::Verdict;
use super::page::{self, Standing};
use super::{LabelPairs, VerdictLog};
use twinprint::index::service::LONGEST_BODY;
use twinprint_native::Error;
use twinprint_native::serve::body;
use twinprint_native::serve::hosts::Hosts;
use twinprint_native::serve::listen::{Answer, Answering, Listener};
use twinprint_native::serve::places::{MostConnections, Places};
use twinprint_native::serve::sending::Sending;

/// The port that is taken if none is named.
pub const DEFAULT_PORT: u16 = 8788;

/// How long a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a page may do: nothing but with this server's own files.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";

/// A server of the pairs in a folder, that has its port.
pub struct Server {
    listener: Listener,
    site: Arc<Site>,
}

struct Site {
    hosts: Hosts,
    pairs: LabelPairs,
    verdicts: Mutex<VerdictLog>,
}

impl Server {
    /// Opens a folder of pairs, and takes a port of this machine's own address, 0 for any that is free.
    ///
    /// # Errors
    /// As [`LabelPairs::read`] and [`VerdictLog::open`]; [`Error::Unbindable`].
    pub fn bind(folder: &Path, port: u16) -> Result<Server, Error> {
        let pairs = LabelPairs::read(folder)?;
        let verdicts = Mutex::new(VerdictLog::open(folder, pairs.pairs.len())?);
        let listener = Listener::bind("127.0.0.1", port)?;
        let hosts = Hosts::new(listener.address().ip(), &[])?;
        Ok(Server { listener, site: Arc::new(Site { hosts, pairs, verdicts }) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// How many pairs are judged, and how many there are.
    pub fn judged(&self) -> (usize, usize) {
        let Standing { judged, all, .. } = self.site.standing(&self.site.verdicts());
        (judged, all)
    }

    /// Serves until the process is told to end (Ctrl-C, or SIGTERM).
    pub fn run(self) {
        let places = Places::new(MostConnections::default(), &[]);
        self.listener.run(self.site, places, PATIENCE, async {});
    }
}

impl Answering for Site {
    async fn answer(self: Arc<Self>, _: SocketAddr, request: Request<Incoming>) -> Answer {
        let header = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
        let (host, origin) = (header(header::HOST), header(header::ORIGIN));
        let own = host.is_some_and(|host| origin == Some(&*format!("http://{host}")));
        let answer = match *request.method() {
            _ if !self.hosts.is_here(host) => {
                refused(StatusCode::MISDIRECTED_REQUEST, "This is another host's name.")
            }
            Method::GET | Method::HEAD => {
                let (path, query) = (request.uri().path().into(), request.uri().query().map(String::from));
                shown(self, path, query).await
            }
            Method::POST if own => self.posted(request).await,
            Method::POST => {
                refused(StatusCode::FORBIDDEN, "Verdicts are taken from this server's own pages only.")
            }
            _ => refused(StatusCode::METHOD_NOT_ALLOWED, "Only GET, HEAD and POST."),
        };
        with_policy(answer)
    }
}

fn with_policy(mut answer: Answer) -> Answer {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A form's origin is told to this server, and nothing to any other.
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// A page, made off the threads that answer: documents may be long.
async fn shown(site: Arc<Site>, path: String, query: Option<String>) -> Answer {
    let made = spawn_blocking(move || site.page(&path, query.as_deref()));
    made.await.unwrap_or_else(|_| refused(StatusCode::INTERNAL_SERVER_ERROR, "This page cannot be made."))
}

impl Site {
    fn verdicts(&self) -> MutexGuard<'_, VerdictLog> {
        self.verdicts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn standing(&self, verdicts: &VerdictLog) -> Standing {
        let judged = verdicts.all().iter().flatten().count();
        Standing { judged, all: self.pairs.pairs.len(), any: verdicts.any() }
    }

    fn page(&self, path: &str, query: Option<&str>) -> Answer {
        let (standing, said) = {
            let verdicts = self.verdicts();
            (self.standing(&verdicts), verdicts.all())
        };
        let news = news(query, &said);
        match path {
            "/" => to(&next(&said, 0)),
            "/done" => sent("text/html; charset=utf-8", page::done(&said, standing, &news)),
            "/label.css" => sent("text/css; charset=utf-8", page::STYLE),
            "/keys.js" => sent("text/javascript; charset=utf-8", page::KEYS),
            _ => match self.number(path) {
                Some(number) => {
                    let pair = &self.pairs.pairs[number - 1];
                    let page = page::judge(number, pair, said[number - 1], standing, &news);
                    sent("text/html; charset=utf-8", page)
                }
                None => refused(StatusCode::NOT_FOUND, "There is no such page."),
            },
        }
    }

    /// The number, from 1, of the pair that a path names.
    fn number(&self, path: &str) -> Option<usize> {
        let number: usize = path.strip_prefix("/pair/")?.parse().ok()?;
        (1..=self.pairs.pairs.len()).contains(&number).then_some(number)
    }

    async fn posted(self: Arc<Self>, request: Request<Incoming>) -> Answer {
        let (head, mut incoming) = request.into_parts();
        let Ok(sent) = body::read(&mut incoming, LONGEST_BODY, PATIENCE).await else {
            return refused(StatusCode::BAD_REQUEST, "The form did not arrive whole.");
        };
        // What is written waits for the disk.
        let done = spawn_blocking(move || self.say(head.uri.path(), &sent));
        done.await
            .unwrap_or_else(|_| refused(StatusCode::INTERNAL_SERVER_ERROR, "The verdict was not taken."))
    }

    fn say(&self, path: &str, form: &[u8]) -> Answer {
        let verdict = Verdict::ALL.into_iter().find(|of| form == format!("verdict={}", of.name()).as_bytes());
        let mut verdicts = self.verdicts();
        let written = match (self.number(path), verdict) {
            (Some(number), Some(verdict)) => verdicts
                .say(number - 1, verdict)
                .map(|()| format!("{}?said={number}", next(&verdicts.all(), number))),
            (None, _) if path == "/undo" => verdicts.take_back().map(|back| match back {
                Some(pair) => format!("/pair/{}?back={}", pair + 1, pair + 1),
                None => "/".into(),
            }),
            _ => return refused(StatusCode::BAD_REQUEST, "This is no verdict on a pair."),
        };
        match written {
            Ok(place) => to(&place),
            Err(error) => {
                refused(StatusCode::INTERNAL_SERVER_ERROR, &format!("The verdict was not taken: {error}"))
            }
        }
    }
}

/// Where it goes on after a pair, from 1: to the next that is not judged, or, if all are, to the end.
fn next(said: &[Option<Verdict>], after: usize) -> String {
    let places = (after..said.len()).chain(0..after.min(said.len()));
    let mut open = places.filter(|&place| said[place].is_none());
    open.next().map_or_else(|| "/done".into(), |place| format!("/pair/{}", place + 1))
}

/// What was just done, by what a page's address says.
fn news(query: Option<&str>, said: &[Option<Verdict>]) -> String {
    let number = |name: &str| {
        let number: usize = query?.strip_prefix(name)?.parse().ok()?;
        Some((number, said.get(number.checked_sub(1)?)?))
    };
    match (number("said="), number("back=")) {
        (Some((number, Some(verdict))), _) => format!("Pair {number}: {}.", verdict.name()),
        (_, Some((number, _))) => format!("The verdict on pair {number} was taken back."),
        _ => String::new(),
    }
}

fn sent(kind: &'static str, content: impl Into<bytes::Bytes>) -> Answer {
    let mut answer = Response::new(Sending::of(content));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

fn to(place: &str) -> Answer {
    let mut answer = Answer::default();
    *answer.status_mut() = StatusCode::SEE_OTHER;
    // Paths of these pages are always a header's text.
    answer.headers_mut().extend(HeaderValue::from_str(place).ok().map(|place| (header::LOCATION, place)));
    answer
}

fn refused(status: StatusCode, what: &str) -> Answer {
    let mut answer = sent("text/html; charset=utf-8", page::trouble(what));
    *answer.status_mut() = status;
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_on_with_the_next_open_pair_and_round_to_those_that_were_skipped() {
        let (open, judged) = (None, Some(Verdict::Correct));
        assert_eq!(next(&[judged, open, judged, open], 2), "/pair/4");
        assert_eq!(next(&[open, judged, judged, judged], 4), "/pair/1");
        assert_eq!(next(&[judged; 3], 1), "/done");
    }
}
