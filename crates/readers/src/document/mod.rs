//! Documents of word processors, presentations, books, LaTeX, notebooks and mail, as text.
//!
//! What a file is, its content says. Of each, the text is what a person reads of it with all changes accepted; what is left out stands with its
//! reader. The same words come of the page's readers (`docs/reference/reading.md`).

#[cfg(feature = "archives")]
mod archive;
mod asides;
mod docx;
mod encoded;
mod epub;
mod flow;
mod latex;
mod look;
#[cfg(feature = "mail")]
mod mail;
mod notebook;
mod odf;
mod ooxml;
mod package;
#[cfg(feature = "pdf")]
mod pdf;
mod pptx;
mod problem;
mod rtf;
#[cfg(test)]
mod tests;
mod xml;

#[cfg(feature = "archives")]
pub use archive::ArchiveFiles;
use asides::Asides;
pub use asides::{Aside, AsideKind};
#[cfg(not(feature = "encodings"))]
pub use encoded::decode_by;
use package::Package;
pub use problem::Unreadable;

use twinprint::Format;

use crate::kinds::{is_archive_name, is_latex, is_message};

/// The most bytes that the text of a document has.
const LONGEST: usize = 64 << 20;

/// What a document was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DocumentKind {
    /// Office Open XML: a text, as of Word.
    Docx,
    /// Office Open XML: a presentation, as of PowerPoint.
    Pptx,
    /// OpenDocument: a text, as of LibreOffice Writer.
    Odt,
    /// OpenDocument: a presentation, as of LibreOffice Impress.
    Odp,
    /// A book.
    Epub,
    /// Rich Text Format.
    Rtf,
    /// A Jupyter notebook.
    Notebook,
    /// LaTeX.
    Latex,
    /// Portable Document Format.
    Pdf,
    /// A message.
    Mail,
}

impl DocumentKind {
    /// Its name in reports, which is that of the page.
    pub const fn name(self) -> &'static str {
        match self {
            DocumentKind::Docx => "docx",
            DocumentKind::Pptx => "pptx",
            DocumentKind::Odt => "odt",
            DocumentKind::Odp => "odp",
            DocumentKind::Epub => "epub",
            DocumentKind::Rtf => "rtf",
            DocumentKind::Notebook => "notebook",
            DocumentKind::Latex => "latex",
            DocumentKind::Pdf => "pdf",
            DocumentKind::Mail => "mail",
        }
    }
}

/// A document that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadDocument {
    /// What it was read from.
    pub kind: DocumentKind,
    /// Its text: paragraphs with an empty line between them, cells of a row with tabs.
    pub text: String,
    /// What the text is: plain, but of a message that is HTML alone.
    pub format: Format,
    /// What it says its title is.
    pub title: Option<String>,
    /// Who it says wrote it.
    pub author: Option<String>,
    /// At which byte of the text each of its pages starts, if it has pages.
    pub pages: Vec<usize>,
    /// How many of its pages have no text: they are pictures, or empty.
    pub blank: usize,
    /// What it has beside its text, one for each kind.
    pub asides: Vec<Aside>,
    /// How many words have a letter that looks like another, by what the font of a PDF calls it, than the one that is read.
    pub disguised: usize,
}

impl ReadDocument {
    /// A document that flows, as those without pages do.
    fn flowing(
        kind: DocumentKind,
        text: String,
        title: Option<String>,
        author: Option<String>,
    ) -> ReadDocument {
        let (format, pages) = (Format::Plain, Vec::new());
        ReadDocument { kind, text, format, title, author, pages, blank: 0, asides: Vec::new(), disguised: 0 }
    }

    /// The same with what its file has beside its text. What nobody sees of a document with nothing else is its text: what is behind it is not
    /// always told.
    fn with_asides(self, asides: Asides) -> ReadDocument {
        let mut asides = asides.finish();
        if self.text.contains(char::is_alphanumeric) {
            return ReadDocument { asides, ..self };
        }
        let unseen: Vec<Aside> = asides.extract_if(.., |aside| aside.kind.is_unseen()).collect();
        let texts: Vec<String> = unseen.into_iter().map(|aside| aside.text).collect();
        let text = if texts.is_empty() { self.text } else { texts.join("\n\n") };
        ReadDocument { text, asides, ..self }
    }
}

