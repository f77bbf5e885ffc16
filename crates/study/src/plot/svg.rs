//! The picture as it is written, element by element, and the frame of a panel.

use std::format;

use super::Panel;
use super::axis::Span;
use twinprint::export::html::escape;

/// The colours and lines of figures, light and dark: what a page needs that has figures among its elements.
pub const STYLE: &str = include_str!("plot.css");

/// The width of a picture; heights are in the same units.
pub(super) const WIDTH: f64 = 720.0;
/// What a panel has above and below its plane.
pub(super) const ABOVE: f64 = 30.0;
pub(super) const BELOW: f64 = 62.0;

/// What stands left of a plane.
const LEFT: f64 = 72.0;
/// The width of a letter, on average, of what is written in a picture.
const LETTER: f64 = 6.6;

/// How many colours there are, kinds of dashes, and marks: no two numbers share a factor, so that dashes and mark together tell
/// thirty lines apart.
const COLOURS: usize = 7;
const DASHES: usize = 5;
const MARKS: usize = 6;

/// Where things are drawn, in the units of the picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plane {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) foot: f64,
}

impl Plane {
    /// The plane of a panel that begins at `top` and keeps `margin` free at its right.
    pub(super) fn new(top: f64, panel: &Panel, margin: f64) -> Self {
        let foot = top + panel.height() - BELOW;
        Plane { left: LEFT, right: WIDTH - 16.0 - margin, top: top + ABOVE, foot }
    }

    pub(super) fn x(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    pub(super) fn y(&self, share: f64) -> f64 {
        self.foot - share * (self.foot - self.top)
    }
}

/// A picture as it is written.
pub(super) struct Svg(pub(super) String);

impl Svg {
    pub(super) fn new(title: &str, height: f64, style: Option<&str>) -> Self {
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\">"
        );
        text += "<title>";
        escape(&mut text, title);
        text += "</title>";
        if let Some(style) = style {
            text += &format!("<style>{style}</style>");
        }
        text += &format!("<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n");
        let mut svg = Svg(text);
        if !title.is_empty() {
            svg.text("title", (16.0, 22.0), title);
        }
        svg
    }

    pub(super) fn end(mut self) -> String {
        self.0 += "</svg>\n";
        self.0
    }

    pub(super) fn text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        self.0 += &format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">");
        escape(&mut self.0, text);
        self.0 += "</text>\n";
    }

    /// A line through points; nothing if there are fewer than two.
    pub(super) fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        if points.len() > 1 {
            self.0 += &format!("<path class=\"{class}\" d=\"{}\"/>\n", through(points));
        }
    }

    /// What a line goes about.
    pub(super) fn shape(&mut self, class: &str, points: &[(f64, f64)]) {
        self.0 += &format!("<path class=\"{class}\" d=\"{}Z\"/>\n", through(points));
    }

    pub(super) fn rect(
        &mut self,
        class: &str,
        (left, top): (f64, f64),
        (right, foot): (f64, f64),
        more: &str,
    ) {
        let (width, height) = (right - left, foot - top);
        self.0 += &format!(
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"{more}/>\n"
        );
    }

    pub(super) fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        self.0 += &format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>\n");
    }

    /// The mark of a line: a disc, a triangle, a square, a cross, a ring or a diamond.
    pub(super) fn mark(&mut self, place: (f64, f64), number: usize) {
        let (x, y) = place;
        let colour = colour(number);
        let (full, open) = (format!("mark {colour}"), format!("open {colour}"));
        match number % MARKS {
            0 => self.circle(&full, place, 3.5),
            1 => self.shape(&full, &[(x, y - 5.0), (x + 4.6, y + 3.6), (x - 4.6, y + 3.6)]),
            2 => self.rect(&full, (x - 3.4, y - 3.4), (x + 3.4, y + 3.4), ""),
            3 => {
                self.path(&open, &[(x - 3.6, y - 3.6), (x + 3.6, y + 3.6)]);
                self.path(&open, &[(x - 3.6, y + 3.6), (x + 3.6, y - 3.6)]);
            }
            4 => self.circle(&open, place, 3.5),
            _ => self.shape(&full, &[(x, y - 5.0), (x + 5.0, y), (x, y + 5.0), (x - 5.0, y)]),
        }
    }

    /// Title, axes, grid and labels of a panel; of either axis the ticks are given by their share of it and their name.
    pub(super) fn frame(
        &mut self,
        panel: &Panel,
        plane: Plane,
        x: &[(f64, String)],
        y: &[(f64, String)],
        grid: bool,
    ) {
        if !panel.title.is_empty() {
            self.text("sub", (plane.left, plane.top - 10.0), &panel.title);
        }
        for (share, name) in y {
            let at = plane.y(*share);
            if grid {
                self.path("grid", &[(plane.left, at), (plane.right, at)]);
            }
            self.text("e", (plane.left - 8.0, at + 4.5), name);
        }
        for (share, name) in x {
            let at = plane.x(*share);
            if grid {
                self.path("grid", &[(at, plane.top), (at, plane.foot)]);
            }
            self.text("m", (at, plane.foot + 18.0), name);
        }
        let corners = [(plane.left, plane.top), (plane.left, plane.foot), (plane.right, plane.foot)];
        self.path("axis", &corners);
        let middle = (plane.left + plane.right) / 2.0;
        self.text("m", (middle, plane.foot + 40.0), &panel.x.label);
        let (turn, at) = (14.0, (plane.top + plane.foot) / 2.0);
        self.0 += &format!("<text class=\"m\" transform=\"translate({turn:.1} {at:.1}) rotate(-90)\">");
        escape(&mut self.0, &panel.y.label);
        self.0 += "</text>\n";
    }
}

/// The ticks of an axis by their share of it, with their names.
pub(super) fn ticks(span: &Span) -> Vec<(f64, String)> {
    let ticks = span.ticks();
    let tick = |&tick: &f64| Some((span.at(tick)?, span.name(tick, &ticks)));
    ticks.iter().filter_map(tick).collect()
}

/// The class that gives a line its colour.
pub(super) fn colour(number: usize) -> String {
    format!("c{}", number % COLOURS)
}

/// The classes that give a line its colour and dashes.
pub(super) fn pen(number: usize) -> String {
    format!("line c{} d{}", number % COLOURS, number % DASHES)
}

/// How wide a text is, about.
pub(super) fn width(text: &str) -> f64 {
    LETTER * text.chars().count() as f64
}

fn through(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (number, (x, y)) in points.iter().enumerate() {
        path += &format!("{}{x:.1} {y:.1}", if number == 0 { "M" } else { "L" });
    }
    path
}
