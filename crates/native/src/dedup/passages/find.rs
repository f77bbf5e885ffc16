//! Which runs of a corpus stand in it earlier, and where.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::sync::atomic::Ordering;

use super::super::super::Error;
use super::super::super::blobs::{Blobs, Lists};
use super::super::super::corpus::{Batch, FileFormat, Listing, Position, RawRecord, Source, Unit, in_shares};
use super::super::super::display::count;
use super::super::super::overlap::Workspace;
use super::super::super::rewrite;
use super::super::super::scan::{Refused, Skipped};
use super::super::super::sort::{Repeats, Sorted, Sorter};
use super::super::Guard;
use super::elements::{Compared, Elements};
use super::{Corpus, Passages, Repeating, Step, Watch};
use twinprint::repeats;
use twinprint::text::Format;

/// The bits of a place in a sorted record that say how many runs begin there, one behind the other.
const COUNT_BITS: u32 = 16;
/// How many places of the same words are held to see which comes first, before they are let go for the first so far.
const HELD: usize = 4096;

/// A document that was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Document {
    /// How many elements are before it in the corpus.
    pub(super) begin: u64,
    /// How many it has.
    pub(super) elements: u32,
    /// How many words it has.
    pub(super) words: u32,
    /// How long its text is.
    pub(super) bytes: u32,
    /// Its file.
    pub(super) file: u32,
    /// Its number in the file.
    pub(super) number: u32,
    /// Whether something can be cut out of its text.
    pub(super) is_cuttable: bool,
}

impl Document {
    pub(super) fn position(&self) -> Position {
        Position { entry: self.file as usize, number: self.number.into() }
    }
}

/// Elements of a document that follow one another, and the same further ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The first of them in the document.
    pub(super) first: u32,
    /// How many.
    pub(super) elements: u32,
    /// The first of the same ones, in the corpus.
    pub(super) from: u64,
}

impl Run {
    pub(super) fn range(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.elements as usize
    }
}

/// How much was done: it grows as the corpus does, however much of it is repeated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Elements that were read.
    pub elements: u64,
    /// Anchors that were sorted.
    pub anchors: u64,
    /// Runs that were looked at one by one.
    pub runs: u64,
    /// Anchors and runs that were found to stand further ahead.
    pub repeats: u64,
}

/// What is repeated in a corpus.
#[derive(Debug)]
pub struct Found {
    /// All documents, as they were read.
    pub(super) documents: Vec<Document>,
    /// Those that have something that is repeated, and how many of their elements are.
    pub(super) repeating: Vec<(u32, u32)>,
    /// The runs of each of these.
    runs: Lists,
    /// What was refused, in the order in which it was met.
    refused: Blobs,
    /// What was skipped, counted by reason.
    pub skipped: Skipped,
    /// How much was done.
    pub work: Work,
    keeps_longest: bool,
    old_files: u32,
}

impl Found {
    /// The document that an element of the corpus is of.
    pub(super) fn document_of(&self, element: u64) -> u32 {
        document_of(&self.documents, element)
    }

    /// The runs of one of the documents that have some, by its place among these.
    pub(super) fn runs(&self, at: usize) -> Result<Vec<Run>, Error> {
        let (mut numbers, mut scratch) = (Vec::new(), Vec::new());
        self.runs.read(at..at + 1, &mut numbers, &mut scratch)?;
        let run =
            |pair: &[u64]| Run { first: (pair[0] >> 32) as u32, elements: pair[0] as u32, from: pair[1] };
        Ok(numbers.chunks_exact(2).map(run).collect())
    }

    /// What was refused, in its order.
    pub(super) fn refused(&self) -> impl Iterator<Item = Result<Refused, Error>> {
        let mut bytes = Vec::new();
        (0..self.refused.len()).map(move |at| {
            self.refused.read(at..at + 1, &mut bytes)?;
            serde_json::from_slice(&bytes)
                .map_err(|error| Error::Unreadable { place: "what was refused".into(), reason: error.into() })
        })
    }

