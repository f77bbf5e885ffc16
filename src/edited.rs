//! Passages that were edited until no run of N words is left of them, and how unlikely they are to arise by chance.
//!
//! *Evidence.* Two places with an equal word count by its information: `-log2` of how often the word stands in both documents,
//! these two places apart, or of how often it follows the word before, where that is equal, too, and likelier. So a name weighs
//! much, "the" little, and of a formula that both repeat only the first word. A word that was changed, put in or left out costs
//! [`CHANGED`]. The sum over a passage, less `log2` of the places where it might begin, is its bits: in a text in which words
//! were drawn by their frequencies, one with n bits would arise in one of 2^n pairs (Karlin and Altschul, 1990, without their constant).
//!
//! *Search.* Naively: align each word of one document with each of the other (Smith and Waterman, 1981). Here:
//! 1. *Seed.* Two words that stand up to [`APART`] words apart, in either order, at few places of both documents. They are found by
//!    merging sorted lists.
//! 2. *Extend.* From a seed both documents are aligned in both directions, in a band of [`BAND`] words around the best so far, until the
//!    sum has fallen by [`DROP`].
//! 3. *Keep* what has half of its words equal, as the numbers of chapters have not, and [`LEAST`] bits in [`FEWEST`] words, or [`NEAR`] beside a passage: clauses
//!    that change places.
//!
//! Passages that were copied are extended likewise, and those that follow one another are joined. Work is linear: each row has a
//! bounded number of cells, and rows are bounded by the documents' length.

use alloc::vec::Vec;
use core::ops::Range;

use crate::elementary::log2_sixteenths;
use crate::hash;
use crate::passages::{Passage, Run, in_order};
use crate::shingle::{HashIndex, MASKED};
use crate::text::Span;

/// Bits are counted in sixteenths.
const BIT: i32 = 16;

/// What a word that is not equal costs: were six words of ten equal, `-log2 .4`.
const CHANGED: i32 = 22;

/// What an equal word loses for being no certainty: `-log2 .6`.
const EQUAL: i32 = 12;

/// Half the width of the band, in words.
const BAND: usize = 12;

/// How far the sum may fall below its highest, to go on.
const DROP: i32 = 26 * BIT;

/// The same at the start of what has no evidence: half of the evidence may be lost again, and this.
const FIRST_DROP: i32 = 8 * BIT;

/// The evidence for which an alignment goes on over words that are not equal.
const OVER: i32 = 6 * BIT;

/// The bits of a passage.
const LEAST: i32 = 20 * BIT;

/// Its fewest equal words. Fewer are a turn of phrase, however rare each is in two texts: "to the extent that".
const FEWEST: u32 = 5;

/// What one needs more in which many words stand between equal ones: two texts of one kind have words in the same order.
const LOOSE: i32 = 16 * BIT;

/// The same where characters of a script without spaces are in a row: one word more.
const CHARACTERS: i32 = 10 * BIT;

/// The bits of one within [`BESIDE`] words of another, where it is looked for in few places.
const NEAR: i32 = 10 * BIT;

/// The most of them, the rarest first: each is looked for beside each passage.
const MOST_BESIDE: usize = 64;

/// The fewest equal words of one.
const FEWEST_BESIDE: u32 = 3;

/// How near, in words.
const BESIDE: u32 = 60;

/// The most words between two passages that are joined.
const JOINED: u32 = 16;

/// The most words from one word of a seed to the other.
const APART: usize = 3;

/// The most places a seed may stand at in a document.
const RARE: usize = 4;

/// The bits of a seed that is followed.
const FOLLOWED: i32 = 18 * BIT;

/// What says that a word is a character of a script without spaces: it touches the one before it.
const TOUCHES: u32 = 1 << 31;

/// Of what a character tells by itself, as much as it tells after an equal one that it touches, one in this many: characters make words
/// together, whether there are sixty of them, as in Thai, or thousands.
const TOUCHING: i32 = 2;

/// What is known of a document's words.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rarity {
    /// How often the word at each place stands in the document.
    counts: Vec<u32>,
    /// How often it follows the word before it; with [`TOUCHES`], where no space is between them.
    following: Vec<u32>,
    /// Two words near one another, by the place of the first.
    seeds: HashIndex,
    /// How many words count.
    words: u32,
}

