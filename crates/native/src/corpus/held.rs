//! Documents that whoever calls has: in memory, or wherever.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::records::{Body, Piece, Pieces};
use super::{DocumentPlace, Entry, Origin};
use twinprint::text::Format;

/// Documents that a caller has. Each is asked for when it is read, one after the other, by another thread; a panic in it is raised
/// again where the documents are taken.
///
/// ```
/// use std::sync::Arc;
/// use twinprint_native::corpus::{self, Entry, Held, HeldDocument};
///
/// struct Pages([&'static str; 2]);
///
/// impl Held for Pages {
///     fn get(&self, number: u64) -> Option<HeldDocument<'_>> {
///         Some(HeldDocument::html(self.0.get(number as usize)?))
///     }
/// }
///
/// let documents = corpus::documents(vec![Entry::held("pages", Arc::new(Pages(["<p>one", "<p>two"])))]);
/// let names = documents.map(|source| Ok(source?.name)).collect::<Result<Vec<_>, twinprint_native::Error>>()?;
/// assert_eq!(names, ["pages, item 1", "pages, item 2"]);
/// # Ok::<(), twinprint_native::Error>(())
/// ```
pub trait Held: Send + Sync {
    /// A document by its number, from 0; none from the last on.
    fn get(&self, number: u64) -> Option<HeldDocument<'_>>;
}

/// What a caller says of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct HeldDocument<'a> {
    /// Its text, or its HTML source.
    pub text: &'a str,
    /// How the text is to be read.
    pub format: Format,
    /// Its name; without one it is called by its place.
    pub name: Option<&'a str>,
    /// What it is preferred by to others.
    pub rank: Option<&'a str>,
}

impl<'a> HeldDocument<'a> {
    /// A plain text without a name.
    pub fn plain(text: &'a str) -> Self {
        HeldDocument { text, format: Format::Plain, name: None, rank: None }
    }

    /// An HTML document without a name.
    pub fn html(text: &'a str) -> Self {
        HeldDocument { format: Format::Html, ..HeldDocument::plain(text) }
    }

    /// With a format.
    pub fn with_format(self, format: Format) -> Self {
        HeldDocument { format, ..self }
    }

    /// With a name, if it has one.
    pub fn with_name(self, name: Option<&'a str>) -> Self {
        HeldDocument { name, ..self }
    }

    /// With what it is preferred by, if that is said.
    pub fn with_rank(self, rank: Option<&'a str>) -> Self {
        HeldDocument { rank, ..self }
    }
}

impl Entry {
    /// The documents that a caller has, as if they stood in a file of this name.
    pub fn held(name: &str, documents: Arc<dyn Held>) -> Entry {
        Entry { name: name.into(), origin: Origin::Held(HeldDocuments(documents)) }
    }
}

/// The documents of a caller; they are equal to themselves alone.
#[derive(Clone)]
pub struct HeldDocuments(Arc<dyn Held>);

impl PartialEq for HeldDocuments {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for HeldDocuments {}

impl fmt::Debug for HeldDocuments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HeldDocuments")
    }
}

impl HeldDocuments {
    /// The documents one after the other; `read` counts the bytes of their texts.
    pub(super) fn pieces(&self, place: DocumentPlace, read: Arc<AtomicU64>) -> Box<dyn Pieces> {
        Box::new(HeldPieces { documents: self.clone(), place, number: 0, read })
    }
}

struct HeldPieces {
    documents: HeldDocuments,
    place: DocumentPlace,
    number: u64,
    read: Arc<AtomicU64>,
}

impl Pieces for HeldPieces {
    fn number(&self) -> u64 {
        self.number
    }

    fn next(&mut self) -> Option<Piece> {
        let document = self.documents.0.get(self.number)?;
        let body = Body::Held {
            format: document.format,
            name: document.name.map(String::from),
            rank: document.rank.map(String::from),
        };
        let place = self.place.at(self.number);
        self.number += 1;
        self.read.fetch_add(document.text.len() as u64, Ordering::Relaxed);
        Some(Ok((place, document.text.as_bytes().to_vec(), body)))
    }

    fn skip_to(&mut self, number: u64) {
        self.number = self.number.max(number);
    }
}
