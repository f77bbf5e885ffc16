//! Pairs of documents that may share enough: rows of prefixes, sorted by shingle, to pairs.

use std::io::{Read, Write};
use std::mem;
use std::prelude::v1::*;

use super::super::Error;
use super::super::overlap::Need;
use super::stream::{Cell, Input, Kind, Output};

pub(super) const COLUMNS: [(&str, Kind); 2] = [("a", Kind::Long), ("b", Kind::Long)];

/// A document that has a shingle, in the order in which documents are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Having {
    size: u32,
    position: i64,
    rest: u32,
    indexed: bool,
}

/// Gives the pairs of each shingle; a pair comes once for each that both have in their prefixes.
pub(super) fn run<W: Write>(input: Input<impl Read>, mut output: Output<W>, need: Need) -> Result<(), Error> {
    let (mut shingle, mut having) = (None, Vec::new());
    for rows in input {
        let rows = rows?;
        let (shingles, positions) = (rows.longs("shingle")?, rows.longs("position")?);
        let (sizes, rests, indexed) = (rows.ints("size")?, rows.ints("rest")?, rows.ints("indexed")?);
        for row in 0..rows.len() {
            if shingle != Some(shingles.value(row)) {
                of_shingle(&mut having, need, &mut output)?;
                shingle = Some(shingles.value(row));
            }
            having.push(Having {
                size: sizes.value(row).cast_unsigned(),
                position: positions.value(row),
                rest: rests.value(row).cast_unsigned(),
                indexed: indexed.value(row) > 0,
            });
        }
    }
    of_shingle(&mut having, need, &mut output)?;
    output.finish()
}

fn of_shingle<W: Write>(having: &mut Vec<Having>, need: Need, output: &mut Output<W>) -> Result<(), Error> {
    let mut having = mem::take(having);
    having.sort_unstable();
    let mut first = 0;
    for (at, larger) in having.iter().enumerate() {
        let smallest = need.smallest_partner(larger.size);
        first += having[first..at].partition_point(|smaller| smaller.size < smallest);
        for smaller in having[first..at].iter().filter(|smaller| smaller.indexed) {
            // What they share beside it comes after it in both, if it is the first that both have; else they come by that, too.
            if 1 + larger.rest.min(smaller.rest) >= need.of(larger.size, smaller.size) {
                let (a, b) = (smaller.position.min(larger.position), smaller.position.max(larger.position));
                output.push(&[Cell::Long(a), Cell::Long(b)])?;
            }
        }
    }
    Ok(())
}
