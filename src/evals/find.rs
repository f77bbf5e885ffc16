//! Which items a document holds, and where.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::align::{BAND, Fit, align};
use super::rarity::Rarity;
use super::seeds::{Posting, Seeds};
use super::set::{EvalSet, PARTS, PartKind, WORDS};
use super::{BIT, Threshold};
use crate::elementary::log2_sixteenths;

/// The fewest bits that seeds must cover of a part for a closer look, beside a quarter of what it says.
const COVERED: u32 = 8 * BIT;
/// How far from a part of an item, in words, another may stand, beside twice the words of the item.
const AROUND: u32 = 32;
/// The fewest words of an answer that counts by itself: shorter ones stand in many texts that know nothing of the question.
const ANSWER: usize = 13;
/// The fewest words of a question that must be equal for it to count by itself: names and set phrases of fewer stand in many texts.
const QUESTION: u32 = 5;
/// Where a question says less than this part of its item, its choices may be all that is shared.
const OF_ITEM: u64 = 4;
/// Parts of no more words have no seeds, or hardly any, and are looked for near the others.
const SHORT: usize = 3;
/// The words of a document that are looked at together ...
const STRETCH: usize = 1 << 15;
/// ... and those of the next that are looked at with them.
const BEYOND: usize = 2 * WORDS;

/// A part of an item that stands in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedPart {
    /// What it is.
    pub kind: PartKind,
    /// Which of the item's parts it is, from 0 on, of those that have words and say nothing twice.
    pub number: u32,
    /// The words of the document, from the first that is equal ...
    pub start: u32,
    /// ... to before this one.
    pub end: u32,
    /// How many words are equal.
    pub equal: u32,
    /// How many the part has.
    pub words: u32,
}

/// An item that stands in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contamination {
    /// The item, by its number.
    pub item: u32,
    /// How rare what is shared is, less the choice of its place: by chance it would stand in one of 2^bits corpora of this size.
    pub bits: u32,
    /// How much of what the item, or a question or an answer of it, says, is shared: the greatest of these, in thousandths.
    pub share_thousandths: u32,
    /// Its parts, by their place in the document.
    pub parts: Vec<SharedPart>,
}

impl Contamination {
    /// The words of the document from the first that is shared to before this one.
    pub fn words(&self) -> Range<u32> {
        let start = self.parts.iter().map(|part| part.start).min();
        let end = self.parts.iter().map(|part| part.end).max();
        start.unwrap_or(0)..end.unwrap_or(0)
    }
}

/// Memory that is used again from one document to the next.
#[derive(Debug, Default)]
pub struct Scratch {
    hits: Vec<Hit>,
    rows: [Vec<Fit>; 2],
}

/// A seed of a part at a place of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Hit {
    part: u32,
    /// The word of the document beside the part's first.
    diagonal: i64,
    at: u32,
    /// The words of the seed.
    width: u32,
}

/// A part that fits into a document.
#[derive(Debug, Clone, Copy)]
struct Found {
    part: u32,
    fit: Fit,
}

/// The items of eval sets, to be found in the documents of the corpus by which their words were weighed.
///
/// ```
/// use twinprint::evals::{EvalIndex, EvalSet, PartKind, Rarity, Scratch, Threshold};
/// use twinprint::hash::token;
/// let words = |text: &str| text.to_lowercase().split_whitespace().map(token).collect::<Vec<u64>>();
/// let mut set = EvalSet::default();
/// set.add("a", [(PartKind::Question, "which keeper of the lighthouse trimmed the wick at dusk")])?;
///
/// let corpus = ["Which keeper of THE lighthouse\ntrimmed the wick at dusk", "the keeper of the wick"].map(words);
/// let rarity = Rarity::new(&set);
/// corpus.iter().for_each(|document| rarity.add(document));
/// let index = EvalIndex::new(set, &rarity);
/// let found = index.find(&corpus[0], &Threshold::default(), &mut Scratch::default());
/// assert_eq!((found[0].item, found[0].share_thousandths, found[0].words()), (0, 1000, 0..10));
/// assert!(index.find(&corpus[1], &Threshold::default(), &mut Scratch::default()).is_empty());
/// # Ok::<(), twinprint::Error>(())
/// ```
pub struct EvalIndex {
    set: EvalSet,
    /// What each word of the distinct parts weighs, in sixteenths of a bit.
    bits: Vec<u32>,
    /// The sum of each distinct part.
    sums: Vec<u32>,
    seeds: Seeds,
    /// The items of each distinct part, one after the other, and where they end.
    items: Vec<u32>,
    item_ends: Vec<u32>,
    /// The choice of a place in the corpus.
    places: u32,
}

