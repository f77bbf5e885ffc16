//! What is known of a document that is checked: which passages have what of the document, and of which sources they are.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::query::{Query, beginning};
use super::suspects::Suspicion;
use crate::error::Error;
use crate::index::{LookupRequest, LookupResponse, NearMatch, Source};

/// What is known of a document that is checked.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    /// For each of the document's fingerprints, the passages with one near it and the bits in which they differ; sorted.
    pub(super) near: Vec<Vec<(u64, u32)>>,
    /// For each of the document's hashes, the passages in which a shingle or a pair with it begins; sorted.
    pub(super) postings: Vec<Vec<u64>>,
    /// Of each of the hashes, whether there may be more passages than these.
    pub(super) more: Vec<bool>,
    /// The sources known, sorted by their first passages.
    pub(super) sources: Vec<Known>,
    /// Whether a bound was reached.
    pub(super) truncated: bool,
    /// The parts that could not be searched.
    pub(super) missing: BTreeSet<String>,
}

/// A source that is known.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) source: Source,
    /// The number of the document in the index.
    pub(super) document: Option<u32>,
    /// What is suspected of it by this evidence, once it was wanted.
    pub(super) suspicions: OnceCell<Vec<Suspicion>>,
}

impl Evidence {
    pub(super) fn new(fingerprints: usize, hashes: usize) -> Self {
        Evidence {
            near: alloc::vec![Vec::new(); fingerprints],
            postings: alloc::vec![Vec::new(); hashes],
            more: alloc::vec![false; hashes],
            sources: Vec::new(),
            truncated: false,
            missing: BTreeSet::new(),
        }
    }

    /// Takes a response: what it has of `fingerprints` within `k` bits and of the shingles that were looked up.
    pub(super) fn take(
        &mut self,
        lookup: &LookupRequest,
        answer: LookupResponse,
        fingerprints: &[u64],
        query: &Query,
        k: u32,
    ) -> Result<(), Error> {
        let prefixes = &lookup.prefixes;
        fits("fingerprints", lookup.fingerprints.len(), answer.fingerprints.len())?;
        fits("shingles", lookup.shingles.len(), answer.shingles.len())?;
        fits("prefixes of fingerprints", prefixes.fingerprints.len(), answer.fingerprint_prefixes.len())?;
        fits("prefixes of shingles", prefixes.shingles.len(), answer.shingle_prefixes.len())?;
        self.missing.extend(answer.missing);
        self.sources.iter_mut().for_each(|known| known.suspicions = OnceCell::new());
        for (fingerprint, near) in lookup.fingerprints.iter().zip(answer.fingerprints) {
            if let Ok(at) = fingerprints.binary_search(fingerprint) {
                self.truncated |= near.truncated;
                near.matches.iter().for_each(|found| self.take_near(at, *fingerprint, found, k));
            }
        }
        for (hash, postings) in lookup.shingles.iter().zip(answer.shingles) {
            if let Ok(at) = query.hashes.binary_search(hash) {
                self.more[at] |= postings.truncated;
                add(&mut self.postings[at], postings.passages);
            }
        }
        for (prefix, near) in prefixes.fingerprints.iter().zip(answer.fingerprint_prefixes) {
            for at in beginning(fingerprints, *prefix, prefixes.bits) {
                self.truncated |= near.truncated;
                near.matches.iter().for_each(|found| self.take_near(at, fingerprints[at], found, k));
            }
        }
        for (prefix, shingles) in prefixes.shingles.iter().zip(answer.shingle_prefixes) {
            let mut found = shingles.postings;
            found.sort_unstable();
            let hashes: Vec<u64> = found.iter().map(|&(hash, _)| hash).collect();
            for at in query.beginning(*prefix, prefixes.bits) {
                self.more[at] |= shingles.truncated;
                let range = beginning(&hashes, query.hashes[at], shingles.bits);
                add(&mut self.postings[at], found[range].iter().map(|&(_, passage)| passage).collect());
            }
        }
        Ok(())
    }

    /// Takes a fingerprint near one of the document's, if it is.
    fn take_near(&mut self, at: usize, fingerprint: u64, found: &NearMatch, k: u32) {
        let distance = (fingerprint ^ found.fingerprint).count_ones();
        if distance > k {
            return;
        }
        self.truncated |= found.count > found.passages.len() as u64;
        add(&mut self.near[at], found.passages.iter().map(|&passage| (passage, distance)).collect());
    }

    /// The buckets in which there are passages of unknown sources, those first that most of the document points to: the passages of
    /// these hashes, and those that are suspected.
    pub(super) fn sources_wanted(
        &self,
        buckets: &[u64],
        shingles: impl Iterator<Item = usize>,
        suspected: impl Iterator<Item = u64>,
    ) -> Vec<u32> {
        let mut wanted: BTreeMap<u32, u64> = BTreeMap::new();
        let near = self.near.iter().flatten().map(|&(passage, _)| passage);
        let shingles: BTreeSet<usize> = shingles.collect();
        let shingles = shingles.into_iter().flat_map(|hash| self.postings[hash].iter().copied());
        for passage in near.chain(shingles).chain(suspected) {
            let after = buckets.partition_point(|&first| first <= passage);
            if after > 0 && self.source_of(passage).is_none() {
                *wanted.entry(after as u32 - 1).or_default() += 1;
            }
        }
        let mut wanted: Vec<(u32, u64)> = wanted.into_iter().collect();
        wanted.sort_by_key(|&(_, hits)| core::cmp::Reverse(hits));
        wanted.into_iter().map(|(bucket, _)| bucket).collect()
    }

    /// Takes sources of documents with numbers from `first` on.
    pub(super) fn take_sources(&mut self, first: u32, sources: Vec<Source>) {
        let numbers = (0u32..).map(|number| first.checked_add(number));
        let known = |(source, document)| Known { source, document, suspicions: OnceCell::new() };
        self.sources.extend(sources.into_iter().zip(numbers).map(known));
        self.sources.sort_by_key(|known| known.source.first);
        self.sources.dedup_by_key(|known| known.source.first);
    }

    /// The source that a passage is of, by its place among those known, and the passage's number in it.
    pub(super) fn source_of(&self, passage: u64) -> Option<(usize, u32)> {
        let at = self.sources.partition_point(|known| known.source.first <= passage).checked_sub(1)?;
        let source = &self.sources[at].source;
        let number = passage - source.first;
        (number < source.passages.len() as u64).then_some((at, number as u32))
    }
}

/// Adds what is new, in order.
fn add<T: Ord>(known: &mut Vec<T>, new: Vec<T>) {
    known.extend(new);
    known.sort_unstable();
    known.dedup();
}

fn fits(what: &str, requested: usize, returned: usize) -> Result<(), Error> {
    if requested == returned {
        return Ok(());
    }
    Err(Error::BadAnswer {
        index: "index".into(),
        problem: alloc::format!("there are {returned} responses for {requested} {what}"),
    })
}
