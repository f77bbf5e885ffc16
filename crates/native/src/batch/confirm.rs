//! Candidates to pairs: what two documents share, counted.

use std::collections::HashMap;
use std::format;
use std::io::{Read, Write};

use super::super::Error;
use super::super::overlap::{Need, shared};
use super::blocks::{Pair, Set, block_of, sets, take_pairs};
use super::found::{Counted, pack};
use super::groups::Groups;
use super::stream::{Cell, ColumnType, Input, Output, bad};
use twinprint::resemblance::Overlap;

/// The pairs of a block that are alike, in their order: the place of a row among the block's, what was `found`, and how many
/// pairs that is.
pub(super) const COLUMNS: [(&str, ColumnType); 4] = [
    ("block", ColumnType::Long),
    ("place", ColumnType::Int),
    ("found", ColumnType::Bytes),
    ("count", ColumnType::Int),
];

/// The kind of rows that have pairs; others have documents.
const KIND_PAIRS: i32 = 0;

/// The pairs of a row.
const ROW: usize = 1 << 15;

/// Gives those pairs that share enough, of rows sorted by the block that they go `to` and by `kind`: the block's `pairs`, then
/// documents as `sets`, its own before others.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>, need: Need) -> Result<(), Error> {
    let mut blocks = Groups::new(|_, block: Block| block.give(&mut output));
    for rows in input {
        let rows = rows?;
        let (to, kinds) = (rows.longs("to")?, rows.ints("kind")?);
        let (pairs, packed) = (rows.bytes("pairs")?, rows.bytes("sets")?);
        for row in 0..rows.len() {
            let number = to.value(row);
            let block = blocks.of(number, || Block::new(number, need))?;
            if kinds.value(row) == KIND_PAIRS {
                block.take_pairs(pairs.value(row))?;
            } else {
                block.take_sets(packed.value(row))?;
            }
        }
    }
    blocks.finish()?;
    output.finish()
}

/// A block's candidates, and what has come of them. Its own documents are held, others only met.
struct Block {
    number: i64,
    need: Need,
    pairs: Vec<Pair>,
    /// Whether all pairs have come, and are sorted by their second documents.
    sorted: bool,
    own: HashMap<i64, Vec<u64>>,
    /// The names and sizes of documents.
    known: HashMap<i64, (String, u32)>,
    /// How many pairs with a document of another block were compared.
    met: usize,
    found: Vec<Counted>,
}

impl Block {
    fn new(number: i64, need: Need) -> Block {
        let (pairs, sorted, own, known, met, found) = Default::default();
        Block { number, need, pairs, sorted, own, known, met, found }
    }

    fn take_pairs(&mut self, packed: &[u8]) -> Result<(), Error> {
        if self.sorted {
            return Err(bad("pairs in it come after documents of their block".into()));
        }
        take_pairs(packed, &mut self.pairs)
    }

    /// Takes documents, which come after all pairs.
    fn take_sets(&mut self, packed: &[u8]) -> Result<(), Error> {
        if !self.sorted {
            self.pairs.sort_unstable_by_key(|pair| (pair.b, pair.a));
            self.sorted = true;
        }
        sets(packed).try_for_each(|set| self.take(&set?))
    }

    fn take(&mut self, set: &Set<'_>) -> Result<(), Error> {
        let mut shingles = Vec::new();
        set.numbers(&mut shingles)?;
        let own = block_of(set.position) == self.number;
        if own || self.meet(set.position, &shingles)? {
            self.known.insert(set.position, (set.name.to_string(), shingles.len() as u32));
        }
        if own {
            self.own.insert(set.position, shingles);
        }
        Ok(())
    }

    /// Compares the block's documents with one of another that comes second in pairs; tells whether any is alike.
    fn meet(&mut self, b: i64, of_b: &[u64]) -> Result<bool, Error> {
        let before = self.found.len();
        let first = self.pairs.partition_point(|pair| pair.b < b);
        for pair in self.pairs[first..].iter().take_while(|pair| pair.b == b) {
            self.found.extend(self.need_met(pair, self.own(pair.a)?, of_b));
            self.met += 1;
        }
        Ok(self.found.len() > before)
    }

    fn own(&self, position: i64) -> Result<&[u64], Error> {
        let own = self.own.get(&position).map(Vec::as_slice);
        own.ok_or_else(|| bad("a document of a pair did not come before it".into()))
    }

    fn need_met(&self, pair: &Pair, of_a: &[u64], of_b: &[u64]) -> Option<Counted> {
        let (a, b) = (of_a.len() as u32, of_b.len() as u32);
        let shared = shared(of_a, of_b);
        (shared >= self.need.of(a, b)).then(|| {
            let overlap = Overlap { shared: shared.into(), a: a.into(), b: b.into() };
            let score = pair.score.unwrap_or_else(|| self.need.score(&overlap));
            Counted { a: pair.a, b: pair.b, shared, score }
        })
    }

    fn give<W: Write>(mut self, output: &mut Output<W>) -> Result<(), Error> {
        let is_own = |pair: &&Pair| block_of(pair.b) == self.number;
        let of_others = self.pairs.len() - self.pairs.iter().filter(is_own).count();
        if self.met != of_others {
            let (met, number) = (self.met, self.number);
            return Err(bad(format!(
                "block {number} has {of_others} pairs with documents of other blocks, and {met} of them came"
            )));
        }
        for pair in self.pairs.iter().filter(is_own) {
            self.found.extend(self.need_met(pair, self.own(pair.a)?, self.own(pair.b)?));
        }
        self.found.sort_unstable_by_key(Counted::order);
        let mut packed = Vec::new();
        for (place, some) in (0..).zip(self.found.chunks(ROW)) {
            pack(some, &self.known, &mut packed)?;
            output.push(&[
                Cell::Long(self.number),
                Cell::Int(place),
                Cell::Bytes(&packed),
                Cell::Int(some.len() as i32),
            ])?;
        }
        Ok(())
    }
}
