//! Any lines are a journal of documents that were added to an index, with right checksums or wrong ones, or refused; and what is taken
//! becomes a segment that is whole. `cargo xtask fuzz journal`
#![no_main]

mod rooms;

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use twinprint_native::corpus::documents;
use twinprint_native::index::Depth;
use twinprint_native::index::corpus::{CorpusIndexOptions, Crawl, Crawling, build, open, verify};

/// A folder with an index of nothing, its files, and how its journal begins.
fn index() -> &'static (PathBuf, rooms::Files, String) {
    static INDEX: OnceLock<(PathBuf, rooms::Files, String)> = OnceLock::new();
    INDEX.get_or_init(|| {
        let folder = rooms::empty("journal");
        let manifest = build(documents(Vec::new()), &folder, &CorpusIndexOptions::default(), &())
            .expect("an index")
            .manifest;
        let files = rooms::files(&folder);
        (folder, files, format!("twinprint journal 1 of {}\n", manifest.checksum))
    })
}

fuzz_target!(|bytes: &[u8]| {
    let (folder, files, head) = index();
    for (name, _) in rooms::files(folder) {
        let _ = fs::remove_file(folder.join(name));
    }
    for (name, content) in files {
        fs::write(folder.join(name), content).expect("it is written");
    }
    let mut journal = head.clone().into_bytes();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        // A line that begins as JSON gets its checksum; others are as they are.
        if let Some(json) = line.strip_suffix(b"\n").filter(|json| json.starts_with(b"{")) {
            journal.extend(format!("{:016x} ", twinprint::wire::checksum(0, json)).bytes());
        }
        journal.extend(line);
    }
    fs::write(folder.join(".twinprint-journal"), journal).expect("it is written");
    let Ok(opened) = open(folder) else { return };
    let documents = opened.manifest.documents;
    let Ok(crawl) = Crawl::open(folder, Crawling::default()) else { return };
    let manifest = crawl.finish().expect("what was opened can be finished");
    assert_eq!(manifest.documents, documents);
    let (_, wrong) = verify(folder, Depth::Contents).expect("an index");
    assert!(wrong.is_empty(), "{wrong:?}");
});
