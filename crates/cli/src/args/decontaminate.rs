//! The arguments of `twinprint decontaminate`.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use twinprint::evals::Threshold;
use twinprint_native::decontaminate::ItemFields;
use twinprint_native::dedup::Guard;

const EXAMPLES: &str = "\
Examples:
  twinprint decontaminate pages.jsonl --against mmlu.parquet --against gsm8k.jsonl
  twinprint decontaminate 'shards/*.jsonl.zst' --against evals -o clean
  twinprint decontaminate shards --against evals -o marked --annotate
  twinprint decontaminate new.jsonl --against quiz.csv --question-field stem --fail-on-match

Without -o nothing is written: each document that holds an item is listed, with what it shares. With -o, FOLDER gets the corpus in \"corpus\", the same \
files under the same names, packed as they were, but for the documents that hold items. contaminated.jsonl says of each which items, and where; items.jsonl \
of each item how many documents hold it; refused.jsonl what could not be read; summary.json the numbers. The corpus itself is only read, twice.

Items are found though they are wrapped anew, in other case and punctuation, with choices in another order, and with some words changed. Shared words count by how rare \
they are in the corpus, so that a set phrase counts for nothing. An item of which all words together are not rare enough is never found; \
items.jsonl has it as too_common.

Exit status: 0 all was read; 1 with --fail-on-match when a document holds an item; 3 done, but something was refused; 2 an error, nothing was done.";

/// Find questions and answers of eval sets in a corpus, and give it back without the documents that hold them
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Decontaminate {
    /// Files, folders, or patterns in quotes
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    /// Eval sets: files or folders of JSON lines, JSON arrays, CSV, TSV or Parquet, with a question, choices and an answer in each object or row (repeatable)
    #[arg(long, value_name = "EVALS", required = true)]
    pub(crate) against: Vec<OsString>,

    /// The folder that the corpus is given back in [default: nothing is written, and what is found is listed]
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,

    /// The least bits by which what is shared is rarer than what chance would bring: n bits, one in 2^n corpora of this size
    #[arg(long, value_name = "N", default_value_t = Threshold::default().bits, value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = "What is found")]
    bits: u32,

    /// The least share of what an item, or its question or answer, says: rare words count more
    #[arg(long, value_name = "PERCENT", default_value = "60%", value_parser = super::percentage, help_heading = "What is found")]
    share: f64,

    /// The field of questions, as stem or sample.question [default: the first of question, problem, prompt, query, goal and the like]
    #[arg(long, value_name = "FIELD", help_heading = "What is found")]
    question_field: Option<String>,

    /// The field of choices [default: the first of choices, options, endings and the like, or A, B, C, D]
    #[arg(long, value_name = "FIELD", help_heading = "What is found")]
    choices_field: Option<String>,

    /// The field of answers [default: the first of answer, solution, target and the like; a letter or number that points at a choice is none]
    #[arg(long, value_name = "FIELD", help_heading = "What is found")]
    answer_field: Option<String>,

    /// The field of names of items [default: the first of id, task_id, question_id and the like; else they are numbered]
    #[arg(long, value_name = "FIELD", help_heading = "What is found")]
    item_id_field: Option<String>,

    #[command(flatten)]
    pub(crate) documents: super::DocumentArguments,

    /// Stop before anything is written where a file or the whole of at least 1,000 documents would lose more than this; 100% never stops
    #[arg(long, value_name = "PERCENT", default_value = "50%", value_parser = super::percentage, help_heading = "What is given")]
    guard: f64,

    /// Give all documents, with columns that say which hold items, and where, rather than leave any out
    #[arg(long, requires = "output", help_heading = "What is given")]
    pub(crate) annotate: bool,

    /// The level of files that are packed by Zstandard
    #[arg(long, value_name = "LEVEL", default_value_t = 3, value_parser = clap::value_parser!(i32).range(1..=22), help_heading = "What is given")]
    pub(crate) zstd_level: i32,

    /// Replace what is in the output folder, though it is not of an earlier run
    #[arg(long, requires = "output", help_heading = "What is given")]
    pub(crate) force: bool,

    /// JSON on standard output: without -o an object a line for each document that holds items, and last what became of all
    #[arg(long, help_heading = "What is given")]
    pub(crate) json: bool,

    /// Exit with 1 when a document holds an item
    #[arg(long, help_heading = "What is given")]
    pub(crate) fail_on_match: bool,

    /// Where to put what does not fit into memory meanwhile [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER", help_heading = "Resources")]
    temp_dir: Option<PathBuf>,
}

impl Decontaminate {
    pub(crate) fn threshold(&self) -> Threshold {
        Threshold::default().with_bits(self.bits).with_share(self.share)
    }

    pub(crate) fn fields(&self) -> ItemFields {
        ItemFields {
            question: self.question_field.clone(),
            choices: self.choices_field.clone(),
            answer: self.answer_field.clone(),
            id: self.item_id_field.clone(),
        }
    }

    pub(crate) fn guard(&self) -> Option<Guard> {
        (self.guard < 1.0).then(|| Guard { share: self.guard, ..Guard::default() })
    }

    pub(crate) fn temporary(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(env::temp_dir)
    }
}
