//! Pairs side by side in one HTML file that is safe to open: no script, nothing loaded, every character of the
//! documents escaped, and a policy that says so to the browser.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Citations, Exhibit, Provenance, percent};
use crate::check::Checker;
use crate::error::Error;
use crate::report::{LeftOutPlace, MarkPlace, Numbers, Place, Report};
use crate::text::Span;

const STYLE: &str = include_str!("html.css");

/// The number of colours that passages take turns in; their numbers tell them apart.
pub(super) const COLOURS: usize = 6;

/// One HTML file with a table of `pairs` and, for those that share a passage, both texts side by side, the shared
/// passages coloured, numbered and linked.
///
/// # Errors
/// [`Error::OtherRecipe`] if a document was prepared with other settings than `checker`'s.
///
/// ```
/// use twinprint::{Checker, Document, export::{self, Exhibit}};
/// let checker = Checker::default();
/// let text = "<script>one two three four five six seven eight</script>";
/// let a = checker.read(&Document::plain("a", text))?;
/// let exhibit = Exhibit::new(&a, text);
/// let html = export::html(&checker, &[(exhibit, exhibit)])?;
/// assert!(html.contains("&lt;") && !html.contains("<script"));
/// # Ok::<(), twinprint::Error>(())
/// ```
pub fn html(checker: &Checker, pairs: &[(Exhibit<'_>, Exhibit<'_>)]) -> Result<String, Error> {
    let mut reports = Vec::with_capacity(pairs.len());
    for (a, b) in pairs {
        let place = |span: Span| Place { start: span.start, end: span.end };
        reports.push(checker.compare_in(a.document, b.document, place, place)?);
    }
    Ok(html_of(checker, pairs, &reports, &Provenance::default()))
}

/// The same of reports that were made already, with places in the texts to show; a pair that has something in other words has
/// it sentence by sentence beneath its texts.
///
/// ```
/// use twinprint::report::Place;
/// use twinprint::{Checker, Document, export::{Exhibit, Provenance, html::html_of}};
/// let checker = Checker::default();
/// let a = checker.read(&Document::plain("a", "one two three four five six seven eight"))?;
/// let place = |span: twinprint::text::Span| Place { start: span.start, end: span.end };
/// let report = checker.compare_in(&a, &a, place, place)?;
/// let exhibit = Exhibit::new(&a, "one two three four five six seven eight");
/// let html = html_of(&checker, &[(exhibit, exhibit)], &[report], &Provenance::default());
/// assert!(html.contains("Longest identical run: 8"));
/// # Ok::<(), twinprint::Error>(())
/// ```
pub fn html_of(
    checker: &Checker,
    pairs: &[(Exhibit<'_>, Exhibit<'_>)],
    reports: &[Report],
    provenance: &Provenance<'_>,
) -> String {
    let looked_for = reports.iter().any(|report| report.reworded.is_some());
    let (style, limits) = if looked_for { (super::reworded::STYLE, REWORDED_LIMITS) } else { ("", LIMITS) };
    let mut page = begin(style);
    page += "<h1>What these documents share</h1>";
    provenance.write(&mut page);
    table(&mut page, reports);
    for (number, (report, (a, b))) in reports.iter().zip(pairs).enumerate() {
        if has_something(report) {
            pair(&mut page, number, report, [a, b], &Cut::NOTHING);
            super::reworded::sentences(&mut page, number, report, [a, b]);
        }
    }
    end(&mut page, limits, Some(&checker.recipe().id().to_string()));
    page
}

/// Whether a pair has more to show than its numbers.
fn has_something(report: &Report) -> bool {
    !report.passages.is_empty() || report.reworded.as_ref().is_some_and(|reworded| !reworded.is_empty())
}

