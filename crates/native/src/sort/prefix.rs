//! Sorted codes brought into the order of a table.
//!
//! Naively each code is permuted and all are sorted anew, by every bit that tells them apart. But the last blocks of a
//! table stand in it in the order that they have in the code, so sorted codes that agree in all bits before these are in
//! order already: stable passes over those bits alone are enough (two for 16). They are the table's prefix or fewer; more
//! where it has been shortened, since the bits cut from it come before bits that are higher in the code. The first pass
//! permutes on the way.

use super::StoredCode;
use rayon::prelude::*;

use super::radix::{Dealing, Home, Read, sums};
use twinprint::table::Table;

/// The codes that are permuted together: few enough for the first cache.
const BATCH: usize = 256;

/// The permuted codes in sorted order, of sorted codes and a table of a plan for as many bits. Runs on all cores and
/// takes, beside the result, as much memory again while it does. Codes that repeat stay so.
pub(crate) fn by_prefix<C: StoredCode>(codes: &[C], table: &Table) -> Vec<C> {
    let mut sorted = vec![C::ZERO; codes.len()];
    by_prefix_in(codes, table, &mut sorted, &mut vec![C::ZERO; codes.len()]);
    sorted
}

/// Does as `by_prefix` does, in memory that is there already. Of `sorted` and `spare` nothing is read, and what is left
/// in `spare` means nothing.
///
/// # Panics
/// If `sorted` or `spare` has not as many codes.
pub fn by_prefix_in<C: StoredCode>(codes: &[C], table: &Table, sorted: &mut [C], spare: &mut [C]) {
    let n = codes.len();
    assert_eq!((sorted.len(), spare.len()), (n, n), "room for as many codes");
    debug_assert!(codes.is_sorted(), "codes come sorted");
    let permuted = Permuted::new(table);
    if permuted.in_order() == C::BITS {
        return sorted.copy_from_slice(codes); // every bit is where it was
    }
    let dealing = Dealing::new(n, permuted.in_order());
    if dealing.is_shared(n) {
        let digit = dealing.digit(n, C::BITS);
        let counts = dealing.count(codes, &permuted.down_to(digit.shift), digit);
        dealing.deal(codes, &permuted, spare, digit, &counts);
        dealing.sort_parts(spare, sorted, Home::There, &sums(&counts), digit.shift);
    } else {
        spare
            .par_chunks_mut(BATCH)
            .zip(codes.par_chunks(BATCH))
            .for_each(|(to, from)| permuted.fill(to, from));
        dealing.sort(spare, sorted, Home::There, C::BITS);
    }
}

/// [`Table::permute`] for many codes: block by block, several codes at a time.
struct Permuted<C> {
    blocks: Vec<Move<C>>,
}

/// A block of bits on its way into a table's order.
#[derive(Clone, Copy)]
struct Move<C> {
    /// How far above the lowest bit it was.
    from: u32,
    /// As many of the lowest bits as it has.
    mask: C,
    /// How far above the lowest bit it is to be.
    to: u32,
}

impl<C: StoredCode> Permuted<C> {
    fn new(table: &Table) -> Self {
        let mut to = C::BITS;
        let blocks = table.order().iter().map(|block| {
            to -= block.length;
            Move { from: block.start, mask: C::low(block.length), to }
        });
        Permuted { blocks: blocks.collect() }
    }

    /// How many of the lowest bits are of blocks in the order that they have in a code.
    fn in_order(&self) -> u32 {
        let after = self.blocks.windows(2).rposition(|pair| pair[0].from < pair[1].from);
        after.map_or(C::BITS, |at| self.blocks[at].to)
    }

    /// Only the blocks in which a digit lies that has `shift` bits below it.
    fn down_to(&self, shift: u32) -> Self {
        let blocks = self.blocks.iter().scan(C::BITS, |end, &block| {
            let lies_in = *end > shift;
            *end = block.to;
            lies_in.then_some(block)
        });
        Permuted { blocks: blocks.collect() }
    }

    fn fill(&self, permuted: &mut [C], codes: &[C]) {
        permuted.fill(C::ZERO);
        for &Move { from, mask, to } in &self.blocks {
            for (permuted, &code) in permuted.iter_mut().zip(codes) {
                *permuted = *permuted | (code >> from & mask) << to;
            }
        }
    }
}

impl<C: StoredCode> Read<C, C> for Permuted<C> {
    #[inline(always)]
    fn each(&self, codes: &[C], mut take: impl FnMut(C)) {
        let mut batch = [C::ZERO; BATCH];
        for codes in codes.chunks(BATCH) {
            let permuted = &mut batch[..codes.len()];
            self.fill(permuted, codes);
            permuted.iter().for_each(|&code| take(code));
        }
    }
}
