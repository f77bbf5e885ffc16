//! The listener: takes connections, a bounded number at a time, until it is stopped; then those that are being answered
//! are answered to their end.

use core::convert::Infallible;
use core::future::Future;
use core::time::Duration;
use std::format;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use tokio::net::{TcpListener, TcpStream, lookup_host};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::super::Error;
use super::shutdown::Shutdown;

/// How many connections are open at a time; more wait.
const CONNECTIONS: usize = 512;

/// How many look-ups are answered, and files read, at a time.
const THREADS: usize = 32;

/// The most bytes of a request before its body.
const LONGEST_HEAD: usize = 16 << 10;

/// How long connections may go on after the end.
const FAREWELL: Duration = Duration::from_secs(5);

/// What is sent.
pub type Answer = Response<Full<Bytes>>;

/// What answers a client's request.
pub trait Answering: Send + Sync + 'static {
    /// The response to a request, whatever is in it.
    fn answer(
        self: Arc<Self>,
        client: SocketAddr,
        request: Request<Incoming>,
    ) -> impl Future<Output = Answer> + Send;
}

/// A listener that has its port.
pub struct Listener {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    shutdown: Shutdown,
}

impl Listener {
    /// Takes a port at an address or a name.
    ///
    /// # Errors
    /// [`Error::Unbindable`].
    pub fn bind(host: &str, port: u16) -> Result<Listener, Error> {
        let unbindable = |reason: io::Error| Error::Unbindable { place: format!("{host}:{port}"), reason };
        let runtime = Builder::new_multi_thread().max_blocking_threads(THREADS).enable_all().build();
        let runtime = runtime.map_err(unbindable)?;
        let listener = runtime.block_on(listen(host, port)).map_err(unbindable)?;
        let address = listener.local_addr().map_err(unbindable)?;
        let shutdown = runtime.block_on(async { Shutdown::listen() }).map_err(unbindable)?;
        Ok(Listener { runtime, listener, address, shutdown })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Listens until Ctrl-C or SIGTERM. A request may take so long to arrive; meanwhile `beside` is
    /// done, which need not end.
    pub fn run(
        self,
        answering: Arc<impl Answering>,
        patience: Duration,
        beside: impl Future<Output = ()> + Send + 'static,
    ) {
        let Listener { runtime, listener, shutdown, .. } = self;
        runtime.block_on(async move {
            tokio::spawn(beside);
            let graceful = Arc::new(GracefulShutdown::new());
            let accepting = tokio::spawn(accept(listener, answering, patience, graceful.clone()));
            shutdown.requested().await;
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

async fn accept(
    listener: TcpListener,
    answering: Arc<impl Answering>,
    patience: Duration,
    graceful: Arc<GracefulShutdown>,
) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = permits.clone().acquire_owned().await else { return };
        let Ok((stream, client)) = listener.accept().await else {
            // Too many open files, say: that passes.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let connection = graceful.watch(connection(stream, client, answering.clone(), patience));
        tokio::spawn(async move {
            // A client that goes away, early or in the middle, is its own affair.
            let _ = connection.await;
            drop(place);
        });
    }
}

fn connection<A: Answering>(
    stream: TcpStream,
    client: SocketAddr,
    answering: Arc<A>,
    patience: Duration,
) -> impl GracefulConnection<Error = hyper::Error> + Send + use<A> {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let answered = answering.clone().answer(client, request);
        async { Ok::<_, Infallible>(answered.await) }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
}
