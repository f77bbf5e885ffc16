//! Steps of a job: one after the other they find what comparing each with each finds, however rows are dealt out.

mod hostile;
mod index;

use std::io::Cursor;
use std::slice::from_ref;
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, Int64Builder, ListBuilder};
use arrow_array::{Array, ArrayRef, BinaryArray, Int32Array, Int64Array, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::Schema;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use twinprint::hash::mix;
use twinprint::sketch::Method;
use twinprint_native::batch::{BLOCK_BITS, Job, Step, check_method};
use twinprint_native::overlap::Need;
use twinprint_native::scan::{Kept, Reduction};

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
    step.run(&Job::default(), &mut Cursor::new(stream(batches)), &mut out).expect("a step");
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

/// A document: its position and its shingles. Its name is its position.
type Document = (i64, Vec<u64>);

/// Documents of a block, as they are compared, and those of them that are not.
fn block(documents: &[Document], left: &[i64]) -> RecordBatch {
    let mut sets = Vec::new();
    for (position, shingles) in documents {
        let name = position.to_string();
        sets.extend(position.to_le_bytes());
        sets.extend((name.len() as u32).to_le_bytes());
        sets.extend((8 * shingles.len() as u32).to_le_bytes());
        sets.extend(name.bytes());
        shingles.iter().for_each(|shingle| sets.extend(shingle.to_le_bytes()));
    }
    let mut lists = ListBuilder::new(Int64Builder::new());
    lists.append_value(left.iter().copied().map(Some));
    rows(vec![
        ("block", longs([documents[0].0 >> BLOCK_BITS])),
        ("sets", bytes([Some(sets)])),
        ("left", Arc::new(lists.finish())),
    ])
}

/// Documents by their blocks.
fn blocks(documents: &[Document]) -> impl Iterator<Item = &[Document]> {
    documents.chunk_by(|one, other| one.0 >> BLOCK_BITS == other.0 >> BLOCK_BITS)
}

fn longs(numbers: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(numbers))
}

fn ints(numbers: impl IntoIterator<Item = i32>) -> ArrayRef {
    Arc::new(Int32Array::from_iter_values(numbers))
}

fn bytes<T: AsRef<[u8]>>(values: impl IntoIterator<Item = Option<T>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<BinaryArray>())
}

fn texts<T: AsRef<str>>(values: impl IntoIterator<Item = Option<T>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<StringArray>())
}

/// What a column of bytes has in all batches, with a number of the same row.
fn keyed<A: Array + Clone + 'static, K>(
    batches: &[RecordBatch],
    key: &str,
    value: &str,
    get: impl Fn(&A, usize) -> K,
) -> Vec<(K, Vec<u8>)> {
    let mut found = Vec::new();
    for batch in batches {
        let (keys, values) = (column::<A>(batch, key), column::<BinaryArray>(batch, value));
        let known = (0..batch.num_rows()).filter(|&row| values.is_valid(row));
        found.extend(known.map(|row| (get(&keys, row), values.value(row).to_vec())));
    }
    found
}

/// Candidates and what blocks need for them, as tasks find them that have a part of the documents each.
fn candidates(documents: &[Document], left: &[i64], need: Need, tasks: usize, bits: u32) -> Vec<RecordBatch> {
    let blocks: Vec<RecordBatch> = blocks(documents).map(|of_block| block(of_block, left)).collect();
    let of_tasks: Vec<&[RecordBatch]> = blocks.chunks(blocks.len().div_ceil(tasks)).collect();
    let counted: Vec<RecordBatch> =
        of_tasks.iter().flat_map(|task| done(&Step::Counts { bits }, task)).collect();
    let mut counters = vec![0; 1 << bits];
    for (chunk, of) in keyed(&done(&Step::Merge { bits }, &counted), "chunk", "counters", Int32Array::value) {
        let start = chunk as usize * (1 << 16);
        counters[start..start + of.len()].copy_from_slice(&of);
    }
    let step = Step::Prefixes { need, counters, parts: 3 };
    let prefixes: Vec<RecordBatch> = of_tasks.iter().flat_map(|task| done(&step, task)).collect();
    let mut exchanged = keyed(&prefixes, "part", "rarest", Int32Array::value);
    exchanged.sort();
    // The parts of the one half go to one task, and those of the other to another.
    let mut lists = Vec::new();
    for half in [0, 1] {
        let own = exchanged.iter().filter(|(part, _)| part % 2 == half);
        let (parts, rarest): (Vec<i32>, Vec<&[u8]>) =
            own.map(|(part, rarest)| (*part, rarest.as_slice())).unzip();
        let sorted = rows(vec![("part", ints(parts)), ("rarest", bytes(rarest.into_iter().map(Some)))]);
        lists.extend(keyed(&done(&Step::Lists, &[sorted]), "block", "lists", Int64Array::value));
    }
    lists.sort();
    let sorted = rows(vec![
        ("block", longs(lists.iter().map(|(block, _)| *block))),
        ("lists", bytes(lists.iter().map(|(_, lists)| Some(lists.as_slice())))),
    ]);
    done(&Step::Candidates { need }, &[sorted])
}

