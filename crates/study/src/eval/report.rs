//! Evaluations as a table for a person, as JSON lines and as tab-separated values.

use std::fmt::Display;
use std::format;

use unicode_width::UnicodeWidthStr;

use super::{Evaluation, FEWEST, Figures, Interval, PairClass, ThresholdOutcome};

/// The most methods that stand side by side.
const COLUMNS: usize = 6;

/// A line for each method: what its own threshold, the best, and the tuned ones give; then the kinds of pairs, a column
/// for each of six methods at a time. "-" is said where there is nothing to divide by.
pub fn table(evaluations: &[Evaluation]) -> String {
    let mut text = String::new();
    if let Some(first) = evaluations.first() {
        text += &match first.queries {
            None => format!(
                "{} documents; {} pairs are duplicates, {} are none\n{}\n\n",
                first.documents,
                first.positives,
                first.negatives,
                drawn(first.sources)
            ),
            Some(queries) => format!(
                "{} documents; queries: {queries}, with {} duplicates; precision and recall are means over them\n{}\n\n",
                first.documents,
                first.positives,
                drawn(first.sources)
            ),
        };
    }
    let mut rows =
        vec![row(["method", "threshold", "chosen", "precision", "recall", "F1", "95 %", "found", "wrong"])];
    for evaluation in evaluations {
        for (name, outcome) in [("by the method", &evaluation.own), ("best of all", &evaluation.best)] {
            if let Some(outcome) = outcome {
                rows.push(outcome_row(evaluation, name, outcome));
            }
        }
        match &evaluation.tuned {
            Some(tuned) => {
                for (name, outcome) in ["tuned on 2nd half", "tuned on 1st half"].iter().zip(&tuned.tests) {
                    rows.push(outcome_row(evaluation, name, outcome));
                }
                let [precision, recall, f1] = cells(&tuned.mean);
                let range = interval(tuned.f1_interval);
                rows.push(row([
                    &*evaluation.method,
                    "",
                    "mean of both",
                    &precision,
                    &recall,
                    &f1,
                    &range,
                    "",
                    "",
                ]));
            }
            None => rows.push(row([
                &*evaluation.method,
                "",
                "no score to choose by",
                "-",
                "-",
                "-",
                "-",
                "0",
                "0",
            ])),
        }
    }
    text += &aligned(&rows);
    let by: Vec<&str> = evaluations.first().map_or(Vec::new(), |first| {
        let mut by: Vec<&str> = first.strata.iter().map(|stratum| stratum.by).collect();
        by.dedup();
        by
    });
    for by in by {
        for evaluations in evaluations.chunks(COLUMNS) {
            text += &strata_table(evaluations, by);
        }
    }
    text
}

/// What intervals are drawn from, in words.
fn drawn(sources: usize) -> String {
    match sources < FEWEST {
        true => format!("{sources} sources: fewer than {FEWEST} have no intervals"),
        false => format!("{sources} sources, by which intervals are drawn"),
    }
}

/// One JSON object a line for each method, with all that was found, the whole curve included.
///
/// # Errors
/// None in practice: every field has a form in JSON.
pub fn json_lines(evaluations: &[Evaluation]) -> Result<String, serde_json::Error> {
    let lines =
        evaluations.iter().map(|evaluation| serde_json::to_string(evaluation).map(|line| line + "\n"));
    lines.collect()
}

/// The figures of every threshold as tab-separated values, after a header: the methods' curves, one after the other.
pub fn curve_tsv(evaluations: &[Evaluation]) -> String {
    let mut text = String::from(
        "method\tthreshold\tprecision\trecall\tf1\ttrue_positives\tfalse_positives\tfalse_negatives\n",
    );
    for evaluation in evaluations {
        for point in &evaluation.curve {
            let [precision, recall, f1] = plain(&point.figures);
            let counts = point.counts;
            text += &format!(
                "{}\t{}\t{precision}\t{recall}\t{f1}\t{}\t{}\t{}\n",
                evaluation.method,
                point.threshold,
                counts.true_positives,
                counts.false_positives,
                counts.false_negatives
            );
        }
    }
    text
}

