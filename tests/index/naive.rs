//! An index by its definition: every look-up is a walk over all documents.

use std::collections::BTreeMap;

use twinprint::Document;
use twinprint::index::{
    BUCKET, Design, Findings, IndexCheck, Indexer, LookupRequest, LookupResponse, Near, NearMatch, Postings,
    Rule, Shingles, Source, TEXT_BUCKET,
};

/// Documents with the numbers that their passages have in an index.
pub(super) struct Naive {
    pub(super) design: Design,
    pub(super) sources: Vec<Source>,
    pub(super) texts: Vec<Option<String>>,
    prints: Vec<(u64, u64)>,
    shingles: Vec<(u64, u64)>,
    passages: u64,
}

/// How an index is asked.
#[derive(Debug, Clone, Copy)]
pub(super) enum By {
    Whole,
    Prefix(u32),
}

impl Naive {
    pub(super) fn new(design: &Design) -> Self {
        Naive {
            design: design.clone(),
            sources: Vec::new(),
            texts: Vec::new(),
            prints: Vec::new(),
            shingles: Vec::new(),
            passages: 0,
        }
    }

    /// An index of texts, which it keeps.
    pub(super) fn of(design: &Design, texts: &[String]) -> Self {
        let mut naive = Naive::new(design);
        texts.iter().enumerate().for_each(|(number, text)| naive.add(&number.to_string(), text, true));
        naive
    }

    pub(super) fn add(&mut self, id: &str, text: &str, keep: bool) {
        let signed = Indexer::new(&self.design, None).unwrap().sign(&Document::plain(id, text)).unwrap();
        let mut source = signed.source(id, None, None, &self.design).unwrap();
        (source.first, source.has_text) = (self.passages, keep);
        for (passage, number) in signed.passages.iter().zip(self.passages..) {
            self.prints.extend(passage.fingerprints.iter().map(|&print| (print, number)));
        }
        let pairs = signed.pairs.iter().map(|pair| (pair.hash, pair.words.start));
        for (hash, word) in signed.selected(self.design.window()).unwrap().into_iter().chain(pairs) {
            self.shingles.push((hash, self.passages + u64::from(signed.passage_of(word))));
        }
        self.passages += source.passages.len() as u64;
        self.sources.push(source);
        self.texts.push(keep.then(|| text.into()));
    }

    /// The first passage of each bucket.
    pub(super) fn buckets(&self) -> Vec<u64> {
        self.sources.chunks(BUCKET as usize).map(|bucket| bucket[0].first).collect()
    }

    pub(super) fn answer(&self, lookup: &LookupRequest) -> LookupResponse {
        let bits = lookup.prefixes.bits;
        let begins = |number: u64, prefix: u64, within: u32| {
            bits == 0 || ((number ^ prefix) >> (64 - bits)).count_ones() <= within
        };
        let near = |is_near: &dyn Fn(u64) -> bool| {
            let mut found: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
            for &(print, passage) in self.prints.iter().filter(|(print, _)| is_near(*print)) {
                found.entry(print).or_default().push(passage);
            }
            let matches = found.into_iter().map(|(fingerprint, passages)| NearMatch {
                fingerprint,
                count: passages.len() as u64,
                passages,
            });
            Near { matches: matches.collect(), truncated: false }
        };
        let near_one = |&print: &u64| near(&|other| (other ^ print).count_ones() <= lookup.k);
        let postings = |&hash: &u64| {
            let mut passages: Vec<u64> = self
                .shingles
                .iter()
                .filter(|(other, _)| *other == hash)
                .map(|&(_, passage)| passage)
                .collect();
            passages.sort_unstable();
            passages.dedup();
            Postings { passages, truncated: false }
        };
        let shingles = |&prefix: &u64| {
            // As if the lowest bits had been written over.
            let mut postings: Vec<(u64, u64)> =
                self.shingles.iter().filter(|(hash, _)| begins(*hash, prefix, 0)).copied().collect();
            postings.iter_mut().for_each(|(hash, _)| *hash &= u64::MAX << 10);
            postings.sort_unstable();
            Shingles { postings, bits: 54, truncated: false }
        };
        let bucket = |&number: &u32| {
            self.sources.chunks(BUCKET as usize).nth(number as usize).unwrap_or_default().to_vec()
        };
        let texts = |&number: &u32| {
            self.texts.chunks(TEXT_BUCKET as usize).nth(number as usize).unwrap_or_default().to_vec()
        };
        LookupResponse {
            fingerprints: lookup.fingerprints.iter().map(near_one).collect(),
            shingles: lookup.shingles.iter().map(postings).collect(),
            fingerprint_prefixes: lookup
                .prefixes
                .fingerprints
                .iter()
                .map(|&prefix| near(&|print| begins(print, prefix, lookup.k)))
                .collect(),
            shingle_prefixes: lookup.prefixes.shingles.iter().map(shingles).collect(),
            sources: lookup.sources.iter().map(bucket).collect(),
            texts: lookup.texts.iter().map(texts).collect(),
            ..LookupResponse::default()
        }
    }

    /// A check of a document that knows which passages share something with it, and of which sources they are.
    pub(super) fn check(&self, text: &str, by: By) -> IndexCheck {
        let signed =
            Indexer::new(&self.design, None).unwrap().sign(&Document::plain("document", text)).unwrap();
        let mut check = IndexCheck::new(signed, &self.design, self.passages).unwrap();
        let lookup = match by {
            By::Whole => check.lookup(),
            By::Prefix(bits) => check.lookup_by_prefix(bits),
        };
        check.take(&lookup, self.answer(&lookup)).unwrap();
        self.describe(&mut check);
        check
    }

    /// Tells the sources of all passages found.
    pub(super) fn describe(&self, check: &mut IndexCheck) {
        let lookup =
            LookupRequest { sources: check.sources_wanted(&self.buckets()), ..LookupRequest::default() };
        for (bucket, sources) in lookup.sources.iter().zip(self.answer(&lookup).sources) {
            check.take_sources(*bucket, sources);
        }
        assert!(check.sources_wanted(&self.buckets()).is_empty(), "all are known now");
    }

    /// What a document has from the index, with the texts of sources.
    pub(super) fn findings(&self, text: &str, rule: &Rule) -> Findings {
        let mut check = self.check(text, By::Whole);
        self.compare(&mut check, rule);
        check.findings(rule)
    }

    /// Tells all texts that are wanted.
    pub(super) fn compare(&self, check: &mut IndexCheck, rule: &Rule) {
        loop {
            let lookup = LookupRequest { texts: check.texts_wanted(rule), ..LookupRequest::default() };
            if lookup.texts.is_empty() {
                return;
            }
            for (bucket, texts) in lookup.texts.iter().zip(self.answer(&lookup).texts) {
                check.take_texts(*bucket, texts, rule).unwrap();
            }
        }
    }
}
