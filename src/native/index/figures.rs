//! The two distributions of Manku, Jain and Das Sarma 2007, Fig. 2, as bars.

use std::prelude::v1::*;
use std::vec;

use super::super::plot::{Axis, Bars, Figure, Panel};

/// A bar for each count, as high as its share of all.
///
/// ```
/// use twinprint::native::index::figures::bars;
/// let svg = bars(&[3, 1, 0, 4], "highest bit that differs", "share of neighbours").svg();
/// assert!(svg.starts_with("<svg") && svg.contains("highest bit that differs"));
/// ```
pub fn bars(counts: &[u64], x: &str, y: &str) -> Figure {
    let all = counts.iter().sum::<u64>().max(1) as f64;
    let shares = counts.iter().enumerate().map(|(place, &count)| (place.to_string(), count as f64 / all));
    let panel = Panel::new(Axis::whole(x), Axis::percent(y), Bars::single(shares));
    Figure { title: std::format!("{y}, by {x}"), panels: vec![panel] }
}
