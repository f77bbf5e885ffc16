//! How a report came to be, for whoever reads it later: the core has no clock, and does not know where an index is.

use alloc::string::String;

use super::html::bdi;

/// When a report was made, of what, and by which settings; what is not known is not said.
///
/// ```
/// use twinprint::Checker;
/// use twinprint::export::{Provenance, html::html_of};
/// let provenance = Provenance::default().made("29 November 2026").settings("shingle: 5");
/// let page = html_of(&Checker::default(), &[], &[], &provenance);
/// assert!(page.contains("Made: <bdi>29 November 2026</bdi>") && !page.contains("Index:"));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Provenance<'a> {
    /// When it was made, in words.
    pub made: Option<&'a str>,
    /// The name or the address of the index that documents were checked against.
    pub index: Option<&'a str>,
    /// What was chosen, in words.
    pub settings: Option<&'a str>,
}

impl<'a> Provenance<'a> {
    /// The same with when the report was made.
    #[must_use]
    pub fn made(self, made: &'a str) -> Provenance<'a> {
        Provenance { made: Some(made), ..self }
    }

    /// The same with the index that documents were checked against.
    #[must_use]
    pub fn index(self, index: &'a str) -> Provenance<'a> {
        Provenance { index: Some(index), ..self }
    }

    /// The same with what was chosen.
    #[must_use]
    pub fn settings(self, settings: &'a str) -> Provenance<'a> {
        Provenance { settings: Some(settings), ..self }
    }

    /// A line for each that is known.
    pub(super) fn write(&self, page: &mut String) {
        let known = [("Made", self.made), ("Index", self.index), ("Settings", self.settings)];
        let known = known.iter().filter_map(|(name, value)| value.map(|value| (name, value)));
        for (number, (name, value)) in known.enumerate() {
            *page += if number == 0 { "<p class=\"why\">" } else { "<br>" };
            *page += name;
            *page += ": ";
            *page += &bdi(value);
        }
        if *self != Provenance::default() {
            *page += "</p>";
        }
    }
}
