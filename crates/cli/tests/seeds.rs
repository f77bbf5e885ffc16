//! Every fuzz target of `tests/fuzz` with each of its seeds, without a fuzzer: what was found once stays mended, and a target that no longer
//! compiles is seen. `cargo xtask fuzz` runs them with what nobody thought of.
#![allow(
    dead_code,
    unreachable_pub,
    unused_attributes,
    unused_imports,
    clippy::duplicate_mod,
    clippy::unwrap_used,
    reason = "targets are crates of their own elsewhere"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

// Targets are written for the crate of the fuzzer: here it is this one.
extern crate self as libfuzzer_sys;

/// What a target does, as a function of bytes.
#[macro_export]
macro_rules! fuzz_target {
    (|$bytes:ident: &[u8]| $body:block) => {
        pub(crate) fn run($bytes: &[u8]) $body
    };
    (|$text:ident: &str| $body:block) => {
        pub(crate) fn run(bytes: &[u8]) {
            let Ok($text) = std::str::from_utf8(bytes) else { return };
            $body
        }
    };
}

#[path = "../../../tests/fuzz/targets/boilerplate.rs"]
mod boilerplate;
#[path = "../../../tests/fuzz/targets/clean.rs"]
mod clean;
#[path = "../../../tests/fuzz/targets/client.rs"]
mod client;
#[path = "../../../tests/fuzz/targets/compare.rs"]
mod compare;
#[path = "../../../tests/fuzz/targets/corpus.rs"]
mod corpus;
#[path = "../../../tests/fuzz/targets/documents_index.rs"]
mod documents_index;
#[path = "../../../tests/fuzz/targets/documents_ranges.rs"]
mod documents_ranges;
#[path = "../../../tests/fuzz/targets/encoding.rs"]
mod encoding;
#[path = "../../../tests/fuzz/targets/folders.rs"]
mod folders;
#[path = "../../../tests/fuzz/targets/index_files.rs"]
mod index_files;
#[path = "../../../tests/fuzz/targets/journal.rs"]
mod journal;
#[path = "../../../tests/fuzz/targets/lines.rs"]
mod lines;
#[path = "../../../tests/fuzz/targets/model.rs"]
mod model;
#[path = "../../../tests/fuzz/targets/office.rs"]
mod office;
#[path = "../../../tests/fuzz/targets/open_shard.rs"]
mod open_shard;
#[path = "../../../tests/fuzz/targets/pdf.rs"]
mod pdf;
#[path = "../../../tests/fuzz/targets/query_family.rs"]
mod query_family;
#[path = "../../../tests/fuzz/targets/read.rs"]
mod read;
#[path = "../../../tests/fuzz/targets/scan_state.rs"]
mod scan_state;
#[path = "../../../tests/fuzz/targets/seen.rs"]
mod seen;
#[path = "../../../tests/fuzz/targets/service.rs"]
mod service;

/// The targets by their names.
fn targets() -> BTreeMap<&'static str, fn(&[u8])> {
    BTreeMap::from([
        ("boilerplate", boilerplate::run as fn(&[u8])),
        ("clean", clean::run as fn(&[u8])),
        ("client", client::run as fn(&[u8])),
        ("compare", compare::run as fn(&[u8])),
        ("corpus", corpus::run as fn(&[u8])),
        ("documents_index", documents_index::run as fn(&[u8])),
        ("documents_ranges", documents_ranges::run as fn(&[u8])),
        ("encoding", encoding::run as fn(&[u8])),
        ("folders", folders::run as fn(&[u8])),
        ("index_files", index_files::run as fn(&[u8])),
        ("journal", journal::run as fn(&[u8])),
        ("lines", lines::run as fn(&[u8])),
        ("model", model::run as fn(&[u8])),
        ("office", office::run as fn(&[u8])),
        ("open_shard", open_shard::run as fn(&[u8])),
        ("pdf", pdf::run as fn(&[u8])),
        ("query_family", query_family::run as fn(&[u8])),
        ("read", read::run as fn(&[u8])),
        ("scan_state", scan_state::run as fn(&[u8])),
        ("seen", seen::run as fn(&[u8])),
        ("service", service::run as fn(&[u8])),
    ])
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz")
}

/// The paths in a folder of the fuzzer's.
fn within(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_target_takes_its_seeds_and_bytes_of_nothing() {
    for (name, target) in targets() {
        let seeds = within(&folder().join("seeds").join(name));
        assert!(!seeds.is_empty(), "{name} has no seeds");
        target(&[]);
        for seed in seeds {
            println!("{}", seed.display());
            target(&fs::read(&seed).expect("a seed"));
        }
    }
}

/// Seeds with a byte changed, or cut off, or with some of them twice: the same each time. `TWINPRINT_CHANGES` of each, or a few.
#[test]
fn every_target_takes_its_seeds_with_one_thing_changed() {
    let changes = std::env::var("TWINPRINT_CHANGES").map_or(8, |changes| changes.parse().expect("a number"));
    for (name, target) in targets() {
        for seed in within(&folder().join("seeds").join(name)) {
            let bytes = fs::read(&seed).expect("a seed");
            for number in (0..changes).filter(|_| !bytes.is_empty()) {
                println!("{}, change {number}", seed.display());
                target(&changed(bytes.clone(), number));
            }
        }
    }
}

fn changed(mut bytes: Vec<u8>, number: u64) -> Vec<u8> {
    let drawn = twinprint::hash::mix(number);
    let at = (drawn >> 32) as usize % bytes.len();
    match number % 4 {
        0 => bytes[at] ^= 1 << (drawn % 8),
        1 => bytes[at] = [0, 1, 127, 128, 255, b'"', b'\n', b'{'][(drawn % 8) as usize],
        2 => bytes.truncate(at),
        _ => {
            let twice = bytes[at..bytes.len().min(at + 1 + drawn as usize % 64)].to_vec();
            bytes.splice(at..at, twice);
        }
    }
    bytes
}

#[test]
fn every_target_is_tried_here_and_every_folder_of_seeds_is_of_one() {
    let manifest: toml::Table = fs::read_to_string(folder().join("Cargo.toml")).unwrap().parse().unwrap();
    let mut named: Vec<&str> =
        manifest["bin"].as_array().unwrap().iter().map(|bin| bin["name"].as_str().unwrap()).collect();
    named.sort_unstable();
    assert_eq!(targets().into_keys().collect::<Vec<_>>(), named);
    let seeded = within(&folder().join("seeds"));
    let seeded: Vec<_> = seeded.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(seeded, named);
}

#[test]
fn seeds_are_small() {
    for of_target in within(&folder().join("seeds")) {
        let bytes: u64 = within(&of_target).iter().map(|seed| seed.metadata().unwrap().len()).sum();
        assert!(bytes < 32 << 10, "{}: {bytes} bytes", of_target.display());
    }
}
