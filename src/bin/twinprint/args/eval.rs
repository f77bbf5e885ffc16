//! The arguments of `twinprint eval`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  twinprint eval essays --pairs pairs.tsv --preset fusion
  twinprint eval books.jsonl edited.jsonl --pairs pairs.tsv --queries --all
  twinprint eval docs.jsonl --pairs pairs.tsv --method minhash:w=5,values=128 --method simhash:bits=128
  twinprint eval docs.jsonl --group-field author --preset henzinger06-b --json

A method is a name, and after a colon what shall differ, as key=value separated by commas. Labels are lines of two ids \
and a label, separated by tabs: 1, true, yes or positive for a duplicate, 0, false, no, negative, non or none for a pair that \
is none, any other word for a kind of duplicates. Pairs without a label are no duplicates.

Exit status: 0 done; 2 an error, even if only with one document: the others are judged all the same.";

/// Judge methods by labels: precision, recall and F1 of each, at its own and at the best thresholds
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Eval {
    /// Files, folders, patterns in quotes, or - for standard input; .jsonl files have a document in each line
    #[arg(value_name = "DOCUMENTS", required_unless_present = "list")]
    pub(crate) documents: Vec<OsString>,

    /// Labelled pairs (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "Labels")]
    pub(crate) pairs: Vec<PathBuf>,

    /// Groups: lines of an id and its group; any two of a group are duplicates
    #[arg(long, value_name = "FILE", help_heading = "Labels")]
    pub(crate) groups: Option<PathBuf>,

    /// Groups by a field of .jsonl documents, such as group
    #[arg(long, value_name = "FIELD", help_heading = "Labels")]
    pub(crate) group_field: Option<String>,

    /// The column of the label, counted from 1 [default: 3]
    #[arg(long, value_name = "COLUMN", help_heading = "Labels")]
    pub(crate) label: Option<usize>,

    /// Labels are numbers, and pairs duplicates from this one on
    #[arg(long, value_name = "NUMBER", help_heading = "Labels")]
    pub(crate) label_from: Option<f64>,

    /// Only pairs with a label count
    #[arg(long, help_heading = "Labels", conflicts_with = "queries")]
    pub(crate) only_listed: bool,

    /// Only pairs with a label, and pairs of documents with the same group field, count
    #[arg(long, help_heading = "Labels", conflicts_with_all = ["queries", "only_listed"])]
    pub(crate) within_groups: bool,

    /// Two copies of one source, where no label joins them
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, help_heading = "Labels")]
    pub(crate) copies: Copies,

    /// Look up each source among all documents, and average precision and recall over the sources
    #[arg(long, help_heading = "Labels")]
    pub(crate) queries: bool,

    /// A paper's method with its parameters (repeatable)
    #[arg(long, value_name = "NAME", help_heading = "Methods")]
    pub(crate) preset: Vec<String>,

    /// A method, as resemblance or simhash-lexicons:bits=64,lexicons=10,rule=sum (repeatable)
    #[arg(long, value_name = "METHOD", help_heading = "Methods")]
    pub(crate) method: Vec<String>,

    /// Every method and preset
    #[arg(long, help_heading = "Methods")]
    pub(crate) all: bool,

    /// Term weights: a model's file, english for the one built in, or none
    #[arg(long, value_name = "MODEL", default_value = "english", help_heading = "Methods")]
    pub(crate) model: String,

    /// List the methods and presets
    #[arg(long, help_heading = "Methods")]
    pub(crate) list: bool,

    /// What pairs are told apart by
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        value_delimiter = ',',
        default_value = "kind",
        help_heading = "What is shown"
    )]
    pub(crate) by: Vec<By>,

    /// One JSON object a line for each method, with the figures of every threshold
    #[arg(long, group = "format", help_heading = "What is shown")]
    pub(crate) json: bool,

    /// Tab-separated values
    #[arg(long, group = "format", help_heading = "What is shown")]
    pub(crate) tsv: bool,

    /// The figures of every threshold as tab-separated values
    #[arg(long, group = "format", help_heading = "What is shown")]
    pub(crate) curves: bool,

    /// Draw precision against recall
    #[arg(long, value_name = "FILE", help_heading = "What is shown")]
    pub(crate) svg: Option<PathBuf>,

    /// Draw F1 by threshold
    #[arg(long, value_name = "FILE", help_heading = "What is shown")]
    pub(crate) f1_svg: Option<PathBuf>,

    /// Samples of the bootstrap, for the intervals
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "What is shown")]
    pub(crate) rounds: usize,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Copies {
    /// are no duplicates of one another
    #[default]
    Negative,
    /// count neither way
    Ignored,
    /// are duplicates
    Positive,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum By {
    /// the label
    Kind,
    /// the label up to a colon
    Operation,
    /// the label after a colon
    Rate,
    /// the shorter document's length
    Length,
}
