//! Where a stretch of a document stands, as people find it: by page and line of what was given.

use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

use crate::text::{Reading, Span};

/// The lines and pages of a document, to cite stretches by.
///
/// ```
/// use twinprint::export::Citations;
/// use twinprint::{Checker, Document};
/// let text = "one two three\nfour five six\nseven eight nine\n";
/// let document = Checker::default().read(&Document::plain("a", text))?;
/// let citations = Citations::new(document.reading(), text, &[0, 14]);
/// let citation = citations.cite(twinprint::text::Span { start: 14, end: 36 });
/// assert_eq!((citation.lines, citation.pages), ((2, 3), Some((2, 2))));
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Citations<'a> {
    reading: &'a Reading,
    /// Where each line of what was given begins.
    lines: Vec<usize>,
    /// The same of its pages, if it has pages.
    pages: &'a [usize],
}

/// Where a stretch stands: the first and the last, from 1 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Citation {
    /// Lines of what was given.
    pub lines: (usize, usize),
    /// Its pages, if it has pages.
    pub pages: Option<(usize, usize)>,
}

impl<'a> Citations<'a> {
    /// Finds the lines of the text that a document was read from, whose pages start at these bytes; linear in its length.
    pub fn new(reading: &'a Reading, text: &str, pages: &'a [usize]) -> Citations<'a> {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Citations { reading, lines: core::iter::once(0).chain(breaks).collect(), pages }
    }

    /// Where a stretch of the text to show stands in what was given.
    pub fn cite(&self, span: Span) -> Citation {
        let source = self.reading.source(span);
        let number = |starts: &[usize], at: u32| starts.partition_point(|&start| start <= at as usize);
        let last = source.end.saturating_sub(1).max(source.start);
        let both = |starts: &[usize]| (number(starts, source.start), number(starts, last));
        let pages = (!self.pages.is_empty()).then(|| both(self.pages));
        Citation { lines: both(&self.lines), pages }
    }
}

impl Display for Citation {
    /// "lines 3–5"; of what has pages, "page 2, lines 3–5".
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut numbers = |noun: &str, (first, last): (usize, usize)| match first == last {
            true => write!(f, "{noun} {first}"),
            false => write!(f, "{noun}s {first}–{last}"),
        };
        if let Some(pages) = self.pages {
            numbers("page", pages)?;
            numbers(", line", self.lines)
        } else {
            numbers("line", self.lines)
        }
    }
}
