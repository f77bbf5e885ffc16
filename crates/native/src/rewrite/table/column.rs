//! A column of a row group without some of its rows.

use std::ops::Range;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{
    BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
    Int96Type,
};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::schema::types::ColumnDescriptor;

use super::super::super::catch_panic::catch_panic;
use super::super::super::corpus::parquet::Table;
use super::super::packing::Packer;
use super::Fault;

/// The most rows that are read at once ...
const ROWS: u64 = 4096;
/// ... and about how many bytes of them.
const BYTES: u64 = 4 << 20;

/// How far a table is read.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// Rows from this on cannot be read.
    pub(super) readable: u64,
    /// Rows from this on are read one at a time, so as to find the one that cannot be read.
    pub(super) singly: u64,
}

/// Writes those of a column's rows for which `keeps` holds.
pub(super) fn write(
    table: &Table,
    group: usize,
    column: usize,
    rows: Range<u64>,
    keeps: &dyn Fn(u64) -> bool,
    bounds: Bounds,
    out: &mut SerializedRowGroupWriter<'_, &mut Packer>,
) -> Result<(), Fault> {
    let metadata = table.metadata().row_group(group);
    let length = u64::try_from(metadata.column(column).uncompressed_size()).unwrap_or(0);
    let longest = length / u64::try_from(metadata.num_rows()).unwrap_or(1).max(1);
    let at_once = (BYTES / longest.max(1)).clamp(1, ROWS);
    let begin = rows.start;
    let pages = catch_panic(|| table.pages(group, column), ParquetError::General);
    let (descriptor, pages) = pages.map_err(|_| Fault::Broken(begin))?;
    let missing = || ParquetError::General("a row group has too few columns".into());
    let mut writer = out.next_column()?.ok_or_else(missing)?;
    let filter = Filter { column: &descriptor, rows, keeps, bounds, at_once };
    match get_column_reader(descriptor.clone(), pages) {
        ColumnReader::BoolColumnReader(reader) => filter.copy(reader, writer.typed::<BoolType>()),
        ColumnReader::Int32ColumnReader(reader) => filter.copy(reader, writer.typed::<Int32Type>()),
        ColumnReader::Int64ColumnReader(reader) => filter.copy(reader, writer.typed::<Int64Type>()),
        ColumnReader::Int96ColumnReader(reader) => filter.copy(reader, writer.typed::<Int96Type>()),
        ColumnReader::FloatColumnReader(reader) => filter.copy(reader, writer.typed::<FloatType>()),
        ColumnReader::DoubleColumnReader(reader) => filter.copy(reader, writer.typed::<DoubleType>()),
        ColumnReader::ByteArrayColumnReader(reader) => filter.copy(reader, writer.typed::<ByteArrayType>()),
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            filter.copy(reader, writer.typed::<FixedLenByteArrayType>())
        }
    }?;
    Ok(writer.close()?)
}

/// Which rows of a column are written.
struct Filter<'a> {
    column: &'a ColumnDescriptor,
    rows: Range<u64>,
    keeps: &'a dyn Fn(u64) -> bool,
    bounds: Bounds,
    at_once: u64,
}

/// Some rows of a column: a level or two for each of their places, where the column has such, and the values that are there.
struct Rows<T> {
    definition: Vec<i16>,
    repetition: Vec<i16>,
    values: Vec<T>,
}

impl Filter<'_> {
    fn copy<T: DataType>(
        self,
        mut reader: ColumnReaderImpl<T>,
        writer: &mut ColumnWriterImpl<'_, T>,
    ) -> Result<(), Fault> {
        let mut row = self.rows.start;
        while row < self.rows.end {
            let wanted = if row >= self.bounds.singly { 1 } else { self.at_once };
            let wanted = wanted.min(self.rows.end - row);
            // Of broken bytes the crate may make levels, too, that its writer panics of.
            let step = || -> Result<Result<(), ParquetError>, ParquetError> {
                let some = self.read(&mut reader, wanted)?;
                Ok(self.write(some, row..row + wanted, writer))
            };
            match catch_panic(step, ParquetError::General) {
                Ok(written) => written?,
                Err(_) if wanted == 1 => return Err(Fault::Broken(row)),
                Err(_) => return Err(Fault::BrokenFrom(row)),
            }
            row += wanted;
        }
        Ok(())
    }

    fn read<T: DataType>(
        &self,
        reader: &mut ColumnReaderImpl<T>,
        wanted: u64,
    ) -> Result<Rows<T::T>, ParquetError> {
        let (mut definition, mut repetition, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let (rows, _, _) = reader.read_records(
            usize::try_from(wanted)?,
            (self.column.max_def_level() > 0).then_some(&mut definition),
            (self.column.max_rep_level() > 0).then_some(&mut repetition),
            &mut values,
        )?;
        match rows as u64 == wanted {
            true => Ok(Rows { definition, repetition, values }),
            false => Err(ParquetError::EOF("a column has fewer rows than its group".into())),
        }
    }

    fn write<T: DataType>(
        &self,
        some: Rows<T::T>,
        rows: Range<u64>,
        writer: &mut ColumnWriterImpl<'_, T>,
    ) -> Result<(), ParquetError> {
        let kept: Vec<bool> = rows.map(self.keeps).collect();
        let some = match kept.iter().all(|&kept| kept) {
            true => some,
            false => self.filtered(some, &kept),
        };
        let (definition, repetition) = (self.column.max_def_level() > 0, self.column.max_rep_level() > 0);
        let levels = definition.then_some(&some.definition[..]);
        writer.write_batch(&some.values, levels, repetition.then_some(&some.repetition[..]))?;
        Ok(())
    }

    /// The rows that are kept: a repetition level of 0 begins one, a definition level that is the greatest has a value.
    fn filtered<T>(&self, some: Rows<T>, kept: &[bool]) -> Rows<T> {
        let places = some.definition.len().max(some.values.len());
        let level = |levels: &[i16], at: usize| levels.get(at).copied();
        let mut values = some.values.into_iter();
        let mut left = Rows { definition: Vec::new(), repetition: Vec::new(), values: Vec::new() };
        let mut rows = 0;
        for place in 0..places {
            let (definition, repetition) = (level(&some.definition, place), level(&some.repetition, place));
            rows += usize::from(repetition.is_none_or(|level| level == 0));
            let is_kept = kept[rows - 1];
            let has_value = definition.is_none_or(|level| level == self.column.max_def_level());
            let value = if has_value { values.next() } else { None };
            if is_kept {
                left.definition.extend(definition);
                left.repetition.extend(repetition);
                left.values.extend(value);
            }
        }
        left
    }
}
