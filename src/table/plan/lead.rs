//! The bits that lead in a table, taken out of a fingerprint without permuting all of it.

use alloc::vec::Vec;

use super::blocks::{Block, length};
use crate::table::code::Code;

/// Some bits of a fingerprint, as a number in which they stand together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lead<C> {
    /// The bits, where they lie in a fingerprint.
    pub(crate) mask: C,
    /// How many they are, at most 63.
    pub(crate) bits: u32,
    /// Of each block how far down it goes, its low bits set, and how far up it goes then; the leading first.
    blocks: Vec<(u32, C, u32)>,
}

impl<C: Code> Lead<C> {
    /// The first of these blocks' bits, up to `bits` of them.
    pub(crate) fn new(order: &[Block], bits: u32) -> Self {
        let bits = bits.min(length(order));
        let (mut mask, mut left, mut blocks) = (C::ZERO, bits, Vec::new());
        for block in order {
            let taken = block.length.min(left);
            if taken > 0 {
                let start = block.start + block.length - taken;
                left -= taken;
                mask = mask | C::low(taken) << start;
                blocks.push((start, C::low(taken), left));
            }
        }
        Lead { mask, bits, blocks }
    }

    /// These bits of a fingerprint, the first the highest.
    #[inline(always)]
    pub(crate) fn of(&self, code: C) -> u64 {
        self.blocks.iter().fold(0, |key, &block| key | part(code, block))
    }

    /// Does something with a quicker form of [`of`](Lead::of), for when it is called many times.
    #[inline(always)]
    pub(crate) fn with<R>(&self, user: impl User<C, R>) -> R {
        match self.blocks[..] {
            [] => user.each(|_| 0),
            [only] => user.each(move |code| part(code, only)),
            [first, second] => user.each(move |code| part(code, first) | part(code, second)),
            _ => user.each(|code| self.of(code)),
        }
    }
}

/// What is done with the leading bits of many fingerprints.
pub(crate) trait User<C, R> {
    /// Does it.
    fn each(self, lead: impl Fn(C) -> u64) -> R;
}

#[inline(always)]
fn part<C: Code>(code: C, (down, low, up): (u32, C, u32)) -> u64 {
    ((code >> down & low).widened() as u64) << up
}
