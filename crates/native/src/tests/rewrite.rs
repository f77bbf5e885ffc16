//! Files of a corpus written again, against filters of what they hold in memory.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::Error;
use crate::corpus::FileFormat;
use crate::rewrite::{Change, Column, Fate, Mark, MarkKind, Rewriting, Rewritten, can_annotate, rewrite};
use crate::tests::compression::{gzip, zstandard};

mod archive;
mod arrow;
mod cut;
mod items;
mod lines;
mod separated;
mod tables;

/// What becomes of the documents of a file.
type Fates<'a> = &'a (dyn Fn(u64) -> Fate + Sync);
/// What the documents of a file say in further columns.
type Marks<'a> = &'a (dyn Fn(u64) -> Option<Vec<Option<Mark>>> + Sync);

const KEEPS_ALL: Fates<'_> = &|_| Fate::Keep;
const DROPS_ALL: Fates<'_> = &|_| Fate::Drop;
const DROPS_THIRDS: Fates<'_> = &|number| if number % 3 == 0 { Fate::Drop } else { Fate::Keep };

/// How files are packed, and how their names end then.
type Pack = fn(&[u8]) -> Vec<u8>;
const PACKINGS: [(&str, Pack); 3] =
    [("", |bytes| bytes.to_vec()), (".gz", |bytes| gzip(bytes)), (".zst", |bytes| zstandard(bytes))];

/// A new file, if there is one, and what is said of it.
type New = Result<(Rewritten, Option<Vec<u8>>), Error>;

fn rewritten(name: &str, bytes: &[u8], change: &Change<'_>) -> New {
    let (folder, from) = file(name, bytes);
    let to = folder.path().join("new");
    let rewritten = rewrite(&from, &to, change, &rewriting(name))?;
    let new = fs::read(&to).ok();
    assert_eq!(rewritten.bytes, new.as_ref().map(|new| new.len() as u64));
    assert_eq!(fs::read(&from).expect("the file"), bytes, "what is read stays as it is");
    Ok((rewritten, new))
}

/// As a file is read whose name ends so.
fn rewriting(name: &str) -> Rewriting<'static> {
    let ending = twinprint_readers::extension(name.as_ref());
    let format = match ending.as_deref() {
        Some("jsonl") => FileFormat::JsonLines,
        Some("json") => FileFormat::Json,
        Some("csv") => FileFormat::Csv,
        Some("tsv") => FileFormat::Tsv,
        Some("parquet") => FileFormat::Parquet,
        Some("warc") => FileFormat::Warc,
        Some("arrow" | "arrows" | "feather") => FileFormat::Arrow,
        Some("html") => FileFormat::Html,
        _ => FileFormat::Text,
    };
    Rewriting { zstd_level: 3, format, temporary: None }
}

/// The file without the documents that are dropped, and how many were kept and dropped.
#[track_caller]
fn without(name: &str, bytes: &[u8], fates: Fates<'_>) -> (Vec<u8>, u64, u64) {
    let (rewritten, new) = rewritten(name, bytes, &Change::Drop(fates)).expect("it can be written");
    (new.expect("a file"), rewritten.documents_kept, rewritten.documents_dropped)
}

/// What a file was packed from, by readers that take nothing that is broken.
#[track_caller]
fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    twinprint_readers::unpack(io::Cursor::new(packed.to_vec()))
        .and_then(|mut reader| reader.read_to_end(&mut bytes))
        .expect("a packed file that is whole");
    bytes
}

fn columns() -> Vec<Column> {
    let column = |(name, kind): (&str, MarkKind)| Column { name: name.into(), kind };
    let columns = [
        ("cluster", MarkKind::Whole),
        ("representative", MarkKind::Text),
        ("containment", MarkKind::Number),
        ("kept", MarkKind::Truth),
    ];
    columns.map(column).into()
}

/// Something of each kind, and nothing, of every document but the third.
const MARKS: Marks<'_> = &|number| {
    (number != 2).then(|| {
        vec![
            Some(Mark::Whole(number)),
            (number > 0).then(|| Mark::Text(format!("a \"{number}\""))),
            Some(Mark::Number(0.5)),
            Some(Mark::Truth(number == 0)),
        ]
    })
};

#[test]
fn a_file_that_is_one_document_is_copied_or_not_written() {
    for (ending, pack) in PACKINGS {
        for name in ["a.txt", "a.html", "a.md", "notes"] {
            let (name, bytes) = (format!("{name}{ending}"), pack(b"<p>a rose"));
            assert_eq!(without(&name, &bytes, KEEPS_ALL), (bytes.clone(), 1, 0), "{name}");
            let (rewritten, new) = rewritten(&name, &bytes, &Change::Drop(DROPS_ALL)).expect("nothing");
            assert_eq!((rewritten.documents_dropped, rewritten.bytes, new), (1, None, None), "{name}");
        }
    }
}

#[test]
fn what_has_no_columns_says_so_and_is_not_written() {
    let annotate = Change::Annotate { columns: &columns(), marks: MARKS };
    for name in ["a.txt", "a.warc.gz"] {
        let error = rewritten(name, b"", &annotate).expect_err("no columns");
        assert!(error.to_string().contains("no columns are added to a file of its kind"), "{error}");
    }
    use FileFormat::{Arrow, Csv, Html, Json, JsonLines, Parquet, Text, Warc};
    let formats = [
        (Arrow, true),
        (Text, false),
        (Html, false),
        (Warc, false),
        (JsonLines, true),
        (Json, true),
        (Csv, true),
    ];
    for (format, can) in formats.into_iter().chain([(Parquet, true)]) {
        assert_eq!(can_annotate(format), can, "{format:?}");
    }
}

#[test]
fn what_is_there_already_is_not_written_over() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let write = |name: &str, bytes: &str| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    };
    let (from, to) = (write("a.jsonl", "{}\n{}\n"), write("b.jsonl", "mine"));
    for fates in [KEEPS_ALL, DROPS_THIRDS] {
        let error =
            rewrite(&from, &to, &Change::Drop(fates), &rewriting("a.jsonl")).expect_err("it is there");
        assert!(matches!(error, Error::Unwritable { .. }), "{error}");
        assert_eq!(fs::read(&to).expect("the file"), b"mine");
    }
}

/// A folder, and a file in it.
fn file(name: &str, bytes: &[u8]) -> (TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file");
    (folder, path)
}
