//! Where words in a row of a document stand in parts of items, too.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::BIT;
use super::grams::Grams;
use super::set::EvalSet;
use crate::shingle::windows;

/// The words of a seed; a part of two words is one seed, and one of one has none.
const SEED: usize = 3;
const FEWEST: usize = 2;
/// The words of a seed of parts that have hardly any others: items of one form, as a rule, of which each has what others have, in another order.
const LONG_SEED: usize = 8;
/// The fewest bits of a seed: what is more common leads to too many places.
const BITS: u32 = 10 * BIT;
/// The fewest seeds of a part, for each of its words in a hundred, without which it has long ones.
const FEW: usize = 25;
/// The most places of items that a seed may stand at: what more have is a formula of eval sets.
const PLACES: usize = 64;

/// A place of a part where a seed stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Posting {
    pub(super) part: u32,
    pub(super) at: u32,
}

/// The seeds of all parts.
#[derive(Debug, Default)]
pub(super) struct Seeds {
    grams: Grams,
    /// Where the places of each number begin in `postings`; they end where those of the next begin.
    starts: Vec<u32>,
    postings: Vec<Posting>,
    /// The numbers of words that seeds have.
    widths: BTreeSet<usize>,
}

impl Seeds {
    /// Of the parts of a set, whose words weigh `bits`, all one after the other.
    pub(super) fn new(set: &EvalSet, bits: &[u32]) -> Seeds {
        let (mut found, mut widths) = (Vec::new(), BTreeSet::new());
        for part in 0..set.distinct() {
            let range = set.range(part);
            if range.len() < FEWEST {
                continue;
            }
            let (width, before) = (range.len().min(SEED), found.len());
            let (tokens, bits) = (&set.tokens()[range.clone()], &bits[range]);
            windows(tokens, width, |hash, at| {
                if bits[at as usize..][..width].iter().sum::<u32>() >= BITS {
                    found.push((hash, Posting { part, at }));
                }
            });
            widths.insert(width);
            if (found.len() - before) * 100 < FEW * tokens.len() {
                windows(tokens, LONG_SEED, |hash, at| found.push((hash, Posting { part, at })));
                widths.insert(LONG_SEED);
            }
        }
        found.sort_unstable();
        let rare = |found: &&[(u64, Posting)]| found.len() <= PLACES;
        let same = |a: &(u64, Posting), b: &(u64, Posting)| a.0 == b.0;
        let grams = Grams::new(found.chunk_by(same).filter(rare).map(|found| found[0].0).collect());
        let mut numbered: Vec<(usize, Posting)> = found
            .chunk_by(same)
            .filter(rare)
            .flatten()
            .filter_map(|&(hash, posting)| Some((grams.number(hash)?, posting)))
            .collect();
        numbered.sort_unstable();
        let mut starts = alloc::vec![0; grams.numbers() + 1];
        for &(number, _) in &numbered {
            starts[number + 1] += 1;
        }
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let postings = numbered.into_iter().map(|(_, posting)| posting).collect();
        Seeds { grams, starts, postings, widths }
    }

    /// Calls `sink` with each place of a document at which a seed stands, how many words that has, and a place where it stands in a part.
    pub(super) fn hits(&self, document: &[u64], mut sink: impl FnMut(u32, usize, Posting)) {
        for &width in &self.widths {
            windows(document, width, |hash, at| {
                let Some(number) = self.grams.number(hash) else { return };
                let places = self.starts[number] as usize..self.starts[number + 1] as usize;
                self.postings[places].iter().for_each(|&posting| sink(at, width, posting));
            });
        }
    }
}