impl Rarity {
    /// Of a document's words and their places.
    pub(crate) fn of(tokens: &[u64], spans: &[Span]) -> Self {
        let counts = counted(tokens, 1, 0);
        let words = tokens.iter().filter(|&&token| token != MASKED).count();
        let most = 2 + words as u32 / 256;
        let mut seeds = Vec::with_capacity(tokens.len());
        for (place, &token) in tokens.iter().enumerate() {
            if token == MASKED || counts[place] > most {
                continue;
            }
            for apart in 1..=APART {
                match tokens.get(place + apart) {
                    None | Some(&MASKED) => break,
                    Some(&other) if other != token && counts[place + apart] <= most => {
                        seeds.push((hash::mix(hash::mix(token) ^ hash::mix(other)), place as u32));
                    }
                    _ => {}
                }
            }
        }
        let mut following = counted(tokens, 2, 1);
        for (count, two) in following.iter_mut().skip(1).zip(spans.windows(2)) {
            *count |= if two[0].end == two[1].start { TOUCHES } else { 0 };
        }
        Rarity { counts, following, seeds: HashIndex::new(&seeds), words: words as u32 }
    }
}

/// How often each window of `width` words stands in a document, at the place of its word `at`.
fn counted(tokens: &[u64], width: usize, at: usize) -> Vec<u32> {
    let mut counts = alloc::vec![0; tokens.len()];
    let windows = HashIndex::of_windows(tokens, width);
    windows.join(&windows, |places, _| {
        places.iter().for_each(|&place| counts[place as usize + at] = places.len() as u32);
    });
    counts
}

/// A document as edited passages are looked for in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words<'a> {
    pub(crate) tokens: &'a [u64],
    pub(crate) rarity: &'a Rarity,
}

/// Extends and joins the passages that were copied, and adds those that were edited; in no order.
pub(crate) fn passages(a: Words<'_>, b: Words<'_>, copied: Vec<Passage>) -> Vec<Passage> {
    let mirrored = (b.tokens.len(), b.tokens) < (a.tokens.len(), a.tokens);
    let sides = if mirrored { [b, a] } else { [a, b] };
    // In the order of the first side, whichever way round they are compared: each takes words that the next may not.
    let copied =
        in_order(if mirrored { copied.into_iter().map(Passage::mirrored).collect() } else { copied });
    let mut search = Search::new(sides);
    search.run(copied);
    let found = search.found;
    if mirrored { found.into_iter().map(Passage::mirrored).collect() } else { found }
}

/// The bits of a passage: were words drawn by their frequencies, one with n bits would arise in one of 2^n pairs. Languages have phrases: of pairs of
/// pieces of unrelated English books one in 2,900 has a passage of 20 bits, and one in 28,000 of 30.
pub(crate) fn bits(a: Words<'_>, b: Words<'_>, passage: &Passage) -> u32 {
    let bits = Sides::new([a, b]).bits(passage.runs()) / BIT;
    bits.max(0) as u32
}

/// Whether a passage in a script without spaces has too few bits to be more than a turn of phrase, though as many characters are in a row as
/// words of other scripts make a passage. A document of which all words are in it has no more of them to give.
pub(crate) fn is_phrase(a: Words<'_>, b: Words<'_>, passage: &Passage) -> bool {
    let sides = Sides::new([a, b]);
    let whole = [a, b].iter().any(|side| passage.words() == side.rarity.words);
    !whole && sides.is_by_character(passage.runs()) && sides.bits(passage.runs()) < LEAST + CHARACTERS
}

/// Both documents, and what is known of their words.
struct Sides<'a> {
    of: [Words<'a>; 2],
    /// `log2` of twice the words of both.
    words: i32,
    /// `log2` of the pairs of places.
    places: i32,
}

