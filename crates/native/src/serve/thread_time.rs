//! How long a thread was on a processor: what a request has taken from others, however many were worked on beside it.
#![allow(unsafe_code)]

use std::time::{Duration, Instant};

/// A span of a thread's time, from when it was begun.
#[derive(Debug)]
pub(super) struct Span {
    processor: Option<Duration>,
    clock: Instant,
}

impl Span {
    pub(super) fn begin() -> Self {
        Span { processor: on_processor(), clock: Instant::now() }
    }

    /// How long it is by now; where systems do not tell of their threads' times, by the clock.
    pub(super) fn so_far(&self) -> Duration {
        match (self.processor, on_processor()) {
            (Some(began), Some(now)) => now.saturating_sub(began),
            _ => self.clock.elapsed(),
        }
    }
}

/// How long this thread has been on a processor.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn on_processor() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: it writes to the structure that it is given, which lives until it returns.
    let done = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    (done == 0).then(|| Duration::new(seconds, nanoseconds))
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn on_processor() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_no_work() {
        let span = Span::begin();
        std::thread::sleep(Duration::from_millis(300));
        let waited = span.so_far();
        while span.so_far() < waited + Duration::from_millis(5) {}
        assert!(waited < span.clock.elapsed(), "{waited:?}");
        if span.processor.is_some() {
            assert!(waited < Duration::from_millis(200), "{waited:?}");
        }
    }
}
