//! How many of an index's hashes begin with a prefix, and how long prefixes have to be so that they are few.
//!
//! Naively, any prefix is answered. With one of one bit begins half of the index: whoever sends it gets 10,000 times what they sent, for
//! all the work that it takes. The least length is a number of the index, the same for all parts of it, so it comes from the manifest.

use crate::index::Manifest;

/// How many shingles and pairs begin with a prefix of the least length, on average. Winnowing keeps small hashes, so that with the lowest
/// prefix begin ten times as many.
const SHINGLES: u64 = 256;

/// How many fingerprints begin within k bits of one, on average.
const FINGERPRINTS: u64 = 4096;

/// No index wants longer prefixes, and none are sent: more bits of a hash would disclose too much. Of a hundred million passages with fingerprints
/// more begin with them.
pub(crate) const MOST_PREFIX_BITS: u32 = 28;

/// The bytes that a shingle or a pair takes in its file, about.
const SHINGLE_BYTES: u64 = 4;

/// The fingerprints of a passage, at most: one of each lexicon.
const PASSAGE_FINGERPRINTS: u64 = 3;

/// The bits that a prefix has at least, by which an index is asked.
pub(super) fn least_prefix(manifest: &Manifest) -> u32 {
    let files = manifest.segments.iter().flat_map(|segment| &segment.parts).flat_map(|part| &part.shingles);
    let bytes = files.fold(0u64, |sum, file| sum.saturating_add(file.bytes));
    let shingles = bytes / SHINGLE_BYTES;
    let fingerprints = if manifest.design.has_fingerprints() { manifest.passages } else { 0 };
    let fingerprints = fingerprints.saturating_mul(PASSAGE_FINGERPRINTS);
    let are_few = |bits: &u32| {
        shingles.checked_shr(*bits).unwrap_or(0) <= SHINGLES
            && expected_matches(fingerprints, *bits, manifest.design.k) <= FINGERPRINTS
    };
    (1..MOST_PREFIX_BITS).find(are_few).unwrap_or(MOST_PREFIX_BITS)
}

/// How many of an index's fingerprints begin within `k` bits of a prefix, on average, if they are random.
pub(crate) fn expected_matches(fingerprints: u64, bits: u32, k: u32) -> u64 {
    let expected = u128::from(patterns(bits, k)).saturating_mul(fingerprints.into());
    u64::try_from(expected.checked_shr(bits).unwrap_or(0)).unwrap_or(u64::MAX)
}

/// How many numbers of `bits` bits differ from one in at most `k`: as many places are looked at for a prefix of a fingerprint.
pub(super) fn patterns(bits: u32, k: u32) -> u64 {
    let (mut patterns, mut choose) = (0u128, 1u128);
    for flips in 0..=k.min(bits) {
        patterns += choose;
        choose = choose * u128::from(bits - flips) / u128::from(flips + 1);
    }
    u64::try_from(patterns).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Design, FileEntry, Layout, PartEntry, SegmentEntry};

    /// Of an index with this many shingles, and this many passages with fingerprints.
    fn manifest(shingles: u64, passages: u64) -> Manifest {
        let design = if passages > 0 { Design::default().with_fingerprints() } else { Design::default() };
        let file = FileEntry { bytes: shingles * SHINGLE_BYTES, ..FileEntry::of("s", "tws", b"", 0) };
        let part = PartEntry { passages: [].into(), shingles: [file].into() };
        let segment = SegmentEntry {
            first_passage: 0,
            first_document: 0,
            documents: 1,
            passages: 1,
            parts: [part].into(),
            sources: [].into(),
            texts: [].into(),
            removed: None,
        };
        let empty = Manifest::empty(&design, Layout { tables: 4, parts: 1, texts: false });
        Manifest { passages, segments: [segment].into(), ..empty }
    }

    #[test]
    fn a_small_index_takes_any_prefix_and_a_large_one_only_those_that_little_begins_with() {
        let least = |shingles, passages| least_prefix(&manifest(shingles, passages));
        assert_eq!([least(0, 0), least(500, 0), least(10_000, 0), least(50_000_000, 0)], [1, 1, 6, 18]);
        assert_eq!([least(0, 1000), least(0, 1_000_000), least(0, 100_000_000)], [1, 20, 28]);
    }

    #[test]
    fn numbers_that_differ_in_a_few_bits_are_counted() {
        assert_eq!(
            [patterns(24, 3), patterns(24, 0), patterns(2, 3), patterns(64, 64)],
            [2325, 1, 4, u64::MAX]
        );
        assert_eq!(expected_matches(8_000_000, 24, 3), 1108);
    }
}
