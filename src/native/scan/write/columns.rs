//! Pairs as Parquet: a column for each field, packed by Snappy, in row groups of bounded size.

use std::io::{self, Write};
use std::mem;
use std::prelude::v1::*;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::Line;

/// The most rows of a group, and the most bytes of names: what is in memory until the group is written.
const ROWS: usize = 1 << 17;
const NAMES: usize = 32 << 20;

/// Rows as columns.
pub(super) struct Columns<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    names: [Vec<ByteArray>; 2],
    /// Bytes of all names.
    bytes: usize,
    measures: [Values<f64>; 3],
    shared: Values<i32>,
    scores: Vec<f32>,
}

/// A column in which some values may be missing.
#[derive(Default)]
struct Values<T> {
    values: Vec<T>,
    /// Of each row 1, or 0 where its value is missing.
    levels: Vec<i16>,
}

impl<T> Values<T> {
    fn push(&mut self, value: Option<T>) {
        self.levels.push(value.is_some().into());
        self.values.extend(value);
    }
}

impl<W: Write + Send> Columns<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer =
            SerializedFileWriter::new(out, Arc::new(schema().map_err(failed)?), Arc::new(properties));
        Ok(Columns {
            writer: writer.map_err(failed)?,
            names: Default::default(),
            bytes: 0,
            measures: Default::default(),
            shared: Values::default(),
            scores: Vec::new(),
        })
    }

    pub(super) fn push(&mut self, line: &Line<'_>) -> io::Result<()> {
        for (column, name) in self.names.iter_mut().zip([line.a, line.b]) {
            column.push(name.as_bytes().to_vec().into());
            self.bytes += name.len();
        }
        let measures = [line.resemblance, line.containment_a, line.containment_b];
        self.measures.iter_mut().zip(measures).for_each(|(column, measure)| column.push(measure));
        // The column's type says that no sign is meant.
        self.shared.push(line.shared.map(u32::cast_signed));
        self.scores.push(line.score);
        if self.scores.len() == ROWS || self.bytes >= NAMES {
            self.write_group().map_err(failed)?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        let finish = || {
            if !self.scores.is_empty() {
                self.write_group()?;
            }
            self.writer.into_inner()
        };
        finish().map_err(failed)
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        self.bytes = 0;
        let mut group = self.writer.next_row_group()?;
        for names in &mut self.names {
            column::<ByteArrayType, W>(&mut group, &mem::take(names), None)?;
        }
        for measure in &mut self.measures {
            let Values { values, levels } = mem::take(measure);
            column::<DoubleType, W>(&mut group, &values, Some(&levels))?;
        }
        let Values { values, levels } = mem::take(&mut self.shared);
        column::<Int32Type, W>(&mut group, &values, Some(&levels))?;
        column::<FloatType, W>(&mut group, &mem::take(&mut self.scores), None)?;
        group.close()?;
        Ok(())
    }
}

/// Writes the next column of a group.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("there is no such column".into());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

/// The columns, in the order in which they are written.
fn schema() -> Result<Type, ParquetError> {
    let field = |name, physical, repetition, logical: Option<LogicalType>| {
        let field = Type::primitive_type_builder(name, physical).with_repetition(repetition);
        field.with_logical_type(logical).build().map(Arc::new)
    };
    let (required, optional) = (Repetition::REQUIRED, Repetition::OPTIONAL);
    let unsigned = LogicalType::integer(32, false);
    let fields = std::vec![
        field("a", Physical::BYTE_ARRAY, required, Some(LogicalType::String))?,
        field("b", Physical::BYTE_ARRAY, required, Some(LogicalType::String))?,
        field("resemblance", Physical::DOUBLE, optional, None)?,
        field("containment_a", Physical::DOUBLE, optional, None)?,
        field("containment_b", Physical::DOUBLE, optional, None)?,
        field("shared", Physical::INT32, optional, Some(unsigned))?,
        field("score", Physical::FLOAT, required, None)?,
    ];
    Type::group_type_builder("pairs").with_fields(fields).build()
}

/// What the operating system says, if it is what went wrong.
fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(reason) => match reason.downcast::<io::Error>() {
            Ok(reason) => *reason,
            Err(reason) => io::Error::other(reason),
        },
        error => io::Error::other(error),
    }
}
