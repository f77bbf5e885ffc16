//! Why a document cannot be read.

use std::error::Error;
use std::fmt::{Display, Formatter, Result};

/// Why there is no text, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreadable {
    /// It is damaged: how.
    Damaged(String),
    /// It is not what it seems to be: what that is.
    Not(&'static str),
    /// A password protects it.
    Protected,
    /// It is protected against copying.
    CopyProtected,
    /// It is of a kind that is not read: which.
    Unsupported(&'static str),
    /// It has no text on any of its pages: how many those are. 0 of what has no pages.
    NoText(usize),
    /// It is a message without a text of its own: that is in what is attached.
    Attached,
    /// Its fonts do not say which letters their shapes are.
    NoLetters,
    /// It has more pages than are read.
    ManyPages {
        /// How many it says it has.
        pages: usize,
        /// How many are read at most.
        limit: usize,
    },
    /// It is an archive of files.
    Archive,
    /// It is an archive without a document.
    NoDocuments,
    /// It is packed by a method of ZIP that is not unpacked: which.
    Packing(u16),
    /// Its pages draw without an end.
    Endless,
    /// Its XML declares entities.
    Entities,
    /// Its parts are nested deeper than this.
    Nested(usize),
    /// It unpacks to more than this many bytes, or to far more than it could hold.
    Bomb(u64),
    /// It has more files in it than this.
    ManyFiles(usize),
    /// It is an archive within this number of others.
    DeepArchive(usize),
    /// Its path leads out of the archive that it is in.
    Outside,
    /// Its text has more than this many bytes.
    TooLong(usize),
}

impl Unreadable {
    /// What to do, as the end of a sentence.
    pub fn remedy(&self) -> &'static str {
        match self {
            Unreadable::Damaged(_) => "open it in the program that made it and save it again",
            Unreadable::Not(_) => "request a new copy",
            Unreadable::Protected => "remove the password and give it again",
            Unreadable::CopyProtected => "request the text itself",
            Unreadable::Unsupported(_) => "save it as .docx, .odt or text, and give that",
            Unreadable::NoText(0) => "check that it is the right one",
            Unreadable::NoText(_) => "run text recognition (OCR) on it and give the result",
            Unreadable::Attached => "save what is attached and give that",
            Unreadable::NoLetters => "run text recognition (OCR) on it, or request another format",
            Unreadable::ManyPages { .. } => "split it, and do not trust it if it is small",
            Unreadable::NoDocuments => "check that it is the right one",
            Unreadable::Packing(_) => "unpack it and give what is in it",
            Unreadable::Archive => "unpack it and give the folder",
            Unreadable::Endless => "do not trust it; request it in another format",
            Unreadable::Entities | Unreadable::Nested(_) | Unreadable::Bomb(_) => {
                "do not trust it; request a new copy"
            }
            Unreadable::ManyFiles(_) => "do not trust it; unpack it elsewhere and give its files",
            Unreadable::DeepArchive(_) => "unpack it and give its files",
            Unreadable::Outside => "do not trust the archive; look into it before you use it",
            Unreadable::TooLong(_) => "split it",
        }
    }
}

impl Display for Unreadable {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Unreadable::Damaged(how) => write!(f, "the document is damaged ({how})"),
            Unreadable::Not(expected) => write!(f, "not {expected}, although it seems to be one"),
            Unreadable::Protected => f.write_str("protected by a password"),
            Unreadable::CopyProtected => f.write_str("protected against copying"),
            Unreadable::Unsupported(what) => write!(f, "{what}, which this program does not read"),
            Unreadable::NoText(0) => f.write_str("no text in it"),
            Unreadable::Attached => f.write_str("a message without a text of its own"),
            Unreadable::NoText(1) => f.write_str("no text in it; its page is a picture or empty"),
            Unreadable::NoText(pages) => write!(f, "no text in it; its {pages} pages are pictures or empty"),
            Unreadable::NoLetters => {
                f.write_str("its text cannot be extracted: its fonts do not say which letters their shapes are")
            }
            Unreadable::ManyPages { pages, limit } => {
                write!(f, "it says that it has {pages} pages; the limit is {limit}")
            }
            Unreadable::Archive => f.write_str("an archive of files, which this program does not open"),
            Unreadable::NoDocuments => f.write_str("an archive without a document"),
            Unreadable::Packing(method) => {
                write!(f, "packed by a method of ZIP that this program does not unpack (number {method})")
            }
            Unreadable::Endless => f.write_str("drawing its pages takes far longer than any page does"),
            Unreadable::Entities => f.write_str(
                "its XML declares entities, which such files do not need and which can be used to fill memory",
            ),
            Unreadable::Nested(levels) => write!(f, "its parts are nested more than {levels} deep"),
            Unreadable::Bomb(limit) => {
                write!(f, "it unpacks to more than {} MiB, or to far more than it could hold", limit >> 20)
            }
            Unreadable::ManyFiles(limit) => write!(f, "it contains more than {limit} files"),
            Unreadable::DeepArchive(others) => write!(f, "an archive within {others} other archives, which is not opened"),
            Unreadable::Outside => f.write_str("its path leads out of the archive"),
            Unreadable::TooLong(limit) => write!(f, "its text has more than {} MiB", limit >> 20),
        }
    }
}

impl Error for Unreadable {}
