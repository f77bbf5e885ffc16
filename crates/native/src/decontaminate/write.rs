//! Giving a corpus back without the documents that hold items, and the lists that say why.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;

use super::super::Error;
use super::super::corpus::{Documents, Entry, Listing, Origin};
use super::super::dedup::{
    Fates, FileLedger, GivenFiles, Guard, List, Output, OutputKind, Stamp, unwritable,
};
use super::super::rewrite::{Column, Mark, MarkKind};
use super::count::Counted;
use super::find::Found;
use super::read::Evals;
use twinprint::evals::{EvalIndex, Threshold};

const KIND: OutputKind = OutputKind {
    program: "twinprint decontaminate",
    names: &["corpus", "contaminated.jsonl", "items.jsonl", "refused.jsonl", "summary.json"],
};

/// The folder that a corpus is given back in: neither an input nor above or below one, and nothing in it is replaced that is not of an earlier run,
/// unless `force` says so.
///
/// # Errors
/// [`Error::OutputIsInput`], [`Error::Occupied`], [`Error::Unwritable`].
pub fn output(folder: &Path, operands: &[OsString], entries: &[Entry], force: bool) -> Result<Output, Error> {
    Output::of(&KIND, folder, operands, entries, force)
}

/// How a corpus is given back.
#[derive(Debug, Clone)]
pub struct Decontamination {
    /// What an item must share with a document.
    pub threshold: Threshold,
    /// What stops it before anything is written; none for nothing.
    pub guard: Option<Guard>,
    /// Whether all documents are given, marked, rather than those that hold no item.
    pub annotate: bool,
    /// The level of what is packed by Zstandard, 1 to 22.
    pub zstd_level: i32,
    /// What was asked for, as it is written into the summary.
    pub options: Vec<(String, String)>,
}

/// What became of all documents of a corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Ledger {
    /// The whole.
    #[serde(flatten)]
    pub whole: FileLedger,
    /// How many documents hold items; where documents are marked, these are kept, too.
    pub contaminated: u64,
    /// Those kept documents that have no words to compare.
    pub wordless: u64,
    /// File by file.
    pub files: Vec<FileLedger>,
    /// What of each eval set stands in the corpus.
    pub evals: Vec<EvalAccount>,
}

/// What of an eval set stands in a corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct EvalAccount {
    /// Its file.
    pub file: String,
    /// How many items it has.
    pub items: u64,
    /// How many of them stand in a document.
    pub found: u64,
    /// How many of them say too little, in this corpus, to be found.
    pub too_common: u64,
    /// How many of its objects are no items.
    pub refused: u64,
    /// How many documents hold one of them.
    pub documents: u64,
}

impl Ledger {
    /// The line that says that nothing is lost.
    pub fn line(&self) -> String {
        self.whole.line()
    }
}

/// What stands of eval sets in a corpus: by eval set, and how many documents hold each item.
pub(super) fn accounts(
    evals: &Evals,
    index: &EvalIndex,
    threshold: &Threshold,
    found: &[Found],
) -> (Vec<EvalAccount>, Vec<u64>) {
    let mut accounts: Vec<EvalAccount> = evals
        .files
        .iter()
        .map(|file| EvalAccount {
            file: file.name.clone(),
            items: file.items,
            refused: file.refused,
            ..EvalAccount::default()
        })
        .collect();
    let mut documents = vec![0; evals.items.len()];
    for document in found {
        let mut items: Vec<u32> = document.items.iter().map(|item| item.item).collect();
        items.sort_unstable();
        items.dedup();
        items.iter().for_each(|&item| documents[item as usize] += 1);
        let mut files: Vec<usize> = items.iter().map(|&item| evals.items[item as usize].file).collect();
        files.dedup();
        files.sort_unstable();
        files.dedup();
        files.iter().for_each(|&file| accounts[file].documents += 1);
    }
    for (number, (item, &documents)) in (0..).zip(evals.items.iter().zip(&documents)) {
        let account = &mut accounts[item.file];
        account.found += u64::from(documents > 0);
        account.too_common += u64::from(documents == 0 && !index.is_telling(number, threshold));
    }
    (accounts, documents)
}

