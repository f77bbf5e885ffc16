//! The study of a corpus that was taken in.

use std::collections::HashMap;

use super::super::clusters::Estimate;
use super::super::verdict::{Judge, JudgeKind, Thresholds, Verdict};
use super::variants::nearest;
use super::{
    AgreementDrawing, AgreementPairs, AlgorithmVariant, BITS, Combined, JudgedPair, JudgedSample, LOOKED_AT,
    PairKind, PairsByKind, SiteRelation, Texts, VariantResult,
};
use twinprint_native::Error;
use twinprint_native::overlap::{Progress, Workspace};
use twinprint_native::scan::Gathered;

/// How a corpus is studied.
#[derive(Debug, Clone)]
pub struct AgreementOptions {
    /// What exact resemblance makes of a pair.
    pub thresholds: Thresholds,
    /// How pairs are drawn.
    pub drawing: AgreementDrawing,
    /// The share of Algorithm B's near-duplicates that the combined algorithm keeps at least, on the half it is chosen by.
    pub keep: f64,
    /// Where documents are compared.
    pub place: Workspace,
}

/// Which of the two algorithms a pair was drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// By supershingles.
    B,
    /// By bits.
    C,
}

/// A person's verdict on a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairVerdict {
    /// What it was drawn from.
    pub algorithm: Algorithm,
    /// Which of its kinds.
    pub kind: PairKind,
    /// Its documents.
    pub documents: (u32, u32),
    /// What it is.
    pub verdict: Verdict,
}

/// What was found.
#[derive(Debug, Clone)]
pub struct AgreementFindings {
    /// How many documents there are, exact copies with them.
    pub documents: u64,
    /// How many of these are copies of earlier ones.
    pub copies: u64,
    /// Of how many of the others the site is known.
    pub with_site: u64,
    /// All pairs.
    pub found: AgreementPairs,
    /// Algorithm B's pairs that were judged.
    pub b: JudgedSample,
    /// Algorithm C's.
    pub c: JudgedSample,
    /// Who judged.
    pub judge: JudgeKind,
    /// The combined algorithm.
    pub combined: Combined,
    /// The least C-similarity by which Algorithm C finds nearest to as many near-duplicates as B; none where too little was
    /// judged.
    pub threshold: Option<u32>,
    /// What the open questions' algorithms give, each at every threshold; judged by resemblance.
    pub results: Vec<Vec<VariantResult>>,
}

impl AgreementFindings {
    /// Judges the pairs that were drawn, by exact resemblance or as people did, and asks the open questions. Not for threads of
    /// rayon.
    ///
    /// # Errors
    /// [`Error::Unreadable`] and [`Error::Unwritable`] of what was gathered, of the texts and of the place.
    pub fn of(
        gathered: &Gathered,
        found: AgreementPairs,
        texts: &Texts,
        labelled: Option<(&[PairVerdict], JudgeKind)>,
        options: &AgreementOptions,
        progress: Progress<'_>,
    ) -> Result<AgreementFindings, Error> {
        let mut judge = Judge::new(gathered, options.thresholds);
        let [b, c] =
            [(Algorithm::B, &found.b.tally), (Algorithm::C, &found.c.tally)].map(|(algorithm, tally)| {
                match labelled {
                    Some((labelled, _)) => Ok(by_people(algorithm, tally, labelled, &found)),
                    None => by_resemblance(tally, &mut judge, &found),
                }
            });
        let (b, c) =
            (with_differences(b?, &found.b.tally, texts)?, with_differences(c?, &found.c.tally, texts)?);
        let mut results = Vec::new();
        let mut correct = None;
        for variant in AlgorithmVariant::all() {
            // Each threshold of bits is a kind of its own: fewer of each.
            let drawing = AgreementDrawing { sample: options.drawing.sample.div_ceil(4), ..options.drawing };
            let drawing = if variant.coding == 0 { options.drawing } else { drawing };
            let sample =
                variant.measure(gathered, &found.clusters, &mut judge, drawing, &options.place, progress)?;
            if variant.coding == 0 {
                correct = sample.total(JudgedPair::is_correct);
            }
            results.push(variant.results(&sample, correct.as_ref()));
        }
        let rows = gathered.catalogue.rows();
        let firsts = (0u32..).zip(rows).filter(|(ordinal, row)| row.first == *ordinal);
        let with_site = firsts.clone().filter(|&(ordinal, _)| gathered.sites[ordinal as usize] > 0).count();
        Ok(AgreementFindings {
            documents: rows.len() as u64,
            copies: (rows.len() - firsts.count()) as u64,
            with_site: with_site as u64,
            threshold: as_many(&b, &c),
            combined: Combined::of(&b, options.keep),
            found,
            b,
            c,
            judge: labelled.map_or(JudgeKind::Resemblance, |(_, judge)| judge),
            results,
        })
    }

