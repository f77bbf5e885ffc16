//! Bucket checksums: a document's words dealt out to n lists, and a checksum of each (Pugh and Henzinger, US patent
//! 6,658,423).
//!
//! A hash of the word says which list it joins; there the words stay in the order of the document, and the list's
//! checksum is a hash of them in this order. An edit changes the lists of the words that it touches, and no other: two
//! documents are similar when many lists are equal. The checksums are rolled on as words come, so no list is kept.
//!
//! A list without a word has no checksum and equals nothing: else short documents, most of whose lists are empty, would
//! all be similar.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use crate::error::Error;
use crate::hash::{self, Roller, Rolling};
use crate::imatch;
use crate::shingle::MASKED;

/// The most lists there may be.
pub const MAX_LISTS: usize = 4096;

/// A document's checksums, one a list; none for an empty list.
///
/// ```
/// use twinprint::{buckets::Checksums, hash};
/// let of = |text: &str| {
///     let tokens: Vec<u64> = text.split(' ').map(hash::token).collect();
///     Checksums::of(&tokens, 8)
/// };
/// let (a, b) = (of("the quick brown fox jumps over a lazy dog"), of("the quick brown fox jumps over a lazy cat"));
/// let lists = a.lists().max(b.lists());
/// assert!((lists - 2..lists).contains(&a.similarity(&b))); // the list of "dog" and that of "cat"
/// assert!(a.is_alike(&a, 8));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Checksums(pub Vec<Option<u64>>);

impl Checksums {
    /// The checksums of a document's words, in order, over `lists` lists; [`MASKED`] words join none.
    pub fn of(tokens: &[u64], lists: usize) -> Self {
        let mut rollers = vec![None; lists];
        for &token in tokens.iter().filter(|&&token| token != MASKED) {
            if let Some(roller) = rollers.get_mut(list_of(token, lists)) {
                roller.get_or_insert(Roller::new(1)).fill(token);
            }
        }
        Checksums(rollers.iter().map(|roller| roller.as_ref().map(Roller::hash)).collect())
    }

    /// How many lists have a word.
    pub fn lists(&self) -> usize {
        self.0.iter().flatten().count()
    }

    /// How many checksums are equal, each at its place.
    pub fn similarity(&self, other: &Checksums) -> usize {
        imatch::agreeing(&self.0, &other.0)
    }

    /// Whether at least `agree` checksums are equal. Where both documents have fewer lists with words than that, all
    /// that either has must be equal, so that identical documents are alike; documents without a word are alike to
    /// none.
    pub fn is_alike(&self, other: &Checksums, agree: usize) -> bool {
        imatch::is_alike(&self.0, &other.0, agree)
    }
}

/// The list that a word joins.
#[inline]
pub fn list_of(token: u64, lists: usize) -> usize {
    // From the leading 32 bits, each list as likely as the next within n in 2^32.
    (((hash::mix(token) >> 32) * lists as u64) >> 32) as usize
}

/// Refuses numbers of lists that are out of range.
///
/// # Errors
/// [`Error::InvalidOption`] unless there are from 1 to [`MAX_LISTS`].
pub fn check_lists(lists: usize) -> Result<(), Error> {
    if (1..=MAX_LISTS).contains(&lists) {
        return Ok(());
    }
    let expected = "a number of lists from 1 to 4096";
    Err(Error::InvalidOption { option: "buckets", value: lists.to_string(), expected })
}
