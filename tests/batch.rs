//! Steps of a job: one after the other they find what comparing each with each finds, however rows are dealt out.

mod index;

use std::io::Cursor;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BinaryArray, Int32Array, Int64Array, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::Schema;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use twinprint::hash::mix;
use twinprint::native::batch::{Asked, Step};
use twinprint::native::overlap::Need;
use twinprint::native::scan::{Identity, Kept, Reduction};

/// A batch of columns by their names.
fn rows(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}

/// A stream of batches.
fn stream(batches: &[RecordBatch]) -> Vec<u8> {
    let schema = batches.first().map_or_else(|| Arc::new(Schema::empty()), |batch| batch.schema());
    let mut writer = StreamWriter::try_new(Vec::new(), &schema).expect("a stream");
    batches.iter().for_each(|batch| writer.write(batch).expect("room"));
    writer.into_inner().expect("an end")
}

/// What a step makes of batches.
fn done(step: &Step, batches: &[RecordBatch]) -> Vec<RecordBatch> {
    let mut out = Vec::new();
    step.run(&Asked::default(), Cursor::new(stream(batches)), &mut out).expect("a step");
    StreamReader::try_new(Cursor::new(out), None)
        .expect("a stream")
        .map(|batch| batch.expect("a batch"))
        .collect()
}

fn column<A: Array + Clone + 'static>(batch: &RecordBatch, name: &str) -> A {
    batch
        .column_by_name(name)
        .and_then(|column| column.as_any().downcast_ref::<A>())
        .expect("a column")
        .clone()
}

/// Documents of these shingles.
fn documents(sets: &[(i64, &Vec<u64>)]) -> RecordBatch {
    let bytes: Vec<Vec<u8>> =
        sets.iter().map(|(_, set)| set.iter().flat_map(|member| member.to_le_bytes()).collect()).collect();
    let positions = Int64Array::from_iter_values(sets.iter().map(|(position, _)| *position));
    let shingles = BinaryArray::from_iter_values(bytes.iter().map(Vec::as_slice));
    rows(vec![("position", Arc::new(positions) as ArrayRef), ("shingles", Arc::new(shingles))])
}

