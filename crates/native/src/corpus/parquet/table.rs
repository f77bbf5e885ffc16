//! A Parquet file that is open: what it says of itself, and the pages of its columns.
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use parquet::basic::Compression;
use parquet::column::page::PageReader;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{
    PageIndexPolicy, ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader,
};
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::schema::types::{ColumnDescPtr, SchemaDescriptor};

use super::super::super::catch_panic::catch_panic;
use super::super::drive::{Drive, Watched};
use super::pages::Pages;
use twinprint_readers::Counted;

/// A table in a file.
pub(crate) struct Table {
    file: Arc<Chunks>,
    metadata: ParquetMetaData,
}

impl Table {
    /// Reads what a file says of itself. All that is read is added to `read`, and `drive` notes where that fails.
    pub(crate) fn open(file: File, read: Arc<AtomicU64>, drive: Drive) -> Result<Table> {
        let length = file.metadata()?.len();
        let file = Chunks { file, length, read, drive };
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file)?;
        Ok(Table { file: Arc::new(file), metadata })
    }

    /// The same with all that is said of pages, where it can be read: for who writes the table again.
    pub(crate) fn open_with_indexes(file: File, read: Arc<AtomicU64>) -> Result<Table> {
        let table = Table::open(file, read, Drive::default())?;
        let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
        let all = || {
            let reader = ParquetMetaDataReader::new().with_metadata_options(Some(options));
            reader.with_page_index_policy(PageIndexPolicy::Optional).parse_and_finish(&*table.file)
        };
        let metadata = catch_panic(all, ParquetError::General).unwrap_or(table.metadata);
        Ok(Table { metadata, ..table })
    }

    /// The file, as bytes.
    pub(crate) fn file(&self) -> &Chunks {
        &self.file
    }

    /// What the file says of itself.
    pub(crate) fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }

    pub(crate) fn schema(&self) -> &SchemaDescriptor {
        self.metadata.file_metadata().schema_descr()
    }

    /// How many row groups there are.
    pub(crate) fn groups(&self) -> usize {
        self.metadata.num_row_groups()
    }

    /// How many rows a row group has.
    pub(crate) fn rows(&self, group: usize) -> Result<u64> {
        Ok(u64::try_from(self.metadata.row_group(group).num_rows())?)
    }

    /// The pages of a column in a row group, as they were before they were packed. The crate takes them to be unpacked
    /// already: by itself it would believe any length that a page gives, and need a C compiler for Zstandard.
    pub(crate) fn pages(&self, group: usize, column: usize) -> Result<(ColumnDescPtr, Box<dyn PageReader>)> {
        let rows = usize::try_from(self.rows(group)?)?;
        let chunk = self.metadata.row_group(group).columns().get(column);
        let chunk = chunk.ok_or_else(|| ParquetError::General("a row group has too few columns".into()))?;
        let start = chunk.dictionary_page_offset().unwrap_or(chunk.data_page_offset());
        if start < 0 || chunk.compressed_size() < 0 {
            return Err(ParquetError::General("a column begins before the file".into()));
        }
        let bare = chunk.clone().into_builder().set_compression(Compression::UNCOMPRESSED).build()?;
        let packed = SerializedPageReader::new(self.file.clone(), &bare, rows, None)?;
        let descriptor = self.schema().column(column);
        let pages = Pages::new(packed, chunk.compression(), &descriptor)?;
        Ok((descriptor, Box::new(pages)))
    }
}

/// The file, read at any place, and how far.
pub(crate) struct Chunks {
    file: File,
    length: u64,
    read: Arc<AtomicU64>,
    drive: Drive,
}

impl Chunks {
    fn at(&self, start: u64) -> Result<Watched<File>> {
        let mut file = self.drive.watch(self.file.try_clone()?);
        file.seek(SeekFrom::Start(start))?;
        Ok(file)
    }
}

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Chunks {
    type T = Counted<BufReader<Watched<File>>>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(Counted::new(BufReader::new(self.at(start)?), self.read.clone()))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        if start.checked_add(length as u64).is_none_or(|end| end > self.length) {
            return Err(ParquetError::EOF("a page ends behind the file".into()));
        }
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        let mut bytes = vec![0; length];
        self.at(start)?.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}
