//! Which tables there are, and what is looked up in each: plans, and the choice among them.
//!
//! Beyond the paper, a table may be probed with every prefix within a small radius of the query's (multi-index hashing:
//! Norouzi, Punjani and Fleet 2012), which trades probes for tables. Three kinds of plans stand to choose from:
//!
//! - The paper's: r - k of r blocks lead, nested as [`fewest_tables`](crate::table::fewest_tables) has it, one probe a table.
//! - Fewer tables than k + 1: m blocks, one leading in each table. With `k = qm + e`, flips that are more than q in each
//!   of the first e + 1 blocks and q or more in the others would be k + 1 in all; so it is enough to probe the first
//!   e + 1 tables within q bits and the others within q - 1. One block is the one sorted table probed within k bits.
//! - c of m blocks lead, for all C(m, c) choices. Flips spread evenly are those that spare every choice least: the
//!   c blocks with the fewest have `cq + max(0, c - (m - e))` at most, which is the radius.
//!
//! Any prefix may be cut shorter: fewer flips fall into it, so nothing is lost but time. Where there are few fingerprints,
//! a short prefix within a radius takes fewer probes and meets no more than a few fingerprints all the same.
//!
//! A query's work is counted in fingerprints read: the candidates, `probes * n / 2^p` of them on average for uniform
//! fingerprints, and what each probe costs besides (see [`Load`]): the wait for memory, and the part of a compressed block
//! that must be read up to where the candidates begin.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::blocks::{Block, choices, cut, length, whole};
use super::cover::{Cuts, MAX_TABLES, binomial, check_k, longest_prefix};
use super::table::{Table, candidates, work};
use crate::error::Error;
use crate::simhash::Bits;

/// What the wait for memory costs a probe, in fingerprints read: some 100 ns of 2.5 each.
const WAIT: f64 = 40.0;

/// How many times as much work as the least is worth fewer tables, by default.
const WORTH: f64 = 2.0;

/// How many fingerprints are read at once, whether they are wanted or not.
const AT_ONCE: f64 = 64.0;

/// The block size by default, the paper's: some 210 fingerprints of 64 bits.
pub const DEFAULT_BLOCK: u32 = 1024;

/// The most blocks of which several lead together within a radius; with more, tables grow more than prefixes.
const MAX_BLOCKS: u32 = 12;

/// What tables are to hold, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// How many fingerprints.
    pub fingerprints: u64,
    /// The bytes of a compressed block; none if fingerprints stand as they are.
    pub block: Option<u32>,
}

impl Load {
    /// This many fingerprints in blocks of the usual size.
    pub fn new(fingerprints: u64) -> Self {
        Load { fingerprints, block: Some(DEFAULT_BLOCK) }
    }

    /// What a probe costs besides its candidates, in fingerprints read: as long as [`WAIT`] for memory; half a block, on
    /// average, before them; and what is read at once with the last of them, or the rest of their block.
    fn probe(self, f: u32) -> f64 {
        let half = self.block.map_or(0.0, |bytes| f64::from(bytes) * 4.0 / code_bits(f, self.fingerprints));
        WAIT + half + half.min(AT_ONCE / 2.0)
    }
}

/// The tables that find every fingerprint within k bits, and what to look up in each.
///
/// ```
/// use twinprint::{simhash::Bits, table::{Limits, Load, Plan}};
/// let paper = Plan::for_tables(Bits::B64, 3, 10)?;
/// assert_eq!((paper.smallest_prefix(), paper.probes()), (25, 10));
/// let chosen = Plan::choose(Bits::B64, 3, Load::new(16_000_000), Limits::default())?;
/// assert_eq!((chosen.tables().len(), chosen.smallest_prefix()), (4, 16));
/// let half = Limits { bytes: Some(200_000_000), ..Limits::default() };
/// assert_eq!(Plan::choose(Bits::B64, 3, Load::new(16_000_000), half)?.tables().len(), 2);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plan {
    tables: Vec<Table>,
    f: u32,
    k: u32,
}

