//! The passages two documents share, with what was edited inside them.
//!
//! **Guarantee.** Every word that lies in a run of at least N words (`run`, 8 by default) shared with the other
//! document is in a reported passage, paired with an equal word of the other document. This holds in both
//! documents, for every repetition. A document of fewer than N words is one run of all of them.
//!
//! Naively: compare every pair of positions and extend, quadratic in the documents' length. Here:
//! 1. *Seed.* Windows of N words that both documents have come from merging two sorted lists of window hashes.
//!    The positions of one document are swept from left to right; a window that is covered already is passed by.
//! 2. *Extend.* Of the places of the window in the other document, the one whose run of equal words reaches
//!    furthest is taken (of many places [`CANDIDATES`] are tried: half of them the nearest to where the last
//!    passage leads, half spread over all), and extended in both directions as far as words are equal.
//! 3. *Merge over gaps.* At either end a few words may have been changed, put in or left out: the nearest place
//!    at most [`GAP`] words on, where `seed` words are equal again and the equal words outnumber the gap, goes on
//!    with the same passage.
//! 4. *The other document* is swept likewise for what is not yet covered, so that a paragraph that stands once
//!    here and thrice there is found thrice.
//! 5. *Lighter copies.* Shingles (windows of `seed` words) that stand at few places in either document, outside
//!    what is covered, are extended in the same way and kept when at least N words are equal in all.
//!
//! Work is linear in the number of words: a sweep goes over each word of its own document at most once, with a
//! bounded number of candidates and bounded steps over each gap; "a a a ..." has one window, at many places.

use alloc::vec::Vec;
use core::ops::Range;

use crate::shingle::{HashIndex, MASKED};

/// The most words that may have been changed, put in or left out between two runs of a passage.
pub const GAP: usize = 8;

/// The most places of a repeated window that are tried as its partner.
pub const CANDIDATES: usize = 16;

/// The most places a shingle may stand at in a document to begin a passage without a run of N words.
const RARE: usize = 4;

/// The most further places of a passage that are listed; all are counted.
pub const LISTED: usize = 8;

/// A run of equal words: `words` words from word `a` of one document and from word `b` of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// The first word in the first document.
    pub a: u32,
    /// The first word in the second document.
    pub b: u32,
    /// The number of words.
    pub words: u32,
}

/// A passage that both documents have: runs of equal words in the same order, with edits between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Rising in both documents; never empty.
    runs: Vec<Run>,
    /// Whether no run of N words began it.
    edited: bool,
    /// The further places of the passage's longest run in the first document.
    pub elsewhere_a: Elsewhere,
    /// The further places of the passage's longest run in the second document.
    pub elsewhere_b: Elsewhere,
}

/// Where else the beginning (its first N words) of a passage's longest run stands in a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Elsewhere {
    /// At how many further places.
    pub count: u32,
    /// The first [`LISTED`] of them, as ranges of words, each as far as it equals the run.
    pub listed: Vec<Range<u32>>,
}