/// The columns that are added where documents are marked: whether it holds items, how many, the one with most bits and where it is, how many these are, and the bytes of the
/// text in which items stand, as `[[start,end],..]`.
const COLUMNS: [(&str, MarkKind); 5] = [
    ("contaminated", MarkKind::Truth),
    ("contaminated_items", MarkKind::Whole),
    ("contaminated_by", MarkKind::Text),
    ("contaminated_bits", MarkKind::Whole),
    ("contaminated_spans", MarkKind::Text),
];

struct Marked<'a> {
    evals: &'a Evals,
    found: BTreeMap<u32, &'a Found>,
    annotate: bool,
}

impl Fates for Marked<'_> {
    fn is_removed(&self, ordinal: u32) -> bool {
        !self.annotate && self.found.contains_key(&ordinal)
    }

    fn columns(&self) -> Option<Vec<Column>> {
        let columns = || COLUMNS.map(|(name, kind)| Column { name: name.into(), kind }).into();
        self.annotate.then(columns)
    }

    fn marks(&self, ordinal: u32) -> Option<Vec<Option<Mark>>> {
        let found = self.found.get(&ordinal);
        let best = found.and_then(|found| found.best());
        let spans = |found: &Found| {
            let spans: Vec<String> =
                found.spans().iter().map(|span| format!("[{},{}]", span.start, span.end)).collect();
            format!("[{}]", spans.join(","))
        };
        Some(vec![
            Some(Mark::Truth(found.is_some())),
            Some(Mark::Whole(found.map_or(0, |found| found.items.len() as u64))),
            best.map(|best| Mark::Text(called(self.evals, best.item))),
            best.map(|best| Mark::Whole(best.bits.into())),
            found.map(|found| Mark::Text(spans(found))),
        ])
    }
}

/// What an item is called among those of all eval sets.
fn called(evals: &Evals, item: u32) -> String {
    let item = &evals.items[item as usize];
    format!("{}: {}", evals.files[item.file].name, item.id)
}

/// A corpus that was read, and where it is.
pub struct Taken<'a> {
    /// The files.
    pub listing: &'a Listing,
    /// The path of each in what is given back; see [`relative_paths`](super::super::dedup::relative_paths).
    pub paths: &'a [PathBuf],
    /// The files as they were before they were read; see [`stamps`](super::super::dedup::stamps).
    pub stamps: &'a [Stamp],
    /// How files are read.
    pub documents: &'a (dyn Fn(&Listing) -> Documents + Sync),
    /// The documents.
    pub counted: &'a Counted,
    /// The eval sets.
    pub evals: &'a Evals,
    /// The same, weighed by the corpus.
    pub index: &'a EvalIndex,
}

impl Decontamination {
    /// Makes sure that no file loses more than the guard allows.
    ///
    /// # Errors
    /// [`Error::Guard`].
    pub fn check(&self, taken: &Taken<'_>, found: &[Found]) -> Result<(), Error> {
        let Some(guard) = self.guard.filter(|_| !self.annotate) else { return Ok(()) };
        let of_file = |file: usize| {
            let rows = &taken.counted.rows;
            let end = |file: usize| rows.partition_point(|row| (row.file as usize) < file);
            (end(file + 1) - end(file)) as u64
        };
        for documents in found.chunk_by(|a, b| a.place.position.entry == b.place.position.entry) {
            let file = documents[0].place.position.entry;
            let name = || Ok(taken.listing.entries[file].name.clone());
            guard.check_part(name, documents.len() as u64, of_file(file))?;
        }
        guard.check_part(|| Ok("the corpus".into()), found.len() as u64, taken.counted.rows.len() as u64)
    }

