//! All pairs of documents whose codes are alike: by supershingles, and by bits.

use twinprint::hash;
use twinprint::simhash::Projection;
use twinprint_native::Error;
use twinprint_native::blobs::Lists;
use twinprint_native::overlap::{self, Need, Overlaps, Progress, Workspace};
use twinprint_native::scan::Code;

/// The codes of documents by one algorithm, in memory: 56 bytes each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Codes(pub Vec<Option<Code>>);

impl Codes {
    /// How many supershingles of two documents are equal, 0 to 6: the B-similarity.
    pub fn equal(&self, a: u32, b: u32) -> u32 {
        match self.both(a, b) {
            Some((x, y)) => x.iter().zip(y).filter(|(x, y)| x == y).count() as u32,
            None => 0,
        }
    }

    /// How many of the first `bits` bits of two documents agree: of 384 the C-similarity.
    pub fn agreeing(&self, a: u32, b: u32, bits: u32) -> u32 {
        let Some((x, y)) = self.both(a, b) else { return 0 };
        let differ = |at: u32| {
            let left = bits.saturating_sub(64 * at).min(64);
            let within = if left == 64 { u64::MAX } else { (1 << left) - 1 };
            ((x[at as usize] ^ y[at as usize]) & within).count_ones()
        };
        bits - (0..bits.div_ceil(64)).map(differ).sum::<u32>()
    }

    /// Whether two documents have one of twelve pieces of 32 bits in common, by which Henzinger found pairs (2006, section
    /// 3.3).
    pub fn share_a_piece(&self, a: u32, b: u32) -> bool {
        let pieces = |code: &Code| Projection(*code).pieces();
        self.both(a, b).is_some_and(|(x, y)| pieces(x).iter().zip(pieces(y)).any(|(x, y)| *x == y))
    }

    /// All pairs with at least `least` equal supershingles, sorted, with how many are. Not for threads of rayon.
    ///
    /// # Errors
    /// [`Error::Unreadable`] and [`Error::Unwritable`], with the place.
    pub fn by_supershingles(
        &self,
        least: u32,
        place: &Workspace,
        progress: Progress<'_>,
    ) -> Result<Overlaps, Error> {
        let sets = self.sets(place, |code| placed(code.iter().copied()))?;
        overlap::join(&sets, Need::Shared { least }, &|_, _| true, place, progress)
    }

    /// All pairs of which at most `differ` of the first `bits` bits differ, sorted: those that have one of `differ` + 1
    /// pieces in common, and are then looked at. Not for threads of rayon.
    ///
    /// # Errors
    /// [`Error::Unreadable`] and [`Error::Unwritable`], with the place.
    pub fn by_bits(
        &self,
        bits: u32,
        differ: u32,
        place: &Workspace,
        progress: Progress<'_>,
    ) -> Result<Overlaps, Error> {
        let near = |a, b| self.agreeing(a, b, bits) + differ >= bits;
        let sets = self.sets(place, |code| placed(pieces(code, bits, differ + 1)))?;
        overlap::join(&sets, Need::Shared { least: 1 }, &near, place, progress)
    }

    fn sets(&self, place: &Workspace, members: impl Fn(&Code) -> Vec<u64>) -> Result<Lists, Error> {
        let mut sets = Lists::temporary(&place.folder)?;
        for code in &self.0 {
            sets.push(&code.as_ref().map_or(Vec::new(), &members))?;
        }
        Ok(sets)
    }

    fn both(&self, a: u32, b: u32) -> Option<(&Code, &Code)> {
        self.0[a as usize].as_ref().zip(self.0[b as usize].as_ref())
    }
}

/// Parts of a code, each with its place, as members of a set: sorted and spread over all 64 bits.
fn placed(parts: impl Iterator<Item = u64>) -> Vec<u64> {
    let place = |(place, part): (u64, u64)| hash::mix(part ^ hash::mix(place + 1));
    let mut members: Vec<u64> = (0..).zip(parts).map(place).collect();
    members.sort_unstable();
    members.dedup();
    members
}

/// The first `bits` bits in `count` pieces or more, their lengths equal or one apart; none is longer than 64.
fn pieces(code: &Code, bits: u32, count: u32) -> impl Iterator<Item = u64> {
    let count = count.max(bits.div_ceil(64));
    (0..count).map(move |piece| {
        let (start, end) = (piece * bits / count, (piece + 1) * bits / count);
        (start..end).fold(0, |sum, bit| sum << 1 | (code[bit as usize / 64] >> (bit % 64) & 1))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::intervals::SplitMix;
    use super::*;

    fn place() -> Workspace {
        Workspace { memory: 16 << 20, folder: std::env::temp_dir() }
    }

    /// Codes of which many are a few bits, or parts, apart.
    fn codes(change: impl Fn(&mut Code, &mut SplitMix)) -> Codes {
        let mut random = SplitMix(5);
        let mut codes = Vec::new();
        for _ in 0..12 {
            let mut code: Code = core::array::from_fn(|_| random.bits());
            for _ in 0..12 {
                change(&mut code, &mut random);
                codes.push(Some(code));
            }
            codes.push(None);
        }
        Codes(codes)
    }

    fn every(codes: &Codes, holds: impl Fn(u32, u32) -> bool) -> Vec<(u32, u32)> {
        let documents = codes.0.len() as u32;
        let pairs = (0..documents).flat_map(|a| (a + 1..documents).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| holds(a, b)).collect()
    }

    fn found(overlaps: Overlaps) -> Vec<(u32, u32)> {
        overlaps.map(|found| found.map(|found| (found.a, found.b)).unwrap()).collect()
    }

    #[test]
    fn all_pairs_within_so_many_bits_are_found_of_however_many_bits() {
        let codes = codes(|code, random| {
            for _ in 0..random.bits() % 5 {
                code[(random.bits() % 6) as usize] ^= 1 << (random.bits() % 64);
            }
        });
        for (bits, differ) in [(32, 1), (64, 2), (96, 3), (256, 8), (384, 12), (384, 23)] {
            let near = |a, b| codes.agreeing(a, b, bits) + differ >= bits;
            let expected = every(&codes, near);
            assert!(expected.len() > 100);
            assert_eq!(found(codes.by_bits(bits, differ, &place(), &|_, _| ()).unwrap()), expected, "{bits}");
        }
    }

    #[test]
    fn all_pairs_with_so_many_supershingles_are_found() {
        let codes = codes(|code, random| code[(random.bits() % 6) as usize] = random.bits());
        for least in 1..=5 {
            let expected = every(&codes, |a, b| codes.equal(a, b) >= least);
            assert!(expected.len() > 10);
            let pairs: Vec<_> =
                codes.by_supershingles(least, &place(), &|_, _| ()).unwrap().map(Result::unwrap).collect();
            assert!(pairs.iter().all(|pair| pair.shared == codes.equal(pair.a, pair.b)));
            assert_eq!(pairs.iter().map(|pair| (pair.a, pair.b)).collect::<Vec<_>>(), expected, "{least}");
        }
    }

    #[test]
    fn pairs_that_differ_in_eleven_bits_share_a_piece_of_twelve() {
        let codes = codes(|code, random| {
            for _ in 0..3 {
                code[(random.bits() % 6) as usize] ^= 1 << (random.bits() % 64);
            }
        });
        let near = every(&codes, |a, b| codes.agreeing(a, b, 384) >= 373);
        assert!(near.iter().all(|&(a, b)| codes.share_a_piece(a, b)));
    }
}
