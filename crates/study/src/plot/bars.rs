//! Bars for each of some classes, side by side where there are several groups.

use std::format;

use super::Panel;
use super::svg::{self, Plane, Svg, colour};

/// Bars for classes along the x axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BarChart {
    /// The names of the classes, in their order.
    pub classes: Vec<String>,
    /// Bars that belong together, one for each class.
    pub groups: Vec<BarGroup>,
}

/// Bars of one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct BarGroup {
    /// What they are called; empty if there is one group.
    pub name: String,
    /// The bar of each class; none where there is nothing to show.
    pub bars: Vec<Option<Bar>>,
}

/// A height, and how far chance may have moved it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// From the foot.
    pub height: f64,
    /// The lower and the upper end of its interval.
    pub interval: Option<(f64, f64)>,
}

impl BarChart {
    /// One bar for each class.
    ///
    /// ```
    /// use twinprint_study::plot::{Axis, BarChart, Figure, Panel};
    /// let bars = BarChart::single([("short", 3.0), ("long", 1.0)]);
    /// let panel = Panel::new(Axis::any("length"), Axis::whole("documents"), bars);
    /// assert!(Figure { title: "Lengths".into(), panels: vec![panel] }.svg().contains("long"));
    /// ```
    pub fn single<S: Into<String>>(bars: impl IntoIterator<Item = (S, f64)>) -> Self {
        let bar = |(class, height): (S, f64)| (class.into(), Some(Bar { height, interval: None }));
        let (classes, bars) = bars.into_iter().map(bar).unzip();
        BarChart { classes, groups: std::vec![BarGroup { name: String::new(), bars }] }
    }
}

/// The height of the line in which the groups are named.
const KEY: f64 = 20.0;

impl Svg {
    pub(super) fn bars(&mut self, top: f64, panel: &Panel, bars: &BarChart) {
        let of = |bar: &Option<Bar>| {
            let bar = (*bar)?;
            Some([bar.height, bar.interval.map_or(bar.height, |interval| interval.1)])
        };
        let heights = bars.groups.iter().flat_map(|group| &group.bars).filter_map(of).flatten();
        let foot = if panel.y.log { None } else { Some(0.0) };
        let y = panel.y.span(foot.into_iter().chain(heights));
        let mut plane = Plane::new(top, panel, 0.0);
        let named: Vec<(usize, &BarGroup)> =
            bars.groups.iter().enumerate().filter(|(_, group)| !group.name.is_empty()).collect();
        if !named.is_empty() {
            plane.top += KEY;
        }
        let classes = bars.classes.len().max(1) as f64;
        let middle = |class: usize| (class as f64 + 0.5) / classes;
        let longest = bars.classes.iter().map(|class| svg::width(class) + 8.0).fold(1.0, f64::max);
        let every = (longest * classes / (plane.right - plane.left)).ceil().max(1.0) as usize;
        let ticks: Vec<(f64, String)> = (bars.classes.iter().enumerate().step_by(every))
            .map(|(class, name)| (middle(class), name.clone()))
            .collect();
        self.frame(panel, plane, &[], &svg::ticks(&y), true);
        for (share, name) in ticks {
            self.text("m", (plane.x(share), plane.foot + 18.0), &name);
        }
        let slot = 0.8 / classes / bars.groups.len().max(1) as f64;
        for (number, group) in bars.groups.iter().enumerate() {
            for (class, bar) in group.bars.iter().enumerate() {
                let Some(bar) = bar else { continue };
                let left = middle(class) - 0.4 / classes + slot * number as f64;
                let ends = (plane.x(left), plane.x(left + 0.92 * slot));
                self.bar(plane, &y, number, ends, bar);
            }
        }
        let mut left = plane.left;
        for (number, group) in named {
            self.rect(
                &format!("bar {}", colour(number)),
                (left, plane.top - 20.0),
                (left + 12.0, plane.top - 10.0),
                "",
            );
            self.hatch(number, (left, plane.top - 20.0), (left + 12.0, plane.top - 10.0));
            self.text("", (left + 18.0, plane.top - 10.0), &group.name);
            left += 36.0 + svg::width(&group.name);
        }
    }

    fn bar(
        &mut self,
        plane: Plane,
        y: &super::axis::Span,
        number: usize,
        (left, right): (f64, f64),
        bar: &Bar,
    ) {
        // On an axis of factors nothing is below its first value.
        let place = |value: f64| y.at(value).map(|share| plane.y(share.clamp(0.0, 1.0)));
        let Some(top) = place(bar.height).filter(|top| *top < plane.foot) else { return };
        self.rect(&format!("bar {}", colour(number)), (left, top), (right, plane.foot), "");
        self.hatch(number, (left, top), (right, plane.foot));
        if let Some((low, high)) = bar.interval.and_then(|(low, high)| Some((place(low)?, place(high)?))) {
            let x = (left + right) / 2.0;
            self.path("over", &[(x, low), (x, high)]);
            self.path("over", &[(x - 3.0, low), (x + 3.0, low)]);
            self.path("over", &[(x - 3.0, high), (x + 3.0, high)]);
        }
    }

    /// What tells the second group of bars from the first without colour: an outline, with dashes from the third on.
    fn hatch(&mut self, number: usize, start: (f64, f64), end: (f64, f64)) {
        if number > 0 {
            self.rect(&format!("over d{}", number - 1), start, end, "");
        }
    }
}
