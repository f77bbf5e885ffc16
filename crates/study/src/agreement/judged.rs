//! Pairs that were judged, each standing for as many as were not drawn.

use std::collections::BTreeMap;

use super::super::clusters::{Estimate, PairRatio};
use super::super::hamming::VerdictCounts;
use super::super::verdict::Verdict;
use super::{PairKind, PairsByKind, SiteRelation};
use twinprint::difference::Reason;

/// A pair that was judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgedPair {
    /// Its documents.
    pub documents: (u32, u32),
    /// The clusters of these.
    pub clusters: (u32, u32),
    /// What it was drawn from.
    pub kind: PairKind,
    /// How many supershingles are equal.
    pub equal: u32,
    /// How many bits agree.
    pub agreeing: u32,
    /// What it is.
    pub verdict: Verdict,
    /// In what it differs; none where its documents cannot be read a second time.
    pub difference: Option<PairDifference>,
}

/// In what two documents differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairDifference {
    /// How many tokens of either are not in the other (Henzinger 2006, section 3.2), by her tokens.
    pub tokens: u32,
    /// What they are.
    pub reason: Reason,
}

impl JudgedPair {
    /// Whether it is a near-duplicate.
    pub fn is_correct(&self) -> bool {
        self.verdict == Verdict::Correct
    }

    /// Whether its sites are wanted; all are if none are named.
    pub fn is_of(&self, sites: Option<SiteRelation>) -> bool {
        sites.is_none_or(|sites| sites == self.kind.sites)
    }
}

/// Pairs of all kinds, of which some were judged.
#[derive(Debug, Clone, Default)]
pub struct JudgedSample {
    /// Of each kind how many pairs there are, and those that were judged, in the random order of their draw.
    kinds: BTreeMap<PairKind, (u64, Vec<JudgedPair>)>,
}

/// How many pairs there are of something, estimated from those that were judged, by their clusters.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PairTotal(PairRatio);

impl JudgedSample {
    /// Of pairs counted and judged.
    pub fn new(tally: &PairsByKind, judged: impl IntoIterator<Item = JudgedPair>) -> JudgedSample {
        let mut kinds: BTreeMap<PairKind, (u64, Vec<JudgedPair>)> =
            tally.counts().map(|(kind, count)| (kind, (count, Vec::new()))).collect();
        for of in judged {
            if let Some((_, own)) = kinds.get_mut(&of.kind) {
                own.push(of);
            }
        }
        JudgedSample { kinds }
    }

    /// Every second of the pairs judged of each kind, from the first or from the second on: two halves to choose and to test
    /// by. A pair that is the only one of its kind is in the first alone.
    pub fn half(&self, second: bool) -> JudgedSample {
        let half = |(&kind, (count, judged)): (&PairKind, &(u64, Vec<JudgedPair>))| {
            let own: Vec<JudgedPair> = judged.iter().skip(second.into()).step_by(2).copied().collect();
            let all_elsewhere = own.is_empty() && judged.len() as u64 == *count;
            (kind, (if all_elsewhere { 0 } else { *count }, own))
        };
        JudgedSample { kinds: self.kinds.iter().map(half).collect() }
    }

    /// How many pairs there are of the kinds that are wanted.
    pub fn pairs(&self, wanted: impl Fn(PairKind) -> bool) -> u64 {
        self.kinds.iter().filter(|(kind, _)| wanted(**kind)).map(|(_, (count, _))| count).sum()
    }

    /// All that were judged.
    pub fn judged(&self) -> impl Iterator<Item = &JudgedPair> {
        self.kinds.values().flat_map(|(_, judged)| judged)
    }

    /// The verdicts on those that are wanted.
    pub fn verdicts(&self, wanted: impl Fn(&JudgedPair) -> bool) -> VerdictCounts {
        self.judged().filter(|of| wanted(of)).map(|of| of.verdict).collect()
    }

    /// The share of `some` among all pairs that are `of` something; none where a kind that has such pairs cannot be spoken of, or
    /// there are none.
    ///
    /// A kind's pairs weigh as many as it has, shared among those judged. The interval is by the clusters of the documents
    /// ([`PairRatio`]).
    pub fn share(
        &self,
        of: impl Fn(&JudgedPair) -> bool,
        some: impl Fn(&JudgedPair) -> bool,
    ) -> Option<Estimate> {
        self.ratio(of, some)?.estimate()
    }

    /// The same by clusters.
    pub fn ratio(
        &self,
        of: impl Fn(&JudgedPair) -> bool,
        some: impl Fn(&JudgedPair) -> bool,
    ) -> Option<PairRatio> {
        let mut ratio = PairRatio::default();
        for (weight, judged) in self.weighed()? {
            for pair in judged.iter().filter(|pair| of(pair)) {
                ratio.add(pair.clusters, if some(pair) { weight } else { 0.0 }, weight);
            }
        }
        Some(ratio)
    }

