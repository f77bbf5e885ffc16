//! A document checked against an index that is in memory.

use super::{IndexCheck, Rule};
use crate::error::Error;
use crate::index::{Corpus, Limits, LookupRequest};

impl IndexCheck {
    /// Asks an index in memory for all that a rule wants to know; what is found is then in [`findings`](IndexCheck::findings).
    ///
    /// # Errors
    /// What [`Corpus::answer`] says. What is damaged is no error, but [missing](super::super::Findings::missing).
    pub fn ask<D: AsRef<[u8]>>(
        &mut self,
        corpus: &Corpus<D>,
        limits: &Limits,
        rule: &Rule,
    ) -> Result<(), Error> {
        let lookup = self.lookup().shingles_only();
        self.take(&lookup, corpus.answer(&lookup, limits)?)?;
        let lookup = self.lookup().fingerprints_only(&self.fingerprints_wanted(rule));
        self.take(&lookup, corpus.answer(&lookup, limits)?)?;
        let lookup =
            LookupRequest { sources: self.sources_wanted(&corpus.buckets()), ..LookupRequest::default() };
        let answer = corpus.answer(&lookup, limits)?;
        self.evidence.missing.extend(answer.missing);
        for (&bucket, sources) in lookup.sources.iter().zip(answer.sources) {
            self.take_sources(bucket, sources);
        }
        loop {
            let lookup = LookupRequest { texts: self.texts_wanted(rule), ..LookupRequest::default() };
            if lookup.texts.is_empty() {
                return Ok(());
            }
            let answer = corpus.answer(&lookup, limits)?;
            self.evidence.missing.extend(answer.missing);
            for (&bucket, texts) in lookup.texts.iter().zip(answer.texts) {
                self.take_texts(bucket, texts, rule)?;
            }
        }
    }
}