/// Pairs as rows of `found`, of candidates and of what blocks need for them.
fn confirmed(documents: &[Document], wanted: &[RecordBatch], need: Need) -> Vec<RecordBatch> {
    let mut exchanged: Vec<(i64, i32, Vec<u8>)> = Vec::new();
    let pairs = keyed(wanted, "to", "pairs", Int64Array::value);
    exchanged.extend(pairs.into_iter().map(|(to, pairs)| (to, 0, pairs)));
    let (to, from) = ("to", "from");
    let positions = keyed(wanted, to, "positions", Int64Array::value);
    let asked: Vec<(i64, i64, Vec<u8>)> = keyed(wanted, from, "positions", Int64Array::value)
        .into_iter()
        .zip(positions)
        .map(|((from, positions), (to, _))| (from, to, positions))
        .collect();
    for of_block in blocks(documents) {
        let mut lists = (ListBuilder::new(Int64Builder::new()), ListBuilder::new(BinaryBuilder::new()));
        let own: Vec<_> = asked.iter().filter(|(from, ..)| *from == of_block[0].0 >> BLOCK_BITS).collect();
        lists.0.append_value(own.iter().map(|(_, to, _)| Some(*to)));
        lists.1.append_value(own.iter().map(|(.., positions)| Some(positions)));
        let block = block(of_block, &[]);
        let asking = rows(vec![
            ("block", block.column(0).clone()),
            ("sets", block.column(1).clone()),
            ("to", Arc::new(lists.0.finish()) as ArrayRef),
            ("positions", Arc::new(lists.1.finish())),
        ]);
        let sent = done(&Step::Send, &[asking]);
        let from: Vec<i64> =
            keyed(&sent, from, "sets", Int64Array::value).into_iter().map(|row| row.0).collect();
        let sent = keyed(&sent, to, "sets", Int64Array::value).into_iter().zip(from);
        exchanged.extend(sent.map(|((to, sets), from)| (to, if from == to { 1 } else { 2 }, sets)));
    }
    exchanged.sort();
    let sorted = rows(vec![
        ("to", longs(exchanged.iter().map(|row| row.0))),
        ("kind", ints(exchanged.iter().map(|row| row.1))),
        ("pairs", bytes(exchanged.iter().map(|row| (row.1 == 0).then_some(row.2.as_slice())))),
        ("sets", bytes(exchanged.iter().map(|row| (row.1 > 0).then_some(row.2.as_slice())))),
    ]);
    done(&Step::Confirm { need }, &[sorted])
}

