//! Why something could not be fetched, in words.

use core::fmt::Display;
use std::format;
use std::io::ErrorKind;
use std::time::Duration;

use ureq::http::Response;
use ureq::http::header::LOCATION;
use ureq::{Body, Timeout};

use super::super::{Error, display};
use super::{AccessMode, Address};

/// Why something could not be fetched.
#[derive(Debug)]
pub(super) struct Failure {
    kind: FailureKind,
    error: Box<Error>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FailureKind {
    /// A host is there that has no such thing.
    Absent,
    /// It sends on to elsewhere.
    Moved,
    /// Anything else.
    Wrong,
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        *failure.error
    }
}

impl Failure {
    /// Whether something else may be there.
    pub(super) fn is_absence(&self) -> bool {
        self.kind != FailureKind::Wrong
    }

    /// What the core says of what is there.
    pub(super) fn of_core(base: &Address, reason: twinprint::Error) -> Self {
        Failure { kind: FailureKind::Wrong, error: Box::new(of_core(base, reason)) }
    }
}

/// The most characters of what a service says that are shown.
const LONGEST_WORDS: usize = 500;

/// What to do where an index is not, or no longer, what it says.
const OTHER_INDEX: &str = "what is there is no index, or not the one it says it is: use another index";

fn error(place: impl ToString, what: impl Into<String>, remedy: impl Into<String>) -> Error {
    Error::Fetch { place: place.to_string(), what: what.into(), remedy: remedy.into() }
}

fn failure(url: &Address, what: impl Into<String>, remedy: impl Into<String>) -> Failure {
    of_kind(FailureKind::Wrong, url, what, remedy)
}

fn of_kind(kind: FailureKind, url: &Address, what: impl Into<String>, remedy: impl Into<String>) -> Failure {
    Failure { kind, error: Box::new(error(url, what, remedy)) }
}

/// It is not reached, or what comes is no response.
pub(super) fn of_transport(url: &Address, reason: ureq::Error, patience: Duration) -> Failure {
    let check = "check the address and the network";
    let broken = || {
        let what = "the response ended before it was complete";
        failure(url, what, "try again; if it does so again, use another index")
    };
    let untrusted = |reason: &dyn Display| {
        let what = format!("the connection cannot be trusted: {reason}");
        let remedy = "check the address; certificates of an authority of your own are named by SSL_CERT_FILE";
        failure(url, what, remedy)
    };
    match reason {
        ureq::Error::HostNotFound => failure(url, "there is no host of this name", check),
        ureq::Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
            failure(url, "the host does not answer", check)
        }
        ureq::Error::Timeout(_) => {
            let what = format!("nothing came for {}", display::counted(patience.as_secs(), "second"));
            failure(url, what, "try again later, use another index, or wait longer with --timeout")
        }
        ureq::Error::Io(reason) => match reason.kind() {
            ErrorKind::ConnectionRefused => failure(
                url,
                "nothing answers there",
                "check the address and its port, and that the service runs",
            ),
            ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => broken(),
            // What is wrong with encryption comes as data that makes no sense.
            ErrorKind::InvalidData if url.is_encrypted() => untrusted(&reason),
            _ => failure(url, format!("it cannot be reached: {reason}"), check),
        },
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::Pem(_) => untrusted(&reason),
        ureq::Error::ConnectProxyFailed(_) | ureq::Error::InvalidProxyUrl => {
            let what = format!("the proxy does not lead there: {reason}");
            failure(url, what, "check HTTPS_PROXY and HTTP_PROXY, or name the host in NO_PROXY")
        }
        _ => failure(url, format!("it does not respond as a web server does: {reason}"), OTHER_INDEX),
    }
}

/// It comes too slowly.
pub(super) fn slow(url: &Address) -> Failure {
    failure(url, "the response comes too slowly", "try again later, or use another index")
}

/// More comes than may.
pub(super) fn too_large(url: &Address, most: u64) -> Failure {
    failure(url, format!("the response is longer than the {} it may be", display::bytes(most)), OTHER_INDEX)
}

/// It is compressed, though that was not requested.
pub(super) fn compressed(url: &Address) -> Failure {
    failure(
        url,
        "it is sent compressed, which was not requested",
        "have the host send the index's files as they are",
    )
}

/// A web page comes in place of an index.
pub(super) fn web_page(url: &Address) -> Failure {
    let what = "a web page came instead of an index";
    of_kind(FailureKind::Absent, url, what, "check the address of the index")
}

/// The host sends whole files where parts are requested.
pub(super) fn no_ranges(url: &Address) -> Failure {
    let what = "the host sends whole files where a part was requested";
    failure(
        url,
        what,
        "download the whole index with --access-mode download, or have the host allow byte ranges",
    )
}

