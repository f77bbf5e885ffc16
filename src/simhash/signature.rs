//! Signatures: a weighted simhash of a document's shingles from each of several lexicons (the fusion paper, section
//! 3).
//!
//! Naively, for each lexicon: take the document's words that it has; make a shingle of every w in a row; add up the
//! weights of each shingle's words, and by them the bits of the shingles' hashes. Here the words that a lexicon has are
//! written one after the other without a branch, with the running sum of their weights, so that a shingle's weight is
//! one subtraction and its hash is rolled on; the buffers are kept from document to document.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::TermFrequency;
use super::counters::{Vertical, WeightedSimhash, second};
use crate::error::Error;
use crate::lexicon::Lexicons;
use crate::shingle::{self, MASKED};

/// How many bits a fingerprint has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Bits {
    /// 32 bits, as the fusion paper has them.
    B32,
    /// 64 bits.
    #[default]
    B64,
    /// 128 bits.
    B128,
}

impl Bits {
    /// The number: 32, 64 or 128.
    pub fn count(self) -> u32 {
        match self {
            Bits::B32 => 32,
            Bits::B64 => 64,
            Bits::B128 => 128,
        }
    }

    /// The bits of that number.
    ///
    /// # Errors
    /// [`Error::InvalidOption`], with the numbers taken.
    pub fn from_count(count: u32) -> Result<Self, Error> {
        match count {
            32 => Ok(Bits::B32),
            64 => Ok(Bits::B64),
            128 => Ok(Bits::B128),
            _ => {
                let expected = "32, 64 or 128";
                Err(Error::InvalidOption { option: "bits", value: count.to_string(), expected })
            }
        }
    }
}

/// How the distances in several lexicons make one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Rule {
    /// The smallest: two documents match when they do in any lexicon (the fusion paper, section 3.2).
    #[default]
    Any,
    /// The sum over all lexicons.
    Sum,
    /// The least that more than half of the lexicons are within: two documents match when they do in most, as the fingerprints of several
    /// lexicons are compared that Manku, Jain and Das Sarma (2007, section 5.3, b) tell of.
    Majority,
}

impl Rule {
    /// The distance by this rule of two signatures of `lexicons` lexicons, of which those distances alone are known that a search within
    /// some bits found, one a lexicon, in any order. `None` where the rest decides: by [`Rule::Sum`] all must be known, by
    /// [`Rule::Majority`] those of more than half of the lexicons.
    ///
    /// So a search within k bits in any lexicon finds all that are within k by any rule.
    ///
    /// ```
    /// use twinprint::simhash::Rule;
    /// let within_3 = |rule: Rule, found: &[u32]| rule.of_found(found, 3);
    /// assert_eq!(within_3(Rule::Any, &[2]), Some(2));
    /// assert_eq!((within_3(Rule::Majority, &[2]), within_3(Rule::Majority, &[2, 0])), (None, Some(2)));
    /// assert_eq!((within_3(Rule::Sum, &[2, 0]), within_3(Rule::Sum, &[2, 0, 1])), (None, Some(3)));
    /// ```
    pub fn of_found(self, found: &[u32], lexicons: usize) -> Option<u32> {
        match self {
            Rule::Any => found.iter().min().copied(),
            Rule::Sum => (!found.is_empty() && found.len() == lexicons).then(|| found.iter().sum()),
            Rule::Majority => {
                let mut found = found.to_vec();
                found.sort_unstable();
                found.get(lexicons / 2).copied()
            }
        }
    }
}

/// A document's fingerprints, one a lexicon.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The bits of each fingerprint.
    pub bits: Bits,
    /// The fingerprint from each lexicon, in the low bits; none where the document has no word in it.
    pub fingerprints: Vec<Option<u128>>,
}

