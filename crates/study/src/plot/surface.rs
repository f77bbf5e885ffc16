//! A value for each of rows and columns: a heat map with its numbers in it.

use std::format;

use super::Panel;
use super::svg::{self, Plane, Svg};

/// A surface: columns along the x axis, rows along the y axis, from the foot up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Surface {
    /// What the values are.
    pub value: String,
    /// The names of the columns, from the left.
    pub columns: Vec<String>,
    /// The names of the rows, from the foot up.
    pub rows: Vec<String>,
    /// The values of each row; none where there is nothing to show.
    pub values: Vec<Vec<Option<f64>>>,
    /// Digits after the point of what is written into the cells.
    pub digits: usize,
}

/// The least height of a row, and the most opaque cell: text is read upon it.
const ROW: f64 = 24.0;
const DARKEST: f64 = 0.5;

impl Surface {
    /// The height that its rows need.
    pub(super) fn least_height(&self) -> f64 {
        ROW * self.rows.len() as f64
    }

    /// The place of the greatest value, of equals the first: column and row.
    fn best(&self) -> Option<(usize, usize)> {
        let mut best: Option<(f64, (usize, usize))> = None;
        for (row, values) in self.values.iter().enumerate() {
            for (column, value) in values.iter().enumerate() {
                if let Some(value) = value
                    && best.is_none_or(|(best, _)| *value > best)
                {
                    best = Some((*value, (column, row)));
                }
            }
        }
        best.map(|(_, place)| place)
    }
}

impl Svg {
    pub(super) fn surface(&mut self, top: f64, panel: &Panel, surface: &Surface) {
        let plane = Plane::new(top, panel, 0.0);
        let (columns, rows) = (surface.columns.len().max(1) as f64, surface.rows.len().max(1) as f64);
        let middle = |at: usize, of: f64| (at as f64 + 0.5) / of;
        let wide = (plane.right - plane.left) / columns;
        let longest = surface.columns.iter().map(|name| svg::width(name) + 6.0).fold(1.0, f64::max);
        let every = (longest / wide).ceil().max(1.0) as usize;
        let named = surface.columns.iter().enumerate().step_by(every);
        let x: Vec<(f64, String)> = named.map(|(at, name)| (middle(at, columns), name.clone())).collect();
        let y: Vec<(f64, String)> =
            surface.rows.iter().enumerate().map(|(at, name)| (middle(at, rows), name.clone())).collect();
        self.frame(panel, plane, &x, &y, false);
        let known = || surface.values.iter().flatten().flatten().copied().filter(|value| value.is_finite());
        let (low, high) = known()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let digits = surface.digits;
        let fits = (digits as f64 + 2.0) * 7.0 < wide;
        for (row, values) in surface.values.iter().enumerate() {
            for (column, value) in values.iter().enumerate() {
                let Some(value) = value.filter(|value| value.is_finite()) else { continue };
                let share = if high > low { (value - low) / (high - low) } else { 1.0 };
                let (left, foot) = (plane.x(column as f64 / columns), plane.y(row as f64 / rows));
                let (right, top) = (plane.x((column + 1) as f64 / columns), plane.y((row + 1) as f64 / rows));
                let fill = format!(" fill-opacity=\"{:.3}\"", DARKEST * share);
                self.rect("cell", (left, top), (right, foot), &fill);
                if fits {
                    let place = ((left + right) / 2.0, (top + foot) / 2.0 + 4.0);
                    self.text("small m", place, &format!("{value:.digits$}"));
                }
            }
        }
        if let Some((column, row)) = surface.best() {
            let start = (plane.x(column as f64 / columns), plane.y((row + 1) as f64 / rows));
            let end = (plane.x((column + 1) as f64 / columns), plane.y(row as f64 / rows));
            self.rect("best", start, end, "");
        }
        let key = format!(
            "{}: faint is {low:.digits$}, full is {high:.digits$}, framed is the highest",
            surface.value
        );
        if low.is_finite() {
            self.text("soft e", (plane.right, plane.top - 8.0), &key);
        }
    }
}
