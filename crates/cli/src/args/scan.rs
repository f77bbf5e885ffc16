//! The arguments of `twinprint scan`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::report::page_path;

use super::{DocumentArguments, ResourceArguments};

const EXAMPLES: &str = "\
Examples:
  twinprint scan articles > pairs.jsonl
  twinprint scan pages.jsonl.zst -o found
  twinprint scan 'crawl/*.warc.gz' --method simhash-lexicons --tsv
  twinprint scan new.jsonl --against old.jsonl --measure containment --at-least 0.8
  twinprint scan rulings --method containment:w=1,at-least=0.8 --lengths-within 20
  twinprint scan crawl --method sampled --precision 0.85 --at-least 0.85

Deduplication (dedup): exact duplicates have the same words; near-duplicates have enough of their shingles in common, by Jaccard \
resemblance or by containment. Of each cluster of duplicates one document is the representative. A cluster is no reason to remove the \
others: \"twinprint dedup\" gives the corpus back only without what stands in what is kept.

Methods by shingles, which find every pair: resemblance, containment. By sketches (LSH: MinHash, SimHash and others), which may miss some: sampled, smallest, adaptive, \
winnowed, lines, sentences, characters, minhash, supershingle, projection, combined, imatch, imatch-lexicons, buckets, simhash, \
simhash-shingle, simhash-lexicons. exact finds exact duplicates only. \"twinprint eval --list\" has the presets, too.

Parameters of a method stand after a colon, as key=value separated by commas: minhash:values=128,w=5. The keys are in \
\"twinprint eval --help\". Pairs found by sketches are confirmed by their shingles (-w, --measure, --at-least) unless --no-verify \
is given.

Exit status: 0 done; 1 with --fail-on-match when there is a pair or an exact duplicate; 3 done, but something could not be read; 2 an \
error, nothing was done.";