impl Signature {
    /// The distance by `rule`: bits that differ. Each lexicon's fingerprint is compared with the same lexicon's alone.
    ///
    /// A lexicon in which a document has no word has no fingerprint. [`Rule::Any`] skips it. [`Rule::Sum`] and [`Rule::Majority`] count every
    /// bit where one document alone has none, and where both have none, the distance in the whole lexicon again: so
    /// identical documents are 0 apart and others no nearer for being short. A document without any fingerprint, or
    /// signatures of different form, are [`u32::MAX`] apart.
    ///
    /// ```
    /// use twinprint::simhash::{Bits, Rule, Signature};
    /// let signature = |fingerprints: [u128; 2]| Signature { bits: Bits::B64, fingerprints: fingerprints.map(Some).into() };
    /// let (a, b) = (signature([0b1110, 0b1]), signature([0b1000, 0b0]));
    /// assert_eq!((a.distance(&b, Rule::Any), a.distance(&b, Rule::Sum)), (1, 3));
    /// ```
    pub fn distance(&self, other: &Signature, rule: Rule) -> u32 {
        let pairs = || self.fingerprints.iter().zip(&other.fingerprints);
        let apart = |(a, b): (&Option<u128>, &Option<u128>)| Some(((*a)? ^ (*b)?).count_ones());
        let same_form = self.bits == other.bits && self.fingerprints.len() == other.fingerprints.len();
        let whole = pairs().next().and_then(apart);
        let Some(whole) = whole.filter(|_| same_form) else {
            return u32::MAX;
        };
        let all = || {
            pairs().map(|(a, b)| match (a, b) {
                (None, None) => whole,
                (Some(a), Some(b)) => (a ^ b).count_ones(),
                _ => self.bits.count(),
            })
        };
        match rule {
            Rule::Any => pairs().filter_map(apart).fold(whole, u32::min),
            Rule::Sum => all().sum(),
            Rule::Majority => {
                let all: Vec<u32> = all().collect();
                rule.of_found(&all, all.len()).unwrap_or(u32::MAX)
            }
        }
    }
}

/// Signs documents, one after the other, with the same lexicons.
///
/// ```
/// use twinprint::hash;
/// use twinprint::lexicon::Lexicons;
/// use twinprint::simhash::{Bits, Rule, Signer};
///
/// let lexicons = Lexicons { leave_out: 300, seeds: vec![1, 2, 3, 4] };
/// let mut signer = Signer::new(2, Bits::B32, lexicons)?;
/// let mut sign = |text: &str| {
///     let tokens: Vec<u64> = text.split(' ').map(hash::token).collect();
///     signer.sign(&tokens, None)
/// };
/// let (a, b) = (sign("the quick brown fox jumps"), sign("the quick brown fox jumps"));
/// assert_eq!(a.fingerprints.len(), 5);
/// assert_eq!(a.distance(&b, Rule::Sum), 0);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Signer {
    w: usize,
    bits: Bits,
    lexicons: Lexicons,
    tf: TermFrequency,
    weighted: WeightedSimhash,
    /// For each word of the document, the lexicons that keep it: bit l for lexicon l.
    keepers: Vec<u64>,
    kept: Kept,
}

/// The words that a lexicon keeps, with [`MASKED`] between stretches.
#[derive(Debug, Clone, Default)]
struct Kept {
    words: Vec<u64>,
    /// The weights of all words before each, and of all, modulo 2^32: less than a shingle's weight can be.
    weights_before: Vec<u32>,
    /// The windows' hashes and weights.
    hashes: Vec<u64>,
    weights: Vec<u32>,
    /// Both together, where they are counted.
    features: Vec<(u64, u32)>,
}

impl Signer {
    /// A signer by shingles of `w` words.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] unless `w` is from 1 to [`shingle::MAX_W`] and the lexicons are in range.
    pub fn new(w: usize, bits: Bits, lexicons: Lexicons) -> Result<Self, Error> {
        shingle::check_w(w)?;
        lexicons.check()?;
        Ok(Signer {
            w,
            bits,
            lexicons,
            tf: TermFrequency::Raw,
            weighted: WeightedSimhash::new(bits),
            keepers: Vec::new(),
            kept: Kept::default(),
        })
    }

