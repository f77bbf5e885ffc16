//! The pairs that are most alike: a table, and both texts side by side with the passages that they share.

use std::format;

use super::super::super::Error;
use super::super::super::corpus::Source;
use super::super::super::display::{count, counted, visible};
use super::super::ScanPair;
use super::{NAME, Overview, name, shortened};
use twinprint::difference::{Side, between};
use twinprint::export::html::{Cut, escape, pair};
use twinprint::export::{Exhibit, percent};
use twinprint::report::{Place, Report};
use twinprint::text::Span;
use twinprint::{Checker, Prepared};

/// Stretches of more bytes are cut, and texts that take more with their markup.
const CUT: Cut = Cut { stretch: 2_000, most_bytes: 60_000 };

/// The bytes of the report from which on no more pairs are shown side by side.
const MOST_BYTES: usize = 4 << 20;

pub(super) fn section(
    page: &mut String,
    overview: &Overview<'_>,
    checker: &Checker,
    mut text: impl FnMut(u32) -> Result<Source, Error>,
) -> Result<(), Error> {
    let (tally, catalogue) = (overview.tally, overview.catalogue);
    *page += "<h2 id=\"pairs\">Closest pairs</h2>";
    if tally.top.is_empty() {
        *page += "<p class=\"why\">There are none.</p>";
        return Ok(());
    }
    let from = if overview.clusters.is_some() { "one of each cluster" } else { "one of each first document" };
    *page +=
        &format!("<p class=\"why\">{} of {}, {from}.</p>", count(tally.top.len() as u64), count(tally.pairs));
    *page += "<div class=\"wide\" tabindex=\"0\"><table><thead><tr><th>A</th><th>B</th><th class=\"n\">Jaccard resemblance</th>\
              <th class=\"n\">Share of A found in B</th><th class=\"n\">Share of B found in A</th><th class=\"n\">Shared shingles</th>\
              <th class=\"n\">Score</th></tr></thead><tbody>";
    for (number, found) in tally.top.iter().enumerate() {
        let overlap = found.overlap(catalogue);
        let share = |share: Option<f64>| share.map_or("–".into(), |share| format!("{} %", percent(share)));
        *page += &format!(
            "<tr><td><a href=\"#pair-{number}\">{}</a></td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            name(&catalogue.name(found.a)?),
            name(&catalogue.name(found.b)?),
            share(overlap.map(|overlap| overlap.resemblance())),
            share(overlap.map(|overlap| overlap.containment_a())),
            share(overlap.map(|overlap| overlap.containment_b())),
            found.shared.map_or("–".into(), count),
            found.score
        );
    }
    *page += "</tbody></table></div>";
    for (number, found) in tally.top.iter().enumerate() {
        let shown = match page.len() < MOST_BYTES {
            true => side_by_side(page, number, found, checker, &mut text).map_err(|error| error.to_string()),
            false => Err("the report is long enough without it".into()),
        };
        if let Err(why) = shown {
            *page += &format!("<h2 id=\"pair-{number}\">");
            *page +=
                &format!("{} and {}</h2>", name(&catalogue.name(found.a)?), name(&catalogue.name(found.b)?));
            *page += "<p class=\"why\">Not shown side by side: ";
            escape(page, &visible(&shortened(&why, NAME)));
            *page += ".</p>";
        }
    }
    Ok(())
}

/// Both texts, unless one cannot be read again.
fn side_by_side(
    page: &mut String,
    number: usize,
    found: &ScanPair,
    checker: &Checker,
    text: &mut impl FnMut(u32) -> Result<Source, Error>,
) -> Result<(), Error> {
    let (a, b) = (text(found.a)?, text(found.b)?);
    let (read_a, read_b) = (prepare(checker, &a)?, prepare(checker, &b)?);
    let place = |span: Span| Place { start: span.start, end: span.end };
    let report: Report = checker.compare_in(&read_a, &read_b, place, place)?;
    let exhibits = [
        &Exhibit::new(&read_a, &a.text).with_pages(&a.pages),
        &Exhibit::new(&read_b, &b.text).with_pages(&b.pages),
    ];
    pair(page, number, &report, exhibits, &CUT);
    let sides = [(&a, &read_a), (&b, &read_b)].map(|(source, read)| (source.document(), read.reading()));
    let [a, b] = sides.each_ref().map(|(document, reading)| Side { document, reading });
    let difference = between(a, b);
    let words = counted(difference.words as u64, "word");
    *page += &format!("<p class=\"why\">What differs: {words}; {}.</p>", difference.reason());
    Ok(())
}

/// A document, under its name as it is shown.
fn prepare(checker: &Checker, source: &Source) -> Result<Prepared, Error> {
    let name = shortened(&source.name, NAME);
    Ok(checker.read(&source.document().with_name(&visible(&name)))?)
}
