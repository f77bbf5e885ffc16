//! The rarest shingles of documents to the documents that have each, and these to the blocks of all of them.
//!
//! Documents that are alike share many of their rarest shingles. Were pairs made here, each would go once for every one of those; so lists go,
//! and whoever gets all lists of a block makes each of its pairs once.

use std::io::{Read, Write};

use super::super::Error;
use super::blocks::{Bytes, Dealt, block_of};
use super::groups::Groups;
use super::prefixes::Having;
use super::stream::{ColumnType, Input, Output};

/// Lists for a block, one after the other: how many documents have a shingle, and these.
pub(super) const COLUMNS: [(&str, ColumnType); 2] =
    [("block", ColumnType::Long), ("lists", ColumnType::Bytes)];

/// Takes rows of `part` and `rarest`, sorted by part.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>) -> Result<(), Error> {
    let mut dealt = Dealt::default();
    let mut parts = Groups::new(|_, rarest| of_part(rarest, &mut dealt, &mut output));
    for rows in input {
        let rows = rows?;
        let (numbers, packed) = (rows.ints("part")?, rows.bytes("rarest")?);
        for row in 0..rows.len() {
            let rarest = parts.of(numbers.value(row), Vec::new)?;
            let mut bytes = Bytes(packed.value(row));
            while !bytes.0.is_empty() {
                rarest.push((bytes.long()?, Having::read(&mut bytes)?));
            }
        }
    }
    parts.finish()?;
    dealt.give(&mut output)?;
    output.finish()
}

fn of_part<W: Write>(
    mut rarest: Vec<(i64, Having)>,
    dealt: &mut Dealt,
    output: &mut Output<W>,
) -> Result<(), Error> {
    rarest.sort_unstable();
    let mut blocks = Vec::new();
    for of_shingle in rarest.chunk_by(|one, other| one.0 == other.0).filter(|having| having.len() > 1) {
        blocks.clear();
        blocks.extend(of_shingle.iter().map(|(_, having)| block_of(having.position)));
        blocks.sort_unstable();
        blocks.dedup();
        for &block in &blocks {
            // A pair is of the block of its first document.
            let of_block = || of_shingle.iter().filter(|(_, having)| block_of(having.position) >= block);
            let count = of_block().count();
            if count > 1 {
                dealt.add(block, |row| {
                    row.extend((count as u32).to_le_bytes());
                    of_block().for_each(|(_, having)| having.write(row));
                });
            }
        }
        dealt.give_much(output)?;
    }
    Ok(())
}
