//! The arguments, and the options that a command works by: valid, each in its own type.

mod batch;
mod check;
mod decontaminate;
mod dedup;
mod documents;
mod eval;
mod everywhere;
mod index;
mod means;
mod place;
mod scan;
#[cfg(feature = "serve")]
mod serve;
mod study;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use twinprint::text::{ApartKind, ImageRule, Language, TextOptions, Unit, UrlRule, WordRule};
use twinprint::{Checker, Recipe, ShingleHash};
use twinprint_native::Error;
use twinprint_native::corpus::AuthorRule;
use twinprint_native::model::Training;

use crate::methods;
use crate::report::report_path;

pub(crate) use batch::{Batch, BatchStep, MethodArguments};
pub(crate) use check::Check;
pub(crate) use decontaminate::Decontaminate;
pub(crate) use dedup::{By, Dedup, NEWEST};
pub(crate) use documents::DocumentArguments;
pub(crate) use eval::{By as EvaluatedBy, Copies, Eval};
pub(crate) use everywhere::{Everywhere, Loudness, is_heard};
pub(crate) use index::{
    Add, Build, IndexArguments, IndexCommand, Inspect, Join, Merge, Publish, Query, Remove, TableArguments,
    Verify,
};
pub(crate) use means::ResourceArguments;
pub(crate) use place::IndexLocation;
#[cfg(feature = "fetch")]
pub(crate) use place::RemoteArguments;
pub(crate) use scan::{Clusters, Engine, Give, Identity, Measure, Scan, Sites};
#[cfg(feature = "serve")]
pub(crate) use serve::Serve;
#[cfg(feature = "serve")]
pub(crate) use study::Label;
pub(crate) use study::{
    Agreement, Hamming, Lexicons, OutputArguments, Recommend, Sampling, StudyArguments, StudyCommand,
};

/// Finds near-duplicates and copied text: compares documents, deduplicates corpora, checks documents for plagiarism
#[derive(Parser)]
#[command(name = "twinprint", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Without any, the program says what to try.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten)]
    pub(crate) everywhere: Everywhere,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Compare(CompareArguments),
    Check(Check),
    Read(ReadArguments),
    Model(ModelArguments),
    Eval(Eval),
    Scan(Box<Scan>),
    Dedup(Dedup),
    Decontaminate(Box<Decontaminate>),
    Index(IndexArguments),
    Study(StudyArguments),
    Batch(Batch),
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// Check that this program answers, on this machine, as every other of its version
    #[command(after_help = "Exit status: 0 it does; 2 it does not: do not trust it.")]
    SelfTest,
    Completions(CompletionsArguments),
    Manual(ManualArguments),
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  twinprint completions bash > ~/.local/share/bash-completion/completions/twinprint
  twinprint completions fish > ~/.config/fish/completions/twinprint.fish
  twinprint completions zsh > ~/.zfunc/_twinprint        a folder of $fpath

Exit status: 0 done; 2 an error.";

/// Print what a shell needs to complete commands and options
#[derive(Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

const MANUAL_EXAMPLES: &str = "\
Examples:
  twinprint manual ~/.local/share/man/man1           then: man twinprint, man twinprint-compare
  twinprint manual --markdown options                the same as files of Markdown

Exit status: 0 done; 2 an error.";

/// Write the manual pages of all commands into a folder, for `man`
#[derive(Args)]
#[command(after_help = MANUAL_EXAMPLES)]
pub(crate) struct ManualArguments {
    /// The folder; made if it is not there
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,

    /// Markdown, a file for each command, rather than pages for `man`
    #[arg(long)]
    pub(crate) markdown: bool,
}

const EXAMPLES: &str = "\
Examples:
  twinprint compare draft.txt published.html         two documents, with the passages they share
  twinprint compare essays --template task.txt       a folder, every document with every other
  twinprint compare essays --report essays.html      the same as a page to read and hand on
  curl -s https://example.org | twinprint compare - essay.txt
  twinprint compare 'essays/**/*.md' --json --min-words 20

Documents are .txt, .md, .html and .htm files of folders, and files of any name that are given by it, \
in any encoding; .docx, .odt, .pptx, .odp, .rtf, .epub, .pdf, .tex and .ipynb files; the objects of JSON lines and arrays (.jsonl, .ndjson, .json) with a text, as in \"text\"; the rows of \
tables (.csv, .tsv, .parquet, .arrow, .feather); and the pages in .warc and .wet archives. All may be packed (.gz, .zst, .xz, .bz2).

