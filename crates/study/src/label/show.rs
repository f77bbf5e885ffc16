//! Two documents side by side, their differences numbered and marked.

use std::format;

use super::LabelPair;
use twinprint::difference::{self, Difference, Side};
use twinprint::export::html::{bdi, escape};
use twinprint::text::{self, Document, Reading, Span, TextOptions};
use twinprint_native::display::{count, counted};

/// The most differences that are listed; all are marked.
const LISTED: usize = 50;

/// The most characters of a difference that are listed.
const SHORT: usize = 120;

/// The pair as it is judged.
pub(super) fn pair(html: &mut String, pair: &LabelPair) {
    let [a, b] = [pair.a.document(), pair.b.document()];
    let options = TextOptions::default();
    match (text::read(&a, &options), text::read(&b, &options)) {
        (Ok(in_a), Ok(in_b)) => both(html, [(&a, &in_a), (&b, &in_b)]),
        (Err(error), _) | (_, Err(error)) => {
            *html += "<p class=\"trouble\">This pair cannot be shown: ";
            escape(html, &std::string::ToString::to_string(&error));
            *html += "</p>";
        }
    }
}

fn both(html: &mut String, sides: [(&Document<'_>, &Reading); 2]) {
    let [a, b] = sides.map(|(document, reading)| Side { document, reading });
    let difference = difference::between(a, b);
    let views = sides.map(|(document, reading)| reading.view(document.text));
    list(html, &difference, views);
    *html += "<div class=\"panes\">";
    for (side, letter) in ["a", "b"].into_iter().enumerate() {
        let spans = difference.stretches.iter().map(|stretch| [stretch.a, stretch.b][side]);
        pane(html, letter, sides[side].0, sides[side].1, spans);
    }
    *html += "</div>";
}

/// Every difference, one beside the other.
fn list(html: &mut String, difference: &Difference, [a, b]: [&str; 2]) {
    let all = difference.stretches.len();
    *html += "<section aria-labelledby=\"list\"><h2 id=\"list\">Differences</h2>";
    if all == 0 {
        *html += "<p>Their words are the same, one after the other: what differs cannot be seen in the text.</p></section>";
        return;
    }
    let words = counted(difference.words as u64, "word");
    *html += &format!("<p>{} with {words} in all.", counted(all as u64, "place"));
    if all > LISTED {
        *html += &format!(" The first {LISTED} are listed, all are marked below.");
    }
    *html += "</p><table><thead><tr><th scope=\"col\"><span class=\"unseen\">Number</span></th>\
              <th scope=\"col\">Left</th><th scope=\"col\">Right</th></tr></thead><tbody>";
    for (number, stretch) in (1..=LISTED).zip(&difference.stretches) {
        *html += &format!("<tr><th scope=\"row\"><a href=\"#a{number}\">{}</a></th>", count(number as u64));
        for (view, span) in [(a, stretch.a), (b, stretch.b)] {
            *html += "<td>";
            excerpt(html, view.get(span.range()).unwrap_or(""));
            *html += "</td>";
        }
        *html += "</tr>";
    }
    *html += "</tbody></table></section>";
}

fn excerpt(html: &mut String, text: &str) {
    match text.char_indices().nth(SHORT) {
        None if text.is_empty() => *html += "<span class=\"nothing\">nothing</span>",
        None => escape(html, text),
        Some((end, _)) => {
            escape(html, &text[..end]);
            *html += "…";
        }
    }
}

/// One document with its differences marked.
fn pane(
    html: &mut String,
    letter: &str,
    document: &Document<'_>,
    reading: &Reading,
    spans: impl Iterator<Item = Span>,
) {
    let (name, other) = if letter == "a" { ("Left", "b") } else { ("Right", "a") };
    let words = counted(reading.hashes().len() as u64, "word");
    *html +=
        &format!("<article><h2 id=\"{letter}\">{name}: {}</h2><p class=\"of\">{words}", bdi(document.name));
    if let Some(url) = document.url {
        *html += &format!(", {}", bdi(url));
    }
    *html += &format!(
        "</p><div class=\"text\" role=\"region\" aria-labelledby=\"{letter}\" tabindex=\"0\" dir=\"auto\">"
    );
    let (view, mut shown) = (reading.view(document.text), 0);
    for (number, span) in (1..).zip(spans) {
        let range = span.range();
        escape(html, view.get(shown..range.start).unwrap_or(""));
        *html += &format!(
            "<mark id=\"{letter}{number}\"><a href=\"#{other}{number}\" aria-label=\"difference {number}, go to the other\">\
             {number}</a>"
        );
        match view.get(range.clone()).unwrap_or("") {
            "" => *html += "<span class=\"unseen\">nothing here</span>",
            text => escape(html, text),
        }
        *html += "</mark>";
        shown = range.end.max(shown);
    }
    escape(html, view.get(shown..).unwrap_or(""));
    *html += "</div></article>";
}
