//! Sorting on all cores, digit by digit from the highest.
//!
//! Sorting by comparison takes n log n steps, each a branch that cannot be foretold. Here records are dealt out by a digit
//! of 8 bits, first by all cores at once, then each part alone by its next digit, until it is short enough for the first
//! cache and for [`short`](super::short). Of n random codes little more than log2 n bits are ever read.
//!
//! Each pass moves records between two stretches of memory, in which every digit of every core has a place of its own in
//! advance; so equal digits keep their order. More places than some 256 outnumber the pages whose addresses a core keeps
//! at hand: of 100 million codes, 2^8 places took 1.4 ns each, 2^11 took 4.4. Gathering lines of 64 to 256 bytes before they
//! are written (software write combining) took 3.4 ns or more, since safe code has no stores that bypass the cache.
//!
//! Records that crowd together cost no more than others. Where all have one digit, the next one starts at the highest bit
//! in which any differ; and a pass goes over its part once, so a record is moved at most once for each bit.

use core::array::from_fn;
use core::slice::IterMut;

use rayon::prelude::*;

use super::record::Record;
use super::short::{self, SHORT};

/// The most bits of a digit.
pub(super) const DIGIT: u32 = 8;
/// The most digits there are.
pub(super) const DIGITS: usize = 1 << DIGIT;
/// Dealing out is to leave parts of some 2^10 records: a quarter of [`SHORT`], as parts are never equal.
const LEFT: u32 = 10;
/// No part with fewer records is worth several cores: it is sorted in less than a millisecond.
const GRAIN: usize = 1 << 16;

/// Sorts records in their natural order on all cores. Takes as much memory again as they do.
///
/// ```
/// let mut records = vec![(7u64, 0u64), (3, 2), (7, 1), (3, 1)];
/// twinprint_native::sort::sort(&mut records);
/// assert_eq!(records, [(3, 1), (3, 2), (7, 0), (7, 1)]);
/// ```
pub fn sort<R: Record>(records: &mut [R]) {
    sort_in(records, &mut vec![R::default(); records.len()]);
}

/// Sorts as [`sort`] does, in memory that is there already: of `spare` nothing is read, and what is left in it means
/// nothing. Memory new from the system can take longer to come than the sorting.
///
/// # Panics
/// If `spare` has not as many records.
pub fn sort_in<R: Record>(records: &mut [R], spare: &mut [R]) {
    assert_eq!(records.len(), spare.len(), "as many to spare as to sort");
    Dealing::new(records.len(), 0).sort(records, spare, Home::Here, R::SORT_BITS);
}

/// Where the records of a part belong once they are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    /// Where they are.
    Here,
    /// In the other stretch of memory.
    There,
}

impl Home {
    fn seen_from_there(self) -> Self {
        match self {
            Home::Here => Home::There,
            Home::There => Home::Here,
        }
    }

    /// The records of a part that is sorted, moved to where they belong.
    pub(super) fn bring<'a, R: Record>(self, here: &'a mut [R], there: &'a mut [R]) -> &'a mut [R] {
        match self {
            Home::Here => here,
            Home::There => {
                there.copy_from_slice(here);
                there
            }
        }
    }
}

/// Some bits of a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Digit {
    /// How many bits are below.
    pub(super) shift: u32,
    /// How many they are, at most [`DIGIT`].
    pub(super) bits: u32,
}

impl Digit {
    /// Its value in a record. The remainder changes nothing, and tells the compiler that the value is an index.
    #[inline(always)]
    pub(super) fn of<R: Record>(self, record: R) -> usize {
        record.digit(self.shift, self.bits) % DIGITS
    }
}

/// Where records of type `R` come from, as something else or as they are.
pub(super) trait Read<S, R>: Sync {
    /// Hands over each.
    fn each(&self, from: &[S], take: impl FnMut(R));
}

/// As they are.
struct Plain;

impl<R: Record> Read<R, R> for Plain {
    #[inline(always)]
    fn each(&self, from: &[R], take: impl FnMut(R)) {
        from.iter().copied().for_each(take);
    }
}

/// How often each digit occurs in a core's share of the records.
pub(super) type Counts = [usize; DIGITS];

/// Dealing out records by one digit after another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dealing {
    /// How many of the lowest bits need no sorting: records that agree in all others come in order.
    pub(super) floor: u32,
    /// A part with more records is dealt out by all cores at once.
    grain: usize,
}

impl Dealing {
    /// For `n` records in all.
    pub(super) fn new(n: usize, floor: u32) -> Self {
        Dealing { floor, grain: (n / (4 * rayon::current_num_threads())).max(GRAIN) }
    }

