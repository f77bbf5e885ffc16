//! Tables in Parquet files.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, Type};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::*;
use parquet::file::metadata::{KeyValue, ParquetMetaData, ParquetMetaDataReader, SortingColumn};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Row;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnDescriptor;

use super::*;
use crate::corpus::{Listing, documents};

/// Every physical type, the logical ones that matter, and all ways to nest.
const SCHEMA: &str = "message table {
    required int64 id;
    optional binary text (UTF8);
    required boolean truth;
    optional boolean maybe;
    optional int32 whole;
    optional int32 day (DATE);
    optional int32 small (INTEGER(8,true));
    optional int64 time (TIMESTAMP(MICROS,true));
    optional int64 unsigned (INTEGER(64,false));
    optional int96 old;
    required float narrow;
    optional double wide;
    optional fixed_len_byte_array(16) uuid (UUID);
    optional fixed_len_byte_array(5) price (DECIMAL(10,2));
    optional int32 cents (DECIMAL(9,2));
    optional fixed_len_byte_array(2) half (FLOAT16);
    optional binary raw;
    optional binary kind (ENUM);
    optional group spans (LIST) {
        repeated group list {
            optional group element { required int32 begin; optional binary label (UTF8); }
        }
    }
    optional group scores (MAP) {
        repeated group key_value { required binary key (UTF8); optional double value; }
    }
    optional group meta { required binary a (UTF8); optional group b { optional int64 c; } }
    repeated int32 flags;
}";

/// The repetition and definition level of each place that a row has in a column.
fn places(column: &ColumnDescriptor, row: usize) -> Vec<(i16, i16)> {
    let most = column.max_def_level();
    // A list that is missing, or empty, or has some elements.
    let list = |level: &dyn Fn(usize) -> i16| match row % 5 {
        0 => vec![(0, 0)],
        1 => vec![(0, 1)],
        length => (0..length).map(|at| (i16::from(at > 0), level(at))).collect(),
    };
    match column.path().string().as_str() {
        "spans.list.element.begin" => list(&|at| if (row + at).is_multiple_of(4) { 2 } else { most }),
        "spans.list.element.label" => list(&|at| match (row + at) % 4 {
            0 => 2,
            1 => 3,
            _ => most,
        }),
        "scores.key_value.key" => list(&|_| most),
        "scores.key_value.value" => list(&|at| if at % 2 == 0 { 2 } else { most }),
        "meta.a" => vec![(0, i16::from(!row.is_multiple_of(6)))],
        "meta.b.c" => vec![(0, (row % 6).min(3) as i16)],
        "flags" if row.is_multiple_of(3) => vec![(0, 0)],
        "flags" => (0..row % 3).map(|at| (i16::from(at > 0), 1)).collect(),
        name if most > 0 && (row + name.len()).is_multiple_of(4) => vec![(0, 0)],
        _ => vec![(0, most)],
    }
}

