//! Files of compressed buckets, each of a fixed number of documents: a head that says where each bucket is, then the buckets,
//! each of which can be read alone.
//!
//! Naively, all documents' records are one compressed stream, and whoever wants one of them reads all before it. Or each stands
//! alone: then who requests one discloses which, and it compresses badly. Here as many as make a bucket are compressed together.
//! A bucket's checksum begins from that of the head, so one of another file, or from another place, is noticed.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem;
use core::ops::Range;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::error::Error;
use crate::wire::{self, Fault, Put, Reader, SUM, Unknown};

/// The most bytes of a file, so that it is within what edge services keep as one value.
pub const MOST_FILE: usize = 24 << 20;

/// The version of both kinds that is written and read here.
const VERSION: u16 = 1;
/// The bytes before the directory.
const FIXED: usize = 24;
/// The bytes of a bucket before what is compressed: its checksum, and how many bytes it will be.
const BUCKET_HEAD: usize = 12;
/// The most bytes that Deflate makes of one.
const MOST_EXPANSION: usize = 1032;
const LEVEL: u8 = 7;

/// What kind of file it is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BucketFormat {
    pub(super) magic: [u8; 8],
    /// How many documents are in a bucket.
    pub(super) documents: u32,
    /// Whether the directory says which is the first passage of each bucket.
    pub(super) has_passages: bool,
}

impl BucketFormat {
    /// The bytes of a bucket's entry in the directory.
    fn entry(&self) -> usize {
        if self.has_passages { 8 } else { 4 }
    }

    /// The bytes of the head of a file with this many buckets.
    fn head(&self, buckets: usize) -> Option<usize> {
        buckets.checked_add(1)?.checked_mul(self.entry())?.checked_add(FIXED + SUM)
    }

    /// How many buckets a file has whose head has this many bytes.
    pub(super) fn buckets_in(&self, head: u64) -> Option<u32> {
        let directory = head.checked_sub((FIXED + SUM) as u64)?;
        let entries = directory / self.entry() as u64;
        (directory % self.entry() as u64 == 0 && entries > 1)
            .then(|| u32::try_from(entries - 1).ok())
            .flatten()
    }
}

/// The head of a file of buckets: which documents are in it, and where each bucket is. All numbers are those in the segment. What
/// stands in the buckets, `C`, is said in [`SourcesHead`](super::SourcesHead) and [`TextsHead`](super::TextsHead).
#[derive(Debug, Clone)]
pub struct PackedHead<C> {
    pub(super) head: Head,
    contents: PhantomData<C>,
}

impl<C> PackedHead<C> {
    /// Of a head of the kind of file that has such contents.
    pub(super) fn of(head: Head) -> Self {
        PackedHead { head, contents: PhantomData }
    }

    /// The numbers of the buckets that are in the file.
    pub fn buckets(&self) -> Range<u32> {
        self.head.buckets()
    }

    /// The numbers of its documents.
    pub fn documents(&self) -> Range<u32> {
        self.head.documents()
    }

    /// How many bytes the file has.
    pub fn bytes(&self) -> u64 {
        self.head.bytes()
    }

    /// How many bytes the head has.
    pub fn length(&self) -> u64 {
        self.head.length()
    }

    /// That a file has as many bytes as its head says.
    ///
    /// # Errors
    /// [`Error::BadIndex`] if it has not.
    pub fn check_length(&self, bytes: u64) -> Result<(), Error> {
        if self.bytes() == bytes {
            return Ok(());
        }
        let problem = format!("it has {bytes} bytes, and its head says {}", self.bytes());
        Err(Error::BadIndex { file: self.head.name.to_owned(), problem })
    }

    /// Which bytes of the file a bucket is.
    pub fn bucket_range(&self, bucket: u32) -> Option<Range<u64>> {
        self.head.range(bucket)
    }
}

/// The head of a file: where its buckets are.
#[derive(Debug, Clone)]
pub(super) struct Head {
    kind: &'static BucketFormat,
    pub(super) name: String,
    first_bucket: u32,
    documents: u32,
    /// Where each bucket begins, and where the last ends.
    starts: Vec<u32>,
    /// The first passage of each bucket, and the one after the last.
    pub(super) passages: Vec<u32>,
    sum: u64,
}

