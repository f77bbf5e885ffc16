//! Which method and parameters reach the precision and recall that are asked for on a corpus, at what cost, and how sure that
//! is; and which documents need not be compared at all (Manku, Jain and Das Sarma 2007, section 6, question B).
//!
//! Naively every method is run on the whole corpus and compared with the truth. Here the truth is found once by an exact join,
//! and methods are tried on a sample of the documents, drawn evenly: a pair of the corpus is in the sample as likely as any other,
//! alike or not, so that shares of pairs are what they are in the corpus. The join's own first step says which documents have no
//! near-duplicate: one that shares too few of its shingles with all others together ([`alone`]).

mod choose;
mod measure;
mod report;
mod sample;

use std::sync::Arc;

use twinprint::lexicon::Model;
use twinprint::sketch::SiteRule;
use twinprint_native::overlap::{Need, Workspace};

pub use choose::{Budget, Offer, Sure, choose};
pub use measure::{CorpusSurvey, MethodTrial, ingest, measure, survey};
pub use report::study;
pub use sample::DocumentSample;

#[doc(inline)]
pub use twinprint_native::overlap::alone;

/// What is asked for.
#[derive(Debug, Clone)]
pub struct RecommendOptions {
    /// Methods, as they are written in a line.
    pub methods: Vec<String>,
    /// What their terms are weighed by.
    pub model: Option<Arc<Model>>,
    /// The words of a shingle, by which documents are alike.
    pub w: usize,
    /// The least resemblance of two that are, in thousandths.
    pub thousandths: u32,
    /// The least share of pairs given that shall be alike.
    pub precision: f64,
    /// The least share of the pairs that are alike that shall be given.
    pub recall: f64,
    /// What a method may cost for the whole corpus.
    pub budget: Option<Budget>,
    /// How sites are read from URLs: intervals are by them.
    pub site: Option<SiteRule>,
    /// The most documents that methods are tried on.
    pub sample: usize,
    /// What they are drawn by.
    pub seed: u64,
    /// Where it is done.
    pub place: Workspace,
}

impl RecommendOptions {
    /// The methods that are tried by default, by the least resemblance that counts.
    pub fn usual(thousandths: u32) -> Vec<String> {
        let least = f64::from(thousandths) / 1000.0;
        let estimates = [
            "sampled:divisor=8",
            "sampled:divisor=25",
            "adaptive",
            "winnowed",
            "minhash:values=32",
            "minhash:values=128",
        ];
        let joined = |line: &str| {
            let sign = if line.contains(':') { ',' } else { ':' };
            std::format!("{line}{sign}at-least={least}")
        };
        let own = [
            "adaptive:measure=in-common,at-least=2",
            "minhash:values=84,measure=agreeing,at-least=2",
            "supershingle:at-least=1",
            "supershingle:at-least=2",
            "simhash:k=3",
            "simhash:k=6",
            "simhash-shingle:k=6",
            "simhash-lexicons:k=6",
            "imatch",
            "imatch-lexicons",
        ];
        estimates.iter().map(|line| joined(line)).chain(own.map(Into::into)).collect()
    }

    pub(super) fn need(&self) -> Need {
        Need::Resemblance { thousandths: self.thousandths }
    }
}