    /// Whether `n` records are dealt out by all cores at once.
    pub(super) fn is_shared(&self, n: usize) -> bool {
        n > self.grain
    }

    /// The digit that n records are dealt out by which differ in no bit from `top` up.
    pub(super) fn digit(&self, n: usize, top: u32) -> Digit {
        let wanted = (top - self.floor).min(n.ilog2().saturating_sub(LEFT)).max(1);
        let bits = wanted.div_ceil(wanted.div_ceil(DIGIT));
        Digit { shift: top - bits, bits }
    }

    /// Sorts records that differ in no bit from `top` up.
    pub(super) fn sort<R: Record>(&self, here: &mut [R], there: &mut [R], home: Home, mut top: u32) {
        let n = here.len();
        if n <= SHORT {
            return short::sort(here, there, home, self.floor..top);
        }
        if top <= self.floor {
            home.bring(here, there);
            return;
        }
        let mut digit = self.digit(n, top);
        let mut counts = self.count(here, &Plain, digit);
        if sums(&counts).contains(&n) {
            top = R::differing(here);
            if top <= self.floor {
                home.bring(here, there);
                return;
            }
            digit = self.digit(n, top);
            counts = self.count(here, &Plain, digit);
        }
        self.deal(here, &Plain, there, digit, &counts);
        self.sort_parts(there, here, home.seen_from_there(), &sums(&counts), digit.shift);
    }

    /// Sorts each of the parts that have been dealt out, whose lengths are given.
    pub(super) fn sort_parts<R: Record>(
        &self,
        mut here: &mut [R],
        mut there: &mut [R],
        home: Home,
        sizes: &Counts,
        top: u32,
    ) {
        let shared = self.is_shared(here.len());
        let parts = sizes.iter().map(|&n| (first(&mut here, n), first(&mut there, n)));
        let sort = |(here, there): (&mut [R], &mut [R])| self.sort(here, there, home, top);
        if shared {
            parts.collect::<Vec<_>>().into_par_iter().with_max_len(1).for_each(sort);
        } else {
            parts.for_each(sort);
        }
    }

    /// For each core, how often each digit occurs in its share.
    pub(super) fn count<S: Sync, R: Record>(
        &self,
        from: &[S],
        read: &impl Read<S, R>,
        digit: Digit,
    ) -> Vec<Counts> {
        let count = |share: &[S]| {
            // Two arrays in turn: where neighbours have the same digit, one count need not wait for the other.
            let (mut counts, mut turn) = ([[0; DIGITS]; 2], 0);
            read.each(share, |record| {
                counts[turn][digit.of(record)] += 1;
                turn ^= 1;
            });
            sums(&counts)
        };
        from.par_chunks(self.share(from.len())).map(count).collect()
    }

    /// Moves the records to where their digits have them, those of a digit in the order in which they come.
    pub(super) fn deal<S: Sync, R: Record>(
        &self,
        from: &[S],
        read: &impl Read<S, R>,
        to: &mut [R],
        digit: Digit,
        counts: &[Counts],
    ) {
        let shares = from.par_chunks(self.share(from.len()));
        shares.zip(places(to, counts)).for_each(|(share, mut places)| {
            read.each(share, |record| {
                // There are as many places as were counted.
                if let Some(place) = places[digit.of(record)].next() {
                    *place = record;
                }
            });
        });
    }

    fn share(&self, n: usize) -> usize {
        if self.is_shared(n) { n.div_ceil(rayon::current_num_threads()) } else { n }
    }
}

/// How often each digit occurs in all shares.
pub(super) fn sums(counts: &[Counts]) -> Counts {
    from_fn(|digit| counts.iter().map(|counts| counts[digit]).sum())
}

/// For each share and digit, the places of its records: those of a digit together, in the order of the shares.
fn places<'a, R>(mut to: &'a mut [R], counts: &[Counts]) -> Vec<[IterMut<'a, R>; DIGITS]> {
    let mut places: Vec<[_; DIGITS]> = counts.iter().map(|_| from_fn(|_| [].iter_mut())).collect();
    for digit in 0..DIGITS {
        for (places, counts) in places.iter_mut().zip(counts) {
            places[digit] = first(&mut to, counts[digit]).iter_mut();
        }
    }
    places
}

/// Takes the first `n` off, or none if there are fewer.
fn first<'a, R>(rest: &mut &'a mut [R], n: usize) -> &'a mut [R] {
    rest.split_off_mut(..n).unwrap_or_default()
}
