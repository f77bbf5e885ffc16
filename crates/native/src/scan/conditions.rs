//! Which documents are compared at all.

use super::ingest::Gathered;

/// What two documents must have in common, or apart, to be compared; by default nothing.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Conditions {
    /// The words that each must have.
    pub least_words: u32,
    /// The least words of the shorter one, in thousandths of the longer one's (Conrad and Schriber: lengths within a fifth).
    pub lengths: u32,
    /// They must be of one category; those without one are compared with each other.
    pub of_one_category: bool,
    /// They must be of one language; those without one are compared with each other.
    pub of_one_language: bool,
    /// Whether they must be of one site, or of different ones, as far as sites are known.
    pub sites: Sites,
    /// The documents before this one are an old corpus, with which the others are compared, and neither with their own.
    pub old: Option<u32>,
}

/// How the sites of two documents must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sites {
    /// As they are.
    #[default]
    Any,
    /// The same.
    Same,
    /// Different.
    Different,
}

impl Conditions {
    /// Whether two documents are compared.
    pub(super) fn hold(&self, gathered: &Gathered, a: u32, b: u32) -> bool {
        let of = |numbers: &[u32], ordinal: u32| numbers[ordinal as usize];
        let (x, y) = (gathered.catalogue.row(a).words, gathered.catalogue.row(b).words);
        let sites = (of(&gathered.sites, a), of(&gathered.sites, b));
        x.min(y) >= self.least_words
            && u64::from(x.min(y)) * 1000 >= u64::from(x.max(y)) * u64::from(self.lengths)
            && (!self.of_one_category || of(&gathered.categories, a) == of(&gathered.categories, b))
            && (!self.of_one_language || of(&gathered.languages, a) == of(&gathered.languages, b))
            && match self.sites {
                Sites::Any => true,
                Sites::Same => sites.0 == sites.1 && sites.0 != 0,
                Sites::Different => sites.0 != sites.1,
            }
            && self.old.is_none_or(|old| (a < old) != (b < old))
    }
}
