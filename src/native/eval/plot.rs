//! Curves as SVG: precision against recall, and F1 against the threshold.
//!
//! A curve has a colour that the common kinds of colour blindness tell apart (Okabe and Ito), and dashes and a mark of
//! its own for those who see none. No font is needed: the viewer has some.

use std::format;
use std::prelude::v1::*;

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Evaluation, Scale, best};

/// Why a plot could not be drawn.
pub type Failure = DrawingAreaErrorKind<std::io::Error>;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const WIDTH: u32 = 880;
const HEIGHT: u32 = 480;
const LEGEND: u32 = 270;
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(60, 60, 60);
const FAINT: RGBColor = RGBColor(140, 140, 140);
const GRID: RGBColor = RGBColor(226, 226, 226);

/// Blue, vermilion, green, purple, orange, sky blue, black.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// Lengths of dashes and gaps; the first line is whole.
const DASHES: [(u32, u32); 4] = [(1, 0), (9, 4), (3, 3), (14, 5)];

/// The greatest threshold in plots of those that do not go far.
const NEAR: f64 = 40.0;

/// Marks along a curve, and points that it is drawn with, at most.
const MARKS: usize = 6;
const POINTS: usize = 300;

/// Precision against recall, a curve for each method, a ring about the point of its best F1. Lines of equal F1 are drawn
/// behind.
///
/// # Errors
/// None in practice: an SVG in memory takes everything.
pub fn precision_recall(evaluations: &[Evaluation]) -> Result<String, Failure> {
    let mut svg = String::new();
    {
        let root = page(&mut svg, 1)?;
        let frame = Frame { x: (0.0, 1.0), titles: ["recall", "precision"], whole: false, equal_f1: true };
        let curve = |(number, evaluation): (usize, &Evaluation)| {
            let place = |point: &super::Point| Some((point.figures.recall?, point.figures.precision?));
            Curve {
                number,
                name: evaluation.method.clone(),
                points: evaluation.curve.iter().filter_map(place).collect(),
                best: best(&evaluation.curve).as_ref().and_then(place),
            }
        };
        panel(&root, &frame, &evaluations.iter().enumerate().map(curve).collect::<Vec<_>>())?;
        root.present()?;
    }
    Ok(svg)
}