/// The names of pairs, and what these share.
fn named(found: &[RecordBatch]) -> Vec<(String, String, i32)> {
    let mut pairs = Vec::new();
    for batch in done(&Step::Rows, found) {
        let (a, b) = (column::<StringArray>(&batch, "a"), column::<StringArray>(&batch, "b"));
        let shared = column::<Int32Array>(&batch, "shared");
        pairs.extend(
            (0..batch.num_rows()).map(|row| (a.value(row).into(), b.value(row).into(), shared.value(row))),
        );
    }
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
    fn pairs_are_those_of_comparing_each_with_each_in_their_order(
        sets in vec(btree_set(0u64..40, 1..12), 2..24),
        places in btree_set(0i64..6000, 24),
        left in 0usize..24,
        need in needs(),
        tasks in 1usize..4,
        bits in 1u32..9,
    ) {
        let spread = |set: &std::collections::BTreeSet<u64>| {
            let mut members: Vec<u64> = set.iter().map(|&member| mix(member + 1)).collect();
            members.sort_unstable();
            members
        };
        let documents: Vec<Document> = places.into_iter().zip(sets.iter().map(spread)).collect();
        let left: Vec<i64> = documents.get(left).map(|document| document.0).into_iter().collect();
        let found = confirmed(&documents, &candidates(&documents, &left, need, tasks, bits), need);
        let mut expected = Vec::new();
        for (at, (a, first)) in documents.iter().enumerate() {
            for (b, second) in &documents[at + 1..] {
                let both = first.iter().filter(|member| second.contains(member)).count() as u32;
                let enough = both > 0 && both >= need.of(first.len() as u32, second.len() as u32);
                if enough && !left.contains(a) && !left.contains(b) {
                    expected.push((a.to_string(), b.to_string(), both as i32));
                }
            }
        }
        prop_assert_eq!(named(&found), expected);
    }

    #[test]
    fn counters_of_many_tasks_add_up_to_those_of_one(
        sizes in vec(prop_oneof![1u64..40, 20_000u64..60_000], 1..6),
        bits in 12u32..18,
    ) {
        let shingles = |(number, size): (u64, &u64)| -> Vec<u64> {
            (0..*size).map(|shingle| mix(number << 32 | shingle)).collect()
        };
        let documents: Vec<Document> = (0..).zip((0..).zip(&sizes).map(shingles)).collect();
        let counted = |documents: &[Document]| done(&Step::Counts { bits }, &[block(documents, &[])]);
        let merged = |tasks: &[RecordBatch]| {
            keyed(&done(&Step::Merge { bits }, tasks), "chunk", "counters", Int32Array::value)
        };
        let of_many: Vec<RecordBatch> = documents.chunks(1).flat_map(counted).collect();
        let mut expected = vec![0u8; 1 << bits];
        for shingle in documents.iter().flat_map(|(_, shingles)| shingles) {
            let counter = &mut expected[(shingle >> (64 - bits)) as usize];
            *counter = counter.saturating_add(1);
        }
        let expected: Vec<(i32, Vec<u8>)> =
            (0..).zip(expected.chunks(1 << 16).map(<[u8]>::to_vec)).filter(|(_, chunk)| chunk.iter().any(|&count| count > 0)).collect();
        prop_assert_eq!(merged(&of_many), expected.clone());
        prop_assert_eq!(merged(&counted(&documents)), expected);
    }

    #[test]
    fn few_edges_join_what_many_join(edges in vec((0i64..30, 0i64..30), 0..60), tasks in 1usize..4) {
        let of_task = |edges: &[(i64, i64)]| rows(vec![
            ("a", longs(edges.iter().map(|edge| edge.0))),
            ("b", longs(edges.iter().map(|edge| edge.1))),
        ]);
        let fewer: Vec<RecordBatch> = edges
            .chunks(edges.len().div_ceil(tasks).max(1))
            .flat_map(|edges| done(&Step::Components, &[of_task(edges)]))
            .collect();
        let mut least: Vec<i64> = (0..30).collect();
        for _ in 0..30 {
            for &(a, b) in &edges {
                let lesser = least[a as usize].min(least[b as usize]);
                (least[a as usize], least[b as usize]) = (lesser, lesser);
            }
        }
        let expected: Vec<(i64, i64)> =
            least.iter().zip(0..).filter(|&(&least, vertex)| least != vertex).map(|(&least, vertex)| (least, vertex)).collect();
        let mut stars = Vec::new();
        for batch in done(&Step::Components, &fewer) {
            let (a, b) = (column::<Int64Array>(&batch, "a"), column::<Int64Array>(&batch, "b"));
            stars.extend((0..batch.num_rows()).map(|row| (a.value(row), b.value(row))));
        }
        prop_assert_eq!(stars, expected);
    }
}

