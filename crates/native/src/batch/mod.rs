//! Steps of a job on a cluster: each a process that turns rows on standard input into rows on standard output.
//!
//! What Apache Spark does (distribution, exchange, retries) and what this does are apart: a task of the job starts one
//! process for one step, gives it its rows in Arrow's stream format, and takes what comes. A step keeps nothing, and gives the same
//! rows for the same rows, so that a task may be done again, anywhere. `docs/how-to/spark.md` says how steps make a job.
//!
//! Numbers of 64 bits without a sign, such as shingles, go as they are into columns that have one; lists of them go as bytes, eight
//! a number, the lowest first. A document goes by its position: its file's place among all files, times 2^32, and its own
//! place in the file, so that positions are in the order in which a scan would read.

mod blocks;
mod candidates;
mod clusters;
mod components;
mod confirm;
mod counts;
mod deal;
mod documents;
mod found;
mod groups;
mod index;
mod join;
mod lines;
mod lists;
mod names;
mod near;
mod prefixes;
mod rows;
mod send;
mod stream;
mod wanted;

use std::format;
use std::io::{Read, Write};

use super::Error;
use super::index::Input as Queries;
use super::index::corpus::CorpusIndexOptions;
use super::overlap::{Counts, Need};
use super::scan::{Clustering, Linking, Preference, Reduction};
use crate::scale::Scale;
use stream::{Input, Output};
use twinprint::simhash::Bits;
use twinprint::sketch::Method;

/// The number of low bits of a document's position that tell it from others of its block.
pub const BLOCK_BITS: u32 = blocks::BITS;

/// The number of low bits of a cluster's number that tell it from those that are made lines with it.
pub const PART_BITS: u32 = deal::BITS;

/// The job that a step is of: it must not mix versions or recipes.
#[derive(Debug, Clone, Default)]
pub struct Job {
    /// The version of the program that started it.
    pub version: Option<String>,
    /// The recipe by which it expects documents to be read.
    pub recipe: Option<String>,
}

/// A step of a job.
#[derive(Debug, Clone)]
pub enum Step {
    /// Files (`entry`, `file`, `content`) to documents.
    Documents(Box<Reduction>),
    /// Documents (`block`, `sets`) to the same with other `names`: of those in `positions`, since others have their names.
    Names,
    /// Documents (`sets`, and those of them that are `left` out) to counters, by `bits` bits of each shingle.
    Counts {
        /// How many, at most 30.
        bits: u32,
    },
    /// Counters of several tasks (`chunk`, `counters`), added up.
    Merge {
        /// By how many bits they count.
        bits: u32,
    },
    /// Documents (`sets`, `left`) to their rarest shingles.
    Prefixes {
        /// What two must share.
        need: Need,
        /// All counters, one after the other: a power of two.
        counters: Vec<u8>,
        /// To how many parts shingles are dealt.
        parts: u32,
    },
    /// Rarest shingles, sorted by `part`, to the documents that have each, for the blocks of these.
    Lists,
    /// Such lists, sorted by `block`, to pairs that may share enough, and to which documents of other blocks each block needs.
    Candidates {
        /// What two must share.
        need: Need,
    },
    /// Pairs (`block`, `pairs`), sorted by block, to the same.
    Wanted,
    /// Documents (`block`, `sets`) to those blocks (`to`) that need some of them (`positions`).
    Send,
    /// Pairs and documents, sorted by the block that they go `to` and by `kind`, to pairs that share enough (`found`).
    Confirm {
        /// What two must share.
        need: Need,
    },
    /// Documents (`position`, `value`) to keys that near simhashes share.
    Keys {
        /// The method of simhashes.
        method: Box<Method>,
        /// The most keys of each fingerprint.
        tables: usize,
    },
    /// Keys, sorted by `key` and `table`, to pairs of documents.
    Near {
        /// The method of simhashes.
        method: Box<Method>,
        /// As the keys were made by.
        tables: usize,
    },
    /// Pairs (`found`) to rows of them.
    Rows,
    /// Pairs (`found`) to lines of JSON.
    Lines,
    /// Pairs (`found`) to edges that join what they join.
    Forest,
    /// Edges (`a`, `b`) to as few as join what they join.
    Components,
    /// Pairs (`found`) to their clusters.
    Deal,
    /// Clusters to the ends of those that may be chains.
    Ends {
        /// The resemblance from which on documents are near-duplicates.
        threshold: f64,
    },
    /// Clusters to lines of JSON.
    Clusters {
        /// The resemblance from which on documents are near-duplicates.
        threshold: f64,
    },
    /// Fingerprints (`file`, `content`) against queries.
    Join {
        /// The queries.
        queries: Queries,
        /// The most bits in which two may differ.
        k: u32,
        /// The bits of a fingerprint.
        bits: Bits,
    },
    /// Files to documents signed for an index.
    Sign {
        /// What the index is.
        options: Box<CorpusIndexOptions>,
        /// A document's place is its id.
        by_place: bool,
    },
    /// Signed documents, with the number of their `first` passage, to the families of tables where their fingerprints and shingles go.
    Postings {
        /// What the index is.
        options: Box<CorpusIndexOptions>,
        /// How many passages it has.
        passages: u32,
    },
    /// Fingerprints and shingles, sorted by `family`, to files of tables.
    Tables {
        /// What the index is.
        options: Box<CorpusIndexOptions>,
        /// How many passages it has.
        passages: u32,
    },
    /// Documents, by their numbers, to buckets of sources and texts.
    Buckets {
        /// Whether texts are kept.
        with_text: bool,
    },
    /// All buckets, in their order, to the files that they go into.
    Cuts,
    /// Buckets, sorted by `kind`, `file` and number, to files.
    Files {
        /// How many parts the index has.
        parts: u32,
    },
    /// All files to the index's manifest.
    Manifest {
        /// What the index is.
        options: Box<CorpusIndexOptions>,
        /// How many documents it has.
        documents: u32,
        /// How many passages.
        passages: u32,
    },
}

