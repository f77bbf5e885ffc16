//! How much of the machine a command that reads a corpus may use.

use std::env;
use std::path::PathBuf;

use clap::Args;
use twinprint_native::{memory, overlap};

/// The memory used on a machine that does not say how much it has.
const MEMORY: u64 = 1 << 30;
/// What the program takes for itself, whatever the corpus: its code, what files are read through, the documents at hand.
const OWN_MEMORY: u64 = 48 << 20;
/// The least memory taken besides: with less, a corpus is read again and again.
const LEAST_MEMORY: u64 = 16 << 20;

#[derive(Args)]
pub(crate) struct ResourceArguments {
    /// How much memory to use, as 2GiB, and at least 64MiB [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = super::size, help_heading = "Resources")]
    memory: Option<u64>,

    /// Where to put what does not fit into memory meanwhile [default: the system's folder for temporary files]
    #[arg(long, value_name = "FOLDER", help_heading = "Resources")]
    temp_dir: Option<PathBuf>,
}

impl ResourceArguments {
    pub(crate) fn place(&self) -> overlap::Workspace {
        let given = self.memory.or_else(|| Some(memory::total()? / 4)).unwrap_or(MEMORY);
        let memory = given.saturating_sub(OWN_MEMORY).max(LEAST_MEMORY);
        let folder = self.temp_dir.clone().unwrap_or_else(env::temp_dir);
        overlap::Workspace { memory: memory as usize, folder }
    }
}
