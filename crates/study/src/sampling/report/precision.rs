//! Precision and recall by threshold, ratio and group: the papers' Figs. 2 and 3, and what they say of them.

use std::format;

use super::super::{Bins, Measured, Outcome, ShingleHash, THRESHOLDS, Trials, hundredths};
use super::{Results, bin_of, ratio, threshold};
use crate::form::{Cell, Exhibit, Part, Table};
use crate::intervals::{Trials as Summed, trials};
use crate::plot::{Axis, Figure, Line, Lines, Panel, Place};

/// What is read off trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Figures {
    Precision,
    Recall,
}

/// The trials by the paper's hash, and all groups together.
pub(super) struct Precision<'a> {
    results: &'a Results<'a>,
    trials: &'a Trials,
    overall: Measured,
}

impl<'a> Precision<'a> {
    pub(super) fn new(results: &'a Results<'a>) -> Self {
        let trials = &results.trials[0];
        Precision { results, trials, overall: trials.overall() }
    }

    fn has(&self, divisor: u32) -> bool {
        self.trials.divisors.contains(&divisor)
    }

    /// The trials of a ratio summed up, at each threshold.
    fn summed(&self, measured: &Measured, divisor: u32, figures: Figures) -> Vec<Option<Summed>> {
        summed(&measured.trials[self.trials.of(divisor)], &measured.alike, figures)
    }

    pub(super) fn findings(&self) -> Vec<String> {
        let asked = bin_of(self.results.wanted.threshold);
        let mut findings = Vec::new();
        let of = |divisor: u32| {
            let of = |figures| Some(told(&self.summed(&self.overall, divisor, figures)[asked]?));
            Some(format!(
                "{} at {}, with a recall of {}",
                of(Figures::Precision)?,
                ratio(divisor),
                of(Figures::Recall)?
            ))
        };
        let divisors = [4, 16, 64];
        let said: Vec<String> =
            divisors.into_iter().filter(|&divisor| self.has(divisor)).filter_map(of).collect();
        if !said.is_empty() {
            findings.push(format!(
                "At a resemblance of {}, and within groups, samples have a precision of {}.",
                threshold(asked),
                said.join("; ")
            ));
        }
        findings
    }

    pub(super) fn parts(&self) -> Vec<Part> {
        let mut figures = Vec::new();
        for (name, divisor, of, says) in [
            ("fig-2a", 4, Figures::Precision, "Precision by group at 1/4 (2008, Fig. 2a)."),
            ("fig-2b", 16, Figures::Precision, "Precision by group at 1/16 (2008, Fig. 2b)."),
            ("fig-3", 16, Figures::Recall, "Recall by group at 1/16 (2008, Fig. 3)."),
        ] {
            if self.has(divisor) {
                figures.push(Exhibit::figure(name, says, self.by_group(divisor, of)));
            }
        }
        let by_ratio = [
            (
                "precision-by-ratio",
                Figures::Precision,
                "Precision over all groups; the band is the 95 % interval of the trials' mean.",
            ),
            (
                "recall-by-ratio",
                Figures::Recall,
                "Recall over all groups; the band is the 95 % interval of the trials' mean.",
            ),
        ];
        let by_ratio = by_ratio.map(|(name, of, says)| Exhibit::figure(name, says, self.by_ratio(of)));
        let claims = Exhibit::table(
            "claims",
            "What Ye, Wen and Ma found on .GOV (2008, sections 1, 5.1 and 5.2), and the same here.",
            Table::new(["", "theirs", "here"], self.claims()),
        );
        vec![
            Part {
                heading: "Precision and recall by group".into(),
                text: vec!["Means over all remainders; their 95 % intervals are among the figures' values. Every group, ratio and \
                            threshold by each hash, with the spread of its trials, is in trials.csv."
                    .into()],
                exhibits: figures.into_iter().chain([claims, self.groups_at()]).collect(),
            },
            Part {
                heading: "Precision and recall by ratio".into(),
                text: vec!["Pairs of one group each, all groups together.".into()],
                exhibits: by_ratio.into_iter().chain([self.ratios(), self.hashes(), self.without()]).collect(),
            },
        ]
    }

    fn by_group(&self, divisor: u32, of: Figures) -> Figure {
        let line = |(group, measured): (usize, &Measured)| {
            Line::new(
                self.results.collection.groups().name(group),
                places(&self.summed(measured, divisor, of)),
            )
            .without_bars()
        };
        let lines: Vec<Line> = self.trials.groups.iter().enumerate().map(line).collect();
        chart(format!("{} at {}, by words of a document", of.name(), ratio(divisor)), of, lines)
    }

