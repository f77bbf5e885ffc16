//! Why words of a document do not count, and which of them.

use alloc::vec::Vec;
use core::ops::Range;

use crate::error::Error;
use crate::text::ApartKind;

/// Why words do not count. Of words with several reasons, the last of these is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// A person took them out by hand.
    TakenOut,
    /// They are between quotation marks.
    Quotation,
    /// They are in a paragraph that is set apart as a quote.
    BlockQuote,
    /// They are in a bibliography.
    Bibliography,
    /// They are in a run that many of the documents have.
    Common,
    /// They are in a run shared with a text given to everyone.
    Template,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 6] = [
        Reason::TakenOut,
        Reason::Quotation,
        Reason::BlockQuote,
        Reason::Bibliography,
        Reason::Common,
        Reason::Template,
    ];

    /// Its name on every face.
    ///
    /// ```
    /// use twinprint::left_out::Reason;
    /// let names = Reason::ALL.map(Reason::name);
    /// assert_eq!(names, ["taken-out", "quotations", "block-quotes", "bibliography", "common", "template"]);
    /// ```
    pub fn name(self) -> &'static str {
        ["taken-out", "quotations", "block-quotes", "bibliography", "common", "template"][self as usize]
    }

    /// The reason of this name.
    ///
    /// ```
    /// use twinprint::left_out::Reason;
    /// assert_eq!(Reason::from_name("common"), Ok(Reason::Common));
    /// assert!(Reason::from_name("commons").is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for any other name.
    pub fn from_name(name: &str) -> Result<Reason, Error> {
        let expected = "taken-out, quotations, block-quotes, bibliography, common or template";
        let reason = Reason::ALL.into_iter().find(|reason| reason.name() == name);
        reason.ok_or_else(|| Error::InvalidOption { option: "leave-out", value: name.into(), expected })
    }
}

impl From<ApartKind> for Reason {
    fn from(kind: ApartKind) -> Reason {
        match kind {
            ApartKind::Quotation => Reason::Quotation,
            ApartKind::BlockQuote => Reason::BlockQuote,
            ApartKind::Bibliography => Reason::Bibliography,
        }
    }
}

/// Some of the reasons for which words do not count.
///
/// ```
/// use twinprint::left_out::{Reason, Reasons};
/// let reasons: Reasons = [Reason::Quotation, Reason::Common].into_iter().collect();
/// assert!(reasons.has(Reason::Common) && !reasons.has(Reason::Template));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reasons(u8);

impl Reasons {
    /// Whether it is one of them.
    ///
    /// ```
    /// use twinprint::left_out::{Reason, Reasons};
    /// assert!(!Reasons::default().has(Reason::Template));
    /// ```
    pub fn has(self, reason: Reason) -> bool {
        self.0 >> reason as u8 & 1 == 1
    }
}

impl FromIterator<Reason> for Reasons {
    fn from_iter<I: IntoIterator<Item = Reason>>(reasons: I) -> Self {
        Reasons(reasons.into_iter().fold(0, |bits, reason| bits | 1 << reason as u8))
    }
}

/// Words in a row that do not count, for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// Why.
    pub reason: Reason,
    /// Which of the texts that were [taken out](crate::TakenOut) has them, by its place in their order; 0 for another reason.
    pub text: u32,
    /// Which; at least one.
    pub words: Range<u32>,
}

/// The reason of each word of a document.
pub(crate) struct WordReasons {
    words: usize,
    /// With the text that was taken out. None while all words count.
    reasons: Vec<Option<(Reason, u32)>>,
}

impl WordReasons {
    pub(crate) fn of(words: usize) -> Self {
        WordReasons { words, reasons: Vec::new() }
    }

    /// Gives the words another reason, unless they have one that comes later in the order.
    pub(crate) fn give(&mut self, reason: Reason, text: u32, words: Range<usize>) {
        self.reasons.resize(self.words, None);
        for own in &mut self.reasons[words] {
            *own = (*own).max(Some((reason, text)));
        }
    }

    pub(crate) fn stretches(&self) -> Vec<LeftOut> {
        let mut end = 0;
        let stretches = self.reasons.chunk_by(|x, y| x == y).filter_map(|stretch| {
            let start = end;
            end += stretch.len() as u32;
            stretch[0].map(|(reason, text)| LeftOut { reason, text, words: start..end })
        });
        stretches.collect()
    }
}
