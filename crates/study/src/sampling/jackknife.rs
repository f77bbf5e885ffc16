//! How far chance in the choice of documents may have moved a figure of pairs: each tenth of the documents is left out in turn.
//!
//! Pairs are not independent, since a document is in many; documents are nearly so.

use super::adaptive::place_of;
use crate::intervals::Interval;
use twinprint::hash;

/// The number of parts that documents are dealt out to.
pub const PARTS: u64 = 10;

/// The 97.5 % point of Student's law with one degree of freedom less than there are parts.
const STUDENT: f64 = 2.262;

/// The part that a document is dealt to, below [`PARTS`].
pub fn part_of(ordinal: u32, seed: u64) -> u64 {
    hash::mix(place_of(ordinal, seed)) % PARTS
}

/// The 95 % interval of a share by what it is without each part (Quenouille; Tukey): none if there is none without one of them.
pub(super) fn jackknife(share: f64, without: Vec<Option<f64>>) -> Option<Interval> {
    let without: Vec<f64> = without.into_iter().collect::<Option<_>>()?;
    let parts = without.len() as f64;
    let mean = without.iter().sum::<f64>() / parts;
    let squares: f64 = without.iter().map(|other| (other - mean).powi(2)).sum();
    let half = STUDENT * ((parts - 1.0) / parts * squares).sqrt();
    Some(Interval { low: (share - half).max(0.0), high: (share + half).min(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_mean_it_is_the_interval_of_students_law() {
        let values: Vec<f64> = (0..10).map(|at| 0.3 + 0.01 * f64::from(at * at % 7)).collect();
        let sum: f64 = values.iter().sum();
        let without = values.iter().map(|value| Some((sum - value) / 9.0)).collect();
        let of_jackknife = jackknife(sum / 10.0, without).unwrap();
        let of_student = crate::intervals::summarize(&values).unwrap().interval.unwrap();
        assert!((of_jackknife.low - of_student.low).abs() < 1e-9, "{of_jackknife:?} {of_student:?}");
        assert!((of_jackknife.high - of_student.high).abs() < 1e-9, "{of_jackknife:?} {of_student:?}");
        assert_eq!(jackknife(0.5, vec![Some(0.5), None]), None);
    }
}
