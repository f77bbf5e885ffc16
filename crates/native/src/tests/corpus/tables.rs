//! Tables in Parquet files.

use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use twinprint::text::Format;
use twinprint_native::corpus::Fields;

use super::*;

/// The values of a column; none where a row has none.
enum Cells<'a> {
    Texts(&'a [Option<&'a [u8]>]),
    Whole(&'a [Option<i64>]),
    Broken(&'a [Option<f64>]),
}

/// A table of optional columns with these types and values, each group of `a_group` rows.
fn write(
    columns: &[(&str, Cells<'_>)],
    rows: usize,
    a_group: usize,
    properties: WriterProperties,
) -> Vec<u8> {
    let fields: String = columns.iter().map(|(field, _)| format!("optional {field};")).collect();
    let schema = Arc::new(parse_message_type(&format!("message table {{ {fields} }}")).expect("a schema"));
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).expect("a writer");
    for start in (0..rows).step_by(a_group) {
        let group = start..rows.min(start + a_group);
        let mut groups = writer.next_row_group().expect("a group");
        for (_, cells) in columns {
            let mut column = groups.next_column().expect("a column").expect("as many as columns");
            fn levels<T>(cells: &[Option<T>]) -> Vec<i16> {
                cells.iter().map(|cell| i16::from(cell.is_some())).collect()
            }
            match cells {
                Cells::Texts(cells) => {
                    let cells = &cells[group.clone()];
                    let values: Vec<ByteArray> =
                        cells.iter().flatten().map(|text| text.to_vec().into()).collect();
                    column.typed::<ByteArrayType>().write_batch(&values, Some(&levels(cells)), None)
                }
                Cells::Whole(cells) => {
                    let cells = &cells[group.clone()];
                    let values: Vec<i64> = cells.iter().flatten().copied().collect();
                    column.typed::<Int64Type>().write_batch(&values, Some(&levels(cells)), None)
                }
                Cells::Broken(cells) => {
                    let cells = &cells[group.clone()];
                    let values: Vec<f64> = cells.iter().flatten().copied().collect();
                    column.typed::<DoubleType>().write_batch(&values, Some(&levels(cells)), None)
                }
            }
            .expect("values");
            column.close().expect("a column");
        }
        groups.close().expect("a group");
    }
    writer.close().expect("a table");
    bytes
}

fn plain() -> WriterProperties {
    WriterProperties::builder().build()
}

/// Numbers and texts, each group of `a_group` rows.
pub(super) fn table(rows: &[(i64, &str)], a_group: usize) -> Vec<u8> {
    let ids: Vec<Option<i64>> = rows.iter().map(|&(id, _)| Some(id)).collect();
    let texts: Vec<Option<&[u8]>> = rows.iter().map(|&(_, text)| Some(text.as_bytes())).collect();
    let columns = [("int64 id", Cells::Whole(&ids)), ("binary text (UTF8)", Cells::Texts(&texts))];
    write(&columns, rows.len(), a_group, plain())
}

/// Two rows of texts, by the names of their columns.
pub(super) fn texts_table(columns: &[(&str, [&str; 2])]) -> Vec<u8> {
    let names: Vec<String> = columns.iter().map(|(name, _)| format!("binary {name} (UTF8)")).collect();
    let cells: Vec<[Option<&[u8]>; 2]> =
        columns.iter().map(|(_, texts)| texts.map(|text| Some(text.as_bytes()))).collect();
    let columns: Vec<_> =
        names.iter().zip(&cells).map(|(name, cells)| (&**name, Cells::Texts(cells))).collect();
    write(&columns, 2, 2, plain())
}

#[test]
fn each_row_is_a_document_however_the_table_is_written() {
    let rows: Vec<(i64, String)> =
        (0..1000).map(|id| (id, format!("the text of row {id} ").repeat(20))).collect();
    let ids: Vec<Option<i64>> = rows.iter().map(|(id, _)| Some(*id)).collect();
    let texts: Vec<Option<&[u8]>> = rows.iter().map(|(_, text)| Some(text.as_bytes())).collect();
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY] {
        for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
            for dictionary in [true, false] {
                let properties = WriterProperties::builder()
                    .set_compression(compression)
                    .set_writer_version(version)
                    .set_dictionary_enabled(dictionary)
                    .set_data_page_row_count_limit(70)
                    .set_write_batch_size(10)
                    .build();
                let columns =
                    [("int64 id", Cells::Whole(&ids)), ("binary text (UTF8)", Cells::Texts(&texts))];
                let shelf = Shelf::with(&[("a.parquet", &write(&columns, 1000, 300, properties))]);
                let read = shelf.read(&["a.parquet"]);
                let found: Vec<(i64, String)> = read
                    .is_whole()
                    .sources
                    .iter()
                    .map(|source| (source.name.parse().expect("a number"), source.text.clone()))
                    .collect();
                assert!(found == rows, "{compression} {version:?} {dictionary}: {} rows", found.len());
                assert!(read.sources[999].place.to_string().ends_with("a.parquet, row 1000"));
                for number in [1, 69, 299, 300, 599, 601, 999] {
                    let mut rest = shelf.documents(&["a.parquet"]).skip_to(0, number);
                    let next = rest.next().expect("a row").expect("a document");
                    assert_eq!((super::number(&next), &*next.name), (number, &*number.to_string()));
                    assert_eq!(rest.count() as u64, 999 - number);
                }
            }
        }
    }
}

