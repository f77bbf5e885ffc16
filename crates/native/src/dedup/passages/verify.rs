//! The proof of a folder that was given without its repeated passages: the corpus is read again, each document is found as its line says,
//! and each word that is cut is found where the line says that it stands besides. Words are compared themselves, not their hashes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;

use super::super::super::Error;
use super::super::super::blobs::{Blobs, Lists};
use super::super::super::corpus::{Documents, Entry, Source};
use super::super::output::{PROGRAM, unwritable};
use super::super::proof::{
    Beside, Expected, LedgerRead, Place, entries, json, json_lines, not_of_the_corpus, unproven,
};
use super::Repeating;
use super::elements::{Elements, Placed};
use super::give::union;
use twinprint::text::cut::{Boundary, cuts, without};

/// What was proven.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Proven {
    /// Documents that are in the folder as they are in the corpus.
    pub kept: u64,
    /// Documents that are in the folder without words that stand earlier in the corpus.
    pub cut: u64,
    /// Documents that are not in the folder, as what of them would be too little.
    pub removed: u64,
    /// What cannot be read as a document, and is listed.
    pub refused: u64,
    /// Words that stand earlier in the corpus, as was found.
    pub words: u64,
}

#[derive(Deserialize)]
struct Summary {
    program: String,
    by: String,
    run: usize,
    cut_at: String,
    giving: String,
    drop_share: Option<f64>,
    keeps_longest: bool,
    ledger: LedgerRead,
}

#[derive(Deserialize)]
struct Line {
    #[serde(flatten)]
    place: Place,
    removed: bool,
    spans: Vec<[u32; 2]>,
    repeated: Vec<Repeated>,
}

#[derive(Deserialize)]
struct Repeated {
    at: usize,
    length: usize,
    from: From,
}

#[derive(Deserialize)]
struct From {
    #[serde(flatten)]
    place: Place,
    at: usize,
}

/// Proves of a folder that every document of the corpus is in it as it was but for words that stand earlier in the corpus. `documents`
/// reads files as they were read, `old` says how what is no file of the corpus is read; `temporary` is a folder for words.
///
/// # Errors
/// [`Error::Unproven`] for the first thing that is not so; [`Error::Unreadable`].
pub fn verify(
    folder: &Path,
    documents: &dyn Fn(Vec<Entry>) -> Documents,
    old: &dyn Fn(&Path) -> Result<Entry, Error>,
    temporary: &Path,
) -> Result<Proven, Error> {
    let summary: Summary = json(&folder.join("summary.json"))?;
    let by = Repeating::from_name(&summary.by).filter(|_| summary.program == PROGRAM);
    let by = by.ok_or_else(|| unproven(folder, "its summary is of another program"))?;
    let boundary = Boundary::from_name(&summary.cut_at);
    let boundary = boundary.ok_or_else(|| unproven(folder, "its texts are cut at nothing that is known"))?;
    let refused = json_lines(&folder.join("refused.jsonl"))?.collect::<Result<_, _>>()?;
    let mut proof = Proof {
        summary: &summary,
        boundary,
        by,
        words: Words::read(folder, &summary, by, documents, old, temporary)?,
        elements: Elements::new(by, summary.run)?.with_words(),
        found: 0,
    };
    let mut lines = lines(folder)?.peekable();
    let beside = Beside { folder, documents, refused, marked: summary.giving == "mask", gives_all: false };
    let found = beside.files(&summary.ledger, &mut |file, document| {
        let number = document.place.position.number;
        let is_of_it = |line: &Result<Line, Error>| {
            line.as_ref().map_or(true, |line| line.place.file == file.file && line.place.number == number)
        };
        match lines.next_if(is_of_it).transpose()? {
            Some(line) => proof.document(document, &line),
            None => Ok(Expected::AsItWas),
        }
    })?;
    if lines.next().transpose()?.is_some() {
        return Err(not_of_the_corpus(folder));
    }
    let words = proof.found;
    Ok(Proven { kept: found.kept, cut: found.cut, removed: found.removed, refused: found.refused, words })
}

struct Proof<'a> {
    summary: &'a Summary,
    boundary: Boundary,
    by: Repeating,
    words: Words,
    elements: Elements,
    /// How many words stand earlier in the corpus, as was found.
    found: u64,
}

