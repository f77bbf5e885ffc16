//! What a scan that was stopped has left, damaged anywhere, is gone on from or begun anew. `cargo xtask fuzz scan_state`
#![no_main]

mod rooms;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use twinprint_native::Error;
use twinprint_native::corpus::{Documents, Listing, documents};
use twinprint_native::scan::{Apart, Gathered, Identity, Ingest, Keeping, Kept, Reduction, RepeatedNames};

const TASK: &str = "a scan";

/// A folder with what a scan has left, and its files.
fn left() -> &'static (PathBuf, rooms::Files) {
    static LEFT: OnceLock<(PathBuf, rooms::Files)> = OnceLock::new();
    LEFT.get_or_init(|| {
        let folder = rooms::empty("scan-state");
        gather(&folder).expect("a scan");
        let files = rooms::files(&folder);
        (folder, files)
    })
}

fn corpus() -> Documents {
    static CORPUS: OnceLock<PathBuf> = OnceLock::new();
    let path = CORPUS.get_or_init(|| {
        let path = rooms::empty("scan-corpus").join("corpus.jsonl");
        let line = |number: u32| format!("{{\"id\": {number}, \"text\": \"one two three four five six seven {number} eight nine ten\"}}\n");
        fs::write(&path, (0..4).map(line).chain(["no line\n".into()]).collect::<String>()).expect("it is written");
        path
    });
    documents(Listing::new([path]).entries)
}

fn gather(folder: &Path) -> Result<Gathered, Error> {
    let ingest = Ingest {
        reduction: Reduction { identity: Identity::default(), ..Reduction::to_shingles(3, Kept::default()) },
        site: None,
        between: Duration::ZERO,
        apart: Apart::default(),
        files: vec!["corpus.jsonl".into()],
        repeated: RepeatedNames::default(),
    };
    let keeping = Keeping::Folder { folder: folder.into(), task: TASK.into() };
    ingest.gather(|from| corpus().skip_to(from.entry, from.number).into_batches(), &keeping, &mut |_| {})
}

fuzz_target!(|bytes: &[u8]| {
    let (folder, files) = left();
    let Some((&choice, damage)) = bytes.split_first() else { return };
    for (number, (name, content)) in files.iter().enumerate() {
        let is_chosen = number == usize::from(choice) % files.len();
        let content = match (is_chosen, choice >= 128) {
            (true, true) => damage.to_vec(),
            (true, false) => rooms::damaged(content, damage),
            // Where all of a journal is other bytes, as many of them count.
            (false, true) if name == "progress.json" => counting(content, damage.len()),
            (false, _) => content.clone(),
        };
        fs::write(folder.join(name), content).expect("it is written");
    }
    let Ok(gathered) = gather(folder) else { return };
    for document in 0..gathered.catalogue.len() as u32 {
        let _ = gathered.catalogue.name(document);
    }
    let _ = gathered.refused.iter().count();
    let _ = gathered.shingles.for_each(|_, _| Ok(()));
});

/// What says how far a scan was, of which so many bytes of the journal count.
fn counting(progress: &[u8], journal: usize) -> Vec<u8> {
    let mut progress: serde_json::Value = serde_json::from_slice(progress).expect("JSON");
    progress["journal"] = journal.into();
    serde_json::to_vec(&progress).expect("JSON")
}
