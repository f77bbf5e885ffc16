//! Pairs that are alike to lines, as a scan writes them.

use std::io::{Read, Write};

use super::super::Error;
use super::super::scan::write::{Line, json_pair};
use super::found;
use super::stream::{Cell, ColumnType, Input, OUTPUT, Output, bad};

pub(super) const COLUMNS: [(&str, ColumnType); 1] = [("value", ColumnType::Text)];

/// Gives lines of JSON for the pairs of rows of `found`, in their order: all of a row together, without the end of the last.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>) -> Result<(), Error> {
    let mut lines = Vec::new();
    for rows in input {
        let rows = rows?;
        let packed = rows.bytes("found")?;
        for row in 0..rows.len() {
            lines.clear();
            found::each(packed.value(row), |pair| {
                let overlap = pair.overlap();
                let line = Line {
                    a: pair.a.name,
                    b: pair.b.name,
                    resemblance: Some(overlap.resemblance()),
                    containment_a: Some(overlap.containment_a()),
                    containment_b: Some(overlap.containment_b()),
                    shared: Some(pair.shared),
                    score: pair.score,
                };
                let unwritable = |reason| Error::Unwritable { place: OUTPUT.into(), reason };
                json_pair(&mut lines, &line).map_err(unwritable)
            })?;
            if lines.pop().is_some() {
                let lines = str::from_utf8(&lines).map_err(|_| bad("a name in it is no UTF-8".into()))?;
                output.push(&[Cell::Text(lines)])?;
            }
        }
    }
    output.finish()
}