impl Head {
    /// Reads a head; what follows it in `bytes` is not looked at.
    pub(super) fn read(kind: &'static BucketFormat, name: &str, bytes: &[u8]) -> Result<Self, Error> {
        Head::parse(kind, name, bytes).map_err(|unknown| unread(name, VERSION.into(), unknown))
    }

    fn parse(kind: &'static BucketFormat, name: &str, bytes: &[u8]) -> Result<Self, Unknown> {
        let mut reader = Reader::new(bytes);
        reader.head(&kind.magic, &VERSION.to_le_bytes())?;
        if reader.u16()? != 0 {
            return Err(reader.fault("bytes that are zero in all such files are not").into());
        }
        let (first_bucket, buckets, documents) = (reader.u32()?, reader.u32()?, reader.u32()?);
        // The directory is as long as its number of buckets says, which is held against the bytes before it is read.
        let length = kind.head(buckets as usize).unwrap_or(usize::MAX);
        let (head, sum) = wire::unsealed(Reader::new(bytes).take(length)?)?;
        let mut directory = Reader::new(&head[FIXED..]);
        let mut column = || (0..=buckets).map(|_| directory.u32()).collect::<Result<Vec<u32>, Fault>>();
        let starts = column()?;
        let passages = if kind.has_passages { column()? } else { Vec::new() };
        let head = Head { kind, name: name.into(), first_bucket, documents, starts, passages, sum };
        let rises = |column: &[u32]| column.is_sorted_by(|before, after| before < after);
        let fits = buckets > 0
            && first_bucket.checked_add(buckets).and_then(|end| end.checked_mul(kind.documents)).is_some()
            && documents.div_ceil(kind.documents) == buckets
            && head.starts[0] as usize == length
            && rises(&head.starts)
            && rises(&head.passages);
        if fits { Ok(head) } else { Err(reader.fault("its directory is in no order").into()) }
    }

    /// The numbers in the segment of the buckets that it has.
    pub(super) fn buckets(&self) -> Range<u32> {
        self.first_bucket..self.first_bucket + (self.starts.len() - 1) as u32
    }

    /// The numbers in the segment of a bucket's documents.
    pub(super) fn documents(&self) -> Range<u32> {
        let first = self.first_bucket * self.kind.documents;
        first..first + self.documents
    }

    /// Where a bucket is among those of the file.
    pub(super) fn place(&self, bucket: u32) -> Option<usize> {
        self.buckets().contains(&bucket).then(|| (bucket - self.first_bucket) as usize)
    }

    /// The bytes of a bucket in the file.
    pub(super) fn range(&self, bucket: u32) -> Option<Range<u64>> {
        let place = self.place(bucket)?;
        Some(self.starts[place].into()..self.starts[place + 1].into())
    }

    /// How many bytes there are in all.
    pub(super) fn bytes(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0).into()
    }

    /// How many bytes the head has.
    pub(super) fn length(&self) -> u64 {
        self.starts[0].into()
    }

    /// What is in a bucket, of which these are the bytes, and how many documents that is.
    pub(super) fn unpack(&self, bucket: u32, bytes: &[u8]) -> Result<(Vec<u8>, usize), Error> {
        let range = self.range(bucket).ok_or_else(|| self.bad(bucket, "is not in this file"))?;
        let fits = bytes.len() as u64 == range.end - range.start;
        let mut reader = Reader::new(bytes);
        let (Ok(sum), content, Ok(length)) = (reader.u64(), reader.rest(), reader.u32()) else {
            return Err(self.bad(bucket, "ends within its head"));
        };
        if !fits {
            return Err(self.bad(bucket, "is not as long as the head says"));
        }
        if !wire::is_right(sum, seed(self.sum, bucket), content) {
            return Err(self.bad(bucket, "has a wrong checksum"));
        }
        let (length, packed) = (length as usize, reader.rest());
        if length > packed.len().saturating_mul(MOST_EXPANSION) {
            return Err(self.bad(bucket, "is said to be longer than it can be"));
        }
        match decompress_to_vec_with_limit(packed, length) {
            Ok(unpacked) if unpacked.len() == length => {
                let before = (bucket - self.first_bucket) * self.kind.documents;
                Ok((unpacked, (self.documents - before).min(self.kind.documents) as usize))
            }
            _ => Err(self.bad(bucket, "cannot be decompressed")),
        }
    }

    /// What is wrong with a bucket.
    pub(super) fn bad(&self, bucket: u32, problem: &str) -> Error {
        Error::BadIndex { file: self.name.clone(), problem: format!("bucket {bucket} {problem}") }
    }
}

