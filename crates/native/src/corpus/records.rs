//! What files hold, as it stands in them: cut apart in one thread, so that it can be parsed in many.
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use std::{iter, mem, str, vec};

use super::super::catch_panic::catch_panic;
use super::arrow::Messages;
use super::csv::Separated;
use super::fields::{Matched, Said, Wanted};
use super::format;
use super::in_time::in_time;
use super::json::Items;
use super::jsonl::{self, Lines};
use super::parquet::{self, Rows};
use super::refused;
use super::stream::Stream;
use super::warc::{Archive, Page};
use super::{
    DocumentPlace, Drive, Entry, Error, Fields, FileFormat, MAX_BYTES, Note, Origin, Position, Source, Unit,
};
use twinprint::text::{Format, encoding};
use twinprint_readers::{
    ArchiveFiles, Counted, ReadDocument, Unreadable, extension, format_of, is_document_file,
    is_document_name, read_named_document, unpack,
};

/// A document as it stands in its file, not yet parsed or decoded.
#[derive(Debug)]
pub struct RawRecord {
    place: DocumentPlace,
    bytes: Vec<u8>,
    body: Body,
    wanted: Arc<Wanted>,
    keep_raw: bool,
}

/// How bytes are made a document.
#[derive(Debug)]
pub(super) enum Body {
    /// They are a text or a page, as the file's name ends.
    File(Option<String>),
    /// They are a document of a word processor or the like, whose file's name ends so.
    Document(Option<String>),
    /// They are a JSON object.
    Object,
    /// They are what an archive holds of a page.
    Page(Box<Page>),
    /// They are the text of a row, in this of its fields, and the others say this.
    Row(Box<Said>, Matched),
    /// They are the text of a document that a caller has, who says this of it.
    Held { format: Format, name: Option<String>, rank: Option<String> },
}

impl RawRecord {
    /// Where it stands.
    pub fn place(&self) -> &DocumentPlace {
        &self.place
    }

    /// Its bytes: a file, a line, an item, the block of an archive's record, or the text of a row.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The document: parsed and decoded.
    ///
    /// # Errors
    /// [`Error::BadDocument`], [`Error::BadLine`], [`Error::BadItem`], [`Error::BadRecord`], [`Error::TooLong`], [`twinprint::Error::NotText`].
    pub fn parse(self) -> Result<Source, Error> {
        let RawRecord { place, mut bytes, body, wanted, keep_raw } = self;
        let source = match body {
            Body::File(ending) => {
                let text = encoding::decode(&bytes, &place.file)?.into_owned();
                let (name, format) = (place.file.to_string(), format_of(ending.as_deref(), &text));
                plain_source(name, text, format, place)
            }
            Body::Document(ending) => {
                let refuse = |problem| Error::BadDocument { place: place.to_string(), problem };
                let shared = Arc::new(bytes);
                let read = read_office(ending, &shared).map_err(refuse)?;
                bytes = Arc::try_unwrap(shared).unwrap_or_else(|shared| shared.to_vec());
                let source = plain_source(place.file.to_string(), read.text, read.format, place);
                Source {
                    title: read.title,
                    pages: read.pages,
                    blank_pages: read.blank,
                    asides: read.asides,
                    disguised: read.disguised,
                    ..source
                }
            }
            Body::Object => {
                let refuse = |problem| match place.unit {
                    Unit::Item => Error::BadItem { place: place.to_string(), problem },
                    _ => Error::BadLine { place: place.to_string(), problem },
                };
                let source = jsonl::document(&bytes, place.clone(), &wanted).map_err(refuse)?;
                let end = bytes.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |last| last + 1);
                bytes.truncate(end);
                source
            }
            Body::Page(page) => {
                let record = if keep_raw { page.record(&bytes) } else { Vec::new() };
                let body = page.body(bytes, &place)?;
                bytes = record;
                let text =
                    encoding::decode_as(&body, &place.to_string(), page.charset.as_deref())?.into_owned();
                let format = page.format.unwrap_or_else(|| format_of(None, &text));
                Source { url: page.address.clone(), ..plain_source(page.name(), text, format, place) }
            }
            Body::Row(mut said, field) => {
                let text = match str::from_utf8(&bytes) {
                    Ok(text) => text.into(),
                    Err(_) => encoding::decode(&bytes, &place.to_string())?.into_owned(),
                };
                said.set(field, text);
                let refuse = || Error::BadRow { place: place.to_string(), problem: "it has no text".into() };
                said.document(&wanted, place.clone()).ok_or_else(refuse)?
            }
            Body::Held { format, name, rank } => {
                // They were a text, so nothing is lost.
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let name = name.unwrap_or_else(|| place.to_string());
                Source { rank, ..plain_source(name, text, format, place) }
            }
        };
        Ok(Source { raw: keep_raw.then_some(bytes), ..source })
    }
}