impl Passage {
    /// The runs, rising in both documents; at least one.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let [a, b] = ["All happy families are alike, each one of them, it is said.", "All happy families are alike, each one of us."]
    ///     .map(|text| checker.read(&Document::plain("text", text)).unwrap());
    /// let (_, passages) = checker.numbers(&a, &b)?;
    /// assert_eq!((passages[0].runs().len(), passages[0].words(), passages[0].a()), (1, 8, 0..8));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// There is no passage without one:
    ///
    /// ```compile_fail,E0451
    /// # use twinprint::passages::Passage;
    /// let passage = Passage { runs: vec![], elsewhere_a: Default::default(), elsewhere_b: Default::default() };
    /// ```
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The words it spans in the first document, edits included.
    ///
    /// ```
    /// # use twinprint::{Checker, Document};
    /// # let checker = Checker::default();
    /// # let [a, b] = ["He said that it rains all day long and all night.", "She says it rains all day long and all night."]
    /// #     .map(|text| checker.read(&Document::plain("text", text)).unwrap());
    /// let (_, passages) = checker.numbers(&a, &b)?;
    /// assert_eq!(passages[0].a(), 3..11);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn a(&self) -> Range<u32> {
        let (first, last) = self.ends();
        first.a..last.a + last.words
    }

    /// The words it spans in the second document, edits included.
    ///
    /// ```
    /// # use twinprint::{Checker, Document};
    /// # let checker = Checker::default();
    /// # let [a, b] = ["He said that it rains all day long and all night.", "She says it rains all day long and all night."]
    /// #     .map(|text| checker.read(&Document::plain("text", text)).unwrap());
    /// let (_, passages) = checker.numbers(&a, &b)?;
    /// assert_eq!(passages[0].b(), 2..10);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn b(&self) -> Range<u32> {
        let (first, last) = self.ends();
        first.b..last.b + last.words
    }

    /// The number of equal words.
    ///
    /// ```
    /// # use twinprint::{Checker, Document};
    /// # let checker = Checker::default();
    /// # let [a, b] = ["He said that it rains all day long and all night.", "She says it rains all day long and all night."]
    /// #     .map(|text| checker.read(&Document::plain("text", text)).unwrap());
    /// let (_, passages) = checker.numbers(&a, &b)?;
    /// assert_eq!(passages[0].words(), 8);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn words(&self) -> u32 {
        self.runs.iter().map(|run| run.words).sum()
    }

    /// The length of its longest run.
    ///
    /// ```
    /// # use twinprint::{Checker, Document};
    /// # let checker = Checker::default();
    /// # let [a, b] = ["He said that it rains all day long and all night.", "She says it rains all day long and all night."]
    /// #     .map(|text| checker.read(&Document::plain("text", text)).unwrap());
    /// let (_, passages) = checker.numbers(&a, &b)?;
    /// assert_eq!(passages[0].longest_run(), 8);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn longest_run(&self) -> u32 {
        self.longest().words
    }

    fn longest(&self) -> Run {
        self.runs
            .iter()
            .copied()
            .max_by_key(|run| (run.words, core::cmp::Reverse(run.a)))
            .unwrap_or(self.runs[0])
    }

    fn ends(&self) -> (Run, Run) {
        (self.runs[0], self.runs[self.runs.len() - 1])
    }

    /// Whether it was found by the rarity of its words ([`Reach::Edited`](crate::Reach)) rather than by words in a row.
    ///
    /// ```
    /// let a = "My grandmother kept every letter he sent. The harbour master counted forty seals and a walrus on the slipway, wrote their \
    ///     number in a blue ledger and rowed home before the tide turned.";
    /// let b = "The harbour keeper counted forty otters and a badger on the jetty, wrote their names in a green ledger and walked home \
    ///     before a tide turned. Few people visit our museum after October.";
    /// let report = twinprint::compare(a, b)?;
    /// assert!(report.passages.iter().all(|passage| passage.edited));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn is_edited(&self) -> bool {
        self.edited
    }

    /// One of runs that rise in both documents.
    pub(crate) fn edited(runs: Vec<Run>) -> Passage {
        Passage { runs, edited: true, elsewhere_a: Elsewhere::default(), elsewhere_b: Elsewhere::default() }
    }

    /// Takes runs that have its own among them.
    pub(crate) fn extend_to(&mut self, runs: Vec<Run>) {
        self.runs = runs;
    }

    /// Goes on with a passage that follows in both documents.
    pub(crate) fn append(&mut self, next: Passage) {
        if next.longest_run() > self.longest_run() {
            (self.elsewhere_a, self.elsewhere_b) = (next.elsewhere_a, next.elsewhere_b);
        }
        self.edited &= next.edited;
        self.runs.extend(next.runs);
    }

    pub(crate) fn mirrored(self) -> Passage {
        let runs = self.runs.iter().map(|run| Run { a: run.b, b: run.a, words: run.words }).collect();
        Passage { runs, elsewhere_a: self.elsewhere_b, elsewhere_b: self.elsewhere_a, ..self }
    }
}

/// A document as passages are looked for in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words<'a> {
    /// The hashes of its words, [`MASKED`] where they are template text.
    pub(crate) tokens: &'a [u64],
    /// Its windows of `seed` words.
    pub(crate) seeds: &'a HashIndex,
    /// Its windows of `run` words.
    pub(crate) runs: &'a HashIndex,
}

impl Words<'_> {
    /// The number of words that are not template text, where it is less than `most`; else that.
    fn own(&self, most: usize) -> usize {
        self.tokens.iter().filter(|&&token| token != MASKED).take(most).count()
    }
}

/// How passages are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lengths {
    /// The number of equal words that go on with a passage after a gap; at most `run`.
    pub(crate) seed: usize,
    /// N: shared runs of at least N words are all found, and no passage has fewer equal words.
    pub(crate) run: usize,
}

