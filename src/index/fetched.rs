//! Files of an index of which only parts are here: what is missed of them, and whether what comes is theirs.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::packed::PackedHead;
use super::segment::Segment;
use super::{SourcesHead, TextsHead};
use crate::error::Error;
use crate::table::{Fetched, Shard};

/// A file of which only parts are here.
pub(super) trait Partial {
    fn name(&self) -> &str;

    /// What was missed since this was last called.
    fn missed(&mut self) -> Vec<Range<u64>>;

    /// Takes bytes that were missed, if what stands in them is whole.
    fn supply(&mut self, start: u64, bytes: &[u8]) -> Result<(), Error>;

    /// How many of its bytes are here.
    fn bytes(&self) -> u64;
}

impl Segment<Fetched> {
    /// Every file that can be searched.
    pub(super) fn partial_files(&mut self) -> Vec<&mut dyn Partial> {
        let (tables, sources, texts) = self.files_mut();
        let shards = tables.flat_map(|tables| {
            let passages = tables.passages.iter_mut().flat_map(|passages| passages.shards_mut());
            passages.chain(tables.shingles.shards_mut())
        });
        let shards = shards.map(|shard| shard as &mut dyn Partial);
        let sources = sources.map(|file| file as &mut dyn Partial);
        shards.chain(sources).chain(texts.map(|file| file as &mut dyn Partial)).collect()
    }
}

impl Partial for Shard<u64, Fetched> {
    fn name(&self) -> &str {
        Shard::name(self)
    }

    fn missed(&mut self) -> Vec<Range<u64>> {
        Shard::missed(self)
    }

    fn supply(&mut self, start: u64, bytes: &[u8]) -> Result<(), Error> {
        Shard::supply(self, start, bytes)
    }

    fn bytes(&self) -> u64 {
        self.fetched()
    }
}

/// The head of a file of buckets whose contents can be read.
trait Buckets {
    /// That these are the bytes of a bucket.
    fn check(&self, bucket: u32, bytes: &[u8]) -> Result<(), Error>;
}

impl Buckets for SourcesHead {
    fn check(&self, bucket: u32, bytes: &[u8]) -> Result<(), Error> {
        self.read_bucket(bucket, bytes).map(drop)
    }
}

impl Buckets for TextsHead {
    fn check(&self, bucket: u32, bytes: &[u8]) -> Result<(), Error> {
        self.read_bucket(bucket, bytes).map(drop)
    }
}

impl<C> Partial for (PackedHead<C>, Fetched)
where
    PackedHead<C>: Buckets,
{
    fn name(&self) -> &str {
        &self.0.head.name
    }

    fn missed(&mut self) -> Vec<Range<u64>> {
        self.1.missed()
    }

    fn supply(&mut self, start: u64, bytes: &[u8]) -> Result<(), Error> {
        let (head, data) = self;
        let end = start.saturating_add(bytes.len() as u64);
        if !data.insert(start, bytes) {
            let problem = format!("its bytes {start} to {end} were not requested");
            return Err(Error::BadIndex { file: head.head.name.clone(), problem });
        }
        let within = head.buckets().filter_map(|bucket| {
            let range = head.bucket_range(bucket)?;
            let own = start <= range.start && range.end <= end;
            own.then(|| (bucket, &bytes[(range.start - start) as usize..(range.end - start) as usize]))
        });
        let checked = within.into_iter().try_for_each(|(bucket, bytes)| head.check(bucket, bytes));
        if checked.is_err() {
            data.remove(start);
        }
        checked
    }

    fn bytes(&self) -> u64 {
        self.1.bytes()
    }
}
