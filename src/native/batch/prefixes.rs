//! The rarest shingles of documents: documents that share enough share one of these.
//!
//! Those of [`overlap::join`](super::super::overlap::join()), whose argument holds here, too; the rows that tasks exchange by their
//! shingles are what Vernica, Carey and Li (2010, "Efficient parallel set-similarity joins using MapReduce") exchange by tokens.

use std::io::{Read, Write};
use std::prelude::v1::*;

use super::super::Error;
use super::super::overlap::{Counts, Need, rarest};
use super::stream::{Cell, Input, Kind, Output, numbers};

/// A shingle of a document; how many it has; how many of those that others may have come after this one; and 1 where it is
/// among those by which smaller documents are found, 0 where it only looks for such.
pub(super) const COLUMNS: [(&str, Kind); 5] = [
    ("shingle", Kind::Long),
    ("position", Kind::Long),
    ("size", Kind::Int),
    ("rest", Kind::Int),
    ("indexed", Kind::Int),
];

/// Gives the prefixes of documents, which come as `position` and `shingles`.
pub(super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    need: Need,
    counts: &Counts,
) -> Result<(), Error> {
    let (mut all, mut common, mut prefix) = (Vec::new(), Vec::new(), Vec::new());
    for rows in input {
        let rows = rows?;
        let (positions, lists) = (rows.longs("position")?, rows.bytes("shingles")?);
        for row in 0..rows.len() {
            all.clear();
            all.extend(numbers(lists.value(row)));
            counts.common(&all, &mut common);
            let n = all.len() as u32;
            if !need.may_be_met(n, common.len() as u32) {
                continue;
            }
            let least = |with: u32| (common.len() + 1).saturating_sub(with as usize);
            let (sought, indexed) = (least(need.with_smaller(n)), least(need.with_larger(n)));
            rarest(&common, sought, counts, &mut prefix);
            for (at, &(_, shingle)) in prefix.iter().enumerate() {
                output.push(&[
                    Cell::Long(shingle.cast_signed()),
                    Cell::Long(positions.value(row)),
                    Cell::Int(n.cast_signed()),
                    Cell::Int((common.len() - 1 - at) as i32),
                    Cell::Int((at < indexed).into()),
                ])?;
            }
        }
    }
    output.finish()
}