    /// With another rule of what a shingle counts that occurs several times.
    ///
    /// ```
    /// use twinprint::{lexicon::Lexicons, simhash::{Bits, Signer, TermFrequency}};
    /// let mut signer = Signer::new(1, Bits::B64, Lexicons::default())?.with_tf(TermFrequency::Once);
    /// assert_eq!(signer.sign(&[1, 2, 3, 3, 3], None), signer.sign(&[1, 2, 3], None));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_tf(self, tf: TermFrequency) -> Self {
        Signer { tf, ..self }
    }

    /// The signature of a document from its words' hashes and their weights, one a word; without weights, every
    /// shingle weighs one. A weight is at least 1. A shingle counts as often as it occurs, unless the signer is
    /// [`with_tf`](Self::with_tf). No shingle spans a [`MASKED`]
    /// word; a document of fewer than w words makes one of all of them, in each lexicon for itself.
    ///
    /// # Panics
    /// When there are not as many weights as words.
    pub fn sign(&mut self, tokens: &[u64], weights: Option<&[u16]>) -> Signature {
        if let (None, []) = (weights, &self.lexicons.seeds[..]) {
            // The whole vocabulary keeps every word.
            return Signature {
                bits: self.bits,
                fingerprints: [self.sign_unweighted(0, tokens, &[])].into(),
            };
        }
        let mut keepers = core::mem::take(&mut self.keepers);
        keepers.clear();
        keepers.resize(tokens.len(), 0);
        for lexicon in 0..self.lexicons.count() {
            add_keeper(&self.lexicons, lexicon, tokens, &mut keepers);
        }
        let signature = self.sign_kept(tokens, weights, &keepers);
        self.keepers = keepers;
        signature
    }

    /// As [`sign`](Self::sign), for callers that look words up anyway: with the lexicons that keep each word
    /// ([`keepers`]).
    ///
    /// # Panics
    /// When there are not as many weights or keepers as words.
    pub fn sign_kept(&mut self, tokens: &[u64], weights: Option<&[u16]>, keepers: &[u64]) -> Signature {
        assert!(weights.is_none_or(|weights| weights.len() == tokens.len()), "each word has a weight");
        assert_eq!(keepers.len(), tokens.len(), "each word has its keepers");
        let fingerprints = (0..self.lexicons.count())
            .map(|lexicon| match weights {
                Some(weights) => self.sign_weighted(lexicon, tokens, weights, keepers),
                None => self.sign_unweighted(lexicon, tokens, keepers),
            })
            .collect();
        Signature { bits: self.bits, fingerprints }
    }

    fn sign_weighted(
        &mut self,
        lexicon: usize,
        tokens: &[u64],
        weights: &[u16],
        keepers: &[u64],
    ) -> Option<u128> {
        let (w, kept) = (self.w, &mut self.kept);
        kept.keep_weighted(tokens, weights, keepers, lexicon);
        kept.shingle(w);
        if kept.hashes.is_empty() {
            // Alone, it decides every bit, whatever its weight.
            shingle::roll(&kept.words, w, |hash, _| self.weighted.add(hash, 1));
        } else if self.tf != TermFrequency::Raw {
            kept.features.clear();
            kept.features.extend(kept.hashes.iter().copied().zip(kept.weights.iter().copied()));
            return self.finish_counted();
        } else {
            self.weighted.add_all(&kept.hashes, &kept.weights);
        }
        self.weighted.finish()
    }

    fn sign_unweighted(&mut self, lexicon: usize, tokens: &[u64], keepers: &[u64]) -> Option<u128> {
        let words = match lexicon {
            0 => tokens,
            _ => {
                self.kept.keep(tokens, keepers, lexicon);
                &self.kept.words[..]
            }
        };
        if self.tf != TermFrequency::Raw {
            let features = &mut self.kept.features;
            features.clear();
            shingle::roll(words, self.w, |hash, _| features.push((hash, 1)));
            return self.finish_counted();
        }
        if self.bits == Bits::B128 {
            let mut wide = Vertical::<2>::default();
            shingle::roll(words, self.w, |hash, _| wide.add([hash, second(hash)]));
            let any = wide.features() > 0;
            let [low, high] = wide.finish();
            return any.then_some(u128::from(high) << 64 | u128::from(low));
        }
        let mut narrow = Vertical::<1>::default();
        shingle::roll(words, self.w, |hash, _| narrow.add([hash]));
        let any = narrow.features() > 0;
        let [low] = narrow.finish();
        let low = if self.bits == Bits::B32 { low & u64::from(u32::MAX) } else { low };
        any.then_some(u128::from(low))
    }
}

