//! The figures.

use std::collections::BTreeMap;
use std::format;

use super::super::super::clusters::Estimate;
use super::super::super::form::StudyExhibit;
use super::super::{
    AgreementFindings, BITS, Cut, Degrees, JudgedPair, JudgedSample, LEAST_AGREEING, LEAST_EQUAL, LOOKED_AT,
};
use crate::plot::{Axis, Figure, Guide, LinePlot, Panel, PlotLine, PlotPoint};

fn place(x: f64, found: Estimate) -> PlotPoint {
    PlotPoint { x, y: found.share, interval: found.interval.map(|of| (of.low, of.high)) }
}

fn figure(name: &str, caption: &str, title: &str, panels: Vec<Panel>) -> StudyExhibit {
    StudyExhibit::figure(name, caption, Figure { title: title.into(), panels })
}

/// Figs. 1 and 3.
pub(super) fn degrees(findings: &AgreementFindings) -> StudyExhibit {
    let panel = |name: &str, degrees: &Degrees| {
        let points = degrees.points();
        let most = points.last().map_or(1.0, |last| last.0);
        // The law's line, as many documents in all as there are.
        let guide = degrees.power_law().map(|law| {
            let weight = |degree: f64| degree.powf(law.likely.share);
            let all: f64 = (1..=most as u32).map(|degree| weight(degree.into())).sum();
            let at = |degree: f64| (degree, degrees.documents() as f64 * weight(degree) / all);
            Guide { name: format!("exponent {:.2}", law.likely.share), points: vec![at(1.0), at(most)] }
        });
        let drawn = guide.map(|guide| {
            // What lies below one document is not drawn.
            let points = guide.points.clone();
            let (start, end) = (points[0], points[1]);
            let slope = (end.1 / start.1).ln() / (end.0 / start.0).ln();
            let foot = start.0 * (0.5 / start.1).powf(1.0 / slope);
            let end = if end.1 < 0.5 && foot.is_finite() { (foot, 0.5) } else { end };
            Guide { points: vec![start, end], ..guide }
        });
        let lines = LinePlot {
            lines: vec![PlotLine::points(name, points.into_iter().map(PlotPoint::from))],
            guides: drawn.into_iter().collect(),
        };
        let x = Axis::whole("near-duplicates of a document").over(1.0, 10.0).log();
        Panel::new(x, Axis::whole("documents").over(1.0, 10.0).log(), lines)
            .titled(format!("Algorithm {name}"))
    };
    figure(
        "degrees",
        "How many documents have how many near-duplicates (figs. 1 and 3). The faint line is the power law of greatest likelihood.",
        "Near-duplicates of a document",
        vec![panel("B", &findings.found.b.degrees), panel("C", &findings.found.c.degrees)],
    )
}

/// Figs. 2 and 4.
pub(super) fn terms(findings: &AgreementFindings) -> StudyExhibit {
    let line = |name: &str, sample: &JudgedSample, least: u32| {
        let mut shares: BTreeMap<u32, f64> = BTreeMap::new();
        let mut all = 0.0;
        for (weight, pair) in sample.weights() {
            if let Some(difference) = pair.difference.filter(|_| pair.agreeing >= least) {
                *shares.entry(difference.tokens).or_default() += weight;
                all += weight;
            }
        }
        let near = shares.range(..=200).map(|(&tokens, weight)| (f64::from(tokens), weight / all));
        PlotLine::new(name, near.map(PlotPoint::from))
    };
    let lines = LinePlot {
        lines: vec![line("B", &findings.b, 0), line("C", &findings.c, LEAST_AGREEING)],
        ..LinePlot::default()
    };
    figure(
        "term-differences",
        "In how many tokens pairs differ, up to 200 (figs. 2 and 4), as far as the pairs drawn tell.",
        "Term differences",
        vec![Panel::new(
            Axis::whole("tokens of either that the other has not").over(0.0, 200.0),
            Axis::percent("share of pairs"),
            lines,
        )],
    )
}

/// Fig. 5.
pub(super) fn c_by_b(findings: &AgreementFindings) -> StudyExhibit {
    let joint = &findings.found.b.joint;
    let below = |at: u32| joint.pairs(|_, _, agreeing| agreeing < at);
    let least = (0..=BITS).rev().find(|&at| below(at) * 200 <= joint.all()).unwrap_or(0);
    let line = |equal: u32| {
        let all = joint.pairs(|_, at, _| at == equal);
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for (_, _, agreeing, count) in joint.cells().filter(|&(_, at, _, count)| at == equal && count > 0) {
            *counts.entry(agreeing.max(least)).or_default() += count;
        }
        let places = (least..=BITS).map(|agreeing| {
            (f64::from(agreeing), counts.get(&agreeing).copied().unwrap_or(0) as f64 / all.max(1) as f64)
        });
        PlotLine::new(format!("B-similarity {equal}"), places.map(PlotPoint::from))
    };
    let lines = (LEAST_EQUAL..=6).map(line).collect();
    figure(
        "c-by-b-distribution",
        "C-similarity by B-similarity (fig. 5), over all B-similar pairs. What lies further left, one in 200 at most, is counted at the left end.",
        "C-similarity of B-similar pairs",
        vec![Panel::new(
            Axis::whole("C-similarity, bits that agree"),
            Axis::percent("share of the pairs of a B-similarity"),
            LinePlot { lines, ..LinePlot::default() },
        )],
    )
}

