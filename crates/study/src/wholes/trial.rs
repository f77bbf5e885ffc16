//! What a candidate finds at the largest distance that keeps away what is none.

use std::vec::Vec;

use rayon::prelude::*;

use super::candidate::Candidate;
use super::distance::Tail;
use super::made::{MadeTexts, SHARES};
use super::signing::{Prints, Which};
use crate::intervals::{Interval, SplitMix, percentile_interval};

/// How many look-ups, and pairs of forms and of decoys, may have a wrong answer: one in a hundred.
const WRONG: f64 = 0.01;
/// Samples of the bootstrap.
const ROUNDS: usize = 1000;

/// What came of a candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct WholesTrial {
    /// The candidate.
    pub candidate: Candidate,
    /// The largest distances at which unrelated documents, forms and decoys are kept away; none where there is none.
    pub limits: [Option<u32>; 3],
    /// For each source the share of its copies that are found, by how much they are edited.
    pub found: Vec<[f64; SHARES.len()]>,
}

/// Sources that choose, and those that are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Chooses,
    Reported,
}

impl WholesTrial {
    pub(super) fn of(candidate: &Candidate, made: &MadeTexts, prints: &Prints, among: u64) -> Self {
        let (parts, rule) = (&candidate.parts[..], candidate.rule);
        let apart = |a: &Vec<u64>, b: &Vec<u64>| rule.apart(parts, a, b);
        let texts = prints.of(Which::Texts, candidate);
        let row =
            |number: usize| Tail::of(texts[number + 1..].iter().map(|other| apart(&texts[number], other)));
        let others = (0..texts.len()).into_par_iter().map(row).reduce(|| Tail::of([]), Tail::with);

        let all_forms = prints.of(Which::Forms, candidate);
        let mut forms = Tail::of([]);
        let mut first = 0;
        for template in &made.forms {
            let own = &all_forms[first..first + template.len()];
            first += template.len();
            for (at, form) in own.iter().enumerate() {
                own[at + 1..].iter().for_each(|other| forms.count(apart(form, other)));
            }
        }
        let shuffled = prints.of(Which::Decoys, candidate);
        let decoys =
            made.decoys.iter().zip(&shuffled).map(|((number, _), decoy)| apart(&texts[*number], decoy));
        let limits =
            [others.within(WRONG / among as f64), forms.within(WRONG), Tail::of(decoys).within(WRONG)];

        let within = nearest(limits);
        let is_found =
            |distance: Option<u32>| distance.zip(within).is_some_and(|(distance, most)| distance <= most);
        let copies = prints.of(Which::Copies, candidate);
        let found = made.copies.chunks(made.copies_of_source()).zip(copies.chunks(made.copies_of_source()));
        let found = found.map(|(copies, prints)| {
            let mut found = [0.0; SHARES.len()];
            for (copy, print) in copies.iter().zip(prints) {
                found[copy.share] += f64::from(u8::from(is_found(apart(&texts[copy.source], print))));
            }
            found.map(|found| found * SHARES.len() as f64 / made.copies_of_source() as f64)
        });
        WholesTrial { candidate: candidate.clone(), limits, found: found.collect() }
    }

    /// The distance up to which documents are near; none where none can be.
    pub fn within(&self) -> Option<u32> {
        nearest(self.limits)
    }

    /// The sources of a half: every other one.
    fn half(&self, half: Half) -> Vec<[f64; SHARES.len()]> {
        let first = usize::from(half == Half::Reported);
        self.found.iter().skip(first).step_by(2).copied().collect()
    }

    /// The share of a half's copies that are found.
    pub(super) fn mean(&self, half: Half) -> f64 {
        mean(self.half(half).iter().map(|found| mean(found.iter().copied())))
    }

    /// The share of the reported copies that are found which are edited so much, or of all, with its interval by sources.
    pub(super) fn reported(&self, share: Option<usize>, seed: u64) -> (f64, Option<Interval>) {
        let of = |found: &[f64; SHARES.len()]| {
            share.map_or_else(|| mean(found.iter().copied()), |share| found[share])
        };
        let all: Vec<f64> = self.half(Half::Reported).iter().map(of).collect();
        (mean(all.iter().copied()), interval(&all, seed))
    }

    /// How much more of all reported copies is found than by another, source by source.
    pub(super) fn more_than(&self, other: &WholesTrial, seed: u64) -> (f64, Option<Interval>) {
        let pairs = self.half(Half::Reported).into_iter().zip(other.half(Half::Reported));
        let all: Vec<f64> =
            pairs.map(|(own, other)| mean(own.iter().copied()) - mean(other.iter().copied())).collect();
        (mean(all.iter().copied()), interval(&all, seed))
    }
}

/// The least of all limits, if there is each.
fn nearest(limits: [Option<u32>; 3]) -> Option<u32> {
    let all: Vec<u32> = limits.into_iter().collect::<Option<_>>()?;
    all.into_iter().min()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

/// The interval of a mean, by drawing its values again; none of fewer than ten.
fn interval(values: &[f64], seed: u64) -> Option<Interval> {
    if values.len() < crate::eval::FEWEST {
        return None;
    }
    percentile_interval(ROUNDS, seed, |random: &mut SplitMix| {
        let drawn = (0..values.len()).map(|_| values[(random.bits() % values.len() as u64) as usize]);
        Some(mean(drawn))
    })
}
