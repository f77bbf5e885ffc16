//! Tables in Parquet files, without some of their rows or with columns more. Schema, types, metadata, packing and encoding of each
//! column stay as they were, by row group.
//!
//! A row group that loses nothing is copied as its bytes stand, with its indexes and filters. Of any other each column is read and
//! written by some rows at a time, as levels and values: what they mean is never asked, so every type is as good as another. A group
//! that loses all its rows is left out: some readers take a group without rows for an error.
//!
//! Where a column cannot be read on, the table ends, as it does where documents are read. What was written by then has rows in some
//! columns that others lack: it is written once more up to there.

mod added;
mod arrow;
mod column;
mod footer;
mod properties;
mod schema;

use std::fs::{self, File};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use parquet::bloom_filter::Sbbf;
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::writer::SerializedRowGroupWriter;

use super::super::Error;
use super::super::catch_panic::catch_panic;
use super::super::corpus::parquet::{self as tables, Table, plain};
use super::super::corpus::{Entry, Origin, display_name};
use super::change::{Change, Fate};
use super::copy::copy;
use super::packing::Packer;
use super::{Rewriting, Rewritten, unreadable, unwritable};
use column::Bounds;
use footer::Groups;
use twinprint_readers::unpack;

/// Why a table cannot be written.
enum Fault {
    /// This row cannot be read.
    Broken(u64),
    /// One of the rows from this on cannot be read.
    BrokenFrom(u64),
    /// It cannot be written; or what was read cannot be written so.
    Failed(ParquetError),
}

impl From<ParquetError> for Fault {
    fn from(error: ParquetError) -> Self {
        Fault::Failed(error)
    }
}

/// Writes a table again.
pub(super) fn rewrite(
    from: &Path,
    to: &Path,
    change: &Change<'_>,
    rewriting: &Rewriting<'_>,
) -> Result<Rewritten, Error> {
    let bad = |error| Error::BadTable { place: display_name(from), what: plain(&error) };
    let table = open(from, rewriting)?;
    let rows = catch_panic(|| rows_of_groups(&table), ParquetError::General).map_err(bad)?;
    let count = rows.last().map_or(0, |rows| rows.end);
    if let Change::Drop(fate) = change
        && (0..count).all(|row| fate(row) == Fate::Keep)
    {
        let bytes = Some(copy(from, to)?);
        return Ok(Rewritten { documents_kept: count, bytes, ..Rewritten::default() });
    }
    properties::check(&table, rewriting, from)?;
    let schema = schema::with_columns(&table, change, from)?;
    let mut bounds = Bounds { readable: u64::MAX, singly: u64::MAX };
    loop {
        let mut out = Packer::like(from, to, rewriting)?;
        let written = catch_panic(
            || {
                let groups = Groups::begin(&mut out, schema.clone())?;
                Ok(write(&table, &rows, change, rewriting, bounds, groups))
            },
            ParquetError::General,
        );
        let fault = match written.unwrap_or_else(|error| Err(error.into())) {
            Ok((documents_kept, documents_dropped)) => {
                let bytes = Some(out.finish().map_err(|reason| unwritable(to, reason))?);
                let unreadable = u64::from(bounds.readable < count);
                return Ok(Rewritten { documents_kept, documents_dropped, unreadable, bytes });
            }
            Err(fault) => fault,
        };
        if let Some(failure) = out.take_failure() {
            return Err(unwritable(to, failure));
        }
        bounds = match fault {
            Fault::Failed(error) => return Err(bad(error)),
            Fault::Broken(row) => Bounds { readable: row, singly: u64::MAX },
            Fault::BrokenFrom(row) => Bounds { singly: row, ..bounds },
        };
        drop(out);
        fs::remove_file(to).map_err(|reason| unwritable(to, reason))?;
    }
}

