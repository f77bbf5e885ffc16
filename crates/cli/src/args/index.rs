//! The arguments of `twinprint index`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use twinprint::Error::InvalidOption;
use twinprint::index;
use twinprint::seen::Design;
use twinprint::simhash::Bits;
use twinprint::sketch::Method;
use twinprint::table::{Coding, DEFAULT_BLOCK};
use twinprint::text::Boilerplate;
use twinprint_native::Error;
use twinprint_native::index::{FingerprintIndexOptions, Joining, corpus, documents};

use super::DocumentArguments;
use crate::methods;

/// Index documents, to check others against them; or fingerprints, to find all within a few bits (near-duplicates by LSH)
#[derive(Args)]
pub(crate) struct IndexArguments {
    #[command(subcommand)]
    pub(crate) command: IndexCommand,
}

#[derive(Subcommand)]
pub(crate) enum IndexCommand {
    Build(Box<Build>),
    Add(Add),
    Remove(Remove),
    Merge(Merge),
    Publish(Publish),
    Query(Query),
    Join(Join),
    Inspect(Inspect),
    Verify(Verify),
}

/// What documents of an index are called.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct TakingArguments {
    /// What the documents' ids are: what the corpus calls them, each once, or their places
    #[arg(long, value_name = "WHICH", value_enum, default_value_t, help_heading = "What is read")]
    ids: IndexIds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum IndexIds {
    /// Their ids or addresses in the corpus, else their places; two of one id are an error
    #[default]
    Given,
    /// Their places, as "a.jsonl, line 7"
    Place,
}

impl TakingArguments {
    /// Whether a document's place is its id.
    pub(crate) fn by_place(self) -> bool {
        self.ids == IndexIds::Place
    }

    /// How documents that are read so are taken in.
    pub(crate) fn taking(self, read_as: &DocumentArguments) -> corpus::Taking {
        corpus::Taking { by_place: self.by_place(), stops: read_as.if_refused == super::IfRefused::Stop }
    }
}

const BUILD_EXAMPLES: &str = "\
Examples:
  twinprint index build essays -o essays.index
  twinprint index build pages.jsonl.zst 'books/**/*.txt' -o corpus.index --with-text
  twinprint index build crawl.warc.gz -o crawl.index --clean site,volatile
  twinprint index build crawl.warc.gz -o known.index --find documents
  twinprint index build essays -o essays.index --find both --with-text
  twinprint index build --fingerprints prints.txt -o prints.index
  twinprint index build --fingerprints prints.u64.zst -o prints.index -k 6 --tables 8
  twinprint index build --fingerprints prints.u64.zst -o prints.index --plan 16

Documents are read as \"twinprint scan\" reads them; their ids are the ids of lines and rows, the addresses of pages in archives, and \
else the names of files. Two documents of one id are an error, and nothing is built: --ids place calls each by its place. One that cannot be \
read is named and skipped. \"twinprint check\" checks documents against such an index.

Fingerprints: files whose names end in .u32, .u64, .u128 or .bin hold raw little-endian numbers. All others hold a fingerprint a \
line, in hexadecimal digits; what follows it after white space is the id of its document, any text. Every line has an id, or none \
has. Files may be packed (.gz, .zst).

With --find documents \"twinprint check\" says of which documents another is a near-duplicate as a whole, some words changed here and there: \
some 85 bytes a document, and no words are kept. What was copied into a longer text is found with --find passages. --find both has two indexes in \
one folder, and \"twinprint check\" says what either finds; documents are read twice.

The folder holds a whole index at every moment: the old one until the new one is. A build of fingerprints that was interrupted \
goes on where it was: tables of the same fingerprints and options that it had finished are not made again.

Exit status: 0 done; 3 done, but something could not be read; 2 an error, and the old index is as it was.";

/// Build an index of documents, or of fingerprints, in place of the one in the folder
#[derive(Args)]
#[command(after_help = BUILD_EXAMPLES,
    group = ArgGroup::new("what").args(["corpus", "fingerprints"]).required(true))]
pub(crate) struct Build {
    /// Documents: files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "CORPUS", conflicts_with_all = ["bits", "block", "coding", "shard", "recipe"])]
    pub(crate) corpus: Vec<OsString>,

