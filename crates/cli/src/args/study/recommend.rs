//! The arguments of `twinprint study recommend`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use twinprint::Error::InvalidOption;
use twinprint::sketch::SiteRule;
use twinprint_native::Error;
use twinprint_study::recommend::{Budget, RecommendOptions};
use twinprint_study::wholes::WholesOptions;

use super::OutputArguments;
use crate::args::{ResourceArguments, size};
use crate::methods;

const EXAMPLES: &str = "\
Examples:
  twinprint study recommend pages.jsonl.zst --precision 0.95 --recall 0.9 -o recommended
  twinprint study recommend articles --recall 0.99 --at-least 0.8 --budget 200MiB -o recommended
  twinprint study recommend articles --recall 0.9 --budget 60s -o recommended
  twinprint study recommend articles --find documents -o recommended

All pairs are found by an exact join, and methods are tried on a sample of the documents. The answer is a command of \"twinprint \
scan\", with how sure it is that it reaches these goals. alone.txt has the documents that are proven to have no near-duplicate.

With --find documents the answer is by what fingerprints of 16, 32 and 64 bytes an index of documents as wholes finds most edited copies: they are made of \
documents of the corpus, and so is what must not be found, forms of one template and the same words in another order.

With a budget in seconds the report has times, and is not the same from run to run.

Exit status: 0 done; 3 done, but a file that was named is not there; 2 an error, nothing was done.";

/// Which method reaches a precision and a recall on a corpus, at what cost, and what need not be compared
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Recommend {
    /// Files, folders, or patterns in quotes
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    /// What is to be found: pairs of the corpus, or documents as wholes by a few bytes of each
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, help_heading = "Goals")]
    find: Sought,

    /// With --find documents: of how many documents edited copies are made [default: 40]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000), help_heading = "What is tried")]
    sources: Option<u64>,

    /// With --find documents: among how many one look-up in a hundred may have a wrong answer [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(100..), help_heading = "Goals")]
    among: Option<u64>,

    /// The least share of the pairs found that must match
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = super::super::share, help_heading = "Goals")]
    precision: f64,

    /// The least share of the matching pairs that must be found
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, value_parser = super::super::share, help_heading = "Goals")]
    recall: f64,

    /// What it may cost for the whole corpus: seconds, as 60s, or bytes that documents are compared by, as 2GiB
    #[arg(long, value_name = "COST", value_parser = budget, help_heading = "Goals")]
    budget: Option<Budget>,

    /// Words in a shingle
    #[arg(short, long = "shingle", value_name = "W", default_value_t = 10, help_heading = "What matches")]
    w: usize,

    /// The least resemblance of a matching pair, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = super::super::least_share, help_heading = "What matches")]
    at_least: f64,

    /// A method to try, instead of the usual ones (repeatable)
    #[arg(long, value_name = "METHOD", help_heading = "What is tried")]
    method: Vec<String>,

    /// Term weights: a model's file, english for the one built in, or none
    #[arg(long, value_name = "MODEL", default_value = "english", help_heading = "What is tried")]
    model: String,

    /// How sites are read from URLs: by the host's labels, or by the public-suffix list; intervals are by sites
    #[arg(long, value_name = "RULE", default_value = "labels", help_heading = "What is tried")]
    site: String,

    /// The most documents that methods are tried on [default: 20000; with --find documents, 2000]
    #[arg(long, value_name = "N", help_heading = "What is tried")]
    sample: Option<usize>,

    #[command(flatten)]
    means: ResourceArguments,

    #[command(flatten)]
    pub(crate) form: OutputArguments,
}

/// What is to be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Sought {
    /// Pairs of the corpus that match
    #[default]
    Pairs,
    /// Documents that others are near-duplicates of, as wholes
    Documents,
}

/// How many documents methods are tried on, and fingerprints of documents as wholes, of which all pairs are compared.
const PAIRS_SAMPLE: usize = 20_000;
const WHOLES_SAMPLE: usize = 2_000;

impl Recommend {
    /// What is tried of documents as wholes, and on how many, if these are to be found.
    pub(crate) fn wholes(&self) -> Result<Option<(WholesOptions, usize)>, Error> {
        let refused = |option, value: &str, expected| {
            Err(Error::Core(InvalidOption { option, value: value.into(), expected }))
        };
        if self.find == Sought::Pairs {
            let given = [("sources", self.sources), ("among", self.among)];
            return match given.into_iter().find_map(|(option, value)| Some((option, value?))) {
                None => Ok(None),
                Some((option, value)) => {
                    refused(option, &value.to_string(), "documents as wholes to be found: --find documents")
                }
            };
        }
        let is_of_pairs = self.budget.is_some()
            || !self.method.is_empty()
            || (self.precision, self.recall, self.at_least, self.w) != (1.0, 0.9, 0.5, 10);
        if is_of_pairs {
            let expected = "pairs, with --precision, --recall, --budget, --shingle, --at-least or --method: for documents as wholes designs are \
                            chosen by what they find at equal bytes";
            return refused("find", "documents", expected);
        }
        let options = WholesOptions {
            model: methods::model(&self.model)?,
            sources: self.sources.unwrap_or(40) as usize,
            among: self.among.unwrap_or(1_000_000),
            seed: self.form.seed,
        };
        Ok(Some((options, self.sample.unwrap_or(WHOLES_SAMPLE))))
    }

    pub(crate) fn options(&self) -> Result<RecommendOptions, Error> {
        let thousandths = (self.at_least * 1000.0).round() as u32;
        let model = methods::model(&self.model)?;
        let methods = match self.method.is_empty() {
            true => RecommendOptions::usual(thousandths),
            false => {
                let parsed = self.method.iter().map(|line| methods::method("--method", line, model.as_ref()));
                parsed.map(|method| method.map(|(line, _)| line)).collect::<Result<_, _>>()?
            }
        };
        Ok(RecommendOptions {
            methods,
            model,
            w: self.w,
            thousandths,
            precision: self.precision,
            recall: self.recall,
            budget: self.budget,
            site: Some(SiteRule::from_name(&self.site)?),
            sample: self.sample.unwrap_or(PAIRS_SAMPLE),
            seed: self.form.seed,
            place: self.means.place(),
        })
    }
}

fn budget(text: &str) -> Result<Budget, &'static str> {
    let seconds =
        text.strip_suffix('s').map(|seconds| seconds.parse::<f64>().ok().filter(|seconds| *seconds >= 0.0));
    match seconds {
        Some(Some(seconds)) => Ok(Budget::Seconds(seconds)),
        Some(None) => Err("give seconds, as 60s, or bytes, as 2GiB"),
        None => size(text).map(Budget::Bytes),
    }
}
