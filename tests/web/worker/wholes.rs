//! A published index of documents as wholes: as many as a test wants, of random fingerprints, called by their numbers.

use std::path::Path;

use twinprint::hash::mix;
use twinprint::index::MANIFEST;
use twinprint::seen::{Design, DocumentFingerprints, DocumentsManifest, documents_segment};

/// Writes the index of this many documents.
pub(super) fn write(folder: &Path, documents: u32) {
    let design = Design::default();
    // Those of the tests' own `wholes.mjs`.
    let values = |number: u32| (0..5).map(|at| mix(u64::from(number) * 5 + at)).collect();
    let all: Vec<DocumentFingerprints> =
        (0..documents).map(|number| DocumentFingerprints { values: values(number), words: 300 }).collect();
    let (segment, files) = documents_segment(&design, &all, None).expect("a segment");
    for (entry, bytes) in files {
        std::fs::write(folder.join(entry.name), bytes).expect("a file");
    }
    let manifest = DocumentsManifest {
        documents: documents.into(),
        segments: vec![segment],
        ..DocumentsManifest::empty(&design)
    };
    manifest.check().expect("an index");
    std::fs::write(folder.join(MANIFEST), manifest.to_json()).expect("a file");
}
