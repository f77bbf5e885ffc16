//! What a segment says of its documents, and their texts: in files of buckets, written and read one after the other.

use std::format;

use super::super::super::Error;
use super::files::{Files, SOURCES, TEXTS};
use twinprint::index::{
    BUCKET, FileEntry, MOST_FILE, PackedFile, Removed, SegmentEntry, Source, SourcesHead, SourcesWriter,
    TEXT_BUCKET, TextsHead, TextsWriter,
};

/// The longest text that is kept: a bucket of such texts goes into a file even if they cannot be compressed.
pub(super) const LONGEST_TEXT: usize = MOST_FILE / TEXT_BUCKET as usize - (4 << 10);

/// The documents of a segment while they are written.
pub(super) struct DocumentsWriter<'a> {
    files: &'a Files<'a>,
    sources: SourcesWriter,
    texts: Option<TextsWriter>,
    /// The files that are full.
    written: Written,
    documents: u32,
    passages: u32,
}

/// Files of sources and of texts.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) sources: Vec<FileEntry>,
    pub(super) texts: Vec<FileEntry>,
}

impl<'a> DocumentsWriter<'a> {
    /// None yet; with texts or without.
    pub(super) fn new(files: &'a Files<'a>, with_text: bool) -> Self {
        let (sources, texts) = (SourcesWriter::default(), with_text.then(TextsWriter::default));
        DocumentsWriter { files, sources, texts, written: Written::default(), documents: 0, passages: 0 }
    }

    /// How many documents there are.
    pub(super) fn len(&self) -> u32 {
        self.documents
    }

    /// How many passages they have.
    pub(super) fn passages(&self) -> u32 {
        self.passages
    }

    /// Takes a document, and returns the number of its first passage.
    pub(super) fn push(&mut self, source: &Source, text: Option<&str>) -> Result<u32, Error> {
        let first = self.passages;
        let passages = u32::try_from(source.passages.len()).ok().and_then(|own| first.checked_add(own));
        let next = self.documents.checked_add(1 + BUCKET);
        let (Some(passages), Some(_)) = (passages, next) else {
            let what = "an index cannot have more than 4,294,967,295 documents or passages".into();
            let remedy = "build several indexes";
            return Err(Error::Index { place: source.id.clone(), what, remedy });
        };
        (self.documents, self.passages) = (self.documents + 1, passages);
        let full = self.sources.add(source)?;
        full.map_or(Ok(()), |file| keep(self.files, SOURCES, &mut self.written.sources, &file))?;
        if let Some(texts) = &mut self.texts {
            let full = texts.add(text)?;
            full.map_or(Ok(()), |file| keep(self.files, TEXTS, &mut self.written.texts, &file))?;
        }
        Ok(first)
    }

    /// Writes what is left to be written.
    pub(super) fn finish(mut self) -> Result<Written, Error> {
        for file in self.sources.finish()? {
            keep(self.files, SOURCES, &mut self.written.sources, &file)?;
        }
        for file in self.texts.map_or(Ok(vec![]), TextsWriter::finish)? {
            keep(self.files, TEXTS, &mut self.written.texts, &file)?;
        }
        Ok(self.written)
    }
}

fn keep(files: &Files<'_>, stem: &str, written: &mut Vec<FileEntry>, file: &PackedFile) -> Result<(), Error> {
    written.push(files.save(&format!("{stem}-{:03}", written.len()), &file.bytes, file.head)?);
    Ok(())
}

/// Gives every document of a segment, removed ones too, by its number in it; its first passage is numbered likewise.
pub(super) fn for_each_source(
    segment: &SegmentEntry,
    read: impl Fn(&FileEntry) -> Result<Vec<u8>, Error>,
    mut take: impl FnMut(u32, Source) -> Result<(), Error>,
) -> Result<(), Error> {
    let removed = segment.removed.as_ref().map(|file| Ok(Removed::read(&file.name, &read(file)?)?));
    let removed: Removed = removed.transpose().map_err(|error: Error| error)?.unwrap_or_default();
    for file in &segment.sources {
        let bytes = read(file)?;
        let head = SourcesHead::read(&file.name, &bytes)?;
        head.check_length(bytes.len() as u64)?;
        for bucket in head.buckets() {
            let sources = head.read_bucket(bucket, part(&bytes, head.bucket_range(bucket)))?;
            for (mut source, number) in sources.into_iter().zip(bucket * BUCKET..) {
                source.removed = removed.has_document(number);
                take(number, source)?;
            }
        }
    }
    Ok(())
}

/// As [`for_each_source`], each with its text.
pub(super) fn for_each_document(
    segment: &SegmentEntry,
    read: impl Fn(&FileEntry) -> Result<Vec<u8>, Error>,
    mut take: impl FnMut(Source, Option<String>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut texts = Texts { files: segment.texts.iter(), open: None, bucket: 0, left: vec![].into_iter() };
    for_each_source(segment, &read, |_, source| {
        let text = if segment.texts.is_empty() { None } else { texts.next(&read)? };
        take(source, text)
    })
}

/// The texts of a segment, one after the other.
struct Texts<'a> {
    files: core::slice::Iter<'a, FileEntry>,
    open: Option<(TextsHead, Vec<u8>)>,
    /// The bucket that is read next.
    bucket: u32,
    /// What is left of the one before.
    left: std::vec::IntoIter<Option<String>>,
}

impl Texts<'_> {
    fn next(&mut self, read: impl Fn(&FileEntry) -> Result<Vec<u8>, Error>) -> Result<Option<String>, Error> {
        loop {
            if let Some(text) = self.left.next() {
                return Ok(text);
            }
            match &self.open {
                Some((head, bytes)) if head.buckets().contains(&self.bucket) => {
                    let texts = head.read_bucket(self.bucket, part(bytes, head.bucket_range(self.bucket)))?;
                    self.left = texts.into_iter();
                    self.bucket += 1;
                }
                _ => {
                    let Some(file) = self.files.next() else { return Ok(None) };
                    let bytes = read(file)?;
                    let head = TextsHead::read(&file.name, &bytes)?;
                    head.check_length(bytes.len() as u64)?;
                    self.open = Some((head, bytes));
                }
            }
        }
    }
}

/// A part of a file; nothing where it ends before.
fn part(bytes: &[u8], range: Option<core::ops::Range<u64>>) -> &[u8] {
    range.and_then(|range| bytes.get(range.start as usize..range.end as usize)).unwrap_or_default()
}
