//! Pairs and clusters as files.

use std::io::{self, Write};

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use proptest::prelude::*;
use serde_json::Value;
use twinprint_native::Error;
use twinprint_native::scan::write::{Format, PairWriter, write_clusters};
use twinprint_native::scan::{Catalogue, Linking, Preference, ScanPair, cluster};

use super::{catalogue, found, rows_of, settings};

/// Names that would break a line, a field, a page or a terminal.
const NASTY: [&str; 8] = [
    "<script>alert(1)</script>",
    "a\tb\nc\r\nd\\e",
    "\"quoted\", 'so'",
    "left\u{202e}right",
    "line\u{2028}separator",
    "\u{1b}[31mred\u{7}",
    "",
    "ελληνικά",
];

fn written(format: Format, catalogue: &Catalogue, found: &[ScanPair]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut pairs = PairWriter::new(format, &mut out, "pairs", catalogue).expect("memory takes it");
    found.iter().for_each(|pair| pairs.write(pair).expect("memory takes it"));
    pairs.finish().expect("memory takes it");
    out
}

fn text(format: Format, catalogue: &Catalogue, found: &[ScanPair]) -> String {
    String::from_utf8(written(format, catalogue, found)).expect("text")
}

#[test]
fn pairs_are_a_json_object_each() {
    let documents = catalogue([("a", 9, 4), ("b", 9, 3), ("c", 9, 3)]);
    let raw = ScanPair { a: 1, b: 2, shared: None, score: 3.0 };
    assert_eq!(
        text(Format::JsonLines, &documents, &[found(0, 1, 2), raw]),
        r#"{"a":"a","b":"b","resemblance":0.4,"containment_a":0.5,"containment_b":0.6666666666666666,"shared":2,"score":0.5}
{"a":"b","b":"c","resemblance":null,"containment_a":null,"containment_b":null,"shared":null,"score":3.0}
"#
    );
}

#[test]
fn pairs_are_a_row_each_after_a_header() {
    let documents = catalogue([("a", 9, 4), ("b", 9, 3), ("c", 9, 3)]);
    let raw = ScanPair { a: 1, b: 2, shared: None, score: 3.0 };
    assert_eq!(
        text(Format::Tsv, &documents, &[found(0, 1, 2), raw]),
        "a\tb\tresemblance\tcontainment_a\tcontainment_b\tshared\tscore\n\
         a\tb\t0.4\t0.5\t0.6666666666666666\t2\t0.5\n\
         b\tc\t\t\t\t\t3\n"
    );
}

#[test]
fn no_name_breaks_a_line_of_json_or_commands_a_terminal() {
    let documents = catalogue(NASTY.map(|name| (name, 9, 4)));
    let pairs: Vec<ScanPair> = (1..NASTY.len() as u32).map(|b| found(0, b, 2)).collect();
    let text = text(Format::JsonLines, &documents, &pairs);
    assert!(text.chars().all(|c| c == '\n' || !twinprint_native::display::is_obeyed(c)), "{text:?}");
    let names: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["b"].as_str().expect("a name").into())
        .collect();
    assert_eq!(names, NASTY[1..]);
}

#[test]
fn no_name_breaks_a_row_or_a_field_of_tsv() {
    let documents = catalogue(NASTY.map(|name| (name, 9, 4)));
    let pairs: Vec<ScanPair> = (1..NASTY.len() as u32).map(|b| found(0, b, 2)).collect();
    let text = text(Format::Tsv, &documents, &pairs);
    let names: Vec<&str> =
        text.lines().skip(1).map(|line| line.split('\t').nth(1).expect("a field")).collect();
    assert_eq!(text.lines().next().map(|line| line.split('\t').count()), Some(7));
    assert!(text.lines().all(|line| line.split('\t').count() == 7), "{text}");
    let expected = [
        r"a\tb\nc\r\nd\\e",
        "\"quoted\", 'so'",
        r"left\u{202e}right",
        r"line\u{2028}separator",
        r"\u{1b}[31mred\u{7}",
        "",
        "ελληνικά",
    ];
    assert_eq!(names, expected);
}

/// The rows of a Parquet file as text: names, and numbers in their shortest form.
fn rows(bytes: &[u8]) -> Vec<String> {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(bytes).expect("room for it");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row").to_string()).collect()
}

