//! Codes sorted by a few of their bits, in which what is equal keeps its order.
//!
//! Comparing would take `log2 n` steps a code. Here codes are dealt out to as many places as a digit has values, once for
//! each digit, the lowest first (radix sort).

use alloc::vec;
use alloc::vec::Vec;

use crate::cpu;
use crate::table::code::Code;
use crate::table::plan::lead::{Lead, User};

/// The most bits of a digit: as many places as the nearest caches and the tables of addresses keep track of.
pub(super) const DIGIT: u32 = 9;

/// Sorts by the leading bits. `scratch` is for use in between; it may have any length and content.
///
/// # Panics
/// With 2^32 codes or more.
pub(super) fn sort_by_lead<C: Code>(codes: &mut Vec<C>, scratch: &mut Vec<C>, lead: &Lead<C>) {
    let digits = lead.bits.div_ceil(DIGIT);
    if digits == 0 || codes.len() < 2 {
        return;
    }
    if scratch.capacity() < codes.len() {
        *scratch = cpu::with_huge_pages(codes.len());
    }
    scratch.resize(codes.len(), C::ZERO);
    let digit = lead.bits.div_ceil(digits);
    let counts = lead.with(Count { codes, digits: digits as usize, digit });
    for (at, counts) in counts.iter().enumerate() {
        if counts.iter().any(|&count| count as usize == codes.len()) {
            continue; // all are equal
        }
        let low = at as u32 * digit;
        lead.with(Deal { codes, scratch, counts, low });
        core::mem::swap(codes, scratch);
    }
}

/// The same codes, dealt out by leading bits of at most one digit.
pub(super) fn deal<C: Code>(codes: &[C], dealt: &mut Vec<C>, lead: &Lead<C>) {
    dealt.resize(codes.len(), C::ZERO);
    let counts = lead.with(Count { codes, digits: 1, digit: lead.bits });
    lead.with(Deal { codes, scratch: dealt, counts: &counts[0], low: 0 });
}

/// Counts how often each digit has each value, the lowest digit first.
struct Count<'a, C> {
    codes: &'a [C],
    digits: usize,
    digit: u32,
}

impl<C: Code> User<C, Vec<Vec<u32>>> for Count<'_, C> {
    #[inline(always)]
    fn each(self, lead: impl Fn(C) -> u64) -> Vec<Vec<u32>> {
        let mut counts = vec![vec![0u32; 1 << self.digit]; self.digits];
        let mask = (1 << self.digit) - 1;
        for &code in self.codes {
            let mut key = lead(code) as usize;
            for counts in &mut counts {
                counts[key & mask] += 1;
                key >>= self.digit;
            }
        }
        counts
    }
}

/// Deals codes out by one digit.
struct Deal<'a, C> {
    codes: &'a [C],
    scratch: &'a mut [C],
    counts: &'a [u32],
    low: u32,
}

impl<C: Code> User<C, ()> for Deal<'_, C> {
    #[inline(always)]
    fn each(self, lead: impl Fn(C) -> u64) {
        let mut end = 0u32;
        let starts = self.counts.iter().map(|count| {
            let start = end;
            end += count;
            start
        });
        let mut next: Vec<u32> = starts.collect();
        let mask = next.len() - 1;
        for &code in self.codes {
            let place = &mut next[(lead(code) >> self.low) as usize & mask];
            self.scratch[*place as usize] = code;
            *place += 1;
        }
    }
}
