//! Candidates to pairs: what two documents share, counted.

use std::io::{Read, Write};
use std::prelude::v1::*;

use arrow_array::Array;

use super::super::Error;
use super::super::overlap::{Need, shared};
use super::stream::{Cell, Input, Kind, Output, numbers};
use crate::resemblance::Overlap;

pub(super) const COLUMNS: [(&str, Kind); 7] = [
    ("a", Kind::Long),
    ("b", Kind::Long),
    ("shared", Kind::Int),
    ("resemblance", Kind::Double),
    ("containment_a", Kind::Double),
    ("containment_b", Kind::Double),
    ("score", Kind::Float),
];

/// Gives those pairs that share enough, of rows of `a` and `b`, their shingles as `shingles_a` and `shingles_b`, and the `score`
/// by which a method found them; where it is missing the shingles' own counts.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>, need: Need) -> Result<(), Error> {
    let (mut of_a, mut of_b): (Vec<u64>, Vec<u64>) = Default::default();
    for rows in input {
        let rows = rows?;
        let (a, b, scores) = (rows.longs("a")?, rows.longs("b")?, rows.floats("score")?);
        let (shingles_a, shingles_b) = (rows.bytes("shingles_a")?, rows.bytes("shingles_b")?);
        for row in 0..rows.len() {
            of_a.clear();
            of_a.extend(numbers(shingles_a.value(row)));
            of_b.clear();
            of_b.extend(numbers(shingles_b.value(row)));
            let shared = shared(&of_a, &of_b);
            if shared < need.of(of_a.len() as u32, of_b.len() as u32) {
                continue;
            }
            let overlap = Overlap { shared: shared.into(), a: of_a.len() as u64, b: of_b.len() as u64 };
            let score = if scores.is_null(row) { need.score(&overlap) } else { scores.value(row) };
            output.push(&[
                Cell::Long(a.value(row)),
                Cell::Long(b.value(row)),
                Cell::Int(shared.cast_signed()),
                Cell::Double(overlap.resemblance()),
                Cell::Double(overlap.containment_a()),
                Cell::Double(overlap.containment_b()),
                Cell::Float(score),
            ])?;
        }
    }
    output.finish()
}
