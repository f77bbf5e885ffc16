//! Any bytes are what a folder of an index says of itself, of whatever kind, or refused. `cargo xtask fuzz folders`
#![no_main]

mod rooms;

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use twinprint_native::index::{
    Depth, FingerprintIndex, Manifest, both_folders, corpus, documents, is_both, verify,
};

fuzz_target!(|bytes: &[u8]| {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| rooms::empty("folders"));
    fs::write(folder.join("index.json"), bytes).expect("it is written");
    assert!(is_both(folder) || both_folders(folder).is_err());
    let _ = Manifest::read(folder).map(|manifest| manifest.bits());
    let _ = (FingerprintIndex::open(folder).is_ok(), verify(folder, Depth::Contents).is_ok());
    let _ = (corpus::open(folder).is_ok(), corpus::verify(folder, Depth::Contents).is_ok());
    let _ = (documents::open(folder).is_ok(), documents::verify(folder, Depth::Contents).is_ok());
});