/// A document of which nothing is said.
fn plain_source(name: String, text: String, format: Format, place: DocumentPlace) -> Source {
    let (url, title, label, group, category, language, rank) = (None, None, None, None, None, None, None);
    let (pages, blank_pages, asides) = (Vec::new(), 0, Vec::new());
    Source {
        name,
        text,
        format,
        url,
        title,
        label,
        group,
        category,
        language,
        rank,
        pages,
        blank_pages,
        asides,
        disguised: 0,
        place,
        raw: None,
    }
}

/// A document of a file, or why there is none.
pub(super) type Piece = Result<(DocumentPlace, Vec<u8>, Body), Error>;

/// The documents of a file of many, one after the other.
pub(super) trait Pieces: Send {
    /// The number of what is read next.
    fn number(&self) -> u64;

    /// The next document.
    fn next(&mut self) -> Option<Piece>;

    /// Passes over what has a lower number.
    fn skip_to(&mut self, number: u64) {
        while self.number() < number && self.next().is_some() {}
    }

    /// What was left out of the file, once it is read.
    fn note(&self) -> Option<Note> {
        None
    }
}

/// The documents of files as they stand in them, by [`Documents::into_records`](super::Documents::into_records).
pub struct Records {
    entries: vec::IntoIter<Entry>,
    /// The place of the next file in the listing.
    entry: usize,
    /// What is open, of the file before that.
    open: Option<Box<dyn Pieces>>,
    /// The fields that are taken of it.
    wanted_of_open: Arc<Wanted>,
    /// Where the next file is begun.
    number: u64,
    notes: Vec<Note>,
    pub(super) wanted: Arc<Wanted>,
    /// What every file is read as; none for what it is.
    pub(super) format: Option<FileFormat>,
    pub(super) keep_raw: bool,
    /// Where archives are unpacked that must be read out of order; none for the system's folder.
    pub(super) temporary: Option<PathBuf>,
    pub(super) read: Arc<AtomicU64>,
    /// Whether the documents in ZIP archives are read.
    pub(super) opens_archives: bool,
    /// Whether reading ends where a drive fails.
    pub(super) end_with_drive: bool,
    drive: Drive,
    /// The file that was opened last.
    file: String,
}

impl Records {
    pub(super) fn new(entries: Vec<Entry>) -> Self {
        Records {
            entries: entries.into_iter(),
            entry: 0,
            open: None,
            number: 0,
            notes: Vec::new(),
            wanted: Arc::new(Wanted::new(&Fields::default())),
            wanted_of_open: Arc::new(Wanted::new(&Fields::default())),
            format: None,
            keep_raw: false,
            temporary: None,
            read: Arc::default(),
            opens_archives: false,
            end_with_drive: false,
            drive: Drive::default(),
            file: String::new(),
        }
    }

    /// Where reading goes on: all before it was given, as a document or an error.
    pub fn reached(&self) -> Position {
        match &self.open {
            Some(pieces) => Position { entry: self.entry - 1, number: pieces.number() },
            None => Position { entry: self.entry, number: self.number },
        }
    }

    /// The file of what was given last, by its place in the listing.
    pub(super) fn file(&self) -> usize {
        self.entry.saturating_sub(1)
    }

    /// What was left out of the files that were read to their ends, each said once.
    pub fn take_notes(&mut self) -> Vec<Note> {
        mem::take(&mut self.notes)
    }

    pub(super) fn skip_to(&mut self, position: Position) {
        for _ in self.entry..position.entry {
            self.entries.next();
            self.entry += 1;
        }
        self.number = position.number;
    }

    /// What a file is read as.
    pub(super) fn format_of(&self, entry: &Entry) -> Result<FileFormat, Error> {
        let (mut reader, ending) = self.unpacked(entry)?;
        let (format, wanted) = self.read_options(entry);
        Ok(format.unwrap_or_else(|| FileFormat::of(ending.as_deref(), &mut reader, &wanted)))
    }

