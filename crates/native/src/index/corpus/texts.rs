//! The texts of an index, for whoever must see the words themselves: what stands in it is proven by nothing less.

use core::hash::Hasher;
use std::format;
use std::io::{self, Write};
use std::path::Path;
use std::vec::Vec;

use serde::Serialize;
use twox_hash::XxHash64;

use super::super::super::{Error, lines};
use super::documents::for_each_document;
use super::journal;
use super::manifest::{next, read};
use super::open::read_file;

/// Which documents of an index were given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextsWritten {
    /// Those that were given.
    pub documents: u64,
    /// Those of which the index does not have the text: it is too long, or was not kept when they were added.
    pub without_text: u64,
    /// The XXH64 of all that was written.
    pub xxh64: u64,
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    text: &'a str,
}

/// Writes the texts of the index in a folder as JSON lines with `id` and `text`, those of its journal, too. The line of a document is
/// that of its number in the index, from 0; it is empty for numbers that no document has any more, and where there is no text.
///
/// ```
/// use twinprint_native::corpus::{self, Listing};
/// use twinprint_native::index::corpus::{CorpusIndexOptions, build, write_texts};
/// let folder = tempfile::tempdir()?;
/// let (texts, index) = (folder.path().join("texts"), folder.path().join("index"));
/// std::fs::create_dir(&texts)?;
/// std::fs::write(texts.join("a.txt"), "it rains in the north of the country")?;
/// let documents = corpus::documents(Listing::new([&texts]).entries);
/// let options = CorpusIndexOptions { with_text: true, ..CorpusIndexOptions::default() };
/// build(documents, &index, &options, &())?;
/// let mut lines = Vec::new();
/// assert_eq!(write_texts(&index, &mut lines)?.documents, 1);
/// assert!(String::from_utf8(lines)?.contains("it rains in the north"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Index`] where there is no index, one of fingerprints, or one that has the text of no document; [`Error::Unreadable`] and
/// [`Error::Core`] for its files; [`Error::Unwritable`] of `to`.
pub fn write_texts(folder: &Path, to: &mut impl Write) -> Result<TextsWritten, Error> {
    let manifest = read(folder)?;
    let place = || folder.to_string_lossy().into_owned();
    let mut writer = Writer {
        to,
        next: 0,
        line: Vec::new(),
        hash: XxHash64::with_seed(0),
        written: TextsWritten::default(),
    };
    let fails = |reason| Error::Unwritable { place: format!("the texts of {}", place()), reason };
    for segment in &manifest.segments {
        let mut number = segment.first_document;
        for_each_document(
            segment,
            |file| read_file(folder, file),
            |source, text| {
                let at = number;
                number += 1;
                if source.removed {
                    Ok(())
                } else {
                    writer.push(at, &source.id, text.as_deref()).map_err(fails)
                }
            },
        )?;
    }
    let (first, _) = next(&manifest);
    for (number, record) in (first..).zip(journal::read(folder, &manifest.checksum)?) {
        writer.push(number, &record.source.id, record.text.as_deref()).map_err(fails)?;
    }
    match writer.written {
        TextsWritten { documents: 0, without_text, .. } if without_text > 0 => Err(Error::Index {
            place: place(),
            what: "it keeps no texts, and without them nobody can tell what stands in it word by word".into(),
            remedy: "give the corpus that it was built of, or build it again with --with-text",
        }),
        written => Ok(TextsWritten { xxh64: writer.hash.finish(), ..written }),
    }
}

struct Writer<'a, W> {
    to: &'a mut W,
    /// The number of the next line.
    next: u32,
    line: Vec<u8>,
    hash: XxHash64,
    written: TextsWritten,
}

impl<W: Write> Writer<'_, W> {
    fn push(&mut self, number: u32, id: &str, text: Option<&str>) -> io::Result<()> {
        let Some(text) = text else {
            self.written.without_text += 1;
            return Ok(());
        };
        self.line.clear();
        self.line.resize(number.saturating_sub(self.next) as usize, b'\n');
        lines::json(&mut self.line, &Line { id, text })?;
        self.line.push(b'\n');
        self.next = number + 1;
        self.written.documents += 1;
        self.hash.write(&self.line);
        self.to.write_all(&self.line)
    }
}
