//! The shingles of many documents in memory, in an order in which samples are easily had.
//!
//! Naively, a trial goes over all shingles and takes those that leave its remainder. Here a document's shingles are sorted by
//! their bits from the lowest to the highest: those that leave one remainder by a power of two then stand together, and are
//! found by two searches.

use core::ops::Range;

use super::Trial;
use super::items::Items;

/// Documents, each as the set of its shingles.
#[derive(Debug, Default)]
pub struct Sets {
    /// The shingles of one document after the other, their bits turned round, of each document sorted.
    turned: Vec<u64>,
    /// Whether another document may have the shingle, too.
    common: Vec<bool>,
    ends: Vec<usize>,
    /// What each document's pairs are counted by.
    labels: Vec<u16>,
    /// What each shingle leaves by each divisor that is no power of two.
    remainders: Vec<(u32, Vec<u8>)>,
}

/// Bytes that a shingle takes.
pub(super) const SHINGLE: usize = 9;

/// Counters take at most this many bytes: shingles of more documents share some.
const COUNTERS: usize = 1 << 28;

impl Sets {
    /// None, with capacity for these documents and shingles.
    pub fn with_capacity(documents: usize, shingles: usize) -> Sets {
        Sets {
            turned: Vec::with_capacity(shingles),
            common: Vec::new(),
            ends: Vec::with_capacity(documents),
            labels: Vec::with_capacity(documents),
            remainders: Vec::new(),
        }
    }

    /// Takes the next document: its distinct shingles, in any order, and what its pairs are counted by.
    pub fn push(&mut self, shingles: &[u64], label: u16) {
        let start = self.turned.len();
        self.turned.extend(shingles.iter().map(|shingle| shingle.reverse_bits()));
        self.turned[start..].sort_unstable();
        self.ends.push(self.turned.len());
        self.labels.push(label);
    }

    /// To be called when all are there: finds the shingles that no other document has, of which no pair has any, and what those
    /// leave by divisors that are no powers of two, of up to 256.
    pub fn seal(&mut self, divisors: &[u32]) {
        let counters = self.turned.len().clamp(1 << 10, COUNTERS).next_power_of_two();
        let mut counts = vec![0u8; counters];
        let shift = 64 - counters.ilog2();
        // The highest bits, once turned, are those that samples agree in: mixed they are spread again.
        let place = |&turned: &u64| (twinprint::hash::mix(turned) >> shift) as usize;
        for turned in &self.turned {
            let count = &mut counts[place(turned)];
            *count = count.saturating_add(1);
        }
        self.common = self.turned.iter().map(|turned| counts[place(turned)] > 1).collect();
        let others = divisors.iter().filter(|divisor| !divisor.is_power_of_two());
        let remainders = |&divisor: &u32| {
            let remainder = |turned: &u64| (turned.reverse_bits() % u64::from(divisor)) as u8;
            (divisor, self.turned.iter().map(remainder).collect())
        };
        self.remainders = others.map(remainders).collect();
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many shingles there are, those that several documents have counted for each.
    pub fn shingles(&self) -> usize {
        self.turned.len()
    }

    /// How many of these another document may have.
    pub fn common(&self) -> usize {
        self.common.iter().filter(|&&common| common).count()
    }

    fn places(&self, document: usize) -> Range<usize> {
        document.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[document]
    }

    /// The shingles of a document, their bits turned round, sorted.
    pub(super) fn turned(&self, document: usize) -> &[u64] {
        &self.turned[self.places(document)]
    }

    /// What each of these leaves by each divisor that is no power of two.
    pub(super) fn remainders(&self, document: usize) -> impl Iterator<Item = &[u8]> {
        let places = self.places(document);
        self.remainders.iter().map(move |(_, remainders)| &remainders[places.clone()])
    }

    /// Which of the divisors that are no powers of two has remainders at a place.
    pub(super) fn place_of(&self, divisor: u32) -> Option<usize> {
        self.remainders.iter().position(|&(other, _)| other == divisor)
    }

    /// What a trial takes of those documents that are let in, and how many of them are left without a shingle.
    pub(super) fn sample(&self, trial: Trial, lets_in: impl Fn(usize) -> bool) -> (Items, Sampled) {
        let mut items = Items::default();
        let mut sampled = Sampled::default();
        let remainders = self.place_of(trial.divisor).map(|place| &self.remainders[place].1[..]);
        for document in (0..self.len()).filter(|&document| lets_in(document)) {
            let places = self.places(document);
            let before = items.members.len();
            let mut size = 0;
            let mut take = |place: usize| {
                size += 1;
                if self.common[place] {
                    items.members.push(self.turned[place]);
                }
            };
            match remainders {
                Some(remainders) => {
                    let taken = |&place: &usize| u32::from(remainders[place]) == trial.remainder;
                    places.filter(taken).for_each(&mut take);
                }
                None => {
                    let range = range(&self.turned[places.clone()], trial);
                    (places.start + range.start..places.start + range.end).for_each(&mut take);
                }
            }
            sampled.shingles += u64::from(size);
            sampled.without += u64::from(size == 0);
            if items.members.len() > before {
                items.close(size, 1, self.labels[document]);
            }
        }
        (items, sampled)
    }
}

/// What a trial takes of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sampled {
    /// Shingles in the sample.
    pub shingles: u64,
    /// Documents of which there is none in it.
    pub without: u64,
}

/// Where the sample by a power of two stands.
fn range(turned: &[u64], trial: Trial) -> Range<usize> {
    let bits = trial.divisor.ilog2();
    if bits == 0 {
        return 0..turned.len();
    }
    let shift = 64 - bits;
    let wanted = u64::from(trial.remainder).reverse_bits() >> shift;
    let start = turned.partition_point(|turned| turned >> shift < wanted);
    let length = turned[start..].partition_point(|turned| turned >> shift == wanted);
    start..start + length
}
