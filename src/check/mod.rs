//! The front door: documents in, what they share out.

mod pairs;
mod prepared;
mod templates;

use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use crate::edited::{self, Rarity};
use crate::error::Error;
use crate::hash::RabinRoller;
use crate::left_out::{LeftOut, Reason, Reasons};
use crate::passages::{self, Lengths, Passage, Run};
use crate::recipe::{Recipe, RecipeId, ShingleHash};
use crate::report::{Numbers, PassagePlaces, Place, Report, RunPlaces};
use crate::shingle::{self, HashIndex, MASKED};
use crate::simhash::Simhash;
#[cfg(feature = "clean")]
use crate::text::Boilerplate;
use crate::text::{ApartKind, Document, Reader, Reading, Span, Unit};
pub use prepared::Prepared;
use prepared::Shingles;
pub use templates::TakenOut;
use templates::Template;

/// Compares two texts by the default recipe: what they share, in numbers and passage by passage, with places in bytes of either.
/// In the report and in errors they are called "a" and "b". A [`Checker`] does the same with other settings, with HTML, and
/// with many documents, each of which it reads once.
///
/// ```
/// let a = "The quick brown fox jumps over the lazy dog by the river.";
/// let b = "As we know, the quick brown fox jumps over the lazy dog!";
/// let report = twinprint::compare(a, b)?;
/// assert_eq!((report.numbers.longest_run, report.numbers.shared_shingles), (9, 7));
/// let place = report.passages[0].b;
/// assert_eq!(&b[place.start as usize..place.end as usize], "the quick brown fox jumps over the lazy dog");
/// # Ok::<(), twinprint::Error>(())
/// ```
///
/// # Errors
/// [`Error::NoWords`] if a text has none, which is no score, neither 0 % nor 100 %; [`Error::TooLarge`] for one of 4 GiB or more.
pub fn compare(a: &str, b: &str) -> Result<Report, Error> {
    let checker = Checker::default();
    let a = checker.read(&Document::plain("a", a))?;
    let b = checker.read(&Document::plain("b", b))?;
    checker.compare(&a, &b)
}

/// Reads documents by one recipe and compares them.
///
/// ```
/// use twinprint::{Checker, Document};
///
/// let checker = Checker::default();
/// let a = checker.read(&Document::plain("a", "a rose is a rose is a rose"))?;
/// let b = checker.read(&Document::plain("b", "A rose is a rose."))?;
/// let report = checker.compare(&a, &b)?;
/// assert_eq!((report.numbers.containment_b, report.numbers.resemblance), (1.0, 1.0));
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Checker {
    recipe: Recipe,
    settings: Settings,
    /// Where shingles are named by their Rabin fingerprints.
    rabin: Option<RabinRoller>,
    templates: Vec<Template>,
    /// What many documents have.
    common: Template,
    /// What the recipe takes out.
    #[cfg(feature = "clean")]
    boilerplate: Option<Arc<Boilerplate>>,
}

/// How far passages are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Reach {
    /// Words in a row, with a few changed between them.
    Copied,
    /// Words that are rarely near one another by chance, too, however many are changed between them.
    #[default]
    Edited,
}

/// What two documents must have in common to be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Settings {
    recipe: RecipeId,
    lengths: Lengths,
    left_out: Reasons,
    reach: Reach,
    /// What tells templates and common runs from others; 0 for none.
    templates: u64,
}

impl Default for Checker {
    /// The default recipe; runs of eight words are always found.
    fn default() -> Self {
        Checker::unchecked(Recipe::default(), Self::DEFAULT_RUN)
    }
}

impl Checker {
    /// The default N: a shared run of at least N words is always found. Eight words in a row are rarely
    /// chance, and few copied passages are shorter.
    pub const DEFAULT_RUN: usize = 8;

    /// A checker that reads by `recipe`.
    ///
    /// ```
    /// use twinprint::{Checker, Recipe};
    /// assert!(Checker::new(Recipe::default().with_w(5)).is_ok());
    /// assert!(Checker::new(Recipe::default().with_w(0)).is_err());
    /// ```
    ///
    /// # Errors
    /// What [`Recipe::check`] says.
    pub fn new(recipe: Recipe) -> Result<Self, Error> {
        recipe.check()?;
        Ok(Checker::unchecked(recipe, Self::DEFAULT_RUN))
    }

