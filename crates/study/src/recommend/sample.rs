//! The documents that methods are tried on.

use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use twinprint::hash;
use twinprint::text::Format;
use twinprint_native::Error;
use twinprint_native::corpus::{Listing, Source};
use twinprint_native::lines;

/// Documents drawn evenly from a corpus: those with the least hashes of their names, as many as were asked for.
///
/// ```
/// use twinprint_study::recommend::DocumentSample;
/// let mut sample = DocumentSample::new(1, 2);
/// ["a", "b", "c", "d"].iter().for_each(|name| sample.offer(name));
/// assert_eq!(["a", "b", "c", "d"].iter().filter(|name| sample.has(name)).count(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct DocumentSample {
    seed: u64,
    most: usize,
    least: BinaryHeap<u64>,
}

impl DocumentSample {
    /// No document yet, and at most `most`.
    pub fn new(seed: u64, most: usize) -> Self {
        DocumentSample { seed, most, least: BinaryHeap::new() }
    }

    /// Takes a document's name.
    pub fn offer(&mut self, name: &str) {
        self.least.push(self.place(name));
        if self.least.len() > self.most {
            self.least.pop();
        }
    }

    /// Whether a document of those that were offered is drawn.
    pub fn has(&self, name: &str) -> bool {
        self.least.peek().is_some_and(|last| self.place(name) <= *last)
    }

    fn place(&self, name: &str) -> u64 {
        hash::mix(hash::token(name) ^ hash::mix(self.seed))
    }

    /// Puts those documents that were drawn into a file of JSON lines in a folder, and lists it.
    ///
    /// # Errors
    /// [`Error::Unwritable`]. Documents that cannot be read are skipped, as they were when they were offered.
    pub fn write(
        &self,
        documents: impl Iterator<Item = Result<Source, Error>>,
        folder: &Path,
    ) -> Result<Listing, Error> {
        #[derive(Serialize)]
        struct Line<'a> {
            id: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            text: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            html: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            url: Option<&'a str>,
        }
        let path: PathBuf = folder.join("sample.jsonl");
        let unwritable =
            |reason: io::Error| Error::Unwritable { place: path.to_string_lossy().into_owned(), reason };
        let mut out = BufWriter::new(File::create(&path).map_err(unwritable)?);
        let drawn = documents.flatten().filter(|source| self.has(&source.name));
        for source in drawn {
            let Source { name, text, format, url, .. } = &source;
            let is_html = *format == Format::Html;
            let line = Line {
                id: name,
                text: (!is_html).then_some(text),
                html: is_html.then_some(text),
                url: url.as_deref(),
            };
            lines::json(&mut out, &line).and_then(|()| out.write_all(b"\n")).map_err(unwritable)?;
        }
        out.flush().map_err(unwritable)?;
        Ok(Listing::new([path]))
    }
}
