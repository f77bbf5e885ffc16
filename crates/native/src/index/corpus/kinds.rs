//! What the hashes of an index take: those of shingles and those of pairs of words, against the least that there can be.

use std::collections::BTreeMap;
use std::path::Path;

use super::super::super::Error;
use super::open::read_file;
use twinprint::index::{FileEntry, Manifest, Packing, SegmentEntry, is_pair};
use twinprint::table::Family;

/// What a segment's tables of hashes take.
#[derive(Debug, Clone, PartialEq)]
pub struct HashSizes {
    /// Of shingles.
    pub shingles: KindSize,
    /// Of pairs of words; without any where the design has none.
    pub pairs: KindSize,
    /// All bytes of the tables: those of both kinds, and heads, keys, checksums and what is left of blocks.
    pub bytes: u64,
}

/// What the hashes of one kind take. A posting is a hash and a passage in which it is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct KindSize {
    /// How many different hashes there are.
    pub hashes: u64,
    /// How many postings.
    pub postings: u64,
    /// The bits of the steps to their codes.
    pub bits: u64,
    /// The fewest bits that tell any as many hashes, of how many passages each is, and which.
    pub least: f64,
}

/// What the tables of hashes of each segment take.
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Core`] for files that are not there or damaged.
pub fn hash_sizes(folder: &Path, manifest: &Manifest) -> Result<Vec<HashSizes>, Error> {
    manifest.segments.iter().map(|segment| of_segment(folder, segment, manifest)).collect()
}

fn of_segment(folder: &Path, segment: &SegmentEntry, manifest: &Manifest) -> Result<HashSizes, Error> {
    let has_pairs = manifest.design.pairs.is_some();
    let packing = Packing::of(segment.passages, &manifest.design);
    let (mut shingles, mut pairs, mut bytes) = (Postings::default(), Postings::default(), 0);
    for part in &segment.parts {
        bytes += part.shingles.iter().map(|file| file.bytes).sum::<u64>();
        each_hash(folder, &part.shingles, packing, |hash, passages, bits| {
            let kind = if has_pairs && is_pair(hash) { &mut pairs } else { &mut shingles };
            kind.add(passages, bits);
        })?;
    }
    // With pairs a bit of the hash tells the kind.
    let values = 2f64.powi(packing.bits() as i32 - i32::from(has_pairs));
    let (shingles, pairs) = [shingles, pairs].map(|kind| kind.size(values, segment.passages.into())).into();
    Ok(HashSizes { shingles, pairs, bytes })
}

/// Gives each hash of a part's table, of how many passages it is, and the bits of the steps to its codes.
fn each_hash(
    folder: &Path,
    files: &[FileEntry],
    packing: Packing,
    mut take: impl FnMut(u64, u64, u64),
) -> Result<(), Error> {
    let shards = files.iter().map(|file| Ok((file.name.clone(), read_file(folder, file)?)));
    let family: Family<u64, Vec<u8>> = Family::open(shards.collect::<Result<Vec<_>, Error>>()?)?;
    for shard in &family.shards()[0] {
        let (mut before, mut passages, mut bits) = (None, 0, 0);
        shard.for_each_run(|run| {
            for &code in run {
                if let Some(before) = before.filter(|&before| packing.hash(before) != packing.hash(code)) {
                    take(packing.hash(before), passages, bits);
                    (passages, bits) = (0, 0);
                }
                passages += 1;
                bits += before.map_or(0, |before| shard.step_bits(before, code));
                before = Some(code);
            }
        })?;
        before.into_iter().for_each(|before| take(packing.hash(before), passages, bits));
    }
    Ok(())
}

/// The postings of a kind.
#[derive(Debug, Default)]
struct Postings {
    bits: u64,
    /// How many hashes are of each number of passages.
    of_passages: BTreeMap<u64, u64>,
}

impl Postings {
    fn add(&mut self, passages: u64, bits: u64) {
        self.bits += bits;
        *self.of_passages.entry(passages).or_default() += 1;
    }

    /// Of hashes that have one of `values` values each, in `passages` passages.
    fn size(&self, values: f64, passages: f64) -> KindSize {
        let hashes: u64 = self.of_passages.values().sum();
        let of_each = self.of_passages.iter().map(|(&own, &count)| {
            // The number of passages by its own probability, and which they are.
            let number = (hashes as f64 / count as f64).log2();
            count as f64 * (number + log2_choices(passages, own as f64))
        });
        KindSize {
            hashes,
            postings: self.of_passages.iter().map(|(own, count)| own * count).sum(),
            bits: self.bits,
            least: log2_choices(values, hashes as f64) + of_each.sum::<f64>(),
        }
    }
}

/// The logarithm of how many ways there are to choose some of all. By Stirling's series, in which what is large by itself is left out:
/// of 2^60 hashes no logarithm of a factorial is exact to a bit.
fn log2_choices(all: f64, some: f64) -> f64 {
    let some = some.min(all - some);
    if some <= 0.0 {
        return 0.0;
    }
    let left = all - some;
    let ln = if all < 20.0 {
        ln_factorial(all) - ln_factorial(left)
    } else {
        let ends = (1.0 / all - 1.0 / left) / 12.0;
        some * all.ln() - (left + 0.5) * (-some / all).ln_1p() - some + ends
    };
    (ln - ln_factorial(some)) * core::f64::consts::LOG2_E
}

/// The natural logarithm of a factorial: by multiplying, or beyond 20 by Stirling's series.
fn ln_factorial(number: f64) -> f64 {
    if number < 20.0 {
        return (2..=number as u32).map(|factor| f64::from(factor).ln()).sum();
    }
    number.mul_add(number.ln() - 1.0, 0.5 * (core::f64::consts::TAU * number).ln()) + 1.0 / (12.0 * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_counted() {
        assert!((log2_choices(52.0, 5.0) - 2_598_960f64.log2()).abs() < 1e-6);
        assert_eq!(log2_choices(9.0, 0.0), 0.0);
        assert_eq!(log2_choices(9.0, 9.0), 0.0);
        assert!(
            (log2_choices(16.0, 1.0) - 4.0).abs() < 1e-6 && (log2_choices(256.0, 255.0) - 8.0).abs() < 1e-6
        );
        let all = 2_f64.powi(60);
        assert!(
            (log2_choices(all, 1.0) - 60.0).abs() < 1e-6 && (log2_choices(all, 2.0) - 119.0).abs() < 1e-6
        );
        // Of n random numbers of f bits: f - log2 n + log2 e bits each.
        let (values, count) = (2_f64.powi(37), 1e6_f64);
        let each = 37.0 - count.log2() + core::f64::consts::LOG2_E;
        assert!((log2_choices(values, count) / count - each).abs() < 1e-3);
    }

    #[test]
    fn the_least_bits_tell_hashes_and_their_passages() {
        let mut postings = Postings::default();
        (0..6).for_each(|_| postings.add(1, 30));
        (0..2).for_each(|_| postings.add(3, 40));
        let size = postings.size(1024.0, 8.0);
        assert_eq!((size.hashes, size.postings, size.bits), (8, 12, 260));
        let passages = 6.0 * 8_f64.log2() + 2.0 * 56_f64.log2();
        let numbers = 6.0 * (8.0_f64 / 6.0).log2() + 2.0 * 4_f64.log2();
        assert!((size.least - log2_choices(1024.0, 8.0) - passages - numbers).abs() < 1e-6);
    }
}