    /// Gives the corpus back: into the folder of `output`, which appears when all of it is on the disk. `passed` is called with the
    /// bytes of each file that was written.
    ///
    /// # Errors
    /// [`Error::Unbalanced`] if what is counted does not add up; [`Error::Unreadable`] and [`Error::Unwritable`]. Then the folder is as it was.
    pub fn give(
        &self,
        taken: &Taken<'_>,
        found: &[Found],
        output: &Output,
        passed: &mut dyn FnMut(u64),
    ) -> Result<Ledger, Error> {
        output.begin()?;
        let Taken { listing, counted, evals, .. } = *taken;
        let by_ordinal = found.iter().map(|found| (found.ordinal, found)).collect();
        let marked = Marked { evals, found: by_ordinal, annotate: self.annotate };
        let files = GivenFiles {
            listing,
            paths: taken.paths,
            stamps: taken.stamps,
            rows: &counted.rows,
            documents: taken.documents,
            zstd_level: self.zstd_level,
            output,
            fates: &marked,
        };
        let mut ledger = Ledger { contaminated: found.len() as u64, ..Ledger::default() };
        let mut unread = counted.refused.iter().peekable();
        let mut refused = List::begin(output, "refused.jsonl")?;
        for (file, entry) in listing.entries.iter().enumerate() {
            let (of_file, wordless) = files.give(file, &mut unread, &mut refused)?;
            of_file.check()?;
            ledger.whole.add(&of_file);
            ledger.wordless += wordless;
            ledger.files.push(of_file);
            passed(match &entry.origin {
                Origin::File(path) => path.metadata().map_or(0, |file| file.len()),
                _ => 0,
            });
        }
        refused.end()?;
        let removed = if self.annotate { 0 } else { found.len() as u64 };
        if ledger.whole.removed.documents != removed {
            let what = format!(
                "{} documents were removed, and {removed} hold items",
                ledger.whole.removed.documents
            );
            return Err(Error::Unbalanced { place: "contaminated.jsonl".into(), what });
        }
        self.list(taken, found, output)?;
        let (accounts, documents) = accounts(evals, taken.index, &self.threshold, found);
        ledger.evals = accounts;
        self.items(taken, &documents, output)?;
        self.summary(taken, &ledger, output)?;
        output.finish()?;
        Ok(ledger)
    }

    /// The documents that hold items, a line each.
    fn list(&self, taken: &Taken<'_>, found: &[Found], output: &Output) -> Result<(), Error> {
        let mut list = List::begin(output, "contaminated.jsonl")?;
        for document in found {
            let position = document.place.position;
            list.push(&json!({
                "file": taken.paths[position.entry].to_string_lossy(),
                "number": position.number,
                "id": document.name,
                "items": lines(taken.evals, document),
            }))?;
        }
        list.end().map(drop)
    }

    /// All items, a line each, with how many documents hold it; then what is none.
    fn items(&self, taken: &Taken<'_>, documents: &[u64], output: &Output) -> Result<(), Error> {
        let Taken { evals, index, .. } = *taken;
        let mut list = List::begin(output, "items.jsonl")?;
        for (number, (item, documents)) in (0..).zip(evals.items.iter().zip(documents)) {
            list.push(&json!({
                "eval": evals.files[item.file].name,
                "number": item.number,
                "id": item.id,
                "documents": documents,
                "too_common": !index.is_telling(number, &self.threshold),
            }))?;
        }
        for refused in &evals.refused {
            list.push(&json!({
                "eval": evals.files[refused.file].name,
                "number": refused.number,
                "refused": refused.reason,
            }))?;
        }
        list.end().map(drop)
    }

    fn summary(&self, taken: &Taken<'_>, ledger: &Ledger, output: &Output) -> Result<(), Error> {
        let path = output.file("summary.json");
        let fails = |reason| unwritable(&path, reason);
        let options: serde_json::Map<String, serde_json::Value> =
            self.options.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        let summary = json!({
            "program": KIND.program,
            "version": env!("CARGO_PKG_VERSION"),
            "annotated": self.annotate,
            "bits": self.threshold.bits,
            "share": f64::from(self.threshold.share_thousandths) / 1000.0,
            "options": options,
            "words": taken.counted.words(),
            "ledger": ledger,
        });
        let mut file = BufWriter::new(File::create_new(&path).map_err(fails)?);
        serde_json::to_writer_pretty(&mut file, &summary).map_err(|error| fails(error.into()))?;
        file.write_all(b"\n").map_err(fails)?;
        let file = file.into_inner().map_err(|error| fails(error.into_error()))?;
        file.sync_all().map_err(fails)
    }
}

/// The items of a document as programs read them: each with its eval set, its number there and what that calls it.
pub(super) fn lines(evals: &Evals, document: &Found) -> serde_json::Value {
    let line = |found: &super::FoundItem| {
        let item = &evals.items[found.item as usize];
        let mut line = json!({ "eval": evals.files[item.file].name, "number": item.number, "id": item.id });
        if let (Some(line), Ok(serde_json::Value::Object(of_item))) =
            (line.as_object_mut(), serde_json::to_value(found))
        {
            line.extend(of_item);
        }
        line
    };
    document.items.iter().map(line).collect()
}
