//! The combined algorithm: which cut-off of C-similarity to take for pairs that are B-similar, chosen on one half of the pairs
//! judged and tested on the other (Henzinger 2006, section 3.5).

use super::super::clusters::Estimate;
use super::{BITS, JudgedPair, JudgedSample, SiteRelation};

/// The cut-off of the paper.
pub const CUT_OFF: u32 = 355;

/// What a cut-off gives on a half.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// The least C-similarity.
    pub agreeing: u32,
    /// The share of near-duplicates among what is left.
    pub precision: Option<Estimate>,
    /// The share of Algorithm B's near-duplicates that are left: the paper's R.
    pub recall: Option<Estimate>,
}

/// The combined algorithm, chosen and tested.
#[derive(Debug, Clone)]
pub struct Combined {
    /// The half to choose by.
    pub first: JudgedSample,
    /// The half to test by.
    pub second: JudgedSample,
    /// Every cut-off on the first half.
    pub cuts: Vec<Cut>,
    /// That which has the best precision of those that keep enough, of equals the lowest; none where nothing was judged.
    pub chosen: Option<u32>,
}

impl Combined {
    /// Of Algorithm B's pairs that were judged; at least `least_recall` of R is kept.
    pub fn of(sample: &JudgedSample, least_recall: f64) -> Combined {
        let (first, second) = (sample.half(false), sample.half(true));
        let cuts: Vec<Cut> = (0..=BITS).map(|agreeing| cut(&first, None, agreeing)).collect();
        let keeps = |cut: &&Cut| cut.recall.is_some_and(|recall| recall.share >= least_recall);
        let mut best: Option<&Cut> = None;
        for cut in cuts.iter().filter(keeps) {
            let share = |cut: &Cut| cut.precision.map(|precision| precision.share);
            if best.is_none_or(|best| share(cut) > share(best)) {
                best = Some(cut);
            }
        }
        let chosen = best.map(|cut| cut.agreeing);
        Combined { first, second, cuts, chosen }
    }

    /// A cut-off on the half that it was not chosen by, for pairs of these sites or for all.
    pub fn tested(&self, sites: Option<SiteRelation>, agreeing: u32) -> Cut {
        cut(&self.second, sites, agreeing)
    }

    /// The same with a least B-similarity in place of a cut-off.
    pub fn stricter(&self, equal: u32) -> Cut {
        let passes = |pair: &JudgedPair| pair.equal >= equal;
        Cut {
            agreeing: 0,
            precision: self.second.share(passes, JudgedPair::is_correct),
            recall: self.second.share(JudgedPair::is_correct, passes),
        }
    }
}

fn cut(half: &JudgedSample, sites: Option<SiteRelation>, agreeing: u32) -> Cut {
    let passes = |pair: &JudgedPair| pair.is_of(sites) && pair.agreeing >= agreeing;
    let correct = |pair: &JudgedPair| pair.is_of(sites) && pair.is_correct();
    Cut {
        agreeing,
        precision: half.share(passes, JudgedPair::is_correct),
        recall: half.share(correct, passes),
    }
}
