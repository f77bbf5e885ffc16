//! How many sets have a member: rare ones tell sets apart.
//!
//! Exact counts would take as much memory as the sets themselves. Here members share counters: one that is 1 is exact, and its member
//! is of no use to any pair. A counter is a byte. Up to [`EXACT`] it counts each set; what follows stands for ever more, as if drawn by
//! lot (Morris 1978, "Counting large numbers of events in small registers"), by hashes, so that the same sets give the same. So it can
//! be told whether a member is in a hundredth of a million sets or in all, and a posting that half of them share is looked at last.

use std::{thread, vec};

use super::super::Error;
use super::super::blobs::Lists;
use super::super::with_huge_pages;
use twinprint::hash;

/// The highest count that is one of sets.
const EXACT: u8 = 127;
/// The counts above it in which a number of sets doubles.
const STEPS: u8 = 4;

/// In how many lists numbers are: counters, one for all numbers that agree in their highest bits. They tell how many are fewer, and stay at
/// the highest count that they can tell.
#[derive(Debug)]
pub struct Counts {
    counters: Vec<u8>,
    shift: u32,
}

impl Counts {
    /// Counts in how many lists each number is: each list is sorted, and has each number once. The numbers are spread over
    /// all 64 bits evenly. At most `memory` bytes are taken, or a few.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub fn of(lists: &Lists, memory: usize) -> Result<Counts, Error> {
        let numbers = lists.ends().last().map_or(0, |end| end / 8);
        let wanted = numbers.clamp(1 << 10, 1 << 40).next_power_of_two();
        let bits = wanted.ilog2().min((memory as u64).max(1 << 10).ilog2());
        let shift = 64 - bits;
        // They are counted here and there.
        let mut counters = with_huge_pages(1 << bits);
        counters.resize(1 << bits, 0u8);
        let threads = rayon::current_num_threads().clamp(1, 1 << bits);
        let share = (1usize << bits).div_ceil(threads);
        let counted = thread::scope(|scope| {
            let parts = counters.chunks_mut(share).enumerate();
            let workers: Vec<_> = parts
                .map(|(part, counters)| scope.spawn(move || count(lists, counters, part * share, shift)))
                .collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        counted.map(|()| Counts { counters, shift })
    }

    /// 2^`bits` counters, all 0.
    pub(crate) fn none(bits: u32) -> Counts {
        Counts::of_counters(vec![0; 1 << bits.clamp(1, 30)])
    }

    /// These counters: as many as a power of two, or as the largest below.
    pub(crate) fn of_counters(mut counters: Vec<u8>) -> Counts {
        counters.resize(1 << counters.len().max(2).ilog2(), u8::MAX);
        let shift = 64 - counters.len().ilog2();
        Counts { counters, shift }
    }

    /// The counters, by the highest bits.
    pub(crate) fn counters(&self) -> &[u8] {
        &self.counters
    }

    /// Counts the numbers of one more list.
    pub(crate) fn add(&mut self, list: impl Iterator<Item = u64>) {
        for number in list {
            let counter = &mut self.counters[(number >> self.shift) as usize];
            *counter = counter.saturating_add(1);
        }
    }

    /// Adds what was counted elsewhere, from counter `first` on. False if there are fewer counters than that.
    pub(crate) fn add_counters(&mut self, first: usize, counters: &[u8]) -> bool {
        let Some(own) = self.counters.get_mut(first..first.saturating_add(counters.len())) else {
            return false;
        };
        own.iter_mut().zip(counters).for_each(|(own, &other)| *own = own.saturating_add(other));
        true
    }

    /// Leaves of a list the numbers that another list may have, too.
    pub(crate) fn common(&self, list: &[u64], common: &mut Vec<u64>) {
        common_of(list, |number| self.get(number) > 1, common);
    }

    /// The more, the more lists have a number; 1 if exactly one has it.
    #[inline]
    pub(crate) fn get(&self, number: u64) -> u8 {
        self.counters[(number >> self.shift) as usize]
    }
}

/// Leaves of a list the numbers of which it is told. Whether it does cannot be foreseen, and what tells comes from
/// far: without a branch on it many are on their way at once.
pub(super) fn common_of(list: &[u64], tells: impl Fn(u64) -> bool, common: &mut Vec<u64>) {
    common.clear();
    common.resize(list.len(), 0);
    let mut kept = 0;
    for &number in list {
        common[kept] = number;
        kept += usize::from(tells(number));
    }
    common.truncate(kept);
}

/// Counts the numbers whose counters are these, from `first` on.
fn count(lists: &Lists, counters: &mut [u8], first: usize, shift: u32) -> Result<(), Error> {
    let low = (first as u64) << shift;
    let last = first + counters.len() - 1;
    let high = ((last as u64) << shift) | ((1 << shift) - 1);
    lists.for_each(|of, list| {
        let start = list.partition_point(|&number| number < low);
        for &number in list[start..].iter().take_while(|&&number| number <= high) {
            let counter = &mut counters[(number >> shift) as usize - first];
            if *counter <= EXACT || is_drawn(*counter, number, of as u64) {
                *counter = counter.saturating_add(1);
            }
        }
        Ok(())
    })
}

/// Whether a list is the one of many by which a counter goes on.
fn is_drawn(counter: u8, number: u64, list: u64) -> bool {
    let doubled = u32::from((counter - EXACT - 1) / STEPS) + 1;
    hash::mix(number ^ hash::mix(list)).trailing_zeros() >= doubled
}
