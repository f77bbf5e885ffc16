//! Files to documents: each reduced to what tells its copies, and to what pairs are found by.

use std::io::{Read, Write};

use super::super::Error;
use super::super::corpus::{Entry, Origin, RawRecord, Source, documents};
use super::super::ledger::Count;
use super::super::scan::{Reduced, Reducer, Reduction, is_wordless};
use super::blocks::{BYTES, Set, block_of};
use super::stream::{Cell, ColumnType, Input, Output, bytes_of};

/// A row has of a document all to `value`, or documents of a `block` as they are compared, as `sets`, or what [`each`] says of a file.
pub(super) const COLUMNS: [(&str, ColumnType); 15] = [
    ("position", ColumnType::Long),
    ("name", ColumnType::Text),
    // What stands behind the name if another document has it.
    ("place", ColumnType::Text),
    ("identity", ColumnType::Bytes),
    ("words", ColumnType::Int),
    ("bytes", ColumnType::Int),
    ("size", ColumnType::Int),
    ("value", ColumnType::Bytes),
    ("block", ColumnType::Long),
    ("sets", ColumnType::Bytes),
    ("reason", ColumnType::Text),
    ("message", ColumnType::Text),
    ("account", ColumnType::Text),
    ("met", ColumnType::Long),
    ("met_bytes", ColumnType::Long),
];

/// A document's place among all: the file by its place in the listing, and which of its documents.
fn position(entry: i32, file: &str, number: u64) -> Result<i64, Error> {
    let number = u32::try_from(number).map_err(|_| Error::Batch {
        place: file.into(),
        what: "it has more documents than the 4,294,967,296 that can be numbered".into(),
        remedy: "split it into several files".into(),
    })?;
    Ok(i64::from(entry) << 32 | i64::from(number))
}

/// A number of bytes or words of a document, as rows say it.
fn count(source: &Source, number: usize) -> Result<i32, Error> {
    i32::try_from(number)
        .map_err(|_| Error::TooLong { place: source.place.to_string(), limit: i32::MAX as u64 })
}

/// Reduces the documents of files.
pub(super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    reduction: &Reduction,
) -> Result<(), Error> {
    let mut reducer = Reducer::new(reduction)?;
    let (mut shingles, mut value) = (Vec::new(), Vec::new());
    let mut block = Block::default();
    let reduce = |source: &Source| Ok(reducer.reduce(&source.document())?);
    each(input, &mut output, reduce, |output, position, source, reduced: Reduced| {
        bytes_of(&reduced.shingles, &mut shingles);
        bytes_of(&reduced.value, &mut value);
        block.take(&Set { position, name: &source.name, shingles: &shingles }, output)?;
        output.push(&[
            Cell::Long(position),
            Cell::Text(&source.name),
            Cell::Text(&source.place.to_string()),
            Cell::Bytes(&reduced.identity.to_le_bytes()),
            Cell::Int(reduced.words.cast_signed()),
            Cell::Int(count(source, source.text.len())?),
            Cell::Int(count(source, reduced.shingles.len())?),
            Cell::Bytes(&value),
        ])
    })?;
    block.give(&mut output)?;
    output.finish()
}

/// Documents of a block that are not given yet.
#[derive(Default)]
struct Block {
    number: i64,
    sets: Vec<u8>,
}

impl Block {
    fn take<W: Write>(&mut self, set: &Set<'_>, output: &mut Output<W>) -> Result<(), Error> {
        let number = block_of(set.position);
        if number != self.number || self.sets.len() >= BYTES {
            self.give(output)?;
            self.number = number;
        }
        set.write(&mut self.sets);
        Ok(())
    }

    fn give<W: Write>(&mut self, output: &mut Output<W>) -> Result<(), Error> {
        if self.sets.is_empty() {
            return Ok(());
        }
        let row = [[Cell::Null; 8].as_slice(), &[Cell::Long(self.number), Cell::Bytes(&self.sets)]].concat();
        output.push(&row)?;
        self.sets.clear();
        Ok(())
    }
}

/// Reads the documents of files that come as rows of `entry`, the file's place among all; `file`, its name; and `content`. What
/// `reduce` makes of a document, `give` gives with its position. The last five columns are of other rows: `reason` and `message` say of
/// what there is no document, and `account` to what that counts, with the number of its bytes; at the end of a file that is how many
/// documents were met in it, counted as they came.
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
            let (entry, name) = (entries.value(row), names.value(row));
            let content: std::sync::Arc<[u8]> = contents.value(row).into();
            let file = Entry { name: name.into(), origin: Origin::Memory(content) };
            let mut records = documents(vec![file]).into_records();
            let mut met = Count::default();
            // What cannot be read stands behind what was read before it.
            let mut last = position(entry, name, 0)?;
            for record in records.by_ref() {
                let mut bytes = record.as_ref().map_or(0, |record| record.bytes().len() as u64);
                let read = record.and_then(RawRecord::parse).and_then(|source| {
                    bytes = source.text.len() as u64;
                    Ok((reduce(&source)?, source))
                });
                met.add(bytes);
                match read {
                    Ok((reduced, source)) => {
                        last = position(entry, name, source.place.position.number)?;
                        give(output, last, &source, reduced)?;
                    }
                    Err(error) => {
                        let account = if is_wordless(&error) { WORDLESS } else { REFUSED };
                        let message = error.to_string();
                        let why = [Cell::Text(error.reason()), Cell::Text(&message)];
                        say(output, last, why, counted(account, Count { documents: 1, bytes }))?;
                    }
                }
            }
            for note in records.take_notes() {
                say(output, last, [Cell::Text(NOTE), Cell::Text(&note.to_string())], [Cell::Null; 3])?;
            }
            say(output, last, [Cell::Null; 2], counted(READ, met))?;
        }
    }
    Ok(())
}

/// What is said of a file that was read, as a reason.
const NOTE: &str = "note";
/// What was met in a file, and what of it is no document: whole, but with no words, or not to be read.
const READ: &str = "read";
const WORDLESS: &str = "without words";
const REFUSED: &str = "refused";

fn counted(account: &'static str, count: Count) -> [Cell<'static>; 3] {
    [Cell::Text(account), Cell::Long(count.documents.cast_signed()), Cell::Long(count.bytes.cast_signed())]
}

/// Gives a row of the last five columns.
fn say<W: Write>(
    output: &mut Output<W>,
    at: i64,
    why: [Cell<'_>; 2],
    counted: [Cell<'_>; 3],
) -> Result<(), Error> {
    let none = vec![Cell::Null; output.width() - 1 - why.len() - counted.len()];
    output.push(&[&[Cell::Long(at)][..], &none, &why, &counted].concat())
}
