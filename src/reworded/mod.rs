//! Passages that say the same in other words: sentences whose contents are alike, joined where they follow one another in both
//! documents.
//!
//! [`passages`](crate::passages) are of equal words, exactly; these are of likeness, and may be wrong. So they stand apart
//! wherever they are shown, and no number of exact copying changes by them.
//!
//! The method is that of Sanchez-Perez, Sidorov and Gelbukh (2014, "A winning approach to text alignment for text reuse
//! detection at PAN 2014"): seeds, extension, filtering. It differs in what a sentence's content is:
//!
//! 1. *Contents.* Of each sentence the runs of four letters across its folded words (two where the script has no spaces), and
//!    its words. Each weighs (1 + ln tf) ln(n / df) by how many of the n sentences of both documents have it; what more than a
//!    fifth of them have weighs nothing. Inflected, replaced and translated words still share letters, in any language.
//! 2. *Seeds.* Pairs of sentences whose contents have a cosine of [`SEED`] or more.
//! 3. *Extension.* Seeds of which none is more than four sentences from the next in either document make a fragment; one
//!    whose contents as a whole are not alike ([`WHOLE`]), or that has no seed of [`STRONG`], is cut at smaller distances, and then
//!    dropped. A summary has seeds further apart: where most of one document answers to a part a third as long of the other,
//!    up to 24 sentences, unless it answers to sentences near one another.
//! 4. *Ends.* A fragment goes on where the sentences next to its ends are alike at all ([`WEAK`]). Then it ends, within its sentences,
//!    with the words by which most of the same is said, and where it is mostly copied, with what is copied.
//!
//! Time grows with the sentences and with how many share a content: one is looked up in at most a hundred sentences, so it is
//! linear in the length of long documents.

mod contents;
mod copied;
mod ends;
mod fragments;
mod seeds;
mod sentences;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::ops::Range;

use crate::check::Prepared;
use crate::report::{Place, RewordedPlaces, SentencePlaces};
use crate::text::Span;
pub use sentences::Sentences;

/// The least cosine of two sentences that begin a passage.
pub const SEED: f64 = 0.26;

/// The least cosine of the best pair of sentences of a passage.
pub const STRONG: f64 = 0.35;

/// The least cosine of a passage's contents as a whole.
pub const WHOLE: f64 = 0.30;

/// The least cosine of two sentences by which a passage goes on.
pub const WEAK: f64 = 0.17;

/// The fewest letters of a passage in either document, some 25 words; an ideograph counts as three.
pub const LETTERS: u32 = 120;

/// A passage of a document that another has in other words.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reworded {
    /// Its words in the first document.
    pub a: Range<u32>,
    /// Its words in the second document.
    pub b: Range<u32>,
    /// How alike its contents are as a whole: their cosine, 0 to 1.
    pub likeness: f64,
    /// Which sentences answer to which: of each sentence of the first document that has one, the likest of the second, in the
    /// first document's order.
    pub sentences: Vec<SentencePair>,
}

/// Two sentences whose contents are alike.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SentencePair {
    /// The words of the sentence in the first document.
    pub a: Range<u32>,
    /// The words of the sentence in the second document.
    pub b: Range<u32>,
    /// How alike their contents are: their cosine, 0 to 1.
    pub likeness: f64,
}

/// The passages that two documents have in other words, or the same, in the first document's order and apart in it.
///
/// ```
/// use std::sync::Arc;
/// use twinprint::reworded::{Sentences, reworded};
/// use twinprint::{Checker, Document};
///
/// let texts = [
///     "The harbour was closed for a week after the storm. Fishermen repaired their torn nets on the quay and waited for \
///      calmer weather. Nobody in the village remembered such high waves. The lighthouse keeper wrote it all down. \
///      In spring the boats went out again.",
///     "My uncle told me this. After the storm they closed the harbour for a whole week. On the quay the fishermen were \
///      repairing torn nets, waiting until the weather calmed. No villager could remember waves as high as these. \
///      Bread was cheap in those years. People danced on Sundays.",
/// ];
/// let checker = Checker::default();
/// let [a, b] = texts.map(|text| {
///     let reading = checker.reader().with_words().read(&Document::plain("text", text)).unwrap();
///     Sentences::new(&checker.prepare(Arc::new(reading)).unwrap(), text).unwrap()
/// });
/// let found = reworded(&a, &b);
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].sentences.len(), 3);
/// # Ok::<(), twinprint::Error>(())
/// ```
pub fn reworded(a: &Sentences, b: &Sentences) -> Vec<Reworded> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let (contents_a, contents_b, hashes) = contents::weigh(a, b);
    let alike = seeds::alike(&contents_a, &contents_b);
    let mut found: Vec<Reworded> = fragments::fragments(a, b, (&contents_a, &contents_b), &alike)
        .into_iter()
        .filter_map(|fragment| {
            let (words_a, words_b) = ends::ends((a, &contents_a), (b, &contents_b), &hashes, &fragment);
            let enough = a.letters_in(&words_a) >= LETTERS && b.letters_in(&words_b) >= LETTERS;
            enough.then(|| Reworded {
                sentences: partners(a, b, &alike, (&words_a, &words_b)),
                a: words_a,
                b: words_b,
                likeness: fragment.likeness,
            })
        })
        .collect();
    found.sort_unstable_by_key(|passage| (passage.a.start, passage.b.start));
    found
}