/// What is wrong with a file of an index that is read as one of this version.
pub(super) fn unread(file: &str, version: u64, unknown: Unknown) -> Error {
    let file = file.into();
    match unknown {
        Unknown::Fault(fault) => Error::BadIndex { file, problem: fault.to_string() },
        Unknown::Version(found) => {
            let (found, expected) = (found.to_string(), version.to_string());
            Error::OtherIndex { file, property: "version", found, expected }
        }
    }
}

/// What the checksum of a bucket begins from.
fn seed(head: u64, bucket: u32) -> u64 {
    head ^ u64::from(bucket)
}

/// A file that is whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How many of them come before the first bucket.
    pub head: u64,
}

/// Some documents, compressed: a bucket that is in no file yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedBucket {
    /// How many documents are in it.
    pub documents: u32,
    /// How many passages they have, where that is known.
    pub passages: u32,
    /// How many bytes it is of which these were made.
    pub length: u32,
    /// Its bytes, compressed.
    pub bytes: Vec<u8>,
}

/// Where files end: each has as many buckets, one after the other, as go into it.
#[derive(Debug)]
pub struct Cuts {
    kind: &'static BucketFormat,
    most: usize,
    /// Those of the file at hand, and their bytes.
    buckets: usize,
    bytes: usize,
}

impl Cuts {
    /// Of files of up to `most` bytes, no more than [`MOST_FILE`].
    pub(super) fn new(kind: &'static BucketFormat, most: usize) -> Self {
        Cuts { kind, most: most.min(MOST_FILE), buckets: 0, bytes: 0 }
    }

    /// Takes a bucket of this many bytes, compressed, and says whether it begins a file.
    pub fn begins_file(&mut self, packed: usize) -> bool {
        let own = BUCKET_HEAD.saturating_add(packed);
        let head = self.kind.head(self.buckets + 1).unwrap_or(usize::MAX);
        let begins = self.buckets == 0 || head.saturating_add(self.bytes).saturating_add(own) > self.most;
        (self.buckets, self.bytes) = if begins { (1, own) } else { (self.buckets + 1, self.bytes + own) };
        begins
    }
}

/// Writes documents one after the other into buckets, and these into files.
#[derive(Debug)]
pub(super) struct Packer {
    kind: &'static BucketFormat,
    cuts: Cuts,
    open: Bucket,
    first_bucket: u32,
    /// The documents of the file at hand.
    documents: u32,
    /// Its buckets, their checksums to be filled in.
    buckets: Vec<u8>,
    /// Where in `buckets` each begins.
    starts: Vec<u32>,
    /// The first passage of each, and the one after the last.
    passages: Vec<u32>,
}

/// A bucket that is not full.
#[derive(Debug, Default)]
pub(super) struct Bucket {
    unpacked: Vec<u8>,
    documents: u32,
    passages: u32,
}

impl Bucket {
    /// Adds a document with its number of passages, which `write` writes behind those before it.
    pub(super) fn push(&mut self, passages: u32, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.unpacked);
        self.documents += 1;
        self.passages += passages;
    }

    /// Compresses it, which has this number.
    pub(super) fn pack(self, kind: &BucketFormat, number: u32) -> Result<PackedBucket, Error> {
        let Bucket { unpacked, documents, passages } = self;
        let bytes = compress_to_vec(&unpacked, LEVEL);
        let alone = kind.head(1).unwrap_or(0) + BUCKET_HEAD + bytes.len();
        match u32::try_from(unpacked.len()) {
            Ok(length) if alone <= MOST_FILE => Ok(PackedBucket { documents, passages, length, bytes }),
            _ => Err(too_large(kind, number, bytes.len())),
        }
    }
}

fn too_large(kind: &BucketFormat, bucket: u32, bytes: usize) -> Error {
    let document = format!("bucket {bucket}: documents {} and after", bucket.saturating_mul(kind.documents));
    Error::TooLarge { document, bytes: bytes as u64, limit: MOST_FILE as u64 }
}

impl Packer {
    /// For files of up to `most` bytes, no more than [`MOST_FILE`].
    pub(super) fn new(kind: &'static BucketFormat, most: usize) -> Self {
        Packer {
            kind,
            cuts: Cuts::new(kind, most),
            open: Bucket::default(),
            first_bucket: 0,
            documents: 0,
            buckets: Vec::new(),
            starts: Vec::new(),
            passages: [0].into(),
        }
    }

