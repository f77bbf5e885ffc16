//! The rarest shingles of documents: documents that share enough share one of these.
//!
//! Those of [`overlap::join`](super::super::overlap::join()), whose argument holds here, too; the rows that tasks exchange by their
//! shingles are what Vernica, Carey and Li (2010, "Efficient parallel set-similarity joins using MapReduce") exchange by tokens.

use std::io::{Read, Write};
use std::mem;

use super::super::Error;
use super::super::overlap::{Counts, Need, rarest};
use super::blocks::{Bytes, each_set};
use super::stream::{Cell, ColumnType, Input, Output};

/// Shingles of a part of all, each with a document that has it, and how many.
pub(super) const COLUMNS: [(&str, ColumnType); 3] =
    [("part", ColumnType::Int), ("rarest", ColumnType::Bytes), ("count", ColumnType::Int)];

/// The most bytes of a row, but for one shingle's.
const ROW: usize = 1 << 16;

/// A document that has a shingle among its rarest, in the order in which documents are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Having {
    /// How many shingles it has.
    pub(super) size: u32,
    pub(super) position: i64,
    /// How many of those that others may have come after this one.
    pub(super) rest: u32,
    /// Whether it is among those by which smaller documents are found, or only looks for such.
    pub(super) indexed: bool,
}

impl Having {
    pub(super) const BYTES: usize = 16;

    pub(super) fn write(&self, into: &mut Vec<u8>) {
        into.extend(self.position.to_le_bytes());
        into.extend(self.size.to_le_bytes());
        into.extend((self.rest << 1 | u32::from(self.indexed)).to_le_bytes());
    }

    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Having, Error> {
        let (position, size, last) = (bytes.long()?, bytes.int()?, bytes.int()?);
        Ok(Having { size, position, rest: last >> 1, indexed: last & 1 > 0 })
    }
}

/// Gives the prefixes of documents, dealt out by shingle to `parts` parts.
pub(super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    need: Need,
    counts: &Counts,
    parts: u32,
) -> Result<(), Error> {
    // Cut into none is as good as not cut.
    let parts = u128::from(parts.max(1));
    let mut rows_of: Vec<Vec<u8>> = std::vec![Vec::new(); parts as usize];
    let mut give = |part: usize, row: &mut Vec<u8>| {
        let row = mem::take(row);
        output.push(&[
            Cell::Int(part as i32),
            Cell::Bytes(&row),
            Cell::Int((row.len() / (8 + Having::BYTES)) as i32),
        ])
    };
    let (mut all, mut common, mut prefix) = (Vec::new(), Vec::new(), Vec::new());
    for rows in input {
        each_set(&rows?, |set| {
            set.numbers(&mut all)?;
            counts.common(&all, &mut common);
            let n = all.len() as u32;
            if !need.may_be_met(n, common.len() as u32) {
                return Ok(());
            }
            let least = |with: u32| (common.len() + 1).saturating_sub(with as usize);
            let (sought, indexed) = (least(need.with_smaller(n)), least(need.with_larger(n)));
            rarest(&common, sought, counts, &mut prefix);
            for (at, &(_, shingle)) in prefix.iter().enumerate() {
                // Shingles are spread evenly.
                let part = ((u128::from(shingle) * parts) >> 64) as usize;
                let rest = (common.len() - 1 - at) as u32;
                rows_of[part].extend(shingle.to_le_bytes());
                let having = Having { size: n, position: set.position, rest, indexed: at < indexed };
                having.write(&mut rows_of[part]);
                if rows_of[part].len() >= ROW {
                    give(part, &mut rows_of[part])?;
                }
            }
            Ok(())
        })?;
    }
    for (part, row) in rows_of.iter_mut().enumerate().filter(|(_, row)| !row.is_empty()) {
        give(part, row)?;
    }
    output.finish()
}
