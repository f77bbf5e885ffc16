//! The signals that shut a server down: Ctrl-C and SIGTERM. They are listened for from before anybody is shown that it runs, so that
//! none is missed.

use std::io;

/// The signals to shut down, listened for.
#[cfg(unix)]
pub(super) struct Shutdown([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Shutdown {
    /// Within a runtime.
    pub(super) fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Shutdown([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]))
    }

    /// Returns when the first of them comes.
    pub(super) async fn requested(mut self) {
        std::future::poll_fn(|context| {
            let mut polled = self.0.iter_mut().map(|signal| signal.poll_recv(context));
            polled
                .find(std::task::Poll::is_ready)
                .map_or(std::task::Poll::Pending, |_| std::task::Poll::Ready(()))
        })
        .await;
    }
}

/// The signals to shut down, listened for.
#[cfg(not(unix))]
pub(super) struct Shutdown;

#[cfg(not(unix))]
impl Shutdown {
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Shutdown)
    }

    /// Returns when the first of them comes.
    pub(super) async fn requested(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