#[test]
fn no_pair_of_simhashes_is_missed_at_any_threshold() {
    // Documents of which many are a few bits apart, in three lexicons.
    let mut state = 0u64;
    let mut draw = |below: u64| {
        state = mix(state + 1);
        state % below
    };
    let mut sketches: Vec<[u64; 3]> = Vec::new();
    for at in 0..120u64 {
        let mut of = [mix(at), mix(at + 1000), mix(at + 2000)];
        if at % 6 > 0 {
            of = sketches[draw(at) as usize];
            (0..draw(9)).for_each(|_| of[draw(3) as usize] ^= 1 << draw(64));
        }
        sketches.push(of);
    }
    let value = |of: &[u64; 3]| -> Vec<u8> {
        of.iter().flat_map(|&low| [1, low, 0]).flat_map(u64::to_le_bytes).collect()
    };
    let documents = rows(vec![
        ("position", longs(0..sketches.len() as i64)),
        ("value", bytes(sketches.iter().map(|of| Some(value(of))))),
    ]);
    let lines = [("any", [0, 1, 3, 5, 8]), ("majority", [0, 1, 3, 5, 8]), ("sum", [0, 4, 9, 17, 26])];
    for (rule, k) in lines.iter().flat_map(|(rule, ks)| ks.map(|k| (*rule, k))) {
        let line = format!("simhash-lexicons:lexicons=3,weights=none,rule={rule},k={k}");
        let method = Box::new(Method::parse(&line, None).expect("a method"));
        for tables in [1, 4, 20] {
            let keys = done(&Step::Keys { method: method.clone(), tables }, from_ref(&documents));
            let mut keys: Vec<(i64, i32, i64, Vec<u8>)> = keys
                .iter()
                .flat_map(|batch| {
                    let [key, position] = ["key", "position"].map(|name| column::<Int64Array>(batch, name));
                    let table = column::<Int32Array>(batch, "table");
                    let value = column::<BinaryArray>(batch, "value");
                    let row = move |row| {
                        (key.value(row), table.value(row), position.value(row), value.value(row).to_vec())
                    };
                    (0..batch.num_rows()).map(row).collect::<Vec<_>>()
                })
                .collect();
            keys.sort();
            let sorted = rows(vec![
                ("key", longs(keys.iter().map(|row| row.0))),
                ("table", ints(keys.iter().map(|row| row.1))),
                ("position", longs(keys.iter().map(|row| row.2))),
                ("value", bytes(keys.iter().map(|row| Some(row.3.as_slice())))),
            ]);
            let near = done(&Step::Near { method: method.clone(), tables }, &[sorted]);
            let number = |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().expect("eight bytes")) as usize;
            let mut found: Vec<(usize, usize)> = keyed(&near, "block", "pairs", Int64Array::value)
                .iter()
                .flat_map(|(_, pairs)| {
                    pairs.chunks(20).map(|pair| (number(&pair[..8]), number(&pair[8..16])))
                })
                .collect();
            found.sort_unstable();
            let distance = |a: usize, b: usize| {
                let mut apart =
                    [0, 1, 2].map(|lexicon| (sketches[a][lexicon] ^ sketches[b][lexicon]).count_ones());
                apart.sort_unstable();
                match rule {
                    "sum" => apart.iter().sum(),
                    "majority" => apart[1],
                    _ => apart[0],
                }
            };
            let all = (0..sketches.len()).flat_map(|a| (a + 1..sketches.len()).map(move |b| (a, b)));
            let expected: Vec<(usize, usize)> = all.filter(|&(a, b)| distance(a, b) <= k).collect();
            assert!(k == 0 || expected.len() > 20);
            let missed = expected.iter().find(|pair| !found.contains(pair));
            assert_eq!((missed, found.len()), (None, expected.len()), "{line} with {tables} tables");
        }
    }
    for (line, remedy) in [("k=9", "fewer bits: tables"), ("rule=sum,k=27", "fewer bits: for each lexicon")] {
        let method = Method::parse(&format!("simhash-lexicons:lexicons=3,weights=none,{line}"), None);
        let refused = check_method(&method.expect("a method")).expect_err("too many bits").to_string();
        assert!(refused.contains(remedy), "{refused}");
    }
}

fn reading() -> Step {
    Step::Documents(Box::new(Reduction::to_shingles(3, Kept::Sketch)))
}

#[test]
fn what_is_no_document_is_a_row_that_says_so() {
    let lines =
        "{\"id\": \"a\", \"text\": \"one two three four\"}\nno line\n{\"id\": \"b\", \"text\": \"five\"}\n";
    let files = rows(vec![
        ("entry", ints([2])),
        ("file", texts([Some("a.jsonl")])),
        ("content", bytes([Some(lines)])),
    ]);
    let [read] = &done(&reading(), &[files])[..] else { panic!("one batch") };
    let (names, messages) = (column::<StringArray>(read, "name"), column::<StringArray>(read, "message"));
    assert_eq!(names.iter().collect::<Vec<_>>(), [Some("a"), None, Some("b"), None, None]);
    let places = column::<StringArray>(read, "place");
    assert_eq!(
        places.iter().collect::<Vec<_>>(),
        [Some("a.jsonl, line 1"), None, Some("a.jsonl, line 3"), None, None]
    );
    let blocks = column::<Int64Array>(read, "block");
    assert_eq!(blocks.iter().collect::<Vec<_>>(), [None, None, None, None, Some((2 << 32) >> BLOCK_BITS)]);
    assert!(
        messages.value(1).starts_with("a.jsonl, line 2: this line is no document"),
        "{}",
        messages.value(1)
    );
    let positions = column::<Int64Array>(read, "position");
    assert_eq!((positions.value(0), positions.value(2)), (2 << 32, (2 << 32) + 2));
}