/// What a plan may take. None is no limit. Within a limit of tables or bytes those of the least work are chosen; with no
/// limit at all the fewest tables that are at most twice as much work as the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// The most tables, at least 1.
    pub tables: Option<usize>,
    /// The most bytes of all tables' codes, by [`Plan::bytes`].
    pub bytes: Option<u64>,
    /// The most work of a query on average, by [`Plan::work`]. With this limit the fewest tables within it are chosen.
    pub work: Option<u64>,
}

impl Plan {
    /// The paper's plan with up to `tables` tables, each probed once, whose smallest prefix is the longest.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for k above [`MAX_K`](crate::table::MAX_K) or tables not from k + 1 to [`MAX_TABLES`].
    pub fn for_tables(bits: Bits, k: u32, tables: usize) -> Result<Self, Error> {
        check_k(k)?;
        if !(k as usize + 1..=MAX_TABLES).contains(&tables) {
            let expected = "a number of tables above k and up to 64";
            return Err(Error::InvalidOption { option: "tables", value: tables.to_string(), expected });
        }
        Plan::for_prefix(bits, k, longest_prefix(bits, k, tables as u64)?)
    }

    /// The paper's plan of the fewest tables, each probed once, of which every prefix has at least `prefix` bits.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for k above [`MAX_K`](crate::table::MAX_K) or a prefix that takes more than [`MAX_TABLES`].
    pub fn for_prefix(bits: Bits, k: u32, prefix: u32) -> Result<Self, Error> {
        let cuts = Cuts::new(bits, k, prefix)?;
        if cuts.tables() > MAX_TABLES as u64 {
            let expected = "a prefix for which 64 tables are enough";
            return Err(Error::InvalidOption { option: "prefix", value: prefix.to_string(), expected });
        }
        let mut tables = Vec::new();
        nest(&cuts, k, &[], &whole(bits), &mut tables);
        Ok(Plan { tables, f: bits.count(), k })
    }

    /// Every plan there is to choose from, with prefixes as long as its blocks.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for k above [`MAX_K`](crate::table::MAX_K).
    pub fn all(bits: Bits, k: u32) -> Result<Vec<Self>, Error> {
        check_k(k)?;
        let f = bits.count();
        let mut plans: Vec<Plan> = Vec::new();
        for prefix in (1..=f - k).rev() {
            let tables = Cuts::new(bits, k, prefix)?.tables();
            // Of several prefixes that take as many tables the longest came first.
            if tables <= MAX_TABLES as u64
                && plans.last().is_none_or(|plan| plan.tables.len() as u64 > tables)
            {
                plans.push(Plan::for_prefix(bits, k, prefix)?);
            }
        }
        plans.extend((1..=k).map(|m| Plan { tables: one_of(bits, k, m), f, k }));
        for m in 3..=MAX_BLOCKS {
            for c in (2..m).filter(|&c| radius_of(k, m, c) > 0 && binomial(m, c) <= MAX_TABLES as u64) {
                plans.push(Plan { tables: several_of(bits, k, m, c), f, k });
            }
        }
        Ok(plans)
    }

    /// The plan that these tables are of.
    pub(crate) fn of(tables: Vec<Table>, bits: Bits, k: u32) -> Self {
        Plan { tables, f: bits.count(), k }
    }

