//! `twinprint check` against an index of documents as wholes: of which of them a document is a near-duplicate.

use std::path::Path;

use console::Style;
use rayon::prelude::*;
use serde::Serialize;
use twinprint::export::percent;
use twinprint::seen::Fingerprinter;
use twinprint_native::corpus::Source;
use twinprint_native::index::documents::{NearDocument, NearDocuments, OpenDocuments, open};
use twinprint_native::{Error, lines};

use super::each_checked;
use crate::Outcome;
use crate::args::Check;
use crate::terminal::{Terminal, count, counted, print, shorten, visible};

/// How many documents are read before any is looked up.
const CHUNK: usize = 64;

/// How many near documents are shown by default, in the table and as JSON.
const SHOWN: usize = 20;
const SHOWN_JSON: usize = 100;

/// Names are not made shorter than this, whatever the terminal.
const LEAST: usize = 12;

/// A document with those near it, as a line of JSON.
#[derive(Serialize)]
struct Checked {
    document: String,
    words: u32,
    /// The bits of all fingerprints.
    bits: u32,
    #[serde(flatten)]
    near: NearDocuments,
    /// How many documents the index has.
    documents: u64,
}

pub(super) fn run(options: &Check, folder: &Path) -> Result<Outcome, Error> {
    options.check_for_documents()?;
    let index = open(folder)?;
    let most = options.sources.unwrap_or(if options.json { SHOWN_JSON } else { SHOWN });
    let terminal = Terminal::new(options.color);
    let mut matched = false;
    let check = |chunk: Vec<Result<Source, Error>>| {
        let of = || Fingerprinter::new(index.design());
        let checked = chunk.into_par_iter().map_init(of, |fingerprinter, document| match fingerprinter {
            Ok(fingerprinter) => check(&index, fingerprinter, &document?, most),
            Err(error) => Err(Error::Core(error.clone())),
        });
        Ok(checked.collect())
    };
    let refusals = each_checked(options, &[], CHUNK, check, |checked, _| {
        matched |= options.fail_on_match.is_some() && !checked.near.matches.is_empty();
        if !options.json {
            return print(&table(&terminal, &checked));
        }
        let mut line = Vec::new();
        let failed = |reason| Error::Unwritable { place: "standard output".into(), reason };
        lines::json(&mut line, &checked).map_err(failed)?;
        print(&(String::from_utf8_lossy(&line) + "\n"))
    })?;
    Ok(Outcome { matched, ..refusals.end(options.json)? })
}

fn check(
    index: &OpenDocuments,
    fingerprinter: &mut Fingerprinter,
    source: &Source,
    most: usize,
) -> Result<Checked, Error> {
    let document = fingerprinter.fingerprints(&source.document())?;
    Ok(Checked {
        document: source.name.clone(),
        words: document.words,
        bits: index.design().bits(),
        // One at least, however few are to be listed: whether any is near decides the exit status.
        near: index.near(&document, most.max(1))?,
        documents: index.manifest().documents,
    })
}

const HEADERS: [&str; 4] = ["#", "bits that differ", "resemblance, about", "by chance"];

/// What is said of a document.
fn table(terminal: &Terminal, checked: &Checked) -> String {
    let strong = terminal.style(Style::new().bold());
    let dim = terminal.style(Style::new().dim());
    let Checked { document, words, bits, near, documents } = checked;
    let found = near.matches.len() as u64;
    let of = match found {
        0 => format!("near none of {}", counted(*documents, "document")),
        _ => format!("near {} of {}", count(found), counted(*documents, "document")),
    };
    let mut said =
        format!("{}  {}, {of}\n", strong.apply_to(visible(document)), counted(u64::from(*words), "word"));
    if found > 0 {
        let cells: Vec<_> =
            near.matches.iter().zip(1..).map(|(near, number)| cells(number, *bits, near)).collect();
        let widths: [usize; 4] = std::array::from_fn(|column| {
            cells.iter().map(|row| row[column].len()).chain([HEADERS[column].len()]).max().unwrap_or(0)
        });
        let row = |cells: [&str; 4]| {
            cells.iter().zip(widths).map(|(cell, width)| format!("  {cell:>width$}")).collect::<String>()
        };
        said += &format!("{}\n", strong.apply_to(row(HEADERS) + "  document"));
        let taken = 2 + widths.iter().map(|width| width + 2).sum::<usize>();
        let space = terminal.columns().saturating_sub(taken).max(LEAST);
        for (near, cells) in near.matches.iter().zip(&cells) {
            let cells: [&str; 4] = std::array::from_fn(|column| &*cells[column]);
            said += &format!("{}  {}\n", row(cells), shorten(&visible(&near.id), space));
        }
    }
    if near.truncated {
        said += &format!("  {}\n", dim.apply_to("There are more, or may be: --sources N shows more"));
    }
    said + "\n"
}

fn cells(number: usize, bits: u32, NearDocument { near, .. }: &NearDocument) -> [String; 4] {
    let resemblance = &near.resemblance;
    [
        number.to_string(),
        format!("{} of {bits}", near.distance),
        format!(
            "{} % ({} to {})",
            percent(resemblance.estimate),
            percent(resemblance.low),
            percent(resemblance.high)
        ),
        match near.by_chance {
            seldom if seldom < 0.001 => "< 0.001".into(),
            chance => format!("{chance:.3}"),
        },
    ]
}
