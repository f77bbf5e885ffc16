//! `twinprint index build`.

use std::sync::OnceLock;

use twinprint::native::Error;
use twinprint::native::index::{self, Input, Manifest, Watch};

use crate::args::Build;
use crate::progress::Progress;
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

/// The bar of reading, then that of writing.
struct Bars {
    reading: Progress,
    writing: OnceLock<Progress>,
}

impl Bars {
    fn new(bytes: u64) -> Self {
        Bars { reading: Progress::bytes("Reading", bytes), writing: OnceLock::new() }
    }
}

impl Watch for Bars {
    fn reading(&self, bytes: u64) {
        self.reading.at(bytes);
    }

    fn writing(&self, done: usize, all: usize) {
        self.writing
            .get_or_init(|| {
                self.reading.end();
                Progress::new("Writing tables", all)
            })
            .at(done as u64);
    }
}
