//! Samples by length: the papers' Fig. 4, and the plan that was chosen.

use std::{format, slice, vec};

use super::super::adaptive::{LengthGroup, share_of};
use super::super::{GroupTrials, SamplingTrials, THRESHOLDS, hundredths};
use super::precision::{FigureKind, summed};
use super::{SamplingResults, bin_of, ratio, threshold};
use crate::form::{Cell, Section, StudyExhibit, Table};
use crate::intervals::{Interval, TrialSummary};
use crate::plot::{Axis, Figure, LinePlot, Numbers, Panel, PlotLine, PlotPoint};
use twinprint_native::display::count;

/// What the paper's own choice is made by: how precise the trials are at a threshold, on the documents that the ratios are then used
/// on.
struct Choice {
    groups: Vec<GroupPrecision>,
}

struct GroupPrecision {
    shingles: f64,
    /// For each divisor the precision of the trials.
    precision: Vec<(u32, Option<TrialSummary>)>,
}

/// What a mean counts for: itself, or an end of its interval.
type End = fn(&TrialSummary) -> f64;

impl Choice {
    fn new(trials: &SamplingTrials, groups: &[GroupTrials], bin: usize) -> Choice {
        let powers = || trials.divisors.iter().filter(|divisor| divisor.is_power_of_two());
        let of = |group: &GroupTrials| {
            let precision = |&divisor: &u32| {
                let outcomes = &group.trials[trials.of(divisor)];
                (divisor, summed(outcomes, &group.alike, FigureKind::Precision)[bin])
            };
            GroupPrecision { shingles: group.shingles as f64, precision: powers().map(precision).collect() }
        };
        Choice { groups: groups.iter().map(of).collect() }
    }

    /// The share of shingles that is taken if each group has its coarsest ratio to 1/`most` that is precise enough, and what it would
    /// be if all means lay at the upper ends of their intervals, or at the lower. Where no trial finds a pair, none can be wrong.
    fn share(&self, most: u32, precision: f64) -> (f64, Interval) {
        let at = |end: End| {
            let (taken, all) = self.groups.iter().fold((0.0, 0.0), |(taken, all), group| {
                let enough = |of: &&(u32, Option<TrialSummary>)| {
                    of.0 <= most && of.1.as_ref().is_none_or(|of| end(of) >= precision)
                };
                let divisor = group.precision.iter().filter(enough).map(|of| of.0).max().unwrap_or(1);
                (taken + group.shingles / f64::from(divisor), all + group.shingles)
            });
            if all > 0.0 { taken / all } else { 1.0 }
        };
        let upper: End = |of| of.interval.map_or(of.mean, |interval| interval.high);
        let lower: End = |of| of.interval.map_or(of.mean, |interval| interval.low);
        (at(|of| of.mean), Interval { low: at(upper), high: at(lower) })
    }
}

