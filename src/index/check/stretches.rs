//! Stretches of a document that stand in a source, as far as its shingles show.
//!
//! Naively, each shingle found in a source is a stretch of its own. Two that follow one another in the document are of one
//! stretch here if no shingle between them, selected as the index's are, is missing in the source; and if the source can
//! have them at the same distance. Of a shingle, an index has the passage in which it begins, so by how much the source's
//! words are ahead of the document's is known within bounds: of several places of a shingle, several bounds. They are
//! narrowed from shingle to shingle, and where nothing is left of them, the stretch ends.

use alloc::vec::Vec;
use core::ops::Range;

use super::query::Query;
use crate::index::Source;

/// A shingle found in a source: the number of the item, and of the passage of the source in which it begins.
pub(super) type Hit = (u32, u32);

/// A stretch of a document that stands in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stretch {
    /// Its words in the document.
    pub(super) words: Range<u32>,
    /// The passages of the source in which it begins and ends.
    pub(super) passages: (usize, usize),
    /// What its words count as evidence, in thousandths.
    pub(super) weight: u64,
}

/// The stretches that the hits in a source make, in order. The hits are sorted; `weights` says what a word of each hash
/// counts.
pub(super) fn stretches(
    query: &Query,
    words: u32,
    source: &Source,
    hits: &[Hit],
    weights: &[u64],
) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut open: Option<Open> = None;
    for hits in hits.chunk_by(|a, b| a.0 == b.0) {
        let item = hits[0].0;
        let bounds = bounds(query, source, hits);
        let joined = open.as_mut().is_some_and(|open| open.join(query, item, &bounds, weights));
        if !joined {
            found.extend(open.take().map(|open| open.close(query, words, source)));
            open = Some(Open::new(query, item, bounds, weights));
        }
    }
    found.extend(open.map(|open| open.close(query, words, source)));
    found
}

/// By how much the source's words may be ahead: from the first to before the second.
type Bounds = Vec<(i64, i64)>;

/// For each place of a shingle in a source; those that touch are one, so that there are no more of them from shingle to
/// shingle.
fn bounds(query: &Query, source: &Source, hits: &[Hit]) -> Bounds {
    let mut bounds = Bounds::with_capacity(hits.len());
    for &(item, passage) in hits {
        let Some(passage) = source.passages.get(passage as usize) else { continue };
        let first = i64::from(query.items[item as usize].words.start);
        let bound = (i64::from(passage.words.start) - first, i64::from(passage.words.end) - first);
        match bounds.last_mut() {
            Some(last) if last.1 == bound.0 => last.1 = bound.1,
            _ => bounds.push(bound),
        }
    }
    bounds
}

/// What two lists of bounds have in common; both are in order.
fn common(a: &Bounds, b: &Bounds) -> Bounds {
    let (mut i, mut j) = (0, 0);
    let mut common = Vec::new();
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let both = (x.0.max(y.0), x.1.min(y.1));
        if both.0 < both.1 {
            common.push(both);
        }
        if x.1 < y.1 {
            i += 1;
        } else {
            j += 1;
        }
    }
    common
}

/// A stretch that may go on.
struct Open {
    first: u32,
    last: u32,
    bounds: Bounds,
    weight: u64,
}

impl Open {
    fn new(query: &Query, item: u32, bounds: Bounds, weights: &[u64]) -> Self {
        let found = &query.items[item as usize];
        let weight = u64::from(found.words.end - found.words.start) * weights[found.hash as usize];
        Open { first: item, last: item, bounds, weight }
    }

    /// Goes on with an item, if it can.
    fn join(&mut self, query: &Query, item: u32, bounds: &Bounds, weights: &[u64]) -> bool {
        if query.selected_between(self.last, item) > 0 {
            return false;
        }
        let common = common(&self.bounds, bounds);
        if common.is_empty() {
            return false;
        }
        let (last, next) = (&query.items[self.last as usize], &query.items[item as usize]);
        let more = next.words.end.saturating_sub(last.words.end);
        self.weight += u64::from(more) * weights[next.hash as usize];
        (self.last, self.bounds) = (item, common);
        true
    }

    /// The stretch; with the document's outermost selected shingle it reaches to the document's end.
    fn close(self, query: &Query, words: u32, source: &Source) -> Stretch {
        let (first, last) = (&query.items[self.first as usize].words, &query.items[self.last as usize].words);
        let ahead = self.bounds.first().map_or(0, |bounds| bounds.0);
        let passage = |word: u32| passage_of(source, i64::from(word) + ahead);
        Stretch {
            words: if query.is_outermost(self.first).0 { 0 } else { first.start }
                ..if query.is_outermost(self.last).1 { words } else { last.end },
            passages: (passage(first.start), passage(last.end.saturating_sub(1))),
            weight: self.weight,
        }
    }
}

/// The number of the passage of a source that has a word.
fn passage_of(source: &Source, word: i64) -> usize {
    match source.passages.get(1..) {
        Some(parts) if !parts.is_empty() => {
            parts.partition_point(|part| i64::from(part.words.start) <= word).max(1)
        }
        _ => 0,
    }
}
