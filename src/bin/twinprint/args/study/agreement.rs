//! The arguments of `twinprint study agreement`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use twinprint::native::study::verdict::Thresholds;

use super::Form;

const EXAMPLES: &str = "\
Examples:
  twinprint study agreement pages.jsonl.zst -o found
  twinprint study agreement pages.jsonl.zst --site-field package -o found
  twinprint study agreement pages.jsonl.zst -o found --to-label pairs
  twinprint study label pairs
  twinprint study agreement pages.jsonl.zst -o found --labels pairs

All pairs that are alike by supershingles (Algorithm B) and by random projections (Algorithm C) are found and counted; as many are drawn \
of each similarity, of one site and of different ones, and judged by the exact resemblance of their shingles, or by a person. The \
report says how precise both are, what their pairs differ in, how far they agree, what both together give, and what comes of \
fewer bits, other shingles and weights.

A study that was stopped goes on where it was.

Exit status: 0 done; 2 an error, also if only a file that was named is not there.";

/// How supershingles and random projections agree, and what both together give (Henzinger 2006)
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Agreement {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    #[command(flatten)]
    pub(crate) form: Form,

    /// How sites are told from URLs: by the host's labels, as in the paper, or by the public-suffix list
    #[arg(long, value_name = "RULE", default_value = "labels", help_heading = "What is measured")]
    pub(crate) site: String,

    /// The field of .jsonl lines or .parquet rows that names their site, rather than their URLs
    #[arg(long, value_name = "FIELD", conflicts_with = "site", help_heading = "What is measured")]
    pub(crate) site_field: Option<String>,

    /// The share of Algorithm B's near-duplicates that the combined algorithm keeps at least
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = super::super::share,
        help_heading = "What is measured")]
    pub(crate) keep: f64,

    /// Pairs drawn of each similarity, of one site and of different ones
    #[arg(long, value_name = "N", default_value_t = 200, help_heading = "Who judges",
        value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) sample: u32,

    /// The least resemblance of near-duplicates
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = super::super::share,
        help_heading = "Who judges")]
    correct: f64,

    /// The least resemblance of pairs that may be near-duplicates or not
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = super::super::share,
        help_heading = "Who judges")]
    undecided: f64,

    /// Words in a shingle by which resemblance is measured
    #[arg(short, long = "shingle", value_name = "W", default_value_t = 10, help_heading = "Who judges")]
    pub(crate) w: usize,

    /// Write pairs to judge, with their texts, to a folder for "twinprint study label"
    #[arg(long, value_name = "DIR", help_heading = "Who judges")]
    pub(crate) to_label: Option<PathBuf>,

    /// How many pairs of each similarity, and of each class of sites, to write there
    #[arg(long, value_name = "N", default_value_t = 30, requires = "to_label", help_heading = "Who judges",
        value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) label_each: u32,

    /// Take the verdicts in such a folder instead of resemblance
    #[arg(long, value_name = "DIR", help_heading = "Who judges")]
    pub(crate) labels: Option<PathBuf>,

    /// How much memory to use, as 2GiB, and at least 16MiB [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = super::super::size, help_heading = "With what")]
    pub(crate) memory: Option<u64>,

    /// Where to put what does not go into memory meanwhile [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER", help_heading = "With what")]
    pub(crate) temp_dir: Option<PathBuf>,
}

impl Agreement {
    /// How many pairs are drawn of each kind: those to be judged by a person are among them.
    pub(crate) fn drawn(&self) -> u32 {
        if self.to_label.is_some() { self.sample.max(self.label_each) } else { self.sample }
    }

    pub(crate) fn thresholds(&self) -> Thresholds {
        let thousandths = |share: f64| (share * 1000.0).round() as u32;
        let correct = thousandths(self.correct);
        Thresholds { correct, undecided: thousandths(self.undecided).min(correct) }
    }
}
