//! One sorted table: the order of the bits in it, what is looked up, and what that costs.

use alloc::vec::Vec;

use super::blocks::{Block, length, low};
use super::cover::binomial;
use crate::simhash::Bits;
use crate::table::code::Code;

/// One sorted table: the order of the bits in it, and what is looked up.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table {
    order: Vec<Block>,
    prefix: u32,
    radius: u32,
}

impl Table {
    /// The table in which `lead` is the prefix. Blocks that follow one another in the fingerprint too become one.
    pub(super) fn led_by(lead: Vec<Block>, rest: Vec<Block>, radius: u32) -> Self {
        let prefix = length(&lead);
        let mut order: Vec<Block> = Vec::new();
        for block in lead.into_iter().chain(rest) {
            match order.last_mut() {
                Some(last) if last.start == block.start + block.length => {
                    *last = Block { start: block.start, length: last.length + block.length };
                }
                _ => order.push(block),
            }
        }
        Table { order, prefix, radius: radius.min(prefix) }
    }

    /// The blocks of bits in their order in this table, the leading first; every bit of a fingerprint is in one.
    pub fn order(&self) -> &[Block] {
        &self.order
    }

    /// How many leading bits are looked up.
    pub fn prefix(&self) -> u32 {
        self.prefix
    }

    /// All prefixes within this many bits of the query's are looked up.
    pub fn radius(&self) -> u32 {
        self.radius
    }

    /// How many prefixes that is.
    pub fn probes(&self) -> u64 {
        probes(self.prefix, self.radius)
    }

    /// A fingerprint of as many bits as the plan's, with its bits in the table's order.
    #[inline]
    pub fn permute<C: Code>(&self, fingerprint: C) -> C {
        let mut at = C::BITS;
        self.order.iter().fold(C::ZERO, |permuted, block| {
            at -= block.length;
            permuted | (fingerprint >> block.start & C::low(block.length)) << at
        })
    }

    /// The fingerprint that [`permute`](Table::permute) made this of.
    #[inline]
    pub fn restore<C: Code>(&self, permuted: C) -> C {
        let mut at = C::BITS;
        self.order.iter().fold(C::ZERO, |fingerprint, block| {
            at -= block.length;
            fingerprint | (permuted >> at & C::low(block.length)) << block.start
        })
    }

    /// Whether the bits stand as in the fingerprint.
    pub(crate) fn is_natural(&self) -> bool {
        self.order.len() == 1
    }

    /// A table of these blocks, which must be each bit once, in as few blocks as can be. None for what no table can be.
    pub(crate) fn checked(bits: Bits, order: Vec<Block>, prefix: u32, radius: u32) -> Option<Self> {
        let seen = order.iter().try_fold(0u128, |seen, block| {
            let inside = block.length > 0 && block.start + block.length <= bits.count();
            let own = inside.then(|| low(block.length) << block.start)?;
            (seen & own == 0).then_some(seen | own)
        })?;
        let continues = |pair: &[Block]| pair[0].start == pair[1].start + pair[1].length;
        let whole = seen == low(bits.count())
            && !order.windows(2).any(continues)
            && prefix <= bits.count()
            && radius <= prefix;
        whole.then_some(Table { order, prefix, radius })
    }

    /// The bits of the prefix, where they lie in a fingerprint.
    pub fn lead<C: Code>(&self) -> C {
        self.restore(!C::low(C::BITS - self.prefix))
    }

    /// The same table with a prefix of up to `prefix` bits, which covers all that it covered.
    pub fn shortened(mut self, prefix: u32) -> Self {
        self.prefix = self.prefix.min(prefix);
        self.radius = self.radius.min(self.prefix);
        self
    }

    /// The same table with the prefix by which a query among this many fingerprints is the least work.
    pub(super) fn fitted(self, fingerprints: u64, probe: f64) -> Self {
        if self.radius == 0 {
            return self; // one probe, which meets the fewest with the longest prefix
        }
        let work = |prefix: u32| work(prefix, self.radius.min(prefix), fingerprints, probe);
        let prefixes = (0..=self.prefix).rev().map(|prefix| (prefix, work(prefix)));
        let fitted =
            prefixes.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(self.prefix, |(prefix, _)| prefix);
        self.shortened(fitted)
    }
}

/// How many prefixes of one length in bits are within a radius.
pub(super) fn probes(prefix: u32, radius: u32) -> u64 {
    (0..=radius).fold(0u64, |sum, flips| sum.saturating_add(binomial(prefix, flips)))
}

/// How many of n fingerprints these meet on average.
pub(super) fn candidates(prefix: u32, radius: u32, n: u64) -> f64 {
    let prefixes = f64::from_bits((1023 + u64::from(prefix)) << 52); // 2^prefix, by its exponent
    probes(prefix, radius) as f64 * n as f64 / prefixes
}

pub(super) fn work(prefix: u32, radius: u32, n: u64, probe: f64) -> f64 {
    probes(prefix, radius) as f64 * probe + candidates(prefix, radius, n)
}
