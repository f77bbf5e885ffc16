//! A document that was read, and what is said of it.

use super::DocumentPlace;
use twinprint::text::{Document, Format};
use twinprint_readers::{Aside, title_of};

/// A document that was read and decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its name in reports: the `id` of a line, an item or a row, or where it has none, its place; the address of a page in an
    /// archive; the file's name. It is a label: another document may have the same.
    pub name: String,
    /// Its text, or its HTML source.
    pub text: String,
    /// How the text is to be read.
    pub format: Format,
    /// Where it came from, if a field says so, or an archive.
    pub url: Option<String>,
    /// Its title, if a field says so; see [`title`](Source::title()).
    pub title: Option<String>,
    /// What someone says about it in the field `label`, as "original".
    pub label: Option<String>,
    /// What it belongs to, as the task that it answers, if a field says so.
    pub group: Option<String>,
    /// Its kind, if a field says so.
    pub category: Option<String>,
    /// Its language, if a field says so.
    pub language: Option<String>,
    /// What a caller prefers documents by, if a field was [named](super::Fields::rank) and says so.
    pub rank: Option<String>,
    /// At which byte of its text each of its pages starts, if it is a file with pages.
    pub pages: Vec<usize>,
    /// How many of its pages have no text: they are pictures, or empty.
    pub blank_pages: usize,
    /// What its file has beside its text: comments, what was deleted, and text that nobody sees.
    pub asides: Vec<Aside>,
    /// How many of its words look otherwise than they are read: the font of a PDF calls a letter by another name.
    pub disguised: usize,
    /// Where it was read.
    pub place: DocumentPlace,
    /// Its bytes, if they were [requested](super::Documents::keeping_raw): a line as it is, without its end; a record of
    /// an archive, all of it; else its text or HTML in the encoding it came in.
    pub raw: Option<Vec<u8>>,
}

impl Source {
    /// The document as the core takes it.
    pub fn document(&self) -> Document<'_> {
        Document::new(&self.name, &self.text, self.format).with_url(self.url.as_deref())
    }

    /// As [`document`](Source::document), with its group as its site if that is what it goes by.
    pub(crate) fn document_of(&self, by_group: bool) -> Document<'_> {
        self.document().with_site(self.group.as_deref().filter(|_| by_group))
    }

    /// Its title: what a field says, or else a page's own.
    pub fn title(&self) -> Option<String> {
        let of_page = || (self.format == Format::Html).then(|| title_of(&self.text))?;
        self.title.clone().or_else(of_page)
    }
}