impl Proof<'_> {
    /// Proves what is said of a document, and says what of it is to be in the folder.
    fn document(&mut self, document: &Source, line: &Line) -> Result<Expected, Error> {
        let wrong = |what: &str| Error::Unproven { place: document.place.to_string(), what: what.into() };
        let placed = self.elements.placed(document)?;
        let mut repeated: Vec<Range<usize>> = Vec::new();
        let mut counted: Vec<Range<usize>> = Vec::new();
        for run in &line.repeated {
            let elements = run.at..run.at.saturating_add(run.length);
            let words =
                placed.words(elements.clone()).ok_or_else(|| wrong("it has fewer words than is said"))?;
            if self.by == Repeating::Passages && run.length < self.summary.run {
                return Err(wrong("a run of it is shorter than was asked for"));
            }
            if !self.comes_first(line, run, &placed)? {
                return Err(wrong("a run of it does not stand earlier where that is said"));
            }
            if !self.words.are(&run.from, run.length, &placed, words.clone())? {
                return Err(wrong("a run of it has not the words that are said to stand earlier"));
            }
            if run.from.place != line.place && !self.words.is_removed(&run.from.place) {
                counted.push(elements);
            }
            repeated.push(words);
        }
        let repeated = union(repeated.into_iter());
        self.found += repeated.iter().map(|run| run.len() as u64).sum::<u64>();
        let spans = placed.spans().iter().map(|&span| placed.reading.source(span));
        let (mut runs, mut marks) = (repeated.iter().peekable(), line.spans.iter().peekable());
        let mut is_left = false;
        for (word, span) in spans.enumerate() {
            while runs.next_if(|run| run.end <= word).is_some() {}
            while marks.next_if(|mark| mark[1] <= span.start).is_some() {}
            let goes = marks.peek().is_some_and(|mark| mark[0] < span.end);
            if goes && !runs.peek().is_some_and(|run| run.contains(&word)) {
                return Err(wrong("a word of it is cut that does not stand earlier"));
            }
            is_left |= !goes;
        }
        match (&*self.summary.giving, self.summary.drop_share) {
            ("cut", _) if line.removed != is_left => {
                let cuts = cuts(&document.text, placed.spans(), &repeated, self.boundary)?;
                let are_those =
                    cuts.iter().map(|cut| [cut.span.start, cut.span.end]).eq(line.spans.iter().copied());
                if !are_those {
                    return Err(wrong("it is cut elsewhere than where its words stand earlier"));
                }
                Ok(match (line.removed, cuts.is_empty()) {
                    (true, _) => Expected::Removed,
                    (false, true) => Expected::AsItWas,
                    (false, false) => Expected::Cut(without(&document.text, &cuts)),
                })
            }
            ("mask", _) if !line.removed => Ok(Expected::AsItWas),
            ("documents", Some(share)) => {
                let elements = placed.starts().map_or(placed.spans().len(), |starts| starts.len() - 1);
                let counted: usize = union(counted.into_iter()).iter().map(ExactSizeIterator::len).sum();
                match (line.removed, counted as f64 > share * elements as f64) {
                    (true, true) => Ok(Expected::Removed),
                    (false, _) => Ok(Expected::AsItWas),
                    (true, false) => {
                        Err(wrong("it is removed, and less of it stands in what is kept than was asked for"))
                    }
                }
            }
            _ => Err(wrong("it is said to be removed, and is not, or the other way round")),
        }
    }

    /// Whether what is said to stand earlier does.
    fn comes_first(&self, line: &Line, run: &Repeated, placed: &Placed) -> Result<bool, Error> {
        let Some(order) = self.words.order(&run.from.place) else { return Ok(false) };
        let Some(own_file) = self.words.file(&line.place.file) else { return Ok(false) };
        if run.from.place == line.place {
            return Ok(run.from.at < run.at);
        }
        let Order { file, words } = order;
        let Some(file) = file else { return Ok(true) };
        let longer = |words: u64| if self.summary.keeps_longest { u64::MAX - words } else { 0 };
        let own = (longer(placed.spans().len() as u64), own_file, line.place.number);
        Ok((longer(words), file, run.from.place.number) < own)
    }
}

/// Where a document is among those that passages stay in.
#[derive(Clone, Copy)]
struct Order {
    /// Its file; none for one of the old corpus.
    file: Option<usize>,
    /// How many words it has.
    words: u64,
}

/// The words of the documents in which passages stay.
struct Words {
    files: HashMap<String, usize>,
    numbers: HashMap<Place, usize>,
    removed: BTreeSet<Place>,
    orders: Vec<Order>,
    /// The words of each, each with a space behind it; where each ends; and before which word each element begins.
    texts: Blobs,
    ends: Lists,
    starts: Lists,
    /// The document that was read last.
    last: Option<LastRead>,
}

struct LastRead {
    number: usize,
    text: Vec<u8>,
    ends: Vec<u64>,
    starts: Vec<u64>,
}

