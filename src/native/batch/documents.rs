//! Files to documents: each reduced to what tells its copies, and to what pairs are found by.

use std::io::{Read, Write};
use std::prelude::v1::*;
use std::string::ToString;
use std::vec;

use super::super::Error;
use super::super::corpus::{Entry, Origin, RawRecord, Source, documents};
use super::super::scan::{Reduced, Reducer, Reduction};
use super::stream::{Cell, Input, Kind, Output, bytes_of};

/// The columns of a document: a row has either all to `value`, or `reason` and `message`, which say of what it is none.
pub(super) const COLUMNS: [(&str, Kind); 10] = [
    ("position", Kind::Long),
    ("name", Kind::Text),
    ("identity", Kind::Bytes),
    ("words", Kind::Int),
    ("bytes", Kind::Int),
    ("size", Kind::Int),
    ("shingles", Kind::Bytes),
    ("value", Kind::Bytes),
    ("reason", Kind::Text),
    ("message", Kind::Text),
];

/// A document's place among all: the file by its place in the listing, and which of its documents.
pub(super) fn position(file: i32, number: u64) -> i64 {
    i64::from(file) << 32 | i64::try_from(number).unwrap_or(i64::MAX).min(u32::MAX.into())
}

/// Reduces the documents of files.
pub(super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    reduction: &Reduction,
) -> Result<(), Error> {
    let mut reducer = Reducer::new(reduction)?;
    let mut room = [Vec::new(), Vec::new()];
    let reduce = |source: &Source| Ok(reducer.reduce(&source.document())?);
    each(input, &mut output, reduce, |output, position, source, reduced: Reduced| {
        let [shingles, value] = &mut room;
        bytes_of(&reduced.shingles, shingles);
        bytes_of(&reduced.value, value);
        output.push(&[
            Cell::Long(position),
            Cell::Text(&source.name),
            Cell::Bytes(&reduced.identity.to_le_bytes()),
            Cell::Int(reduced.words.cast_signed()),
            Cell::Int(source.text.len() as i32),
            Cell::Int(reduced.shingles.len() as i32),
            Cell::Bytes(shingles),
            Cell::Bytes(value),
        ])
    })?;
    output.finish()
}

/// Reads the documents of files that come as rows of `entry`, the file's place among all; `file`, its name; and `content`. What
/// `reduce` makes of a document, `give` gives with its position; what is none is a row that says why, in the last two columns.
pub(super) fn each<T, W: Write>(
    input: Input<impl Read>,
    output: &mut Output<W>,
    mut reduce: impl FnMut(&Source) -> Result<T, Error>,
    mut give: impl FnMut(&mut Output<W>, i64, &Source, T) -> Result<(), Error>,
) -> Result<(), Error> {
    for rows in input {
        let rows = rows?;
        let (entries, names, contents) = (rows.ints("entry")?, rows.texts("file")?, rows.bytes("content")?);
        for row in 0..rows.len() {
            let entry = entries.value(row);
            let content: std::sync::Arc<[u8]> = contents.value(row).into();
            let file = Entry { name: names.value(row).into(), origin: Origin::Memory(content) };
            let mut records = documents(vec![file]).into_records();
            // What cannot be read stands behind what was read before it.
            let mut last = 0;
            for record in records.by_ref() {
                let read = record.and_then(RawRecord::parse);
                match read.and_then(|source| Ok((reduce(&source)?, source))) {
                    Ok((reduced, source)) => {
                        last = source.place.position.number;
                        give(output, position(entry, last), &source, reduced)?;
                    }
                    Err(error) => {
                        passed_over(output, position(entry, last), error.reason(), &error.to_string())?;
                    }
                }
            }
            for note in records.take_notes() {
                passed_over(output, position(entry, last), NOTE, &note.to_string())?;
            }
        }
    }
    Ok(())
}

/// What is said of a file that was read, as a reason.
const NOTE: &str = "note";

fn passed_over<W: Write>(output: &mut Output<W>, at: i64, reason: &str, message: &str) -> Result<(), Error> {
    let none = vec![Cell::Null; output.width() - 3];
    output.push(&[&[Cell::Long(at)][..], &none, &[Cell::Text(reason), Cell::Text(message)]].concat())
}
