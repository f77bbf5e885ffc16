//! The arguments of `twinprint study lexicons`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use clap::builder::TypedValueParser;
use twinprint::simhash::Bits;
use twinprint::text::{Language, TextOptions};
use twinprint_native::Error;
use twinprint_study::lexicons::LexiconsOptions;

use super::OutputArguments;
use crate::args::Copies;
use crate::methods;

const EXAMPLES: &str = "\
Examples:
  twinprint study lexicons books.jsonl edited.jsonl --pairs pairs.tsv --queries -o lexicons
  twinprint study lexicons essays --pairs pairs.tsv --copies ignored --lexicons 5 -o lexicons
  twinprint study lexicons notes.jsonl --pairs pairs.tsv --model none --stemmer none -o lexicons

Documents and pairs are those of \"twinprint eval\". Simhashes of shingles, from one lexicon or several, are tried on them, as in the \
paper that fused both: by shingle length, lexicons, bits, distance, the share that lexicons leave out, and kinds of terms. What \
to use is chosen on one half of the pairs and tested on the other.

Exit status: 0 done; 3 done, but something could not be read; 2 an error, nothing was done.";

/// Shingle length, lexicons, bits and distance of simhashes, by labelled pairs (the fusion paper, figures 2 to 5 and table 1)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Lexicons {
    /// Files, folders, patterns in quotes, or - for standard input; .jsonl files have a document in each line
    #[arg(value_name = "DOCUMENTS", required = true)]
    pub(crate) documents: Vec<OsString>,

    /// Labelled pairs: two ids and a label in each line, separated by tabs (repeatable)
    #[arg(long, value_name = "FILE", required = true, help_heading = "Labels")]
    pub(crate) pairs: Vec<PathBuf>,

    /// Two copies of one source that no label joins: negative (no duplicates), ignored (neither way) or positive
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value_t,
        hide_possible_values = true,
        help_heading = "Labels"
    )]
    pub(crate) copies: Copies,

    /// Look up each source (the second of a pair) among all documents, and average over the sources, as the paper does
    #[arg(long, help_heading = "Labels")]
    pub(crate) queries: bool,

    /// Term weights: a model's file, english for the one built in, or none
    #[arg(long, value_name = "MODEL", default_value = "english", help_heading = "Terms")]
    pub(crate) model: String,

    /// The language whose stop words are left out, or none
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = language(), help_heading = "Terms")]
    stop_words: NamedLanguage,

    /// The language by whose rules words are stemmed, or none
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = language(), help_heading = "Terms")]
    stemmer: NamedLanguage,

    /// The lengths of fingerprints: 32, 64, 128, separated by commas
    #[arg(long, value_name = "BITS", value_delimiter = ',', default_value = "32,64", value_parser = bits, help_heading = "What is tried")]
    bits: Vec<Bits>,

    /// Shingles of one word to N
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(10), help_heading = "What is tried")]
    longest: usize,

    /// One lexicon to N
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = within(64), help_heading = "What is tried")]
    lexicons: usize,

    /// Draw random lexicons N times
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(100), help_heading = "What is tried")]
    draws: usize,

    /// Samples of the bootstrap, for the intervals of what is chosen
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "What is tried")]
    rounds: usize,

    #[command(flatten)]
    pub(crate) form: OutputArguments,
}

impl Lexicons {
    pub(crate) fn options(&self) -> Result<LexiconsOptions, Error> {
        let text = TextOptions::default().with_stop_words(self.stop_words.0).with_stemmer(self.stemmer.0);
        let mut bits = self.bits.clone();
        bits.sort_by_key(|bits| bits.count());
        bits.dedup();
        Ok(LexiconsOptions {
            bits,
            longest: self.longest,
            lexicons: self.lexicons,
            draws: self.draws,
            seed: self.form.seed,
            queries: self.queries,
            rounds: self.rounds,
            ..LexiconsOptions::new(text, methods::model(&self.model)?)
        })
    }
}

/// A language, or none.
#[derive(Debug, Clone, Copy)]
struct NamedLanguage(Option<Language>);

fn language() -> impl TypedValueParser<Value = NamedLanguage> {
    clap::builder::StringValueParser::new().try_map(|code| match &*code {
        "none" => Ok(NamedLanguage(None)),
        code => {
            Language::from_code(code).map(|language| NamedLanguage(Some(language))).ok_or("no such language")
        }
    })
}

fn bits(text: &str) -> Result<Bits, &'static str> {
    let count = text.parse().ok().and_then(|count| Bits::from_count(count).ok());
    count.ok_or("give 32, 64 or 128")
}

fn within(most: u64) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64).range(1..=most).map(|number| number as usize)
}
