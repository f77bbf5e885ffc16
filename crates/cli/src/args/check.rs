//! The arguments of `twinprint check`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, PathBufValueParser, TypedValueParser};
use twinprint::Error::InvalidOption;
use twinprint::index::{Design, Rule};
use twinprint_native::Error;

use crate::report::report_path;

use super::{Color, DocumentArguments, IndexLocation, Threshold, percent};

const EXAMPLES: &str = "\
Examples:
  twinprint check essay.txt --index corpus.index             what of it stands in documents of the index, and in which
  twinprint check essays --index corpus.index --report essays.html
  twinprint check new.jsonl --index corpus.index --json --fail-on-match=50
  curl -s https://example.org | twinprint check - --index corpus.index
  crawler | twinprint check - --index corpus.index --add --json
  twinprint check essay.txt --index https://example.org/papers/ --access-mode prefix

Documents are read as \"twinprint compare\" reads them; \"twinprint index build\" makes the index. Every copied run of words that \
is as long as the index promises (\"twinprint index inspect\" shows how long) is found. With an index that keeps texts, \
sources are compared with the document word by word; without, what is shared is estimated by hashes of shingles and pairs of words.

An index elsewhere is a folder that \"twinprint index publish\" made, on a web host, or a look-up service (\"twinprint serve\"). The \
documents stay here; --access-mode says what else the index learns: nothing, parts of its files that are read, prefixes or full \
fingerprints. Every mode finds the same. Standard error says what was sent.

An index of documents as wholes (\"twinprint index build --find documents\") says of which of them a document is a near-duplicate: in how many \
bits of their fingerprints both differ, what that says of the words they share, and how many of the index would come as near by chance.

With --add each document is deduplicated against the index, and a word stands before it: added (it is on the disk, whatever happens next), known \
(too much of it stands in the index for it to be added), or same-id (another document of the index has its id). Documents are taken one after the other, \
each as soon as it comes, and nobody else can change the index meanwhile.

Exit status: 0 done; 1 with --fail-on-match when a document matched; 3 done, but something could not be read or \
searched; 2 an error, nothing was done.";

/// What stands for an index.
const INDEX: &str = if cfg!(feature = "fetch") { "DIR|URL" } else { "DIR" };

/// Check documents against an index for copied passages: which of its documents they share words with, and where
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    /// Files, folders, patterns in quotes, or - for standard input
    #[arg(value_name = "DOCUMENT", required = true)]
    pub(crate) documents: Vec<OsString>,

    #[command(flatten)]
    pub(crate) read_as: DocumentArguments,

    /// The index, as "twinprint index build" makes it of documents: its folder, or its address
    #[arg(short, long, value_name = INDEX, value_parser = OsStringValueParser::new().try_map(IndexLocation::read))]
    pub(crate) index: IndexLocation,

    /// Only sources with at least N of the document's words [default: the run that the index promises to find]
    #[arg(long, alias = "least", value_name = "N", help_heading = "What counts")]
    min_words: Option<u32>,

    /// One JSON object a line for each document, and last one of what became of what was read
    #[arg(long, help_heading = "What is shown")]
    pub(crate) json: bool,

    /// Write the documents, what is copied in them marked, as one HTML file, safe to open and hand on; or, named .docx, for a word processor
    #[arg(long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(report_path), help_heading = "What is shown")]
    pub(crate) report: Option<PathBuf>,

    /// Replace a file that is there, though Twinprint did not write it
    #[arg(long, help_heading = "What is shown")]
    pub(crate) force: bool,

    /// Only the first N sources of each document [default: 20 in the table, else 100]
    #[arg(long, value_name = "N", help_heading = "What is shown")]
    pub(crate) sources: Option<usize>,

    /// Exit with status 1 if a document has a source; or, with =PERCENT, if that share of its words stands in sources
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true,
        value_parser = percent, default_missing_value = "any", help_heading = "What is shown")]
    pub(crate) fail_on_match: Option<Threshold>,

    /// Add to the index each document that is new: little of it stands in documents of the index, those just added included
    #[arg(long, conflicts_with_all = ["report", "min_words", "sources"], help_heading = "Adding")]
    add: bool,

    /// With --add: a document is new if less than PERCENT of its words stand in documents of the index
    #[arg(long, value_name = "PERCENT", default_value = "50", value_parser = share, requires = "add", help_heading = "Adding")]
    new_below: f64,

    #[cfg(feature = "fetch")]
    #[command(flatten)]
    pub(crate) remote: super::RemoteArguments,

    /// Colours; auto means on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, help_heading = "What is shown")]
    pub(crate) color: Color,
}

fn share(text: &str) -> Result<f64, &'static str> {
    match percent(text)? {
        Threshold::Containment(share) => Ok(share),
        Threshold::Passage => Err("give a number from 0 to 100"),
    }
}

impl Check {
    /// Below which share of its words, 0 to 1, a document is new and to be added; none if none is to be added.
    pub(crate) fn new_below(&self) -> Option<f64> {
        self.add.then_some(self.new_below)
    }

    /// Refuses what an index of documents as wholes does not tell.
    pub(crate) fn check_for_documents(&self) -> Result<(), Error> {
        let asks_for_share = matches!(self.fail_on_match, Some(Threshold::Containment(_)));
        let refused = [
            ("add", self.add),
            ("report", self.report.is_some()),
            ("min-words", self.min_words.is_some()),
            ("fail-on-match", asks_for_share),
        ];
        match refused.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => {
                let expected = match option {
                    "add" => {
                        "an index of passages; add to one of documents as wholes with \"twinprint index add\""
                    }
                    "fail-on-match" => "no percentage: an index of documents as wholes knows no passages",
                    _ => "an index of passages: one of documents as wholes knows no words",
                };
                Err(Error::Core(InvalidOption { option, value: self.index.to_string(), expected }))
            }
        }
    }

    /// From how much on a source of an index of this design is listed.
    pub(crate) fn rule(&self, design: &Design) -> Rule {
        let default = Rule::new(design);
        Rule {
            least: self.min_words.unwrap_or(default.least),
            least_known: self.min_words.unwrap_or(default.least_known),
            least_rare: self.min_words.unwrap_or(default.least_rare),
            sources: self.sources.unwrap_or(default.sources),
            ..default
        }
    }
}
