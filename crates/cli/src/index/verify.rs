//! `twinprint index verify`.

use std::path::Path;

use twinprint_native::Error;
use twinprint_native::index::{self, Depth, both_folders, corpus, documents, is_both};

use crate::args::Verify;
use crate::terminal::{counted, print, visible};
use crate::{Outcome, say_error};

pub(crate) fn run(options: &Verify) -> Result<Outcome, Error> {
    if !is_both(&options.index) {
        return verify(&options.index, options.deep);
    }
    let both = both_folders(&options.index)?;
    let (passages, documents) =
        (verify(&both.passages, options.deep)?, verify(&both.documents, options.deep)?);
    Ok(Outcome { failed: passages.failed || documents.failed, ..Outcome::default() })
}

fn verify(folder: &Path, deep: bool) -> Result<Outcome, Error> {
    let depth = if deep { Depth::Contents } else { Depth::Files };
    let (holds, bytes, problems) = match corpus::is_corpus(folder) {
        _ if documents::is_documents(folder) => {
            let (manifest, problems) = documents::verify(folder, depth)?;
            let bytes = manifest.files().map(|file| file.bytes).collect();
            (counted(manifest.documents, "document"), bytes, problems)
        }
        _ if documents::is_by_ranges(folder) => {
            let (manifest, problems) = documents::verify_by_ranges(folder)?;
            let bytes = manifest.files().map(|file| file.bytes).collect();
            (counted(manifest.documents, "document"), bytes, problems)
        }
        true => {
            let (manifest, problems) = corpus::verify(folder, depth)?;
            let bytes = manifest.files().map(|file| file.bytes).collect();
            (counted(manifest.documents, "document"), bytes, problems)
        }
        false => {
            let (manifest, problems) = index::verify(folder, depth)?;
            let bytes: Vec<u64> = manifest.files.iter().map(|file| file.bytes).collect();
            (counted(manifest.fingerprints, "fingerprint"), bytes, problems)
        }
    };
    problems.iter().for_each(say_error);
    if problems.is_empty() {
        let contents = if deep { ", and so is what they hold" } else { "" };
        print(&format!(
            "{}: all {} files are whole{contents}: {}, {holds}\n",
            visible(&folder.to_string_lossy()),
            bytes.len() + 1,
            counted(bytes.iter().sum(), "byte"),
        ))?;
    }
    Ok(Outcome { failed: !problems.is_empty(), ..Outcome::default() })
}
