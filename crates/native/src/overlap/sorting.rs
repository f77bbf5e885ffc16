//! All pairs of sets that share enough, as Broder found them.
//!
//! Broder, Glassman, Manasse and Zweig (1997; as described in Ye, Wen and Ma 2006, section 2.1) sort all (shingle, document) by
//! shingle, write down each pair of documents that share one, sort these, and count how often each stands there. A shingle that
//! more than 1,000 documents share they leave out: it tells nothing, and makes a pair of every two of them. Both sorts go
//! through a disk when memory is short. Complexity: that of sorting the sum over all shingles of the square of their documents.

use core::iter;

use super::super::Error;
use super::super::blobs::Lists;
use super::super::sort::{Repeats, Sorted, Sorter};
use super::{Need, Overlaps, Workspace, of_pair, pair};

/// Every pair of lists that shares as much as `need` says and that `allowed` lets through; each list is sorted and has each number
/// once. A number that more than `common` lists have counts for none of them.
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Unwritable`], with the folder.
pub(crate) fn by_sorting(
    lists: &Lists,
    need: Need,
    common: Option<u32>,
    allowed: &(dyn Fn(u32, u32) -> bool + Sync),
    place: &Workspace,
) -> Result<Overlaps, Error> {
    let half = place.memory / 2;
    let mut members: Sorter<(u64, u32)> = Sorter::new(half, &place.folder, Repeats::Keep);
    lists.for_each(|number, list| members.extend(list.iter().map(|&member| (member, number as u32))))?;
    let mut sizes: Vec<u32> = (0..lists.len()).map(|number| lists.length(number) as u32).collect();
    let mut pairs: Sorter<u64> = Sorter::new(half, &place.folder, Repeats::Keep);
    let most = common.map_or(usize::MAX, |most| most as usize);
    each_member(members.finish()?, |having| {
        if having.len() > most {
            having.iter().for_each(|&number| sizes[number as usize] -= 1);
            return Ok(());
        }
        for (place, &b) in having.iter().enumerate() {
            let before = having[..place].iter().filter(|&&a| allowed(a, b));
            pairs.extend(before.map(|&a| pair(a, b)))?;
        }
        Ok(())
    })?;
    let mut pairs = pairs.finish()?.peekable();
    let counted = iter::from_fn(move || {
        let first = match pairs.next()? {
            Ok(pair) => pair,
            Err(error) => return Some(Err(error)),
        };
        let mut shared = 1;
        while pairs.next_if(|next| matches!(next, Ok(next) if *next == first)).is_some() {
            shared += 1;
        }
        Some(Ok(of_pair(first, shared)))
    });
    Ok(Box::new(counted.filter(move |found| match found {
        Ok(found) => found.shared >= need.of(sizes[found.a as usize], sizes[found.b as usize]),
        Err(_) => true,
    })))
}

/// Gives the lists that have a member, for each member.
fn each_member(
    mut members: Sorted<(u64, u32)>,
    mut each: impl FnMut(&[u32]) -> Result<(), Error>,
) -> Result<(), Error> {
    let (mut member, mut having) = (None, Vec::new());
    members.try_for_each(|next| {
        let (next, number) = next?;
        if member != Some(next) {
            each(&having)?;
            having.clear();
            member = Some(next);
        }
        having.push(number);
        Ok::<(), Error>(())
    })?;
    each(&having)
}
