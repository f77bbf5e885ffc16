//! Giving a corpus without its repeated passages: where each text is cut, each file again, and the lists that say what became of it.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::iter::Peekable;

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::json;

use super::super::super::Error;
use super::super::super::blobs::Lists;
use super::super::super::corpus::{Fields, Origin, Position, RawRecord, in_shares};
use super::super::super::display::counted;
use super::super::super::overlap::Workspace;
use super::super::super::rewrite::{
    self, CANNOT_CUT, Change, Column, Fate, Mark, MarkKind, Rewriting, TextCuts,
};
use super::super::super::scan::Refused;
use super::super::Output;
use super::super::origin;
use super::super::output::{PROGRAM, unwritable};
use super::super::write::{List, absolute, hexadecimal, old_place};
use super::elements::{Elements, Placed};
use super::find::{Document, Found, Run, each_batch, found_at};
use super::ledger::{Cutting, PassageLedger};
use super::{Corpus, Giving, Passages, Repeating, Step, Watch};
use twinprint::text::Span;
use twinprint::text::cut::{Cut, cuts};

/// The column in which a document says what of it is repeated.
const COLUMN: &str = "dedup_spans";

pub(super) fn give(
    passages: &Passages,
    corpus: &Corpus<'_>,
    found: &Found,
    place: &Workspace,
    output: &Output,
    watch: &mut Watch<'_>,
) -> Result<PassageLedger, Error> {
    output.begin()?;
    let mut ledger = PassageLedger {
        documents: found.repeating.len() as u64,
        repeated: found.repeating.iter().map(|&(_, repeated)| u64::from(repeated)).sum(),
        ..PassageLedger::default()
    };
    let dropped = match passages.giving {
        Giving::Documents(share) => dropped(found, share)?,
        Giving::Cut | Giving::Mask => Vec::new(),
    };
    let mut placing = Placing {
        passages,
        corpus,
        found,
        dropped,
        spans: Spans {
            documents: Vec::new(),
            removed: Vec::new(),
            cut: Vec::new(),
            lists: Lists::temporary(&place.folder)?,
        },
        list: List::begin(output, "passages.jsonl")?,
        removed: List::begin(output, "removed.jsonl")?,
        refused: List::begin(output, "refused.jsonl")?,
    };
    placing.all(watch)?;
    placing.list.end()?;
    placing.removed.end()?;
    placing.refused.end()?;
    let writer = Writer { passages, corpus, found, spans: &placing.spans, output };
    let mut refused = found.refused().peekable();
    let mut done = 0;
    for file in corpus.old_files..corpus.listing.entries.len() {
        let of_file = writer.file(file, &mut refused, &mut ledger)?;
        ledger.take(of_file)?;
        if let Origin::File(path) = &corpus.listing.entries[file].origin {
            done += path.metadata().map_or(0, |file| file.len());
        }
        watch(Step::Writing, done);
    }
    writer.summary(&ledger)?;
    output.finish()?;
    Ok(ledger)
}

/// The documents of which more than a share stands in others that are kept, from the first in order of preference to the last: so no
/// passage goes with one that another went for. They rise.
fn dropped(found: &Found, share: f64) -> Result<Vec<u32>, Error> {
    let order = found.order();
    let mut ranked: Vec<usize> = (0..found.repeating.len()).collect();
    ranked.sort_by_cached_key(|&at| order.rank(found.repeating[at].0));
    let mut is_dropped = vec![false; found.documents.len()];
    let mut dropped = Vec::new();
    for at in ranked {
        let (document, _) = found.repeating[at];
        let mut runs = found.runs(at)?;
        runs.retain(|run| {
            let from = found.document_of(run.from);
            from != document && !is_dropped[from as usize]
        });
        let repeated: usize = union(runs.iter().map(Run::range)).iter().map(ExactSizeIterator::len).sum();
        if repeated as f64 > share * f64::from(found.documents[document as usize].elements) {
            is_dropped[document as usize] = true;
            dropped.push(document);
        }
    }
    dropped.sort_unstable();
    Ok(dropped)
}

