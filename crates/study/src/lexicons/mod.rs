//! The fusion paper's experiments on labelled documents, and what it leaves open: simhashes of shingles from one lexicon or
//! several, alike when *any* of their distances or the *sum* of them is small.
//!
//! Naively every setting is a pass over the documents. Here documents are signed once for each shingle length, draw of
//! lexicons and kind of terms, by fingerprints of 128 bits from the greatest number of lexicons: one of 32 bits is the low part
//! of one of 64, and that of one of 128; and the first lexicons of ten are those of five. Every other setting is cut out of
//! these (`fingerprints`). How a setting tells duplicates is [`eval`](crate::eval)'s to say.
//!
//! Labelled pairs are halved. Thresholds and settings are chosen on one half and judged on the other, both ways.

mod by_lexicons;
mod choice;
mod design;
mod findings;
mod fingerprints;
mod report;
mod shares;
mod shingles;
mod terms;
mod trials;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::form::Study;
use crate::eval::Truth;
use twinprint::lexicon::Model;
use twinprint::simhash::{Bits, Rule};
use twinprint::text::TextOptions;
use twinprint_native::corpus::{DocumentSize, Source, Unread};
use twinprint_native::sketches::{Sketches, sketch_all};
use twinprint_native::{Error, replace};

pub use design::LexiconsDesign;
pub use fingerprints::cut;
pub use trials::{LexiconTrial, Setting, SettingTrials, ThresholdFigures};

/// What is tried, and how it is judged.
#[derive(Debug, Clone)]
pub struct LexiconsOptions {
    /// What documents are made into, before shingles: stop words out and stems, as the paper has it.
    pub text: TextOptions,
    /// What words weigh; without a model each weighs one.
    pub model: Option<Arc<Model>>,
    /// The lengths of fingerprints, of 32, 64 and 128 bits.
    pub bits: Vec<Bits>,
    /// Shingles of one word to this many.
    pub longest: usize,
    /// One lexicon to this many.
    pub lexicons: usize,
    /// How often lexicons are drawn, each time others.
    pub draws: usize,
    /// What the lexicons and the samples of the bootstrap are drawn from.
    pub seed: u64,
    /// Whether each source is looked up among all documents, as in the paper (section 4), or else all pairs count.
    pub queries: bool,
    /// Samples of the bootstrap.
    pub rounds: usize,
}

impl LexiconsOptions {
    /// As the paper has it, with 32 and 64 bits and five draws.
    pub fn new(text: TextOptions, model: Option<Arc<Model>>) -> Self {
        LexiconsOptions {
            text,
            model,
            bits: std::vec![Bits::B32, Bits::B64],
            longest: 5,
            lexicons: 10,
            draws: 5,
            seed: 1,
            queries: false,
            rounds: 1000,
        }
    }
}

/// The documents of a study, signed.
#[derive(Debug)]
pub struct Signed {
    design: LexiconsDesign,
    sketches: Sketches,
}

impl Signed {
    /// Signs documents by all that the study needs. `on_document` is called for each with its size and what is wrong with it, if anything.
    ///
    /// # Errors
    /// [`Error::Core`] if the options ask for what cannot be, as phrases of a model that fits other terms.
    pub fn new(
        options: &LexiconsOptions,
        documents: impl Iterator<Item = Result<Source, Unread>>,
        on_document: impl FnMut(DocumentSize, Result<(), &Error>),
    ) -> Result<Self, Error> {
        let design = LexiconsDesign::new(options)?;
        let sketches = sketch_all(documents, design.methods(), options.model.as_ref(), on_document)?;
        Ok(Signed { design, sketches })
    }

    /// The names of the documents in their order.
    pub fn names(&self) -> Vec<&str> {
        self.sketches.documents.iter().map(|document| &*document.name).collect()
    }

    /// How many settings will be tried.
    pub fn settings(&self) -> usize {
        self.design.settings().len()
    }

    /// Tries every setting; `step` is called after each. What came of a setting is kept in a folder, if there is one, and taken from
    /// there when it is there: the folder is of these documents, labels and options.
    ///
    /// # Errors
    /// [`Error::Unwritable`] of the folder.
    pub fn try_all(
        &self,
        options: &LexiconsOptions,
        truth: &Truth,
        state: Option<&Path>,
        step: impl Fn(),
    ) -> Result<Vec<SettingTrials>, Error> {
        let trials = |(number, setting): (usize, &Setting)| {
            let path = state.map(|folder| folder.join(std::format!("setting-{number}.json")));
            let kept = path.as_ref().and_then(|path| serde_json::from_slice(&fs::read(path).ok()?).ok());
            let trials = match kept {
                Some(draws) => {
                    SettingTrials { setting: *setting, draws, rounds: (options.rounds, options.seed) }
                }
                None => {
                    let trials = SettingTrials::new(&self.design, &self.sketches, truth, options, setting);
                    if let Some(path) = path {
                        // Numbers always have a form in JSON.
                        replace(&path, &serde_json::to_vec(&trials.draws).unwrap_or_default())?;
                    }
                    trials
                }
            };
            step();
            Ok(trials)
        };
        self.design.settings().iter().enumerate().map(trials).collect()
    }

    /// The report on what was tried.
    pub fn report(&self, options: &LexiconsOptions, truth: &Truth, trials: &[SettingTrials]) -> Study {
        report::study(&self.design, &self.sketches, truth, options, trials)
    }
}

/// The name of a rule in the report.
fn rule_name(rule: Rule) -> &'static str {
    match rule {
        Rule::Any => "any",
        Rule::Sum => "sum",
        Rule::Majority => "majority",
    }
}
