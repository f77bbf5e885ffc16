//! The options of every command.

use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

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
}

impl Everywhere {
    /// Lets the whole program heed them. To be called once, before anything is done.
    pub(crate) fn heed(&self) {
        QUIET.store(self.quiet, Ordering::Relaxed);
        if let Some(threads) = self.threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
            pool.build_global().expect("no pool of threads was made yet");
        }
    }
}

/// Whether the user wants neither notes nor progress.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}
