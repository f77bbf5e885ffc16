//! Pairs as Parquet: a column for each field, in row groups of bounded size.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, FloatType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::super::columns::{Values, column, failed, field, writer};
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

impl<W: Write + Send> Columns<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        Ok(Columns {
            writer: writer(out, "pairs", fields())?,
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

/// The columns, in the order in which they are written.
fn fields() -> Result<Vec<Arc<Type>>, ParquetError> {
    let (required, optional) = (Repetition::REQUIRED, Repetition::OPTIONAL);
    let unsigned = LogicalType::integer(32, false);
    Ok(std::vec![
        field("a", Physical::BYTE_ARRAY, required, Some(LogicalType::String))?,
        field("b", Physical::BYTE_ARRAY, required, Some(LogicalType::String))?,
        field("resemblance", Physical::DOUBLE, optional, None)?,
        field("containment_a", Physical::DOUBLE, optional, None)?,
        field("containment_b", Physical::DOUBLE, optional, None)?,
        field("shared", Physical::INT32, optional, Some(unsigned))?,
        field("score", Physical::FLOAT, required, None)?,
    ])
}
