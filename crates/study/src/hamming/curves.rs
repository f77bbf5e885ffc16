//! The figures.

use std::format;

use super::super::clusters::Estimate;
use super::super::form::StudyExhibit;
use super::super::intervals::Interval;
use super::super::verdict::Verdict;
use super::alike::BANDS;
use super::estimate::unweighted;
use super::{HammingFindings, HammingOptions, Lengths};
use crate::plot::{Axis, Figure, Guide, LinePlot, Panel, PlotLine, PlotPoint};

fn place(x: u32, found: Estimate) -> PlotPoint {
    PlotPoint { x: x.into(), y: found.share, interval: found.interval.map(ends) }
}

fn ends(Interval { low, high }: Interval) -> (f64, f64) {
    (low, high)
}

fn distances(findings: &HammingFindings) -> impl Iterator<Item = u32> + use<> {
    0..=findings.near.k()
}

fn figure(name: &str, caption: &str, title: &str, panel: Panel) -> StudyExhibit {
    StudyExhibit::figure(name, caption, Figure { title: title.into(), panels: vec![panel] })
}

const K: &str = "k, the most bits that may differ";

/// Fig. 1, each verdict with its weight.
pub(super) fn trade(findings: &HammingFindings, options: &HammingOptions<'_>) -> StudyExhibit {
    let places = |of: &dyn Fn(u32) -> Option<Estimate>| -> Vec<PlotPoint> {
        distances(findings).filter_map(|k| Some(place(k, of(k)?))).collect()
    };
    let lines = LinePlot {
        lines: vec![
            PlotLine::new("precision", places(&|k| findings.precision(None, k))).with_band(),
            PlotLine::new("recall", places(&|k| findings.recall(None, k))).with_band(),
        ],
        guides: vec![Guide {
            name: "precision asked".into(),
            points: vec![(0.0, options.precision), (findings.near.k().into(), options.precision)],
        }],
    };
    figure(
        "trade",
        "Precision of the pairs within k bits, and their share of all pairs alike by their shingles (Fig. 1).",
        "Precision and recall by k",
        Panel::new(Axis::whole(K), Axis::share("share of pairs"), lines),
    )
}

/// The share of near-duplicates at exactly each distance.
pub(super) fn exact(findings: &HammingFindings) -> StudyExhibit {
    let share = |of: Verdict| -> Vec<PlotPoint> {
        let places = (0u32..).zip(&findings.by_distance).filter_map(|(distance, stratum)| {
            Some(place(distance, unweighted(stratum.judged.iter(), |pair| pair.1 == of)?))
        });
        places.collect()
    };
    let lines = LinePlot {
        lines: vec![
            PlotLine::new("near-duplicates", share(Verdict::Correct)),
            PlotLine::new("undecided", share(Verdict::Undecided)),
            PlotLine::new("neither", share(Verdict::Incorrect)),
        ],
        ..LinePlot::default()
    };
    figure(
        "exactly",
        "What the pairs are that were drawn at exactly each distance.",
        "Verdicts at exactly each distance",
        Panel::new(Axis::whole("bits that differ"), Axis::share("share of the pairs judged"), lines),
    )
}

/// Fig. 1 as the paper counted: as many pairs at each distance from 1 on, as they are; recall among what was drawn.
pub(super) fn paper(findings: &HammingFindings) -> StudyExhibit {
    let lines = LinePlot {
        lines: vec![
            PlotLine::new(
                "precision",
                (1..=findings.near.k()).filter_map(|k| Some(place(k, findings.paper_precision(k)?))),
            ),
            PlotLine::new(
                "recall",
                (1..=findings.near.k()).filter_map(|k| Some(place(k, findings.paper_recall(k)?))),
            ),
        ],
        ..LinePlot::default()
    };
    figure(
        "trade-as-counted-there",
        "As the paper counted: as many pairs at each distance from 1 on, each counting one; recall is of the near-duplicates drawn. \
         There k = 3 had both near 0.75.",
        "Precision and recall by k, unweighted",
        Panel::new(Axis::whole(K), Axis::share("share of the pairs drawn"), lines),
    )
}

pub(super) fn precision_by_length(findings: &HammingFindings, lengths: &Lengths) -> StudyExhibit {
    let of = |length, k| findings.precision(Some(length), k);
    by_length(
        "precision-by-length",
        "Precision of the pairs within k bits.",
        "precision",
        findings,
        lengths,
        &of,
    )
}

