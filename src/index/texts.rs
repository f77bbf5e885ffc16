//! Files of texts (`.twx`): the text to show of each document, in buckets of [`TEXT_BUCKET`] documents.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::TEXT_BUCKET;
use super::packed::{Bucket, BucketFormat, Cuts, Head, PackedBucket, PackedFile, PackedHead, Packer};
use crate::error::Error;
use crate::wire::{Fault, Put, Reader};

const KIND: BucketFormat = BucketFormat { magic: *b"TWPTEXTS", documents: TEXT_BUCKET, has_passages: false };

/// The longest text that is kept, in bytes: a bucket of such texts can still be held by whoever asks for one.
pub const MOST_TEXT: usize = 4 << 20;

/// What stands before a document: whether there is a text.
const NONE: u8 = 0;
const SOME: u8 = 1;

/// What stands in files of texts.
#[derive(Debug, Clone, Copy)]
pub enum Texts {}

/// The head of a file of texts.
pub type TextsHead = PackedHead<Texts>;

impl PackedHead<Texts> {
    /// Reads a head; what follows it in `bytes` is not looked at. `name` is what errors call the file.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is no such head, [`Error::OtherIndex`] for one of another version.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        Head::read(&KIND, name, bytes).map(PackedHead::of)
    }

    /// How many buckets there are in a file whose head has this many bytes; none where no file has such a head.
    pub fn buckets_in(head: u64) -> Option<u32> {
        KIND.buckets_in(head)
    }

    /// The texts of a bucket, of which these are the bytes: `None` for a document without one.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for bytes that are not those of the bucket.
    pub fn read_bucket(&self, bucket: u32, bytes: &[u8]) -> Result<Vec<Option<String>>, Error> {
        let (unpacked, documents) = self.head.unpack(bucket, bytes)?;
        let mut reader = Reader::new(&unpacked);
        let texts = (0..documents).map(|_| read(&mut reader)).collect::<Result<_, Fault>>();
        let texts = texts.and_then(|texts| reader.end().map(|()| texts));
        texts.map_err(|fault| self.head.bad(bucket, &format!("has other bytes than texts: {fault}")))
    }
}

/// Writes texts one after the other into files.
///
/// ```
/// use twinprint::index::{TextsHead, TextsWriter};
/// let mut writer = TextsWriter::default();
/// writer.add(Some("A rose is a rose."))?;
/// writer.add(None)?;
/// let files = writer.finish()?;
/// let head = TextsHead::read("rose.twx", &files[0].bytes)?;
/// let range = head.bucket_range(0).unwrap();
/// let texts = head.read_bucket(0, &files[0].bytes[range.start as usize..range.end as usize])?;
/// assert_eq!(texts, [Some("A rose is a rose.".into()), None]);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct TextsWriter(Packer);

impl TextsWriter {
    /// Of files of up to `most` bytes, no more than [`MOST_FILE`](super::MOST_FILE), which is the default.
    pub fn new(most: usize) -> Self {
        TextsWriter(Packer::new(&KIND, most))
    }

    /// Adds the text of the next document, if it has one. Gives the file before its bucket, if that is full.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a text longer than [`MOST_TEXT`], of which nothing is added, and if a bucket does not go into a
    /// file.
    pub fn add(&mut self, text: Option<&str>) -> Result<Option<PackedFile>, Error> {
        check(text)?;
        self.0.push(0, |bytes| write(text, bytes))
    }

    /// The last files: what there is of the one at hand.
    ///
    /// # Errors
    /// As [`add`](TextsWriter::add).
    pub fn finish(self) -> Result<Vec<PackedFile>, Error> {
        self.0.finish()
    }

    /// A bucket by itself, of this number in the segment: the texts of [`TEXT_BUCKET`] documents or, of the last, fewer. See
    /// [`SourcesWriter::bucket`](super::SourcesWriter::bucket).
    ///
    /// # Errors
    /// As [`add`](TextsWriter::add).
    pub fn bucket<'a>(
        number: u32,
        texts: impl IntoIterator<Item = Option<&'a str>>,
    ) -> Result<PackedBucket, Error> {
        let mut bucket = Bucket::default();
        for text in texts {
            check(text)?;
            bucket.push(0, |bytes| write(text, bytes));
        }
        bucket.pack(&KIND, number)
    }

    /// Where files of buckets end.
    pub fn cuts() -> Cuts {
        Cuts::new(&KIND, super::MOST_FILE)
    }

    /// The file of these buckets, of which the first has this number in the segment.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than go into one.
    pub fn file(bucket: u32, buckets: &[PackedBucket]) -> Result<PackedFile, Error> {
        Packer::file(&KIND, bucket, 0, buckets)
    }
}

/// Refuses a text that is too long to be kept.
fn check(text: Option<&str>) -> Result<(), Error> {
    match text.filter(|text| text.len() > MOST_TEXT) {
        None => Ok(()),
        Some(text) => {
            let (bytes, limit) = (text.len() as u64, MOST_TEXT as u64);
            Err(Error::TooLarge { document: "text".into(), bytes, limit })
        }
    }
}

/// The next text, if the document has one.
fn read(reader: &mut Reader<'_>) -> Result<Option<String>, Fault> {
    match reader.u8()? {
        NONE => Ok(None),
        SOME => reader.text().map(String::from).map(Some),
        _ => Err(reader.fault("it is not said whether there is a text")),
    }
}

fn write(text: Option<&str>, bytes: &mut Vec<u8>) {
    bytes.push(if text.is_some() { SOME } else { NONE });
    text.iter().for_each(|text| bytes.put_text(text));
}

impl Default for TextsWriter {
    fn default() -> Self {
        TextsWriter::new(super::MOST_FILE)
    }
}
