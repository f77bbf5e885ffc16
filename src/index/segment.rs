//! A segment: its tables, sources and texts, of which some may be missing.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::manifest::{FileEntry, SegmentEntry};
use super::packed::PackedHead;
use super::part::{Numbers, Tables};
use super::{BUCKET, Design, Packing, Removed, Source, Sources, SourcesHead, TEXT_BUCKET, Texts, TextsHead};
use crate::error::Error;
use crate::table::Data;

/// Documents that were indexed together, over files of any kind of bytes.
#[derive(Debug)]
pub struct Segment<D> {
    entry: SegmentEntry,
    packing: Packing,
    parts: Vec<Result<Tables<D>, String>>,
    sources: Vec<Packed<Sources, D>>,
    texts: Vec<Packed<Texts, D>>,
    removed: Removed,
}

/// A file of buckets, which begin with this one; or why it cannot be searched.
#[derive(Debug)]
struct Packed<C, D> {
    first_bucket: u32,
    file: Result<(PackedHead<C>, D), String>,
}

impl<D: Data> Segment<D> {
    /// Opens a segment of a manifest that was checked. `file` gives each file of it, or says why it cannot: then what it holds is
    /// missing, and so is what is of no whole file.
    ///
    /// # Errors
    /// Of the file of removed documents, without which nothing can be found; and [`Error::BadIndex`] if that names documents
    /// that there are not.
    pub(super) fn open(
        entry: &SegmentEntry,
        design: &Design,
        file: &mut impl FnMut(&FileEntry) -> Result<D, String>,
    ) -> Result<Self, Error> {
        let mut checked = |entry: &FileEntry| {
            let data = file(entry)?;
            entry.check_length(data.length()).map_err(|error| error.to_string())?;
            Ok(data)
        };
        let removed = match &entry.removed {
            None => Removed::default(),
            Some(entry) => {
                let bad = |problem| Error::BadIndex { file: entry.name.clone(), problem };
                Removed::read(&entry.name, checked(entry).map_err(bad)?.head())?
            }
        };
        let beyond = |(document, passages): &(u32, _)| {
            let passages: &core::ops::Range<u32> = passages;
            *document >= entry.documents || passages.end > entry.passages
        };
        if removed.documents().last().is_some_and(beyond) {
            let file = entry.removed.as_ref().map_or(String::new(), |entry| entry.name.clone());
            let problem = "it removes documents that there are not".into();
            return Err(Error::BadIndex { file, problem });
        }
        let packing = Packing::of(entry.passages, design);
        let parts =
            entry.parts.iter().map(|part| Tables::open(part, design.id(), packing, &mut checked)).collect();
        let head = |name: &str, bytes: &[u8]| {
            let head = SourcesHead::read(name, bytes)?;
            if head.passages().end <= entry.passages { Ok(head) } else { Err(out_of_place(name)) }
        };
        let sources =
            open_files(&entry.sources, entry.documents, SourcesHead::buckets_in, head, &mut checked);
        let mut segment =
            Segment { entry: entry.clone(), packing, parts, sources, texts: Vec::new(), removed };
        segment.open_texts(&entry.texts, &mut checked);
        Ok(segment)
    }

    /// Opens its texts, in place of those that it has.
    pub(super) fn open_texts(
        &mut self,
        entries: &[FileEntry],
        file: &mut impl FnMut(&FileEntry) -> Result<D, String>,
    ) {
        let documents = self.entry.documents;
        self.texts = open_files(entries, documents, TextsHead::buckets_in, TextsHead::read, file);
    }

    /// What the manifest says of it.
    pub fn entry(&self) -> &SegmentEntry {
        &self.entry
    }

    /// How codes of shingles are made in it.
    pub fn packing(&self) -> Packing {
        self.packing
    }

    /// The documents that were removed from it.
    pub fn removed(&self) -> &Removed {
        &self.removed
    }