    /// Where the first thing is that was refused, and what is wrong with it.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub fn first_refused(&self) -> Result<Option<(String, String)>, Error> {
        let first = self.refused().next().transpose()?;
        Ok(first.map(|refused| (refused.place, refused.reason)))
    }

    /// In which order passages stay in the first document that has them.
    pub(super) fn order(&self) -> Order<'_> {
        let Found { documents, old_files, keeps_longest, .. } = self;
        Order { documents, old_files: *old_files, keeps_longest: *keeps_longest }
    }
}

fn document_of(documents: &[Document], element: u64) -> u32 {
    documents.partition_point(|document| document.begin <= element) as u32 - 1
}

/// In which order passages stay in the first document that has them.
#[derive(Clone, Copy)]
pub(super) struct Order<'a> {
    documents: &'a [Document],
    old_files: u32,
    keeps_longest: bool,
}

impl Order<'_> {
    /// What is smaller comes first: the old corpus, then what is longer if that counts, then what was read first.
    pub(super) fn rank(&self, document: u32) -> (bool, u32, u32) {
        let Document { file, words, .. } = self.documents[document as usize];
        (file >= self.old_files, if self.keeps_longest { u32::MAX - words } else { 0 }, document)
    }

    /// That of the elements of a corpus.
    fn of_element(&self, element: u64) -> ((bool, u32, u32), u64) {
        (self.rank(document_of(self.documents, element)), element)
    }
}

/// The documents of a corpus one batch after the other, with how far in its files reading is.
pub(super) fn each_batch(
    corpus: &Corpus<'_>,
    from: usize,
    step: Step,
    watch: &mut Watch<'_>,
    mut take: impl FnMut(Batch) -> Result<(), Error>,
) -> Result<(), Error> {
    let documents = (corpus.documents)(corpus.listing).skip_to(from, 0);
    let read = documents.bytes_read();
    let before = Listing { entries: corpus.listing.entries[..from].to_vec(), ..Listing::default() }.bytes();
    for batch in documents.into_batches() {
        take(batch)?;
        watch(step, before + read.load(Ordering::Relaxed));
    }
    Ok(())
}

pub(super) fn find(
    passages: &Passages,
    corpus: &Corpus<'_>,
    place: &Workspace,
    watch: &mut Watch<'_>,
) -> Result<Found, Error> {
    let mut workers = Elements::workers(passages)?;
    let temporary = || {
        tempfile::tempfile_in(&place.folder).map_err(|reason| Error::Unwritable {
            place: place.folder.to_string_lossy().into_owned(),
            reason,
        })
    };
    let mut found = Found {
        documents: Vec::new(),
        repeating: Vec::new(),
        runs: Lists::temporary(&place.folder)?,
        refused: Blobs::new(temporary()?, place.folder.to_string_lossy()),
        skipped: Skipped::default(),
        work: Work::default(),
        keeps_longest: passages.keeps_longest,
        old_files: corpus.old_files as u32,
    };
    let mut keys = Sorter::new(place.memory / 2, &place.folder, Repeats::Keep);
    let mut formats = Formats::default();
    each_batch(corpus, 0, Step::Reading, watch, |batch| {
        found.take(corpus, batch, &mut workers, &mut formats, &mut keys)
    })?;
    let mut marked = Sorter::new(place.memory / 4, &place.folder, Repeats::Keep);
    let mut alone = Sorter::new(place.memory / 8, &place.folder, Repeats::Keep);
    let is_exact = passages.by != Repeating::Passages;
    let order = Order {
        documents: &found.documents,
        old_files: found.old_files,
        keeps_longest: passages.keeps_longest,
    };
    Same::new(order, &mut marked, (!is_exact).then_some(&mut alone)).take_all(keys.finish()?)?;
    if !is_exact {
        let (runs, count) = single_runs(corpus, &found.documents, alone, &mut workers, place, watch)?;
        found.work.runs = count;
        Same::new(order, &mut marked, None).take_all(runs.finish()?)?;
    }
    let run = if is_exact { 1 } else { passages.run };
    found.put_together(marked.finish()?, run)?;
    Ok(found)
}

