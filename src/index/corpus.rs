//! An index in memory, searched: every segment and every part of it, their responses joined.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::manifest::{FileEntry, Manifest};
use super::part::{self, Tables};
use super::segment::Segment;
use super::{
    BUCKET, Limits, LookupRequest, LookupResponse, Near, NearMatch, Postings, Shingles, Source, TEXT_BUCKET,
};
use crate::error::Error;
use crate::table::{Bound, Data};

/// An index over files of any kind of bytes: vectors, slices, shared memory. Parts of it may be missing.
#[derive(Debug)]
pub struct Corpus<D> {
    manifest: Manifest,
    segments: Vec<Segment<D>>,
    model: Option<D>,
    boilerplate: Option<D>,
}

impl<D: AsRef<[u8]>> Corpus<D> {
    /// Opens an index. `file` gives each of its files, or says why it cannot: what such a file holds is then missing, as is
    /// what a damaged one holds. The blocks of tables and the buckets of sources and texts are checked when they are read; who
    /// has a whole file in hand can check all of it before ([`FileEntry::check`]).
    ///
    /// # Errors
    /// What [`Manifest::check`] says; and of files of removed documents, without which nothing can be found.
    pub fn open(
        manifest: Manifest,
        file: impl FnMut(&FileEntry) -> Result<D, String>,
    ) -> Result<Self, Error> {
        Corpus::of(manifest, file)
    }
}

impl<D: Data> Corpus<D> {
    /// As [`open`](Corpus::open), of files that may not be whole: what it says then is an answer if it missed nothing in them.
    pub(super) fn of(
        manifest: Manifest,
        mut file: impl FnMut(&FileEntry) -> Result<D, String>,
    ) -> Result<Self, Error> {
        manifest.check()?;
        let segments =
            manifest.segments.iter().map(|entry| Segment::open(entry, &manifest.design, &mut file));
        let segments = segments.collect::<Result<Vec<_>, Error>>()?;
        let mut whole = |entry: &FileEntry| {
            let whole =
                file(entry).map_err(|problem| Error::BadIndex { file: entry.name.clone(), problem })?;
            entry.check(whole.head())?;
            Ok::<D, Error>(whole)
        };
        let model = manifest.model.as_ref().map(&mut whole).transpose()?;
        let boilerplate = manifest.boilerplate.as_ref().map(&mut whole).transpose()?;
        Ok(Corpus { manifest, segments, model, boilerplate })
    }

    /// What the index says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Its segments.
    pub fn segments(&self) -> &[Segment<D>] {
        &self.segments
    }

    pub(super) fn segments_mut(&mut self) -> &mut [Segment<D>] {
        &mut self.segments
    }

    /// The bytes of the model that its design names.
    pub fn model(&self) -> Option<&[u8]> {
        self.model.as_ref().map(Data::head)
    }

    /// The bytes of the boilerplate that its design's method takes out.
    pub fn boilerplate(&self) -> Option<&[u8]> {
        self.boilerplate.as_ref().map(Data::head)
    }

    /// The number of the first passage of each bucket of [`BUCKET`] documents, in order. Of buckets that are missing it is that
    /// of the first of them.
    pub fn buckets(&self) -> Vec<u64> {
        let of = |segment: &Segment<D>| {
            let first = segment.entry().first_passage;
            segment.first_passages().into_iter().map(move |passage| first + u64::from(passage))
        };
        self.segments.iter().flat_map(of).collect()
    }

    /// The parts that cannot be searched, as [`LookupResponse::missing`] names them.
    pub fn missing(&self) -> Vec<String> {
        let of = |(number, segment): (usize, &Segment<D>)| {
            segment.missing().map(|(what, why)| named(&what, number, why)).collect::<Vec<_>>()
        };
        self.segments.iter().enumerate().flat_map(of).collect()
    }

    /// What the index says to a look-up, and which parts of it could say nothing. Removed documents are in no answer.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for a k above the design's, and for prefixes of no bits or more than 64.
    pub fn answer(&self, lookup: &LookupRequest, limits: &Limits) -> Result<LookupResponse, Error> {
        let refused = |option, value: u32, expected| {
            Err(Error::InvalidOption { option, value: value.to_string(), expected })
        };
        if lookup.k > self.manifest.design.k {
            return refused("k", lookup.k, "at most the k that the index was built for");
        }
        let prefixes = &lookup.prefixes;
        let has_prefixes = !prefixes.fingerprints.is_empty() || !prefixes.shingles.is_empty();
        if has_prefixes && !(1..=u64::BITS).contains(&prefixes.bits) {
            return refused("bits", prefixes.bits, "a number of bits from 1 to 64");
        }
        let mut run = Run { corpus: self, lookup, limits, missing: BTreeSet::new() };
        let mut answer = LookupResponse {
            fingerprints: run.fingerprints(),
            shingles: run.shingles(),
            fingerprint_prefixes: run.fingerprint_prefixes(),
            shingle_prefixes: run.shingle_prefixes(),
            sources: run.sources(),
            texts: run.texts(),
            ..LookupResponse::default()
        };
        if lookup.describe {
            answer.described = run.described(&answer);
        }
        answer.missing = run.missing.into_iter().collect();
        Ok(answer)
    }
}

