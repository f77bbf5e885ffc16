//! Web archives.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};
use twinprint::text::Format;

use super::*;

/// A record of a kind, with further lines of its head.
fn record(kind: &str, lines: &str, block: impl AsRef<[u8]>) -> Vec<u8> {
    let block = block.as_ref();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:1>\r\n{lines}Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A response of a server, with further lines of its head.
fn response(address: &str, head: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let lines = format!("WARC-Target-URI: {address}\r\nContent-Type: application/http; msgtype=response\r\n");
    record("response", &lines, [head.as_bytes(), b"\r\n", body.as_ref()].concat())
}

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

pub(super) fn page(address: &str, html: &str) -> Vec<u8> {
    response(address, OK, html)
}

/// Records, each packed by itself.
pub(super) fn records(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(gzip).collect()
}

fn read(bytes: &[u8]) -> Read {
    Shelf::with(&[("a.warc", bytes)]).read(&["a.warc"])
}

#[test]
fn a_length_beyond_all_measure_takes_no_record_with_it() {
    let whole = |number: usize| page(&format!("http://a.example/{number}"), &format!("<p>page {number}"));
    let mut archive: Vec<Vec<u8>> = (0..15).map(whole).collect();
    let length = b"Content-Length: ";
    let at = archive[3].windows(length.len()).position(|window| window == length).expect("a length")
        + length.len();
    archive[3].splice(at..at + 2, *b"300000000");
    let shelf = Shelf::with(&[("a.warc", &archive.concat()), ("b.warc.gz", &gzip(archive.concat()))]);
    for name in ["a.warc", "b.warc.gz"] {
        let read = shelf.read(&[name]);
        let expected: Vec<String> = (0..15).filter(|&n| n != 3).map(|n| format!("<p>page {n}")).collect();
        assert_eq!(read.texts(), expected, "{name}");
        assert_eq!(read.errors.len(), 1, "{:?}", read.errors);
        let problem = &read.errors[0];
        assert!(
            problem.contains("says that it has 300000000 bytes, and another record begins after"),
            "{problem}"
        );
    }
}

#[test]
fn pages_are_named_by_where_they_came_from_and_all_else_is_skipped() {
    let archive = [
        record("warcinfo", "Content-Type: application/warc-fields\r\n", "software: a crawler\r\n"),
        record("request", "Content-Type: application/http; msgtype=request\r\n", "GET / HTTP/1.1\r\n\r\n"),
        page("http://a.example/", "<p>a rose"),
        response("http://a.example/x", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n", "<p>no"),
        response("http://a.example/y", "HTTP/1.1 301 Moved\r\nLocation: /\r\n", ""),
        response("http://a.example/z", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n", "\x08PNG"),
        response("<http://a.example/t>", "HTTP/2 200\r\ncontent-type: text/plain; charset=utf-8\r\n", "text"),
        record("resource", "WARC-Target-URI: file:///b\r\nContent-Type: text/html\r\n", "<p>saved"),
        record("conversion", "Content-Type: text/plain\r\n", "made of a page"),
    ];
    let shelf = Shelf::with(&[
        ("a.warc", &archive.concat()),
        ("b.warc.gz", &records(&archive)),
        ("c.warc.gz", &gzip(archive.concat())),
        ("d.warc.zst", &zstandard(archive.concat())),
        ("named", &records(&archive)),
    ]);
    for name in ["a.warc", "b.warc.gz", "c.warc.gz", "d.warc.zst", "named"] {
        let read = shelf.read(&[name]);
        let names = ["http://a.example/", "http://a.example/t", "file:///b", "<urn:uuid:1>"];
        assert_eq!(read.is_whole().names(), names, "{name}");
        assert_eq!(read.texts(), ["<p>a rose", "text", "<p>saved", "made of a page"]);
        let formats: Vec<Format> = read.sources.iter().map(|source| source.format).collect();
        assert_eq!(formats, [Format::Html, Format::Plain, Format::Html, Format::Plain]);
        assert_eq!(read.sources[0].url.as_deref(), Some("http://a.example/"));
        assert_eq!(read.sources.iter().map(number).collect::<Vec<_>>(), [2, 6, 7, 8]);
        assert!(read.sources[0].place.to_string().ends_with(", record 3"));
        let [note] = &read.notes[..] else { panic!("{:?}", read.notes) };
        assert!(
            note.to_string()
                .ends_with("records left out: 2 of status other than 200, 1 of other media than text"),
            "{note}"
        );
    }
}

#[test]
fn a_page_is_as_it_was_before_the_server_packed_it() {
    let html = "<p>".to_string() + &"a rose is a rose ".repeat(50);
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(html.as_bytes()).expect("a vector takes all");
    let mut bare = DeflateEncoder::new(Vec::new(), Compression::default());
    bare.write_all(html.as_bytes()).expect("a vector takes all");
    // What the brotli command makes of "<p>a rose".
    let brotli = [0x0b, 0x04, 0x80, 0x3c, 0x70, 0x3e, 0x61, 0x20, 0x72, 0x6f, 0x73, 0x65, 0x03];
    let chunked = |bytes: &[u8]| {
        let chunks = bytes
            .chunks(100)
            .map(|chunk| [format!("{:x};x=y\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
        [chunks.collect::<Vec<_>>().concat(), b"0\r\nTrailer: x\r\n\r\n".to_vec()].concat()
    };
    for (head, body, whole) in [
        ("Content-Encoding: gzip\r\n", gzip(&html), &*html),
        ("content-encoding: x-gzip\r\n", gzip(&html), &html),
        ("Content-Encoding: zstd\r\n", zstandard(&html), &html),
        ("Content-Encoding: deflate\r\n", zlib.finish().expect("a vector takes all"), &html),
        ("Content-Encoding: deflate\r\n", bare.finish().expect("a vector takes all"), &html),
        ("Content-Encoding: br\r\n", brotli.to_vec(), "<p>a rose"),
        ("Content-Encoding: zstd, gzip\r\n", gzip(zstandard(&html)), &html),
        ("Content-Encoding: identity\r\n", html.clone().into(), &html),
        ("Transfer-Encoding: chunked\r\n", chunked(html.as_bytes()), &html),
        ("Transfer-Encoding: chunked\r\nContent-Encoding:\r\n gzip\r\n", chunked(&gzip(&html)), &html),
        // Archives that keep what the server said, but not how it packed the page.
        ("Transfer-Encoding: chunked\r\nContent-Encoding: br\r\n", html.clone().into(), &html),
        ("Content-Encoding: gzip\r\n", html.clone().into(), &html),
    ] {
        let read = read(&response("http://a/", &format!("{OK}{head}"), &body));
        assert_eq!(read.is_whole().texts(), [whole], "{head}");
    }
}

#[test]
fn a_page_that_cannot_be_unpacked_is_named_and_the_next_is_read() {
    let packed = gzip("<p>".to_string() + &"a rose is a rose ".repeat(50));
    for (head, body, problem) in [
        ("Content-Encoding: gzip\r\n", &packed[..packed.len() / 2], "holds a page that cannot be unpacked: "),
        ("Content-Encoding: br\r\n", b"\xff\xff\xff", "holds a page that cannot be unpacked: "),
        (
            "Content-Encoding: pack200\r\n",
            b"x",
            "holds a page that is packed by \"pack200\", which is not known; ",
        ),
        (
            "Transfer-Encoding: chunked\r\n",
            b"5\r\nabcde\r\n9\r\nabc",
            "does not hold all chunks of its page; ",
        ),
    ] {
        let first = response("http://a/", &format!("{OK}{head}"), body);
        let read = read(&[&first[..], &page("http://b/", "<p>b")].concat());
        assert_eq!(read.names(), ["http://b/"], "{head}");
        let start = format!("a.warc, record 1: the record that begins at byte 0 {problem}");
        assert!(read.errors.len() == 1 && read.errors[0].starts_with(&start), "{:?}", read.errors);
    }
}

#[test]
fn the_server_names_the_encoding_before_the_page_does() {
    let html = b"<meta charset=windows-1252><p>\xcf\xf0\xe8\xe2\xe5\xf2";
    for (charset, text) in [
        ("; charset=windows-1251", "Привет"),
        ("; Charset=\"Windows-1251\"", "Привет"),
        ("", "Ïðèâåò"),
        ("; charset=nonsense", "Ïðèâåò"),
    ] {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html{charset}\r\n");
        let read = read(&response("http://a/", &head, html));
        assert!(read.is_whole().texts()[0].ends_with(text), "{charset} {:?}", read.texts());
    }
}

#[test]
fn a_record_of_a_wrong_length_costs_itself_alone() {
    let [a, b, c] = ["a", "b", "c"].map(|name| page(&format!("http://{name}/"), "<p>a rose is a rose"));
    let b = String::from_utf8(b).expect("text");
    let length = |b: &str| -> usize {
        b.split("Content-Length: ")
            .nth(1)
            .expect("a length")
            .split('\r')
            .next()
            .expect("digits")
            .parse()
            .expect("a number")
    };
    let of = |change: i64| {
        let length = length(&b);
        b.replace(&format!("Length: {length}"), &format!("Length: {}", length as i64 + change)).into_bytes()
    };
    let cut = b.as_bytes()[..b.len() - 12].to_vec();
    let no_length = b.replace("Content-Length", "Contents").into_bytes();
    let no_digits = b.replace("Content-Length: ", "Content-Length: x").into_bytes();
    for (broken, problem) in [
        (of(-5), "has another length than it says: "),
        (of(6), "has another length than it says: "),
        (of(200), "has another length than it says: "),
        (of(1 << 20), "ends too early, after "),
        (of(1 << 40), "says that it has "),
        (cut, "has another length than it says: "),
        (no_length, "does not say how long it is; "),
        (no_digits, "does not say how long it is; "),
        (b"no record at all\r\n\r\n".to_vec(), "is none: it does not begin with \"WARC/1.\"; "),
        (b"WARC/1.0\r\nWARC-Type: response\r\n\r\n".to_vec(), "does not say how long it is; "),
    ] {
        let start = format!("a.warc, record 2: the record that begins at byte {} {problem}", a.len());
        let read = read(&[&a[..], &broken, &c].concat());
        assert!(read.errors.len() == 1 && read.errors[0].starts_with(&start), "{problem}: {:?}", read.errors);
        assert_eq!(read.names(), ["http://a/", "http://c/"], "{problem}");
    }
}

#[test]
fn records_that_all_say_they_are_longer_cost_themselves_alone() {
    let record = |at: usize| {
        let name = format!("http://{at}/");
        let page = String::from_utf8(page(&name, "<p>a rose is a rose")).expect("text");
        if at.is_multiple_of(100) { page } else { page.replace("Content-Length: ", "Content-Length: 98765") }
    };
    let archive: Vec<String> = (0..2_000).map(record).collect();
    let read = read(archive.concat().as_bytes());
    let whole: Vec<String> = (0..20).map(|at| format!("http://{}/", at * 100)).collect();
    assert_eq!(read.names(), whole);
    assert_eq!(read.errors.len(), 1_980);
    let mut starts = archive.iter().scan(0, |end, record| {
        *end += record.len();
        Some(*end - record.len())
    });
    for error in &read.errors {
        let named = |start: usize| error.contains(&format!("begins at byte {start} "));
        assert!(starts.any(named), "{error}");
        assert!(error.contains("ends too early, after ") || error.contains("has another length"), "{error}");
    }
}

#[test]
fn a_broken_member_costs_its_record_alone() {
    let [a, b, c] = ["a", "b", "c"].map(|name| gzip(page(&format!("http://{name}/"), "<p>a rose is a rose")));
    let mut wrong = b.clone();
    wrong[b.len() / 2] ^= 0x55;
    let mut sum = b.clone();
    sum[b.len() - 6] ^= 1;
    for (damage, broken) in
        [("wrong", wrong), ("cut", b[..b.len() / 2].to_vec()), ("sum", sum), ("none", b"?".repeat(99))]
    {
        let shelf = Shelf::with(&[("a.warc.gz", &[&a[..], &broken, &c].concat())]);
        let read = shelf.read(&["a.warc.gz"]);
        let found = read.names();
        assert!(found.starts_with(&["http://a/"]) && found.ends_with(&["http://c/"]), "{damage}: {found:?}");
        let start = format!("it cannot be read: the packed part that begins at byte {} is broken: ", a.len());
        // A wrong byte may show in the head before the checksum does.
        let last = read.errors.last().expect("an error");
        assert!(read.errors.len() <= 2 && last.contains(&start), "{damage}: {:?}", read.errors);
    }
}

#[test]
fn an_archive_that_ends_within_a_record_gives_what_is_before() {
    let archive = [page("http://a/", "<p>a"), page("http://b/", "<p>b")].concat();
    let second = page("http://a/", "<p>a").len();
    for end in second + 1..archive.len() {
        let read = read(&archive[..end]);
        let whole = end >= archive.len() - 4;
        assert_eq!(read.names().len(), if whole { 2 } else { 1 }, "{end} {:?}", read.errors);
        assert_eq!(read.errors.len(), if whole { 0 } else { 1 }, "{end} {:?}", read.errors);
    }
}

#[test]
fn the_raw_form_of_a_page_is_its_record() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\nContent-Encoding: gzip\r\n";
    let record = response("http://a/", head, gzip(b"<p>\xc1"));
    let shelf = Shelf::with(&[("a.warc", &record)]);
    let read = shelf.read_all(shelf.documents(&["a.warc"]).keeping_raw(true));
    assert_eq!(read.is_whole().texts(), ["<p>а"]);
    assert_eq!(read.sources[0].raw.as_deref(), Some(&record[..]));
}

proptest! {
    #[test]
    fn any_bytes_are_read_to_their_end(
        pieces in prop::collection::vec(prop_oneof![
            Just(page("http://a/", "<p>a")),
            Just(b"WARC/1.0\r\n".to_vec()),
            Just(b"Content-Length: 9\r\n\r\n".to_vec()),
            Just(b"WARC-Type: response\r\n".to_vec()),
            Just(b"\r\n".to_vec()),
            any::<Vec<u8>>(),
        ], 0..8),
    ) {
        let bytes = pieces.concat();
        let read = read(&bytes);
        prop_assert!(read.sources.len() + read.errors.len() <= bytes.len());
    }
}
