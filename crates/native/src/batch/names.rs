//! Documents whose names others have, too, to the names that they go by: known only when all were read.

use std::collections::HashMap;
use std::io::{Read, Write};

use super::super::Error;
use super::blocks::{Set, sets};
use super::stream::{Cell, ColumnType, Input, Output, bad};

pub(super) const COLUMNS: [(&str, ColumnType); 2] =
    [("block", ColumnType::Long), ("sets", ColumnType::Bytes)];

/// Takes rows of a `block` with some of its `sets`, and the `names` of those of its documents that are in `positions`.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>) -> Result<(), Error> {
    let mut renamed = Vec::new();
    for rows in input {
        let rows = rows?;
        let (blocks, packed) = (rows.longs("block")?, rows.bytes("sets")?);
        let (positions, names) = (rows.long_lists("positions")?, rows.byte_lists("names")?);
        for row in 0..rows.len() {
            let (positions, names) = (positions.get(row), names.get(row));
            if positions.len() != names.len() {
                return Err(bad("a block in it has not a name for each document that is to have one".into()));
            }
            let names: HashMap<i64, &[u8]> = positions.iter().copied().zip(names).collect();
            renamed.clear();
            for set in sets(packed.value(row)) {
                let set = set?;
                let name = match names.get(&set.position) {
                    Some(name) => str::from_utf8(name).map_err(|_| bad("a name in it is no UTF-8".into()))?,
                    None => set.name,
                };
                Set { name, ..set }.write(&mut renamed);
            }
            output.push(&[Cell::Long(blocks.value(row)), Cell::Bytes(&renamed)])?;
        }
    }
    output.finish()
}
