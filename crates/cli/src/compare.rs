//! `twinprint compare`: every document with every other.

mod authors;
mod lines;
mod pair;
mod paragraph;
mod table;

use std::collections::{BTreeSet, HashSet};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use twinprint::export::html::html_of;
use twinprint::export::{self, Exhibit, Provenance};
use twinprint::report::Place;
use twinprint::reworded::{self, Sentences};
use twinprint::text::{Reader, Span};
use twinprint::{Checker, Prepared, Report, shingle};
use twinprint_native::corpus::{self, AuthorRule, DocumentSize, Entry, Listing, Names, Origin, Source};
use twinprint_native::pairs::{self, Ranked};
use twinprint_native::{Error, OutputKind, check_outputs, check_place};

use authors::Authors;

use crate::args::{Compare, DocumentArguments, Output, Reach, Threshold};
use crate::made::made;
use crate::progress::Progress;
use crate::refusals::Refusals;
use crate::terminal::Terminal;
use crate::unread::Programs;
use crate::verbose::say_settings;
use crate::{Outcome, report, say_note, say_unread, unread};

/// Documents ready for comparison.
pub(crate) struct Documents {
    checker: Checker,
    pub(crate) prepared: Vec<Prepared>,
    /// What each was read from.
    pub(crate) sources: Vec<Source>,
    /// The sentences of each, where what is reworded is looked for; else none.
    sentences: Vec<Sentences>,
    authors: Authors,
}

/// Which of the ranked pairs are shown.
#[derive(Clone, Copy)]
struct Selection {
    least: Least,
    top: usize,
}

/// The least that a pair has in common which is listed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Least {
    /// Words found in passages or in other words.
    Words(u32),
    /// Of short documents: [`ALIKE`], or as many words in passages as a run of other documents has.
    Short,
}

/// The resemblance of single words from which short documents are listed: of paraphrases of one sentence nine in ten reach it
/// (docs/explanation/comparing.md).
const ALIKE: f64 = 0.35;

impl Least {
    fn has(self, pair: &Ranked) -> bool {
        match self {
            Least::Words(words) => pair.found_words() >= words,
            Least::Short => pair.resemblance >= ALIKE || pair.found_words() as usize >= Checker::DEFAULT_RUN,
        }
    }
}

/// The pairs of a table or report, unless `--top` says otherwise: who wants more wants a file.
const TABLE: usize = 100;

pub(crate) fn run(options: &Compare) -> Result<Outcome, Error> {
    let done = |result| match result {
        // Who reads has seen enough.
        Err(Error::Unwritable { reason, .. }) if reason.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    };
    if let Output::Recipe = options.output {
        let recipe = options.checker.recipe();
        done(print(|out| writeln!(out, "{recipe}id {}", recipe.id()).map_err(unwritable)))?;
        return Ok(Outcome::default());
    }
    let mut refusals = Refusals::new(options.read_as.if_refused);
    let documents = gather(options, &mut refusals)?;
    refusals.proceed()?;
    if documents.prepared.len() < 2 {
        return Err(Error::TooFew { usable: documents.prepared.len() });
    }
    documents.authors.check()?;
    documents.authors.note().iter().for_each(say_note);
    say_settings(format_args!(
        "{}runs of {} words; reach {}",
        documents.checker.recipe(),
        options.run,
        format!("{:?}", options.reach).to_lowercase()
    ));
    let ranked = rank(&documents, options.short)?;
    if let Some(path) = &options.csv {
        write_csv(path, &documents, options.all().of(&ranked))?;
    }
    // Two documents are shown even if they share nothing.
    let shown = if ranked.len() == 1 { options.all() } else { options.listed() }.of(&ranked);
    if let Some(path) = &options.report {
        write_report(path, &documents, shown)?;
    }
    done(print(|out| match options.output {
        Output::Json => lines::json(out, &documents, options.all().of(&ranked)),
        Output::Tsv => lines::tsv(out, &documents, options.all().of(&ranked)),
        Output::Table | Output::Recipe => {
            let terminal = Terminal::new(options.color);
            match shown {
                [only] if ranked.len() == 1 => pair::write(out, &terminal, &documents, only, options.run),
                _ => table::write(out, &terminal, &documents, &ranked, shown, options.short),
            }
        }
    }))?;
    let matched = |pair: &Ranked| match options.fail_on_match {
        None => false,
        Some(Threshold::Passage) => options.least(1).has(pair),
        Some(Threshold::Containment(least)) => pair.containment >= least,
    };
    documents.sources.iter().for_each(|source| refusals.done(DocumentSize::document(source)));
    let outcome = match refusals.end(matches!(options.output, Output::Json)) {
        // Who reads has seen enough.
        Err(Error::Unwritable { reason, .. }) if reason.kind() == ErrorKind::BrokenPipe => refusals.outcome(),
        ended => ended?,
    };
    Ok(Outcome { matched: ranked.iter().any(matched), ..outcome })
}

