//! The columns that are added to a row group.

use std::ops::Range;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedRowGroupWriter;

use super::super::change::{Column, Mark, MarkKind, Marks};
use super::super::packing::Packer;

/// How many rows are written at once.
const ROWS: usize = 4096;

/// Writes what some rows say in each of the columns.
pub(super) fn write(
    columns: &[Column],
    marks: &Marks<'_>,
    rows: Range<u64>,
    group: &mut SerializedRowGroupWriter<'_, &mut Packer>,
) -> Result<(), ParquetError> {
    for (index, column) in columns.iter().enumerate() {
        let said = rows.clone().map(|row| marks(row)?.into_iter().nth(index)?);
        match column.kind {
            MarkKind::Text => add::<ByteArrayType>(group, said, |mark| mark.text().map(ByteArray::from)),
            MarkKind::Whole => add::<Int64Type>(group, said, |mark| mark.whole()),
            MarkKind::Number => add::<DoubleType>(group, said, |mark| mark.number()),
            MarkKind::Truth => add::<BoolType>(group, said, |mark| mark.truth()),
        }?;
    }
    Ok(())
}

fn add<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut Packer>,
    mut said: impl Iterator<Item = Option<Mark>>,
    value: impl Fn(&Mark) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("there is no such column".into());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    loop {
        let (mut levels, mut values) = (Vec::new(), Vec::new());
        for mark in said.by_ref().take(ROWS) {
            let value = mark.as_ref().and_then(&value);
            levels.push(i16::from(value.is_some()));
            values.extend(value);
        }
        if levels.is_empty() {
            return column.close();
        }
        column.typed::<T>().write_batch(&values, Some(&levels), None)?;
    }
}
