//! Reading one document: bytes, their encoding, their format.

use std::fs::File;
use std::io::{self, Read};
use std::prelude::v1::*;

use super::{Entry, Error, Origin, extension};
use crate::text::{Document, Format, encoding};

/// The longest file taken, in bytes: some 100,000 pages. The core's own limit of 372 MiB is for decoded text.
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
}

impl Source {
    /// The document as the core takes it.
    pub fn document(&self) -> Document<'_> {
        Document { name: &self.name, text: &self.text, format: self.format, url: None }
    }
}

/// Reads a document, in whatever encoding it is. A name that ends in .html or .htm makes it HTML, and one in .txt or
/// .md plain text; any other is HTML if it begins like a page.
///
/// ```
/// use twinprint::native::corpus::{self, Listing};
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a.txt");
/// std::fs::write(&path, b"caf\xe9 au lait")?;
/// let listing = Listing::new([&path]);
/// assert_eq!(corpus::read(&listing.entries[0])?.text, "café au lait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Unreadable`], [`Error::TooLong`] beyond [`MAX_BYTES`], and [`crate::Error::NotText`].
pub fn read(entry: &Entry) -> Result<Source, Error> {
    let place = || entry.name.clone();
    let bytes = match &entry.origin {
        Origin::StandardInput => bytes_of(io::stdin().lock()),
        Origin::File(path) => File::open(path).and_then(bytes_of),
    }
    .map_err(|reason| Error::Unreadable { place: place(), reason })?
    .ok_or_else(|| Error::TooLong { place: place(), limit: MAX_BYTES })?;
    let text = encoding::decode(&bytes, &entry.name)?.into_owned();
    let format = match &entry.origin {
        Origin::StandardInput => format_of(None, &text),
        Origin::File(path) => format_of(extension(path).as_deref(), &text),
    };
    Ok(Source { name: place(), text, format })
}

/// All bytes; `None` if there are too many.
fn bytes_of(reader: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= MAX_BYTES).then_some(bytes))
}

fn format_of(extension: Option<&str>, text: &str) -> Format {
    match extension {
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
