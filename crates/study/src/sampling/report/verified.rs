//! What is found when all that samples find is looked at again.

use std::format;

use super::super::TrialOutcome;
use super::precision::mean_share;
use super::{SamplingResults, bin_of, ratio, threshold};
use crate::form::{Cell, Section, StudyExhibit, Table};
use crate::intervals::summarize;

pub(super) fn part(results: &SamplingResults<'_>) -> Section {
    let by_md5 = &results.trials[0];
    let overall = by_md5.overall();
    let threshold_bin = results.wanted.bin();
    let alike = overall.alike.reaching()[threshold_bin];
    let lower = [50, 60, 70, 80].map(bin_of).into_iter().filter(|&from| from < threshold_bin);
    let starts: Vec<usize> = lower.chain([threshold_bin]).collect();
    let rows = by_md5.divisors.iter().flat_map(|&divisor| {
        let outcomes = &overall.trials[by_md5.of(divisor)];
        starts.iter().map(move |&from| row(divisor, outcomes, from, alike))
    });
    Section {
        heading: "With verification".into(),
        text: vec![format!(
            "Each pair that samples find can be looked at again by all its shingles, as a scan does by default: then precision \
             is 1, and what counts is recall. It rises when samples count as alike from less on than the {} that is required of \
             documents, at the price of more pairs to look at.",
            threshold(threshold_bin)
        )],
        exhibits: vec![StudyExhibit::table(
            "verified",
            format!(
                "Recall at {} with precision 1, by ratio and by what samples must reach; and how many pairs are looked at for each that is \
                 right. Means over all remainders, within groups, with 95 % intervals (Student).",
                threshold(threshold_bin)
            ),
            Table::new(["ratio", "samples from", "recall", "looked at for each"], rows),
        )],
    }
}

/// What the trials of a ratio find that is right, as a share of the pairs that are alike, if samples count as alike from a bin on.
fn row(divisor: u32, outcomes: &[TrialOutcome], from: usize, alike: i64) -> Vec<Cell> {
    let each =
        outcomes.iter().map(|outcome| (outcome.confirmed.reaching()[from], outcome.found.reaching()[from]));
    let (right, looked_at): (Vec<i64>, Vec<i64>) = each.unzip();
    let recall: Vec<f64> =
        right.iter().filter(|_| alike > 0).map(|&right| right as f64 / alike as f64).collect();
    let both = right.iter().zip(&looked_at).filter(|(right, _)| **right > 0);
    let looks: Vec<f64> = both.map(|(&right, &looked_at)| looked_at as f64 / right as f64).collect();
    vec![
        Cell::text(ratio(divisor)),
        Cell::text(threshold(from)),
        Cell::mean(mean_share(&recall), 3),
        Cell::mean(summarize(&looks).map(|of| of.within(1.0, f64::INFINITY)), 2),
    ]
}
