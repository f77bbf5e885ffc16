//! The arguments of `twinprint study label`.

use std::path::PathBuf;

use clap::Args;
use twinprint_study::label::DEFAULT_PORT;

const EXAMPLES: &str = "\
Examples:
  twinprint study hamming pages.jsonl.zst -o found --to-label pairs
  twinprint study label pairs
  twinprint study label pairs --by-rule

The page shows two documents side by side with their differences marked, and takes a verdict: correct, incorrect or undecided. Each is \
kept at once in the folder's verdicts.jsonl; the work goes on another day where it was left. Only this machine can open the page. Ctrl-C \
ends it.

With --by-rule a written rule judges what nobody has judged: pairs that differ in dates, numbers, names or boilerplate alone are correct, \
those that differ in other words are undecided up to a tenth of the words and incorrect beyond. It knows nothing of what a page is about.

Exit status: 0 ended; 2 an error.";

/// Judge pairs that a study drew, on a page of this machine
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Label {
    /// The folder of pairs, which a study wrote with --to-label
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,

    /// Judge the pairs without a verdict by the written rule, and end
    #[arg(long, conflicts_with = "port")]
    pub(crate) by_rule: bool,

    /// The port, or 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PORT)]
    pub(crate) port: u16,
}