/// It is elsewhere. A request goes nowhere but where it was meant to go.
pub(super) fn redirected(url: &Address, response: &Response<Body>) -> Failure {
    let location = response.headers().get(LOCATION).and_then(|location| location.to_str().ok());
    let remedy = match location {
        Some(location) => {
            format!("if that is where the index is, give its address there: {}", words(location))
        }
        None => "check the address of the index".into(),
    };
    of_kind(FailureKind::Moved, url, "the host redirects to another address", remedy)
}

/// What a service says is wrong, if it says so in the form agreed; else what its status means.
pub(super) fn refused(url: &Address, status: u16, said: &[u8], is_named: bool) -> Failure {
    let kind =
        if (400..500).contains(&status) && status != 429 { FailureKind::Absent } else { FailureKind::Wrong };
    let refused = |what: String, remedy: String| of_kind(kind, url, what, remedy);
    if status == 401 {
        let what = "it requires an access token, and accepts none that was sent";
        let remedy = "give yours with --token-file FILE, or in the environment as TWINPRINT_TOKEN";
        return of_kind(FailureKind::Wrong, url, what, remedy);
    }
    if status == 404 && is_named {
        return failure(
            url,
            "a file of the index is gone: the index was replaced while it was read",
            "run the command again",
        );
    }
    if let Some((what, remedy)) = stated(said) {
        return refused(what, remedy);
    }
    match status {
        404 => refused("there is nothing at this address".into(), "check the address of the index".into()),
        429 => refused("it received too many requests".into(), "wait a minute and try again".into()),
        _ => refused(
            format!("it responded with status {status}"),
            "try again later, or use another index".into(),
        ),
    }
}

/// What is wrong and what to do, as a service says it.
fn stated(said: &[u8]) -> Option<(String, String)> {
    let said: serde_json::Value = serde_json::from_slice(said).ok()?;
    let text = |field: &str| said["error"][field].as_str().map(words);
    Some((text("what")?, text("remedy")?))
}

/// The first words of what somebody else says.
fn words(text: &str) -> String {
    text.chars().take(LONGEST_WORDS).collect()
}

/// There is neither a published index nor a service; what is said of one and then of the other.
pub(super) fn neither(address: &Address, one: Failure, other: Failure) -> Error {
    match (one.kind, other.kind) {
        (_, FailureKind::Wrong) => other.into(),
        (FailureKind::Moved, _) => one.into(),
        (_, FailureKind::Moved) => other.into(),
        _ => {
            let what = "there is neither a published index nor a service";
            error(
                address,
                what,
                "check the address: a published index has index.json in it, a service responds at v1/meta",
            )
        }
    }
}

/// What the core says of what was fetched, with its address.
pub(super) fn of_core(base: &Address, reason: twinprint::Error) -> Error {
    use twinprint::Error as Core;
    let file = || if reason.place() == base.to_string() { base.clone() } else { base.join(reason.place()) };
    match &reason {
        Core::ChangedIndex { .. } => error(file(), reason.what(), "run the command again"),
        Core::BadIndex { .. } | Core::BadTable { .. } | Core::BadAnswer { .. } | Core::BadModel { .. } => {
            error(file(), reason.what(), "try again; if it happens again, use another index")
        }
        Core::OtherIndex { .. } | Core::OtherTable { .. } => error(file(), reason.what(), reason.remedy()),
        _ => reason.into(),
    }
}

/// The index has no such access mode.
pub(super) fn other_access_mode(address: &Address, mode: AccessMode) -> Error {
    let (what, remedy) = match mode {
        AccessMode::Download | AccessMode::Ranges => (
            "this index is behind a service, and its files are not there",
            "use --access-mode prefix or --access-mode whole",
        ),
        AccessMode::Prefix | AccessMode::Whole => (
            "this index is published as files, and no service is there",
            "use --access-mode download or --access-mode ranges",
        ),
    };
    error(address, what, remedy)
}

/// An index of documents as wholes is not used in an access mode, but in its own.
pub(super) fn not_of_documents(address: &Address, mode: AccessMode, own: AccessMode) -> Error {
    let what = format!("an index of documents as wholes is not used by --access-mode {} here", mode.name());
    error(address, what, format!("use --access-mode {}", own.name()))
}

/// A token that everybody on the way could read.
pub(super) fn token_in_the_clear(address: &Address) -> Error {
    let what = "an access token would be sent there for everybody on the way to read";
    error(address, what, "give an address that begins with https://")
}

/// A file of certificates in which there is none.
pub(super) fn no_certificates(place: String) -> Error {
    error(
        place,
        "there is no certificate in this file",
        "name a file of certificates in PEM form by SSL_CERT_FILE",
    )
}
