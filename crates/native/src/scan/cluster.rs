//! Clusters of documents that are alike, with the evidence: which document stands for each, and why each other one is in it. A cluster is no
//! reason to remove what is in it: [`dedup`](crate::dedup) has one.
//!
//! Naively pairs are the edges of a graph in memory, and a search from each document finds what belongs to it. Pairs may be a
//! hundred times as many as documents; here they stay where they are and are read again as often as it takes, and memory
//! holds less than a hundred bytes for each document:
//! 1. which documents belong together: [connected components](Linking::Connected), or
//!    [clusters about a representative](Linking::Representative);
//! 2. the path from each document to the one that stands for it, over pairs: why it is in the cluster;
//! 3. the ends of each cluster, which tell whether it is a [chain](Chain).
//!
//! Exact duplicates are no pairs: each goes where the first of them goes. Ten million of them take no more than a look at each.

mod chains;
mod leaders;
mod paths;
pub(super) mod sets;

use core::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use super::super::Error;
use super::super::overlap::Workspace;
use super::{Catalogue, ScanPair};
use crate::scale::Scale;
use chains::chains;
use paths::{Step, paths};
use sets::Sets;

/// What makes documents one cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linking {
    /// Pairs lead from each to each: connected components. Such a cluster may be a [chain](Chain).
    Connected,
    /// Each is alike with the representative. Of two documents that are alike, each may be in another cluster.
    Representative,
}

/// Which document of several stands for them, and what others are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preference {
    /// The one with the most words: what others leave out is not lost. Of equals, the one that was read first.
    Longest,
    /// The one that was read first.
    First,
}

impl Preference {
    /// The preferred document's is lower.
    fn rank(self, catalogue: &Catalogue, document: u32) -> (Reverse<u32>, u32) {
        match self {
            Preference::Longest => (Reverse(catalogue.row(document).words), document),
            Preference::First => (Reverse(0), document),
        }
    }

    /// All documents, the preferred first.
    pub(super) fn order(self, catalogue: &Catalogue) -> Vec<u32> {
        let mut order: Vec<u32> = (0..catalogue.len() as u32).collect();
        order.sort_unstable_by_key(|&document| self.rank(catalogue, document));
        order
    }
}

/// How clusters are made.
#[derive(Debug, Clone)]
pub struct Clustering {
    /// What makes documents one cluster.
    pub linking: Linking,
    /// Which of them is the representative.
    pub preference: Preference,
    /// The resemblance from which on documents are alike, of which the ends of a chain have less than half.
    pub threshold: f64,
    /// What the scores of pairs mean: the strongest is chosen by them where no shared shingles are counted.
    pub scale: Scale,
    /// Where pairs are sorted.
    pub place: Workspace,
}

/// Documents in clusters. Those that are alike with no other are in none.
#[derive(Debug)]
pub struct Clusters {
    /// The document that stands for each.
    representatives: Vec<u32>,
    /// The path of each document that is no copy.
    steps: Vec<Step>,
    /// The clusters' documents, each cluster's in the order in which they were read.
    members: Vec<u32>,
    /// Where each cluster begins among them, and where the last ends.
    starts: Vec<usize>,
    chains: BTreeMap<usize, Chain>,
}

/// Some documents that belong together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cluster<'a> {
    /// The cluster's place among all, which is the order of the first documents read.
    pub number: usize,
    /// The document that stands for all.
    pub representative: u32,
    /// All of its documents, the representative too, in the order in which they were read.
    pub members: &'a [u32],
    /// What it is if it is a chain.
    pub chain: Option<Chain>,
}

/// A cluster whose ends resemble each other less than half of what makes a pair: documents that differ are in one cluster,
/// because those between them are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chain {
    /// The ends.
    pub ends: (u32, u32),
    /// How much they resemble each other.
    pub resemblance: f64,
}

/// Why a document is in the cluster of another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Evidence {
    /// It has the same text as the representative.
    Copy,
    /// It is alike with the representative. If it is a copy, the first of its kind is meant.
    Alike {
        /// The pair.
        pair: ScanPair,
    },
    /// It is alike with another document, from which further pairs lead to the representative.
    Through {
        /// The pair.
        pair: ScanPair,
        /// The other document.
        next: u32,
        /// How many pairs lead to the representative, this one included.
        steps: u32,
    },
}