    #[command(flatten)]
    pub(crate) read_as: DocumentArguments,

    /// Fingerprints, raw or in lines, or - for lines from standard input (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) fingerprints: Vec<OsString>,

    /// The folder to build it in
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    taking: TakingArguments,

    /// Rather than a line, give what became of what was read, file by file, as a JSON object
    #[arg(long, conflicts_with = "fingerprints", help_heading = "Of documents")]
    pub(crate) json: bool,

    /// What is to be found: passages that a document shares with those of the index, or documents of which it is a near-duplicate as a
    /// whole, by a few bytes of each and without their words
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value_t,
        conflicts_with = "fingerprints",
        help_heading = "Of documents"
    )]
    find: Find,

    /// With --find documents or both: the bytes that a document is known by, 16, 40 or 80 [default: 40]
    #[arg(long, value_name = "N", conflicts_with = "fingerprints", help_heading = "Of documents")]
    bytes: Option<usize>,

    /// Keep the documents' texts, to show what is shared side by side
    #[arg(long, conflicts_with = "fingerprints", help_heading = "Of documents")]
    with_text: bool,

    /// The shortest run of copied words that is always found
    #[arg(long, value_name = "N", conflicts_with = "fingerprints", help_heading = "Of documents",
        default_value_t = index::Design::default().shingles.run)]
    run: u32,

    /// Keep one in N pairs of words near one another, by which edited passages are found; 0 keeps none
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "fingerprints",
        help_heading = "Of documents",
        value_parser = clap::value_parser!(u32).range(0..=1000),
        default_value_t = index::Pairing::default().one_in
    )]
    pairs: u32,

    /// How passages are signed: none, fingerprints (by three lexicons of all words), or a method that gives simhashes of 64 bits; its
    /// rule of several lexicons (any, sum, majority) holds within -k [default: none; with --model, fingerprints]
    #[arg(long, value_name = "LINE", conflicts_with = "fingerprints", help_heading = "Of documents")]
    method: Option<String>,

    /// The model that the method weighs terms by: a file, or english [default: none, all weigh alike]
    #[arg(long, value_name = "MODEL", conflicts_with = "fingerprints", help_heading = "Of documents")]
    model: Option<String>,

    /// Take out of every document before it is signed: volatile (dates, times, counters, ids, addresses), site (lines that many pages
    /// of a site have), both separated by a comma, or none; "twinprint check" does the same with what it checks
    #[arg(long, value_name = "KIND,..", default_value = "none", value_parser = super::clean, conflicts_with = "fingerprints",
        help_heading = "Of documents")]
    clean: String,

    /// The lines of sites to take out, as "twinprint model boilerplate" learned them: the index keeps them [default: learned from the
    /// corpus first]
    #[arg(long, value_name = "FILE", conflicts_with = "fingerprints", help_heading = "Of documents")]
    boilerplate: Option<PathBuf>,

    /// Cut tables into N parts by ranges of fingerprints, each to be held by a server of its own
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        conflicts_with = "fingerprints",
        help_heading = "Of documents"
    )]
    parts: u32,

    /// The paper's N tables, each looked up once (Manku, Jain and Das Sarma 2007, section 3): 4, 10, 16 or 20 for k = 3 of 64 bits
    #[arg(long, value_name = "N", requires = "fingerprints", conflicts_with = "tables")]
    plan: Option<usize>,

    #[command(flatten)]
    design: TableArguments,

    /// How a fingerprint is coded after the one before: by their difference, or by their XOR as in the paper
    #[arg(long, value_name = "CODING", default_value = "difference", hide_possible_values = true,
        value_parser = PossibleValuesParser::new(Coding::ALL.map(Coding::name)).try_map(coding))]
    coding: Coding,

    /// The memory that fingerprints and shingles may take while they are sorted
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = super::size)]
    pub(crate) memory: u64,

    /// The most bytes of a file of the index, unless one fingerprint's documents take more
    #[arg(long, value_name = "SIZE", default_value = "24MiB", value_parser = super::size)]
    shard: u64,

    /// The id of the recipe that the fingerprints were made by
    #[arg(long, value_name = "ID", value_parser = recipe)]
    recipe: Option<[u8; 16]>,
}