    fn by_ratio(&self, of: Figures) -> Figure {
        let line = |&divisor: &u32| {
            Line::new(ratio(divisor), places(&self.summed(&self.overall, divisor, of))).with_band()
        };
        let lines = self.trials.divisors.iter().map(line).collect();
        chart(format!("{}, by ratio", of.name()), of, lines)
    }

    /// Every ratio at some thresholds: the mean with its interval, and the spread of trials.
    fn ratios(&self) -> Exhibit {
        let mut rows = Vec::new();
        for &divisor in &self.trials.divisors {
            let precision = self.summed(&self.overall, divisor, Figures::Precision);
            let recall = self.summed(&self.overall, divisor, Figures::Recall);
            for bin in [50, 60, 70, 80, 85, 90, 95, 99].map(bin_of) {
                let mut row = vec![Cell::text(ratio(divisor)), Cell::text(threshold(bin))];
                for of in [&precision[bin], &recall[bin]] {
                    row.push(cell(*of));
                    row.push(
                        of.and_then(|of| of.deviation)
                            .map_or(Cell::None, |deviation| Cell::number(deviation, 4)),
                    );
                }
                rows.push(row);
            }
        }
        let head =
            ["ratio", "resemblance", "precision", "deviation of precision", "recall", "deviation of recall"];
        let says = "Each ratio over all groups: the mean of its trials with its 95 % interval (Student), and their standard deviation.";
        Exhibit::table("ratios", says, Table::new(head, rows))
    }

    /// Every group and ratio at the threshold asked for.
    fn groups_at(&self) -> Exhibit {
        let asked = bin_of(self.results.wanted.threshold);
        let mut rows = Vec::new();
        for (group, measured) in self.trials.groups.iter().enumerate() {
            for &divisor in &self.trials.divisors {
                let at = |of| cell(self.summed(measured, divisor, of)[asked]);
                rows.push(vec![
                    Cell::text(self.results.collection.groups().name(group)),
                    Cell::text(ratio(divisor)),
                    Cell::Count(measured.alike.reaching()[asked] as u64),
                    at(Figures::Precision),
                    at(Figures::Recall),
                ]);
            }
        }
        let says = format!(
            "Each group and ratio at a resemblance of {}: means of the trials, with 95 % intervals.",
            threshold(asked)
        );
        Exhibit::table("groups", says, Table::new(["words", "ratio", "pairs", "precision", "recall"], rows))
    }

    /// The same by another hash.
    fn hashes(&self) -> Exhibit {
        let asked = bin_of(self.results.wanted.threshold);
        let overall: Vec<(ShingleHash, Measured)> =
            self.results.trials.iter().map(|trials| (trials.hash, trials.overall())).collect();
        let rows = self.trials.divisors.iter().map(|&divisor| {
            let cells = overall.iter().flat_map(|(_, measured)| {
                [Figures::Precision, Figures::Recall]
                    .map(|of| cell(self.summed(measured, divisor, of)[asked]))
            });
            [Cell::text(ratio(divisor))].into_iter().chain(cells).collect()
        });
        let names = overall.iter().flat_map(|(hash, _)| {
            [format!("precision, {}", hash.name()), format!("recall, {}", hash.name())]
        });
        let head: Vec<String> = ["ratio".to_string()].into_iter().chain(names).collect();
        let says = format!(
            "The samples of two hashes at {}: where the intervals meet, the hash does not matter.",
            threshold(asked)
        );
        Exhibit::table("hashes", says, Table::new(head, rows))
    }

    /// The documents of which nothing is in a sample.
    fn without(&self) -> Exhibit {
        let rows = self.trials.groups.iter().enumerate().map(|(group, measured)| {
            let name = Cell::text(self.results.collection.groups().name(group));
            let share = self.trials.divisors.iter().map(|&divisor| {
                let share = |of: &Outcome| of.without as f64 / measured.documents as f64;
                let trials = &measured.trials[self.trials.of(divisor)];
                let of: Vec<f64> = trials.iter().filter(|_| measured.documents > 0).map(share).collect();
                cell(mean_share(&of))
            });
            [name].into_iter().chain(share).collect()
        });
        let head: Vec<String> = ["words".to_string()]
            .into_iter()
            .chain(self.trials.divisors.iter().map(|&divisor| ratio(divisor)))
            .collect();
        let says = "The share of documents without a shingle in a sample, means with 95 % intervals: they are alike with none.";
        Exhibit::table("without-shingles", says, Table::new(head, rows))
    }

