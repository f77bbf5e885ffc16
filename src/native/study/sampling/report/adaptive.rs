//! Samples by length: the papers' Fig. 4, the plan that was chosen, and what verification adds.

use std::format;
use std::prelude::v1::*;
use std::vec;

use super::super::adaptive::{Looked, share_of};
use super::super::{Measured, THRESHOLDS, Trials, hundredths};
use super::{Results, bin_of, ratio, threshold};
use crate::native::plot::{Axis, Figure, Line, Lines, Numbers, Panel, Place};
use crate::native::shown::count;
use crate::native::study::form::{Cell, Exhibit, Part, Table};
use crate::native::study::intervals::wilson;

/// The coarsest divisor up to `most` with which trials are precise enough on average; 1 if none is. Where no trial finds a pair, none
/// can be wrong.
fn coarsest(trials: &Trials, measured: &Measured, most: u32, bin: usize, precision: f64) -> u32 {
    let enough = |divisor: &&u32| {
        let outcomes = &measured.trials[trials.of(**divisor)];
        let of: Vec<f64> = outcomes.iter().filter_map(|of| of.precision()[bin]).collect();
        of.is_empty() || of.iter().sum::<f64>() / of.len() as f64 >= precision
    };
    let divisors = trials.divisors.iter().filter(|&&divisor| divisor <= most && divisor.is_power_of_two());
    divisors.filter(enough).max().copied().unwrap_or(1)
}

/// The share of shingles that each group's coarsest ratio takes, chosen by the trials on all documents, as the paper does.
fn by_groups(trials: &Trials, most: u32, bin: usize, precision: f64) -> f64 {
    let (taken, all) = trials.groups.iter().fold((0.0, 0.0), |(taken, all), group| {
        let divisor = coarsest(trials, group, most, bin, precision);
        (taken + group.shingles as f64 / f64::from(divisor), all + group.shingles as f64)
    });
    if all > 0.0 { taken / all } else { 1.0 }
}

pub(super) fn findings(results: &Results<'_>) -> Vec<String> {
    let (wanted, chosen, reached) = (results.wanted, results.chosen, results.reached);
    let share = |divisor: u32| 100.0 / f64::from(divisor);
    let interval = wilson(reached.right, reached.found);
    let got = match interval {
        Some(interval) => format!(
            "{:.3} ({:.3} to {:.3})",
            reached.right as f64 / reached.found as f64,
            interval.low,
            interval.high
        ),
        None => "nothing found".into(),
    };
    vec![format!(
        "For a precision of {} at {} in every group of lengths, a plan chosen on {} documents takes {:.2} % of the shingles; one ratio for \
         all would take {:.2} %, or {:.2} % if only the precision over all pairs counts. On the other documents the plan reached {got}.",
        wanted.precision,
        threshold(bin_of(wanted.threshold)),
        count(chosen.drawn),
        100.0 * chosen.share,
        share(chosen.single[1]),
        share(chosen.single[0]),
    )]
}

pub(super) fn part(results: &Results<'_>) -> Part {
    Part {
        heading: "Samples by length".into(),
        text: vec![
            "As in the paper, for each of its groups the coarsest ratio whose trials are precise enough on average, chosen on the documents \
             that it is then used on (Fig. 4). The plan is chosen otherwise: on documents that were drawn, by the lower end of an \
             interval, with borders of its own and ratios down to 1/64; what it reaches is measured on the other documents, all \
             groups with one another, by the remainder 0 as a scan does."
                .into(),
        ],
        exhibits: vec![
            Exhibit::figure("fig-4", "Shingles to be compared, by the precision asked for (2008, Fig. 4).", fig_4(results)),
            Exhibit::table(
                "shares",
                "The share of shingles that is taken. Theirs by their table 3: they print 8 % for 7.34 %, and 4.72 % for 4.76 %.",
                shares(results),
            ),
            Exhibit::table(
                "plan-groups",
                "What the plan was chosen by: pairs whose longer document is in a group, precision over all remainders with 95 % \
                 intervals (jackknife over ten parts of the documents drawn).",
                looked(results),
            ),
            Exhibit::table("plan", "What the plan came to on the documents that it was not chosen by.", reached(results)),
        ],
    }
}

fn fig_4(results: &Results<'_>) -> Figure {
    let trials = &results.trials[0];
    let overall = trials.overall();
    let mut lines = Vec::new();
    for at in [60, 85] {
        let bin = bin_of(at);
        let mut line = |name: String, share: &dyn Fn(f64) -> f64| {
            let place = |asked: usize| {
                let asked = f64::from(hundredths(asked)) / 100.0;
                Place::from((asked, share(asked)))
            };
            lines.push(Line::new(name, (0..THRESHOLDS).map(place)));
        };
        line(format!("0.{at}, groups, to 1/16"), &|asked| by_groups(trials, 16, bin, asked));
        line(format!("0.{at}, groups, to 1/64"), &|asked| by_groups(trials, 64, bin, asked));
        line(format!("0.{at}, one ratio, to 1/16"), &|asked| {
            1.0 / f64::from(coarsest(trials, &overall, 16, bin, asked))
        });
    }
    let y = Axis { numbers: Numbers::Percent, ..Axis::any("shingles compared, percent").over(0.0, 0.0) };
    let panel =
        Panel::new(Axis::any("precision asked for").over(0.5, 1.0), y, Lines { lines, ..Lines::default() });
    Figure { title: "Shingles compared, by threshold".into(), panels: vec![panel] }
}

