//! All pairs of fingerprints within k bits (after Manku, Jain and Das Sarma 2007, section 3).
//!
//! Naively, each of n fingerprints is compared with every other. Here bits are cut into r blocks, and for each choice of
//! r - k of them the fingerprints are sorted by these alone: whatever k bits differ, two fingerprints are neighbours in one
//! of the orders at least, and only those are compared that have all leading bits in common. A pair that does in several
//! orders counts in the first.
//!
//! Where too many have the leading bits in common, the same is done again among them, with the bits in which they still
//! differ: the paper's nested cuts, but made only where there is a crowd, to its measure, and if they leave at most half the
//! comparisons. So a crowd of m takes a few times m^2 / 2 comparisons at the worst, when no cut can tell its members
//! apart; and as many pairs there may be: all of a crowd that differs in k bits.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::join::Pair;
use super::plain::{check, scan};
use super::radix;
use crate::cpu;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::plan::blocks::{Block, choices, cut};
use crate::table::plan::cover::{MAX_TABLES, binomial};
use crate::table::plan::lead::Lead;

/// The largest k of a self-join: beyond that of tables, since a study of k asks what lies beyond it.
pub const MAX_SELF_JOIN_K: u32 = 16;

/// What it costs to deal a code out once, in codes compared.
const DEALT: u128 = 16;

/// What it costs to begin with an order, in codes compared: choosing and counting.
const BEGUN: u128 = 4096;

/// How many values leading bits need have for each code, as a power of two: with more, hardly fewer codes are compared.
const SPARSE: u32 = 4;

/// How many codes are compared with one another without a thought of anything better.
const FEW: usize = 64;

/// All pairs of fingerprints within k bits.
///
/// ```
/// use twinprint::table::{Pair, SelfJoin};
/// let fingerprints = [0u64, 1, 0xFF, 0x1FF];
/// let (join, mut pairs) = (SelfJoin::new(&fingerprints, 1)?, Vec::new());
/// for part in 0..join.parts() {
///     join.scan(part, |pair| {
///         pairs.push((pair.query, pair.fingerprint));
///         true
///     });
/// }
/// assert_eq!(pairs, [(0, 1), (0xFF, 0x1FF)]);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct SelfJoin<'a, C> {
    codes: &'a [C],
    k: u32,
    orders: Vec<Lead<C>>,
}

impl<'a, C: Code> SelfJoin<'a, C> {
    /// Of these fingerprints, which must be distinct and in ascending order.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for fingerprints that are not so, 2^32 of them or more, or k above
    /// [`MAX_SELF_JOIN_K`].
    pub fn new(fingerprints: &'a [C], k: u32) -> Result<Self, Error> {
        check(fingerprints)?;
        if k > MAX_SELF_JOIN_K {
            let expected = "a number of bits from 0 to 16";
            return Err(Error::InvalidOption { option: "k", value: k.to_string(), expected });
        }
        Ok(SelfJoin { codes: fingerprints, k, orders: orders(fingerprints, k) })
    }

    /// Into how many parts the work falls, each of which can be done apart.
    pub fn parts(&self) -> usize {
        self.orders.len().max(1)
    }

    /// Gives the pairs of one part, until no more is wanted; each pair is in one part, once. They come in no order. Tells
    /// whether it came to the end. Takes as much memory again as the fingerprints, twice.
    pub fn scan(&self, part: usize, take: impl FnMut(Pair<C>) -> bool) -> bool {
        let mut descent = Descent { k: self.k, barred: Vec::new(), scratch: Vec::new(), take };
        match self.orders.is_empty() {
            _ if self.k == 0 => true, // none are equal
            true => descent.compare(self.codes),
            false => descent.order(self.codes, &self.orders, part),
        }
    }
}

/// By what to sort codes so that any two within k bits have all that leads in common once; nothing if it is less work to
/// compare them all.
fn orders<C: Code>(codes: &[C], k: u32) -> Vec<Lead<C>> {
    let Some(&first) = codes.first().filter(|_| codes.len() > FEW) else { return Vec::new() };
    let differ = codes.iter().fold(C::ZERO, |differ, &code| differ | (code ^ first));
    let (bits, n) = (differ.ones(), codes.len() as u128);
    let enough = codes.len().ilog2() + SPARSE;
    let work = |r: u32| {
        let prefix = (bits * (r - k) / r).min(enough);
        let dealt = n * u128::from(prefix.div_ceil(radix::DIGIT)) * DEALT;
        u128::from(binomial(r, k)) * (BEGUN + dealt + (n * n).unbounded_shr(prefix + 1))
    };
    let cuts = (k + 1..=bits).take_while(|&r| binomial(r, k) <= MAX_TABLES as u64);
    let Some(r) = cuts.min_by_key(|&r| work(r)).filter(|&r| work(r) < n * n / 2) else { return Vec::new() };
    let parts = cut(&blocks(differ), r);
    choices(&parts, r - k).into_iter().map(|(lead, _)| Lead::new(&lead, enough)).collect()
}

