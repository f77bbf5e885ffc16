//! What a scan knows of each document: a row of numbers in memory, and its name in a file.

use std::io;

use super::super::Error;
use super::super::blobs::Blobs;

/// The numbers of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The first document with the same text; of the first, its own ordinal.
    pub first: u32,
    /// Its words.
    pub words: u32,
    /// Its distinct shingles, by which pairs are confirmed.
    pub shingles: u32,
    /// Its source, in bytes.
    pub bytes: u32,
    /// The file it was read from, by its place in the listing.
    pub file: u32,
    /// Which document of that file it is, from 0.
    pub number: u32,
}

/// The documents of a scan, numbered from 0 in the order in which they were read.
#[derive(Debug)]
pub struct Catalogue {
    rows: Vec<Row>,
    names: Blobs,
}

impl Catalogue {
    /// Documents with these rows and names, as many of each.
    ///
    /// ```
    /// use twinprint_native::{blobs::Blobs, scan::{Catalogue, Row}};
    /// let mut catalogue = Catalogue::new(Vec::new(), Blobs::new(tempfile::tempfile()?, "names"));
    /// let row = Row { first: 0, words: 5, shingles: 3, bytes: 20, file: 0, number: 0 };
    /// let ordinal = catalogue.push("a.txt", row)?;
    /// assert_eq!((catalogue.name(ordinal)?, catalogue.row(ordinal).words), ("a.txt".to_string(), 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// With more of one than of the other.
    pub fn new(rows: Vec<Row>, names: Blobs) -> Self {
        assert_eq!(rows.len(), names.len(), "a name for each row");
        Catalogue { rows, names }
    }

    /// Takes the next document, and returns its ordinal.
    ///
    /// # Errors
    /// [`Error::Unwritable`].
    pub fn push(&mut self, name: &str, row: Row) -> Result<u32, Error> {
        self.rows.push(row);
        Ok(self.names.push(name.as_bytes())? as u32)
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The numbers of a document.
    ///
    /// # Panics
    /// With an ordinal that is none.
    pub fn row(&self, ordinal: u32) -> &Row {
        &self.rows[ordinal as usize]
    }

    /// The numbers of all documents, in order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The name of a document.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    ///
    /// # Panics
    /// With an ordinal that is none.
    pub fn name(&self, ordinal: u32) -> Result<String, Error> {
        let mut name = Vec::new();
        self.names.read(ordinal as usize..ordinal as usize + 1, &mut name)?;
        String::from_utf8(name).map_err(|_| Error::Unreadable {
            place: "the file of names".into(),
            reason: io::ErrorKind::InvalidData.into(),
        })
    }
}
