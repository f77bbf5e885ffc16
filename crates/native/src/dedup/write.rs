//! Giving a corpus back: each file again without what is let go, and the lists that say of each document what became of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::json;

use super::super::Error;
use super::super::corpus::{Documents, Entry, Listing, Origin, Position};
use super::super::display::counted;
use super::super::lines;
use super::super::rewrite::{self, Change, Column, Fate, Mark, MarkKind, Rewriting};
use super::super::scan::{Refused, Row};
use super::ledger::{FileLedger, Ledger};
use super::output::{AGAINST, Output, PROGRAM, unwritable};
use super::{Decisions, Dedup, Removal, Stamp, Taken, origin};
use twinprint::resemblance::Overlap;

pub(super) fn give(
    dedup: &Dedup,
    taken: &Taken<'_>,
    decisions: &Decisions,
    output: &Output,
    passed: &mut dyn FnMut(u64),
) -> Result<Ledger, Error> {
    output.begin()?;
    let writer = Writer { dedup, taken, decisions, output };
    let files = GivenFiles {
        listing: taken.listing,
        paths: taken.paths,
        stamps: taken.stamps,
        rows: taken.gathered.catalogue.rows(),
        documents: taken.documents,
        zstd_level: dedup.zstd_level,
        output,
        fates: &writer,
    };
    let mut unread = taken.gathered.refused.iter().peekable();
    let mut ledger = Ledger { alike: decisions.alike.len() as u64, ..Ledger::default() };
    let mut refused = List::begin(output, "refused.jsonl")?;
    for file in taken.old_files..taken.listing.entries.len() {
        let (of_file, wordless) = files.give(file, &mut unread, &mut refused)?;
        ledger.wordless += wordless;
        ledger.take(of_file)?;
        let entry = &taken.listing.entries[file];
        passed(match &entry.origin {
            Origin::File(path) => path.metadata().map_or(0, |file| file.len()),
            _ => 0,
        });
    }
    refused.end()?;
    let mut removed = List::begin(output, "removed.jsonl")?;
    for removal in &decisions.removals {
        removed.push(&writer.removal(removal)?)?;
        ledger.removed_by.add(removal.why);
    }
    if removed.end()? != ledger.whole.removed.documents {
        let what = format!(
            "{} documents were removed, and not as many written down",
            ledger.whole.removed.documents
        );
        return Err(Error::Unbalanced { place: "removed.jsonl".into(), what });
    }
    let mut alike = List::begin(output, "alike.jsonl")?;
    for pair in &decisions.alike {
        let [document, other] = [writer.label(pair.document)?, writer.label(pair.other)?];
        let numbers = Numbers::of(&pair.overlap);
        alike.push(&json!({ "document": document, "alike": other, "numbers": numbers }))?;
    }
    alike.end()?;
    if dedup.annotate {
        writer.annotations()?;
    }
    writer.against()?;
    writer.summary(&ledger)?;
    output.finish()?;
    Ok(ledger)
}

/// The columns that are added where documents are marked: a number for each cluster, the name of the document that is kept of it, how
/// much of the document stands in that one, and whether it is kept.
const COLUMNS: [(&str, MarkKind); 4] = [
    ("dedup_cluster", MarkKind::Whole),
    ("dedup_representative", MarkKind::Text),
    ("dedup_containment", MarkKind::Number),
    ("dedup_kept", MarkKind::Truth),
];

struct Writer<'a> {
    dedup: &'a Dedup,
    taken: &'a Taken<'a>,
    decisions: &'a Decisions,
    output: &'a Output,
}

/// The numbers of what of a file is no document that could be compared.
#[derive(Default)]
struct Uncompared {
    /// What cannot be read.
    refused: Vec<u64>,
    /// What is only without words, with its bytes.
    wordless: BTreeMap<u64, u64>,
}