fn shares(results: &Results<'_>) -> Table {
    let trials = &results.trials[0];
    let overall = trials.overall();
    let percent = |share: f64| Cell::number(100.0 * share, 2);
    let asked = [(0.80, 60, 16, "7.34"), (0.80, 60, 32, "4.76"), (0.85, 85, 16, "5.55"), (0.85, 85, 64, "")];
    let rows = asked.map(|(precision, at, most, theirs)| {
        let bin = bin_of(at);
        vec![
            Cell::text(format!("{precision:.2}")),
            Cell::text(threshold(bin)),
            Cell::text(ratio(most)),
            if theirs.is_empty() { Cell::None } else { Cell::text(theirs) },
            percent(by_groups(trials, most, bin, precision)),
            percent(1.0 / f64::from(coarsest(trials, &overall, most, bin, precision))),
        ]
    });
    let head = ["precision asked", "resemblance", "coarsest", "theirs, %", "here, %", "one ratio here, %"];
    Table::new(head, rows)
}

fn looked(results: &Results<'_>) -> Table {
    let divisors = &results.wanted.divisors;
    let rows = results.chosen.groups.iter().map(|Looked { words, alike, precision, divisor }| {
        let cells = precision.iter().map(|of| Cell::ranged(of.map(|of| of.0), of.map(|of| of.1)));
        let first = [Cell::Count(u64::from(*words)), Cell::Count(*alike as u64)];
        first.into_iter().chain(cells).chain([Cell::text(ratio(*divisor))]).collect()
    });
    let head = ["words from".to_string(), "pairs".into()].into_iter();
    Table::new(head.chain(divisors.iter().map(|&divisor| ratio(divisor))).chain(["chosen".into()]), rows)
}

fn reached(results: &Results<'_>) -> Table {
    let reached = results.reached;
    let share = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let row = |what: &str, cell: Cell| vec![Cell::text(what), cell];
    let gathered = results.collection.gathered();
    let single = |which: usize| share_of(gathered, |_| results.chosen.single[which]);
    Table::new(
        ["", "here"],
        [
            row("share of shingles", Cell::share(Some(results.chosen.share))),
            row("share with one ratio, precise enough in every group", Cell::share(Some(single(1)))),
            row("share with one ratio, precise enough over all pairs", Cell::share(Some(single(0)))),
            row(
                "precision",
                Cell::ranged(share(reached.right, reached.found), wilson(reached.right, reached.found)),
            ),
            row(
                "recall",
                Cell::ranged(share(reached.right, reached.alike), wilson(reached.right, reached.alike)),
            ),
            row("pairs found", Cell::Count(reached.found)),
            row("pairs that are alike", Cell::Count(reached.alike)),
        ],
    )
}

/// What is found when all that samples find is looked at again.
pub(super) fn verified(results: &Results<'_>) -> Part {
    let trials = &results.trials[0];
    let overall = trials.overall();
    let asked = bin_of(results.wanted.threshold);
    let alike = overall.alike.reaching()[asked];
    let mut rows = Vec::new();
    for (place, &divisor) in trials.divisors.iter().enumerate() {
        let lower = [50, 60, 70, 80].map(bin_of).into_iter().filter(|&from| from < asked);
        for from in lower.chain([asked]) {
            let of_truth = overall.taken_for[place].chunks(THRESHOLDS + 1).skip(asked);
            let found: i64 = of_truth.map(|columns| columns[from + 1..].iter().sum::<i64>()).sum();
            let candidates: i64 =
                overall.trials[trials.of(divisor)].iter().map(|of| of.found.reaching()[from]).sum();
            let all = alike * i64::from(divisor);
            rows.push(vec![
                Cell::text(ratio(divisor)),
                Cell::text(threshold(from)),
                Cell::share((all > 0).then(|| found as f64 / all as f64)),
                if found > 0 { Cell::number(candidates as f64 / found as f64, 2) } else { Cell::None },
            ]);
        }
    }
    Part {
        heading: "With verification".into(),
        text: vec![format!(
            "Each pair that samples find can be looked at again by all its shingles, as a scan does unless it is told not to: then precision \
             is 1, and what is asked is recall. It rises when samples count as alike from less on than the {} that is asked of \
             documents, at the price of more pairs to look at.",
            threshold(asked)
        )],
        exhibits: vec![Exhibit::table(
            "verified",
            format!(
                "Recall at {} with precision 1, by ratio and by what samples must reach; and how many pairs are looked at for each that is \
                 right. Means over all remainders, within groups.",
                threshold(asked)
            ),
            Table::new(["ratio", "samples from", "recall", "looked at for each"], rows),
        )],
    }
}