    /// The share of near-duplicates among pairs of these sites; of all if none are named.
    pub fn precision(&self, sites: Option<SiteRelation>) -> Option<Estimate> {
        self.share(|pair| pair.is_of(sites), JudgedPair::is_correct)
    }

    /// How many pairs are wanted; none where there are pairs of a kind of which none was judged.
    pub fn total(&self, wanted: impl Fn(&JudgedPair) -> bool) -> Option<PairTotal> {
        let mut total = PairTotal::default();
        for (weight, judged) in self.weighed()? {
            judged
                .iter()
                .filter(|pair| wanted(pair))
                .for_each(|pair| total.0.add(pair.clusters, weight, 0.0));
        }
        Some(total)
    }

    /// Every pair that was judged, with how many pairs it stands for; none where there are pairs of a kind of which none was
    /// judged.
    pub fn weights(&self) -> Vec<(f64, &JudgedPair)> {
        let weighed = self.weighed().into_iter().flatten();
        weighed.flat_map(|(weight, judged)| judged.iter().map(move |pair| (weight, pair))).collect()
    }

    /// Each kind's judged pairs, with how many pairs each stands for.
    fn weighed(&self) -> Option<impl Iterator<Item = (f64, &[JudgedPair])>> {
        let unknown = self.kinds.values().any(|(count, judged)| *count > 0 && judged.is_empty());
        let weighed = self
            .kinds
            .values()
            .map(|(count, judged)| (*count as f64 / judged.len().max(1) as f64, &judged[..]));
        (!unknown).then_some(weighed)
    }
}

impl PairTotal {
    /// The estimate.
    pub fn pairs(&self) -> f64 {
        self.0.part()
    }

    /// These and others, drawn apart from them.
    pub fn and(self, other: &PairTotal) -> PairTotal {
        PairTotal(self.0.and(&other.0))
    }

    /// How many times as many as others these are; none of none.
    pub fn relative_to(&self, other: &PairTotal) -> Option<Estimate> {
        self.0.of(&other.0).estimate()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tally::AgreementDrawing;
    use super::*;

    /// Kinds by how many pairs they have, how many of these were judged, and how many of those are correct.
    fn sample(kinds: &[(u64, u32, u32)]) -> JudgedSample {
        let mut tally = PairsByKind::default();
        let mut judged = Vec::new();
        for (score, &(pairs, drawn, correct)) in (0..).zip(kinds) {
            let kind = PairKind { score, sites: SiteRelation::Same };
            for b in 1..=pairs as u32 {
                tally.add(kind, 0, b, AgreementDrawing { sample: 1, seed: 1 });
            }
            judged.extend((0..drawn).map(|at| JudgedPair {
                documents: (0, at + 1),
                clusters: (at % 25, at % 25),
                kind,
                equal: score,
                agreeing: 384 - at,
                verdict: if at < correct { Verdict::Correct } else { Verdict::Incorrect },
                difference: None,
            }));
        }
        JudgedSample::new(&tally, judged)
    }

    #[test]
    fn a_kind_weighs_as_many_pairs_as_it_has() {
        let sample = sample(&[(900, 50, 50), (100, 50, 25)]);
        let precision = sample.precision(None).unwrap();
        assert!((precision.share - 0.95).abs() < 1e-12);
        let interval = precision.interval.unwrap();
        assert!(interval.low < 0.95 && interval.high > 0.95 && precision.clusters == 25);
        assert_eq!(sample.total(JudgedPair::is_correct).unwrap().pairs(), 950.0);
        assert_eq!(sample.precision(Some(SiteRelation::Different)), None);
    }

    #[test]
    fn nothing_is_said_of_pairs_of_a_kind_that_nobody_judged() {
        assert_eq!(sample(&[(900, 50, 50), (100, 0, 0)]).precision(None), None);
    }

    #[test]
    fn halves_share_no_pair_and_stand_for_as_many() {
        let sample = sample(&[(900, 50, 30), (100, 51, 25)]);
        let (first, second) = (sample.half(false), sample.half(true));
        assert_eq!(first.judged().count() + second.judged().count(), 101);
        assert!(first.judged().all(|pair| second.judged().all(|other| other != pair)));
        assert!((first.total(|_| true).unwrap().pairs() - 1000.0).abs() < 1e-9);
    }

    #[test]
    fn the_only_pair_of_its_kind_keeps_no_half_from_being_spoken_of() {
        let sample = sample(&[(900, 50, 30), (1, 1, 1)]);
        assert_eq!(sample.half(false).total(|_| true).unwrap().pairs(), 901.0);
        assert_eq!(sample.half(true).total(|_| true).unwrap().pairs(), 900.0);
    }
}
