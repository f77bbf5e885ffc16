//! Reading documents: unpacked, decoded, each in its format, one at a time.

use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::fields::Wanted;
use super::records::{RawRecord, Records};
use super::{Batches, Entry, Error, Fields, FileFormat, Note, Position, Source};

/// The longest document taken, in bytes after unpacking, and the longest line of a file of many: some 100,000 pages. The
/// core's own limit of 341 MiB is for decoded text.
pub(crate) const MAX_BYTES: u64 = 256 << 20;

/// The documents of files, one after the other; no more than one is in memory.
///
/// What a file is, it shows by how it begins, and then by its name ([`FileFormat`]): JSON lines and JSON arrays have a document in
/// each object, tables of every kind in each row, archives in each record that holds a page; any other file is one itself. Each
/// may be packed by gzip, Zstandard, xz or bzip2, whatever its name. A name that ends in .html or .htm makes a document HTML, and
/// one in .txt or .md plain text; any other is HTML if it begins like a page.
///
/// ```
/// use twinprint_native::corpus::{self, Listing};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), b"caf\xe9 au lait")?;
/// std::fs::write(folder.path().join("b.jsonl"), "{\"id\": 1, \"text\": \"one\"}\n{\"id\": 2, \"html\": \"two\"}\n")?;
/// let documents = corpus::documents(Listing::new([folder.path()]).entries);
/// let texts = documents.map(|source| Ok(source?.text)).collect::<Result<Vec<_>, twinprint_native::Error>>()?;
/// assert_eq!(texts, ["café au lait", "one", "two"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Each document that cannot be read is one: [`Error::Unreadable`], [`Error::TooLong`] beyond `MAX_BYTES`,
/// [`twinprint::Error::NotText`], [`Error::BadLine`], [`Error::BadItem`], [`Error::BadRecord`], [`Error::BadRow`]; so is a file that is not what its
/// name says, [`Error::BadTable`], one without a field that was named, [`Error::NoField`], and a part of one that cannot be unpacked, [`Error::Broken`] and [`Error::Bomb`].
pub fn documents(entries: Vec<Entry>) -> Documents {
    Documents(Records::new(entries))
}

/// The iterator of [`documents`].
pub struct Documents(Records);

impl Documents {
    /// Takes what lines and rows say of a document from other fields.
    ///
    /// ```
    /// use twinprint_native::corpus::{self, Fields, Listing};
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("a.jsonl"), r#"{"id": 1, "text": "one", "story": 7}"#)?;
    /// let fields = Fields { group: "story".into(), ..Fields::default() };
    /// let mut documents = corpus::documents(Listing::new([folder.path()]).entries).with_fields(fields);
    /// assert_eq!(documents.next().expect("a document")?.group.as_deref(), Some("7"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_fields(mut self, fields: Fields) -> Documents {
        self.0.wanted = Arc::new(Wanted::new(&fields));
        self
    }

    /// Reads every file in this format; or, with none, each in its own.
    ///
    /// ```
    /// use twinprint_native::corpus::{self, FileFormat, Listing};
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("a.txt"), "id,text\n1,one\n2,two\n")?;
    /// let documents = corpus::documents(Listing::new([folder.path()]).entries).with_format(Some(FileFormat::Csv));
    /// let texts = documents.map(|source| Ok(source?.text)).collect::<Result<Vec<_>, twinprint_native::Error>>()?;
    /// assert_eq!(texts, ["one", "two"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_format(mut self, format: Option<FileFormat>) -> Documents {
        self.0.format = format;
        self
    }

    /// Reads the documents in ZIP archives, and in archives in them: each is called by its path. Else an archive is refused.
    pub fn opening_archives(mut self) -> Documents {
        self.0.opens_archives = true;
        self
    }

    /// What a file is read as.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub(crate) fn format_of(&self, entry: &Entry) -> Result<FileFormat, Error> {
        self.0.format_of(entry)
    }

    /// Keeps with each document [its bytes](Source::raw), or not.
    pub fn keeping_raw(mut self, keep: bool) -> Documents {
        self.0.keep_raw = keep;
        self
    }

    /// Unpacks tables in this folder, without a name; else in the system's folder for such files. Only a table that is packed
    /// as a whole or piped in needs it.
    pub fn with_temporary(mut self, folder: &Path) -> Documents {
        self.0.temporary = Some(folder.into());
        self
    }

    /// Ends with [`Error::DriveFailed`] where a file that was there can no longer be read. Otherwise the rest of it is skipped as if it
    /// were damaged. For those who must not take what could not be read for what is not there.
    pub fn ending_with_drive(mut self) -> Documents {
        self.0.end_with_drive = true;
        self
    }

    /// Goes on where a reading of the same files was: with document `number` of file `entry`, both from 0. Files before it are
    /// not opened; within the file, what is before it is read past.
    ///
    /// ```
    /// use twinprint_native::corpus::{self, Listing, Position};
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("a.jsonl"), "{\"id\": 1, \"text\": \"one\"}\n{\"id\": 2, \"text\": \"two\"}\n")?;
    /// let entries = Listing::new([folder.path()]).entries;
    /// let mut documents = corpus::documents(entries.clone());
    /// documents.next().expect("a document")?;
    /// let Position { entry, number } = documents.reached();
    /// let rest = corpus::documents(entries).skip_to(entry, number).collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!((rest.len(), &*rest[0].name), (1, "2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn skip_to(mut self, entry: usize, number: u64) -> Documents {
        self.0.skip_to(Position { entry, number });
        self
    }

    /// Where reading goes on: all before it was given, as a document or an error.
    pub fn reached(&self) -> Position {
        self.0.reached()
    }

    /// What was left out of the files that were read to their ends, each said once.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.0.take_notes()
    }

    /// How many bytes of the files were read, packed as they are: to follow the work.
    pub fn bytes_read(&self) -> Arc<AtomicU64> {
        self.0.read.clone()
    }

    /// The same, not yet parsed.
    pub fn into_records(self) -> Records {
        self.0
    }

    /// The same, not yet parsed, read ahead by a thread of its own: so all others can parse.
    pub fn into_batches(self) -> Batches {
        Batches::new(self.0)
    }
}

