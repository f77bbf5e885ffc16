//! What of a document is compared: its words in runs, or its lines or paragraphs, each as a whole.

use std::ops::Range;

use super::super::super::Error;
use super::super::super::corpus::Source;
use super::{Passages, Repeating};
use twinprint::repeats::{Anchored, Repeats, RunHashes};
use twinprint::text::cut::pieces;
use twinprint::text::{Reader, Reading, Span, TextOptions};

/// Reads documents to what is compared of them.
pub(super) struct Elements {
    reader: Reader,
    by: Repeating,
    run: usize,
    /// How runs of words are told.
    repeats: Option<Repeats>,
    tokens: Vec<u64>,
}

/// What is compared of a document.
pub(super) struct Compared {
    /// How many words it has.
    pub(super) words: u32,
    /// How many elements: words, or lines or paragraphs with a word.
    pub(super) elements: u32,
    /// Some of them that follow one another, each time by a key of their words.
    pub(super) keys: Vec<Anchored>,
}

/// A document with the places of its words.
pub(super) struct Placed {
    pub(super) reading: Reading,
    /// The words of each line or paragraph; none where words are compared.
    pieces: Option<Vec<Range<usize>>>,
}

impl Placed {
    /// The words of some elements.
    pub(super) fn words(&self, elements: Range<usize>) -> Option<Range<usize>> {
        match &self.pieces {
            None => (elements.end <= self.reading.spans().len()).then_some(elements),
            Some(pieces) => {
                let some = pieces.get(elements)?;
                Some(some.first()?.start..some.last()?.end)
            }
        }
    }

    pub(super) fn spans(&self) -> &[Span] {
        self.reading.spans()
    }

    /// How many words are before each element, and behind the last; none where words are compared.
    pub(super) fn starts(&self) -> Option<Vec<u64>> {
        let pieces = self.pieces.as_ref()?;
        let starts = pieces.iter().map(|words| words.start as u64);
        Some(starts.chain([self.spans().len() as u64]).collect())
    }
}

impl Elements {
    pub(super) fn new(by: Repeating, run: usize) -> Result<Elements, Error> {
        let repeats = if by == Repeating::Passages { Some(Repeats::new(run)?) } else { None };
        let reader = Reader::new(&TextOptions::default())?;
        Ok(Elements { reader, by, run, repeats, tokens: Vec::new() })
    }

    /// Keeps the words of documents as they are compared.
    pub(super) fn with_words(self) -> Elements {
        Elements { reader: self.reader.with_words(), ..self }
    }

    pub(super) fn of(passages: &Passages) -> Result<Elements, Error> {
        Elements::new(passages.by, passages.run)
    }

    /// One for each thread.
    pub(super) fn workers(passages: &Passages) -> Result<Vec<Elements>, Error> {
        (0..rayon::current_num_threads()).map(|_| Elements::of(passages)).collect()
    }

    pub(super) fn compared(&mut self, document: &Source) -> Result<Compared, Error> {
        let Some(repeats) = self.repeats else {
            let placed = self.placed(document)?;
            let hashes = RunHashes::new(placed.reading.hashes());
            let pieces = placed.pieces.unwrap_or_default();
            let key = |(at, words): (usize, &Range<usize>)| {
                let key = hashes.run(words.clone());
                (words.len() >= self.run).then_some(Anchored { key, first: at as u32, runs: 1 })
            };
            let keys = pieces.iter().enumerate().filter_map(key).collect();
            return Ok(Compared { words: hashes.words() as u32, elements: pieces.len() as u32, keys });
        };
        self.reader.read_tokens(&document.document(), &mut self.tokens)?;
        let words = self.tokens.len() as u32;
        let keys = match self.tokens.len() < repeats.words() {
            true => Vec::new(),
            false => repeats.anchored(&RunHashes::new(&self.tokens)),
        };
        Ok(Compared { words, elements: words, keys })
    }

    /// The keys of single runs of words, given the first of each.
    pub(super) fn runs(
        &mut self,
        document: &Source,
        firsts: impl Iterator<Item = usize>,
    ) -> Result<Vec<u128>, Error> {
        self.reader.read_tokens(&document.document(), &mut self.tokens)?;
        let hashes = RunHashes::new(&self.tokens);
        // Of a document that was changed meanwhile, which is told in the end.
        let is_there = |first: &usize| first + self.run <= hashes.words();
        Ok(firsts.filter(is_there).map(|first| hashes.run(first..first + self.run)).collect())
    }

    pub(super) fn placed(&mut self, document: &Source) -> Result<Placed, Error> {
        let reading = self.reader.read(&document.document())?;
        let pieces = match self.by {
            Repeating::Passages => None,
            by => {
                let pieces = pieces(reading.view(&document.text), reading.spans(), by.boundary())?;
                Some(pieces.into_iter().map(|piece| piece.words).filter(|words| !words.is_empty()).collect())
            }
        };
        Ok(Placed { reading, pieces })
    }
}
