//! Documents as rows of a Parquet file.

use std::fs::File;
use std::io;
use std::mem;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;

use super::super::super::corpus::Source;
use super::super::columns::{Values, column, failed, field, writer};
use twinprint::text::Format;

/// The columns; the first is never missing.
const COLUMNS: [&str; 8] = ["id", "text", "html", "url", "label", "group", "category", "language"];
/// The most bytes of a group of rows, which are in memory until it is written.
const GROUP: usize = 32 << 20;

/// What a row says, column by column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells([Option<String>; COLUMNS.len()]);

impl Cells {
    /// Of a document.
    pub fn of(source: Source) -> Cells {
        let Source { name, text, format, url, label, group, category, language, .. } = source;
        let (plain, html) = match format {
            Format::Html => (None, Some(text)),
            _ => (Some(text), None),
        };
        Cells([Some(name), plain, html, url, label, group, category, language])
    }
}

/// A file of rows that is being written.
pub(super) struct Rows {
    writer: SerializedFileWriter<File>,
    columns: [Values<ByteArray>; COLUMNS.len()],
    bytes: usize,
}

impl Rows {
    pub(super) fn new(file: File) -> io::Result<Rows> {
        let text = |(at, name): (usize, &&str)| {
            let repetition = if at == 0 { Repetition::REQUIRED } else { Repetition::OPTIONAL };
            field(name, Physical::BYTE_ARRAY, repetition, Some(LogicalType::String))
        };
        let fields = COLUMNS.iter().enumerate().map(text).collect();
        Ok(Rows { writer: writer(file, "documents", fields)?, columns: Default::default(), bytes: 0 })
    }

    pub(super) fn push(&mut self, cells: &Cells) -> io::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(&cells.0) {
            self.bytes += cell.as_ref().map_or(0, String::len);
            column.push(cell.as_ref().map(|cell| cell.as_bytes().to_vec().into()));
        }
        if self.bytes >= GROUP { self.write_group().map_err(failed) } else { Ok(()) }
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        let finish = || {
            if !self.columns[0].levels.is_empty() {
                self.write_group()?;
            }
            self.writer.close().map(drop)
        };
        finish().map_err(failed)
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        self.bytes = 0;
        let mut group = self.writer.next_row_group()?;
        for (at, values) in self.columns.iter_mut().enumerate() {
            let Values { values, levels } = mem::take(values);
            column::<ByteArrayType, File>(&mut group, &values, (at > 0).then_some(&levels[..]))?;
        }
        group.close().map(drop)
    }
}
