//! The options of every command.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use crate::say_note;

/// Whether notes and progress are left out.
static QUIET: AtomicBool = AtomicBool::new(false);

#[derive(Args)]
pub(crate) struct Everywhere {
    /// How many cores to use [default: all]
    #[arg(short = 'j', long, global = true, display_order = 1000, value_name = "N", help_heading = "Everywhere",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// No notes and no progress: results and errors alone
    #[arg(short, long, global = true, display_order = 1000, help_heading = "Everywhere")]
    quiet: bool,

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
        QUIET.store(self.quiet, Ordering::Relaxed);
        if let Some(threads) = self.threads {
            // In a process that has worked before, as Python's may, the pool is there already.
            if rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global().is_err() {
                say_note("--threads has no effect: this process works with all cores already");
            }
        }
    }
}

/// Whether the user wants neither notes nor progress.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}