impl Signer {
    /// The fingerprint of the features gathered, each counted by how often it is among them.
    fn finish_counted(&mut self) -> Option<u128> {
        self.kept.features.sort_unstable();
        for same in self.kept.features.chunk_by(|(a, _), (b, _)| a == b) {
            let (hash, weight) = same[0];
            self.weighted.add(hash, weight * self.tf.of(same.len() as u32));
        }
        self.weighted.finish()
    }
}

impl Kept {
    fn keep(&mut self, tokens: &[u64], keepers: &[u64], lexicon: usize) {
        self.words.resize(tokens.len(), MASKED);
        let words = &mut self.words[..tokens.len()];
        let mut kept = 0;
        for (&token, &keepers) in tokens.iter().zip(keepers) {
            words[kept] = token;
            kept += (keepers >> lexicon & 1) as usize;
        }
        self.words.truncate(kept);
    }

    /// As [`keep`](Self::keep), with the words' weights.
    fn keep_weighted(&mut self, tokens: &[u64], weights: &[u16], keepers: &[u64], lexicon: usize) {
        self.words.resize(tokens.len(), MASKED);
        self.weights_before.resize(tokens.len() + 1, 0);
        let (words, before) = (&mut self.words[..tokens.len()], &mut self.weights_before[..tokens.len()]);
        let (mut kept, mut total) = (0, 0u32);
        for ((&token, &weight), &keepers) in tokens.iter().zip(weights).zip(keepers) {
            let keep = keepers >> lexicon & 1;
            words[kept] = token;
            before[kept] = total;
            total = total.wrapping_add(u32::from(weight) & (keep as u32).wrapping_neg());
            kept += keep as usize;
        }
        self.words.truncate(kept);
        self.weights_before[kept] = total;
    }

    /// Hashes and weighs every window of `w` words.
    fn shingle(&mut self, w: usize) {
        let (words, before) = (&self.words[..], &self.weights_before[..]);
        self.hashes.resize(words.len(), 0);
        self.weights.resize(words.len(), 0);
        let (hashes, weights) = (&mut self.hashes[..words.len()], &mut self.weights[..words.len()]);
        let mut windows = 0;
        shingle::windows(words, w, |hash, position| {
            let position = position as usize;
            hashes[windows] = hash;
            weights[windows] = before[position + w].wrapping_sub(before[position]);
            windows += 1;
        });
        self.hashes.truncate(windows);
        self.weights.truncate(windows);
    }
}

/// The lexicons that keep a word: bit l where lexicon l holds it, and where it is [`MASKED`].
#[inline]
pub fn keepers(lexicons: &Lexicons, token: u64) -> u64 {
    let mut keepers = [0];
    (0..lexicons.count()).for_each(|lexicon| add_keeper(lexicons, lexicon, &[token], &mut keepers));
    keepers[0]
}

/// Sets the lexicon's bit of each word that it keeps.
#[inline]
fn add_keeper(lexicons: &Lexicons, lexicon: usize, tokens: &[u64], keepers: &mut [u64]) {
    for (keepers, &token) in keepers.iter_mut().zip(tokens) {
        *keepers |= u64::from((token == MASKED) | lexicons.holds(lexicon, token)) << lexicon;
    }
}