/// How a document is called in the lists.
#[derive(Serialize)]
struct Label {
    /// Its file in what is given back, or where an old corpus has it.
    file: String,
    /// Its number in the file, from 0: of its line, its record or its row.
    number: u64,
    /// What the corpus calls it.
    id: String,
}

/// How much two documents share.
#[derive(Serialize)]
struct Numbers {
    resemblance: f64,
    containment_in_kept: f64,
    containment_of_kept: f64,
}

impl Numbers {
    fn of(overlap: &Overlap) -> Numbers {
        Numbers {
            resemblance: overlap.resemblance(),
            containment_in_kept: overlap.containment_a(),
            containment_of_kept: overlap.containment_b(),
        }
    }
}

/// A line of removed.jsonl.
#[derive(Serialize)]
struct RemovalLine {
    #[serde(flatten)]
    document: Label,
    kept: Label,
    why: &'static str,
    #[serde(flatten)]
    numbers: Numbers,
    /// The share of its shingles, as often as each occurs, that the kept one has not.
    lost: f64,
    /// Its words that are in no shingle of the kept one.
    new: u32,
    /// The most of them in a row.
    longest_new: u32,
}

/// What becomes of documents, by their ordinals.
pub(in super::super) trait Fates: Sync {
    /// Whether a document is not kept.
    fn is_removed(&self, ordinal: u32) -> bool;

    /// The columns that are added where all documents are given, those that are not kept among them; none where these are left out.
    fn columns(&self) -> Option<Vec<Column>>;

    /// What a document says in them.
    fn marks(&self, ordinal: u32) -> Option<Vec<Option<Mark>>>;
}

impl Fates for Writer<'_> {
    fn is_removed(&self, ordinal: u32) -> bool {
        self.decisions.of(ordinal).is_some()
    }

    fn columns(&self) -> Option<Vec<Column>> {
        let columns = || COLUMNS.map(|(name, kind)| Column { name: name.into(), kind }).into();
        self.dedup.annotate.then(columns)
    }

    fn marks(&self, ordinal: u32) -> Option<Vec<Option<Mark>>> {
        Writer::marks(self, ordinal)
    }
}

/// The files of a corpus that are written again, and what becomes of their documents.
pub(in super::super) struct GivenFiles<'a> {
    pub(in super::super) listing: &'a Listing,
    /// The path of each file in what is given back.
    pub(in super::super) paths: &'a [PathBuf],
    /// The files as they were before they were read.
    pub(in super::super) stamps: &'a [Stamp],
    /// The documents of all files.
    pub(in super::super) rows: &'a [Row],
    pub(in super::super) documents: &'a (dyn Fn(&Listing) -> Documents + Sync),
    pub(in super::super) zstd_level: i32,
    pub(in super::super) output: &'a Output,
    pub(in super::super) fates: &'a dyn Fates,
}

