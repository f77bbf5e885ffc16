//! Pairs that are alike to rows of them, each with both names.

use std::io::{Read, Write};

use super::super::Error;
use super::found;
use super::stream::{Cell, ColumnType, Input, Output};

pub(super) const COLUMNS: [(&str, ColumnType); 7] = [
    ("a", ColumnType::Text),
    ("b", ColumnType::Text),
    ("resemblance", ColumnType::Double),
    ("containment_a", ColumnType::Double),
    ("containment_b", ColumnType::Double),
    ("shared", ColumnType::Int),
    ("score", ColumnType::Float),
];

/// Gives the pairs of rows of `found`, in their order.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>) -> Result<(), Error> {
    for rows in input {
        let rows = rows?;
        let packed = rows.bytes("found")?;
        for row in 0..rows.len() {
            found::each(packed.value(row), |pair| {
                let overlap = pair.overlap();
                output.push(&[
                    Cell::Text(pair.a.name),
                    Cell::Text(pair.b.name),
                    Cell::Double(overlap.resemblance()),
                    Cell::Double(overlap.containment_a()),
                    Cell::Double(overlap.containment_b()),
                    Cell::Int(pair.shared.cast_signed()),
                    Cell::Float(pair.score),
                ])
            })?;
        }
    }
    output.finish()
}