/// What an index of documents finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Find {
    /// Passages that a document shares with others
    #[default]
    Passages,
    /// Documents that are near-duplicates of it as a whole
    Documents,
    /// Passages and documents, by two indexes in one folder
    Both,
}

impl Build {
    /// The options of an index of documents as wholes, if one is to be built.
    pub(crate) fn documents_options(&self) -> Result<Option<documents::DocumentsOptions>, Error> {
        let refused = |option, value: &str, expected| {
            Err(Error::Core(InvalidOption { option, value: value.into(), expected }))
        };
        if self.find == Find::Passages {
            return match self.bytes {
                None => Ok(None),
                Some(bytes) => refused(
                    "bytes",
                    &bytes.to_string(),
                    "an index of documents as wholes: --find documents or both",
                ),
            };
        }
        let default = index::Design::default();
        let is_of_passages = !self.finds_both()
            && (self.with_text
                || self.method.is_some()
                || self.model.is_some()
                || self.boilerplate.is_some()
                || self.clean != "none"
                || (self.run, self.pairs, self.parts)
                    != (default.shingles.run, index::Pairing::default().one_in, 1));
        if is_of_passages {
            let expected = "passages, with --with-text, --run, --pairs, --method, --model, --clean, --boilerplate or --parts: an index of \
                            documents as wholes has none of these";
            return refused("find", "documents", expected);
        }
        let design = self.bytes.map_or(Ok(Design::default()), Design::of_bytes)?;
        let taking = self.taking.taking(&self.read_as);
        Ok(Some(documents::DocumentsOptions { design, taking, memory: self.memory }))
    }

    /// Whether passages are to be found, and documents as wholes, too.
    pub(crate) fn finds_both(&self) -> bool {
        self.find == Find::Both
    }

    pub(crate) fn options(&self) -> FingerprintIndexOptions {
        FingerprintIndexOptions {
            coding: self.coding,
            memory: self.memory,
            shard: self.shard,
            recipe: self.recipe.unwrap_or_default(),
            paper: self.plan,
            ..self.design.options()
        }
    }

    /// Of documents; `learn` gives the boilerplate that is taken out where no file does.
    pub(crate) fn corpus_options(
        &self,
        learn: impl FnOnce() -> Result<Arc<Boilerplate>, Error>,
    ) -> Result<corpus::CorpusIndexOptions, Error> {
        let signing = SigningArguments {
            method: self.method.as_deref(),
            model: self.model.as_deref(),
            clean: &self.clean,
            boilerplate: self.boilerplate.as_deref(),
        };
        let kept = Kept { k: self.design.k, run: self.run, pairs: self.pairs };
        let options = of_documents(signing, kept, learn)?;
        let (with_text, parts, memory) = (self.with_text, self.parts, self.memory);
        let tables = most_tables(self.design.tables);
        let taking = self.taking.taking(&self.read_as);
        Ok(corpus::CorpusIndexOptions { with_text, tables, parts, taking, memory, ..options })
    }
}

/// How documents are signed, as it is said on the command line.
pub(super) struct SigningArguments<'a> {
    pub(super) method: Option<&'a str>,
    pub(super) model: Option<&'a str>,
    pub(super) clean: &'a str,
    pub(super) boilerplate: Option<&'a Path>,
}

/// What an index keeps of documents.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    /// The most bits in which fingerprints that are found may differ.
    pub(super) k: u32,
    /// The shortest run of words that is always found.
    pub(super) run: u32,
    /// Of how many pairs of words one is kept; 0 for none.
    pub(super) pairs: u32,
}

