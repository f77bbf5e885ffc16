//! Candidates, block by block, each once; and which documents each block needs to compare them.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use super::super::Error;
use super::blocks::{Pair, block_of, order, pack_pairs, take_pairs};
use super::groups::Groups;
use super::stream::{Cell, ColumnType, Input, Output};

/// A row has the `pairs` of the block `to`, and how many; or the `positions` of documents that it needs of the block `from`.
pub(super) const COLUMNS: [(&str, ColumnType); 5] = [
    ("to", ColumnType::Long),
    ("pairs", ColumnType::Bytes),
    ("count", ColumnType::Int),
    ("from", ColumnType::Long),
    ("positions", ColumnType::Bytes),
];

/// Takes rows of `block` and `pairs`, sorted by block.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>) -> Result<(), Error> {
    let mut blocks = Groups::new(|block, mut pairs| {
        order(&mut pairs);
        give(block, &pairs, &mut output)
    });
    for rows in input {
        let rows = rows?;
        let (numbers, packed) = (rows.longs("block")?, rows.bytes("pairs")?);
        for row in 0..rows.len() {
            take_pairs(packed.value(row), blocks.of(numbers.value(row), Vec::new)?)?;
        }
    }
    blocks.finish()?;
    output.finish()
}

/// Gives a block's candidates, which come in their order, and what it needs for them.
pub(super) fn give<W: Write>(block: i64, pairs: &[Pair], output: &mut Output<W>) -> Result<(), Error> {
    pack_pairs(pairs, |packed, count| {
        output.push(&[Cell::Long(block), Cell::Bytes(packed), Cell::Int(count as i32)])
    })?;
    let mut positions: Vec<i64> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    positions.sort_unstable();
    positions.dedup();
    let mut of_blocks: BTreeMap<i64, Vec<u8>> = BTreeMap::new();
    for position in positions {
        of_blocks.entry(block_of(position)).or_default().extend(position.to_le_bytes());
    }
    of_blocks.iter().try_for_each(|(&from, positions)| {
        output.push(&[Cell::Long(block), Cell::Null, Cell::Null, Cell::Long(from), Cell::Bytes(positions)])
    })
}
