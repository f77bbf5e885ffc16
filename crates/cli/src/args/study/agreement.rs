//! The arguments of `twinprint study agreement`.

use std::ffi::OsString;

use clap::Args;

use super::{JudgeArguments, OutputArguments, SiteArguments};
use crate::args::ResourceArguments;

const EXAMPLES: &str = "\
Examples:
  twinprint study agreement pages.jsonl.zst -o found
  twinprint study agreement pages.jsonl.zst --site-field package -o found
  twinprint study agreement pages.jsonl.zst -o found --to-label pairs
  twinprint study label pairs
  twinprint study label pairs --by-rule
  twinprint study agreement pages.jsonl.zst -o found --labels pairs

All near-duplicate pairs by supershingles (Algorithm B) and by random projections (Algorithm C) are found and counted; the same number is drawn \
for each similarity, of one site and of different ones, and judged by the exact resemblance of their shingles, or by a person. The \
report says how precise both are, what their pairs differ in, how far they agree, what both together give, and what comes of \
fewer bits, other shingles and weights.

A study that was stopped goes on where it was.

Exit status: 0 done; 3 done, but a file that was named is not there; 2 an error, nothing was done.";

/// How supershingles and random projections agree, and what both together give (Henzinger 2006)
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Agreement {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    #[command(flatten)]
    pub(crate) form: OutputArguments,

    #[command(flatten)]
    pub(crate) sites: SiteArguments,

    /// The share of Algorithm B's near-duplicates that the combined algorithm keeps at least
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = super::super::share,
        help_heading = "What is measured")]
    pub(crate) keep: f64,

    /// Pairs drawn of each similarity, of one site and of different ones
    #[arg(long, value_name = "N", default_value_t = 200, help_heading = "Who judges",
        value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) sample: u32,

    #[command(flatten)]
    pub(crate) judge: JudgeArguments,

    #[command(flatten)]
    pub(crate) means: ResourceArguments,
}

impl Agreement {
    /// How many pairs are drawn of each kind.
    pub(crate) fn drawn(&self) -> u32 {
        self.judge.drawn(self.sample)
    }
}
