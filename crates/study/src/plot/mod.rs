//! Figures as SVG: lines with bands or error bars, bars, and surfaces as heat maps, in panels one above the other.
//!
//! A figure takes light or dark as the reader's system has it, and is printed as on white paper. Nothing is said by colour
//! alone: every line has dashes and a mark of its own beside a colour that the common kinds of colour blindness tell apart
//! (Okabe and Ito), and its name stands at its end; a surface has its numbers in its cells. No font is needed: the viewer
//! has some. The same figure is the same bytes.

mod axis;
mod bars;
mod distribution;
mod lines;
mod surface;
mod svg;
mod values;

pub use axis::{Axis, Numbers};
pub use bars::{Bar, BarChart, BarGroup};
pub use distribution::distribution;
pub use lines::{Guide, IntervalStyle, LinePlot, PlotLine, PlotPoint};
pub use surface::Surface;
pub use svg::STYLE;
pub use values::{COLUMNS, ValueRow};

use svg::Svg;

/// Panels under one title.
///
/// ```
/// use twinprint_study::plot::{Axis, Figure, PlotLine, LinePlot, Panel, PlotPoint};
/// let line = PlotLine::new("two words", [(0.0, 0.2), (1.0, 0.7), (2.0, 0.4)].map(PlotPoint::from));
/// let panel = Panel::new(
///     Axis::whole("k, bits that may differ"),
///     Axis::share("F"),
///     LinePlot { lines: vec![line], ..LinePlot::default() },
/// );
/// let svg = Figure { title: "F by distance".into(), panels: vec![panel] }.svg();
/// assert!(svg.starts_with("<svg") && svg.contains("two words") && svg.contains("k, bits that may differ"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// What the figure shows.
    pub title: String,
    /// One above the other.
    pub panels: Vec<Panel>,
}

/// Two axes, and what is drawn between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// What tells it from the other panels of its figure; empty if there is one.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From the foot up.
    pub y: Axis,
    /// What is drawn.
    pub shapes: Shapes,
}

/// What is drawn in a panel.
#[derive(Debug, Clone, PartialEq)]
pub enum Shapes {
    /// Lines and points.
    LinePlot(LinePlot),
    /// Bars for each of some classes.
    BarChart(BarChart),
    /// A value for each of rows and columns.
    Surface(Surface),
}

impl Panel {
    /// A panel without a title of its own.
    pub fn new(x: Axis, y: Axis, shapes: impl Into<Shapes>) -> Self {
        Panel { title: String::new(), x, y, shapes: shapes.into() }
    }

    /// The same under a title.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Panel { title: title.into(), ..self }
    }

    /// The height it takes, in the units of the picture.
    fn height(&self) -> f64 {
        let least = match &self.shapes {
            Shapes::LinePlot(lines) => lines.least_height(),
            Shapes::BarChart(_) => 0.0,
            Shapes::Surface(surface) => surface.least_height(),
        };
        HEIGHT.max(least + svg::ABOVE + svg::BELOW)
    }
}

/// The height of a panel that has no need of more.
const HEIGHT: f64 = 360.0;
/// The height of the figure's title.
const TITLE: f64 = 30.0;

impl Figure {
    /// A file of its own, with its style.
    pub fn svg(&self) -> String {
        self.drawn(Some(STYLE))
    }

    /// An element of a page that has [`STYLE`] in its own.
    pub fn inline(&self) -> String {
        self.drawn(None)
    }

    fn drawn(&self, style: Option<&str>) -> String {
        let title = if self.title.is_empty() { 0.0 } else { TITLE };
        let height = title + self.panels.iter().map(Panel::height).sum::<f64>();
        let mut svg = Svg::new(&self.title, height, style);
        let mut top = title;
        for panel in &self.panels {
            svg.panel(top, panel);
            top += panel.height();
        }
        svg.end()
    }
}

impl Svg {
    fn panel(&mut self, top: f64, panel: &Panel) {
        match &panel.shapes {
            Shapes::LinePlot(lines) => self.lines(top, panel, lines),
            Shapes::BarChart(bars) => self.bars(top, panel, bars),
            Shapes::Surface(surface) => self.surface(top, panel, surface),
        }
    }
}

impl From<LinePlot> for Shapes {
    fn from(lines: LinePlot) -> Self {
        Shapes::LinePlot(lines)
    }
}

impl From<BarChart> for Shapes {
    fn from(bars: BarChart) -> Self {
        Shapes::BarChart(bars)
    }
}

impl From<Surface> for Shapes {
    fn from(surface: Surface) -> Self {
        Shapes::Surface(surface)
    }
}
