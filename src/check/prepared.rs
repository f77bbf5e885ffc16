//! A document made ready for comparison.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::Settings;
use crate::edited::{self, Rarity};
use crate::left_out::{LeftOut, Reason};
use crate::passages::Words;
use crate::report::{FlagCounts, LeftOutPlace, MarkPlace, Place};
use crate::resemblance::Overlap;
use crate::shingle::HashIndex;
use crate::simhash::Fingerprint;
use crate::text::{Reading, Span};

/// A document made ready for comparison with any other.
#[derive(Debug, Clone)]
pub struct Prepared {
    pub(super) reading: Arc<Reading>,
    pub(super) settings: Settings,
    /// What does not count, in order.
    pub(super) left_out: Vec<LeftOut>,
    /// The words' hashes with what does not count masked; none where all do.
    pub(super) masked: Option<Vec<u64>>,
    pub(super) shingles: Shingles,
    pub(super) seeds: HashIndex,
    pub(super) runs: HashIndex,
    pub(super) rarity: Rarity,
    pub(super) fingerprint: Fingerprint,
}

/// A document's shingles as a sorted list.
#[derive(Debug, Clone)]
pub(super) enum Shingles {
    /// The windows that passages are sought by, too.
    Seeds,
    /// Hashes of a kind or length that serves no other purpose, or the one shingle of a short document.
    Rolled(Vec<u64>),
    Md5(Vec<u128>),
}

