//! The front door: documents in, what they share out.

use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::Error;
use crate::hash::RabinRoller;
use crate::passages::{self, Lengths, Passage, Run, Words};
use crate::recipe::{Recipe, RecipeId, ShingleHash};
use crate::report::{FlagCounts, MarkPlace, Numbers, PassagePlaces, Place, Report, RunPlaces};
use crate::resemblance::Overlap;
use crate::shingle::{self, HashIndex, MASKED};
use crate::simhash::{Fingerprint, Simhash};
use crate::text::{Document, Reader, Reading, Span, Unit};

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
}

/// What two documents must have in common to be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Settings {
    recipe: RecipeId,
    lengths: Lengths,
}

/// Text that was given to everyone: its windows of so many words.
#[derive(Debug, Clone)]
struct Template {
    width: usize,
    windows: HashIndex,
}

/// A document made ready for comparison with any other.
#[derive(Debug, Clone)]
pub struct Prepared {
    reading: Arc<Reading>,
    settings: Settings,
    /// The words' hashes with template text masked; none where there is no template text.
    masked: Option<Vec<u64>>,
    shingles: Shingles,
    seeds: HashIndex,
    runs: HashIndex,
    fingerprint: Fingerprint,
}

/// A document's shingles as a sorted list.
#[derive(Debug, Clone)]
enum Shingles {
    /// The windows that passages are sought by, too.
    Seeds,
    /// Hashes of a kind or length that serves no other purpose, or the one shingle of a short document.
    Rolled(Vec<u64>),
    Md5(Vec<u128>),
}

impl Default for Checker {
    /// The default recipe; runs of eight words are always found.
    fn default() -> Self {
        Checker::unchecked(Recipe::default(), Self::DEFAULT_RUN)
    }
}

impl Checker {
    /// The default N: a shared run of at least so many words is always found. Eight words in a row are rarely
    /// chance, and few copied passages are shorter.
    pub const DEFAULT_RUN: usize = 8;

    /// A checker that reads by `recipe`.
    ///
    /// # Errors
    /// What [`Recipe::check`] says.
    pub fn new(recipe: Recipe) -> Result<Self, Error> {
        recipe.check()?;
        Ok(Checker::unchecked(recipe, Self::DEFAULT_RUN))
    }

    /// Sets N: shared runs of at least `words` words are always found, and no shorter passage is.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] unless 2 <= `words` <= 1,000.
    pub fn with_run(mut self, words: usize) -> Result<Self, Error> {
        if !(2..=1000).contains(&words) {
            let expected = "a number of words from 2 to 1000";
            return Err(Error::InvalidOption { option: "run", value: words.to_string(), expected });
        }
        self.settings = Checker::unchecked(self.recipe.clone(), words).settings;
        self.templates.clear();
        Ok(self)
    }

    fn unchecked(recipe: Recipe, run: usize) -> Self {
        let lengths = Lengths { seed: recipe.w.min(run), run };
        let settings = Settings { recipe: recipe.id(), lengths };
        let rabin = recipe.shingle_hash.rabin().map(|width| RabinRoller::new(width, recipe.w));
        Checker { recipe, settings, rabin, templates: Vec::new() }
    }

