//! Why two sketches agree or differ: their parts side by side, and the features that set what differs.
//!
//! A bit of a simhash is the sign of a sum over the document's features: the weight is added for a 1 and taken for a 0.
//! Where a bit differs, the sums of two documents lie on either side of zero, and the gap between them is, over all
//! features, the weight times what one document has the feature more often than the other, with the feature's sign there.
//! So each feature has an exact share of the gaps at all bits that differ; the features with the largest shares are named.
//! The same goes for a random projection.
//!
//! A min-value is that of a single shingle, which is found by giving each shingle min-values of its own. The other
//! sketches hash words or shingles together: what one document has and the other has not sets what differs.

mod features;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Sketcher, Value};
use crate::buckets;
use crate::error::Error;
use crate::lexicon::Model;
use crate::minhash::MinHash;
use crate::recipe::{MinHashing, Sketching};
use crate::simhash::{self, Bits, Projection, Rule, TermFrequency};
use crate::text::Document;
use features::{Features, Side, Tally};

/// How much is said of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Detail {
    /// The most features that are listed of each part.
    pub features: usize,
}

/// Two sketches side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// Their parts, in the order of the sketch.
    pub parts: Vec<Part>,
    /// How far simhashes of several lexicons are apart by each rule, whichever the method goes by.
    pub lexicons: Option<LexiconDistances>,
}

/// How far two documents' simhashes of several lexicons are apart, in bits, by each [`Rule`](crate::simhash::Rule).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LexiconDistances {
    /// In the lexicon where they are nearest (the fusion paper, section 3.2).
    pub any: u32,
    /// The least that most lexicons are within (Manku, Jain and Das Sarma 2007, section 5.3, b).
    pub majority: u32,
    /// Over all lexicons.
    pub sum: u32,
}

impl LexiconDistances {
    /// None for a single lexicon, and where a document has no fingerprint.
    fn of(a: &Value, b: &Value) -> Option<Self> {
        let (Value::Simhash(a), Value::Simhash(b)) = (a, b) else { return None };
        let [any, majority, sum] = [Rule::Any, Rule::Majority, Rule::Sum].map(|rule| a.distance(b, rule));
        (a.fingerprints.len() > 1 && sum < u32::MAX).then_some(LexiconDistances { any, majority, sum })
    }
}

/// A part that both sketches have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Which of its kind, from 0: of simhashes and I-Match hashes, the lexicon.
    pub number: u32,
    /// What the first document has, as hexadecimal digits; none where it has nothing, or more than a number.
    pub a: Option<String>,
    /// What the second document has.
    pub b: Option<String>,
    /// How much of it is equal: bits, shingles, min-values; 1 or 0 of what is equal or not.
    pub agree: u32,
    /// Of how much.
    pub of: u32,
    /// What set the difference, the most first.
    pub features: Vec<Feature>,
    /// How many more features had a share in it.
    pub further: u32,
}

/// A part's kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum PartKind {
    /// The hash of the whole document.
    Whole,
    /// All shingles that are compared.
    Shingles,
    /// All min-values.
    MinValues,
    /// A supershingle.
    Supershingle,
    /// The bits of a projection.
    Projection,
    /// An I-Match hash.
    IMatch,
    /// The checksum of a bucket.
    Bucket,
    /// A simhash.
    Simhash,
}

/// A word or shingle that had a share in a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Feature {
    /// Its words as they are hashed: folded, and stemmed where the recipe says so.
    pub text: String,
    /// What it weighs.
    pub weight: u32,
    /// How often the first document has it.
    pub a: u32,
    /// How often the second document has it.
    pub b: u32,
    /// Its share: of simhashes and projections, how far it drew the sums of the bits that differ apart; of min-values and
    /// supershingles, how many of the min-values that differ are its own; else its weight for each time that one
    /// document has it more often.
    pub moved: i64,
}

impl Default for Detail {
    fn default() -> Self {
        Detail { features: 20 }
    }
}

