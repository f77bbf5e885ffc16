//! A scan as one HTML file that is safe to open, with the house's rules for such files ([`twinprint::export`]): no script, nothing
//! loaded, every character of names and texts escaped, and a policy that says so to the browser.
//!
//! However large a corpus is, the file is not: the largest clusters are shown, the first of their documents, and of the pairs
//! that are most alike one a cluster, long texts cut. What is left out is counted.

mod bars;
mod clusters;
mod pairs;
mod tally;

use std::borrow::Cow;
use std::format;

use super::super::Error;
use super::super::corpus::Source;
use super::super::display::{bytes, count, counted, seconds, visible};
use super::{Catalogue, Clusters, Summary};
pub use tally::Tally;
use twinprint::Checker;
use twinprint::export::html::{bdi, begin, escape};

const STYLE: &str = include_str!("report.css");

/// The most documents that are named as skipped, for each reason.
const NAMED: usize = 20;

/// Longer names are shown without their middle.
const NAME: usize = 160;

/// What a report shows.
#[derive(Debug, Clone, Copy)]
pub struct Overview<'a> {
    /// The scan in numbers.
    pub summary: &'a Summary,
    /// The parameters of the scan, a name and a value each: the command, the method, the ids of recipes.
    pub parameters: &'a [(String, String)],
    /// The documents.
    pub catalogue: &'a Catalogue,
    /// The clusters, if they were requested.
    pub clusters: Option<&'a Clusters>,
    /// How near the pairs are, and which are the closest.
    pub tally: &'a Tally,
}

/// The report. `text` gives a document again, so that the passages of the closest pairs can be shown as `checker`
/// finds them; where it cannot, the report says so.
///
/// # Errors
/// [`Error::Unreadable`] for a name.
pub fn html(
    overview: &Overview<'_>,
    checker: &Checker,
    text: impl FnMut(u32) -> Result<Source, Error>,
) -> Result<String, Error> {
    let mut page = begin(STYLE);
    page += "<main><h1>Near-duplicates of a corpus</h1><nav>";
    page += if overview.clusters.is_some() { "<a href=\"#clusters\">Clusters</a>" } else { "" };
    page += "<a href=\"#pairs\">Closest pairs</a><a href=\"#skipped\">Skipped</a>\
             <a href=\"#parameters\">Parameters</a></nav>";
    numbers(&mut page, overview.summary);
    page += "<div class=\"charts\">";
    bars::sizes(&mut page, overview.catalogue);
    bars::likeness(&mut page, overview.tally);
    page += "</div>";
    if let Some(clusters) = overview.clusters {
        clusters::section(&mut page, clusters, overview.catalogue)?;
    }
    pairs::section(&mut page, overview, checker, text)?;
    skipped(&mut page, overview.summary);
    parameters(&mut page, overview.parameters);
    page += &format!(
        "</main><footer><p>Made by Twinprint {}. It finds documents that share words in the same order; it does not find \
         paraphrase or translation, and does not know who wrote first.</p></footer></body></html>\n",
        env!("CARGO_PKG_VERSION"),
    );
    Ok(page)
}

/// The overview.
fn numbers(page: &mut String, summary: &Summary) {
    *page += "<dl class=\"numbers\">";
    let mut number = |name: &str, value: String, more: String| {
        *page += &format!("<div><dt>{name}</dt><dd>{value}");
        if !more.is_empty() {
            *page += &format!("<small>{more}</small>");
        }
        *page += "</dd></div>";
    };
    number("documents read", count(summary.documents), bytes(summary.bytes));
    let why = if summary.skipped.count() > 0 { "<a href=\"#skipped\">why</a>" } else { "" };
    number("skipped", count(summary.skipped.count()), why.into());
    number("exact duplicates", count(summary.exact_duplicates), String::new());
    let note = summary.listed_text().unwrap_or_else(|| "without exact duplicates".into());
    number("pairs", summary.pairs_text(), note);
    if let Some(clustered) = summary.clusters {
        let mut more = format!("of {}", counted(clustered.clusters + clustered.others, "document"));
        if clustered.chains > 0 {
            more += &format!(", {}", counted(clustered.chains, "chain"));
        }
        number("clusters", count(clustered.clusters), more);
    }
    let rate = summary.bytes_per_second().map_or(String::new(), |rate| format!("{} a second", bytes(rate)));
    number("time", seconds(summary.seconds), rate);
    if let Some(most) = summary.peak_memory {
        number("peak memory", bytes(most), String::new());
    }
    *page += "</dl>";
}

/// What was skipped, and why.
fn skipped(page: &mut String, summary: &Summary) {
    *page += "<h2 id=\"skipped\">Skipped</h2>";
    if summary.skipped.count() == 0 {
        *page += "<p class=\"why\">Nothing: every document was read.</p>";
    }
    for (reason, number) in summary.reasons() {
        *page += "<details><summary>";
        escape(page, reason);
        *page += &format!(": {}</summary><ul>", count(number));
        let named = summary.skipped.0.get(reason).map_or(&[][..], |reason| &reason.named);
        for message in named.iter().take(NAMED) {
            *page += &format!("<li>{}</li>", name(message));
        }
        let more = number.saturating_sub(named.len().min(NAMED) as u64);
        if more > 0 {
            *page += &format!("<li class=\"more\">{} more</li>", count(more));
        }
        *page += "</ul></details>";
    }
}

/// The parameters, and the version.
fn parameters(page: &mut String, parameters: &[(String, String)]) {
    *page += "<h2 id=\"parameters\">Parameters</h2><dl class=\"parameters\">";
    let version = ("Version".to_string(), format!("Twinprint {}", env!("CARGO_PKG_VERSION")));
    for (name, value) in parameters.iter().chain([&version]) {
        *page += "<dt>";
        escape(page, name);
        *page += "</dt><dd>";
        escape(page, &visible(value));
        *page += "</dd>";
    }
    *page += "</dl>";
}

/// A name as it is shown: escaped, with nothing in it that turns the text about it, its middle left out if it is long.
fn name(name: &str) -> String {
    bdi(&visible(&shortened(name, NAME)))
}

/// A text with its middle left out if it has more than `most` characters.
fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    let half = most / 2;
    let place = |at: usize| text.char_indices().map(|(place, _)| place).nth(at);
    let Some(head) = place(most).and(place(half)) else { return Cow::Borrowed(text) };
    let tail = text.char_indices().rev().map(|(place, _)| place).nth(half - 1).unwrap_or(head);
    Cow::Owned(format!("{}…{}", &text[..head], &text[tail..]))
}