    /// The recipe by which documents are read.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Sets the templates: text given to everyone, such as an assignment. From now on, a word in a run of at
    /// least N words shared with a template (or of all its words, if it has fewer) forms no shingle and no
    /// passage of the documents prepared.
    pub fn set_templates<'a>(&mut self, templates: impl IntoIterator<Item = &'a Reading>) {
        self.templates = templates
            .into_iter()
            .map(|reading| {
                let width = self.settings.lengths.run.min(reading.hashes().len());
                Template { width, windows: HashIndex::of_windows(reading.hashes(), width) }
            })
            .collect();
    }

    /// Reads a document and prepares it.
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says, and [`Error::OnlyTemplate`] when no word is its own.
    pub fn read(&self, document: &Document<'_>) -> Result<Prepared, Error> {
        self.prepare(Arc::new(self.read_text(document)?))
    }

    /// A reader by the recipe: of many documents, it reads each faster than [`read_text`](Checker::read_text), for
    /// [`prepare`](Checker::prepare) to go on with.
    pub fn reader(&self) -> Reader {
        self.recipe.reader()
    }

    /// The words of a document, before any template is taken off.
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says.
    pub fn read_text(&self, document: &Document<'_>) -> Result<Reading, Error> {
        self.reader().read(document)
    }

    /// Prepares a document that was read by this checker's recipe, taking off the templates.
    ///
    /// # Errors
    /// [`Error::OnlyTemplate`] when no word is its own.
    pub fn prepare(&self, reading: Arc<Reading>) -> Result<Prepared, Error> {
        let masked = self.mask(reading.hashes());
        let tokens = masked.as_deref().unwrap_or(reading.hashes());
        if tokens.iter().all(|&token| token == MASKED) {
            return Err(Error::OnlyTemplate { document: reading.name().into() });
        }
        let Lengths { seed, run } = self.settings.lengths;
        let w = self.recipe.w;
        let mut simhash = Simhash::default();
        let (shingles, seeds) = match self.recipe.shingle_hash {
            ShingleHash::Md5 => {
                let mut digests = shingle::md5(&reading, tokens, w);
                digests.iter().for_each(|&digest| simhash.add(digest as u64));
                digests.sort_unstable();
                (Shingles::Md5(digests), HashIndex::of_windows(tokens, seed))
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
        Ok(Prepared { reading, settings: self.settings, masked, shingles, seeds, runs, fingerprint })
    }

    /// The words' hashes with all that is shared with a template masked.
    fn mask(&self, hashes: &[u64]) -> Option<Vec<u64>> {
        let mut masked = None;
        for template in &self.templates {
            let width = template.width;
            HashIndex::of_windows(hashes, width).join(&template.windows, |positions, _| {
                let masked = masked.get_or_insert_with(|| hashes.to_vec());
                for &position in positions {
                    masked[position as usize..][..width].fill(MASKED);
                }
            });
        }
        masked
    }

    /// The numbers of a pair.
    ///
    /// # Errors
    /// [`Error::OtherRecipe`] if either document was prepared with other settings.
    pub fn numbers(&self, a: &Prepared, b: &Prepared) -> Result<(Numbers, Vec<Passage>), Error> {
        self.own(a)?;
        self.own(b)?;
        let overlap = a.overlap(b);
        let passages = passages::passages(a.words(), b.words(), self.settings.lengths);
        let runs = || passages.iter().flat_map(|passage| passage.runs.iter());
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
            shared_words_a: words_in(runs().map(|run| (run.a, run.words))),
            shared_words_b: words_in(runs().map(|run| (run.b, run.words))),
            longest_run: runs().map(|run| run.words).max().unwrap_or(0),
            simhash_distance: a.fingerprint.distance(b.fingerprint),
        };
        Ok((numbers, passages))
    }

    /// Everything about a pair, with places in the bytes that were given.
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
                runs: passage
                    .runs
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
            template_a: a.template().map(in_a).collect(),
            template_b: b.template().map(in_b).collect(),
            flags_a: a.flags(),
            flags_b: b.flags(),
            marks_a: a.marks(place_a),
            marks_b: b.marks(place_b),
            recipe: self.settings.recipe.to_string(),
        })
    }

    fn own(&self, document: &Prepared) -> Result<(), Error> {
        if document.settings == self.settings {
            return Ok(());
        }
        let name = |settings: Settings| {
            alloc::format!("{} with runs of {} words", settings.recipe, settings.lengths.run)
        };
        Err(Error::OtherRecipe {
            document: document.name().into(),
            ours: name(self.settings),
            theirs: name(document.settings),
        })
    }
}

impl Prepared {
    /// The document's name.
    pub fn name(&self) -> &str {
        self.reading.name()
    }

    /// The document as it was read.
    pub fn reading(&self) -> &Arc<Reading> {
        &self.reading
    }

    /// The simhash of its own shingles.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The stretches of words that stand in a template.
    pub fn template(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        let mut position = 0;
        self.masked
            .iter()
            .flat_map(|masked| masked.chunk_by(|x, y| (*x == MASKED) == (*y == MASKED)))
            .filter_map(move |stretch| {
                let start = position;
                position += stretch.len() as u32;
                (stretch[0] == MASKED).then_some(start..position)
            })
    }

    /// How often something was folded that a reader does not see.
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

    fn marks(&self, place: impl Fn(Span) -> Place) -> Vec<MarkPlace> {
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
    pub fn span(&self, words: Range<u32>) -> Span {
        let spans = &self.reading.spans()[words.start as usize..words.end as usize];
        let (first, last) = (spans[0], spans[spans.len() - 1]);
        Span { start: first.start, end: last.end }
    }

    fn tokens(&self) -> &[u64] {
        self.masked.as_deref().unwrap_or(self.reading.hashes())
    }

    fn template_words(&self) -> u32 {
        self.template().map(|words| words.len() as u32).sum()
    }

    fn words(&self) -> Words<'_> {
        Words { tokens: self.tokens(), seeds: &self.seeds, runs: &self.runs }
    }

    fn overlap(&self, other: &Prepared) -> Overlap {
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
