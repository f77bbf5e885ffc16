//! Documents of a block to the blocks that need them.

use std::collections::HashMap;
use std::io::{Read, Write};

use super::super::Error;
use super::blocks::{BYTES, Set, sets};
use super::stream::{Cell, ColumnType, Input, Output, bad, numbers};

pub(super) const COLUMNS: [(&str, ColumnType); 3] =
    [("to", ColumnType::Long), ("from", ColumnType::Long), ("sets", ColumnType::Bytes)];

/// Takes rows of a `block` with its `sets`, and for each block in `to` a list in `positions` of what that needs.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>) -> Result<(), Error> {
    let mut bytes = Vec::new();
    for rows in input {
        let rows = rows?;
        let (blocks, packed) = (rows.longs("block")?, rows.bytes("sets")?);
        let (to, positions) = (rows.long_lists("to")?, rows.byte_lists("positions")?);
        for row in 0..rows.len() {
            let of_block: HashMap<i64, Set<'_>> = sets(packed.value(row))
                .map(|set| set.map(|set| (set.position, set)))
                .collect::<Result<_, _>>()?;
            let (to, positions) = (to.get(row), positions.get(row));
            if to.len() != positions.len() {
                return Err(bad("a block in it has not a list of documents for each that it goes to".into()));
            }
            for (&to, list) in to.iter().zip(positions) {
                let mut give = |bytes: &mut Vec<u8>, least: usize| {
                    if bytes.len() < least {
                        return Ok(());
                    }
                    output.push(&[Cell::Long(to), Cell::Long(blocks.value(row)), Cell::Bytes(bytes)])?;
                    bytes.clear();
                    Ok::<(), Error>(())
                };
                for position in numbers(list)? {
                    if let Some(set) = of_block.get(&position.cast_signed()) {
                        set.write(&mut bytes);
                        give(&mut bytes, BYTES)?;
                    }
                }
                give(&mut bytes, 1)?;
            }
        }
    }
    output.finish()
}