/// Where the words of a key stand: the place of the first element, and how many runs begin there.
type Keyed = (u128, u64);
/// What stands further ahead: its first element with that of the earlier one, and how many runs.
type Marked = (u128, u32);

impl Found {
    /// Parses documents on all cores, and takes them in their order.
    fn take(
        &mut self,
        corpus: &Corpus<'_>,
        batch: Batch,
        workers: &mut [Elements],
        formats: &mut Formats,
        keys: &mut Sorter<Keyed>,
    ) -> Result<(), Error> {
        let compared = in_shares(batch.records, workers, |worker, record| {
            let position = record.as_ref().ok().map(|record| record.place().position);
            let mut bytes = record.as_ref().map_or(0, |record| record.bytes().len() as u64);
            // A file that is one document is cut as it stands only if that is its text.
            let own = record.as_ref().ok().filter(|record| record.place().unit == Unit::File);
            let own = own.map(|record| record.bytes().to_vec());
            let compared = record.and_then(RawRecord::parse).and_then(|source| {
                bytes = source.text.len() as u64;
                let is_own = own.is_none_or(|own| own == source.text.as_bytes());
                Ok((worker.compared(&source)?, is_own && source.format == Format::Plain))
            });
            (position, bytes, compared)
        });
        for ((position, bytes, compared), file) in compared.into_iter().zip(batch.files) {
            let begin = self.work.elements;
            let number = position.map(|position| position.number);
            let mut document = Document {
                begin,
                elements: 0,
                words: 0,
                bytes: bytes as u32,
                file: file as u32,
                number: number.unwrap_or_default() as u32,
                is_cuttable: false,
            };
            match compared {
                Ok((Compared { words, elements, keys: of_document }, is_plain)) => {
                    document.words = words;
                    document.elements = elements;
                    document.is_cuttable = is_plain && rewrite::can_cut(formats.of(corpus, file)?);
                    self.work.elements += u64::from(elements);
                    self.work.anchors += of_document.len() as u64;
                    for anchored in of_document {
                        let place = begin + u64::from(anchored.first);
                        keys.push((anchored.key, place << COUNT_BITS | u64::from(anchored.runs)))?;
                    }
                    self.documents.push(document);
                }
                Err(error @ Error::DriveFailed { .. }) => return Err(error),
                Err(error) => {
                    self.skipped.add(&error);
                    let refused = Refused::new(&error, file, number, bytes);
                    if refused.wordless && number.is_some() {
                        self.documents.push(document);
                        continue;
                    }
                    let line = serde_json::to_vec(&refused).unwrap_or_default();
                    self.refused.push(&line)?;
                }
            }
        }
        Ok(())
    }

    /// Puts what was marked together to the runs of each document.
    fn put_together(&mut self, marked: Sorted<Marked>, run: usize) -> Result<(), Error> {
        let mut of_document = OfDocument::default();
        for marked in marked {
            let (places, count) = marked?;
            self.work.repeats += 1;
            let (place, from) = ((places >> 64) as u64, places as u64);
            if place >= of_document.end {
                self.keep(&mut of_document, run)?;
                let document = self.document_of(place);
                let Document { begin, elements, .. } = self.documents[document as usize];
                (of_document.document, of_document.begin) = (document, begin);
                of_document.end = begin + u64::from(elements);
            }
            match of_document.runs.last_mut() {
                // The same ones go on, too, and in the same document.
                Some(last)
                    if last.place + u64::from(last.count) == place
                        && last.from + u64::from(last.count) == from
                        && from < last.from_end =>
                {
                    last.count += count;
                }
                _ => {
                    let source = self.documents[self.document_of(from) as usize];
                    let from_end = source.begin + u64::from(source.elements);
                    of_document.runs.push(Joined { place, from, from_end, count });
                }
            }
        }
        self.keep(&mut of_document, run)?;
        self.runs.sync()
    }

