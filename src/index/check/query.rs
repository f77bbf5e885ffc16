//! Which of a document's shingles and pairs are looked up in an index: all of the pairs, and these shingles.
//!
//! An index has of every source the shingles that winnowing selects by windows of `t`, so that a shared run of `t`
//! shingles shares one. Naively, all shingles of the document are looked up. Here those are that winnowing selects by
//! windows of four: two in five, all that windows of `t` select among them, and enough others that after an edit the
//! source's selection is met again soon.

use alloc::vec::Vec;
use core::ops::Range;

use super::ranges::together;
use super::suspects::STEP;
use crate::error::Error;
use crate::index::Signed;
use crate::shingle::winnow;
use crate::text::Reading;

/// The windows by which the shingles that are looked up are selected, if the index's are not smaller.
const WINDOW: usize = 4;

/// At how many places of a document a pair counts.
const REPEATS: usize = 64;

/// The shingles and pairs of a document that are looked up.
#[derive(Debug, Clone)]
pub(super) struct Query {
    /// The shingles, in the document's order.
    pub(super) items: Vec<Item>,
    /// The pairs and the shingles, by their first words; [without repeats](without_repeats). None without pairs.
    pub(super) features: Vec<Feature>,
    /// The hashes of all of them, sorted, each once.
    pub(super) hashes: Vec<u64>,
    /// Of the hashes, whether windows of `t` select a shingle with it.
    pub(super) selected: Vec<bool>,
    /// For each item and the end, how many before it are selected by windows of `t`.
    before: Vec<u32>,
    /// How many words the document has.
    words: u32,
    /// For each word and the end, how many half words are before it: of words that touch one each, else two.
    halves: Vec<u32>,
}

/// A shingle, or the same shingle several times in a row.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// The number of its hash.
    pub(super) hash: u32,
    /// Its words.
    pub(super) words: Range<u32>,
    /// If windows of `t` select it, the words of these windows: a shared run that this shingle alone is known of ends
    /// within them.
    pub(super) reach: Option<Range<u32>>,
}

/// A pair or a shingle, as evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Feature {
    /// The number of its hash.
    pub(super) hash: u32,
    /// Its words, and of a pair those between them.
    pub(super) words: Range<u32>,
    pub(super) kind: FeatureKind,
    /// Whether its words touch, as in a script without spaces: they are characters then, two of which count as a word.
    pub(super) touching: bool,
}

/// What a feature is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FeatureKind {
    Pair,
    Shingle,
}

impl Query {
    /// Of a document with shingles of `w` words, in an index whose windows are `t`.
    pub(super) fn new(signed: &Signed, w: u32, t: usize) -> Result<Self, Error> {
        let words = signed.reading.hashes().len() as u32;
        let shingles = &signed.shingles;
        let looked_up = winnow(shingles, WINDOW.min(t))?;
        let kept = winnow(shingles, t)?;
        let reaches = reaches(&kept, shingles.len(), t, w, words);
        let of_pairs = signed.pairs.iter().map(|pair| pair.hash);
        let mut hashes: Vec<u64> = looked_up.iter().map(|&(hash, _)| hash).chain(of_pairs).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let mut selected = alloc::vec![false; hashes.len()];
        let mut kept = kept.iter().zip(reaches).peekable();
        let mut items: Vec<Item> = Vec::with_capacity(looked_up.len());
        for (hash, first) in looked_up {
            let reach = kept.next_if(|((_, word), _)| *word == first).map(|(_, reach)| reach);
            let Ok(hash) = hashes.binary_search(&hash) else { continue };
            selected[hash] |= reach.is_some();
            let item = Item { hash: hash as u32, words: first..(first + w).min(words), reach };
            match items.last_mut().filter(|last| last.hash == item.hash && last.words.end >= first) {
                Some(last) => last.join(item),
                None => items.push(item),
            }
        }
        let mut sum = 0;
        let before = items.iter().map(|item| {
            sum += u32::from(item.reach.is_some());
            sum - u32::from(item.reach.is_some())
        });
        let mut before: Vec<u32> = before.collect();
        before.push(sum);
        let number = |hash: u64| hashes.binary_search(&hash).ok();
        let touch = touching(&signed.reading);
        let touching = |first: u32| touch[first as usize];
        let pairs = signed.pairs.iter().filter_map(|pair| {
            let hash = number(pair.hash)? as u32;
            let (words, touching) = (pair.words.clone(), touching(pair.words.start));
            Some(Feature { hash, words, kind: FeatureKind::Pair, touching })
        });
        let shingles = items.iter().filter(|_| !signed.pairs.is_empty()).map(|item| {
            let words = item.words.start..item.words.end.min(item.words.start + w);
            let touching = touching(words.start);
            Feature { hash: item.hash, words, kind: FeatureKind::Shingle, touching }
        });
        let features = without_repeats(pairs.chain(shingles).collect());
        let mut sum = 0;
        let mut halves: Vec<u32> = alloc::vec![0];
        halves.extend(touch.iter().map(|&touches| {
            sum += if touches { 1 } else { 2 };
            sum
        }));
        Ok(Query { items, features, hashes, selected, before, words, halves })
    }

    /// How many words these are, two that touch counted as one.
    pub(super) fn length(&self, words: &Range<u32>) -> u32 {
        (self.halves[words.end as usize] - self.halves[words.start as usize]).div_ceil(2)
    }