Exit status: 0 done; 1 with --fail-on-match when something matched; 3 done, but something could not be read; 2 an error, nothing \
was done.";

const READ_EXAMPLES: &str = "\
Examples:
  twinprint read thesis.docx                         its text, as every other command reads it
  twinprint read essays --json                       all documents of a folder, a line of JSON each

HTML stands as it is written; of it, what is visible counts.

Exit status: 0 done; 3 done, but something could not be read; 2 an error, nothing was done.";

/// Show what is read of files: the texts that are compared
#[derive(Args)]
#[command(after_help = READ_EXAMPLES)]
pub(crate) struct ReadArguments {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "DOCUMENT", required = true)]
    pub(crate) documents: Vec<OsString>,

    #[command(flatten)]
    pub(crate) read_as: DocumentArguments,

    /// One JSON object a line for each document, and last what became of all
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compare documents, each with every other: what they share, and where
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompareArguments {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "DOCUMENT", required_unless_present = "recipe")]
    documents: Vec<OsString>,

    #[command(flatten)]
    read_as: DocumentArguments,

    /// Text that was given to everyone: what is shared with it does not count (repeatable)
    #[arg(long, value_name = "FILE", help_heading = "What counts")]
    template: Vec<OsString>,

    /// What does not count, by how it is set in the text
    #[arg(long, value_name = "KIND,..", value_delimiter = ',', help_heading = "What counts",
        value_parser = PossibleValuesParser::new(ApartKind::ALL.map(ApartKind::name))
            .try_map(|name| ApartKind::from_name(&name)))]
    leave_out: Vec<ApartKind>,

    /// Take out before words are read: volatile (dates, times, counters, ids, addresses), site (lines that many pages of a site
    /// have), both separated by a comma, or none
    #[arg(long, value_name = "KIND,..", default_value = "none", help_heading = "What counts", value_parser = clean)]
    clean: String,

    /// The lines of sites to take out, as "twinprint model boilerplate" learned them
    #[arg(long, value_name = "FILE", help_heading = "What counts")]
    boilerplate: Option<PathBuf>,

    /// Whose documents are whose, by their names: as a learning platform or journal names them (platform), by folder, by a pattern such as
    /// '{author}_*', or none. Documents of one author are not compared
    #[arg(long, value_name = "RULE", default_value = "platform", help_heading = "What counts",
        value_parser = str::parse::<AuthorRule>)]
    authors: AuthorRule,

    /// Compare documents of one author, too
    #[arg(long, help_heading = "What counts")]
    within_authors: bool,

    /// Leave out runs that more than PERCENT of the documents have, and at least three
    #[arg(long, value_name = "PERCENT", help_heading = "What counts", value_parser = clap::value_parser!(u8).range(0..100))]
    common: Option<u8>,

    /// Documents are short: answers of a sentence or two, titles, abstracts. Compares single words in whatever order (--shingle 1)
    /// by their stems (--stemmer en) and runs of three (--run 3), and lists the pairs that resemble each other most
    #[arg(long, help_heading = "What counts")]
    short: bool,

    /// The shortest run of shared words that is always found [default: 8; with --short 3]
    #[arg(long, value_name = "N", help_heading = "What counts")]
    run: Option<usize>,

    /// How far to look: copied finds words in a row, with a few changes between them; edited also passages of which every
    /// third word was changed; reworded also sentences that say much the same in other words
    #[arg(
        long,
        value_name = "HOW",
        value_enum,
        default_value_t,
        help_heading = "What counts",
        hide_possible_values = true
    )]
    reach: Reach,

    /// Words or other units in a shingle, for (Jaccard) resemblance and containment [default: 3; with --short 1]
    #[arg(long, value_name = "W", help_heading = "What counts")]
    shingle: Option<usize>,

    /// How shingles are hashed
    #[arg(long, value_name = "HASH", default_value = "rolled64", help_heading = "What counts",
        value_parser = PossibleValuesParser::new(["rolled64", "md5", "rabin32", "rabin40", "rabin64"])
            .try_map(|name| ShingleHash::from_name(&name)))]
    shingle_hash: ShingleHash,

    /// What a shingle is made of; passages are of words all the same
    #[arg(long, value_name = "UNIT", default_value = "words", help_heading = "What counts",
        value_parser = PossibleValuesParser::new(["words", "lines", "sentences", "characters"])
            .try_map(|name| Unit::from_name(&name)))]
    units: Unit,

    /// What a word is
    #[arg(long, value_name = "RULE", default_value = "unicode", help_heading = "What counts",
        value_parser = PossibleValuesParser::new(["unicode", "white-space", "alphanumeric"])
            .try_map(|name| WordRule::from_name(&name)))]
    words: WordRule,

    /// Leave out the stop words of a language, such as en
    #[arg(long, value_name = "LANG", help_heading = "What counts", hide_possible_values = true,
        value_parser = language())]
    stop_words: Option<Language>,

    /// Compare words by their stems in a language, such as en [default: none; with --short en]
    #[arg(long, value_name = "LANG", help_heading = "What counts", hide_possible_values = true,
        value_parser = language())]
    stemmer: Option<Language>,

    /// Break URLs into words at slashes and dots
    #[arg(long, help_heading = "What counts")]
    urls: bool,

    /// Count the sources of images as words
    #[arg(long, help_heading = "What counts")]
    images: bool,

    /// One JSON object a line for each pair, and last one of what became of what was read
    #[arg(long, group = "format", help_heading = "What is shown")]
    json: bool,

    /// One line of tab-separated values for each pair, after a header
    #[arg(long, group = "format", help_heading = "What is shown")]
    tsv: bool,

    /// Write the pairs side by side as one HTML file, safe to open and hand on; or, named .docx, for a word processor
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(report_path), help_heading = "What is shown")]
    report: Option<PathBuf>,

    /// Write the pairs' numbers as CSV, safe to open in a spreadsheet
    #[arg(long, value_name = "FILE", help_heading = "What is shown")]
    csv: Option<PathBuf>,

    /// Replace a file that is there, though Twinprint did not write it
    #[arg(long, help_heading = "What is shown")]
    force: bool,

    /// Only pairs with at least N words in shared passages [default: 1 in the table and report, else 0; not with --short]
    #[arg(long, value_name = "N", conflicts_with = "short", help_heading = "What is shown")]
    min_words: Option<u32>,

    /// Only the first N of these pairs [default: 100 in the table and report, else all]
    #[arg(long, value_name = "N", help_heading = "What is shown")]
    top: Option<usize>,

    /// Exit with status 1 if a pair shares a passage, with --reach reworded also in other words, with --short if a pair is listed;
    /// or, with =PERCENT, if that share of a document is in another
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true,
        value_parser = percent, default_missing_value = "any", help_heading = "What is shown")]
    fail_on_match: Option<Threshold>,

    /// Colours; auto means on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, help_heading = "What is shown")]
    color: Color,

    /// Print the recipe that these options make, and its id
    #[arg(long, help_heading = "What is shown")]
    recipe: bool,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// How far a comparison looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reach {
    /// Words in a row that are the same, with a few changes between them.
    Copied,
    /// Words that are rarely near one another by chance, however many are changed between them.
    #[default]
    Edited,
    /// Sentences that say much the same, too.
    Reworded,
}

