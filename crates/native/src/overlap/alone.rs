//! Sets that can share enough with no other: it is known of them before any two are compared.

use super::super::Error;
use super::super::blobs::Lists;
use super::counts::Counts;
use super::need::Need;

/// Of each list whether no other shares as much as `need` says, as far as that is known from how many of its numbers stand in
/// another list at all. It is never said of a list that has a partner; of one that has none it may not be seen. Lists are as
/// those of [`join`](super::join()), which compares the others only; at most `memory` bytes are taken, and the more, the more
/// is seen.
///
/// ```
/// use twinprint_native::{blobs::{Blobs, Lists}, overlap::{Need, alone}};
/// let mut lists = Lists::new(Blobs::new(tempfile::tempfile()?, "lists"));
/// let spread = |numbers: &[u64]| {
///     let mut list: Vec<u64> = numbers.iter().map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
///     list.sort_unstable();
///     list
/// };
/// for list in [[1, 2, 3], [2, 3, 4], [4, 5, 6]] {
///     lists.push(&spread(&list))?;
/// }
/// // The third shares 4 with another, and would have to share two numbers of its three.
/// let need = Need::Resemblance { thousandths: 500 };
/// assert_eq!(alone(&lists, need, 1 << 20)?, [false, false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Unreadable`].
pub fn alone(lists: &Lists, need: Need, memory: usize) -> Result<Vec<bool>, Error> {
    let counts = Counts::of(lists, memory)?;
    let (mut alone, mut common) = (Vec::with_capacity(lists.len()), Vec::new());
    lists.for_each(|_, list| {
        counts.common(list, &mut common);
        alone.push(!need.may_be_met(list.len() as u32, common.len() as u32));
        Ok(())
    })?;
    Ok(alone)
}