/// The options of an index of documents that are signed so; all else is the default. `learn` gives the boilerplate that is taken
/// out where no file does.
pub(super) fn of_documents(
    SigningArguments { method, model, clean, boilerplate }: SigningArguments<'_>,
    Kept { k, run, pairs }: Kept,
    learn: impl FnOnce() -> Result<Arc<Boilerplate>, Error>,
) -> Result<corpus::CorpusIndexOptions, Error> {
    let model = model.map_or(Ok(None), methods::model)?;
    let default = index::Design::default();
    let fingerprints = || default.clone().with_fingerprints().method;
    let line = match (method, &model) {
        (Some("fingerprints"), None) => fingerprints(),
        // A model weighs terms of its own kind, of passages that are signed.
        (Some("fingerprints") | None, Some(model)) => {
            let stemmer = model.terms().lines().find_map(|rule| rule.strip_prefix("stemmer "));
            fingerprints()
                .replace("weights=none", "weights=model")
                .replace("stemmer=none", &format!("stemmer={}", stemmer.unwrap_or("none")))
        }
        (Some(method), _) if method.starts_with("fingerprints:") => {
            let expected = "fingerprints by itself, or simhash-lexicons with options of your own";
            return Err(Error::Core(InvalidOption { option: "method", value: method.into(), expected }));
        }
        (Some(method), _) if methods::changes(method).split(',').any(|change| change.starts_with("k=")) => {
            let expected = "the method without k: how near a passage must be is -k, an option by itself";
            return Err(Error::Core(InvalidOption { option: "method", value: method.into(), expected }));
        }
        (Some(method), _) => method.into(),
        (None, None) => default.method.clone(),
    };
    let line = methods::with_clean(&line, clean);
    let boilerplate = match methods::boilerplate(boilerplate, methods::changes(&line))? {
        None if Method::lacks_boilerplate(&line) => Some(learn()?),
        given => given,
    };
    let line = match &boilerplate {
        Some(boilerplate) => Method::name_boilerplate(&line, boilerplate.id()),
        None => line,
    };
    // What was given in a word says nothing that it need not: its id is that of indexes that are there.
    let signs =
        method.is_some_and(|method| !matches!(method.split(':').next(), Some("none" | "fingerprints")));
    let line = if signs { methods::method("--method", &line, model.as_ref())?.0 } else { line };
    let design = index::Design {
        method: line,
        model: model.as_ref().map(|model| model.id().to_string()),
        k,
        shingles: index::Shingling { run, ..default.shingles },
        pairs: (pairs > 0).then_some(index::Pairing { one_in: pairs, ..index::Pairing::default() }),
        ..default
    };
    let signing = index::Signing::default().with_model(model).with_boilerplate(boilerplate);
    Ok(corpus::CorpusIndexOptions { design, signing, ..corpus::CorpusIndexOptions::default() })
}

/// The most tables: those given, or the default.
pub(super) fn most_tables(given: Option<usize>) -> u32 {
    given.map_or(corpus::CorpusIndexOptions::default().tables, |tables| {
        u32::try_from(tables).unwrap_or(u32::MAX)
    })
}

const ADD_EXAMPLES: &str = "\
Examples:
  twinprint index add corpus.index new.jsonl
  twinprint index add corpus.index changed --replace

A document whose id is in the index is an error, and nothing is added: --replace puts it in the place of that one, and --ids place calls each \
by its place.

Exit status: 0 done; 3 done, but something could not be added; 2 an error, and the index is as it was.";

/// Add documents to an index of documents
#[derive(Args)]
#[command(after_help = ADD_EXAMPLES)]
pub(crate) struct Add {
    /// The index
    #[arg(value_name = "DIR")]
    pub(crate) index: PathBuf,

    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    #[command(flatten)]
    pub(crate) read_as: DocumentArguments,

    #[command(flatten)]
    pub(crate) taking: TakingArguments,

    /// Documents whose ids are in the index take the place of those that are there
    #[arg(long)]
    pub(crate) replace: bool,

    /// Rather than lines, give what became of what was read, file by file, as a JSON object
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) work: MemoryArguments,
}

/// Remove documents from an index of documents: from then on they are never found
#[derive(Args)]
#[command(group = ArgGroup::new("which").args(["ids", "from"]).required(true).multiple(true))]
pub(crate) struct Remove {
    /// The index
    #[arg(value_name = "DIR")]
    pub(crate) index: PathBuf,

    /// Ids of documents
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<String>,

    /// A file with an id in each line, or - for standard input (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Vec<OsString>,

    #[command(flatten)]
    pub(crate) work: MemoryArguments,
}

/// Make an index of documents as it would be if it had been built at once: nothing is left of removed documents
#[derive(Args)]
pub(crate) struct Merge {
    /// The index
    #[arg(value_name = "DIR")]
    pub(crate) index: PathBuf,

    #[command(flatten)]
    pub(crate) work: MemoryArguments,
}