pub(super) fn recall_by_length(findings: &HammingFindings, lengths: &Lengths) -> StudyExhibit {
    let of = |length, k| findings.recall(Some(length), k);
    let caption = "Recall of the pairs within k bits: their share of all pairs of the length that are alike by their shingles.";
    by_length("recall-by-length", caption, "recall", findings, lengths, &of)
}

fn by_length(
    name: &str,
    caption: &str,
    what: &str,
    findings: &HammingFindings,
    lengths: &Lengths,
    of: &dyn Fn(usize, u32) -> Option<Estimate>,
) -> StudyExhibit {
    let line = |(length, name): (usize, String)| {
        let places: Vec<PlotPoint> =
            distances(findings).filter_map(|k| Some(place(k, of(length, k)?))).collect();
        (!places.is_empty()).then(|| PlotLine::new(name, places))
    };
    let lines = lengths.names().into_iter().enumerate().filter_map(line).collect();
    let title = format!("{}{} by k and length", what[..1].to_uppercase(), &what[1..]);
    let panel = Panel::new(Axis::whole(K), Axis::share(what), LinePlot { lines, ..LinePlot::default() });
    figure(name, caption, &title, panel)
}

/// How far fingerprints are apart on average, by how alike the documents are.
pub(super) fn distance_by_resemblance(findings: &HammingFindings, lengths: &Lengths) -> StudyExhibit {
    let line = |(length, name): (usize, String)| {
        let places: Vec<PlotPoint> = (0..BANDS)
            .filter_map(|band| Some((middle(band), findings.alike.distance(length, band)?.0)))
            .map(PlotPoint::from)
            .collect();
        (!places.is_empty()).then(|| PlotLine::new(name, places))
    };
    let lines = lengths.names().into_iter().enumerate().filter_map(line).collect();
    figure(
        "distance-by-resemblance",
        "The mean distance of the pairs in each twentieth of resemblance, drawn at its middle.",
        "Distance by resemblance and length",
        Panel::new(
            Axis::any("resemblance of shingles"),
            Axis::any("bits that differ, mean"),
            LinePlot { lines, ..LinePlot::default() },
        ),
    )
}

fn middle(band: usize) -> f64 {
    (band as f64 + 0.5) / BANDS as f64
}

/// Fig. 2a.
pub(super) fn leading(findings: &HammingFindings) -> StudyExhibit {
    let spread = &findings.spread;
    let steps = spread.distinct.saturating_sub(1).max(1) as f64;
    let share = |counts: &[f64; 64]| -> Vec<PlotPoint> {
        let places = (0u32..).zip(counts).filter(|(_, count)| **count > 0.0);
        places.map(|(bit, count)| PlotPoint::from((bit.into(), count / steps))).collect()
    };
    let random = spread.leading_at_random().map(|expected| if expected < 0.5 { 0.0 } else { expected });
    let lines = LinePlot {
        lines: vec![
            PlotLine::new("this corpus", share(&spread.leading.map(|times| times as f64))),
            PlotLine::new("random numbers", share(&random)),
        ],
        ..LinePlot::default()
    };
    figure(
        "leading-bit",
        "The highest bit in which a fingerprint differs from the next in order, the lowest bit 0 (Fig. 2a); of random numbers, on \
         average, as far as one would be expected.",
        "Leading bit of successive XORs",
        Panel::new(
            Axis::whole("position of the leading 1").over(0.0, 63.0),
            Axis::any("share of the steps").log(),
            lines,
        ),
    )
}

/// Fig. 2b.
pub(super) fn buckets(findings: &HammingFindings) -> StudyExhibit {
    let spread = &findings.spread;
    let (_, _, mean) = spread.fullest();
    let places = (0u32..)
        .zip(&spread.buckets)
        .map(|(bucket, &documents)| PlotPoint::from((bucket.into(), documents as f64)));
    let lines = LinePlot {
        lines: vec![PlotLine::new("this corpus", places)],
        guides: vec![Guide { name: "mean".to_string(), points: vec![(0.0, mean), (127.0, mean)] }],
    };
    figure(
        "buckets",
        "Documents by where their fingerprints lie, exact copies with them: the space in 128 equal parts (Fig. 2b).",
        "Fingerprints in 128 buckets",
        Panel::new(Axis::whole("bucket").over(0.0, 127.0), Axis::whole("documents").over(0.0, 0.0), lines),
    )
}