/// Ranges whose beginnings rise, those that touch as one.
pub(super) fn union(ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut union: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match union.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => union.push(range),
        }
    }
    union
}

/// What is cut out of texts, or marked in them.
struct Spans {
    /// The documents in which something is, as they were read.
    documents: Vec<u32>,
    /// Which of these are removed.
    removed: Vec<bool>,
    /// The bytes that are cut out of each.
    cut: Vec<u32>,
    /// Each span of each, the first bit of its end saying that a space is in its place.
    lists: Lists,
}

impl Spans {
    fn at(&self, document: u32) -> Option<usize> {
        self.documents.binary_search(&document).ok()
    }

    fn of(&self, at: usize) -> Result<Vec<Cut>, Error> {
        let (mut numbers, mut scratch) = (Vec::new(), Vec::new());
        self.lists.read(at..at + 1, &mut numbers, &mut scratch)?;
        let cut = |&number: &u64| Cut {
            span: Span { start: (number >> 32) as u32, end: number as u32 & (u32::MAX >> 1) },
            space: number as u32 >> 31 == 1,
        };
        Ok(numbers.iter().map(cut).collect())
    }
}

/// A line of passages.jsonl.
#[derive(Serialize)]
struct Line {
    file: String,
    number: u64,
    id: String,
    words: u32,
    /// Whether the whole document is removed.
    removed: bool,
    /// The bytes of its text that are cut, or marked.
    spans: Vec<[u32; 2]>,
    /// Which of its elements are repeated, and where they stand besides.
    repeated: Vec<Repeated>,
}

#[derive(Serialize)]
struct Repeated {
    at: u32,
    length: u32,
    from: From,
}

#[derive(Serialize)]
struct From {
    file: String,
    number: u64,
    at: u64,
}

/// Finds where texts are cut, and writes it down.
struct Placing<'a> {
    passages: &'a Passages,
    corpus: &'a Corpus<'a>,
    found: &'a Found,
    dropped: Vec<u32>,
    spans: Spans,
    list: List,
    removed: List,
    refused: List,
}

/// A record that is of interest.
enum Asked {
    /// A document with repeated elements, by its place among these.
    Repeating(RawRecord, usize),
    /// What was refused.
    Refused(RawRecord, Refused),
}

/// What became of it.
enum Told {
    Repeating(usize, Line, Vec<Cut>),
    Refused(Refused, Vec<u8>),
}

