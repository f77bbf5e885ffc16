//! Figures: what they say of themselves, whatever is drawn, and one of them byte for byte.

use twinprint_study::plot::{
    Axis, Bar, BarChart, BarGroup, Figure, Guide, IntervalStyle, LinePlot, Panel, PlotLine, PlotPoint,
    Surface,
};

fn ranged(x: f64, y: f64) -> PlotPoint {
    PlotPoint { x, y, interval: Some((y - 0.05, y + 0.05)) }
}

/// A figure with something of everything.
fn everything() -> Figure {
    let lines = LinePlot {
        lines: vec![
            PlotLine::new("found", [ranged(1.0, 0.9), ranged(2.0, 0.7), ranged(3.0, 0.4)])
                .with_band()
                .ringed(),
            PlotLine {
                spread: IntervalStyle::BarChart,
                ..PlotLine::points("paper <1>", [ranged(1.0, 0.8), ranged(3.0, 0.5)])
            },
        ],
        guides: vec![Guide { name: "half".into(), points: vec![(1.0, 0.5), (3.0, 0.5)] }],
    };
    let bars = BarChart {
        classes: vec!["0 to 500".into(), "above".into()],
        groups: vec![
            BarGroup { name: "all".into(), bars: vec![bar(12.0), bar(3.0)] },
            BarGroup { name: "pairs".into(), bars: vec![bar(5.0), None] },
        ],
    };
    let surface = Surface {
        value: "F".into(),
        columns: vec!["1".into(), "2".into()],
        rows: vec!["32".into(), "64".into()],
        values: vec![vec![Some(0.25), Some(0.5)], vec![None, Some(0.75)]],
        digits: 2,
    };
    Figure {
        title: "One of everything".into(),
        panels: vec![
            Panel::new(Axis::whole("k, bits"), Axis::share("F"), lines).titled("by distance"),
            Panel::new(Axis::any("length, words"), Axis::whole("documents"), bars),
            Panel::new(Axis::any("lexicons"), Axis::any("bits"), surface),
        ],
    }
}

fn bar(height: f64) -> Option<Bar> {
    Some(Bar { height, interval: Some((height - 1.0, height + 1.0)) })
}

#[test]
fn a_figure_is_drawn_as_it_was() {
    let drawn = everything().svg();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/figure.svg");
    if std::env::var_os("WRITE_FIGURES").is_some() {
        std::fs::write(path, &drawn).unwrap();
    }
    assert_eq!(drawn, std::fs::read_to_string(path).unwrap(), "WRITE_FIGURES=1 draws {path} anew");
}

#[test]
fn every_panel_names_both_its_axes_with_their_units() {
    let svg = everything().svg();
    for said in [
        "One of everything",
        "by distance",
        "k, bits",
        ">F<",
        "length, words",
        "documents",
        "lexicons",
        ">bits<",
    ] {
        assert!(svg.contains(said), "{said}");
    }
    assert!(svg.contains("<title>One of everything</title>") && svg.contains("role=\"img\""));
}

#[test]
fn nothing_is_told_by_colour_alone() {
    let svg = everything().svg();
    // The name of each line, dashes that differ, and the numbers of a surface.
    for said in [">found<", ">paper &lt;1&gt;<", "line c0 d0", ">0.25<", ">0.75<", ">all<", ">pairs<"] {
        assert!(svg.contains(said), "{said}");
    }
    assert!(svg.contains("prefers-color-scheme:dark"));
}

#[test]
fn nothing_drawn_leaves_the_picture() {
    let wild = [f64::NAN, f64::INFINITY, 0.0, -3.0, 1e300];
    let places = wild.iter().flat_map(|&x| wild.iter().map(move |&y| PlotPoint::from((x, y))));
    for log in [false, true] {
        let axis = |label: &str| Axis { log, ..Axis::any(label) };
        let lines =
            LinePlot { lines: vec![PlotLine::new("wild", places.clone()).ringed()], ..LinePlot::default() };
        let svg =
            Figure { title: String::new(), panels: vec![Panel::new(axis("x"), axis("y"), lines)] }.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
    }
}

#[test]
fn the_values_behind_a_figure_are_those_drawn() {
    let values = everything().values();
    assert_eq!(values.len(), 5 + 3 + 3);
    assert_eq!((&*values[0].series, &*values[0].x, values[0].y), ("found", "1", 0.9));
    assert_eq!((&*values[10].series, &*values[10].x, values[10].y), ("64", "2", 0.75));
}

#[test]
fn intervals_that_are_not_drawn_are_among_the_values() {
    let figure = |line: PlotLine| {
        let lines = LinePlot { lines: vec![line], ..LinePlot::default() };
        let panel = Panel::new(Axis::any("x"), Axis::share("y"), lines);
        Figure { title: "One line".into(), panels: vec![panel] }
    };
    let line = || PlotLine::new("seen", [ranged(1.0, 0.5), ranged(2.0, 0.6)]);
    let (drawn, untold) = (figure(line()), figure(line().without_bars()));
    assert!(drawn.svg().contains("class=\"whisker") && !untold.svg().contains("class=\"whisker"));
    assert_eq!(drawn.values(), untold.values());
}

#[test]
fn a_line_that_is_nowhere_is_not_named() {
    let lines = vec![PlotLine::new("seen", [ranged(1.0, 0.5)]), PlotLine::new("unseen", [])];
    let panel = Panel::new(Axis::any("x"), Axis::share("y"), LinePlot { lines, ..LinePlot::default() });
    let svg = Figure { title: "Two lines".into(), panels: vec![panel] }.svg();
    assert!(svg.contains(">seen<") && !svg.contains(">unseen<"));
}
