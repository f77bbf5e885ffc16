//! The arguments of `twinprint study hamming`.

use std::ffi::OsString;

use clap::Args;
use twinprint_study::hamming::Lengths;

use super::{JudgeArguments, OutputArguments, SiteArguments};
use crate::args::ResourceArguments;

const EXAMPLES: &str = "\
Examples:
  twinprint study hamming pages.jsonl.zst -o found
  twinprint study hamming pages.jsonl.zst --precision 0.9 --correct 0.9 --undecided 0.6 -o found
  twinprint study hamming pages.jsonl.zst -o found --to-label pairs
  twinprint study label pairs
  twinprint study label pairs --by-rule
  twinprint study hamming pages.jsonl.zst -o found --labels pairs

All pairs of documents whose fingerprints differ in at most 10 bits are found and counted; the same number is drawn at each distance, and \
judged by the exact resemblance of their shingles, or by a person. For each length of documents the report says how many of the pairs \
within k bits are near-duplicates, how many of the near-duplicates they are, and which k to take.

A study that was stopped goes on where it was.

Exit status: 0 done; 3 done, but a file that was named is not there; 2 an error, nothing was done.";

/// Within how many bits near-duplicates are: precision and recall of k (Manku, Jain and Das Sarma 2007)
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Hamming {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    #[command(flatten)]
    pub(crate) form: OutputArguments,

    /// The simhash, of 64 bits and one lexicon; its parameters after a colon, as in "twinprint eval --help"
    #[arg(long, value_name = "METHOD", default_value = "simhash", help_heading = "What is measured")]
    pub(crate) method: String,

    /// Term weights: a model's file, english for the one built in, or none
    #[arg(long, value_name = "MODEL", default_value = "english", help_heading = "What is measured")]
    pub(crate) model: String,

    #[command(flatten)]
    pub(crate) sites: SiteArguments,

    /// The largest distance, in bits
    #[arg(long, value_name = "BITS", default_value_t = 10, help_heading = "What is measured",
        value_parser = clap::value_parser!(u32).range(1..=16))]
    pub(crate) bits: u32,

    /// Where groups of lengths begin, in words of a pair's shorter document
    #[arg(
        long,
        value_name = "WORDS",
        value_delimiter = ',',
        default_value = "100,200,500,1000,2000",
        help_heading = "What is measured"
    )]
    lengths: Vec<u32>,

    /// The precision for which a k is recommended
    #[arg(long, value_name = "SHARE", default_value_t = 0.75, value_parser = super::super::share,
        help_heading = "What is measured")]
    pub(crate) precision: f64,

    /// Pairs drawn at each distance, and again of each length
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Who judges",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: u32,

    #[command(flatten)]
    pub(crate) judge: JudgeArguments,

    #[command(flatten)]
    pub(crate) means: ResourceArguments,
}

impl Hamming {
    /// How many pairs are drawn at each distance.
    pub(crate) fn drawn(&self) -> u32 {
        self.judge.drawn(self.sample)
    }

    pub(crate) fn lengths(&self) -> Lengths {
        Lengths::new(self.lengths.iter().copied())
    }
}
