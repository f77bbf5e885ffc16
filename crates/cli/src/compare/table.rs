//! Many pairs for a person: a line each, the most shared first.

use std::io::Write;

use console::Style;
use rayon::prelude::*;
use twinprint::export::percent;
use twinprint::{Checker, Numbers};
use twinprint_native::Error;
use twinprint_native::corpus::Source;
use twinprint_native::pairs::Ranked;

use super::{ALIKE, Documents, Least, unwritable};
use crate::terminal::{Terminal, count, shorten, visible, width};

/// The names of the columns of numbers, over two lines; the columns are at least as wide.
const HEADERS: [(&str, &str); 5] =
    [("shared", "words"), ("longest", "run"), ("A found", "in B"), ("B found", "in A"), ("resem-", "blance")];

/// Names are not made shorter than this, whatever the terminal.
const LEAST: usize = 12;

/// The pairs `shown` of all that were `ranked`.
pub(super) fn write(
    out: &mut dyn Write,
    terminal: &Terminal,
    documents: &Documents,
    ranked: &[Ranked],
    shown: &[Ranked],
    short: bool,
) -> Result<(), Error> {
    let numbers = |pair: &Ranked| Ok(documents.numbers(pair)?.0);
    let numbers: Vec<_> = shown.par_iter().map(numbers).collect::<Result<_, Error>>()?;
    let lines: Vec<_> = shown.iter().zip(&numbers).collect();
    rows(out, terminal, documents, &lines)
        .and_then(|()| summary(out, documents, ranked, shown, short))
        .and_then(|()| hint(out, terminal, documents, shown, short))
        .map_err(unwritable)
}

fn rows(
    out: &mut dyn Write,
    terminal: &Terminal,
    documents: &Documents,
    lines: &[(&Ranked, &Numbers)],
) -> std::io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let folder =
        common_folder(lines.iter().flat_map(|(pair, _)| [documents.name(pair.a), documents.name(pair.b)]));
    // The person first, and of the path no more than the file.
    let name = |position| match (documents.authors.name(position), documents.name(position)) {
        (None, name) => visible(&name[folder.len()..]).into_owned(),
        (Some(author), name) => visible(&format!("{author}: {}", file_of(name))).into_owned(),
    };
    let names: Vec<_> = lines.iter().map(|(pair, _)| (name(pair.a), name(pair.b))).collect();
    let cells: Vec<_> = lines.iter().map(|(_, numbers)| cells(numbers)).collect();
    let mut widths = HEADERS.map(|(above, below)| above.len().max(below.len()));
    for row in &cells {
        for (column, cell) in widths.iter_mut().zip(row) {
            *column = width(cell).max(*column);
        }
    }
    let space = terminal.columns().saturating_sub(widths.iter().map(|column| column + 2).sum());
    let widest_a = names.iter().map(|(a, _)| width(a)).max().unwrap_or(0);
    let widest_b = names.iter().map(|(_, b)| width(b)).max().unwrap_or(0);
    let (a, b) = share(space.saturating_sub(2), widest_a, widest_b);

    let strong = terminal.style(Style::new().bold());
    let header = |cells: [&str; 5], names: &str| {
        let cells = cells.iter().zip(widths).map(|(cell, column)| format!("{cell:>column$}  "));
        strong.apply_to(cells.collect::<String>() + names).to_string()
    };
    let below = if folder.is_empty() { String::new() } else { format!("in {}", visible(folder)) };
    writeln!(out, "{}", header(HEADERS.map(|(above, _)| above), &below))?;
    writeln!(out, "{}", header(HEADERS.map(|(_, below)| below), &format!("{}B", pad("A", a + 2))))?;
    for (row, (name_a, name_b)) in cells.iter().zip(&names) {
        for (cell, column) in row.iter().zip(widths) {
            write!(out, "{cell:>column$}  ")?;
        }
        writeln!(out, "{}{}", pad(&shorten(name_a, a), a + 2), shorten(name_b, b))?;
    }
    writeln!(out)
}

