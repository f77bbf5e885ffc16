//! What the words are that differ in one document: lexemes around them, painted by the recognisers one after the other.

use alloc::vec::Vec;
use core::ops::Range;

use super::{DifferenceKind, Kinds, Side, forms};
use crate::sketch::host;
use crate::text::Format;
use crate::text::volatile::{self, Lexemes, VolatileKind};

impl From<VolatileKind> for DifferenceKind {
    fn from(kind: VolatileKind) -> Self {
        match kind {
            VolatileKind::TimeStamp => DifferenceKind::TimeStamp,
            VolatileKind::ExecutionTime => DifferenceKind::ExecutionTime,
            VolatileKind::VisitorCount => DifferenceKind::VisitorCount,
            VolatileKind::Url => DifferenceKind::Url,
            VolatileKind::ServerName => DifferenceKind::ServerName,
            VolatileKind::MessageId => DifferenceKind::MessageId,
            VolatileKind::SessionId => DifferenceKind::SessionId,
        }
    }
}

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
        let spans = side.reading.spans();
        let words = words.filter(|words| !words.is_empty());
        let places = words.map(|words| spans[words.start].range().start..spans[words.end - 1].range().end);
        let lexemes = Lexemes::of(text, &volatile::around(text, places));
        let mut kinds = alloc::vec![None; lexemes.len()];
        volatile::recognise(&lexemes, |kind, found| kinds[found].fill(Some(kind.into())));
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