/// The passages that `a` and `b` share, by their place in `a`, then in `b`. Exchanging the documents gives the
/// mirror image.
pub(crate) fn passages(a: Words<'_>, b: Words<'_>, lengths: Lengths) -> Vec<Passage> {
    let run = a.own(lengths.run).min(b.own(lengths.run));
    if run < lengths.run {
        let [runs_a, runs_b] = [a, b].map(|words| HashIndex::of_windows(words.tokens, run));
        let lengths = Lengths { seed: lengths.seed.min(run), run };
        return found(Words { runs: &runs_a, ..a }, Words { runs: &runs_b, ..b }, lengths);
    }
    found(a, b, lengths)
}

fn found(a: Words<'_>, b: Words<'_>, lengths: Lengths) -> Vec<Passage> {
    let mirrored = (b.tokens.len(), b.tokens) < (a.tokens.len(), a.tokens);
    let (first, second) = if mirrored { (b, a) } else { (a, b) };
    let mut search = Search {
        sides: [first, second],
        covered: [Vec::new(), Vec::new()],
        lengths,
        found: Vec::new(),
        expected: 0,
    };
    search.run();
    let mut found = search.found;
    if mirrored {
        found = found.into_iter().map(Passage::mirrored).collect();
    }
    in_order(found)
}

/// Passages by their first runs' places. Sorted as pairs that are sorted elsewhere, too: code for others weighs.
pub(crate) fn in_order(found: Vec<Passage>) -> Vec<Passage> {
    let key = |passage: &Passage| u64::from(passage.runs[0].a) << 32 | u64::from(passage.runs[0].b);
    let mut order: Vec<(u64, u32)> = found.iter().map(key).zip(0..).collect();
    order.sort_unstable();
    let mut found: Vec<Option<Passage>> = found.into_iter().map(Some).collect();
    order.iter().filter_map(|&(_, at)| found[at as usize].take()).collect()
}

/// A window of the swept document, and its places in the other.
struct Hit<'a> {
    position: u32,
    own: &'a [u32],
    places: &'a [u32],
}

struct Search<'a> {
    sides: [Words<'a>; 2],
    /// Which words of either document are in a run of a passage found; empty until there is one.
    covered: [Vec<bool>; 2],
    lengths: Lengths,
    found: Vec<Passage>,
    /// How far, in words, the last passage's partner is ahead of it.
    expected: i64,
}

impl<'a> Search<'a> {
    fn run(&mut self) {
        let [a, b] = self.sides;
        let Lengths { seed, run } = self.lengths;
        let mut seeds = if seed < run { shared(a.seeds, b.seeds) } else { Vec::new() };
        // The windows of `seed` words that are shared in a shared run of N words: most documents have too few for one.
        let places: usize = seeds.iter().map(|[in_a, _]| in_a.len()).sum();
        if seed == run || places > run - seed {
            self.sweep_both(&shared(a.runs, b.runs), run);
        }
        seeds.retain(|[in_a, in_b]| in_a.len() <= RARE && in_b.len() <= RARE);
        self.sweep_both(&seeds, seed);
    }

