//! Bars as SVG: the two distributions of Manku, Jain and Das Sarma 2007, Fig. 2.

use std::format;
use std::prelude::v1::*;

use plotters::prelude::*;

/// Why a figure could not be drawn.
pub type Failure = DrawingAreaErrorKind<std::io::Error>;

const SIZE: (u32, u32) = (880, 400);
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(60, 60, 60);
const GRID: RGBColor = RGBColor(226, 226, 226);
/// The blue of Okabe and Ito.
const BAR: RGBColor = RGBColor(0, 114, 178);

/// A bar for each count, as high as its share of all.
///
/// ```
/// use twinprint::native::index::figures::bars;
/// let svg = bars(&[3, 1, 0, 4], "highest bit that differs", "share of neighbours")?;
/// assert!(svg.starts_with("<svg") && svg.contains("highest bit that differs"));
/// # Ok::<(), twinprint::native::index::figures::Failure>(())
/// ```
///
/// # Errors
/// None in practice: an SVG in memory takes everything.
pub fn bars(counts: &[u64], x: &str, y: &str) -> Result<String, Failure> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let all = counts.iter().sum::<u64>().max(1) as f64;
        let shares: Vec<f64> = counts.iter().map(|&count| count as f64 / all).collect();
        let highest = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let mut chart = ChartBuilder::on(&root)
            .margin(14)
            .x_label_area_size(46)
            .y_label_area_size(64)
            .build_cartesian_2d(-0.5..counts.len() as f64 - 0.5, 0.0..1.05 * highest)?;
        let digits = if highest < 0.05 { 2 } else { 0 };
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(INK)
            .disable_x_mesh()
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{:.digits$} %", 100.0 * y))
            .label_style((FONT, 13).into_font().color(&INK))
            .axis_desc_style((FONT, 14).into_font().color(&INK))
            .x_desc(x)
            .y_desc(y)
            .draw()?;
        let bar = |(place, share): (usize, f64)| {
            let place = place as f64;
            Rectangle::new([(place - 0.4, 0.0), (place + 0.4, share)], BAR.filled())
        };
        chart.draw_series(shares.into_iter().enumerate().filter(|(_, share)| *share > 0.0).map(bar))?;
        root.present()?;
    }
    Ok(svg)
}
