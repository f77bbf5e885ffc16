//! The visible text of a document with markup, and where each piece of it stands in the source.

use alloc::string::String;
use alloc::vec::Vec;

use super::Span;

/// Visible text with its way back to the source.
#[derive(Debug, Clone, Default)]
pub(super) struct View {
    pub(super) text: String,
    /// In order, without gaps in the visible text.
    pub(super) segments: Vec<Segment>,
    /// Terms that are no text: the sources of images, in order.
    pub(super) images: Vec<Span>,
    /// Headings and block quotes, by where they begin; of block quotes within one another the outermost.
    pub(super) blocks: Vec<Block>,
}

/// A heading or a block quote.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    pub(super) place: Span,
    /// A heading's, from 1 for the highest.
    pub(super) level: Option<u8>,
}

/// A piece of visible text, up to the next one. It stands in the source as it is if its lengths agree; otherwise, as
/// with a character reference, all of it is at `source`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    pub(super) view: u32,
    pub(super) source: Span,
}

impl View {
    /// Where a span of the visible text stands in the source: from the first to the last of its characters.
    pub(super) fn source(&self, span: Span) -> Span {
        let (start, _) = self.place(span.start);
        if span.end <= span.start {
            return Span { start, end: start };
        }
        let (_, end) = self.place(span.end - 1);
        Span { start, end: end.max(start) }
    }

    /// The source of the byte at `at`: where it starts and ends.
    fn place(&self, at: u32) -> (u32, u32) {
        let next = self.segments.partition_point(|segment| segment.view <= at);
        let Some(segment) = next.checked_sub(1).and_then(|index| self.segments.get(index)) else {
            return (0, 0);
        };
        let end = self.segments.get(next).map_or(self.text.len() as u32, |next| next.view);
        if end - segment.view == segment.source.end - segment.source.start {
            let byte = segment.source.start + (at - segment.view);
            (byte.min(segment.source.end), (byte + 1).min(segment.source.end))
        } else {
            (segment.source.start, segment.source.end)
        }
    }
}