/// Tables that pyarrow wrote of the same three rows, by each of its ways to pack.
#[test]
fn tables_of_other_writers_are_read() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/tables");
    for packing in ["zstd", "gzip", "brotli", "snappy", "lz4", "none"] {
        let path = folder.join(format!("{packing}.parquet"));
        let sources: Result<Vec<Source>, Error> = documents(Listing::new([&path]).entries).collect();
        let sources = sources.unwrap_or_else(|error| panic!("{packing}: {error}"));
        let read: Vec<(&str, &str)> =
            sources.iter().map(|source| (source.name.as_str(), source.text.as_str())).collect();
        let long = "a rose is a rose ".repeat(500);
        assert_eq!(read, [("one", "Köln"), ("two", &*long), ("three", "")], "{packing}");
    }
}

#[test]
fn columns_say_of_a_document_what_fields_do() {
    let texts: [Option<&[u8]>; 3] = [Some(b"plain"), None, Some(b"caf\xe9 au lait")];
    let pages: [Option<&[u8]>; 3] = [Some(b"<p>unread"), Some(b"<p>page"), None];
    let columns = [
        ("binary html", Cells::Texts(&pages)),
        ("double id", Cells::Broken(&[Some(0.5), Some(1.5), Some(2.0)])),
        ("binary text", Cells::Texts(&texts)),
        ("binary topic (UTF8)", Cells::Texts(&[Some(b"news"), None, Some(b"sport")])),
        ("int64 group", Cells::Whole(&[Some(-1), Some(7), None])),
    ];
    let shelf = Shelf::with(&[("a.parquet", &write(&columns, 3, 3, plain()))]);
    let fields = Fields { category: "topic".into(), ..Fields::default() };
    let read = shelf.read_all(shelf.documents(&["a.parquet"]).with_fields(fields).keeping_raw(true));
    assert_eq!(read.is_whole().names(), ["0.5", "1.5", "2"]);
    assert_eq!(read.texts(), ["plain", "<p>page", "café au lait"]);
    let said: Vec<_> = read
        .sources
        .iter()
        .map(|source| (source.format, source.category.as_deref(), source.group.as_deref()))
        .collect();
    assert_eq!(
        said,
        [
            (Format::Plain, Some("news"), Some("-1")),
            (Format::Html, None, Some("7")),
            (Format::Plain, Some("sport"), None)
        ]
    );
    assert_eq!(read.sources[2].raw.as_deref(), Some(&b"caf\xe9 au lait"[..]));
}

