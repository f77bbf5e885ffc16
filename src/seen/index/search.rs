//! Which documents of an index are near another.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::{BlockLayout, DocumentsEntry, DocumentsManifest, FingerprintsFile, documents_of_file};
use crate::cpu;
use crate::error::Error;
use crate::index::{FileEntry, NamesFile};
use crate::seen::design::Bounds;
use crate::seen::estimate::Estimate;
use crate::seen::probes::each_difference;
use crate::seen::{Design, DocumentFingerprints};
use crate::table::Family;

/// The most documents of one value of a block that are compared: more are of a cluster, of which most are near one another.
const MOST_OF_VALUE: usize = 1 << 16;

/// How many documents ahead fingerprints are asked for.
const AHEAD: usize = 16;

/// An index of documents as wholes, over any bytes: in memory, or mapped files.
#[derive(Debug)]
pub struct DocumentsIndex<D> {
    design: Design,
    documents: u64,
    segments: Vec<Segment<D>>,
}

/// The documents near another.
#[derive(Debug, Clone, PartialEq)]
pub struct Near {
    /// The nearest first, and of equal ones those that were indexed first.
    pub matches: Vec<IndexedMatch>,
    /// Whether there may be more: a value of a block is that of more than 65,536 documents, or more are near than were requested.
    pub truncated: bool,
}

/// A document of an index that is near another.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IndexedMatch {
    /// Its id, or where there are none its number.
    pub id: String,
    /// Its number in the index, from 0 on.
    pub document: u64,
    /// In how many bits their fingerprints differ.
    pub distance: u32,
    /// In how many of these of shingles.
    pub of_shingles: u32,
    /// The estimated resemblance of their sets of shingles of two words.
    pub resemblance: Estimate,
    /// How many unrelated documents of the index come as near by chance, at most.
    pub by_chance: f64,
}

impl<D: AsRef<[u8]>> DocumentsIndex<D> {
    /// Opens the index of a manifest, of files that `file` gives. Heads are checked; blocks and fingerprints when they are read, the latter
    /// only where they are near.
    ///
    /// # Errors
    /// As [`DocumentsManifest::check`], what `file` says, [`Error::BadIndex`] and [`Error::BadTable`] for a file that is another than the
    /// manifest says.
    pub fn open<E: From<Error>>(
        manifest: &DocumentsManifest,
        mut file: impl FnMut(&FileEntry) -> Result<D, E>,
    ) -> Result<Self, E> {
        manifest.check()?;
        let design = manifest.design()?;
        let segments = manifest.segments.iter().map(|entry| Segment::open(entry, &design, &mut file));
        Ok(DocumentsIndex {
            design,
            documents: manifest.documents,
            segments: segments.collect::<Result<_, E>>()?,
        })
    }

    /// What its documents are known by.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// How many documents it has.
    pub fn len(&self) -> u64 {
        self.documents
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.documents == 0
    }

    /// Up to `most` documents near one, by the [design](Design::near).
    ///
    /// In a segment of up to 16,384 documents all are compared. In a larger one a near document is missed of which no block has one of the values
    /// that are looked up: of 960 copies with up to a fifth of their words edited none in blocks of 16 bits, and of those with a fifth 4 of 100 in
    /// blocks of 24.
    ///
    /// # Errors
    /// [`Error::BadIndex`] and [`Error::BadTable`] where what is read is damaged; then there is no answer at all.
    ///
    /// # Panics
    /// When the fingerprints are not as many as the design's.
    pub fn near(&self, query: &DocumentFingerprints, most: usize) -> Result<Near, Error> {
        let values = &query.values;
        assert_eq!(values.len(), self.design.fingerprints(), "fingerprints of the design");
        let (mut found, mut truncated, mut first) = (Vec::new(), false, 0);
        for segment in &self.segments {
            let (candidates, more) = segment.candidates(query)?;
            truncated |= more;
            let mut own =
                cpu::best(Compare { segment, design: &self.design, query, candidates: &candidates });
            own.sort_unstable();
            own.dedup();
            truncated |= own.len() > most;
            for (distance, document) in own.into_iter().take(most) {
                let (file, own) = segment.file(document)?;
                file.document(own)?;
                found.push((distance, first + u64::from(document), segment, document));
            }
            first += u64::from(segment.documents);
        }
        found.sort_unstable_by_key(|&(distance, number, ..)| (distance, number));
        truncated |= found.len() > most;
        found.truncate(most);
        let matches = found.into_iter().map(|(_, number, segment, document)| {
            let (other, _) = segment.peek(document);
            let (distance, of_shingles, resemblance) =
                self.design.difference(values, &other[..self.design.fingerprints()]);
            let by_chance = self.design.by_chance(distance, self.documents);
            let id = segment.id(document, number)?;
            Ok(IndexedMatch { id, document: number, distance, of_shingles, resemblance, by_chance })
        });
        Ok(Near { matches: matches.collect::<Result<_, Error>>()?, truncated })
    }

