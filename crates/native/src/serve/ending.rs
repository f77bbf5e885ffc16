//! How a server is told to end: Ctrl-C, or the signal to terminate. They are listened for from before anybody is told that it
//! runs, so that none is missed.

use std::io;

/// The wish that the process end, when it comes.
#[cfg(unix)]
pub(super) struct Ending([tokio::signal::unix::Signal; 2]);

#[cfg(unix)]
impl Ending {
    /// Within a runtime.
    pub(super) fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Ending([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?]))
    }

    /// Ends when the process is told to.
    pub(super) async fn come(mut self) {
        std::future::poll_fn(|context| {
            let mut polled = self.0.iter_mut().map(|signal| signal.poll_recv(context));
            polled
                .find(std::task::Poll::is_ready)
                .map_or(std::task::Poll::Pending, |_| std::task::Poll::Ready(()))
        })
        .await;
    }
}

/// The wish that the process end, when it comes.
#[cfg(not(unix))]
pub(super) struct Ending;

#[cfg(not(unix))]
impl Ending {
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Ending)
    }

    /// Ends when the process is told to.
    pub(super) async fn come(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
