//! `twinprint serve`: the look-up service of an index, what was seen, and the page's files, by HTTP.
//!
//! Naively, a listener reads what arrives and answers it. A listener on a network also has clients that send a byte a
//! second, or bodies without an end, or do not read what they asked for, a thousand at a time, and by pages of other sites in the browser
//! of whoever runs it. So every body is counted while it streams and has to arrive in time, and what is sent has to be taken in time;
//! each client has its places ([`places`]) and its budget of work; origins are answered as they were configured; and on this machine's own address
//! only requests to this machine's own names are answered, so that no other site's name that was bent to it reaches the index.
//! What a request means the core decides ([`Service::respond`](twinprint::index::service::Service)).

mod answer;
pub mod body;
mod budget;
mod clients;
mod content;
mod damage;
mod files;
mod fingerprinters;
pub mod hosts;
pub mod listen;
mod memory;
mod metrics;
mod paced;
pub mod places;
mod range;
mod remember;
mod scrub;
pub mod sending;
mod served;
mod server;
mod shutdown;
mod thread_time;
mod tokens;
mod watch;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use remember::RememberOptions;
pub use server::Server;

/// The port that is taken if none is named.
pub const DEFAULT_PORT: u16 = 8787;

/// What is served, and to whom.
#[derive(Debug, Clone)]
pub struct ServerOptions {
    /// The folder of the index to search.
    pub index: Option<PathBuf>,
    /// What is remembered of documents that were seen, if anything is.
    pub remember: Option<RememberOptions>,
    /// The folder of the page's built files.
    pub page: Option<PathBuf>,
    /// Whether the index's files are served, too, under `/index/`: a page can then download them, or read ranges of them.
    pub publish: bool,
    /// The name or address to listen at.
    pub host: String,
    /// The port, 0 for any that is free.
    pub port: u16,
    /// The origins whose pages may make requests, as `https://example.org`.
    pub origins: Vec<String>,
    /// A file with an access token a line; without it, everybody may look up.
    pub tokens: Option<PathBuf>,
    /// The web servers that stand before this one: what they say of their clients' addresses is believed.
    pub proxies: Vec<IpAddr>,
    /// How many requests a client may make a second.
    pub rate: Option<u32>,
    /// How much of a processor's time a client may have a second: a quarter of it unless set, on this machine any.
    pub client_work: Option<Duration>,
    /// How many bytes of responses a client may have a second: two million unless set, on this machine any.
    pub client_bytes: Option<u64>,
    /// How many connections a client may have: 64 unless set, on this machine all there are.
    pub client_connections: Option<usize>,
    /// Whether what was done is told at `/metrics`, to who is on this machine or has a token.
    pub metrics: bool,
    /// How long a request may take to arrive, and a client to take any of the response.
    pub patience: Duration,
    /// How often what was added to the index, but stands in no segment yet, is taken along.
    pub catch_up: Duration,
    /// How often every file of the index is read again on the disk, to find what went bad; never if this is none.
    pub scrub: Option<Duration>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        ServerOptions {
            index: None,
            remember: None,
            page: None,
            publish: false,
            host: "127.0.0.1".into(),
            port: DEFAULT_PORT,
            origins: Vec::new(),
            tokens: None,
            proxies: Vec::new(),
            rate: None,
            client_work: None,
            client_bytes: None,
            client_connections: None,
            metrics: false,
            patience: Duration::from_secs(10),
            catch_up: Duration::from_secs(60),
            scrub: Some(Duration::from_secs(3600)),
        }
    }
}