impl GivenFiles<'_> {
    /// Writes a file again, and says what became of its documents, and how many of those that are kept have no words.
    pub(in super::super) fn give(
        &self,
        file: usize,
        unread: &mut Peekable<impl Iterator<Item = Result<Refused, Error>>>,
        list: &mut List,
    ) -> Result<(FileLedger, u64), Error> {
        let GivenFiles { listing, paths, rows, fates, .. } = *self;
        let entry = &listing.entries[file];
        let Origin::File(source) = &entry.origin else {
            return Err(Error::ReadOnce { place: entry.name.clone() });
        };
        let first = rows.partition_point(|row| (row.file as usize) < file);
        let rows = &rows[first..][..rows[first..].partition_point(|row| row.file as usize == file)];
        let mut of_file = FileLedger {
            file: paths[file].to_string_lossy().into_owned(),
            source: absolute(source),
            ..FileLedger::default()
        };
        for (ordinal, row) in (first as u32..).zip(rows) {
            of_file.read.add(row.bytes.into());
            if fates.is_removed(ordinal) {
                of_file.removed.add(row.bytes.into());
            }
        }
        let Uncompared { refused, wordless } = self.refuse(file, unread, list, &mut of_file)?;
        // What was given back, once for each document however often it is asked for.
        let given: Mutex<BTreeMap<u64, u64>> = Mutex::default();
        let count = |number: u64| {
            let found = rows.binary_search_by_key(&number, |row| row.number.into());
            let size = found.ok().map(|at| u64::from(rows[at].bytes)).or(wordless.get(&number).copied());
            if let Some(size) = size {
                given.lock().unwrap_or_else(PoisonError::into_inner).insert(number, size);
            }
        };
        let is_removed = |number: u64| {
            let found = rows.binary_search_by_key(&number, |row| row.number.into());
            found.is_ok_and(|found| fates.is_removed((first + found) as u32))
        };
        let fate = |number: u64| {
            if refused.binary_search(&number).is_ok() || is_removed(number) {
                return Fate::Drop;
            }
            count(number);
            Fate::Keep
        };
        let marks = |number: u64| {
            let found = rows.binary_search_by_key(&number, |row| row.number.into()).ok()?;
            let ordinal = first as u32 + found as u32;
            if !is_removed(number) {
                count(number);
            }
            fates.marks(ordinal)
        };
        let all_kept = |number: u64| {
            if !is_removed(number) {
                count(number);
            }
            Fate::Keep
        };
        let columns = fates.columns();
        let format = (self.documents)(listing).format_of(entry)?;
        let change = match &columns {
            Some(columns) if rewrite::can_annotate(format) => Change::Annotate { columns, marks: &marks },
            Some(_) => Change::Drop(&all_kept),
            None => Change::Drop(&fate),
        };
        let to = self.output.corpus_file(&paths[file]);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder).map_err(|reason| unwritable(folder, reason))?;
        }
        let rewriting = Rewriting { zstd_level: self.zstd_level, format, temporary: None };
        let is_closed = rows.is_empty() && wordless.is_empty() && refused.is_empty();
        let rewritten = match is_closed && of_file.refused.documents > 0 {
            true => rewrite::unopened(source, &to)?,
            false => rewrite::rewrite(source, &to, &change, &rewriting)?,
        };
        let given = given.into_inner().unwrap_or_else(PoisonError::into_inner);
        let expected =
            if columns.is_some() { (rows.len() + wordless.len()) as u64 } else { given.len() as u64 };
        if rewritten.documents_kept < expected {
            let lost = expected - rewritten.documents_kept;
            return Err(Error::Rewrite {
                place: entry.name.clone(),
                what: format!(
                    "it is damaged where its texts are not: {} cannot be written again",
                    counted(lost, "document")
                ),
                remedy: "get the file again, or leave it out",
            });
        }

        if origin::stamp(entry) != self.stamps[file] {
            let reason = io::Error::other("it was changed while it was read");
            return Err(Error::Unreadable { place: entry.name.clone(), reason });
        }
        given.into_values().for_each(|size| of_file.kept.add(size));
        Ok((of_file, wordless.len() as u64))
    }

    /// Writes down what of a file is refused, with its bytes where they can be had. What is only without words is kept.
    fn refuse(
        &self,
        file: usize,
        unread: &mut Peekable<impl Iterator<Item = Result<Refused, Error>>>,
        list: &mut List,
        of_file: &mut FileLedger,
    ) -> Result<Uncompared, Error> {
        let GivenFiles { listing, documents, .. } = *self;
        let mut uncompared = Uncompared::default();
        let mut records = None;
        // Those of an old corpus come before the first file that is given back.
        let is_of_none_after =
            |refused: &Result<Refused, Error>| refused.as_ref().map_or(true, |refused| refused.file <= file);
        while let Some(refused) = unread.next_if(is_of_none_after).transpose()? {
            if refused.file < file {
                continue;
            }
            of_file.read.add(refused.bytes);
            if let (true, Some(number)) = (refused.wordless, refused.number) {
                uncompared.wordless.insert(number, refused.bytes);
                continue;
            }
            of_file.refused.add(refused.bytes);
            uncompared.refused.extend(refused.number);
            let raw = refused.number.and_then(|number| {
                let records = records.get_or_insert_with(|| {
                    documents(listing).skip_to(file, number).into_records().filter_map(Result::ok)
                });
                let position = Position { entry: file, number };
                let found = records.by_ref().find(|record| record.place().position >= position)?;
                (found.place().position == position).then(|| found.bytes().to_vec())
            });
            let (text, hex) = match raw.map(String::from_utf8) {
                Some(Ok(text)) => (Some(text), None),
                Some(Err(error)) => (None, Some(hexadecimal(error.as_bytes()))),
                None => (None, None),
            };
            list.push(&json!({
                "file": of_file.file, "number": refused.number, "place": refused.place, "reason": refused.reason,
                "raw": text, "raw_hex": hex,
            }))?;
        }
        Ok(uncompared)
    }
}

