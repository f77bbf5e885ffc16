//! The documents that are remembered, and which of them are near another.

use alloc::string::String;
use alloc::vec::Vec;

use super::blocks::Blocks;
use super::design::{Bounds, Design, DocumentFingerprints};
use super::estimate::Estimate;
use super::index::IndexedMatch;
use super::shards::{NewShards, ShardedDocuments, ShardsManifest, Times};
use crate::cpu;
use crate::error::Error;
use crate::index::FileEntry;

/// The most documents that are given as near another.
const MOST_MATCHES: usize = 10;

/// How many documents, those that came last, are each looked at: it takes no more time than tables do.
pub(super) const SCANNED: usize = 16_384;

/// Documents that are remembered: by their fingerprints, in memory. One takes some 200 bytes beside its id in the default design, in a shard some 110.
#[derive(Debug, Clone)]
pub struct SeenDocuments {
    design: Design,
    /// Those in files; the others are numbered after them.
    shards: Option<ShardedDocuments>,
    /// How many numbers those in shards have.
    first: u32,
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

impl Entry {
    fn times(&self) -> Times {
        let Entry { words, first_seen, last_seen, times, .. } = *self;
        Times { first_seen, last_seen, times, words }
    }
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
        SeenDocuments {
            design,
            shards: None,
            first: 0,
            fingerprints: Vec::new(),
            entries: Vec::new(),
            blocks,
            count: 0,
        }
    }

    /// Those in shards, of files that `file` gives, all of which is checked.
    ///
    /// ```
    /// use twinprint::{Document, seen::{Design, Fingerprinter, SeenDocuments}};
    /// let mut seen = SeenDocuments::new(Design::default());
    /// let mut fingerprinter = Fingerprinter::new(seen.design())?;
    /// let opening = fingerprinter.fingerprints(&Document::plain("a", "Call me Ishmael. Some years ago, never mind how long precisely"))?;
    /// seen.remember("moby", &opening, 1_700_000_000);
    /// let shards = seen.in_shards()?;
    /// let file = |entry: &twinprint::index::FileEntry| {
    ///     Ok(shards.files.iter().find(|(own, _)| own == entry).expect("a file of the shards").1.clone())
    /// };
    /// let again = SeenDocuments::of_shards(Design::default(), shards.manifest.clone(), file)?;
    /// assert_eq!(again.near(&opening, 0), seen.near(&opening, 0));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// What `file` says; [`Error::BadIndex`] and [`Error::BadTable`] for files that are damaged, and for a manifest of another design.
    pub fn of_shards(
        design: Design,
        manifest: ShardsManifest,
        file: impl FnMut(&FileEntry) -> Result<Vec<u8>, Error>,
    ) -> Result<Self, Error> {
        let shards = ShardedDocuments::open(manifest, &design, file)?;
        let (first, count) = (shards.ordinals(), shards.count());
        Ok(SeenDocuments { shards: Some(shards), first, count, ..SeenDocuments::new(design) })
    }

    /// All documents in shards: those that are there, as they are now, and one more of the others. What is remembered after has the numbers that
    /// it would have here, where all stays as it is.
    ///
    /// # Errors
    /// [`Error::BadTable`] for more documents than a table has.
    pub fn in_shards(&self) -> Result<NewShards, Error> {
        let ids: Vec<String> = self.entries.iter().map(|entry| entry.id.clone()).collect();
        let values = self.fingerprints.chunks(self.design.fingerprints());
        let documents: Vec<DocumentFingerprints> = self
            .entries
            .iter()
            .zip(values)
            .map(|(entry, values)| DocumentFingerprints { values: values.into(), words: entry.words })
            .collect();
        let times: Vec<Times> = self.entries.iter().map(Entry::times).collect();
        NewShards::of(&self.design, self.shards.as_ref(), &ids, &documents, &times)
    }

    /// How many numbers documents have that stand in no shard.
    pub fn unsharded(&self) -> u64 {
        self.entries.len() as u64
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
        u64::from(self.first) + self.entries.len() as u64
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
        let own = found.into_iter().map(|(_, own)| self.found(document, own));
        let mut found: Vec<SeenMatch> = self.near_in_shards(document, since).into_iter().chain(own).collect();
        found.sort_by_key(|found| (found.distance, found.ordinal));
        found.truncate(MOST_MATCHES);
        found
    }

    /// Those in shards.
    fn near_in_shards(&self, document: &DocumentFingerprints, since: u64) -> Vec<SeenMatch> {
        let Some(shards) = &self.shards else { return Vec::new() };
        let is_there = |times: &Times| times.words > 0 && times.last_seen >= since;
        // All of them was checked when they were opened.
        let found = shards.near(document, MOST_MATCHES, is_there).unwrap_or_default();
        let found = found.into_iter().filter_map(|(ordinal, found)| {
            let Times { first_seen, last_seen, times, .. } = shards.times(ordinal)?;
            let IndexedMatch { id, distance, of_shingles, resemblance, .. } = found;
            let by_chance = self.design.by_chance(distance, self.count);
            Some(SeenMatch {
                ordinal,
                id,
                distance,
                of_shingles,
                resemblance,
                by_chance,
                first_seen,
                last_seen,
                times,
            })
        });
        found.collect()
    }