impl<'a> Sides<'a> {
    fn new(of: [Words<'a>; 2]) -> Self {
        let [a, b] = of.map(|side| side.rarity.words.clamp(1, 1 << 30));
        Sides { of, words: log2(2 * (a + b).min(1 << 30)), places: log2(a) + log2(b) }
    }

    /// The evidence of runs, less what lies between them and the choice of their place; in sixteenths.
    fn bits(&self, runs: &[Run]) -> i32 {
        let mut sum = -self.places;
        for run in runs {
            for word in 0..run.words {
                sum = sum.saturating_add(self.evidence((run.a + word) as usize, (run.b + word) as usize));
            }
        }
        for two in runs.windows(2) {
            let gap = |of: fn(&Run) -> u32| of(&two[1]) - of(&two[0]) - two[0].words;
            sum = sum.saturating_sub(CHANGED * gap(|run| run.a).max(gap(|run| run.b)).min(1 << 16) as i32);
        }
        sum
    }

    /// What an equal word is worth that stands at both places.
    fn evidence(&self, a: usize, b: usize) -> i32 {
        let [first, second] = self.of;
        let alone = self.alone(a, b);
        let follows = a > 0 && b > 0 && self.is_equal(a - 1, b - 1);
        if !follows {
            return alone - EQUAL;
        }
        let (in_a, in_b) = (first.rarity.following[a], second.rarity.following[b]);
        let touches = in_a & in_b & TOUCHES != 0;
        let others = ((in_a & !TOUCHES) + (in_b & !TOUCHES)).saturating_sub(2);
        let before = first.rarity.counts[a - 1].saturating_add(second.rarity.counts[b - 1]);
        let bits = if others > 0 { alone.min(log2(before) - log2(others)) } else { alone };
        (if touches { bits.min(alone / TOUCHING) } else { bits }) - EQUAL
    }

    /// The information of a word that stands at both places, whatever is before it.
    fn alone(&self, a: usize, b: usize) -> i32 {
        let [first, second] = self.of;
        let others = first.rarity.counts[a].saturating_add(second.rarity.counts[b]).clamp(2, 1 << 30);
        self.words - log2(2 * others - 3)
    }

    /// The bits that a passage of these runs needs.
    fn least(&self, runs: &[Run]) -> i32 {
        let more = if !is_dense(runs) {
            LOOSE
        } else if self.is_by_character(runs) {
            CHARACTERS
        } else {
            0
        };
        LEAST + more
    }

    /// Whether most of the words are characters of a script without spaces, in both; the first in a row touches none before it.
    fn is_by_character(&self, runs: &[Run]) -> bool {
        let [first, second] = self.of.map(|side| &side.rarity.following);
        let pairs = runs.iter().flat_map(|run| {
            first[run.a as usize..].iter().zip(&second[run.b as usize..]).take(run.words as usize)
        });
        3 * pairs.filter(|&(&in_a, &in_b)| in_a & in_b & TOUCHES != 0).count() as u32 > equal_words(runs)
    }

    fn is_equal(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.of[0].tokens[a], self.of[1].tokens[b]);
        a == b && a != MASKED
    }
}

struct Search<'a> {
    sides: Sides<'a>,
    /// The words of either document, those [`MASKED`] that are in a passage.
    open: [Vec<u64>; 2],
    found: Vec<Passage>,
    /// How many rows may still be aligned.
    rows: usize,
    rows_of: Rows,
}

/// What was aligned from a seed, and its evidence.
#[derive(Default)]
struct Aligned {
    runs: Vec<Run>,
    evidence: i32,
}

