//! In how many documents shingles stand: each task counts its own, and what it counted is added up.
//!
//! As the join on one machine does, shingles share counters, so that a count is never too low; the order that prefixes go by is
//! the same everywhere, whatever the counts, and so all pairs are found, whatever they are.

use std::io::{Read, Write};
use std::prelude::v1::*;

use super::super::Error;
use super::super::overlap::Counts;
use super::stream::{Cell, Input, Kind, Output, bad, numbers};

pub(super) const COLUMNS: [(&str, Kind); 2] = [("chunk", Kind::Int), ("counters", Kind::Bytes)];

/// So many counters go together.
const CHUNK: usize = 1 << 16;

/// Counts the `shingles` of documents, by so many bits of each.
pub(super) fn run<W: Write>(input: Input<impl Read>, output: Output<W>, bits: u32) -> Result<(), Error> {
    let mut counts = Counts::none(bits);
    for rows in input {
        let rows = rows?;
        let lists = rows.bytes("shingles")?;
        (0..rows.len()).for_each(|row| counts.add(numbers(lists.value(row))));
    }
    give(&counts, output)
}

/// Adds up counters that several tasks gave.
pub(super) fn merge<W: Write>(input: Input<impl Read>, output: Output<W>, bits: u32) -> Result<(), Error> {
    let mut counts = Counts::none(bits);
    for rows in input {
        let rows = rows?;
        let (chunks, counters) = (rows.ints("chunk")?, rows.bytes("counters")?);
        for row in 0..rows.len() {
            let first = usize::try_from(chunks.value(row)).unwrap_or(usize::MAX).saturating_mul(CHUNK);
            if !counts.add_counters(first, counters.value(row)) {
                return Err(bad("its counters are not as many as were asked for".into()));
            }
        }
    }
    give(&counts, output)
}

/// Chunks of which no counter counts are left out.
fn give<W: Write>(counts: &Counts, mut output: Output<W>) -> Result<(), Error> {
    for (number, chunk) in (0..).zip(counts.counters().chunks(CHUNK)) {
        if chunk.iter().any(|&counter| counter > 0) {
            output.push(&[Cell::Int(number), Cell::Bytes(chunk)])?;
        }
    }
    output.finish()
}