    /// How many near-duplicates Algorithm C finds from a C-similarity on, times those of B.
    pub fn c_relative(&self, agreeing: u32) -> Option<Estimate> {
        let c = self.c.total(|pair| pair.agreeing >= agreeing && pair.is_correct())?;
        c.relative_to(&self.b.total(JudgedPair::is_correct)?)
    }

    /// Each open question's answer that finds nearest to as many near-duplicates as Algorithm B.
    pub fn nearest_results(&self) -> impl Iterator<Item = &VariantResult> {
        self.results.iter().filter_map(|results| nearest(results))
    }

    /// The share of all pairs of these sites that the shingles say are near-duplicates which are among pairs found; of all sites if none are
    /// named. Of pairs judged by people it cannot be told.
    pub fn recall(
        &self,
        sample: &JudgedSample,
        sites: Option<SiteRelation>,
        agreeing: u32,
        equal: u32,
    ) -> Option<f64> {
        let all = self.found.alike(sites);
        let wanted = |pair: &JudgedPair| {
            pair.is_of(sites) && pair.is_correct() && pair.agreeing >= agreeing && pair.equal >= equal
        };
        let found = sample.total(wanted).filter(|_| self.judge == JudgeKind::Resemblance && all > 0)?;
        Some((found.pairs() / all as f64).min(1.0))
    }
}

/// The threshold of Algorithm C for as many near-duplicates as B finds.
fn as_many(b: &JudgedSample, c: &JudgedSample) -> Option<u32> {
    let wanted = b.total(JudgedPair::is_correct)?.pairs();
    let off = |agreeing: u32| {
        let found = c.total(|pair| pair.agreeing >= agreeing && pair.is_correct());
        found.map(|found| (found.pairs() - wanted).abs())
    };
    let known: Option<Vec<(f64, u32)>> = (LOOKED_AT..=BITS).map(|at| Some((off(at)?, at))).collect();
    known?.into_iter().min_by(|x, y| x.0.total_cmp(&y.0)).map(|(_, at)| at)
}

fn by_resemblance(
    tally: &PairsByKind,
    judge: &mut Judge<'_>,
    found: &AgreementPairs,
) -> Result<Vec<JudgedPair>, Error> {
    tally.drawn().map(|(kind, a, b)| Ok(judged(kind, (a, b), judge.verdict(a, b)?, found))).collect()
}

fn by_people(
    algorithm: Algorithm,
    tally: &PairsByKind,
    labelled: &[PairVerdict],
    found: &AgreementPairs,
) -> Vec<JudgedPair> {
    let known: HashMap<PairKind, u64> = tally.counts().collect();
    let own = labelled.iter().filter(|of| of.algorithm == algorithm && known.contains_key(&of.kind));
    own.map(|of| judged(of.kind, of.documents, of.verdict, found)).collect()
}

fn judged(kind: PairKind, documents: (u32, u32), verdict: Verdict, found: &AgreementPairs) -> JudgedPair {
    let (a, b) = documents;
    let (equal, agreeing) = (found.b_codes.equal(a, b), found.c_codes.agreeing(a, b, BITS));
    let clusters = found.clusters.pair(a, b);
    JudgedPair { documents, clusters, kind, equal, agreeing, verdict, difference: None }
}

/// The same with what they differ in.
fn with_differences(
    judged: Vec<JudgedPair>,
    tally: &PairsByKind,
    texts: &Texts,
) -> Result<JudgedSample, Error> {
    let pairs = judged.into_iter().map(|pair| {
        Ok(JudgedPair { difference: texts.difference(pair.documents.0, pair.documents.1)?, ..pair })
    });
    Ok(JudgedSample::new(tally, pairs.collect::<Result<Vec<_>, Error>>()?))
}