    /// Sweeps each document in turn over windows of `width` words that both have.
    fn sweep_both(&mut self, groups: &[[&'a [u32]; 2]], width: usize) {
        if groups.is_empty() {
            return;
        }
        for (side, words) in self.sides.into_iter().enumerate() {
            self.covered[side].resize(words.tokens.len(), false);
        }
        for side in [0, 1] {
            self.expected = 0;
            for (position, group) in groups_by_position(groups, side, self.sides[side].tokens.len()) {
                if !self.is_covered(side, position as usize, width) {
                    self.follow(side, &Hit { position, own: group[side], places: group[1 - side] }, width);
                }
            }
        }
    }

    /// Makes a passage of the window, if it can.
    fn follow(&mut self, side: usize, hit: &Hit<'_>, width: usize) {
        let position = hit.position as usize;
        let Some(place) = self.best_place(side, hit, width) else { return };
        let mut runs = alloc::vec![self.stretch(side, position, place, width)];
        self.extend_right(side, &mut runs);
        self.extend_left(side, &mut runs);
        let words: usize = runs.iter().map(|run| run.words as usize).sum();
        if words < self.lengths.run {
            return;
        }
        self.expected = place as i64 - position as i64;
        for run in &runs {
            self.covered[side][run.a as usize..][..run.words as usize].fill(true);
            self.covered[1 - side][run.b as usize..][..run.words as usize].fill(true);
        }
        let mut passage = Passage { edited: false, ..Passage::edited(runs) };
        if width == self.lengths.run {
            let anchor = if passage.longest().a == hit.position { Some((hit.own, hit.places)) } else { None };
            self.list_elsewhere(side, &mut passage, anchor);
        }
        self.found.push(if side == 0 { passage } else { passage.mirrored() });
    }

    /// The place whose run of equal words reaches furthest; of equals, the nearest to where the last passage
    /// leads.
    fn best_place(&self, side: usize, hit: &Hit<'_>, width: usize) -> Option<usize> {
        let position = hit.position as usize;
        let expected = position as i64 + self.expected;
        candidates(hit.places, expected).filter(|&place| self.equal(side, position, place, width)).max_by_key(
            |&place| {
                let reach = self.reach_right(side, position + width, place + width);
                (reach, core::cmp::Reverse((place as i64 - expected).abs()), core::cmp::Reverse(place))
            },
        )
    }

    /// The maximal run around an equal window; within the swept document it stops before covered words.
    fn stretch(&self, side: usize, position: usize, place: usize, width: usize) -> Run {
        let left = self.reach_left(side, position, place);
        let right = self.reach_right(side, position + width, place + width);
        Run { a: (position - left) as u32, b: (place - left) as u32, words: (left + width + right) as u32 }
    }

    fn extend_right(&self, side: usize, runs: &mut Vec<Run>) {
        loop {
            let last = runs[runs.len() - 1];
            let (a, b) = ((last.a + last.words) as usize, (last.b + last.words) as usize);
            let Some(next) = gaps().find_map(|(gap_a, gap_b)| {
                let (a, b) = (a + gap_a, b + gap_b);
                let free = self.is_free(side, a - gap_a..a + self.lengths.seed);
                (free && self.equal(side, a, b, self.lengths.seed))
                    .then(|| {
                        let more = self.reach_right(side, a + self.lengths.seed, b + self.lengths.seed);
                        Run { a: a as u32, b: b as u32, words: (self.lengths.seed + more) as u32 }
                    })
                    .filter(|run| run.words as usize >= gap_a.max(gap_b))
            }) else {
                return;
            };
            runs.push(next);
        }
    }

    fn extend_left(&self, side: usize, runs: &mut Vec<Run>) {
        let mut earlier = Vec::new();
        let mut first = runs[0];
        while let Some(next) = gaps().find_map(|(gap_a, gap_b)| {
            let a = (first.a as usize).checked_sub(gap_a + self.lengths.seed)?;
            let b = (first.b as usize).checked_sub(gap_b + self.lengths.seed)?;
            let free = self.is_free(side, a..first.a as usize);
            (free && self.equal(side, a, b, self.lengths.seed))
                .then(|| {
                    let more = self.reach_left(side, a, b);
                    Run {
                        a: (a - more) as u32,
                        b: (b - more) as u32,
                        words: (self.lengths.seed + more) as u32,
                    }
                })
                .filter(|run| run.words as usize >= gap_a.max(gap_b))
        }) {
            earlier.push(next);
            first = next;
        }
        if !earlier.is_empty() {
            earlier.reverse();
            earlier.append(runs);
            *runs = earlier;
        }
    }

    /// Counts and lists the further places of the passage's longest run. `anchor` are the places of its first
    /// window in the swept and in the other document, where they are known.
    fn list_elsewhere(&self, side: usize, passage: &mut Passage, anchor: Option<(&[u32], &[u32])>) {
        let run = passage.longest();
        let (own, places) = anchor.unwrap_or_else(|| self.anchor_of(side, run));
        passage.elsewhere_a = self.elsewhere(side, run, run.a, own);
        passage.elsewhere_b = self.elsewhere(1 - side, Run { a: run.b, b: run.a, ..run }, run.b, places);
    }

    fn elsewhere(&self, side: usize, run: Run, at: u32, places: &[u32]) -> Elsewhere {
        let tokens = self.sides[side].tokens;
        let text = &tokens[run.a as usize..][..run.words as usize];
        let listed = places
            .iter()
            .filter(|&&place| place != at)
            .take(LISTED)
            .map(|&place| {
                let there = &tokens[place as usize..];
                let equal = text.iter().zip(there).take_while(|(x, y)| x == y).count();
                place..place + equal as u32
            })
            .collect();
        Elsewhere { count: places.len().saturating_sub(1) as u32, listed }
    }

    /// The places of the first N words of `run` in both documents.
    fn anchor_of(&self, side: usize, run: Run) -> (&'a [u32], &'a [u32]) {
        let mut hash = None;
        let tokens = &self.sides[side].tokens[run.a as usize..][..self.lengths.run.min(run.words as usize)];
        crate::shingle::windows(tokens, self.lengths.run, |window, _| hash = Some(window));
        hash.map_or((&[], &[]), |hash| {
            (self.sides[side].runs.positions(hash), self.sides[1 - side].runs.positions(hash))
        })
    }

    /// Whether the `width` words at `position` of the swept document and at `place` of the other are equal.
    fn equal(&self, side: usize, position: usize, place: usize, width: usize) -> bool {
        match (
            self.sides[side].tokens.get(position..position + width),
            self.sides[1 - side].tokens.get(place..place + width),
        ) {
            (Some(a), Some(b)) => a == b && !a.contains(&MASKED),
            _ => false,
        }
    }

    /// Whether all words of a window are covered; the last first, as a sweep comes from the left.
    fn is_covered(&self, side: usize, position: usize, width: usize) -> bool {
        self.covered[side][position..position + width].iter().rev().all(|&covered| covered)
    }

    fn is_free(&self, side: usize, range: Range<usize>) -> bool {
        self.covered[side].get(range).is_some_and(|words| !words.contains(&true))
    }

    /// How many words from here on are equal, up to the next covered word of the swept document.
    fn reach_right(&self, side: usize, position: usize, place: usize) -> usize {
        let (own, other) = (self.sides[side].tokens, self.sides[1 - side].tokens);
        let pairs = own[position..].iter().zip(&other[place..]).zip(&self.covered[side][position..]);
        pairs.take_while(|&((x, y), &covered)| x == y && *x != MASKED && !covered).count()
    }

    /// How many words before here are equal, down to the last covered word of the swept document.
    fn reach_left(&self, side: usize, position: usize, place: usize) -> usize {
        let (own, other) = (self.sides[side].tokens, self.sides[1 - side].tokens);
        let pairs = own[..position].iter().rev().zip(other[..place].iter().rev());
        let pairs = pairs.zip(self.covered[side][..position].iter().rev());
        pairs.take_while(|&((x, y), &covered)| x == y && *x != MASKED && !covered).count()
    }
}

/// The windows that both documents have: for each its places in either.
fn shared<'a>(a: &'a HashIndex, b: &'a HashIndex) -> Vec<[&'a [u32]; 2]> {
    let mut groups = Vec::new();
    a.join(b, |in_a, in_b| groups.push([in_a, in_b]));
    groups
}

/// The windows that both documents have, in the order of one of them, which has `words` words. The groups are lent,
/// as most are skipped and a look at each would miss the cache.
fn groups_by_position<'a, 'g>(
    groups: &'g [[&'a [u32]; 2]],
    side: usize,
    words: usize,
) -> impl Iterator<Item = (u32, &'g [&'a [u32]; 2])> + use<'a, 'g> {
    const NONE: u32 = u32::MAX;
    let mut group_at = alloc::vec![NONE; words];
    for (group, places) in groups.iter().enumerate() {
        for &position in places[side] {
            group_at[position as usize] = group as u32;
        }
    }
    let groups_at = group_at.into_iter().enumerate().filter(|&(_, group)| group != NONE);
    groups_at.map(|(position, group)| (position as u32, &groups[group as usize]))
}

