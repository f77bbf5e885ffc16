//! Medians of several rounds, in processor time of one core.

use std::hint::black_box;

use cpu_time::ThreadTime;

/// How many rounds there are.
pub const ROUNDS: usize = 7;

/// The seconds of the round in the middle.
pub fn median(mut work: impl FnMut() -> u64) -> f64 {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begun = ThreadTime::now();
            black_box(work());
            begun.elapsed().as_secs_f64()
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}
