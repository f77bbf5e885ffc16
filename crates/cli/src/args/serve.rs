//! The arguments of `twinprint serve`.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use twinprint::seen;
use twinprint_native::serve::{DEFAULT_PORT, RememberOptions, ServerOptions};

const EXAMPLES: &str = "\
Examples:
  twinprint serve --index papers.index
  twinprint serve --index papers.index --page www/dist --publish
  twinprint serve --remember seen --forget-after 365
  twinprint serve --index papers.index --host 0.0.0.0 --origin https://example.org --token-file tokens.txt --rate 20
  twinprint serve --index papers.index --origin https://example.org --proxy 127.0.0.1

Without --host only this machine can send requests. An index that changes in its folder is loaded as soon as it is whole; until then \
the old one is used. Nothing of a look-up is written anywhere. Who asks for more \
than a client may has status 429, and when to come back. With --remember, POST /v1/seen says whether a text was seen before, and \
remembers one that was not: its fingerprints and id, never the text. Ctrl-C ends it.

Exit status: 0 ended; 2 an error.";

/// Serve the look-up service of an index, what was seen before, and the page
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The index to serve
    #[arg(long, value_name = "DIR", required_unless_present_any = ["page", "remember"])]
    index: Option<PathBuf>,

    /// Remember what was seen, in this folder: POST /v1/seen tells whether a text, or one near it, was seen before
    #[arg(long, value_name = "DIR")]
    remember: Option<PathBuf>,

    /// The most documents that are remembered for each access token; a new one beyond is refused
    #[arg(long, value_name = "N", default_value_t = seen::Limits::default().most, requires = "remember")]
    most_seen: u64,

    /// Forget a document that was not seen again for this many days [default: forget nothing]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(1..=36_500), requires = "remember")]
    forget_after: Option<u64>,

    /// The bytes of fingerprints a document is known by: 16, 40 or 80; more find more that was edited
    #[arg(long, value_name = "N", default_value = "40", hide_possible_values = true, value_parser = design(), requires = "remember")]
    seen_bytes: seen::Design,

    /// The page's built files, which `cargo xtask page` makes in www/dist
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,

    /// Serve the index's files, too, under /index/: a page can download them, or read ranges of them
    #[arg(long, requires = "index")]
    publish: bool,

    /// The port, or 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PORT)]
    port: u16,

    /// The name or address to listen at
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,

    /// An origin whose pages may send requests, as https://example.org (repeatable)
    #[arg(long, value_name = "URL")]
    origin: Vec<String>,

    /// Access tokens, one a line, of which a request must have one
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// A web server that stands before this one: what it says of its clients' addresses (x-forwarded-for) is believed (repeatable)
    #[arg(long, value_name = "ADDRESS")]
    proxy: Vec<IpAddr>,

    /// The most requests a second of one client: an address, or the holder of a token
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Option<u32>,

    /// The milliseconds of work that one client gets a second, and twenty times as many at once [default: 250; on this machine any]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    client_work: Option<u64>,

    /// The bytes of responses that one client gets a second, and twenty times as many at once [default: 2000000; on this machine any]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    client_bytes: Option<u64>,

    /// The connections that one client may have; beyond them it gives up its oldest idle ones [default: 64; on this machine 512]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    client_connections: Option<u32>,

    /// Tell what was done at /metrics, for Prometheus: to who is on this machine, or has a token
    #[arg(long)]
    metrics: bool,

    /// How many seconds a request may take to arrive, and a client to take 16 KiB for each of them of a response
    #[arg(long = "timeout", alias = "patience", value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    patience: u64,

    /// How many seconds after "twinprint check --add" adds a document it is found, too, at the latest
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86400))]
    catch_up: u64,

    /// In how many seconds every file of the index is read again, a little at a time, to find what went bad on the disk; 0: never
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    scrub: u64,
}

impl Serve {
    pub(crate) fn options(&self) -> ServerOptions {
        ServerOptions {
            index: self.index.clone(),
            remember: self.remember.clone().map(|folder| RememberOptions {
                folder,
                limits: seen::Limits {
                    most: self.most_seen,
                    forget_after: self.forget_after.map(|days| days * 86_400),
                },
                design: self.seen_bytes,
            }),
            page: self.page.clone(),
            publish: self.publish,
            host: self.host.clone(),
            port: self.port,
            origins: self.origin.clone(),
            tokens: self.token_file.clone(),
            proxies: self.proxy.clone(),
            rate: self.rate,
            client_work: self.client_work.map(Duration::from_millis),
            client_bytes: self.client_bytes,
            client_connections: self.client_connections.map(|most| most as usize),
            metrics: self.metrics,
            patience: Duration::from_secs(self.patience),
            catch_up: Duration::from_secs(self.catch_up),
            scrub: (self.scrub > 0).then(|| Duration::from_secs(self.scrub)),
        }
    }
}

fn design() -> impl TypedValueParser<Value = seen::Design> {
    PossibleValuesParser::new(["16", "40", "80"]).try_map(|bytes| {
        bytes.parse().ok().and_then(|bytes| seen::Design::of_bytes(bytes).ok()).ok_or("no such number")
    })
}