/// Fig. 6.
pub(super) fn precision_by_cut(findings: &AgreementFindings) -> StudyExhibit {
    let places = |of: fn(&Cut) -> Option<Estimate>| -> Vec<PlotPoint> {
        let cuts = findings.combined.cuts.iter().filter(|cut| cut.agreeing >= 250);
        cuts.filter_map(|cut| Some(place(cut.agreeing.into(), of(cut)?))).collect()
    };
    let chosen = findings.combined.chosen.map(|chosen| Guide {
        name: format!("chosen: {chosen}"),
        points: vec![(chosen.into(), 0.0), (chosen.into(), 1.0)],
    });
    let lines = LinePlot {
        lines: vec![
            PlotLine::new("precision", places(|cut| cut.precision)).with_band(),
            PlotLine::new("R", places(|cut| cut.recall)).with_band(),
        ],
        guides: chosen.into_iter().collect(),
    };
    figure(
        "cut-off",
        "Precision of B-similar pairs by the least number of bits in common, on the half to choose by (fig. 6), and the share of B's \
         near-duplicates that are left.",
        "The combined algorithm by its cut-off",
        vec![Panel::new(Axis::whole("least C-similarity"), Axis::share("share"), lines)],
    )
}

/// Fig. 7.
pub(super) fn precision_by_recall(findings: &AgreementFindings) -> StudyExhibit {
    let cuts = findings.combined.cuts.iter();
    let mut points: Vec<PlotPoint> =
        cuts.filter_map(|cut| Some(place(cut.recall?.share, cut.precision?))).collect();
    points.dedup();
    let lines =
        LinePlot { lines: vec![PlotLine::new("cut-offs", points).with_band()], ..LinePlot::default() };
    figure(
        "precision-by-r",
        "Precision against R for every cut-off, on the half to choose by (fig. 7).",
        "Precision and R of the combined algorithm",
        vec![Panel::new(Axis::share("R, share of B's near-duplicates"), Axis::share("precision"), lines)],
    )
}

/// Algorithm C by its threshold.
pub(super) fn thresholds(findings: &AgreementFindings) -> StudyExhibit {
    let of = |of: &dyn Fn(u32) -> Option<Estimate>| -> Vec<PlotPoint> {
        (LOOKED_AT..=BITS).filter_map(|at| Some(place(at.into(), of(at)?))).collect()
    };
    let precision = of(&|at| findings.c.share(|pair| pair.agreeing >= at, JudgedPair::is_correct));
    let relative = of(&|at| findings.c_relative(at));
    let lines = LinePlot {
        lines: vec![
            PlotLine::new("precision", precision).with_band(),
            PlotLine::new("near-duplicates, of B's", relative).with_band(),
        ],
        ..LinePlot::default()
    };
    figure(
        "c-threshold",
        "Algorithm C by its threshold: its precision, and how many near-duplicates it finds, times those of B. The paper set it where \
         the latter was about 1.",
        "Algorithm C by its threshold",
        vec![Panel::new(Axis::whole("t, the least bits that agree"), Axis::share("share"), lines)],
    )
}

/// What the variants give: precision by how many near-duplicates they find.
pub(super) fn variants(findings: &AgreementFindings) -> StudyExhibit {
    let line = |results: &Vec<super::super::VariantResult>| {
        let places: Vec<PlotPoint> = results
            .iter()
            .filter_map(|result| Some(place(result.relative?.share, result.precision[0]?)))
            .collect();
        let first = results.first()?;
        (!places.is_empty()).then(|| PlotLine::new(first.variant.name(), places).without_bars())
    };
    let lines = findings.results.iter().filter_map(line).collect();
    figure(
        "questions-curves",
        "Precision against near-duplicates found, of every variant at every threshold.",
        "Variants of both algorithms",
        vec![Panel::new(
            Axis::any("near-duplicates found, times those of B").over(0.0, 1.0),
            Axis::share("precision"),
            LinePlot { lines, ..LinePlot::default() },
        )],
    )
}