/// The bytes that a file begins with whose text [`read_document`] finds, or says why there is none.
const STARTS: [&[u8]; 4] = [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08", OLD_OFFICE];
/// Those that may stand behind white space.
const MARKS: [&[u8]; 3] = [b"{\\rtf", b"%PDF-", LATEX];
/// As much of `\\documentclass` as [`is_document_file`] may have.
const LATEX: &[u8] = b"\\documen";
/// The container of Office before 2007, and of newer documents behind a password.
const OLD_OFFICE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Whether a file that begins so, of 262 bytes or more if it has them, is for [`read_document`].
///
/// ```
/// assert!(twinprint_readers::is_document_file(br"{\rtf1 "));
/// assert!(!twinprint_readers::is_document_file(b"plain text"));
/// ```
pub fn is_document_file(start: &[u8]) -> bool {
    let marked = after_marks(start);
    STARTS.iter().any(|begins| start.starts_with(begins))
        || is_tar(start)
        || MARKS.iter().any(|begins| marked.starts_with(begins))
}

/// The text of a document, by what it begins with. One that begins like none of them is read as a notebook.
///
/// ```
/// let read = twinprint_readers::read_document(br"{\rtf1\ansi caf\'e9 au lait\par}")?;
/// assert_eq!(read.text, "café au lait");
/// # Ok::<(), twinprint_readers::Unreadable>(())
/// ```
///
/// # Errors
/// [`Unreadable`]: why there is no text, and what to do.
pub fn read_document(bytes: &[u8]) -> Result<ReadDocument, Unreadable> {
    read_named_document(None, bytes, &mut |_, _| {})
}

/// As [`read_document`], of a document whose name ends so, in lower case: what begins like no other is LaTeX if its name says that. `on_page`
/// is called with the number of each page of a PDF that was read, from 1 on, and with how many there are.
///
/// ```
/// use twinprint_readers::read_named_document;
/// let read = read_named_document(Some("tex"), br"\emph{caf\'e} au lait % with sugar", &mut |_, _| {})?;
/// assert_eq!(read.text, "café au lait");
/// # Ok::<(), twinprint_readers::Unreadable>(())
/// ```
///
/// # Errors
/// [`Unreadable`]: why there is no text, and what to do.
pub fn read_named_document(
    ending: Option<&str>,
    bytes: &[u8],
    on_page: &mut dyn FnMut(usize, usize),
) -> Result<ReadDocument, Unreadable> {
    let start = after_marks(bytes);
    let read = if bytes.starts_with(b"PK") {
        packed(bytes)
    } else if bytes.starts_with(OLD_OFFICE) {
        Err(old_office(bytes))
    } else if start.starts_with(b"{\\rtf") {
        rtf::read(start)
    } else if start.starts_with(b"%PDF-") {
        read_pdf(start, on_page)
    } else if start.starts_with(LATEX) || ending.is_some_and(is_latex) {
        latex::read(start)
    } else if ending.is_some_and(is_message) {
        read_mail(start)
    } else if ending == Some("zip") {
        Err(Unreadable::Not("a ZIP archive"))
    } else if ending.is_some_and(is_archive_name) || is_tar(bytes) {
        Err(Unreadable::Archive)
    } else {
        notebook::read(start)
    }?;
    if read.text.len() > LONGEST { Err(Unreadable::TooLong(LONGEST)) } else { Ok(read) }
}

/// Bytes without the mark of their order and the space that some programs put before a document.
fn after_marks(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}

#[cfg(feature = "pdf")]
fn read_pdf(bytes: &[u8], on_page: &mut dyn FnMut(usize, usize)) -> Result<ReadDocument, Unreadable> {
    pdf::read(bytes, on_page)
}

#[cfg(not(feature = "pdf"))]
fn read_pdf(_: &[u8], _: &mut dyn FnMut(usize, usize)) -> Result<ReadDocument, Unreadable> {
    Err(Unreadable::Unsupported("a PDF"))
}

#[cfg(feature = "mail")]
fn read_mail(bytes: &[u8]) -> Result<ReadDocument, Unreadable> {
    mail::read(bytes)
}

#[cfg(not(feature = "mail"))]
fn read_mail(_: &[u8]) -> Result<ReadDocument, Unreadable> {
    Err(Unreadable::Unsupported("a message"))
}

/// Where a tar archive says what it is, and how.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// Whether bytes say that they are a tar archive. Those of before 1988 do not.
fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(TAR.0..).is_some_and(|marked| marked.starts_with(TAR.1))
}

/// What is packed is a document of many parts, or an archive of documents.
fn packed(bytes: &[u8]) -> Result<ReadDocument, Unreadable> {
    let mut package = Package::open(bytes)?;
    let kind = if package.has("mimetype") { package.text("mimetype")? } else { String::new() };
    let kind = kind.trim();
    if kind == "application/epub+zip" || package.has("META-INF/container.xml") {
        return epub::read(&mut package);
    }
    if let Some(kind) = kind.strip_prefix("application/vnd.oasis.opendocument.") {
        return match kind {
            _ if kind.starts_with("text") => odf::read(&mut package, DocumentKind::Odt),
            _ if kind.starts_with("presentation") => odf::read(&mut package, DocumentKind::Odp),
            _ => Err(Unreadable::Unsupported("an OpenDocument file that is no text and no presentation")),
        };
    }
    if package.has("[Content_Types].xml") {
        return match () {
            () if package.has("xl/workbook.xml") => Err(Unreadable::Unsupported("a spreadsheet")),
            () if package.has("ppt/presentation.xml") => pptx::read(&mut package),
            () => docx::read(&mut package),
        };
    }
    if package.has("Index/Document.iwa") || package.has("Index.zip") {
        return Err(Unreadable::Unsupported("an Apple Pages document"));
    }
    Err(Unreadable::Archive)
}

fn old_office(bytes: &[u8]) -> Unreadable {
    // Names in the container are of UTF-16.
    let name: Vec<u8> = "EncryptedPackage".bytes().flat_map(|byte| [byte, 0]).collect();
    if bytes.windows(name.len()).any(|window| window == name) {
        Unreadable::Protected
    } else {
        Unreadable::Unsupported("a document of Office before 2007")
    }
}

/// What a document says of itself: white space made one space, and not longer than a line that is shown.
fn about(value: &str) -> Option<String> {
    const LONGEST: usize = 300;
    let words = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = words.char_indices().nth(LONGEST).map_or(words.len(), |(at, _)| at);
    (end > 0).then(|| words[..end].to_string())
}