/// Of each sentence of a within some words, the likest within others of b.
fn partners(
    a: &Sentences,
    b: &Sentences,
    alike: &[seeds::Alike],
    (words_a, words_b): (&Range<u32>, &Range<u32>),
) -> Vec<SentencePair> {
    let within = |words: &Range<u32>, of: &Range<u32>| words.start < of.end && of.start < words.end;
    let own = alike.chunk_by(|x, y| x.a == y.a);
    let best = own.filter_map(|pairs| {
        let here = pairs.iter().filter(|pair| {
            within(a.words(pair.a as usize), words_a) && within(b.words(pair.b as usize), words_b)
        });
        here.reduce(|best, pair| if pair.likeness > best.likeness { pair } else { best })
    });
    best.map(|pair| SentencePair {
        a: a.words(pair.a as usize).clone(),
        b: b.words(pair.b as usize).clone(),
        likeness: pair.likeness,
    })
    .collect()
}

impl Reworded {
    /// The passage as a report has it, with places as `in_a` and `in_b` make them of words.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use twinprint::reworded::{Sentences, reworded};
    /// # use twinprint::{Checker, Document, report::Place};
    /// # let checker = Checker::default();
    /// # let text = "The harbour was closed for a week after the storm. Fishermen repaired their torn nets on the quay and waited \
    /// #     for calmer weather. Nobody in the village remembered such high waves.";
    /// # let reading = checker.reader().with_words().read(&Document::plain("text", text))?;
    /// # let prepared = checker.prepare(Arc::new(reading))?;
    /// # let a = Sentences::new(&prepared, text)?;
    /// let other = "Nothing is as old as yesterday's paper. It was found on the beach.";
    /// # let reading = checker.reader().with_words().read(&Document::plain("text", other))?;
    /// # let b = Sentences::new(&checker.prepare(Arc::new(reading))?, other)?;
    /// let place = |words| { let span = prepared.span(words); Place { start: span.start, end: span.end } };
    /// let places: Vec<_> = reworded(&a, &b).iter().map(|passage| passage.places(place, place)).collect();
    /// assert!(places.is_empty());
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn places(
        &self,
        in_a: impl Fn(Range<u32>) -> Place,
        in_b: impl Fn(Range<u32>) -> Place,
    ) -> RewordedPlaces {
        RewordedPlaces {
            a: in_a(self.a.clone()),
            b: in_b(self.b.clone()),
            likeness: self.likeness,
            sentences: self
                .sentences
                .iter()
                .map(|pair| SentencePlaces {
                    a: in_a(pair.a.clone()),
                    b: in_b(pair.b.clone()),
                    likeness: pair.likeness,
                })
                .collect(),
        }
    }
}

/// The words within a place of `a`'s text to show that stand within one of `b`'s, too, in order: what two sentences share, to be
/// underlined. Words of fewer than four letters, which most sentences share, are none of them; where words stand without spaces,
/// as in Japanese, two in a row are.
///
/// ```
/// use twinprint::{Checker, Document, report::Place, reworded::words_in_both};
/// let texts = ["The old keeper slept.", "So slept the keeper, he too."];
/// let checker = Checker::default();
/// let [a, b] = texts.map(|text| checker.read(&Document::plain("text", text)).unwrap());
/// let all = |text: &str| Place { start: 0, end: text.len() as u32 };
/// let shared = words_in_both((&a, all(texts[0])), (&b, all(texts[1])));
/// let shared: Vec<&str> = shared.iter().map(|word| &texts[0][word.start as usize..word.end as usize]).collect();
/// assert_eq!(shared, ["keeper", "slept"]);
/// ```
pub fn words_in_both((a, in_a): (&Prepared, Place), (b, in_b): (&Prepared, Place)) -> Vec<Place> {
    const SHORT: u32 = 4;
    let (own, other) = (Words::within(a, in_a), Words::within(b, in_b));
    let mut words = other.hashes.to_vec();
    words.sort_unstable();
    let mut pairs: Vec<[u64; 2]> = (0..other.hashes.len()).filter_map(|first| other.pair(first)).collect();
    pairs.sort_unstable();
    let pair_in_both = |first: usize| own.pair(first).is_some_and(|pair| pairs.binary_search(&pair).is_ok());
    let mut places: Vec<Place> = Vec::new();
    for (word, span) in own.spans.iter().enumerate() {
        let long = span.end - span.start >= SHORT;
        let in_both = long && words.binary_search(&own.hashes[word]).is_ok()
            || pair_in_both(word)
            || word.checked_sub(1).is_some_and(pair_in_both);
        match places.last_mut() {
            _ if !in_both => {}
            Some(last) if last.end == span.start => last.end = span.end,
            _ => places.push(Place { start: span.start, end: span.end }),
        }
    }
    places
}

/// Words in a row of a document.
struct Words<'a> {
    hashes: &'a [u64],
    spans: &'a [Span],
}

impl<'a> Words<'a> {
    /// Those within a place of the text to show.
    fn within(document: &'a Prepared, place: Place) -> Self {
        let (hashes, spans) = (document.reading().hashes(), document.reading().spans());
        let first = spans.partition_point(|span| span.start < place.start);
        let words = first..spans.partition_point(|span| span.end <= place.end).max(first);
        Words { hashes: &hashes[words.clone()], spans: &spans[words] }
    }

    /// A word and the next, if nothing stands between them.
    fn pair(&self, first: usize) -> Option<[u64; 2]> {
        let touching = self.spans.get(first)?.end == self.spans.get(first + 1)?.start;
        touching.then(|| [self.hashes[first], self.hashes[first + 1]])
    }
}