    /// What a file is to be read as, if that is said, and the fields that are taken of it.
    fn read_options(&self, entry: &Entry) -> (Option<FileFormat>, Arc<Wanted>) {
        match entry.origin {
            Origin::Texts { .. } => (Some(FileFormat::JsonLines), Arc::new(Wanted::new(&Fields::default()))),
            _ => (self.format, self.wanted.clone()),
        }
    }

    /// The bytes of a file, unpacked, and how its name ends.
    fn unpacked(&self, entry: &Entry) -> Result<(Stream, Option<String>), Error> {
        let unreadable = |reason| refused(entry.name.clone(), reason);
        let (reader, ending) = match &entry.origin {
            Origin::StandardInput => (unpack(self.counted(io::stdin())).map_err(unreadable)?, None),
            Origin::Memory(bytes) => {
                let content = Cursor::new(bytes.clone());
                let reader = unpack(self.counted(content)).map_err(unreadable)?;
                (reader, extension(entry.name.as_ref()))
            }
            Origin::File(path) | Origin::Texts { file: path, .. } => {
                let file =
                    File::open(path).inspect_err(|error| self.drive.note(error)).map_err(unreadable)?;
                (unpack(self.counted(self.drive.watch(file))).map_err(unreadable)?, extension(path))
            }
            // They are no bytes of any format.
            Origin::Held(_) => return Err(unreadable(io::ErrorKind::Unsupported.into())),
        };
        Ok((Stream::new(reader), ending))
    }

    fn open(&self, entry: &Entry, index: usize) -> Result<Box<dyn Pieces>, Error> {
        let unreadable = |reason| refused(entry.name.clone(), reason);
        let place = |unit| DocumentPlace {
            file: entry.name.as_str().into(),
            unit,
            position: Position { entry: index, number: 0 },
        };
        if let Origin::Held(documents) = &entry.origin {
            return Ok(documents.pieces(place(Unit::Item), self.read.clone()));
        }
        let (mut reader, ending) = self.unpacked(entry)?;
        let (format, wanted) = self.read_options(entry);
        let format = format.unwrap_or_else(|| FileFormat::of(ending.as_deref(), &mut reader, &wanted));
        Ok(match format {
            FileFormat::JsonLines => {
                jsonl::check_fields(format::first_line(&mut reader), &wanted, &place(Unit::Line))?;
                Box::new(Lines::new(Box::new(reader), place(Unit::Line)))
            }
            FileFormat::Json => Box::new(Items::new(Box::new(reader), place(Unit::Item), &wanted)?),
            FileFormat::Csv => Box::new(Separated::new(Box::new(reader), b',', place(Unit::Row), wanted)?),
            FileFormat::Tsv => Box::new(Separated::new(Box::new(reader), b'\t', place(Unit::Row), wanted)?),
            FileFormat::Arrow => Box::new(Messages::new(reader, place(Unit::Row), wanted)?),
            FileFormat::Parquet => {
                let file = parquet::seekable(entry, reader, self.temporary.as_deref()).map_err(unreadable)?;
                Box::new(Rows::new(file, place(Unit::Row), wanted, self.read.clone(), self.drive.clone())?)
            }
            FileFormat::Warc => Box::new(Archive::new(reader, place(Unit::Record))),
            FileFormat::Text | FileFormat::Html => {
                let one = self.format.is_none() && FileFormat::seems_json(ending.as_deref(), &mut reader);
                let ending = match self.format {
                    Some(FileFormat::Html) => Some("html".into()),
                    Some(_) => Some("txt".into()),
                    None => ending,
                };
                let note = one.then(|| Note::OneDocument { file: entry.name.clone() });
                let place = place(Unit::File);
                Box::new(Whole::new(whole(reader, &place)?, place, Body::File(ending), note))
            }
            FileFormat::Document => {
                let place = place(Unit::File);
                let bytes = whole(reader, &place)?;
                let open = || Ok(ArchiveFiles::open(&entry.name, &bytes));
                let refuse =
                    |why| Error::BadDocument { place: entry.name.clone(), problem: Unreadable::Damaged(why) };
                let archive = if self.opens_archives { catch_panic(open, refuse)? } else { None };
                match archive {
                    Some(files) => Box::new(ArchiveDocuments { files, place, number: 0 }),
                    None => Box::new(Whole::new(bytes, place, Body::Document(ending), None)),
                }
            }
        })
    }

    fn counted<R>(&self, reader: R) -> Counted<R> {
        Counted::new(reader, self.read.clone())
    }

