//! The study of a corpus that was taken in.

use super::super::clusters::DocumentClusters;
use super::super::verdict::{Judge, JudgeKind, Thresholds, Verdict};
use super::{Compression, FingerprintPostings, HammingDrawing, NearDuplicates, NearPairs, Spread, Stratum};
use twinprint_native::Error;
use twinprint_native::overlap::{Progress, Workspace};
use twinprint_native::scan::Gathered;

/// How a corpus is studied.
#[derive(Debug, Clone)]
pub struct HammingOptions<'a> {
    /// Which pairs are drawn.
    pub drawing: HammingDrawing<'a>,
    /// What exact resemblance makes of a pair; what recall is of, whoever judges the pairs that were drawn.
    pub thresholds: Thresholds,
    /// The precision for which a k is recommended, from 0 to 1.
    pub precision: f64,
    /// Where documents are compared.
    pub place: Workspace,
}

/// Who judges the pairs that were drawn.
#[derive(Debug, Clone, Copy)]
pub enum JudgedBy<'a> {
    /// Exact resemblance.
    Resemblance,
    /// People or the written rule, who judged these.
    Labels(&'a [JudgedDistance], JudgeKind),
}

/// A pair that was judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgedDistance {
    /// The bits in which the fingerprints differ.
    pub distance: u32,
    /// Its documents.
    pub documents: (u32, u32),
    /// The group of its length.
    pub length: usize,
    /// What it is.
    pub verdict: Verdict,
}

/// What was found.
#[derive(Debug, Clone)]
pub struct HammingFindings {
    /// How many documents there are, exact copies with them.
    pub documents: u64,
    /// How many of these are copies of earlier ones.
    pub copies: u64,
    /// How many of the others have no fingerprint.
    pub without_fingerprint: u64,
    /// The pairs within K bits.
    pub near: NearPairs,
    /// The pairs that are alike by their shingles.
    pub alike: NearDuplicates,
    /// By distance: as many pairs drawn at each, and what they are.
    pub by_distance: Vec<Stratum>,
    /// By length, then by distance, as many drawn of each; people's verdicts are those above, shared out.
    pub by_length: Vec<Vec<Stratum>>,
    /// Who judged.
    pub judge: JudgeKind,
    /// Where fingerprints lie.
    pub spread: Spread,
    /// What they take in a table; none of no fingerprints.
    pub compression: Option<Compression>,
    /// What as many random ones take.
    pub compression_at_random: Option<Compression>,
    /// The fingerprints that the most documents have, with one of these and how many they are, exact copies with them.
    pub crowded: Vec<(u64, u32, u64)>,
}

/// How many crowded fingerprints are named.
const CROWDED: usize = 10;

