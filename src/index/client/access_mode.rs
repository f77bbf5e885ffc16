//! How an index that is elsewhere is used, and so what it learns.

/// How an index elsewhere is used, from what discloses nothing of a document to what discloses most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum AccessMode {
    /// All of its files are fetched, whatever is checked.
    Download,
    /// Those parts of its files are read that look-ups need, among some that others would.
    Ranges,
    /// It is sent the first [`PREFIX_BITS`] bits of fingerprints and shingles, at least half of them decoys.
    Prefix,
    /// It is sent whole fingerprints and shingles.
    Whole,
}

/// How many bits of a fingerprint or shingle are disclosed when an index is searched by prefixes: eight million fingerprints have
/// some 1,100 within three bits of such a prefix, so that the answers stay small and a prefix says little.
pub const PREFIX_BITS: u32 = 24;

impl AccessMode {
    /// All of them, in their order.
    pub const ALL: [AccessMode; 4] =
        [AccessMode::Download, AccessMode::Ranges, AccessMode::Prefix, AccessMode::Whole];

    /// Its name, as `prefix`.
    pub fn name(self) -> &'static str {
        match self {
            AccessMode::Download => "download",
            AccessMode::Ranges => "ranges",
            AccessMode::Prefix => "prefix",
            AccessMode::Whole => "whole",
        }
    }

    /// The mode of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// How many decoys go with a hundred real ones. By ranges each costs a block of a file; downloading
    /// discloses nothing as it is, and among whole fingerprints the drawn ones stand out, since nothing is near them.
    pub(super) fn decoy_percent(self) -> u32 {
        match self {
            AccessMode::Prefix => 100,
            AccessMode::Ranges => 25,
            AccessMode::Download | AccessMode::Whole => 0,
        }
    }

    /// Whether the number of items is padded with decoys. By ranges each costs a block of a file.
    pub(super) fn is_padded(self) -> bool {
        self == AccessMode::Prefix
    }
}
