//! An index that is a list, asked by going through it: the naive twin of what stands behind a service.

use twinprint::Error;
use twinprint::index::service::{IndexBackend, Service};
use twinprint::index::{
    Design, Layout, Limits, LookupRequest, LookupResponse, Manifest, Near, NearMatch, Postings, Shingles,
    Source, Stretch,
};
use twinprint::text::Span;

/// Fingerprints and shingles, each with a passage; document `n` has passage `n` alone.
#[derive(Debug, Clone, Default)]
pub(super) struct Fake {
    pub(super) fingerprints: Vec<(u64, u64)>,
    pub(super) shingles: Vec<(u64, u64)>,
    pub(super) documents: u64,
    /// How many more passages its sources say that a document has.
    pub(super) more: usize,
    pub(super) texts: Vec<Option<String>>,
    pub(super) missing: Vec<String>,
    pub(super) damaged: bool,
}

pub(super) const INDEX: u64 = 0x0123_4567_89AB_CDEF;

pub(super) fn manifest() -> Manifest {
    let design = Design::default();
    Manifest {
        documents: 3,
        passages: 3,
        checksum: format!("{INDEX:016x}"),
        ..Manifest::empty(&design, Layout { tables: 4, parts: 1, texts: true })
    }
}

impl Fake {
    pub(super) fn service(self) -> Service<Fake> {
        Service::new(self, manifest()).expect("a whole manifest")
    }

    fn near(&self, query: u64, bits: u32, k: u32, limits: &Limits) -> Near {
        let high = |number: u64| number.checked_shr(64 - bits).unwrap_or(0);
        let mut matches: Vec<(u32, NearMatch)> = Vec::new();
        for &(fingerprint, passage) in &self.fingerprints {
            let distance = high(query ^ fingerprint).count_ones();
            let known = matches.iter_mut().find(|(_, found)| found.fingerprint == fingerprint);
            match known {
                Some((_, found)) => {
                    found.passages.push(passage);
                    found.count += 1;
                }
                None if distance <= k => {
                    matches.push((distance, NearMatch { fingerprint, passages: vec![passage], count: 1 }));
                }
                None => {}
            }
        }
        matches.sort_by_key(|(distance, found)| (*distance, found.fingerprint));
        let truncated = matches.len() > limits.matches;
        matches.truncate(limits.matches);
        let mut matches: Vec<NearMatch> = matches.into_iter().map(|(_, found)| found).collect();
        for found in &mut matches {
            found.passages.sort_unstable();
            found.passages.dedup();
            found.count = found.passages.len() as u64;
            found.passages.truncate(limits.passages);
        }
        Near { matches, truncated }
    }

    fn source(&self, number: u64) -> Source {
        Source {
            id: format!("document-{number}"),
            title: number.is_multiple_of(2).then(|| format!("\"{number}\" ≈ ½")),
            url: None,
            words: 7,
            shingles: 1,
            first: number,
            passages: vec![Stretch { words: 0..7, span: Span { start: 0, end: 40 } }; 1 + self.more],
            has_text: false,
            removed: false,
        }
    }
}

impl IndexBackend for Fake {
    fn answer(&self, lookup: &LookupRequest, limits: &Limits) -> Result<LookupResponse, Error> {
        if self.damaged {
            return Err(Error::BadTable { table: "t00.tws".into(), problem: "a checksum is wrong".into() });
        }
        let prefixes = &lookup.prefixes;
        let near = |queries: &[u64], bits| {
            queries.iter().map(|&query| self.near(query, bits, lookup.k, limits)).collect()
        };
        let postings = |&shingle: &u64| {
            let found = self.shingles.iter().filter(|(hash, _)| *hash == shingle);
            let mut passages: Vec<u64> = found.map(|(_, passage)| *passage).collect();
            passages.sort_unstable();
            let truncated = passages.len() > limits.passages;
            passages.truncate(limits.passages);
            Postings { passages, truncated }
        };
        let beginning = |prefix: &u64| {
            let begins = |hash: u64| (prefix ^ hash).checked_shr(64 - prefixes.bits).unwrap_or(0) == 0;
            let mut postings: Vec<_> =
                self.shingles.iter().copied().filter(|(hash, _)| begins(*hash)).collect();
            postings.sort_unstable();
            Shingles { postings, bits: 64, truncated: false }
        };
        let bucket = |&bucket: &u32| {
            let first = u64::from(bucket) * 64;
            (first..(first + 64).min(self.documents)).map(|number| self.source(number)).collect()
        };
        let texts =
            |&bucket: &u32| self.texts.iter().skip(bucket as usize * 8).take(8).cloned().collect::<Vec<_>>();
        let fingerprints: Vec<Near> = near(&lookup.fingerprints, 64);
        let described = if lookup.describe {
            let found = fingerprints.iter().flat_map(|near| &near.matches).flat_map(|found| &found.passages);
            let mut passages: Vec<u64> = found.copied().collect();
            passages.sort_unstable();
            passages.dedup();
            passages.into_iter().map(|passage| self.source(passage)).collect()
        } else {
            Vec::new()
        };
        Ok(LookupResponse {
            fingerprints,
            shingles: lookup.shingles.iter().map(postings).collect(),
            fingerprint_prefixes: near(&prefixes.fingerprints, prefixes.bits),
            shingle_prefixes: prefixes.shingles.iter().map(beginning).collect(),
            sources: lookup.sources.iter().map(bucket).collect(),
            texts: lookup.texts.iter().map(texts).collect(),
            described,
            missing: self.missing.clone(),
        })
    }

    fn buckets(&self) -> Vec<u64> {
        vec![0, 64, 128]
    }

    fn model(&self) -> Option<&[u8]> {
        None
    }

    fn boilerplate(&self) -> Option<&[u8]> {
        None
    }

    fn missing(&self) -> Vec<String> {
        self.missing.clone()
    }
}