const PUBLISH_EXAMPLES: &str = "\
Examples:
  twinprint index publish corpus.index -o public/index
  twinprint index publish known.index -o public/index --ranges     documents as wholes, too many to download

All files but index.json are named by what is in them and never change, so that caches may keep them for ever; index.json is replaced \
last. Nothing is in the folder of removed documents.";

/// Write an index of documents as a folder of static files, for any web host
#[derive(Args)]
#[command(after_help = PUBLISH_EXAMPLES)]
pub(crate) struct Publish {
    /// The index
    #[arg(value_name = "DIR")]
    pub(crate) index: PathBuf,

    /// The folder to write: a new one, an empty one, or one that was published before
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// Cut tables into N parts by ranges of fingerprints [default: as the index is]
    #[arg(long, value_name = "N")]
    pub(crate) parts: Option<u32>,

    /// Of documents as wholes: to be read by ranges of bytes, where it is too large to download. It takes some 190 bytes a document, and a look-up
    /// reads about a megabyte of it
    #[arg(long, conflicts_with = "parts")]
    pub(crate) ranges: bool,

    #[command(flatten)]
    pub(crate) work: MemoryArguments,
}

/// What changing an index may take.
#[derive(Args)]
pub(crate) struct MemoryArguments {
    /// The memory that fingerprints and shingles may take while they are sorted
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = super::size)]
    pub(crate) memory: u64,
}

/// What decides which tables there are.
#[derive(Args)]
pub(crate) struct TableArguments {
    /// The bits of a fingerprint: 32, 64 or 128
    #[arg(long, value_name = "N", default_value = "64", hide_possible_values = true,
        value_parser = bits())]
    bits: Bits,

    /// The most bits in which what is found may differ
    #[arg(short, long, value_name = "K", default_value_t = 3)]
    k: u32,

    /// The most tables [default: as many as make queries the fastest]
    #[arg(long, value_name = "N")]
    tables: Option<usize>,

    /// The bytes of a compressed block
    #[arg(long, value_name = "BYTES", default_value_t = DEFAULT_BLOCK)]
    block: u32,
}

impl TableArguments {
    pub(crate) fn options(&self) -> FingerprintIndexOptions {
        FingerprintIndexOptions {
            bits: self.bits,
            k: self.k,
            tables: self.tables,
            block: self.block,
            ..FingerprintIndexOptions::default()
        }
    }
}

const QUERY_EXAMPLES: &str = "\
Examples:
  twinprint index query prints.index 0123456789abcdef
  twinprint index query prints.index --file new.txt --json
  twinprint index query prints.index 0123456789abcdef -k 1 --fail-on-match

Exit status: 0 done; 1 with --fail-on-match when something was found; 2 an error.";

/// Find all fingerprints within k bits (Hamming distance) of given ones
#[derive(Args)]
#[command(after_help = QUERY_EXAMPLES,
    group = ArgGroup::new("queries").args(["fingerprints", "file"]).required(true).multiple(true))]
pub(crate) struct Query {
    /// The index
    #[arg(value_name = "DIR")]
    pub(crate) index: PathBuf,

    /// What to look for, in hexadecimal digits
    #[arg(value_name = "HEX")]
    pub(crate) fingerprints: Vec<String>,

    /// Look for all fingerprints of a file, as index build reads it; - for standard input (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Vec<OsString>,

    /// The most bits in which what is found may differ [default: the index's]
    #[arg(short, long, value_name = "K")]
    pub(crate) k: Option<u32>,

    /// One JSON object a line for each query
    #[arg(long)]
    pub(crate) json: bool,

    /// At most N fingerprints for each query, and N ids for each of them [default: 20, and 10000 with --json]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// Exit with status 1 if anything is found
    #[arg(long)]
    pub(crate) fail_on_match: bool,
}

const JOIN_EXAMPLES: &str = "\
Examples:
  twinprint index join prints.index new.txt             each fingerprint of new.txt with all near it in the index
  twinprint index join prints.u64                       each pair of near fingerprints of a file
  twinprint index join prints.index -k 1 --tsv

Fingerprints that are equal are one; ids are not read. With QUERIES, these are held in memory, and the fingerprints are read \
once, a part at a time. Without, all fingerprints are held in memory, and for each core as much again twice. Pairs are sorted \
by the query and then by what was found; those that do not fit into --memory go to --temp-dir meanwhile.

