//! The documents of the pairs that were drawn, read a second time: to see in what they differ.

use std::collections::HashMap;
use std::path::Path;

use super::PairDifference;
use twinprint::difference::{self, Side};
use twinprint::sketch::Preset;
use twinprint::text::{self, Document, Format, TextOptions};
use twinprint_native::Error;
use twinprint_native::blobs::Blobs;
use twinprint_native::corpus::Source;

/// Documents in a file without a name.
#[derive(Debug)]
pub struct Texts {
    held: Blobs,
    documents: HashMap<u32, StoredDocument>,
}

/// What is known of a document beside its text.
#[derive(Debug)]
struct StoredDocument {
    at: usize,
    format: Format,
    url: Option<String>,
}

impl Texts {
    /// None yet, in a folder.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn new(folder: &Path) -> Result<Texts, Error> {
        let place = folder.to_string_lossy().into_owned();
        match tempfile::tempfile_in(folder) {
            Ok(file) => Ok(Texts { held: Blobs::new(file, place), documents: HashMap::new() }),
            Err(reason) => Err(Error::Unwritable { place, reason }),
        }
    }

    /// Takes a document.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn take(&mut self, ordinal: u32, source: Source) -> Result<(), Error> {
        let at = self.held.push(source.text.as_bytes())?;
        self.documents.insert(ordinal, StoredDocument { at, format: source.format, url: source.url });
        Ok(())
    }

    /// In what two documents differ; none if one of them was not taken, or has no word. Tokens are counted as Henzinger has them,
    /// with the addresses of images; what they are is found by the words that a reader sees.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub fn difference(&self, a: u32, b: u32) -> Result<Option<PairDifference>, Error> {
        let Some((a, b)) = self.text(a)?.zip(self.text(b)?) else { return Ok(None) };
        let (a, b) = (a.document(), b.document());
        let between = |options: &TextOptions| {
            let (read_a, read_b) = (text::read(&a, options).ok()?, text::read(&b, options).ok()?);
            Some(difference::between(
                Side { document: &a, reading: &read_a },
                Side { document: &b, reading: &read_b },
            ))
        };
        let tokens = between(&Preset::Henzinger06B.method(None).recipe.text);
        let words = between(&TextOptions::default());
        let difference = tokens.zip(words);
        Ok(difference
            .map(|(tokens, words)| PairDifference { tokens: tokens.words as u32, reason: words.reason() }))
    }

    fn text(&self, ordinal: u32) -> Result<Option<ReadDocument<'_>>, Error> {
        let Some(held) = self.documents.get(&ordinal) else { return Ok(None) };
        let mut bytes = Vec::new();
        self.held.read(held.at..held.at + 1, &mut bytes)?;
        Ok(String::from_utf8(bytes).ok().map(|text| ReadDocument { text, held }))
    }
}

/// A document in memory.
struct ReadDocument<'a> {
    text: String,
    held: &'a StoredDocument,
}

impl ReadDocument<'_> {
    fn document(&self) -> Document<'_> {
        let StoredDocument { format, url, .. } = self.held;
        Document::new("", &self.text, *format).with_url(url.as_deref())
    }
}
