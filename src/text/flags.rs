//! What was folded that a reader does not see. A flag is a count, never a verdict.

use alloc::vec::Vec;

use super::Span;

/// How many places are kept; the counts go on.
const MARKS: usize = 1000;

/// Counts of what was folded away, and the first places of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Flags {
    /// Invisible characters inside words of scripts that never need them.
    pub invisible: u32,
    /// Soft hyphens inside words.
    pub soft_hyphens: u32,
    /// Words with letters of another script in place of their look-alikes.
    pub look_alikes: u32,
    /// Words wholly in another script that look like words of the document's.
    pub foreign_words: u32,
    /// Words in styled letters, such as the mathematical ones.
    pub styled: u32,
    /// The places, in the text to show, to a cap of 1,000.
    pub marks: Vec<Mark>,
}

/// The place of a flag in the text to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// What was folded.
    pub kind: FlagKind,
    /// Where: the invisible characters themselves, else the word.
    pub span: Span,
}

/// What was folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlagKind {
    /// Invisible characters.
    Invisible,
    /// Soft hyphens.
    SoftHyphen,
    /// A word with look-alike letters.
    LookAlike,
    /// A word wholly in another script.
    ForeignWord,
    /// A word in styled letters.
    Styled,
}

impl FlagKind {
    /// Its name in reports, as `soft_hyphen`.
    ///
    /// ```
    /// assert_eq!(twinprint::text::FlagKind::SoftHyphen.name(), "soft_hyphen");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            FlagKind::Invisible => "invisible",
            FlagKind::SoftHyphen => "soft_hyphen",
            FlagKind::LookAlike => "look_alike",
            FlagKind::ForeignWord => "foreign_word",
            FlagKind::Styled => "styled",
        }
    }
}

impl Flags {
    /// Counts `count` characters or words at `span`.
    pub(super) fn add(&mut self, kind: FlagKind, span: Span, count: u32) {
        let counter = match kind {
            FlagKind::Invisible => &mut self.invisible,
            FlagKind::SoftHyphen => &mut self.soft_hyphens,
            FlagKind::LookAlike => &mut self.look_alikes,
            FlagKind::ForeignWord => &mut self.foreign_words,
            FlagKind::Styled => &mut self.styled,
        };
        *counter += count;
        if self.marks.len() < MARKS {
            self.marks.push(Mark { kind, span });
        }
    }
}
