//! Sources by what they explain, each word counted once.
//!
//! First the source that explains most words, then the one that explains most of what is left. Naively, each step counts for
//! every source the words that are left of it. What a source explains only ever falls, so here the sources wait in a heap
//! by what they explained when last looked at, and only the first is counted again: if it still leads, it is the next
//! (Minoux 1978, "Accelerated greedy algorithms for maximizing submodular set functions"). Words that are left are counted
//! by a tree of sums (Fenwick 1994, "A new data structure for cumulative frequency tables"), so that a stretch takes a
//! few steps however long it is.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

/// Sources in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ranking {
    /// The sources by their numbers, each with the words that it explains and none before it.
    pub order: Vec<(usize, u32)>,
    /// How many stretches were counted: what it took.
    pub counted: u64,
}

/// Ranks sources, given the stretches of the document's words that each explains: in order, apart from one another and
/// within the document's `words`; and stops when `most` are ranked. Of sources that explain equally much of what is left, the
/// one that explains more in all comes first, then the one with the smaller number.
///
/// ```
/// use twinprint::index::rank;
/// // The second source has less than the first, but more that the first has not than the third.
/// let ranking = rank(100, &[vec![0..60], vec![40..80], vec![0..50]], usize::MAX);
/// assert_eq!(ranking.order, [(0, 60), (1, 20), (2, 0)]);
/// ```
pub fn rank(words: u32, sources: &[impl AsRef<[Range<u32>]>], most: usize) -> Ranking {
    let mut left = Left::new(words);
    let mut ranking = Ranking::default();
    let mut heap: BinaryHeap<(u32, u32, Reverse<usize>)> = BinaryHeap::with_capacity(sources.len());
    for (number, stretches) in sources.iter().enumerate() {
        let length = |stretch: &Range<u32>| stretch.end.saturating_sub(stretch.start);
        let all = stretches.as_ref().iter().map(length).fold(0, u32::saturating_add);
        heap.push((all, all, Reverse(number)));
    }
    while ranking.order.len() < most
        && let Some((before, all, Reverse(number))) = heap.pop()
    {
        let stretches = sources[number].as_ref();
        let gain = match before {
            0 => 0,
            _ => {
                ranking.counted += stretches.len() as u64;
                stretches.iter().map(|stretch| left.count(stretch)).fold(0, u32::saturating_add)
            }
        };
        let again = (gain, all, Reverse(number));
        if gain < before && heap.peek().is_some_and(|next| *next > again) {
            heap.push(again);
            continue;
        }
        if gain > 0 {
            stretches.iter().for_each(|stretch| left.take(stretch));
        }
        ranking.order.push((number, gain));
    }
    ranking
}

/// The words that no source explains yet.
struct Left {
    /// Sums of words taken, as Fenwick's tree has them, from 1.
    taken: Vec<u32>,
    /// For each word, itself if it is left, else a word after it up to which none is.
    next: Vec<u32>,
}

impl Left {
    fn new(words: u32) -> Self {
        Left { taken: alloc::vec![0; words as usize + 1], next: (0..=words).collect() }
    }

    /// How many words before `end` are taken.
    fn before(&self, end: u32) -> u32 {
        let mut at = (end as usize).min(self.taken.len() - 1);
        let mut sum = 0;
        while at > 0 {
            sum += self.taken[at];
            at &= at - 1;
        }
        sum
    }

    /// How many words of a stretch are left.
    fn count(&self, stretch: &Range<u32>) -> u32 {
        stretch.end.saturating_sub(stretch.start) - (self.before(stretch.end) - self.before(stretch.start))
    }

    /// Takes what is left of a stretch.
    fn take(&mut self, stretch: &Range<u32>) {
        let mut word = self.first_left(stretch.start);
        while word < stretch.end && (word as usize) < self.next.len() - 1 {
            self.next[word as usize] = word + 1;
            let mut at = word as usize + 1;
            while at < self.taken.len() {
                self.taken[at] += 1;
                at += at & at.wrapping_neg();
            }
            word = self.first_left(word + 1);
        }
    }

    /// The first word from `word` on that is left, or the number of words; halves the way for the next who asks.
    fn first_left(&mut self, word: u32) -> u32 {
        let mut at = word as usize;
        while let Some(&next) = self.next.get(at)
            && next as usize != at
        {
            let further = self.next.get(next as usize).copied().unwrap_or(next);
            self.next[at] = further;
            at = further as usize;
        }
        at as u32
    }
}
