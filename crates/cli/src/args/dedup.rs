//! The arguments of `twinprint dedup`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use twinprint::loss::Allowance;
use twinprint_native::dedup::{Guard, Preference};

use super::ResourceArguments;

/// What is kept by when it was written.
pub(crate) const NEWEST: &str = "newest";

const EXAMPLES: &str = "\
Examples:
  twinprint dedup articles -o deduplicated
  twinprint dedup 'shards/*.jsonl.zst' -o deduplicated --by exact
  twinprint dedup new.parquet --against old.parquet -o deduplicated
  twinprint dedup new.jsonl --against old.index -o deduplicated
  twinprint dedup crawl -o marked --annotate
  twinprint dedup --verify deduplicated

FOLDER gets the corpus in \"corpus\": the same files under the same names, packed as they were, but for the documents that are removed. \
removed.jsonl says of each for which one that is kept, and how much of it stands there; refused.jsonl what could not be read; alike.jsonl \
which kept documents resemble another; summary.json the numbers. The corpus itself is only read.

A document is removed only for one that is kept and holds it: an exact duplicate, or one with at most --lose of its shingles elsewhere \
and no more than --lose-words new words, --new-run of them in a row. It is never removed through a chain of others, and never the larger for the smaller. \
What is merely alike is reported; --remove-alike removes it.

A run that was stopped goes on with the same command, and gives the same bytes.

Exit status: 0 all was read; 3 done, but something was refused; 2 an error, nothing was done, or nothing could be read.";

/// Remove duplicates: give a corpus back without its exact duplicates and near-duplicates
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Dedup {
    /// Files, folders, or patterns in quotes
    #[arg(value_name = "CORPUS", required_unless_present = "verify")]
    pub(crate) corpus: Vec<OsString>,

    /// The folder that the corpus is given back in
    #[arg(short, long, value_name = "FOLDER", required_unless_present = "verify")]
    pub(crate) output: Option<PathBuf>,

    /// Prove of such a folder that all of the corpus is in it, stands in what is kept, or is listed as refused
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["corpus", "output"])]
    pub(crate) verify: Option<PathBuf>,

    /// What is removed: exact duplicates, which have the same words, or near-duplicates, too
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, help_heading = "What is removed")]
    pub(crate) by: By,

    /// Which of several documents is kept: longest, first, newest (by a date field), or the one with the greatest value of a field of this name
    #[arg(long, value_name = "WHICH", default_value = "longest", help_heading = "What is removed")]
    pub(crate) keep: String,

    #[command(flatten)]
    pub(crate) documents: super::DocumentArguments,

    /// Another corpus, or an index built --with-text: what it holds is removed, and nothing of it is given back (repeatable)
    #[arg(long, value_name = "CORPUS or INDEX", help_heading = "What is removed")]
    pub(crate) against: Vec<OsString>,

    /// The greatest share of a document's shingles that may be lost with it
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = super::percentage, help_heading = "What is removed")]
    pub(crate) lose: f64,

    /// The most new words that may be lost with a document, however long it is
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = "What is removed")]
    pub(crate) lose_words: u32,

    /// The most new words in a row that may be lost with a document
    #[arg(long, value_name = "N", default_value_t = 12, help_heading = "What is removed")]
    pub(crate) new_run: u32,

    /// Words in a shingle
    #[arg(short, long = "shingle", value_name = "W", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = "What is removed")]
    pub(crate) w: u32,

    /// The least (Jaccard) resemblance from which on kept documents are reported as alike
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = super::share, help_heading = "What is removed")]
    pub(crate) alike: f64,

    /// Remove what is alike by --alike, too, whatever is lost with it
    #[arg(long, help_heading = "What is removed")]
    pub(crate) remove_alike: bool,

    /// Stop before anything is written where a file, a site or the whole of at least 1,000 documents would lose more than this; 100% never stops
    #[arg(long, value_name = "PERCENT", default_value = "50%", value_parser = super::percentage, help_heading = "What is removed")]
    pub(crate) guard: f64,

    /// Give all documents, with columns that say which would be kept, rather than remove any
    #[arg(long, help_heading = "What is given")]
    pub(crate) annotate: bool,

    /// The level of files that are packed by Zstandard
    #[arg(long, value_name = "LEVEL", default_value_t = 3, value_parser = clap::value_parser!(i32).range(1..=22), help_heading = "What is given")]
    pub(crate) zstd_level: i32,

    /// Replace what is in the output folder, though it is not of an earlier run
    #[arg(long, help_heading = "What is given")]
    pub(crate) force: bool,

    /// The ledger as a JSON object on standard output
    #[arg(long, help_heading = "What is given")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) means: ResourceArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum By {
    Exact,
    #[default]
    Near,
}

impl Dedup {
    /// Which of several is kept, and by which field.
    pub(crate) fn preference(&self) -> (Preference, Option<&str>) {
        match &*self.keep {
            "longest" => (Preference::Longest, None),
            "first" => (Preference::First, None),
            field => (Preference::Greatest, Some(field)),
        }
    }

    /// How much may be lost of a near-duplicate that is removed.
    pub(crate) fn allowance(&self) -> Allowance {
        Allowance::default()
            .with_lost_share(self.lose)
            .with_new_words(self.lose_words)
            .with_new_run(self.new_run)
    }

    pub(crate) fn guard(&self) -> Option<Guard> {
        (self.guard < 1.0).then(|| Guard { share: self.guard, ..Guard::default() })
    }
}