/// F1 against the threshold, a ring about the best: one plot for each kind of score, one above the other. Thresholds that
/// go far get a plot apart from those that do not, which they would press into a corner.
///
/// # Errors
/// None in practice: an SVG in memory takes everything.
pub fn f1_by_threshold(evaluations: &[Evaluation]) -> Result<String, Failure> {
    let mut svg = String::new();
    let mut panels: Vec<Vec<(usize, &Evaluation)>> = Vec::new();
    for scale in [Scale::Distance, Scale::Count, Scale::Fraction] {
        let of = evaluations.iter().enumerate().filter(|(_, evaluation)| evaluation.scale == scale);
        let (near, far): (Vec<_>, Vec<_>) = of.partition(|(_, evaluation)| extent(evaluation) <= NEAR);
        panels.extend([near, far].into_iter().filter(|panel| !panel.is_empty()));
    }
    {
        let rows = panels.len().max(1);
        let root = page(&mut svg, rows as u32)?;
        for (area, of) in root.split_evenly((rows, 1)).iter().zip(&panels) {
            let scale = of[0].1.scale;
            let macro_average = of.iter().any(|(_, evaluation)| evaluation.queries.is_some());
            let last = of.iter().map(|(_, evaluation)| extent(evaluation)).fold(0.0, f64::max);
            let frame = Frame {
                x: (0.0, if scale == Scale::Fraction { 1.0 } else { last.max(4.0) }),
                titles: [scale.axis(), if macro_average { "F (macro)" } else { "F1" }],
                whole: scale != Scale::Fraction,
                equal_f1: false,
            };
            let curve = |&(number, evaluation): &(usize, &Evaluation)| {
                let place = |point: &super::Point| Some((point.threshold, point.figures.f1?));
                let known = evaluation.curve.iter().filter_map(place);
                Curve {
                    number,
                    name: evaluation.method.clone(),
                    points: known.filter(|(threshold, _)| *threshold <= frame.x.1).collect(),
                    best: best(&evaluation.curve).as_ref().and_then(place),
                }
            };
            panel(area, &frame, &of.iter().map(curve).collect::<Vec<_>>())?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// Lines with a name each, within axes of their own.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// What the x axis shows.
    pub x: String,
    /// What the y axis shows, which goes from 0 to 1.
    pub y: String,
    /// Whether the highest point of each line has a ring about it.
    pub best: bool,
    /// The lines, each with its name.
    pub lines: Vec<Line>,
}

/// A name, and points by rising x from 0 on.
pub type Line = (String, Vec<(f64, f64)>);

/// Panels one above the other.
///
/// ```
/// use twinprint::native::eval::plot::{Panel, panels};
/// let line = ("w = 1".to_string(), vec![(0.0, 0.2), (1.0, 0.7), (2.0, 0.4)]);
/// let panel = Panel { x: "k".into(), y: "F (macro)".into(), best: true, lines: vec![line] };
/// let svg = panels(&[panel])?;
/// assert!(svg.starts_with("<svg") && svg.contains("w = 1"));
/// # Ok::<(), twinprint::native::eval::plot::Failure>(())
/// ```
///
/// # Errors
/// None in practice: an SVG in memory takes everything.
pub fn panels(panels: &[Panel]) -> Result<String, Failure> {
    let mut svg = String::new();
    {
        let root = page(&mut svg, panels.len().max(1) as u32)?;
        for (area, of) in root.split_evenly((panels.len().max(1), 1)).iter().zip(panels) {
            let places = || of.lines.iter().flat_map(|(_, points)| points);
            let frame = Frame {
                x: (0.0, places().map(|place| place.0).fold(1.0, f64::max)),
                titles: [&of.x, &of.y],
                whole: places().all(|place| place.0.fract() == 0.0),
                equal_f1: false,
            };
            let curve = |(number, (name, points)): (usize, &Line)| Curve {
                number,
                name: name.clone(),
                points: points.clone(),
                best: points.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|_| of.best),
            };
            panel(area, &frame, &of.lines.iter().enumerate().map(curve).collect::<Vec<_>>())?;
        }
        root.present()?;
    }
    Ok(svg)
}

struct Curve {
    /// What gives it its colour, dashes and mark.
    number: usize,
    name: String,
    points: Vec<(f64, f64)>,
    best: Option<(f64, f64)>,
}

struct Frame<'a> {
    x: (f64, f64),
    /// Of the axes, x and y.
    titles: [&'a str; 2],
    /// Whether thresholds are whole numbers.
    whole: bool,
    equal_f1: bool,
}

fn page(svg: &mut String, panels: u32) -> Result<Area<'_>, Failure> {
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT * panels)).into_drawing_area();
    root.fill(&WHITE)?;
    Ok(root)
}

/// The greatest threshold at which the curve has more than a twentieth of its height.
fn extent(evaluation: &Evaluation) -> f64 {
    let Some(height) = best(&evaluation.curve).and_then(|best| best.figures.f1) else { return 0.0 };
    let high = evaluation.curve.iter().filter(|point| point.figures.f1 > Some(height / 20.0));
    high.map(|point| point.threshold).fold(0.0, f64::max)
}

