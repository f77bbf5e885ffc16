//! What all Parquet files that a scan writes have in common: columns packed by Snappy, some of which may miss values.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

/// A column in which some values may be missing.
pub(super) struct Values<T> {
    pub(super) values: Vec<T>,
    /// Of each row 1, or 0 where its value is missing.
    pub(super) levels: Vec<i16>,
}

impl<T> Default for Values<T> {
    fn default() -> Self {
        Values { values: Vec::new(), levels: Vec::new() }
    }
}

impl<T> Values<T> {
    pub(super) fn push(&mut self, value: Option<T>) {
        self.levels.push(value.is_some().into());
        self.values.extend(value);
    }
}

/// A writer of rows with these fields.
pub(super) fn writer<W: Write + Send>(
    out: W,
    name: &str,
    fields: Result<Vec<Arc<Type>>, ParquetError>,
) -> io::Result<SerializedFileWriter<W>> {
    let schema = fields.and_then(|fields| Type::group_type_builder(name).with_fields(fields).build());
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    SerializedFileWriter::new(out, Arc::new(schema.map_err(failed)?), Arc::new(properties)).map_err(failed)
}

/// A field of a row.
pub(super) fn field(
    name: &str,
    physical: Physical,
    repetition: Repetition,
    logical: Option<LogicalType>,
) -> Result<Arc<Type>, ParquetError> {
    let field = Type::primitive_type_builder(name, physical).with_repetition(repetition);
    field.with_logical_type(logical).build().map(Arc::new)
}

/// Writes the next column of a group.
pub(super) fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("there is no such column".into());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

/// What the operating system says, if it is what went wrong.
pub(super) fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(reason) => match reason.downcast::<io::Error>() {
            Ok(reason) => *reason,
            Err(reason) => io::Error::other(reason),
        },
        error => io::Error::other(error),
    }
}
