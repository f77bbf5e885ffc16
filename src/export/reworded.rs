//! What a pair has in other words, sentence by sentence, as HTML.

use alloc::format;
use alloc::string::String;

use super::html::escape;
use super::{Exhibit, percent};
use crate::report::{Place, Report};
use crate::reworded::words_in_both;

/// How its tables look.
pub(super) const STYLE: &str = ".reworded{table-layout:fixed;margin:0 0 1.5rem}.reworded caption{text-align:left;font:600 .9rem \
    system-ui,sans-serif;padding:.4rem .6rem}.reworded td{font-family:inherit;vertical-align:top;overflow-wrap:anywhere}";

/// A table for each passage of a pair: which sentence of A answers to which of B, the words that both have underlined.
pub(super) fn sentences(page: &mut String, number: usize, report: &Report, [a, b]: [&Exhibit<'_>; 2]) {
    let Some(reworded) = report.reworded.as_ref().filter(|reworded| !reworded.is_empty()) else { return };
    *page += &format!("<h3 id=\"reworded-{number}\">In other words</h3><p class=\"why\">");
    *page += "These sentences say much the same. They may do so by chance: read them. Words that both have are underlined, but for \
              short ones.</p>";
    for passage in reworded {
        let likeness = percent(passage.likeness);
        *page +=
            &format!("<table class=\"reworded\"><caption>{likeness} % alike as a whole</caption><tbody>");
        for pair in &passage.sentences {
            *page += "<tr>";
            cell(page, (a, pair.a), (b, pair.b));
            cell(page, (b, pair.b), (a, pair.a));
            *page += "</tr>";
        }
        *page += "</tbody></table>";
    }
}

/// A sentence, the words that another has, too, underlined.
fn cell(page: &mut String, (own, place): (&Exhibit<'_>, Place), (other, its): (&Exhibit<'_>, Place)) {
    *page += "<td dir=\"auto\">";
    let view = own.document.reading().view(own.text);
    let mut shown = place.start;
    let mut show = |page: &mut String, end: u32| {
        escape(page, view.get(shown as usize..end as usize).unwrap_or(""));
        shown = end;
    };
    for word in words_in_both((own.document, place), (other.document, its)) {
        show(page, word.start);
        *page += "<u>";
        show(page, word.end);
        *page += "</u>";
    }
    show(page, place.end);
    *page += "</td>";
}