fn open(from: &Path, rewriting: &Rewriting<'_>) -> Result<Table, Error> {
    let fails = |reason| unreadable(from, reason);
    let entry = Entry { name: display_name(from), origin: Origin::File(from.into()) };
    let reader = unpack(File::open(from).map_err(fails)?).map_err(fails)?;
    let file = tables::seekable(&entry, reader, rewriting.temporary).map_err(fails)?;
    let table = catch_panic(|| Table::open_with_indexes(file, Arc::default()), ParquetError::General);
    table.map_err(|error| Error::BadTable { place: display_name(from), what: plain(&error) })
}

/// The rows of each group, by their numbers in the table. Each is asked about, so a number that no column bears out is not believed.
fn rows_of_groups(table: &Table) -> Result<Vec<Range<u64>>, ParquetError> {
    let mut end = 0_u64;
    let groups = table.metadata().row_groups().iter().enumerate();
    groups
        .map(|(index, group)| {
            let rows = table.rows(index)?;
            let fits = group.columns().iter().all(|chunk| {
                let values = u64::try_from(chunk.num_values()).unwrap_or(0);
                chunk.file_path().is_none()
                    && if chunk.column_descr().max_rep_level() > 0 { values >= rows } else { values == rows }
            });
            let begin = end;
            end = begin.checked_add(rows).filter(|_| fits).ok_or_else(|| {
                ParquetError::General("a column has another number of rows than its group".into())
            })?;
            Ok(begin..end)
        })
        .collect()
}

/// Writes all groups, and what the file says of itself; says how many rows were kept and dropped.
fn write(
    table: &Table,
    rows: &[Range<u64>],
    change: &Change<'_>,
    rewriting: &Rewriting<'_>,
    bounds: Bounds,
    mut groups: Groups<'_>,
) -> Result<(u64, u64), Fault> {
    let (mut all_kept, mut all_dropped) = (0, 0);
    for (index, rows) in rows.iter().enumerate() {
        let rows = rows.start..rows.end.min(bounds.readable.max(rows.start));
        let keeps = |row| change.fate(row) == Fate::Keep;
        let count = rows.end - rows.start;
        let kept = rows.clone().filter(|&row| keeps(row)).count() as u64;
        (all_kept, all_dropped) = (all_kept + kept, all_dropped + count - kept);
        let source = table.metadata().row_group(index);
        let is_whole = kept == source.num_rows() as u64;
        if kept == 0 && !(is_whole && matches!(change, Change::Annotate { .. })) {
            continue;
        }
        let properties = Arc::new(properties::of_group(table, source, change, rewriting));
        let mut group = groups.next(properties, bloom_filters(table, source));
        for column in 0..source.num_columns() {
            if is_whole {
                append(table, index, column, &mut group)?;
            } else {
                column::write(table, index, column, rows.clone(), &keeps, bounds, &mut group)?;
            }
        }
        if let Change::Annotate { columns, marks } = change {
            added::write(columns, marks, rows, &mut group)?;
        }
        group.close()?;
    }
    groups.finish(table, change)?;
    Ok((all_kept, all_dropped))
}

/// What tells quickly that a value is in none of a group's rows: true of fewer rows, too.
fn bloom_filters(table: &Table, group: &RowGroupMetaData) -> Vec<Option<Sbbf>> {
    let read =
        |chunk| catch_panic(|| Sbbf::read_from_column_chunk(chunk, table.file()), ParquetError::General);
    group.columns().iter().map(|chunk| read(chunk).unwrap_or(None)).collect()
}

/// Copies a column of a group.
fn append(
    table: &Table,
    index: usize,
    column: usize,
    group: &mut SerializedRowGroupWriter<'_, &mut Packer>,
) -> Result<(), ParquetError> {
    let source = table.metadata().row_group(index);
    let metadata = source.column(column).clone();
    let indexes = table.metadata().page_index();
    let close = ColumnCloseResult {
        bytes_written: u64::try_from(metadata.compressed_size())?,
        rows_written: u64::try_from(source.num_rows())?,
        metadata,
        bloom_filter: None,
        column_index: indexes.and_then(|indexes| indexes.column_index(index, column).cloned()),
        offset_index: indexes.and_then(|indexes| indexes.offset_index(index, column).cloned()),
    };
    group.append_column(table.file(), close)
}
