//! How the time of a query grows with the number of fingerprints, as SVG.

use plotters::prelude::*;

/// A party, and its points: how many fingerprints, and the seconds of a query.
pub(crate) type Line = (&'static str, Vec<(f64, f64)>);

const SIZE: (u32, u32) = (880, 480);
/// Blue, vermilion, green, purple, orange (Okabe and Ito).
const COLOURS: [RGBColor; 5] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
];

/// Draws lines in a plane of two logarithms, each with its name at its end.
pub(crate) fn draw(path: &str, lines: &[Line]) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let points = || lines.iter().flat_map(|(_, points)| points);
    let bound = |of: fn(&(f64, f64)) -> f64, best: fn(f64, f64) -> f64| points().map(of).reduce(best);
    let (Some(first), Some(last)) = (bound(|p| p.0, f64::min), bound(|p| p.0, f64::max)) else {
        return Err("there is no time to draw".into());
    };
    let slowest = bound(|p| p.1, f64::max).unwrap_or(1.0);
    // Room on the right for the names.
    let plane = (first..last * 30.0).log_scale();
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(plane, (1e-7..slowest * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("fingerprints")
        .y_desc("time of a query within 3 bits")
        .x_label_formatter(&|n| if *n <= last * 1.01 { format!("{} M", n / 1e6) } else { String::new() })
        .y_label_formatter(&|seconds| format!("{:.1} us", seconds * 1e6))
        .light_line_style(WHITE)
        .draw()?;
    for ((name, points), colour) in lines.iter().zip(COLOURS.iter().cycle()) {
        chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 4, colour.filled())))?;
        if let Some(&(n, seconds)) = points.last() {
            let style = ("sans-serif", 14).into_font().color(colour);
            chart.draw_series([Text::new(*name, (n * 1.15, seconds * 1.08), style)])?;
        }
    }
    root.present()?;
    Ok(())
}