#[test]
fn what_is_met_in_a_file_is_counted_as_it_comes_and_what_is_no_document_once_more() {
    let lines = "{\"text\": \"one two three\"}\nno line\n{\"text\": \"...\"}\n";
    let files = rows(vec![
        ("entry", ints([0, 1])),
        ("file", texts([Some("a.jsonl"), Some("b.jsonl")])),
        ("content", bytes([Some(lines), Some("")])),
    ]);
    let [read] = &done(&reading(), &[files])[..] else { panic!("one batch") };
    let accounts = column::<StringArray>(read, "account");
    let (met, met_bytes) = (column::<Int64Array>(read, "met"), column::<Int64Array>(read, "met_bytes"));
    let rows = accounts.iter().enumerate().filter_map(|(row, account)| Some((account?, row)));
    let counted: Vec<_> =
        rows.map(|(account, row)| (account, met.value(row), met_bytes.value(row))).collect();
    assert_eq!(counted, [("refused", 1, 8), ("without words", 1, 3), ("read", 3, 24), ("read", 0, 0)]);
}

#[test]
fn documents_of_a_block_are_given_the_names_that_they_go_by_and_nothing_else_of_them_changes() {
    let documents: [Document; 3] = [(7, vec![1, 2]), (8, vec![]), (9, vec![3])];
    let (mut positions, mut names) =
        (ListBuilder::new(Int64Builder::new()), ListBuilder::new(BinaryBuilder::new()));
    positions.append_value([Some(9), Some(7)]);
    names.append_value([Some("nine".as_bytes()), Some("a name that is longer".as_bytes())]);
    let before = block(&documents, &[]);
    let given = rows(vec![
        ("block", before.column(0).clone()),
        ("sets", before.column(1).clone()),
        ("positions", Arc::new(positions.finish())),
        ("names", Arc::new(names.finish())),
    ]);
    let sets = |batch: &RecordBatch| column::<BinaryArray>(batch, "sets").value(0).to_vec();
    let [after] = &done(&Step::Names, &[given])[..] else { panic!("one batch") };
    let mut expected = sets(&before);
    // Each has its position, two lengths, its name of one sign and its shingles.
    let name = |bytes: &mut Vec<u8>, at: usize, name: &str| {
        bytes.splice(at + 16..at + 17, name.bytes());
        bytes[at + 8..at + 12].copy_from_slice(&(name.len() as u32).to_le_bytes());
    };
    name(&mut expected, 17 + 16 + 17, "nine");
    name(&mut expected, 0, "a name that is longer");
    assert_eq!(sets(after), expected);
    assert_eq!(column::<Int64Array>(after, "block").value(0), 7 >> BLOCK_BITS);
}

#[test]
fn another_version_or_recipe_is_refused_in_words() {
    let refused = |job: &Job| {
        reading()
            .run(job, &mut Cursor::new(Vec::new()), &mut Vec::new())
            .expect_err("it is another")
            .to_string()
    };
    let version = Job { version: Some("0.0.9".into()), recipe: None };
    assert!(refused(&version).contains("the job runs twinprint 0.0.9"), "{}", refused(&version));
    let recipe = Job { version: None, recipe: Some("00".into()) };
    assert!(refused(&recipe).contains("the driver's are read by 00"), "{}", refused(&recipe));
}

#[test]
fn a_column_that_is_missing_is_named() {
    let other = rows(vec![("c", ints([1]))]);
    let need = Need::Shared { least: 1 };
    let refused =
        Step::Candidates { need }.run(&Job::default(), &mut Cursor::new(stream(&[other])), &mut Vec::new());
    let message = refused.expect_err("no column").to_string();
    assert!(message.contains("its rows have no column \"block\""), "{message}");
}