/// The pairs that may be alike, as tasks find them that have a part of the documents each.
fn candidates(sets: &[Vec<u64>], need: Need, tasks: usize, bits: u32) -> Vec<(i64, i64)> {
    let numbered: Vec<(i64, &Vec<u64>)> = (0..).zip(sets).collect();
    let parts: Vec<RecordBatch> = numbered.chunks(sets.len().div_ceil(tasks).max(1)).map(documents).collect();
    let counted: Vec<RecordBatch> =
        parts.iter().flat_map(|part| done(&Step::Counts { bits }, std::slice::from_ref(part))).collect();
    let mut counters = vec![0; 1 << bits];
    for batch in done(&Step::Merge { bits }, &counted) {
        let (chunks, of) = (column::<Int32Array>(&batch, "chunk"), column::<BinaryArray>(&batch, "counters"));
        for row in 0..batch.num_rows() {
            let start = chunks.value(row) as usize * (1 << 16);
            counters[start..start + of.value(row).len()].copy_from_slice(of.value(row));
        }
    }
    let step = Step::Prefixes { need, counters };
    let mut exchanged: Vec<(i64, i64, i32, i32, i32)> = Vec::new();
    for batch in parts.iter().flat_map(|part| done(&step, std::slice::from_ref(part))) {
        let longs = |name| column::<Int64Array>(&batch, name);
        let ints = |name| column::<Int32Array>(&batch, name);
        let (shingles, positions) = (longs("shingle"), longs("position"));
        let (sizes, rests, indexed) = (ints("size"), ints("rest"), ints("indexed"));
        exchanged.extend((0..batch.num_rows()).map(|row| {
            (
                shingles.value(row),
                positions.value(row),
                sizes.value(row),
                rests.value(row),
                indexed.value(row),
            )
        }));
    }
    exchanged.sort_unstable();
    let longs = |of: fn(&(i64, i64, i32, i32, i32)) -> i64| {
        Arc::new(Int64Array::from_iter_values(exchanged.iter().map(of))) as ArrayRef
    };
    let ints = |of: fn(&(i64, i64, i32, i32, i32)) -> i32| {
        Arc::new(Int32Array::from_iter_values(exchanged.iter().map(of))) as ArrayRef
    };
    let sorted = rows(vec![
        ("shingle", longs(|row| row.0)),
        ("position", longs(|row| row.1)),
        ("size", ints(|row| row.2)),
        ("rest", ints(|row| row.3)),
        ("indexed", ints(|row| row.4)),
    ]);
    let mut pairs = Vec::new();
    for batch in done(&Step::Candidates { need }, &[sorted]) {
        let (a, b) = (column::<Int64Array>(&batch, "a"), column::<Int64Array>(&batch, "b"));
        pairs.extend((0..batch.num_rows()).map(|row| (a.value(row), b.value(row))));
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn needs() -> impl Strategy<Value = Need> {
    prop_oneof![
        (1u32..=1000).prop_map(|thousandths| Need::Resemblance { thousandths }),
        (1u32..=1000).prop_map(|thousandths| Need::Containment { thousandths }),
        (1u32..6).prop_map(|least| Need::Shared { least }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_pair_is_lost_between_tasks(
        sets in vec(btree_set(0u64..40, 1..12), 2..24),
        need in needs(),
        tasks in 1usize..4,
        bits in 1u32..9,
    ) {
        let spread = |set: &std::collections::BTreeSet<u64>| {
            let mut members: Vec<u64> = set.iter().map(|&member| mix(member + 1)).collect();
            members.sort_unstable();
            members
        };
        let sets: Vec<Vec<u64>> = sets.iter().map(spread).collect();
        let found = candidates(&sets, need, tasks, bits);
        for (b, second) in (0i64..).zip(&sets) {
            for (a, first) in (0i64..b).zip(&sets) {
                let both = first.iter().filter(|member| second.contains(member)).count() as u32;
                if both > 0 && both >= need.of(first.len() as u32, second.len() as u32) {
                    prop_assert!(found.contains(&(a, b)), "{a} and {b} share {both}");
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_a_step_panic(bytes in vec(any::<u8>(), 0..200)) {
        let refused = Step::Lines.run(&Asked::default(), Cursor::new(bytes), Vec::new());
        prop_assert!(refused.is_err());
    }
}

fn reading() -> Step {
    Step::Documents(Box::new(Reduction {
        w: 3,
        identity: Identity::Words,
        template: Arc::default(),
        method: None,
        model: None,
        kept: Kept::Sketch,
    }))
}

#[test]
fn what_is_no_document_is_a_row_that_says_so() {
    let lines =
        "{\"id\": \"a\", \"text\": \"one two three four\"}\nno line\n{\"id\": \"b\", \"text\": \"five\"}\n";
    let files = rows(vec![
        ("entry", Arc::new(Int32Array::from(vec![2])) as ArrayRef),
        ("file", Arc::new(StringArray::from(vec!["a.jsonl"]))),
        ("content", Arc::new(BinaryArray::from(vec![lines.as_bytes()]))),
    ]);
    let [read] = &done(&reading(), &[files])[..] else { panic!("one batch") };
    let (names, messages) = (column::<StringArray>(read, "name"), column::<StringArray>(read, "message"));
    assert_eq!(names.iter().collect::<Vec<_>>(), [Some("a"), None, Some("b")]);
    assert!(
        messages.value(1).starts_with("a.jsonl, line 2: this line is no document"),
        "{}",
        messages.value(1)
    );
    let positions = column::<Int64Array>(read, "position");
    assert_eq!((positions.value(0), positions.value(2)), (2 << 32, (2 << 32) + 2));
}

#[test]
fn another_version_or_recipe_is_refused_in_words() {
    let refused = |asked: &Asked| {
        reading().run(asked, Cursor::new(Vec::new()), Vec::new()).expect_err("it is another").to_string()
    };
    let version = Asked { version: Some("0.0.9".into()), recipe: None };
    assert!(refused(&version).contains("it is asked for by twinprint 0.0.9"), "{}", refused(&version));
    let recipe = Asked { version: None, recipe: Some("00".into()) };
    assert!(refused(&recipe).contains("the driver's are read by 00"), "{}", refused(&recipe));
}

#[test]
fn a_column_that_is_missing_is_named() {
    let other = rows(vec![("c", Arc::new(Int32Array::from(vec![1])) as ArrayRef)]);
    let need = Need::Shared { least: 1 };
    let refused = Step::Candidates { need }.run(&Asked::default(), Cursor::new(stream(&[other])), Vec::new());
    let message = refused.expect_err("no column").to_string();
    assert!(message.contains("its rows have no column \"shingle\""), "{message}");
}