impl Words {
    fn read(
        folder: &Path,
        summary: &Summary,
        by: Repeating,
        documents: &dyn Fn(Vec<Entry>) -> Documents,
        old: &dyn Fn(&Path) -> Result<Entry, Error>,
        temporary: &Path,
    ) -> Result<Words, Error> {
        let (mut wanted, mut removed) = (BTreeMap::<String, BTreeSet<u64>>::new(), BTreeSet::new());
        for line in lines(folder)? {
            let line = line?;
            if line.removed {
                removed.insert(line.place.clone());
            }
            for run in line.repeated {
                let Place { file, number } = run.from.place;
                wanted.entry(file).or_default().insert(number);
            }
        }
        let files = summary.ledger.files.iter().enumerate();
        let files: HashMap<String, usize> = files.map(|(at, file)| (file.file.clone(), at)).collect();
        let file = tempfile::tempfile_in(temporary).map_err(|reason| unwritable(temporary, reason))?;
        let mut words = Words {
            files,
            numbers: HashMap::new(),
            removed,
            orders: Vec::new(),
            texts: Blobs::new(file, temporary.to_string_lossy()),
            ends: Lists::temporary(temporary)?,
            starts: Lists::temporary(temporary)?,
            last: None,
        };
        let mut elements = Elements::new(by, summary.run)?.with_words();
        for (name, wanted) in wanted {
            let file = words.file(&name);
            let entries = match file {
                Some(at) => entries(Path::new(&summary.ledger.files[at].source)),
                // What is not of the corpus is of an old one, and named by where it is.
                None => vec![old(Path::new(&name))?],
            };
            for document in documents(entries).flatten() {
                let number = document.place.position.number;
                if wanted.contains(&number) {
                    let placed = elements.placed(&document)?;
                    let (text, ends) = placed.reading.joined_words();
                    words.numbers.insert(Place { file: name.clone(), number }, words.orders.len());
                    words.orders.push(Order { file, words: ends.len() as u64 });
                    words.texts.push(text.as_bytes())?;
                    words.ends.push(&ends.iter().map(|&end| end.into()).collect::<Vec<u64>>())?;
                    words.starts.push(&placed.starts().unwrap_or_default())?;
                }
            }
        }
        Ok(words)
    }

    /// The place of a file of the corpus among all.
    fn file(&self, name: &str) -> Option<usize> {
        self.files.get(name).copied()
    }

    fn order(&self, place: &Place) -> Option<Order> {
        Some(self.orders[*self.numbers.get(place)?])
    }

    fn is_removed(&self, place: &Place) -> bool {
        self.removed.contains(place)
    }

    /// Whether some elements have the words of a document.
    fn are(
        &mut self,
        from: &From,
        length: usize,
        document: &Placed,
        words: Range<usize>,
    ) -> Result<bool, Error> {
        let Some(&number) = self.numbers.get(&from.place) else { return Ok(false) };
        if self.last.as_ref().is_none_or(|last| last.number != number) {
            let (mut text, mut ends, mut starts, mut scratch) =
                (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            self.texts.read(number..number + 1, &mut text)?;
            self.ends.read(number..number + 1, &mut ends, &mut scratch)?;
            self.starts.read(number..number + 1, &mut starts, &mut scratch)?;
            self.last = Some(LastRead { number, text, ends, starts });
        }
        let Some(LastRead { text, ends, starts, .. }) = &self.last else { return Ok(false) };
        let behind = from.at.saturating_add(length);
        let of_source = match starts.is_empty() {
            true => from.at..behind,
            false => match (starts.get(from.at), starts.get(behind)) {
                (Some(&start), Some(&end)) => start as usize..end as usize,
                _ => return Ok(false),
            },
        };
        let (own, own_ends) = document.reading.joined_words();
        let own_ends = |word: usize| own_ends.get(word).map(|&end| end as usize);
        let of_document = between(own.as_bytes(), words, own_ends);
        let of_source = between(text, of_source, |word| ends.get(word).map(|&end| end as usize));
        Ok(of_document.is_some() && of_document == of_source)
    }
}

/// Some of joined words, given where each ends.
fn between(text: &[u8], words: Range<usize>, end_of: impl Fn(usize) -> Option<usize>) -> Option<&[u8]> {
    let start = match words.start.checked_sub(1) {
        Some(before) => end_of(before)? + 1,
        None => 0,
    };
    text.get(start..end_of(words.end.checked_sub(1)?)?)
}

/// What is said of each document that has something that is repeated.
fn lines(folder: &Path) -> Result<impl Iterator<Item = Result<Line, Error>> + use<>, Error> {
    json_lines(&folder.join("passages.jsonl"))
}
