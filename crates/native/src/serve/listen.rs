//! The listener: takes connections, as many as there are places for, until it is stopped; then those that are being answered
//! are answered to their end.

use core::convert::Infallible;
use core::future::{Future, poll_fn};
use core::pin::pin;
use core::task::Poll;
use core::time::Duration;
use std::format;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use tokio::net::{TcpListener, TcpSocket, TcpStream, lookup_host};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{sleep, timeout};

use super::super::Error;
use super::paced::Paced;
use super::places::{Connection, Place, Places};
use super::sending::Sending;
use super::shutdown::Shutdown;

/// How many look-ups are answered, and files read, at a time.
const THREADS: usize = 32;

/// How many connections wait to be taken.
const BACKLOG: u32 = 1024;

/// The bytes that the system keeps of what a connection was sent and has not taken: with more of them, it would not be seen for long
/// whether it takes any.
const SEND_BUFFER: u32 = 256 << 10;

/// What a connection is told for which there is no place.
const NO_PLACE: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// The most bytes of a request before its body.
const LONGEST_HEAD: usize = 16 << 10;

/// How long connections may go on after the end.
const FAREWELL: Duration = Duration::from_secs(5);

/// What is sent.
pub type Answer = Response<Sending>;

/// What answers a client's request.
pub trait Answering: Send + Sync + 'static {
    /// The response to a request, whatever is in it. Among the request's extensions is its [`Connection`].
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

    /// Listens until Ctrl-C or SIGTERM, for connections that have a place. A request may take so long to arrive, and a client to take
    /// anything; meanwhile `beside` is done, which need not end.
    pub fn run(
        self,
        answering: Arc<impl Answering>,
        places: Arc<Places>,
        patience: Duration,
        beside: impl Future<Output = ()> + Send + 'static,
    ) {
        let Listener { runtime, listener, shutdown, .. } = self;
        runtime.block_on(async move {
            tokio::spawn(beside);
            let graceful = Arc::new(GracefulShutdown::new());
            let accepting = tokio::spawn(accept(listener, answering, places, patience, graceful.clone()));
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
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A server that begins anew has its port at once.
    socket.set_reuseaddr(cfg!(unix))?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

async fn accept(
    listener: TcpListener,
    answering: Arc<impl Answering>,
    places: Arc<Places>,
    patience: Duration,
    graceful: Arc<GracefulShutdown>,
) {
    loop {
        let Ok((stream, client)) = listener.accept().await else {
            // Too many open files, say: that passes.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Some(place) = places.take(client.ip()) else {
            turn_away(stream);
            continue;
        };
        let served = connection(stream, client, place.connection.clone(), answering.clone(), patience);
        tokio::spawn(until_wanted(graceful.watch(served), place));
    }
}

/// Says that there is no place, to who listens.
fn turn_away(stream: TcpStream) {
    let _ = stream.into_std().and_then(|mut stream| stream.write(NO_PLACE));
}

/// Serves a connection to its end, or until its place is wanted. A client that goes away, early or in the middle, is its own affair.
async fn until_wanted(served: impl Future, place: Place) {
    let (mut served, mut wanted) = (pin!(served), pin!(place.connection.wanted()));
    poll_fn(|context| {
        let is_over = served.as_mut().poll(context).is_ready() || wanted.as_mut().poll(context).is_ready();
        if is_over { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

fn connection<A: Answering>(
    stream: TcpStream,
    client: SocketAddr,
    connection: Arc<Connection>,
    answering: Arc<A>,
    patience: Duration,
) -> impl GracefulConnection<Error = hyper::Error> + Send + use<A> {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(connection.clone());
        let answered = answering.clone().answer(client, request);
        async { Ok::<_, Infallible>(answered.await) }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(Paced::new(TokioIo::new(stream), patience), service)
}