impl<'a> Search<'a> {
    fn new(of: [Words<'a>; 2]) -> Self {
        Search {
            sides: Sides::new(of),
            open: of.map(|side| side.tokens.to_vec()),
            found: Vec::new(),
            rows: 16 * of.iter().map(|side| side.tokens.len()).sum::<usize>(),
            rows_of: Rows::default(),
        }
    }

    fn run(&mut self, mut copied: Vec<Passage>) {
        for passage in &copied {
            self.cover(passage.a(), passage.b());
        }
        for passage in &mut copied {
            self.extend(passage);
        }
        self.found = copied;
        let mut others = self.seeded();
        // Beside those that are kept, and beside what is kept for that.
        let mut kept = true;
        while kept && !others.is_empty() && !self.found.is_empty() {
            kept = false;
            others.retain(|aligned| {
                let near = self.found.iter().any(|passage| is_beside(passage, &aligned.runs));
                let free = near && self.is_free(&aligned.runs);
                if free {
                    kept = true;
                    self.keep(aligned.runs.clone());
                }
                !free
            });
        }
        self.join();
    }

    fn cover(&mut self, a: Range<u32>, b: Range<u32>) {
        self.open[0][a.start as usize..a.end as usize].fill(MASKED);
        self.open[1][b.start as usize..b.end as usize].fill(MASKED);
    }

    fn keep(&mut self, runs: Vec<Run>) {
        let passage = Passage::edited(runs);
        self.cover(passage.a(), passage.b());
        self.found.push(passage);
    }

    fn is_free(&self, runs: &[Run]) -> bool {
        let free = |open: &[u64], start: u32, words: u32| {
            !open[start as usize..(start + words) as usize].contains(&MASKED)
        };
        runs.iter().all(|run| free(&self.open[0], run.a, run.words) && free(&self.open[1], run.b, run.words))
    }

    /// Goes on with a passage at both ends.
    fn extend(&mut self, passage: &mut Passage) {
        let (end, start) = ((passage.a().end, passage.b().end), (passage.a().start, passage.b().start));
        let mut runs = Vec::new();
        for (at, right) in [(start, false), (end, true)] {
            let Aligned { runs: more, evidence } = self.align(at, right, DROP);
            if evidence > 0 {
                runs.extend(more);
            }
            if !right {
                runs.extend_from_slice(passage.runs());
            }
        }
        if runs.len() > passage.runs().len() {
            passage.extend_to(runs);
            self.cover(passage.a(), passage.b());
        }
    }

    /// Keeps what is aligned from seeds and has enough bits; gives what has enough only beside a passage.
    fn seeded(&mut self) -> Vec<Aligned> {
        let [a, b] = self.sides.of;
        // Both places in one number. Sorted as pairs that are sorted elsewhere, too: code for others weighs.
        let mut seeds: Vec<(u64, u32)> = Vec::new();
        a.rarity.seeds.join(&b.rarity.seeds, |in_a, in_b| {
            if in_a.len() <= RARE && in_b.len() <= RARE {
                for &a in in_a {
                    seeds.extend(in_b.iter().map(|&b| (u64::from(a) << 32 | u64::from(b), 0)));
                }
            }
        });
        seeds.sort_unstable();
        let mut others: Vec<Aligned> = Vec::new();
        for (places, _) in seeds {
            let (in_a, in_b) = ((places >> 32) as u32, places as u32);
            let Some((at, evidence)) = self.anchor(in_a, in_b) else { continue };
            if evidence < FOLLOWED || self.rows == 0 {
                continue;
            }
            let meets = |other: &Aligned| {
                other.runs.iter().any(|run| {
                    (run.a..run.a + run.words).contains(&at.0) && at.0 - run.a == at.1.wrapping_sub(run.b)
                })
            };
            // Seeds come by their place: what was aligned last is what they may be in.
            if others.iter().rev().take(RARE).any(meets) {
                continue;
            }
            let right = self.align(at, true, 0);
            let left = self.align(at, false, right.evidence);
            let mut runs = left.runs;
            runs.extend(right.runs);
            let evidence = left.evidence + right.evidence - self.sides.places;
            if !is_half_equal(&runs) {
                // Numbers of chapters, names of months: what goes on and on in the same order, with other words between.
                continue;
            }
            let equal = equal_words(&runs);
            if evidence >= self.sides.least(&runs) && equal >= FEWEST {
                self.keep(joined(runs));
            } else if evidence + self.sides.places >= NEAR + 2 * log2(BESIDE) && equal >= FEWEST_BESIDE {
                others.push(Aligned { runs: joined(runs), evidence });
            }
        }
        let rarity = |aligned: &Aligned| (i64::from(aligned.evidence) + (1 << 31)) as u64;
        let mut order: Vec<(u64, u32)> = others.iter().map(|one| u64::MAX - rarity(one)).zip(0..).collect();
        order.sort_unstable();
        let first = order.iter().take(MOST_BESIDE);
        first.map(|&(_, at)| core::mem::take(&mut others[at as usize])).collect()
    }

    /// The places of the rarer word of a seed, and the evidence of both, where neither is covered.
    fn anchor(&self, in_a: u32, in_b: u32) -> Option<((u32, u32), i32)> {
        let near =
            |at: u32, side: usize| at..(at + 1 + APART as u32).min(self.sides.of[side].tokens.len() as u32);
        let mut equal = near(in_a, 0)
            .flat_map(|a| near(in_b, 1).map(move |b| (a, b)))
            .filter(|&(a, b)| self.sides.is_equal(a as usize, b as usize))
            .filter(|&(a, b)| self.open[0][a as usize] != MASKED && self.open[1][b as usize] != MASKED)
            .map(|(a, b)| ((a, b), self.sides.evidence(a as usize, b as usize)));
        let (mut best, mut all) = (equal.next()?, 0);
        all += best.1;
        for one in equal {
            all += one.1;
            if one.1 > best.1 {
                best = one;
            }
        }
        Some((best.0, all))
    }

    /// Aligns what follows both places, these included, or what is before them, as the continuation of what has some evidence.
    fn align(&mut self, at: (u32, u32), right: bool, before: i32) -> Aligned {
        let Search { sides, open, rows, rows_of, .. } = self;
        let at = (at.0 as usize, at.1 as usize);
        let place = |start: usize, step: usize| match right {
            true => Some(start + step),
            false => start.checked_sub(1 + step),
        };
        let open_at =
            |side: usize, place: usize| open[side].get(place).copied().filter(|&token| token != MASKED);
        let mut best = Best::default();
        rows_of.start();
        for step in 0.. {
            let Some((a, own)) = place(at.0, step).and_then(|a| Some((a, open_at(0, a)?))) else { break };
            let Some(left) = rows.checked_sub(1) else { break };
            *rows = left;
            let other = |column: usize| place(at.1, column).and_then(|b| open_at(1, b));
            let worth = |column: usize| place(at.1, column).map_or(NONE, |b| sides.evidence(a, b));
            let (sum, column) = rows_of.next(own, other, worth);
            best.see(sum, (step, column));
            let drop = DROP.min(FIRST_DROP + (before + best.sum) / 2);
            if sum < best.sum - drop {
                break;
            }
        }
        let Some(end) = best.at else { return Aligned { runs: Vec::new(), evidence: 0 } };
        let mut equal = Vec::new();
        rows_of.walk_back(end, |step, column| {
            let (Some(a), Some(b)) = (place(at.0, step), place(at.1, column)) else { return };
            if sides.is_equal(a, b) {
                equal.push(Run { a: a as u32, b: b as u32, words: 1 });
            }
        });
        if right {
            equal.reverse();
        }
        Aligned { runs: joined(equal), evidence: best.sum }
    }

    /// Joins passages that follow one another in both documents.
    fn join(&mut self) {
        for passage in in_order(core::mem::take(&mut self.found)) {
            let follows = |before: &Passage| {
                let apart = |before: Range<u32>, after: Range<u32>| {
                    after.start.checked_sub(before.end).is_some_and(|gap| gap <= JOINED)
                };
                apart(before.a(), passage.a()) && apart(before.b(), passage.b())
            };
            match self.found.iter_mut().rev().take(RARE).find(|before| follows(before)) {
                Some(before) => before.append(passage),
                None => self.found.push(passage),
            }
        }
    }
}

/// Whether runs are near a passage in both documents.
fn is_beside(passage: &Passage, runs: &[Run]) -> bool {
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return false };
    let near = |own: Range<u32>, start: u32, end: u32| {
        start <= own.end.saturating_add(BESIDE) && own.start <= end.saturating_add(BESIDE)
    };
    near(passage.a(), first.a, last.a + last.words) && near(passage.b(), first.b, last.b + last.words)
}