impl Compare {
    /// What is listed for a person: what the user chose, or pairs that have something in common.
    fn listed(&self) -> Selection {
        Selection { least: self.least(self.min_words.unwrap_or(1)), top: self.top.unwrap_or(TABLE) }
    }

    /// What is given to programs: what the user chose, or all.
    fn all(&self) -> Selection {
        Selection { least: Least::Words(self.min_words.unwrap_or(0)), top: self.top.unwrap_or(usize::MAX) }
    }

    fn least(&self, words: u32) -> Least {
        if self.short { Least::Short } else { Least::Words(words) }
    }
}

impl Selection {
    /// The pairs selected, which are the first: those that have the least in common come before all that have not.
    fn of(self, ranked: &[Ranked]) -> &[Ranked] {
        let enough = ranked.partition_point(|pair| self.least.has(pair));
        &ranked[..enough.min(self.top)]
    }
}

/// Reads the templates and all documents that can be read, and says which cannot.
fn gather(options: &Compare, refusals: &mut Refusals) -> Result<Documents, Error> {
    let mut checker = options.checker.clone();
    let templates = Listing::with_archives(&options.templates);
    let mut listing = Listing::with_archives(&options.documents);
    let asks = |entries: &[Entry]| entries.iter().any(|entry| entry.origin == Origin::StandardInput);
    if asks(&templates.entries) && asks(&listing.entries) {
        return Err(Error::StandardInputTwice);
    }
    if let Some(error) = templates.errors.into_iter().next() {
        return Err(error);
    }
    let files = templates.entries.iter().filter_map(|entry| match &entry.origin {
        Origin::File(path) => Some(path.clone()),
        _ => None,
    });
    for entry in listing.leave_out(files) {
        say_note(format_args!("{}: it is a template, and so not compared", entry.name));
    }
    let reports = options.report.iter().map(|path| (path.clone(), OutputKind::Report));
    let tables = options.csv.iter().map(|path| (path.clone(), OutputKind::Table(export::CSV_HEADER)));
    let outputs: Vec<_> = reports.chain(tables).collect();
    let operands: Vec<_> = options.templates.iter().chain(&options.documents).cloned().collect();
    for (path, _) in &outputs {
        check_place(path)?;
    }
    check_outputs(&outputs, &operands, &listing.entries, options.force)?;
    templates.notes.iter().for_each(say_note);
    refusals.listing(&listing);
    refusals.account_for("compared", &listing);

    // A document that counted as its own in spite of an unread template would be wrong: no template may fail.
    let given = corpus::documents(templates.entries).opening_archives().collect::<Result<Vec<_>, _>>()?;
    let mut plain = checker.reader();
    let given = given.iter().map(|source| plain.read(&source.document())).collect::<Result<Vec<_>, _>>()?;
    checker.set_templates(&given);

    let mut documents = Documents::read(checker, &options.read_as, options.reach, listing, refusals)?;
    documents.tell_authors(&options.authors, options.within_authors);
    if let Some(share) = options.common {
        documents.leave_out_common(share, refusals);
        // Some may have nothing else.
        documents.tell_authors(&options.authors, options.within_authors);
    }
    if options.reach == Reach::Reworded {
        documents.read_sentences()?;
    }
    Ok(documents)
}