impl Reach {
    /// How far passages of equal words are looked for.
    pub(crate) fn of_passages(self) -> twinprint::Reach {
        match self {
            Reach::Copied => twinprint::Reach::Copied,
            Reach::Edited | Reach::Reworded => twinprint::Reach::Edited,
        }
    }
}

/// Words in a shingle and in a run, where documents are short.
const SHORT: (usize, usize) = (1, 3);

/// What counts as a match.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Threshold {
    /// It shares a passage.
    Passage,
    /// At least this share of one document is contained in the other, 0 to 1.
    Containment(f64),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Output {
    Table,
    Json,
    Tsv,
    Recipe,
}

/// Valid options of `twinprint compare`.
#[derive(Debug)]
pub(crate) struct Compare {
    pub(crate) documents: Vec<OsString>,
    pub(crate) read_as: DocumentArguments,
    pub(crate) templates: Vec<OsString>,
    pub(crate) checker: Checker,
    /// Whose documents are whose.
    pub(crate) authors: AuthorRule,
    /// Whether documents of one author are compared.
    pub(crate) within_authors: bool,
    /// Runs that a larger share of the authors have do not count.
    pub(crate) common: Option<f64>,
    pub(crate) run: usize,
    /// Whether the documents are short, and listed by resemblance.
    pub(crate) short: bool,
    pub(crate) reach: Reach,
    pub(crate) output: Output,
    pub(crate) report: Option<PathBuf>,
    pub(crate) csv: Option<PathBuf>,
    pub(crate) force: bool,
    pub(crate) min_words: Option<u32>,
    pub(crate) top: Option<usize>,
    pub(crate) fail_on_match: Option<Threshold>,
    pub(crate) color: Color,
}