    /// The plan for such a load within the [`Limits`].
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for k above [`MAX_K`](crate::table::MAX_K), and for limits that no plan keeps.
    pub fn choose(bits: Bits, k: u32, load: Load, limits: Limits) -> Result<Self, Error> {
        let mut plans = fitted(bits, k, load)?;
        let refused = |option, value: u64, expected| {
            Err(Error::InvalidOption { option, value: value.to_string(), expected })
        };
        if let Some(tables) = limits.tables {
            plans.retain(|plan| plan.tables.len() <= tables);
            if plans.is_empty() {
                return refused("tables", tables as u64, "at least 1");
            }
        }
        if let Some(bytes) = limits.bytes {
            plans.retain(|plan| plan.bytes(load.fingerprints) <= bytes);
            if plans.is_empty() {
                return refused("bytes", bytes, "as many as one table takes");
            }
        }
        let least = plans.iter().map(|plan| plan.work(load)).fold(f64::INFINITY, f64::min);
        let enough = match limits {
            Limits { work: Some(work), .. } => work as f64,
            Limits { tables: None, bytes: None, .. } => least * WORTH,
            _ => least,
        };
        plans.retain(|plan| plan.work(load) <= enough);
        let least = plans
            .into_iter()
            .min_by(|a, b| a.tables.len().cmp(&b.tables.len()).then(a.work(load).total_cmp(&b.work(load))));
        least.map_or_else(
            || refused("work", limits.work.unwrap_or(0), "more work, or more tables or bytes"),
            Ok,
        )
    }

    /// The tables, at most [`MAX_TABLES`].
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The number of bits of a fingerprint: 32, 64 or 128.
    pub fn f(&self) -> u32 {
        self.f
    }

    /// The most bits in which what is found differs from the query.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// The length in bits of the shortest prefix.
    pub fn smallest_prefix(&self) -> u32 {
        self.tables.iter().map(Table::prefix).min().unwrap_or(0)
    }

    /// How many prefixes a query looks up in all tables.
    pub fn probes(&self) -> u64 {
        self.tables.iter().fold(0, |sum, table| sum.saturating_add(table.probes()))
    }

    /// How many fingerprints a query reads on average, of this many, if they are uniform: `probes * n / 2^p`, summed over
    /// the tables.
    pub fn candidates(&self, fingerprints: u64) -> f64 {
        self.tables.iter().map(|table| candidates(table.prefix(), table.radius(), fingerprints)).sum()
    }

    /// What a query costs on average, in fingerprints read: the candidates, and for each probe what it costs besides.
    pub fn work(&self, load: Load) -> f64 {
        let probe = load.probe(self.f);
        let tables = self.tables.iter();
        tables.map(|table| work(table.prefix(), table.radius(), load.fingerprints, probe)).sum()
    }

    /// The bytes of all tables' codes of this many fingerprints, at the least: `f - log2 n + 1.4427` bits for each in each
    /// table.
    pub fn bytes(&self, fingerprints: u64) -> u64 {
        let bits = self.tables.len() as f64 * code_bits(self.f, fingerprints);
        (bits * fingerprints as f64 / 8.0) as u64
    }

    /// Why this plan: its cost, and beside it that of every plan that beats all with fewer
    /// tables. Lines for a person to read.
    pub fn explain(&self, load: Load) -> String {
        let n = load.fingerprints;
        let (f, k, tables) = (self.f, self.k, self.tables.len());
        let mut text = format!(
            "{tables} {} for {n} fingerprints of {f} bits within {k}.\n\
             candidates a query = probes x n / 2^prefix, if fingerprints are uniform; work = candidates + {:.0} x probes;\n\
             bits of a code in a table = {f} - log2 n + 1.4427 = {:.2}, at the least.\n",
            if tables == 1 { "table" } else { "tables" },
            load.probe(f),
            code_bits(f, n),
        );
        self.kinds().iter().for_each(|kind| text.push_str(kind));
        text.push_str("  tables  prefix      probes    candidates          work  bytes a code\n");
        let mut least = f64::INFINITY;
        let mut rows: Vec<Plan> =
            Bits::from_count(f).and_then(|bits| fitted(bits, k, load)).unwrap_or_default();
        rows.retain(|plan| plan != self);
        rows.push(self.clone());
        rows.sort_by(|a, b| {
            (a.tables.len().cmp(&b.tables.len())).then(a.work(load).total_cmp(&b.work(load)))
        });
        for plan in &rows {
            let better = plan.work(load) < least;
            least = least.min(plan.work(load));
            if better || plan == self {
                text.push_str(&plan.row(load, if plan == self { '>' } else { ' ' }));
            }
        }
        text
    }

