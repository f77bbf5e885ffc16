//! The objects of a file of items, whatever it is: lines or items of JSON, rows of tables.

use std::fs::File;
use std::io;
use std::path::Path;

use serde_json::{Map, Value};

use super::super::Error;
use super::super::corpus::{
    Entry, Fields, FileFormat, Origin, RawRow, SeparatedRecords, documents, parquet, refused,
};
use super::table;
use twinprint_readers::{goes_on, unpack};

/// What takes the objects of a file as they come, each with its number, and what is none with what is wrong.
pub(super) type Sink<'a> = dyn FnMut(u64, Result<Map<String, Value>, String>) -> Result<(), Error> + 'a;

/// Reads the objects of a file.
///
/// # Errors
/// [`Error::Unreadable`]; [`Error::Evals`] for a file of another kind; what `sink` says.
pub(super) fn read(entry: &Entry, temporary: &Path, sink: &mut Sink<'_>) -> Result<(), Error> {
    let Origin::File(path) = &entry.origin else {
        return Err(Error::ReadOnce { place: entry.name.clone() });
    };
    // What begins as an object is one, whatever its fields.
    let fields = Fields { text: Some("question".into()), ..Fields::default() };
    let format = documents(Vec::new()).with_fields(fields).format_of(entry)?;
    match format {
        FileFormat::JsonLines | FileFormat::Json => read_json(entry, format, sink),
        FileFormat::Csv => read_separated(path, &entry.name, b',', sink),
        FileFormat::Tsv => read_separated(path, &entry.name, b'\t', sink),
        FileFormat::Parquet => {
            let unreadable = |reason| refused(entry.name.clone(), reason);
            let packed = unpack(File::open(path).map_err(unreadable)?).map_err(unreadable)?;
            let file = parquet::seekable(entry, packed, Some(temporary)).map_err(unreadable)?;
            table::read(file, &entry.name, sink)
        }
        format => Err(Error::Evals {
            place: entry.name.clone(),
            what: format!("it is read as {}, which has no items", format.name()),
        }),
    }
}

fn read_json(entry: &Entry, format: FileFormat, sink: &mut Sink<'_>) -> Result<(), Error> {
    let mut records = documents(vec![entry.clone()]).with_format(Some(format)).into_records();
    while let Some(record) = records.next() {
        match record {
            Ok(record) => {
                let object = match serde_json::from_slice(record.bytes()) {
                    Ok(Value::Object(object)) => Ok(object),
                    Ok(_) => Err("it is no object".into()),
                    Err(error) => Err(format!("it is not JSON: {error}")),
                };
                sink(record.place().position.number, object)?;
            }
            Err(error @ (Error::Unreadable { .. } | Error::DriveFailed { .. })) => return Err(error),
            Err(error) => sink(records.reached().number.saturating_sub(1), Err(error.what()))?,
        }
    }
    Ok(())
}

fn read_separated(path: &Path, name: &str, separator: u8, sink: &mut Sink<'_>) -> Result<(), Error> {
    let unreadable = |reason: io::Error| refused(name.into(), reason);
    let reader = unpack(File::open(path).map_err(unreadable)?).map_err(unreadable)?;
    let mut records = SeparatedRecords::new(reader, separator);
    let header: Vec<String> = match records.next_raw().map_err(unreadable)? {
        RawRow::Record { fields, .. } => (0..fields).map(|at| records.text(at).trim().to_string()).collect(),
        RawRow::TooLong => {
            return Err(Error::Evals { place: name.into(), what: "its header has no end".into() });
        }
        RawRow::End { .. } => return Ok(()),
    };
    for number in 0.. {
        let row = match records.next_raw() {
            Ok(RawRow::End { .. }) => break,
            Ok(RawRow::Record { fields, .. }) if fields == header.len() => {
                let cells = header.iter().enumerate().map(|(at, name)| (name.clone(), records.text(at)));
                Ok(cells
                    .filter(|(_, text)| !text.is_empty())
                    .map(|(name, text)| (name, text.into()))
                    .collect())
            }
            Ok(RawRow::Record { fields, .. }) => {
                Err(format!("its fields are {fields}, and those of the header {}", header.len()))
            }
            Ok(RawRow::TooLong) => Err("it is too long: a quotation mark may not be closed".into()),
            Err(reason) if goes_on(&reason) => Err(refused(name.into(), reason).what()),
            Err(reason) => return Err(unreadable(reason)),
        };
        sink(number, row)?;
    }
    Ok(())
}
