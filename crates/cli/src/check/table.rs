//! A document for a person: how much of it stands in sources, where, and in which.

use console::Style;
use twinprint::export::percent;
use twinprint::index::{Findings, FoundSource};

use super::bar::{LEGEND, bar, style};
use crate::terminal::{Terminal, count, counted, shorten, visible, width};

/// The names of the columns of numbers, over two lines.
const HEADERS: [(&str, &str); 6] = [
    ("", "#"),
    ("words", "explained"),
    ("words", "shared"),
    ("longest", "run"),
    ("of the", "document"),
    ("of the", "source"),
];

/// Names are not made shorter than this, whatever the terminal.
const LEAST: usize = 12;

/// What is said of a document with a text of places, and the first `shown` of its sources.
pub(super) fn table(terminal: &Terminal, findings: &Findings, text: &str, shown: usize) -> String {
    let strong = terminal.style(Style::new().bold());
    let dim = terminal.style(Style::new().dim());
    let words = counted(findings.words.into(), "word");
    let found = findings.sources.len() as u64 + findings.more_sources;
    let mut said = format!("{}  {words}, ", strong.apply_to(visible(&findings.document)));
    said += &match found {
        0 => "none of them found in the index\n".into(),
        _ => format!(
            "{} of them ({} %) found in {}\n",
            count(findings.explained),
            percent(findings.share),
            counted(found, "document")
        ),
    };
    if found > 0 {
        for line in bar(terminal, findings, text.len(), 2) {
            said += &format!("{line}\n");
        }
        said += &format!("  {}\n", dim.apply_to(LEGEND));
        said += &rows(terminal, &findings.sources[..shown.min(findings.sources.len())]);
    }
    let more = found - shown.min(findings.sources.len()) as u64;
    let mut notes = Vec::new();
    if more > 0 && found > 0 {
        notes.push(format!("{} not shown: --sources N shows more", counted(more, "more source")));
    }
    if findings.sources.iter().take(shown).any(|source| !source.exact) {
        notes.push("~ estimated by hashes: the index has no text of the source".into());
    }
    if findings.truncated {
        notes.push(
            "There may be more sources: a shingle, pair or fingerprint stands in more passages than are looked up"
                .into(),
        );
    }
    for missing in &findings.missing {
        notes.push(format!("Not searched: {}", visible(missing)));
    }
    for note in notes {
        said += &format!("  {}\n", dim.apply_to(note));
    }
    said + "\n"
}

fn rows(terminal: &Terminal, sources: &[FoundSource]) -> String {
    let cells: Vec<_> = sources.iter().enumerate().map(|(number, source)| cells(number, source)).collect();
    let mut widths = HEADERS.map(|(above, below)| above.len().max(below.len()));
    for row in &cells {
        for (column, cell) in widths.iter_mut().zip(row) {
            *column = width(cell).max(*column);
        }
    }
    let taken: usize = 2 + widths.iter().map(|column| column + 2).sum::<usize>();
    let space = terminal.columns().saturating_sub(taken).max(LEAST);
    let strong = terminal.style(Style::new().bold());
    let header = |cells: [&str; 6], name: &str| {
        let cells = cells.iter().zip(widths).map(|(cell, column)| format!("{cell:>column$}  "));
        let line = format!("  {}{name}", cells.collect::<String>());
        format!("{}\n", strong.apply_to(line.trim_end()))
    };
    let mut rows =
        header(HEADERS.map(|(above, _)| above), "") + &header(HEADERS.map(|(_, below)| below), "source");
    for (number, (source, cells)) in sources.iter().zip(&cells).enumerate() {
        let mut line = String::from("  ");
        for (at, (cell, column)) in cells.iter().zip(widths).enumerate() {
            let cell = format!("{cell:>column$}");
            line += &match at {
                0 => style(terminal, number).apply_to(cell).to_string(),
                _ => cell,
            };
            line += "  ";
        }
        rows += &format!("{line}{}\n", shorten(&name(source), space));
    }
    rows
}

fn cells(number: usize, source: &FoundSource) -> [String; 6] {
    let about = if source.exact { "" } else { "~" };
    [
        (number + 1).to_string(),
        format!("{about}{}", count(source.explains)),
        format!("{about}{}", count(source.shared)),
        format!("{about}{}", count(source.longest_run)),
        format!("{about}{} %", percent(source.containment.value)),
        format!("{about}{} %", percent(source.containment_of_source.value)),
    ]
}

/// The title with the id, or the id alone.
fn name(source: &FoundSource) -> String {
    match &source.title {
        Some(title) if *title != source.id => format!("{} ({})", visible(title), visible(&source.id)),
        _ => visible(&source.id).into_owned(),
    }
}
