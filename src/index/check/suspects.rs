//! Passages of an index that are suspected: they have more features of the document, pairs of words and shingles, than chance gives.
//!
//! A feature that few passages have says much, one that many have little: it counts `log2` of how many [kindred](super::kindred)
//! passages there are to one that has it, in bits; a shingle twice that. Where words touch, as in scripts without spaces, it counts three
//! tenths less. What is added up is of one place: [`WINDOW`] words of the document, or [fewer](SPANS) if they make more of it, and two
//! passages that follow one another. Three words in a row that are shared make three pairs and are no more evidence than two, so that a
//! feature counts for the words that none before it had. Of one that goes with a [form](super::forms) it counts how many passages of
//! that form have it.
//!
//! Of many features some are found by chance, of few that stand together hardly all: so what was found counts less by `log2` of how
//! many choices there are of as many from all features of its place (a scan statistic).
//!
//! Naively each feature found is compared with each other one. Here they are sorted by passage and place, and each is in as many
//! windows as overlap, so that it takes time in proportion to what was found, but for sorting.

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Reverse;
use core::ops::Range;

use super::IndexCheck;
use super::forms::Forms;
use super::kindred::kindred;
use super::query::{Feature, FeatureKind, Query};
use crate::elementary::log2_sixteenths;

/// Bits are counted in sixteenths.
pub(super) const BIT: u32 = 16;

/// The words of a document that count together.
const WINDOW: u32 = 150;

/// Within how many words of a window, too, features are added up.
const SPANS: [u32; 3] = [18, 36, 72];

/// From window to window. Of a feature that is repeated within as many words the first counts.
pub(super) const STEP: u32 = 50;

/// The bits of a passage whose source is looked at, to be compared if its text is there.
const WEAK: u32 = 24 * BIT;

/// The same in an index of fewer than [`FEW`] passages: of them a feature tells little, and comparing all that have some takes
/// little time.
const WEAK_OF_FEW: u32 = 4 * BIT;

/// See [`WEAK_OF_FEW`].
const FEW: u64 = 4096;

/// As many passages of the whole index count with those of a form.
const ADDED: u64 = 4;

/// The most passages whose sources are looked at for their features.
const MOST: usize = 512;

/// A feature found in a passage: the passage, and the number of the feature in the document.
pub(super) type FeatureHit = (u64, u32);

/// A passage, and the word of the document that a window begins at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) passage: u64,
    pub(super) word: u32,
}

/// What a passage, with the next, has of one place of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suspicion {
    /// The passage.
    pub(super) passage: u64,
    /// The words from the first of the features to the last.
    pub(super) words: Range<u32>,
    /// How many they are, two that touch counted as one.
    pub(super) length: u32,
    /// The evidence, less the choices of features that there were, in sixteenths of bits.
    pub(super) bits: u32,
    /// The same, less the choice of the passage.
    pub(super) beyond: u32,
}

/// The features of a document that were found in an index.
#[derive(Clone, Copy)]
pub(super) struct FeatureEvidence<'a> {
    query: &'a Query,
    /// The passages that have each hash.
    postings: &'a [Vec<u64>],
    /// How many passages the index has.
    passages: u64,
    found: &'a FeaturesFound,
}

/// What follows from the passages that have each hash, and is worked out once.
#[derive(Debug, Clone)]
pub(super) struct FeaturesFound {
    /// How many of the index's passages are of what the document is about.
    kindred: u64,
    /// What each hash counts, in sixteenths of bits.
    bits: Vec<u32>,
    /// What was found, sorted.
    hits: Vec<FeatureHit>,
    forms: Forms,
    /// The passages that are suspected.
    suspected: OnceCell<Vec<u64>>,
}

