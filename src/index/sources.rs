//! Files of sources (`.twd`): what an index says of each document, in buckets of [`BUCKET`] documents.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::packed::{Bucket, BucketFormat, Cuts, Head, PackedBucket, PackedFile, PackedHead, Packer};
use super::{BUCKET, Source, Stretch};
use crate::error::Error;
use crate::text::Span;
use crate::wire::{Fault, Put, Reader};

const KIND: BucketFormat = BucketFormat { magic: *b"TWPDOCUM", documents: BUCKET, has_passages: true };

/// The flags of a document.
const HAS_TITLE: u8 = 1;
const HAS_URL: u8 = 2;
const HAS_TEXT: u8 = 4;

/// What stands in files of sources.
#[derive(Debug, Clone, Copy)]
pub enum Sources {}

/// The head of a file of sources, which also says which passages are in it.
pub type SourcesHead = PackedHead<Sources>;

impl PackedHead<Sources> {
    /// Reads a head; what follows it in `bytes` is not looked at. `name` is what errors call the file.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no such head, [`Error::OtherIndex`] for one of another version.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        let head = Head::read(&KIND, name, bytes)?;
        // A document has a passage at least.
        let fits = |(two, bucket): (&[u32], u32)| {
            let documents = head.documents().end - bucket * BUCKET;
            two[1] - two[0] >= documents.min(BUCKET)
        };
        if head.passages.windows(2).zip(head.buckets()).all(fits) {
            return Ok(PackedHead::of(head));
        }
        let problem = "its directory has fewer passages than documents".into();
        Err(Error::BadIndex { file: name.into(), problem })
    }

    /// How many buckets there are in a file whose head has this many bytes; none where no file has such a head.
    pub fn buckets_in(head: u64) -> Option<u32> {
        KIND.buckets_in(head)
    }

    /// The numbers of its documents' passages.
    pub fn passages(&self) -> Range<u32> {
        let passages = &self.head.passages;
        passages[0]..passages[passages.len() - 1]
    }

    /// The number of the first passage of each of its buckets.
    pub fn first_passages(&self) -> &[u32] {
        &self.head.passages[..self.head.passages.len() - 1]
    }

    /// The bucket that has a passage.
    pub fn bucket_of_passage(&self, passage: u32) -> Option<u32> {
        let place = self.head.passages.partition_point(|&first| first <= passage).checked_sub(1)?;
        self.passages().contains(&passage).then(|| self.buckets().start + place as u32)
    }

    /// The documents of a bucket, of which these are the bytes. The numbers of passages are those in the segment.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for bytes that are not those of the bucket.
    pub fn read_bucket(&self, bucket: u32, bytes: &[u8]) -> Result<Vec<Source>, Error> {
        let (unpacked, documents) = self.head.unpack(bucket, bytes)?;
        let mut reader = Reader::new(&unpacked);
        let place = (bucket - self.buckets().start) as usize;
        let (mut first, end) = (self.head.passages[place], self.head.passages[place + 1]);
        let mut sources = Vec::with_capacity(documents);
        for _ in 0..documents {
            let source = read(&mut reader, first, end);
            let source = source.map_err(|fault| {
                self.head.bad(bucket, &format!("has a document that is not whole: {fault}"))
            })?;
            first += source.passages.len() as u32;
            sources.push(source);
        }
        if first == end && reader.rest().is_empty() {
            return Ok(sources);
        }
        Err(self.head.bad(bucket, "has other passages than the head says, or more than documents"))
    }
}

/// A document whose passages begin with this one and end before the other.
fn read(reader: &mut Reader<'_>, first: u32, end: u32) -> Result<Source, Fault> {
    let flags = reader.u8()?;
    if flags & !(HAS_TITLE | HAS_URL | HAS_TEXT) != 0 {
        return Err(reader.fault("flags are set that mean nothing"));
    }
    let id = String::from(reader.text()?);
    let mut optional = |flag: u8| {
        if flags & flag == 0 { Ok(None) } else { reader.text().map(String::from).map(Some) }
    };
    let (title, url) = (optional(HAS_TITLE)?, optional(HAS_URL)?);
    let (words, shingles) = (reader.varint_u32()?, reader.varint_u32()?);
    let count = reader.varint_u32()?;
    if count == 0 || count > end - first {
        return Err(reader.fault("it has other passages than the head says"));
    }
    let mut passages = Vec::new();
    let (mut word, mut byte) = (0, 0);
    for _ in 0..count {
        let mut range = |from: u32| {
            let start = after(reader, from)?;
            Ok(start..after(reader, start)?)
        };
        let (own, bytes) = (range(word)?, range(byte)?);
        // After the whole, the passages begin with its first word.
        (word, byte) = if passages.is_empty() { (own.start, bytes.start) } else { (own.end, bytes.start) };
        passages.push(Stretch { words: own, span: Span { start: bytes.start, end: bytes.end } });
    }
    if passages.iter().any(|passage| passage.words.end > words) {
        return Err(reader.fault("a passage ends after the document"));
    }
    Ok(Source {
        id,
        title,
        url,
        words,
        shingles,
        first: first.into(),
        passages,
        has_text: flags & HAS_TEXT != 0,
        removed: false,
    })
}