/// A table of these rows, in one group.
fn group(rows: std::ops::Range<usize>, properties: WriterProperties) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(SCHEMA).expect("a schema"));
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).expect("a writer");
    let columns = writer.schema_descr().columns().to_vec();
    let mut group = writer.next_row_group().expect("a group");
    for column in columns {
        let places: Vec<_> = rows
            .clone()
            .flat_map(|row| places(&column, row).into_iter().map(move |place| (row, place)))
            .collect();
        let repetition: Vec<i16> = places.iter().map(|&(_, (level, _))| level).collect();
        let definition: Vec<i16> = places.iter().map(|&(_, (_, level))| level).collect();
        let there = places.iter().filter(|(_, (_, level))| *level == column.max_def_level());
        let numbers: Vec<usize> = there.enumerate().map(|(at, &(row, _))| row * 31 + at).collect();
        let text = |number: &usize| ByteArray::from(format!("text {}", number % 700).as_str());
        let mut writer = group.next_column().expect("a column").expect("as many as columns");
        macro_rules! write {
            ($type:ty, $value:expr) => {{
                let values: Vec<_> = numbers.iter().map($value).collect();
                writer.typed::<$type>().write_batch(&values, Some(&definition), Some(&repetition))
            }};
        }
        match column.physical_type() {
            Type::BOOLEAN => write!(BoolType, |number| number % 3 == 0),
            Type::INT32 => write!(Int32Type, |&number| number as i32 % 100),
            Type::INT64 => write!(Int64Type, |&number| number as i64 * 1_000_003),
            Type::INT96 => write!(Int96Type, |&number| Int96::from(vec![number as u32, 7, 2_440_588])),
            Type::FLOAT => write!(FloatType, |&number| number as f32 / 7.0),
            Type::DOUBLE => write!(DoubleType, |&number| number as f64 / 7.0),
            Type::BYTE_ARRAY => write!(ByteArrayType, text),
            Type::FIXED_LEN_BYTE_ARRAY => write!(FixedLenByteArrayType, |&number| {
                let bytes = vec![(number % 50) as u8; column.type_length() as usize];
                FixedLenByteArray::from(ByteArray::from(bytes))
            }),
        }
        .expect("values");
        writer.close().expect("a column");
    }
    group.close().expect("a group");
    writer.close().expect("a table");
    bytes
}

fn metadata(table: &[u8]) -> ParquetMetaData {
    ParquetMetaDataReader::new().parse_and_finish(&Bytes::from(table.to_vec())).expect("a table")
}

/// What each group is packed and encoded by.
fn properties() -> [WriterProperties; GROUPS] {
    let packings = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(Default::default()),
        Compression::ZSTD(Default::default()),
        Compression::BROTLI(Default::default()),
        Compression::LZ4_RAW,
        Compression::LZ4,
        Compression::SNAPPY,
    ];
    let mut version = WriterVersion::PARQUET_2_0;
    packings.map(|packing| {
        version = match version {
            WriterVersion::PARQUET_1_0 => WriterVersion::PARQUET_2_0,
            WriterVersion::PARQUET_2_0 => WriterVersion::PARQUET_1_0,
        };
        let properties = WriterProperties::builder().set_compression(packing).set_writer_version(version);
        let properties = properties.set_bloom_filter_enabled(packing == Compression::SNAPPY);
        properties
            .set_dictionary_enabled(packing != Compression::UNCOMPRESSED)
            .set_column_dictionary_enabled("wide".into(), false)
            .set_column_encoding("wide".into(), Encoding::BYTE_STREAM_SPLIT)
            .set_data_page_row_count_limit(40)
            .set_write_batch_size(20)
            .build()
    })
}

/// How many groups a table has ...
const GROUPS: usize = 8;
/// ... and how many rows are in each.
const ROWS: usize = 150;

/// A table of groups that are packed and encoded each in its way.
fn table() -> Vec<u8> {
    let groups: Vec<Vec<u8>> = properties()
        .into_iter()
        .enumerate()
        .map(|(at, properties)| group(at * ROWS..(at + 1) * ROWS, properties))
        .collect();
    let schema = Arc::new(parse_message_type(SCHEMA).expect("a schema"));
    let said = |value: Option<&str>| KeyValue { key: "made".into(), value: value.map(String::from) };
    let properties = WriterProperties::builder()
        .set_created_by("someone version 1.2.3 (build 4)".into())
        .set_key_value_metadata(Some(vec![said(Some("by hand")), said(None)]))
        .set_sorting_columns(Some(vec![SortingColumn {
            column_idx: 0,
            descending: true,
            nulls_first: false,
        }]))
        .build();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).expect("a writer");
    for source in groups {
        let (metadata, source) = (metadata(&source), Bytes::from(source));
        let mut group = writer.next_row_group().expect("a group");
        for metadata in metadata.row_group(0).columns() {
            let close = ColumnCloseResult {
                bytes_written: metadata.compressed_size() as u64,
                rows_written: ROWS as u64,
                metadata: metadata.clone(),
                bloom_filter: parquet::bloom_filter::Sbbf::read_from_column_chunk(metadata, &source)
                    .expect("a filter"),
                column_index: None,
                offset_index: None,
            };
            group.append_column(&source, close).expect("a column");
        }
        group.close().expect("a group");
    }
    writer.close().expect("a table");
    bytes
}

