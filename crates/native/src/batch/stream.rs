//! Rows in and rows out: Apache Arrow's IPC stream format on standard input and output.
//!
//! Columns are found by their names, so that a job may send more of them than a step takes, in any order.

use std::collections::HashMap;
use std::format;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BinaryBuilder, Float32Builder, Float64Builder, Int32Builder, Int64Builder, StringBuilder,
};
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, BinaryArray, ListArray, PrimitiveArray, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, Schema};

use super::super::Error;
use super::super::catch_panic::catch_panic;

/// What messages call what comes in, and what goes out.
const INPUT: &str = "standard input";
pub(super) const OUTPUT: &str = "standard output";
/// The rows of a batch that goes out, and the bytes of texts if these are reached before.
const ROWS: usize = 1 << 14;
const BYTES: usize = 8 << 20;
/// The most bytes of a row: Arrow numbers those of a batch by 31 bits.
const LONGEST: usize = i32::MAX as usize - BYTES;

/// Batches of rows, as they come. Of broken bytes Arrow's reader may panic: that is caught, and ends them.
pub(super) struct Input<R: Read>(StreamReader<R>);

impl<R: Read> Input<R> {
    pub(super) fn new(reader: R) -> Result<Self, Error> {
        catch_panic(|| StreamReader::try_new(reader, None), ArrowError::ParseError).map(Input).map_err(broken)
    }
}

impl<R: Read> Iterator for Input<R> {
    type Item = Result<Rows, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = catch_panic(|| self.0.next().transpose(), ArrowError::ParseError);
        Some(batch.map_err(broken).transpose()?.map(Rows))
    }
}

/// Some rows.
pub(super) struct Rows(RecordBatch);

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.0.num_rows()
    }

    pub(super) fn longs(&self, name: &str) -> Result<&PrimitiveArray<Int64Type>, Error> {
        self.column(name)
    }

    pub(super) fn ints(&self, name: &str) -> Result<&PrimitiveArray<Int32Type>, Error> {
        self.column(name)
    }

    /// A number of a row, of a column in which none is below zero.
    pub(super) fn whole(&self, name: &str, row: usize) -> Result<u32, Error> {
        let number = self.ints(name)?.value(row);
        let below = |_| bad(format!("its column \"{name}\" has {number}, where none can be below zero"));
        u32::try_from(number).map_err(below)
    }

    pub(super) fn texts(&self, name: &str) -> Result<&StringArray, Error> {
        self.column(name)
    }

    pub(super) fn bytes(&self, name: &str) -> Result<&BinaryArray, Error> {
        self.column(name)
    }

    /// Lists of numbers; what is missing is a list of none.
    pub(super) fn long_lists(&self, name: &str) -> Result<LongLists<'_>, Error> {
        let lists: &ListArray = self.column(name)?;
        let members = lists.values().as_any().downcast_ref().ok_or_else(|| other(name, lists))?;
        Ok(LongLists { lists, members })
    }

    /// Lists of bytes; what is missing is a list of none.
    pub(super) fn byte_lists(&self, name: &str) -> Result<ByteLists<'_>, Error> {
        let lists: &ListArray = self.column(name)?;
        let members = lists.values().as_any().downcast_ref().ok_or_else(|| other(name, lists))?;
        Ok(ByteLists { lists, members })
    }

    fn column<A: Array + 'static>(&self, name: &str) -> Result<&A, Error> {
        let Some(column) = self.0.column_by_name(name) else {
            return Err(bad(format!("its rows have no column \"{name}\"")));
        };
        column.as_any().downcast_ref().ok_or_else(|| other(name, column))
    }
}

fn other(name: &str, column: &dyn Array) -> Error {
    bad(format!("its column \"{name}\" is of type {}, which is not what it is taken for", column.data_type()))
}

/// A column of lists of numbers.
pub(super) struct LongLists<'a> {
    lists: &'a ListArray,
    members: &'a PrimitiveArray<Int64Type>,
}

impl LongLists<'_> {
    pub(super) fn get(&self, row: usize) -> &[i64] {
        &self.members.values()[range(self.lists, row)]
    }
}

