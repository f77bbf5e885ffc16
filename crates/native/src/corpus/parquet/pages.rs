//! The pages of a column, unpacked.
use std::format;

use bytes::Bytes;
use parquet::basic::{Compression, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::schema::types::ColumnDescriptor;

use super::table::Chunks;
use twinprint_readers::Packing;

/// The longest page taken, in bytes after unpacking: writers cut pages after some thousand rows, whatever their length.
const LONGEST: u64 = 1 << 30;

/// Pages as they were before they were packed.
pub(super) struct Pages {
    packed: SerializedPageReader<Chunks>,
    packing: Option<Packing>,
    /// The fewest bytes that a value takes in a dictionary.
    shortest: usize,
}

impl Pages {
    /// Those of a column.
    pub(super) fn new(
        packed: SerializedPageReader<Chunks>,
        compression: Compression,
        column: &ColumnDescriptor,
    ) -> Result<Pages> {
        let packing = match compression {
            Compression::UNCOMPRESSED => None,
            Compression::SNAPPY => Some(Packing::Snappy),
            Compression::GZIP(_) | Compression::ZSTD(_) => Some(Packing::Marked),
            Compression::BROTLI(_) => Some(Packing::Brotli),
            Compression::LZ4_RAW => Some(Packing::Lz4),
            Compression::LZ4 => Some(Packing::Lz4Hadoop),
            other => return Err(ParquetError::NYI(format!("it is packed by {other}"))),
        };
        let shortest = match column.physical_type() {
            Type::FIXED_LEN_BYTE_ARRAY => usize::try_from(column.type_length()).unwrap_or(0).max(1),
            _ => 4,
        };
        Ok(Pages { packed, packing, shortest })
    }

    /// What was packed behind the first bytes, which were not.
    fn unpack(&self, page: Bytes, bare: usize) -> Result<Bytes> {
        let (Some(packing), Some((bare, packed))) = (self.packing, page.split_at_checked(bare)) else {
            return Ok(page);
        };
        if packed.is_empty() {
            return Ok(page);
        }
        let unpacked =
            packing.unpack(packed, LONGEST).map_err(|error| ParquetError::External(Box::new(error)))?;
        let unpacked = unpacked.ok_or_else(|| ParquetError::General("a page is longer than 1 GiB".into()))?;
        Ok(if bare.is_empty() { unpacked.into() } else { [bare, &unpacked].concat().into() })
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let Some(mut page) = self.packed.get_next_page()? else { return Ok(None) };
        match &mut page {
            Page::DataPage { buf, .. } | Page::DictionaryPage { buf, .. } => {
                *buf = self.unpack(std::mem::take(buf), 0)?;
            }
            Page::DataPageV2 { buf, def_levels_byte_len, rep_levels_byte_len, is_compressed, .. } => {
                let bare = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                if bare > buf.len() as u64 {
                    return Err(ParquetError::EOF("a page ends within its levels".into()));
                }
                if *is_compressed {
                    *buf = self.unpack(std::mem::take(buf), bare as usize)?;
                }
            }
        }
        match &page {
            // Room is made for all of them before the first is read.
            Page::DictionaryPage { buf, num_values, .. }
                if *num_values as usize > buf.len() / self.shortest =>
            {
                Err(ParquetError::EOF("a dictionary is longer than its page".into()))
            }
            _ => Ok(Some(page)),
        }
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.packed.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.packed.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.packed.at_record_boundary()
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}
