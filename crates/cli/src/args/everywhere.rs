//! The options of every command.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, Ordering};

use clap::Args;

use crate::say_note;

/// How much is said beside results and errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Loudness {
    /// Nothing.
    Quiet,
    /// Notes, and progress.
    Usual,
    /// What is read, what was decided, and how long each thing took, too.
    Verbose,
}

static LOUDNESS: AtomicU8 = AtomicU8::new(Loudness::Usual as u8);

#[derive(Args)]
pub(crate) struct Everywhere {
    /// How many cores to use [default: all]
    #[arg(short = 'j', long, global = true, display_order = 1000, value_name = "N", help_heading = "Everywhere",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// No notes and no progress: results and errors alone
    #[arg(
        short,
        long,
        global = true,
        display_order = 1000,
        help_heading = "Everywhere",
        overrides_with = "verbose"
    )]
    quiet: bool,

    /// Say on standard error what is read, what was decided, and how long each thing took
    #[arg(
        short,
        long,
        global = true,
        display_order = 1000,
        help_heading = "Everywhere",
        overrides_with = "quiet"
    )]
    verbose: bool,

    /// The file that the project keeps its options in, in tables of the commands' names [default: twinprint.toml, if it is there]
    #[arg(long, global = true, display_order = 1000, value_name = "FILE", help_heading = "Everywhere")]
    config: Option<PathBuf>,

    /// Without the options of twinprint.toml
    #[arg(long, global = true, display_order = 1000, help_heading = "Everywhere", conflicts_with = "config")]
    no_config: bool,
}

impl Everywhere {
    /// Lets the whole program heed them. To be called once, before anything is done.
    pub(crate) fn heed(&self) {
        let loudness = match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (_, true) => Loudness::Verbose,
            _ => Loudness::Usual,
        };
        LOUDNESS.store(loudness as u8, Ordering::Relaxed);
        if let Some(threads) = self.threads {
            // In a process that has worked before, as Python's may, the pool is there already.
            if rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global().is_err() {
                say_note("--threads has no effect: this process works with all cores already");
            }
        }
    }
}

/// Whether the user wants to be told what is said from this loudness on.
pub(crate) fn is_heard(loudness: Loudness) -> bool {
    LOUDNESS.load(Ordering::Relaxed) >= loudness as u8
}
