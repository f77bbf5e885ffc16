//! Pairs of documents that may share enough: lists of the documents that have a shingle, block by block, to pairs.

use core::hash::BuildHasherDefault;
use std::collections::HashMap;
use std::io::{Read, Write};

use super::super::Error;
use super::super::hasher::MixHasher;
use super::super::overlap::Need;
use super::blocks::{BITS, Bytes, DOCUMENTS, Pair, block_of};
use super::groups::Groups;
use super::prefixes::Having;
use super::stream::{Input, Output, bad};
use super::wanted;

/// Gives candidates as [`wanted`] does, of rows of `block` and `lists`, sorted by block.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>, need: Need) -> Result<(), Error> {
    let mut blocks = Groups::new(|_, block: Block| block.give(&mut output));
    for rows in input {
        let rows = rows?;
        let (numbers, lists) = (rows.longs("block")?, rows.bytes("lists")?);
        for row in 0..rows.len() {
            let number = numbers.value(row);
            let block = blocks.of(number, || Block::new(number, need))?;
            let mut bytes = Bytes(lists.value(row));
            while !bytes.0.is_empty() {
                block.read(&mut bytes)?;
            }
        }
    }
    blocks.finish()?;
    output.finish()
}

/// A block's candidates.
struct Block {
    number: i64,
    need: Need,
    /// All documents of its lists, in the order in which they came, and where each is.
    positions: Vec<i64>,
    ordinals: HashMap<i64, u32, BuildHasherDefault<MixHasher>>,
    /// For each of its own documents a bit for each document that it was seen with, and makes a pair with.
    seen: Vec<Vec<u64>>,
    /// The list that is read, each document with its ordinal.
    list: Vec<(Having, u32)>,
}

impl Block {
    fn new(number: i64, need: Need) -> Block {
        let (positions, ordinals, list) = Default::default();
        Block { number, need, positions, ordinals, seen: std::vec![Vec::new(); DOCUMENTS], list }
    }

    /// Takes the pairs of the documents that have a shingle, as far as one of both is of the block.
    fn read(&mut self, bytes: &mut Bytes<'_>) -> Result<(), Error> {
        self.list.clear();
        for _ in 0..bytes.int()? {
            let having = Having::read(bytes)?;
            if block_of(having.position) < self.number {
                return Err(bad("a list in it has a document of a block before that which it is for".into()));
            }
            let ordinal = *self.ordinals.entry(having.position).or_insert_with(|| {
                self.positions.push(having.position);
                self.positions.len() as u32 - 1
            });
            self.list.push((having, ordinal));
        }
        let own = |having: &Having| block_of(having.position) == self.number;
        // None is of a block before it: if one of two documents is its own, so is the first of them.
        let mut first = 0;
        for (at, &(larger, of_larger)) in self.list.iter().enumerate() {
            let smallest = self.need.smallest_partner(larger.size);
            first += self.list[first..at].partition_point(|(smaller, _)| smaller.size < smallest);
            let all = own(&larger);
            for &(smaller, of_smaller) in &self.list[first..at] {
                if !smaller.indexed || !(all || own(&smaller)) {
                    continue;
                }
                let (a, of_b) = if larger.position < smaller.position {
                    (larger.position, of_smaller)
                } else {
                    (smaller.position, of_larger)
                };
                let (seen, word, bit) = (&mut self.seen[within(a)], of_b as usize / 64, 1 << (of_b % 64));
                if seen.get(word).is_some_and(|seen| seen & bit > 0) {
                    continue;
                }
                // What they share beside it comes after it in both, if it is the first that both have; else they come by that, too.
                if 1 + larger.rest.min(smaller.rest) >= self.need.of(larger.size, smaller.size) {
                    seen.resize(seen.len().max(word + 1), 0);
                    seen[word] |= bit;
                }
            }
        }
        Ok(())
    }

    fn give<W: Write>(self, output: &mut Output<W>) -> Result<(), Error> {
        let mut pairs = Vec::new();
        let mut of_a = Vec::new();
        for (place, seen) in (0..).zip(&self.seen) {
            let a = self.number << BITS | place;
            of_a.clear();
            for (word, &bits) in seen.iter().enumerate().filter(|&(_, &bits)| bits > 0) {
                let set = (0..64).filter(|bit| bits >> bit & 1 > 0);
                of_a.extend(set.map(|bit| self.positions[word * 64 + bit]));
            }
            of_a.sort_unstable();
            pairs.extend(of_a.iter().map(|&b| Pair { a, b, score: None }));
        }
        wanted::give(self.number, &pairs, output)
    }
}

/// The place of a document within its block.
fn within(position: i64) -> usize {
    position as usize % DOCUMENTS
}
