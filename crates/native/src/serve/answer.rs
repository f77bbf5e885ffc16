//! One request: who asks, what for, and the response.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{format, vec};

use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::budget::{Admission, Budgets};
use super::clients::{Client, Proxies};
use super::damage::{CHANGED, Checked, Damage};
use super::files::Tags;
use super::hosts::Hosts;
use super::listen::{Answer, Answering};
use super::memory::Memory;
use super::metrics::{self, Metrics};
use super::places::{Connection, Places};
use super::remember::Remembered;
use super::sending::Sending;
use super::served::ServedIndex;
use super::thread_time::Span;
use super::tokens::Tokens;
use super::watch::Watched;
use super::{body, content, files};
use twinprint::index::service::{self, LONGEST_BODY, Refusal, respond_without_index};
use twinprint::index::{FileEntry, MANIFEST};
use twinprint::seen::{self, SeenRequest};

/// Where the index's files are, if they are served.
const PUBLISHED: &str = "/index/";

/// Everything that a response depends on.
pub(super) struct Site {
    pub(super) hosts: Hosts,
    pub(super) index: Option<Watched>,
    pub(super) remembered: Option<Remembered>,
    pub(super) page: Option<PathBuf>,
    pub(super) publish: bool,
    pub(super) tokens: Option<Tokens>,
    pub(super) proxies: Proxies,
    pub(super) budgets: Budgets,
    /// What the requests of all clients take their turns by.
    pub(super) turns: Arc<Semaphore>,
    /// The same of clients that have had much lately.
    pub(super) heavy_turns: Arc<Semaphore>,
    pub(super) memory: Arc<Memory>,
    pub(super) tags: Tags,
    pub(super) damage: Damage,
    pub(super) metrics: Option<Metrics>,
    pub(super) places: Arc<Places>,
    pub(super) patience: Duration,
}

impl Answering for Site {
    async fn answer(self: Arc<Self>, client: SocketAddr, request: Request<Incoming>) -> Answer {
        let origin = request.headers().get(header::ORIGIN).cloned();
        let path = self.metrics.as_ref().map(|_| String::from(request.uri().path()));
        let mut answer = match text(request.headers(), header::HOST) {
            host if !self.hosts.is_here(host) => sent(Refusal::other_host().into()),
            _ if request.method() == Method::OPTIONS => preflight(),
            _ => handle(&self, client.ip(), request).await,
        };
        let headers = answer.headers_mut();
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
        if let Some(origin) = origin
            && origin.to_str().is_ok_and(|origin| self.hosts.allow(origin))
        {
            allow(headers, origin);
        }
        match (&self.metrics, path) {
            (Some(metrics), Some(path)) => {
                let refusal = answer.extensions().get::<RefusedAs>().map(|RefusedAs(kind)| &**kind);
                metrics.count(&path, answer.status().as_u16(), refusal);
                answer.map(|body| body.counted(metrics.bytes.clone()))
            }
            _ => answer,
        }
    }
}