fn rows(table: &[u8]) -> Vec<Row> {
    let reader = SerializedFileReader::new(Bytes::from(table.to_vec())).expect("a table");
    reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect()
}

/// Asserts that a table has the rows that are kept of another, and says of itself what that said.
#[track_caller]
fn is_without(new: &[u8], old: &[u8], fates: Fates<'_>) {
    let numbered = rows(old).into_iter().zip(0..);
    let kept: Vec<Row> =
        numbered.filter(|&(_, number)| fates(number) == Fate::Keep).map(|(row, _)| row).collect();
    assert_eq!(rows(new).len(), kept.len());
    for (row, kept) in rows(new).iter().zip(&kept) {
        assert_eq!(row, kept);
    }
    let (new, old) = (metadata(new), metadata(old));
    let (file, old_file) = (new.file_metadata(), old.file_metadata());
    assert_eq!(file.schema(), old_file.schema());
    assert_eq!(file.key_value_metadata(), old_file.key_value_metadata());
    assert_eq!((file.created_by(), file.version()), (old_file.created_by(), old_file.version()));
    assert_eq!(file.num_rows(), kept.len() as i64);
    let mut begin = 0;
    let groups = old.row_groups().iter().filter(|group| {
        let rows = begin..begin + group.num_rows() as u64;
        begin = rows.end;
        rows.into_iter().any(|row| fates(row) == Fate::Keep)
    });
    let groups: Vec<_> = groups.collect();
    assert_eq!(new.num_row_groups(), groups.len());
    for (group, old) in new.row_groups().iter().zip(groups) {
        assert_eq!(group.sorting_columns(), old.sorting_columns());
        for (chunk, old) in group.columns().iter().zip(old.columns()) {
            let path = old.column_path();
            assert_eq!(chunk.compression(), old.compression(), "{path}");
            assert_eq!(
                chunk.dictionary_page_offset().is_some(),
                old.dictionary_page_offset().is_some(),
                "{path}"
            );
            assert_eq!(chunk.statistics().is_some(), old.statistics().is_some(), "{path}");
            assert_eq!(chunk.bloom_filter_offset().is_some(), old.bloom_filter_offset().is_some(), "{path}");
        }
    }
}

/// Drops the first half of the third group, and all of the fifth.
const DROPS_SOME: Fates<'_> = &|number| {
    let (group, row) = (number as usize / ROWS, number as usize % ROWS);
    if group == 2 && row < ROWS / 2 || group == 4 { Fate::Drop } else { Fate::Keep }
};

#[test]
fn all_other_rows_stay_as_they_were_however_they_are_packed() {
    let table = table();
    let all = (GROUPS * ROWS) as u64;
    for (ending, pack) in PACKINGS {
        let (name, bytes) = (format!("a.parquet{ending}"), pack(&table));
        assert_eq!(without(&name, &bytes, KEEPS_ALL), (bytes.clone(), all, 0), "{name}");
        let fates = [(DROPS_THIRDS, all / 3), (DROPS_ALL, all), (DROPS_SOME, 225)];
        for (fates, expected) in fates {
            let (new, kept, dropped) = without(&name, &bytes, fates);
            assert_eq!((kept, dropped), (all - expected, expected), "{name}");
            is_without(&unpacked(&new), &table, fates);
        }
    }
}

#[test]
fn a_group_that_loses_nothing_has_the_same_bytes() {
    let old = table();
    let (new, ..) = without("a.parquet", &old, DROPS_SOME);
    let (new_metadata, old_metadata) = (metadata(&new), metadata(&old));
    for (at, old_at) in [(0, 0), (1, 1), (3, 3), (4, 5), (6, 7)] {
        let chunks =
            new_metadata.row_group(at).columns().iter().zip(old_metadata.row_group(old_at).columns());
        for (chunk, old_chunk) in chunks {
            let bytes = |(begin, length): (u64, u64)| begin as usize..(begin + length) as usize;
            assert!(new[bytes(chunk.byte_range())] == old[bytes(old_chunk.byte_range())]);
            assert_eq!(chunk.statistics(), old_chunk.statistics());
        }
    }
}

