//! The arguments of `twinprint eval`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::{DocumentArguments, Reach};

const USAGE: &str = "\
twinprint eval [OPTIONS] <LABELS> <METHODS> <DOCUMENTS>...
       twinprint eval [OPTIONS] --passages <TRUTH> <DOCUMENTS>...
       twinprint eval [OPTIONS] --passages <TRUTH> --detections <FOUND>
       twinprint eval --list";

const EXAMPLES: &str = "\
Examples:
  twinprint eval essays --pairs pairs.tsv --preset fusion
  twinprint eval books.jsonl edited.jsonl --pairs pairs.tsv --queries --all
  twinprint eval a.jsonl --pairs pairs.tsv --method minhash:w=5,values=128
  twinprint eval a.jsonl --group-field author --preset henzinger06-b --json
  twinprint eval corpus --passages truth --reach reworded
  twinprint eval --passages truth.jsonl --detections found.jsonl

Pairs are lines of two ids and a label, separated by tabs. An id is that of a line of .jsonl, or a file's path as it \
is given. The label is 1, true, yes or positive for duplicates, 0, false, no or negative for others, any other word for a \
kind of duplicates; without one the pair is a duplicate.

A method is a name, and after a colon what shall differ, as key=value separated by commas. The keys: w, words, urls, \
units, hash, stop-words, stemmer, weights (none or model), phrases; bits, lexicons, leave-out, seed, tf (raw, log or once: what a feature counts that occurs several times), rule, k; values, \
length, weighted, wrapped; divisor, remainder, at-most, smallest, window, short, short-divisor; low, high; buckets; \
at-least; site. For seed=random a seed is drawn, and shown.

Passages are a folder of PAN's XML, by folders that are their kinds, or lines of JSON, each of a pair, with offsets in \
characters: {\"a\": \"x.txt\", \"b\": \"y.txt\", \"kind\": \"random\", \"passages\": [{\"a\": [0, 120], \"b\": [40, 160]}]}.

Exit status: 0 done; 3 done, but something could not be read; 2 an error, nothing was done.";

/// Judge methods by labels: precision, recall and F1 of each, at its own and at the best thresholds; or how well passages are
/// found: plagdet, precision, recall and granularity
#[derive(Args)]
#[command(
    override_usage = USAGE,
    after_help = EXAMPLES,
    group = ArgGroup::new("labels").args(["pairs", "groups", "group_field", "passages", "list"]).required(true).multiple(true),
    group = ArgGroup::new("methods").args(["preset", "method", "all", "passages", "list"]).required(true).multiple(true)
)]
pub(crate) struct Eval {
    /// Files, folders, patterns in quotes, or - for standard input; .jsonl files have a document in each line
    #[arg(value_name = "DOCUMENTS", required_unless_present_any = ["list", "detections"])]
    pub(crate) documents: Vec<OsString>,

    #[command(flatten)]
    pub(crate) read_as: DocumentArguments,

    /// Labelled pairs (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "Labels")]
    pub(crate) pairs: Vec<PathBuf>,

    /// The column of the label, counted from 1 [default: 3]
    #[arg(long, value_name = "COLUMN", help_heading = "Labels")]
    pub(crate) label: Option<usize>,

    /// The column of the kind that a pair is reported under [default: the label's if that is a word, or else the next]
    #[arg(long, value_name = "COLUMN", help_heading = "Labels")]
    pub(crate) kind: Option<usize>,

