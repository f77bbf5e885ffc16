//! Rows that no job sends, and streams that are none: a step gives rows or says what is wrong, and never panics.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, Int64Builder, ListBuilder};
use arrow_array::{ArrayRef, Int64Array};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use twinprint::index::{Design, Source, Stretch};
use twinprint::simhash::Bits;
use twinprint::sketch::Method;
use twinprint::text::Span;
use twinprint_native::Error;
use twinprint_native::batch::{BLOCK_BITS, Job, Step};
use twinprint_native::index::{Input, corpus};
use twinprint_native::overlap::Need;

use super::{bytes, done, ints, keyed, longs, reading, rows, stream, texts};

/// A step, and rows that it takes: of each column its name and what stands in it.
struct Case {
    name: &'static str,
    step: Step,
    rows: Vec<Vec<(&'static str, Value)>>,
}

/// What stands in a column of a row.
#[derive(Debug, Clone)]
enum Value {
    Int(i32),
    Long(i64),
    Text(String),
    Longs(Vec<i64>),
    Packed(Packing),
    Lists(Vec<Packing>),
}

/// Bytes by the fields that they are made of.
type Packing = Vec<Vec<u8>>;

fn int(number: u32) -> Vec<u8> {
    number.to_le_bytes().to_vec()
}

fn long(number: i64) -> Vec<u8> {
    number.to_le_bytes().to_vec()
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

/// Documents: two of a block, and one of the next.
const A: i64 = 5;
const B: i64 = 9;
const C: i64 = (1 << BLOCK_BITS) + 3;

fn set(position: i64, shingles: [i64; 3]) -> Packing {
    let head = [long(position), int(1), int(24), b"a".to_vec()];
    head.into_iter().chain(shingles.map(long)).collect()
}

fn both() -> Packing {
    [set(A, [1, 2, 3]), set(B, [2, 3, 4])].concat()
}

fn pair(a: i64, b: i64) -> Packing {
    vec![long(a), long(b), f32::NAN.to_le_bytes().to_vec()]
}

/// Two documents of three shingles that share `shared`.
fn found(shared: u32) -> Packing {
    let document = |position: i64, name: &str| [long(position), int(3), int(1), name.into()];
    let pair = [int(0), int(1), int(shared), 0.5f32.to_le_bytes().to_vec()];
    [&[int(2)][..], &document(A, "a"), &document(B, "b"), &pair].concat()
}

/// A pair of the first cluster.
fn within(a: i64, b: i64, shared: u32) -> Packing {
    let score = [0.5f32.to_le_bytes().to_vec(), 0.5f64.to_le_bytes().to_vec()];
    [&[long(0), long(a), long(b), int(shared)][..], &score].concat()
}

/// A document that has a shingle among its rarest, with one after it.
fn having(position: i64) -> Packing {
    vec![long(position), int(3), int(3)]
}

fn list(positions: [i64; 2]) -> Packing {
    [vec![int(2)], having(positions[0]), having(positions[1])].concat()
}

/// The sketch of a document by `lexicons` lexicons.
fn sketch(lexicons: usize) -> Packing {
    (0..lexicons).flat_map(|_| [long(1), long(0x1234_5678), long(0)]).collect()
}

/// A document of two passages, as JSON.
fn source(id: &str) -> Value {
    let stretch = |start, end| Stretch { words: start..end, span: Span { start, end } };
    let source = Source {
        id: id.into(),
        title: None,
        url: None,
        words: 6,
        shingles: 1,
        first: 0,
        passages: vec![stretch(0, 6), stretch(0, 3), stretch(3, 6)],
        has_text: true,
        removed: false,
    };
    Value::Text(serde_json::to_string(&source).expect("JSON"))
}

/// A document of the first cluster.
fn member(position: i64, first: i64) -> Vec<(&'static str, Value)> {
    vec![
        ("part", Value::Long(0)),
        ("kind", Value::Int(0)),
        ("cluster", Value::Long(0)),
        ("a", Value::Long(position)),
        ("b", Value::Long(first)),
        ("name", text("a")),
        ("words", Value::Int(5)),
        ("size", Value::Int(3)),
        ("pairs", Value::Packed(vec![])),
    ]
}

/// Pairs of it, or its ends.
fn members(kind: i32, pairs: Packing) -> Vec<(&'static str, Value)> {
    let mut row = member(0, 0);
    row[1].1 = Value::Int(kind);
    row[8].1 = Value::Packed(pairs);
    row
}

/// Every step with rows that it takes; `folder` has the queries of the join.
fn cases(folder: &Path) -> Vec<Case> {
    use Value::{Int, Lists, Long, Longs, Packed};
    let case = |name, step, rows| Case { name, step, rows };
    let need = Need::Shared { least: 1 };
    let method = Box::new(Method::parse("simhash-lexicons", None).expect("a method"));
    let design = Design::default().with_fingerprints();
    let options = Box::new(corpus::CorpusIndexOptions { design, ..corpus::CorpusIndexOptions::default() });
    let queries = folder.join("queries.txt");
    fs::write(&queries, "0000000000000001\n").expect("a file");
    let join = Step::Join { queries: Input::new(&queries), k: 3, bits: Bits::B64 };
    let line = b"{\"id\": \"a\", \"text\": \"one two three four\"}\n".to_vec();
    let file = vec![("entry", Int(0)), ("file", text("a.jsonl")), ("content", Packed(vec![line]))];
    let sets = vec![("sets", Packed(both())), ("left", Longs(vec![B]))];
    let confirmed = |kind, pairs, sets| {
        vec![("to", Long(0)), ("kind", Int(kind)), ("pairs", Packed(pairs)), ("sets", Packed(sets))]
    };
    let key = |position| {
        let row = vec![("key", Long(7)), ("table", Int(2)), ("position", Long(position))];
        [row, vec![("value", Packed(sketch(5)))]].concat()
    };
    let clusters = vec![
        member(A, A),
        member(A + 1, A),
        member(B, B),
        member(C, C),
        members(1, [within(A, B, 2), within(B, C, 2)].concat()),
        members(2, within(A, C, 1)),
    ];
    let numbered = |document, id| {
        let numbers = vec![("document", Long(document)), ("first", Long(3 * document))];
        [numbers, vec![("source", source(id)), ("text", text("one two three"))]].concat()
    };
    let cut = |kind, bucket| vec![("kind", Int(kind)), ("bucket", Int(bucket)), ("packed", Int(100))];
    let bucket = |kind| {
        let numbers = [("kind", kind), ("bucket", 0), ("documents", 1), ("passages", 1), ("length", 3)];
        let mut row = numbers.map(|(name, number)| (name, Int(number))).to_vec();
        row.extend([("first", Long(0)), ("packed", Packed(vec![vec![1, 2, 3]])), ("file", Int(0))]);
        row
    };
    // Files of sources have 33 buckets by their heads.
    let entry = |family| {
        let numbers = vec![("family", Int(family)), ("bytes", Long(400)), ("head", Long(304))];
        [numbers, vec![("name", text("a.tws")), ("xxh64", text("0123456789abcdef"))]].concat()
    };
    vec![
        case("documents", reading(), vec![file.clone()]),
        case(
            "names",
            Step::Names,
            vec![vec![
                ("block", Long(0)),
                ("sets", Packed(both())),
                ("positions", Longs(vec![B])),
                ("names", Lists(vec![vec![b"another".to_vec()]])),
            ]],
        ),
        case("counts", Step::Counts { bits: 4 }, vec![sets.clone()]),
        case(
            "merge",
            Step::Merge { bits: 4 },
            vec![
                vec![("chunk", Int(0)), ("counters", Packed(vec![long(1), long(2)]))],
                vec![("chunk", Int(0)), ("counters", Packed(vec![vec![1, 0, 2], vec![15, 0, 255]]))],
            ],
        ),
        case("prefixes", Step::Prefixes { need, counters: vec![2; 16], parts: 3 }, vec![sets]),
        case(
            "lists",
            Step::Lists,
            vec![vec![
                ("part", Int(0)),
                ("rarest", Packed([vec![long(77)], having(A), vec![long(77)], having(C)].concat())),
            ]],
        ),
        case(
            "candidates",
            Step::Candidates { need },
            vec![vec![("block", Long(0)), ("lists", Packed([list([A, B]), list([B, C])].concat()))]],
        ),
        case("wanted", Step::Wanted, vec![vec![("block", Long(0)), ("pairs", Packed(pair(A, B)))]]),
        case(
            "send",
            Step::Send,
            vec![vec![
                ("block", Long(0)),
                ("sets", Packed(both())),
                ("to", Longs(vec![0, 3])),
                ("positions", Lists(vec![vec![long(A), long(B)], vec![long(B)]])),
            ]],
        ),
        case(
            "confirm",
            Step::Confirm { need },
            vec![
                confirmed(0, [pair(A, B), pair(B, C)].concat(), vec![]),
                confirmed(1, vec![], both()),
                confirmed(2, vec![], set(C, [3, 4, 5])),
            ],
        ),
        case(
            "keys",
            Step::Keys { method: method.clone(), tables: 4 },
            vec![vec![("position", Long(A)), ("value", Packed(sketch(5)))]],
        ),
        case("near", Step::Near { method, tables: 4 }, vec![key(A), key(B)]),
        case("rows", Step::Rows, vec![vec![("found", Packed(found(2)))]]),
        case("lines", Step::Lines, vec![vec![("found", Packed(found(2)))]]),
        case("forest", Step::Forest, vec![vec![("found", Packed(found(2)))]]),
        case("components", Step::Components, vec![vec![("a", Long(A)), ("b", Long(B))]]),
        case(
            "deal",
            Step::Deal,
            vec![vec![
                ("found", Packed(found(2))),
                ("members", Longs(vec![A, B])),
                ("clusters", Longs(vec![0, 0])),
            ]],
        ),
        case("ends", Step::Ends { threshold: 0.5 }, clusters.clone()),
        case("clusters", Step::Clusters { threshold: 0.5 }, clusters),
        case("join", join, vec![vec![("file", text("a.bin")), ("content", Packed(vec![long(1), long(9)]))]]),
        case("sign", Step::Sign { options: options.clone(), by_place: false }, vec![file]),
        case(
            "postings",
            Step::Postings { options: options.clone(), passages: 10 },
            vec![vec![
                ("first", Long(3)),
                ("prints", Packed(vec![long(-5), int(1)])),
                ("shingles", Packed(vec![long(7), int(0)])),
            ]],
        ),
        case(
            "tables",
            Step::Tables { options: options.clone(), passages: 10 },
            vec![
                vec![("family", Int(0)), ("codes", Packed(vec![long(-5), int(1)]))],
                vec![("family", Int(1)), ("codes", Packed(vec![long(7)]))],
            ],
        ),
        case("buckets", Step::Buckets { with_text: true }, vec![numbered(0, "a"), numbered(1, "b")]),
        case("cuts", Step::Cuts, vec![cut(0, 0), cut(0, 1), cut(1, 0)]),
        case("files", Step::Files { parts: 2 }, vec![bucket(0), bucket(1)]),
        case(
            "manifest",
            Step::Manifest { options, documents: 2112, passages: 2112 },
            vec![entry(0), entry(1), entry(2)],
        ),
    ]
}

impl Case {
    /// The rows as they come in.
    fn stream(&self) -> Vec<u8> {
        let columns = self.rows[0].iter().enumerate();
        let column = |(at, (name, _)): (usize, &(&'static str, Value))| {
            (*name, of_one_kind(self.rows.iter().map(|row| &row[at].1)))
        };
        stream(&[rows(columns.map(column).collect())])
    }

    /// What comes of rows: others, or what is wrong with these. It is said of standard input, or of the file that is made or read.
    fn take(&self, stream: Vec<u8>) -> Result<(), TestCaseError> {
        let done = self.step.run(&Job::default(), &mut Cursor::new(stream), &mut Vec::new());
        let Err(error) = done else { return Ok(()) };
        let of_input = matches!(error, Error::Batch { .. }) && error.place() == "standard input";
        let of_file = matches!(error, Error::Core(_) | Error::Index { .. } | Error::Unreadable { .. });
        prop_assert!(of_input || of_file, "{}: {error}", self.name);
        Ok(())
    }
}

/// Values of one kind as a column.
fn of_one_kind<'a>(values: impl Iterator<Item = &'a Value> + Clone) -> ArrayRef {
    let mut first = values.clone();
    match first.next().expect("a row") {
        Value::Int(_) => ints(values.map(|value| match value {
            Value::Int(number) => *number,
            other => panic!("{other:?} among numbers"),
        })),
        Value::Long(_) => longs(values.map(|value| match value {
            Value::Long(number) => *number,
            other => panic!("{other:?} among long numbers"),
        })),
        Value::Text(_) => texts(values.map(|value| match value {
            Value::Text(text) => Some(text),
            other => panic!("{other:?} among texts"),
        })),
        Value::Packed(_) => bytes(values.map(|value| match value {
            Value::Packed(packing) => Some(packing.concat()),
            other => panic!("{other:?} among bytes"),
        })),
        Value::Longs(_) => {
            let mut lists = ListBuilder::new(Int64Builder::new());
            for value in values {
                let Value::Longs(list) = value else { panic!("{value:?} among lists of numbers") };
                lists.append_value(list.iter().copied().map(Some));
            }
            Arc::new(lists.finish())
        }
        Value::Lists(_) => {
            let mut lists = ListBuilder::new(BinaryBuilder::new());
            for value in values {
                let Value::Lists(list) = value else { panic!("{value:?} among lists of bytes") };
                lists.append_value(list.iter().map(|packing| Some(packing.concat())));
            }
            Arc::new(lists.finish())
        }
    }
}

/// Something else in the place of a value, or of a part of it.
#[derive(Debug, Clone)]
struct Change {
    row: Index,
    column: Index,
    part: Index,
    number: i64,
    /// Bytes for packed ones, unless the number's go there.
    bytes: Option<Vec<u8>>,
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let number = prop_oneof![
        -3i64..70,
        prop::sample::select(vec![i64::MIN, i64::MAX, i32::MIN.into(), i32::MAX.into(), u32::MAX.into()]),
        prop::sample::select(vec![(1 << 53) - 1, 1 << 53, C, A + 1, i64::MAX - 1]),
        any::<i64>(),
    ];
    let bytes = prop::option::weighted(0.4, vec(any::<u8>(), 0..40));
    let change = (any::<Index>(), any::<Index>(), any::<Index>(), number, bytes);
    vec(
        change.prop_map(|(row, column, part, number, bytes)| Change { row, column, part, number, bytes }),
        1..4,
    )
}

impl Change {
    fn make(&self, rows: &mut [Vec<(&'static str, Value)>]) {
        let rows_there = rows.len();
        let row = &mut rows[self.row.index(rows_there)];
        let columns = row.len();
        match &mut row[self.column.index(columns)].1 {
            Value::Int(number) => *number = self.number as i32,
            Value::Long(number) => *number = self.number,
            // All texts there are of ASCII.
            Value::Text(text) if !text.is_empty() => {
                let at = self.part.index(text.len());
                text.replace_range(at..=at, &self.number.to_string());
            }
            Value::Text(_) => {}
            Value::Longs(list) if list.is_empty() => list.push(self.number),
            Value::Longs(list) => {
                let length = list.len();
                list[self.part.index(length)] = self.number;
            }
            Value::Packed(packing) => self.pack(packing),
            Value::Lists(lists) => {
                let length = lists.len();
                self.pack(&mut lists[self.part.index(length)]);
            }
        }
    }

    /// A field is another of as many bytes, or any bytes.
    fn pack(&self, packing: &mut Packing) {
        if packing.is_empty() {
            packing.push(Vec::new());
        }
        let fields = packing.len();
        let field = &mut packing[self.part.index(fields)];
        *field = match &self.bytes {
            Some(bytes) => bytes.clone(),
            None => self.number.to_le_bytes().into_iter().cycle().take(field.len()).collect(),
        };
    }
}

/// Holds `test` to a number of values, with every step.
fn hold<S: Strategy>(
    values: u32,
    strategy: S,
    test: impl Fn(&mut Case, &S::Value) -> Result<(), TestCaseError>,
) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut runner =
        TestRunner::new(Config { cases: values, failure_persistence: None, ..Config::default() });
    let held = runner
        .run(&strategy, |value| cases(folder.path()).iter_mut().try_for_each(|case| test(case, &value)));
    held.unwrap_or_else(|failed| panic!("{failed}"));
}

#[test]
fn what_steps_take_here_they_take() {
    let folder = tempfile::tempdir().expect("a folder");
    for case in cases(folder.path()) {
        let done = case.step.run(&Job::default(), &mut Cursor::new(case.stream()), &mut Vec::new());
        done.unwrap_or_else(|error| panic!("{}: {error}", case.name));
    }
}

#[test]
fn no_rows_make_a_step_panic() {
    hold(100, changes(), |case, changes| {
        changes.iter().for_each(|change| change.make(&mut case.rows));
        case.take(case.stream())
    });
}

#[test]
fn no_bytes_of_a_stream_make_a_step_panic() {
    let flips = vec((any::<Index>(), any::<u8>()), 1..5);
    hold(100, (flips, prop::option::of(any::<Index>())), |case, (flips, end)| {
        let mut stream = case.stream();
        for (at, byte) in flips {
            let length = stream.len();
            stream[at.index(length)] = *byte;
        }
        stream.truncate(end.map_or(stream.len(), |end| end.index(stream.len())));
        case.take(stream)
    });
}

#[test]
fn damage_is_said_and_no_result() {
    use Value::{Int, Long, Packed};
    let cut_short = || vec![long(1), vec![0; 3]];
    let disordered = match source("a") {
        Value::Text(text) => Value::Text(text.replacen("\"end\":3", "\"end\":5", 1)),
        other => other,
    };
    let damaged = [
        (
            "counts",
            0,
            "sets",
            Packed([set(A, [1, 2, 3]), vec![long(C), int(0), int(9), vec![0; 9]]].concat()),
            "end within one",
        ),
        ("merge", 0, "chunk", Int(-1), "not as many as were requested"),
        ("candidates", 0, "block", Long((1 << 53) - 1), "a document of a block before"),
        ("candidates", 0, "block", Long(1), "a document of a block before"),
        ("wanted", 0, "pairs", Packed(pair(A, A)), "of one document"),
        ("send", 0, "to", Value::Longs(vec![0]), "not a list of documents for each"),
        ("send", 0, "positions", Value::Lists(vec![cut_short(), vec![]]), "end within one"),
        ("confirm", 2, "kind", Int(0), "come after documents"),
        ("confirm", 2, "sets", Packed(vec![]), "1 pairs with documents of other blocks, and 0 of them came"),
        (
            "confirm",
            2,
            "sets",
            Packed([set(C, [3, 4, 5]), set(C, [3, 4, 5])].concat()),
            "1 pairs with documents of other blocks, and 2 of them came",
        ),
        ("keys", 0, "value", Packed(sketch(4)), "not of 5 lexicons"),
        ("near", 1, "value", Packed(cut_short()), "end within one"),
        ("near", 0, "table", Int(-1), "a table that there is not"),
        ("near", 0, "table", Int(20), "a table that there is not"),
        ("rows", 0, "found", Packed(found(4)), "shares 4 shingles, and its documents have 3 and 3"),
        ("deal", 0, "found", Packed(found(7)), "shares 7 shingles"),
        ("clusters", 4, "pairs", Packed(within(A, B, 4)), "shares 4 shingles"),
        ("clusters", 4, "pairs", Packed(within(A, A + 9, 1)), "of another cluster than its documents"),
        ("clusters", 5, "kind", Int(3), "a row of kind 3"),
        ("clusters", 0, "size", Int(-1), "none can be below zero"),
        ("postings", 0, "first", Long(9), "beyond those of the index"),
        ("postings", 0, "first", Long(-1), "no number of a passage"),
        ("postings", 0, "shingles", Packed(cut_short()), "end within one"),
        ("tables", 0, "family", Int(-1), "none can be below zero"),
        ("tables", 1, "codes", Packed(cut_short()), "end within one"),
        ("buckets", 0, "document", Long(-1), "a number that none can have"),
        ("buckets", 1, "document", Long(2), "does not come after that before it"),
        ("buckets", 0, "source", disordered, "the passages of a in it are none, or in no order"),
        ("cuts", 0, "kind", Int(2), "a bucket of kind 2"),
        ("cuts", 0, "packed", Int(-1), "none can be below zero"),
        ("files", 0, "kind", Int(-1), "none can be below zero"),
        ("files", 0, "bucket", Int(-1), "none can be below zero"),
        ("files", 0, "documents", Int(65), "has 65 documents, and those have 1 to 64"),
        ("files", 1, "first", Long(-1), "no number of a passage"),
        ("manifest", 0, "bytes", Long(-1), "less than no bytes"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (name, row, column, value, words) in damaged {
        let mut case = cases(folder.path()).into_iter().find(|case| case.name == name).expect(name);
        let cell = case.rows[row].iter_mut().find(|(other, _)| *other == column).expect(column);
        cell.1 = value;
        let refused = case.step.run(&Job::default(), &mut Cursor::new(case.stream()), &mut Vec::new());
        let message = refused.expect_err(name).to_string();
        assert!(message.starts_with("standard input: ") && message.contains(words), "{name}: {message}");
    }
}

#[test]
fn the_last_block_has_pairs_as_any() {
    let lists = list([i64::MAX - 1, i64::MAX]).concat();
    let block = (1 << 53) - 1;
    let given = rows(vec![("block", longs([block])), ("lists", bytes([Some(lists)]))]);
    let found = done(&Step::Candidates { need: Need::Shared { least: 1 } }, &[given]);
    let pairs = keyed(&found, "to", "pairs", Int64Array::value);
    assert_eq!(pairs, [(block, pair(i64::MAX - 1, i64::MAX).concat())]);
}
