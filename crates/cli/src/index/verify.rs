//! `twinprint index verify`.

use twinprint_native::Error;
use twinprint_native::index::{self, Depth, corpus, documents};

use crate::args::Verify;
use crate::terminal::{counted, print, visible};
use crate::{Outcome, say_error};

pub(crate) fn run(options: &Verify) -> Result<Outcome, Error> {
    let depth = if options.deep { Depth::Contents } else { Depth::Files };
    let (holds, bytes, problems) = match corpus::is_corpus(&options.index) {
        _ if documents::is_documents(&options.index) => {
            let (manifest, problems) = documents::verify(&options.index, depth)?;
            let bytes = manifest.files().map(|file| file.bytes).collect();
            (counted(manifest.documents, "document"), bytes, problems)
        }
        _ if documents::is_by_ranges(&options.index) => {
            let (manifest, problems) = documents::verify_by_ranges(&options.index)?;
            let bytes = manifest.files().map(|file| file.bytes).collect();
            (counted(manifest.documents, "document"), bytes, problems)
        }
        true => {
            let (manifest, problems) = corpus::verify(&options.index, depth)?;
            let bytes = manifest.files().map(|file| file.bytes).collect();
            (counted(manifest.documents, "document"), bytes, problems)
        }
        false => {
            let (manifest, problems) = index::verify(&options.index, depth)?;
            let bytes: Vec<u64> = manifest.files.iter().map(|file| file.bytes).collect();
            (counted(manifest.fingerprints, "fingerprint"), bytes, problems)
        }
    };
    problems.iter().for_each(say_error);
    if problems.is_empty() {
        let contents = if options.deep { ", and so is what they hold" } else { "" };
        print(&format!(
            "{}: all {} files are whole{contents}: {}, {holds}\n",
            visible(&options.index.to_string_lossy()),
            bytes.len() + 1,
            counted(bytes.iter().sum(), "byte"),
        ))?;
    }
    Ok(Outcome { failed: !problems.is_empty(), ..Outcome::default() })
}
