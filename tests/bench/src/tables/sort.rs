//! A radix sort of fingerprints, by which the time to build tables is judged.

use rdst::RadixSort;
use voracious_radix_sort::RadixSort as _;

use crate::codes::Input;
use crate::measure::{Outcome, Per};
use crate::time::Clock;
use crate::{memory, own, time};

const ROUNDS: usize = 3;

/// radsort: from the lowest byte on, one thread.
pub(crate) fn radsort(input: &Input) -> Outcome {
    sort(input, Clock::Thread, radsort::sort)
}

/// voracious_radix_sort, one thread.
pub(crate) fn voracious(input: &Input) -> Outcome {
    sort(input, Clock::Thread, |codes| codes.voracious_sort())
}

/// rdst, one thread.
pub(crate) fn rdst(input: &Input) -> Outcome {
    sort(input, Clock::Thread, |codes| {
        codes.radix_sort_builder().with_parallel(false).with_single_threaded_tuner().sort()
    })
}

/// rdst on all cores, by the clock.
pub(crate) fn rdst_all_cores(input: &Input) -> Outcome {
    sort(input, Clock::Wall, |codes| codes.radix_sort_unstable())
}

/// Twinprint's own, all cores.
pub(crate) fn own_all_cores(input: &Input) -> Outcome {
    sort(input, Clock::Wall, twinprint_native::sort::sort)
}

/// The codes sorted, and the paper's four tables made of them and written, all cores.
pub(crate) fn four_tables(input: &Input) -> Outcome {
    let ((seconds, bytes), needed) =
        memory::of(|| time::median(Clock::Wall, ROUNDS, || input.codes(), own::build));
    Outcome::new(seconds, input.count(), Per::Code).with_bytes(bytes, input.count()).with_peak(needed.peak)
}

fn sort(input: &Input, clock: Clock, sort: impl Fn(&mut [u64])) -> Outcome {
    let ((seconds, codes), needed) = memory::of(|| {
        let sorted = |mut codes: Vec<u64>| {
            sort(&mut codes);
            codes
        };
        time::median(clock, ROUNDS, || input.codes(), sorted)
    });
    assert!(codes.is_sorted(), "the sort left fingerprints out of order");
    Outcome::new(seconds, codes.len(), Per::Code).with_peak(needed.peak)
}
