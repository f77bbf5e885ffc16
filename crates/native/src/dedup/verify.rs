//! The proof of a folder that was given: the corpus is read again, and each document is found where the folder says it is.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::super::Error;
use super::super::blobs::Lists;
use super::super::corpus::{Documents, Entry, Origin, Source};
use super::super::scan::{Kept, Reduced, Reducer, Reduction, sequence};
use super::output::{PROGRAM, unwritable};
use twinprint::loss::{Allowance, Loss};

/// What was proven.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Verified {
    /// Documents that are in the folder as they are in the corpus.
    pub kept: u64,
    /// Documents that stand in the one that is kept for them.
    pub removed: u64,
    /// What cannot be read as a document, and is listed.
    pub refused: u64,
}

#[derive(Deserialize)]
struct Summary {
    program: String,
    annotated: bool,
    shingle: u32,
    lost_thousandths: Option<u32>,
    new_words: Option<u32>,
    new_run: Option<u32>,
    ledger: LedgerRead,
}

#[derive(Deserialize)]
pub(super) struct LedgerRead {
    pub(super) files: Vec<FileRead>,
}

#[derive(Deserialize)]
pub(super) struct FileRead {
    pub(super) file: String,
    pub(super) source: String,
    pub(super) read: CountRead,
    pub(super) kept: CountRead,
    /// Where passages are removed.
    #[serde(default)]
    pub(super) cut: CountRead,
    pub(super) removed: CountRead,
    pub(super) refused: CountRead,
}

#[derive(Default, Deserialize)]
pub(super) struct CountRead {
    pub(super) documents: u64,
}

/// Where a document is: its file and its number there.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) file: String,
    pub(super) number: u64,
}

#[derive(Deserialize)]
struct RemovedLine {
    #[serde(flatten)]
    document: Place,
    kept: Place,
    why: String,
}

#[derive(Deserialize)]
pub(super) struct RefusedLine {
    pub(super) file: String,
}

/// Proves that every document of the corpus from which a folder was made is in it, or stands in one that is, or is listed as refused.
/// `documents` reads files as they were read, `old` says how what is no file of the corpus is read that others were removed for, a file
/// or an index; `temporary` is a folder for shingles.
///
/// # Errors
/// [`Error::Unproven`] for the first thing that is not so; [`Error::Unreadable`].
pub fn verify(
    folder: &Path,
    documents: &dyn Fn(Vec<Entry>) -> Documents,
    old: &dyn Fn(&Path) -> Result<Entry, Error>,
    temporary: &Path,
) -> Result<Verified, Error> {
    let summary: Summary = json(&folder.join("summary.json"))?;
    if summary.program != PROGRAM {
        return Err(unproven(folder, "its summary is of another program"));
    }
    let removed: Vec<RemovedLine> = json_lines(&folder.join("removed.jsonl"))?;
    let refused: Vec<RefusedLine> = json_lines(&folder.join("refused.jsonl"))?;
    let sources: HashMap<&str, &str> =
        summary.ledger.files.iter().map(|file| (file.file.as_str(), file.source.as_str())).collect();
    let removals: HashMap<&Place, &RemovedLine> = removed.iter().map(|line| (&line.document, line)).collect();
    if removals.len() != removed.len() {
        return Err(unproven(folder, "a document is removed twice"));
    }
    let proof = Proof {
        folder,
        documents,
        summary: &summary,
        removals,
        kept: KeptShingles::read(&removed, &sources, &summary, documents, old, temporary)?,
    };
    let mut verified = Verified::default();
    for file in &summary.ledger.files {
        let listed = refused.iter().filter(|line| line.file == file.file).count() as u64;
        let of_file = proof.file(file, listed)?;
        verified.kept += of_file.kept;
        verified.removed += of_file.removed;
        verified.refused += of_file.refused;
    }
    if verified.removed != removed.len() as u64 || verified.refused != refused.len() as u64 {
        return Err(unproven(folder, "documents are listed that are not in the corpus"));
    }
    Ok(verified)
}

