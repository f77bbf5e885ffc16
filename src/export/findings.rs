//! Documents that were checked against an index in one HTML file that is safe to open: no script, nothing loaded, every
//! character of the documents and of what the index says escaped, and a policy that says so to the browser.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::html::{COLOURS, LIMITS, bdi, begin, end, escape, notes};
use super::{Citations, Provenance, percent};
use crate::index::{Estimate, Findings, FoundPassage, FoundSource};
use crate::report::Place;
use crate::text::Span;

const STYLE: &str = include_str!("findings.css");

/// The most passages of a source that are shown side by side; all are marked in the document.
const PASSAGES: usize = 20;

/// The bytes of text that are shown before and after a passage.
const AROUND: usize = 80;

/// The units of the bar's length.
const BAR: u64 = 1000;

/// A document that was checked, as it goes into an export.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Checked<'a> {
    /// What was found.
    pub findings: &'a Findings,
    /// The text in which its places are.
    pub text: &'a str,
    /// The texts of its sources in their order, where they are there.
    pub sources: Vec<Option<&'a str>>,
    /// Where stretches of it stand in what was given, if passages are to be cited so.
    pub citations: Option<Citations<'a>>,
    /// What a reader is to know of it, as that some of it could not be read; each without a full stop.
    pub notes: &'a [String],
}

