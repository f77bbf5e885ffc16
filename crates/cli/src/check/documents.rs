//! `twinprint check` against an index of documents as wholes: of which of them a document is a near-duplicate.

use std::path::Path;

use console::Style;
use rayon::prelude::*;
use serde::Serialize;
use twinprint::export::percent;
use twinprint::seen::{Design, Fingerprinter, IndexedMatch, NearDocuments};
use twinprint_native::corpus::Source;
use twinprint_native::index::documents::{OpenDocuments, open};
use twinprint_native::{Error, lines};

#[cfg(feature = "fetch")]
use twinprint_native::fetch::{AccessMode, Address, DocumentsSite};

use super::each_checked;
#[cfg(feature = "fetch")]
use super::{index::Fetching, receipt};
use crate::Outcome;
use crate::args::Check;
use crate::terminal::{Terminal, count, counted, print, shorten, visible};
#[cfg(feature = "fetch")]
use crate::{args::IndexLocation, progress::Progress, say_note};

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
    #[serde(flatten)]
    near: NearDocuments,
}

/// What is said of a document as a whole beside its passages.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum AsWhole {
    /// What is near it.
    Near(NearDocuments),
    /// Why it was not looked up.
    NotLookedUp { why: String },
}

impl AsWhole {
    /// Whether a document is near it.
    pub(super) fn is_known(&self) -> bool {
        matches!(self, AsWhole::Near(near) if !near.matches.is_empty())
    }

    /// What is said of it under its passages.
    pub(super) fn table(&self, terminal: &Terminal) -> String {
        match self {
            AsWhole::Near(near) => format!("  As a whole {}\n{}\n", of(near), rows(terminal, near)),
            AsWhole::NotLookedUp { why } => format!("  Not looked up as a whole: {why}\n\n"),
        }
    }
}

/// The index that documents are looked up in: in a folder, or elsewhere.
pub(super) enum CheckedDocuments {
    Here(Box<OpenDocuments>),
    #[cfg(feature = "fetch")]
    Elsewhere(Box<DocumentsSite>),
}

impl CheckedDocuments {
    /// The index in a folder.
    pub(super) fn open(folder: &Path) -> Result<Self, Error> {
        Ok(CheckedDocuments::Here(Box::new(open(folder)?)))
    }

    /// An index at an address, of which all is fetched that can be.
    #[cfg(feature = "fetch")]
    pub(super) fn at(address: &Address, mut site: Box<DocumentsSite>) -> Result<Self, Error> {
        if site.mode() == AccessMode::Download {
            site.prepare(&Fetching(Progress::bytes("Fetching", site.bytes())))?;
            say_note(receipt::of_download(address, site.traffic()));
        }
        Ok(CheckedDocuments::Elsewhere(site))
    }

    fn design(&self) -> Design {
        match self {
            CheckedDocuments::Here(index) => *index.design(),
            #[cfg(feature = "fetch")]
            CheckedDocuments::Elsewhere(site) => *site.design(),
        }
    }

    /// Looks documents up: what is near each, or what is wrong with it.
    ///
    /// # Errors
    /// What is wrong with an index elsewhere; what is then not looked up would meet the same.
    fn check(
        &mut self,
        documents: Vec<Result<Source, Error>>,
        most: usize,
    ) -> Result<Vec<Result<Checked, Error>>, Error> {
        let design = self.design();
        let of = || Fingerprinter::new(&design);
        let read = |fingerprinter: &mut Result<Fingerprinter, _>, document: Result<Source, Error>| {
            let source = document?;
            match fingerprinter {
                Ok(fingerprinter) => Ok((fingerprinter.fingerprints(&source.document())?, source.name)),
                Err(error) => Err(Error::Core(twinprint::Error::clone(error))),
            }
        };
        match self {
            CheckedDocuments::Here(index) => Ok(documents
                .into_par_iter()
                .map_init(of, |fingerprinter, document| {
                    let (document, name) = read(fingerprinter, document)?;
                    Ok(Checked { document: name, near: index.near(&document, most)? })
                })
                .collect()),
            #[cfg(feature = "fetch")]
            CheckedDocuments::Elsewhere(site) => {
                let mut fingerprinter = of();
                let checked =
                    documents.into_iter().map(|document| match read(&mut fingerprinter, document) {
                        Ok((document, name)) => {
                            Ok(Ok(Checked { document: name, near: site.near(&document, most)? }))
                        }
                        Err(error) => Ok(Err(error)),
                    });
                checked.collect()
            }
        }
    }