impl Prepared {
    /// The document's name.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let document = Checker::default().read(&Document::plain("a.txt", "It rains."))?;
    /// assert_eq!(document.name(), "a.txt");
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        self.reading.name()
    }

    /// The document as it was read.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let document = Checker::default().read(&Document::plain("a.txt", "It rains."))?;
    /// assert_eq!(document.reading().hashes().len(), 2);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn reading(&self) -> &Arc<Reading> {
        &self.reading
    }

    /// The simhash of its own shingles.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let [a, b] = ["It rains.", "it rains"].map(|text| Checker::default().read(&Document::plain("text", text)).unwrap());
    /// assert_eq!(a.fingerprint().distance(b.fingerprint()), 0);
    /// ```
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The stretches of words that do not count, in order, and why.
    ///
    /// ```
    /// use twinprint::{Checker, Document, left_out::Reason, text::ApartKind};
    /// let checker = Checker::default().with_left_out(&[ApartKind::Quotation]);
    /// let document = checker.read(&Document::plain("a", "He said “it is raining” and left."))?;
    /// assert_eq!((document.left_out()[0].reason, &document.left_out()[0].words), (Reason::Quotation, &(2..5)));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The stretches of words that stand in a template.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let mut checker = Checker::default();
    /// let task = checker.read_text(&Document::plain("task", "Say what you think."))?;
    /// checker.set_templates([&task]);
    /// let document = checker.read(&Document::plain("a", "Say what you think. It rains."))?;
    /// assert!(document.template().eq([0..4]));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn template(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        self.left_out
            .iter()
            .filter(|stretch| stretch.reason == Reason::Template)
            .map(|stretch| stretch.words.clone())
    }

    /// What does not count for another reason than a template, with places as `place` makes them.
    ///
    /// ```
    /// use twinprint::{Checker, Document, report::Place, text::ApartKind};
    /// let checker = Checker::default().with_left_out(&[ApartKind::Quotation]);
    /// let document = checker.read(&Document::plain("a", "He said \"it is raining\" and left."))?;
    /// let places = document.left_out_places(|span| Place { start: span.start, end: span.end });
    /// assert_eq!((places[0].kind, places[0].start, places[0].end), ("quotations", 9, 22));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn left_out_places(&self, place: impl Fn(Span) -> Place) -> Vec<LeftOutPlace> {
        let others = self.left_out.iter().filter(|stretch| stretch.reason != Reason::Template);
        others
            .map(|LeftOut { reason, text, words }| {
                let Place { start, end } = place(self.span(words.clone()));
                let text = (*reason == Reason::TakenOut).then_some(*text);
                LeftOutPlace { kind: reason.name(), text, words: words.end - words.start, start, end }
            })
            .collect()
    }

    /// How many words do not count for a reason.
    ///
    /// ```
    /// use twinprint::left_out::Reason;
    /// use twinprint::text::ApartKind;
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default().with_left_out(&[ApartKind::Quotation]);
    /// let document = checker.read(&Document::plain("a", "He said “to be or not to be” and left."))?;
    /// assert_eq!(document.words_left_out(Reason::Quotation), 6);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn words_left_out(&self, reason: Reason) -> u32 {
        let of_it = self.left_out.iter().filter(|stretch| stretch.reason == reason);
        of_it.map(|stretch| stretch.words.len() as u32).sum()
    }

    /// How rare the words are that it shares with `other`: of the runs of as many words as a shingle has that both have, the
    /// share that is not among `widespread` ones, given in order; nothing where they share none.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let [a, b] = ["it is raining cats and dogs", "cats and dogs: it is raining"]
    ///     .map(|text| checker.read(&Document::plain("text", text)).unwrap());
    /// // "it is raining" and "cats and dogs"
    /// assert_eq!(a.rarity(&b, &[]), Some(1.0));
    /// let common = checker.read(&Document::plain("c", "it is raining"))?;
    /// assert_eq!(a.rarity(&b, common.shingle_hashes()), Some(0.5));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn rarity(&self, other: &Prepared, mut widespread: &[u64]) -> Option<f64> {
        let own = self.shingle_hashes().chunk_by(|x, y| x == y).map(|hashes| hashes[0]);
        let mut others = other.shingle_hashes();
        let (mut shared, mut rare) = (0_u32, 0_u32);
        for hash in own {
            others = from(others, hash);
            if others.first() == Some(&hash) {
                shared += 1;
                widespread = from(widespread, hash);
                rare += u32::from(widespread.first() != Some(&hash));
            }
        }
        (shared > 0).then(|| f64::from(rare) / f64::from(shared))
    }

    /// The hashes of its runs of as many words as a shingle has (N, if that is less), in order, with repetitions.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let document = Checker::default().read(&Document::plain("a", "a rose is a rose is a rose"))?;
    /// assert_eq!(document.shingle_hashes().len(), 6);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn shingle_hashes(&self) -> &[u64] {
        self.seeds.hashes()
    }

    /// How often something was folded that a reader does not see.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let document = Checker::default().read(&Document::plain("a", "cop\u{200b}ied text"))?;
    /// assert_eq!(document.flags().invisible, 1);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn flags(&self) -> FlagCounts {
        let flags = self.reading.flags();
        FlagCounts {
            invisible: flags.invisible,
            soft_hyphens: flags.soft_hyphens,
            look_alikes: flags.look_alikes,
            foreign_words: flags.foreign_words,
            styled: flags.styled,
        }
    }

    pub(super) fn marks(&self, place: &impl Fn(Span) -> Place) -> Vec<MarkPlace> {
        let marks = &self.reading.flags().marks;
        marks
            .iter()
            .map(|mark| {
                let Place { start, end } = place(mark.span);
                MarkPlace { kind: mark.kind.name(), start, end }
            })
            .collect()
    }

    /// The place of a range of words, which is never empty, in the text to show.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let document = Checker::default().read(&Document::plain("a", "It rains all day."))?;
    /// assert_eq!(document.span(1..3).range(), 3..12);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn span(&self, words: Range<u32>) -> Span {
        let spans = &self.reading.spans()[words.start as usize..words.end as usize];
        let (first, last) = (spans[0], spans[spans.len() - 1]);
        Span { start: first.start, end: last.end }
    }

    pub(super) fn tokens(&self) -> &[u64] {
        self.masked.as_deref().unwrap_or(self.reading.hashes())
    }

    pub(super) fn template_words(&self) -> u32 {
        self.template().map(|words| words.len() as u32).sum()
    }

    /// Words that do not count, template text included.
    pub(super) fn left_out_words(&self) -> u32 {
        self.left_out.iter().map(|stretch| stretch.words.len() as u32).sum()
    }

    pub(super) fn words(&self) -> Words<'_> {
        Words { tokens: self.tokens(), seeds: &self.seeds, runs: &self.runs }
    }

    pub(crate) fn rare(&self) -> edited::Words<'_> {
        edited::Words { tokens: self.tokens(), rarity: &self.rarity }
    }

    pub(super) fn overlap(&self, other: &Prepared) -> Overlap {
        match (&self.shingles, &other.shingles) {
            (Shingles::Md5(a), Shingles::Md5(b)) => Overlap::of(a, b),
            _ => Overlap::of(self.rolled(), other.rolled()),
        }
    }

    fn rolled(&self) -> &[u64] {
        match &self.shingles {
            Shingles::Seeds => self.seeds.hashes(),
            Shingles::Rolled(hashes) => hashes,
            Shingles::Md5(_) => &[],
        }
    }

    /// What tells shingles apart among many documents: their hashes, or the first half of longer ones.
    pub(super) fn shingle_names(&self) -> Cow<'_, [u64]> {
        match &self.shingles {
            Shingles::Md5(digests) => digests.iter().map(|&digest| digest as u64).collect(),
            _ => Cow::Borrowed(self.rolled()),
        }
    }
}

/// What is left of sorted hashes from `hash` on.
fn from(hashes: &[u64], hash: u64) -> &[u64] {
    &hashes[hashes.partition_point(|&other| other < hash)..]
}
