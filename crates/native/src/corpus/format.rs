//! What a file is: by what it holds, and then by its name.

use super::fields::Wanted;
use super::stream::Stream;
use super::{MAX_BYTES, jsonl, parquet, warc};
use twinprint_readers::{is_document_file, is_document_name};

/// What a file is read as.
///
/// ```
/// use twinprint_native::corpus::FileFormat;
/// assert_eq!(FileFormat::from_name("jsonl"), Some(FileFormat::JsonLines));
/// assert_eq!(FileFormat::Csv.name(), "csv");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileFormat {
    /// A JSON object in each line.
    JsonLines,
    /// One JSON array of objects, or objects one after the other, however they are broken into lines.
    Json,
    /// Comma-separated values, behind a header.
    Csv,
    /// Tab-separated values, behind a header.
    Tsv,
    /// A Parquet file.
    Parquet,
    /// Arrow's IPC file, which is Feather's second version, or its stream.
    Arrow,
    /// A web archive.
    Warc,
    /// One plain text.
    Text,
    /// One page.
    Html,
    /// One document of a word processor, a presentation, a book or a notebook.
    Document,
}

impl FileFormat {
    /// All of them.
    pub const ALL: [FileFormat; 10] = [
        FileFormat::JsonLines,
        FileFormat::Json,
        FileFormat::Csv,
        FileFormat::Tsv,
        FileFormat::Parquet,
        FileFormat::Arrow,
        FileFormat::Warc,
        FileFormat::Text,
        FileFormat::Html,
        FileFormat::Document,
    ];

    /// Its name, as `--format` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            FileFormat::JsonLines => "jsonl",
            FileFormat::Json => "json",
            FileFormat::Csv => "csv",
            FileFormat::Tsv => "tsv",
            FileFormat::Parquet => "parquet",
            FileFormat::Arrow => "arrow",
            FileFormat::Warc => "warc",
            FileFormat::Text => "text",
            FileFormat::Html => "html",
            FileFormat::Document => "document",
        }
    }

    /// The format of a name.
    pub fn from_name(name: &str) -> Option<FileFormat> {
        FileFormat::ALL.into_iter().find(|format| format.name() == name)
    }

    /// What a file is whose name ends so, if that says it.
    fn of_name(ending: Option<&str>) -> Option<FileFormat> {
        match ending? {
            "jsonl" | "ndjson" => Some(FileFormat::JsonLines),
            "csv" => Some(FileFormat::Csv),
            "tsv" => Some(FileFormat::Tsv),
            "parquet" => Some(FileFormat::Parquet),
            "arrow" | "arrows" | "feather" | "ipc" => Some(FileFormat::Arrow),
            "warc" | "wet" => Some(FileFormat::Warc),
            "txt" | "md" => Some(FileFormat::Text),
            "html" | "htm" => Some(FileFormat::Html),
            ending if is_document_name(ending) => Some(FileFormat::Document),
            _ => None,
        }
    }

    /// What a file is. Text and pages are what their names say, for they may begin like anything; of all others what they
    /// begin with comes first. One that says nothing of itself is a document, so that a name is never refused.
    pub(super) fn of(ending: Option<&str>, reader: &mut Stream, wanted: &Wanted) -> FileFormat {
        let named = FileFormat::of_name(ending);
        if matches!(named, Some(FileFormat::Text | FileFormat::Html)) {
            return named.unwrap_or(FileFormat::Text);
        }
        let start = reader.ahead(LONGEST_START);
        let known = [
            (parquet::START, FileFormat::Parquet),
            (b"ARROW1", FileFormat::Arrow),
            (b"\xff\xff\xff\xff", FileFormat::Arrow),
            (warc::START, FileFormat::Warc),
        ];
        if let Some((_, format)) = known.into_iter().find(|(begins, _)| start.starts_with(begins)) {
            return format;
        }
        if named == Some(FileFormat::Document) || is_document_file(start) {
            return FileFormat::Document;
        }
        let json = start_of_json(reader).map(|(_, byte)| byte);
        match (named, json) {
            (None | Some(FileFormat::JsonLines), Some(b'[')) => FileFormat::Json,
            (None, Some(b'{')) if jsonl::is_document(first_line(reader), wanted) => FileFormat::JsonLines,
            _ => named.unwrap_or(FileFormat::Text),
        }
    }

    /// Whether a file that is read as one document looks as if it were of JSON.
    pub(super) fn seems_json(ending: Option<&str>, reader: &mut Stream) -> bool {
        ending == Some("json") || ending.is_none() && start_of_json(reader).is_some()
    }
}

/// The most bytes that say what a file is.
const LONGEST_START: usize = 512;
/// The most white space that a file may begin with to be one of JSON.
const LONGEST_SPACE: usize = 1 << 16;

/// The first line that is not empty, if it begins as an object does.
pub(super) fn first_line(reader: &mut Stream) -> &[u8] {
    match start_of_json(reader) {
        Some((at, b'{')) => reader.line(at, MAX_BYTES as usize),
        _ => &[],
    }
}

/// Where JSON begins, and with what: an object, or an array of them, or an empty one. No more is waited for than what shows it.
fn start_of_json(reader: &mut Stream) -> Option<(usize, u8)> {
    let mark = if reader.ahead(MARK.len()) == MARK { MARK.len() } else { 0 };
    let (at, first) = after_space(reader, mark)?;
    match first {
        b'{' => Some((at, b'{')),
        b'[' => after_space(reader, at + 1).filter(|(_, byte)| b"{]".contains(byte)).map(|_| (at, b'[')),
        _ => None,
    }
}

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The first byte that is no white space among those `from` bytes ahead or more, with how far ahead it is.
fn after_space(reader: &mut Stream, from: usize) -> Option<(usize, u8)> {
    (from..from + LONGEST_SPACE).find_map(|at| match reader.ahead(at + 1).get(at) {
        Some(byte) if byte.is_ascii_whitespace() => None,
        byte => Some(byte.map(|&byte| (at, byte))),
    })?
}