    /// Sets N: shared runs of at least `words` words are always found, and no shorter passage is. Templates and common runs
    /// are matched by runs of N words, so N is set before they are.
    ///
    /// ```
    /// use twinprint::Checker;
    ///
    /// let checker = Checker::default().with_run(5)?;
    /// let [a, b] = ["one two three four five six", "zero one two three four five"];
    /// let a = checker.read(&twinprint::Document::plain("a", a))?;
    /// let b = checker.read(&twinprint::Document::plain("b", b))?;
    /// assert_eq!(checker.compare(&a, &b)?.passages.len(), 1);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] unless 2 <= `words` <= 1,000, and where templates or common runs are set.
    pub fn with_run(mut self, words: usize) -> Result<Self, Error> {
        let expected = match (2..=1000).contains(&words) {
            false => Some("a number of words from 2 to 1000"),
            true => (self.settings.templates != 0).then_some("it before templates and common runs are set"),
        };
        if let Some(expected) = expected {
            return Err(Error::InvalidOption { option: "run", value: words.to_string(), expected });
        }
        self.settings.lengths = Lengths { seed: self.recipe.w.min(words), run: words };
        Ok(self)
    }

    /// Leaves out what stands apart in these ways: its words form no shingle and no passage of the documents that it reads
    /// from now on.
    ///
    /// ```
    /// use twinprint::{Checker, Document, text::ApartKind};
    ///
    /// let checker = Checker::default().with_left_out(&[ApartKind::Quotation]);
    /// let quote = "“All happy families are alike; each unhappy family is unhappy in its own way”";
    /// let a = checker.read(&Document::plain("a", &format!("The novel begins: {quote}.")))?;
    /// let b = checker.read(&Document::plain("b", &format!("{quote}, Tolstoy wrote.")))?;
    /// assert_eq!(checker.compare(&a, &b)?.numbers.longest_run, 0);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_left_out(mut self, kinds: &[ApartKind]) -> Self {
        self.settings.left_out = kinds.iter().map(|&kind| kind.into()).collect();
        self
    }

    /// With the boilerplate that the recipe takes out, if it takes any.
    ///
    /// # Errors
    /// As [`Reader::with_boilerplate`].
    #[cfg(feature = "clean")]
    pub fn with_boilerplate(mut self, boilerplate: Option<Arc<Boilerplate>>) -> Result<Self, Error> {
        self.recipe.reader().with_boilerplate(boilerplate.clone())?;
        self.boilerplate = boilerplate;
        Ok(self)
    }

    /// Sets how far passages are looked for.
    ///
    /// ```
    /// use twinprint::{Checker, Document, Reach};
    /// let [a, b] = ["My grandmother kept every letter he sent. The harbour master counted forty seals and a walrus on the slipway, wrote their \
    ///     number in a blue ledger and rowed home before the tide turned.",
    ///     "The harbour keeper counted forty otters and a badger on the jetty, wrote their names in a green ledger and walked home \
    ///     before a tide turned. Few people visit our museum after October."];
    /// for (reach, passages) in [(Reach::Copied, 0), (Reach::Edited, 1)] {
    ///     let checker = Checker::default().with_reach(reach);
    ///     let [a, b] = [a, b].map(|text| checker.read(&Document::plain("text", text)).unwrap());
    ///     assert_eq!(checker.numbers(&a, &b)?.1.len(), passages);
    /// }
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn with_reach(mut self, reach: Reach) -> Self {
        self.settings.reach = reach;
        self
    }

    fn unchecked(recipe: Recipe, run: usize) -> Self {
        let lengths = Lengths { seed: recipe.w.min(run), run };
        let left_out = Reasons::default();
        let settings =
            Settings { recipe: recipe.id(), lengths, left_out, reach: Reach::default(), templates: 0 };
        let rabin = recipe.shingle_hash.rabin().map(|width| RabinRoller::new(width, recipe.w));
        Checker {
            recipe,
            settings,
            rabin,
            templates: Vec::new(),
            common: Template::default(),
            #[cfg(feature = "clean")]
            boilerplate: None,
        }
    }

    /// The recipe by which documents are read.
    ///
    /// ```
    /// assert_eq!(twinprint::Checker::default().recipe().w, 3);
    /// ```
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Reads a document and prepares it.
    ///
    /// ```
    /// use twinprint::{Checker, Document, Error};
    /// let checker = Checker::default();
    /// let document = checker.read(&Document::html("a.html", "<p>It rains.</p>"));
    /// # #[cfg(feature = "html")]
    /// assert_eq!(document?.reading().hashes().len(), 2);
    /// assert!(matches!(checker.read(&Document::plain("b.txt", "...")), Err(Error::NoWords { .. })));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says, and [`Error::OnlyTemplate`] when no word is its own.
    pub fn read(&self, document: &Document<'_>) -> Result<Prepared, Error> {
        self.prepare(Arc::new(self.read_text(document)?))
    }

    /// A reader by the recipe: of many documents, it reads each faster than [`read_text`](Checker::read_text), for
    /// [`prepare`](Checker::prepare) to go on with.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let mut reader = checker.reader();
    /// for text in ["It rains.", "It does not rain."] {
    ///     let reading = reader.read(&Document::plain("text", text))?;
    ///     assert!(checker.prepare(Arc::new(reading)).is_ok());
    /// }
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn reader(&self) -> Reader {
        let reader = self.recipe.reader();
        // What was checked when it was given is not refused.
        #[cfg(feature = "clean")]
        let reader = match reader.with_boilerplate(self.boilerplate.clone()) {
            Ok(reader) => reader,
            Err(_) => self.recipe.reader(),
        };
        if self.settings.left_out == Reasons::default() { reader } else { reader.with_apart() }
    }

    /// The words of a document, before anything is left out.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let reading = Checker::default().read_text(&Document::plain("a", "It rains."))?;
    /// assert_eq!(reading.hashes().len(), 2);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says.
    pub fn read_text(&self, document: &Document<'_>) -> Result<Reading, Error> {
        self.reader().read(document)
    }

    /// Prepares a document that was read by this checker's [`reader`](Checker::reader), without what does not count.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let reading = checker.read_text(&Document::plain("a", "It rains."))?;
    /// assert_eq!(checker.prepare(Arc::new(reading))?.name(), "a");
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OnlyTemplate`] when no word is its own.
    pub fn prepare(&self, reading: Arc<Reading>) -> Result<Prepared, Error> {
        self.prepare_counting(reading, Reasons::default())
    }

    /// As [`prepare`](Checker::prepare), but what would be left out for `counted` reasons alone counts: to see what
    /// leaving it out changes.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use twinprint::{Checker, Document, left_out::{Reason, Reasons}, text::ApartKind};
    /// let checker = Checker::default().with_left_out(&[ApartKind::Quotation]);
    /// let reading = Arc::new(checker.read_text(&Document::plain("a", "He said “it is raining” and left."))?);
    /// let quotations: Reasons = [Reason::Quotation].into_iter().collect();
    /// assert_eq!(checker.prepare(reading.clone())?.left_out().len(), 1);
    /// assert_eq!(checker.prepare_counting(reading, quotations)?.left_out().len(), 0);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OnlyTemplate`] when no word is its own.
    pub fn prepare_counting(&self, reading: Arc<Reading>, counted: Reasons) -> Result<Prepared, Error> {
        self.prepare_taking_out(reading, counted, &[])
    }

    /// As [`prepare_counting`](Checker::prepare_counting), without what a person took out by hand. Nothing tells such a document
    /// from others: it is the caller's to take the same out of those that it is compared with.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let texts = ["At the end of the day, it rains.", "It snows at the end of the day."];
    /// let [a, b] = texts.map(|text| std::sync::Arc::new(checker.read_text(&Document::plain("text", text)).unwrap()));
    /// let taken = checker.taken_out(["at the end of the day"]);
    /// let [a, b] = [a, b].map(|reading| checker.prepare_taking_out(reading, Default::default(), &[&taken]).unwrap());
    /// assert_eq!(checker.numbers(&a, &b)?.0.shared_words_a, 0);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OnlyTemplate`] when no word is its own, unless a person took some out: such a document shares nothing.
    pub fn prepare_taking_out(
        &self,
        reading: Arc<Reading>,
        counted: Reasons,
        taken_out: &[&TakenOut],
    ) -> Result<Prepared, Error> {
        let left_out = self.left_out(&reading, counted, taken_out);
        self.prepare_without(reading, left_out)
    }

    /// Prepares a document of this checker anew where other words of it count now than before, or do not for other reasons, and
    /// returns whether that is so.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let mut document = checker.read(&Document::plain("a", "It rains, so to speak."))?;
    /// let taken = checker.taken_out(["so to speak"]);
    /// assert!(checker.prepare_again(&mut document, Default::default(), &[&taken])?);
    /// assert!(!checker.prepare_again(&mut document, Default::default(), &[&taken])?);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`prepare_taking_out`](Checker::prepare_taking_out); the document is then as it was before.
    pub fn prepare_again(
        &self,
        document: &mut Prepared,
        counted: Reasons,
        taken_out: &[&TakenOut],
    ) -> Result<bool, Error> {
        let left_out = self.left_out(&document.reading, counted, taken_out);
        let settings = Settings { templates: self.settings.templates, ..document.settings };
        if settings == self.settings && left_out == document.left_out {
            document.settings = settings;
            return Ok(false);
        }
        *document = self.prepare_without(document.reading.clone(), left_out)?;
        Ok(true)
    }

    #[inline(never)]
    fn prepare_without(&self, reading: Arc<Reading>, left_out: Vec<LeftOut>) -> Result<Prepared, Error> {
        let masked = (!left_out.is_empty()).then(|| {
            let mut masked = reading.hashes().to_vec();
            for LeftOut { words, .. } in &left_out {
                masked[words.start as usize..words.end as usize].fill(MASKED);
            }
            masked
        });
        let tokens = masked.as_deref().unwrap_or(reading.hashes());
        let by_hand = left_out.iter().any(|stretch| stretch.reason == Reason::TakenOut);
        if !by_hand && tokens.iter().all(|&token| token == MASKED) {
            return Err(Error::OnlyTemplate { document: reading.name().into() });
        }
        let Lengths { seed, run } = self.settings.lengths;
        let w = self.recipe.w;
        let mut simhash = Simhash::default();
        let (shingles, seeds) = match self.recipe.shingle_hash {
            ShingleHash::Md5 => {
                let digests = shingle::md5(&reading, tokens, w);
                digests.iter().for_each(|&digest| simhash.add(digest as u64));
                (Shingles::Md5(in_order(&digests)), HashIndex::of_windows(tokens, seed))
            }
            hash => {
                let units = shingle::units(&reading, tokens);
                let mut entries = Vec::with_capacity(units.len());
                let sink = |hash, position| {
                    simhash.add(hash);
                    entries.push((hash, position));
                };
                let full = match &self.rabin {
                    Some(rabin) => shingle::roll_by(&mut rabin.clone(), &units, w, sink),
                    None => shingle::roll(&units, w, sink),
                };
                let of_words = hash == ShingleHash::Rolled64 && reading.unit() == Unit::Words;
                if full && seed == w && of_words {
                    (Shingles::Seeds, HashIndex::new(&entries))
                } else {
                    (
                        Shingles::Rolled(HashIndex::new(&entries).into_hashes()),
                        HashIndex::of_windows(tokens, seed),
                    )
                }
            }
        };
        let runs = HashIndex::of_windows(tokens, run);
        let fingerprint = simhash.finish();
        let rarity = Rarity::of(tokens, reading.spans());
        Ok(Prepared {
            reading,
            settings: self.settings,
            left_out,
            masked,
            shingles,
            seeds,
            runs,
            rarity,
            fingerprint,
        })
    }

    /// The numbers of a pair.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let a = checker.read(&Document::plain("a", "a rose is a rose is a rose"))?;
    /// let (numbers, passages) = checker.numbers(&a, &a)?;
    /// assert_eq!((numbers.resemblance, passages.len()), (1.0, 1));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OtherRecipe`] if either document was prepared with other settings.
    pub fn numbers(&self, a: &Prepared, b: &Prepared) -> Result<(Numbers, Vec<Passage>), Error> {
        self.own(a)?;
        self.own(b)?;
        let overlap = a.overlap(b);
        let copied = self.copied(a, b);
        let [shared_words_a, shared_words_b] = words_in_runs(&copied);
        let longest_run = copied.iter().map(Passage::longest_run).max().unwrap_or(0);
        let passages = match self.settings.reach {
            Reach::Copied => copied,
            Reach::Edited => passages::in_order(edited::passages(a.rare(), b.rare(), copied)),
        };
        let [all_a, all_b] = words_in_runs(&passages);
        let numbers = Numbers {
            resemblance: overlap.resemblance(),
            containment_a: overlap.containment_a(),
            containment_b: overlap.containment_b(),
            shared_shingles: overlap.shared,
            shingles_a: overlap.a,
            shingles_b: overlap.b,
            words_a: a.tokens().len() as u32,
            words_b: b.tokens().len() as u32,
            template_words_a: a.template_words(),
            template_words_b: b.template_words(),
            left_out_words_a: a.left_out_words() - a.template_words(),
            left_out_words_b: b.left_out_words() - b.template_words(),
            shared_words_a,
            shared_words_b,
            edited_words_a: all_a.saturating_sub(shared_words_a),
            edited_words_b: all_b.saturating_sub(shared_words_b),
            longest_run,
            simhash_distance: a.fingerprint.distance(b.fingerprint),
        };
        Ok((numbers, passages))
    }

    #[inline(never)]
    fn copied(&self, a: &Prepared, b: &Prepared) -> Vec<Passage> {
        let mut copied = passages::passages(a.words(), b.words(), self.settings.lengths);
        copied.retain(|passage| !edited::is_phrase(a.rare(), b.rare(), passage));
        copied
    }

    /// How many words of a document are shared with any of others, as they are: each once, in however many it stands.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let texts = ["one two three four five six seven eight nine ten", "one two three four five six seven eight",
    ///     "three four five six seven eight nine ten"];
    /// let [a, b, c] = texts.map(|text| checker.read(&Document::plain("text", text)).unwrap());
    /// assert_eq!(checker.numbers(&a, &b)?.0.shared_words_a, 8);
    /// assert_eq!(checker.words_elsewhere(&[[&a, &b], [&a, &c]])?, 10);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OtherRecipe`] if a document was prepared with other settings.
    pub fn words_elsewhere(&self, pairs: &[[&Prepared; 2]]) -> Result<u32, Error> {
        let mut passages = Vec::new();
        for [document, other] in pairs {
            self.own(document)?;
            self.own(other)?;
            passages.append(&mut self.copied(document, other));
        }
        Ok(words_in_runs(&passages)[0])
    }

    /// Everything about a pair, with places in the bytes that were given.
    ///
    /// ```
    /// use twinprint::{Checker, Document};
    /// let checker = Checker::default();
    /// let a = checker.read(&Document::plain("a", "It is a truth universally acknowledged."))?;
    /// let b = checker.read(&Document::plain("b", "Truly, it is a truth universally acknowledged."))?;
    /// let report = checker.compare(&a, &b)?;
    /// assert_eq!((report.passages[0].b.start, report.passages[0].words), (7, 6));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OtherRecipe`] if either document was prepared with other settings.
    pub fn compare(&self, a: &Prepared, b: &Prepared) -> Result<Report, Error> {
        let source = |document: &Prepared, span: Span| {
            let span = document.reading.source(span);
            Place { start: span.start, end: span.end }
        };
        self.compare_in(a, b, |span| source(a, span), |span| source(b, span))
    }

    /// As [`compare`](Checker::compare), with places as `place_a` and `place_b` make them of spans in the text to
    /// show.
    ///
    /// ```
    /// use twinprint::{Checker, Document, report::Place, text::Utf16Map};
    /// let checker = Checker::default();
    /// let text = "Öl ist teuer geworden, sagt man";
    /// let document = checker.read(&Document::plain("a", text))?;
    /// let map = Utf16Map::new(text);
    /// let place = |span: twinprint::text::Span| Place { start: map.offset(span.start), end: map.offset(span.end) };
    /// assert_eq!(checker.compare_in(&document, &document, place, place)?.passages[0].a.end, 31);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OtherRecipe`] if either document was prepared with other settings.
    pub fn compare_in(
        &self,
        a: &Prepared,
        b: &Prepared,
        place_a: impl Fn(Span) -> Place,
        place_b: impl Fn(Span) -> Place,
    ) -> Result<Report, Error> {
        let (numbers, passages) = self.numbers(a, b)?;
        let in_a = |words: Range<u32>| place_a(a.span(words));
        let in_b = |words: Range<u32>| place_b(b.span(words));
        let passages = passages
            .iter()
            .map(|passage| PassagePlaces {
                a: in_a(passage.a()),
                b: in_b(passage.b()),
                words: passage.words(),
                longest_run: passage.longest_run(),
                edited: passage.is_edited(),
                bits: edited::bits(a.rare(), b.rare(), passage),
                runs: passage
                    .runs()
                    .iter()
                    .map(|&Run { a, b, words }| RunPlaces {
                        a: in_a(a..a + words),
                        b: in_b(b..b + words),
                        words,
                    })
                    .collect(),
                elsewhere_a: passage.elsewhere_a.count,
                elsewhere_b: passage.elsewhere_b.count,
                also_a: passage.elsewhere_a.listed.iter().cloned().map(in_a).collect(),
                also_b: passage.elsewhere_b.listed.iter().cloned().map(in_b).collect(),
            })
            .collect();
        Ok(Report {
            a: a.name().into(),
            b: b.name().into(),
            numbers,
            passages,
            reworded: None,
            template_a: a.template().map(in_a).collect(),
            template_b: b.template().map(in_b).collect(),
            left_out_a: a.left_out_places(&place_a),
            left_out_b: b.left_out_places(&place_b),
            flags_a: a.flags(),
            flags_b: b.flags(),
            marks_a: a.marks(&place_a),
            marks_b: b.marks(&place_b),
            recipe: self.settings.recipe.to_string(),
        })
    }

    fn own(&self, document: &Prepared) -> Result<(), Error> {
        if document.settings == self.settings {
            return Ok(());
        }
        let name = |Settings { recipe, lengths, left_out, templates, .. }: Settings| {
            let left_out = if left_out == Reasons::default() { "" } else { ", without what is left out" };
            alloc::format!("{recipe} with runs of {} words{left_out}, templates {templates:x}", lengths.run)
        };
        Err(Error::OtherRecipe {
            document: document.name().into(),
            ours: name(self.settings),
            theirs: name(document.settings),
        })
    }
}

