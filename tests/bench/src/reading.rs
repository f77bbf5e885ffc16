//! How fast pages and lines of JSON become words, on one core, beside what bounds it and what else reads them.
//!
//!     cargo run --release --manifest-path tests/bench/Cargo.toml --bin reading -- PAGES.jsonl [ENGLISH.jsonl]
//!
//! PAGES has a page in the field "html" of each line (`tests/bench/assemble_pages.py`), ENGLISH a text in "text"; without it, texts are
//! made here. Processor time, medians of seven rounds; the ratio is to copying the same bytes.

mod rounds;
mod text;

use std::convert::Infallible;
use std::fs::File;
use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use twinprint::text::{Document, Reader, TextOptions};
use twinprint_native::corpus::{self, Listing};

use rounds::median;

/// The texts that are made where none are given, and their length.
const MADE: (usize, usize) = (4_000, 4_000);

fn main() {
    let mut paths = std::env::args().skip(1).map(PathBuf::from);
    let Some(pages) = paths.next() else {
        eprintln!(
            "which pages? `tests/bench/assemble_pages.py` makes some: reading PAGES.jsonl [ENGLISH.jsonl]"
        );
        std::process::exit(2);
    };
    read_pages(&pages);
    let made = std::env::temp_dir().join(format!("twinprint-bench-{}.jsonl", std::process::id()));
    match paths.next() {
        Some(english) => read_lines(&english),
        None => {
            write_lines(&made).unwrap_or_else(|error| panic!("{}: {error}", made.display()));
            read_lines(&made);
            std::fs::remove_file(&made).unwrap_or_else(|error| panic!("{}: {error}", made.display()));
        }
    }
}

fn read_pages(path: &Path) {
    let pages: Vec<String> = documents(path).map(|source| source.text).collect();
    let bytes = pages.iter().map(String::len).sum();
    println!("{} pages, {bytes} bytes of HTML", pages.len());
    let mut rows = Rows::new(bytes);
    rows.add("copied", || pages.iter().map(|page| black_box(page.clone()).len() as u64).sum());
    rows.add("html5gum: tags and text, nothing kept", || {
        let mut tokens = 0;
        for page in &pages {
            let count = |event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
                tokens += u64::from(!matches!(event, CallbackEvent::AttributeName { .. }));
                None
            };
            let Ok(()) = Tokenizer::new_with_emitter(page.as_str(), CallbackEmitter::new(count)).finish();
        }
        tokens
    });
    let (mut reader, mut tokens) = (reader(), Vec::new());
    rows.add("twinprint: HTML to words", || {
        pages.iter().map(|page| words(&mut reader, &Document::html("page", page), &mut tokens)).sum()
    });
}

fn read_lines(path: &Path) {
    let lines = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let texts: Vec<String> = documents(path).map(|source| source.text).collect();
    println!("\n{} lines of JSON, {} bytes", texts.len(), lines.len());
    let mut rows = Rows::new(lines.len());
    rows.add("copied", || black_box(lines.clone()).len() as u64);
    rows.add("checked to be UTF-8", || std::str::from_utf8(&lines).map_or(0, |text| text.len() as u64));
    rows.add("serde_json: values", || {
        let values = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        values.map(|line| serde_json::from_slice::<serde_json::Value>(line).is_ok() as u64).sum()
    });
    rows.add("words parted at white space, of texts", || {
        texts.iter().map(|text| text.split_ascii_whitespace().count() as u64).sum()
    });
    let (mut reader, mut tokens) = (reader(), Vec::new());
    rows.add("twinprint: texts to words", || {
        texts.iter().map(|text| words(&mut reader, &Document::plain("text", text), &mut tokens)).sum()
    });
    rows.add("twinprint: the file to texts", || documents(path).map(|source| source.text.len() as u64).sum());
    rows.add("twinprint: the file to words", || {
        documents(path).map(|source| words(&mut reader, &source.document(), &mut tokens)).sum()
    });
}

fn documents(path: &Path) -> impl Iterator<Item = corpus::Source> {
    let documents = corpus::documents(Listing::new([path]).entries);
    documents.map(|source| source.unwrap_or_else(|error| panic!("{error}")))
}

fn reader() -> Reader {
    Reader::new(&TextOptions::default()).expect("the default is built in")
}

/// How many words a document has, none where it has none.
fn words(reader: &mut Reader, document: &Document<'_>, tokens: &mut Vec<u64>) -> u64 {
    reader.read_tokens(document, tokens).map_or(0, |()| tokens.len() as u64)
}

fn write_lines(path: &Path) -> std::io::Result<()> {
    let (count, length) = MADE;
    let text = text::english(count * length);
    let mut file = BufWriter::new(File::create(path)?);
    for (number, text) in text.as_bytes().chunks(length).enumerate() {
        let text = String::from_utf8_lossy(text);
        serde_json::to_writer(&mut file, &serde_json::json!({ "id": number, "text": text }))?;
        file.write_all(b"\n")?;
    }
    file.flush()
}

/// Times of the same bytes, the first of which is what the others are compared with.
struct Rows {
    bytes: usize,
    first: Option<f64>,
}

impl Rows {
    fn new(bytes: usize) -> Rows {
        Rows { bytes, first: None }
    }

    fn add(&mut self, name: &str, work: impl FnMut() -> u64) {
        let median = median(work);
        let first = *self.first.get_or_insert(median);
        println!("{name:44} {:8.0} MB/s {:8.2}", self.bytes as f64 / median / 1e6, first / median);
    }
}