/// What was found as tab-separated values, after a header: a line for every method and way to choose the threshold, and
/// for every kind of pairs.
pub fn tsv(evaluations: &[Evaluation]) -> String {
    let mut text = String::from("method\tof\tthreshold\tprecision\trecall\tf1\tlow\thigh\tpairs\tmatched\n");
    for evaluation in evaluations {
        let mut line = |of: &str,
                        threshold: &str,
                        figures: &Figures,
                        range: Option<Interval>,
                        pairs: u64,
                        matched: u64| {
            let [precision, recall, f1] = plain(figures);
            let [low, high] =
                range.map_or(["".into(), "".into()], |range| [range.low.to_string(), range.high.to_string()]);
            text += &format!(
                "{}\t{of}\t{threshold}\t{precision}\t{recall}\t{f1}\t{low}\t{high}\t{pairs}\t{matched}\n",
                evaluation.method
            );
        };
        let [on_second, on_first] = evaluation
            .tuned
            .as_ref()
            .map_or([None, None], |tuned| [Some(&tuned.tests[0]), Some(&tuned.tests[1])]);
        let outcomes = [
            ("own", evaluation.own.as_ref()),
            ("best", evaluation.best.as_ref()),
            ("tuned:2nd-half", on_second),
            ("tuned:1st-half", on_first),
        ];
        for (of, outcome) in outcomes {
            let Some(outcome) = outcome else { continue };
            let counts = outcome.counts;
            let wanted = counts.true_positives + counts.false_negatives;
            let threshold = outcome.threshold.to_string();
            line(of, &threshold, &outcome.figures, outcome.f1_interval, wanted, counts.true_positives);
        }
        if let Some(tuned) = &evaluation.tuned {
            let sum = |count: fn(&ThresholdOutcome) -> u64| tuned.tests.iter().map(count).sum();
            let found = sum(|test| test.counts.true_positives);
            let missed: u64 = sum(|test| test.counts.false_negatives);
            line("tuned:mean", "", &tuned.mean, tuned.f1_interval, found + missed, found);
        }
        for stratum in &evaluation.strata {
            let of = format!("{}:{}", stratum.by, stratum.name);
            let figures = stratum.figures.unwrap_or_default();
            line(&of, "", &figures, stratum.share_interval, stratum.pairs, stratum.matched);
        }
    }
    text
}

/// The share of each kind's pairs that matches, a column for each method.
fn strata_table(evaluations: &[Evaluation], by: &str) -> String {
    let mut head = vec![by.to_string(), "duplicates".into(), "pairs".into()];
    head.extend(evaluations.iter().map(|evaluation| evaluation.method.clone()));
    let mut rows = vec![head];
    let of = |evaluation: &Evaluation, stratum: &PairClass| {
        let same = |other: &&PairClass| {
            (other.by, &other.name, other.positive) == (stratum.by, &stratum.name, stratum.positive)
        };
        evaluation.strata.iter().find(same).map_or("-".into(), |stratum| format!("{:.3}", stratum.share))
    };
    for stratum in evaluations[0].strata.iter().filter(|stratum| stratum.by == by) {
        let duplicates = if stratum.positive { "yes" } else { "no" };
        let mut row = vec![stratum.name.clone(), duplicates.into(), stratum.pairs.to_string()];
        row.extend(evaluations.iter().map(|evaluation| of(evaluation, stratum)));
        rows.push(row);
    }
    format!(
        "\nThe share that matches, by {by}, at the own threshold or else the tuned ones\n{}",
        aligned(&rows)
    )
}

pub(super) fn row<S: Display, const N: usize>(cells: [S; N]) -> Vec<String> {
    cells.map(|cell| cell.to_string()).to_vec()
}

fn outcome_row(evaluation: &Evaluation, name: &str, outcome: &ThresholdOutcome) -> Vec<String> {
    let [precision, recall, f1] = cells(&outcome.figures);
    let rule = evaluation.scale.rule(outcome.threshold);
    let (found, wrong) =
        (outcome.counts.true_positives.to_string(), outcome.counts.false_positives.to_string());
    row([
        &*evaluation.method,
        &rule,
        name,
        &precision,
        &recall,
        &f1,
        &interval(outcome.f1_interval),
        &found,
        &wrong,
    ])
}

fn cells(figures: &Figures) -> [String; 3] {
    [figures.precision, figures.recall, figures.f1]
        .map(|figure| figure.map_or("-".into(), |figure| format!("{figure:.3}")))
}

/// With all digits; empty where there is nothing to divide by.
fn plain(figures: &Figures) -> [String; 3] {
    [figures.precision, figures.recall, figures.f1]
        .map(|figure| figure.map_or(String::new(), |figure| figure.to_string()))
}

fn interval(interval: Option<Interval>) -> String {
    interval.map_or("-".into(), |interval| format!("{:.3}-{:.3}", interval.low, interval.high))
}

/// Columns of one width each; numbers end where their column does, words begin there.
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let numeric = |column: usize| {
        let mut cells = rows.iter().skip(1).map(|row| &row[column]).filter(|cell| !cell.is_empty());
        cells.all(|cell| cell.starts_with(|c: char| c.is_ascii_digit() || "-<>".contains(c)))
    };
    let shapes: Vec<(usize, bool)> = (0..columns)
        .map(|column| (rows.iter().map(|row| row[column].width()).max().unwrap_or(0), numeric(column)))
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, &(width, numeric)) in row.iter().zip(&shapes) {
            let gap = " ".repeat(width - cell.width());
            line += &if numeric { format!("{gap}{cell}  ") } else { format!("{cell}{gap}  ") };
        }
        text += line.trim_end();
        text += "\n";
    }
    text
}
