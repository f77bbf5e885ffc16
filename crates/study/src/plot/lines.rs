//! Lines and points, each with its name at its end.

use super::Panel;
use super::axis::Span;
use super::svg::{self, Plane, Svg, pen};

/// Lines within two axes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LinePlot {
    /// The lines in the order of their colours.
    pub lines: Vec<PlotLine>,
    /// What is drawn faintly behind them.
    pub guides: Vec<Guide>,
}

/// Points under one name.
#[derive(Debug, Clone, PartialEq)]
pub struct PlotLine {
    /// What it is called at its end.
    pub name: String,
    /// Its points, in the order in which they are joined.
    pub places: Vec<PlotPoint>,
    /// Whether they are joined.
    pub joined: bool,
    /// How their intervals are drawn.
    pub spread: IntervalStyle,
    /// A point with a ring about it: the best.
    pub ring: Option<(f64, f64)>,
}

/// A point, and how far chance may have moved it up or down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlotPoint {
    /// Along the axis from left to right.
    pub x: f64,
    /// Along the axis from the foot up.
    pub y: f64,
    /// The lower and the upper end of its interval.
    pub interval: Option<(f64, f64)>,
}

/// How intervals are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IntervalStyle {
    /// Each as a bar through its point.
    #[default]
    BarChart,
    /// All as a band about the line.
    Band,
    /// Not at all, where lines lie too close for intervals to be seen.
    Hidden,
}

/// A faint line with a name: equal F between precision and recall, or what a paper says.
#[derive(Debug, Clone, PartialEq)]
pub struct Guide {
    /// What stands beside its first point.
    pub name: String,
    /// The points it goes through.
    pub points: Vec<(f64, f64)>,
}

impl PlotLine {
    /// A line through points.
    pub fn new(name: impl Into<String>, places: impl IntoIterator<Item = PlotPoint>) -> Self {
        PlotLine {
            name: name.into(),
            places: places.into_iter().collect(),
            joined: true,
            spread: IntervalStyle::default(),
            ring: None,
        }
    }

    /// Points that are not joined.
    pub fn points(name: impl Into<String>, places: impl IntoIterator<Item = PlotPoint>) -> Self {
        PlotLine { joined: false, ..PlotLine::new(name, places) }
    }

    /// The same with a band for its intervals.
    pub fn with_band(self) -> Self {
        PlotLine { spread: IntervalStyle::Band, ..self }
    }

    /// The same with intervals that are among the values and not drawn.
    pub fn without_bars(self) -> Self {
        PlotLine { spread: IntervalStyle::Hidden, ..self }
    }

    /// The same with a ring about its highest point, of equals the first.
    pub fn ringed(self) -> Self {
        let higher = |best: Option<PlotPoint>, place: &PlotPoint| match best {
            Some(best) if best.y >= place.y => Some(best),
            _ => Some(*place),
        };
        let ring = self.places.iter().fold(None, higher).map(|place| (place.x, place.y));
        PlotLine { ring, ..self }
    }
}

impl From<(f64, f64)> for PlotPoint {
    fn from((x, y): (f64, f64)) -> Self {
        PlotPoint { x, y, interval: None }
    }
}

/// The room that a name takes above the next, and that of the sample before it.
const ROW: f64 = 18.0;
const SAMPLE: f64 = 44.0;
/// The longest name that is drawn, in letters.
const LETTERS: usize = 30;
/// Marks along a line, and points that it is drawn with, at most.
const MARKED: usize = 12;
const POINTS: usize = 400;

impl LinePlot {
    /// The height that the names need.
    pub(super) fn least_height(&self) -> f64 {
        ROW * self.lines.len() as f64
    }
}