/// What is no document: why, and where it was.
#[derive(Debug)]
pub struct Unread {
    /// What is wrong with it.
    pub error: Error,
    /// Its file, by its place in the listing.
    pub file: usize,
    /// As many of its bytes as could be had.
    pub bytes: u64,
}

/// How much was read of a file as one document, or as what is none: it is counted when it comes and again when it is done with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentSize {
    /// Its file, by its place in the listing.
    pub file: usize,
    /// The bytes of its text, or of what is none as many as could be had.
    pub bytes: u64,
}

impl DocumentSize {
    /// Of a document that is one.
    pub fn document(source: &Source) -> DocumentSize {
        DocumentSize { file: source.place.position.entry, bytes: source.text.len() as u64 }
    }

    /// Of either.
    ///
    /// ```
    /// use twinprint_native::corpus::{self, Listing, DocumentSize};
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("a.jsonl"), "{\"id\": 1, \"text\": \"one\"}\nno line\n")?;
    /// let documents = corpus::documents(Listing::new([folder.path()]).entries);
    /// let sizes: Vec<DocumentSize> = documents.or_why().map(|document| DocumentSize::of(&document)).collect();
    /// assert_eq!(sizes, [DocumentSize { file: 0, bytes: 3 }, DocumentSize { file: 0, bytes: 8 }]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn of(document: &Result<Source, Unread>) -> DocumentSize {
        match document {
            Ok(source) => DocumentSize::document(source),
            Err(Unread { file, bytes, .. }) => DocumentSize { file: *file, bytes: *bytes },
        }
    }
}

impl Documents {
    /// The next document; of what is none, with the file that it is of.
    ///
    /// ```
    /// use twinprint_native::corpus::{self, Listing};
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("a.jsonl"), "no line\n")?;
    /// let mut documents = corpus::documents(Listing::new([folder.path()]).entries);
    /// let unread = documents.next_or_why().expect("a line").expect_err("no document");
    /// assert_eq!((unread.file, unread.bytes), (0, 8)); // with the end of its line
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_or_why(&mut self) -> Option<Result<Source, Unread>> {
        let record = self.0.next()?;
        let bytes = record.as_ref().map_or(0, |record| record.bytes().len() as u64);
        let unread = |error| Unread { error, file: self.0.file(), bytes };
        Some(record.and_then(RawRecord::parse).map_err(unread))
    }

    /// All of them; of what is none, with the file that it is of.
    pub fn or_why(mut self) -> impl Iterator<Item = Result<Source, Unread>> {
        iter::from_fn(move || self.next_or_why())
    }
}

impl Iterator for Documents {
    type Item = Result<Source, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_or_why()?.map_err(|unread| unread.error))
    }
}
