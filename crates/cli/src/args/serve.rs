//! The arguments of `twinprint serve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use twinprint_native::serve::{DEFAULT_PORT, ServerOptions};

const EXAMPLES: &str = "\
Examples:
  twinprint serve --index papers.index
  twinprint serve --index papers.index --page www/dist --publish
  twinprint serve --index papers.index --host 0.0.0.0 --origin https://example.org --token-file tokens.txt --rate 20

Without --host only this machine can send requests. An index that changes in its folder is loaded as soon as it is whole; until then \
the old one is used. Nothing of a request is written anywhere. Ctrl-C ends it.

Exit status: 0 ended; 2 an error.";

/// Serve the look-up service of an index, and the page
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// The index to serve
    #[arg(long, value_name = "DIR", required_unless_present = "page")]
    index: Option<PathBuf>,

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

    /// The most requests a second of one client
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Option<u32>,

    /// How many seconds a request may take to arrive
    #[arg(long = "timeout", alias = "patience", value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    patience: u64,

    /// How many seconds after "twinprint check --add" adds a document it is found, too, at the latest
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86400))]
    catch_up: u64,
}

impl Serve {
    pub(crate) fn options(&self) -> ServerOptions {
        ServerOptions {
            index: self.index.clone(),
            page: self.page.clone(),
            publish: self.publish,
            host: self.host.clone(),
            port: self.port,
            origins: self.origin.clone(),
            tokens: self.token_file.clone(),
            rate: self.rate,
            patience: Duration::from_secs(self.patience),
            catch_up: Duration::from_secs(self.catch_up),
        }
    }
}