#[test]
fn a_row_without_a_text_is_named_and_one_without_an_id_is_called_by_its_place() {
    let texts: [Option<&[u8]>; 3] = [Some(b"a"), None, Some(b"c")];
    let columns =
        [("int64 id", Cells::Whole(&[None, Some(2), Some(3)])), ("binary text (UTF8)", Cells::Texts(&texts))];
    let shelf = Shelf::with(&[("a.parquet", &write(&columns, 3, 3, plain()))]);
    let read = shelf.read(&["a.parquet"]);
    assert_eq!(read.names(), [&*format!("{}, row 1", shelf.name("a.parquet")), "3"]);
    assert_eq!(
        read.errors,
        [
            "a.parquet, row 2: this row is no document: it has no text in \"text\", \"content\", \"body\", \"raw_content\", \
            \"html\"; fill the column of texts in each row, or leave it so"
        ]
    );
}

#[test]
fn a_table_without_the_columns_says_which_there_are() {
    let numbers: [Option<i64>; 1] = [Some(1)];
    let none = "it has none of the columns \"text\", \"content\", \"body\", \"raw_content\", \"html\"; its columns are: ";
    let remedy = "give a whole table with a column of texts, or name the column with --text-field";
    for (columns, problem) in [
        (["int64 number", "int64 group"], format!("{none}number, group")),
        (["int64 id", "int64 text"], "its column \"text\" holds INT64, which is not read as such".into()),
    ] {
        let columns = columns.map(|column| (column, Cells::Whole(&numbers)));
        let errors =
            Shelf::with(&[("a.parquet", &write(&columns, 1, 1, plain()))]).read(&["a.parquet"]).errors;
        assert_eq!(errors, [format!("a.parquet: {problem}; {remedy}")]);
    }
}

#[test]
fn a_column_that_was_named_must_be_there() {
    let texts: [Option<&[u8]>; 1] = [Some(b"a")];
    let columns = [("int64 number", Cells::Whole(&[Some(1)])), ("binary text (UTF8)", Cells::Texts(&texts))];
    let shelf = Shelf::with(&[("a.parquet", &write(&columns, 1, 1, plain()))]);
    let read = |fields| shelf.read_all(shelf.documents(&["a.parquet"]).with_fields(fields));
    let named = Fields { id: Some("number".into()), text: Some("text".into()), ..Fields::default() };
    assert_eq!(read(named).is_whole().names(), ["1"]);
    let missing = Fields { id: Some("doc".into()), ..Fields::default() };
    assert_eq!(
        read(missing).errors,
        [
            "a.parquet: it has no field \"doc\"; it has: number, text; name one that it has with --text-field or --id-field"
        ]
    );
}

#[test]
fn columns_within_others_have_the_names_of_both() {
    let schema =
        "message table { optional group meta { optional binary url (UTF8); } optional binary body (UTF8); }";
    let schema = Arc::new(parse_message_type(schema).expect("a schema"));
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(plain())).expect("a writer");
    let mut group = writer.next_row_group().expect("a group");
    let texts = |texts: &[&str]| texts.iter().map(|&text| ByteArray::from(text)).collect::<Vec<_>>();
    for (values, levels) in [(texts(&["http://a/"]), [2, 0, 1]), (texts(&["one", "two", "three"]), [1, 1, 1])]
    {
        let mut column = group.next_column().expect("a column").expect("as many as columns");
        column.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None).expect("values");
        column.close().expect("a column");
    }
    group.close().expect("a group");
    writer.close().expect("a table");
    let shelf = Shelf::with(&[("a.parquet", &bytes)]);
    let fields = Fields { id: Some("meta.url".into()), ..Fields::default() };
    let read = shelf.read_all(shelf.documents(&["a.parquet"]).with_fields(fields));
    assert_eq!(read.is_whole().texts(), ["one", "two", "three"]);
    assert_eq!(read.names()[0], "http://a/");
    assert!(read.names()[2].ends_with("a.parquet, row 3"), "{:?}", read.names());
}

