//! A corpus: the documents of files and folders.

use std::ffi::OsStr;

use crate::Error;
use crate::corpus::{Documents, Listing, documents};

/// The documents of files and folders, wherever they stand in them: texts and pages, lines of JSON, web archives, tables, packed
/// or not.
///
/// ```
/// use twinprint_native::Corpus;
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), "The quick brown fox.")?;
/// std::fs::write(folder.path().join("more.jsonl"), "{\"id\": \"b\", \"text\": \"Call me Ishmael.\"}\n")?;
/// let corpus = Corpus::new([folder.path()])?;
/// let names: Vec<String> = corpus.documents().map(|document| Ok(document?.name)).collect::<Result<_, twinprint_native::Error>>()?;
/// assert!(names[0].ends_with("a.txt") && names[1] == "b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Corpus {
    pub(super) listing: Listing,
}

impl Corpus {
    /// Lists the files: folders with all below them, patterns such as `essays/*.txt`, `-` for standard input.
    ///
    /// # Errors
    /// The first of what cannot be listed: [`Error::Unreadable`], [`Error::NoMatch`], [`Error::NoDocuments`] and the like. To go on
    /// without it, see [`Listing`].
    pub fn new(paths: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<Corpus, Error> {
        let mut listing = Listing::new(paths);
        match listing.errors.is_empty() {
            true => Ok(Corpus { listing }),
            false => Err(listing.errors.swap_remove(0)),
        }
    }

    /// Reads the documents, one after the other; one that cannot be read is an error of its own and ends nothing.
    pub fn documents(&self) -> Documents {
        documents(self.listing.entries.clone())
    }
}
