//! Pairs counted by how alike they are, and some drawn of each kind, as they pass.

use std::collections::BTreeMap;

use super::super::draw::Draw;
use super::SiteRelation;
use twinprint::hash;

/// What pairs of one kind have in common: one stratum of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairKind {
    /// How alike they are: a B-similarity, or where a range of C-similarities begins.
    pub score: u32,
    /// Their sites.
    pub sites: SiteRelation,
}

/// Pairs of all kinds.
#[derive(Debug, Clone, Default)]
pub struct PairsByKind {
    kinds: BTreeMap<PairKind, (u64, Option<Draw>)>,
}

/// How pairs are drawn.
#[derive(Debug, Clone, Copy)]
pub struct AgreementDrawing {
    /// How many of each kind.
    pub sample: usize,
    /// What they are drawn by.
    pub seed: u64,
}

impl PairsByKind {
    pub(super) fn add(&mut self, kind: PairKind, a: u32, b: u32, drawing: AgreementDrawing) {
        let (count, draw) = self.kinds.entry(kind).or_default();
        *count += 1;
        // Each kind has an order of its own.
        let salt = hash::mix(u64::from(kind.score) << 2 | kind.sites as u64);
        draw.get_or_insert_with(|| Draw::new(drawing.seed ^ salt, drawing.sample)).offer(a, b);
    }

    /// How many pairs there are of each kind.
    pub fn counts(&self) -> impl Iterator<Item = (PairKind, u64)> {
        self.kinds.iter().map(|(&kind, &(count, _))| (kind, count))
    }

    /// How many pairs there are of the kinds that are wanted.
    pub fn pairs(&self, wanted: impl Fn(PairKind) -> bool) -> u64 {
        self.counts().filter(|&(kind, _)| wanted(kind)).map(|(_, count)| count).sum()
    }

    /// The pairs that were drawn, with their kinds, in a random order within each.
    pub fn drawn(&self) -> impl Iterator<Item = (PairKind, u32, u32)> {
        let of = |(&kind, (_, draw)): (&PairKind, &(u64, Option<Draw>))| {
            let pairs = draw.iter().flat_map(Draw::pairs).collect::<Vec<_>>();
            pairs.into_iter().map(move |(a, b)| (kind, a, b))
        };
        self.kinds.iter().flat_map(of)
    }
}

/// Pairs counted by two similarities at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joint {
    /// By sites, B-similarity, C-similarity.
    counts: Vec<[[u64; Joint::BITS + 1]; Joint::PARTS + 1]>,
}

impl Joint {
    const BITS: usize = 384;
    const PARTS: usize = 6;

    pub(super) fn none() -> Joint {
        Joint { counts: vec![[[0; Joint::BITS + 1]; Joint::PARTS + 1]; SiteRelation::ALL.len()] }
    }

    pub(super) fn add(&mut self, sites: SiteRelation, equal: u32, agreeing: u32) {
        self.counts[sites as usize][equal as usize][agreeing as usize] += 1;
    }

    /// How many pairs there are.
    pub fn all(&self) -> u64 {
        self.pairs(|_, _, _| true)
    }

    /// How many pairs have a B-similarity and a C-similarity, and sites, that are wanted.
    pub fn pairs(&self, wanted: impl Fn(SiteRelation, u32, u32) -> bool) -> u64 {
        self.cells()
            .filter(|&(sites, equal, agreeing, _)| wanted(sites, equal, agreeing))
            .map(|cell| cell.3)
            .sum()
    }

    /// Every class of sites, B-similarity and C-similarity, with how many pairs have them.
    pub fn cells(&self) -> impl Iterator<Item = (SiteRelation, u32, u32, u64)> {
        SiteRelation::ALL.into_iter().zip(&self.counts).flat_map(|(sites, rows)| {
            (0..).zip(rows).flat_map(move |(equal, row)| {
                (0..).zip(row).map(move |(agreeing, &count)| (sites, equal, agreeing, count))
            })
        })
    }
}
