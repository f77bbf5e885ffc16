//! Comma- and tab-separated values: each record as its bytes stand, with the quotation marks that it has.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::super::Error;
use super::super::corpus::{RawRow, SeparatedRecords, display_name, refused};
use super::change::{Column, Mark};
use super::packing::Packer;
use super::parts::{Part, Parts};
use super::{has_already, unreadable};
use twinprint_readers::{goes_on, unpack};

/// The records of a file, one at a time.
pub(super) struct Separated {
    records: SeparatedRecords,
    separator: u8,
    file: String,
    /// The header as it stands, and how many fields it has.
    header: (Vec<u8>, usize),
    /// The row as it stands, and how many fields it has.
    row: (Vec<u8>, usize),
    /// The first half of a line's end that was read last: the other half is read with the record behind it.
    half: Half,
    /// Whether the other half of what was written is yet to be written.
    owed: bool,
    number: u64,
    /// What is behind the last record.
    rest: Vec<u8>,
    ended: bool,
}

/// What became of the first half of a line's end, a carriage return.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    None,
    Read,
    Written,
}

impl Half {
    fn of(record: &[u8]) -> Half {
        if record.last() == Some(&b'\r') { Half::Read } else { Half::None }
    }
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
        let (file, row, half) = (display_name(from), (Vec::new(), 0), Half::of(&header.0));
        let (owed, number, ended) = (false, 0, false);
        Ok(Separated { records, separator, file, header, row, half, owed, number, rest, ended })
    }

    /// What was read, without the other half of the line's end before it: that belongs to the record before, and stays or goes
    /// with it.
    fn without_half(&mut self, mut raw: Vec<u8>) -> Vec<u8> {
        if self.half != Half::None && raw.first() == Some(&b'\n') {
            raw.remove(0);
            self.owed |= self.half == Half::Written;
        }
        self.half = Half::of(&raw);
        raw
    }

    /// What is written, behind what is owed of the record before.
    fn written(&mut self, record: &[u8]) -> Vec<u8> {
        let owed: &[u8] = if std::mem::take(&mut self.owed) { b"\n" } else { b"" };
        if self.half == Half::Read {
            self.half = Half::Written;
        }
        [owed, record].concat()
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
            return Err(has_already(self.file.clone(), "column", &column.name));
        }
        let header = self.with_cells(header, columns.iter().map(|column| column.name.clone()));
        Ok(self.written(&header))
    }

    fn tail(&mut self) -> Vec<u8> {
        let rest = std::mem::take(&mut self.rest);
        self.written(&rest)
    }

    fn next(&mut self) -> Result<Option<Part>, Error> {
        if self.ended {
            return Ok(None);
        }
        match self.records.next_raw() {
            Ok(RawRow::Record { raw, fields }) => {
                self.row = (self.without_half(raw), fields);
                self.number += 1;
                Ok(Some(Part { number: Some(self.number - 1), is_document: true }))
            }
            Ok(RawRow::TooLong) => Err(too_long(&self.file)),
            Ok(RawRow::End { raw }) => {
                self.ended = true;
                let rest = self.without_half(raw);
                self.rest.extend(rest);
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
        let (row, _) = std::mem::take(&mut self.row);
        out.write_all(&self.written(&row))
    }

    /// A row that has other fields than the header is none that columns could be added to.
    fn annotated(
        &mut self,
        columns: &[Column],
        marks: Option<&[Option<Mark>]>,
    ) -> Result<Option<Vec<u8>>, Error> {
        let (row, fields) = &self.row;
        if *fields != self.header.1 {
            return Ok(None);
        }
        let said = |index: usize| marks?.get(index)?.as_ref();
        let cells = (0..columns.len()).map(|index| match said(index) {
            None => String::new(),
            Some(Mark::Text(text)) => text.clone(),
            Some(Mark::Whole(number)) => number.to_string(),
            Some(Mark::Number(number)) => number.to_string(),
            Some(Mark::Truth(truth)) => truth.to_string(),
        });
        let row = self.with_cells(row, cells);
        Ok(Some(self.written(&row)))
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