/// What was asked for when a folder was made, as its summary says: see [`Dedup::options`](super::Dedup::options).
///
/// # Errors
/// [`Error::Unproven`] for what is no such folder; [`Error::Unreadable`].
pub fn options_of(folder: &Path) -> Result<BTreeMap<String, String>, Error> {
    #[derive(Deserialize)]
    struct Options {
        options: BTreeMap<String, String>,
    }
    json(&folder.join("summary.json")).map(|Options { options }| options)
}

struct Proof<'a> {
    folder: &'a Path,
    documents: &'a dyn Fn(Vec<Entry>) -> Documents,
    summary: &'a Summary,
    removals: HashMap<&'a Place, &'a RemovedLine>,
    kept: KeptShingles,
}

impl Proof<'_> {
    /// Proves a file, document by document.
    fn file(&self, file: &FileRead, listed: u64) -> Result<Verified, Error> {
        let source = Path::new(&file.source);
        let wrong = |what: String| Error::Unproven { place: file.source.clone(), what };
        let given_path = self.folder.join("corpus").join(&file.file);
        let given = match given_path.is_file() {
            // As the source is read: one that lost all its lines begins like nothing.
            true => {
                let format =
                    entries(source).first().and_then(|of| (self.documents)(Vec::new()).format_of(of).ok());
                Some((self.documents)(entries(&given_path)).with_format(format).keeping_raw(true))
            }
            false => None,
        };
        let mut unreadable_given = 0;
        let mut given = given.into_iter().flatten().filter_map(|document| match document {
            Ok(document) => Some(document),
            Err(_) => {
                unreadable_given += 1;
                None
            }
        });
        let mut reducer = Reducer::new(&reduction(self.summary.shingle))?;
        let mut verified = Verified { refused: listed, ..Verified::default() };
        let mut unreadable = 0;
        for document in (self.documents)(entries(source)).keeping_raw(true) {
            let Ok(document) = document else {
                unreadable += 1;
                continue;
            };
            let place = Place { file: file.file.clone(), number: document.place.position.number };
            let removal = self.removals.get(&place);
            if let Some(removal) = removal {
                self.stands_in_the_kept_one(removal, &document, &mut reducer)?;
                verified.removed += 1;
            }
            if removal.is_none() || self.summary.annotated {
                let same = given.next().is_some_and(|given| self.is_same(&document, &given));
                if !same {
                    return Err(wrong(format!("{} is not in the folder as it is here", document.place)));
                }
                verified.kept += u64::from(removal.is_none());
            }
        }
        if let Some(more) = given.next() {
            return Err(wrong(format!("{} of the folder is not in it", more.place)));
        }
        drop(given);
        if unreadable > listed + unreadable_given {
            return Err(wrong(format!(
                "{unreadable} of it cannot be read, and not as many are listed as refused"
            )));
        }
        let FileRead { read, kept, removed, refused, .. } = file;
        let found = (verified.removed, verified.refused);
        if (removed.documents, refused.documents) != found
            || kept.documents + removed.documents + refused.documents != read.documents
            || kept.documents < verified.kept
        {
            return Err(wrong("its numbers in the summary do not add up".into()));
        }
        Ok(verified)
    }

    /// Whether a document is given as it was: its bytes, where it has some of its own, else its text.
    fn is_same(&self, document: &Source, given: &Source) -> bool {
        match (&document.raw, &given.raw) {
            (Some(raw), Some(given)) if !self.summary.annotated && !raw.is_empty() => raw == given,
            _ => document.text == given.text,
        }
    }

    fn stands_in_the_kept_one(
        &self,
        removal: &RemovedLine,
        document: &Source,
        reducer: &mut Reducer,
    ) -> Result<(), Error> {
        let wrong = |what: &str| Error::Unproven { place: document.place.to_string(), what: what.into() };
        if self.removals.contains_key(&removal.kept) {
            return Err(wrong("it is removed for a document that is removed itself"));
        }
        let own = reducer.reduce(&document.document())?;
        let kept = self
            .kept
            .of(&removal.kept)?
            .ok_or_else(|| wrong("the document that is kept for it is not there"))?;
        let has = |place: u32| kept.binary_search(&own.shingles[place as usize]).is_ok();
        let loss = Loss::of(sequence::places(&own.value).map(has), own.words, self.summary.shingle);
        let allowed = match (&*removal.why, self.summary.lost_thousandths) {
            ("exact", _) => loss.lost == 0,
            ("contained", Some(thousandths)) => {
                let Summary { new_words, new_run, .. } = self.summary;
                Allowance::default()
                    .with_lost_thousandths(thousandths)
                    .with_new_words(new_words.unwrap_or(0))
                    .with_new_run(new_run.unwrap_or(0))
                    .permits(&loss)
            }
            ("alike", _) => true,
            _ => false,
        };
        match allowed {
            true => Ok(()),
            false => Err(wrong(&format!(
                "{} of its {} shingles are not in the document that is kept for it, and {} words are new, {} of them in a row",
                loss.lost, loss.shingles, loss.new, loss.longest_new
            ))),
        }
    }
}

