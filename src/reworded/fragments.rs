//! Seeds joined to fragments of both documents, where they follow one another.

use alloc::vec::Vec;
use core::ops::Range;

use super::contents::{Contents, likeness};
use super::seeds::Alike;
use super::{SEED, STRONG, Sentences, WEAK, WHOLE};

/// The most sentences between two seeds of a fragment, in either document.
const GAP: u32 = 4;

/// The same where a document is summarised.
const SUMMARY_GAP: u32 = 24;

/// How many times as long as its summary a part of a document is at least.
const SUMMARISED: u32 = 3;

/// The fewest seeds of a summary.
const SUMMARY_SEEDS: usize = 3;

/// How much of a summary answers to sentences near one another if it is none, in fifths; and how much more alike they are.
const TOGETHER: u32 = 4;
const MORE_ALIKE: f64 = 1.2;

/// How far on the next sentences are looked at when a fragment is extended.
const STEP: u32 = 2;

/// Sentences of both documents that say the same as a whole.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fragment {
    /// The sentences of the first document.
    pub(super) a: Range<u32>,
    /// The sentences of the second document.
    pub(super) b: Range<u32>,
    /// The cosine of what they say.
    pub(super) likeness: f64,
    /// Of a summary, how many sentences of what it is of are from one seed to the next.
    apart: Option<u32>,
}

impl Fragment {
    /// Whether one document has a summary of the other's part, which is much longer.
    pub(super) fn is_summary(&self) -> bool {
        self.apart.is_some()
    }

    /// Becomes another if what that says is alike as a whole.
    fn become_if_alike(&mut self, mut other: Fragment, (a, b): (&Contents, &Contents)) {
        other.likeness = likeness((a, &other.a), (b, &other.b));
        if other.likeness >= WHOLE {
            *self = other;
        }
    }

    /// Whether both have sentences in common in both documents.
    fn meets(&self, other: &Fragment) -> bool {
        overlap(&self.a, &other.a) && overlap(&self.b, &other.b)
    }
}

/// The fragments of two documents; none has a sentence of the first in common with another.
pub(super) fn fragments(
    a: &Sentences,
    b: &Sentences,
    contents: (&Contents, &Contents),
    alike: &[Alike],
) -> Vec<Fragment> {
    let seeds: Vec<Alike> = alike.iter().copied().filter(|pair| pair.likeness >= SEED).collect();
    let near = joined(&seeds, contents, GAP);
    let mut found = joined(&seeds, contents, SUMMARY_GAP);
    found.retain_mut(|fragment| {
        fragment.apart = seeds_apart(a, b, fragment, &seeds);
        fragment.is_summary() && !near.iter().any(|part| answers(a, b, part, fragment))
    });
    let summaries = found.len();
    for fragment in near {
        if !found[..summaries].iter().any(|other| fragment.meets(other)) {
            found.push(fragment);
        }
    }
    let len = (a.len() as u32, b.len() as u32);
    for fragment in &mut found {
        let mut further = fragment.clone();
        extend(&mut further, alike, len);
        fragment.become_if_alike(further, contents);
        if fragment.is_summary() {
            fragment.become_if_alike(widened(fragment, len), contents);
        }
    }
    apart(found, a)
}

/// Seeds in groups, of which none is more than `gap` sentences from the next, cut further until what a group says is alike.
fn joined(seeds: &[Alike], (a, b): (&Contents, &Contents), gap: u32) -> Vec<Fragment> {
    let mut found = Vec::new();
    let mut waiting = alloc::vec![(seeds.to_vec(), gap)];
    while let Some((group, gap)) = waiting.pop() {
        for part in groups(group, gap) {
            if part.iter().all(|seed| seed.likeness < STRONG) {
                continue;
            }
            let fragment = hull(&part);
            let likeness = likeness((a, &fragment.a), (b, &fragment.b));
            if likeness >= WHOLE {
                found.push(Fragment { likeness, ..fragment });
            } else if gap > 0 {
                waiting.push((part, gap - 1));
            }
        }
    }
    found
}

/// The smallest fragment that has all of these seeds.
fn hull(seeds: &[Alike]) -> Fragment {
    let of = |sentence: fn(&Alike) -> u32| {
        let (least, most) = seeds
            .iter()
            .map(sentence)
            .fold((u32::MAX, 0), |(least, most), sentence| (least.min(sentence), most.max(sentence)));
        least..most + 1
    };
    Fragment { a: of(|seed| seed.a), b: of(|seed| seed.b), likeness: 0.0, apart: None }
}

/// Cuts seeds wherever more than `gap` sentences of either document are between one and the next, by turns until nothing is cut.
fn groups(seeds: Vec<Alike>, gap: u32) -> Vec<Vec<Alike>> {
    let mut done = Vec::new();
    // Each with how many times in a row it was looked at and not cut.
    let mut waiting = alloc::vec![(seeds, 0, true)];
    while let Some((mut seeds, whole, by_a)) = waiting.pop() {
        if whole == 2 {
            done.push(seeds);
            continue;
        }
        let key = |seed: &Alike| if by_a { (seed.a, seed.b) } else { (seed.b, seed.a) };
        seeds.sort_unstable_by_key(key);
        let near = |x: &Alike, y: &Alike| key(y).0 - key(x).0 <= gap + 1;
        let parts: Vec<Vec<Alike>> = seeds.chunk_by(near).map(<[Alike]>::to_vec).collect();
        let whole = if parts.len() == 1 { whole + 1 } else { 0 };
        waiting.extend(parts.into_iter().map(|part| (part, whole, !by_a)));
    }
    done
}

