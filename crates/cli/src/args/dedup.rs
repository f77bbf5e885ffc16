//! The arguments of `twinprint dedup`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use twinprint::loss::Allowance;
use twinprint::text::cut::Boundary;
use twinprint_native::dedup::passages::{Giving, Repeating};
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
  twinprint dedup texts.jsonl -o without-passages --by passages --run 50
  twinprint dedup crawl -o without-lines --by lines --keep first
  twinprint dedup crawl -o like-fineweb --preset fineweb
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

    /// What is removed: exact duplicates, which have the same words, or near-duplicates, too; or what stands more than once within
    /// documents and across them: passages of at least --run words, lines or paragraphs, which are cut out of the texts
    #[arg(long, value_name = "WHAT", value_enum, default_value_t, help_heading = "What is removed")]
    pub(crate) by: By,

    /// What is removed as makers of training corpora did: fineweb or redpajama-v2, documents that are alike, by the resemblance at which their method finds
    /// every second pair, but measured; lee22, passages of fifty words; ccnet, paragraphs
    #[arg(long, value_name = "NAME", value_parser = Preset::parse, help_heading = "What is removed",
        conflicts_with_all = ["by", "w", "alike", "remove_alike", "run", "cut_at"])]
    pub(crate) preset: Option<Preset>,

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

    /// The least words of a passage, a line or a paragraph [default: 50 of a passage, 1 of the others]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000), help_heading = "Passages, lines and paragraphs")]
    pub(crate) run: Option<u32>,

    /// Where texts may be cut: what is between two such places goes if all its words are repeated [default: word]
    #[arg(long, value_name = "WHERE", value_enum, help_heading = "Passages, lines and paragraphs")]
    pub(crate) cut_at: Option<CutAt>,

    /// Cut nothing, and say in a field or column "dedup_spans" which bytes of each text are repeated
    #[arg(long, conflicts_with = "drop_share", help_heading = "Passages, lines and paragraphs")]
    pub(crate) mask: bool,

    /// Cut nothing, and remove documents of which more than this share stands in others that are kept
    #[arg(long, value_name = "PERCENT", value_parser = super::percentage, help_heading = "Passages, lines and paragraphs")]
    pub(crate) drop_share: Option<f64>,

    #[command(flatten)]
    pub(crate) means: ResourceArguments,
}

/// Where texts may be cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CutAt {
    Word,
    Sentence,
    Line,
    Paragraph,
}

impl CutAt {
    fn boundary(self) -> Boundary {
        match self {
            CutAt::Word => Boundary::Word,
            CutAt::Sentence => Boundary::Sentence,
            CutAt::Line => Boundary::Line,
            CutAt::Paragraph => Boundary::Paragraph,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum By {
    Exact,
    #[default]
    Near,
    Passages,
    Lines,
    Paragraphs,
}

impl By {
    /// What is compared where it is not documents as a whole.
    pub(crate) fn repeating(self) -> Option<Repeating> {
        match self {
            By::Exact | By::Near => None,
            By::Passages => Some(Repeating::Passages),
            By::Lines => Some(Repeating::Lines),
            By::Paragraphs => Some(Repeating::Paragraphs),
        }
    }
}

/// What was removed of a training corpus, as far as it can be had here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preset {
    FineWeb,
    RedPajamaV2,
    Lee22,
    CcNet,
}

impl Preset {
    const ALL: [Preset; 4] = [Preset::FineWeb, Preset::RedPajamaV2, Preset::Lee22, Preset::CcNet];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Preset::FineWeb => "fineweb",
            Preset::RedPajamaV2 => "redpajama-v2",
            Preset::Lee22 => "lee22",
            Preset::CcNet => "ccnet",
        }
    }

    fn parse(name: &str) -> Result<Preset, String> {
        let found = Preset::ALL.into_iter().find(|preset| preset.name() == name);
        found.ok_or_else(|| match name {
            "slimpajama" => "it compares characters, and dedup words: \"twinprint scan --preset slimpajama\" lists its pairs".into(),
            "refinedweb" => "it takes two runs: --shingle 5 --alike 0.72 --remove-alike, then --preset lee22 of what that gives".into(),
            "gpt3" => "its makers published only that they used ten hashes; give another preset, or settings of your own by --shingle and --alike".into(),
            _ => format!("give one of {}", Preset::ALL.map(Preset::name).join(", ")),
        })
    }
}

/// The words of a passage where nothing is said.
const RUN: u32 = 50;

impl Dedup {
    /// With what its preset says.
    pub(crate) fn with_preset(self) -> Dedup {
        let alike = |w, alike, options| Dedup { w, alike, remove_alike: true, ..options };
        match self.preset {
            None => self,
            Some(Preset::FineWeb) => alike(5, 0.69, self),
            Some(Preset::RedPajamaV2) => alike(13, 0.71, self),
            Some(Preset::Lee22) => Dedup { by: By::Passages, run: Some(50), ..self },
            Some(Preset::CcNet) => Dedup { by: By::Paragraphs, ..self },
        }
    }

    /// Which of several is kept, and by which field.
    pub(crate) fn preference(&self) -> (Preference, Option<&str>) {
        match &*self.keep {
            "longest" => (Preference::Longest, None),
            "first" => (Preference::First, None),
            field => (Preference::Greatest, Some(field)),
        }
    }

    /// The least words of what is repeated.
    pub(crate) fn run_of(&self, by: Repeating) -> usize {
        let usual = if by == Repeating::Passages { RUN } else { 1 };
        self.run.unwrap_or(usual) as usize
    }

    /// What becomes of what is repeated.
    pub(crate) fn giving(&self) -> Giving {
        match self.drop_share {
            Some(share) => Giving::Documents(share),
            None if self.mask => Giving::Mask,
            None => Giving::Cut,
        }
    }

    /// Where texts may be cut.
    pub(crate) fn boundary(&self) -> Boundary {
        self.cut_at.map(CutAt::boundary).unwrap_or_default()
    }

    /// An option that was given and says nothing of what is removed.
    pub(crate) fn out_of_place(&self) -> Option<&'static str> {
        let options = match self.by.repeating() {
            Some(by) => [
                (self.annotate, "annotate"),
                (self.remove_alike, "remove-alike"),
                (self.cut_at.is_some() && by != Repeating::Passages, "cut-at"),
                (self.cut_at.is_some() && self.drop_share.is_some(), "cut-at"),
            ],
            None => [
                (self.run.is_some(), "run"),
                (self.cut_at.is_some(), "cut-at"),
                (self.mask, "mask"),
                (self.drop_share.is_some(), "drop-share"),
            ],
        };
        options.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
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