/// A plot and its legend.
fn panel(area: &Area<'_>, frame: &Frame<'_>, curves: &[Curve]) -> Result<(), Failure> {
    let (plot, legend) = area.split_horizontally(WIDTH - LEGEND);
    let mut chart = ChartBuilder::on(&plot)
        .margin(14)
        .x_label_area_size(46)
        .y_label_area_size(54)
        .build_cartesian_2d(frame.x.0..frame.x.1, 0.0..1.0)?;
    let digits = if frame.whole { 0 } else { 1 };
    // Of whole numbers no more labels than numbers.
    let labels = if frame.whole { (frame.x.1 as usize + 1).min(11) } else { 11 };
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(INK)
        .x_labels(labels)
        .y_labels(11)
        .x_label_formatter(&|x| format!("{x:.digits$}"))
        .y_label_formatter(&|y| format!("{y:.1}"))
        .label_style((FONT, 13).into_font().color(&INK))
        .axis_desc_style((FONT, 14).into_font().color(&INK))
        .x_desc(frame.titles[0])
        .y_desc(frame.titles[1])
        .draw()?;
    let pixels = chart.plotting_area().strip_coord_spec();
    let base = pixels.get_base_pixel();
    let pixel = |chart: &ChartContext<'_, _, Cartesian2d<_, _>>, place: (f64, f64)| {
        let (x, y) = chart.backend_coord(&place);
        (x - base.0, y - base.1)
    };
    if frame.equal_f1 {
        for f1 in [0.2, 0.4, 0.6, 0.8] {
            let start = f1 / (2.0 - f1);
            let at = |step: i32| start + (1.0 - start) * (f64::from(step) / 60.0).powi(3);
            let line = (0..=60).map(at).map(|recall| (recall, f1 * recall / (2.0 * recall - f1)));
            chart.draw_series(LineSeries::new(line, GRID.stroke_width(1)))?;
            let style = (FONT, 11).into_font().color(&FAINT).pos(Pos::new(HPos::Left, VPos::Bottom));
            let (x, y) = pixel(&chart, (f1, f1));
            pixels.draw_text(&format!("F {f1}"), &style, (x + 3, y - 2))?;
        }
    }
    for curve in curves {
        let points: Vec<(i32, i32)> = thinned(&curve.points).map(|place| pixel(&chart, place)).collect();
        line(&pixels, &points, curve.number)?;
        for at in marked(points.len(), curve.number) {
            mark(&pixels, points[at], curve.number)?;
        }
        if let Some(place) = curve.best {
            mark(&pixels, pixel(&chart, place), curve.number)?;
            pixels.draw(&Circle::new(pixel(&chart, place), 8, INK.stroke_width(1)))?;
        }
    }
    key(&legend, curves)
}

/// What each colour stands for.
fn key(area: &Area<'_>, curves: &[Curve]) -> Result<(), Failure> {
    const ROW: i32 = 22;
    const LETTERS: usize = 28;
    let style = (FONT, 13).into_font().color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
    for (row, curve) in (0..).zip(curves) {
        let y = 28 + ROW * row;
        line(area, &[(6, y), (46, y)], curve.number)?;
        mark(area, (26, y), curve.number)?;
        let mut name: String = curve.name.chars().take(LETTERS).collect();
        if name.len() < curve.name.len() {
            name.push('…');
        }
        area.draw_text(&name, &style, (54, y))?;
    }
    Ok(())
}

fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

fn line(area: &Area<'_>, points: &[(i32, i32)], number: usize) -> Result<(), Failure> {
    let style = colour(number).stroke_width(2);
    let points = points.to_vec();
    match DASHES[number % DASHES.len()] {
        (_, 0) => area.draw(&PathElement::new(points, style)),
        (dash, gap) => area.draw(&DashedPathElement::new(points, dash, gap, style)),
    }
}

/// A disc, a triangle, a square, a cross or a ring.
fn mark(area: &Area<'_>, (x, y): (i32, i32), number: usize) -> Result<(), Failure> {
    let colour = colour(number);
    match number % 5 {
        0 => area.draw(&Circle::new((x, y), 4, colour.filled())),
        1 => area.draw(&TriangleMarker::new((x, y), 6, colour.filled())),
        2 => area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], colour.filled())),
        3 => area.draw(&Cross::new((x, y), 4, colour.stroke_width(2))),
        _ => area.draw(&Circle::new((x, y), 4, colour.stroke_width(2))),
    }
}

/// At most so many points, the first and the last among them.
fn thinned(points: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> + '_ {
    let last = points.len().saturating_sub(1);
    let steps = last.min(POINTS - 1);
    (0..points.len().min(POINTS)).map(move |step| points[(step * last).checked_div(steps).unwrap_or(0)])
}

/// The points that bear a mark, moved along from curve to curve so that curves in one place show theirs side by side.
fn marked(points: usize, number: usize) -> impl Iterator<Item = usize> {
    let every = (points / MARKS).max(1);
    (number % 5 * every / 5..points).step_by(every)
}
