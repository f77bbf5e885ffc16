//! Where a stretch of a document stands, as people find it: by page and line of what was given.

use alloc::vec::Vec;

use super::Exhibit;
use crate::text::Span;

/// The lines and pages of a document, to cite stretches by.
///
/// ```
/// use twinprint::export::{Citations, Exhibit};
/// use twinprint::{Checker, Document};
/// let text = "one two three\nfour five six\nseven eight nine\n";
/// let document = Checker::default().read(&Document::plain("a", text))?;
/// let exhibit = Exhibit::new(&document, text).with_pages(&[0, 14]);
/// let citation = Citations::new(&exhibit).cite(twinprint::text::Span { start: 14, end: 36 });
/// assert_eq!((citation.lines, citation.pages), ((2, 3), Some((2, 2))));
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Citations<'a> {
    exhibit: Exhibit<'a>,
    /// Where each line of what was given begins.
    lines: Vec<usize>,
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
    /// Finds the lines of a document; linear in its length.
    pub fn new(exhibit: &Exhibit<'a>) -> Citations<'a> {
        let breaks = exhibit.text.match_indices('\n').map(|(at, _)| at + 1);
        Citations { exhibit: *exhibit, lines: core::iter::once(0).chain(breaks).collect() }
    }

    /// Where a stretch of the text to show stands in what was given.
    pub fn cite(&self, span: Span) -> Citation {
        let source = self.exhibit.document.reading().source(span);
        let number = |starts: &[usize], at: u32| starts.partition_point(|&start| start <= at as usize);
        let last = source.end.saturating_sub(1).max(source.start);
        let both = |starts: &[usize]| (number(starts, source.start), number(starts, last));
        let pages = self.exhibit.pages;
        Citation { lines: both(&self.lines), pages: (!pages.is_empty()).then(|| both(pages)) }
    }
}