    /// The next record, whatever drives say.
    fn read_on(&mut self) -> Option<Result<RawRecord, Error>> {
        loop {
            if let Some(pieces) = &mut self.open {
                if let Some(piece) = pieces.next() {
                    let (wanted, keep_raw) = (self.wanted_of_open.clone(), self.keep_raw);
                    return Some(piece.map(|(place, bytes, body)| RawRecord {
                        place,
                        bytes,
                        body,
                        wanted,
                        keep_raw,
                    }));
                }
                self.notes.extend(pieces.note());
                self.open = None;
            }
            let entry = self.entries.next()?;
            let (index, number) = (self.entry, mem::take(&mut self.number));
            self.entry += 1;
            self.file.clone_from(&entry.name);
            (_, self.wanted_of_open) = self.read_options(&entry);
            match self.open(&entry, index) {
                Ok(mut pieces) => {
                    pieces.skip_to(number);
                    self.open = Some(pieces);
                }
                // It was given before.
                Err(_) if number > 0 => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Iterator for Records {
    type Item = Result<RawRecord, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.read_on();
        match self.drive.failure() {
            Some(reason) if self.end_with_drive => {
                (self.open, self.entries) = (None, Vec::new().into_iter());
                Some(Err(Error::DriveFailed { place: self.file.clone(), reason }))
            }
            _ => next,
        }
    }
}

/// A file that is a document.
struct Whole {
    bytes: iter::Once<Piece>,
    number: u64,
    note: Option<Note>,
}

impl Whole {
    fn new(bytes: Vec<u8>, place: DocumentPlace, body: Body, note: Option<Note>) -> Whole {
        Whole { bytes: iter::once(Ok((place, bytes, body))), number: 0, note }
    }
}

/// How long a document may take to be read. What people have takes some milliseconds a page.
const LONGEST: Duration = Duration::from_secs(60);

/// The text of a document of a word processor or the like.
fn read_office(ending: Option<String>, bytes: &Arc<Vec<u8>>) -> Result<ReadDocument, Unreadable> {
    let bytes = Arc::clone(bytes);
    let read = move || read_named_document(ending.as_deref(), &bytes, &mut |_, _| {});
    let caught = || catch_panic(read, Unreadable::Damaged);
    in_time(LONGEST, caught).unwrap_or(Err(Unreadable::Endless))
}

/// All bytes of a file.
fn whole(reader: impl Read, place: &DocumentPlace) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|reason| refused(place.to_string(), reason))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Error::TooLong { place: place.to_string(), limit: MAX_BYTES });
    }
    Ok(bytes)
}

impl Pieces for Whole {
    fn number(&self) -> u64 {
        self.number
    }

    fn next(&mut self) -> Option<Piece> {
        self.number = 1;
        self.bytes.next()
    }

    fn note(&self) -> Option<Note> {
        self.note.clone()
    }
}

/// The files of an archive, each of which is a document. Its name is its path, with that of the archive before it.
struct ArchiveDocuments {
    files: ArchiveFiles,
    /// The archive.
    place: DocumentPlace,
    number: u64,
}

impl Pieces for ArchiveDocuments {
    fn number(&self) -> u64 {
        self.number
    }

    fn next(&mut self) -> Option<Piece> {
        let next = match catch_panic(|| Ok(self.files.next()), Unreadable::Damaged) {
            Ok(next) => next,
            // What is left of it is not to be used again.
            Err(problem) => {
                self.files = ArchiveFiles::default();
                self.number += 1;
                return Some(Err(Error::BadDocument { place: self.place.to_string(), problem }));
            }
        };
        let Some((path, bytes)) = next else {
            let empty = self.number == 0;
            self.number += u64::from(empty);
            let (place, problem) = (self.place.to_string(), Unreadable::NoDocuments);
            return empty.then_some(Err(Error::BadDocument { place, problem }));
        };
        let place = DocumentPlace { file: path.as_str().into(), ..self.place.at(self.number) };
        self.number += 1;
        Some(match bytes {
            Ok(bytes) => {
                let ending = extension(path.as_ref());
                let is_document = is_document_file(&bytes) || ending.as_deref().is_some_and(is_document_name);
                let body = if is_document { Body::Document(ending) } else { Body::File(ending) };
                Ok((place, bytes, body))
            }
            Err(problem) => Err(Error::BadDocument { place: path, problem }),
        })
    }

    fn note(&self) -> Option<Note> {
        let files = self.files.left_out().to_vec();
        (!files.is_empty()).then(|| Note::OtherFilesOfArchive { file: self.place.file.to_string(), files })
    }
}
