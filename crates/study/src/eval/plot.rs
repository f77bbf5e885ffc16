//! Evaluations as figures: precision against recall, and F1 against the threshold.

use super::{Evaluation, Point, Scale, best};
use crate::plot::{Axis, Figure, Guide, LinePlot, Panel, PlotLine, PlotPoint};

/// The greatest threshold in panels of those that do not go far.
const NEAR: f64 = 40.0;

/// Precision against recall, a line for each method, a ring about the point of its best F1. Lines of equal F1 are drawn
/// behind.
pub fn precision_recall(evaluations: &[Evaluation]) -> Figure {
    let place = |point: &Point| Some((point.figures.recall?, point.figures.precision?));
    let line = |evaluation: &Evaluation| PlotLine {
        ring: best(&evaluation.curve).as_ref().and_then(place),
        ..PlotLine::new(&evaluation.method, evaluation.curve.iter().filter_map(place).map(PlotPoint::from))
    };
    let lines = LinePlot { lines: evaluations.iter().map(line).collect(), guides: equal_f1() };
    let panel = Panel::new(Axis::share("recall"), Axis::share("precision"), lines);
    Figure { title: "Precision against recall".into(), panels: vec![panel] }
}

/// F1 against the threshold, a ring about the best: one panel for each kind of score, one above the other. Thresholds that
/// go far get a panel apart from those that do not, which they would press into a corner.
pub fn f1_by_threshold(evaluations: &[Evaluation]) -> Figure {
    let mut panels: Vec<Vec<&Evaluation>> = Vec::new();
    for scale in [Scale::Distance, Scale::Count, Scale::Fraction] {
        let of = evaluations.iter().filter(|evaluation| evaluation.scale == scale);
        let (near, far): (Vec<_>, Vec<_>) = of.partition(|evaluation| extent(evaluation) <= NEAR);
        panels.extend([near, far].into_iter().filter(|panel| !panel.is_empty()));
    }
    let panels = panels.iter().map(|of| f1_panel(of)).collect();
    Figure { title: "F by threshold".into(), panels }
}

fn f1_panel(of: &[&Evaluation]) -> Panel {
    let scale = of[0].scale;
    let macro_average = of.iter().any(|evaluation| evaluation.queries.is_some());
    let last = of.iter().map(|evaluation| extent(evaluation)).fold(0.0, f64::max);
    let (axis, last) = match scale {
        Scale::Fraction => (Axis::any(scale.axis()), 1.0),
        Scale::Distance | Scale::Count => (Axis::whole(scale.axis()), last.max(4.0)),
    };
    let line = |evaluation: &&Evaluation| {
        let place = |point: &Point| Some((point.threshold, point.figures.f1?));
        let known = evaluation.curve.iter().filter_map(place);
        PlotLine {
            ring: best(&evaluation.curve).as_ref().and_then(place),
            ..PlotLine::new(
                &evaluation.method,
                known.filter(|(threshold, _)| *threshold <= last).map(PlotPoint::from),
            )
        }
    };
    let lines = LinePlot { lines: of.iter().map(line).collect(), ..LinePlot::default() };
    Panel::new(axis.over(0.0, last), Axis::share(if macro_average { "F (macro)" } else { "F1" }), lines)
}

/// Where F1 is the same, from where precision is 1.
fn equal_f1() -> Vec<Guide> {
    let line = |tenths: u32| {
        let f1 = f64::from(tenths) / 10.0;
        let start = f1 / (2.0 - f1);
        let at = |step: i32| start + (1.0 - start) * (f64::from(step) / 60.0).powi(3);
        let points = (0..=60).map(at).map(|recall| (recall, f1 * recall / (2.0 * recall - f1)));
        Guide { name: std::format!("F {f1}"), points: points.rev().collect() }
    };
    [2, 4, 6, 8].map(line).into()
}

/// The greatest threshold at which the curve has more than a twentieth of its height.
fn extent(evaluation: &Evaluation) -> f64 {
    let Some(height) = best(&evaluation.curve).and_then(|best| best.figures.f1) else { return 0.0 };
    let high = evaluation.curve.iter().filter(|point| point.figures.f1 > Some(height / 20.0));
    high.map(|point| point.threshold).fold(0.0, f64::max)
}