impl CompareArguments {
    pub(crate) fn validate(self) -> Result<Compare, Error> {
        let boilerplate = methods::boilerplate(self.boilerplate.as_deref(), &self.clean)?;
        let text = TextOptions::default()
            .with_words(self.words)
            .with_urls(if self.urls { UrlRule::SlashesAndDots } else { UrlRule::AsText })
            .with_images(if self.images { ImageRule::Sources } else { ImageRule::Ignored })
            .with_stop_words(self.stop_words)
            .with_stemmer(self.stemmer.or(self.short.then_some(Language::English)))
            .with_units(self.units)
            .with_clean(methods::cleaning(&self.clean, boilerplate.as_deref())?);
        let (shingle, run) = if self.short { SHORT } else { (Recipe::DEFAULT_W, Checker::DEFAULT_RUN) };
        let (shingle, run) = (self.shingle.unwrap_or(shingle), self.run.unwrap_or(run));
        let recipe = Recipe::default().with_text(text).with_w(shingle).with_shingle_hash(self.shingle_hash);
        Ok(Compare {
            documents: self.documents,
            read_as: self.read_as,
            templates: self.template,
            checker: Checker::new(recipe)?
                .with_run(run)?
                .with_reach(self.reach.of_passages())
                .with_left_out(&self.leave_out)
                .with_boilerplate(boilerplate)?,
            authors: self.authors,
            within_authors: self.within_authors,
            common: self.common.map(|percent| f64::from(percent) / 100.0),
            run,
            short: self.short,
            reach: self.reach,
            output: match (self.recipe, self.json, self.tsv) {
                (true, ..) => Output::Recipe,
                (_, true, _) => Output::Json,
                (_, _, true) => Output::Tsv,
                _ => Output::Table,
            },
            report: self.report,
            csv: self.csv,
            force: self.force,
            min_words: self.min_words,
            top: self.top,
            fail_on_match: self.fail_on_match,
            color: self.color,
        })
    }
}

/// Term weights: how much each word counts, learned from a corpus
#[derive(Args)]
pub(crate) struct ModelArguments {
    #[command(subcommand)]
    pub(crate) command: ModelCommand,
}

#[derive(Subcommand)]
pub(crate) enum ModelCommand {
    Train(Train),
    Boilerplate(LearnBoilerplate),
    Show(Show),
}

const MODEL_EXAMPLES: &str = "\
Examples:
  twinprint model train essays -o essays.twm --stemmer en
  twinprint model train news.jsonl.zst 'books/**/*.txt' -o news.twm --max-terms 70000
  twinprint model show news.twm rose garden

Exit status: 0 done; 3 done, but something could not be read; 2 an error, nothing was done.";

/// Learn a model: in how many documents each term stands, and which two terms are phrases
#[derive(Args)]
#[command(after_help = MODEL_EXAMPLES)]
pub(crate) struct Train {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    #[command(flatten)]
    pub(crate) read_as: DocumentArguments,

    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Count words by their stems in a language, such as en
    #[arg(long, value_name = "LANG", hide_possible_values = true, value_parser = language())]
    stemmer: Option<Language>,

    /// What a word is
    #[arg(long, value_name = "RULE", default_value = "unicode",
        value_parser = PossibleValuesParser::new(["unicode", "white-space", "alphanumeric"])
            .try_map(|name| WordRule::from_name(&name)))]
    words: WordRule,

    /// Leave out terms of fewer documents
    #[arg(long, value_name = "N", default_value_t = Training::default().min_documents)]
    min_documents: u32,

    /// Keep at most N terms, the most frequent; all others weigh as the rarest of these
    #[arg(long, value_name = "N", default_value_t = Training::default().max_terms)]
    max_terms: usize,

    /// Keep at most N phrases, the most significant
    #[arg(long, value_name = "N", default_value_t = Training::default().max_phrases)]
    max_phrases: usize,
}

impl Train {
    pub(crate) fn training(&self) -> Training {
        Training {
            text: TextOptions::default().with_words(self.words).with_stemmer(self.stemmer),
            min_documents: self.min_documents,
            max_terms: self.max_terms,
            max_phrases: self.max_phrases,
        }
    }
}