/// A column of lists of bytes.
pub(super) struct ByteLists<'a> {
    lists: &'a ListArray,
    members: &'a BinaryArray,
}

impl<'a> ByteLists<'a> {
    pub(super) fn get(&self, row: usize) -> impl ExactSizeIterator<Item = &'a [u8]> {
        let members = self.members;
        range(self.lists, row).map(move |at| members.value(at))
    }
}

/// Where the members of a row's list are.
fn range(lists: &ListArray, row: usize) -> Range<usize> {
    if lists.is_null(row) {
        return 0..0;
    }
    let offsets = lists.value_offsets();
    offsets[row] as usize..offsets[row + 1] as usize
}

/// A value of a row that goes out.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cell<'a> {
    Null,
    Long(i64),
    Int(i32),
    Double(f64),
    Float(f32),
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl Cell<'_> {
    /// How many bytes a text or bytes have.
    fn length(&self) -> usize {
        match self {
            Cell::Text(text) => text.len(),
            Cell::Bytes(bytes) => bytes.len(),
            _ => 0,
        }
    }
}

/// What the columns of rows that go out are.
#[derive(Debug, Clone, Copy)]
pub(super) enum ColumnType {
    Long,
    Int,
    Double,
    Float,
    Text,
    Bytes,
}

enum Column {
    Long(Int64Builder),
    Int(Int32Builder),
    Double(Float64Builder),
    Float(Float32Builder),
    Text(StringBuilder),
    Bytes(BinaryBuilder),
}

impl Column {
    fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Long => Column::Long(Int64Builder::new()),
            ColumnType::Int => Column::Int(Int32Builder::new()),
            ColumnType::Double => Column::Double(Float64Builder::new()),
            ColumnType::Float => Column::Float(Float32Builder::new()),
            ColumnType::Text => Column::Text(StringBuilder::new()),
            ColumnType::Bytes => Column::Bytes(BinaryBuilder::new()),
        }
    }

    /// Takes a value; one of another type is none.
    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Column::Long(column), Cell::Long(value)) => column.append_value(value),
            (Column::Int(column), Cell::Int(value)) => column.append_value(value),
            (Column::Double(column), Cell::Double(value)) => column.append_value(value),
            (Column::Float(column), Cell::Float(value)) => column.append_value(value),
            (Column::Text(column), Cell::Text(value)) => column.append_value(value),
            (Column::Bytes(column), Cell::Bytes(value)) => column.append_value(value),
            (Column::Long(column), _) => column.append_null(),
            (Column::Int(column), _) => column.append_null(),
            (Column::Double(column), _) => column.append_null(),
            (Column::Float(column), _) => column.append_null(),
            (Column::Text(column), _) => column.append_null(),
            (Column::Bytes(column), _) => column.append_null(),
        }
    }

    fn builder(&mut self) -> &mut dyn ArrayBuilder {
        match self {
            Column::Long(column) => column,
            Column::Int(column) => column,
            Column::Double(column) => column,
            Column::Float(column) => column,
            Column::Text(column) => column,
            Column::Bytes(column) => column,
        }
    }
}

/// Rows that go out, in batches.
pub(super) struct Output<W: Write> {
    writer: StreamWriter<W>,
    schema: Arc<Schema>,
    columns: Vec<Column>,
    rows: usize,
    bytes: usize,
}

impl<W: Write> Output<W> {
    /// Rows of these columns; what is said of them stands before the first.
    pub(super) fn new(
        out: W,
        columns: &[(&str, ColumnType)],
        said: &[(&str, String)],
    ) -> Result<Self, Error> {
        let field = |&(name, kind): &(&str, ColumnType)| {
            let kind = match kind {
                ColumnType::Long => DataType::Int64,
                ColumnType::Int => DataType::Int32,
                ColumnType::Double => DataType::Float64,
                ColumnType::Float => DataType::Float32,
                ColumnType::Text => DataType::Utf8,
                ColumnType::Bytes => DataType::Binary,
            };
            Field::new(name, kind, true)
        };
        let said: HashMap<String, String> =
            said.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        let fields: Vec<Field> = columns.iter().map(field).collect();
        let schema = Arc::new(Schema::new(fields).with_metadata(said));
        let mut writer = StreamWriter::try_new(out, &schema).map_err(unwritable)?;
        // Who asks knows by it whom it asks, and need not wait for rows to know.
        writer.flush().map_err(unwritable)?;
        let columns = columns.iter().map(|&(_, kind)| Column::new(kind)).collect();
        Ok(Output { writer, schema, columns, rows: 0, bytes: 0 })
    }

