//! The pairs of Algorithms B and C: counted by both similarities, with the documents' degrees, and some drawn to be judged.

use core::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::super::clusters::DocumentClusters;
use super::degrees::DegreeCounter;
use super::{AgreementDrawing, Codes, Degrees, Joint, PairKind, PairsByKind, SiteRelation};
use twinprint_native::Error;
use twinprint_native::overlap::{self, Need, Progress, Workspace};
use twinprint_native::scan::{Coding, Gathered};

/// The least B-similarity of near-duplicates (Henzinger 2006, section 2).
pub const LEAST_EQUAL: u32 = 2;

/// The least C-similarity of near-duplicates in the paper (section 3.3).
pub const LEAST_AGREEING: u32 = 372;

/// C-similarities are looked at from here on: all such pairs have one of 24 pieces of 16 bits in common.
pub const LOOKED_AT: u32 = 361;

/// The bits of a projection.
pub const BITS: u32 = 384;

/// Where the ranges of C-similarity begin of which as many pairs each are drawn; the last three and the one before are the
/// paper's (table 10).
pub const RANGES: [u32; 7] = [LOOKED_AT, 364, 368, LEAST_AGREEING, 376, 379, 382];

/// The pairs of one algorithm.
#[derive(Debug, Clone)]
pub struct AlgorithmPairs {
    /// By B-similarity, or by ranges of C-similarity, with some drawn.
    pub tally: PairsByKind,
    /// By both similarities.
    pub joint: Joint,
    /// How many near-duplicates documents have.
    pub degrees: Degrees,
    /// The sites that have the most of these pairs within them, the most first.
    pub crowded: Vec<CrowdedSite>,
}

/// A site, and how many pairs both of whose documents are its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrowdedSite {
    /// The pairs.
    pub pairs: u64,
    /// A document of one of them.
    pub document: u32,
}

/// How many crowded sites are named.
const CROWDED: usize = 5;

/// The pairs of both, and all that are alike by their shingles.
#[derive(Debug, Clone)]
pub struct AgreementPairs {
    /// The cluster of each document.
    pub clusters: DocumentClusters,
    /// Codes by Algorithm B.
    pub b_codes: Codes,
    /// Codes by Algorithm C.
    pub c_codes: Codes,
    /// The pairs with a B-similarity of at least 2.
    pub b: AlgorithmPairs,
    /// The pairs with a C-similarity of at least [`LOOKED_AT`]; their degrees are of those with at least [`LEAST_AGREEING`].
    pub c: AlgorithmPairs,
    /// Of the latter, by C-similarity less [`LOOKED_AT`], those that twelve pieces of 32 bits find as well.
    pub by_twelve_pieces: Vec<u64>,
    /// How many pairs are near-duplicates by their shingles, by their sites.
    pub alike: [u64; SiteRelation::ALL.len()],
}

/// Where a C-similarity's range begins.
pub(super) fn range_of(agreeing: u32) -> u32 {
    RANGES.into_iter().rev().find(|&start| start <= agreeing).unwrap_or(LOOKED_AT)
}

