//! What would be lost of a document if another were kept in its place.
//!
//! Two documents that resemble each other are not one: of forms that were filled in, all but a few words are the same, and these
//! few are what matters. So a document is let go only if what it says stands in the one that is kept. Its shingles are counted as
//! often as they occur: each that the other has not is lost, and words that stand in none of those that the other has are new.
//! What may be lost is bounded by a share and by words: a twentieth of a long contract is all that its parties filled in.
//! The measure has a direction: nothing is lost of an excerpt when the book is kept, and most of the book when the excerpt is.
//!
//! Shingles that occur twice in a document need to stand only once in the other: who repeats himself says no more.

/// What of a document stands in another.
///
/// ```
/// use twinprint::loss::{Allowance, Loss};
/// // Ten words make eight shingles of three; the last word differs from the other document's.
/// let loss = Loss::of([true, true, true, true, true, true, true, false].into_iter(), 10, 3);
/// assert_eq!((loss.shingles, loss.lost, loss.new, loss.longest_new), (8, 1, 1, 1));
/// assert_eq!(loss.share(), 0.125);
/// assert!(!Allowance::default().permits(&loss));
/// assert!(Allowance::default().with_lost_share(0.2).permits(&loss));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// Its shingles, each as often as it occurs.
    pub shingles: u32,
    /// Those of them that the other has not.
    pub lost: u32,
    /// The words that are in no shingle that both have.
    pub new: u32,
    /// The most of them in a row.
    pub longest_new: u32,
}

impl Loss {
    /// Counts what is lost of a document of a number of words, from whether the other has each of its shingles of `w` words, in
    /// their order. A document of fewer words is one shingle.
    pub fn of(has: impl Iterator<Item = bool>, words: u32, w: u32) -> Loss {
        let mut loss = Loss { shingles: 0, lost: 0, new: 0, longest_new: 0 };
        // The first word that is in no shingle so far that both have.
        let mut new_from = 0;
        for (first, has) in (0..).zip(has) {
            loss.shingles += 1;
            if has {
                loss.take_new(u32::saturating_sub(first, new_from));
                new_from = first.saturating_add(w).min(words);
            } else {
                loss.lost += 1;
            }
        }
        loss.take_new(words - new_from.min(words));
        loss
    }

    fn take_new(&mut self, run: u32) {
        self.new += run;
        self.longest_new = self.longest_new.max(run);
    }

    /// The share of its shingles that is lost, 0 to 1.
    pub fn share(&self) -> f64 {
        if self.shingles == 0 { 0.0 } else { f64::from(self.lost) / f64::from(self.shingles) }
    }
}

/// How much may be lost of a document that is let go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Allowance {
    /// The greatest share of its shingles, in thousandths.
    pub lost_thousandths: u32,
    /// The most new words.
    pub new_words: u32,
    /// The most new words in a row.
    pub new_run: u32,
}

impl Default for Allowance {
    /// A twentieth of the shingles, and twenty new words, twelve of them in a row: changed dates or a line of a page's foot, but no
    /// sentence, and of no form, however long it is, what was filled in.
    fn default() -> Self {
        Allowance { lost_thousandths: 50, new_words: 20, new_run: 12 }
    }
}

impl Allowance {
    /// With another greatest share, 0 to 1; it is rounded down to thousandths.
    pub fn with_lost_share(self, share: f64) -> Allowance {
        // A share such as .29 is a hair less than 290 thousandths.
        Allowance { lost_thousandths: (share.clamp(0.0, 1.0) * 1000.0 + 1e-6) as u32, ..self }
    }

    /// With another greatest share, in thousandths.
    pub fn with_lost_thousandths(self, lost_thousandths: u32) -> Allowance {
        Allowance { lost_thousandths, ..self }
    }

    /// With another greatest number of new words.
    pub fn with_new_words(self, words: u32) -> Allowance {
        Allowance { new_words: words, ..self }
    }

    /// With another longest run of new words.
    pub fn with_new_run(self, words: u32) -> Allowance {
        Allowance { new_run: words, ..self }
    }

    /// Whether that much may be lost.
    pub fn permits(&self, loss: &Loss) -> bool {
        u64::from(loss.lost) * 1000 <= u64::from(loss.shingles) * u64::from(self.lost_thousandths)
            && loss.new <= self.new_words
            && loss.longest_new <= self.new_run
    }
}
