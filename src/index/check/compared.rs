//! Sources whose texts are there, compared with the document word by word.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::ranges::together;
use super::rule::Rule;
use crate::check::{Checker, Prepared, Reach};
use crate::edited;
use crate::error::Error;
use crate::index::{Design, Signed};
use crate::recipe::Recipe;
use crate::report::{Numbers, Place};
#[cfg(feature = "clean")]
use crate::text::Boilerplate;
use crate::text::{Document, Reading, TextOptions};

/// The texts that were requested, and what comparing them gave.
#[derive(Debug, Clone, Default)]
pub(super) struct Comparing {
    /// The documents whose texts were requested, by their numbers: where they came from, if that is known.
    asked: BTreeMap<u32, Option<String>>,
    /// Those that came.
    texts: BTreeMap<u32, (String, Compared)>,
    /// The document ready for comparison, with the shortest passage it is ready for.
    ready: Option<(usize, Checker, Prepared)>,
    /// What is taken out of them.
    #[cfg(feature = "clean")]
    boilerplate: Option<Arc<Boilerplate>>,
}

/// What the document shares with a source.
#[derive(Debug, Clone)]
pub(super) struct Compared {
    pub(super) numbers: Numbers,
    /// The passages, in the document's order.
    pub(super) pieces: Vec<Piece>,
    /// The words of the document that are equal, in order and apart.
    pub(super) coverage: Vec<Range<u32>>,
    /// The most equal words of a passage of enough bits.
    pub(super) rare: u32,
    /// The hashes of the source's words, sorted, each once.
    words: Vec<u64>,
}

/// A stretch of the document that stands in a source.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// Its words, those edited within it included.
    pub(super) words: Range<u32>,
    /// How many of them are equal.
    pub(super) equal: u32,
    /// Where it stands in the source.
    pub(super) source: Place,
    /// How it was found.
    pub(super) how: &'static str,
}

impl Comparing {
    /// With a document, to be compared with sources as it was read itself.
    #[cfg_attr(not(feature = "clean"), expect(unused_variables, reason = "all is read alike"))]
    pub(super) fn new(signed: &Signed) -> Self {
        Comparing {
            #[cfg(feature = "clean")]
            boilerplate: signed.boilerplate.clone(),
            ..Comparing::default()
        }
    }

    /// How many texts were requested.
    pub(super) fn count(&self) -> usize {
        self.asked.len()
    }

    pub(super) fn was_asked(&self, document: u32) -> bool {
        self.asked.contains_key(&document)
    }

    pub(super) fn ask(&mut self, documents: Vec<(u32, Option<String>)>) {
        self.asked.extend(documents);
    }

    pub(super) fn text(&self, document: u32) -> Option<&str> {
        self.texts.get(&document).map(|(text, _)| text.as_str())
    }

    pub(super) fn of(&self, document: u32) -> Option<&Compared> {
        self.texts.get(&document).map(|(_, compared)| compared)
    }

    /// Takes the texts of documents with numbers from `first` on. One without words is as good as none.
    pub(super) fn take(
        &mut self,
        first: u32,
        texts: Vec<Option<String>>,
        reading: &Arc<Reading>,
        design: &Design,
        rule: &Rule,
    ) -> Result<(), Error> {
        let numbers = (0u32..).map(|number| first.saturating_add(number));
        for (text, document) in texts.into_iter().zip(numbers) {
            let Some((text, url)) = text.zip(self.asked.get(&document).cloned()) else { continue };
            let (checker, own) = self.ready(reading, design, rule)?;
            let source = Document::plain("source", &text).with_url(url.as_deref());
            let Ok(source) = checker.read(&source) else { continue };
            let compared = Compared::new(checker, own, &source, design.pairs.map(|_| rule.rare))?;
            self.texts.insert(document, (text, compared));
        }
        Ok(())
    }

    fn ready(
        &mut self,
        reading: &Arc<Reading>,
        design: &Design,
        rule: &Rule,
    ) -> Result<(&Checker, &Prepared), Error> {
        let run = rule.passage.min(design.shingles.run).max(2) as usize;
        let ready = match self.ready.take() {
            Some(ready) if ready.0 == run => ready,
            _ => {
                let text = TextOptions::default().with_clean(design.clean()?);
                let recipe = Recipe { text, w: design.shingles.w as usize, ..Recipe::default() };
                // What an index without pairs finds is copied.
                let reach = if design.pairs.is_some() { Reach::Edited } else { Reach::Copied };
                let checker = Checker::new(recipe)?.with_run(run)?.with_reach(reach);
                #[cfg(feature = "clean")]
                let checker = checker.with_boilerplate(self.boilerplate.clone())?;
                let own = checker.prepare(reading.clone())?;
                (run, checker, own)
            }
        };
        let (_, checker, own) = self.ready.insert(ready);
        Ok((checker, own))
    }
}

impl Compared {
    fn new(
        checker: &Checker,
        own: &Prepared,
        source: &Prepared,
        evidence: Option<u32>,
    ) -> Result<Self, Error> {
        let (numbers, passages) = checker.numbers(own, source)?;
        let piece = |passage: &crate::passages::Passage| {
            let span = source.span(passage.b());
            let place = Place { start: span.start, end: span.end };
            Piece { words: passage.a(), equal: passage.words(), source: place, how: "text" }
        };
        let is_rare = |passage: &&crate::passages::Passage| {
            evidence.is_some_and(|least| edited::bits(own.rare(), source.rare(), passage) >= least)
        };
        let rare = passages.iter().filter(is_rare).map(crate::passages::Passage::words).max().unwrap_or(0);
        let runs = passages.iter().flat_map(|passage| passage.runs().iter());
        let coverage = together(runs.map(|run| run.a..run.a + run.words).collect());
        let mut words = source.reading().hashes().to_vec();
        words.sort_unstable();
        words.dedup();
        Ok(Compared { numbers, pieces: passages.iter().map(piece).collect(), coverage, rare, words })
    }

    /// Whether the source has a word with this hash.
    pub(super) fn has(&self, word: u64) -> bool {
        self.words.binary_search(&word).is_ok()
    }
}