    /// A document's id and fingerprints, by its number, and its words, 255 for more.
    ///
    /// # Errors
    /// [`Error::BadIndex`] where they are damaged, and for a document that is not there.
    pub fn document(&self, number: u64) -> Result<(String, DocumentFingerprints), Error> {
        let mut first = 0;
        for segment in &self.segments {
            let own = number - first;
            if own < u64::from(segment.documents) {
                let (file, at) = segment.file(own as u32)?;
                return Ok((segment.id(own as u32, number)?, file.document(at)?));
            }
            first += u64::from(segment.documents);
        }
        Err(bad("", format!("there is no document {number}")))
    }

    /// Gives each document's fingerprints of some segments, in the order of their numbers, with its words, 255 for more.
    ///
    /// # Errors
    /// [`Error::BadIndex`] where some are damaged, and what `take` says.
    ///
    /// # Panics
    /// When there are fewer segments.
    pub fn for_each<E: From<Error>>(
        &self,
        segments: Range<usize>,
        mut take: impl FnMut(&[u64], u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut files = self.segments[segments].iter().flat_map(|segment| &segment.fingerprints);
        files.try_for_each(|file| file.for_each(&mut take))
    }

    /// The ids of the documents of some segments, in the order of their numbers; each once it is read.
    ///
    /// # Panics
    /// When there are fewer segments.
    pub fn ids(&self, segments: Range<usize>) -> impl Iterator<Item = Result<String, Error>> {
        let before = self.segments[..segments.start].iter().map(|segment| u64::from(segment.documents)).sum();
        let mut first: u64 = before;
        self.segments[segments].iter().flat_map(move |segment| {
            let numbers = first..first + u64::from(segment.documents);
            first = numbers.end;
            // Whole groups are read of a file of names.
            let named = segment.names.iter().flat_map(NamesFile::iter);
            let numbered = numbers.filter(|_| segment.names.is_none()).map(|number| Ok(number.to_string()));
            named.chain(numbered)
        })
    }

    /// Checks everything: that nothing is damaged, and that each table has the blocks of its segment's fingerprints and no others.
    ///
    /// # Errors
    /// [`Error::BadIndex`] and [`Error::BadTable`] for the first that is wrong.
    pub fn verify(&self) -> Result<(), Error> {
        self.segments.iter().try_for_each(Segment::verify)
    }
}

/// Documents that were indexed together.
#[derive(Debug)]
struct Segment<D> {
    documents: u32,
    /// How many documents each file has but the last.
    of_file: u32,
    fingerprints: Vec<FingerprintsFile<D>>,
    table: Option<(BlockLayout, Family<u64, D>)>,
    names: Option<NamesFile<D>>,
}

impl<D: AsRef<[u8]>> Segment<D> {
    fn open<E: From<Error>>(
        entry: &DocumentsEntry,
        design: &Design,
        file: &mut impl FnMut(&FileEntry) -> Result<D, E>,
    ) -> Result<Self, E> {
        let of_file = documents_of_file(design);
        let mut left = entry.documents;
        let mut fingerprints = Vec::new();
        for own in &entry.fingerprints {
            let bytes = file(own)?;
            own.check_length(bytes.as_ref().len() as u64)?;
            let opened = FingerprintsFile::open(&own.name, bytes, design)?;
            if opened.len() != left.min(of_file) {
                return Err(bad(&own.name, format!("it has {} documents", opened.len())).into());
            }
            left -= opened.len();
            fingerprints.push(opened);
        }
        let names = match &entry.names {
            None => None,
            Some(own) => {
                let bytes = file(own)?;
                own.check_length(bytes.as_ref().len() as u64)?;
                let names = NamesFile::open(&own.name, bytes)?;
                if names.len() != u64::from(entry.documents) {
                    let problem = format!("it has {} names of {} documents", names.len(), entry.documents);
                    return Err(bad(&own.name, problem).into());
                }
                Some(names)
            }
        };
        let documents = entry.documents;
        let Some(layout) = BlockLayout::of(design, documents) else {
            return Ok(Segment { documents, of_file, fingerprints, table: None, names });
        };
        let mut shards = Vec::new();
        for own in &entry.blocks {
            let bytes = file(own)?;
            own.check_length(bytes.as_ref().len() as u64)?;
            shards.push((own.name.clone(), bytes));
        }
        let family = Family::open(shards)?;
        let codes = u64::from(entry.documents) * u64::from(layout.blocks());
        if family.len() != codes || family.tables().len() != 1 {
            let name = entry.blocks.first().map_or("", |file| &file.name);
            return Err(bad(name, format!("the table has {} codes, not {codes}", family.len())).into());
        }
        Ok(Segment { documents, of_file, fingerprints, table: Some((layout, family)), names })
    }

