//! The rows of a Parquet file as objects, lists and structures among their fields.

use std::fs::File;
use std::sync::Arc;

use parquet::bloom_filter::Sbbf;
use parquet::column::page::PageReader;
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::RowGroupReader;
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use serde_json::{Map, Value};

use super::super::Error;
use super::super::catch_panic::catch_panic;
use super::super::corpus::{Drive, parquet as corpus_parquet};
use super::file::Sink;

/// Reads the rows of a table. A row group that is broken ends where it is; reading goes on with the next.
pub(super) fn read(file: File, name: &str, sink: &mut Sink<'_>) -> Result<(), Error> {
    let table = catch_panic(
        || corpus_parquet::Table::open(file, Arc::default(), Drive::default()),
        ParquetError::General,
    );
    let bad = |error| Error::Evals { place: name.into(), what: corpus_parquet::plain(&error) };
    let table = table.map_err(bad)?;
    let mut first: u64 = 0;
    for index in 0..table.groups() {
        let rows = table.rows(index).map_err(bad)?;
        let group = Group { table: &table, index };
        let opened = catch_panic(|| RowIter::from_row_group(None, &group), ParquetError::General);
        let mut opened = opened.map_err(bad)?;
        for number in first..first.saturating_add(rows) {
            let row = catch_panic(|| opened.next().transpose(), ParquetError::General);
            match row {
                Ok(Some(row)) => sink(number, Ok(object(&row)))?,
                Ok(None) => break,
                Err(error) => {
                    sink(number, Err(corpus_parquet::plain(&error)))?;
                    break;
                }
            }
        }
        first = first.saturating_add(rows);
    }
    Ok(())
}

/// A row group of a table whose pages are unpacked within bounds.
struct Group<'a> {
    table: &'a corpus_parquet::Table,
    index: usize,
}

impl RowGroupReader for Group<'_> {
    fn metadata(&self) -> &RowGroupMetaData {
        self.table.metadata().row_group(self.index)
    }

    fn num_columns(&self) -> usize {
        self.metadata().num_columns()
    }

    fn get_column_page_reader(&self, column: usize) -> ParquetResult<Box<dyn PageReader>> {
        self.table.pages(self.index, column).map(|(_, pages)| pages)
    }

    fn get_column_bloom_filter(&self, _: usize) -> Option<&Sbbf> {
        None
    }

    fn get_row_iter(&self, projection: Option<parquet::schema::types::Type>) -> ParquetResult<RowIter<'_>> {
        RowIter::from_row_group(projection, self)
    }
}

fn object(row: &Row) -> Map<String, Value> {
    row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect()
}

/// What a field says; what is neither text nor number says nothing.
fn value(field: &Field) -> Value {
    match field {
        Field::Str(text) => text.as_str().into(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into(),
        Field::Byte(number) => (*number).into(),
        Field::Short(number) => (*number).into(),
        Field::Int(number) => (*number).into(),
        Field::Long(number) => (*number).into(),
        Field::UByte(number) => (*number).into(),
        Field::UShort(number) => (*number).into(),
        Field::UInt(number) => (*number).into(),
        Field::ULong(number) => (*number).into(),
        Field::Float(number) => (*number).into(),
        Field::Double(number) => (*number).into(),
        Field::Bool(truth) => (*truth).into(),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        Field::Group(row) => object(row).into(),
        _ => Value::Null,
    }
}
