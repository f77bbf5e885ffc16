//! Variants of the algorithms, for the questions that the paper leaves open (Henzinger 2006, section 4): fewer bits, shingles in place of words, other lengths of a
//! shingle, and shingles weighed by how often they occur.

use std::format;

use super::super::clusters::{DocumentClusters, Estimate};
use super::super::verdict::Judge;
use super::{
    AgreementDrawing, BITS, CODINGS, Codes, JudgedPair, JudgedSample, LEAST_EQUAL, LOOKED_AT, PairKind,
    PairTotal, PairsByKind, SiteRelation,
};
use twinprint_native::Error;
use twinprint_native::overlap::{Progress, Workspace};
use twinprint_native::scan::{Coding, Gathered};

/// A variant of an algorithm: a coding, and how many bits of it count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlgorithmVariant {
    /// Its place among [`CODINGS`].
    pub coding: usize,
    /// How many bits of a projection are compared.
    pub bits: u32,
}

/// What an algorithm gives from one threshold on.
#[derive(Debug, Clone, PartialEq)]
pub struct VariantResult {
    /// The algorithm.
    pub variant: AlgorithmVariant,
    /// The least supershingles or bits that agree.
    pub threshold: u32,
    /// All pairs found.
    pub pairs: u64,
    /// The share of near-duplicates among them, and among those of the same site and of different ones.
    pub precision: [Option<Estimate>; 3],
    /// How many near-duplicates there are among them, times those of Algorithm B.
    pub relative: Option<Estimate>,
    /// How many there are.
    pub correct: Option<PairTotal>,
}

/// Projections of fewer bits; of all of them as many are 384.
const SHORTER: [u32; 6] = [32, 64, 96, 128, 192, 256];

impl AlgorithmVariant {
    /// All that are tried, the paper's own algorithms first.
    pub fn all() -> Vec<AlgorithmVariant> {
        let whole = |coding| AlgorithmVariant { coding, bits: BITS };
        let shorter = SHORTER.into_iter().map(|bits| AlgorithmVariant { coding: 1, bits });
        [whole(0), whole(1)].into_iter().chain(shorter).chain((2..CODINGS.len()).map(whole)).collect()
    }

    /// What it is called.
    pub fn name(self) -> String {
        match CODINGS[self.coding] {
            Coding::Supershingles { k, weighted: false } => format!("B, {k} tokens a shingle"),
            Coding::Supershingles { k, weighted: true } => {
                format!("B, {k} tokens a shingle, each occurrence counted")
            }
            Coding::Projection { k: 1 } => format!("C, {} bits", self.bits),
            Coding::Projection { k } => format!("C, {} bits, of {k} tokens a shingle", self.bits),
        }
    }

    /// The bytes that it keeps of a document.
    pub fn bytes(self) -> u32 {
        self.bits / 8
    }

    fn is_of_bits(self) -> bool {
        matches!(CODINGS[self.coding], Coding::Projection { .. })
    }

    /// How many bits may differ at most: of all bits as many as are looked at, of fewer the share that the paper's threshold
    /// allows, for more would find pairs at random.
    fn most_differing(self) -> u32 {
        if self.bits == BITS { BITS - LOOKED_AT } else { self.bits / 32 }
    }

    /// Finds its pairs, and has some of each similarity judged.
    ///
    /// # Errors
    /// As [`AgreementPairs::of`](super::AgreementPairs::of).
    pub(super) fn measure(
        self,
        gathered: &Gathered,
        clusters: &DocumentClusters,
        judge: &mut Judge<'_>,
        drawing: AgreementDrawing,
        place: &Workspace,
        progress: Progress<'_>,
    ) -> Result<JudgedSample, Error> {
        let codes = Codes(gathered.codes(self.coding)?);
        let found = match self.is_of_bits() {
            true => codes.by_bits(self.bits, self.most_differing(), place, progress)?,
            false => codes.by_supershingles(LEAST_EQUAL, place, progress)?,
        };
        let score =
            |a, b| if self.is_of_bits() { codes.agreeing(a, b, self.bits) } else { codes.equal(a, b) };
        let mut tally = PairsByKind::default();
        for pair in found {
            let pair = pair?;
            let sites = SiteRelation::of(gathered.sites[pair.a as usize], gathered.sites[pair.b as usize]);
            tally.add(PairKind { score: score(pair.a, pair.b), sites }, pair.a, pair.b, drawing);
        }
        let judged = tally.drawn().map(|(kind, a, b)| {
            let verdict = judge.verdict(a, b)?;
            Ok(JudgedPair {
                documents: (a, b),
                clusters: clusters.pair(a, b),
                kind,
                equal: 0,
                agreeing: kind.score,
                verdict,
                difference: None,
            })
        });
        Ok(JudgedSample::new(&tally, judged.collect::<Result<Vec<_>, Error>>()?))
    }

    /// What it gives from each threshold on, the most demanding first. `correct` is how many near-duplicates Algorithm B finds.
    pub(super) fn results(self, sample: &JudgedSample, correct: Option<&PairTotal>) -> Vec<VariantResult> {
        let (most, least) = match self.is_of_bits() {
            true => (self.bits, self.bits - self.most_differing()),
            false => (6, LEAST_EQUAL),
        };
        let result = |threshold: u32| {
            let from = |pair: &JudgedPair| pair.kind.score >= threshold;
            let precision =
                |sites| sample.share(|pair| from(pair) && pair.is_of(sites), JudgedPair::is_correct);
            let own = sample.total(|pair| from(pair) && pair.is_correct());
            VariantResult {
                variant: self,
                threshold,
                pairs: sample.pairs(|kind| kind.score >= threshold),
                precision: [None, Some(SiteRelation::Same), Some(SiteRelation::Different)].map(precision),
                relative: own.as_ref().zip(correct).and_then(|(own, correct)| own.relative_to(correct)),
                correct: own,
            }
        };
        (least..=most).rev().map(result).collect()
    }
}

/// Of an algorithm's answers that which finds nearest to as many near-duplicates as Algorithm B.
pub(super) fn nearest(results: &[VariantResult]) -> Option<&VariantResult> {
    let off = |result: &&VariantResult| {
        result.relative.map_or(f64::INFINITY, |relative| (relative.share.max(1e-9).ln()).abs())
    };
    results.iter().min_by(|x, y| off(x).total_cmp(&off(y)))
}
