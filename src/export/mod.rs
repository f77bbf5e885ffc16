//! What people hand on: pairs, and documents checked against an index, as one HTML file that is safe to open; pairs as CSV.
//! The same on every face.

mod citation;
pub mod csv;
mod findings;
pub mod html;
mod provenance;
mod reworded;

pub use citation::{Citation, Citations};
pub use csv::{CSV_HEADER, csv};
pub use findings::{Checked, findings};
pub use html::html;
pub use provenance::Provenance;

use alloc::format;
use alloc::string::String;

use crate::check::Prepared;

/// A document as it goes into an export: prepared, and with the text that was given.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Exhibit<'a> {
    /// The document, made ready for comparison.
    pub document: &'a Prepared,
    /// The text it was read from.
    pub text: &'a str,
    /// At which byte of the text each of its pages starts, if it has pages.
    pub pages: &'a [usize],
    /// What a reader of the export is to know of the document, as that some of it could not be read; each without a full stop.
    pub notes: &'a [String],
}

impl<'a> Exhibit<'a> {
    /// A document with the text that was given, of which no pages are known.
    pub fn new(document: &'a Prepared, text: &'a str) -> Exhibit<'a> {
        Exhibit { document, text, pages: &[], notes: &[] }
    }

    /// Where stretches of it stand in what was given.
    pub fn citations(&self) -> Citations<'a> {
        Citations::new(self.document.reading(), self.text, self.pages)
    }

    /// The same with the bytes at which its pages start.
    #[must_use]
    pub fn with_pages(self, pages: &'a [usize]) -> Exhibit<'a> {
        Exhibit { pages, ..self }
    }

    /// The same with what a reader is to know of it.
    #[must_use]
    pub fn with_notes(self, notes: &'a [String]) -> Exhibit<'a> {
        Exhibit { notes, ..self }
    }
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