impl EvalIndex {
    /// Weighs the words of a set by how rare they are in a corpus.
    pub fn new(set: EvalSet, rarity: &Rarity) -> EvalIndex {
        let (mut bits, mut sums) = (Vec::with_capacity(set.words()), Vec::new());
        for part in 0..set.distinct() {
            let of_part = rarity.bits(&set.tokens()[set.range(part)]);
            sums.push(of_part.iter().sum());
            bits.extend(of_part);
        }
        let mut of_parts: Vec<(u32, u32)> = (0..set.len() as u32)
            .flat_map(|item| set.parts(item).iter().map(move |&(_, part)| (part, item)))
            .collect();
        of_parts.sort_unstable();
        let item_ends = (0..set.distinct())
            .map(|part| of_parts.partition_point(|&(other, _)| other <= part) as u32)
            .collect();
        let items = of_parts.into_iter().map(|(_, item)| item).collect();
        EvalIndex {
            seeds: Seeds::new(&set, &bits),
            set,
            bits,
            sums,
            items,
            item_ends,
            places: rarity.places(),
        }
    }

    /// The items.
    pub fn set(&self) -> &EvalSet {
        &self.set
    }

    /// Whether all of an item together has the bits that a threshold wants: of what has not, no document can hold enough.
    pub fn is_telling(&self, item: u32, threshold: &Threshold) -> bool {
        let sum: u64 =
            self.set.parts(item).iter().map(|&(_, part)| u64::from(self.sums[part as usize])).sum();
        sum >= u64::from(self.places) + u64::from(threshold.bits) * u64::from(BIT)
    }

    /// The items that a document holds, by their places in it; of those of one place the one with most bits first.
    pub fn find(&self, document: &[u64], threshold: &Threshold, scratch: &mut Scratch) -> Vec<Contamination> {
        let mut found: Vec<Contamination> = Vec::new();
        for start in (0..document.len()).step_by(STRETCH) {
            let stretch = &document[start..document.len().min(start + STRETCH + BEYOND)];
            let mut of_stretch = self.of_stretch(stretch, threshold, scratch);
            let shift = start as u32;
            for part in of_stretch.iter_mut().flat_map(|found| &mut found.parts) {
                (part.start, part.end) = (part.start + shift, part.end + shift);
            }
            // What the stretch before saw, too, is there already.
            let before = found.len();
            for new in of_stretch {
                let words = new.words();
                let again = found[..before]
                    .iter()
                    .rposition(|old| old.item == new.item && overlap(&old.words(), &words) > 0);
                match again {
                    Some(at) if found[at].bits >= new.bits => {}
                    Some(at) => found[at] = new,
                    None => found.push(new),
                }
            }
        }
        found.sort_by_key(|found| (found.words().start, Reverse(found.bits), found.item));
        found
    }

    fn of_stretch(
        &self,
        document: &[u64],
        threshold: &Threshold,
        scratch: &mut Scratch,
    ) -> Vec<Contamination> {
        let fitting = self.fitting(document, scratch);
        let mut of_items: Vec<(u32, Found)> = Vec::new();
        for found in fitting {
            let part = found.part as usize;
            let first = part.checked_sub(1).map_or(0, |before| self.item_ends[before]);
            let items = &self.items[first as usize..self.item_ends[part] as usize];
            of_items.extend(items.iter().map(|&item| (item, found)));
        }
        of_items.sort_by_key(|(item, found)| (*item, Reverse(found.fit.score), found.fit.start, found.part));
        let mut contaminations = Vec::new();
        for of_item in of_items.chunk_by(|a, b| a.0 == b.0) {
            let item = of_item[0].0;
            let found: Vec<Found> = of_item.iter().map(|&(_, found)| found).collect();
            self.judge(item, found, document, threshold, &mut contaminations);
        }
        contaminations
    }

