//! What stands apart in a text from what its author wrote: quotations, block quotes and bibliographies, recognised by how they are
//! set and by nothing else. Each is found in one pass over the text to show, in linear time.
//!
//! - A *quotation* stands between marks (`"…"`, “…”, „…“, ”…”, «…», »…«, ‹…›, ‘…’, ‚…‘, 「…」, 『…』) within a paragraph and has
//!   from 3 to 300 words; of fewer words it is a title or a word said with tongue in cheek. A straight mark, or one that
//!   may be an apostrophe, opens before a word and closes after one. Where a quotation is still open at a paragraph's end
//!   and the next begins with the same mark again, it goes on there; otherwise the mark opened nothing. A paragraph of plain
//!   text ends with an empty line, one of HTML with its block.
//! - A *block quote* is a `blockquote` of HTML, a run of lines that begin with `>`, or, as Markdown has it for what is kept as
//!   it is, a paragraph all of whose lines are indented by four columns or more; not where more than a third of the text
//!   is, nor within a list.
//! - A *bibliography* follows a heading such as "References" in one of many languages, up to the next heading that is not of
//!   a deeper level or to the end, and has a year or an address for every 50 words at least. Without a heading, it is a run of
//!   three or more entries that each begin as references do (`[12]`, or a name with initials, or with a comma and a
//!   forename) and hold a year or an address within 100 words.

mod bibliography;
mod blocks;
mod lines;
mod quotations;

use alloc::vec::Vec;
use core::ops::Range;

use super::Span;
use super::view::Block;
use crate::Error;

/// How what stands apart is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ApartKind {
    /// The works that the author names.
    Bibliography,
    /// A paragraph or more of another's.
    BlockQuote,
    /// Words between marks.
    Quotation,
}

impl ApartKind {
    /// Every kind: of what is two things at once, the first counts.
    pub const ALL: [ApartKind; 3] = [ApartKind::Bibliography, ApartKind::BlockQuote, ApartKind::Quotation];

    /// Its name on every face.
    ///
    /// ```
    /// assert_eq!(twinprint::text::ApartKind::BlockQuote.name(), "block-quotes");
    /// ```
    pub fn name(self) -> &'static str {
        ["bibliography", "block-quotes", "quotations"][self as usize]
    }

    /// The kind of this name.
    ///
    /// ```
    /// use twinprint::text::ApartKind;
    /// assert_eq!(ApartKind::from_name("quotations"), Ok(ApartKind::Quotation));
    /// assert!(ApartKind::from_name("quotes").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::InvalidOption`] for any other name.
    pub fn from_name(name: &str) -> Result<ApartKind, Error> {
        let kind = ApartKind::ALL.into_iter().find(|kind| kind.name() == name);
        let expected = "quotations, block-quotes or bibliography";
        kind.ok_or_else(|| Error::InvalidOption { option: "leave-out", value: name.into(), expected })
    }
}

/// A stretch of a document that stands apart.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Apart {
    /// How it is set.
    pub kind: ApartKind,
    /// Its tokens; at least one.
    pub words: Range<u32>,
}

/// The fewest and the most words between quotation marks that are a quotation.
const QUOTED: Range<usize> = 3..301;

/// A place in the text that stands apart.
struct ApartSpan {
    kind: ApartKind,
    start: usize,
    end: usize,
}

/// What stands apart in a text with tokens at `spans`; `blocks` are those of HTML.
#[inline(never)]
pub(super) fn find(text: &str, blocks: Option<&[Block]>, spans: &[Span]) -> Vec<Apart> {
    let mut found = Vec::new();
    bibliography::find(text, blocks, &mut found);
    blocks::find(text, blocks, &mut found);
    quotations::find(text, blocks.is_some(), &mut found);
    let mut apart = Vec::new();
    for ApartSpan { kind, start, end } in found {
        let [first, end] =
            [start, end].map(|place| spans.partition_point(|span| (span.start as usize) < place));
        if first < end && (kind != ApartKind::Quotation || QUOTED.contains(&(end - first))) {
            apart.push(Apart { kind, words: first as u32..end as u32 });
        }
    }
    apart
}
