//! A document that is checked against an index, from the first look-up to what is found.
//!
//! One machine for every face: it says what to look up next and takes the responses, whoever holds the index and however it
//! is reached. Responses may come in any order, in parts, and with responses to decoys, which were put in among
//! its own so that they do not stand out.
//!
//! 1. [`lookup`](IndexCheck::lookup), or [`lookup_by_prefix`](IndexCheck::lookup_by_prefix), is all there is to ask;
//!    [`take`](IndexCheck::take) takes the answer, or answers to parts: which passages of the index have something of the
//!    document. Naively all of it is looked up at once. With [shingles alone](LookupRequest::shingles_only) first, the check
//!    then says of which [fingerprints](IndexCheck::fingerprints_wanted) it makes any difference what the index has: only those are
//!    looked up, along with the sources, and what is found is the same.
//! 2. [`sources_wanted`](IndexCheck::sources_wanted) and [`take_sources`](IndexCheck::take_sources): what these passages are of.
//! 3. [`texts_wanted`](IndexCheck::texts_wanted) and [`take_texts`](IndexCheck::take_texts): the texts of those that explain
//!    most, and of those that are suspected to, where the index has them and evidence is wanted.
//! 4. [`findings`](IndexCheck::findings).
//!
//! **Guarantee.** With [`Rule::guarantee`], a source that shares a run of at least [`run`](super::Shingling::run) words, and
//! of no fewer than [`Rule::least`], with the document is listed, if no answer was truncated, no part of the index was
//! missing, and no more than [`Rule::sources`] are found.

mod candidates;
mod compared;
mod estimate;
mod evidence;
mod forms;
mod halves;
mod in_memory;
mod kindred;
mod near;
mod query;
mod ranges;
mod ranking;
mod rule;
mod stretches;
mod suspects;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::OnceCell;

use self::compared::Comparing;
use self::evidence::Evidence;
use self::near::Distances;
use self::query::Query;
use self::suspects::FeaturesFound;
use super::{
    BUCKET, Design, Findings, LookupRequest, LookupResponse, Passage, Prefixes, Signed, Source, TEXT_BUCKET,
};
use crate::error::Error;
use crate::text::Reading;
pub use ranking::{Ranking, rank};
pub use rule::Rule;

/// A document that is checked against an index.
///
/// ```
/// use twinprint::Document;
/// use twinprint::index::{LookupResponse, Design, Indexer, IndexCheck, Postings, Rule, Source, Stretch};
/// use twinprint::text::Span;
///
/// let design = Design::default();
/// let text = "Whoever copies a long sentence word for word from somewhere else will be told so here.";
/// let signed = Indexer::new(&design, None)?.sign(&Document::plain("essay.txt", text))?;
/// let mut check = IndexCheck::new(signed, &design, 1)?;
/// // An index with one document, which has all that is requested in its only passage.
/// let lookup = check.lookup();
/// let postings = Postings { passages: vec![0], truncated: false };
/// let answer = LookupResponse {
///     fingerprints: vec![Default::default(); lookup.fingerprints.len()],
///     shingles: vec![postings; lookup.shingles.len()],
///     ..LookupResponse::default()
/// };
/// check.take(&lookup, answer)?;
/// assert_eq!(check.sources_wanted(&[0]), [0]);
/// let whole = Stretch { words: 0..16, span: Span { start: 0, end: text.len() as u32 } };
/// let source = Source { id: "a".into(), title: None, url: None, words: 16, shingles: 1, first: 0, passages: vec![whole],
///     has_text: false, removed: false };
/// check.take_sources(0, vec![source]);
/// let findings = check.findings(&Rule::new(&design));
/// assert_eq!((findings.sources[0].id.as_str(), findings.share), ("a", 1.0));
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct IndexCheck {
    reading: Arc<Reading>,
    passages: Vec<Passage>,
    /// The fingerprints of its passages, sorted, each once.
    fingerprints: Vec<u64>,
    query: Query,
    /// How many passages the index has.
    passages_of_index: u64,
    design: Design,
    distances: Distances,
    recipe: String,
    evidence: Evidence,
    /// What follows from the evidence, once it was wanted.
    features_found: OnceCell<FeaturesFound>,
    comparing: Comparing,
}

impl IndexCheck {
    /// Of a document that was signed by the design of an index with this many passages: the more there are, the more of them have
    /// a pair of words by chance.
    ///
    /// # Errors
    /// As [`Design::check`] says.
    pub fn new(signed: Signed, design: &Design, passages_of_index: u64) -> Result<Self, Error> {
        let query = Query::new(&signed, design.shingles.w, design.window())?;
        let mut fingerprints: Vec<u64> =
            signed.passages.iter().flat_map(|passage| passage.fingerprints.iter().copied()).collect();
        fingerprints.sort_unstable();
        fingerprints.dedup();
        let comparing = Comparing::new(&signed);
        Ok(IndexCheck {
            evidence: Evidence::new(fingerprints.len(), query.hashes.len()),
            features_found: OnceCell::new(),
            reading: Arc::new(signed.reading),
            passages: signed.passages,
            fingerprints,
            query,
            passages_of_index,
            distances: Distances::of(design)?,
            design: design.clone(),
            recipe: alloc::format!("{}", design.id()),
            comparing,
        })
    }

