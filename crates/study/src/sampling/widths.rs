//! What a narrow hash does to shingles and to pairs (Ye, Wen and Ma 2008, section 4.3).
//!
//! Different shingles that have one hash count as one: those are lost among the distinct ones, and documents seem to share what they
//! do not. How many there are is counted by 128 bits of MD5 and by fewer of them; which pairs are found by each is held to those
//! that are found by the 64 bits of another hash. Where fewer bits tell as many shingles apart as more, both find the same.

use core::cmp::Ordering;

use super::bins::{Bins, bin};
use super::collection::Collection;
use twinprint::hash::mix;
use twinprint_native::Error;
use twinprint_native::blobs::Lists;
use twinprint_native::overlap::{self, Need, Progress, Workspace};
use twinprint_native::sort::{Repeats, Sorter};

/// What came of a number of bits.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Width {
    /// The lowest of MD5.
    pub bits: u32,
    /// Distinct shingles by these.
    pub shingles: u64,
    /// The pairs that are alike by these.
    pub found: Bins,
    /// Of these, by the lower of what they are and what they are taken for.
    pub right: Bins,
}

/// How many bits the shingles are named by.
pub const WIDTHS: [u32; 4] = [32, 40, 64, 128];

/// Compares all documents by hashes of each of these widths in bits: rising, up to 64, or 128. `progress` is called with how far it is.
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Unwritable`].
pub fn widths(
    collection: &Collection,
    wanted: &[u32],
    place: &Workspace,
    progress: Progress<'_>,
) -> Result<Vec<Width>, Error> {
    let distinct = distinct(collection, wanted, place)?;
    let mut widths: Vec<Width> = Vec::new();
    for (number, (&bits, shingles)) in wanted.iter().zip(distinct).enumerate() {
        let (found, right) = match widths.iter().find(|narrower| narrower.shingles == shingles) {
            // The same shingles are distinct, and so the same pairs are found.
            Some(narrower) => (narrower.found.clone(), narrower.right.clone()),
            None => {
                let step = |done: usize, all: usize| progress(number * all + done, wanted.len() * all);
                by_bits(collection, bits, place, &step)?
            }
        };
        widths.push(Width { bits, shingles, found, right });
    }
    Ok(widths)
}

/// How many shingles there are, by each of these widths: sorted with the lowest bits first, all widths are counted in one pass.
fn distinct(collection: &Collection, widths: &[u32], place: &Workspace) -> Result<Vec<u64>, Error> {
    let mut sorter: Sorter<(u64, u64)> = Sorter::new(place.memory / 2, &place.folder, Repeats::Drop);
    collection.each_digests(|low, high| {
        sorter.extend(low.iter().zip(high).map(|(low, high)| (low.reverse_bits(), *high)))
    })?;
    let (mut counts, mut last) = (std::vec![0; widths.len()], None);
    for next in sorter.finish()? {
        let (low, high) = next?;
        let differs = |bits: u32| match last {
            None => true,
            Some((before, _)) if bits <= 64 => (low ^ before) >> (64 - bits) != 0,
            Some(before) => before != (low, high),
        };
        for (count, &bits) in counts.iter_mut().zip(widths) {
            *count += u64::from(differs(bits));
        }
        last = Some((low, high));
    }
    Ok(counts)
}

/// All pairs by the lowest bits, and how many of them are alike.
fn by_bits(
    collection: &Collection,
    bits: u32,
    place: &Workspace,
    progress: Progress<'_>,
) -> Result<(Bins, Bins), Error> {
    let mut lists = Lists::temporary(&place.folder)?;
    let mut list = Vec::new();
    collection.each_digests(|low, high| {
        list.clear();
        // A join wants numbers that are spread over all 64 bits.
        match bits {
            ..=64 => list.extend(low.iter().map(|low| mix(low << (64 - bits)))),
            _ => list.extend(low.iter().zip(high).map(|(low, high)| mix(low ^ mix(*high)))),
        }
        list.sort_unstable();
        list.dedup();
        lists.push(&list).map(drop)
    })?;
    let half = Need::Resemblance { thousandths: 500 };
    let mut alike = collection.pairs().peekable();
    let (mut found, mut right) = (Bins::default(), Bins::default());
    for pair in overlap::join(&lists, half, &|_, _| true, place, progress)? {
        let overlap::Overlap { a, b, shared } = pair?;
        let sizes = lists.length(a as usize) + lists.length(b as usize);
        let Some(bin) = bin(shared.into(), sizes as u64 - u64::from(shared)) else { continue };
        found.0[bin] += 1;
        while let Some(truth) = alike.peek() {
            let order = match truth {
                Ok(truth) => (truth.a, truth.b).cmp(&(a, b)),
                Err(_) => Ordering::Less,
            };
            if order == Ordering::Greater {
                break;
            }
            let truth = alike.next().transpose()?;
            if let Some(truth) = truth.filter(|_| order == Ordering::Equal) {
                right.0[bin.min(usize::from(truth.bin))] += 1;
            }
        }
    }
    Ok((found, right))
}
