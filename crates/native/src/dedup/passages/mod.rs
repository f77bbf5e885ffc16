//! A corpus without the passages that it has more than once: runs of words, lines or paragraphs.
//!
//! Naively: of every run of N words it is remembered that it was met; where it is met again, its words are marked. So a word is
//! marked if it lies in a run of at least N words that stands earlier: in a document before it in the order of preference, or further
//! ahead in the same one. That is what comes out here, to the word, though nothing of a corpus is in memory but where its documents begin:
//! 1. Documents are read, and of each the [anchors](twinprint::repeats) of its runs are sorted on the disk. What has the same key
//!    has the same words: all but the first are marked. Nothing is said yet of what shares an anchor and not all of its words.
//! 2. Those documents are read again that have such, for the runs there one by one; these are sorted, and marked likewise.
//! 3. What is marked is sorted by where it is, with the place of the earlier one, and put together to runs.
//!
//! A formula in a million documents is sorted with all else, and each of them looked at once, for the first: never for one another.
//! Lines and paragraphs are compared as wholes, so that the second step falls away.
//!
//! Then texts are cut ([`cuts`](twinprint::text::cut)), or marked, or whole documents let go; and whatever was done is written down with
//! where the words stand besides, so that [`verify`] can prove it by the words themselves.

mod elements;
mod find;
mod give;
mod ledger;
mod verify;

use std::path::PathBuf;

use super::super::Error;
use super::super::corpus::{Documents, Listing};
use super::super::overlap::Workspace;
use super::{Guard, Output, Stamp};
pub use find::{Found, Work};
pub use ledger::{Cutting, PassageLedger};
use twinprint::text::cut::Boundary;
pub use verify::{Proven, verify};

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeating {
    /// Runs of words.
    Passages,
    /// Lines with all their words.
    Lines,
    /// Paragraphs with all their words.
    Paragraphs,
}

impl Repeating {
    /// As it is named on the command line and in summaries.
    pub fn name(self) -> &'static str {
        match self {
            Repeating::Passages => "passages",
            Repeating::Lines => "lines",
            Repeating::Paragraphs => "paragraphs",
        }
    }

    /// The one of a name.
    ///
    /// ```
    /// use twinprint_native::dedup::passages::Repeating;
    /// assert_eq!(Repeating::from_name("lines"), Some(Repeating::Lines));
    /// assert_eq!(Repeating::from_name("near"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Repeating> {
        [Repeating::Passages, Repeating::Lines, Repeating::Paragraphs]
            .into_iter()
            .find(|by| by.name() == name)
    }

    /// What a text is made of that is compared.
    fn boundary(self) -> Boundary {
        match self {
            Repeating::Passages => Boundary::Word,
            Repeating::Lines => Boundary::Line,
            Repeating::Paragraphs => Boundary::Paragraph,
        }
    }
}

/// What becomes of what is repeated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Giving {
    /// It is cut out of the texts. A document that is left without words is removed.
    Cut,
    /// All stays, and each document says where it is.
    Mask,
    /// Documents are removed of which more than this share, 0 to 1, stands in other documents that are kept; the others stay as they are.
    Documents(f64),
}

/// How a corpus is given without its repeated passages.
#[derive(Debug, Clone)]
pub struct Passages {
    /// What is compared.
    pub by: Repeating,
    /// The least words of a run, of a line or of a paragraph.
    pub run: usize,
    /// Where texts may be cut; of lines and paragraphs there.
    pub cut_at: Boundary,
    /// What becomes of what is repeated.
    pub giving: Giving,
    /// Whether a passage stays in the longest document that has it, rather than in the first.
    pub keeps_longest: bool,
    /// What stops it before anything is written; none for nothing.
    pub guard: Option<Guard>,
    /// The level of what is packed by Zstandard, 1 to 22.
    pub zstd_level: i32,
    /// The field of texts, where one was named.
    pub text_field: Option<String>,
    /// What was asked for, as it is written into the summary.
    pub options: Vec<(String, String)>,
}

/// The files of a corpus, and how they are read.
pub struct Corpus<'a> {
    /// The files: those of the old corpus, whose passages are looked for and which are not given back, then the others.
    pub listing: &'a Listing,
    /// How many files are of the old corpus.
    pub old_files: usize,
    /// The path of each file in what is given back; see [`relative_paths`](super::relative_paths).
    pub paths: &'a [PathBuf],
    /// The files as they were before they were read; see [`stamps`](super::stamps).
    pub stamps: &'a [Stamp],
    /// How files are read.
    pub documents: &'a (dyn Fn(&Listing) -> Documents + Sync),
}

/// What is being done with a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It is read.
    Reading,
    /// Some of it is read again and compared.
    Comparing,
    /// Where texts are cut is found.
    Placing,
    /// It is written.
    Writing,
}

/// Called with what is being done, and how many bytes of the files were gone through.
pub type Watch<'a> = dyn FnMut(Step, u64) + 'a;

impl Passages {
    /// Finds what is repeated. Not for threads of rayon.
    ///
    /// # Errors
    /// [`Error::Core`] for options that cannot be; [`Error::Guard`]; [`Error::Unreadable`] and [`Error::Unwritable`] of what is sorted on
    /// the disk. A document that cannot be read is none.
    pub fn find(
        &self,
        corpus: &Corpus<'_>,
        place: &Workspace,
        watch: &mut Watch<'_>,
    ) -> Result<Found, Error> {
        let found = find::find(self, corpus, place, watch)?;
        if let Some(guard) = self.guard {
            find::check(&found, corpus, guard)?;
        }
        Ok(found)
    }

    /// Gives the corpus into the folder of `output`, which appears when all of it is on the disk.
    ///
    /// # Errors
    /// [`Error::Rewrite`] for a text with a repeated passage that cannot be cut; [`Error::Unbalanced`] if what is counted does not add up;
    /// [`Error::Unreadable`] and [`Error::Unwritable`]. Then the folder is as it was.
    pub fn give(
        &self,
        corpus: &Corpus<'_>,
        found: &Found,
        place: &Workspace,
        output: &Output,
        watch: &mut Watch<'_>,
    ) -> Result<PassageLedger, Error> {
        give::give(self, corpus, found, place, output, watch)
    }
}
