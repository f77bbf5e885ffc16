//! What an index says of itself, and what each access mode costs.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::access_mode::AccessMode;
use super::meta::Meta;
use crate::index::service::prefixes::expected_matches;
use crate::index::{Design, Manifest};

/// What an index is.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Facts {
    /// How many documents it has.
    pub documents: u64,
    /// How many passages.
    pub passages: u64,
    /// Whether it has the texts of its documents.
    pub texts: bool,
    /// The id of its design.
    pub recipe: String,
    /// Changes with everything that is in it: 16 hexadecimal digits.
    pub checksum: String,
    /// The words of the shortest run that is always found.
    pub run: u32,
    /// The modes in which it can be used.
    pub ways: Vec<AccessMode>,
    /// The bytes of all its files; 0 behind a service.
    pub bytes: u64,
    /// How many bits of a fingerprint the block gives away that is read for it; 0 behind a service.
    pub block_bits: u32,
    /// What each mode costs, about.
    pub prices: Vec<Price>,
    /// The parts that cannot be searched.
    pub missing: Vec<String>,
}

/// What it costs, about, to use an index in one mode: bytes once, and bytes for each word of a document.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Price {
    /// The mode.
    pub way: AccessMode,
    /// Bytes once.
    pub once: u64,
    /// Bytes a word.
    pub word: u64,
}

/// Shingles looked up for a hundred words: winnowing by windows of four selects two in five.
const SHINGLES: u64 = 40;

/// Of a hundred words those that are paired: most have four letters or more.
const PAIRED: u64 = 60;

/// Fingerprints looked up for a hundred words, if the index has some: a passage has about as many, and one for each of three
/// lexicons.
const FINGERPRINTS: u64 = 3;

/// Bytes of the sources and texts that a document's check looks into, if it has some.
const SOURCES: u64 = 90_000;

/// Bytes of a block of a table, as it is read by ranges.
const BLOCK: u64 = 1024;

impl Facts {
    pub(super) fn of_service(meta: &Meta) -> Self {
        let mut facts = Facts::of_design(&meta.design);
        facts.documents = meta.documents;
        facts.passages = meta.passages;
        facts.texts = meta.texts;
        facts.checksum = meta.index.clone();
        facts.missing = meta.missing.clone();
        facts.ways = Vec::from([AccessMode::Prefix, AccessMode::Whole]);
        let near = expected_matches(facts.fingerprints(), meta.prefix_bits(), meta.design.k);
        // Decoys double what is sent, and what comes back; padding adds half of it on average.
        let (hashes, fingerprints) = looked_up(&meta.design);
        let prefix = 3 * (hashes * (3 + 4) + fingerprints * (3 + 7 * near)) / 100;
        let whole = (hashes + fingerprints) * (8 + 2) / 100;
        facts.prices = Vec::from([
            Price { way: AccessMode::Prefix, once: 2 * SOURCES, word: prefix },
            Price { way: AccessMode::Whole, once: SOURCES, word: whole },
        ]);
        facts
    }

    pub(super) fn of_published(manifest: &Manifest) -> Self {
        let mut facts = Facts::of_design(&manifest.design);
        facts.documents = manifest.documents;
        facts.passages = manifest.passages;
        facts.texts = manifest.segments.iter().any(|segment| !segment.texts.is_empty());
        facts.checksum = manifest.checksum.clone();
        facts.ways = Vec::from([AccessMode::Download, AccessMode::Ranges]);
        facts.bytes = sum(manifest.files().map(|file| file.bytes));
        let (hashes, fingerprints) = looked_up(&manifest.design);
        let heads = sum(manifest.files().map(|file| file.head));
        let shingles =
            manifest.segments.iter().flat_map(|segment| &segment.parts).flat_map(|part| &part.shingles);
        let blocks = sum(shingles.map(|file| file.bytes.saturating_sub(file.head) / BLOCK));
        facts.block_bits = (blocks.max(1)).ilog2();
        facts.prices = Vec::from([
            Price { way: AccessMode::Download, once: facts.bytes, word: 0 },
            Price {
                way: AccessMode::Ranges,
                once: heads.saturating_add(SOURCES),
                word: (hashes + 4 * fingerprints) * 5 / 4 * BLOCK / 100,
            },
        ]);
        facts
    }

    fn of_design(design: &Design) -> Self {
        Facts {
            documents: 0,
            passages: 0,
            texts: false,
            recipe: design.id().to_string(),
            checksum: String::new(),
            run: design.shingles.run,
            ways: Vec::new(),
            bytes: 0,
            block_bits: 0,
            prices: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// About how many fingerprints the index has.
    pub(super) fn fingerprints(&self) -> u64 {
        self.passages.saturating_mul(3)
    }
}

/// How many hashes of shingles and pairs are looked up for a hundred words, and how many fingerprints.
fn looked_up(design: &Design) -> (u64, u64) {
    let pairs =
        design.pairs.map_or(0, |pairs| PAIRED * u64::from(pairs.apart) / u64::from(pairs.one_in.max(1)));
    (SHINGLES + pairs, if design.has_fingerprints() { FINGERPRINTS } else { 0 })
}

/// A sum of numbers that somebody else wrote.
fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}