    /// The parts that may be in a document, each where it fits best along a diagonal.
    fn fitting(&self, document: &[u64], scratch: &mut Scratch) -> Vec<Found> {
        let Scratch { hits, rows } = scratch;
        hits.clear();
        self.seeds.hits(document, |place, width, Posting { part, at }| {
            let diagonal = i64::from(place) - i64::from(at);
            hits.push(Hit { part, diagonal, at, width: width as u32 });
        });
        hits.sort_unstable();
        let mut fitting: Vec<Found> = Vec::new();
        let near = |a: &Hit, b: &Hit| a.part == b.part && b.diagonal - a.diagonal <= BAND as i64;
        for hits in hits.chunk_by(near) {
            let part = hits[0].part;
            let range = self.set.range(part);
            let (words, bits) = (&self.set.tokens()[range.clone()], &self.bits[range]);
            let needed = COVERED.max(self.sums[part as usize] / 4);
            // A long row of neighbouring diagonals is looked at piece by piece.
            let mut rest = hits;
            while let Some(first) = rest.first() {
                let piece = rest.partition_point(|hit| hit.diagonal - first.diagonal <= BAND as i64);
                let (piece, behind) = rest.split_at(piece);
                rest = behind;
                let Some(diagonal) = main_diagonal(piece, bits, needed) else { continue };
                let fit = align(words, bits, document, diagonal, rows);
                let again = |found: &Found| {
                    found.part == part && found.fit.start < fit.end && fit.start < found.fit.end
                };
                match fitting.last_mut().filter(|found| again(found)) {
                    Some(last) if last.fit.score >= fit.score => {}
                    Some(last) => last.fit = fit,
                    None => fitting.push(Found { part, fit }),
                }
            }
        }
        fitting
    }

    /// Says whether and where an item stands in a document of which parts of it are known, the best first.
    fn judge(
        &self,
        item: u32,
        mut found: Vec<Found>,
        document: &[u64],
        threshold: &Threshold,
        contaminations: &mut Vec<Contamination>,
    ) {
        let parts = self.set.parts(item);
        let words: usize = parts.iter().map(|&(_, part)| self.set.range(part).len()).sum();
        let around = AROUND + 2 * words as u32;
        while let Some(&anchor) = found.first() {
            let region = anchor.fit.start.saturating_sub(around)
                ..anchor.fit.end.saturating_add(around).min(document.len() as u32);
            let chosen = self.chosen(parts, &found, &region, document);
            contaminations.extend(self.weighed(item, &chosen, &region, threshold));
            // What is in the region belongs to this one.
            found.retain(|found| !(region.start <= found.fit.start && found.fit.end <= region.end));
        }
    }

    /// The place of each part of an item in a region of a document, by its number; no two of them in one place.
    fn chosen(
        &self,
        parts: &[(PartKind, u32)],
        found: &[Found],
        region: &Range<u32>,
        document: &[u64],
    ) -> [Option<Fit>; PARTS] {
        let mut chosen: [Option<Fit>; PARTS] = [None; PARTS];
        let inside = |fit: &Fit| region.start <= fit.start && fit.end <= region.end;
        for Found { part, fit } in found.iter().filter(|found| inside(&found.fit)) {
            let Some(number) = parts.iter().position(|(_, other)| other == part) else { continue };
            let free = is_free(&chosen, fit);
            if free && let Some(place) = chosen.get_mut(number) {
                place.get_or_insert(*fit);
            }
        }
        for (number, &(_, part)) in parts.iter().enumerate() {
            let range = self.set.range(part);
            if range.len() > SHORT || chosen.get(number).is_none_or(Option::is_some) {
                continue;
            }
            let (words, bits) = (&self.set.tokens()[range], self.sums[part as usize]);
            let text = &document[region.start as usize..region.end as usize];
            let places = (region.start..).zip(text.windows(words.len()));
            let fits = places.filter(|(_, window)| *window == words).map(|(start, _)| {
                let equal = words.len() as u32;
                Fit { score: bits, bits, equal, start, end: start + equal }
            });
            chosen[number] = fits.into_iter().find(|fit| is_free(&chosen, fit));
        }
        chosen
    }