    /// Whether most of these words touch, as in a script without spaces.
    pub(super) fn mostly_touch(&self, words: &Range<u32>) -> bool {
        4 * u64::from(self.length(words)) < 3 * u64::from(words.end - words.start)
    }

    /// The numbers of the hashes that begin with the highest `bits` bits of `prefix`.
    pub(super) fn beginning(&self, prefix: u64, bits: u32) -> Range<usize> {
        beginning(&self.hashes, prefix, bits)
    }

    /// The features whose words are among these.
    pub(super) fn features_within(&self, words: &Range<u32>) -> impl Iterator<Item = &Feature> + use<'_> {
        let Range { start, end } = *words;
        let from = self.features.partition_point(|feature| feature.words.start < start);
        let within = self.features[from..].iter().take_while(move |feature| feature.words.start < end);
        within.filter(move |feature| feature.words.end <= end)
    }

    /// The hashes of the pairs whose words are among these.
    pub(super) fn pairs_within(&self, words: &Range<u32>) -> impl Iterator<Item = usize> + use<'_> {
        let features = self.features_within(words);
        features.filter(|feature| feature.kind == FeatureKind::Pair).map(|feature| feature.hash as usize)
    }

    /// The words that may be in a [stretch](super::stretches) of some source, in order and apart, given of each hash whether it
    /// was found in any: no stretch reaches beyond, since of those found in one source no more can be joined than of all.
    pub(super) fn reachable(&self, found: impl Fn(usize) -> bool) -> Vec<Range<u32>> {
        let words = self.words;
        let mut reachable: Vec<Range<u32>> = Vec::new();
        let mut last = None;
        for (item, number) in self.items.iter().zip(0..).filter(|(item, _)| found(item.hash as usize)) {
            let (is_first, is_last) = self.is_outermost(number);
            let start = match last.replace(number) {
                _ if is_first => 0,
                Some(last) if self.selected_between(last, number) == 0 => {
                    self.items[last as usize].words.start
                }
                _ => item.words.start,
            };
            reachable.push(start..if is_last { words } else { item.words.end });
        }
        together(reachable)
    }

    /// How many items between two are selected by windows of `t`.
    pub(super) fn selected_between(&self, first: u32, second: u32) -> u32 {
        self.before[second as usize].saturating_sub(self.before[first as usize + 1])
    }

    /// Whether no item before this one is selected by windows of `t`, and whether none after it is; it being selected.
    pub(super) fn is_outermost(&self, item: u32) -> (bool, bool) {
        let selected = self.items[item as usize].reach.is_some();
        let all = self.before[self.items.len()];
        (selected && self.before[item as usize] == 0, selected && self.before[item as usize + 1] == all)
    }
}

/// The features, of which each hash is there once in [`STEP`] words, as in a window it counts once, and at its first [`REPEATS`] such
/// places, so that a text that repeats itself is looked at no longer than others.
fn without_repeats(mut features: Vec<Feature>) -> Vec<Feature> {
    let place = |feature: &Feature| (feature.hash, feature.words.start / STEP);
    features.sort_by_key(|feature| (feature.hash, feature.words.start));
    features.dedup_by_key(|feature| place(feature));
    let (mut last, mut repeats) = (None, 0);
    features.retain(|feature| {
        repeats = if last.replace(feature.hash) == Some(feature.hash) { repeats + 1 } else { 0 };
        repeats < REPEATS
    });
    features.sort_by_key(|feature| (feature.words.start, feature.words.end));
    features
}

impl Item {
    /// Goes on with the same shingle.
    fn join(&mut self, next: Item) {
        self.words.end = next.words.end;
        self.reach = match (self.reach.take(), next.reach) {
            (Some(first), Some(second)) => Some(first.start..second.end),
            (first, second) => first.or(second),
        };
    }
}

/// Of each word, whether it touches the next, as in a script without spaces.
fn touching(reading: &Reading) -> Vec<bool> {
    let spans = reading.spans();
    let touches = |at: usize| spans.get(at + 1).is_some_and(|next| spans[at].end == next.start);
    (0..reading.hashes().len()).map(|at| at < spans.len() && touches(at)).collect()
}

/// The places in sorted numbers of those that begin with the highest `bits` bits of `prefix`.
pub(super) fn beginning(numbers: &[u64], prefix: u64, bits: u32) -> Range<usize> {
    let shift = 64 - bits.min(64);
    let head = |number: u64| number.checked_shr(shift).unwrap_or(0);
    let start = numbers.partition_point(|&number| head(number) < head(prefix));
    let end = numbers.partition_point(|&number| head(number) <= head(prefix));
    start..end
}

/// For each of the shingles that windows of `t` select, the words of the windows that select it.
fn reaches(kept: &[(u64, u32)], shingles: usize, t: usize, w: u32, words: u32) -> Vec<Range<u32>> {
    let t = t.min(shingles) as u32;
    let last = (shingles as u32).saturating_sub(t);
    // The first window that selects it: the first it is in if it is no larger than the one selected before, else the first
    // without that one.
    let first = |at: usize| {
        let (hash, place) = kept[at];
        match at.checked_sub(1).map(|before| kept[before]) {
            None => 0,
            Some((before, _)) if hash <= before => (place + 1).saturating_sub(t),
            Some((_, before)) => before + 1,
        }
    };
    let reach = |at: usize| {
        let end = if at + 1 < kept.len() { first(at + 1).saturating_sub(1) } else { last };
        first(at)..(end + t - 1 + w).min(words)
    };
    (0..kept.len()).map(reach).collect()
}