/// A number that is written as how much it is above another.
fn after(reader: &mut Reader<'_>, from: u32) -> Result<u32, Fault> {
    from.checked_add(reader.varint_u32()?).ok_or_else(|| reader.fault("a number is too large"))
}

/// Writes documents one after the other into files of sources.
///
/// ```
/// use twinprint::index::{Design, Indexer, SourcesHead, SourcesWriter};
/// use twinprint::Document;
/// let design = Design::default();
/// let signed = Indexer::new(&design, None)?.sign(&Document::plain("rose", "A rose is a rose is a rose."))?;
/// let source = signed.source("rose", Some("Sacred Emily"), None, &design)?;
/// let mut writer = SourcesWriter::default();
/// assert_eq!(writer.add(&source)?, None);
/// let file = writer.finish()?.remove(0);
/// let head = SourcesHead::read("rose.twd", &file.bytes)?;
/// assert_eq!((head.length(), head.bytes()), (file.head, file.bytes.len() as u64));
/// let range = head.bucket_range(0).unwrap();
/// assert_eq!(head.read_bucket(0, &file.bytes[range.start as usize..range.end as usize])?, [source]);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct SourcesWriter(Packer);

impl SourcesWriter {
    /// Of files of up to `most` bytes, no more than [`MOST_FILE`](super::MOST_FILE), which is the default.
    pub fn new(most: usize) -> Self {
        SourcesWriter(Packer::new(&KIND, most))
    }

    /// Adds the next document; what it says of its first passage and of being removed is not written. Gives the file before
    /// its bucket, if that is full.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if a bucket does not go into a file.
    ///
    /// # Panics
    /// When its passages are not [in order](Source::is_in_order).
    pub fn add(&mut self, source: &Source) -> Result<Option<PackedFile>, Error> {
        self.0.push(source.passages.len() as u32, |bytes| write(source, bytes))
    }

    /// The last files: what there is of the one at hand.
    ///
    /// # Errors
    /// As [`add`](SourcesWriter::add).
    pub fn finish(self) -> Result<Vec<PackedFile>, Error> {
        self.0.finish()
    }

    /// A bucket by itself, of this number in the segment: its documents, [`BUCKET`] or, of the last, fewer.
    ///
    /// Whoever makes files in pieces packs buckets, cuts them into files by [`cuts`](SourcesWriter::cuts) and makes each
    /// [`file`](SourcesWriter::file) by itself: they are those that a writer would have written.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if it does not go into a file.
    pub fn bucket<'a>(
        number: u32,
        sources: impl IntoIterator<Item = &'a Source>,
    ) -> Result<PackedBucket, Error> {
        let mut bucket = Bucket::default();
        for source in sources {
            bucket.push(source.passages.len() as u32, |bytes| write(source, bytes));
        }
        bucket.pack(&KIND, number)
    }

    /// Where files of buckets end.
    pub fn cuts() -> Cuts {
        Cuts::new(&KIND, super::MOST_FILE)
    }

    /// The file of these buckets, of which the first has this number in the segment, as its first passage has.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than go into one.
    pub fn file(bucket: u32, passage: u32, buckets: &[PackedBucket]) -> Result<PackedFile, Error> {
        Packer::file(&KIND, bucket, passage, buckets)
    }
}

impl Default for SourcesWriter {
    fn default() -> Self {
        SourcesWriter::new(super::MOST_FILE)
    }
}

fn write(source: &Source, bytes: &mut Vec<u8>) {
    let flag = |holds: bool, flag: u8| if holds { flag } else { 0 };
    let (title, url) = (source.title.as_deref(), source.url.as_deref());
    bytes.push(
        flag(title.is_some(), HAS_TITLE) | flag(url.is_some(), HAS_URL) | flag(source.has_text, HAS_TEXT),
    );
    bytes.put_text(&source.id);
    [title, url].into_iter().flatten().for_each(|text| bytes.put_text(text));
    for number in [source.words, source.shingles, source.passages.len() as u32] {
        bytes.put_varint(number.into());
    }
    let (mut word, mut byte) = (0, 0);
    assert!(source.is_in_order(), "the passages of {} are in no order", source.id);
    for (number, Stretch { words, span }) in source.passages.iter().enumerate() {
        for number in [words.start - word, words.end - words.start, span.start - byte, span.end - span.start]
        {
            bytes.put_varint(number.into());
        }
        (word, byte) = if number == 0 { (words.start, span.start) } else { (words.end, span.start) };
    }
}
