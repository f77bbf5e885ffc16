//! One document on its way through an index that is elsewhere.

use alloc::vec::Vec;

use super::access_mode::AccessMode;
use super::remote_index::RemoteIndex;
use super::reply::Reply;
use super::step::{FilePart, Stage, Step};
use crate::error::Error;
use crate::index::service::{Form, RequestBody, ResponseBody};
use crate::index::{Disguise, Findings, IndexCheck, LookupRequest, LookupResponse, Random, Rule, Secret};
use crate::text::Document;

/// The most buckets of sources that are requested: what a document has most of comes first.
const MOST_BUCKETS: usize = 256;

/// The most sources whose texts are fetched from elsewhere: each comes with the seven beside it. Those of an index that
/// was downloaded are there.
const MOST_TEXTS: usize = 10;

/// The most bytes of a response to a look-up: more than a service within its own limits sends.
const LONGEST_ANSWER: u64 = 48 << 20;

/// A document that is checked against an index in one [`AccessMode`].
///
/// Call [`next`](CheckSession::next) until it says [`Step::Done`]; fetch what each step wants, all of it at once and in any
/// order, and hand it over with [`take`](CheckSession::take) or [`supply`](CheckSession::supply).
#[derive(Debug)]
pub struct CheckSession {
    mode: AccessMode,
    rule: Rule,
    /// The most buckets of sources that are requested.
    buckets: usize,
    /// What is looked up once the index is ready.
    check: IndexCheck,
    stage: Stage,
    /// What was requested at this stage, and has no response yet.
    waiting: Vec<Option<LookupRequest>>,
    counts: Counts,
    secret: Option<Secret>,
    disguise: Option<Disguise>,
}

/// What an index was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counts {
    /// Fingerprints, or first bits of them.
    pub fingerprints: u64,
    /// Shingles, or first bits of them.
    pub shingles: u64,
    /// Buckets of sources and of texts.
    pub buckets: u64,
    /// How many of all of these are decoys.
    pub decoys: u64,
}

impl CheckSession {
    /// A document to be checked against an index that [has what signs it](RemoteIndex::wanted_to_sign), of which no more is fetched
    /// than a person waits for: ten sources' texts, unless all of it is downloaded, and 256 buckets of sources.
    ///
    /// # Errors
    /// What [`Indexer::new`](crate::index::Indexer::new) and [`Indexer::sign`](crate::index::Indexer::sign) say; [`Error::InvalidOption`] if the index cannot be used in this mode.
    pub fn new(index: &RemoteIndex, document: &Document<'_>, mode: AccessMode) -> Result<Self, Error> {
        let mut rule = Rule::new(index.design());
        if mode != AccessMode::Download {
            rule.texts = MOST_TEXTS;
        }
        Ok(CheckSession { buckets: MOST_BUCKETS, ..CheckSession::by_rule(index, document, mode, &rule)? })
    }

    /// As [`new`](CheckSession::new), with all that a rule wants to know: what is found is then what [`IndexCheck::ask`] finds
    /// in the same index in memory, if no answer was truncated and nothing was missing. (By a rule whose [`alike`](Rule::alike)
    /// is 0 sources may count that no shingle points to; they are not requested, and the findings say so.)
    ///
    /// # Errors
    /// As [`new`](CheckSession::new).
    pub fn by_rule(
        index: &RemoteIndex,
        document: &Document<'_>,
        mode: AccessMode,
        rule: &Rule,
    ) -> Result<Self, Error> {
        index.check_mode(mode)?;
        let design = index.design();
        let signed = index.indexer()?.sign(document)?;
        let check = IndexCheck::new(signed, design, index.facts().passages)?;
        Ok(CheckSession {
            mode,
            rule: *rule,
            buckets: usize::MAX,
            check,
            stage: Stage::Index,
            waiting: Vec::new(),
            counts: Counts::default(),
            secret: None,
            disguise: None,
        })
    }

    /// Decoys follow from a secret that is kept on the device: then who checks a text again sends the same, and comparing the requests
    /// tells none. Otherwise one is drawn for this check alone.
    #[must_use]
    pub fn with_secret(mut self, secret: Secret) -> Self {
        self.secret = Some(secret);
        self
    }

    /// For what the last step fetches.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// What was sent so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The document as it was read, and what was found out about it.
    pub fn check(&self) -> &IndexCheck {
        &self.check
    }

    /// What was found so far.
    pub fn findings(&self) -> Findings {
        self.check.findings(&self.rule)
    }