    /// The file of these buckets, of which the first has this number and begins with this passage.
    pub(super) fn file(
        kind: &'static BucketFormat,
        first_bucket: u32,
        first_passage: u32,
        buckets: &[PackedBucket],
    ) -> Result<PackedFile, Error> {
        let passages = [first_passage].into();
        let mut packer = Packer { first_bucket, passages, ..Packer::new(kind, MOST_FILE) };
        for bucket in buckets {
            if packer.push_bucket(bucket)?.is_some() {
                break;
            }
        }
        let whole = packer.starts.len() == buckets.len();
        let bytes = buckets.iter().map(|bucket| bucket.bytes.len()).sum();
        packer.end_file().filter(|_| whole).ok_or_else(|| too_large(kind, first_bucket, bytes))
    }

    /// Adds a document with its number of passages, which `write` writes behind those before it. Gives the file before its
    /// bucket, if that is full.
    pub(super) fn push(
        &mut self,
        passages: u32,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> Result<Option<PackedFile>, Error> {
        self.open.push(passages, write);
        if self.open.documents < self.kind.documents { Ok(None) } else { self.end_bucket() }
    }

    /// The last files: what there is of the one at hand.
    pub(super) fn finish(mut self) -> Result<Vec<PackedFile>, Error> {
        let full = if self.open.documents > 0 { self.end_bucket()? } else { None };
        Ok(full.into_iter().chain(self.end_file()).collect())
    }

    /// Packs the bucket at hand. Gives the file before it, if it does not go into that as well.
    fn end_bucket(&mut self) -> Result<Option<PackedFile>, Error> {
        let number = self.first_bucket + self.starts.len() as u32;
        let bucket = mem::take(&mut self.open).pack(self.kind, number)?;
        self.push_bucket(&bucket)
    }

    /// Adds a bucket. Gives the file before it, if it does not go into that as well.
    fn push_bucket(&mut self, bucket: &PackedBucket) -> Result<Option<PackedFile>, Error> {
        let PackedBucket { documents, passages, length, bytes } = bucket;
        let number = self.first_bucket + self.starts.len() as u32;
        let end = self.passages.last().and_then(|end| end.checked_add(*passages));
        let end = end.ok_or_else(|| too_large(self.kind, number, bytes.len()))?;
        let full = if self.cuts.begins_file(bytes.len()) { self.end_file() } else { None };
        self.starts.push(self.buckets.len() as u32);
        self.buckets.extend([0; SUM]);
        self.buckets.extend(length.to_le_bytes());
        self.buckets.extend(bytes);
        self.passages.push(end);
        self.documents += documents;
        Ok(full)
    }

    /// The file at hand, if there is a bucket in it; the next begins after it.
    fn end_file(&mut self) -> Option<PackedFile> {
        let buckets = self.starts.len();
        let head = self.kind.head(buckets).filter(|_| buckets > 0)?;
        let mut bytes = self.kind.magic.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 2]);
        [self.first_bucket, buckets as u32, self.documents]
            .iter()
            .for_each(|number| bytes.extend(number.to_le_bytes()));
        let ends = self.starts.iter().skip(1).copied().chain([self.buckets.len() as u32]);
        let ranges: Vec<Range<usize>> =
            self.starts.iter().zip(ends).map(|(&start, end)| start as usize..end as usize).collect();
        bytes.extend((head as u32).to_le_bytes());
        ranges.iter().for_each(|range| bytes.extend(((head + range.end) as u32).to_le_bytes()));
        if self.kind.has_passages {
            self.passages.iter().for_each(|passage| bytes.extend(passage.to_le_bytes()));
        }
        let sum = bytes.seal();
        for (range, bucket) in ranges.into_iter().zip(self.first_bucket..) {
            let own = wire::checksum(seed(sum, bucket), &self.buckets[range.start + SUM..range.end]);
            self.buckets[range.start..range.start + SUM].copy_from_slice(&own.to_le_bytes());
        }
        bytes.append(&mut self.buckets);
        self.first_bucket += buckets as u32;
        self.documents = 0;
        self.starts.clear();
        self.passages = self.passages.last().copied().into_iter().collect();
        Some(PackedFile { bytes, head: head as u64 })
    }
}
