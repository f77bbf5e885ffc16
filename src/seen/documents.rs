//! The documents that are remembered, and which of them are near another.

use alloc::string::String;
use alloc::vec::Vec;

use super::blocks::Blocks;
use super::design::{Bounds, Design, DocumentFingerprints};
use super::estimate::Estimate;
use crate::cpu;

/// The most documents that are given as near another.
const MOST_MATCHES: usize = 10;

/// How many documents, those that came last, are each looked at: it takes no more time than tables do.
pub(super) const SCANNED: usize = 16_384;

/// Documents that are remembered: by their fingerprints, in memory. One takes some 200 bytes beside its id in the default design.
#[derive(Debug, Clone)]
pub struct SeenDocuments {
    design: Design,
    /// The fingerprints of all, one document's after the other's.
    fingerprints: Vec<u64>,
    entries: Vec<Entry>,
    blocks: Blocks,
    /// How many are not forgotten.
    count: u64,
}

#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) id: String,
    /// None in a document that was forgotten.
    pub(super) words: u32,
    pub(super) first_seen: u64,
    pub(super) last_seen: u64,
    pub(super) times: u32,
}

/// A remembered document that is near another.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenMatch {
    /// Its number among those that are remembered.
    pub ordinal: u32,
    /// Its id.
    pub id: String,
    /// In how many bits their fingerprints differ.
    pub distance: u32,
    /// In how many of these of shingles.
    pub of_shingles: u32,
    /// The estimated resemblance of their sets of shingles of two words.
    pub resemblance: Estimate,
    /// How many unrelated documents of those remembered come as near by chance, at most.
    pub by_chance: f64,
    /// When it was seen first, in seconds since 1970.
    pub first_seen: u64,
    /// When it, or one near it, was seen last.
    pub last_seen: u64,
    /// How often.
    pub times: u32,
}

impl SeenDocuments {
    /// None yet.
    pub fn new(design: Design) -> Self {
        let blocks = Blocks::new(design.fingerprints());
        SeenDocuments { design, fingerprints: Vec::new(), entries: Vec::new(), blocks, count: 0 }
    }

    /// What they are known by.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// How many are remembered.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many were ever remembered here: those that were forgotten keep their numbers.
    pub fn ordinals(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The documents near one, the nearest first and of equal ones the earliest; at most ten. Those last seen before `since` are none.
    ///
    /// Of the last 16,384 documents each is looked at. Of those before every one is found that differs in fewer than twice as many bits as
    /// there are blocks of 16: in one of them it differs in one bit at most. Of those further away, and near by the
    /// [design](Design::near), a share is missed: some 2 of 100 with a fifth of their words replaced.
    ///
    /// # Panics
    /// When the fingerprints are not as many as the design's.
    pub fn near(&self, document: &DocumentFingerprints, since: u64) -> Vec<SeenMatch> {
        assert_eq!(document.values.len(), self.design.fingerprints(), "fingerprints of the design");
        let mut found = cpu::best(Search { seen: self, document, since });
        found.sort_unstable();
        found.truncate(MOST_MATCHES);
        found.into_iter().map(|(_, ordinal)| self.found(document, ordinal)).collect()
    }

    fn found(&self, document: &DocumentFingerprints, ordinal: u32) -> SeenMatch {
        let (distance, of_shingles, resemblance) =
            self.design.difference(&document.values, self.values(ordinal));
        let by_chance = self.design.by_chance(distance, self.count);
        let Entry { id, first_seen, last_seen, times, .. } = self.entries[ordinal as usize].clone();
        SeenMatch { ordinal, id, distance, of_shingles, resemblance, by_chance, first_seen, last_seen, times }
    }

    /// Remembers a document that is seen for the first time now, in seconds since 1970, whatever is near it.
    ///
    /// # Panics
    /// When the fingerprints are not as many as the design's, and with more than 2^32 - 2 documents.
    pub fn remember(&mut self, id: &str, document: &DocumentFingerprints, now: u64) {
        let entry = Entry { id: id.into(), words: document.words, first_seen: now, last_seen: now, times: 1 };
        self.push(entry, &document.values);
    }

    pub(super) fn push(&mut self, entry: Entry, fingerprints: &[u64]) {
        assert_eq!(fingerprints.len(), self.design.fingerprints(), "fingerprints of the design");
        assert!(self.entries.len() < u32::MAX as usize - 1, "numbers of documents have 32 bits");
        self.count += u64::from(entry.words > 0);
        self.fingerprints.extend_from_slice(fingerprints);
        self.entries.push(entry);
        if self.entries.len() - self.blocks.covered() > SCANNED {
            self.blocks.cover(&self.fingerprints);
        }
    }

    /// Notes that a document, or one near it, was seen again.
    pub fn see_again(&mut self, ordinal: u32, now: u64) {
        if let Some(entry) = self.entries.get_mut(ordinal as usize) {
            entry.last_seen = entry.last_seen.max(now);
            entry.times = entry.times.saturating_add(1);
        }
    }

    /// Forgets a document: from now on it is near none.
    pub fn forget(&mut self, ordinal: u32) {
        if let Some(entry) = self.entries.get_mut(ordinal as usize).filter(|entry| entry.words > 0) {
            (entry.words, entry.id) = (0, String::new());
            self.count -= 1;
        }
    }

    /// The documents of an id.
    pub fn of_id(&self, id: &str) -> Vec<u32> {
        self.which(|entry| entry.id == id)
    }

    /// The documents that were last seen before a time.
    pub fn last_seen_before(&self, time: u64) -> Vec<u32> {
        self.which(|entry| entry.last_seen < time)
    }

    fn which(&self, holds: impl Fn(&Entry) -> bool) -> Vec<u32> {
        let entries = self.entries.iter().zip(0u32..);
        entries.filter(|(entry, _)| entry.words > 0 && holds(entry)).map(|(_, ordinal)| ordinal).collect()
    }

    /// All from a number on that are not forgotten, with their numbers.
    #[cfg(feature = "serde")]
    pub(super) fn entries(&self, from: u32) -> impl Iterator<Item = (u32, &Entry, &[u64])> {
        let numbered = (0u32..).zip(&self.entries).skip(from as usize);
        let there = numbered.filter(|(_, entry)| entry.words > 0);
        there.map(|(ordinal, entry)| (ordinal, entry, self.values(ordinal)))
    }

    #[inline(always)]
    fn values(&self, ordinal: u32) -> &[u64] {
        let own = self.design.fingerprints();
        &self.fingerprints[ordinal as usize * own..][..own]
    }
}

/// A search for what is near a document.
struct Search<'a> {
    seen: &'a SeenDocuments,
    document: &'a DocumentFingerprints,
    since: u64,
}

