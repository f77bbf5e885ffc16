//! Tables in Parquet files: a document in each row.
//!
//! The crate `parquet` reads the format, without Arrow: metadata, levels and encodings. A column is read by its pages, one
//! row at a time, so memory holds a page of each column that is requested, whatever the size of a row group. Of broken bytes
//! the crate's decoders panic rather than err: a panic of theirs is caught, and ends the row group. What the file says of
//! itself stands at its end: a table that is cut has none of it, and no row.

mod pages;
mod table;

use std::format;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use parquet::basic::{ConvertedType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::schema::types::ColumnDescriptor;

use super::super::catch_panic::catch_panic;
use super::fields::Wanted;
use super::records::{Piece, Pieces};
use super::row::{self, Cell, Column, Kind};
use super::{DocumentPlace, Drive, Entry, Error, Origin};
pub(crate) use table::Table;

/// How a table begins.
pub(crate) const START: &[u8] = b"PAR1";

/// A file of what `reader` gives in which one can go to and fro: the file itself, unless it is packed or a pipe.
pub(crate) fn seekable(entry: &Entry, mut reader: impl Read, temporary: Option<&Path>) -> io::Result<File> {
    if let Origin::File(path) = &entry.origin
        && path.is_file()
    {
        let mut file = File::open(path)?;
        let mut start = [0; START.len()];
        if file.read_exact(&mut start).is_ok() && start == START {
            return Ok(file);
        }
    }
    let mut file = temporary.map_or_else(tempfile::tempfile, tempfile::tempfile_in)?;
    io::copy(&mut reader, &mut file)?;
    file.rewind()?;
    Ok(file)
}

/// The rows of a table, one at a time.
pub(super) struct Rows {
    table: Table,
    place: DocumentPlace,
    /// Those that are requested.
    columns: Vec<Column>,
    wanted: Arc<Wanted>,
    /// Their readers in the row group that is open.
    readers: Vec<ColumnReader>,
    /// The row group that is opened next.
    group: usize,
    /// The number of its first row.
    first: u64,
    /// How many rows of the open one are left.
    left: u64,
    /// How many rows were read.
    number: u64,
    ended: bool,
}

impl Rows {
    pub(super) fn new(
        file: File,
        place: DocumentPlace,
        wanted: Arc<Wanted>,
        read: Arc<AtomicU64>,
        drive: Drive,
    ) -> Result<Rows, Error> {
        let bad = |what| Error::BadTable { place: place.file.to_string(), what };
        let table = catch_panic(|| Table::open(file, read, drive), ParquetError::General);
        let table = table.map_err(|error| bad(plain(&error)))?;
        let columns = row::columns(&names(&table), &wanted, &place)?;
        let readers = Vec::new();
        Ok(Rows {
            table,
            place,
            columns,
            wanted,
            readers,
            group: 0,
            first: 0,
            left: 0,
            number: 0,
            ended: false,
        })
    }

    /// Opens row groups until there is one with rows; false at the end of the table.
    fn open(&mut self) -> Result<bool, ParquetError> {
        while self.left == 0 {
            if self.group == self.table.groups() {
                return Ok(false);
            }
            let group = self.group;
            self.group += 1;
            let rows = self.table.rows(group)?;
            self.first = self.first.saturating_add(rows);
            let pages = self.columns.iter().map(|column| self.table.pages(group, column.index));
            self.readers = pages
                .map(|pages| pages.map(|(descriptor, pages)| get_column_reader(descriptor, pages)))
                .collect::<Result<_, _>>()?;
            self.left = rows;
        }
        Ok(true)
    }

    /// Passes over what is left of the group that is open, or that could not be opened.
    fn give_up_group(&mut self) {
        self.left = 0;
        self.number = self.number.max(self.first);
        self.ended = self.group == self.table.groups();
    }

    /// The cells of the next row.
    fn row(&mut self) -> Result<Option<Vec<Cell>>, ParquetError> {
        if !self.open()? {
            return Ok(None);
        }
        self.left -= 1;
        let schema = self.table.schema();
        let cells = self.columns.iter().zip(&mut self.readers);
        cells
            .map(|(column, reader)| cell(reader, &schema.column(column.index)))
            .collect::<Result<_, _>>()
            .map(Some)
    }
}

impl Pieces for Rows {
    fn number(&self) -> u64 {
        self.number
    }

    /// A group of rows that is broken ends where it is; reading goes on with the next.
    fn next(&mut self) -> Option<Piece> {
        if self.ended {
            return None;
        }
        let place = self.place.at(self.number);
        let row = catch_panic(|| self.row(), ParquetError::General);
        self.number += 1;
        match row {
            Ok(Some(cells)) => Some(row::document(&self.columns, cells, &self.wanted, place)),
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.give_up_group();
                Some(Err(Error::BadTable { place: place.to_string(), what: plain(&error) }))
            }
        }
    }

    /// Whole row groups are not opened; in one that is, rows are read.
    fn skip_to(&mut self, number: u64) {
        let step = || -> Result<(), ParquetError> {
            while self.number < number {
                if self.left == 0 && self.group < self.table.groups() {
                    let rows = self.table.rows(self.group)?;
                    if rows <= number - self.number {
                        self.number += rows;
                        self.first = self.number;
                        self.group += 1;
                        continue;
                    }
                }
                if self.row()?.is_none() {
                    break;
                }
                self.number += 1;
            }
            Ok(())
        };
        if catch_panic(step, ParquetError::General).is_err() {
            self.give_up_group();
        }
    }
}

