//! Documents that were just added, in memory, so that the next ones are checked against them, too.
//!
//! Fingerprints within k bits of one another are equal in one of k + 1 blocks of their bits: so they are kept by the values
//! of their blocks, and only those are compared that have a block in common with the query (Manku, Jain and Das Sarma 2007,
//! section 3, with tables of hashing in place of sorted ones, which take another entry at once).

use core::ops::Range;
use std::collections::{BTreeMap, HashMap};
use std::mem;

use super::record::Record;
use twinprint::index::{BUCKET, Limits, LookupRequest, LookupResponse, Near, NearMatch, Source};

/// Documents behind those of an index.
#[derive(Debug)]
pub(super) struct Recent {
    sources: Vec<Source>,
    /// The number of the next document and of the next passage in the index.
    first_document: u32,
    next_passage: u64,
    /// Fingerprints and their passages.
    fingerprints: Vec<(u64, u64)>,
    /// For each block of bits, by its value, which of the fingerprints have it.
    blocks: Vec<HashMap<u64, Vec<u32>>>,
    /// The passages in which each shingle begins.
    shingles: HashMap<u64, Vec<u64>>,
}

impl Recent {
    /// None, numbered from `first_document` and `first_passage` on; fingerprints are found within up to k bits.
    pub(super) fn new(first_document: u32, first_passage: u64, k: u32) -> Self {
        Recent {
            sources: Vec::new(),
            first_document,
            next_passage: first_passage,
            fingerprints: Vec::new(),
            blocks: (0..=k).map(|_| HashMap::new()).collect(),
            shingles: HashMap::new(),
        }
    }

    /// The number of the next passage: how many the index has with these documents.
    pub(super) fn next_passage(&self) -> u64 {
        self.next_passage
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.sources.len()
    }

    /// Takes a document.
    pub(super) fn push(&mut self, record: &Record) {
        let first = self.next_passage;
        self.next_passage += record.fingerprints.len() as u64;
        for (fingerprints, passage) in record.fingerprints.iter().zip(first..) {
            for &fingerprint in fingerprints {
                let at = self.fingerprints.len() as u32;
                self.fingerprints.push((fingerprint, passage));
                let blocks = self.blocks.len();
                for (number, block) in self.blocks.iter_mut().enumerate() {
                    block.entry(value(fingerprint, number, blocks)).or_default().push(at);
                }
            }
        }
        for &(hash, passage) in &record.shingles {
            self.shingles.entry(hash).or_default().push(first + u64::from(passage));
        }
        self.sources.push(Source { first, ..record.source.clone() });
    }

    /// The number of the first passage of each bucket.
    pub(super) fn buckets(&self) -> impl Iterator<Item = u64> {
        self.sources.iter().step_by(BUCKET as usize).map(|source| source.first)
    }

    /// Adds what there is of these documents to the answer of the index before them: fingerprints, shingles and sources.
    pub(super) fn answer(&self, lookup: &LookupRequest, limits: &Limits, answer: &mut LookupResponse) {
        for (&fingerprint, near) in lookup.fingerprints.iter().zip(&mut answer.fingerprints) {
            self.near(fingerprint, lookup.k, limits, near);
        }
        for (hash, postings) in lookup.shingles.iter().zip(&mut answer.shingles) {
            let own = self.shingles.get(hash).map_or(&[][..], |own| own);
            let capacity = limits.passages.saturating_sub(postings.passages.len());
            postings.truncated |= own.len() > capacity;
            postings.passages.extend(own.iter().take(capacity));
        }
        for (&bucket, sources) in lookup.sources.iter().zip(&mut answer.sources) {
            if let Some(own) = self.bucket(bucket) {
                *sources = self.sources[own].to_vec();
            }
        }
    }

    /// Those of these documents that are in a bucket.
    fn bucket(&self, bucket: u32) -> Option<Range<usize>> {
        let number = bucket.checked_sub(self.first_document / BUCKET)?;
        let start = number as usize * BUCKET as usize;
        (start < self.sources.len()).then(|| start..self.sources.len().min(start + BUCKET as usize))
    }

    fn near(&self, query: u64, k: u32, limits: &Limits, near: &mut Near) {
        let blocks = self.blocks.len();
        let candidates = self
            .blocks
            .iter()
            .enumerate()
            .filter_map(|(number, block)| block.get(&value(query, number, blocks)));
        let mut own: Vec<u32> = candidates
            .flatten()
            .copied()
            .filter(|&at| (self.fingerprints[at as usize].0 ^ query).count_ones() <= k)
            .collect();
        if own.is_empty() {
            return;
        }
        own.sort_unstable();
        own.dedup();
        let mut all: BTreeMap<(u32, u64), NearMatch> = mem::take(&mut near.matches)
            .into_iter()
            .map(|found| (((found.fingerprint ^ query).count_ones(), found.fingerprint), found))
            .collect();
        for at in own {
            let (fingerprint, passage) = self.fingerprints[at as usize];
            let found = all.entry(((fingerprint ^ query).count_ones(), fingerprint)).or_insert(NearMatch {
                fingerprint,
                passages: Vec::new(),
                count: 0,
            });
            found.count += 1;
            if found.passages.len() < limits.passages {
                found.passages.push(passage);
            }
        }
        near.truncated |= all.len() > limits.matches;
        near.matches = all.into_values().take(limits.matches).collect();
    }
}

/// The value of block `number` of the `blocks` of a fingerprint.
fn value(fingerprint: u64, number: usize, blocks: usize) -> u64 {
    let bit = |number: usize| (64 * number / blocks) as u32;
    let (low, high) = (bit(number), bit(number + 1));
    fingerprint << (64 - high) >> (64 - (high - low))
}