/// If most of one document answers to a part of the other that is much longer: how many sentences of that part are from one seed
/// to the next.
fn seeds_apart(a: &Sentences, b: &Sentences, fragment: &Fragment, seeds: &[Alike]) -> Option<u32> {
    let (own, other) = letters(a, b, fragment);
    // Three tenths of the sentences: what a summary says stands all over a document, yet seldom in its first and last.
    let of_most = |sentences: &Range<u32>, of: &Sentences| 10 * sentences.len() >= 3 * of.len();
    let longer = |long: u32, short: u32| long >= short.saturating_mul(SUMMARISED);
    let of_b = of_most(&fragment.b, b) && longer(other, own);
    if !(of_b || of_most(&fragment.a, a) && longer(own, other)) {
        return None;
    }
    let within = |seed: &&Alike| fragment.a.contains(&seed.a) && fragment.b.contains(&seed.b);
    let within: Vec<&Alike> = seeds.iter().filter(within).collect();
    if within.len() < SUMMARY_SEEDS {
        return None;
    }
    let mut places: Vec<u32> = within.iter().map(|seed| if of_b { seed.b } else { seed.a }).collect();
    places.sort_unstable();
    places.dedup();
    let (first, last) = (places[0], places[places.len() - 1]);
    Some((last - first) / (places.len() as u32 - 1).max(1))
}

/// Whether sentences near one another answer to a summary nearly whole, and are more alike than what it is taken for a summary of.
fn answers(a: &Sentences, b: &Sentences, part: &Fragment, summary: &Fragment) -> bool {
    let ((in_a, in_b), (own, other)) = (letters(a, b, summary), letters(a, b, part));
    let (short, answered) = if in_a < in_b { (in_a, own) } else { (in_b, other) };
    let more_alike = part.likeness >= MORE_ALIKE * summary.likeness;
    part.meets(summary) && more_alike && 5 * u64::from(answered) >= u64::from(TOGETHER) * u64::from(short)
}

/// How many letters a fragment has in both documents.
fn letters(a: &Sentences, b: &Sentences, fragment: &Fragment) -> (u32, u32) {
    (a.letters_in(&words(a, &fragment.a)), b.letters_in(&words(b, &fragment.b)))
}

/// The words of some sentences, from the first to the last.
pub(super) fn words(document: &Sentences, sentences: &Range<u32>) -> Range<u32> {
    let (first, last) = (sentences.start as usize, sentences.end as usize - 1);
    document.words(first).start..document.words(last).end
}

/// Goes on at both ends for as long as sentences near them are alike.
fn extend(fragment: &mut Fragment, alike: &[Alike], (len_a, len_b): (u32, u32)) {
    let is_alike = |a: u32, b: u32| {
        let found = alike.binary_search_by_key(&(a, b), |pair| (pair.a, pair.b));
        found.is_ok_and(|at| alike[at].likeness >= WEAK)
    };
    let steps = || (0..=STEP).flat_map(|a| (0..=STEP).map(move |b| (a, b))).skip(1);
    loop {
        let Fragment { a, b, .. } = &*fragment;
        let after = steps().map(|(x, y)| (a.end - 1 + x, b.end - 1 + y));
        let after = after.filter(|&(x, y)| x < len_a && y < len_b).find(|&(x, y)| is_alike(x, y));
        let before = steps().filter_map(|(x, y)| Some((a.start.checked_sub(x)?, b.start.checked_sub(y)?)));
        let before = before.into_iter().find(|&(x, y)| is_alike(x, y));
        if let Some((last_a, last_b)) = after {
            (fragment.a.end, fragment.b.end) = (last_a + 1, last_b + 1);
        }
        if let Some((first_a, first_b)) = before {
            (fragment.a.start, fragment.b.start) = (first_a, first_b);
        }
        if after.is_none() && before.is_none() {
            return;
        }
    }
}

/// A summary with more of what it is of, by as much at both ends as is from one seed to the next: the first and last sentences are
/// seldom among those that a summary repeats.
fn widened(fragment: &Fragment, (len_a, len_b): (u32, u32)) -> Fragment {
    let apart = fragment.apart.unwrap_or(0);
    let wider = |of: &Range<u32>, len: u32| of.start.saturating_sub(apart)..(of.end + apart).min(len);
    let mut wide = fragment.clone();
    if fragment.a.len() < fragment.b.len() {
        wide.b = wider(&fragment.b, len_b);
    } else {
        wide.a = wider(&fragment.a, len_a);
    }
    wide
}

/// Those that have no sentence of a in common with one that says more alike.
fn apart(mut fragments: Vec<Fragment>, a: &Sentences) -> Vec<Fragment> {
    let worth = |fragment: &Fragment| f64::from(a.letters_in(&words(a, &fragment.a))) * fragment.likeness;
    fragments.sort_by(|x, y| {
        let by_place = || (x.a.start, x.b.start).cmp(&(y.a.start, y.b.start));
        worth(y).total_cmp(&worth(x)).then_with(by_place)
    });
    let mut kept: Vec<Fragment> = Vec::new();
    for fragment in fragments {
        // Those kept are in order and apart, so the one that may overlap is next to its place.
        let at = kept.partition_point(|other| other.a.end <= fragment.a.start);
        if kept.get(at).is_none_or(|next| next.a.start >= fragment.a.end) {
            kept.insert(at, fragment);
        }
    }
    kept
}

fn overlap(x: &Range<u32>, y: &Range<u32>) -> bool {
    x.start < y.end && y.start < x.end
}
