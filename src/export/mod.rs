//! What people hand on: pairs as one HTML file that is safe to open, and as CSV. The same on every face.

mod csv;
mod html;

pub use csv::csv;
pub use html::html;

use alloc::format;
use alloc::string::String;

use crate::check::Prepared;

/// A document as it goes into an export: prepared, and with the text that was given.
#[derive(Debug, Clone, Copy)]
pub struct Exhibit<'a> {
    /// The document, made ready for comparison.
    pub document: &'a Prepared,
    /// The text it was read from.
    pub text: &'a str,
}

/// A ratio in per cent with one digit after the point, honest at the ends: "100" is said of 1 only, "0" of 0 only.
///
/// ```
/// use twinprint::export::percent;
/// assert_eq!([percent(1.0), percent(0.9999), percent(0.25), percent(0.0001), percent(0.0)],
///            ["100", "99.9", "25.0", "0.1", "0"]);
/// ```
pub fn percent(ratio: f64) -> String {
    if ratio <= 0.0 {
        "0".into()
    } else if ratio >= 1.0 {
        "100".into()
    } else {
        format!("{:.1}", (ratio * 100.0).clamp(0.1, 99.9))
    }
}
