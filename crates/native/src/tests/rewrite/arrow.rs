//! Tables in Arrow's IPC format, against filters of their rows.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{Int32Builder, ListBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, FixedSizeBinaryArray, Float64Array, Int64Array,
    LargeStringArray, RecordBatch, StringArray, StringViewArray, StructArray, TimestampMicrosecondArray,
};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{DataType, Field, Schema};

use super::*;
use crate::corpus::arrow::raw::RawTable;
use crate::corpus::{Listing, Stream, documents};

/// Which of five kinds each row is of: the same of all batches, since a file has each dictionary once.
fn kinds(keys: impl Iterator<Item = Option<i32>>) -> DictionaryArray<Int32Type> {
    let kinds = StringArray::from_iter_values((0..5).map(|kind| format!("kind {kind}")));
    DictionaryArray::try_new(keys.collect(), Arc::new(kinds)).expect("keys")
}

/// Batches of rows with columns of many types, of which some say nothing.
fn batches() -> Vec<RecordBatch> {
    let some = |row: i64| (row % 4 != 1).then_some(row);
    let columns = |rows: std::ops::Range<i64>| -> Vec<(&'static str, ArrayRef)> {
        let text = |row: i64| some(row).map(|row| format!("the text of row {row}, which has words"));
        let mut lists = ListBuilder::new(Int32Builder::new());
        for row in rows.clone() {
            lists.append_option(some(row).map(|row| (0..row as i32 % 3).map(Some)));
        }
        let inner: ArrayRef = Arc::new(rows.clone().map(text).collect::<StringArray>());
        let inner = (Arc::new(Field::new("url", DataType::Utf8, true)), inner);
        let bytes = rows.clone().map(|row| some(row).map(|row| [row as u8; 4]));
        vec![
            ("id", Arc::new(Int64Array::from_iter_values(rows.clone()))),
            ("text", Arc::new(rows.clone().map(text).collect::<StringArray>())),
            ("large", Arc::new(rows.clone().map(text).collect::<LargeStringArray>())),
            ("view", Arc::new(rows.clone().map(text).collect::<StringViewArray>())),
            ("kind", Arc::new(kinds(rows.clone().map(|row| some(row).map(|row| row as i32 % 5))))),
            (
                "score",
                Arc::new(
                    rows.clone().map(|row| some(row).map(|row| row as f64 / 7.0)).collect::<Float64Array>(),
                ),
            ),
            (
                "truth",
                Arc::new(rows.clone().map(|row| some(row).map(|row| row % 2 == 0)).collect::<BooleanArray>()),
            ),
            (
                "at",
                Arc::new(rows.clone().map(some).collect::<TimestampMicrosecondArray>().with_timezone("UTC")),
            ),
            (
                "bytes",
                Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(bytes, 4).expect("bytes")),
            ),
            ("lists", Arc::new(lists.finish())),
            ("meta", Arc::new(StructArray::from(vec![inner]))),
        ]
    };
    let batch = |rows| {
        let columns = columns(rows);
        let said = |what: &str| HashMap::from([("said".to_string(), what.to_string())]);
        let field = |(name, column): &(&str, ArrayRef)| {
            Field::new(*name, column.data_type().clone(), true).with_metadata(said(name))
        };
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>()).with_metadata(said("table"));
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        RecordBatch::try_new(Arc::new(schema), columns).expect("a batch")
    };
    [0..20, 20..21, 21..60, 60..61].map(batch).into()
}