const BOILERPLATE_EXAMPLES: &str = "\
Examples:
  twinprint model boilerplate crawl.warc.gz -o sites.twb
  twinprint model boilerplate pages.jsonl.zst --site-field owner --share 30 -o sites.twb
  twinprint scan crawl.warc.gz --clean site,volatile --boilerplate sites.twb

A site is the host of a document's URL, or what --site-field says; documents of which neither is known are of one site. A line is \
one of the text to show, of HTML a block, and goes by its words without volatile parts. Exact duplicates count once.

Exit status: 0 done; 3 done, but something could not be read; 2 an error, nothing was done.";

/// Learn boilerplate: the lines that more than a share of a site's pages have
#[derive(Args)]
#[command(after_help = BOILERPLATE_EXAMPLES)]
pub(crate) struct LearnBoilerplate {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<OsString>,

    #[command(flatten)]
    pub(crate) read_as: DocumentArguments,

    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// The field of .jsonl lines or .parquet rows that names their site, rather than their URLs
    #[arg(long, value_name = "FIELD")]
    pub(crate) site_field: Option<String>,

    /// Take the lines that more than PERCENT of a site's pages have
    #[arg(long, value_name = "PERCENT", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..100))]
    pub(crate) share: u32,

    /// Of sites of at least N pages
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) pages: u32,

    #[command(flatten)]
    pub(crate) means: ResourceArguments,
}

/// Show what a model was learned from, and what words weigh in it
#[derive(Args)]
pub(crate) struct Show {
    /// The model
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,

    /// Words to weigh
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
}

fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.iter().map(|language| language.code()))
        .try_map(|code| Language::from_code(&code).ok_or("no such language"))
}

fn percent(text: &str) -> Result<Threshold, &'static str> {
    if text == "any" {
        return Ok(Threshold::Passage);
    }
    let percent =
        text.trim_end_matches('%').parse::<f64>().ok().filter(|percent| (0.0..=100.0).contains(percent));
    percent.map(|percent| Threshold::Containment(percent / 100.0)).ok_or("give a number from 0 to 100")
}

/// What is taken out of documents.
fn clean(text: &str) -> Result<String, &'static str> {
    let is_some = |part: &str| matches!(part, "site" | "volatile");
    let is_one = text == "none" || text.split(',').all(is_some);
    if is_one { Ok(text.into()) } else { Err("give volatile, site, both separated by a comma, or none") }
}

fn share(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or("give a number from 0 to 1")
}

/// The least share that counts, in thousandths and no finer, as searches have it.
fn least_share(text: &str) -> Result<f64, &'static str> {
    let whole = |share: &f64| (share * 1000.0 - (share * 1000.0).round()).abs() < 1e-6;
    let share = share(text).ok().filter(|share| *share >= 0.0005 && whole(share));
    share.ok_or("give a number from 0.001 to 1, of three decimals at most")
}

/// A share as "5%", "5" or "0.5%".
fn percentage(text: &str) -> Result<f64, &'static str> {
    let percent = text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok();
    percent
        .filter(|percent| (0.0..=100.0).contains(percent))
        .map(|percent| percent / 100.0)
        .ok_or("give a share from 0% to 100%")
}

/// What a command does where something is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum IfRefused {
    /// Goes on, and ends with exit status 3
    #[default]
    Report,
    /// Goes on, and ends with exit status 0
    Ignore,
    /// Stops before anything is written
    Stop,
}

/// A number of bytes, with a unit of 1000 (kB, MB, GB, TB) or of 1024 (K, KiB, and so on).
fn size(text: &str) -> Result<u64, &'static str> {
    const EXPECTED: &str = "give a number of bytes, with a unit if need be, as 4GiB, 4G or 4 GB";
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (thousands, power): (u32, i32) = match text[end..].trim_start().to_ascii_lowercase().as_str() {
        "" | "b" => (1024, 0),
        "k" | "kib" => (1024, 1),
        "m" | "mib" => (1024, 2),
        "g" | "gib" => (1024, 3),
        "t" | "tib" => (1024, 4),
        "kb" => (1000, 1),
        "mb" => (1000, 2),
        "gb" => (1000, 3),
        "tb" => (1000, 4),
        _ => return Err(EXPECTED),
    };
    let unit = f64::from(thousands).powi(power);
    let bytes = text[..end].parse::<f64>().map_err(|_| EXPECTED)? * unit;
    if bytes < 2f64.powi(63) { Ok(bytes as u64) } else { Err("this is more than there can be") }
}