impl HammingFindings {
    /// Studies a corpus that was taken in by a simhash of 64 bits. `progress` is called with how far the comparison by shingles is.
    /// Not for threads of rayon.
    ///
    /// # Errors
    /// [`Error::Core`] for k above [`MAX_SELF_JOIN_K`](twinprint::table::MAX_SELF_JOIN_K); [`Error::Unreadable`] and
    /// [`Error::Unwritable`] of what was gathered.
    pub fn of(
        gathered: &Gathered,
        options: &HammingOptions<'_>,
        verdictor: JudgedBy<'_>,
        progress: Progress<'_>,
    ) -> Result<HammingFindings, Error> {
        let HammingOptions { drawing, thresholds, place, .. } = options;
        let rows = gathered.catalogue.rows();
        let words: Vec<u32> = rows.iter().map(|row| row.words).collect();
        let firsts = (0..).zip(rows).filter(|(ordinal, row)| row.first == *ordinal).count();
        let fingerprints = gathered.fingerprints()?;
        let mut by_document = vec![None; rows.len()];
        fingerprints
            .iter()
            .for_each(|&(fingerprint, document)| by_document[document as usize] = Some(fingerprint));
        let without_fingerprint = firsts - fingerprints.len();
        let postings = FingerprintPostings::new(fingerprints);

        let clusters = DocumentClusters::of(gathered);
        let near = NearPairs::find(&postings, &words, drawing)?;
        let alike = NearDuplicates::find(
            gathered,
            &by_document,
            drawing.lengths,
            &clusters,
            *thresholds,
            place,
            progress,
        )?;
        let (by_distance, by_length) = match verdictor {
            JudgedBy::Resemblance => judged_by_resemblance(gathered, &near, &clusters, drawing, *thresholds)?,
            JudgedBy::Labels(judged, _) => judged_by_people(&near, &clusters, drawing, judged),
        };
        let mut copies = vec![0u64; rows.len()];
        rows.iter().for_each(|row| copies[row.first as usize] += 1);
        let held: Vec<(u64, u32, u64)> = postings
            .iter()
            .map(|(code, of)| (code, of[0], of.iter().map(|&document| copies[document as usize]).sum()))
            .collect();
        let spread = Spread::of(held.iter().map(|&(code, _, documents)| (code, documents)));
        let mut crowded: Vec<_> = held.into_iter().filter(|&(.., documents)| documents > 1).collect();
        crowded.sort_unstable_by_key(|&(code, _, documents)| (core::cmp::Reverse(documents), code));
        crowded.truncate(CROWDED);
        Ok(HammingFindings {
            documents: rows.len() as u64,
            copies: (rows.len() - firsts) as u64,
            without_fingerprint: without_fingerprint as u64,
            judge: match verdictor {
                JudgedBy::Resemblance => JudgeKind::Resemblance,
                JudgedBy::Labels(_, judge) => judge,
            },
            compression: Compression::of(postings.codes())?,
            compression_at_random: Compression::at_random(postings.codes().len(), drawing.seed)?,
            near,
            alike,
            by_distance,
            by_length,
            spread,
            crowded,
        })
    }
}

/// By distance, and by length and distance.
type Strata = (Vec<Stratum>, Vec<Vec<Stratum>>);

/// The pairs of each kind, none judged.
fn unjudged(near: &NearPairs, drawing: &HammingDrawing<'_>) -> Strata {
    let none = |pairs| Stratum { pairs, ..Stratum::default() };
    let distances = || 0..=near.k();
    let of = |length| distances().map(|distance| none(near.pairs_of(distance, length))).collect();
    (
        distances().map(|distance| none(near.pairs(distance))).collect(),
        (0..drawing.lengths.count()).map(of).collect(),
    )
}

fn judged_by_resemblance(
    gathered: &Gathered,
    near: &NearPairs,
    clusters: &DocumentClusters,
    drawing: &HammingDrawing<'_>,
    thresholds: Thresholds,
) -> Result<Strata, Error> {
    let mut judge = Judge::new(gathered, thresholds);
    let mut verdict = |(a, b): (u32, u32)| Ok((clusters.pair(a, b), judge.verdict(a, b)?));
    let (mut by_distance, mut by_length) = unjudged(near, drawing);
    for distance in 0..=near.k() {
        let at = distance as usize;
        by_distance[at].judged = near.drawn(distance).map(&mut verdict).collect::<Result<_, Error>>()?;
        for (length, strata) in by_length.iter_mut().enumerate() {
            strata[at].judged =
                near.drawn_of(distance, length).map(&mut verdict).collect::<Result<_, Error>>()?;
        }
    }
    Ok((by_distance, by_length))
}

fn judged_by_people(
    near: &NearPairs,
    clusters: &DocumentClusters,
    drawing: &HammingDrawing<'_>,
    judged: &[JudgedDistance],
) -> Strata {
    let (mut by_distance, mut by_length) = unjudged(near, drawing);
    for &JudgedDistance { distance, documents: (a, b), length, verdict } in judged {
        let said = (clusters.pair(a, b), verdict);
        if let Some(stratum) = by_distance.get_mut(distance as usize) {
            stratum.judged.push(said);
            by_length[length][distance as usize].judged.push(said);
        }
    }
    (by_distance, by_length)
}
