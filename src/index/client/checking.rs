//! One document on its way through an index that is elsewhere.

use alloc::vec::Vec;

use super::held::{Heard, Held};
use super::{FilePart, PREFIX_BITS, Stage, Step, Way};
use crate::error::Error;
use crate::index::service::{Form, Question, Told, pieces};
use crate::index::{Answer, Disguise, Findings, Indexer, Inquiry, Lookup, Random, Rule};
use crate::text::Document;

/// The most buckets of sources that are asked for: what a document has most of comes first.
const MOST_BUCKETS: usize = 256;

/// The most sources whose texts are fetched from elsewhere: each comes with the seven beside it. Those of an index that
/// was downloaded are there.
const MOST_TEXTS: usize = 10;

/// The most bytes of an answer to a look-up: more than a service within its own limits tells.
const LONGEST_ANSWER: u64 = 48 << 20;

/// A document that is checked against an index in one [`Way`].
///
/// Call [`next`](Checking::next) until it says [`Step::Done`]; fetch what each step wants, all of it at once and in any order, and
/// hand it over with [`take`](Checking::take) or [`supply`](Checking::supply).
#[derive(Debug)]
pub struct Checking {
    way: Way,
    rule: Rule,
    /// The most buckets of sources that are asked for.
    buckets: usize,
    /// What is asked once the index is ready.
    inquiry: Inquiry,
    stage: Stage,
    /// What was asked at this stage, and is not answered yet.
    waiting: Vec<Option<Lookup>>,
    counts: Counts,
}

/// What an index was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counts {
    /// Fingerprints, or first bits of them.
    pub fingerprints: u64,
    /// Shingles, or first bits of them.
    pub shingles: u64,
    /// Buckets of sources and of texts.
    pub buckets: u64,
    /// How many of all of these were drawn at random.
    pub decoys: u64,
}

impl Checking {
    /// A document to be checked against an index that [has its model](Held::model_wanted), of which no more is fetched than a
    /// person waits for: ten sources' texts, unless all of it is downloaded, and 256 buckets of sources.
    ///
    /// # Errors
    /// What [`Indexer::new`] and [`Indexer::sign`] say; [`Error::InvalidOption`] if the index cannot be asked in this way.
    pub fn new(held: &Held, document: &Document<'_>, way: Way) -> Result<Self, Error> {
        let mut rule = Rule::new(held.design());
        if way != Way::Download {
            rule.texts = MOST_TEXTS;
        }
        Ok(Checking { buckets: MOST_BUCKETS, ..Checking::by_rule(held, document, way, &rule)? })
    }

    /// As [`new`](Checking::new), with all that a rule wants to know: what is found is then what [`Inquiry::ask`] finds in the same
    /// index in memory, if no answer was truncated and nothing was missing. (By a rule whose [`alike`](Rule::alike) is 0 sources may
    /// count that no shingle points to; they are not asked for, and what is found says so.)
    ///
    /// # Errors
    /// As [`new`](Checking::new).
    pub fn by_rule(held: &Held, document: &Document<'_>, way: Way, rule: &Rule) -> Result<Self, Error> {
        held.check_way(way)?;
        let design = held.design();
        let signed = Indexer::new(design, held.model())?.sign(document)?;
        let inquiry = Inquiry::new(signed, design)?;
        Ok(Checking {
            way,
            rule: *rule,
            buckets: usize::MAX,
            inquiry,
            stage: Stage::Index,
            waiting: Vec::new(),
            counts: Counts::default(),
        })
    }

    /// For what the last step fetches.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// What was asked so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The document as it was read, and what was found out about it.
    pub fn inquiry(&self) -> &Inquiry {
        &self.inquiry
    }

    /// What was found so far.
    pub fn findings(&self) -> Findings {
        self.inquiry.findings(&self.rule)
    }

    /// What to fetch next. `random` draws what is mixed with the questions.
    ///
    /// # Errors
    /// What is wrong with the index, as far as it is here.
    pub fn next(&mut self, held: &mut Held, random: &mut Random<'_>) -> Result<Step, Error> {
        loop {
            if self.stage == Stage::Index
                && let Some(step) = held.wanted(self.way)?
            {
                return Ok(step);
            }
            let mut bodies = Vec::new();
            for number in 0..self.waiting.len() {
                let Some(lookup) = &self.waiting[number] else { continue };
                match held.ask(self.way, lookup)? {
                    Heard::Answer(answer) => self.hear(number, answer)?,
                    Heard::Needs(parts) => return Ok(Step::Files(parts)),
                    Heard::Elsewhere => {
                        let question = Question { recipe: Some(held.recipe()), lookup: lookup.clone() };
                        bodies.push((number, question.encode(Form::Binary)));
                    }
                }
            }
            if !bodies.is_empty() {
                return Ok(Step::Lookups { bodies, most: LONGEST_ANSWER });
            }
            if !self.plan(held, random)? {
                return Ok(Step::Done);
            }
        }
    }