impl AgreementPairs {
    /// Finds them. Near-duplicates by shingles have a resemblance of at least `thousandths` thousandths. The corpus was taken in with codes, of
    /// which the first two are by [`Coding::B`] and [`Coding::C`]. Not for threads of rayon.
    ///
    /// # Errors
    /// [`Error::Unreadable`] and [`Error::Unwritable`], of what was gathered and of the place.
    pub fn of(
        gathered: &Gathered,
        thousandths: u32,
        drawing: AgreementDrawing,
        place: &Workspace,
        progress: Progress<'_>,
    ) -> Result<AgreementPairs, Error> {
        let (b_codes, c_codes) = (Codes(gathered.codes(0)?), Codes(gathered.codes(1)?));
        let clusters = DocumentClusters::of(gathered);
        let sites = |a: u32, b: u32| SiteRelation::of(gathered.sites[a as usize], gathered.sites[b as usize]);
        let b = {
            let found = b_codes.by_supershingles(LEAST_EQUAL, place, progress)?;
            let similar = |a, b| (b_codes.equal(a, b), c_codes.agreeing(a, b, BITS));
            let score = |equal, _| (equal, true);
            AlgorithmPairs::of(found, &gathered.sites, &clusters, similar, score, drawing)?
        };
        let mut by_twelve_pieces = std::vec![0; (BITS - LOOKED_AT) as usize + 1];
        let c = {
            let found = c_codes.by_bits(BITS, BITS - LOOKED_AT, place, progress)?;
            let found = found.inspect(|pair| {
                if let Ok(pair) = pair
                    && c_codes.share_a_piece(pair.a, pair.b)
                {
                    by_twelve_pieces[(c_codes.agreeing(pair.a, pair.b, BITS) - LOOKED_AT) as usize] += 1;
                }
            });
            let similar = |a, b| (b_codes.equal(a, b), c_codes.agreeing(a, b, BITS));
            let score = |_, agreeing| (range_of(agreeing), agreeing >= LEAST_AGREEING);
            AlgorithmPairs::of(found, &gathered.sites, &clusters, similar, score, drawing)?
        };
        let mut alike = [0; SiteRelation::ALL.len()];
        let need = Need::Resemblance { thousandths };
        for pair in overlap::join(&gathered.shingles, need, &|_, _| true, place, progress)? {
            let pair = pair?;
            alike[sites(pair.a, pair.b) as usize] += 1;
        }
        Ok(AgreementPairs { clusters, b_codes, c_codes, b, c, by_twelve_pieces, alike })
    }

    /// The documents of the pairs that were drawn.
    pub fn documents(&self) -> BTreeSet<u32> {
        self.b.tally.drawn().chain(self.c.tally.drawn()).flat_map(|(_, a, b)| [a, b]).collect()
    }

    /// How many pairs are near-duplicates by their shingles, of these sites or of all.
    pub fn alike(&self, sites: Option<SiteRelation>) -> u64 {
        sites.map_or(self.alike.iter().sum(), |sites| self.alike[sites as usize])
    }
}

impl AlgorithmPairs {
    fn of(
        found: impl Iterator<Item = Result<overlap::Overlap, Error>>,
        site: &[u32],
        clusters: &DocumentClusters,
        similar: impl Fn(u32, u32) -> (u32, u32),
        score: impl Fn(u32, u32) -> (u32, bool),
        drawing: AgreementDrawing,
    ) -> Result<AlgorithmPairs, Error> {
        let (mut tally, mut joint, mut degrees) =
            (PairsByKind::default(), Joint::none(), DegreeCounter::new(site.len()));
        let mut by_site: BTreeMap<u32, CrowdedSite> = BTreeMap::new();
        for pair in found {
            let overlap::Overlap { a, b, .. } = pair?;
            let of = site[a as usize];
            let sites = SiteRelation::of(of, site[b as usize]);
            let (equal, agreeing) = similar(a, b);
            let (score, is_near) = score(equal, agreeing);
            joint.add(sites, equal, agreeing);
            tally.add(PairKind { score, sites }, a, b, drawing);
            if is_near {
                degrees.add(a, b);
            }
            if is_near && sites == SiteRelation::Same {
                by_site.entry(of).or_insert(CrowdedSite { pairs: 0, document: a }).pairs += 1;
            }
        }
        let mut crowded: Vec<CrowdedSite> = by_site.into_values().collect();
        crowded.sort_by_key(|of| (Reverse(of.pairs), of.document));
        crowded.truncate(CROWDED);
        Ok(AlgorithmPairs { tally, joint, degrees: degrees.degrees(clusters), crowded })
    }
}

/// The codings of the study: the two algorithms, then what differs from them in one choice.
pub const CODINGS: [Coding; 9] = [
    Coding::B,
    Coding::C,
    Coding::Supershingles { k: 3, weighted: false },
    Coding::Supershingles { k: 5, weighted: false },
    Coding::Supershingles { k: 12, weighted: false },
    Coding::Supershingles { k: 8, weighted: true },
    Coding::Projection { k: 2 },
    Coding::Projection { k: 3 },
    Coding::Projection { k: 8 },
];
