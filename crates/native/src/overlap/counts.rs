//! How many sets have a member: rare ones tell sets apart.
//!
//! Exact counts would take as much memory as the sets themselves. Here members share counters, so that a count is never too
//! low; one that is 1 is exact, and its member is of no use to any pair.

use std::{thread, vec};

use super::super::Error;
use super::super::blobs::Lists;
use super::super::with_huge_pages;

/// In how many lists numbers are, at most: counters, one for all numbers that agree in their highest bits. They stay at the highest count
/// that they can tell.
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

    /// Leaves of a list the numbers that another list may have, too. Whether one does cannot be foreseen, and its counter comes from
    /// far: without a branch on it many are on their way at once.
    pub(crate) fn common(&self, list: &[u64], common: &mut Vec<u64>) {
        common.clear();
        common.resize(list.len(), 0);
        let mut kept = 0;
        for &number in list {
            common[kept] = number;
            kept += usize::from(self.get(number) > 1);
        }
        common.truncate(kept);
    }

    /// In how many lists a number is at most, and exactly if in one; at most 255.
    #[inline]
    pub(crate) fn get(&self, number: u64) -> u8 {
        self.counters[(number >> self.shift) as usize]
    }
}

/// Counts the numbers whose counters are these, from `first` on.
fn count(lists: &Lists, counters: &mut [u8], first: usize, shift: u32) -> Result<(), Error> {
    let low = (first as u64) << shift;
    let last = first + counters.len() - 1;
    let high = ((last as u64) << shift) | ((1 << shift) - 1);
    lists.for_each(|_, list| {
        let start = list.partition_point(|&number| number < low);
        for &number in list[start..].iter().take_while(|&&number| number <= high) {
            let counter = &mut counters[(number >> shift) as usize - first];
            *counter = counter.saturating_add(1);
        }
        Ok(())
    })
}