impl Writer<'_> {
    fn label(&self, ordinal: u32) -> Result<Label, Error> {
        let Taken { listing, old_files, paths, gathered, .. } = self.taken;
        let row = gathered.catalogue.row(ordinal);
        let file = row.file as usize;
        let file = match file < *old_files {
            true => old_place(&listing.entries[file]),
            false => paths[file].to_string_lossy().into_owned(),
        };
        Ok(Label { file, number: row.number.into(), id: gathered.catalogue.name(ordinal)? })
    }

    fn removal(&self, removal: &Removal) -> Result<RemovalLine, Error> {
        Ok(RemovalLine {
            document: self.label(removal.document)?,
            kept: self.label(removal.kept)?,
            why: removal.why.name(),
            numbers: Numbers::of(&removal.overlap),
            lost: removal.loss.share(),
            new: removal.loss.new,
            longest_new: removal.loss.longest_new,
        })
    }

    /// What a document says in the columns that are added.
    fn marks(&self, ordinal: u32) -> Option<Vec<Option<Mark>>> {
        let removal = self.decisions.of(ordinal);
        let kept = removal.map_or(ordinal, |removal| removal.kept);
        let containment = removal.map_or(1.0, |removal| removal.overlap.containment_a());
        Some(vec![
            Some(Mark::Whole(kept.into())),
            Some(Mark::Text(self.taken.gathered.catalogue.name(kept).ok()?)),
            Some(Mark::Number(containment)),
            Some(Mark::Truth(removal.is_none())),
        ])
    }

    /// The marks of all documents as a list, since not every format has room for them.
    fn annotations(&self) -> Result<(), Error> {
        let mut list = List::begin(self.output, "annotations.jsonl")?;
        for ordinal in self.taken.old()..self.taken.gathered.catalogue.len() as u32 {
            let removal = self.decisions.of(ordinal);
            let kept = removal.map_or(ordinal, |removal| removal.kept);
            list.push(&json!({
                "document": self.label(ordinal)?,
                "cluster": kept,
                "representative": self.label(kept)?,
                "containment": removal.map_or(1.0, |removal| removal.overlap.containment_a()),
                "kept": removal.is_none(),
            }))?;
        }
        list.end().map(drop)
    }

    /// Those documents of indexes for which others were removed, with their texts: what a program needs to prove the removals that does
    /// not know how an index keeps them. There is no such list where no index was given.
    fn against(&self) -> Result<(), Error> {
        let Taken { listing, old_files, gathered, documents, .. } = self.taken;
        let is_index = |file: usize| matches!(listing.entries[file].origin, Origin::Texts { .. });
        if !(0..*old_files).any(is_index) {
            return Ok(());
        }
        let kept = self.decisions.removals.iter().map(|removal| removal.kept);
        let kept: BTreeSet<Position> = kept
            .map(|kept| gathered.catalogue.row(kept))
            .map(|row| Position { entry: row.file as usize, number: row.number.into() })
            .filter(|position| is_index(position.entry))
            .collect();
        let mut list = List::begin(self.output, AGAINST)?;
        for of_file in Vec::from_iter(kept).chunk_by(|a, b| a.entry == b.entry) {
            let mut of_file = of_file.iter().peekable();
            let Some(&&Position { entry, number }) = of_file.peek() else { continue };
            for document in documents(listing).skip_to(entry, number) {
                let document = document?;
                if of_file.next_if(|&&position| position == document.place.position).is_some() {
                    let Position { number, .. } = document.place.position;
                    let file = old_place(&listing.entries[entry]);
                    list.push(&json!({ "file": file, "number": number, "id": document.name, "text": document.text }))?;
                }
                if of_file.peek().is_none() {
                    break;
                }
            }
        }
        list.end().map(drop)
    }

    fn summary(&self, ledger: &Ledger) -> Result<(), Error> {
        let path = self.output.file("summary.json");
        let fails = |reason| unwritable(&path, reason);
        let old_files = &self.taken.listing.entries[..self.taken.old_files];
        let against: Vec<String> = old_files.iter().map(old_place).collect();
        let options: serde_json::Map<String, serde_json::Value> =
            self.dedup.options.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        let allowance = self.dedup.rule.allowance;
        let summary = json!({
            "program": PROGRAM,
            "version": env!("CARGO_PKG_VERSION"),
            "annotated": self.dedup.annotate,
            "shingle": self.dedup.rule.w,
            "lost_thousandths": allowance.map(|allowance| allowance.lost_thousandths),
            "new_words": allowance.map(|allowance| allowance.new_words),
            "new_run": allowance.map(|allowance| allowance.new_run),
            "options": options,
            "against": against,
            "ledger": ledger,
        });
        let mut file = BufWriter::new(File::create_new(&path).map_err(fails)?);
        serde_json::to_writer_pretty(&mut file, &summary).map_err(|error| fails(error.into()))?;
        file.write_all(b"\n").map_err(fails)?;
        let file = file.into_inner().map_err(|error| fails(error.into_error()))?;
        file.sync_all().map_err(fails)
    }
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Where a file of an old corpus is, or the index that its texts are of.
pub(super) fn old_place(entry: &Entry) -> String {
    match &entry.origin {
        Origin::File(path) | Origin::Texts { index: path, .. } => absolute(path),
        _ => entry.name.clone(),
    }
}