    /// What a service or a host learned of the documents.
    #[cfg(feature = "fetch")]
    fn receipt(&self, place: &IndexLocation) -> Option<String> {
        let CheckedDocuments::Elsewhere(site) = self else { return None };
        match site.mode() {
            AccessMode::Download => None,
            AccessMode::Ranges => {
                let bits = (site.block_bits(), site.design().bits());
                Some(receipt::of_buckets(place, bits, site.traffic()))
            }
            _ => Some(receipt::of_fingerprints(place, site.design().bytes(), site.traffic())),
        }
    }
}

/// What documents are near that are checked by their passages, too; nothing of what could not be read.
///
/// # Errors
/// What is wrong with the index.
pub(super) fn beside(
    index: &OpenDocuments,
    documents: &[Result<Source, Error>],
    options: &Check,
) -> Result<Vec<Option<AsWhole>>, Error> {
    let most = most_of(options);
    let near = |fingerprinter: &mut Result<Fingerprinter, twinprint::Error>, source: &Source| {
        let fingerprinter = fingerprinter.as_mut().map_err(|error| Error::Core(error.clone()))?;
        match fingerprinter.fingerprints(&source.document()) {
            Ok(document) => Ok(AsWhole::Near(index.near(&document, most)?)),
            Err(error) => Ok(AsWhole::NotLookedUp { why: error.what() }),
        }
    };
    let look_up = |fingerprinter: &mut _, document: &Result<Source, Error>| {
        document.as_ref().ok().map(|source| near(fingerprinter, source)).transpose()
    };
    documents.par_iter().map_init(|| Fingerprinter::new(index.design()), look_up).collect()
}

pub(super) fn run(options: &Check, mut index: CheckedDocuments) -> Result<Outcome, Error> {
    options.check_for_documents()?;
    let most = most_of(options);
    let terminal = Terminal::new(options.color);
    let mut matched = false;
    let check = |chunk| index.check(chunk, most);
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
    #[cfg(feature = "fetch")]
    index.receipt(&options.index).iter().for_each(say_note);
    Ok(Outcome { matched, ..refusals.end(options.json)? })
}

/// How many near documents are given.
fn most_of(options: &Check) -> usize {
    options.sources.unwrap_or(if options.json { SHOWN_JSON } else { SHOWN })
}

const HEADERS: [&str; 4] = ["#", "bits that differ", "resemblance, about", "by chance"];

/// What is said of a document.
fn table(terminal: &Terminal, checked: &Checked) -> String {
    let strong = terminal.style(Style::new().bold());
    let Checked { document, near } = checked;
    let (name, words) = (strong.apply_to(visible(document)), counted(u64::from(near.words), "word"));
    format!("{name}  {words}, {}\n{}\n", of(near), rows(terminal, near))
}

/// How many are near, in words.
fn of(near: &NearDocuments) -> String {
    let documents = counted(near.documents, "document");
    match near.matches.len() as u64 {
        0 => format!("near none of {documents}"),
        found => format!("near {} of {documents}", count(found)),
    }
}

/// Those that are near, a line each.
fn rows(terminal: &Terminal, near: &NearDocuments) -> String {
    let strong = terminal.style(Style::new().bold());
    let dim = terminal.style(Style::new().dim());
    let (mut said, bits) = (String::new(), near.bits);
    if !near.matches.is_empty() {
        let cells: Vec<_> =
            near.matches.iter().zip(1..).map(|(near, number)| cells(number, bits, near)).collect();
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
    said
}

fn cells(number: usize, bits: u32, near: &IndexedMatch) -> [String; 4] {
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