impl Sketcher {
    /// The parts of two documents' sketches side by side, with what set the differences. Time is in proportion to the
    /// documents' features times the parts.
    ///
    /// ```
    /// use twinprint::{Document, sketch::{Detail, Method, Sketcher}};
    /// let mut sketcher = Sketcher::new(Method::parse("simhash:stop-words=none,stemmer=none", None)?.recipe, None)?;
    /// let (a, b) = (Document::plain("a", "a rose garden"), Document::plain("b", "a rose window"));
    /// let explanation = sketcher.explain(&a, &b, &Detail::default())?;
    /// let fingerprint = &explanation.parts[0];
    /// let words: Vec<&str> = fingerprint.features.iter().map(|feature| &*feature.text).collect();
    /// assert!(fingerprint.agree < fingerprint.of && words == ["garden", "window"]);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`sketch`](Sketcher::sketch).
    pub fn explain(
        &mut self,
        a: &Document<'_>,
        b: &Document<'_>,
        detail: &Detail,
    ) -> Result<Explanation, Error> {
        let (a, b) = (self.side(a)?, self.side(b)?);
        let lexicons = LexiconDistances::of(&a.value, &b.value);
        let pair = Pair { a: &a, b: &b, most: detail.features };
        let sketching = self.recipe.sketching.clone();
        let parts = match &sketching {
            Sketching::Whole => Vec::from([pair.hashed(PartKind::Whole, 0, |_, _| true)]),
            Sketching::Shingles(_) | Sketching::Winnowed { .. } | Sketching::Adaptive { .. } => {
                Vec::from_iter(pair.shingles(self.shingles(&a, false), self.shingles(&b, false)))
            }
            Sketching::MinValues(hashing) => {
                self.min_values(&pair, hashing, hashing.values, PartKind::MinValues)
            }
            Sketching::Supershingles { min_values, length } => {
                self.min_values(&pair, min_values, *length, PartKind::Supershingle)
            }
            Sketching::Projection => Vec::from([pair.projection()]),
            Sketching::Combined { min_values, length } => {
                let mut parts = self.min_values(&pair, min_values, *length, PartKind::Supershingle);
                parts.push(pair.projection());
                parts
            }
            Sketching::IMatch { band, lexicons } => {
                let largest = self.model.as_deref().map(Model::rarest);
                let counts = |weight| largest.is_none_or(|largest| band.holds(weight, largest));
                let part = |lexicon: usize| {
                    let holds = |token, weight| counts(weight) && lexicons.holds(lexicon, token);
                    pair.hashed(PartKind::IMatch, lexicon, holds)
                };
                (0..lexicons.count()).map(part).collect()
            }
            Sketching::Buckets { buckets: lists } => {
                let part = |list| {
                    pair.hashed(PartKind::Bucket, list, |token, _| buckets::list_of(token, *lists) == list)
                };
                (0..*lists).map(part).collect()
            }
            Sketching::Simhash { bits, lexicons } => {
                let weighed = self.model.is_some();
                let features = |side: &Side, lexicon| {
                    side.windows(self.recipe.w, weighed, |token| lexicons.holds(lexicon, token))
                };
                let counted = (*bits, self.recipe.tf);
                let part =
                    |lexicon| pair.simhash(lexicon, counted, features(&a, lexicon), features(&b, lexicon));
                (0..lexicons.count()).map(part).collect()
            }
        };
        Ok(Explanation { parts, lexicons })
    }

    /// A part for each `length` min-values in a row.
    fn min_values(
        &mut self,
        pair: &Pair<'_>,
        hashing: &MinHashing,
        length: usize,
        kind: PartKind,
    ) -> Vec<Part> {
        let min_hash = MinHash { m: hashing.values, l: length };
        let (features_a, features_b) =
            (self.shingles(pair.a, hashing.wrapped), self.shingles(pair.b, hashing.wrapped));
        let [owned_a, owned_b] =
            [&features_a, &features_b].map(|features| features.min_values(&min_hash, hashing.weighted));
        let tallies = features::tally(&features_a, &features_b);
        let texts = pair.a.parts.iter().zip(&pair.b.parts);
        let parts =
            texts.take(hashing.values / length.max(1)).enumerate().map(|(number, (text_a, text_b))| {
                let rows = owned_a.iter().zip(&owned_b).skip(number * length).take(length);
                let mut moved = BTreeMap::new();
                let mut agree = 0;
                for (a, b) in rows {
                    if a.value == b.value {
                        agree += 1;
                        continue;
                    }
                    *moved.entry(a.shingle).or_insert(0) += 1;
                    *moved.entry(b.shingle).or_insert(0) += 1;
                }
                let (features, further) = pair.rank(&tallies, &features_a, &features_b, |hash, _| {
                    moved.get(&hash).copied().unwrap_or(0)
                });
                let part = Part { features, further, ..pair.part(kind, number) };
                match kind {
                    PartKind::Supershingle => Part { agree: u32::from(text_a == text_b), of: 1, ..part },
                    _ => Part { a: None, b: None, agree, of: length as u32, ..part },
                }
            });
        parts.collect()
    }
}

/// Two documents, and how many features are listed of each part.
struct Pair<'a> {
    a: &'a Side,
    b: &'a Side,
    most: usize,
}