impl Placing<'_> {
    fn all(&mut self, watch: &mut Watch<'_>) -> Result<(), Error> {
        let Placing { corpus, found, .. } = *self;
        let mut workers = Elements::workers(self.passages)?;
        let mut refused = found.refused().peekable();
        let (mut next, mut repeating) = (0, found.repeating.iter().enumerate().peekable());
        each_batch(corpus, corpus.old_files, Step::Placing, watch, |batch| {
            let mut asked = Vec::new();
            for (record, file) in batch.records.into_iter().zip(batch.files) {
                let number = record.as_ref().ok().map(|record| record.place().position.number);
                let here = |refused: &Refused| (refused.file, refused.number) == (file, number);
                while refused
                    .next_if(|refused| refused.as_ref().is_ok_and(|some| some.file < corpus.old_files))
                    .is_some()
                {}
                if refused.peek().is_some_and(|refused| refused.as_ref().map_or(true, here)) {
                    let refused = refused.next().transpose()?;
                    match (record, refused) {
                        (Ok(record), Some(refused)) => asked.push(Asked::Refused(record, refused)),
                        (_, Some(refused)) => self.refuse(&refused, None)?,
                        (_, None) => {}
                    }
                    continue;
                }
                let Ok(record) = record else { continue };
                let Some(at) = found_at(&found.documents, &mut next, record.place().position) else {
                    continue;
                };
                while repeating.next_if(|(_, (document, _))| (*document as usize) < at).is_some() {}
                if let Some((of, _)) = repeating.next_if(|(_, (document, _))| *document as usize == at) {
                    asked.push(Asked::Repeating(record, of));
                }
            }
            let this = &*self;
            let told = in_shares(asked, &mut workers, |worker, asked| match asked {
                Asked::Refused(record, refused) => Ok(Told::Refused(refused, record.bytes().to_vec())),
                Asked::Repeating(record, at) => this.placed(worker, record, at),
            });
            told.into_iter().try_for_each(|told| self.take(told?))
        })?;
        // What could not be read at all comes once more, in its order.
        for refused in refused {
            self.refuse(&refused?, None)?;
        }
        self.spans.lists.sync()
    }

    /// Finds where a document is cut.
    fn placed(&self, worker: &mut Elements, record: RawRecord, at: usize) -> Result<Told, Error> {
        let Placing { passages, found, .. } = self;
        let (ordinal, _) = found.repeating[at];
        let Document { bytes, words, is_cuttable, .. } = found.documents[ordinal as usize];
        let place = record.place().clone();
        let changed = || Error::Unreadable {
            place: place.to_string(),
            reason: io::Error::other("it was changed while it was read"),
        };
        let source = record.parse()?;
        if source.text.len() != bytes as usize {
            return Err(changed());
        }
        let placed: Placed = worker.placed(&source)?;
        let runs = found.runs(at)?;
        let of_run = |run: &Run| placed.words(run.range()).ok_or_else(changed);
        let repeated = union(runs.iter().map(of_run).collect::<Result<Vec<_>, _>>()?.into_iter());
        let boundary = match passages.by {
            Repeating::Passages => passages.cut_at,
            by => by.boundary(),
        };
        let view = placed.reading.view(&source.text);
        let mut cuts = cuts(view, placed.spans(), &repeated, boundary)?;
        if passages.giving == Giving::Cut && !is_cuttable && !cuts.is_empty() {
            return Err(Error::Rewrite {
                place: place.to_string(),
                what: "a passage of it is repeated, and its text cannot be cut".into(),
                remedy: CANNOT_CUT,
            });
        }
        let is_left = || {
            let mut cuts = cuts.iter().peekable();
            placed.spans().iter().any(|span| {
                while cuts.next_if(|cut| cut.span.end <= span.start).is_some() {}
                cuts.peek().is_none_or(|cut| cut.span.start > span.start)
            })
        };
        let removed = match passages.giving {
            Giving::Cut => !is_left(),
            Giving::Mask => false,
            Giving::Documents(_) => self.dropped.binary_search(&ordinal).is_ok(),
        };
        // Of a page they are in what is seen of it: here where that stands in it.
        cuts.iter_mut().for_each(|cut| cut.span = placed.reading.source(cut.span));
        let repeated = |run: &Run| {
            let from = found.document_of(run.from);
            let of = found.documents[from as usize];
            let Position { entry, number } = of.position();
            let from = From { file: self.name(entry), number, at: run.from - of.begin };
            Repeated { at: run.first, length: run.elements, from }
        };
        let line = Line {
            file: self.name(place.position.entry),
            number: place.position.number,
            id: source.name,
            words,
            removed,
            spans: cuts.iter().map(|cut| [cut.span.start, cut.span.end]).collect(),
            repeated: runs.iter().map(repeated).collect(),
        };
        Ok(Told::Repeating(at, line, cuts))
    }

    /// How a file is called in the lists.
    fn name(&self, file: usize) -> String {
        match file < self.corpus.old_files {
            true => old_place(&self.corpus.listing.entries[file]),
            false => self.corpus.paths[file].to_string_lossy().into_owned(),
        }
    }

    fn take(&mut self, told: Told) -> Result<(), Error> {
        let (at, line, cuts) = match told {
            Told::Refused(refused, raw) => return self.refuse(&refused, Some(raw)),
            Told::Repeating(at, line, cuts) => (at, line, cuts),
        };
        let (document, repeated) = self.found.repeating[at];
        self.list.push(&line)?;
        if line.removed {
            let Document { words, elements, .. } = self.found.documents[document as usize];
            self.removed.push(&json!({
                "file": line.file, "number": line.number, "id": line.id, "why": "repeated", "words": words,
                "share": f64::from(repeated) / f64::from(elements),
            }))?;
        }
        let length: u32 = cuts.iter().map(|cut| cut.span.end - cut.span.start).sum();
        self.spans.documents.push(document);
        self.spans.removed.push(line.removed);
        self.spans.cut.push(if self.passages.giving == Giving::Cut { length } else { 0 });
        let packed = |cut: &Cut| {
            u64::from(cut.span.start) << 32 | u64::from(cut.span.end) | u64::from(cut.space) << 31
        };
        self.spans.lists.push(&cuts.iter().map(packed).collect::<Vec<_>>()).map(drop)
    }

    fn refuse(&mut self, refused: &Refused, raw: Option<Vec<u8>>) -> Result<(), Error> {
        let (text, hex) = match raw.map(String::from_utf8) {
            Some(Ok(text)) => (Some(text), None),
            Some(Err(error)) => (None, Some(hexadecimal(error.as_bytes()))),
            None => (None, None),
        };
        self.refused.push(&json!({
            "file": self.name(refused.file), "number": refused.number, "place": refused.place, "reason": refused.reason,
            "raw": text, "raw_hex": hex,
        }))
    }
}

