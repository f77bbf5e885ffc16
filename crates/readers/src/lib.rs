//! What turns a file into text: what kind of file it is, what it is packed with, what it says of itself.
//!
//! ```
//! use twinprint::Format;
//! use twinprint_readers::{extension, format_of};
//! let ending = extension("notes/A.HTML.gz".as_ref());
//! assert_eq!(ending.as_deref(), Some("html"));
//! assert_eq!(format_of(ending.as_deref(), ""), Format::Html);
//! assert_eq!(format_of(None, "<!DOCTYPE html><p>text"), Format::Html);
//! ```

#[cfg(feature = "authors")]
mod authors;
mod document;
mod kinds;
mod lz4;
mod packed;
mod packing;
mod title;

#[cfg(feature = "authors")]
pub use authors::{AuthorPattern, AuthorRule, NoAuthor, author_key, authors};
#[cfg(feature = "archives")]
pub use document::ArchiveFiles;
#[cfg(not(feature = "encodings"))]
pub use document::decode_by;
pub use document::{
    Aside, AsideKind, DocumentKind, ReadDocument, Unreadable, is_document_file, read_document,
    read_named_document,
};
pub use kinds::{PACKED, archive_extensions, extension, extensions, format_of, is_document_name};
pub use packed::{Bomb, Broken, Counted, PackedBy, goes_on, packed_by, unpack};
pub use packing::Packing;
pub use title::title_of;