impl Svg {
    pub(super) fn lines(&mut self, top: f64, panel: &Panel, lines: &LinePlot) {
        let places = || lines.lines.iter().flat_map(|line| &line.places);
        let heights = lines.lines.iter().flat_map(|line| {
            line.places.iter().flat_map(|place| {
                let drawn = place.interval.filter(|_| line.spread != IntervalStyle::Hidden);
                let (low, high) = drawn.unwrap_or((place.y, place.y));
                [place.y, low, high]
            })
        });
        let x = panel.x.span(places().map(|place| place.x));
        let y = panel.y.span(heights);
        let names: Vec<String> = lines.lines.iter().map(|line| shortened(&line.name)).collect();
        let longest = names.iter().map(|name| svg::width(name)).fold(0.0, f64::max);
        let plane = Plane::new(top, panel, SAMPLE + 22.0 + longest);
        self.frame(panel, plane, &svg::ticks(&x), &svg::ticks(&y), true);
        let at = |x_: f64, y_: f64| Some((plane.x(x.at(x_)?), plane.y(y.at(y_)?)));
        for guide in &lines.guides {
            let points: Vec<(f64, f64)> = guide.points.iter().filter_map(|&(x, y)| at(x, y)).collect();
            self.path("guide", &points);
            if let Some((x, y)) = points.first() {
                self.text("soft", (x + 4.0, y - 4.0), &guide.name);
            }
        }
        let mut ends = Vec::new();
        for (number, line) in lines.lines.iter().enumerate() {
            self.intervals(plane, (&x, &y), number, line);
            let points: Vec<(f64, f64)> =
                thinned(&line.places).filter_map(|place| at(place.x, place.y)).collect();
            if line.joined {
                self.path(&pen(number), &points);
            }
            let every = if line.joined { points.len().div_ceil(MARKED).max(1) } else { 1 };
            for point in points.iter().skip(number * every / lines.lines.len()).step_by(every) {
                self.mark(*point, number);
            }
            if let Some((x, y)) = line.ring.and_then(|(x, y)| at(x, y)) {
                self.mark((x, y), number);
                self.circle("ring", (x, y), 8.0);
            }
            ends.extend(points.last().map(|&end| (number, end)));
        }
        self.names(plane, lines, &names, &mut ends);
    }

    fn intervals(&mut self, plane: Plane, (x, y): (&Span, &Span), number: usize, line: &PlotLine) {
        if line.spread == IntervalStyle::Hidden {
            return;
        }
        let ends = |place: &PlotPoint| {
            let (low, high) = place.interval?;
            Some((plane.x(x.at(place.x)?), plane.y(y.at(low)?), plane.y(y.at(high)?)))
        };
        let ends: Vec<(f64, f64, f64)> = line.places.iter().filter_map(ends).collect();
        let colour = svg::colour(number);
        if line.spread == IntervalStyle::Band && !ends.is_empty() {
            let there = ends.iter().map(|&(x, _, high)| (x, high));
            let back = ends.iter().rev().map(|&(x, low, _)| (x, low));
            let band: Vec<(f64, f64)> = there.chain(back).collect();
            return self.shape(&format!("band {colour}"), &band);
        }
        for (x, low, high) in ends {
            let class = format!("whisker {colour}");
            self.path(&class, &[(x, low), (x, high)]);
            self.path(&class, &[(x - 3.0, low), (x + 3.0, low)]);
            self.path(&class, &[(x - 3.0, high), (x + 3.0, high)]);
        }
    }

    /// The names at the right of the lines that are to be seen, each as near to its line's end as those above and below it let it
    /// be.
    fn names(&mut self, plane: Plane, lines: &LinePlot, names: &[String], ends: &mut [(usize, (f64, f64))]) {
        ends.sort_by(|(_, a), (_, b)| a.1.total_cmp(&b.1));
        let wanted: Vec<f64> = ends.iter().map(|(_, end)| end.1).collect();
        for (&(number, end), y) in ends.iter().zip(apart(&wanted, plane.top, plane.foot)) {
            let left = plane.right + 14.0;
            self.path("leader", &[end, (left, y)]);
            if lines.lines[number].joined {
                self.path(&pen(number), &[(left, y), (left + SAMPLE - 8.0, y)]);
            }
            self.mark((left + SAMPLE / 2.0 - 4.0, y), number);
            self.text("", (left + SAMPLE, y + 4.5), &names[number]);
        }
    }
}

/// Heights at least a row from one another, near those wanted, which rise; all between `top` and `foot` if they fit.
fn apart(wanted: &[f64], top: f64, foot: f64) -> Vec<f64> {
    let mut heights: Vec<f64> = Vec::with_capacity(wanted.len());
    for &wanted in wanted {
        let least = heights.last().map_or(top, |last| last + ROW);
        heights.push(wanted.max(least));
    }
    let mut most = foot;
    for height in heights.iter_mut().rev() {
        *height = height.min(most);
        most = *height - ROW;
    }
    heights
}

fn shortened(name: &str) -> String {
    let mut short: String = name.chars().take(LETTERS).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    short
}

/// At most [`POINTS`] points, the first and the last among them.
fn thinned(places: &[PlotPoint]) -> impl Iterator<Item = &PlotPoint> {
    let last = places.len().saturating_sub(1);
    let steps = last.min(POINTS - 1);
    (0..places.len().min(POINTS)).map(move |step| &places[(step * last).checked_div(steps).unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_a_row_from_one_another_and_stay_within_the_plane() {
        assert_eq!(apart(&[50.0, 51.0, 52.0], 0.0, 100.0), [50.0, 68.0, 86.0]);
        assert_eq!(apart(&[98.0, 99.0, 100.0], 0.0, 100.0), [64.0, 82.0, 100.0]);
        assert_eq!(apart(&[], 0.0, 100.0), [0.0; 0]);
    }
}