/// All pairs, the most words found first; of short documents those that are listed, the most alike first.
fn rank(documents: &Documents, short: bool) -> Result<Vec<Ranked>, Error> {
    let Documents { checker, prepared, sentences, authors, .. } = documents;
    let progress = Progress::new("Comparing", authors.pairs());
    let compares = |a, b| authors.compares(a, b);
    let mut ranked = pairs::rank(checker, prepared, sentences, compares, || progress.step())?;
    if short {
        let listed = |pair: &Ranked| Least::Short.has(pair);
        ranked.par_sort_by(|a, b| listed(b).cmp(&listed(a)).then(b.resemblance.total_cmp(&a.resemblance)));
    }
    Ok(ranked)
}

fn write_csv(path: &Path, documents: &Documents, pairs: &[Ranked]) -> Result<(), Error> {
    let numbers = |pair: &Ranked| Ok(documents.numbers(pair)?.0);
    let numbers: Vec<_> = pairs.par_iter().map(numbers).collect::<Result<_, Error>>()?;
    let lines = pairs.iter().zip(&numbers);
    let lines = lines.map(|(pair, numbers)| (documents.name(pair.a), documents.name(pair.b), numbers));
    twinprint_native::replace(path, export::csv(lines).as_bytes())
}

fn write_report(path: &Path, documents: &Documents, pairs: &[Ranked]) -> Result<(), Error> {
    let in_pairs: BTreeSet<usize> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    let mut hashes = report::Hashes::default();
    let mut note = |(position, source): (usize, &Source)| {
        let hash = in_pairs.contains(&position).then(|| hashes.note(source)).flatten();
        unread::notes(source).into_iter().chain(hash).collect()
    };
    let notes: Vec<Vec<String>> = documents.sources.iter().enumerate().map(&mut note).collect();
    let exhibit = |position: usize| documents.exhibit(position).with_notes(&notes[position]);
    let reports: Vec<_> =
        pairs.par_iter().map(|pair| documents.report(pair)).collect::<Result<_, Error>>()?;
    let pairs: Vec<_> = pairs.iter().map(|pair| (exhibit(pair.a), exhibit(pair.b))).collect();
    let (made, settings) = (made(), documents.checker.recipe().to_string().trim_end().replace('\n', "; "));
    let provenance = Provenance::default().made(&made).settings(&settings);
    report::write(path, &html_of(&documents.checker, &pairs, &reports, &provenance), &made)
}

impl Documents {
    /// Reads the documents of a listing; says which cannot be read.
    pub(crate) fn read(
        checker: Checker,
        read_as: &DocumentArguments,
        reach: Reach,
        listing: Listing,
        refusals: &mut Refusals,
    ) -> Result<Documents, Error> {
        let progress = Progress::bytes("Reading", listing.bytes());
        let mut documents = read_as.documents(listing.entries).opening_archives();
        let (read, mut names) = (documents.bytes_read(), Names::default());
        let named = iter::from_fn(|| {
            let source = documents.next_or_why()?;
            progress.at(read.load(Ordering::Relaxed));
            let size = refusals.read(&source);
            let named = source.map(|source| Source { name: names.give(source.name), ..source });
            named.iter().for_each(say_unread);
            Some((size, named.map_err(|unread| unread.error)))
        });
        let reader = || match reach {
            Reach::Copied | Reach::Edited => checker.reader(),
            Reach::Reworded => checker.reader().with_words(),
        };
        let prepare =
            |reader: &mut Reader,
             (position, (size, source)): (usize, (DocumentSize, Result<Source, Error>))| {
                let prepared = source.and_then(|source| {
                    let prepared = checker.prepare(Arc::new(reader.read(&source.document())?))?;
                    Ok((prepared, source))
                });
                (position, size, prepared)
            };
        let mut results: Vec<_> = named.enumerate().par_bridge().map_init(reader, prepare).collect();
        results.par_sort_unstable_by_key(|(position, ..)| *position);
        drop(progress);
        documents.take_notes().iter().for_each(say_note);
        let mut programs = Programs::default();
        let (mut prepared, mut sources) = (Vec::new(), Vec::new());
        for (_, size, result) in results {
            match result {
                Ok((document, source)) => {
                    programs.see(&source);
                    prepared.push(document);
                    sources.push(source);
                }
                Err(error) => refusals.refuse(size, &error),
            }
        }
        programs.note().iter().for_each(say_note);
        let (sentences, authors) = (Vec::new(), Authors::default());
        Ok(Documents { checker, prepared, sources, sentences, authors })
    }