/// The name of a file without the folders that it is in.
fn file_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn summary(
    out: &mut dyn Write,
    documents: &Documents,
    ranked: &[Ranked],
    shown: &[Ranked],
    short: bool,
) -> std::io::Result<()> {
    let pairs =
        |number: usize| if number == 1 { "1 pair".into() } else { format!("{} pairs", count(number as u64)) };
    write!(out, "{} documents, {}; ", count(documents.prepared.len() as u64), pairs(ranked.len()))?;
    let found = if short {
        let alike = ranked.iter().filter(|pair| Least::Short.has(pair)).count();
        let number = if alike == 0 { "none".into() } else { count(alike as u64) };
        let share = percent(ALIKE);
        write!(
            out,
            "{number} with a resemblance of {share} % or more, or {} words in passages",
            Checker::DEFAULT_RUN
        )?;
        alike
    } else {
        let sharing = ranked.iter().filter(|pair| pair.passage_words > 0).count();
        match sharing {
            0 => write!(out, "none shares a passage")?,
            1 => write!(out, "1 shares a passage")?,
            _ => write!(out, "{} share passages", count(sharing as u64))?,
        }
        let others = ranked.iter().filter(|pair| pair.passage_words == 0 && pair.reworded_words > 0).count();
        if others > 0 {
            write!(out, ", {} more in other words alone", count(others as u64))?;
        }
        sharing + others
    };
    match shown.len() {
        number if number == found => writeln!(out),
        0 => writeln!(out, ", none of them reaches --min-words"),
        number => {
            let change = if short { "--top changes" } else { "--top and --min-words change" };
            writeln!(out, "; the first {} shown, {change} that", count(number as u64))
        }
    }
}

/// The command that shows the first pair.
fn hint(
    out: &mut dyn Write,
    terminal: &Terminal,
    documents: &Documents,
    shown: &[Ranked],
    short: bool,
) -> std::io::Result<()> {
    let Some(first) = shown.first() else { return Ok(()) };
    let dim = terminal.style(Style::new().dim());
    if let [Some(a), Some(b)] = [first.a, first.b].map(|position| argument(&documents.sources[position])) {
        let command = format!("twinprint compare {}{a} {b}", if short { "--short " } else { "" });
        writeln!(out, "{}", dim.apply_to(format!("See what a pair shares:  {command}")))?;
    }
    Ok(())
}

fn cells(n: &Numbers) -> [String; 5] {
    [
        count(n.shared_words()),
        count(n.longest_run),
        percent(n.containment_a) + " %",
        percent(n.containment_b) + " %",
        percent(n.resemblance) + " %",
    ]
}

/// The columns of two names that share a line, by what each can use.
fn share(space: usize, a: usize, b: usize) -> (usize, usize) {
    let half = space / 2;
    let columns = match (a <= half, b <= space - half) {
        (true, _) => (a, b.min(space - a)),
        (_, true) => (a.min(space - b), b),
        _ => (half, space - half),
    };
    (columns.0.max(LEAST.min(a)), columns.1.max(LEAST.min(b)))
}

/// The folder in which all these names are, with its slash.
fn common_folder<'a>(mut names: impl Iterator<Item = &'a str>) -> &'a str {
    let first = names.next().unwrap_or("");
    let folder = first.rfind('/').map_or("", |slash| &first[..=slash]);
    names.fold(folder, |mut folder, name| {
        while !name.starts_with(folder) {
            folder = folder[..folder.len() - 1].rfind('/').map_or("", |slash| &folder[..=slash]);
        }
        folder
    })
}

/// A document as an argument in a shell; none for what is no file or has been named apart.
fn argument(source: &Source) -> Option<String> {
    let name = &source.name;
    if !std::path::Path::new(name).is_file() || visible(name) != *name {
        return None;
    }
    let safe = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
    let quoted = !name.chars().all(safe) || name.starts_with('-');
    Some(if quoted { format!("'{}'", name.replace('\'', r"'\''")) } else { name.clone() })
}

fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}
