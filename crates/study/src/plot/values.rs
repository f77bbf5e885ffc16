//! The values behind a figure, row by row, as a table has them.

use super::{Figure, Shapes};

/// The names of a row's values.
pub const COLUMNS: [&str; 6] = ["panel", "series", "x", "y", "low", "high"];

/// A value of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueRow {
    /// The title of its panel; without one what its y axis shows.
    pub panel: String,
    /// The name of its line, of its group of bars, or of its row of a surface.
    pub series: String,
    /// Where it stands from left to right: a number, or the name of a class or column.
    pub x: String,
    /// Its value.
    pub y: f64,
    /// The ends of its interval.
    pub interval: Option<(f64, f64)>,
}

impl Figure {
    /// What is drawn, value by value.
    ///
    /// ```
    /// use twinprint_study::plot::{Axis, BarChart, Figure, Panel};
    /// let panel = Panel::new(Axis::any("length"), Axis::whole("documents"), BarChart::single([("short", 3.0)]));
    /// let rows = Figure { title: "Lengths".into(), panels: vec![panel] }.values();
    /// assert_eq!((rows[0].panel.as_str(), rows[0].x.as_str(), rows[0].y), ("documents", "short", 3.0));
    /// ```
    pub fn values(&self) -> Vec<ValueRow> {
        let mut rows = Vec::new();
        for panel in &self.panels {
            let title = if panel.title.is_empty() { &panel.y.label } else { &panel.title };
            let row = |series: &str, x: String, y: f64, interval: Option<(f64, f64)>| ValueRow {
                panel: title.clone(),
                series: series.into(),
                x,
                y,
                interval,
            };
            match &panel.shapes {
                Shapes::LinePlot(lines) => {
                    for line in &lines.lines {
                        let places = line.places.iter();
                        rows.extend(
                            places.map(|place| row(&line.name, place.x.to_string(), place.y, place.interval)),
                        );
                    }
                }
                Shapes::BarChart(bars) => {
                    for group in &bars.groups {
                        let known = bars.classes.iter().zip(&group.bars);
                        rows.extend(known.filter_map(|(class, bar)| {
                            let bar = (*bar)?;
                            Some(row(&group.name, class.clone(), bar.height, bar.interval))
                        }));
                    }
                }
                Shapes::Surface(surface) => {
                    for (name, values) in surface.rows.iter().zip(&surface.values) {
                        let known = surface.columns.iter().zip(values);
                        rows.extend(
                            known.filter_map(|(column, value)| {
                                Some(row(name, column.clone(), (*value)?, None))
                            }),
                        );
                    }
                }
            }
        }
        rows
    }
}