#[test]
fn a_broken_group_of_rows_costs_what_is_left_of_it() {
    let texts: Vec<String> = (0..60).map(|id| format!("the words of row {id}, {:x}", id * 77_777)).collect();
    let rows: Vec<(i64, &str)> = texts.iter().enumerate().map(|(id, text)| (id as i64, &**text)).collect();
    let mut bytes = table(&rows, 20);
    let place = bytes.windows(9).position(|bytes| bytes == b"of row 25").expect("the text of row 25");
    // The length before a text: the page ends within it.
    let length = bytes[..place].windows(4).rposition(|bytes| bytes == (texts[25].len() as u32).to_le_bytes());
    bytes[length.expect("its length")] = 0xff;
    bytes[length.expect("its length") + 2] = 0xff;
    let shelf = Shelf::with(&[("a.parquet", &bytes)]);
    let read = shelf.read(&["a.parquet"]);
    let numbers: Vec<u64> = read.sources.iter().map(number).collect();
    assert!(numbers.starts_with(&(0..20).collect::<Vec<_>>()), "{numbers:?}");
    assert!(numbers.ends_with(&(40..60).collect::<Vec<_>>()), "{numbers:?} {:?}", read.errors);
    assert_eq!(read.errors.len(), 1, "{:?}", read.errors);
    assert!(read.sources.iter().all(|source| source.text == texts[number(source) as usize]));
    let rest = shelf.documents(&["a.parquet"]).skip_to(0, 41).next().expect("a row").expect("a document");
    assert_eq!(rest.text, texts[41]);
}

#[test]
fn a_packed_table_is_unpacked_and_one_of_any_name_is_known() {
    let bytes = table(&[(1, "one"), (2, "two")], 1);
    let shelf =
        Shelf::with(&[("a.parquet.gz", &gzip(&bytes)), ("b.parquet", &zstandard(&bytes)), ("c", &bytes)]);
    for name in ["a.parquet.gz", "b.parquet", "c"] {
        assert_eq!(shelf.read(&[name]).is_whole().texts(), ["one", "two"], "{name}");
    }
}

/// Tables whose bytes tests change: of our own writer, and of pyarrow.
fn small_tables() -> Vec<Vec<u8>> {
    let rows: Vec<(i64, &str)> =
        (0..40).map(|id| (id, "some words of a document, the same in each")).collect();
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/tables");
    let others = ["zstd", "gzip", "brotli", "snappy", "lz4"];
    let others = others.map(|name| fs::read(folder.join(format!("{name}.parquet"))).expect("a table"));
    [table(&rows, 20)].into_iter().chain(others).collect()
}

/// Reads a table that may be broken, and goes on within it.
fn read_broken(shelf: &Shelf, bytes: &[u8]) {
    fs::write(shelf.path("a.parquet"), bytes).expect("a file");
    let read = shelf.read(&["a.parquet"]);
    assert!(read.sources.len() + read.errors.len() <= 100, "{}", read.sources.len());
    let rest = shelf.documents(&["a.parquet"]).skip_to(0, 2).count();
    assert!(rest <= 100, "{rest}");
}

#[test]
fn no_byte_of_a_table_makes_reading_panic() {
    let shelf = Shelf::with(&[]);
    for whole in small_tables() {
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= [0x01, 0x80, 0xff][at % 3];
            read_broken(&shelf, &bytes);
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_of_a_table_make_reading_panic(
        which in 0_usize..6,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = small_tables().swap_remove(which);
        for (at, byte) in changes {
            let length = bytes.len();
            bytes[at.index(length)] = byte;
        }
        read_broken(&Shelf::with(&[]), &bytes);
    }
}

#[test]
fn a_table_that_is_cut_is_one_error() {
    let whole = table(&[(1, "one"), (2, "two")], 1);
    let shelf = Shelf::with(&[]);
    for end in 0..whole.len() {
        fs::write(shelf.path("a.parquet"), &whole[..end]).expect("a file");
        let read = shelf.read(&["a.parquet"]);
        assert_eq!((read.sources.len(), read.errors.len()), (0, 1), "{end} {:?}", read.errors);
    }
}
