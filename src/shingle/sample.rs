//! Samples of a document's shingles, so that less is kept and compared (Ye, Wen and Ma 2006, sections 2 and 4.4).
//!
//! Which shingles are kept depends on their hashes alone, so that two documents keep the same of those they share:
//! naively, a shingle is looked up among those of the other document; here the lists stay sorted, and what is kept of
//! them can be merged as the whole lists are.
//!
//! A sample by remainder is a sample of the documents' common shingles, too: its overlap ([`Overlap::of`]) estimates that
//! of the whole. The smallest hashes of two documents are not: beyond the smaller of the two largest kept, one list has
//! gaps. They are compared by [`Overlap::of_smallest`].
//!
//! [`Overlap::of`]: crate::resemblance::Overlap::of
//! [`Overlap::of_smallest`]: crate::resemblance::Overlap::of_smallest

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::error::Error;

/// A shingle's hash: 64 bits, or the 128 of an MD5.
pub trait ShingleValue: Ord + Copy {
    /// The low 64 bits, of which remainders and sketches are made. A remainder by a power of two, as in Ye, Wen and Ma (2006, section 4.4), is
    /// that of all bits; one by another number p is as likely as the next within p in 2^64, and the same wherever the shingle stands.
    fn low(self) -> u64;
}

impl ShingleValue for u64 {
    #[inline]
    fn low(self) -> u64 {
        self
    }
}

impl ShingleValue for u128 {
    #[inline]
    fn low(self) -> u64 {
        self as u64
    }
}

/// Which of a document's distinct shingles are kept.
///
/// ```
/// use twinprint::shingle::Sampling;
/// let kept = |sampling: Sampling| {
///     let mut shingles: Vec<u64> = vec![3, 5, 5, 8, 10, 13, 15];
///     sampling.apply(&mut shingles);
///     shingles
/// };
/// assert_eq!(kept(Sampling::All), [3, 5, 8, 10, 13, 15]);
/// assert_eq!(kept(Sampling::Smallest(2)), [3, 5]);
/// assert_eq!(kept(Sampling::Remainder { divisor: 5, remainder: 3, at_most: None }), [3, 8, 13]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sampling {
    /// All.
    #[default]
    All,
    /// Those whose low 64 bits leave a remainder, one in `divisor` (Ye, Wen and Ma 2006, section 4.4, with every
    /// remainder in turn).
    Remainder {
        /// By what is divided, at least 1.
        divisor: u64,
        /// What must be left, less than the divisor.
        remainder: u64,
        /// The most that are taken, the smallest, at least 1. Where it takes effect, compare as the smallest.
        at_most: Option<usize>,
    },
    /// The given number with the smallest hashes, at least 1 (Heintze 1996).
    Smallest(usize),
}

impl Sampling {
    /// One in 25, at most 400 of a document (Broder, Glassman, Manasse and Zweig 1997).
    pub const BRODER: Sampling = Sampling::Remainder { divisor: 25, remainder: 0, at_most: Some(400) };

    /// Refuses values out of range.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] unless the divisor is more than the remainder, and numbers kept are at least 1.
    pub fn check(&self) -> Result<(), Error> {
        let refused = |value: u64, expected| Error::InvalidOption {
            option: "sampling",
            value: value.to_string(),
            expected,
        };
        match *self {
            Sampling::Remainder { divisor, remainder, .. } if remainder >= divisor => {
                Err(refused(remainder, "a remainder less than the divisor"))
            }
            Sampling::Remainder { at_most: Some(0), .. } | Sampling::Smallest(0) => {
                Err(refused(0, "at least 1 shingle to keep"))
            }
            _ => Ok(()),
        }
    }

    /// Leaves of a sorted list, in which repetitions count once, what is kept; sorted and distinct. A small document may
    /// be left without any shingle. By a divisor of 0 nothing is kept.
    pub fn apply<T: ShingleValue>(&self, shingles: &mut Vec<T>) {
        shingles.dedup();
        match *self {
            Sampling::All => {}
            Sampling::Remainder { divisor, remainder, at_most } => {
                shingles.retain(|shingle| shingle.low().checked_rem(divisor) == Some(remainder));
                shingles.truncate(at_most.unwrap_or(usize::MAX));
            }
            Sampling::Smallest(count) => shingles.truncate(count),
        }
    }
}

/// Leaves out of a sorted list of shingles those of another sorted list: shingles too frequent to tell documents apart
/// (Heintze 1996; Broder and others 1997 leave out what more than 1,000 documents share).
///
/// ```
/// let mut shingles = vec![1, 2, 2, 3, 5];
/// twinprint::shingle::without(&mut shingles, &[2, 4, 5]);
/// assert_eq!(shingles, [1, 3]);
/// ```
pub fn without<T: Ord>(shingles: &mut Vec<T>, frequent: &[T]) {
    let mut frequent = frequent.iter().peekable();
    shingles.retain(|shingle| {
        while frequent.next_if(|other| *other < shingle).is_some() {}
        frequent.peek() != Some(&shingle)
    });
}
