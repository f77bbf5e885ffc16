//! Reading documents: unpacked, decoded, each in its format, one at a time.

use std::boxed::Box;
use std::fs::File;
use std::io::{self, BufRead, Cursor, Read};
use std::prelude::v1::*;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::vec;

use super::jsonl::{self, Lines};
use super::{Entry, Error, Origin, ending, packed};
use crate::text::{Document, Format, encoding};

/// The longest document taken, in bytes after unpacking, and the longest line of a file of many: some 100,000 pages. The
/// core's own limit of 341 MiB is for decoded text.
pub const MAX_BYTES: u64 = 256 << 20;

/// A document that was read and decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its name in reports.
    pub name: String,
    /// Its text, or its HTML source.
    pub text: String,
    /// How the text is to be read.
    pub format: Format,
    /// Where it came from, of a line of JSON that says so; so are the others.
    pub url: Option<String>,
    /// What someone says about it, as "original".
    pub label: Option<String>,
    /// What it belongs to, as the task that it answers.
    pub group: Option<String>,
}

impl Source {
    /// The document as the core takes it.
    pub fn document(&self) -> Document<'_> {
        Document { name: &self.name, text: &self.text, format: self.format, url: self.url.as_deref() }
    }
}

/// The documents of files, one after the other; no more than one is in memory.
///
/// A file whose name ends in .jsonl has one in each line, any other is one itself. Each may be packed by gzip or
/// Zstandard, whatever its name. A name that ends in .html or .htm makes a document HTML, and one in .txt or .md plain
/// text; any other is HTML if it begins like a page. Standard input is taken for .jsonl if its first line is such an
/// object.
///
/// ```
/// use twinprint::native::corpus::{self, Listing};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), b"caf\xe9 au lait")?;
/// std::fs::write(folder.path().join("b.jsonl"), "{\"id\": 1, \"text\": \"one\"}\n{\"id\": 2, \"html\": \"two\"}\n")?;
/// let documents = corpus::documents(Listing::new([folder.path()]).entries);
/// let texts = documents.map(|source| Ok(source?.text)).collect::<Result<Vec<_>, twinprint::native::Error>>()?;
/// assert_eq!(texts, ["café au lait", "one", "two"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Each document that cannot be read is one: [`Error::Unreadable`], [`Error::TooLong`] beyond [`MAX_BYTES`],
/// [`crate::Error::NotText`], [`Error::BadLine`].
pub fn documents(entries: Vec<Entry>) -> Documents {
    Documents { entries: entries.into_iter(), lines: None, group: jsonl::GROUP.into(), read: Arc::default() }
}

/// The iterator of [`documents`].
pub struct Documents {
    entries: vec::IntoIter<Entry>,
    /// Those of the file that is open, if it has many.
    lines: Option<Lines<Reader>>,
    /// The field that is taken for their group.
    group: String,
    read: Arc<AtomicU64>,
}

type Reader = Box<dyn BufRead + Send>;

impl Documents {
    /// Takes another field of JSON lines than `group` for what a document belongs to.
    ///
    /// ```
    /// use twinprint::native::corpus::{self, Listing};
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("a.jsonl"), r#"{"id": 1, "text": "one", "story": 7}"#)?;
    /// let mut documents = corpus::documents(Listing::new([folder.path()]).entries).grouped_by("story");
    /// assert_eq!(documents.next().expect("a document")?.group.as_deref(), Some("7"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grouped_by(self, field: &str) -> Documents {
        Documents { group: field.into(), ..self }
    }

    /// How many bytes of the files were read, packed as they are: to follow the work.
    pub fn bytes_read(&self) -> Arc<AtomicU64> {
        self.read.clone()
    }

    /// Opens a file: its document, or none but its lines.
    fn open(&mut self, entry: &Entry) -> Result<Option<Source>, Error> {
        let unreadable = |reason| Error::Unreadable { place: entry.name.clone(), reason };
        let (mut reader, ending) = match &entry.origin {
            Origin::StandardInput => (packed::unpack(self.counted(io::stdin())), None),
            Origin::File(path) => {
                (File::open(path).and_then(|file| packed::unpack(self.counted(file))), ending(path))
            }
        };
        let mut many = ending.as_deref() == Some("jsonl");
        if entry.origin == Origin::StandardInput {
            let mut line = Vec::new();
            let mut rest = reader.map_err(unreadable)?;
            rest.by_ref().take(MAX_BYTES + 1).read_until(b'\n', &mut line).map_err(unreadable)?;
            many = jsonl::is_document(&line);
            reader = Ok(Box::new(Cursor::new(line).chain(rest)));
        }
        let reader = reader.map_err(unreadable)?;
        if many {
            self.lines = Some(Lines::new(reader, entry.name.clone(), &self.group));
            return Ok(None);
        }
        let bytes = bytes_of(reader)
            .map_err(unreadable)?
            .ok_or_else(|| Error::TooLong { place: entry.name.clone(), limit: MAX_BYTES })?;
        let text = encoding::decode(&bytes, &entry.name)?.into_owned();
        let format = format_of(ending.as_deref(), &text);
        Ok(Some(Source { name: entry.name.clone(), text, format, url: None, label: None, group: None }))
    }

    fn counted<R>(&self, reader: R) -> packed::Counted<R> {
        packed::Counted::new(reader, self.read.clone())
    }
}

impl Iterator for Documents {
    type Item = Result<Source, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(document) = self.lines.as_mut().and_then(Lines::next) {
                return Some(document);
            }
            self.lines = None;
            let entry = self.entries.next()?;
            if let Some(document) = self.open(&entry).transpose() {
                return Some(document);
            }
        }
    }
}

/// All bytes; `None` if there are too many.
fn bytes_of(reader: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= MAX_BYTES).then_some(bytes))
}

fn format_of(ending: Option<&str>, text: &str) -> Format {
    match ending {
        Some("html" | "htm") => Format::Html,
        Some("txt" | "md") => Format::Plain,
        _ => {
            let start = text.trim_start().as_bytes();
            let begins =
                |tag: &[u8]| start.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
            if begins(b"<!doctype html") || begins(b"<html") { Format::Html } else { Format::Plain }
        }
    }
}
