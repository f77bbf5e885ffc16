//! What a report tells of pairs: how alike they are, and which are most alike. They are read once, and one is remembered of
//! each cluster, or of each document that was read first where there are no clusters: else all that is shown might be of
//! one.

use core::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use super::super::super::Error;
use super::super::{Catalogue, Clusters, ScanPair};
use crate::scale::Scale;

/// The number of classes in which resemblances are counted.
pub(super) const CLASSES: usize = 20;

/// Scores that are whole numbers are counted up to this; above, together.
pub(super) const MOST: usize = 40;

/// How alike pairs are, and which are most alike.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Of pairs whose shared shingles are counted, by resemblance: from 0 up to less than 0.05, and so on; the last with 1.
    pub(super) resemblances: [u64; CLASSES],
    /// Of all others, by score: a class as above each, or a whole number.
    pub(super) scores: Vec<u64>,
    /// What a score is.
    pub(super) scale: Scale,
    /// How many there are.
    pub(super) pairs: u64,
    /// Those most alike, of each cluster one, in order.
    pub(super) top: Vec<ScanPair>,
}

impl Tally {
    /// Of all pairs; `most` are shown. Of pairs that are equally alike, the one with more shared shingles comes first, then the one
    /// that was read first.
    ///
    /// # Errors
    /// What `pairs` say.
    ///
    /// # Panics
    /// With a pair of documents that are not in the catalogue.
    pub fn of(
        catalogue: &Catalogue,
        clusters: Option<&Clusters>,
        scale: Scale,
        pairs: impl IntoIterator<Item = Result<ScanPair, Error>>,
        most: usize,
    ) -> Result<Self, Error> {
        let (mut resemblances, mut scores, mut count) = ([0; CLASSES], std::vec![0; MOST + 1], 0);
        let mut best: HashMap<u32, (f64, ScanPair)> = HashMap::new();
        for pair in pairs {
            let pair = pair?;
            count += 1;
            let overlap = pair.overlap(catalogue);
            let likeness = match overlap {
                Some(overlap) => {
                    resemblances[class(overlap.resemblance())] += 1;
                    overlap.resemblance()
                }
                None => {
                    let score = f64::from(pair.score);
                    scores
                        [if scale == Scale::Fraction { class(score) } else { (score as usize).min(MOST) }] +=
                        1;
                    scale.level(score).into()
                }
            };
            let of = clusters.map_or(pair.a, |clusters| clusters.representative_of(pair.b));
            let new = (likeness, pair);
            let old = best.entry(of).or_insert(new);
            if order(&new, old).is_lt() {
                *old = new;
            }
        }
        let mut top: Vec<(f64, ScanPair)> = best.into_values().collect();
        top.sort_unstable_by(order);
        let top = top.into_iter().take(most).map(|(_, pair)| pair).collect();
        Ok(Tally { resemblances, scores, scale, pairs: count, top })
    }
}

impl Tally {
    /// The documents of the pairs that are most alike.
    pub fn documents(&self) -> BTreeSet<u32> {
        self.top.iter().flat_map(|pair| [pair.a, pair.b]).collect()
    }
}

/// The class of a number from 0 to 1.
fn class(number: f64) -> usize {
    ((number * CLASSES as f64) as usize).min(CLASSES - 1)
}

/// The most alike first.
fn order(x: &(f64, ScanPair), y: &(f64, ScanPair)) -> Ordering {
    let likeness = y.0.total_cmp(&x.0);
    likeness.then(y.1.shared.cmp(&x.1.shared)).then((x.1.a, x.1.b).cmp(&(y.1.a, y.1.b)))
}