impl IndexCheck {
    /// The features that were found.
    pub(super) fn feature_evidence(&self) -> FeatureEvidence<'_> {
        let found = self.features_found.get_or_init(|| self.find_features());
        self.evidence_of(found)
    }

    fn evidence_of<'a>(&'a self, found: &'a FeaturesFound) -> FeatureEvidence<'a> {
        let (query, postings) = (&self.query, &self.evidence.postings[..]);
        FeatureEvidence { query, postings, passages: self.passages_of_index, found }
    }

    fn find_features(&self) -> FeaturesFound {
        let (query, postings) = (&self.query, &self.evidence.postings[..]);
        let mut hits = Vec::new();
        for (feature, number) in query.features.iter().zip(0..) {
            let hash = feature.hash as usize;
            // Of one that more have it is not known how many.
            if !self.evidence.more[hash] {
                hits.extend(postings[hash].iter().map(|&passage| (passage, number)));
            }
        }
        hits.sort_unstable();
        let kindred = kindred(query, postings, &hits, self.passages_of_index);
        let all = log2_sixteenths(kindred);
        let of = |passages: &Vec<u64>| all.saturating_sub(log2_sixteenths(passages.len() as u64));
        let bits = postings.iter().map(of).collect();
        let (forms, suspected) = (Forms::default(), OnceCell::new());
        let found = FeaturesFound { kindred, bits, hits, forms, suspected };
        FeaturesFound { forms: Forms::of(&self.evidence_of(&found)), ..found }
    }
}

impl<'a> FeatureEvidence<'a> {
    /// What is suspected of a source with these passages, by passage and place.
    pub(super) fn of_source(&self, passages: &Range<u64>) -> Vec<Suspicion> {
        let hits = self.hits();
        let from = hits.partition_point(|&(passage, _)| passage < passages.start);
        let to = hits.partition_point(|&(passage, _)| passage < passages.end);
        self.suspicions(hits.get(from..to).unwrap_or(&[]), |_| passages.clone())
    }