/// Whether few words of either document stand between equal ones.
fn is_dense(runs: &[Run]) -> bool {
    5 * equal_words(runs) >= 4 * longest(runs)
}

/// Whether half of the words of either document are equal.
fn is_half_equal(runs: &[Run]) -> bool {
    2 * equal_words(runs) >= longest(runs)
}

/// How many words runs span, edits included, in the document in which they are more.
fn longest(runs: &[Run]) -> u32 {
    let (Some(first), Some(last)) = (runs.first(), runs.last()) else { return 0 };
    (last.a + last.words - first.a).max(last.b + last.words - first.b)
}

fn equal_words(runs: &[Run]) -> u32 {
    runs.iter().map(|run| run.words).sum()
}

/// Runs that follow one another made one.
fn joined(runs: Vec<Run>) -> Vec<Run> {
    let mut all: Vec<Run> = Vec::new();
    for run in runs {
        match all.last_mut() {
            Some(last) if last.a + last.words == run.a && last.b + last.words == run.b => {
                last.words += run.words
            }
            _ => all.push(run),
        }
    }
    all
}

/// The cell up to which an alignment is kept.
#[derive(Default)]
struct Best {
    sum: i32,
    /// Its row and column.
    at: Option<(usize, usize)>,
}

impl Best {
    /// Goes on to a row's highest cell: word by word, or over others for what is no chance.
    fn see(&mut self, sum: i32, at: (usize, usize)) {
        let next = self.at.map_or((0, 0), |(row, column)| (row + 1, column + 1));
        let least = if at == next { 0 } else { OVER };
        if sum > self.sum + least {
            (self.sum, self.at) = (sum, Some(at));
        }
    }
}