    /// Takes what a service answered to one of the last step's questions, by its number; to a step that has but one, whatever the
    /// number.
    ///
    /// # Errors
    /// [`Error::BadAnswer`]; [`Error::ChangedIndex`] if it is of another index than the answers before.
    pub fn take(&mut self, held: &mut Held, number: usize, bytes: &[u8]) -> Result<(), Error> {
        if self.stage == Stage::Index {
            return held.take(bytes);
        }
        let Some(Some(lookup)) = self.waiting.get(number) else { return Ok(()) };
        let told = Told::decode(Form::Binary, lookup, bytes, held.name())?;
        held.check_same(&told)?;
        self.hear(number, told.answer)
    }

    /// Takes a part of a file that the last step wanted.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn supply(&mut self, held: &mut Held, part: &FilePart, bytes: Vec<u8>) -> Result<(), Error> {
        held.supply(self.way, part, bytes)
    }

    /// Takes the answer to a question that waits.
    fn hear(&mut self, number: usize, mut answer: Answer) -> Result<(), Error> {
        let Some(lookup) = self.waiting.get_mut(number).and_then(Option::take) else { return Ok(()) };
        let sources = core::mem::take(&mut answer.sources);
        let texts = core::mem::take(&mut answer.texts);
        self.inquiry.take(&lookup, answer)?;
        for (&bucket, sources) in lookup.sources.iter().zip(sources) {
            self.inquiry.take_sources(bucket, sources);
        }
        for (&bucket, texts) in lookup.texts.iter().zip(texts) {
            self.inquiry.take_texts(bucket, texts, &self.rule)?;
        }
        Ok(())
    }

    /// Decides what is asked next; false if nothing is.
    fn plan(&mut self, held: &Held, random: &mut Random<'_>) -> Result<bool, Error> {
        let lookup = match self.stage {
            Stage::Index => {
                self.stage = Stage::Asking;
                self.all().shingles_only()
            }
            Stage::Asking => {
                self.stage = Stage::Sources;
                let mut sources = self.inquiry.sources_wanted(held.buckets());
                sources.truncate(self.buckets);
                let wanted = self.inquiry.fingerprints_wanted(&self.rule);
                Lookup { sources, ..self.all().fingerprints_only(&wanted) }
            }
            Stage::Sources | Stage::Comparing => {
                self.stage = Stage::Comparing;
                let texts =
                    if held.facts().texts { self.inquiry.texts_wanted(&self.rule) } else { Vec::new() };
                if texts.is_empty() {
                    return Ok(false);
                }
                Lookup { texts, ..Lookup::default() }
            }
        };
        let buckets = held.buckets().len() as u32;
        let disguise = Disguise {
            percent: self.way.decoys(),
            source_buckets: buckets,
            // Eight of texts stand for one of sources; of the last there may be fewer.
            text_buckets: buckets.saturating_sub(1).saturating_mul(8).saturating_add(u32::from(buckets > 0)),
        };
        let hidden = disguise.hide(&lookup, random);
        self.count(&lookup, &hidden);
        self.waiting = held.pieces(self.way, hidden).into_iter().map(Some).collect();
        Ok(true)
    }

    /// All that there is to ask of fingerprints and shingles, as this way asks it.
    fn all(&self) -> Lookup {
        match self.way {
            Way::Prefix => self.inquiry.lookup_by_prefix(PREFIX_BITS),
            Way::Download | Way::Ranges | Way::Whole => self.inquiry.lookup(),
        }
    }

    fn count(&mut self, own: &Lookup, hidden: &Lookup) {
        let fingerprints =
            |lookup: &Lookup| (lookup.fingerprints.len() + lookup.prefixes.fingerprints.len()) as u64;
        let shingles = |lookup: &Lookup| (lookup.shingles.len() + lookup.prefixes.shingles.len()) as u64;
        let buckets = |lookup: &Lookup| (lookup.sources.len() + lookup.texts.len()) as u64;
        let all = |lookup: &Lookup| fingerprints(lookup) + shingles(lookup) + buckets(lookup);
        self.counts.fingerprints += fingerprints(hidden);
        self.counts.shingles += shingles(hidden);
        self.counts.buckets += buckets(hidden);
        self.counts.decoys += all(hidden) - all(own);
    }
}

/// A look-up in parts that a service takes.
pub(super) fn in_pieces(lookup: &Lookup, fingerprints: u64) -> Vec<Lookup> {
    pieces(lookup, Form::Binary, fingerprints)
}
