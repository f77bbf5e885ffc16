//! Time, as medians of rounds.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// What time is taken by.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Clock {
    /// This thread's processor time.
    Thread,
    /// The clock on the wall, for work on several threads.
    Wall,
}

impl Clock {
    fn time<R>(self, work: impl FnOnce() -> R) -> (Duration, R) {
        match self {
            Clock::Thread => {
                let begun = ThreadTime::now();
                let result = work();
                (begun.elapsed(), result)
            }
            Clock::Wall => {
                let begun = Instant::now();
                let result = work();
                (begun.elapsed(), result)
            }
        }
    }
}

/// The median of some rounds in seconds, and the result of the last. Each round works on what `prepare` makes for it,
/// which is not timed.
pub(crate) fn median<T, R>(
    clock: Clock,
    rounds: usize,
    mut prepare: impl FnMut() -> T,
    mut work: impl FnMut(T) -> R,
) -> (f64, R) {
    let mut times = Vec::new();
    let mut last = None;
    for _ in 0..rounds {
        drop(last.take()); // two results may not fit into memory
        let prepared = prepare();
        let (time, result) = clock.time(|| work(prepared));
        times.push(time);
        last = Some(result);
    }
    times.sort_unstable();
    (times[rounds / 2].as_secs_f64(), last.expect("a round at least"))
}

/// The same where nothing is to be prepared, of one thread.
pub(crate) fn thread<R>(rounds: usize, mut work: impl FnMut() -> R) -> (f64, R) {
    median(Clock::Thread, rounds, || (), |()| work())
}