    /// Reads the sentences of each, for what is in other words.
    pub(crate) fn read_sentences(&mut self) -> Result<(), Error> {
        let all = self.prepared.par_iter().zip(&self.sources);
        let sentences = all.map(|(document, source)| Sentences::new(document, &source.text));
        self.sentences = sentences.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Leaves out runs that a larger share of the documents have, and three at least. A document may then have no words of its own.
    fn leave_out_common(&mut self, share: f64, refusals: &mut Refusals) {
        let authors = self.authors.numbers();
        let all = authors.iter().collect::<HashSet<_>>().len();
        let most = ((share * all as f64) as usize).max(2);
        let runs: Vec<_> =
            self.prepared.par_iter().map(|one| self.checker.run_hashes(one.reading())).collect();
        let runs = runs.iter().map(|runs| &runs[..]).zip(authors.iter().copied());
        self.checker.set_common(shingle::widespread(runs, most));
        let again = |one: &Prepared| self.checker.prepare(one.reading().clone());
        let prepared: Vec<_> = self.prepared.par_iter().map(again).collect();
        let sources = std::mem::take(&mut self.sources);
        self.prepared.clear();
        for (prepared, source) in prepared.into_iter().zip(sources) {
            match prepared {
                Ok(prepared) => {
                    self.prepared.push(prepared);
                    self.sources.push(source);
                }
                Err(error) => refusals.refuse(DocumentSize::document(&source), &error.into()),
            }
        }
    }

    fn tell_authors(&mut self, rule: &AuthorRule, within: bool) {
        let names: Vec<&str> = self.prepared.iter().map(Prepared::name).collect();
        self.authors = Authors::of(&names, rule, within);
    }

    fn name(&self, position: usize) -> &str {
        self.prepared[position].name()
    }

    fn exhibit(&self, position: usize) -> Exhibit<'_> {
        let source = &self.sources[position];
        Exhibit::new(&self.prepared[position], &source.text).with_pages(&source.pages)
    }

    /// The report of a pair, with places in the texts to show.
    fn report(&self, pair: &Ranked) -> Result<Report, Error> {
        let place = |span: Span| Place { start: span.start, end: span.end };
        let (a, b) = (&self.prepared[pair.a], &self.prepared[pair.b]);
        let mut report = self.checker.compare_in(a, b, place, place)?;
        self.look_further((pair.a, pair.b), &mut report, |_, span| place(span));
        Ok(report)
    }

    /// The report of a pair, with places in the texts as they were read.
    pub(crate) fn report_for_programs(&self, (a, b): (usize, usize)) -> Result<Report, Error> {
        let mut report = self.checker.compare(&self.prepared[a], &self.prepared[b])?;
        self.look_further((a, b), &mut report, |document, span| {
            let Span { start, end } = document.reading().source(span);
            Place { start, end }
        });
        Ok(report)
    }

    /// Adds what a pair has in other words, if that is looked for, with places as `place` makes them of a document's spans.
    fn look_further(
        &self,
        (a, b): (usize, usize),
        report: &mut Report,
        place: impl Fn(&Prepared, Span) -> Place,
    ) {
        if let (Some(own), Some(other)) = (self.sentences.get(a), self.sentences.get(b)) {
            let (a, b) = (&self.prepared[a], &self.prepared[b]);
            let found = reworded::reworded(own, other);
            let places = found.iter().map(|passage| {
                passage.places(|words| place(a, a.span(words)), |words| place(b, b.span(words)))
            });
            report.reworded = Some(places.collect());
        }
    }

    fn numbers(&self, pair: &Ranked) -> Result<(twinprint::Numbers, usize), Error> {
        let (numbers, passages) = self.checker.numbers(&self.prepared[pair.a], &self.prepared[pair.b])?;
        Ok((numbers, passages.len()))
    }
}

/// Writes to standard output, all of it before it returns.
fn print(write: impl FnOnce(&mut dyn Write) -> Result<(), Error>) -> Result<(), Error> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    out.flush().map_err(unwritable)
}

/// What went wrong with standard output.
fn unwritable(reason: io::Error) -> Error {
    Error::Unwritable { place: "standard output".into(), reason }
}