/// How many documents wait for memory together.
const AT_ONCE: usize = 64;

impl cpu::Work for Search<'_> {
    type Output = Vec<(u32, u32)>;

    /// The nearest documents, by distance and number, in no order.
    #[inline(always)]
    fn run(self) -> Vec<(u32, u32)> {
        let SeenDocuments { blocks, fingerprints, entries, .. } = self.seen;
        let mut found = Vec::new();
        let bounds = self.seen.design.bounds(self.document.words);
        let mut waiting = [0u32; AT_ONCE];
        let mut wait = 0;
        blocks.each_candidate(&self.document.values, |ordinal| {
            cpu::prefetch(fingerprints, ordinal as usize * self.document.values.len());
            waiting[wait] = ordinal;
            wait += 1;
            if wait == AT_ONCE {
                waiting.iter().for_each(|&ordinal| self.look_at(ordinal, bounds, &mut found));
                wait = 0;
            }
        });
        waiting[..wait].iter().for_each(|&ordinal| self.look_at(ordinal, bounds, &mut found));
        for ordinal in blocks.covered() as u32..entries.len() as u32 {
            self.look_at(ordinal, bounds, &mut found);
        }
        found
    }
}

impl Search<'_> {
    #[inline(always)]
    fn look_at(&self, ordinal: u32, bounds: Bounds, found: &mut Vec<(u32, u32)>) {
        if let Some(distance) = bounds.sum(&self.document.values, self.seen.values(ordinal)) {
            self.take((distance, ordinal), found);
        }
    }

    /// Takes a document that is near, if it is remembered still.
    #[inline(never)]
    fn take(&self, (distance, ordinal): (u32, u32), found: &mut Vec<(u32, u32)>) {
        let Entry { words, last_seen, .. } = self.seen.entries[ordinal as usize];
        let is_there = words > 0 && last_seen >= self.since && distance <= self.seen.design.allowed(words);
        if is_there && !found.contains(&(distance, ordinal)) {
            found.push((distance, ordinal));
            if found.len() > 2 * MOST_MATCHES {
                found.sort_unstable();
                found.truncate(MOST_MATCHES);
            }
        }
    }
}
