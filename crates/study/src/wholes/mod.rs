//! By which fingerprints documents should be known as wholes: what finds most edited copies at equal bytes, and keeps away what is none.
//!
//! Naively designs are compared at thresholds of their own. Here each has the largest distance at which it does what all have to: one wrong
//! answer in a hundred look-ups among so many documents, by the tail of the distances of unrelated ones; and of forms of one template, and of
//! documents with the same words in another order, one in a hundred at most. What a design finds at that distance can be held against what another
//! finds of as many bytes.
//!
//! Copies, forms and decoys are made of the corpus's own documents, so that they are in its language. The sources of copies are halved: one half
//! chooses, and what is reported is of the other.

mod candidate;
mod distance;
mod drawn;
mod made;
mod report;
mod signing;
mod trial;

use std::sync::Arc;

use super::form::Study;
use twinprint::lexicon::Model;
use twinprint_native::Error;

pub use candidate::{Candidate, Kind, Part, candidates};
pub use distance::{DistanceRule, Tail};
pub use drawn::DrawnTexts;
pub use made::{EditedCopy, MadeTexts, SHARES};
pub use trial::WholesTrial;

/// The bytes of a document that designs are compared at.
pub const BYTES: [usize; 3] = [16, 32, 64];

/// What is tried, and what all of it has to do.
#[derive(Debug, Clone)]
pub struct WholesOptions {
    /// What terms of simhashes weigh; without a model each weighs one.
    pub model: Option<Arc<Model>>,
    /// Of how many documents edited copies are made.
    pub sources: usize,
    /// Among how many documents one look-up in a hundred may have a wrong answer.
    pub among: u64,
    /// What edits, forms and samples of the bootstrap are drawn from.
    pub seed: u64,
}

/// Tries all candidates on documents' texts, each of which is at least [`LEAST_WORDS`](MadeTexts::LEAST_WORDS) words, and reports. `step` is called after
/// each candidate. `corpus` is what it is called.
///
/// # Errors
/// [`Error::Core`] of fewer than forty texts that are not related, and for a model that does not fit.
pub fn wholes(options: &WholesOptions, texts: Vec<String>, step: impl Fn() + Sync) -> Result<Study, Error> {
    let made = MadeTexts::of(texts, options)?;
    let candidates = candidates();
    let prints = signing::sign(&made, &candidates, options.model.as_ref())?;
    let trials: Vec<WholesTrial> = candidates
        .iter()
        .map(|candidate| {
            let trial = WholesTrial::of(candidate, &made, &prints, options.among);
            step();
            trial
        })
        .collect();
    Ok(report::study(options, &made, &trials))
}

/// How many candidates there are.
pub fn count() -> usize {
    candidates().len()
}