#[test]
fn columns_are_added_behind_the_others() {
    let old = table();
    for (ending, pack) in PACKINGS {
        let annotate = Change::Annotate { columns: &columns(), marks: MARKS };
        let (counts, new) =
            rewritten(&format!("a.parquet{ending}"), &pack(&old), &annotate).expect("a table");
        let new = unpacked(&new.expect("a file"));
        assert_eq!((counts.documents_kept, counts.documents_dropped), ((GROUPS * ROWS) as u64, 0));
        let (before, after) = (rows(&old), rows(&new));
        assert_eq!(after.len(), before.len());
        for (number, (row, old_row)) in after.into_iter().zip(before).enumerate() {
            let fields = row.into_columns();
            let (same, added) = fields.split_at(fields.len() - 4);
            assert_eq!(same, old_row.into_columns());
            let said: Vec<String> = added.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            let expected = match number {
                0 => {
                    ["cluster: 0", "representative: null", "containment: 0.5", "kept: true"].map(String::from)
                }
                2 => ["cluster", "representative", "containment", "kept"].map(|name| format!("{name}: null")),
                _ => [
                    format!("cluster: {number}"),
                    format!("representative: \"a \"{number}\"\""),
                    "containment: 0.5".into(),
                    "kept: false".into(),
                ],
            };
            assert_eq!(said, expected);
        }
        let error = rewritten("a.parquet", &new, &annotate).expect_err("it has them");
        assert!(error.to_string().contains("it has a column \"cluster\" already"), "{error}");
    }
}

#[test]
fn the_schema_that_arrow_keeps_names_the_columns_that_are_added() {
    use arrow_schema::{DataType, Field, Schema};
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;
    let schema = Schema::new(vec![Field::new("id", DataType::LargeUtf8, false)]);
    let options = arrow_ipc::writer::IpcWriteOptions::default();
    let mut dictionaries = arrow_ipc::writer::DictionaryTracker::new(true);
    let message = arrow_ipc::writer::IpcDataGenerator::default()
        .schema_to_bytes_with_dictionary_tracker(&schema, &mut dictionaries, &options)
        .ipc_message;
    let message = [&[0xff; 4][..], &(message.len() as u32).to_le_bytes(), &message].concat();
    for (value, is_kept) in [(BASE64_STANDARD.encode(&message), true), ("odd".into(), false)] {
        let said = KeyValue { key: "ARROW:schema".into(), value: Some(value) };
        let properties = WriterProperties::builder().set_key_value_metadata(Some(vec![said])).build();
        let table = group(0..3, properties);
        let annotate = Change::Annotate { columns: &columns(), marks: MARKS };
        let (_, new) = rewritten("a.parquet", &table, &annotate).expect("a table");
        let new = metadata(&new.expect("a file"));
        let said = new.file_metadata().key_value_metadata().and_then(|said| said.first()?.value.clone());
        let fields = said.map(|said| {
            let bytes = BASE64_STANDARD.decode(said).expect("it was encoded");
            let schema = arrow_ipc::convert::try_schema_from_ipc_buffer(&bytes).expect("a schema");
            schema.fields().iter().map(|field| field.name().clone()).collect::<Vec<_>>()
        });
        let names = ["id", "cluster", "representative", "containment", "kept"].map(String::from);
        assert_eq!(fields, is_kept.then(|| names.to_vec()));
    }
}