    /// How many columns a row has.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Takes a row; what it lacks at its end is missing.
    pub(super) fn push(&mut self, row: &[Cell<'_>]) -> Result<(), Error> {
        let bytes = row.iter().map(Cell::length).sum();
        if bytes > LONGEST {
            return Err(too_long(bytes));
        }
        let cells = row.iter().copied().chain(std::iter::repeat(Cell::Null));
        self.columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
        self.bytes += bytes;
        self.rows += 1;
        if self.rows >= ROWS || self.bytes >= BYTES { self.write() } else { Ok(()) }
    }

    pub(super) fn finish(mut self) -> Result<(), Error> {
        if self.rows > 0 {
            self.write()?;
        }
        self.writer.finish().map_err(unwritable)
    }

    fn write(&mut self) -> Result<(), Error> {
        let columns = self.columns.iter_mut().map(|column| column.builder().finish()).collect();
        let batch = RecordBatch::try_new(self.schema.clone(), columns).map_err(unwritable)?;
        (self.rows, self.bytes) = (0, 0);
        self.writer.write(&batch).map_err(unwritable)
    }
}

/// The numbers of bytes, eight each, the lowest first.
pub(super) fn numbers(bytes: &[u8]) -> Result<impl ExactSizeIterator<Item = u64>, Error> {
    Ok(cut(bytes)?.iter().map(|number| u64::from_le_bytes(*number)))
}

/// The bytes of numbers.
pub(super) fn bytes_of(numbers: &[u64], bytes: &mut Vec<u8>) {
    bytes.clear();
    numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
}

/// Numbers of 64 and of 32 bits, one after the other.
pub(super) fn longs_and_ints(bytes: &[u8]) -> Result<impl Iterator<Item = (u64, u32)>, Error> {
    Ok(cut::<12>(bytes)?.iter().map(|&[a, b, c, d, e, f, g, h, i, j, k, l]| {
        (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u32::from_le_bytes([i, j, k, l]))
    }))
}

/// The bytes of such.
pub(super) fn bytes_of_longs_and_ints(numbers: impl Iterator<Item = (u64, u32)>, bytes: &mut Vec<u8>) {
    bytes.clear();
    for (long, int) in numbers {
        bytes.extend(long.to_le_bytes());
        bytes.extend(int.to_le_bytes());
    }
}

/// Bytes cut into pieces of `BYTES`, of which the last is whole, too.
fn cut<const BYTES: usize>(bytes: &[u8]) -> Result<&[[u8; BYTES]], Error> {
    match bytes.as_chunks() {
        (pieces, []) => Ok(pieces),
        _ => Err(bad("numbers in it end within one".into())),
    }
}

/// What comes in is not what a job sends.
pub(super) fn bad(what: String) -> Error {
    let remedy = "start the step by the twinprint-spark of this version".into();
    Error::Batch { place: INPUT.into(), what, remedy }
}

fn broken(error: ArrowError) -> Error {
    bad(format!("it is no whole stream of Arrow batches: {error}"))
}

/// What would go out is more than a batch of Arrow's takes.
fn too_long(bytes: usize) -> Error {
    Error::Batch {
        place: OUTPUT.into(),
        what: format!("a row for it has {bytes} bytes, and may have no more than {LONGEST}"),
        remedy: "split documents that are very long, or give those with very long names shorter ones".into(),
    }
}

fn unwritable(error: ArrowError) -> Error {
    let reason = match error {
        ArrowError::IoError(_, reason) => reason,
        error => io::Error::other(error.to_string()),
    };
    Error::Unwritable { place: OUTPUT.into(), reason }
}
