//! `twinprint index verify`.

use twinprint::native::Error;
use twinprint::native::index::{self, Depth};

use crate::args::Verify;
use crate::terminal::{counted, print, visible};
use crate::{Outcome, say_error};

pub(crate) fn run(options: &Verify) -> Result<Outcome, Error> {
    let depth = if options.deep { Depth::Contents } else { Depth::Files };
    let (manifest, problems) = index::verify(&options.index, depth)?;
    problems.iter().for_each(say_error);
    if problems.is_empty() {
        let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
        let contents = if options.deep { ", and so is what they hold" } else { "" };
        print(&format!(
            "{}: all {} files are whole{contents}: {}, {}\n",
            visible(&options.index.to_string_lossy()),
            manifest.files.len() + 1,
            counted(bytes, "byte"),
            counted(manifest.fingerprints, "fingerprint"),
        ))?;
    }
    Ok(Outcome { incomplete: !problems.is_empty(), ..Outcome::default() })
}
