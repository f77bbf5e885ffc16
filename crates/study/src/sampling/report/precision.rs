//! Precision and recall by threshold, ratio and group: the papers' Figs. 2 and 3, and what they say of them.

use std::format;

use super::super::{Bins, GroupTrials, SampleHash, SamplingTrials, THRESHOLDS, TrialOutcome, hundredths};
use super::{SamplingResults, bin_of, ratio, threshold};
use crate::form::{Cell, Section, StudyExhibit, Table};
use crate::intervals::{TrialSummary, summarize};
use crate::plot::{Axis, Figure, LinePlot, Panel, PlotLine, PlotPoint};

/// What is read off trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FigureKind {
    Precision,
    Recall,
}

/// The trials by the paper's hash, and all groups together.
pub(super) struct Precision<'a> {
    results: &'a SamplingResults<'a>,
    trials: &'a SamplingTrials,
    overall: GroupTrials,
}

impl<'a> Precision<'a> {
    pub(super) fn new(results: &'a SamplingResults<'a>) -> Self {
        let trials = &results.trials[0];
        Precision { results, trials, overall: trials.overall() }
    }

    fn has(&self, divisor: u32) -> bool {
        self.trials.divisors.contains(&divisor)
    }

    /// The trials of a ratio summed up, at each threshold.
    fn summed(&self, measured: &GroupTrials, divisor: u32, figures: FigureKind) -> Vec<Option<TrialSummary>> {
        summed(&measured.trials[self.trials.of(divisor)], &measured.alike, figures)
    }

    pub(super) fn findings(&self) -> Vec<String> {
        let threshold_bin = bin_of(self.results.wanted.threshold);
        let mut findings = Vec::new();
        let of = |divisor: u32| {
            let of = |figures| Some(in_words(&self.summed(&self.overall, divisor, figures)[threshold_bin]?));
            Some(format!(
                "{} at {}, with a recall of {}",
                of(FigureKind::Precision)?,
                ratio(divisor),
                of(FigureKind::Recall)?
            ))
        };
        let divisors = [4, 16, 64];
        let said: Vec<String> =
            divisors.into_iter().filter(|&divisor| self.has(divisor)).filter_map(of).collect();
        if !said.is_empty() {
            findings.push(format!(
                "At a resemblance of {}, and within groups, samples have a precision of {}.",
                threshold(threshold_bin),
                said.join("; ")
            ));
        }
        findings
    }

    pub(super) fn parts(&self) -> Vec<Section> {
        let mut figures = Vec::new();
        for (name, divisor, of, says) in [
            ("fig-2a", 4, FigureKind::Precision, "Precision by group at 1/4 (2008, Fig. 2a)."),
            ("fig-2b", 16, FigureKind::Precision, "Precision by group at 1/16 (2008, Fig. 2b)."),
            ("fig-3", 16, FigureKind::Recall, "Recall by group at 1/16 (2008, Fig. 3)."),
        ] {
            if self.has(divisor) {
                figures.push(StudyExhibit::figure(name, says, self.by_group(divisor, of)));
            }
        }
        let by_ratio = [
            (
                "precision-by-ratio",
                FigureKind::Precision,
                "Precision over all groups; the band is the 95 % interval of the trials' mean.",
            ),
            (
                "recall-by-ratio",
                FigureKind::Recall,
                "Recall over all groups; the band is the 95 % interval of the trials' mean.",
            ),
        ];
        let by_ratio = by_ratio.map(|(name, of, says)| StudyExhibit::figure(name, says, self.by_ratio(of)));
        let claims = StudyExhibit::table(
            "claims",
            "What Ye, Wen and Ma found on .GOV (2008, sections 1, 5.1 and 5.2), and the same here.",
            Table::new(["", "theirs", "here"], self.claims()),
        );
        vec![
            Section {
                heading: "Precision and recall by group".into(),
                text: vec!["Means over all remainders; their 95 % intervals are among the figures' values. Every group, ratio and \
                            threshold by each hash, with the spread of its trials, is in trials.csv."
                    .into()],
                exhibits: figures.into_iter().chain([claims, self.groups_at()]).collect(),
            },
            Section {
                heading: "Precision and recall by ratio".into(),
                text: vec!["Pairs of one group each, all groups together.".into()],
                exhibits: by_ratio.into_iter().chain([self.ratios(), self.hashes(), self.without()]).collect(),
            },
        ]
    }

