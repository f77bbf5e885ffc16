//! Corpora of the shapes that known ones have, read as they are.

use super::tables::texts_table;
use super::warc::records;
use super::*;

/// The names and texts of a folder with one file.
fn read_folder(name: &str, bytes: &[u8]) -> (Vec<(String, String)>, String) {
    let shelf = Shelf::with(&[(name, bytes)]);
    let listing = Listing::new([shelf.path("")]);
    assert_eq!(listing.entries.len(), 1, "{listing:?}");
    let read = shelf.read_all(documents(listing.entries));
    let named = read.is_whole().sources.iter().map(|source| (source.name.clone(), source.text.clone()));
    (named.collect(), shelf.name(name))
}

fn pair(name: impl ToString, text: &str) -> (String, String) {
    (name.to_string(), text.into())
}

#[test]
fn c4() {
    let lines = r#"{"text":"Beginners BBQ Class","timestamp":"2019-04-25T12:57:54Z","url":"https://klyq.com/bbq/"}
{"text":"Discussion in 'Mac OS X'","timestamp":"2019-04-21T10:07:13Z","url":"https://forums.com/mac"}
"#;
    let (read, _) = read_folder("c4-train.00000-of-01024.json.gz", &gzip(lines));
    assert_eq!(
        read,
        [
            pair("https://klyq.com/bbq/", "Beginners BBQ Class"),
            pair("https://forums.com/mac", "Discussion in 'Mac OS X'")
        ]
    );
}

#[test]
fn the_pile() {
    let lines = r#"{"text": "It is done.", "meta": {"pile_set_name": "Pile-CC"}}
{"text": "<?php echo 1;", "meta": {"pile_set_name": "Github"}}
"#;
    let (read, path) = read_folder("00.jsonl.zst", &zstandard(lines));
    let place = |line| format!("{path}, line {line}");
    assert_eq!(read, [pair(place(1), "It is done."), pair(place(2), "<?php echo 1;")]);
}

#[test]
fn fineweb() {
    let columns = [
        ("text", ["How to bake", "On the moon"]),
        ("id", ["<urn:uuid:39147604>", "<urn:uuid:ba819eb7>"]),
        ("dump", ["CC-MAIN-2013-20", "CC-MAIN-2013-20"]),
        ("url", ["http://bake.com", "http://moon.org"]),
        ("date", ["2013-05-18T05:48:54Z", "2013-05-18T06:43:03Z"]),
        ("file_path", ["s3://a", "s3://b"]),
        ("language", ["en", "en"]),
    ];
    let (read, _) = read_folder("000_00000.parquet", &texts_table(&columns));
    assert_eq!(
        read,
        [pair("<urn:uuid:39147604>", "How to bake"), pair("<urn:uuid:ba819eb7>", "On the moon")]
    );
}

#[test]
fn redpajama() {
    let lines = r#"{"url":"http://a.com/1","date_download":"2014-08-20","digest":"sha1:VZ","length":12,"nlines":1,"source_domain":"a.com","title":"A","raw_content":"It is raw.","cc_segment":"crawl-data/x"}
{"doc_id":"2023-06/0000/en_head.json.gz/1","meta":{"source":"arxiv"},"raw_content":"So is this."}
"#;
    let (read, _) = read_folder("en_head.json.gz", &gzip(lines));
    assert_eq!(
        read,
        [pair("http://a.com/1", "It is raw."), pair("2023-06/0000/en_head.json.gz/1", "So is this.")]
    );
}

#[test]
fn dolma() {
    let lines = r#"{"id":"d1","text":"First.","added":"2023-04-11T09:57:03.044571+00:00","created":"2001-01-01","source":"common-crawl","metadata":{"length":6,"tags":["a"]}}
{"id":"d2","text":"Second.","added":"2023-04-11","source":"reddit","metadata":{}}
"#;
    let (read, _) = read_folder("v1_5-0001.json.gz", &gzip(lines));
    assert_eq!(read, [pair("d1", "First."), pair("d2", "Second.")]);
}

/// A record of extracted text, with the fields that Common Crawl writes.
fn conversion(address: &str, text: &str) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: {address}\r\nWARC-Date: 2024-02-20T21:12:11Z\r\n\
        WARC-Record-ID: <urn:uuid:1>\r\nWARC-Identified-Content-Language: eng\r\nContent-Type: text/plain\r\n\
        Content-Length: {}\r\n\r\n",
        text.len()
    );
    [head.as_bytes(), text.as_bytes(), b"\r\n\r\n"].concat()
}

#[test]
fn common_crawl_wet() {
    let info = "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\nContent-Length: 4\r\n\r\na: b\r\n\r\n".into();
    let packed =
        records(&[info, conversion("http://a/", "The first."), conversion("http://b/", "The second.")]);
    for name in
        ["CC-MAIN-20240220211055-00000.warc.wet.gz", "a.wet.gz", "CC-MAIN-20240220211055-00000.warc.gz"]
    {
        let (read, _) = read_folder(name, &packed);
        assert_eq!(read, [pair("http://a/", "The first."), pair("http://b/", "The second.")], "{name}");
    }
}

#[test]
fn wikipedia() {
    let columns = [
        ("id", ["1", "2"]),
        ("url", ["https://simple.wikipedia.org/wiki/April", "https://simple.wikipedia.org/wiki/August"]),
        ("title", ["April", "August"]),
        ("text", ["April is the fourth month.", "August is the eighth."]),
    ];
    let expected = [pair(1, "April is the fourth month."), pair(2, "August is the eighth.")];
    assert_eq!(read_folder("train-00000-of-00001.parquet", &texts_table(&columns)).0, expected);
    let line = |row: usize| {
        let object = columns.iter().map(|(name, values)| (name.to_string(), values[row].into()));
        serde_json::Value::Object(object.collect()).to_string()
    };
    let lines = format!("{}\n{}\n", line(0), line(1));
    let shelf = Shelf::with(&[("wiki_00", lines.as_bytes())]);
    assert_eq!(shelf.read(&["wiki_00"]).is_whole().texts(), [&*expected[0].1, &expected[1].1]);
}

#[test]
fn reuters() {
    let items = r#"[
  {"title": "BAHIA COCOA REVIEW", "body": "Showers continued throughout the week.", "date": "26-FEB-1987", "topics": ["cocoa"], "id": 1},
  {"title": "STANDARD OIL", "body": "Standard Oil Co and BP North America.", "date": "26-FEB-1987", "id": 2}
]"#;
    let expected =
        [pair(1, "Showers continued throughout the week."), pair(2, "Standard Oil Co and BP North America.")];
    assert_eq!(read_folder("reuters-000.json", items.as_bytes()).0, expected);
    let csv = "id,title,body\n1,BAHIA COCOA REVIEW,Showers continued throughout the week.\n\
        2,STANDARD OIL,Standard Oil Co and BP North America.\n";
    assert_eq!(read_folder("reuters.csv", csv.as_bytes()).0, expected);
}
