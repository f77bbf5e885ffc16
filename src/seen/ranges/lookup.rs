//! A look-up in an index that is read by ranges: what to fetch next, and what comes of it.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::bucket::{bucket_bytes, place, rows};
use super::record::{Place, Record, read};
use super::{BucketLayout, RangesManifest};
use crate::error::Error;
use crate::index::client::FilePart;
use crate::index::{FileEntry, MANIFEST};
use crate::seen::{Design, DocumentFingerprints, IndexedMatch, NearDocuments, Status};

/// How many records are fetched: those of the rows whose bits differ least. Of ten million documents some forty thousand rows are read, of which
/// by chance 31 differ in 19 bits of 64 or fewer; a document with a fifth of its words edited differs in more once in 300 times.
const RECORDS: usize = 32;

/// The most bytes of a record that are fetched before it is known how many it has.
const GUESS: u64 = 512;

/// The look-up of a document in an index that is read by ranges.
///
/// ```
/// use twinprint::seen::{Design, DocumentFingerprints, RangesLookup, RangesManifest};
/// let manifest = RangesManifest::empty(&Design::default());
/// let document = DocumentFingerprints { values: vec![1, 2, 3, 4, 5], words: 300 };
/// let lookup = RangesLookup::new(&manifest, document)?;
/// assert!(lookup.wanted().next().is_none(), "what is wanted is fetched, and handed over to `supply`");
/// assert!(lookup.near(20)?.matches.is_empty());
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug)]
pub struct RangesLookup {
    design: Design,
    layout: BucketLayout,
    document: DocumentFingerprints,
    documents: u64,
    longest: u64,
    records: Vec<FileEntry>,
    wanted: Vec<(FilePart, Wanted)>,
    /// By the place of its record, in how many bits a row differs.
    candidates: BTreeMap<Place, u32>,
    near: Vec<IndexedMatch>,
    /// Whether rows were left out of a bucket that was read.
    is_short: bool,
    /// How many records were fetched.
    fetched: usize,
}

/// What is wanted in a part of a file.
#[derive(Debug, Clone, PartialEq)]
enum Wanted {
    Buckets(Range<u64>),
    Record(Place),
}

impl RangesLookup {
    /// Looks up a document in the index with this manifest.
    ///
    /// # Errors
    /// As [`RangesManifest::check`].
    ///
    /// # Panics
    /// When the fingerprints are not as many as the design's.
    pub fn new(manifest: &RangesManifest, document: DocumentFingerprints) -> Result<Self, Error> {
        manifest.check()?;
        let (design, layout) = (manifest.design()?, manifest.layout()?);
        assert_eq!(document.values.len(), design.fingerprints(), "fingerprints of the design");
        let mut lookup = RangesLookup {
            design,
            layout,
            document,
            documents: manifest.documents,
            longest: manifest.longest,
            records: manifest.records.clone(),
            wanted: Vec::new(),
            candidates: BTreeMap::new(),
            near: Vec::new(),
            is_short: false,
            fetched: 0,
        };
        if manifest.documents > 0 {
            let probes = lookup.layout.probes(&lookup.document.values).into_iter();
            lookup.wanted = probes.map(|buckets| part(&layout, &manifest.buckets, buckets)).collect();
        }
        Ok(lookup)
    }

    /// The document.
    pub fn document(&self) -> &DocumentFingerprints {
        &self.document
    }

    /// What to fetch now, in any order; nothing once all is there.
    pub fn wanted(&self) -> impl Iterator<Item = &FilePart> {
        self.wanted.iter().map(|(part, _)| part)
    }

    /// Takes what was fetched of what is [wanted](Self::wanted). With the last of it, more may be.
    ///
    /// # Errors
    /// [`Error::BadIndex`] for what is not what was written there.
    pub fn supply(&mut self, fetched: &FilePart, bytes: &[u8]) -> Result<(), Error> {
        let Some(at) = self.wanted.iter().position(|(part, _)| part == fetched) else { return Ok(()) };
        let (part, wanted) = self.wanted.swap_remove(at);
        if bytes.len() as u64 != part.end - part.start {
            return Err(Error::BadIndex {
                file: part.file,
                problem: "another number of bytes was sent".into(),
            });
        }
        let is_of_buckets = matches!(wanted, Wanted::Buckets(_));
        match wanted {
            Wanted::Buckets(numbers) => self.buckets(numbers, &part.file, bytes)?,
            Wanted::Record(place) => match read(&self.design, place, bytes, &part.file)? {
                Ok(record) => self.record(record),
                Err(length) => self.want(place, length, part.end - part.start)?,
            },
        }
        if is_of_buckets && self.wanted.is_empty() {
            self.want_likeliest()?;
        }
        Ok(())
    }

