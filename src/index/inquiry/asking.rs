//! An inquiry of an index that is in memory.

use super::{Inquiry, Rule};
use crate::error::Error;
use crate::index::{Corpus, Limits, Lookup};

impl Inquiry {
    /// Asks an index in memory for all that a rule wants to know; what is found is then in [`findings`](Inquiry::findings).
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
        let lookup = Lookup { sources: self.sources_wanted(&corpus.buckets()), ..Lookup::default() };
        let answer = corpus.answer(&lookup, limits)?;
        self.told.missing.extend(answer.missing);
        for (&bucket, sources) in lookup.sources.iter().zip(answer.sources) {
            self.take_sources(bucket, sources);
        }
        loop {
            let lookup = Lookup { texts: self.texts_wanted(rule), ..Lookup::default() };
            if lookup.texts.is_empty() {
                return Ok(());
            }
            let answer = corpus.answer(&lookup, limits)?;
            self.told.missing.extend(answer.missing);
            for (&bucket, texts) in lookup.texts.iter().zip(answer.texts) {
                self.take_texts(bucket, texts, rule)?;
            }
        }
    }
}