    fn found(&self, document: &DocumentFingerprints, own: u32) -> SeenMatch {
        let (distance, of_shingles, resemblance) = self.design.difference(&document.values, self.values(own));
        let by_chance = self.design.by_chance(distance, self.count);
        let Entry { id, first_seen, last_seen, times, .. } = self.entries[own as usize].clone();
        let ordinal = self.first + own;
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
        assert!(self.ordinals() < u64::from(u32::MAX) - 1, "numbers of documents have 32 bits");
        self.count += u64::from(entry.words > 0);
        self.fingerprints.extend_from_slice(fingerprints);
        self.entries.push(entry);
        if self.entries.len() - self.blocks.covered() > SCANNED {
            self.blocks.cover(&self.fingerprints);
        }
    }

    /// Notes that a document, or one near it, was seen again.
    pub fn see_again(&mut self, ordinal: u32, now: u64) {
        if let Some(times) = self.sharded(ordinal) {
            times.last_seen = times.last_seen.max(now);
            times.times = times.times.saturating_add(1);
        } else if let Some(entry) = self.own(ordinal) {
            entry.last_seen = entry.last_seen.max(now);
            entry.times = entry.times.saturating_add(1);
        }
    }

    /// When a document in a shard was seen.
    fn sharded(&mut self, ordinal: u32) -> Option<&mut Times> {
        self.shards.as_mut().filter(|_| ordinal < self.first)?.times_mut(ordinal)
    }

    /// The entry of one that is in none.
    fn own(&mut self, ordinal: u32) -> Option<&mut Entry> {
        self.entries.get_mut(ordinal.checked_sub(self.first)? as usize)
    }

    /// Forgets a document: from now on it is near none.
    pub fn forget(&mut self, ordinal: u32) {
        if let Some(times) = self.sharded(ordinal).filter(|times| times.words > 0) {
            times.words = 0;
            self.count -= 1;
        } else if let Some(entry) = self.own(ordinal).filter(|entry| entry.words > 0) {
            (entry.words, entry.id) = (0, String::new());
            self.count -= 1;
        }
    }

    /// The documents of an id.
    pub fn of_id(&self, id: &str) -> Vec<u32> {
        let is_its = |&(ordinal, _): &(u32, Times)| {
            self.shards
                .as_ref()
                .and_then(|shards| shards.document(ordinal).ok())
                .is_some_and(|(own, _)| own == id)
        };
        let sharded = self.in_files().filter(is_its).map(|(ordinal, _)| ordinal);
        sharded.chain(self.which(|entry| entry.id == id)).collect()
    }

    /// The documents that were last seen before a time.
    pub fn last_seen_before(&self, time: u64) -> Vec<u32> {
        let sharded = self.in_files().filter(|(_, times)| times.last_seen < time).map(|(ordinal, _)| ordinal);
        sharded.chain(self.which(|entry| entry.last_seen < time)).collect()
    }

    /// Those in shards that are not forgotten.
    fn in_files(&self) -> impl Iterator<Item = (u32, Times)> {
        self.shards.iter().flat_map(ShardedDocuments::all).filter(|(_, times)| times.words > 0)
    }

    fn which(&self, holds: impl Fn(&Entry) -> bool) -> impl Iterator<Item = u32> {
        let entries = self.entries.iter().zip(self.first..);
        entries.filter(move |(entry, _)| entry.words > 0 && holds(entry)).map(|(_, ordinal)| ordinal)
    }

    /// All from a number on that are not forgotten, with their numbers.
    #[cfg(feature = "serde")]
    pub(super) fn entries(&self, from: u32) -> impl Iterator<Item = (u32, Entry, Vec<u64>)> {
        let sharded = self.in_files().filter(move |(ordinal, _)| *ordinal >= from);
        let sharded = sharded.filter_map(|(ordinal, times)| {
            let (id, document) = self.shards.as_ref()?.document(ordinal).ok()?;
            let Times { first_seen, last_seen, times, words } = times;
            Some((ordinal, Entry { id, words, first_seen, last_seen, times }, document.values))
        });
        let numbered = (0u32..).zip(&self.entries).skip(from.saturating_sub(self.first) as usize);
        let there = numbered.filter(|(_, entry)| entry.words > 0);
        sharded.chain(there.map(|(own, entry)| (self.first + own, entry.clone(), self.values(own).into())))
    }

    /// The fingerprints of one that is in no shard, by its place among those.
    #[inline(always)]
    fn values(&self, own: u32) -> &[u64] {
        let fingerprints = self.design.fingerprints();
        &self.fingerprints[own as usize * fingerprints..][..fingerprints]
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