/// The bits that are set, as blocks, the highest first.
fn blocks<C: Code>(mut bits: C) -> Vec<Block> {
    let mut blocks = Vec::new();
    while bits > C::ZERO {
        let end = bits.length();
        let above = C::low(end) ^ bits; // unset bits below the highest
        let start = above.length();
        blocks.push(Block { start, length: end - start });
        bits = bits & C::low(start);
    }
    blocks
}

/// The way down to where codes are compared.
struct Descent<C, T> {
    k: u32,
    /// Bits that a pair must not have all in common, since it has been found by them.
    barred: Vec<C>,
    /// Lists of codes for use again.
    scratch: Vec<Vec<C>>,
    take: T,
}

impl<C: Code, T: FnMut(Pair<C>) -> bool> Descent<C, T> {
    /// The pairs of a crowd. It is cut again if that leaves at most half the comparisons, so that all cuts together never
    /// cost more than a few times what comparing all would.
    fn crowd(&mut self, codes: &[C]) -> bool {
        let (orders, n) = (orders(codes, self.k), codes.len() as u64);
        let left = orders.iter().map(|lead| self.comparisons(codes, lead)).sum::<u64>();
        if orders.is_empty() || left > n * n / 4 {
            return self.compare(codes);
        }
        (0..orders.len()).all(|order| self.order(codes, &orders, order))
    }

    /// How many pairs have the leading bits in common.
    fn comparisons(&mut self, codes: &[C], lead: &Lead<C>) -> u64 {
        let sorted = self.sorted(codes, lead);
        let runs = sorted.chunk_by(|a, b| (*a ^ *b) & lead.mask == C::ZERO);
        let comparisons = runs.map(|run| (run.len() as u64).pow(2) / 2).sum();
        self.scratch.push(sorted);
        comparisons
    }

    fn sorted(&mut self, codes: &[C], lead: &Lead<C>) -> Vec<C> {
        let mut sorted = self.scratch.pop().unwrap_or_default();
        let mut scratch = self.scratch.pop().unwrap_or_default();
        sorted.clear();
        sorted.extend_from_slice(codes);
        radix::sort_by_lead(&mut sorted, &mut scratch, lead);
        self.scratch.push(scratch);
        sorted
    }

    /// The pairs that have the bits of one order in common, and of none before it.
    fn order(&mut self, codes: &[C], orders: &[Lead<C>], order: usize) -> bool {
        let sorted = self.sorted(codes, &orders[order]);
        let known = self.barred.len();
        self.barred.extend(orders[..order].iter().map(|lead| lead.mask));
        let lead = orders[order].mask;
        let mut crowds = Vec::new();
        let wanted = cpu::best(Runs { descent: self, codes: &sorted, lead, crowds: &mut crowds })
            && crowds.iter().all(|&(start, end)| self.crowd(&sorted[start..end]));
        self.barred.truncate(known);
        self.scratch.push(sorted);
        wanted
    }

    fn compare(&mut self, codes: &[C]) -> bool {
        cpu::best(Compare { descent: self, codes })
    }

    /// Compares each code with those after it.
    #[inline(always)]
    fn compare_all(&mut self, codes: &[C]) -> bool {
        for (at, &code) in codes.iter().enumerate() {
            let Descent { k, barred, take, .. } = &mut *self;
            let wanted = scan(&codes[at + 1..], code, *k, |other| {
                let difference = code ^ other;
                if barred.iter().any(|&lead| difference & lead == C::ZERO) {
                    return true;
                }
                let (query, fingerprint) = (code.min(other), code.max(other));
                take(Pair { query, fingerprint, distance: difference.ones() })
            });
            if !wanted {
                return false;
            }
        }
        true
    }
}

struct Compare<'a, C, T> {
    descent: &'a mut Descent<C, T>,
    codes: &'a [C],
}

impl<C: Code, T: FnMut(Pair<C>) -> bool> cpu::Work for Compare<'_, C, T> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.descent.compare_all(self.codes)
    }
}

/// Compares codes that have the leading bits in common, and remembers where they are too many.
struct Runs<'a, C, T> {
    descent: &'a mut Descent<C, T>,
    codes: &'a [C],
    lead: C,
    crowds: &'a mut Vec<(usize, usize)>,
}

impl<C: Code, T: FnMut(Pair<C>) -> bool> cpu::Work for Runs<'_, C, T> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Runs { descent, codes, lead, crowds } = self;
        let mut start = 0;
        for end in 1..=codes.len() {
            if end < codes.len() && (codes[end] ^ codes[start]) & lead == C::ZERO {
                continue;
            }
            match end - start {
                1 => {}
                length if length > FEW => crowds.push((start, end)),
                _ if !descent.compare_all(&codes[start..end]) => return false,
                _ => {}
            }
            start = end;
        }
        true
    }
}
