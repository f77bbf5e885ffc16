//! The arguments of `twinprint batch`.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, Subcommand};

use twinprint::index;
use twinprint_native::Error;
use twinprint_native::index::corpus;

use super::index::{Kept, SigningArguments, TakingArguments, most_tables, of_documents};
use super::scan::{Identity, Measure};
use crate::methods;

const EXAMPLES: &str = "\
Rows come and go in Apache Arrow's stream format. A job starts these steps by itself: see \"twinprint-spark --help\" and docs/how-to/spark.md.

Exit status: 0 done; 2 an error, also if the driver is of another version or recipe.";

/// One step of a job on a cluster: rows in, rows out
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Batch {
    #[command(subcommand)]
    pub(crate) step: BatchStep,

    /// The version of the driver: another one is refused
    #[arg(long, global = true, value_name = "VERSION")]
    pub(crate) asked_by: Option<String>,

    /// The recipe of the driver, as "describe" prints it: documents are read by no other
    #[arg(long, global = true, value_name = "ID")]
    pub(crate) recipe: Option<String>,
}

/// How documents are read and compared, as by `twinprint scan`.
#[derive(Args)]
pub(crate) struct MethodArguments {
    /// How pairs are found: resemblance, containment, or a method of simhashes
    #[arg(long, value_name = "METHOD", default_value = "resemblance")]
    pub(crate) method: String,

    /// Term weights: a model's file, english for the one built in, or none
    #[arg(long, value_name = "MODEL", default_value = "english")]
    pub(crate) model: String,

    /// Words in a shingle
    #[arg(short, long = "shingle", value_name = "W", default_value_t = 10)]
    pub(crate) w: usize,

    /// What of the shingles must be shared
    #[arg(long, value_name = "MEASURE", value_enum, default_value_t)]
    pub(crate) measure: Measure,

    /// The least share that counts, from 0 to 1: drivers want the resemblance of the ends of chains, whatever it is
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = super::share)]
    pub(crate) at_least: f64,

    /// What makes two documents exact duplicates
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    pub(crate) identity: Identity,

    /// What is taken out of every document
    #[arg(long, value_name = "KIND,..", default_value = "none", value_parser = super::clean)]
    pub(crate) clean: String,

    /// The lines of sites to take out, as "twinprint model boilerplate" learned them
    #[arg(long, value_name = "FILE")]
    pub(crate) boilerplate: Option<PathBuf>,

    /// For simhashes: the most keys of each fingerprint, by which near ones are found
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) tables: usize,
}

/// What an index holds of a document and how it is laid out, as by `twinprint index build`.
#[derive(Args)]
pub(crate) struct BuildArguments {
    /// Keep one in N pairs of words near one another, by which edited passages are found; 0 keeps none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000), default_value_t = index::Pairing::default().one_in)]
    pairs: u32,

    /// How passages are signed: none, fingerprints (by three lexicons of all words), or a method that gives simhashes of 64 bits
    /// [default: none; with --model, fingerprints]
    #[arg(long, value_name = "LINE")]
    method: Option<String>,

    /// The model that the method weighs terms by: a file, or english [default: none, all weigh alike]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,

    /// What is taken out of every document
    #[arg(long, value_name = "KIND,..", default_value = "none", value_parser = super::clean)]
    clean: String,

    /// The lines of sites to take out, as "twinprint model boilerplate" learned them
    #[arg(long, value_name = "FILE")]
    boilerplate: Option<PathBuf>,

    /// The most bits in which what is found may differ
    #[arg(short, value_name = "K", default_value_t = index::Design::default().k)]
    k: u32,

    /// The shortest run of copied words that is always found
    #[arg(long, value_name = "N", default_value_t = index::Design::default().shingles.run)]
    run: u32,

    /// The most tables [default: four]
    #[arg(long, value_name = "N")]
    tables: Option<usize>,

    /// Into how many parts tables are cut
    #[arg(long, value_name = "N", default_value_t = 1)]
    parts: u32,

    /// Keep the documents' texts
    #[arg(long)]
    with_text: bool,
}

