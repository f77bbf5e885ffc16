//! `twinprint check`: documents against an index of documents.

mod add;
mod bar;
mod documents;
mod index;
#[cfg(feature = "fetch")]
mod receipt;
#[cfg(feature = "fetch")]
mod secret;
mod table;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::Serialize;
use twinprint::export::{self, Checked, Citations, Provenance};
use twinprint::index::{Findings, IndexCheck, Rule};
use twinprint::text::Reading;
use twinprint_native::corpus::{Listing, Names, Source};
#[cfg(feature = "fetch")]
use twinprint_native::fetch::Found;
use twinprint_native::index::documents::{is_documents, open as open_documents};
use twinprint_native::index::{both_folders, is_both};
use twinprint_native::{Error, OutputKind, check_outputs, check_place, lines};

use crate::Outcome;
use crate::args::{Check, IndexLocation, Threshold};
use crate::made::made;
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::skipped::admitted;
use crate::terminal::{Terminal, print};
use crate::unread::Programs;
use crate::verbose::say_settings;
use crate::{report, say_note, say_unread, unread};
use documents::{AsWhole, CheckedDocuments, beside};
use index::CheckedIndex;
#[cfg(feature = "fetch")]
use index::found;

/// How many sources of a document a table shows by default.
const SHOWN: usize = 20;

pub(crate) fn run(options: &Check) -> Result<Outcome, Error> {
    if let Some(folder) = options.index.folder()
        && is_documents(folder)
    {
        return documents::run(options, CheckedDocuments::open(folder)?);
    }
    if let Some(new_below) = options.new_below() {
        return add::run(options, new_below);
    }
    let outputs: Vec<_> = options.report.iter().map(|path| (path.clone(), OutputKind::Report)).collect();
    for (path, _) in &outputs {
        check_place(path)?;
    }
    let mut as_wholes = None;
    let mut index = match &options.index {
        IndexLocation::Folder(folder) if is_both(folder) => {
            let both = both_folders(folder)?;
            as_wholes = Some(open_documents(&both.documents)?);
            CheckedIndex::open(&both.passages)?
        }
        IndexLocation::Folder(folder) => CheckedIndex::open(folder)?,
        #[cfg(feature = "fetch")]
        IndexLocation::Address(address) => match found(address, options)? {
            Found::Passages(site) => CheckedIndex::at(address, site, options)?,
            Found::Documents(site) => return documents::run(options, CheckedDocuments::at(address, site)?),
        },
    };
    let rule = options.rule(index.design());
    say_settings(format_args!("{}sources of at least {} words", index.design(), rule.least));
    let (mut matched, mut kept) = (false, Vec::new());
    let show = Presenter { terminal: Terminal::new(options.color), options };
    let at_once = index.at_once();
    let refusals = each_checked(
        options,
        &outputs,
        at_once,
        |chunk| {
            let wholes = as_wholes.as_ref().map(|wholes| beside(wholes, &chunk, options)).transpose()?;
            let mut checked = index.check(chunk, &rule)?;
            for (checked, whole) in checked.iter_mut().zip(wholes.into_iter().flatten()) {
                if let Ok(checked) = checked {
                    checked.as_whole = whole;
                }
            }
            Ok(checked)
        },
        |checked, refusals| {
            matched |= options.matches(&checked.findings, checked.as_whole.as_ref());
            options.not_searched(&checked.findings).iter().for_each(|error| refusals.other(error));
            show.one(&checked)?;
            kept.extend(options.report.is_some().then_some(checked));
            Ok(())
        },
    )?;
    #[cfg(feature = "fetch")]
    index.receipt(&options.index).iter().for_each(say_note);
    if let Some(path) = &options.report {
        let mut hashes = report::Hashes::default();
        kept.iter_mut().for_each(|checked| checked.unread.extend(hashes.note(&checked.source)));
        let checked: Vec<Checked<'_>> = kept.iter().map(CheckedDocument::exhibit).collect();
        let (made, index, settings) =
            (made(), options.index.to_string(), format!("sources with at least {} words", rule.least));
        let provenance = Provenance::default().made(&made).index(&index).settings(&settings);
        report::write(path, &export::findings(&checked, &provenance), &made)?;
    }
    Ok(Outcome { matched, ..refusals.end(options.json)? })
}