/// A page up to its first heading, with more style than the common one.
pub fn begin(style: &str) -> String {
    let mut page = String::from("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    page += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">";
    page += "<meta name=\"viewport\" content=\"width=device-width\"><title>Twinprint report</title><style>";
    page += STYLE;
    page += style;
    page += "</style></head><body>";
    page
}

/// What is found where words are looked for.
pub(super) const LIMITS: &str = "It finds words that are in both texts in the same order; it does not find paraphrase or \
    translation, and does not know who wrote first.";

/// What is found where sentences are looked for, too.
const REWORDED_LIMITS: &str = "It finds words that are in both texts in the same order, and sentences that say much the same in \
    other words, which may be wrong; it does not find translation, and does not know who wrote first.";

/// The end of a page: what the program that made it can find, and by which recipe it did.
pub(super) fn end(page: &mut String, limits: &str, recipe: Option<&str>) {
    *page += concat!("<footer><p>Made by Twinprint ", env!("CARGO_PKG_VERSION"), ". ");
    *page += limits;
    if let Some(recipe) = recipe {
        *page += "<br>Recipe ";
        escape(page, recipe);
    }
    *page += "</p></footer></body></html>\n";
}

fn table(page: &mut String, reports: &[Report]) {
    *page += "<table><thead><tr><th>A</th><th>B</th><th class=\"n\">Words shared</th><th class=\"n\">Longest identical run</th>\
              <th class=\"n\">Share of A found in B</th><th class=\"n\">Share of B found in A</th><th class=\"n\">Resemblance</th></tr>\
              </thead><tbody>";
    for (number, report) in reports.iter().enumerate() {
        let n = &report.numbers;
        let name = match has_something(report) {
            false => bdi(&report.a),
            true => format!("<a href=\"#pair-{number}\">{}</a>", bdi(&report.a)),
        };
        *page += &format!(
            "<tr><td>{name}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{} %</td>\
             <td class=\"n\">{} %</td><td class=\"n\">{} %</td></tr>",
            bdi(&report.b),
            n.shared_words(),
            n.longest_run,
            percent(n.containment_a),
            percent(n.containment_b),
            percent(n.resemblance),
        );
    }
    *page += "</tbody></table>";
}

/// What of long texts is left out.
pub struct Cut {
    /// The bytes from which on the middle of a stretch is left out.
    pub stretch: usize,
    /// The most bytes that a text may take with its markup; the rest is left out.
    pub most_bytes: usize,
}

impl Cut {
    const NOTHING: Cut = Cut { stretch: usize::MAX, most_bytes: usize::MAX };
}

/// Both texts side by side, the pair being one of several.
pub fn pair(page: &mut String, number: usize, report: &Report, [a, b]: [&Exhibit<'_>; 2], cut: &Cut) {
    let Numbers { longest_run, template_words_a, template_words_b, .. } = report.numbers;
    let Numbers { left_out_words_a, left_out_words_b, .. } = report.numbers;
    *page += &format!("<h2 id=\"pair-{number}\">{} and {}</h2>", bdi(&report.a), bdi(&report.b));
    *page += &format!(
        "<p class=\"why\">Shared passages: {}. Longest identical run: {longest_run}. Wavy lines mark words \
         edited within a passage.",
        report.passages.len(),
    );
    let edited = report.passages.iter().filter(|passage| passage.edited).count();
    if edited > 0 {
        *page += &format!(
            " {edited} of them {} marked as edited: so many words were changed that few in a row are left, and it is the rarity of the \
             others that tells.",
            if edited == 1 { "is" } else { "are" }
        );
    }
    if template_words_a + template_words_b > 0 {
        *page += &format!(
            " Template text, in italics, does not count: {template_words_a} words of A, {template_words_b} of B."
        );
    }
    if left_out_words_a + left_out_words_b > 0 {
        *page += &format!(
            " What is left out, in italics, does not count: {left_out_words_a} words of A, {left_out_words_b} of B."
        );
    }
    *page += "</p>";
    passages(page, number, report, [a, b]);
    *page += "<div class=\"panes\">";
    pane(page, a, &layers(number, report, 'a'), &report.marks_a, cut);
    pane(page, b, &layers(number, report, 'b'), &report.marks_b, cut);
    *page += "</div>";
}

/// The passages in their order, each with where it stands in what was given.
fn passages(page: &mut String, number: usize, report: &Report, [a, b]: [&Exhibit<'_>; 2]) {
    if report.passages.is_empty() {
        return;
    }
    let (in_a, in_b) = (a.citations(), b.citations());
    *page += "<ol class=\"passages\">";
    for (index, passage) in report.passages.iter().enumerate() {
        let cite = |citations: &Citations<'_>, Place { start, end }| citations.cite(Span { start, end });
        let (in_a, in_b) = (cite(&in_a, passage.a), cite(&in_b, passage.b));
        let (label, words) = (index + 1, passage.words);
        let noun = if words == 1 { "word" } else { "words" };
        *page += &format!("<li><a href=\"#p{number}-{label}a\">{words} {noun}</a>: A {in_a}; B {in_b}</li>");
    }
    *page += "</ol>";
}

/// What is to be seen at a place of a document.
struct Layer {
    place: Place,
    opening: String,
    closing: &'static str,
}

/// The runs, edits and template text of one side, in order; where two meet, the first stands.
fn layers(number: usize, report: &Report, side: char) -> Vec<Layer> {
    let (other, template, left_out) = match side {
        'a' => ('b', &report.template_a, &report.left_out_a),
        _ => ('a', &report.template_b, &report.left_out_b),
    };
    let mut layers = Vec::new();
    for (index, passage) in report.passages.iter().enumerate() {
        let mut end = None;
        for (step, run) in passage.runs.iter().enumerate() {
            let place = if side == 'a' { run.a } else { run.b };
            if let Some(end) = end.filter(|&end| end < place.start) {
                let opening = "<span class=\"edit\">".into();
                layers.push(Layer {
                    place: Place { start: end, end: place.start },
                    opening,
                    closing: "</span>",
                });
            }
            end = Some(place.end);
            let (label, colour) = (index + 1, index % COLOURS);
            let edited = if passage.edited { " edited" } else { "" };
            let opening = match step {
                0 => format!(
                    "<a class=\"run h{colour}\" id=\"p{number}-{label}{side}\" href=\"#p{number}-{label}{other}\">\
                     <sup>{label}{edited}</sup>"
                ),
                _ => format!("<a class=\"run h{colour}\" href=\"#p{number}-{label}{other}\">"),
            };
            layers.push(Layer { place, opening, closing: "</a>" });
        }
    }
    for &place in template {
        layers.push(Layer { place, opening: "<span class=\"template\">".into(), closing: "</span>" });
    }
    for &LeftOutPlace { kind, start, end, .. } in left_out {
        let opening = format!("<span class=\"template\" title=\"{kind}\">");
        layers.push(Layer { place: Place { start, end }, opening, closing: "</span>" });
    }
    in_order(layers)
}

/// The layers by their places, those of one place as they come. Sorted as pairs that are sorted elsewhere, too: code for
/// other pairs weighs.
fn in_order(layers: Vec<Layer>) -> Vec<Layer> {
    let key = |layer: &Layer| u64::from(layer.place.start) << 32 | u64::from(layer.place.end);
    let mut order: Vec<(u64, u32)> = layers.iter().map(key).zip(0..).collect();
    order.sort_unstable();
    let mut layers: Vec<Option<Layer>> = layers.into_iter().map(Some).collect();
    order.iter().filter_map(|&(_, at)| layers.get_mut(at as usize)?.take()).collect()
}

fn pane(page: &mut String, exhibit: &Exhibit<'_>, layers: &[Layer], marks: &[MarkPlace], cut: &Cut) {
    let text = exhibit.document.reading().view(exhibit.text);
    let mut text = Marked { text, marks, shown: 0, stretch: cut.stretch };
    let end = page.len().saturating_add(cut.most_bytes);
    *page += &format!("<div class=\"pane\" dir=\"auto\"><h3>{}</h3>", bdi(exhibit.document.name()));
    notes(page, exhibit.notes);
    for layer in layers {
        if page.len() > end {
            text.leave_out(page, text.text.len());
            break;
        }
        text.show(page, layer.place.start as usize);
        if text.shown < layer.place.end as usize {
            *page += &layer.opening;
            text.show(page, layer.place.end as usize);
            *page += layer.closing;
        }
    }
    text.show(page, text.text.len());
    *page += "</div>";
}

/// What is to be known of a document before its text is read.
pub(super) fn notes(page: &mut String, notes: &[String]) {
    for note in notes {
        *page += "<p class=\"note\">";
        escape(page, note);
        *page += ".</p>";
    }
}

/// A text that is shown from its start to its end, with what was folded in it marked.
struct Marked<'a> {
    text: &'a str,
    /// The marks not yet shown, in order.
    marks: &'a [MarkPlace],
    shown: usize,
    /// Longer stretches are cut.
    stretch: usize,
}

impl Marked<'_> {
    /// Shows the text up to `end`, or the first and the last of it.
    fn show(&mut self, page: &mut String, end: usize) {
        if end.saturating_sub(self.shown) > self.stretch {
            let (half, text) = (self.stretch / 2, self.text);
            let character = |at: usize| (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            self.show_all(page, character(self.shown + half));
            self.leave_out(page, character(end - half));
        }
        self.show_all(page, end);
    }

    /// Says how much is not shown up to `end`.
    fn leave_out(&mut self, page: &mut String, end: usize) {
        let Some(text) = self.text.get(self.shown..end) else { return };
        *page += &format!("<span class=\"cut\">[{} characters not shown]</span>", text.chars().count());
        self.shown = end;
        while self.marks.first().is_some_and(|mark| mark.end as usize <= end) {
            self.marks = &self.marks[1..];
        }
    }

    fn show_all(&mut self, page: &mut String, end: usize) {
        while let Some((mark, later)) = self.marks.split_first()
            && (mark.start as usize) < end
        {
            self.plain(page, mark.start as usize);
            *page += &format!("<span class=\"flag\" title=\"{}\">", mark.kind.replace('_', " "));
            self.plain(page, end.min(mark.end as usize));
            *page += "</span>";
            if mark.end as usize > end {
                return;
            }
            self.marks = later;
        }
        self.plain(page, end);
    }

    fn plain(&mut self, page: &mut String, end: usize) {
        if let Some(text) = self.text.get(self.shown..end) {
            escape(page, text);
            self.shown = end;
        }
    }
}

/// A name, apart from the direction of the text around it.
pub fn bdi(name: &str) -> String {
    let mut escaped = String::from("<bdi>");
    escape(&mut escaped, name);
    escaped += "</bdi>";
    escaped
}

/// Nothing of `text` can be markup; control characters become visible.
pub fn escape(page: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => *page += "&amp;",
            '<' => *page += "&lt;",
            '>' => *page += "&gt;",
            '"' => *page += "&quot;",
            '\'' => *page += "&#39;",
            '\n' | '\t' | '\r' => page.push(c),
            c if c.is_control() => page.push('\u{FFFD}'),
            c => page.push(c),
        }
    }
}