/// Makes clusters of the documents of a catalogue. `pairs` opens the pairs from their start, sorted by `a`, then `b`; those of
/// documents that are no first of their kind are skipped. `resemblance` says exactly how much two documents resemble each
/// other; it is called for the ends of clusters that may be chains.
///
/// ```
/// use twinprint_native::{blobs::Blobs, scale::Scale, overlap::Workspace};
/// use twinprint_native::scan::{Catalogue, Clustering, Evidence, ScanPair, Linking, Preference, Row, cluster};
/// let mut catalogue = Catalogue::new(Vec::new(), Blobs::new(tempfile::tempfile()?, "names"));
/// for (ordinal, (name, words)) in (0..).zip([("a", 90), ("b", 100), ("c", 80), ("d", 70)]) {
///     catalogue.push(name, Row { first: ordinal, words, shingles: 10, bytes: 500, file: ordinal, number: 0 })?;
/// }
/// let pairs = [ScanPair { a: 0, b: 1, shared: Some(8), score: 0.66 }, ScanPair { a: 0, b: 2, shared: Some(7), score: 0.53 }];
/// let settings = Clustering {
///     linking: Linking::Connected,
///     preference: Preference::Longest,
///     threshold: 0.5,
///     scale: Scale::Fraction,
///     place: Workspace { memory: 1 << 20, folder: std::env::temp_dir() },
/// };
/// let clusters = cluster(&catalogue, &settings, || Ok(pairs.into_iter().map(Ok)), |_, _| Ok(0.1))?;
/// let found: Vec<_> = clusters.iter().map(|cluster| (cluster.representative, cluster.members, cluster.chain.is_some())).collect();
/// assert_eq!(found, [(1, &[0, 1, 2][..], true)]);
/// let through = Evidence::Through { pair: pairs[1], next: 0, steps: 2 };
/// assert_eq!(clusters.evidence(&catalogue, 2), Some(through));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What `pairs` and `resemblance` say; [`Error::Unreadable`] for pairs of documents that are not in the catalogue;
/// [`Error::Unwritable`], if pairs do not go into memory and the folder does not take them.
pub fn cluster<F, I, R>(
    catalogue: &Catalogue,
    settings: &Clustering,
    pairs: F,
    resemblance: R,
) -> Result<Clusters, Error>
where
    F: Fn() -> Result<I, Error>,
    I: Iterator<Item = Result<ScanPair, Error>>,
    R: FnMut(u32, u32) -> Result<f64, Error>,
{
    let input = Input { catalogue, settings, pairs };
    let (mut representatives, forest) = match settings.linking {
        Linking::Connected => connected(&input)?,
        Linking::Representative => (leaders::representatives(&input)?, Vec::new()),
    };
    for (document, row) in catalogue.rows().iter().enumerate() {
        representatives[document] = representatives[row.first as usize];
    }
    let (members, starts) = grouped(&representatives);
    let mut clusters =
        Clusters { representatives, steps: Vec::new(), members, starts, chains: BTreeMap::new() };
    let ends = clusters.iter().map(|cluster| cluster.representative);
    clusters.steps = paths(&input, &clusters.representatives, &forest, ends)?;
    clusters.chains = chains(&input, &clusters, &forest, resemblance)?;
    Ok(clusters)
}

impl Clusters {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    ///
    /// # Panics
    /// With a number that none has.
    pub fn cluster(&self, number: usize) -> Cluster<'_> {
        let members = &self.members[self.starts[number]..self.starts[number + 1]];
        let representative = self.representatives[members[0] as usize];
        Cluster { number, representative, members, chain: self.chains.get(&number).copied() }
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = Cluster<'_>> {
        (0..self.len()).map(|number| self.cluster(number))
    }

    /// The document that stands for a document: itself, or the representative of its cluster.
    ///
    /// # Panics
    /// With an ordinal that is none.
    pub fn representative_of(&self, document: u32) -> u32 {
        self.representatives[document as usize]
    }

    /// Whether a document stands for itself: it is in no cluster, or its cluster's representative.
    ///
    /// # Panics
    /// With an ordinal that is none.
    pub fn is_representative(&self, document: u32) -> bool {
        self.representative_of(document) == document
    }

    /// How many documents are in clusters of others.
    pub fn others(&self) -> u64 {
        (self.members.len() - self.len()) as u64
    }

    /// How many clusters are chains.
    pub fn chains(&self) -> usize {
        self.chains.len()
    }

    /// Why a document is in the cluster of another; none for one that stands for itself.
    ///
    /// # Panics
    /// With an ordinal that is none.
    pub fn evidence(&self, catalogue: &Catalogue, document: u32) -> Option<Evidence> {
        let first = catalogue.row(document).first;
        if self.is_representative(document) {
            return None;
        }
        let Step { steps, pair } = self.steps[first as usize];
        Some(match steps {
            0 => Evidence::Copy,
            1 => Evidence::Alike { pair },
            _ => Evidence::Through { pair, next: other(&pair, first), steps },
        })
    }

    /// The documents on the path from a document to the representative, which is the last; none from that one and its copies.
    ///
    /// # Panics
    /// With an ordinal that is none.
    pub fn path(&self, catalogue: &Catalogue, document: u32) -> impl Iterator<Item = u32> {
        let mut at = catalogue.row(document).first;
        std::iter::from_fn(move || {
            let step = &self.steps[at as usize];
            (step.is_known() && step.steps > 0).then(|| {
                at = other(&step.pair, at);
                at
            })
        })
    }
}