/// Reads the documents, some at once, and has them checked; gives each that could be to `take`. What could not is accounted for.
fn each_checked<T>(
    options: &Check,
    outputs: &[(PathBuf, OutputKind)],
    at_once: usize,
    mut check: impl FnMut(Vec<Result<Source, Error>>) -> Result<Vec<Result<T, Error>>, Error>,
    mut take: impl FnMut(T, &mut Refusals) -> Result<(), Error>,
) -> Result<Refusals, Error> {
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let listing = admitted(Listing::with_archives(&options.documents), &mut refusals);
    refusals.account_for("checked", &listing);
    refusals.proceed()?;
    check_outputs(outputs, &options.documents, &listing.entries, options.force)?;
    let progress = Progress::bytes("Checking", listing.bytes());
    let (mut documents, mut names) =
        (options.read_as.documents(listing.entries).opening_archives(), Names::default());
    let (read, mut programs) = (documents.bytes_read(), Programs::default());
    loop {
        let mut named = |source: Source| Source { name: names.give(source.name), ..source };
        let next = |_| {
            let document = documents.next_or_why()?;
            let size = refusals.read(&document);
            document.iter().for_each(say_unread);
            document.iter().for_each(|source| programs.see(source));
            Some((document.map(&mut named).map_err(|unread| unread.error), size))
        };
        let (chunk, sizes): (Vec<_>, Vec<_>) = (0..at_once).map_while(next).unzip();
        documents.take_notes().iter().for_each(say_note);
        if chunk.is_empty() {
            programs.note().iter().for_each(say_note);
            return Ok(refusals);
        }
        let checked = check(chunk)?;
        progress.at(read.load(Ordering::Relaxed));
        for (checked, size) in checked.into_iter().zip(sizes) {
            match checked {
                Ok(checked) => {
                    refusals.done(size);
                    take(checked, &mut refusals)?;
                }
                Err(error) => refusals.refuse(size, &error),
            }
            refusals.proceed()?;
        }
    }
}

impl Check {
    /// Whether a document is a match by which the exit status shall be 1.
    fn matches(&self, findings: &Findings, as_whole: Option<&AsWhole>) -> bool {
        match self.fail_on_match {
            None => false,
            Some(Threshold::Passage) => {
                !findings.sources.is_empty() || as_whole.is_some_and(AsWhole::is_known)
            }
            Some(Threshold::Containment(least)) => findings.share >= least,
        }
    }

    /// What of the index could not be searched for a document.
    fn not_searched(&self, findings: &Findings) -> Vec<Error> {
        let not_searched = |what: &String| Error::Index {
            place: self.index.to_string(),
            what: format!("not all of it could be searched for {}: {what}", findings.document),
            remedy: "check it again later: what is there was not found",
        };
        findings.missing.iter().map(not_searched).collect()
    }
}

/// A document that was checked, with what it takes to show it.
struct CheckedDocument {
    findings: Findings,
    /// What it is near as a whole, where the index knows documents as wholes, too.
    as_whole: Option<AsWhole>,
    /// The text that its places are in.
    text: String,
    /// The texts of its sources, where they are there.
    sources: Vec<Option<String>>,
    /// The document as it was given, and as it was read.
    source: Source,
    reading: Arc<Reading>,
    /// What a reader is to know of it, in words: what of it was not checked.
    unread: Vec<String>,
}

impl CheckedDocument {
    /// What a check found.
    fn of(check: &IndexCheck, source: Source, rule: &Rule) -> Self {
        let findings = check.findings(rule);
        let text = check.reading().view(&source.text).to_string();
        let sources = findings.sources.iter().map(|found| check.text_of(found.first).map(String::from));
        let (sources, reading) = (sources.collect(), Arc::clone(check.reading()));
        CheckedDocument {
            text,
            sources,
            findings,
            as_whole: None,
            reading,
            unread: unread::notes(&source),
            source,
        }
    }

    fn exhibit(&self) -> Checked<'_> {
        let sources = self.sources.iter().map(Option::as_deref).collect();
        let citations = Citations::new(&self.reading, &self.source.text, &self.source.pages);
        Checked::new(&self.findings, &self.text, sources).citing(citations).with_notes(&self.unread)
    }
}

/// What was found, with what the document has besides words.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    findings: &'a Findings,
    /// What it is near as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_whole: Option<&'a AsWhole>,
    /// The bytes of its text at which its pages begin, if it has pages.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pages: &'a [usize],
    /// How many words it has beside its text, by what they are.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    asides: BTreeMap<&'static str, usize>,
}

/// How what was found is shown.
struct Presenter<'a> {
    terminal: Terminal,
    options: &'a Check,
}

impl Presenter<'_> {
    fn one(&self, checked: &CheckedDocument) -> Result<(), Error> {
        if !self.options.json {
            let shown = self.options.sources.unwrap_or(SHOWN);
            let table = table::table(&self.terminal, &checked.findings, &checked.text, shown);
            let as_whole = checked.as_whole.as_ref().map(|as_whole| as_whole.table(&self.terminal));
            return print(&(table + as_whole.as_deref().unwrap_or_default()));
        }
        let mut line = Vec::new();
        let failed = |reason| Error::Unwritable { place: "standard output".into(), reason };
        let object = Line {
            findings: &checked.findings,
            as_whole: checked.as_whole.as_ref(),
            pages: &checked.source.pages,
            asides: unread::aside_words(&checked.source),
        };
        lines::json(&mut line, &object).map_err(failed)?;
        print(&(String::from_utf8_lossy(&line) + "\n"))
    }
}