    /// An item of which some parts stand in a region of a document, if that is enough.
    fn weighed(
        &self,
        item: u32,
        chosen: &[Option<Fit>; PARTS],
        region: &Range<u32>,
        threshold: &Threshold,
    ) -> Option<Contamination> {
        let parts = self.set.parts(item);
        let fits = || parts.iter().zip(chosen).filter_map(|(part, fit)| Some((part, (*fit)?)));
        let share = |bits: u64, of: u64| (bits * 1000).checked_div(of).unwrap_or(0) as u32;
        let (mut bits, mut thousandths, mut is_enough) = (0, 0, false);
        let mut count = |score: u64, shared: u64, of: u64| {
            let net = score.saturating_sub(self.places.into()) / u64::from(BIT);
            let share = share(shared, of);
            is_enough |= net >= u64::from(threshold.bits) && share >= threshold.share_thousandths;
            (bits, thousandths) = (net.max(bits), share.max(thousandths));
        };
        // A question by itself, or a long answer.
        for (&(kind, part), fit) in fits() {
            let counts_alone = match kind {
                PartKind::Question => fit.equal >= QUESTION,
                PartKind::Choice => false,
                PartKind::Answer => self.set.range(part).len() >= ANSWER,
            };
            if counts_alone {
                count(fit.score.into(), fit.bits.into(), self.sums[part as usize].into());
            }
        }
        // Several together: each but the first loses the choice of its place in the region.
        let best = fits().map(|(_, fit)| fit.score).max()?;
        let place = log2_sixteenths(region.len() as u64);
        let together: u64 = fits().map(|(_, fit)| u64::from(fit.score.saturating_sub(place))).sum();
        let first = u64::from(best - best.saturating_sub(place));
        let shared = fits().map(|(_, fit)| u64::from(fit.bits)).sum();
        let of = parts.iter().map(|&(_, part)| u64::from(self.sums[part as usize])).sum();
        let mut questions = parts.iter().zip(chosen).filter(|((kind, _), _)| *kind == PartKind::Question);
        let is_asked = questions.all(|(&(_, part), fit)| {
            let of_question = u64::from(self.sums[part as usize]);
            let shared = fit.map_or(0, |fit| u64::from(fit.bits));
            of_question * OF_ITEM < of || share(shared, of_question) >= threshold.share_thousandths
        });
        if is_asked && fits().count() > 1 {
            count(together + first, shared, of);
        }
        if !is_enough {
            return None;
        }
        let shared = parts.iter().zip(chosen).enumerate().filter_map(|(number, (&(kind, part), fit))| {
            let Fit { equal, start, end, .. } = (*fit)?;
            let words = self.set.range(part).len() as u32;
            Some(SharedPart { kind, number: number as u32, start, end, equal, words })
        });
        let mut parts: Vec<SharedPart> = shared.collect();
        parts.sort_unstable_by_key(|part| (part.start, part.number));
        Some(Contamination { item, bits: bits as u32, share_thousandths: thousandths, parts })
    }
}

/// The diagonal on which the hits of one part cover most, if all of them cover what is needed.
fn main_diagonal(hits: &[Hit], bits: &[u32], needed: u32) -> Option<i64> {
    let mut by_place = hits.to_vec();
    by_place.sort_unstable_by_key(|hit| hit.at);
    if covered(&by_place, bits) < needed {
        return None;
    }
    let of_each = hits.chunk_by(|a, b| a.diagonal == b.diagonal);
    let best = of_each.max_by_key(|hits| (covered(hits, bits), Reverse(hits[0].diagonal)))?;
    Some(best[0].diagonal)
}

/// What the words of a part weigh that seeds cover, whose places rise.
fn covered(hits: &[Hit], bits: &[u32]) -> u32 {
    let (mut sum, mut from) = (0, 0);
    for hit in hits {
        let start = hit.at as usize;
        let end = (start + hit.width as usize).min(bits.len());
        sum += bits.get(from.max(start)..end).unwrap_or_default().iter().sum::<u32>();
        from = from.max(end);
    }
    sum
}

/// Whether most of a place is in none that was chosen.
fn is_free(chosen: &[Option<Fit>], fit: &Fit) -> bool {
    let taken: u32 =
        chosen.iter().flatten().map(|other| overlap(&(other.start..other.end), &(fit.start..fit.end))).sum();
    2 * taken < fit.end - fit.start
}

/// The words that two ranges have in common.
fn overlap(a: &Range<u32>, b: &Range<u32>) -> u32 {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}