Exit status: 0 done; 2 an error.";

/// Find all pairs of fingerprints within k bits, of two files or of one
#[derive(Args)]
#[command(after_help = JOIN_EXAMPLES)]
pub(crate) struct Join {
    /// An index, or a file of fingerprints as index build reads it
    #[arg(value_name = "DIR|FILE")]
    pub(crate) fingerprints: OsString,

    /// A file of what to look for, or - for standard input; without it, each of the fingerprints themselves
    #[arg(value_name = "QUERIES")]
    pub(crate) queries: Option<OsString>,

    /// The most bits in which the two of a pair may differ, also more than the index's [default: the index's, or 3]
    #[arg(short, long, value_name = "K")]
    pub(crate) k: Option<u32>,

    /// The bits of a fingerprint of a file: 32, 64 or 128 [default: the index's, or 64]
    #[arg(long, value_name = "N", hide_possible_values = true, value_parser = bits())]
    pub(crate) bits: Option<Bits>,

    /// The memory that pairs may take while they are sorted
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = super::size)]
    pub(crate) memory: u64,

    /// Where to put pairs that do not fit into memory meanwhile [default: the system's folder for temporary files]
    #[arg(long, alias = "temporary-folder", value_name = "FOLDER")]
    pub(crate) temp_dir: Option<PathBuf>,

    /// One JSON object a line for each pair
    #[arg(long, group = "format")]
    pub(crate) json: bool,

    /// One line of tab-separated values for each pair, after a header
    #[arg(long, group = "format")]
    pub(crate) tsv: bool,
}

impl Join {
    pub(crate) fn options(&self) -> Joining {
        let folder = self.temp_dir.clone().unwrap_or_else(|| Joining::default().folder);
        Joining { k: self.k, memory: self.memory, folder }
    }
}

const INSPECT_USAGE: &str = "\
twinprint index inspect [OPTIONS] <DIR>
       twinprint index inspect --plan -n <N> [OPTIONS]";

const INSPECT_EXAMPLES: &str = "\
Examples:
  twinprint index inspect prints.index --svg figures
  twinprint index inspect --plan -n 17179869184 --bits 64 -k 3";

/// Show what an index is like: its plan, its bytes against the least there can be, how its fingerprints are spread
#[derive(Args)]
#[command(override_usage = INSPECT_USAGE, after_help = INSPECT_EXAMPLES)]
pub(crate) struct Inspect {
    /// The index
    #[arg(value_name = "DIR", required_unless_present = "plan")]
    pub(crate) index: Option<PathBuf>,

    /// Draw how fingerprints are spread, as two SVG files in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "plan")]
    pub(crate) svg: Option<PathBuf>,

    /// Show the paper's designs for -n fingerprints, and the plan that would be chosen
    #[arg(long, requires = "fingerprints", conflicts_with = "index", help_heading = "Without an index")]
    pub(crate) plan: bool,

    /// How many fingerprints
    #[arg(short = 'n', value_name = "N", requires = "plan", help_heading = "Without an index")]
    pub(crate) fingerprints: Option<u64>,

    #[command(flatten, next_help_heading = "Without an index")]
    pub(crate) design: TableArguments,
}

/// Check that an index is whole
#[derive(Args)]
pub(crate) struct Verify {
    /// The index
    #[arg(value_name = "DIR")]
    pub(crate) index: PathBuf,

    /// Check also that all tables hold the same fingerprints, that all documents have names, and the digest
    #[arg(long)]
    pub(crate) deep: bool,
}

fn bits() -> impl TypedValueParser<Value = Bits> {
    PossibleValuesParser::new(["32", "64", "128"]).try_map(|count| {
        count.parse().ok().and_then(|count| Bits::from_count(count).ok()).ok_or("no such number")
    })
}

fn coding(name: String) -> Result<Coding, &'static str> {
    Coding::ALL.into_iter().find(|coding| coding.name() == name).ok_or("no such coding")
}

fn recipe(text: &str) -> Result<[u8; 16], &'static str> {
    let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = u128::from_str_radix(text, 16).ok().filter(|_| is_hex);
    id.map(u128::to_be_bytes).ok_or("give the 32 hexadecimal digits of a recipe's id")
}