    /// Keeps the runs of a document, and goes on with none.
    fn keep(&mut self, of_document: &mut OfDocument, run: usize) -> Result<(), Error> {
        if of_document.runs.is_empty() {
            return Ok(());
        }
        let (mut numbers, mut repeated, mut end) = (Vec::new(), 0, 0);
        for joined in mem::take(&mut of_document.runs) {
            let (first, elements) =
                (joined.place - of_document.begin, u64::from(joined.count) + run as u64 - 1);
            numbers.extend([first << 32 | elements, joined.from]);
            repeated += (first + elements).saturating_sub(first.max(end));
            end = end.max(first + elements);
        }
        self.repeating.push((of_document.document, repeated as u32));
        self.runs.push(&numbers).map(drop)
    }
}

/// The runs of a document as they are put together.
#[derive(Default)]
struct OfDocument {
    document: u32,
    begin: u64,
    end: u64,
    runs: Vec<Joined>,
}

struct Joined {
    place: u64,
    from: u64,
    from_end: u64,
    count: u32,
}

/// What each file is read as, asked for once.
#[derive(Default)]
struct Formats(BTreeMap<usize, FileFormat>);

impl Formats {
    fn of(&mut self, corpus: &Corpus<'_>, file: usize) -> Result<FileFormat, Error> {
        if let Some(&format) = self.0.get(&file) {
            return Ok(format);
        }
        let format = (corpus.documents)(&Listing::default()).format_of(&corpus.listing.entries[file])?;
        self.0.insert(file, format);
        Ok(format)
    }
}

/// Goes through sorted keys: of the places of one the first stays, the others are marked.
struct Same<'a> {
    order: Order<'a>,
    marked: &'a mut Sorter<Marked>,
    /// Where those wait that share an anchor with others and not all words.
    alone: Option<&'a mut Sorter<u64>>,
    /// The places of the key that is at hand, the first of them before the others.
    held: Vec<u64>,
}

impl<'a> Same<'a> {
    fn new(order: Order<'a>, marked: &'a mut Sorter<Marked>, alone: Option<&'a mut Sorter<u64>>) -> Self {
        Same { order, marked, alone, held: Vec::new() }
    }

    fn take_all(mut self, keys: Sorted<Keyed>) -> Result<(), Error> {
        let (mut last, mut is_shared) = (None, false);
        for record in keys {
            let (key, place) = record?;
            if last != Some(key) {
                let shares = last.is_some_and(|last| repeats::anchor(last) == repeats::anchor(key));
                self.end(is_shared || shares)?;
                (last, is_shared) = (Some(key), shares);
            }
            self.held.push(place);
            if self.held.len() == HELD {
                self.mark()?;
            }
        }
        self.end(is_shared)
    }

    /// Ends a key, whose anchor others share or not.
    fn end(&mut self, is_shared: bool) -> Result<(), Error> {
        self.mark()?;
        for place in mem::take(&mut self.held) {
            if let Some(alone) = self.alone.as_mut().filter(|_| is_shared) {
                alone.push(place)?;
            }
        }
        Ok(())
    }

    /// Marks what is held but for the first.
    fn mark(&mut self) -> Result<(), Error> {
        let Order { documents, old_files, keeps_longest } = self.order;
        let first = match keeps_longest {
            true => self.held.iter().copied().min_by_key(|place| self.order.of_element(place >> COUNT_BITS)),
            // They are sorted by where they are.
            false => self.held.first().copied(),
        };
        let Some(first) = first else { return Ok(()) };
        let from = first >> COUNT_BITS;
        let old = documents.partition_point(|document| document.file < old_files);
        let old = documents.get(old).map_or(u64::MAX, |first| first.begin);
        for &other in self.held.iter().filter(|&&other| other != first && other >> COUNT_BITS >= old) {
            let count = other as u32 & ((1 << COUNT_BITS) - 1);
            self.marked.push((u128::from(other >> COUNT_BITS) << 64 | u128::from(from), count))?;
        }
        self.held.clear();
        self.held.push(first);
        Ok(())
    }
}

