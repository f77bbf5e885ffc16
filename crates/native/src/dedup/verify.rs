//! The proof of a folder that was given: the corpus is read again, and each document is found where the folder says it is.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use serde::Deserialize;

use super::super::Error;
use super::super::blobs::Lists;
use super::super::corpus::{Documents, Entry, Source};
use super::super::scan::{Kept, Reduced, Reducer, Reduction, sequence};
use super::output::{PROGRAM, unwritable};
use super::proof::{
    Beside, Expected, LedgerRead, Place, entries, json, json_lines, not_of_the_corpus, unproven,
};
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
struct RemovedLine {
    #[serde(flatten)]
    document: Place,
    kept: Place,
    why: String,
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
    let removed = json_lines(&folder.join("removed.jsonl"))?.collect::<Result<Vec<RemovedLine>, _>>()?;
    let refused = json_lines(&folder.join("refused.jsonl"))?.collect::<Result<_, _>>()?;
    let sources: HashMap<&str, &str> =
        summary.ledger.files.iter().map(|file| (file.file.as_str(), file.source.as_str())).collect();
    let removals: HashMap<&Place, &RemovedLine> = removed.iter().map(|line| (&line.document, line)).collect();
    if removals.len() != removed.len() {
        return Err(unproven(folder, "a document is removed twice"));
    }
    let proof = Proof {
        summary: &summary,
        removals,
        kept: KeptShingles::read(&removed, &sources, &summary, documents, old, temporary)?,
    };
    let mut reducer = Reducer::new(&reduction(summary.shingle))?;
    let beside =
        Beside { folder, documents, refused, marked: summary.annotated, gives_all: summary.annotated };
    let found = beside.files(&summary.ledger, &mut |file, document| {
        let place = Place { file: file.file.clone(), number: document.place.position.number };
        let Some(removal) = proof.removals.get(&place) else { return Ok(Expected::AsItWas) };
        proof.stands_in_the_kept_one(removal, document, &mut reducer)?;
        Ok(Expected::Removed)
    })?;
    if found.removed != removed.len() as u64 {
        return Err(not_of_the_corpus(folder));
    }
    Ok(Verified { kept: found.kept, removed: found.removed, refused: found.refused })
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
    summary: &'a Summary,
    removals: HashMap<&'a Place, &'a RemovedLine>,
    kept: KeptShingles,
}

impl Proof<'_> {
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