    fn by_group(&self, divisor: u32, of: FigureKind) -> Figure {
        let line = |(group, measured): (usize, &GroupTrials)| {
            PlotLine::new(
                self.results.collection.groups().name(group),
                places(&self.summed(measured, divisor, of)),
            )
            .without_bars()
        };
        let lines: Vec<PlotLine> = self.trials.groups.iter().enumerate().map(line).collect();
        chart(format!("{} at {}, by words of a document", of.name(), ratio(divisor)), of, lines)
    }

    fn by_ratio(&self, of: FigureKind) -> Figure {
        let line = |&divisor: &u32| {
            PlotLine::new(ratio(divisor), places(&self.summed(&self.overall, divisor, of))).with_band()
        };
        let lines = self.trials.divisors.iter().map(line).collect();
        chart(format!("{}, by ratio", of.name()), of, lines)
    }

    /// Every ratio at some thresholds: the mean with its interval, and the spread of trials.
    fn ratios(&self) -> StudyExhibit {
        let mut rows = Vec::new();
        for &divisor in &self.trials.divisors {
            let precision = self.summed(&self.overall, divisor, FigureKind::Precision);
            let recall = self.summed(&self.overall, divisor, FigureKind::Recall);
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
        StudyExhibit::table("ratios", says, Table::new(head, rows))
    }

    /// Every group and ratio at the threshold asked for.
    fn groups_at(&self) -> StudyExhibit {
        let threshold_bin = bin_of(self.results.wanted.threshold);
        let mut rows = Vec::new();
        for (group, measured) in self.trials.groups.iter().enumerate() {
            for &divisor in &self.trials.divisors {
                let at = |of| cell(self.summed(measured, divisor, of)[threshold_bin]);
                rows.push(vec![
                    Cell::text(self.results.collection.groups().name(group)),
                    Cell::text(ratio(divisor)),
                    Cell::Count(measured.alike.reaching()[threshold_bin] as u64),
                    at(FigureKind::Precision),
                    at(FigureKind::Recall),
                ]);
            }
        }
        let says = format!(
            "Each group and ratio at a resemblance of {}: means of the trials, with 95 % intervals.",
            threshold(threshold_bin)
        );
        StudyExhibit::table(
            "groups",
            says,
            Table::new(["words", "ratio", "pairs", "precision", "recall"], rows),
        )
    }

    /// The same by another hash.
    fn hashes(&self) -> StudyExhibit {
        let threshold_bin = bin_of(self.results.wanted.threshold);
        let overall: Vec<(SampleHash, GroupTrials)> =
            self.results.trials.iter().map(|trials| (trials.hash, trials.overall())).collect();
        let rows = self.trials.divisors.iter().map(|&divisor| {
            let cells = overall.iter().flat_map(|(_, measured)| {
                [FigureKind::Precision, FigureKind::Recall]
                    .map(|of| cell(self.summed(measured, divisor, of)[threshold_bin]))
            });
            [Cell::text(ratio(divisor))].into_iter().chain(cells).collect()
        });
        let names = overall.iter().flat_map(|(hash, _)| {
            [format!("precision, {}", hash.name()), format!("recall, {}", hash.name())]
        });
        let head: Vec<String> = ["ratio".to_string()].into_iter().chain(names).collect();
        let says = format!(
            "The samples of two hashes at {}: where the intervals meet, the hash does not matter.",
            threshold(threshold_bin)
        );
        StudyExhibit::table("hashes", says, Table::new(head, rows))
    }

    /// The documents of which nothing is in a sample.
    fn without(&self) -> StudyExhibit {
        let rows = self.trials.groups.iter().enumerate().map(|(group, measured)| {
            let name = Cell::text(self.results.collection.groups().name(group));
            let share = self.trials.divisors.iter().map(|&divisor| {
                let share = |of: &TrialOutcome| of.without as f64 / measured.documents as f64;
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
        StudyExhibit::table("without-shingles", says, Table::new(head, rows))
    }

    fn claims(&self) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        let groups = &self.trials.groups;
        let of =
            |measured: &GroupTrials, divisor, figures, bins: core::ops::Range<usize>| -> Vec<TrialSummary> {
                self.summed(measured, divisor, figures)[bins].iter().flatten().copied().collect()
            };
        let by_mean = |a: &TrialSummary, b: &TrialSummary| a.mean.total_cmp(&b.mean);
        let greatest = |of: Vec<TrialSummary>| of.into_iter().max_by(by_mean);
        let least = |of: Vec<TrialSummary>| of.into_iter().min_by(by_mean);
        if !self.results.has_papers_groups() {
            return rows;
        }
        let mut row = |what: &str, theirs: &str, here: Option<TrialSummary>| {
            rows.push(vec![Cell::text(what), Cell::text(theirs), cell(here)]);
        };
        if self.has(16) {
            let at = bin_of(85);
            let precision = |measured| self.summed(measured, 16, FigureKind::Precision)[at];
            row("precision at 1/16 and 0.85, all groups", "0.70", precision(&self.overall));
            row("the same, below 500 words", "0.57", precision(&groups[0]));
            let short = of(&groups[0], 16, FigureKind::Precision, 1..THRESHOLDS);
            row("highest precision at 1/16 above 0.50, below 500 words", "below 0.8", greatest(short));
            let short = groups[..4]
                .iter()
                .flat_map(|group| of(group, 16, FigureKind::Precision, bin_of(96)..THRESHOLDS));
            row(
                "highest precision at 1/16 above 0.95, below 3,000 words",
                "below 0.1",
                greatest(short.collect()),
            );
            let recall = groups.iter().flat_map(|group| of(group, 16, FigureKind::Recall, 0..THRESHOLDS));
            row("lowest recall at 1/16 of any group and threshold", "above 0.6", least(recall.collect()));
        }
        if self.has(25) {
            let short = of(&groups[0], 25, FigureKind::Precision, 0..THRESHOLDS);
            row("highest precision at 1/25, below 500 words", "at most 0.55", greatest(short));
        }
        rows
    }
}

impl FigureKind {
    fn name(self) -> &'static str {
        match self {
            FigureKind::Precision => "Precision",
            FigureKind::Recall => "Recall",
        }
    }

    fn of(self, outcome: &TrialOutcome, alike: &Bins) -> Vec<Option<f64>> {
        match self {
            FigureKind::Precision => outcome.precision(),
            FigureKind::Recall => outcome.recall(alike),
        }
    }
}

/// Outcomes summed up at each threshold.
pub(super) fn summed(
    outcomes: &[TrialOutcome],
    alike: &Bins,
    figures: FigureKind,
) -> Vec<Option<TrialSummary>> {
    let of: Vec<Vec<Option<f64>>> = outcomes.iter().map(|outcome| figures.of(outcome, alike)).collect();
    let sum = |bin: usize| mean_share(&of.iter().filter_map(|of| of[bin]).collect::<Vec<_>>());
    (0..THRESHOLDS).map(sum).collect()
}

/// Shares of trials summed up.
pub(super) fn mean_share(shares: &[f64]) -> Option<TrialSummary> {
    summarize(shares).map(|of| of.within(0.0, 1.0))
}

fn cell(of: Option<TrialSummary>) -> Cell {
    Cell::mean(of, 3)
}

/// For a sentence.
fn in_words(of: &TrialSummary) -> String {
    let interval = of.interval.map(|interval| format!(" ({:.3} to {:.3})", interval.low, interval.high));
    format!("{:.3}{}", of.mean, interval.unwrap_or_default())
}

fn places(summed: &[Option<TrialSummary>]) -> Vec<PlotPoint> {
    let place = |(bin, of): (usize, &Option<TrialSummary>)| {
        let of = of.as_ref()?;
        let interval = of.interval.map(|interval| (interval.low, interval.high));
        Some(PlotPoint { x: f64::from(hundredths(bin)) / 100.0, y: of.mean, interval })
    };
    summed.iter().enumerate().filter_map(place).collect()
}

fn chart(title: String, of: FigureKind, lines: Vec<PlotLine>) -> Figure {
    let y = Axis::share(of.name().to_lowercase());
    let panel = Panel::new(
        Axis::any("similarity threshold").over(0.5, 1.0),
        y,
        LinePlot { lines, ..LinePlot::default() },
    );
    Figure { title, panels: vec![panel] }
}