impl Pair<'_> {
    fn simhash(&self, lexicon: usize, (bits, tf): (Bits, TermFrequency), a: Features, b: Features) -> Part {
        let fingerprint = |side: &Side| match &side.value {
            Value::Simhash(signature) => signature.fingerprints.get(lexicon).copied().flatten(),
            _ => None,
        };
        let words = |fingerprint: u128| [fingerprint as u64, (fingerprint >> 64) as u64];
        let feature = |hash| words(simhash::bits_of(hash, bits));
        let fingerprints = fingerprint(self.a).zip(fingerprint(self.b)).map(|(a, b)| (words(a), words(b)));
        let fingerprints = fingerprints.as_ref().map(|(a, b)| (&a[..], &b[..]));
        let part = Part { of: bits.count(), ..self.part(PartKind::Simhash, lexicon) };
        self.signs(part, fingerprints, (feature, tf), a, b)
    }

    fn projection(&self) -> Part {
        let bits = |side: &Side| match &side.value {
            Value::Projection(projection) | Value::Combined(_, projection) => Some(projection.0),
            _ => None,
        };
        let fingerprints = bits(self.a).zip(bits(self.b));
        let fingerprints = fingerprints.as_ref().map(|(a, b)| (&a[..], &b[..]));
        let features = |side: &Side| {
            let mut words = side.words(|_, _| true);
            words.list.iter_mut().for_each(|(_, weight)| *weight = 1);
            words
        };
        // The last part of the combined algorithm's.
        let last = self.a.parts.len() - 1;
        let part = Part { number: 0, of: Projection::BITS, ..self.part(PartKind::Projection, last) };
        let signs = (simhash::entries, TermFrequency::Raw);
        self.signs(part, fingerprints, signs, features(self.a), features(self.b))
    }

    /// A part of bits, each the sign of a sum over features, which have such bits and count so.
    fn signs<const N: usize>(
        &self,
        mut part: Part,
        fingerprints: Option<(&[u64], &[u64])>,
        (bits, tf): (impl Fn(u64) -> [u64; N], TermFrequency),
        a: Features,
        b: Features,
    ) -> Part {
        let Some((fingerprint_a, fingerprint_b)) = fingerprints else {
            return part;
        };
        let differ: u32 = fingerprint_a.iter().zip(fingerprint_b).map(|(a, b)| (a ^ b).count_ones()).sum();
        let moved = |hash, tally: &Tally| {
            // The bits that differ where the feature has what the first document has.
            let like_a: u32 = bits(hash)
                .iter()
                .zip(fingerprint_a.iter().zip(fingerprint_b))
                .map(|(feature, (a, b))| ((a ^ b) & !(feature ^ a)).count_ones())
                .sum();
            let more = i64::from(tf.of(tally.a)) - i64::from(tf.of(tally.b));
            i64::from(tally.weight) * more * (2 * i64::from(like_a) - i64::from(differ))
        };
        (part.features, part.further) = self.rank(&features::tally(&a, &b), &a, &b, moved);
        part.agree = part.of - differ;
        part
    }

    /// A part that is one hash of the words that count for it, by their hashes and weights.
    fn hashed(&self, kind: PartKind, number: usize, counts: impl Fn(u64, u16) -> bool) -> Part {
        let mut part = self.part(kind, number);
        part.of = u32::from(part.a.is_some() || part.b.is_some());
        part.agree = u32::from(part.a.is_some() && part.a == part.b);
        if part.agree < part.of {
            let (a, b) = (self.a.words(&counts), self.b.words(&counts));
            let moved = |_, tally: &Tally| {
                // An I-Match hash is of a set.
                let times = match kind {
                    PartKind::IMatch => u32::from((tally.a > 0) != (tally.b > 0)),
                    _ => tally.a.abs_diff(tally.b),
                };
                i64::from(tally.weight) * i64::from(times)
            };
            (part.features, part.further) = self.rank(&features::tally(&a, &b), &a, &b, moved);
        }
        part
    }

    fn shingles(&self, a: Features, b: Features) -> Option<Part> {
        let (Value::Shingles(set_a), Value::Shingles(set_b)) = (&self.a.value, &self.b.value) else {
            return None;
        };
        let (shared, apart) = set_a.compared(set_b);
        let moved = |hash, _: &Tally| i64::from(apart.binary_search(&hash).is_ok());
        let (features, further) = self.rank(&features::tally(&a, &b), &a, &b, moved);
        let (agree, of) = (shared as u32, (shared + apart.len()) as u32);
        Some(Part { kind: PartKind::Shingles, number: 0, a: None, b: None, agree, of, features, further })
    }

    /// A part that is one of both sketches' parts in text.
    fn part(&self, kind: PartKind, number: usize) -> Part {
        let text =
            |side: &Side| side.parts.get(number).filter(|text| *text != super::parts::MISSING).cloned();
        let (a, b) = (text(self.a), text(self.b));
        Part { kind, number: number as u32, a, b, agree: 0, of: 0, features: Vec::new(), further: 0 }
    }

    /// The features that moved something, the most first, then in the order of the documents; and how many more there are.
    fn rank(
        &self,
        tallies: &BTreeMap<u64, Tally>,
        a: &Features,
        b: &Features,
        moved: impl Fn(u64, &Tally) -> i64,
    ) -> (Vec<Feature>, u32) {
        let mut ranked: Vec<(i64, &Tally)> = tallies
            .iter()
            .map(|(&hash, tally)| (moved(hash, tally), tally))
            .filter(|&(moved, _)| moved > 0)
            .collect();
        ranked.sort_by_key(|&(moved, tally)| (core::cmp::Reverse(moved), tally.first_in_b, tally.first));
        let further = ranked.len().saturating_sub(self.most) as u32;
        let feature = |&(moved, tally): &(i64, &Tally)| {
            let (side, features) = if tally.first_in_b { (self.b, b) } else { (self.a, a) };
            let text = features.text(tally.first, side);
            Feature { text, weight: tally.weight, a: tally.a, b: tally.b, moved }
        };
        (ranked.iter().take(self.most).map(feature).collect(), further)
    }
}
