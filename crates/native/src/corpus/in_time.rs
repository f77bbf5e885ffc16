//! Work on outside bytes that has a time to end in. What reads PDFs can be made to draw for ever by some hundred bytes, in ways that it does
//! not count; such a file costs its own time alone.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The stack of a thread that reads: what is nested in files is read by recursion.
const STACK: usize = 16 << 20;

/// What `work` returns, which is done in a thread of its own; none if it takes longer, or if there is no thread to be had. The thread then
/// goes on until the process ends: nothing ends it from outside.
pub(super) fn in_time<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (result, done) = mpsc::channel();
    let work = move || {
        // Nobody waits any more if it took too long.
        let _ = result.send(work());
    };
    thread::Builder::new().stack_size(STACK).spawn(work).ok()?;
    done.recv_timeout(limit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_in_time_is_returned_and_what_does_not_is_not_waited_for() {
        assert_eq!(in_time(Duration::from_secs(600), || 1), Some(1));
        let (go_on, waits) = mpsc::channel::<()>();
        assert_eq!(in_time(Duration::from_millis(1), move || waits.recv().is_ok()), None);
        drop(go_on);
    }
}