    /// A line for each kind of table: its prefix, its radius and how many there are.
    fn kinds(&self) -> Vec<String> {
        let mut kinds: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for table in &self.tables {
            *kinds.entry((table.prefix(), table.radius())).or_default() += 1;
        }
        let line = |((prefix, radius), count): (_, _)| {
            format!("{count} x a prefix of {prefix} bits, looked up within {radius}\n")
        };
        kinds.into_iter().map(line).collect()
    }

    fn row(&self, load: Load, mark: char) -> String {
        let n = load.fingerprints;
        let mut row = String::new();
        let bytes = self.tables.len() as f64 * code_bits(self.f, n) / 8.0;
        // Writing to a string does not fail.
        let _ = writeln!(
            row,
            "{mark} {:>6}  {:>6}  {:>10}  {:>12.1}  {:>12.0}  {bytes:>12.2}",
            self.tables.len(),
            self.smallest_prefix(),
            self.probes(),
            self.candidates(n),
            self.work(load),
        );
        row
    }
}

/// Every plan with its prefixes fitted to what the tables are to hold.
fn fitted(bits: Bits, k: u32, load: Load) -> Result<Vec<Plan>, Error> {
    let probe = load.probe(bits.count());
    let mut plans = Plan::all(bits, k)?;
    for plan in &mut plans {
        plan.tables = plan.tables.drain(..).map(|table| table.fitted(load.fingerprints, probe)).collect();
    }
    Ok(plans)
}

/// The bits that a sorted list of n random codes of f bits takes for each, at the least.
fn code_bits(f: u32, n: u64) -> f64 {
    (f64::from(f) - log2(n.max(1))).max(0.0) + core::f64::consts::LOG2_E
}

/// To 20 binary places: the square of what is left tells the next place, as it passes 2 or not.
fn log2(n: u64) -> f64 {
    let whole = n.ilog2();
    let mut rest = n as f64 / (1u64 << whole) as f64;
    let mut log = f64::from(whole);
    for place in 1..=20 {
        rest *= rest;
        if rest >= 2.0 {
            rest /= 2.0;
            log += 1.0 / f64::from(1 << place);
        }
    }
    log
}

/// The paper's tables: cuts `rest` and lets each choice of all blocks but k lead after `lead`, until little enough is left.
fn nest(cuts: &Cuts, k: u32, lead: &[Block], rest: &[Block], tables: &mut Vec<Table>) {
    let Some(r) = cuts.blocks(length(rest)) else {
        tables.push(Table::led_by(lead.to_vec(), rest.to_vec(), 0));
        return;
    };
    for (mut chosen, left) in choices(&cut(rest, r), r - k) {
        chosen.splice(0..0, lead.iter().copied());
        nest(cuts, k, &chosen, &left, tables);
    }
}

/// m tables, in each of which another of m blocks leads.
fn one_of(bits: Bits, k: u32, m: u32) -> Vec<Table> {
    let (q, e) = (k / m, k % m);
    let choices = choices(&cut(&whole(bits), m), 1).into_iter().zip(0..);
    choices.map(|((lead, rest), i)| Table::led_by(lead, rest, if i <= e { q } else { q - 1 })).collect()
}

/// A table for each choice of c of m blocks.
fn several_of(bits: Bits, k: u32, m: u32, c: u32) -> Vec<Table> {
    let choices = choices(&cut(&whole(bits), m), c).into_iter();
    choices.map(|(lead, rest)| Table::led_by(lead, rest, radius_of(k, m, c))).collect()
}

/// The most flips in the c blocks of m with the fewest.
fn radius_of(k: u32, m: u32, c: u32) -> u32 {
    c * (k / m) + c.saturating_sub(m - k % m)
}
