//! What a comparison says: numbers, and places as evidence for them. The field names are the same on every face.

use alloc::string::String;
use alloc::vec::Vec;

/// The numbers of a pair of documents. What is left out counts in none of them but `words_*`, template text in
/// `template_words_*` and all else in `left_out_words_*`.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Numbers {
    /// Shared shingles among all of both, 0 to 1; 1 exactly when the sets are equal.
    pub resemblance: f64,
    /// The share of a's shingles found in b, 0 to 1.
    pub containment_a: f64,
    /// The share of b's shingles found in a, 0 to 1.
    pub containment_b: f64,
    /// Distinct shingles in both.
    pub shared_shingles: u64,
    /// Distinct shingles of a.
    pub shingles_a: u64,
    /// Distinct shingles of b.
    pub shingles_b: u64,
    /// Words of a, those included that do not count.
    pub words_a: u32,
    /// Words of b, those included that do not count.
    pub words_b: u32,
    /// Words of a that are template text.
    pub template_words_a: u32,
    /// Words of b that are template text.
    pub template_words_b: u32,
    /// Words of a that do not count for another reason: quotations, block quotes, bibliographies, common runs.
    pub left_out_words_a: u32,
    /// Words of b that do not count for another reason.
    pub left_out_words_b: u32,
    /// Words of a that are equal to their partner in a shared passage, each counted once.
    pub shared_words_a: u32,
    /// Words of b that are equal to their partner in a shared passage, each counted once.
    pub shared_words_b: u32,
    /// Words of a that are equal to their partner in a passage, each counted once, but for those that are shared: in passages
    /// that were edited, and at the ends of others. 0 where these are not looked for.
    pub edited_words_a: u32,
    /// The same of b.
    pub edited_words_b: u32,
    /// The most equal words in a row within a passage.
    pub longest_run: u32,
    /// The bits in which the simhashes differ, 0 to 64.
    pub simhash_distance: u32,
}

impl Numbers {
    /// The words shared: the smaller of both counts, so that what one document repeats counts once.
    ///
    /// ```
    /// let report = twinprint::compare("a rose is a rose is a rose", "a rose is a rose")?;
    /// assert_eq!((report.numbers.shared_words_a, report.numbers.shared_words()), (8, 5));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn shared_words(&self) -> u32 {
        self.shared_words_a.min(self.shared_words_b)
    }

    /// The words in passages, shared or edited: the smaller of both counts.
    ///
    /// ```
    /// let a = "My grandmother kept every letter he sent. The harbour master counted forty seals and a walrus on the slipway, wrote their \
    ///     number in a blue ledger and rowed home before the tide turned.";
    /// let b = "The harbour keeper counted forty otters and a badger on the jetty, wrote their names in a green ledger and walked home \
    ///     before a tide turned. Few people visit our museum after October.";
    /// let numbers = twinprint::compare(a, b)?.numbers;
    /// assert_eq!((numbers.shared_words(), numbers.passage_words()), (0, 18));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn passage_words(&self) -> u32 {
        (self.shared_words_a + self.edited_words_a).min(self.shared_words_b + self.edited_words_b)
    }
}

/// A stretch of a document: bytes of what was given, unless a face says otherwise (JavaScript's count UTF-16 code
/// units of the text shown).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    /// Where it begins.
    pub start: u32,
    /// Where it has ended.
    pub end: u32,
}

/// Equal words in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RunPlaces {
    /// Their place in a.
    pub a: Place,
    /// Their place in b.
    pub b: Place,
    /// How many words.
    pub words: u32,
}

/// A shared passage: runs of equal words in the same order; what lies between them was edited.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PassagePlaces {
    /// Its place in a, edits included.
    pub a: Place,
    /// Its place in b, edits included.
    pub b: Place,
    /// The number of equal words.
    pub words: u32,
    /// The most equal words in a row.
    pub longest_run: u32,
    /// Whether it was found by how rare its words are rather than by words in a row.
    pub edited: bool,
    /// How rare its words are, less the choice of its place: were words drawn by their frequencies, n bits would be one in 2^n pairs.
    pub bits: u32,
    /// The runs of equal words.
    pub runs: Vec<RunPlaces>,
    /// At how many further places of a its longest run begins.
    pub elsewhere_a: u32,
    /// At how many further places of b its longest run begins.
    pub elsewhere_b: u32,
    /// The first of the further places in a.
    pub also_a: Vec<Place>,
    /// The first of the further places in b.
    pub also_b: Vec<Place>,
}

/// A passage that both documents have in other words.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RewordedPlaces {
    /// Its place in a.
    pub a: Place,
    /// Its place in b.
    pub b: Place,
    /// How alike its contents are, 0 to 1.
    pub likeness: f64,
    /// Which sentences answer to which.
    pub sentences: Vec<SentencePlaces>,
}

/// Two sentences whose contents are alike.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SentencePlaces {
    /// The place of the one in a.
    pub a: Place,
    /// The place of the one in b.
    pub b: Place,
    /// How alike their contents are, 0 to 1.
    pub likeness: f64,
}

/// How often something was folded that a reader does not see. Counts, never a verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FlagCounts {
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
}

/// Where something was folded.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MarkPlace {
    /// What: `invisible`, `soft_hyphen`, `look_alike`, `foreign_word` or `styled`.
    pub kind: &'static str,
    /// Where it begins.
    pub start: u32,
    /// Where it has ended.
    pub end: u32,
}

/// Words in a row that do not count.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LeftOutPlace {
    /// Why: `taken-out`, `quotations`, `block-quotes`, `bibliography` or `common`.
    pub kind: &'static str,
    /// Which of the texts that were taken out it is, by its place in their order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub text: Option<u32>,
    /// How many words.
    pub words: u32,
    /// Where they begin.
    pub start: u32,
    /// Where they have ended.
    pub end: u32,
}

/// Everything about a pair of documents.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// The name of the first document.
    pub a: String,
    /// The name of the second document.
    pub b: String,
    /// The numbers.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub numbers: Numbers,
    /// What they share, by its place in a.
    pub passages: Vec<PassagePlaces>,
    /// What they have in other words, by its place in a; `None` where it was not looked for. No number counts it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub reworded: Option<Vec<RewordedPlaces>>,
    /// What of a stands in a template.
    pub template_a: Vec<Place>,
    /// What of b stands in a template.
    pub template_b: Vec<Place>,
    /// What of a does not count for another reason.
    pub left_out_a: Vec<LeftOutPlace>,
    /// What of b does not count for another reason.
    pub left_out_b: Vec<LeftOutPlace>,
    /// What was folded in a.
    pub flags_a: FlagCounts,
    /// What was folded in b.
    pub flags_b: FlagCounts,
    /// Where in a it was folded, to a cap of 1,000 places.
    pub marks_a: Vec<MarkPlace>,
    /// Where in b it was folded, to a cap of 1,000 places.
    pub marks_b: Vec<MarkPlace>,
    /// The id of the recipe by which both were read.
    pub recipe: String,
}