    /// How its passages are numbered.
    pub(super) fn numbers(&self) -> Numbers<'_> {
        let SegmentEntry { first_passage: first, passages, .. } = self.entry;
        Numbers { first, passages, packing: self.packing, removed: &self.removed }
    }

    /// The tables, sources and texts that can be searched.
    pub(super) fn files_mut(
        &mut self,
    ) -> (
        impl Iterator<Item = &mut Tables<D>>,
        impl Iterator<Item = &mut (SourcesHead, D)>,
        impl Iterator<Item = &mut (TextsHead, D)>,
    ) {
        let sources = self.sources.iter_mut().filter_map(|file| file.file.as_mut().ok());
        let texts = self.texts.iter_mut().filter_map(|file| file.file.as_mut().ok());
        (self.parts.iter_mut().flatten(), sources, texts)
    }

    /// The tables of each part, or why they cannot be searched.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Result<Tables<D>, String>> {
        self.parts.iter()
    }

    /// What is missing of it: which, and why.
    pub(super) fn missing(&self) -> impl Iterator<Item = (String, &str)> {
        let parts = self.parts.iter().enumerate();
        let parts = parts
            .filter_map(|(number, part)| Some((format!("part {number}"), part.as_ref().err()?.as_str())));
        let sources = named("file of sources", &self.sources);
        parts.chain(sources).chain(named("file of texts", &self.texts))
    }

    /// The number in the segment of the first passage of each bucket of sources. Buckets of a file that is missing have that of
    /// the first of them.
    pub(super) fn first_passages(&self) -> Vec<u32> {
        let buckets = self.entry.documents.div_ceil(BUCKET);
        let mut firsts = Vec::with_capacity(buckets as usize);
        let mut end = 0;
        for (number, file) in self.sources.iter().enumerate() {
            match &file.file {
                Ok((head, _)) => {
                    firsts.extend_from_slice(head.first_passages());
                    end = head.passages().end;
                }
                Err(_) => {
                    let next = self.sources.get(number + 1).map_or(buckets, |next| next.first_bucket);
                    firsts.resize(next as usize, end);
                }
            }
        }
        firsts
    }

    /// The documents of a bucket, by its number in the segment; the numbers of passages are those in the index. Of removed
    /// documents it is known how many passages they have, and no more.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for a bucket that is not there, or cannot be read.
    pub fn sources(&self, bucket: u32) -> Result<Vec<Source>, Error> {
        let (head, data) = find(&self.sources, bucket)?;
        let mut sources = head.read_bucket(bucket, bytes(data, head.bucket_range(bucket)))?;
        for (source, document) in sources.iter_mut().zip(bucket * BUCKET..) {
            source.first += self.entry.first_passage;
            if self.removed.has_document(document) {
                source.removed = true;
                (source.id, source.title, source.url) = (String::new(), None, None);
                source.has_text = false;
            }
        }
        Ok(sources)
    }

    /// The texts of a bucket, by its number in the segment: `None` of a document that has none, or was removed.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for a bucket that is not there, or cannot be read.
    pub fn texts(&self, bucket: u32) -> Result<Vec<Option<String>>, Error> {
        if self.texts.is_empty() {
            let first = bucket.saturating_mul(TEXT_BUCKET);
            let documents = self.entry.documents.saturating_sub(first).min(TEXT_BUCKET);
            return Ok((0..documents).map(|_| None).collect());
        }
        let (head, data) = find(&self.texts, bucket)?;
        let mut texts = head.read_bucket(bucket, bytes(data, head.bucket_range(bucket)))?;
        for (text, document) in texts.iter_mut().zip(bucket * TEXT_BUCKET..) {
            if self.removed.has_document(document) {
                *text = None;
            }
        }
        Ok(texts)
    }

    /// The bucket of sources that has a passage, by their numbers in the segment.
    pub(super) fn bucket_of(&self, passage: u32) -> Option<u32> {
        let own = self.sources.iter().filter_map(|file| file.file.as_ref().ok());
        own.map(|(head, _)| head).find_map(|head| head.bucket_of_passage(passage))
    }
}

/// Opens files of the buckets of `documents` documents each, which follow one another.
fn open_files<C, D: Data>(
    entries: &[FileEntry],
    documents: u32,
    buckets_in: fn(u64) -> Option<u32>,
    read: impl Fn(&str, &[u8]) -> Result<PackedHead<C>, Error>,
    file: &mut impl FnMut(&FileEntry) -> Result<D, String>,
) -> Vec<Packed<C, D>> {
    let head = |name: &str, data: &D, first: u32| {
        let head = read(name, data.head())?;
        head.check_length(data.length())?;
        let fits = head.buckets().start == first && head.documents().end <= documents;
        if fits { Ok(head) } else { Err(out_of_place(name)) }
    };
    let mut next = 0;
    let open = |entry: &FileEntry| {
        let first_bucket = next;
        next += buckets_in(entry.head).unwrap_or(0);
        let opened = file(entry).and_then(|data| match head(&entry.name, &data, first_bucket) {
            Ok(head) => Ok((head, data)),
            Err(error) => Err(error.to_string()),
        });
        Packed { first_bucket, file: opened }
    };
    entries.iter().map(open).collect()
}

fn out_of_place(name: &str) -> Error {
    Error::BadIndex { file: name.into(), problem: "its documents are not those that belong here".into() }
}

/// The file that has a bucket.
fn find<C, D>(files: &[Packed<C, D>], bucket: u32) -> Result<&(PackedHead<C>, D), Error> {
    let at = files.partition_point(|file| file.first_bucket <= bucket).checked_sub(1);
    let bad = |problem: &str| Error::BadIndex { file: format!("bucket {bucket}"), problem: problem.into() };
    let found = at.and_then(|at| files.get(at)).ok_or_else(|| bad("there is none of this number"))?;
    found.file.as_ref().map_err(|reason| bad(reason))
}

/// The bytes of a bucket; none where it is not in the file, or not here, which reading it then reports.
fn bytes<D: Data>(data: &D, range: Option<core::ops::Range<u64>>) -> &[u8] {
    let found = range.and_then(|range| {
        let length = (range.end - range.start) as usize;
        data.get(range.start, length)?.get(..length)
    });
    found.unwrap_or(&[])
}

/// The files that are missing, by their numbers, and why.
fn named<'a, C, D>(what: &'a str, files: &'a [Packed<C, D>]) -> impl Iterator<Item = (String, &'a str)> {
    let files = files.iter().enumerate();
    files.filter_map(move |(number, file)| {
        Some((format!("{what} {number}"), file.file.as_ref().err()?.as_str()))
    })
}
