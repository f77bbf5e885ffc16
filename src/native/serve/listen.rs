//! The listener: takes connections, a bounded number at a time, until it is told to stop; then those that are being answered
//! are answered to their end.

use std::convert::Infallible;
use std::format;
use std::io;
use std::net::SocketAddr;
use std::prelude::v1::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream, lookup_host};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::super::Error;
use super::Options;
use super::answer::{Site, answer};
use super::ending::Ending;
use super::hosts::Hosts;
use super::rate::Rate;
use super::tokens::Tokens;
use super::watch::Watched;

/// How many connections are open at a time; more wait.
const CONNECTIONS: usize = 512;

/// How many look-ups are answered, and files read, at a time.
const THREADS: usize = 32;

/// The most bytes of a request before its body.
const LONGEST_HEAD: usize = 16 << 10;

/// How often it is looked whether the index has changed.
const LOOK: Duration = Duration::from_secs(1);

/// How long connections may go on after the end.
const FAREWELL: Duration = Duration::from_secs(5);

/// A server that has its port, and its index open.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    site: Arc<Site>,
    catch_up: Duration,
    ending: Ending,
}

impl Server {
    /// Opens the index and takes the port.
    ///
    /// # Errors
    /// [`Error::Unbindable`], [`Error::Tokens`], [`Error::Origin`], and what is wrong with the index.
    pub fn bind(options: &Options) -> Result<Server, Error> {
        let place = format!("{}:{}", options.host, options.port);
        let unbindable = |reason: io::Error| Error::Unbindable { place: place.clone(), reason };
        let runtime = Builder::new_multi_thread()
            .max_blocking_threads(THREADS)
            .enable_all()
            .build()
            .map_err(unbindable)?;
        let listener = runtime.block_on(listen(&options.host, options.port)).map_err(unbindable)?;
        let address = listener.local_addr().map_err(unbindable)?;
        let ending = runtime.block_on(async { Ending::listen() }).map_err(unbindable)?;
        let site = Site {
            hosts: Hosts::new(address.ip(), &options.origins)?,
            index: options.index.as_deref().map(Watched::open).transpose()?,
            page: options.page.clone(),
            publish: options.publish,
            tokens: options.tokens.as_deref().map(Tokens::read).transpose()?,
            rate: options.rate.map(Rate::new),
            patience: options.patience,
        };
        let catch_up = options.catch_up;
        Ok(Server { runtime, listener, address, site: Arc::new(site), catch_up, ending })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process is told to end (Ctrl-C, or SIGTERM). `note` is told what a person should know meanwhile: that
    /// the index has changed, or could not be opened.
    pub fn run(self, note: impl Fn(String) + Send + Sync + 'static) {
        let Server { runtime, listener, site, catch_up, ending, .. } = self;
        runtime.block_on(async move {
            if site.index.is_some() {
                tokio::spawn(watch(site.clone(), catch_up, note));
            }
            let graceful = Arc::new(GracefulShutdown::new());
            let accepting = tokio::spawn(accept(listener, site, graceful.clone()));
            ending.come().await;
            accepting.abort();
            let _ = accepting.await;
            if let Some(graceful) = Arc::into_inner(graceful) {
                let _ = timeout(FAREWELL, graceful.shutdown()).await;
            }
        });
        // What still computes an answer that nobody waits for is left behind.
        runtime.shutdown_background();
    }
}

async fn listen(host: &str, port: u16) -> io::Result<TcpListener> {
    let mut addresses = lookup_host((host, port)).await?;
    let address = addresses.next().ok_or(io::ErrorKind::AddrNotAvailable)?;
    TcpListener::bind(address).await
}

async fn accept(listener: TcpListener, site: Arc<Site>, graceful: Arc<GracefulShutdown>) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = room.clone().acquire_owned().await else { return };
        let Ok((stream, client)) = listener.accept().await else {
            // Too many open files, say: that passes.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let connection = graceful.watch(connection(stream, client, site.clone()));
        tokio::spawn(async move {
            // A client that goes away, early or in the middle, is its own affair.
            let _ = connection.await;
            drop(place);
        });
    }
}

fn connection(
    stream: TcpStream,
    client: SocketAddr,
    site: Arc<Site>,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + Send {
    let _ = stream.set_nodelay(true);
    let patience = site.patience;
    let service = service_fn(move |request| {
        let answered = answer(site.clone(), client, request);
        async { Ok::<_, Infallible>(answered.await) }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
}

/// Looks whether the index has changed, until the server ends. What cannot be opened is tried again each time, and said once.
async fn watch(site: Arc<Site>, catch_up: Duration, note: impl Fn(String) + Send + Sync + 'static) {
    let (mut said, mut caught_up) = (None, Instant::now());
    loop {
        sleep(LOOK).await;
        let with_added = caught_up.elapsed() >= catch_up;
        if with_added {
            caught_up = Instant::now();
        }
        let site = site.clone();
        let refresh = move || site.index.as_ref().map(|index| index.refresh(with_added));
        match tokio::task::spawn_blocking(refresh).await {
            Ok(Some(Ok(true))) => {
                said = None;
                note("the index has changed, and answers as it is now".into());
            }
            Ok(Some(Err(error))) => {
                let now = Some(format!("the index has changed, but the old one still answers: {error}"));
                if said != now {
                    note(now.clone().unwrap_or_default());
                    said = now;
                }
            }
            _ => {}
        }
    }
}