    /// Documents that may be near, some of them several times; all where there is no table. And whether there are more.
    fn candidates(&self, query: &DocumentFingerprints) -> Result<(Vec<u32>, bool), Error> {
        let Some((layout, family)) = &self.table else { return Ok(((0..self.documents).collect(), false)) };
        let mut ranges = Vec::new();
        for block in 0..layout.blocks() {
            let value = layout.value(&query.values, block);
            each_difference(layout.bits(), layout.probes(), |difference| {
                ranges.push(layout.range(block, value ^ difference));
            });
        }
        let found = family.ranges(&ranges, MOST_OF_VALUE)?;
        let more = found.iter().any(|found| found.truncated);
        let candidates: Vec<u32> =
            found.iter().flat_map(|found| &found.codes).map(|&code| layout.document(code)).collect();
        match candidates.iter().find(|&&document| document >= self.documents) {
            None => Ok((candidates, more)),
            Some(none) => {
                let name = family.shards()[0][0].name();
                Err(bad(name, format!("it names document {none} of {}", self.documents)))
            }
        }
    }

    /// The file of a document's fingerprints, and its number there.
    fn file(&self, document: u32) -> Result<(&FingerprintsFile<D>, u32), Error> {
        let file = self.fingerprints.get((document / self.of_file) as usize);
        let file = file.ok_or_else(|| bad("", format!("there is no document {document}")))?;
        Ok((file, document % self.of_file))
    }

    /// What a document is called that has a number in the whole index.
    fn id(&self, document: u32, number: u64) -> Result<String, Error> {
        self.names.as_ref().map_or_else(|| Ok(number.to_string()), |names| names.get(document.into()))
    }

    #[inline(always)]
    fn peek(&self, document: u32) -> ([u64; super::fingerprints::MOST_FINGERPRINTS], u32) {
        self.fingerprints[(document / self.of_file) as usize].peek(document % self.of_file)
    }

    #[inline(always)]
    fn prefetch(&self, document: u32) {
        let (bytes, place) =
            self.fingerprints[(document / self.of_file) as usize].place(document % self.of_file);
        cpu::prefetch(bytes, place);
    }

    fn verify(&self) -> Result<(), Error> {
        self.fingerprints.iter().try_for_each(FingerprintsFile::verify)?;
        self.names.as_ref().map_or(Ok(()), NamesFile::verify)?;
        let Some((layout, family)) = &self.table else { return Ok(()) };
        let mut previous = None;
        for shard in &family.shards()[0] {
            shard.verify()?;
            let mut wrong = None;
            shard.for_each_run(|run| {
                for &code in run {
                    let (block, document) = (layout.block(code), layout.document(code));
                    let is_own = document < self.documents
                        && block < layout.blocks()
                        && layout.code(&self.peek(document).0, block, document) == code;
                    // As many codes as there are blocks of documents, all of them different and right, are all.
                    if !is_own || previous.is_some_and(|previous| previous >= code) {
                        wrong.get_or_insert(code);
                    }
                    previous = Some(code);
                }
            })?;
            if let Some(code) = wrong {
                return Err(bad(shard.name(), format!("the code {code:016x} is of no document's block")));
            }
        }
        Ok(())
    }
}

fn bad(file: &str, problem: String) -> Error {
    Error::BadIndex { file: file.into(), problem }
}

/// Compares candidates with a document.
struct Compare<'a, D> {
    segment: &'a Segment<D>,
    design: &'a Design,
    query: &'a DocumentFingerprints,
    candidates: &'a [u32],
}

impl<D: AsRef<[u8]>> cpu::Work for Compare<'_, D> {
    type Output = Vec<(u32, u32)>;

    /// Those that are near, with their distances before them.
    #[inline(always)]
    fn run(self) -> Vec<(u32, u32)> {
        let Compare { segment, design, query, candidates } = self;
        let (values, own) = (&query.values[..], design.fingerprints());
        let bounds: Bounds = design.bounds(query.words);
        let mut found = Vec::new();
        for (at, &document) in candidates.iter().enumerate() {
            if let Some(&ahead) = candidates.get(at + AHEAD) {
                segment.prefetch(ahead);
            }
            let (other, words) = segment.peek(document);
            if let Some(distance) = bounds.sum(values, &other[..own])
                && distance <= design.allowed(words)
            {
                found.push((distance, document));
            }
        }
        found
    }
}
