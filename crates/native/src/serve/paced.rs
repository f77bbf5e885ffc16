//! A connection that has to take what is written to it.
//!
//! Naively, who does not read is waited for, with the response in memory: some hundred such clients hold all there is, for as long as
//! they like. Here a client that takes less than [`SLOWEST`] bytes a second while there is something to take is cut off.

use std::future::Future;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::time::{Instant, Sleep, sleep};

/// The fewest bytes a second that a client takes.
pub(super) const SLOWEST: u64 = 16 << 10;

/// What is written to has to take it in time.
#[derive(Debug)]
pub(super) struct Paced<I> {
    io: I,
    patience: Duration,
    window: Option<Window>,
}

/// A time in which something was not taken at once, and what was.
#[derive(Debug)]
struct Window {
    began: Instant,
    end: Pin<Box<Sleep>>,
    taken: u64,
}

impl<I> Paced<I> {
    /// Whoever takes too little is waited for so long.
    pub(super) fn new(io: I, patience: Duration) -> Self {
        Paced { io, patience, window: None }
    }

    /// Counts what was taken, or how long nothing is.
    fn count(
        &mut self,
        context: &mut Context<'_>,
        polled: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match polled {
            Poll::Ready(Ok(taken)) => {
                if let Some(window) = &mut self.window {
                    window.taken += taken as u64;
                }
                Poll::Ready(Ok(taken))
            }
            Poll::Pending => {
                let patience = self.patience;
                let window = self.window.get_or_insert_with(|| Window::begin(patience));
                while window.end.as_mut().poll(context).is_ready() {
                    if window.is_slow(patience) {
                        return Poll::Ready(Err(ErrorKind::TimedOut.into()));
                    }
                    *window = Window::begin(patience);
                }
                Poll::Pending
            }
            failed => failed,
        }
    }
}

impl Window {
    fn begin(patience: Duration) -> Self {
        Window { began: Instant::now(), end: Box::pin(sleep(patience)), taken: 0 }
    }

    fn is_slow(&self, time: Duration) -> bool {
        (self.taken as f64) < SLOWEST as f64 * time.as_secs_f64()
    }
}

impl<I: Write + Unpin> Write for Paced<I> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.io).poll_write(context, bytes);
        self.count(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.io).poll_write_vectored(context, bytes);
        self.count(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.io).poll_flush(context);
        // All was taken that there was: if it was fast enough, what comes next has a time of its own. Who takes too little for it does not
        // begin anew by each piece.
        if polled.is_ready()
            && self.window.as_ref().is_some_and(|window| !window.is_slow(window.began.elapsed()))
        {
            self.window = None;
        }
        polled
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }
}

impl<I: Read + Unpin> Read for Paced<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.io).poll_read(context, buffer);
        // The next request: what is answered to it has a time of its own.
        if polled.is_ready() {
            self.window = None;
        }
        polled
    }
}
