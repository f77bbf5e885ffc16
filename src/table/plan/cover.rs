//! How many tables it takes for every pattern of k bits to spare a prefix: X(f, k, d) and its dual (Manku, Jain and Das
//! Sarma 2007, section 3.1.2).
//!
//! Cut f bits into r blocks. Whatever k bits differ, r - k blocks are whole, so the C(r, k) tables in each of which other
//! r - k blocks lead cover everything; and in each table the k blocks that are left may be cut again, for a longer
//! prefix. The paper asks for the fewest tables such that every prefix has at least p bits:
//!
//! ```text
//! X(f, k, d) = 1 if d <= tau, else the least, over r, of C(r, k) * X(fk / r, k, d - (r - k)f / r)     tau = d - p
//! ```
//!
//! Two things differ from the paper's print. It has `d < tau`, by which a prefix of exactly p bits is not enough: of its own
//! four designs, those of 16 and 4 tables, whose blocks are whole, would not come out. And its blocks are fractions, f / r
//! bits each, which overstates the prefix: a sixth of 64 bits, three times, are 32 bits, but blocks of 10, 10 and 11
//! bits are 31. Here blocks are of whole bits, as equal as can be, and each choice of leading blocks is cut further only
//! where it must be, so the tables of its choices are added up rather than multiplied.
//!
//! Bits that are needed and bits that are left fall together, so how many bits may be left in the end, `f - p`, is the
//! same at every level, and X depends on the number of bits at hand alone: one row of at most 129 numbers.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::Error;
use crate::simhash::Bits;

/// The largest k there are tables for.
pub const MAX_K: u32 = 8;

/// The most tables a plan may have.
pub const MAX_TABLES: usize = 64;

/// X(f, k, d): the least number of tables, each probed once, of which every one has a prefix of at least `prefix` bits,
/// that is d - tau in the paper's letters; d, the number of fingerprints, matters in no other way. The least, that is,
/// among tables that come of cutting into blocks as equal as can be, and cutting what is left again.
///
/// ```
/// use twinprint::{simhash::Bits, table};
/// // Example 3.1 for k = 3 and d = 34: 20 tables, each of which holds some 8 fingerprints a probe.
/// assert_eq!(table::fewest_tables(Bits::B64, 3, 31)?, 20);
/// assert_eq!(table::longest_prefix(Bits::B64, 3, 20)?, 31);
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// [`Error::InvalidOption`] for k above [`MAX_K`] or a prefix of more than f - k bits, which no tables have.
pub fn fewest_tables(bits: Bits, k: u32, prefix: u32) -> Result<u64, Error> {
    Cuts::new(bits, k, prefix).map(|cuts| cuts.tables())
}

/// The dual of [`fewest_tables`]: the longest prefix in bits that every table can have when there are at most `tables`.
/// It is 0 for k tables or fewer, of which k bits can reach every one.
///
/// # Errors
/// [`Error::InvalidOption`] for k above [`MAX_K`] or no tables at all.
pub fn longest_prefix(bits: Bits, k: u32, tables: u64) -> Result<u32, Error> {
    check_k(k)?;
    for prefix in (0..=bits.count() - k).rev() {
        if fewest_tables(bits, k, prefix)? <= tables {
            return Ok(prefix);
        }
    }
    Err(Error::InvalidOption { option: "tables", value: tables.to_string(), expected: "at least 1" })
}

pub(super) fn check_k(k: u32) -> Result<(), Error> {
    if k <= MAX_K {
        return Ok(());
    }
    Err(Error::InvalidOption { option: "k", value: k.to_string(), expected: "a number of bits from 0 to 8" })
}

/// Into how many blocks to cut each number of bits, so that tables are fewest.
pub(super) struct Cuts {
    /// How many bits may be left behind a prefix.
    slack: u32,
    /// For each number of bits at hand, how many tables it takes, and into how many blocks to cut.
    best: Vec<(u64, u32)>,
}

impl Cuts {
    pub(super) fn new(bits: Bits, k: u32, prefix: u32) -> Result<Self, Error> {
        check_k(k)?;
        let f = bits.count();
        if prefix > f - k {
            let expected = "a prefix that leaves at least k bits";
            return Err(Error::InvalidOption { option: "prefix", value: prefix.to_string(), expected });
        }
        let slack = f - prefix;
        let mut best = vec![(1, 0); slack as usize + 1];
        for at_hand in slack + 1..=f {
            best.push(best_cut(at_hand, k, &best));
        }
        Ok(Cuts { slack, best })
    }

    /// How many tables there are in all.
    pub(super) fn tables(&self) -> u64 {
        self.best.last().map_or(1, |&(tables, _)| tables)
    }

    /// Into how many blocks to cut this many bits; none where they may stay as they are.
    pub(super) fn blocks(&self, at_hand: u32) -> Option<u32> {
        (at_hand > self.slack).then(|| self.best[at_hand as usize].1)
    }
}

/// The fewest tables for this many bits, and the number of blocks they come of, given those for fewer bits.
fn best_cut(at_hand: u32, k: u32, fewer: &[(u64, u32)]) -> (u64, u32) {
    let mut best = (u64::MAX, 0);
    for r in k + 1..=at_hand {
        // Of k blocks that are left, some are of the longer kind.
        let (short, longer) = (at_hand / r, at_hand % r);
        let mut tables = 0u64;
        for left in 0..=k.min(longer) {
            let ways = binomial(longer, left).saturating_mul(binomial(r - longer, k - left));
            let (each, _) = fewer[(short * k + left) as usize];
            tables = tables.saturating_add(ways.saturating_mul(each));
        }
        best = best.min((tables, r));
        // More blocks have more choices, and each choice is a table at least.
        if binomial(r + 1, k) >= best.0 {
            break;
        }
    }
    best
}

/// How many ways there are to choose k of n.
pub(crate) fn binomial(n: u32, chosen: u32) -> u64 {
    if chosen > n {
        return 0;
    }
    (0..u64::from(chosen)).fold(1u64, |ways, i| ways.saturating_mul(u64::from(n) - i) / (i + 1))
}