/// Look at a corpus: find its exact duplicates and near-duplicates, and what is a cluster of them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Scan {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    #[command(flatten)]
    pub(crate) read_as: DocumentArguments,

    /// An old corpus: only pairs of one of its documents and a new one are sought (repeatable)
    #[arg(long, value_name = "OLD", help_heading = "What is compared")]
    pub(crate) against: Vec<OsString>,

    /// What makes two documents exact duplicates
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, help_heading = "What is compared")]
    pub(crate) identity: Identity,

    /// Only pairs of documents of at least N words
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "What is compared")]
    pub(crate) min_words: u32,

    /// Only pairs whose lengths in words differ by at most PERCENT of the longer
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100), help_heading = "What is compared")]
    pub(crate) lengths_within: Option<u32>,

    /// Only pairs that agree in this field of .jsonl lines or .parquet rows, as category
    #[arg(long, value_name = "FIELD", help_heading = "What is compared")]
    pub(crate) category: Option<String>,

    /// Only pairs that agree in this field, which names their language
    #[arg(long, value_name = "FIELD", help_heading = "What is compared")]
    pub(crate) language: Option<String>,

    /// Only pairs of one site, or of different ones, by the documents' URLs
    #[arg(long, value_name = "WHICH", value_enum, default_value_t, help_heading = "What is compared")]
    pub(crate) sites: Sites,

    /// How sites are read from URLs: by the host's labels, or by the public-suffix list [possible values: labels, public-suffix]
    #[arg(long, value_name = "RULE", default_value = "labels", help_heading = "What is compared")]
    pub(crate) site: String,

    /// The field of .jsonl lines or .parquet rows that names their site, rather than their URLs
    #[arg(long, value_name = "FIELD", conflicts_with = "site", help_heading = "What is compared")]
    pub(crate) site_field: Option<String>,

    /// Text that everyone was given: its shingles do not count (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "What is compared")]
    pub(crate) template: Vec<OsString>,

    /// Take out of every document before anything else: volatile (dates, times, counters, ids, addresses), site (lines that many
    /// pages of a site have), both separated by a comma, or none
    #[arg(long, value_name = "KIND,..", default_value = "none", value_parser = super::clean, help_heading = "What is compared")]
    pub(crate) clean: String,

    /// The lines of sites to take out, as "twinprint model boilerplate" learned them [default: learned from the corpus first]
    #[arg(long, value_name = "FILE", help_heading = "What is compared")]
    pub(crate) boilerplate: Option<PathBuf>,

    /// Learn as such the lines that more than this share of a site's pages have, in percent; of sites with at least 30 pages
    #[arg(long, value_name = "PERCENT", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..100), conflicts_with = "boilerplate", help_heading = "What is compared")]
    pub(crate) boilerplate_share: u32,

    /// Refuse a corpus in which two documents have one name; else the place of the later stands behind its name
    #[arg(long, help_heading = "What is compared")]
    pub(crate) strict: bool,

    /// How pairs are found: a method, and its parameters
    #[arg(
        long,
        value_name = "METHOD",
        default_value = "resemblance",
        conflicts_with = "preset",
        help_heading = "How"
    )]
    pub(crate) method: String,

    /// A paper's method with its parameters
    #[arg(long, value_name = "NAME", help_heading = "How")]
    pub(crate) preset: Option<String>,

    /// For --method sampled: which shingles are taken by how long a document is, as "twinprint study sampling" found
    #[arg(long, value_name = "FILE", conflicts_with = "preset", help_heading = "How")]
    pub(crate) plan: Option<PathBuf>,

    /// For --method sampled: find such a plan first, with this precision at --at-least, which is then from 0.5 to 0.99, in hundredths
    #[arg(long, value_name = "SHARE", conflicts_with_all = ["preset", "plan"], value_parser = super::share, help_heading = "How")]
    pub(crate) precision: Option<f64>,

    /// Term weights: a model's file, english for the one built in, or none
    #[arg(long, value_name = "MODEL", default_value = "english", help_heading = "How")]
    pub(crate) model: String,

    /// Words in a shingle
    #[arg(short, long = "shingle", value_name = "W", default_value_t = 10, help_heading = "How")]
    pub(crate) w: usize,

    /// What must be high enough: resemblance (Jaccard) or containment of the shingles
    #[arg(long, value_name = "MEASURE", value_enum, default_value_t, help_heading = "How")]
    pub(crate) measure: Measure,

    /// The least share that counts, from 0.001 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = super::least_share, help_heading = "How")]
    pub(crate) at_least: f64,

    /// Give pairs as sketches find them, without confirming them by their shingles
    #[arg(long, help_heading = "How")]
    pub(crate) no_verify: bool,

    /// How sets that share enough are found, with the same result: by prefixes (their rarest members), or by sorting, as Broder did
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t, help_heading = "How")]
    pub(crate) engine: Engine,

    /// Leave out of samples what more than N documents have; 0 for nothing [default: 1000 for sampled and broder97, else 0]
    #[arg(long, value_name = "N", help_heading = "How")]
    pub(crate) common: Option<u32>,

    /// Put pairs, clusters, a summary and a report into a folder; the same command goes on there if it was stopped
    #[arg(short, long, value_name = "FOLDER", help_heading = "What is given")]
    pub(crate) output: Option<PathBuf>,

    /// What goes to standard output if there is no such folder
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, help_heading = "What is given")]
    pub(crate) give: Give,

    /// One JSON object a line [default, unless standard output is a terminal], and last one of what became of what was read
    #[arg(long, group = "format", help_heading = "What is given")]
    pub(crate) json: bool,

    /// Tab-separated values, after a header
    #[arg(long, group = "format", help_heading = "What is given")]
    pub(crate) tsv: bool,

    /// Pairs as a Parquet file, clusters as JSON objects
    #[arg(long, group = "format", requires = "output", help_heading = "What is given")]
    pub(crate) parquet: bool,

    /// Give each exact duplicate, too, as a pair with the first of its kind
    #[arg(long, help_heading = "What is given")]
    pub(crate) expand: bool,

    /// List at most N pairs, or all. If there are more, those are listed that clusters are made of [default: 1000000, or fifty for
    /// each document if these are more]
    #[arg(long, value_name = "N", value_parser = most_pairs, help_heading = "What is given")]
    pub(crate) most_pairs: Option<u64>,

    /// List all pairs of the document of this name, and nothing else
    #[arg(long, value_name = "NAME", conflicts_with_all = ["output", "report", "give", "most_pairs"], help_heading = "What is given")]
    pub(crate) pairs_of: Option<String>,

    /// What makes a cluster: documents connected by pairs, or each a near-duplicate of the representative
    #[arg(long, value_name = "LINKING", value_enum, default_value_t, help_heading = "What is given")]
    pub(crate) clusters: Clusters,

    /// The representative of a cluster is its document that was read first, not the longest
    #[arg(long, alias = "keep-first", help_heading = "What is given")]
    pub(crate) first_represents: bool,

    /// Before there was "twinprint dedup": what it is now is said
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) keep: Option<PathBuf>,

    /// Before there was "twinprint dedup": what it is now is said
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub(crate) write: Option<PathBuf>,

    /// Write a report as one HTML file without scripts
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(page_path), help_heading = "What is given")]
    pub(crate) report: Option<PathBuf>,

    /// Replace a file that is there, though Twinprint did not write it
    #[arg(long, help_heading = "What is given")]
    pub(crate) force: bool,

    /// Exit with status 1 if there is a pair or an exact duplicate
    #[arg(long, help_heading = "What is given")]
    pub(crate) fail_on_match: bool,

    /// Save every SECONDS what a scan into a folder has read
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds, help_heading = "Resources")]
    pub(crate) checkpoint: f64,

    #[command(flatten)]
    pub(crate) means: ResourceArguments,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Identity {
    /// The tokens that the method sees: image sources, parts of URLs or case, too, where it has them
    #[default]
    Method,
    /// The words, folded
    Words,
    /// The visible text but for white space
    Text,
    /// Every byte, markup too
    Bytes,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Sites {
    #[default]
    Any,
    Same,
    Different,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Measure {
    #[default]
    Resemblance,
    Containment,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Engine {
    #[default]
    Prefixes,
    Sorting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Give {
    #[default]
    Pairs,
    Clusters,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Clusters {
    #[default]
    Connected,
    Representative,
}

fn most_pairs(text: &str) -> Result<u64, &'static str> {
    match text {
        "all" => Ok(u64::MAX),
        text => text.parse().ok().filter(|&most| most > 0).ok_or("give a number of pairs above 0, or all"),
    }
}

fn seconds(text: &str) -> Result<f64, &'static str> {
    let some = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    some.ok_or("give a number of seconds, at most a day")
}