    /// Words that label pairs as no duplicates, separated by commas [default: non,none]
    #[arg(
        long,
        value_name = "WORDS",
        value_delimiter = ',',
        help_heading = "Labels",
        conflicts_with = "label_from"
    )]
    pub(crate) negative: Vec<String>,

    /// Labels are numbers, and pairs duplicates from this one on
    #[arg(long, value_name = "NUMBER", help_heading = "Labels")]
    pub(crate) label_from: Option<f64>,

    /// Groups: lines of an id and its group, separated by a tab; any two of a group are duplicates
    #[arg(long, value_name = "FILE", help_heading = "Labels")]
    pub(crate) groups: Option<PathBuf>,

    /// Groups by a field of .jsonl documents, such as group
    #[arg(long, value_name = "FIELD", help_heading = "Labels")]
    pub(crate) group_field: Option<String>,

    /// Only pairs with a label; without this, all others count as no duplicates
    #[arg(long, help_heading = "Pairs that count", conflicts_with = "queries")]
    pub(crate) only_listed: bool,

    /// Only pairs with a label, and pairs within one group of .jsonl documents
    #[arg(long, help_heading = "Pairs that count", conflicts_with_all = ["queries", "only_listed"])]
    pub(crate) within_groups: bool,

    /// Two copies of one source that no label joins: negative (no duplicates), ignored (neither way) or positive
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        help_heading = "Pairs that count"
    )]
    pub(crate) copies: Copies,

    /// Look up each source (the second of a pair) among all documents, and average over the sources
    #[arg(long, help_heading = "Pairs that count")]
    pub(crate) queries: bool,

    /// A paper's method with its parameters (repeatable)
    #[arg(long, value_name = "NAME", help_heading = "Methods")]
    pub(crate) preset: Vec<String>,

    /// A method, as resemblance or simhash:bits=128 (repeatable)
    #[arg(long, value_name = "METHOD", help_heading = "Methods")]
    pub(crate) method: Vec<String>,

    /// Every method and preset
    #[arg(long, help_heading = "Methods")]
    pub(crate) all: bool,

    /// Term weights: a model's file, english for the one built in, or none
    #[arg(long, value_name = "MODEL", default_value = "english", help_heading = "Methods")]
    pub(crate) model: String,

    /// List the methods and presets
    #[arg(long, help_heading = "Methods", exclusive = true)]
    pub(crate) list: bool,

    /// Judge the passages found in pairs of documents by those that this file or folder says are there
    #[arg(
        long,
        value_name = "TRUTH",
        help_heading = "Passages",
        conflicts_with_all = [
            "pairs", "label", "kind", "negative", "label_from", "groups", "group_field", "only_listed", "within_groups",
            "copies", "queries", "preset", "method", "all", "model", "by", "tsv", "curves", "svg", "f1_svg",
        ]
    )]
    pub(crate) passages: Option<PathBuf>,

    /// Judge the passages in this file or folder, found by another program; no documents are read
    #[arg(
        long,
        value_name = "FOUND",
        help_heading = "Passages",
        requires = "passages",
        conflicts_with_all = ["documents", "reach"]
    )]
    pub(crate) detections: Option<PathBuf>,

    /// How far to look for them: copied, edited or reworded, as compare does [default: edited]
    #[arg(
        long,
        value_name = "HOW",
        value_enum,
        help_heading = "Passages",
        requires = "passages",
        hide_possible_values = true
    )]
    pub(crate) reach: Option<Reach>,

    /// How pairs are grouped: kind (the label), operation (the label up to a colon), rate (after the colon) or
    /// length (of the shorter document); or several, separated by commas
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        value_delimiter = ',',
        default_value = "kind",
        hide_possible_values = true,
        help_heading = "What is shown"
    )]
    pub(crate) by: Vec<By>,

    /// One JSON object a line for each method, with the figures of every threshold, or for each way in which passages were found
    #[arg(long, group = "format", help_heading = "What is shown")]
    pub(crate) json: bool,

    /// Tab-separated values: a line for each threshold chosen, and for each kind of pairs
    #[arg(long, group = "format", help_heading = "What is shown")]
    pub(crate) tsv: bool,

    /// Tab-separated values: a line for every threshold there is
    #[arg(long, group = "format", help_heading = "What is shown")]
    pub(crate) curves: bool,

    /// Draw precision against recall
    #[arg(long, value_name = "FILE", help_heading = "What is shown")]
    pub(crate) svg: Option<PathBuf>,

    /// Draw F1 by threshold
    #[arg(long, value_name = "FILE", help_heading = "What is shown")]
    pub(crate) f1_svg: Option<PathBuf>,

    /// Samples of the bootstrap, for the intervals; 0 for no intervals
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "What is shown")]
    pub(crate) rounds: usize,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Copies {
    #[default]
    Negative,
    Ignored,
    Positive,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum By {
    Kind,
    Operation,
    Rate,
    Length,
}
