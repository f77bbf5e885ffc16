//! Comma- and tab-separated values: each record as its bytes stand, with the quotation marks that it has.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::super::Error;
use super::super::corpus::{RawRow, SeparatedRecords, display_name, refused};
use super::change::{Column, Mark};
use super::packing::Packer;
use super::parts::{Part, Parts};
use super::unreadable;
use twinprint_readers::{goes_on, unpack};

/// The records of a file, one at a time.
pub(super) struct Separated {
    records: SeparatedRecords,
    separator: u8,
    file: String,
    /// The header as it stands, and how many fields it has.
    header: (Vec<u8>, usize),
    row: Vec<u8>,
    number: u64,
    /// What is behind the last record.
    rest: Vec<u8>,
    ended: bool,
}

impl Separated {
    pub(super) fn open(from: &Path, separator: u8) -> Result<Separated, Error> {
        let fails = |reason| unreadable(from, reason);
        let reader = unpack(File::open(from).map_err(fails)?).map_err(fails)?;
        let mut records = SeparatedRecords::new(reader, separator);
        let (header, rest) = match records.next_raw().map_err(fails)? {
            RawRow::Record { raw, fields } => ((raw, fields), Vec::new()),
            RawRow::TooLong => return Err(too_long(&display_name(from))),
            RawRow::End { raw } => ((Vec::new(), 0), raw),
        };
        let file = display_name(from);
        Ok(Separated { records, separator, file, header, row: Vec::new(), number: 0, rest, ended: false })
    }

    /// A record with cells more before the end of its line.
    fn with_cells(&self, row: &[u8], cells: impl Iterator<Item = String>) -> Vec<u8> {
        let end = row.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |last| last + 1);
        let mut with_cells = row[..end].to_vec();
        for cell in cells {
            with_cells.push(self.separator);
            with_cells.extend(quoted(&cell, self.separator).as_bytes());
        }
        with_cells.extend(&row[end..]);
        with_cells
    }
}

impl Parts for Separated {
    fn head(&mut self, columns: &[Column]) -> Result<Vec<u8>, Error> {
        let (header, fields) = &self.header;
        let names: Vec<String> = (0..*fields).map(|field| self.records.text(field)).collect();
        if let Some(column) =
            columns.iter().find(|column| names.iter().any(|name| name.trim() == column.name))
        {
            return Err(Error::Rewrite {
                place: self.file.clone(),
                what: format!("it has a column \"{}\" already", column.name),
                remedy: "give that column another name, or leave the file as it is",
            });
        }
        Ok(self.with_cells(header, columns.iter().map(|column| column.name.clone())))
    }

    fn tail(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rest)
    }

    fn next(&mut self) -> Result<Option<Part>, Error> {
        if self.ended {
            return Ok(None);
        }
        match self.records.next_raw() {
            Ok(RawRow::Record { raw, .. }) => {
                self.row = raw;
                self.number += 1;
                Ok(Some(Part { number: Some(self.number - 1), is_document: true }))
            }
            Ok(RawRow::TooLong) => Err(too_long(&self.file)),
            Ok(RawRow::End { raw }) => {
                self.ended = true;
                self.rest.extend(raw);
                Ok(None)
            }
            Err(reason) => {
                self.number += 1;
                self.ended = !goes_on(&reason);
                Part::broken(refused(self.file.clone(), reason))
            }
        }
    }

    fn keep(&mut self, out: &mut Packer) -> io::Result<()> {
        out.write_all(&self.row)
    }

    fn annotated(&mut self, _columns: &[Column], marks: &[Option<Mark>]) -> Result<Option<Vec<u8>>, Error> {
        let cells = marks.iter().map(|mark| match mark {
            None => String::new(),
            Some(Mark::Text(text)) => text.clone(),
            Some(Mark::Whole(number)) => number.to_string(),
            Some(Mark::Number(number)) => number.to_string(),
            Some(Mark::Truth(truth)) => truth.to_string(),
        });
        Ok(Some(self.with_cells(&self.row, cells)))
    }
}

/// A cell between quotation marks, if it needs them.
fn quoted(cell: &str, separator: u8) -> String {
    match cell.bytes().any(|byte| byte == separator || b"\"\r\n".contains(&byte)) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.into(),
    }
}

fn too_long(file: &str) -> Error {
    Error::Rewrite {
        place: file.into(),
        what: "one of its records is longer than a document may be: a quotation mark may not be closed"
            .into(),
        remedy: "mend it, or leave the file out",
    }
}