impl Step {
    /// The id of the recipe that decides what the step's rows mean; none if no recipe does.
    pub fn recipe(&self) -> Option<String> {
        match self {
            Step::Documents(reduction) => Some(recipe_of(reduction)),
            Step::Sign { options, .. }
            | Step::Postings { options, .. }
            | Step::Tables { options, .. }
            | Step::Manifest { options, .. } => Some(options.design.id().to_string()),
            _ => None,
        }
    }

    /// Does the step: rows come by `input` and go to `output`.
    ///
    /// ```
    /// use twinprint_native::batch::{Job, Step};
    /// let job = Job { version: Some("0.0.1".into()), recipe: None };
    /// let refused = Step::Lines.run(&job, &mut &b""[..], &mut Vec::new()).expect_err("this is another version");
    /// assert!(refused.to_string().contains("the job runs twinprint 0.0.1"));
    /// ```
    ///
    /// # Errors
    /// [`Error::Batch`] for a job of another version or recipe, and for what is no stream of such rows;
    /// [`Error::Core`] for a step that cannot be done so; [`Error::Unwritable`], and [`Error::Unreadable`] for queries.
    pub fn run(&self, job: &Job, input: &mut dyn Read, output: &mut dyn Write) -> Result<(), Error> {
        let recipe = self.recipe();
        job.check(recipe.as_deref())?;
        let said = [
            ("twinprint.version", env!("CARGO_PKG_VERSION").to_string()),
            ("twinprint.recipe", recipe.unwrap_or_default()),
        ];
        let columns = match self {
            Step::Documents(_) => &documents::COLUMNS[..],
            Step::Names => &names::COLUMNS,
            Step::Counts { .. } | Step::Merge { .. } => &counts::COLUMNS,
            Step::Prefixes { .. } => &prefixes::COLUMNS,
            Step::Lists => &lists::COLUMNS,
            Step::Near { .. } | Step::Ends { .. } => &blocks::PAIRS_OF_BLOCK,
            Step::Candidates { .. } | Step::Wanted => &wanted::COLUMNS,
            Step::Send => &send::COLUMNS,
            Step::Confirm { .. } => &confirm::COLUMNS,
            Step::Keys { .. } => &near::KEYS,
            Step::Rows => &rows::COLUMNS,
            Step::Lines => &lines::COLUMNS,
            Step::Forest | Step::Components => &components::COLUMNS,
            Step::Deal => &deal::COLUMNS,
            Step::Clusters { .. } => &clusters::COLUMNS,
            Step::Join { .. } => &join::COLUMNS,
            Step::Sign { .. } => &index::sign::COLUMNS,
            Step::Postings { .. } => &index::postings::COLUMNS,
            Step::Buckets { .. } => &index::buckets::BUCKETS,
            Step::Cuts => &index::buckets::CUTS,
            Step::Tables { .. } | Step::Files { .. } | Step::Manifest { .. } => &index::FILES,
        };
        let output = Output::new(output, columns, &said)?;
        let input = Input::new(input)?;
        match self {
            Step::Documents(reduction) => documents::run(input, output, reduction),
            Step::Names => names::run(input, output),
            Step::Counts { bits } => counts::run(input, output, *bits),
            Step::Merge { bits } => counts::merge(input, output, *bits),
            Step::Prefixes { need, counters, parts } => {
                prefixes::run(input, output, *need, &Counts::of_counters(counters.clone()), *parts)
            }
            Step::Lists => lists::run(input, output),
            Step::Candidates { need } => candidates::run(input, output, *need),
            Step::Wanted => wanted::run(input, output),
            Step::Send => send::run(input, output),
            Step::Confirm { need } => confirm::run(input, output, *need),
            Step::Keys { method, tables } => near::keys(input, output, &near::Search::new(method, *tables)?),
            Step::Near { method, tables } => near::run(input, output, &near::Search::new(method, *tables)?),
            Step::Sign { options, by_place } => index::sign::run(input, output, options, *by_place),
            Step::Postings { options, passages } => index::postings::run(input, output, options, *passages),
            Step::Tables { options, passages } => index::tables::run(input, output, options, *passages),
            Step::Buckets { with_text } => index::buckets::pack(input, output, *with_text),
            Step::Cuts => index::buckets::cut(input, output),
            Step::Files { parts } => index::buckets::files(input, output, *parts),
            Step::Manifest { options, documents, passages } => {
                index::manifest::run(input, output, options, *documents, *passages)
            }
            Step::Rows => rows::run(input, output),
            Step::Lines => lines::run(input, output),
            Step::Forest => components::of_pairs(input, output),
            Step::Components => components::of_edges(input, output),
            Step::Deal => deal::run(input, output),
            Step::Ends { threshold } => clusters::ends(input, output, &clustering(*threshold)),
            Step::Clusters { threshold } => clusters::run(input, output, &clustering(*threshold)),
            Step::Join { queries, k, bits } => match bits {
                Bits::B32 => join::run::<u32, _>(input, output, queries, *k),
                Bits::B64 => join::run::<u64, _>(input, output, queries, *k),
                Bits::B128 => join::run::<u128, _>(input, output, queries, *k),
            },
        }
    }
}