/// The columns of a table, of which those within others have the names of both, as "meta.url". What repeats is left out.
fn names(table: &Table) -> Vec<(String, Kind)> {
    let kind = |physical: Type| match physical {
        Type::BYTE_ARRAY => Kind::Text,
        Type::INT32 | Type::INT64 | Type::FLOAT | Type::DOUBLE => Kind::Number(physical.to_string()),
        other => Kind::Other(other.to_string()),
    };
    let columns = table.schema().columns().iter();
    columns
        .map(|column| {
            let repeats = column.max_rep_level() != 0;
            let kind = if repeats { Kind::Other("lists".into()) } else { kind(column.physical_type()) };
            (column.path().parts().join("."), kind)
        })
        .collect()
}

/// The cell of a column's next row.
fn cell(reader: &mut ColumnReader, column: &ColumnDescriptor) -> Result<Cell, ParquetError> {
    let level = column.max_def_level();
    let unsigned = matches!(column.converted_type(), ConvertedType::UINT_32 | ConvertedType::UINT_64);
    match reader {
        ColumnReader::ByteArrayColumnReader(reader) => value(reader, level, |value| value.data().to_vec()),
        ColumnReader::Int32ColumnReader(reader) if unsigned => {
            value(reader, level, |&value| digits(value as u32))
        }
        ColumnReader::Int32ColumnReader(reader) => value(reader, level, |&value| digits(value)),
        ColumnReader::Int64ColumnReader(reader) if unsigned => {
            value(reader, level, |&value| digits(value as u64))
        }
        ColumnReader::Int64ColumnReader(reader) => value(reader, level, |&value| digits(value)),
        ColumnReader::FloatColumnReader(reader) => value(reader, level, |&value| digits(value)),
        ColumnReader::DoubleColumnReader(reader) => value(reader, level, |&value| digits(value)),
        _ => Ok(None),
    }
}

fn digits(number: impl ToString) -> Vec<u8> {
    number.to_string().into_bytes()
}

/// The next value of a column that has levels up to this one.
fn value<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    level: i16,
    show: impl Fn(&T::T) -> Vec<u8>,
) -> Result<Cell, ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    let (rows, _, _) = reader.read_records(1, (level > 0).then_some(&mut levels), None, &mut values)?;
    match rows {
        0 => Err(ParquetError::EOF("a column has fewer rows than the table".into())),
        _ => Ok(values.first().map(show)),
    }
}

/// The reader's words without its own beginning.
pub(crate) fn plain(error: &ParquetError) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("Parquet error: ").or(text.strip_prefix("EOF: ")).unwrap_or(&text);
    format!("it is no whole Parquet file: {text}")
}
