//! Comma- and tab-separated values: a document in each record behind a header, which names the columns.
//!
//! The crate `csv-core` finds where fields and records end (RFC 4180, and what is written beside it); here their length is
//! bounded, since a quotation mark that is never closed makes one record of all that follows.

use std::io::{self, BufRead};
use std::{format, vec};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use twinprint_readers::goes_on;

use super::fields::Wanted;
use super::records::{Piece, Pieces};
use super::row::{self, Cell, Column, Kind};
use super::{DocumentPlace, Error, MAX_BYTES, refused};
use std::sync::Arc;

/// The records of a file, one at a time.
pub(super) struct Separated {
    records: Records,
    place: DocumentPlace,
    columns: Vec<Column>,
    /// How many fields the header has.
    width: usize,
    wanted: Arc<Wanted>,
    /// How many records were read behind the header.
    number: u64,
    ended: bool,
}

impl Separated {
    /// Reads the header of a file whose fields are separated by this byte.
    pub(super) fn new(
        reader: Box<dyn BufRead + Send>,
        separator: u8,
        place: DocumentPlace,
        wanted: Arc<Wanted>,
    ) -> Result<Separated, Error> {
        let mut records = Records::new(reader, separator);
        let header = records.read().map_err(|reason| refused(place.file.to_string(), reason))?;
        let (columns, width) = match header {
            Record::Whole(fields) => {
                let name = |cell: Cell| String::from_utf8_lossy(&cell.unwrap_or_default()).trim().to_string();
                let names: Vec<_> =
                    (0..fields).map(|field| (name(records.field(field)), Kind::Text)).collect();
                (row::columns(&names, &wanted, &place)?, fields)
            }
            Record::TooLong => return Err(Error::TooLong { place: place.to_string(), limit: MAX_BYTES }),
            Record::None => (Vec::new(), 0),
        };
        Ok(Separated { records, place, columns, width, wanted, number: 0, ended: false })
    }
}

/// A record that is broken is an error of its own. Behind a part that cannot be unpacked, what is read next is the start of a
/// record; if it is not, its fields are too few or too many.
impl Pieces for Separated {
    fn number(&self) -> u64 {
        self.number
    }

    fn next(&mut self) -> Option<Piece> {
        if self.ended {
            return None;
        }
        let place = self.place.at(self.number);
        let record = self.records.read();
        self.number += 1;
        match record {
            Ok(Record::None) => {
                self.ended = true;
                None
            }
            Ok(Record::Whole(fields)) if fields == self.width => {
                let cells = self.columns.iter().map(|column| self.records.field(column.index));
                Some(row::document(&self.columns, cells, &self.wanted, place))
            }
            Ok(Record::Whole(fields)) => {
                let problem = format!("its fields are {fields}, and those of the header {}", self.width);
                Some(Err(Error::BadRow { place: place.to_string(), problem }))
            }
            Ok(Record::TooLong) => Some(Err(Error::TooLong { place: place.to_string(), limit: MAX_BYTES })),
            Err(reason) => {
                self.ended = !goes_on(&reason);
                Some(Err(refused(place.to_string(), reason)))
            }
        }
    }
}

/// What is read of a file, and the record that was read last.
pub(crate) struct Records {
    reader: Box<dyn BufRead + Send>,
    parser: Reader,
    /// The fields, end to end ...
    bytes: Vec<u8>,
    /// ... and where they end.
    ends: Vec<usize>,
    /// All that was read since the record before; none if nobody asks for it.
    raw: Option<Vec<u8>>,
}

/// A record as it stands in its file.
pub(crate) enum RawRow {
    /// One of this number of fields.
    Record {
        /// Its bytes.
        raw: Vec<u8>,
        /// How many fields it has.
        fields: usize,
    },
    /// One that is too long.
    TooLong,
    /// The end of the file.
    End {
        /// What is behind the last record.
        raw: Vec<u8>,
    },
}

/// What was read.
enum Record {
    /// A record, with the number of its fields.
    Whole(usize),
    TooLong,
    None,
}

impl Records {
    /// The records of a file whose fields are separated by this byte, the header among them.
    pub(crate) fn new(reader: Box<dyn BufRead + Send>, separator: u8) -> Records {
        let parser = ReaderBuilder::new().delimiter(separator).build();
        Records { reader, parser, bytes: vec![0; 1 << 12], ends: vec![0; 1 << 6], raw: None }
    }

    /// The bytes of the next record as they stand, with the end of the line before it, if that has two bytes; at the end of the file
    /// what is behind the last, once.
    pub(crate) fn next_raw(&mut self) -> io::Result<RawRow> {
        self.raw = Some(Vec::new());
        let record = self.read()?;
        let raw = self.raw.take().unwrap_or_default();
        Ok(match record {
            Record::Whole(fields) => RawRow::Record { raw, fields },
            Record::TooLong => RawRow::TooLong,
            Record::None => RawRow::End { raw },
        })
    }

    /// The text of a field of the record that was read last.
    pub(crate) fn text(&self, field: usize) -> String {
        String::from_utf8_lossy(&self.field(field).unwrap_or_default()).into_owned()
    }

    /// Reads the next record; what is read of one that is cut is let go.
    fn read(&mut self) -> io::Result<Record> {
        let (mut length, mut fields, mut too_long) = (0, 0, false);
        loop {
            let input = match self.reader.fill_buf() {
                Ok(input) => input,
                Err(reason) if reason.kind() == io::ErrorKind::Interrupted => continue,
                Err(reason) => {
                    self.parser.reset();
                    return Err(reason);
                }
            };
            let (found, read, written, ended) =
                self.parser.read_record(input, &mut self.bytes[length..], &mut self.ends[fields..]);
            if let Some(raw) = &mut self.raw
                && raw.len() as u64 <= 2 * MAX_BYTES
            {
                raw.extend(&input[..read]);
            }
            self.reader.consume(read);
            (length, fields) = (length + written, fields + ended);
            match found {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::Record if too_long => return Ok(Record::TooLong),
                ReadRecordResult::Record => return Ok(Record::Whole(fields)),
                ReadRecordResult::End => return Ok(Record::None),
                _ if too_long || length.max(fields * size_of::<usize>()) as u64 > MAX_BYTES => {
                    (length, fields, too_long) = (0, 0, true);
                }
                ReadRecordResult::OutputFull => self.bytes.resize(2 * self.bytes.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
            }
        }
    }

    /// A field of the record; none if it is empty.
    fn field(&self, field: usize) -> Cell {
        let start = field.checked_sub(1).map_or(0, |before| self.ends[before]);
        let bytes = &self.bytes[start..self.ends[field]];
        (!bytes.is_empty()).then(|| bytes.to_vec())
    }
}