/// Digests in order: by their lower halves, then by their higher ones, with those of equal ones as they were. Sorted as pairs
/// that are sorted elsewhere, too: code for others weighs.
fn in_order(digests: &[u128]) -> Vec<u128> {
    let by = |digests: &[u128], half: fn(u128) -> u64| {
        let mut order: Vec<(u64, u32)> = digests.iter().map(|&digest| half(digest)).zip(0..).collect();
        order.sort_unstable();
        order.iter().map(|&(_, at)| digests[at as usize]).collect::<Vec<_>>()
    };
    by(&by(digests, |digest| digest as u64), |digest| (digest >> 64) as u64)
}

/// How many words of either document the runs of passages cover.
fn words_in_runs(passages: &[Passage]) -> [u32; 2] {
    let runs = || passages.iter().flat_map(|passage| passage.runs().iter());
    [words_in(runs().map(|run| (run.a, run.words))), words_in(runs().map(|run| (run.b, run.words)))]
}

/// How many words runs cover together, by their first words and lengths.
fn words_in(runs: impl Iterator<Item = (u32, u32)>) -> u32 {
    // As pairs that are sorted elsewhere, too: code for other pairs weighs.
    let mut runs: Vec<(u64, u32)> = runs.map(|(start, length)| (start.into(), length)).collect();
    runs.sort_unstable();
    let mut end = 0;
    runs.iter().fold(0, |words, &(start, length)| {
        let run_end = start as u32 + length;
        let more = run_end.saturating_sub(end.max(start as u32));
        end = end.max(run_end);
        words + more
    })
}