/// Whether pairs can be found in steps by the sketches of a method.
///
/// # Errors
/// [`Error::Core`] for other methods than those of simhashes.
pub fn check_method(method: &Method) -> Result<(), Error> {
    near::Search::new(method, 1).map(drop)
}

/// The id of all that decides what documents are reduced to.
pub fn recipe_of(reduction: &Reduction) -> String {
    let mut of = format!("{} {:?}", reduction.recipe().id(), reduction.identity);
    if let Some(method) = &reduction.method {
        of += &format!(" {} {}", method.recipe.id(), method.alike);
    }
    format!("{:032x}", twinprint::hash::md5(of.as_bytes()))
}

impl Job {
    /// # Errors
    /// [`Error::Batch`] for a job of another version or recipe.
    fn check(&self, recipe: Option<&str>) -> Result<(), Error> {
        let own = env!("CARGO_PKG_VERSION");
        let other = |what: String, remedy: &str| {
            Err(Error::Batch { place: "this step of the job".into(), what, remedy: remedy.into() })
        };
        match (&self.version, &self.recipe) {
            (Some(version), _) if version != own => other(
                format!("the job runs twinprint {version}, and this is twinprint {own}"),
                "give all executors the driver's program: let the job send it, or install the same everywhere",
            ),
            (_, Some(expected)) if recipe.is_some_and(|recipe| recipe != expected) => other(
                format!(
                    "documents would be read by recipe {}, and the driver's are read by {expected}",
                    recipe.unwrap_or_default()
                ),
                "give all executors the same program and the same model",
            ),
            _ => Ok(()),
        }
    }
}

/// How clusters are made: as a scan makes them by default.
fn clustering(threshold: f64) -> Clustering {
    Clustering {
        linking: Linking::Connected,
        preference: Preference::Longest,
        threshold,
        scale: Scale::Fraction,
        place: clusters::place(),
    }
}
