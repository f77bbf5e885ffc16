//! In how many documents shingles stand: each task counts its own, and what it counted is added up.
//!
//! As the join on one machine does, shingles share counters, so that a count is never too low; the order that prefixes go by is
//! the same everywhere, whatever the counts, and so all pairs are found, whatever they are.
//!
//! A task sees few of all shingles, and most of its counters count nothing; of a chunk of such go those alone that count.

use std::borrow::Cow;
use std::io::{Read, Write};

use super::super::Error;
use super::super::overlap::Counts;
use super::blocks::each_set;
use super::stream::{Cell, ColumnType, Input, Output, bad, numbers};

pub(super) const COLUMNS: [(&str, ColumnType); 2] =
    [("chunk", ColumnType::Int), ("counters", ColumnType::Bytes)];

/// The counters of a row.
const CHUNK: usize = 1 << 16;

/// Counts the shingles of documents, by `bits` bits of each.
pub(super) fn run<W: Write>(input: Input<impl Read>, output: Output<W>, bits: u32) -> Result<(), Error> {
    let mut counts = Counts::none(bits);
    for rows in input {
        each_set(&rows?, |set| {
            counts.add(numbers(set.shingles)?);
            Ok(())
        })?;
    }
    give(&counts, output, pack)
}

/// Adds up counters that several tasks gave.
pub(super) fn merge<W: Write>(input: Input<impl Read>, output: Output<W>, bits: u32) -> Result<(), Error> {
    let mut counts = Counts::none(bits);
    for rows in input {
        let rows = rows?;
        let (chunks, counters) = (rows.ints("chunk")?, rows.bytes("counters")?);
        for row in 0..rows.len() {
            if !add(&mut counts, chunks.value(row), counters.value(row)) {
                return Err(bad("its counters are not as many as were requested".into()));
            }
        }
    }
    give(&counts, output, |chunk| chunk.into())
}

/// Chunks of which no counter counts are left out.
fn give<W: Write>(
    counts: &Counts,
    mut output: Output<W>,
    form: impl Fn(&[u8]) -> Cow<'_, [u8]>,
) -> Result<(), Error> {
    for (number, chunk) in (0..).zip(counts.counters().chunks(CHUNK)) {
        if chunk.iter().any(|&counter| counter > 0) {
            output.push(&[Cell::Int(number), Cell::Bytes(&form(chunk))])?;
        }
    }
    output.finish()
}

/// Those counters of a chunk that count, each as its place in two bytes and its count; all, if they are no shorter so.
fn pack(chunk: &[u8]) -> Cow<'_, [u8]> {
    let counting = (0..=u16::MAX).zip(chunk).filter(|&(_, &counter)| counter > 0);
    let packed = counting.flat_map(|(place, &counter)| {
        let [low, high] = place.to_le_bytes();
        [low, high, counter]
    });
    let packed: Vec<u8> = packed.take(chunk.len()).collect();
    if packed.len() < chunk.len() { packed.into() } else { chunk.into() }
}

/// Adds a chunk in either form. Tells whether there are such counters.
fn add(counts: &mut Counts, chunk: i32, counters: &[u8]) -> bool {
    let first = usize::try_from(chunk).unwrap_or(usize::MAX).saturating_mul(CHUNK);
    if counters.len() == CHUNK.min(counts.counters().len()) {
        return counts.add_counters(first, counters);
    }
    let (packed, rest) = counters.as_chunks();
    rest.is_empty()
        && packed.iter().all(|&[low, high, counter]| {
            let place = usize::from(u16::from_le_bytes([low, high]));
            counts.add_counters(first.saturating_add(place), &[counter])
        })
}
