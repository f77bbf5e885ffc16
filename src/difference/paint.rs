//! What the words are that differ in one document: lexemes around them, painted by the recognisers one after the other.

use alloc::vec::Vec;
use core::ops::Range;

use super::lexemes::{Lexemes, Sink};
use super::{DifferenceKind, Kinds, Side};
use super::{addresses, counts, durations, forms, ids, times};
use crate::sketch::host;
use crate::text::Format;

/// How many bytes on either side of words that differ tell what they are.
const CONTEXT: usize = 160;
/// How much further the white space may be at which the context begins or ends, so that no word is cut.
const WHOLE_WORD: usize = 256;

type Recognise = fn(&Lexemes<'_>, Sink<'_>);

/// What comes later has the last word: the id of a session in a URL is one.
const RECOGNISERS: [(DifferenceKind, Recognise); 7] = [
    (DifferenceKind::TimeStamp, times::stamps),
    (DifferenceKind::ExecutionTime, durations::execution_times),
    (DifferenceKind::VisitorCount, counts::visitors),
    (DifferenceKind::Url, addresses::urls),
    (DifferenceKind::ServerName, addresses::servers),
    (DifferenceKind::MessageId, ids::messages),
    (DifferenceKind::SessionId, ids::sessions),
];

/// What recognisers made of a document's text around the words that differ.
pub(super) struct Painted<'a> {
    side: Side<'a>,
    text: &'a str,
    lexemes: Lexemes<'a>,
    kinds: Vec<Option<DifferenceKind>>,
    fields: Vec<Range<usize>>,
    /// The host of the document's own URL.
    host: &'a str,
}

impl<'a> Painted<'a> {
    /// Given the words that differ, in order.
    pub(super) fn new(side: Side<'a>, words: impl Iterator<Item = Range<usize>>) -> Self {
        let text = side.reading.view(side.document.text);
        let lexemes = Lexemes::of(text, &surroundings(side, text, words));
        let mut kinds = alloc::vec![None; lexemes.len()];
        for (kind, recognise) in RECOGNISERS {
            recognise(&lexemes, &mut |found| kinds[found].fill(Some(kind)));
        }
        let fields = match side.document.format {
            Format::Html => forms::fields(side.document.text),
            Format::Plain => Vec::new(),
        };
        let host = side.document.url.and_then(host).unwrap_or("");
        Painted { side, text, lexemes, kinds, fields, host }
    }

    /// What some of the words that differ are.
    pub(super) fn kinds(&self, words: Range<usize>) -> Kinds {
        words.fold(Kinds::default(), |kinds, word| kinds.and(self.kinds_of(word)))
    }

    fn kinds_of(&self, word: usize) -> Kinds {
        let none = Kinds::default();
        let span = self.side.reading.spans()[word];
        if self.is_in_field(self.side.reading.source(span).range()) {
            return none.with(DifferenceKind::Form);
        }
        let lexemes = self.lexemes.within(span.range());
        let is_of_host = self.is_of_host(&self.text[span.range()]);
        if lexemes.is_empty() {
            return none.with(DifferenceKind::Content);
        }
        lexemes.fold(none, |kinds, at| {
            kinds.with(match self.kinds[at] {
                Some(kind) => kind,
                None if is_of_host => DifferenceKind::Url,
                None if self.lexemes.is_digits(at) => DifferenceKind::Number,
                None => DifferenceKind::Content,
            })
        })
    }

    fn is_in_field(&self, source: Range<usize>) -> bool {
        let next = self.fields.partition_point(|field| field.end <= source.start);
        self.fields.get(next).is_some_and(|field| field.start <= source.start && source.end <= field.end)
    }

    /// Whether a word is the host of the document's own URL or a part of it: domains for sale call themselves so.
    fn is_of_host(&self, word: &str) -> bool {
        word.eq_ignore_ascii_case(self.host)
            || self.host.split('.').any(|label| label.len() > 1 && word.eq_ignore_ascii_case(label))
    }
}

/// The text around words, in stretches that begin and end at white space.
fn surroundings(side: Side<'_>, text: &str, words: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let spans = side.reading.spans();
    let mut stretches = Vec::<Range<usize>>::new();
    for words in words.filter(|words| !words.is_empty()) {
        // Where there is no white space, there is no context.
        let (first, last) = (spans[words.start].range().start, spans[words.end - 1].range().end);
        let start = first.saturating_sub(CONTEXT);
        let start =
            (start.saturating_sub(WHOLE_WORD)..=start).rev().find(|&at| is_edge(text, at)).unwrap_or(first);
        let end = (last + CONTEXT).min(text.len());
        let end = (end..end + WHOLE_WORD).find(|&at| is_edge(text, at)).unwrap_or(last);
        match stretches.last_mut() {
            Some(last) if start <= last.end => last.end = last.end.max(end),
            _ => stretches.push(start..end),
        }
    }
    stretches
}

/// Whether white space, or nothing, stands before this place of a text.
fn is_edge(text: &str, at: usize) -> bool {
    at == 0 || at >= text.len() || text.as_bytes()[at - 1].is_ascii_whitespace()
}
