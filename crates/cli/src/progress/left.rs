//! How long work will still take.

use std::time::Duration;

/// The most moments that are kept.
const KEPT: usize = 200;

/// Tells it from how far the work was at moments, by the speed of the later half of what is done: of a speed that changed in the beginning, as
/// where a run goes on, nothing is left by then.
#[derive(Debug, Default)]
pub(super) struct TimeLeft {
    /// Times since the beginning, with how much was done then, in order.
    moments: Vec<(Duration, u64)>,
}

impl TimeLeft {
    /// How long it takes from a moment on, at which so much is done of all; none while nothing is known.
    pub(super) fn at(&mut self, time: Duration, done: u64, all: u64) -> Option<Duration> {
        if self.moments.last().is_none_or(|&(_, before)| before < done) {
            if self.moments.len() == KEPT {
                let mut number = 0;
                self.moments.retain(|_| {
                    number += 1;
                    number % 2 == 1
                });
            }
            self.moments.push((time, done));
        }
        let half = self.moments.partition_point(|&(_, at)| at < done / 2).saturating_sub(1);
        let (from, at) = *self.moments.get(half)?;
        let went = done.checked_sub(at).filter(|&went| went > 0)?;
        let left = all.saturating_sub(done) as f64 / went as f64;
        Some((time - from.min(time)).mul_f64(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By how much what is told in the second half differs from what it takes, at most, of this: work of a hundred steps that take so many
    /// milliseconds each.
    fn worst(steps: &[u64]) -> f64 {
        let whole: u64 = steps.iter().sum();
        let mut left = TimeLeft::default();
        left.at(Duration::ZERO, 0, steps.len() as u64);
        let (mut now, mut worst) = (0, 0.0_f64);
        for (done, step) in steps.iter().enumerate() {
            now += step;
            let told = left.at(Duration::from_millis(now), done as u64 + 1, steps.len() as u64);
            let (told, takes) =
                (told.expect("something is done").as_secs_f64() * 1000.0, (whole - now) as f64);
            // The last steps are of no account to whoever waits.
            if done * 2 >= steps.len() && done * 10 < steps.len() * 9 {
                worst = worst.max((told - takes).abs() / takes);
            }
        }
        worst
    }

    #[test]
    fn what_is_left_is_told_within_a_fifth_in_the_second_half() {
        assert!(worst(&[50; 1000]) < 0.001, "a steady speed");
        let uneven: Vec<u64> = (0..1000).map(|step| 20 + step * 7919 % 61).collect();
        assert!(worst(&uneven) < 0.2, "steps of very different lengths: {}", worst(&uneven));
        let slower: Vec<u64> = (0..1000).map(|step| if step < 200 { 5 } else { 50 }).collect();
        assert!(worst(&slower) < 0.2, "a beginning that was ten times as fast: {}", worst(&slower));
        let resumed: Vec<u64> = (0..1000).map(|step| if step < 250 { 0 } else { 50 }).collect();
        assert!(worst(&resumed) < 0.2, "a quarter that was done before: {}", worst(&resumed));
    }

    #[test]
    fn nothing_is_told_before_something_is_done() {
        let mut left = TimeLeft::default();
        assert_eq!(left.at(Duration::ZERO, 0, 10), None);
        assert_eq!(left.at(Duration::from_secs(1), 0, 10), None);
        assert_eq!(left.at(Duration::from_secs(2), 5, 10), Some(Duration::from_secs(2)));
        assert_eq!(left.at(Duration::from_secs(4), 10, 10), Some(Duration::ZERO));
    }
}
