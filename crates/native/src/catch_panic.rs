//! Panics of readers that are not ours: of broken bytes some panic rather than err.
//!
//! The panic hook is the process's, and all its threads': a library that replaced it would take it from whoever set it. So the
//! hook runs for a caught panic, too; by default it prints a line on standard error with the panic's message and its place in the
//! reader's code, before the error is returned. A program, which owns its process, may [silence](silence_caught_panics) such panics
//! once and for all, and shows the error alone.

use std::cell::Cell as Flag;
use std::panic::{self, AssertUnwindSafe};

std::thread_local! {
    /// Whether a panic of this thread is caught here.
    static CAUGHT: Flag<bool> = const { Flag::new(false) };
}

/// What `read` returns; where it panics, the error that `broken` makes of a message. What it left half done then is not to be
/// used again.
pub(super) fn catch_panic<T, E>(
    read: impl FnOnce() -> Result<T, E>,
    broken: impl FnOnce(String) -> E,
) -> Result<T, E> {
    let outer = CAUGHT.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    CAUGHT.set(outer);
    result.unwrap_or_else(|_| Err(broken("its bytes make no sense".into())))
}

/// Prints nothing for panics that are caught and returned as errors of broken bytes. Without this, whatever panic hook is set
/// runs first; by default it prints a line on standard error, and then the error is returned.
///
/// It sets a hook for the whole process, which leaves every other panic to the hook that was there. So it is for programs to call,
/// once, as they begin: the crate itself never touches the hook.
///
/// ```
/// use twinprint_native::silence_caught_panics;
/// silence_caught_panics();
/// let panic = std::panic::catch_unwind(|| panic!("this one is not caught here, and is printed"));
/// assert!(panic.is_err());
/// ```
pub fn silence_caught_panics() {
    let other = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !CAUGHT.get() {
            other(panic);
        }
    }));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::{env, format, process};

    use super::{catch_panic, panic, silence_caught_panics};

    /// Set where the test runs in a process of its own, since there is one hook for all tests of a process.
    const ALONE: &str = "TWINPRINT_TEST_ALONE";

    #[test]
    fn a_caught_panic_is_an_error_and_leaves_the_hook_as_it_was_set() {
        if env::var_os(ALONE).is_none() {
            let name = format!("{}::{}", module_path!().split_once("::").unwrap().1, NAME);
            let mut alone = process::Command::new(env::current_exe().unwrap());
            let output = alone.args(["--exact", &name]).env(ALONE, "1").output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && said.contains("1 passed"), "{said}");
            return;
        }
        let heard = Arc::new(AtomicU32::new(0));
        let hears = heard.clone();
        let count = move || heard.load(Ordering::Relaxed);
        panic::set_hook(Box::new(move |_| {
            hears.fetch_add(1, Ordering::Relaxed);
        }));
        assert_eq!(catch_panic(panics, String::from), Err("its bytes make no sense".into()));
        assert_eq!(count(), 1, "who set the hook hears of it");
        silence_caught_panics();
        assert!(catch_panic(panics, String::from).is_err());
        assert_eq!(count(), 1, "the program asked for silence");
        assert!(
            catch_panic(|| catch_panic(panics, String::from).or_else(|_| panics()), String::from).is_err()
        );
        assert_eq!(count(), 1, "what is caught within is caught outside, too");
        assert!(panic::catch_unwind(|| panics().unwrap()).is_err());
        assert_eq!(count(), 2, "any other panic is heard");
    }

    const NAME: &str = "a_caught_panic_is_an_error_and_leaves_the_hook_as_it_was_set";

    fn panics() -> Result<u32, String> {
        std::panic!("a reader that is not ours")
    }
}
