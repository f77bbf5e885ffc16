//! Tables in Arrow's IPC format.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Float64Array, Int64Array, LargeStringArray, RecordBatch, StringArray,
    StringViewArray, StructArray,
};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{DataType, Field};
use twinprint_native::corpus::Fields;

use super::*;

/// Batches of rows with numbers and texts.
fn batches(
    rows: std::ops::Range<i64>,
    a_batch: usize,
    texts: fn(Vec<String>) -> ArrayRef,
) -> Vec<RecordBatch> {
    let rows: Vec<i64> = rows.collect();
    let batch = |rows: &[i64]| {
        let texts = texts(rows.iter().map(|row| format!("the text of row {row}")).collect());
        let ids: ArrayRef = Arc::new(Int64Array::from(rows.to_vec()));
        RecordBatch::try_from_iter([("id", ids), ("text", texts)]).expect("a batch")
    };
    rows.chunks(a_batch).map(batch).collect()
}

fn file(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = FileWriter::try_new(Vec::new(), &batches[0].schema()).expect("a writer");
    batches.iter().for_each(|batch| writer.write(batch).expect("a batch"));
    writer.finish().expect("a file");
    writer.into_inner().expect("its bytes")
}

fn stream(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).expect("a writer");
    batches.iter().for_each(|batch| writer.write(batch).expect("a batch"));
    writer.finish().expect("a stream");
    writer.into_inner().expect("its bytes")
}

fn strings(texts: Vec<String>) -> ArrayRef {
    Arc::new(StringArray::from(texts))
}

#[test]
fn each_row_is_a_document_whatever_texts_are_held_in() {
    let kinds: [fn(Vec<String>) -> ArrayRef; 4] = [
        strings,
        |texts| Arc::new(LargeStringArray::from(texts)),
        |texts| Arc::new(StringViewArray::from_iter_values(texts)),
        |texts| {
            Arc::new(texts.iter().map(|text| Some(text.as_str())).collect::<DictionaryArray<Int32Type>>())
        },
    ];
    for (number_of_kind, kind) in kinds.into_iter().enumerate() {
        let batches = batches(0..25, 10, kind);
        let shelf = Shelf::with(&[("a.arrows", &stream(&batches))]);
        // A file has no more than one of a dictionary.
        let file = file(if number_of_kind == 3 { &batches[..1] } else { &batches });
        fs::write(shelf.path("b.feather"), &file).expect("a file");
        fs::write(shelf.path("c"), gzip(&file)).expect("a file");
        for name in ["a.arrows", "b.feather", "c"] {
            let read = shelf.read(&[name]);
            let rows = read.is_whole().sources.len();
            assert!(rows == 25 || rows == 10 && number_of_kind == 3, "{name}: {rows}");
            for source in &read.sources {
                let row = number(source);
                assert_eq!(
                    (&*source.name, &*source.text),
                    (&*row.to_string(), &*format!("the text of row {row}"))
                );
                let again = shelf.documents(&[name]).skip_to(0, row).next().expect("a row");
                assert_eq!(&again.expect("the same"), source);
            }
        }
    }
}

#[test]
fn columns_within_others_have_the_names_of_both() {
    let (urls, scores): (ArrayRef, ArrayRef) =
        (Arc::new(StringArray::from(vec!["http://a/"])), Arc::new(Float64Array::from(vec![0.5])));
    let meta: ArrayRef = Arc::new(StructArray::from(vec![
        (Arc::new(Field::new("url", DataType::Utf8, true)), urls),
        (Arc::new(Field::new("score", DataType::Float64, true)), scores),
    ]));
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["one"]));
    let batch = RecordBatch::try_from_iter([("meta", meta), ("body", texts)]).expect("a batch");
    let shelf = Shelf::with(&[("a.arrow", &file(&[batch]))]);
    let fields = Fields { id: Some("meta.url".into()), rank: Some("meta.score".into()), ..Fields::default() };
    let read = shelf.read_all(shelf.documents(&["a.arrow"]).with_fields(fields));
    assert_eq!((read.is_whole().names(), read.texts()), (vec!["http://a/"], vec!["one"]));
    assert_eq!(read.sources[0].rank.as_deref(), Some("0.5"));
}

/// Files that pyarrow wrote of the same three rows, by each of its ways to pack.
#[test]
fn files_of_other_writers_are_read() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/tables");
    for name in ["lz4.feather", "zstd.feather", "none.feather", "dictionary.arrows"] {
        let sources: Result<Vec<Source>, Error> =
            documents(Listing::new([folder.join(name)]).entries).collect();
        let sources = sources.unwrap_or_else(|error| panic!("{name}: {error}"));
        let read: Vec<(&str, &str)> =
            sources.iter().map(|source| (source.name.as_str(), source.text.as_str())).collect();
        let long = "a rose is a rose ".repeat(500);
        assert_eq!(read, [("one", "Köln"), ("two", &*long), ("three", "")], "{name}");
        let whole = fs::read(folder.join(name)).expect("a file");
        let shelf = Shelf::with(&[]);
        for at in (0..whole.len()).step_by(whole.len().div_ceil(700)) {
            let mut bytes = whole.clone();
            bytes[at] ^= [0x01, 0x80, 0xff][at % 3];
            fs::write(shelf.path("a.arrow"), bytes).expect("a file");
            let read = shelf.read(&["a.arrow"]);
            assert!(read.sources.len() + read.errors.len() <= 100, "{name} {at}");
            let _ = shelf.documents(&["a.arrow"]).skip_to(0, 2).count();
        }
    }
}

#[test]
fn batches_before_a_cut_come_out_and_a_broken_one_costs_itself() {
    let whole = batches(0..60, 20, strings);
    let bytes = file(&whole);
    let shelf = Shelf::with(&[("a.arrow", &bytes[..bytes.len() / 2])]);
    let read = shelf.read(&["a.arrow"]);
    assert_eq!((read.sources.len() % 20, read.errors.len()), (0, 1), "{:?}", read.errors);
    assert!((20..60).contains(&read.sources.len()), "{}", read.sources.len());
    let mut broken = bytes.clone();
    let place = bytes.windows(9).position(|bytes| bytes == b"of row 25");
    broken[place.expect("the text of row 25")] = 0xff;
    fs::write(shelf.path("a.arrow"), broken).expect("a file");
    let read = shelf.read(&["a.arrow"]);
    let numbers: Vec<u64> = read.sources.iter().map(number).collect();
    assert_eq!(numbers, (0..20).chain(40..60).collect::<Vec<_>>(), "{:?}", read.errors);
    assert!(read.errors[0].starts_with("a.arrow, row 21: it is no whole Arrow table: "), "{:?}", read.errors);
}
