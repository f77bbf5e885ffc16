//! All trials as one file of comma-separated values.

use std::format;

use super::super::THRESHOLDS;
use super::precision::{FigureKind, summed};
use super::{SamplingResults, ratio, threshold};
use crate::intervals::TrialSummary;

/// Every hash, group, ratio and threshold: the mean of the trials, its interval, and their standard deviation.
pub(super) fn csv(results: &SamplingResults<'_>) -> String {
    let mut csv = String::from("hash,words,ratio,resemblance,pairs");
    for name in ["precision", "recall"] {
        csv += &format!(",{name},{name} low,{name} high,{name} deviation");
    }
    csv += "\r\n";
    for trials in results.trials {
        let overall = trials.overall();
        let groups = trials.groups.iter().enumerate();
        let groups = groups.map(|(group, measured)| (results.collection.groups().name(group), measured));
        for (name, measured) in groups.chain([("all".to_string(), &overall)]) {
            let pairs = measured.alike.reaching();
            for &divisor in &trials.divisors {
                let of = |figures| summed(&measured.trials[trials.of(divisor)], &measured.alike, figures);
                let (precision, recall) = (of(FigureKind::Precision), of(FigureKind::Recall));
                for bin in 0..THRESHOLDS {
                    let start = [trials.hash.name(), &name, &ratio(divisor), &threshold(bin)].join(",");
                    csv += &format!("{start},{}", pairs[bin]);
                    for of in [&precision[bin], &recall[bin]] {
                        csv += &cells(of.as_ref());
                    }
                    csv += "\r\n";
                }
            }
        }
    }
    csv
}

/// Four cells, empty where there is nothing to say.
fn cells(of: Option<&TrialSummary>) -> String {
    let number = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.6}"));
    let numbers = [
        of.map(|of| of.mean),
        of.and_then(|of| Some(of.interval?.low)),
        of.and_then(|of| Some(of.interval?.high)),
        of.and_then(|of| of.deviation),
    ];
    numbers.map(|one| String::from(",") + &number(one)).concat()
}