/// The kind of refusal that a response is.
#[derive(Clone)]
struct RefusedAs(Cow<'static, str>);

impl Site {
    /// Looks what of the index was damaged when it was read.
    pub(super) fn find_damage(&self) {
        let Some(watched) = &self.index else { return };
        let index = watched.index();
        for (place, what) in watched.damaged() {
            self.damage.found(index.checksum(), &place, &what);
        }
    }

    /// Why the index cannot be relied on, if there is one and it cannot.
    fn trouble(&self) -> Option<Refusal> {
        let watched = self.index.as_ref()?;
        if File::open(watched.folder().join(MANIFEST)).is_err() {
            return Some(Refusal::unavailable(MANIFEST, "it cannot be read"));
        }
        self.damage.first(watched.index().checksum())
    }

    /// Takes what became of a file of an index that was checked, and gives why it cannot be relied on, if it cannot.
    fn checked(&self, index: &str, entry: &FileEntry, checked: io::Result<Checked>) -> Result<(), Refusal> {
        let what = match checked {
            Ok(checked) => {
                self.damage.remember(index, entry, checked);
                if checked.is_whole {
                    return self.restored(index, entry);
                }
                CHANGED.into()
            }
            Err(error) => format!("it cannot be read: {error}"),
        };
        self.damage.found(index, &entry.name, &what);
        Err(Refusal::unavailable(&entry.name, what))
    }

    /// A file is whole: if it was found damaged, what was read of it is read again.
    fn restored(&self, index: &str, entry: &FileEntry) -> Result<(), Refusal> {
        if self.damage.has(index, &entry.name) {
            let read = self.index.as_ref().map_or(Ok(()), Watched::read_again);
            read.map_err(|error| Refusal::unavailable(&entry.name, error.what()))?;
            self.damage.restored(index, &entry.name);
        }
        Ok(())
    }

    /// Takes what became of a file that was read without anybody asking for it, if its index is still the one that is served.
    pub(super) fn scrubbed(&self, index: &str, entry: &FileEntry, checked: io::Result<Checked>) {
        if self.index.as_ref().is_some_and(|watched| watched.is_current(index)) {
            // Who asks for it is told.
            let _ = self.checked(index, entry, checked);
        }
    }

    /// What an index says to a request; what it finds damaged on the way is remembered. It is not asked for what it reads where it lies
    /// if some of that is damaged: what is near might not be found there.
    fn ask(&self, index: &ServedIndex, request: &service::Request<'_>) -> service::Response {
        if let Some(refusal) = self.damage.first_of(index.checksum(), &index.read_in_place(request.path)) {
            return refusal.into();
        }
        let response = index.respond(request);
        if response.status == StatusCode::SERVICE_UNAVAILABLE
            && let Some(refusal) = Refusal::read(response.status, &response.body)
        {
            self.damage.found(index.checksum(), &refusal.place, &refusal.what);
        }
        response
    }

    /// Whether who asks may see what was done: on this machine, and not by a web server, or with a token.
    fn shows_metrics(&self, client: IpAddr, headers: &HeaderMap) -> bool {
        let is_forwarded = ["x-forwarded-for", "forwarded"].iter().any(|name| headers.contains_key(*name));
        let is_here = Client::of(client).is_here() && !is_forwarded;
        let authorization = text(headers, header::AUTHORIZATION);
        is_here || self.tokens.as_ref().is_some_and(|tokens| tokens.name(authorization).is_some())
    }
}

/// Lets pages of an origin send what a look-up needs, and read all of what is said.
fn allow(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD, POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type, if-range, range"),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, "content-length, content-range, etag, retry-after"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// What a browser asks before it asks: the headers that follow say what it may.
fn preflight() -> Answer {
    let mut answer = Response::default();
    *answer.status_mut() = StatusCode::NO_CONTENT;
    answer
}

async fn handle(site: &Arc<Site>, client: IpAddr, request: Request<Incoming>) -> Answer {
    let path = request.uri().path();
    let is_service = path.starts_with("/v1/") || path == "/healthz";
    let is_published = site.publish && path.starts_with(PUBLISHED);
    if let Some(metrics) = site.metrics.as_ref().filter(|_| path == "/metrics")
        && site.shows_metrics(client, request.headers())
    {
        return told(site, metrics);
    }
    let mut token = None;
    if (is_published || path.starts_with("/v1/"))
        && let Some(tokens) = &site.tokens
    {
        token = tokens.name(text(request.headers(), header::AUTHORIZATION));
        if token.is_none() {
            return refused(Refusal::no_token(), request).await;
        }
    }
    if !is_service {
        return file(site, request, is_published).await;
    }
    let client = match &token {
        Some(name) => Client::Holder(name.clone()),
        None => Client::of(site.proxies.origin(client, request.headers())),
    };
    if path == "/healthz" {
        return respond(site, request, None, None).await;
    }
    match site.budgets.admit(&client, Instant::now()) {
        Ok(Admission { turns, is_heavy }) => {
            let turns = vec![turns, if is_heavy { site.heavy_turns.clone() } else { site.turns.clone() }];
            let charge = Charge { site: site.clone(), client, turns, work: Duration::ZERO, bytes: 0 };
            respond(site, request, token, Some(charge)).await
        }
        Err(seconds) => refused(Refusal::too_many_requests(seconds), request).await,
    }
}

/// What a request comes to, charged to its client when it ends, whatever it ends by.
struct Charge {
    site: Arc<Site>,
    client: Client,
    /// What its requests take their turns by: first those of the client, so that they are not all that others wait for; then those of
    /// all that have had little of the server lately, or much.
    turns: Vec<Arc<Semaphore>>,
    work: Duration,
    bytes: usize,
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.site.budgets.charge(&self.client, self.work, self.bytes, Instant::now());
    }
}

/// Says why not, to a client that has sent what it wanted to.
async fn refused(refusal: Refusal, mut request: Request<Incoming>) -> Answer {
    body::pass_over(request.body_mut()).await;
    let mut answer = sent(refusal.into());
    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    answer
}

/// A request to the look-up service, or to what was seen.
async fn respond(
    site: &Arc<Site>,
    request: Request<Incoming>,
    token: Option<String>,
    mut charge: Option<Charge>,
) -> Answer {
    let is_seen = SeenRequest::is_at(request.uri().path());
    let has_document = is_seen || request.uri().path() == "/v1/documents";
    let most = if has_document { seen::MOST_BODY } else { LONGEST_BODY };
    // What can be refused by its headers is, before its body is read.
    if text(request.headers(), header::CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return refused(Refusal::compressed(), request).await;
    }
    if request.body().size_hint().lower() > most as u64 {
        return refused(Refusal::longer_than(most), request).await;
    }
    let (head, mut incoming) = request.into_parts();
    let body = match body::read(&mut incoming, most, site.patience).await {
        Ok(body) => body,
        Err(refusal) => {
            let mut answer = sent(refusal.into());
            answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            return answer;
        }
    };
    let connection = head.extensions.get::<Arc<Connection>>().cloned();
    let answered = connection.as_ref().map(Connection::answer);
    let turns = charge.as_ref().map_or_else(|| vec![site.turns.clone()], |charge| charge.turns.clone());
    let Ok((turns, reserved)) = timeout(site.patience, turn(site, turns)).await else {
        return sent(Refusal::busy().into());
    };
    let site = site.clone();
    let responded = spawn_blocking(move || {
        let (span, began) = (Span::begin(), Instant::now());
        let request = service::Request {
            method: head.method.as_str(),
            path: head.uri.path(),
            query: head.uri.query(),
            content_type: text(&head.headers, header::CONTENT_TYPE),
            content_encoding: text(&head.headers, header::CONTENT_ENCODING),
            body: &body,
        };
        let response = match (&site.remembered, &site.index) {
            (Some(remembered), _) if is_seen => remembered.respond(&request, token.as_deref()),
            (None, _) if is_seen => {
                let reason = "this server remembers nothing: start it with --remember";
                service::Response::from(Refusal::unavailable("service", reason))
            }
            (_, Some(index)) => {
                let trouble = if request.path == "/healthz" { site.trouble() } else { None };
                trouble.map_or_else(|| site.ask(&index.index(), &request), service::Response::from)
            }
            _ => {
                let reason = Refusal::unavailable("index", "this server was started without an index");
                respond_without_index(&request, reason)
            }
        };
        if let Some(metrics) = site.metrics.as_ref().filter(|_| request.path == "/v1/lookup") {
            metrics.looked_up(began.elapsed());
        }
        if let Some(charge) = &mut charge {
            (charge.work, charge.bytes) = (span.so_far(), response.body.len());
        }
        drop(turns);
        let held = match (reserved, connection, charge.as_ref()) {
            (Some(reserved), Some(connection), Some(Charge { client, .. })) => {
                Some(site.memory.hold(reserved, response.body.len(), client.clone(), connection))
            }
            _ => None,
        };
        (response, held)
    });
    let (response, held) = responded.await.unwrap_or_else(|_| (Refusal::defect().into(), None));
    sent(response).map(|body| body.holding((answered, held)))
}

/// Waits for a turn of each of these, one after the other, and for memory for the response.
async fn turn(
    site: &Site,
    of: Vec<Arc<Semaphore>>,
) -> (Vec<OwnedSemaphorePermit>, Option<OwnedSemaphorePermit>) {
    let mut turns = Vec::new();
    for of in of {
        turns.extend(of.acquire_owned().await.ok());
    }
    (turns, site.memory.reserve().await)
}

/// What the server has done.
fn told(site: &Site, metrics: &Metrics) -> Answer {
    let Site { places, damage, .. } = site;
    let text = metrics.text(places.taken(), places.turned_away(), damage.places());
    let mut answer = Response::new(Sending::of(text));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(metrics::MEDIA_TYPE));
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

/// A response of the core as HTTP.
fn sent(response: service::Response) -> Answer {
    let refusal = if response.status >= 400 { Refusal::read(response.status, &response.body) } else { None };
    let mut answer = Response::new(Sending::of(response.body));
    if let Some(Refusal { kind, .. }) = refusal {
        answer.extensions_mut().insert(RefusedAs(kind));
    }
    *answer.status_mut() = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(response.content_type));
    for (name, value) in response.headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    answer
}