    fn claims(&self) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        let groups = &self.trials.groups;
        let of = |measured: &Measured, divisor, figures, bins: core::ops::Range<usize>| -> Vec<Summed> {
            self.summed(measured, divisor, figures)[bins].iter().flatten().copied().collect()
        };
        let by_mean = |a: &Summed, b: &Summed| a.mean.total_cmp(&b.mean);
        let greatest = |of: Vec<Summed>| of.into_iter().max_by(by_mean);
        let least = |of: Vec<Summed>| of.into_iter().min_by(by_mean);
        if !self.results.has_papers_groups() {
            return rows;
        }
        let mut row = |what: &str, theirs: &str, here: Option<Summed>| {
            rows.push(vec![Cell::text(what), Cell::text(theirs), cell(here)]);
        };
        if self.has(16) {
            let at = bin_of(85);
            let precision = |measured| self.summed(measured, 16, Figures::Precision)[at];
            row("precision at 1/16 and 0.85, all groups", "0.70", precision(&self.overall));
            row("the same, below 500 words", "0.57", precision(&groups[0]));
            let short = of(&groups[0], 16, Figures::Precision, 1..THRESHOLDS);
            row("highest precision at 1/16 above 0.50, below 500 words", "below 0.8", greatest(short));
            let short = groups[..4]
                .iter()
                .flat_map(|group| of(group, 16, Figures::Precision, bin_of(96)..THRESHOLDS));
            row(
                "highest precision at 1/16 above 0.95, below 3,000 words",
                "below 0.1",
                greatest(short.collect()),
            );
            let recall = groups.iter().flat_map(|group| of(group, 16, Figures::Recall, 0..THRESHOLDS));
            row("lowest recall at 1/16 of any group and threshold", "above 0.6", least(recall.collect()));
        }
        if self.has(25) {
            let short = of(&groups[0], 25, Figures::Precision, 0..THRESHOLDS);
            row("highest precision at 1/25, below 500 words", "at most 0.55", greatest(short));
        }
        rows
    }
}

impl Figures {
    fn name(self) -> &'static str {
        match self {
            Figures::Precision => "Precision",
            Figures::Recall => "Recall",
        }
    }

    fn of(self, outcome: &Outcome, alike: &Bins) -> Vec<Option<f64>> {
        match self {
            Figures::Precision => outcome.precision(),
            Figures::Recall => outcome.recall(alike),
        }
    }
}

/// Outcomes summed up at each threshold.
pub(super) fn summed(outcomes: &[Outcome], alike: &Bins, figures: Figures) -> Vec<Option<Summed>> {
    let of: Vec<Vec<Option<f64>>> = outcomes.iter().map(|outcome| figures.of(outcome, alike)).collect();
    let sum = |bin: usize| mean_share(&of.iter().filter_map(|of| of[bin]).collect::<Vec<_>>());
    (0..THRESHOLDS).map(sum).collect()
}

/// Shares of trials summed up.
pub(super) fn mean_share(shares: &[f64]) -> Option<Summed> {
    trials(shares).map(|of| of.within(0.0, 1.0))
}

fn cell(of: Option<Summed>) -> Cell {
    Cell::mean(of, 3)
}

/// For a sentence.
fn told(of: &Summed) -> String {
    let interval = of.interval.map(|interval| format!(" ({:.3} to {:.3})", interval.low, interval.high));
    format!("{:.3}{}", of.mean, interval.unwrap_or_default())
}

fn places(summed: &[Option<Summed>]) -> Vec<Place> {
    let place = |(bin, of): (usize, &Option<Summed>)| {
        let of = of.as_ref()?;
        let interval = of.interval.map(|interval| (interval.low, interval.high));
        Some(Place { x: f64::from(hundredths(bin)) / 100.0, y: of.mean, interval })
    };
    summed.iter().enumerate().filter_map(place).collect()
}

fn chart(title: String, of: Figures, lines: Vec<Line>) -> Figure {
    let y = Axis::share(of.name().to_lowercase());
    let panel =
        Panel::new(Axis::any("similarity threshold").over(0.5, 1.0), y, Lines { lines, ..Lines::default() });
    Figure { title, panels: vec![panel] }
}
