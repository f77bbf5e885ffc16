//! Winnowing (Schleimer, Wilkerson and Aiken 2003, "Winnowing: local algorithms for document fingerprinting"): a sample
//! of shingles with a guarantee.
//!
//! Naively: of every `t` consecutive shingles, the one with the smallest hash is selected, the rightmost of equal ones.
//! So every run of `w + t - 1` tokens that two documents share, which has `t` shingles of `w` tokens, shares a selected
//! one, and about 2 in `t + 1` are selected. Here the shingles that may yet be the smallest wait in a queue with their
//! hashes rising: each enters and leaves it once.

use alloc::collections::VecDeque;
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::error::Error;

/// The shingles selected of `shingles`, which are hashes with their rising positions, by windows of `t` of them, in
/// order. Of fewer than `t` shingles, the smallest is selected.
///
/// ```
/// use twinprint::shingle::winnow;
/// // The paper's example (its figure 2), windows of four.
/// let hashes = [77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98];
/// let shingles: Vec<(u64, u32)> = hashes.into_iter().zip(0..).collect();
/// assert_eq!(winnow(&shingles, 4)?, [(17, 3), (17, 6), (8, 8), (39, 11), (17, 15)]);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// [`Error::InvalidOption`] if `t` is 0.
pub fn winnow(shingles: &[(u64, u32)], t: usize) -> Result<Vec<(u64, u32)>, Error> {
    if t == 0 {
        let expected = "a window of at least 1 shingle";
        return Err(Error::InvalidOption { option: "winnowing", value: t.to_string(), expected });
    }
    let mut selected = Vec::with_capacity(2 * (shingles.len() / t.saturating_add(1)) + 1);
    let mut last = None;
    let mut queue: VecDeque<usize> = VecDeque::new();
    for (place, &(hash, _)) in shingles.iter().enumerate() {
        while queue.back().is_some_and(|&other| shingles[other].0 >= hash) {
            queue.pop_back();
        }
        queue.push_back(place);
        if queue.front().is_some_and(|&other| place - other >= t) {
            queue.pop_front();
        }
        let full = place + 1 >= t.min(shingles.len());
        let smallest = queue.front().copied();
        if full && smallest != last {
            selected.extend(smallest.map(|place| shingles[place]));
            last = smallest;
        }
    }
    Ok(selected)
}
