//! What a table says of itself: its schema, its row groups and what others wrote into it.

use std::io::Write;
use std::mem;
use std::sync::Arc;

use parquet::bloom_filter::Sbbf;
use parquet::errors::Result;
use parquet::file::metadata::page_index::PageIndexBuilder;
use parquet::file::metadata::{
    FileMetaData, ParquetMetaDataBuilder, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::page_index::offset_index::OffsetIndexMetaData;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::SchemaDescPtr;

use super::super::super::corpus::parquet::{START, Table};
use super::super::change::Change;
use super::super::packing::Packer;
use super::arrow;

/// The row groups of a table that is being written. The crate's writer of files would write all groups alike, and say that it made
/// the file.
pub(super) struct Groups<'a> {
    out: TrackedWrite<&'a mut Packer>,
    schema: SchemaDescPtr,
    written: Vec<Group>,
}

/// A row group that was written.
struct Group {
    metadata: RowGroupMetaData,
    column_indexes: Vec<Option<ColumnIndexMetaData>>,
    offset_indexes: Vec<Option<OffsetIndexMetaData>>,
}

impl<'a> Groups<'a> {
    pub(super) fn begin(out: &'a mut Packer, schema: SchemaDescPtr) -> Result<Groups<'a>> {
        let mut out = TrackedWrite::new(out);
        out.write_all(START)?;
        Ok(Groups { out, schema, written: Vec::new() })
    }

    /// The next group, to be written column by column; a filter for each column that has one is written behind it.
    pub(super) fn next(
        &mut self,
        properties: Arc<WriterProperties>,
        mut filters: Vec<Option<Sbbf>>,
    ) -> SerializedRowGroupWriter<'_, &'a mut Packer> {
        let Groups { out, schema, written } = self;
        let ordinal = i32::try_from(written.len()).unwrap_or(i32::MAX);
        filters.resize(schema.num_columns(), None);
        SerializedRowGroupWriter::new(
            schema.clone(),
            properties,
            out,
            ordinal,
            Some(Box::new(move |out, metadata, _, column_indexes, offset_indexes| {
                let metadata = with_filters(metadata, &filters, out)?;
                written.push(Group { metadata, column_indexes, offset_indexes });
                Ok(())
            })),
        )
    }

    /// Writes what the file says of itself.
    pub(super) fn finish(mut self, table: &Table, change: &Change<'_>) -> Result<()> {
        let source = table.metadata().file_metadata();
        let rows = self.written.iter().map(|group| group.metadata.num_rows()).sum();
        let mut said = source.key_value_metadata().cloned();
        if let (Some(said), Change::Annotate { columns, .. }) = (&mut said, change) {
            arrow::add(said, columns);
        }
        let maker = source.created_by().map(String::from);
        let orders = source.column_orders().cloned();
        let file = FileMetaData::new(source.version(), rows, maker, said, self.schema.clone(), orders);
        let mut indexes = PageIndexBuilder::new(self.written.len(), self.schema.num_columns());
        let mut groups = Vec::new();
        for (index, group) in mem::take(&mut self.written).into_iter().enumerate() {
            groups.push(group.metadata);
            for (column, of_pages) in group.column_indexes.into_iter().enumerate() {
                of_pages.into_iter().for_each(|of_pages| indexes.put_column_index(of_pages, index, column));
            }
            for (column, of_pages) in group.offset_indexes.into_iter().enumerate() {
                of_pages.into_iter().for_each(|of_pages| indexes.put_offset_index(of_pages, index, column));
            }
        }
        let metadata = ParquetMetaDataBuilder::new(file).set_row_groups(groups);
        let metadata = metadata.set_page_index(Some(Arc::new(indexes.build()))).build();
        let footer = ParquetMetaDataWriter::new_with_tracked(self.out, &metadata);
        footer.with_preserve_page_index_locations(false).finish()
    }
}

/// A group with its filters, once they are written.
fn with_filters(
    group: RowGroupMetaData,
    filters: &[Option<Sbbf>],
    out: &mut TrackedWrite<&mut Packer>,
) -> Result<RowGroupMetaData> {
    let mut columns = group.columns().to_vec();
    for (column, filter) in columns.iter_mut().zip(filters) {
        let Some(filter) = filter else { continue };
        let begin = out.bytes_written();
        filter.write(&mut *out)?;
        let length = i32::try_from(out.bytes_written() - begin)?;
        let filtered = column.clone().into_builder().set_bloom_filter_offset(Some(i64::try_from(begin)?));
        *column = filtered.set_bloom_filter_length(Some(length)).build()?;
    }
    group.into_builder().set_column_metadata(columns).build()
}