    /// Up to `most` documents that are near, once nothing is wanted any more.
    ///
    /// # Errors
    /// [`Error::BadIndex`] while something is.
    pub fn near(&self, most: usize) -> Result<NearDocuments, Error> {
        if let Some((part, _)) = self.wanted.first() {
            return Err(Error::BadIndex { file: part.file.clone(), problem: "it was not fetched".into() });
        }
        let (most, all_are_near) = (most.max(1), self.near.len() == self.fetched && self.fetched == RECORDS);
        let mut matches = self.near.clone();
        matches.sort_unstable_by_key(|found| (found.distance, found.document));
        let truncated = !matches.is_empty() && (matches.len() > most || self.is_short || all_are_near);
        matches.truncate(most);
        let status = if matches.is_empty() { Status::New } else { Status::Known };
        let (words, bits, documents) = (self.document.words, self.design.bits(), self.documents);
        Ok(NearDocuments { status, words, bits, matches, truncated, documents })
    }

    fn buckets(&mut self, numbers: Range<u64>, file: &str, bytes: &[u8]) -> Result<(), Error> {
        let check = BucketLayout::check(&self.document.values, &self.design);
        for (bucket, number) in bytes.chunks(bucket_bytes(self.layout.rows())).zip(numbers) {
            let (rows, is_short) = rows(&self.layout, number, bucket, file)?;
            self.is_short |= is_short;
            for row in rows {
                let apart = (row.check ^ check).count_ones();
                self.candidates.insert(row.place, apart);
            }
        }
        Ok(())
    }

    /// Wants the records of the likeliest candidates.
    fn want_likeliest(&mut self) -> Result<(), Error> {
        let mut ranked: Vec<(u32, Place)> =
            mem::take(&mut self.candidates).into_iter().map(|(place, apart)| (apart, place)).collect();
        ranked.sort_unstable();
        ranked.truncate(RECORDS);
        self.fetched = ranked.len();
        ranked.into_iter().try_for_each(|(_, place)| self.want(place, self.longest.min(GUESS), 0))
    }

    /// Wants the first `bytes` bytes of a record, of which the first `before` were too few.
    fn want(&mut self, place: Place, bytes: u64, before: u64) -> Result<(), Error> {
        let bad = |file: &str, problem: &str| Error::BadIndex { file: file.into(), problem: problem.into() };
        let Some(file) = self.records.get(usize::from(place.file)) else {
            return Err(bad(MANIFEST, "a bucket names a file of records that there is not"));
        };
        let start = u64::from(place.start);
        let end = (start + bytes).min(file.bytes);
        if bytes > self.longest || end <= start + before {
            return Err(bad(&file.name, "a record ends beyond it"));
        }
        let part = FilePart { file: file.name.clone(), start, end, bytes: file.bytes };
        self.wanted.push((part, Wanted::Record(place)));
        Ok(())
    }

    fn record(&mut self, record: Record) {
        let Record { number, document, id } = record;
        let (own, words) = (&self.document.values, self.document.words.min(document.words));
        if self.design.near(own, &document.values, words).is_some() {
            let (distance, of_shingles, resemblance) = self.design.difference(own, &document.values);
            let by_chance = self.design.by_chance(distance, self.documents);
            self.near.push(IndexedMatch {
                id,
                document: number,
                distance,
                of_shingles,
                resemblance,
                by_chance,
            });
        }
    }
}

/// Where a range of buckets lies, which is never in two files.
fn part(layout: &BucketLayout, files: &[FileEntry], buckets: Range<u64>) -> (FilePart, Wanted) {
    let (file, of_file) =
        (buckets.start / layout.buckets_of_file(), buckets.start % layout.buckets_of_file());
    let FileEntry { name, bytes, .. } = &files[file as usize];
    let start = place(layout, of_file);
    let end = place(layout, of_file + (buckets.end - buckets.start));
    let part = FilePart { file: name.clone(), start: start as u64, end: end as u64, bytes: *bytes };
    (part, Wanted::Buckets(buckets))
}