pub(super) fn absolute(path: &Path) -> String {
    path.canonicalize().unwrap_or_else(|_| path.into()).to_string_lossy().into_owned()
}

/// A file of JSON lines that is written.
pub(in super::super) struct List {
    path: std::path::PathBuf,
    file: BufWriter<File>,
    lines: u64,
}

impl List {
    pub(in super::super) fn begin(output: &Output, name: &str) -> Result<List, Error> {
        let path = output.file(name);
        let file = File::create_new(&path).map_err(|reason| unwritable(&path, reason))?;
        Ok(List { path, file: BufWriter::with_capacity(1 << 16, file), lines: 0 })
    }

    pub(in super::super) fn push(&mut self, line: &impl Serialize) -> Result<(), Error> {
        self.lines += 1;
        lines::json(&mut self.file, line)
            .and_then(|()| self.file.write_all(b"\n"))
            .map_err(|reason| unwritable(&self.path, reason))
    }

    /// Brings it to the disk, and says how many lines it has.
    pub(in super::super) fn end(self) -> Result<u64, Error> {
        let List { path, file, lines } = self;
        let file = file.into_inner().map_err(|error| unwritable(&path, error.into_error()))?;
        file.sync_all().map_err(|reason| unwritable(&path, reason))?;
        Ok(lines)
    }
}