    /// What to fetch next. `random` draws the order of what is sent, and the secret that decoys follow from if none was given.
    ///
    /// # Errors
    /// What is wrong with the index, as far as it is here.
    pub fn next(&mut self, index: &mut RemoteIndex, random: &mut Random<'_>) -> Result<Step, Error> {
        loop {
            if self.stage == Stage::Index
                && let Some(step) = index.wanted(self.mode)?
            {
                return Ok(step);
            }
            let mut bodies = Vec::new();
            for number in 0..self.waiting.len() {
                let Some(lookup) = &self.waiting[number] else { continue };
                match index.ask(self.mode, lookup)? {
                    Reply::Response(answer) => self.hear(number, answer)?,
                    Reply::Needs(parts) => return Ok(Step::Files(parts)),
                    Reply::Elsewhere => {
                        let request = RequestBody { recipe: Some(index.recipe()), lookup: lookup.clone() };
                        bodies.push((number, request.encode(Form::Binary)));
                    }
                }
            }
            if !bodies.is_empty() {
                return Ok(Step::Lookups { bodies, most: LONGEST_ANSWER });
            }
            if !self.plan(index, random)? {
                return Ok(Step::Done);
            }
        }
    }

    /// Takes what a service answered to one of the last step's look-ups, by its number; to a step that has but one, whatever the
    /// number.
    ///
    /// # Errors
    /// [`Error::BadAnswer`]; [`Error::ChangedIndex`] if it is of another index than the answers before.
    pub fn take(&mut self, index: &mut RemoteIndex, number: usize, bytes: &[u8]) -> Result<(), Error> {
        if self.stage == Stage::Index {
            return index.take(bytes);
        }
        let Some(Some(lookup)) = self.waiting.get(number) else { return Ok(()) };
        let body = ResponseBody::decode(Form::Binary, lookup, bytes, index.name())?;
        index.check_same(&body)?;
        self.hear(number, body.answer)
    }

    /// Takes a part of a file that the last step wanted.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn supply(&mut self, index: &mut RemoteIndex, part: &FilePart, bytes: Vec<u8>) -> Result<(), Error> {
        index.supply(self.mode, part, bytes)
    }

    /// Takes the answer to a request that waits.
    fn hear(&mut self, number: usize, mut answer: LookupResponse) -> Result<(), Error> {
        let Some(lookup) = self.waiting.get_mut(number).and_then(Option::take) else { return Ok(()) };
        let sources = core::mem::take(&mut answer.sources);
        let texts = core::mem::take(&mut answer.texts);
        self.check.take(&lookup, answer)?;
        for (&bucket, sources) in lookup.sources.iter().zip(sources) {
            self.check.take_sources(bucket, sources);
        }
        for (&bucket, texts) in lookup.texts.iter().zip(texts) {
            self.check.take_texts(bucket, texts, &self.rule)?;
        }
        Ok(())
    }

    /// Decides what is requested next; false if nothing is.
    fn plan(&mut self, index: &RemoteIndex, random: &mut Random<'_>) -> Result<bool, Error> {
        let lookup = match self.stage {
            Stage::Index => {
                self.stage = Stage::Asking;
                self.all(index).shingles_only()
            }
            Stage::Asking => {
                self.stage = Stage::Sources;
                let mut sources = self.check.sources_wanted(index.buckets());
                sources.truncate(self.buckets);
                let wanted = self.check.fingerprints_wanted(&self.rule);
                LookupRequest { sources, ..self.all(index).fingerprints_only(&wanted) }
            }
            Stage::Sources | Stage::Comparing => {
                self.stage = Stage::Comparing;
                let texts =
                    if index.facts().texts { self.check.texts_wanted(&self.rule) } else { Vec::new() };
                if texts.is_empty() {
                    return Ok(false);
                }
                LookupRequest { texts, ..LookupRequest::default() }
            }
        };
        let (mode, secret) = (self.mode, self.secret);
        let disguise = self.disguise.get_or_insert_with(|| {
            let secret = secret.unwrap_or_else(|| {
                let mut drawn = Secret::default();
                random(&mut drawn);
                drawn
            });
            Disguise::new(mode.decoy_percent(), mode.is_padded(), secret)
        });
        let hidden = disguise.hide(&lookup, index.buckets().len() as u32, random);
        self.count(&lookup, &hidden);
        self.waiting = index.pieces(self.mode, hidden).into_iter().map(Some).collect();
        Ok(true)
    }

    /// All that there is to ask of fingerprints and shingles, as this mode asks it.
    fn all(&self, index: &RemoteIndex) -> LookupRequest {
        match self.mode {
            AccessMode::Prefix => self.check.lookup_by_prefix(index.prefix_bits()),
            AccessMode::Download | AccessMode::Ranges | AccessMode::Whole => self.check.lookup(),
        }
    }

    fn count(&mut self, own: &LookupRequest, hidden: &LookupRequest) {
        let fingerprints =
            |lookup: &LookupRequest| (lookup.fingerprints.len() + lookup.prefixes.fingerprints.len()) as u64;
        let shingles =
            |lookup: &LookupRequest| (lookup.shingles.len() + lookup.prefixes.shingles.len()) as u64;
        let buckets = |lookup: &LookupRequest| (lookup.sources.len() + lookup.texts.len()) as u64;
        let all = |lookup: &LookupRequest| fingerprints(lookup) + shingles(lookup) + buckets(lookup);
        self.counts.fingerprints += fingerprints(hidden);
        self.counts.shingles += shingles(hidden);
        self.counts.buckets += buckets(hidden);
        self.counts.decoys += all(hidden) - all(own);
    }
}
