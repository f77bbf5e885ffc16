//! `twinprint index build`.

use twinprint_native::Error;
use twinprint_native::index::{self, Input, Manifest};

use super::bars::Bars;
use crate::args::Build;
use crate::terminal::{counted, print, visible};
use crate::{Outcome, say_note};

pub(crate) fn run(options: &Build) -> Result<Outcome, Error> {
    let inputs: Vec<Input> = options.fingerprints.iter().map(Input::new).collect();
    let bars = Bars::new(inputs.iter().map(Input::bytes).sum());
    let built = index::build(&inputs, &options.output, &options.options(), &bars)?;
    drop(bars);
    if built.resumed > 0 {
        say_note(format_args!(
            "tables that an interrupted build had finished are taken as they are: {}",
            built.resumed
        ));
    }
    print(&summary(&built.manifest, &options.output.to_string_lossy()))?;
    Ok(Outcome::default())
}

fn summary(manifest: &Manifest, folder: &str) -> String {
    let bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let documents = match manifest.documents {
        0 => String::new(),
        documents => format!(" of {}", counted(documents, "document")),
    };
    format!(
        "{}: {}{documents} in {}, {} in {}\n",
        visible(folder),
        counted(manifest.fingerprints, "fingerprint"),
        counted(manifest.plan.len() as u64, "table"),
        counted(bytes, "byte"),
        counted(manifest.files.len() as u64, "file"),
    )
}