fn file(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = FileWriter::try_new(Vec::new(), &batches[0].schema()).expect("a writer");
    writer.write_metadata("of", "the file");
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

/// The rows of a table, one batch each, by a reader of another's; and what its schema and its footer say.
fn rows(table: &[u8]) -> (Vec<RecordBatch>, Arc<Schema>, HashMap<String, String>) {
    let cursor = io::Cursor::new(table.to_vec());
    let of = |batch: RecordBatch| (0..batch.num_rows()).map(move |row| batch.slice(row, 1));
    if table.starts_with(b"ARROW1") {
        let reader = FileReader::try_new(cursor, None).expect("a file");
        let (schema, said) = (reader.schema(), reader.custom_metadata().clone());
        return (reader.flat_map(|batch| of(batch.expect("a batch"))).collect(), schema, said);
    }
    let reader = StreamReader::try_new(cursor, None).expect("a stream");
    let schema = reader.schema();
    (reader.flat_map(|batch| of(batch.expect("a batch"))).collect(), schema, HashMap::new())
}

#[test]
fn rows_are_left_out_and_every_column_the_schema_and_all_that_is_said_stays() {
    let drops_first: Fates<'_> = &|number| if number == 0 { Fate::Drop } else { Fate::Keep };
    let drops_a_batch: Fates<'_> = &|number| if number < 21 { Fate::Drop } else { Fate::Keep };
    for (table, name) in [(file(&batches()), "a.feather"), (stream(&batches()), "a.arrows")] {
        let (expected, schema, said) = rows(&table);
        assert_eq!(expected.len(), 61);
        for (ending, pack) in PACKINGS {
            for fates in [DROPS_THIRDS, DROPS_ALL, drops_first, drops_a_batch] {
                let (new, kept, dropped) = without(&format!("{name}{ending}"), &pack(&table), fates);
                let (found, found_schema, found_said) = rows(&unpacked(&new));
                let mut stay = (0..).zip(&expected).filter(|(row, _)| fates(*row) == Fate::Keep);
                assert!(found.iter().all(|row| stay.next().is_some_and(|(_, other)| row == other)), "{name}");
                assert!(stay.next().is_none());
                assert_eq!((kept, kept + dropped), (found.len() as u64, 61));
                assert_eq!((&found_schema, &found_said), (&schema, &said));
            }
            let packed = pack(&table);
            assert_eq!(without(&format!("{name}{ending}"), &packed, KEEPS_ALL), (packed, 61, 0));
        }
    }
}

#[test]
fn batches_are_packed_as_they_were_and_read_by_all_who_read_them_before() {
    // Written by pyarrow: see tests/packed/write.py.
    let tables: [(&str, &[u8]); 2] = [
        ("lz4.feather", include_bytes!("../../../../../tests/packed/lz4.feather")),
        ("zstd.arrows", include_bytes!("../../../../../tests/packed/zstd.arrows")),
    ];
    for (name, table) in tables {
        let texts = |bytes: &[u8]| -> Vec<String> {
            let (folder, _) = super::file(name, bytes);
            documents(Listing::new([folder.path()]).entries)
                .map(|document| document.expect("one").text)
                .collect()
        };
        let all = texts(table);
        let (new, kept, dropped) = without(name, table, DROPS_THIRDS);
        let stay = (0..).zip(&all).filter(|(row, _)| DROPS_THIRDS(*row) == Fate::Keep).map(|(_, text)| text);
        assert!(texts(&new).iter().eq(stay), "{name}");
        assert_eq!((kept, dropped), (200, 100));
        // Its texts alone would be longer were they not packed.
        assert!(new.len() < all.iter().map(String::len).sum::<usize>() / 3, "{name}: {}", new.len());
    }
}

#[test]
fn columns_are_added_behind_the_others_and_all_else_stays() {
    let annotate = Change::Annotate { columns: &columns(), marks: MARKS };
    let mut batches = batches();
    // One batch has no rows.
    batches.insert(1, batches[0].slice(0, 0));
    for (table, name) in [(file(&batches), "a.feather"), (stream(&batches), "a.arrows")] {
        let (expected, schema, said) = rows(&table);
        for (ending, pack) in PACKINGS {
            let name = format!("{name}{ending}");
            let (counts, new) = rewritten(&name, &pack(&table), &annotate).expect("a table");
            let new = new.expect("a file");
            assert_eq!(
                (counts.documents_kept, counts.documents_dropped, counts.unreadable),
                (61, 0, 0),
                "{name}"
            );
            let (found, found_schema, found_said) = rows(&unpacked(&new));
            let columns = schema.fields().len();
            let before = Vec::from_iter(0..columns);
            assert_eq!(found_schema.project(&before).expect("columns"), *schema, "{name}");
            assert_eq!(found_said, said);
            assert_eq!(found.len(), expected.len());
            for (number, (row, other)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(
                    row.project(&before).expect("columns").columns(),
                    other.columns(),
                    "{name} {number}"
                );
                assert_eq!(said_of(row, columns), MARKS(number as u64).unwrap_or(vec![None; 4]), "{name}");
            }
            let error = rewritten(&name, &new, &annotate).expect_err("it has them");
            assert!(error.to_string().contains("it has a column \"cluster\" already"), "{error}");
        }
    }
}

/// What a row says in the columns from this one on.
fn said_of(row: &RecordBatch, first: usize) -> Vec<Option<Mark>> {
    let fields = row.schema().fields()[first..].to_vec();
    let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["cluster", "representative", "containment", "kept"]);
    assert!(fields.iter().all(|field| field.is_nullable()));
    let mark = |column: &ArrayRef| -> Option<Mark> {
        if column.is_null(0) {
            return None;
        }
        Some(match column.data_type() {
            DataType::Utf8 => Mark::Text(column.as_string::<i32>().value(0).into()),
            DataType::Int64 => Mark::Whole(column.as_primitive::<Int64Type>().value(0) as u64),
            DataType::Float64 => Mark::Number(column.as_primitive::<Float64Type>().value(0)),
            DataType::Boolean => Mark::Truth(column.as_boolean().value(0)),
            other => panic!("a column of {other}"),
        })
    };
    row.columns()[first..].iter().map(mark).collect()
}