/// What is missing, as it is named.
fn named(what: &str, segment: usize, why: &str) -> String {
    format!("{what} of segment {segment}: {why}")
}

/// A look-up under way.
struct Run<'a, D> {
    corpus: &'a Corpus<D>,
    lookup: &'a LookupRequest,
    limits: &'a Limits,
    missing: BTreeSet<String>,
}

impl<'a, D: Data> Run<'a, D> {
    /// What each part says of as many things, added up: `ask` asks a part, which may say nothing of any, `add` adds what it says of
    /// one. Parts that cannot be searched, or turn out to be damaged, are missing.
    fn each_part<T, S: Clone + Default>(
        &mut self,
        things: usize,
        ask: impl Fn(&Segment<D>, &Tables<D>) -> Result<Vec<T>, Error>,
        mut add: impl FnMut(&mut S, T),
    ) -> Vec<S> {
        let mut all = vec![S::default(); things];
        if things == 0 {
            return all;
        }
        for (number, segment) in self.corpus.segments.iter().enumerate() {
            for (part, tables) in segment.parts().enumerate() {
                let said = tables.as_ref().map_err(String::clone);
                match said.and_then(|tables| ask(segment, tables).map_err(|error| error.to_string())) {
                    Ok(said) => all.iter_mut().zip(said).for_each(|(all, said)| add(all, said)),
                    Err(why) => {
                        self.missing.insert(named(&format!("part {part}"), number, &why));
                    }
                }
            }
        }
        all
    }

    fn fingerprints(&mut self) -> Vec<Near> {
        let (fingerprints, k, limits) = (&self.lookup.fingerprints, self.lookup.k, self.limits);
        let bound = Bound { matches: limits.matches, ..Bound::default() };
        let ask = |segment: &Segment<D>, tables: &Tables<D>| {
            let Some(passages) = &tables.passages else { return Ok(Vec::new()) };
            let near = passages.query_many(fingerprints, k, bound)?.into_iter().map(|answer| {
                let found = answer.matches.into_iter().map(|found| (found.distance, found.fingerprint));
                tables.near(segment.numbers(), found, answer.truncated, limits)
            });
            near.collect()
        };
        self.each_part(fingerprints.len(), ask, NearMatches::add)
            .into_iter()
            .map(|near| near.within(limits))
            .collect()
    }

    fn fingerprint_prefixes(&mut self) -> Vec<Near> {
        let (prefixes, k, limits) = (&self.lookup.prefixes, self.lookup.k, self.limits);
        let bound = Bound { matches: limits.matches, ..Bound::default() };
        let ask = |segment: &Segment<D>, tables: &Tables<D>| {
            let Some(passages) = &tables.passages else { return Ok(Vec::new()) };
            let near = prefixes.fingerprints.iter().map(|&prefix| {
                let suffixes = passages.suffixes(prefix, prefixes.bits, k, bound)?;
                // How far they are from what was requested, nobody here knows.
                let found = suffixes.fingerprints().into_iter().map(|fingerprint| (0, fingerprint));
                tables.near(segment.numbers(), found, suffixes.truncated(), limits)
            });
            near.collect()
        };
        let found = self.each_part(prefixes.fingerprints.len(), ask, NearMatches::add);
        found.into_iter().map(|near| near.within(limits)).collect()
    }

    fn shingles(&mut self) -> Vec<Postings> {
        let (shingles, limits) = (&self.lookup.shingles, self.limits);
        let ask = |segment: &Segment<D>, tables: &Tables<D>| {
            let ranges: Vec<(u64, u64)> =
                shingles.iter().map(|&hash| segment.packing().range(hash)).collect();
            tables.codes(segment.numbers(), &ranges, limits.passages)
        };
        let add = |all: &mut Postings, (codes, truncated): part::Codes| {
            all.passages.extend(codes.into_iter().map(|(_, passage)| passage));
            all.truncated |= truncated;
        };
        let mut found = self.each_part(shingles.len(), ask, add);
        for postings in &mut found {
            // Segments, and the parts of each, come in the order of their passages' numbers.
            postings.truncated |= postings.passages.len() > limits.passages;
            postings.passages.truncate(limits.passages);
        }
        found
    }