#[test]
fn what_cannot_be_packed_so_is_said_before_anything_is_written() {
    let mut table = group(0..10, WriterProperties::builder().build());
    // What the last column whose name ends so is packed by: 0 is nothing, 3 is LZO, and each is written twice.
    let packing = table.windows(4).rposition(|bytes| bytes == [b'i', b'd', 0x15, 0]).expect("the packing");
    table[packing + 3] = 6;
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (from, to) = (folder.path().join("a.parquet"), folder.path().join("b.parquet"));
    fs::write(&from, &table).expect("a file");
    let error = rewrite(&from, &to, &Change::Drop(DROPS_THIRDS), &rewriting("a.parquet")).expect_err("LZO");
    assert!(error.to_string().contains("its column \"uuid\" is packed by LZO"), "{error}");
    assert!(!to.exists());
}

/// The numbers of the rows that reading gives of a table of texts.
fn read(bytes: &[u8]) -> Vec<(u64, String)> {
    let (_folder, path) = file("a.parquet", bytes);
    let sources = documents(Listing::new([path]).entries).flatten();
    sources.map(|source| (source.place.position.number, source.name)).collect()
}

#[test]
fn a_table_ends_where_a_column_cannot_be_read_on() {
    let properties = || WriterProperties::builder().set_dictionary_enabled(false);
    let mut table =
        group(0..500, properties().set_data_page_row_count_limit(50).set_write_batch_size(25).build());
    let text = metadata(&table).row_group(0).column(1).byte_range();
    // A length within a text page far behind.
    let at = text.0 as usize + text.1 as usize * 3 / 5;
    let length = table[at..]
        .windows(5)
        .position(|bytes| bytes == [b"\x08\0\0\0t", b"\x07\0\0\0t"][0])
        .expect("a text");
    table[at + length + 3] = 0x7f;
    let before = read(&table);
    let (counts, new) = rewritten("a.parquet", &table, &Change::Drop(DROPS_THIRDS)).expect("a table");
    let new = new.expect("a file");
    assert!(before.len() > 100 && before.len() < 400, "{}", before.len());
    let end = before.last().expect("a row").0 + 1;
    assert_eq!(counts.unreadable, 1);
    assert!(counts.documents_kept + counts.documents_dropped >= end, "{counts:?} {end}");
    let kept: Vec<String> =
        before.into_iter().filter(|(number, _)| number % 3 > 0).map(|(_, name)| name).collect();
    assert_eq!(read(&new).into_iter().map(|(_, name)| name).collect::<Vec<_>>(), kept);
    assert_eq!(rows(&new).len() as u64, counts.documents_kept, "every column has as many rows");
}

/// Writes a table that may be broken without some rows, or with columns more: nothing panics, and what is written is a table.
fn write_broken(bytes: &[u8], which: usize) {
    let annotate = Change::Annotate { columns: &columns(), marks: MARKS };
    let change = [Change::Drop(DROPS_THIRDS), annotate, Change::Drop(DROPS_ALL)].into_iter().nth(which % 3);
    if let Ok((_, new)) = rewritten("a.parquet", bytes, &change.expect("one of three")) {
        metadata(&new.expect("a file"));
    }
}

#[test]
fn no_byte_of_a_table_makes_writing_panic() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/tables");
    for (name, change) in [("zstd", 0x01), ("gzip", 0x80), ("brotli", 0xff), ("lz4", 0x10)] {
        let whole = fs::read(folder.join(format!("{name}.parquet"))).expect("a table");
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            write_broken(&bytes, at);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_bytes_of_a_table_make_writing_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        which in 0_usize..2,
    ) {
        let mut bytes = group(0..40, properties()[1].clone());
        for (at, byte) in changes {
            let length = bytes.len();
            bytes[at.index(length)] = byte;
        }
        write_broken(&bytes, which);
    }

    #[test]
    fn any_rows_are_those_of_a_filter_in_memory(
        count in 1_usize..300,
        which in 0..GROUPS,
        fates in prop::collection::vec(any::<bool>(), 1..70),
    ) {
        let table = group(0..count, properties()[which].clone());
        let fates: Fates<'_> = &|number| match fates[number as usize % fates.len()] {
            true => Fate::Drop,
            false => Fate::Keep,
        };
        let (new, ..) = without("a.parquet", &table, fates);
        is_without(&new, &table, fates);
    }
}