struct Writer<'a> {
    passages: &'a Passages,
    corpus: &'a Corpus<'a>,
    found: &'a Found,
    spans: &'a Spans,
    output: &'a Output,
}

impl Writer<'_> {
    /// Writes a file again, and says what became of its documents.
    fn file(
        &self,
        file: usize,
        refused: &mut Peekable<impl Iterator<Item = Result<Refused, Error>>>,
        ledger: &mut PassageLedger,
    ) -> Result<Cutting, Error> {
        let Corpus { listing, paths, stamps, documents, .. } = *self.corpus;
        let entry = &listing.entries[file];
        let Origin::File(source) = &entry.origin else {
            return Err(Error::ReadOnce { place: entry.name.clone() });
        };
        let all = &self.found.documents;
        let first = all.partition_point(|document| (document.file as usize) < file);
        let rows = &all[first..][..all[first..].partition_point(|document| document.file as usize == file)];
        let mut of_file = Cutting {
            file: paths[file].to_string_lossy().into_owned(),
            source: absolute(source),
            ..Cutting::default()
        };
        let mut any_cut = false;
        for (ordinal, row) in (first as u32..).zip(rows) {
            of_file.read.add(row.bytes.into());
            ledger.elements += u64::from(row.elements);
            ledger.wordless += u64::from(row.words == 0);
            match self.spans.at(ordinal) {
                Some(at) if self.spans.removed[at] => of_file.removed.add(row.bytes.into()),
                Some(at) if self.spans.cut[at] > 0 => {
                    any_cut = true;
                    of_file.cut.add(self.spans.cut[at].into());
                    of_file.kept.add((row.bytes - self.spans.cut[at]).into());
                }
                _ => of_file.kept.add(row.bytes.into()),
            }
        }
        let mut refused_here = Vec::new();
        while let Some(refused) = refused.next_if(|some| some.as_ref().map_or(true, |some| some.file <= file))
        {
            let refused = refused?;
            if refused.file == file {
                of_file.read.add(refused.bytes);
                of_file.refused.add(refused.bytes);
                refused_here.extend(refused.number);
            }
        }
        refused_here.sort_unstable();
        let ordinal = |number: u64| {
            let found = rows.binary_search_by_key(&number, |row| row.number.into());
            found.ok().map(|at| (first + at) as u32)
        };
        let is_removed = |number: u64| {
            let at = ordinal(number).and_then(|ordinal| self.spans.at(ordinal));
            at.is_some_and(|at| self.spans.removed[at])
        };
        let fate = |number: u64| match refused_here.binary_search(&number).is_ok() || is_removed(number) {
            true => Fate::Drop,
            false => Fate::Keep,
        };
        let cuts = |number: u64| {
            let Some(at) = ordinal(number).and_then(|ordinal| self.spans.at(ordinal)) else {
                return Ok(None);
            };
            if self.spans.cut[at] == 0 {
                return Ok(None);
            }
            let length = all[self.spans.documents[at] as usize].bytes as usize;
            Ok(Some(TextCuts { length, cuts: self.spans.of(at)? }))
        };
        // What the disk says as documents are marked is told when the file is written.
        let failed: Mutex<Option<Error>> = Mutex::default();
        let marks = |number: u64| {
            let ordinal = ordinal(number)?;
            let spans = self.spans.at(ordinal).map_or(Ok(Vec::new()), |at| self.spans.of(at));
            let spans = spans.unwrap_or_else(|error| {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                Vec::new()
            });
            let spans: Vec<[u32; 2]> = spans.iter().map(|cut| [cut.span.start, cut.span.end]).collect();
            Some(vec![Some(Mark::Text(json!(spans).to_string()))])
        };
        let columns = [Column { name: COLUMN.into(), kind: MarkKind::Text }];
        let format = documents(listing).format_of(entry)?;
        let given = self.passages.text_field.as_deref().into_iter();
        let usual = Fields::TEXT.into_iter().filter(|_| self.passages.text_field.is_none());
        let fields: Vec<&str> = given.chain(usual).collect();
        let keeps = |_| Fate::Keep;
        let change = match self.passages.giving {
            Giving::Mask if rewrite::can_annotate(format) => {
                Change::Annotate { columns: &columns, marks: &marks }
            }
            Giving::Mask => Change::Drop(&keeps),
            Giving::Cut if any_cut => Change::Cut { fate: &fate, cuts: &cuts, fields: &fields },
            Giving::Cut | Giving::Documents(_) => Change::Drop(&fate),
        };
        let to = self.output.corpus_file(&paths[file]);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(|reason| unwritable(folder, reason))?;
        }
        let rewriting = Rewriting { zstd_level: self.passages.zstd_level, format, temporary: None };
        let is_closed = rows.is_empty() && refused_here.is_empty() && of_file.refused.documents > 0;
        let rewritten = match is_closed {
            true => rewrite::unopened(source, &to)?,
            false => rewrite::rewrite(source, &to, &change, &rewriting)?,
        };
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        if rewritten.documents_kept < of_file.kept.documents {
            let lost = of_file.kept.documents - rewritten.documents_kept;
            return Err(Error::Rewrite {
                place: entry.name.clone(),
                what: format!(
                    "it is damaged where its texts are not: {} cannot be written again",
                    counted(lost, "document")
                ),
                remedy: "get the file again, or leave it out",
            });
        }
        if origin::stamp(entry) != stamps[file] {
            let reason = io::Error::other("it was changed while it was read");
            return Err(Error::Unreadable { place: entry.name.clone(), reason });
        }
        Ok(of_file)
    }

    fn summary(&self, ledger: &PassageLedger) -> Result<(), Error> {
        let path = self.output.file("summary.json");
        let fails = |reason| unwritable(&path, reason);
        let Passages { by, run, cut_at, giving, keeps_longest, options, .. } = self.passages;
        let against: Vec<String> =
            self.corpus.listing.entries[..self.corpus.old_files].iter().map(old_place).collect();
        let options: serde_json::Map<String, serde_json::Value> =
            options.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        let summary = json!({
            "program": PROGRAM,
            "version": env!("CARGO_PKG_VERSION"),
            "by": by.name(),
            "run": run,
            "cut_at": if *by == Repeating::Passages { *cut_at } else { by.boundary() }.name(),
            "giving": match giving {
                Giving::Cut => "cut",
                Giving::Mask => "mask",
                Giving::Documents(_) => "documents",
            },
            "drop_share": match giving {
                Giving::Documents(share) => Some(share),
                Giving::Cut | Giving::Mask => None,
            },
            "keeps_longest": keeps_longest,
            "options": options,
            "against": against,
            "ledger": ledger,
        });
        let mut file = BufWriter::new(fs::File::create_new(&path).map_err(fails)?);
        serde_json::to_writer_pretty(&mut file, &summary).map_err(|error| fails(error.into()))?;
        file.write_all(b"\n").map_err(fails)?;
        let file = file.into_inner().map_err(|error| fails(error.into_error()))?;
        file.sync_all().map_err(fails)
    }
}
