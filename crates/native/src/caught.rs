//! Panics of readers that are not ours: of broken bytes some panic rather than err.
use std::cell::Cell as Flag;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

std::thread_local! {
    /// Whether a panic of this thread is caught, and so nothing to be said on standard error.
    static CAUGHT: Flag<bool> = const { Flag::new(false) };
}

/// What `read` returns; where it panics, the error that `broken` makes of words. What it left half done then is not to be used
/// again.
pub(super) fn caught<T, E>(
    read: impl FnOnce() -> Result<T, E>,
    broken: impl FnOnce(String) -> E,
) -> Result<T, E> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let other = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !CAUGHT.get() {
                other(panic);
            }
        }));
    });
    CAUGHT.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    CAUGHT.set(false);
    result.unwrap_or_else(|_| Err(broken("its bytes make no sense".into())))
}