/// A file of the page or, if these are served, of the index.
async fn file(site: &Arc<Site>, request: Request<Incoming>, is_published: bool) -> Answer {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return content::plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD.\n");
    }
    let (site, path) = (site.clone(), String::from(request.uri().path()));
    let headers = request.headers().clone();
    let answered = request.extensions().get::<Arc<Connection>>().map(Connection::answer);
    let found = spawn_blocking(move || match &site.index {
        Some(index) if is_published => published(&site, index, path.strip_prefix(PUBLISHED)?, &headers),
        _ => {
            let found = files::page(site.page.as_deref()?, &path, &site.tags)?;
            let mut answer = content::of_file(found, &headers, "no-cache");
            let policy = HeaderValue::from_static(content::policy(&path));
            answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            Some(answer)
        }
    });
    let found = found.await.ok().flatten().map(|found| found.map(|body| body.holding(answered)));
    found.unwrap_or_else(|| content::plain(StatusCode::NOT_FOUND, "There is no such file.\n"))
}

/// A file of the index: only those that its manifest names, and the manifest.
fn published(site: &Site, index: &Watched, name: &str, headers: &HeaderMap) -> Option<Answer> {
    if name == "index.json" {
        let found = files::page(index.folder(), "/index.json", &site.tags)?;
        return Some(content::of_file(found, headers, "no-cache"));
    }
    let served = index.index();
    let entry = served.files().into_iter().find(|file| file.name == name)?;
    let mut found = files::of_index(index.folder(), name)?;
    let checked = site.damage.check(served.checksum(), entry, &mut found.file);
    if let Err(refusal) = site.checked(served.checksum(), entry, checked) {
        return Some(sent(refusal.into()));
    }
    Some(content::of_file(found, headers, "public, max-age=31536000, immutable"))
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    // A header that is no text is not what any header here should be: it is said to be there, and refused for it.
    headers.get(name).map(|value| value.to_str().unwrap_or("\u{FFFD}"))
}
