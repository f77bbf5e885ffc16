//! How the time of a query grows with the number of fingerprints, as SVG.

use std::path::Path;

use twinprint_native::Error;
use twinprint_study::plot::{self, Axis, Figure, LinePlot, Panel, PlotPoint};

/// A party, and its points: how many fingerprints, and the seconds of a query.
pub(crate) type Line = (&'static str, Vec<(f64, f64)>);

/// Draws lines in a plane of two logarithms, each with its name at its end.
pub(crate) fn draw(path: &str, lines: &[Line]) -> Result<(), Error> {
    let line = |(name, points): &Line| {
        plot::PlotLine::new(
            *name,
            points.iter().map(|&(n, seconds)| PlotPoint::from((n / 1e6, seconds * 1e6))),
        )
    };
    let panel = Panel::new(
        Axis::any("fingerprints, millions").log(),
        Axis::any("time of a query within 3 bits, us").log(),
        LinePlot { lines: lines.iter().map(line).collect(), ..LinePlot::default() },
    );
    let figure = Figure { title: "Time of a query".into(), panels: vec![panel] };
    twinprint_native::replace(Path::new(path), figure.svg().as_bytes())
}