/// The rows of an alignment: of each the cells of the band, and how each was reached. The first row and the first column stand
/// before the first words.
#[derive(Default)]
struct Rows {
    /// The sums of the last row, and the column of the first of them.
    sums: [i32; WIDTH],
    first: usize,
    /// The cell of the last row's highest sum.
    highest: usize,
    /// Of each row the column of the first cell, and how its cells were reached.
    steps: Vec<(usize, [Step; WIDTH])>,
}

const WIDTH: usize = 2 * BAND + 1;

/// Far below what a sum may be.
const NONE: i32 = i32::MIN / 2;

#[derive(Clone, Copy, Default, PartialEq)]
enum Step {
    #[default]
    Both,
    First,
    Second,
}

impl Rows {
    fn start(&mut self) {
        self.steps.clear();
        (self.first, self.highest) = (0, 0);
        self.sums.iter_mut().zip(0..).for_each(|(sum, column)| *sum = -CHANGED * column);
    }

    /// Adds the row of a word: `other` has the words of the columns, of which the first that there is none of ends the row, and `worth`
    /// says what an equal one is worth. Gives the row's highest sum, and its column from 0.
    fn next(
        &mut self,
        own: u64,
        other: impl Fn(usize) -> Option<u64>,
        worth: impl Fn(usize) -> i32,
    ) -> (i32, usize) {
        // It never goes back: what is before it was worse.
        let first = (self.first + self.highest + 1).saturating_sub(BAND).max(self.first);
        let shift = first - self.first;
        // The last row's sums from a column before the first on.
        let mut last = [NONE; WIDTH + 1];
        let from = shift.saturating_sub(1).min(WIDTH);
        let skipped = usize::from(shift == 0);
        let kept = (WIDTH - from).min(WIDTH + 1 - skipped);
        last[skipped..skipped + kept].copy_from_slice(&self.sums[from..from + kept]);
        let (mut sums, mut steps) = ([NONE; WIDTH], [Step::Both; WIDTH]);
        let (mut highest, mut before) = (0, NONE);
        for cell in 0..WIDTH {
            let both = match (first + cell).checked_sub(1) {
                None => NONE,
                Some(column) => match other(column) {
                    None => break,
                    Some(token) => {
                        last[cell].saturating_add(if token == own { worth(column) } else { -CHANGED })
                    }
                },
            };
            let (skip_first, skip_second) = (last[cell + 1] - CHANGED, before - CHANGED);
            let (sum, step) = if both >= skip_first && both >= skip_second {
                (both, Step::Both)
            } else if skip_first >= skip_second {
                (skip_first, Step::First)
            } else {
                (skip_second, Step::Second)
            };
            before = sum.max(NONE);
            (sums[cell], steps[cell]) = (before, step);
            if before > sums[highest] {
                highest = cell;
            }
        }
        (self.sums, self.first, self.highest) = (sums, first, highest);
        self.steps.push((first, steps));
        (sums[highest], (first + highest).saturating_sub(1))
    }

    /// Calls `pair` with each row and column that were aligned, from a cell back.
    fn walk_back(&self, (row, column): (usize, usize), mut pair: impl FnMut(usize, usize)) {
        // Both from 1 on, as the first stand before the first words.
        let (mut row, mut column) = (row + 1, column + 1);
        while row > 0 && column > 0 {
            let (first, steps) = &self.steps[row - 1];
            let Some(step) = column.checked_sub(*first).and_then(|cell| steps.get(cell)) else { return };
            if *step == Step::Both {
                pair(row - 1, column - 1);
            }
            row -= usize::from(*step != Step::Second);
            column -= usize::from(*step != Step::First);
        }
    }
}

/// `log2` of a number of 1 or more in sixteenths.
fn log2(x: u32) -> i32 {
    log2_sixteenths(x.into()) as i32
}