    /// The document as it was read: findings' places are in its text to show.
    pub fn reading(&self) -> &Arc<Reading> {
        &self.reading
    }

    /// All there is to ask, with whole fingerprints and shingles.
    pub fn lookup(&self) -> LookupRequest {
        LookupRequest {
            fingerprints: self.fingerprints.clone(),
            k: self.design.k,
            shingles: self.query.hashes.clone(),
            ..LookupRequest::default()
        }
    }

    /// All there is to look up with the first `bits` bits of each fingerprint and shingle, 64 at most, so that whoever answers
    /// does not learn the rest.
    pub fn lookup_by_prefix(&self, bits: u32) -> LookupRequest {
        let mask = u64::MAX.checked_shl(64 - bits.min(64)).unwrap_or(0);
        let prefixes = |numbers: &[u64]| {
            let mut prefixes: Vec<u64> = numbers.iter().map(|number| number & mask).collect();
            prefixes.dedup();
            prefixes
        };
        let prefixes = Prefixes {
            bits: bits.min(64),
            fingerprints: prefixes(&self.fingerprints),
            shingles: prefixes(&self.query.hashes),
        };
        LookupRequest { k: self.design.k, prefixes, ..LookupRequest::default() }
    }

    /// The fingerprints to ask for once it is known where the document's shingles stand, sorted: those of passages of which
    /// enough words may be shared that a fingerprint near one counts ([`Rule::alike`]). Of all others it makes no
    /// difference what the index has; mostly they are most, and each costs more to look up than a shingle.
    pub fn fingerprints_wanted(&self, rule: &Rule) -> Vec<u64> {
        let shared = self.query.reachable(|hash| !self.evidence.postings[hash].is_empty());
        let counts = |passage: &&Passage| rule.confirms(&shared, &passage.words);
        let mut wanted: Vec<u64> = self
            .passages
            .iter()
            .filter(counts)
            .flat_map(|passage| passage.fingerprints.iter().copied())
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    /// Takes what an index says to a look-up: one of this check's, a part of it, or one with decoys among its own.
    ///
    /// # Errors
    /// [`Error::BadAnswer`] if there is not one answer for each fingerprint and shingle.
    pub fn take(&mut self, lookup: &LookupRequest, answer: LookupResponse) -> Result<(), Error> {
        self.features_found = OnceCell::new();
        self.evidence.take(lookup, answer, &self.fingerprints, &self.query, self.design.k)
    }

    /// The buckets of sources to ask for, given the number of the first passage of each: those with most of the document
    /// first, and none of which the sources are known.
    pub fn sources_wanted(&self, buckets: &[u64]) -> Vec<u32> {
        let shingles = self.query.items.iter().map(|item| item.hash as usize);
        self.evidence.sources_wanted(buckets, shingles, self.feature_evidence().suspected().iter().copied())
    }

    /// Takes the sources of a bucket.
    pub fn take_sources(&mut self, bucket: u32, sources: Vec<Source>) {
        self.evidence.take_sources(bucket.saturating_mul(BUCKET), sources);
    }

    /// The buckets of texts to ask for: of the sources that explain most, as many as the rule says. Some may then turn out to
    /// explain less, so that others come before them: ask until there are none.
    pub fn texts_wanted(&mut self, rule: &Rule) -> Vec<u32> {
        let capacity = rule.texts.saturating_sub(self.comparing.count());
        let candidates = self.candidates(rule);
        let ranking = candidates.rank(self.words(), rule.sources.max(rule.texts));
        let ranked = ranking.order.iter().map(|&(number, _)| &candidates.listed[number]);
        let ranked =
            ranked.filter(|candidate| candidate.compared.is_none()).map(|candidate| candidate.source);
        let wanted = ranked.chain(candidates.suspected.iter().copied()).filter_map(|source| {
            let source = &self.evidence.sources[source];
            let document = source.document.filter(|_| source.source.has_text);
            let document = document.filter(|&document| !self.comparing.was_asked(document))?;
            Some((document, source.source.url.clone()))
        });
        let wanted: Vec<(u32, Option<String>)> = wanted.take(capacity).collect();
        let buckets: BTreeSet<u32> = wanted.iter().map(|(document, _)| document / TEXT_BUCKET).collect();
        self.comparing.ask(wanted);
        buckets.into_iter().collect()
    }

    /// Takes the texts of a bucket and compares those that were wanted with the document.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] if the rule's shortest passage is no length for one.
    pub fn take_texts(&mut self, bucket: u32, texts: Vec<Option<String>>, rule: &Rule) -> Result<(), Error> {
        let first = bucket.saturating_mul(TEXT_BUCKET);
        self.comparing.take(first, texts, &self.reading, &self.design, rule)
    }

    /// The text of a source that the document was compared with, by the number of its first passage.
    pub fn text_of(&self, first: u64) -> Option<&str> {
        let source = self.evidence.sources.iter().find(|known| known.source.first == first)?;
        self.comparing.text(source.document?)
    }

    /// What the document has from the documents of the index, by the responses so far.
    pub fn findings(&self, rule: &Rule) -> Findings {
        self.candidates(rule).findings(self, rule)
    }

    fn words(&self) -> u32 {
        self.reading.hashes().len() as u32
    }
}
