//! Which stretch of a document is explained by which of its sources: for bars and texts, where each place has one colour or
//! number.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::Findings;
use crate::report::Place;

/// A stretch of a document with the source that explains it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explained {
    /// The stretch.
    pub place: Place,
    /// The source, by its place among the findings' sources.
    pub source: usize,
}

impl Findings {
    /// The document's covered stretches, each with the first source that has it in a passage; in order and apart. Naively,
    /// each byte asks each source; here passages are opened and closed in one sweep over their ends.
    pub fn explained_by(&self) -> Vec<Explained> {
        let passages = self.sources.iter().enumerate();
        let passages =
            passages.flat_map(|(source, found)| found.passages.iter().map(move |one| (one.document, source)));
        let passages: Vec<(Place, usize)> = passages.collect();
        // A covered stretch counts as one more source, behind all others, which alone explains nothing.
        let covered = self.covered.iter().map(|&place| (place, usize::MAX));
        let all: Vec<(Place, usize)> = passages.into_iter().chain(covered).collect();
        let mut ends: Vec<(u32, bool, usize)> = Vec::with_capacity(2 * all.len());
        for (number, (place, _)) in all.iter().enumerate().filter(|(_, (place, _))| place.start < place.end) {
            ends.extend([(place.start, true, number), (place.end, false, number)]);
        }
        ends.sort_unstable();
        let mut open: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut explained: Vec<Explained> = Vec::new();
        let mut from = 0;
        for (at, opens, number) in ends {
            if let (Some(&(source, _)), Some(&(usize::MAX, _))) = (open.first(), open.last())
                && source != usize::MAX
                && from < at
            {
                let place = Place { start: from, end: at };
                match explained.last_mut().filter(|last| last.source == source && last.place.end == from) {
                    Some(last) => last.place.end = at,
                    None => explained.push(Explained { place, source }),
                }
            }
            let entry = (all[number].1, number);
            if opens {
                open.insert(entry);
            } else {
                open.remove(&entry);
            }
            from = at;
        }
        explained
    }
}
