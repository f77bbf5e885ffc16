//! A file of which only parts are here: those that were fetched from where it is published.
//!
//! Naively, each look-up says what it is going to read, in code of its own beside that which reads. Here the code that reads runs
//! on what is there, and what it misses is noted: it goes on with the next thing, so that one run notes all that can be known
//! to be missing. That is fetched at once, and the same code runs again, until it misses nothing; only what it says then is an
//! answer.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Range;

use super::data::Data;

/// How many bytes that nobody needs are fetched rather than making another request. A browser takes about a millisecond for a
/// request, in which a line of 30 Mbit/s brings as many.
pub const GAP: u64 = 4096;

/// How many bytes follow those that are got, so that whole words can be read up to their ends.
const BEYOND: usize = 8;

/// The bytes of a file, as far as they were fetched: its head, and chunks of the rest.
///
/// ```
/// use twinprint::table::{Data, Fetched};
/// let mut file = Fetched::new(b"head".to_vec(), 1_000_000);
/// assert!(file.get(500, 2).is_none() && file.get(510, 5).is_none());
/// assert_eq!(file.missed(), [500..515]);
/// assert!(file.insert(500, &[7; 15]));
/// assert_eq!(file.get(510, 5).map(|bytes| bytes[0]), Some(7));
/// ```
#[derive(Debug, Clone)]
pub struct Fetched {
    length: u64,
    /// With some zeros after it, too.
    head: Vec<u8>,
    /// By their first byte; each with some zeros after it. None overlaps another.
    chunks: BTreeMap<u64, Vec<u8>>,
    /// What was not here when it was wanted: first byte and end.
    missed: RefCell<BTreeSet<(u64, u64)>>,
    /// What may be brought.
    asked: Vec<Range<u64>>,
}

impl Fetched {
    /// A file of `length` bytes in all, which begins with these, or is these.
    pub fn new(mut head: Vec<u8>, length: u64) -> Self {
        head.extend([0; BEYOND]);
        let (chunks, missed) = (BTreeMap::new(), RefCell::new(BTreeSet::new()));
        Fetched { length, head, chunks, missed, asked: Vec::new() }
    }

    /// What was missed since this was last called, near ones joined: it is to be fetched, and then [inserted](Fetched::insert).
    pub fn missed(&mut self) -> Vec<Range<u64>> {
        let missed = core::mem::take(self.missed.get_mut());
        let ranges = join(missed.into_iter().map(|(start, end)| start..end));
        for range in &ranges {
            if !self.asked.contains(range) {
                self.asked.push(range.clone());
            }
        }
        ranges
    }

    /// Takes the bytes of a range that was requested. False if they are of no such range.
    pub fn insert(&mut self, start: u64, bytes: &[u8]) -> bool {
        let Some(end) = start.checked_add(bytes.len() as u64) else { return false };
        let Some(place) = self.asked.iter().position(|asked| *asked == (start..end)) else { return false };
        self.asked.swap_remove(place);
        // A range that was joined of several may have chunks between them.
        let within: Vec<u64> = self.chunks.range(start..end).map(|(&within, _)| within).collect();
        within.iter().for_each(|within| drop(self.chunks.remove(within)));
        let mut chunk = Vec::with_capacity(bytes.len() + BEYOND);
        chunk.extend_from_slice(bytes);
        chunk.extend([0; BEYOND]);
        self.chunks.insert(start, chunk);
        true
    }

    /// Forgets the bytes that were inserted at a place.
    pub fn remove(&mut self, start: u64) {
        self.chunks.remove(&start);
    }

    /// How many bytes are here.
    pub fn bytes(&self) -> u64 {
        let chunks: usize = self.chunks.values().map(|chunk| chunk.len() - BEYOND).sum();
        (self.head().len() + chunks) as u64
    }

    fn find(&self, start: u64, length: usize) -> Option<&[u8]> {
        let from = |chunk: &'_ [u8], first: u64| {
            let skipped = usize::try_from(start - first).ok()?;
            let end = skipped.checked_add(length)?.checked_add(BEYOND)?;
            (end <= chunk.len()).then_some(skipped)
        };
        if let Some(skipped) = from(&self.head, 0) {
            return Some(&self.head[skipped..]);
        }
        let (&first, chunk) = self.chunks.range(..=start).next_back()?;
        from(chunk, first).map(|skipped| &chunk[skipped..])
    }
}

impl Data for Fetched {
    fn head(&self) -> &[u8] {
        &self.head[..self.head.len() - BEYOND]
    }

    fn length(&self) -> u64 {
        self.length
    }

    fn get(&self, start: u64, length: usize) -> Option<&[u8]> {
        let found = self.find(start, length);
        if found.is_none() {
            self.missed.borrow_mut().insert((start, start.saturating_add(length as u64)));
        }
        found
    }

    fn has(&self, start: u64, length: usize) -> bool {
        self.find(start, length).is_some()
    }
}

/// Joins sorted ranges that are no more than [`GAP`] apart.
fn join(ranges: impl Iterator<Item = Range<u64>>) -> Vec<Range<u64>> {
    let mut joined: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end.saturating_add(GAP) => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}