    /// The passages that are suspected, whoever they are of: those of which most is suspected first.
    pub(super) fn suspected(&self) -> &'a [u64] {
        self.found.suspected.get_or_init(|| self.find_suspected())
    }

    fn find_suspected(&self) -> Vec<u64> {
        let found = self.suspicions(self.hits(), |passage| passage..passage.saturating_add(1));
        let mut best: Vec<(u64, u32)> = found.iter().map(|found| (found.passage, found.bits)).collect();
        best.sort_unstable_by_key(|&(passage, bits)| (passage, Reverse(bits)));
        best.dedup_by_key(|&mut (passage, _)| passage);
        best.sort_by_key(|&(_, bits)| Reverse(bits));
        best.into_iter().take(MOST).map(|(passage, _)| passage).collect()
    }

    /// What is suspected by some of the features found; `own` are the passages of a passage's source.
    fn suspicions(&self, hits: &[FeatureHit], own: impl Fn(u64) -> Range<u64>) -> Vec<Suspicion> {
        let least = if self.passages < FEW { WEAK_OF_FEW } else { WEAK };
        let mut found = Vec::new();
        self.for_each_place(hits, least, |at, features, words, bits| {
            let own = own(at.passage);
            let copies = self.found.forms.copies(self, at, &own, features);
            let (words, bits) = match copies {
                0 => (words, bits),
                _ => self.weigh(features, |hash| self.bits_without(hash, copies)),
            };
            let net = |features: &[u32], words: &Range<u32>, bits: u32| {
                bits.saturating_sub(self.choices(features.len(), words))
            };
            let of_form =
                |features: &[u32], bits: u32| self.found.forms.weigh(self, at, &own, features, bits);
            let bits = of_form(features, bits);
            if bits < least {
                return;
            }
            let mut most = net(features, &words, bits);
            let mut best = words;
            for span in SPANS {
                self.for_each_span(features, span, |features| {
                    if self.at_most(features, |hash| self.bits_without(hash, copies)) <= most {
                        return;
                    }
                    let (words, bits) = self.weigh(features, |hash| self.bits_without(hash, copies));
                    // Forms take away only.
                    if net(features, &words, bits) > most {
                        let bits = net(features, &words, of_form(features, bits));
                        if bits > most {
                            (best, most) = (words, bits);
                        }
                    }
                });
            }
            let length = self.query.length(&best);
            let beyond = most.saturating_sub(self.choice_of_passage());
            found.push(Suspicion { passage: at.passage, words: best, length, bits: most, beyond });
        });
        found
    }

    /// Gives `take` those features that begin within `span` words of one another, as many as do, if they are not all.
    fn for_each_span(&self, features: &[u32], span: u32, mut take: impl FnMut(&[u32])) {
        let first = |feature: &u32| self.query.features[*feature as usize].words.start;
        let mut end = 0;
        for (at, from) in features.iter().enumerate() {
            let before = end;
            end = at + features[at..].partition_point(|feature| first(feature) < first(from) + span);
            // Without one more than those before they are some of them.
            if end > before && end - at < features.len() {
                take(&features[at..end]);
            }
        }
    }

    /// `log2` of the number of ways to choose `chosen` of the features of some words, in sixteenths.
    fn choices(&self, chosen: usize, words: &Range<u32>) -> u32 {
        let features = &self.query.features;
        let from = features.partition_point(|feature| feature.words.start < words.start);
        let all = features[from..].partition_point(|feature| feature.words.start < words.end).max(chosen);
        let factor = |number: u64| log2_sixteenths(all as u64 - number) - log2_sixteenths(number + 1);
        (0..chosen.min(all - chosen) as u64).map(factor).sum()
    }

    /// The same where most of the words touch; elsewhere none.
    pub(super) fn choices_where_words_touch(&self, chosen: usize, words: &Range<u32>) -> u32 {
        if self.query.mostly_touch(words) { self.choices(chosen, words) } else { 0 }
    }

    /// Gives `take` what each passage, with the next, has of each place, if it counts `least` at least without forms: the
    /// features, their words, and what they count.
    pub(super) fn for_each_place(
        &self,
        hits: &[FeatureHit],
        least: u32,
        mut take: impl FnMut(At, &[u32], Range<u32>, u32),
    ) {
        let mut features: Vec<u32> = Vec::new();
        let mut chunks = hits.chunk_by(|a, b| a.0 == b.0).peekable();
        while let Some(own) = chunks.next() {
            let passage = own[0].0;
            let follows = |next: &&&[FeatureHit]| next[0].0.checked_sub(1) == Some(passage);
            let next = chunks.peek().filter(follows).map_or(&[][..], |next| next);
            features.clear();
            features.extend(own.iter().chain(next).map(|&(_, feature)| feature));
            let bits_of = |&feature: &u32| u64::from(self.bits_of(self.hash(feature)));
            if features.iter().map(bits_of).sum::<u64>() < least.into() {
                continue;
            }
            features.sort_unstable();
            features.dedup();
            for_each_window(self.query, &features, |word, features| {
                let (words, sum) = self.weigh(features, |hash| self.bits_of(hash));
                if sum >= least {
                    take(At { passage, word }, features, words, sum);
                }
            });
        }
    }

    /// The words of some features, from the first to the last, and what they count, each hash once and each word once, given what a
    /// hash counts: half of that each of the two words of a pair, a quarter each of those of a shingle, and three tenths less of words that
    /// touch.
    pub(super) fn weigh(&self, features: &[u32], bits: impl Fn(u32) -> u32) -> (Range<u32>, u32) {
        let mut hashes: Vec<(u32, u32)> =
            features.iter().map(|&feature| (self.hash(feature), feature)).collect();
        hashes.sort_unstable();
        hashes.dedup_by_key(|&mut (hash, _)| hash);
        let of_word = |(hash, feature): (u32, u32)| {
            let Feature { kind, touching, .. } = self.query.features[feature as usize];
            let share = if kind == FeatureKind::Pair { 2 } else { 4 };
            let counts = bits(hash) / share;
            (Reverse(if touching { 7 * counts / 10 } else { counts }), feature)
        };
        let mut counts: Vec<(Reverse<u32>, u32)> = hashes.into_iter().map(of_word).collect();
        // A word that few passages have a feature of counts by that.
        counts.sort_unstable();
        // They are in the order of their first words.
        let start = features.first().map_or(0, |&feature| self.query.features[feature as usize].words.start);
        let mut counted = WordSet::default();
        let (mut first, mut last) = (u32::MAX, 0);
        let mut sum = 0;
        for (Reverse(bits), feature) in counts {
            let Feature { words: own, kind, .. } = &self.query.features[feature as usize];
            (first, last) = (first.min(own.start), last.max(own.end));
            let mut count = |word: u32| {
                if counted.insert((word - start) as usize) {
                    sum += bits;
                }
            };
            match kind {
                FeatureKind::Pair => [own.start, own.end - 1].into_iter().for_each(&mut count),
                FeatureKind::Shingle => own.clone().for_each(&mut count),
            }
        }
        (first..last, sum)
    }

    /// More than some features count, or as much: what each would count by itself.
    fn at_most(&self, features: &[u32], bits: impl Fn(u32) -> u32) -> u32 {
        let of_feature = |&feature: &u32| {
            let Feature { kind, words, hash, .. } = &self.query.features[feature as usize];
            match kind {
                FeatureKind::Pair => bits(*hash),
                FeatureKind::Shingle => bits(*hash) / 4 * (words.end - words.start),
            }
        };
        features.iter().map(of_feature).sum()
    }

    /// What was found, sorted.
    pub(super) fn hits(&self) -> &'a [FeatureHit] {
        &self.found.hits
    }

    /// What a hash counts, in sixteenths of bits.
    fn bits_of(&self, hash: u32) -> u32 {
        self.found.bits[hash as usize]
    }

    /// The number of a feature's hash.
    pub(super) fn hash(&self, feature: u32) -> u32 {
        self.query.features[feature as usize].hash
    }

    /// `log2` of how many passages are kindred, in sixteenths.
    pub(super) fn bits_of_all(&self) -> u32 {
        log2_sixteenths(self.found.kindred)
    }

    /// `log2` of the passages that one was chosen of, in sixteenths: between those that are kindred and all, since what is usual everywhere is
    /// found in others, too, so that there seem to be more kindred ones than there are.
    fn choice_of_passage(&self) -> u32 {
        (self.bits_of_all() + log2_sixteenths(self.passages)) / 2
    }

    /// What a hash counts if `copies` of the passages that have it are left out, in sixteenths of bits.
    fn bits_without(&self, hash: u32, copies: u64) -> u32 {
        let others = (self.postings[hash as usize].len() as u64).saturating_sub(copies).max(1);
        self.bits_of_all().saturating_sub(log2_sixteenths(others))
    }

    /// What a hash counts that `having` of `form` passages of a form have, in sixteenths of bits: no more than in the whole index.
    /// The form's are few, so that [`ADDED`] others count with them.
    pub(super) fn bits_in_form(&self, hash: u32, having: u64, form: u64) -> u32 {
        let in_index = self.postings[hash as usize].len() as u64;
        let having = having.saturating_mul(self.found.kindred).saturating_add(ADDED * in_index);
        let all = (form + ADDED).saturating_mul(self.found.kindred);
        log2_sixteenths(all).saturating_sub(log2_sixteenths(having)).min(self.bits_of(hash))
    }
}

/// Words, by their distance from a first one.
#[derive(Default)]
struct WordSet(Vec<u64>);

impl WordSet {
    /// Whether a word was not in it.
    fn insert(&mut self, word: usize) -> bool {
        if self.0.len() <= word / 64 {
            self.0.resize(word / 64 + 1, 0);
        }
        let (place, bit) = (&mut self.0[word / 64], 1 << (word % 64));
        let is_new = *place & bit == 0;
        *place |= bit;
        is_new
    }
}

/// Gives `take` the features of each window that has some, and the word that it begins at.
fn for_each_window(query: &Query, features: &[u32], mut take: impl FnMut(u32, &[u32])) {
    let first = |feature: &u32| query.features[*feature as usize].words.start;
    let mut start = 0;
    let mut at = 0;
    while let Some(feature) = features.get(at) {
        // The first window that has it, if no earlier one was.
        start = (first(feature) / STEP * STEP).saturating_sub(WINDOW - STEP).max(start);
        let end = at + features[at..].partition_point(|feature| first(feature) < start + WINDOW);
        take(start, &features[at..end]);
        start += STEP;
        at += features[at..].partition_point(|feature| first(feature) < start);
    }
}