    fn shingle_prefixes(&mut self) -> Vec<Shingles> {
        let (prefixes, limits) = (&self.lookup.prefixes, self.limits);
        let segments = self.corpus.segments.iter();
        // As many bits as all segments have of a hash.
        let bits = segments.map(|segment| segment.packing().bits()).min().unwrap_or(u64::BITS - 1);
        let rest = u64::MAX >> bits;
        let ask = |segment: &Segment<D>, tables: &Tables<D>| {
            let range = |&prefix: &u64| segment.packing().prefix_range(prefix, prefixes.bits);
            let ranges: Vec<(u64, u64)> = prefixes.shingles.iter().map(range).collect();
            tables.codes(segment.numbers(), &ranges, limits.matches)
        };
        let add = |all: &mut Shingles, (codes, truncated): part::Codes| {
            all.postings.extend(codes.into_iter().map(|(hash, passage)| (hash & !rest, passage)));
            all.truncated |= truncated;
        };
        let mut found = self.each_part(prefixes.shingles.len(), ask, add);
        for shingles in &mut found {
            shingles.bits = bits;
            shingles.postings.sort_unstable();
            shingles.truncated |= shingles.postings.len() > limits.matches;
            shingles.postings.truncate(limits.matches);
        }
        found
    }

    fn sources(&mut self) -> Vec<Vec<Source>> {
        let buckets = self.lookup.sources.iter();
        buckets.map(|&bucket| self.bucket(bucket, BUCKET, "sources", Segment::sources)).collect()
    }

    fn texts(&mut self) -> Vec<Vec<Option<String>>> {
        let buckets = self.lookup.texts.iter();
        buckets.map(|&bucket| self.bucket(bucket, TEXT_BUCKET, "texts", Segment::texts)).collect()
    }

    /// A bucket by its number in the index, each of `documents` documents.
    fn bucket<T>(
        &mut self,
        bucket: u32,
        documents: u32,
        what: &str,
        read: impl Fn(&Segment<D>, u32) -> Result<Vec<T>, Error>,
    ) -> Vec<T> {
        let Some((number, own)) = self.corpus.manifest.segment_of_bucket(bucket, documents) else {
            return Vec::new();
        };
        match read(&self.corpus.segments[number], own) {
            Ok(read) => read,
            Err(error) => {
                self.missing.insert(named(&format!("bucket {own} of {what}"), number, &error.to_string()));
                Vec::new()
            }
        }
    }

    /// The sources of all passages that an answer names, each once, by their first passage.
    fn described(&mut self, answer: &LookupResponse) -> Vec<Source> {
        let near = answer.fingerprints.iter().chain(&answer.fingerprint_prefixes);
        let near = near.flat_map(|near| &near.matches).flat_map(|found| &found.passages);
        let whole = answer.shingles.iter().flat_map(|postings| &postings.passages);
        let prefixes = answer.shingle_prefixes.iter().flat_map(|shingles| &shingles.postings);
        let passages: BTreeSet<u64> =
            near.chain(whole).copied().chain(prefixes.map(|(_, passage)| *passage)).collect();
        let mut described = BTreeMap::new();
        let mut passages = passages.into_iter().peekable();
        while let Some(passage) = passages.next() {
            let Some(sources) = self.documents_around(passage) else { continue };
            let mut next = Some(passage);
            while let Some(passage) = next {
                let at = sources.partition_point(|source| source.first <= passage);
                if let Some(source) = at.checked_sub(1).and_then(|at| sources.get(at)) {
                    described.entry(source.first).or_insert_with(|| source.clone());
                }
                let end = sources.last().map_or(0, |source| source.first + source.passages.len() as u64);
                next = passages.next_if(|&passage| passage < end);
            }
        }
        described.into_values().collect()
    }

    /// The bucket of sources that has a passage.
    fn documents_around(&mut self, passage: u64) -> Option<Vec<Source>> {
        let segments = &self.corpus.segments;
        let number =
            segments.partition_point(|segment| segment.entry().first_passage <= passage).checked_sub(1)?;
        let segment = &segments[number];
        let own = u32::try_from(passage - segment.entry().first_passage).ok()?;
        let Some(bucket) = segment.bucket_of(own) else {
            self.missing.insert(named("a file of sources", number, "it cannot be read"));
            return None;
        };
        match segment.sources(bucket) {
            Ok(sources) => Some(sources),
            Err(error) => {
                self.missing.insert(named(
                    &format!("bucket {bucket} of sources"),
                    number,
                    &error.to_string(),
                ));
                None
            }
        }
    }
}

/// What was found near one fingerprint so far, by distance and fingerprint.
#[derive(Debug, Clone, Default)]
struct NearMatches {
    matches: BTreeMap<(u32, u64), NearMatch>,
    truncated: bool,
}

impl NearMatches {
    fn add(&mut self, (found, truncated): part::Near) {
        for (distance, found) in found {
            let known = NearMatch { fingerprint: found.fingerprint, passages: Vec::new(), count: 0 };
            let known = self.matches.entry((distance, found.fingerprint)).or_insert(known);
            known.passages.extend(found.passages);
            known.count += found.count;
        }
        self.truncated |= truncated;
    }

    /// As much of it as a response may hold.
    fn within(self, limits: &Limits) -> Near {
        let truncated = self.truncated || self.matches.len() > limits.matches;
        let mut matches: Vec<NearMatch> = self.matches.into_values().take(limits.matches).collect();
        matches.iter_mut().for_each(|found| found.passages.truncate(limits.passages));
        Near { matches, truncated }
    }
}
