//! The arguments of `twinprint study sampling`.

use std::ffi::OsString;

use clap::Args;

use super::{OutputArguments, SiteArguments};
use crate::args::ResourceArguments;

const EXAMPLES: &str = "\
Examples:
  twinprint study sampling pages.jsonl.zst -o sampling
  twinprint study sampling crawl --threshold 0.9 --precision 0.95 -o sampling --memory 4GiB
  twinprint scan crawl --method sampled --plan sampling/plan.json

The folder has a report (index.html), its figures as SVG and CSV, its tables as CSV, and plan.json, which twinprint scan takes. \
The same command goes on there if it was stopped.

Exit status: 0 done; 3 done, but a file that was named is not there; 2 an error, nothing was done.";

/// What sampling of shingles costs in precision and recall, and the samples that are precise enough (Ye, Wen and Ma)
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Sampling {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    #[command(flatten)]
    pub(crate) form: OutputArguments,

    /// Words in a shingle
    #[arg(short, long = "shingle", value_name = "W", default_value_t = 10, help_heading = "Trials")]
    pub(crate) w: usize,

    /// The ratios: one shingle in N; every remainder is a trial
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2,4,8,16,25,32,64", help_heading = "Trials",
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) ratios: Vec<u32>,

    /// How many words the documents of each group of lengths have at least, but for the first group [default: the paper's, 500, 1000, 2000 to 9000]
    #[arg(long, value_name = "WORDS", value_delimiter = ',', help_heading = "Trials")]
    pub(crate) borders: Vec<u32>,

    /// The least resemblance of a matching pair, from 0.5 to 0.99: for the plan, and where one threshold is shown
    #[arg(long, value_name = "SHARE", default_value = "0.85", value_parser = threshold, help_heading = "Plan")]
    pub(crate) threshold: u32,

    /// The precision that the plan shall have
    #[arg(long, value_name = "SHARE", default_value_t = 0.85, value_parser = super::super::share, help_heading = "Plan")]
    pub(crate) precision: f64,

    /// The share of the documents that the plan is chosen by; it is tried on the others [default: a tenth, or what makes 30,000 of
    /// them, at most a half]
    #[arg(long, value_name = "SHARE", value_parser = super::super::share, help_heading = "Plan")]
    pub(crate) sample: Option<f64>,

    #[command(flatten)]
    pub(crate) sites: SiteArguments,

    #[command(flatten)]
    pub(crate) means: ResourceArguments,
}

/// A threshold in hundredths, and no finer.
fn threshold(text: &str) -> Result<u32, &'static str> {
    let share: Option<f64> = text.parse().ok();
    let hundredths = share.and_then(twinprint_study::sampling::adaptive::whole_hundredths);
    hundredths.ok_or("give a number from 0.5 to 0.99, of two decimals at most")
}