/// The shingles of the documents that are kept for others.
struct KeptShingles {
    numbers: HashMap<Place, usize>,
    lists: Lists,
}

impl KeptShingles {
    fn read(
        removed: &[RemovedLine],
        sources: &HashMap<&str, &str>,
        summary: &Summary,
        documents: &dyn Fn(Vec<Entry>) -> Documents,
        old: &dyn Fn(&Path) -> Result<Entry, Error>,
        temporary: &Path,
    ) -> Result<KeptShingles, Error> {
        let mut wanted: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
        for line in removed {
            wanted.entry(&line.kept.file).or_default().insert(line.kept.number);
        }
        let mut lists = Lists::temporary(temporary).map_err(|error| match error {
            Error::Unwritable { reason, .. } => unwritable(temporary, reason),
            error => error,
        })?;
        let mut numbers = HashMap::new();
        let mut reducer = Reducer::new(&reduction(summary.shingle))?;
        for (file, wanted) in wanted {
            // What is not of the corpus is of an old one, and named by where it is.
            let entries = match sources.get(file) {
                Some(source) => entries(Path::new(source)),
                None => vec![old(Path::new(file))?],
            };
            for document in documents(entries).flatten() {
                let number = document.place.position.number;
                if wanted.contains(&number) {
                    let Reduced { shingles, .. } = reducer.reduce(&document.document())?;
                    numbers.insert(Place { file: file.into(), number }, lists.push(&shingles)?);
                }
            }
        }
        Ok(KeptShingles { numbers, lists })
    }

    fn of(&self, place: &Place) -> Result<Option<Vec<u64>>, Error> {
        let Some(&number) = self.numbers.get(place) else { return Ok(None) };
        let (mut shingles, mut scratch) = (Vec::new(), Vec::new());
        self.lists.read(number..number + 1, &mut shingles, &mut scratch)?;
        Ok(Some(shingles))
    }
}

/// What documents are reduced to: their shingles, and how these follow one another.
fn reduction(w: u32) -> Reduction {
    Reduction::to_shingles(w as usize, Kept::Sequence)
}

pub(super) fn entries(path: &Path) -> Vec<Entry> {
    vec![Entry { name: path.to_string_lossy().into_owned(), origin: Origin::File(path.into()) }]
}

pub(super) fn json<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let file = File::open(path).map_err(|reason| unreadable(path, reason))?;
    serde_json::from_reader(BufReader::new(file)).map_err(|error| unproven(path, &error.to_string()))
}

pub(super) fn json_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Error> {
    let file = File::open(path).map_err(|reason| unreadable(path, reason))?;
    let mut values = Vec::new();
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|reason| unreadable(path, reason))?;
        values.push(serde_json::from_str(&line).map_err(|error| unproven(path, &error.to_string()))?);
    }
    Ok(values)
}

pub(super) fn unreadable(path: &Path, reason: std::io::Error) -> Error {
    Error::Unreadable { place: path.to_string_lossy().into_owned(), reason }
}

pub(super) fn unproven(path: &Path, what: &str) -> Error {
    Error::Unproven { place: path.to_string_lossy().into_owned(), what: what.into() }
}
