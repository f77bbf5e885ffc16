//! What people hand on: pairs, and documents checked against an index, as one HTML file that is safe to open; pairs as CSV.
//! The same on every face.

pub mod csv;
mod findings;
pub mod html;
mod reworded;

pub use csv::{CSV_HEADER, csv};
pub use findings::{Checked, findings};
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
    match fraction(ratio, 1000) {
        Fraction::Zero => "0".into(),
        Fraction::One => "100".into(),
        Fraction::Parts(tenths) => format!("{}.{}", tenths / 10, tenths % 10),
    }
}

/// A ratio to the nearest of some equal parts, in whole numbers: the formatting of floating point numbers would
/// weigh more than all the rest of the exports.
enum Fraction {
    Zero,
    One,
    /// At least one part, and not all.
    Parts(u32),
}

fn fraction(ratio: f64, parts: u32) -> Fraction {
    if ratio <= 0.0 {
        Fraction::Zero
    } else if ratio >= 1.0 {
        Fraction::One
    } else {
        Fraction::Parts(((ratio * f64::from(parts) + 0.5) as u32).clamp(1, parts - 1))
    }
}