impl<'a> Checked<'a> {
    /// What was found in a text, and the texts of its sources.
    pub fn new(findings: &'a Findings, text: &'a str, sources: Vec<Option<&'a str>>) -> Checked<'a> {
        Checked { findings, text, sources, citations: None, notes: &[] }
    }

    /// The same with where its passages stand in what was given.
    #[must_use]
    pub fn citing(self, citations: Citations<'a>) -> Checked<'a> {
        Checked { citations: Some(citations), ..self }
    }

    /// The same with what a reader is to know of it.
    #[must_use]
    pub fn with_notes(self, notes: &'a [String]) -> Checked<'a> {
        Checked { notes, ..self }
    }

    fn has_text(&self, source: usize) -> bool {
        self.sources.get(source).is_some_and(Option::is_some)
    }
}

/// One HTML file with a table of documents and, of each, its sources, its text with what was found in them coloured, numbered
/// and linked, and the passages of both side by side where there are texts of sources.
///
/// ```
/// use twinprint::export::{self, Checked, Provenance};
/// use twinprint::index::Findings;
/// let findings = Findings { document: "<b>essay</b>".into(), words: 2, explained: 0, share: 0.0, covered: vec![],
///     sources: vec![], more_sources: 0, truncated: false, missing: vec![], recipe: "00".repeat(16) };
/// let html = export::findings(&[Checked::new(&findings, "two <i>words</i>", vec![])], &Provenance::default());
/// assert!(html.contains("&lt;b&gt;essay") && html.contains("none of its words") && !html.contains("<i>"));
/// ```
pub fn findings(checked: &[Checked<'_>], provenance: &Provenance<'_>) -> String {
    let mut page = begin(STYLE);
    page += "<h1>What was found in the index</h1>";
    provenance.write(&mut page);
    if checked.len() > 1 {
        table(&mut page, checked);
    }
    for (number, checked) in checked.iter().enumerate() {
        document(&mut page, number, checked);
    }
    end(&mut page, LIMITS, checked.first().map(|checked| checked.findings.recipe.as_str()));
    page
}

/// The documents, each a line.
fn table(page: &mut String, checked: &[Checked<'_>]) {
    *page += "<div class=\"scroll\"><table><thead><tr><th>Document</th><th class=\"n\">Words</th><th class=\"n\">Found</th><th class=\"n\">Share</th>\
              <th class=\"n\">Sources</th></tr></thead><tbody>";
    for (number, Checked { findings, .. }) in checked.iter().enumerate() {
        *page += &format!(
            "<tr><td><a href=\"#document-{number}\">{}</a></td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{} %</td><td class=\"n\">{}</td></tr>",
            bdi(&findings.document),
            findings.words,
            findings.explained,
            percent(findings.share),
            findings.sources.len() as u64 + findings.more_sources,
        );
    }
    *page += "</tbody></table></div>";
}

fn document(page: &mut String, number: usize, checked: &Checked<'_>) {
    let findings = checked.findings;
    *page += &format!("<h2 id=\"document-{number}\">{}</h2><p class=\"why\">", bdi(&findings.document));
    let found = findings.sources.len() as u64 + findings.more_sources;
    *page += &match found {
        0 => format!("{} words; none of its words were found in the index.", findings.words),
        _ => format!(
            "{} of {} words ({} %) were found in the index; documents that have some of them: {found}.",
            findings.explained,
            findings.words,
            percent(findings.share),
        ),
    };
    if findings.truncated {
        *page += " There may be more: some of it is in more passages than were searched.";
    }
    for missing in &findings.missing {
        *page += " Not searched: ";
        escape(page, missing);
        *page += ".";
    }
    *page += "</p>";
    notes(page, checked.notes);
    if found > 0 {
        bar(page, checked);
        sources(page, number, checked);
    }
    text(page, number, checked);
    for (place, source) in findings.sources.iter().enumerate() {
        if let Some(text) = checked.sources.get(place).copied().flatten() {
            evidence(page, (number, place), checked, source, text);
        }
    }
}

/// The document as a bar, stretches coloured by their sources.
fn bar(page: &mut String, Checked { findings, text, .. }: &Checked<'_>) {
    let at = |byte: u32| u64::from(byte) * BAR / (text.len() as u64).max(1);
    *page += &format!(
        "<svg class=\"bar\" role=\"img\" aria-label=\"{} % of the document, by sources\" viewBox=\"0 0 {BAR} 24\" \
         preserveAspectRatio=\"none\">",
        percent(findings.share)
    );
    for stretch in findings.explained_by() {
        let (start, end) = (at(stretch.place.start), at(stretch.place.end));
        *page += &format!(
            "<rect class=\"f{}\" x=\"{start}\" width=\"{}\" height=\"24\"><title>source {}</title></rect>",
            stretch.source % COLOURS,
            (end - start.min(end)).max(1),
            stretch.source + 1,
        );
    }
    *page += "</svg>";
}

/// The sources, first the one to which most words are attributed.
fn sources(page: &mut String, number: usize, checked: &Checked<'_>) {
    let findings = checked.findings;
    let marked: BTreeSet<usize> = findings.explained_by().iter().map(|stretch| stretch.source).collect();
    *page += "<div class=\"scroll\"><table><thead><tr><th class=\"n\">No.</th><th>Source</th><th class=\"n\">Words attributed</th>\
              <th class=\"n\">Words shared</th><th class=\"n\">Longest identical run</th>\
              <th class=\"n\">Share of document found in source</th>\
              <th class=\"n\">Share of source found in document</th><th>Compared with</th></tr></thead><tbody>";
    for (place, source) in findings.sources.iter().enumerate() {
        // To where it is marked in the document, or else shown beside it.
        let link = match (marked.contains(&place), checked.has_text(place)) {
            (true, _) => format!(" href=\"#d{number}-{place}\""),
            (_, true) => format!(" href=\"#e{number}-{place}\""),
            _ => String::new(),
        };
        *page += &format!(
            "<tr id=\"s{number}-{place}\"><td class=\"n\"><a class=\"run h{}\"{link}>{}</a></td><td>{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
            place % COLOURS,
            place + 1,
            name(source),
            source.explains,
            source.shared,
            source.longest_run,
            share(source.containment),
            share(source.containment_of_source),
            if source.exact { "full text (exact)" } else { "shingles and fingerprints (estimated)" },
        );
    }
    *page += "</tbody></table></div>";
    if findings.more_sources > 0 {
        *page += &format!("<p class=\"why\">Sources not listed: {}.</p>", findings.more_sources);
    }
}

/// The title or the id; the id, and the address as text: whoever opens a report has not chosen to visit it.
fn name(source: &FoundSource) -> String {
    let mut name = bdi(source.title.as_deref().unwrap_or(&source.id));
    let more = [source.title.as_ref().map(|_| &source.id), source.url.as_ref()];
    let mut more: Vec<&String> = more.into_iter().flatten().collect();
    more.dedup();
    for more in more {
        name += &format!("<br><small>{}</small>", bdi(more));
    }
    name
}

fn share(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    match low == high {
        true => format!("{} %", percent(value)),
        false => format!("{} %<br><small>{} to {} %</small>", percent(value), percent(low), percent(high)),
    }
}

/// The document's text, stretches linked to their sources.
fn text(page: &mut String, number: usize, checked: &Checked<'_>) {
    let Checked { findings, text, .. } = checked;
    *page += "<div class=\"pane\" dir=\"auto\">";
    let mut shown = 0;
    let mut linked = BTreeSet::new();
    for stretch in findings.explained_by() {
        let (start, end) = (stretch.place.start as usize, stretch.place.end as usize);
        let (Some(before), Some(own)) = (text.get(shown..start), text.get(start..end)) else { continue };
        escape(page, before);
        let id = if linked.insert(stretch.source) {
            format!(" id=\"d{number}-{}\"", stretch.source)
        } else {
            String::new()
        };
        *page += &format!(
            "<a class=\"run h{}\"{id} href=\"#{}{number}-{}\"><sup>{}</sup>",
            stretch.source % COLOURS,
            if checked.has_text(stretch.source) { 'e' } else { 's' },
            stretch.source,
            stretch.source + 1,
        );
        escape(page, own);
        *page += "</a>";
        shown = end;
    }
    escape(page, text.get(shown..).unwrap_or(""));
    *page += "</div>";
}

/// What a source shares with the document, side by side.
fn evidence(
    page: &mut String,
    (number, place): (usize, usize),
    checked: &Checked<'_>,
    source: &FoundSource,
    text: &str,
) {
    *page += &format!("<h3 id=\"e{number}-{place}\">{}. {}</h3>", place + 1, name(source));
    let class = place % COLOURS;
    for passage in source.passages.iter().take(PASSAGES) {
        let FoundPassage { document, source, words, .. } = *passage;
        let Place { start, end } = document;
        let cited = checked.citations.as_ref().map(|citations| citations.cite(Span { start, end }));
        let cited = cited.map_or_else(String::new, |cited| format!(", {cited}"));
        *page += &format!("<p class=\"why\">{words} words{cited}</p><div class=\"panes\">");
        for (text, place) in [(checked.text, document), (text, source)] {
            *page += "<div class=\"pane\" dir=\"auto\">";
            excerpt(page, text, place, class);
            *page += "</div>";
        }
        *page += "</div>";
    }
    if let Some(more) = source.passages.len().checked_sub(PASSAGES).filter(|&more| more > 0) {
        *page += &format!("<p class=\"why\">Passages not shown: {more}.</p>");
    }
}

/// A stretch of a text with a little of what is around it.
fn excerpt(page: &mut String, text: &str, place: Place, class: usize) {
    let (start, end) = (place.start as usize, place.end as usize);
    let Some(own) = text.get(start..end) else { return };
    let before =
        (start.saturating_sub(AROUND)..=start).find(|&at| text.is_char_boundary(at)).unwrap_or(start);
    let after =
        (end..=(end + AROUND).min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(end);
    *page += if before > 0 { "…" } else { "" };
    escape(page, &text[before..start]);
    *page += &format!("<mark class=\"h{class}\">");
    escape(page, own);
    *page += "</mark>";
    escape(page, &text[end..after]);
    *page += if after < text.len() { "…" } else { "" };
}
