//! Several things at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use super::super::Error;

/// The requests that are under way at a time: enough that a round trip of 50 ms costs a check little, and few
/// enough that a host does not take them for an attack.
pub(super) const AT_ONCE: usize = 16;

/// Does `work` with each of `things`, `most` at a time, and gives what comes of each to `take`, in any order. Once one fails no other
/// is begun.
pub(super) fn at_once<T: Sync, R: Send>(
    most: usize,
    things: &[T],
    work: impl Fn(&T) -> Result<R, Error> + Sync,
    mut take: impl FnMut(&T, R) -> Result<(), Error>,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let (sender, done) = sync_channel(1);
    thread::scope(|scope| {
        for _ in 0..most.min(things.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(thing) = things.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Whoever receives no more has met an error.
                    if sender.send((thing, work(thing))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let outcome = done.iter().try_for_each(|(thing, result)| take(thing, result?));
        drop(done);
        outcome
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn each_thing_is_worked_with_once() {
        let things: Vec<u32> = (0..100).collect();
        let mut taken = vec![];
        at_once(
            AT_ONCE,
            &things,
            |thing| Ok(thing * 2),
            |&thing, twice| {
                taken.push((thing, twice));
                Ok(())
            },
        )
        .unwrap();
        taken.sort_unstable();
        assert_eq!(taken, things.iter().map(|thing| (*thing, thing * 2)).collect::<Vec<_>>());
    }

    #[test]
    fn after_the_first_that_fails_no_other_is_begun() {
        let begun = Mutex::new(0);
        let things: Vec<u32> = (0..10_000).collect();
        let work = |_: &u32| -> Result<(), Error> {
            *begun.lock().unwrap() += 1;
            Err(Error::StandardInputTwice)
        };
        assert!(at_once(AT_ONCE, &things, work, |_, ()| Ok(())).is_err());
        assert!(begun.into_inner().unwrap() <= 3 * AT_ONCE);
    }
}
