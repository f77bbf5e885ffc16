//! The arguments of `twinprint study`.

mod agreement;
mod hamming;
mod judge;
#[cfg(feature = "serve")]
mod label;
mod lexicons;
mod recommend;
mod sampling;
mod sites;

use std::path::PathBuf;

use clap::{Args, Subcommand};

pub(crate) use agreement::Agreement;
pub(crate) use hamming::Hamming;
use judge::JudgeArguments;
#[cfg(feature = "serve")]
pub(crate) use label::Label;
pub(crate) use lexicons::Lexicons;
pub(crate) use recommend::Recommend;
pub(crate) use sampling::Sampling;
pub(crate) use sites::SiteArguments;

/// Repeat a paper's experiments on your own documents: one folder with a report, figures and the numbers behind them
#[derive(Args)]
pub(crate) struct StudyArguments {
    #[command(subcommand)]
    pub(crate) command: StudyCommand,
}

#[derive(Subcommand)]
pub(crate) enum StudyCommand {
    Agreement(Agreement),
    Hamming(Hamming),
    #[cfg(feature = "serve")]
    Label(Label),
    Lexicons(Lexicons),
    Recommend(Recommend),
    Sampling(Sampling),
}

/// The options of every study.
#[derive(Args, Debug)]
pub(crate) struct OutputArguments {
    /// The folder to write: index.html, figures as SVG, the values behind them as CSV, and parameters.json
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// What all random choices are drawn from: the same seed gives the same bytes
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}
