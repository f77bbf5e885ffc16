//! Who judges the pairs that a study draws: their resemblance, or a person.

use std::path::PathBuf;

use clap::Args;
use twinprint_study::verdict::Thresholds;

#[derive(Args)]
pub(crate) struct JudgeArguments {
    /// The least resemblance of near-duplicates
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = super::super::share,
        help_heading = "Who judges")]
    correct: f64,

    /// The least resemblance of pairs that may be near-duplicates or not
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = super::super::share,
        help_heading = "Who judges")]
    undecided: f64,

    /// Words in a shingle by which resemblance is measured
    #[arg(short, long = "shingle", value_name = "W", default_value_t = 10, help_heading = "Who judges")]
    pub(crate) w: usize,

    /// Write pairs to judge, with their texts, to a folder for "twinprint study label"
    #[arg(long, value_name = "DIR", help_heading = "Who judges")]
    pub(crate) to_label: Option<PathBuf>,

    /// How many pairs of each distance or similarity to write there
    #[arg(long, value_name = "N", default_value_t = 30, requires = "to_label", help_heading = "Who judges",
        value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) label_each: u32,

    /// Take the verdicts in such a folder instead of resemblance
    #[arg(long, value_name = "DIR", help_heading = "Who judges")]
    pub(crate) labels: Option<PathBuf>,
}

impl JudgeArguments {
    /// How many pairs of each kind are drawn for a sample of this size: those to be judged by a person are among them.
    pub(crate) fn drawn(&self, sample: u32) -> u32 {
        if self.to_label.is_some() { sample.max(self.label_each) } else { sample }
    }

    pub(crate) fn thresholds(&self) -> Thresholds {
        let thousandths = |share: f64| (share * 1000.0).round() as u32;
        let correct = thousandths(self.correct);
        Thresholds { correct, undecided: thousandths(self.undecided).min(correct) }
    }
}