impl BuildArguments {
    pub(crate) fn options(&self) -> Result<corpus::CorpusIndexOptions, Error> {
        let signing = SigningArguments {
            method: self.method.as_deref(),
            model: self.model.as_deref(),
            clean: &self.clean,
            boilerplate: self.boilerplate.as_deref(),
        };
        let options = of_documents(signing, Kept { k: self.k, run: self.run, pairs: self.pairs }, || {
            Err(methods::no_boilerplate())
        })?;
        let (with_text, parts) = (self.with_text, self.parts);
        let options =
            corpus::CorpusIndexOptions { with_text, tables: most_tables(self.tables), parts, ..options };
        options.check()?;
        Ok(options)
    }
}

/// Into how many parts the tables of an index can be cut.
fn parts() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=256)
}

#[derive(Subcommand)]
pub(crate) enum BatchStep {
    /// Say in JSON which version this is, and by which recipe documents are read
    Describe(MethodArguments),
    /// Files to documents
    Documents(MethodArguments),
    /// Documents to the names that they go by
    Names,
    /// Count shingles
    Counts {
        /// By this many of their bits
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=30))]
        bits: u32,
    },
    /// Add up what was counted
    Merge {
        /// By this many bits
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=30))]
        bits: u32,
    },
    /// Documents to their rarest shingles
    Prefixes {
        #[command(flatten)]
        how: MethodArguments,
        /// A file of all counters
        #[arg(long, value_name = "FILE")]
        counters: PathBuf,
        /// To how many parts shingles are dealt
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
        parts: u32,
    },
    /// Rarest shingles, sorted, to the documents that have each
    Lists,
    /// Lists of documents, sorted, to candidate pairs
    Candidates(MethodArguments),
    /// Candidate pairs to each once, and to the documents that they need
    Wanted,
    /// Documents to where they are needed
    Send,
    /// Candidate pairs to those that match
    Confirm(MethodArguments),
    /// Documents to keys that near simhashes share
    Keys(MethodArguments),
    /// Keys, sorted, to candidate pairs
    Near(MethodArguments),
    /// Pairs to rows of a table
    Rows,
    /// Pairs to lines of JSON
    Lines,
    /// Pairs to edges that join what they join
    Forest,
    /// Edges to as few as join what they join
    Components,
    /// Pairs to their clusters
    Deal,
    /// Clusters to their ends, where these may differ
    Ends(MethodArguments),
    /// Clusters to lines of JSON
    Clusters(MethodArguments),
    /// Fingerprints against queries
    Join {
        /// The queries
        #[arg(long, value_name = "FILE")]
        queries: PathBuf,
        /// The most bits in which two may differ
        #[arg(short, value_name = "K", default_value_t = 3)]
        k: u32,
        /// The bits of a fingerprint
        #[arg(long, value_name = "BITS", default_value_t = 64)]
        bits: u32,
    },
    /// Say in JSON which version this is, and what the index is that is made so
    Design(BuildArguments),
    /// Files to signed documents
    Sign {
        #[command(flatten)]
        how: BuildArguments,
        #[command(flatten)]
        taking: TakingArguments,
    },
    /// Signed documents to what their tables are made of
    Postings {
        #[command(flatten)]
        how: BuildArguments,
        /// How many passages the index has
        #[arg(long, value_name = "N")]
        passages: u32,
    },
    /// Fingerprints and shingles, sorted, to files of tables
    Tables {
        #[command(flatten)]
        how: BuildArguments,
        /// How many passages the index has
        #[arg(long, value_name = "N")]
        passages: u32,
    },
    /// Signed documents, in their order, to buckets
    Buckets {
        /// Keep the documents' texts
        #[arg(long)]
        with_text: bool,
    },
    /// All buckets, in their order, to the files that they go into
    Cuts,
    /// Buckets to files
    Files {
        /// Into how many parts the index's tables are cut
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = parts())]
        parts: u32,
    },
    /// All files of an index to what it says of them
    Manifest {
        #[command(flatten)]
        how: BuildArguments,
        /// How many documents the index has
        #[arg(long, value_name = "N")]
        documents: u32,
        /// How many passages the index has
        #[arg(long, value_name = "N")]
        passages: u32,
    },
}