#[test]
fn columns_that_are_added_are_packed_as_the_others_whose_bytes_stay() {
    // Written by pyarrow: see tests/packed/write.py.
    let tables: [(&str, &[u8]); 2] = [
        ("lz4.feather", include_bytes!("../../../../../tests/packed/lz4.feather")),
        ("zstd.arrows", include_bytes!("../../../../../tests/packed/zstd.arrows")),
    ];
    let long = "the same representative ".repeat(20);
    let marks: Marks<'_> = &|number| {
        Some(vec![Some(Mark::Whole(number)), Some(Mark::Text(long.clone())), None, Some(Mark::Truth(true))])
    };
    for (name, table) in tables {
        let annotate = Change::Annotate { columns: &columns(), marks };
        let (counts, new) = rewritten(name, table, &annotate).expect("a table");
        let new = new.expect("a file");
        assert_eq!(counts.documents_kept, 300, "{name}");
        let bodies = |bytes: &[u8]| {
            let bytes = io::Cursor::new(bytes.to_vec());
            let mut table = RawTable::open(Stream::new(Box::new(bytes))).expect("a table");
            let messages = std::iter::from_fn(|| table.next().expect("a message"));
            Vec::from_iter(messages.map(|message| (message.packing(), message.body().to_vec())))
        };
        let (old, new_bodies) = (bodies(table), bodies(&new));
        assert_eq!(old.len(), new_bodies.len(), "{name}");
        for ((packing, body), (new_packing, new_body)) in old.iter().zip(new_bodies) {
            assert_eq!(packing, &new_packing);
            assert!(new_body.starts_with(body), "{name}");
        }
        assert!(new.len() < table.len() + 300 * long.len() / 3, "{name}: {} {}", new.len(), table.len());
        let (folder, _) = super::file(name, &new);
        let names =
            documents(Listing::new([folder.path()]).entries).map(|document| document.expect("one").name);
        assert_eq!(names.count(), 300, "{name}");
    }
}

#[test]
fn of_a_table_that_is_cut_a_stream_has_what_stands_before_and_a_file_without_its_footer_says_what_to_do() {
    let cut = |table: &[u8]| table[..table.len() * 2 / 3].to_vec();
    let stream = cut(&stream(&batches()));
    let (new, kept, dropped) = without("a.arrows", &stream, DROPS_THIRDS);
    assert_eq!((kept, kept + dropped), (14, 21));
    assert_eq!(rows(&new).0.len(), 14);
    let file = cut(&file(&batches()));
    let error = rewritten("a.arrow", &file, &Change::Drop(DROPS_THIRDS)).expect_err("it has no footer");
    assert!(matches!(error, Error::Rewrite { .. }), "{error}");
    assert!(error.to_string().contains("get the file again, or leave it out"), "{error}");
    for (name, table) in [("a.arrows", stream), ("a.arrow", file)] {
        let (rewritten, new) = rewritten(name, &table, &Change::Drop(KEEPS_ALL)).expect("a copy");
        assert_eq!((rewritten.unreadable, new), (1, Some(table)), "{name}");
    }
}

#[test]
fn no_byte_of_a_table_makes_writing_panic() {
    for (name, table) in [("a.arrow", file(&batches()[..2])), ("a.arrows", stream(&batches()[..2]))] {
        for at in (0..table.len()).step_by(7) {
            let mut damaged = table.clone();
            damaged[at] = !damaged[at];
            // It is written, or said to be damaged.
            let _ = rewritten(name, &damaged, &Change::Drop(DROPS_THIRDS));
            let _ = rewritten(name, &damaged, &Change::Annotate { columns: &columns(), marks: MARKS });
        }
    }
}
