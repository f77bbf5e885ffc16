//! The two distributions of Manku, Jain and Das Sarma 2007, Fig. 2, as bars.

use crate::plot::{Axis, BarChart, Figure, Panel};

/// A bar for each count, as high as its share of all.
///
/// ```
/// use twinprint_study::plot::distribution;
/// let svg = distribution(&[3, 1, 0, 4], "highest bit that differs", "share of neighbours").svg();
/// assert!(svg.starts_with("<svg") && svg.contains("highest bit that differs"));
/// ```
pub fn distribution(counts: &[u64], x: &str, y: &str) -> Figure {
    let all = counts.iter().sum::<u64>().max(1) as f64;
    let shares = counts.iter().enumerate().map(|(place, &count)| (place.to_string(), count as f64 / all));
    let panel = Panel::new(Axis::whole(x), Axis::percent(y), BarChart::single(shares));
    Figure { title: format!("{y}, by {x}"), panels: vec![panel] }
}