pub(super) fn findings(results: &SamplingResults<'_>) -> Vec<String> {
    let (wanted, chosen) = (results.wanted, results.chosen);
    let share = |divisor: u32| 100.0 / f64::from(divisor);
    let got = match results.reached.precision() {
        Some((precision, Some(interval))) => {
            format!("{precision:.3} ({:.3} to {:.3})", interval.low, interval.high)
        }
        Some((precision, None)) => format!("{precision:.3}"),
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

pub(super) fn part(results: &SamplingResults<'_>) -> Section {
    Section {
        heading: "Samples by length".into(),
        text: vec![
            "As in the paper, for each of its groups the coarsest ratio whose trials are precise enough on average, chosen on the documents \
             that it is then used on (Fig. 4). The plan is chosen otherwise: on documents that were drawn, by the lower end of an \
             interval, with borders of its own and ratios down to 1/64; what it reaches is measured on the other documents, all \
             groups with one another, by the remainder 0 as a scan does."
                .into(),
        ],
        exhibits: vec![
            StudyExhibit::figure(
                "fig-4",
                "Shingles to be compared, by the precision asked for (2008, Fig. 4); and by plans as the one below.",
                fig_4(results),
            ),
            StudyExhibit::table(
                "shares",
                "The share of shingles that is taken, and what it would be if every mean lay at the upper end of its 95 % interval, or at the \
                 lower. Theirs by their table 3: they print 8 % for 7.34 %, and 4.72 % for 4.76 %.",
                shares(results),
            ),
            StudyExhibit::table(
                "plan-groups",
                "What the plan was chosen by: pairs whose longer document is in a group, precision over all remainders with 95 % \
                 intervals by sites (jackknife over ten parts of them). Of fewer than ten sites there is none, and the plan \
                 was chosen by parts of the documents.",
                looked(results),
            ),
            StudyExhibit::table(
                "by-sites",
                "What samples come to, all remainders together, on the documents that were drawn, all groups with one another; with 95 % \
                 intervals by sites as above.",
                sampled(results),
            ),
            StudyExhibit::table(
                "plan",
                "What the plan came to on the documents that it was not chosen by, with 95 % intervals (jackknife as above).",
                reached(results),
            ),
        ],
    }
}

fn fig_4(results: &SamplingResults<'_>) -> Figure {
    let trials = &results.trials[0];
    let overall = trials.overall();
    let mut lines = Vec::new();
    for at in [60, 85] {
        let by_groups = Choice::new(trials, &trials.groups, bin_of(at));
        let one_ratio = Choice::new(trials, slice::from_ref(&overall), bin_of(at));
        for (name, choice, most) in
            [("groups", &by_groups, 16), ("groups", &by_groups, 64), ("one ratio", &one_ratio, 16)]
        {
            let place = |asked: usize| {
                let x = f64::from(hundredths(asked)) / 100.0;
                let (y, interval) = choice.share(most, x);
                PlotPoint { x, y, interval: Some((interval.low, interval.high)) }
            };
            let name = format!("0.{at}, {name}, to {}", ratio(most));
            lines.push(PlotLine::new(name, (0..THRESHOLDS).map(place)).without_bars());
        }
    }
    let SamplingResults { chosen, wanted, .. } = results;
    let by_plan = (0..THRESHOLDS).map(|asked| {
        let asked = f64::from(hundredths(asked)) / 100.0;
        (asked, chosen.share_for(asked, &wanted.divisors, results.collection.gathered()))
    });
    if let Some(coarsest) = wanted.divisors.last() {
        let name = format!("{}, plan, to {}", threshold(bin_of(wanted.threshold)), ratio(*coarsest));
        lines.push(PlotLine::new(name, by_plan.map(PlotPoint::from)));
    }
    let y = Axis { numbers: Numbers::Percent, ..Axis::any("shingles compared, percent").over(0.0, 0.0) };
    let panel = Panel::new(
        Axis::any("precision asked for").over(0.5, 1.0),
        y,
        LinePlot { lines, ..LinePlot::default() },
    );
    Figure { title: "Shingles compared, by threshold".into(), panels: vec![panel] }
}

fn shares(results: &SamplingResults<'_>) -> Table {
    let trials = &results.trials[0];
    let overall = trials.overall();
    let percent = |(share, interval): (f64, Interval)| Cell::Number {
        value: 100.0 * share,
        digits: 2,
        sites: None,
        interval: Some(Interval { low: 100.0 * interval.low, high: 100.0 * interval.high }),
    };
    let asked = [(0.80, 60, 16, "7.34"), (0.80, 60, 32, "4.76"), (0.85, 85, 16, "5.55"), (0.85, 85, 64, "")];
    let rows = asked.map(|(precision, at, most, theirs)| {
        let bin = bin_of(at);
        vec![
            Cell::text(format!("{precision:.2}")),
            Cell::text(threshold(bin)),
            Cell::text(ratio(most)),
            if theirs.is_empty() { Cell::None } else { Cell::text(theirs) },
            percent(Choice::new(trials, &trials.groups, bin).share(most, precision)),
            percent(Choice::new(trials, slice::from_ref(&overall), bin).share(most, precision)),
        ]
    });
    let head = ["precision asked", "resemblance", "coarsest", "theirs, %", "here, %", "one ratio here, %"];
    Table::new(head, rows)
}

fn looked(results: &SamplingResults<'_>) -> Table {
    let divisors = &results.wanted.divisors;
    let rows = results.chosen.groups.iter().map(|LengthGroup { words, alike, precision, divisor }| {
        let cells = precision.iter().map(|of| ranged(results, *of));
        let first = [Cell::Count(u64::from(*words)), Cell::Count(*alike as u64)];
        first.into_iter().chain(cells).chain([Cell::text(ratio(*divisor))]).collect()
    });
    let head = ["words from".to_string(), "pairs".into()].into_iter();
    Table::new(head.chain(divisors.iter().map(|&divisor| ratio(divisor))).chain(["chosen".into()]), rows)
}

fn sampled(results: &SamplingResults<'_>) -> Table {
    let rows = results.chosen.sampled.iter().map(|of| {
        let words = match (of.words.start, of.words.end) {
            (0, u32::MAX) => "all".to_string(),
            (start, u32::MAX) => format!("{start} and more"),
            (start, end) => format!("{start} to {}", end - 1),
        };
        vec![
            Cell::text(ratio(of.divisor)),
            Cell::text(words),
            Cell::text(threshold(of.bin)),
            Cell::Count(of.alike as u64),
            ranged(results, of.precision),
            ranged(results, of.recall),
        ]
    });
    Table::new(["ratio", "words of the longer", "resemblance", "pairs", "precision", "recall"], rows)
}

/// A figure with its interval, where there are sites enough.
fn ranged(results: &SamplingResults<'_>, of: Option<(f64, Interval)>) -> Cell {
    let (sites, enough) = results.chosen.sites;
    of.map_or(Cell::None, |(value, interval)| Cell::Number {
        value,
        digits: 3,
        interval: enough.then_some(interval),
        sites: Some(sites as u32),
    })
}

fn reached(results: &SamplingResults<'_>) -> Table {
    let reached = &results.reached;
    let ranged =
        |of: Option<(f64, Option<Interval>)>| Cell::ranged(of.map(|of| of.0), of.and_then(|of| of.1));
    let row = |what: &str, cell: Cell| vec![Cell::text(what), cell];
    let gathered = results.collection.gathered();
    let single = |which: usize| share_of(gathered, |_| results.chosen.single[which]);
    Table::new(
        ["", "here"],
        [
            row("share of shingles", Cell::share(Some(results.chosen.share))),
            row("share with one ratio, precise enough in every group", Cell::share(Some(single(1)))),
            row("share with one ratio, precise enough over all pairs", Cell::share(Some(single(0)))),
            row("precision", ranged(reached.precision())),
            row("recall", ranged(reached.recall())),
            row("pairs found", Cell::Count(reached.pairs.found)),
            row("pairs that are alike", Cell::Count(reached.pairs.alike)),
        ],
    )
}
