//! All pairs of a set that are within three bits of each other.

use all_pairs_hamming::ChunkedJoiner;
use all_pairs_hamming::sketch::Sketch;
use twinprint::table::SelfJoin;

use crate::codes::{Input, RADIUS};
use crate::measure::{Outcome, Per};
use crate::time::Clock;
use crate::{memory, time};

/// Rounds of seconds each.
const ROUNDS: usize = 3;

/// all-pairs-hamming on whole fingerprints, as find-simdoc has it.
pub(crate) fn all_pairs(input: &Input) -> Outcome {
    join(input, 1, |code| [code])
}

/// all-pairs-hamming on halves of fingerprints.
pub(crate) fn all_pairs_halves(input: &Input) -> Outcome {
    join(input, 2, |code| [code as u32, (code >> 32) as u32])
}

/// Twinprint's self-join, one core.
pub(crate) fn own(input: &Input) -> Outcome {
    let mut codes = input.related();
    codes.sort_unstable();
    codes.dedup();
    let ((seconds, found), needed) = memory::of(|| {
        time::thread(ROUNDS, || {
            let join = SelfJoin::new(&codes, RADIUS).expect("sorted codes");
            let mut found = 0;
            for part in 0..join.parts() {
                join.scan(part, |_| {
                    found += 1;
                    true
                });
            }
            found
        })
    });
    Outcome::new(seconds, 1, Per::Join).with_found(found).with_peak(needed.peak)
}

/// Twinprint's self-join on all cores, by the clock; pairs are sorted, too.
pub(crate) fn own_all_cores(input: &Input) -> Outcome {
    let ((seconds, found), needed) = memory::of(|| {
        let join = |codes| twinprint_native::join::self_join(codes, RADIUS).expect("a join").len();
        time::median(Clock::Wall, ROUNDS, || input.related(), join)
    });
    Outcome::new(seconds, 1, Per::Join).with_found(found).with_peak(needed.peak)
}

fn join<S: Sketch, const N: usize>(input: &Input, chunks: usize, cut: impl Fn(u64) -> [S; N]) -> Outcome {
    let codes = input.related();
    let mut joiner = ChunkedJoiner::new(chunks);
    for &code in &codes {
        joiner.add(cut(code)).expect("as many chunks as said");
    }
    let radius = f64::from(RADIUS) / f64::from(u64::BITS);
    let ((seconds, found), needed) =
        memory::of(|| time::thread(ROUNDS, || joiner.similar_pairs(radius).len()));
    Outcome::new(seconds, 1, Per::Join).with_found(found).with_peak(needed.peak)
}