/// What clusters are made of.
struct Input<'a, F> {
    catalogue: &'a Catalogue,
    settings: &'a Clustering,
    pairs: F,
}

impl<F, I> Input<'_, F>
where
    F: Fn() -> Result<I, Error>,
    I: Iterator<Item = Result<ScanPair, Error>>,
{
    /// All pairs of documents that are firsts of their kind.
    fn open(&self) -> Result<impl Iterator<Item = Result<ScanPair, Error>>, Error> {
        let rows = self.catalogue.rows();
        let first = |document: u32| rows.get(document as usize).map(|row| row.first == document);
        Ok((self.pairs)()?.filter_map(move |pair| match pair {
            Ok(pair) => match (first(pair.a), first(pair.b)) {
                (Some(a), Some(b)) => (a && b && pair.a != pair.b).then_some(Ok(pair)),
                _ => Some(Err(Error::Unreadable {
                    place: "the pairs that were found".into(),
                    reason: io::ErrorKind::InvalidData.into(),
                })),
            },
            Err(error) => Some(Err(error)),
        }))
    }
}

impl<F> Input<'_, F> {
    fn is_first(&self, document: u32) -> bool {
        self.catalogue.row(document).first == document
    }

    /// Whether the first of two documents is preferred to the second.
    fn is_preferred(&self, a: u32, b: u32) -> bool {
        self.rank(a) < self.rank(b)
    }

    fn rank(&self, document: u32) -> (Reverse<u32>, u32) {
        self.settings.preference.rank(self.catalogue, document)
    }

    /// All documents, the preferred first.
    fn order(&self) -> Vec<u32> {
        self.settings.preference.order(self.catalogue)
    }

    /// How alike the documents of a pair are: the more, the higher.
    fn strength(&self, pair: &ScanPair) -> f64 {
        match pair.overlap(self.catalogue) {
            Some(overlap) => overlap.resemblance(),
            None => self.settings.scale.level(pair.score.into()).into(),
        }
    }
}

/// The representative of each component, and the pairs that joined it.
fn connected<I>(input: &Input<'_, impl Fn() -> Result<I, Error>>) -> Result<(Vec<u32>, Vec<ScanPair>), Error>
where
    I: Iterator<Item = Result<ScanPair, Error>>,
{
    let documents = input.catalogue.len() as u32;
    let mut sets = Sets::new(documents as usize);
    let mut forest = Vec::new();
    for pair in input.open()? {
        let pair = pair?;
        if sets.join(pair.a, pair.b) {
            forest.push(pair);
        }
    }
    let mut preferred: Vec<u32> = (0..documents).collect();
    for document in 0..documents {
        let best = &mut preferred[sets.root(document) as usize];
        if input.is_preferred(document, *best) {
            *best = document;
        }
    }
    Ok(((0..documents).map(|document| preferred[sets.root(document) as usize]).collect(), forest))
}

/// The documents of clusters, cluster by cluster, and where each begins.
fn grouped(representatives: &[u32]) -> (Vec<u32>, Vec<usize>) {
    let mut sizes = vec![0u32; representatives.len()];
    representatives.iter().for_each(|&one| sizes[one as usize] += 1);
    // Where the next document of a cluster goes.
    let mut next = vec![usize::MAX; representatives.len()];
    let mut starts = vec![0];
    let mut end = 0;
    for &one in representatives.iter().filter(|&&one| sizes[one as usize] > 1) {
        if next[one as usize] == usize::MAX {
            next[one as usize] = end;
            end += sizes[one as usize] as usize;
            starts.push(end);
        }
    }
    let mut members = vec![0; end];
    for (document, &one) in (0..).zip(representatives) {
        if sizes[one as usize] > 1 {
            members[next[one as usize]] = document;
            next[one as usize] += 1;
        }
    }
    (members, starts)
}

/// The other document of a pair.
fn other(pair: &ScanPair, document: u32) -> u32 {
    if pair.a == document { pair.b } else { pair.a }
}
