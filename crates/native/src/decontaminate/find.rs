//! The second pass over a corpus: which documents hold which items, and where.

use std::io;

use serde::Serialize;

use super::super::Error;
use super::super::corpus::{Batches, DocumentPlace, RawRecord, Source, in_shares};
use super::count::Counted;
use twinprint::evals::{Contamination, EvalIndex, Scratch, Threshold};
use twinprint::text::{Reader, Reading, Span, TextOptions};

/// The most bytes of a document that are shown of what is shared.
const SHOWN: usize = 500;

/// A document that holds items.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Its ordinal.
    pub ordinal: u32,
    /// Where it is.
    pub place: DocumentPlace,
    /// What the corpus calls it.
    pub name: String,
    /// The items, by their places in it.
    pub items: Vec<FoundItem>,
}

impl Found {
    /// The item with most bits, the first of them.
    pub fn best(&self) -> Option<&FoundItem> {
        self.items.iter().rev().max_by_key(|item| item.bits)
    }

    /// The bytes of its text in which items stand, rising and apart.
    pub fn spans(&self) -> Vec<Span> {
        let mut spans: Vec<Span> =
            self.items.iter().map(|item| Span { start: item.start, end: item.end }).collect();
        spans.sort_unstable();
        let mut apart: Vec<Span> = Vec::new();
        for span in spans {
            match apart.last_mut().filter(|last| span.start <= last.end) {
                Some(last) => last.end = last.end.max(span.end),
                None => apart.push(span),
            }
        }
        apart
    }
}

/// An item that stands in a document.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundItem {
    /// The item, by its number among [`Evals::items`](super::Evals::items).
    #[serde(skip)]
    pub item: u32,
    /// How rare what is shared is in the corpus: by chance it would stand in one of 2^bits corpora of this size.
    pub bits: u32,
    /// How much of what the item, or a question or an answer of it, says, is shared; 0 to 1.
    pub share: f64,
    /// The first byte of the document's text that belongs to it ...
    pub start: u32,
    /// ... and the one behind the last.
    pub end: u32,
    /// What is shared.
    pub parts: Vec<FoundPart>,
    /// How the document has it, or begins to: of a page the visible text.
    pub text: String,
}

/// A part of an item that stands in a document.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundPart {
    /// What it is: question, choice or answer.
    pub part: &'static str,
    /// The first byte of the document's text that belongs to it ...
    pub start: u32,
    /// ... and the one behind the last.
    pub end: u32,
    /// How many words are equal ...
    pub shared: u32,
    /// ... of how many.
    pub words: u32,
}

struct Worker {
    reader: Reader,
    tokens: Vec<u64>,
    scratch: Scratch,
}

impl Counted {
    /// Reads the corpus again, and finds items in its documents. `passed` is called when a batch is done.
    ///
    /// # Errors
    /// [`Error::DriveFailed`]; [`Error::Unreadable`] where the corpus was changed meanwhile.
    pub fn find(
        &self,
        batches: Batches,
        index: &EvalIndex,
        threshold: &Threshold,
        passed: &mut dyn FnMut(),
    ) -> Result<Vec<Found>, Error> {
        let options = TextOptions::default();
        let mut workers = (0..rayon::current_num_threads())
            .map(|_| {
                let (tokens, scratch) = (Vec::new(), Scratch::default());
                Ok(Worker { reader: Reader::new(&options)?, tokens, scratch })
            })
            .collect::<Result<Vec<_>, Error>>()?;
        let mut found = Vec::new();
        for batch in batches {
            let of_batch = in_shares(batch.records, &mut workers, |worker, record| {
                match record.and_then(RawRecord::parse) {
                    Ok(source) => self.found(worker, index, threshold, source),
                    Err(error @ Error::DriveFailed { .. }) => Err(error),
                    // It was listed when it was read first.
                    Err(_) => Ok(None),
                }
            });
            for document in of_batch {
                found.extend(document?);
            }
            passed();
        }
        Ok(found)
    }

    fn found(
        &self,
        Worker { reader, tokens, scratch }: &mut Worker,
        index: &EvalIndex,
        threshold: &Threshold,
        source: Source,
    ) -> Result<Option<Found>, Error> {
        match reader.read_tokens(&source.document(), tokens) {
            Ok(()) => {}
            Err(twinprint::Error::NoWords { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        let contaminations = index.find(tokens, threshold, scratch);
        if contaminations.is_empty() {
            return Ok(None);
        }
        let position = source.place.position;
        let ordinal = self.ordinal(position.entry, position.number).ok_or_else(|| Error::Unreadable {
            place: source.place.to_string(),
            reason: io::Error::other("it was changed while it was read"),
        })?;
        // Where words stand costs more to know, and few documents need it.
        let reading = reader.read(&source.document())?;
        let items = contaminations.into_iter().map(|found| shown(found, &reading, &source.text)).collect();
        Ok(Some(Found { ordinal, place: source.place, name: source.name, items }))
    }
}

/// An item with the bytes of the document in which it stands.
fn shown(found: Contamination, reading: &Reading, text: &str) -> FoundItem {
    // In the visible text, of which a page's bytes are another matter.
    let visible = |start: u32, end: u32| {
        let span = |word: u32| reading.spans().get(word as usize).copied().unwrap_or_default();
        Span { start: span(start).start, end: span(end.saturating_sub(1)).end }
    };
    let words = found.words();
    let whole = visible(words.start, words.end);
    let Span { start, end } = reading.source(whole);
    let parts = found.parts.iter().map(|part| {
        let Span { start, end } = reading.source(visible(part.start, part.end));
        FoundPart { part: part.kind.name(), start, end, shared: part.equal, words: part.words }
    });
    let shared = reading.view(text).get(whole.range()).unwrap_or_default();
    FoundItem {
        item: found.item,
        bits: found.bits,
        share: f64::from(found.share_thousandths) / 1000.0,
        start,
        end,
        parts: parts.collect(),
        text: shared[..shared.floor_char_boundary(SHOWN)].into(),
    }
}
