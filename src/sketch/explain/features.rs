//! The features of a document with their words, and how often two documents have each.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::{Sketcher, Terms, Value};
use crate::error::Error;
use crate::minhash::{self, MinHash, MinValues};
use crate::shingle;
use crate::text::{Document, Reading, Unit};

/// A document, its terms and its sketch.
pub(super) struct Side {
    pub(super) value: Value,
    pub(super) parts: Vec<String>,
    reading: Reading,
    terms: Terms,
    /// The text of each unit: of each term where units are words.
    units: Vec<String>,
}

/// Runs of a document's units, one beginning at each place.
pub(super) struct Features {
    /// The units that are left, by their places in the document.
    places: Vec<usize>,
    /// How many units make a run.
    length: usize,
    /// The hash and weight of each run.
    pub(super) list: Vec<(u64, u32)>,
}

/// A min-value, and the shingle that it is of.
pub(super) struct Owned {
    pub(super) value: u64,
    pub(super) shingle: u64,
}

/// How often two documents have a feature.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tally {
    pub(super) weight: u32,
    pub(super) a: u32,
    pub(super) b: u32,
    /// Where it is first, in the first document that has it.
    pub(super) first: usize,
    pub(super) first_in_b: bool,
}

/// How often two documents have each of their features, by its hash.
pub(super) fn tally(a: &Features, b: &Features) -> BTreeMap<u64, Tally> {
    let mut tallies = BTreeMap::new();
    for (features, in_b) in [(a, false), (b, true)] {
        for (first, &(hash, weight)) in features.list.iter().enumerate() {
            let tally: &mut Tally =
                tallies.entry(hash).or_insert(Tally { weight, a: 0, b: 0, first, first_in_b: in_b });
            *(if in_b { &mut tally.b } else { &mut tally.a }) += 1;
        }
    }
    tallies
}

impl Sketcher {
    /// Reads a document with its words, and sketches it.
    pub(super) fn side(&mut self, document: &Document<'_>) -> Result<Side, Error> {
        let reading = self.reader.read_with_words(document)?;
        self.tokens.clear();
        self.tokens.extend_from_slice(reading.hashes());
        let value = self.value(Some(&reading));
        let terms = match &self.model {
            Some(_) => self.terms.clone(),
            None => Terms { tokens: self.tokens.clone(), weights: alloc::vec![1; self.tokens.len()] },
        };
        let units = units(&reading, &terms);
        Ok(Side { parts: value.to_parts(), value, reading, terms, units })
    }

    /// The document's shingles as the recipe hashes them, each of weight one.
    pub(super) fn shingles(&mut self, side: &Side, wrapped: bool) -> Features {
        let (w, count) = (self.recipe.w, side.units.len());
        let hashes = self.shingler.all(Some(&side.reading), &side.terms.tokens, wrapped);
        let list = hashes.iter().map(|&hash| (hash, 1)).collect();
        let places = (0..count + w).map(|place| place % count.max(1)).collect();
        Features { places, length: w.min(count), list }
    }
}

impl Side {
    /// The windows of `w` terms of those that are kept, each weighing the sum of its terms, or one.
    pub(super) fn windows(&self, w: usize, weighed: bool, keeps: impl Fn(u64) -> bool) -> Features {
        let Terms { tokens, weights } = &self.terms;
        let places: Vec<usize> = (0..tokens.len()).filter(|&place| keeps(tokens[place])).collect();
        let kept: Vec<u64> = places.iter().map(|&place| tokens[place]).collect();
        let length = w.min(kept.len());
        let mut list = Vec::new();
        shingle::roll(&kept, w, |hash, first| {
            let run = &places[first as usize..][..length];
            let weight = run.iter().map(|&place| u32::from(weights[place])).sum();
            list.push((hash, if weighed { weight } else { 1 }));
        });
        Features { places, length, list }
    }

    /// The terms that count, by their hashes and weights.
    pub(super) fn words(&self, counts: impl Fn(u64, u16) -> bool) -> Features {
        let Terms { tokens, weights } = &self.terms;
        let places: Vec<usize> =
            (0..tokens.len()).filter(|&place| counts(tokens[place], weights[place])).collect();
        let list = places.iter().map(|&place| (tokens[place], weights[place].into())).collect();
        Features { places, length: 1, list }
    }
}

impl Features {
    /// The min-values, each with its shingle.
    pub(super) fn min_values(&self, min_hash: &MinHash, weighted: bool) -> Vec<Owned> {
        let mut shingles: Vec<u64> = self.list.iter().map(|&(hash, _)| hash).collect();
        shingles.sort_unstable();
        let mut elements = shingles.clone();
        if weighted {
            minhash::number_occurrences(&mut elements);
        } else {
            shingles.dedup();
            elements.dedup();
        }
        let MinValues(values) = min_hash.min_values(&elements);
        let mut owned: Vec<Owned> = values.into_iter().map(|value| Owned { value, shingle: 0 }).collect();
        for (&element, &shingle) in elements.iter().zip(&shingles) {
            let MinValues(own) = min_hash.min_values(&[element]);
            owned
                .iter_mut()
                .zip(own)
                .filter(|(owned, own)| owned.value == *own)
                .for_each(|(owned, _)| owned.shingle = shingle);
        }
        owned
    }

    /// The words of a feature.
    pub(super) fn text(&self, at: usize, side: &Side) -> String {
        let run = self.places.iter().skip(at).take(self.length);
        let units: Vec<&str> = run.filter_map(|&place| side.units.get(place)).map(|unit| &**unit).collect();
        units.join(match side.reading.unit() {
            Unit::Words => " ",
            Unit::Lines | Unit::Sentences => " / ",
            Unit::Characters => "",
        })
    }
}

/// The text of each unit.
fn units(reading: &Reading, terms: &Terms) -> Vec<String> {
    let words: Vec<&str> = reading.words().collect();
    match reading.unit() {
        Unit::Words => {
            let mut place = 0;
            let term = |&token| {
                // A term that is not the next word is a phrase of it and the one after.
                let length = if reading.hashes().get(place) == Some(&token) { 1 } else { 2 };
                let term: Vec<&str> = words.iter().skip(place).take(length).copied().collect();
                place += length;
                term.join(" ")
            };
            terms.tokens.iter().map(term).collect()
        }
        Unit::Lines | Unit::Sentences => {
            let starts = reading.unit_starts().iter().map(|&start| start as usize);
            let ends = starts.clone().skip(1).chain([words.len()]);
            starts.zip(ends).map(|(start, end)| words[start..end].join(" ")).collect()
        }
        Unit::Characters => words.join(" ").chars().map(|character| character.to_string()).collect(),
    }
}