/// The runs by themselves of those documents that share an anchor with others and not all words; and how many there are.
fn single_runs(
    corpus: &Corpus<'_>,
    documents: &[Document],
    alone: Sorter<u64>,
    workers: &mut [Elements],
    place: &Workspace,
    watch: &mut Watch<'_>,
) -> Result<(Sorter<Keyed>, u64), Error> {
    let mut sorter = Sorter::new(place.memory / 2, &place.folder, Repeats::Keep);
    let mut alone = alone.finish()?.peekable();
    let mut count = 0;
    if alone.peek().is_none() {
        return Ok((sorter, 0));
    }
    let mut next = 0;
    each_batch(corpus, 0, Step::Comparing, watch, |batch| {
        let mut asked = Vec::new();
        for record in batch.records.into_iter().flatten() {
            let Some(at) = found_at(documents, &mut next, record.place().position) else { continue };
            let Document { begin, elements, .. } = documents[at];
            let mut firsts = Vec::new();
            let is_of_it = |place: &Result<u64, Error>| {
                place.as_ref().map_or(true, |place| place >> COUNT_BITS < begin + u64::from(elements))
            };
            while let Some(place) = alone.next_if(is_of_it).transpose()? {
                let first = ((place >> COUNT_BITS) - begin) as usize;
                firsts.extend(first..first + (place as usize & ((1 << COUNT_BITS) - 1)));
            }
            if !firsts.is_empty() {
                asked.push((record, begin, firsts));
            }
        }
        let runs = in_shares(asked, workers, |worker, (record, begin, firsts)| {
            let keys =
                record.parse().and_then(|source: Source| worker.runs(&source, firsts.iter().copied()))?;
            let keyed = |(key, first): (u128, usize)| (key, (begin + first as u64) << COUNT_BITS | 1);
            Ok::<Vec<Keyed>, Error>(keys.into_iter().zip(firsts).map(keyed).collect())
        });
        for runs in runs {
            let runs = runs?;
            count += runs.len() as u64;
            sorter.extend(runs)?;
        }
        Ok(())
    })?;
    Ok((sorter, count))
}

/// The document at a position, by those that were read before; `next` is where to look on.
pub(super) fn found_at(documents: &[Document], next: &mut usize, position: Position) -> Option<usize> {
    while documents.get(*next).is_some_and(|document| document.position() < position) {
        *next += 1;
    }
    documents.get(*next).is_some_and(|document| document.position() == position).then_some(*next)
}

/// # Errors
/// [`Error::Guard`] for the first file, or the whole, of which more than a share is repeated.
pub(super) fn check(found: &Found, corpus: &Corpus<'_>, guard: Guard) -> Result<(), Error> {
    #[derive(Default)]
    struct Share {
        documents: u64,
        elements: u64,
        repeated: u64,
    }
    let mut shares: BTreeMap<Option<u32>, Share> = BTreeMap::new();
    for document in found.documents.iter().filter(|document| document.file >= found.old_files) {
        for of in [Some(document.file), None] {
            let share = shares.entry(of).or_default();
            share.documents += 1;
            share.elements += u64::from(document.elements);
        }
    }
    for &(document, repeated) in &found.repeating {
        let file = found.documents[document as usize].file;
        for of in [Some(file), None] {
            if let Some(share) = shares.get_mut(&of) {
                share.repeated += u64::from(repeated);
            }
        }
    }
    let exceeded = shares.into_iter().find(|(_, share)| {
        share.documents >= guard.least && share.repeated as f64 > guard.share * share.elements as f64
    });
    let Some((file, share)) = exceeded else { return Ok(()) };
    let name = |file: u32| corpus.listing.entries[file as usize].name.clone();
    Err(Error::Guard {
        place: file.map_or("the whole".into(), name),
        what: format!(
            "{} of {} are repeated, more than {:.0} %",
            count(share.repeated),
            count(share.elements),
            100.0 * guard.share
        ),
    })
}