/// The places to try of `places`: all, or half of [`CANDIDATES`] nearest to `expected` and as many spread evenly.
fn candidates(places: &[u32], expected: i64) -> impl Iterator<Item = usize> {
    let few = places.len() <= CANDIDATES;
    let nearest = if few { CANDIDATES } else { CANDIDATES / 2 };
    let middle = places.partition_point(|&place| i64::from(place) < expected);
    let start = middle.saturating_sub(nearest / 2).min(places.len().saturating_sub(nearest));
    let spread = places.iter().step_by(places.len().div_ceil(CANDIDATES / 2)).take(CANDIDATES - nearest);
    places[start..].iter().take(nearest).chain(spread).map(|&place| place as usize)
}

/// The gaps to try between two runs, in words of either document: the smallest first, and of those the most even
/// one, as a changed word is likelier than one put in here and another left out there.
fn gaps() -> impl Iterator<Item = (usize, usize)> {
    (1..=2 * GAP).flat_map(|sum| {
        let widest = sum.min(GAP) - sum.saturating_sub(GAP);
        (0..=widest).map(move |step| {
            let gap_a = if step % 2 == 0 { sum / 2 - step / 2 } else { sum / 2 + step.div_ceil(2) };
            (gap_a, sum - gap_a)
        })
    })
}
