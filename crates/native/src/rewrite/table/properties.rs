//! How the columns of a row group are packed and encoded.

use std::format;
use std::path::Path;

use parquet::basic::{BrotliLevel, Compression, Encoding, Type, ZstdLevel};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::super::super::Error;
use super::super::super::corpus::display_name;
use super::super::super::corpus::parquet::Table;
use super::super::Rewriting;
use super::super::change::Change;
use super::super::packing::PACKS_ZSTANDARD;

/// Encodings other than plain ones and dictionaries, and what each is for.
const ENCODINGS: [(Encoding, &[Type]); 4] = [
    (Encoding::DELTA_BINARY_PACKED, &[Type::INT32, Type::INT64]),
    (Encoding::DELTA_LENGTH_BYTE_ARRAY, &[Type::BYTE_ARRAY]),
    (Encoding::DELTA_BYTE_ARRAY, &[Type::BYTE_ARRAY, Type::FIXED_LEN_BYTE_ARRAY]),
    (
        Encoding::BYTE_STREAM_SPLIT,
        &[Type::FLOAT, Type::DOUBLE, Type::INT32, Type::INT64, Type::FIXED_LEN_BYTE_ARRAY],
    ),
];

/// How hard Brotli packs: as hard as in Arrow's tables, which are nearly all that there are; the crate's own would make a table longer
/// that loses a row.
const BROTLI: u32 = 8;

/// Makes sure that every column of a table can be packed as it is.
///
/// # Errors
/// [`Error::Rewrite`].
pub(super) fn check(table: &Table, rewriting: &Rewriting<'_>, from: &Path) -> Result<(), Error> {
    let mut chunks = table.metadata().row_groups().iter().flat_map(|group| group.columns());
    match chunks.find(|chunk| compression(chunk.compression(), rewriting).is_none()) {
        None => Ok(()),
        Some(chunk) => {
            let (column, packing) = (chunk.column_path().string(), chunk.compression());
            Err(Error::Rewrite {
                place: display_name(from),
                what: format!(
                    "its column \"{column}\" is packed by {packing}, which this program cannot write"
                ),
                remedy: "write the table again, packed by Snappy",
            })
        }
    }
}

/// Those of a group, as they are in the table.
pub(super) fn of_group(
    table: &Table,
    group: &RowGroupMetaData,
    change: &Change<'_>,
    rewriting: &Rewriting<'_>,
) -> WriterProperties {
    let indexed = table.metadata().page_index().is_some_and(|indexes| indexes.has_offset_indexes());
    let mut properties = WriterProperties::builder()
        .set_sorting_columns(group.sorting_columns().cloned())
        .set_offset_index_disabled(!indexed);
    for chunk in group.columns() {
        let path = || chunk.column_path().clone();
        let packing = compression(chunk.compression(), rewriting).unwrap_or(Compression::UNCOMPRESSED);
        properties = properties
            .set_column_compression(path(), packing)
            .set_column_dictionary_enabled(path(), has_dictionary(chunk))
            .set_column_encoding(path(), encoding(chunk))
            .set_column_statistics_enabled(path(), statistics(chunk));
    }
    if let (Change::Annotate { columns, .. }, Some(first)) = (change, group.columns().first()) {
        let packing = compression(first.compression(), rewriting).unwrap_or(Compression::UNCOMPRESSED);
        for column in *columns {
            properties = properties.set_column_compression(ColumnPath::from(column.name.as_str()), packing);
        }
    }
    properties.build()
}

/// How a column is packed again; nothing, if it cannot be.
fn compression(packing: Compression, rewriting: &Rewriting<'_>) -> Option<Compression> {
    match packing {
        Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::LZ4 | Compression::LZ4_RAW => {
            Some(packing)
        }
        Compression::GZIP(_) => Some(Compression::GZIP(Default::default())),
        Compression::BROTLI(_) => Some(Compression::BROTLI(BrotliLevel::try_new(BROTLI).unwrap_or_default())),
        Compression::ZSTD(_) if PACKS_ZSTANDARD => {
            Some(Compression::ZSTD(ZstdLevel::try_new(rewriting.zstd_level).unwrap_or_default()))
        }
        Compression::ZSTD(_) | Compression::LZO => None,
    }
}

fn has_dictionary(chunk: &ColumnChunkMetaData) -> bool {
    let mut encodings = chunk.encodings();
    encodings.any(|encoding| matches!(encoding, Encoding::RLE_DICTIONARY | Encoding::PLAIN_DICTIONARY))
}

fn encoding(chunk: &ColumnChunkMetaData) -> Encoding {
    let used = |encoding| chunk.encodings().any(|other| other == encoding);
    let fitting = ENCODINGS.iter().filter(|(_, types)| types.contains(&chunk.column_type()));
    fitting.map(|&(encoding, _)| encoding).find(|&encoding| used(encoding)).unwrap_or(Encoding::PLAIN)
}

fn statistics(chunk: &ColumnChunkMetaData) -> EnabledStatistics {
    match (chunk.column_index_offset(), chunk.statistics()) {
        (Some(_), _) => EnabledStatistics::Page,
        (None, Some(_)) => EnabledStatistics::Chunk,
        (None, None) => EnabledStatistics::None,
    }
}