#[test]
fn parquet_gives_the_same_rows_again_with_their_types() {
    let documents = catalogue([("a", 9, 4), (NASTY[1], 9, 3), ("c", 9, 3)]);
    let raw = ScanPair { a: 1, b: 2, shared: None, score: 3.0 };
    let bytes = written(Format::Parquet, &documents, &[found(0, 1, 2), raw]);
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(&bytes).expect("room for it");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let columns = reader.metadata().file_metadata().schema_descr();
    let names: Vec<&str> = columns.columns().iter().map(|column| column.name()).collect();
    assert_eq!(names, ["a", "b", "resemblance", "containment_a", "containment_b", "shared", "score"]);
    let rows: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    assert_eq!(
        (rows[0].get_string(1).expect("a name").as_str(), rows[0].get_uint(5).ok()),
        (NASTY[1], Some(2))
    );
    assert_eq!((rows[0].get_double(2).ok(), rows[0].get_float(6).ok()), (Some(0.4), Some(0.5)));
    assert_eq!(
        (rows[1].get_double(2).ok(), rows[1].get_uint(5).ok(), rows[1].get_float(6).ok()),
        (None, None, Some(3.0))
    );
}

#[test]
fn parquet_of_no_pairs_is_a_file_with_columns() {
    assert!(rows(&written(Format::Parquet, &catalogue([]), &[])).is_empty());
}

#[test]
fn parquet_comes_in_row_groups_of_bounded_size() {
    let documents = catalogue([("a", 9, 4), ("b", 9, 3)]);
    let bytes = written(Format::Parquet, &documents, &vec![found(0, 1, 2); 150_000]);
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(&bytes).expect("room for it");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let groups: Vec<i64> = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [1 << 17, 150_000 - (1 << 17)]);
}

#[test]
fn names_are_right_however_many_and_long_they_are() {
    let names: Vec<String> = (0..40_000)
        .map(
            |number| {
                if number % 7 == 0 { format!("{number}{}", "-".repeat(300)) } else { number.to_string() }
            },
        )
        .collect();
    let documents = catalogue(names.iter().map(|name| (name.as_str(), 9, 4)));
    let distances = [1, 7, 1 << 14, 2 << 14];
    let pairs: Vec<ScanPair> =
        (0..7000).flat_map(|a| distances.map(|distance| found(a, a + distance, 2))).collect();
    let text = text(Format::Tsv, &documents, &pairs);
    let wrong = pairs.iter().zip(text.lines().skip(1)).find(|(pair, line)| {
        let expected = format!("{}\t{}\t", names[pair.a as usize], names[pair.b as usize]);
        !line.starts_with(&expected)
    });
    assert_eq!(wrong, None);
}

/// A disk with room for this many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told_in_every_format() {
    let documents = catalogue([("a", 9, 4), ("b", 9, 3)]);
    for (format, room) in [(Format::JsonLines, 20), (Format::Tsv, 80), (Format::Parquet, 20)] {
        let write = || {
            let mut out = Full(room);
            let mut pairs = PairWriter::new(format, &mut out, "pairs.out", &documents)?;
            pairs.write(&found(0, 1, 2))?;
            pairs.finish()
        };
        let error = write().expect_err("there is no room");
        let Error::Unwritable { place, reason } = &error else { panic!("{error}") };
        assert_eq!((place.as_str(), reason.kind()), ("pairs.out", io::ErrorKind::StorageFull), "{format:?}");
    }
}

/// Two clusters: a chain with a copy, and a document with its copy.
fn two_clusters(format: Format) -> String {
    let documents = rows_of([
        ("a", 0, 9, 4),
        ("b", 1, 8, 4),
        ("c\n", 2, 8, 4),
        ("d", 3, 9, 4),
        ("e", 3, 9, 4),
        ("f", 1, 8, 4),
    ]);
    let settings = settings(Linking::Connected, Preference::Longest);
    let open = || Ok([found(0, 1, 3), found(1, 2, 3)].into_iter().map(Ok));
    let clusters = cluster(&documents, &settings, open, |_, _| Ok(0.125)).expect("nothing is read");
    let mut out = Vec::new();
    write_clusters(format, &mut out, "clusters", &clusters, &documents).expect("memory takes it");
    String::from_utf8(out).expect("text")
}

