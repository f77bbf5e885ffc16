//! Answers whose lengths say little: each is filled up to one of a few lengths.
//!
//! Who sees only how long an encrypted answer is could infer which prefix was requested, or which bucket of sources, as long
//! as their answers differ in length. Two lengths for each doubling leave little of that, and cost a fifth of the bytes on
//! average, a third at most beyond the least.

/// The shortest padded answer.
const LEAST: usize = 1024;

/// The length to which a response of this many bytes is filled up: the least power of two from 1 KiB on, or three quarters of
/// one, that holds it.
///
/// ```
/// use twinprint::index::service::size_class;
/// assert_eq!([0, 1024, 1025, 1537, 3000].map(size_class), [1024, 1024, 1536, 2048, 3072]);
/// ```
pub fn size_class(bytes: usize) -> usize {
    let power = bytes.max(LEAST).checked_next_power_of_two().unwrap_or(usize::MAX);
    let smaller = power / 4 * 3;
    if bytes <= smaller && smaller > LEAST { smaller } else { power }
}