#[test]
fn clusters_are_a_json_object_each_with_the_evidence() {
    let text = two_clusters(Format::JsonLines);
    let (first, second) = text.trim_end().split_once('\n').expect("two lines");
    let expected: Value = serde_json::json!({
        "cluster": 0, "representative": "a", "size": 4, "chain": true, "ends": ["a", "c\n"], "ends_resemblance": 0.125,
        "members": [
            {"id": "a", "why": "representative"},
            {"id": "b", "why": "alike", "with": "a", "resemblance": 0.6, "containment": 0.75, "score": 0.5},
            {"id": "c\n", "why": "through", "with": "b", "resemblance": 0.6, "containment": 0.75, "score": 0.5,
             "steps": 2, "path": ["b", "a"]},
            {"id": "f", "why": "alike", "copy_of": "b", "with": "a", "resemblance": 0.6, "containment": 0.75, "score": 0.5},
        ],
    });
    assert_eq!(serde_json::from_str::<Value>(first).expect("JSON"), expected);
    let expected = r#"{"cluster":1,"representative":"d","size":2,"chain":false,"members":[{"id":"d","why":"representative"},{"id":"e","why":"copy","with":"d"}]}"#;
    assert_eq!(second, expected);
}

#[test]
fn clusters_are_a_row_for_each_document() {
    let expected = "cluster\tid\trepresentative\twhy\tcopy_of\twith\tresemblance\tcontainment\tscore\tsteps\tchain\n\
                    0\ta\ta\trepresentative\t\t\t\t\t\t\ttrue\n\
                    0\tb\ta\talike\t\ta\t0.6\t0.75\t0.5\t\ttrue\n\
                    0\tc\\n\ta\tthrough\t\tb\t0.6\t0.75\t0.5\t2\ttrue\n\
                    0\tf\ta\talike\tb\ta\t0.6\t0.75\t0.5\t\ttrue\n\
                    1\td\td\trepresentative\t\t\t\t\t\t\tfalse\n\
                    1\te\td\tcopy\t\td\t\t\t\t\tfalse\n";
    assert_eq!(two_clusters(Format::Tsv), expected);
}

#[test]
fn clusters_have_no_form_in_parquet() {
    let documents = catalogue([]);
    let open = || Ok(std::iter::empty());
    let settings = settings(Linking::Connected, Preference::Longest);
    let clusters = cluster(&documents, &settings, open, |_, _| Ok(1.0)).expect("nothing is read");
    let error =
        write_clusters(Format::Parquet, &mut Vec::new(), "c.parquet", &clusters, &documents).unwrap_err();
    assert_eq!(
        error.to_string(),
        "c.parquet: it cannot be written: clusters are written as .jsonl or .tsv; write to another place"
    );
}

proptest! {
    #[test]
    fn every_name_comes_back_from_every_format(names in prop::collection::vec(any::<String>(), 2..20), picks in prop::collection::vec(any::<(prop::sample::Index, prop::sample::Index)>(), 1..60)) {
        let documents = catalogue(names.iter().map(|name| (name.as_str(), 9, 4)));
        let pairs: Vec<ScanPair> = picks.iter().map(|(a, b)| found(a.index(names.len()) as u32, b.index(names.len()) as u32, 2)).collect();
        let json = text(Format::JsonLines, &documents, &pairs);
        let tsv = text(Format::Tsv, &documents, &pairs);
        let parquet = rows(&written(Format::Parquet, &documents, &pairs));
        prop_assert_eq!((json.lines().count(), tsv.lines().count(), parquet.len()), (pairs.len(), pairs.len() + 1, pairs.len()));
        for ((pair, json), tsv) in pairs.iter().zip(json.lines()).zip(tsv.lines().skip(1)) {
            let line: Value = serde_json::from_str(json).expect("JSON");
            let (a, b) = (&names[pair.a as usize], &names[pair.b as usize]);
            prop_assert_eq!((line["a"].as_str(), line["b"].as_str()), (Some(a.as_str()), Some(b.as_str())));
            let fields: Vec<&str> = tsv.split('\t').collect();
            prop_assert_eq!((unescaped(fields[0]), unescaped(fields[1])), (a.clone(), b.clone()));
        }
    }
}

/// What a field of TSV stands for.
fn unescaped(field: &str) -> String {
    let (mut name, mut rest) = (String::new(), field.chars());
    while let Some(c) = rest.next() {
        name.push(match (c == '\\').then(|| rest.next().expect("what is escaped")) {
            None => c,
            Some('t') => '\t',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('u') => {
                let code: String = rest.by_ref().skip(1).take_while(|&c| c != '}').collect();
                u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).expect("a character")
            }
            Some(other) => other,
        });
    }
    name
}
