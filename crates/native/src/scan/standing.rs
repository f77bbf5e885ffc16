//! The pairs that clusters are made of, where all there are would be too many.
//!
//! Of 20,000 documents that are nearly one there are 200 million pairs, and 19,999 say all that a cluster says: each document with the one that stands
//! for it. So documents [lead](overlap::Leading) in the order of preference: one that is alike with none before it leads, and is
//! compared with all behind it that may be alike. What is given are all pairs of those that lead. These are all that
//! [clusters about representatives](Linking::Representative) are made of.
//!
//! [Connected](Linking::Connected) clusters may be joined by two documents neither of which leads. So those that the pairs
//! so far connect become one group, and all pairs of documents of different groups are found as well: few, as what is alike shares a
//! leader, mostly. Then the clusters are those that all pairs make, document by document; and of each the pairs of its representative
//! are all there, for it leads. Only paths that lead past it may be longer.

use std::iter::{self, Peekable};

use super::super::Error;
use super::super::blobs::Lists;
use super::super::overlap::{self, Counts, Leading, Measured, Need, Progress, Work, Workspace};
use super::super::sort::{Repeats, Sorter};
use super::cluster::sets::Sets;
use super::compare::{Look, Pairs, by_shingles, of_shingles};
use super::search::Search;
use super::{Comparison, Gathered, Linking, Preference, ScanPair};
use twinprint::Sketching;
use twinprint::sketch::Method;

/// Which pairs were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All there are.
    All,
    /// Those that clusters are made of: there are too many.
    OfClusters,
}

impl Comparison {
    /// All pairs of a corpus if there are no more than `most`, and else those that clusters are made of. Of pairs that sketches
    /// find, those are counted that their search looks at. Where a method has no single search for them (simhashes, `sampled` by a plan, `adaptive` and
    /// `combined`), and with [`Engine::Sorting`](super::Engine::Sorting), all pairs are given, however many. Not for threads of rayon.
    ///
    /// # Errors
    /// As [`pairs`](Comparison::pairs).
    pub fn pairs_or_clusters<'a>(
        &'a self,
        most: u64,
        (linking, preference): (Linking, Preference),
        gathered: &'a Gathered,
        progress: Progress<'_>,
    ) -> Result<(Extent, Pairs<'a>), Error> {
        if !self.has_one_search()? {
            return Ok((Extent::All, self.pairs(gathered, progress)?));
        }
        if let Some(pairs) = self.pairs_up_to(most, gathered, progress)? {
            return Ok((Extent::All, pairs));
        }
        let (pairs, _) = self.pairs_of_clusters((linking, preference), gathered, progress)?;
        Ok((Extent::OfClusters, pairs))
    }

    /// The pairs that clusters are made of, and what it took to find those of leaders.
    pub(crate) fn pairs_of_clusters<'a>(
        &'a self,
        (linking, preference): (Linking, Preference),
        gathered: &'a Gathered,
        progress: Progress<'_>,
    ) -> Result<(Pairs<'a>, Work), Error> {
        let place = Workspace { memory: self.place.memory / 2, folder: self.place.folder.clone() };
        let (values, sets) = match &self.method {
            None => (None, None),
            Some(method) => {
                let values = self.values(method, gathered)?;
                let of = values.as_ref().unwrap_or(&gathered.values);
                let search = Search::of(method)?.into_iter().next();
                let sets =
                    search.map(|search| Ok::<_, Error>((search.need, self.sets(&search, method, of)?)));
                (values, sets.transpose()?)
            }
        };
        let (need, lists) = match &sets {
            Some((need, sets)) => (*need, sets),
            None => (self.need(), &gathered.shingles),
        };
        let mut ranks = vec![0; gathered.catalogue.len()];
        let order = preference.order(&gathered.catalogue);
        (0..).zip(order).for_each(|(rank, document)| ranks[document as usize] = rank);
        let mut standing = Standing {
            comparison: self,
            gathered,
            need,
            lists,
            values: values.as_ref().unwrap_or(&gathered.values),
            taken: vec![false; gathered.catalogue.len()],
            groups: Sets::new(gathered.catalogue.len()),
            pairs: Sorter::new(self.place.memory / 4, &self.place.folder, Repeats::Drop),
        };
        let counts = Counts::of(lists, self.place.memory / 8)?;
        let rank = |document: u32| ranks[document as usize];
        let work = overlap::lead(lists, &counts, need, &rank, &mut standing, &place, progress)?;
        let Standing { mut groups, pairs, .. } = standing;
        drop(counts);
        let found = pairs.finish()?.map(|pair| pair.map(|(documents, numbers)| unpacked(documents, numbers)));
        if linking == Linking::Representative {
            return Ok((Box::new(found), work));
        }
        let groups: Vec<u32> =
            (0..gathered.catalogue.len() as u32).map(|document| groups.root(document)).collect();
        let group = |document: u32| groups[document as usize];
        let allowed = |a, b| self.conditions.hold(gathered, a, b);
        let across = overlap::join_across(&group, lists, need, &allowed, &place, progress)?;
        let across = match &self.method {
            None => by_shingles(gathered, need, across),
            Some(method) => {
                let mut candidates = Sorter::new(self.place.memory / 4, &self.place.folder, Repeats::Drop);
                for found in across {
                    let found = found?;
                    candidates.push(overlap::pair(found.a, found.b))?;
                }
                self.looked_at(method, gathered, values, candidates.finish()?)
            }
        };
        Ok((Box::new(merged(found, across)), work))
    }

    /// All pairs of one document.
    ///
    /// # Errors
    /// As [`pairs`](Comparison::pairs).
    ///
    /// # Panics
    /// With an ordinal that is none.
    pub fn pairs_of<'a>(
        &'a self,
        document: u32,
        gathered: &'a Gathered,
        progress: Progress<'_>,
    ) -> Result<Pairs<'a>, Error> {
        let own = gathered.catalogue.row(document).first;
        let allowed = move |a: u32, b: u32| (a == own) != (b == own) && self.conditions.hold(gathered, a, b);
        let others = (0..gathered.catalogue.len() as u32)
            .filter(move |&other| gathered.catalogue.row(other).first == other && allowed(own, other));
        match &self.method {
            _ if self.plan.is_some() => self.pairs_by_plan(gathered, &allowed, progress),
            Some(method) => {
                let values = self.values(method, gathered)?;
                let candidates = others.map(move |other| Ok(overlap::pair(own, other)));
                Ok(self.looked_at(method, gathered, values, candidates))
            }
            None => {
                let need = self.need();
                let (mut shingles, mut list, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
                gathered.shingles.read(own as usize..own as usize + 1, &mut shingles, &mut bytes)?;
                Ok(Box::new(others.filter_map(move |other| {
                    if let Err(error) =
                        gathered.shingles.read(other as usize..other as usize + 1, &mut list, &mut bytes)
                    {
                        return Some(Err(error));
                    }
                    let shared = overlap::shared(&shingles, &list);
                    let is_enough = shared >= need.of(shingles.len() as u32, list.len() as u32);
                    let found = overlap::Overlap { a: own.min(other), b: own.max(other), shared };
                    is_enough.then(|| Ok(of_shingles(gathered, need, found)))
                })))
            }
        }
    }

    /// Whether all pairs are found by one search of sets.
    fn has_one_search(&self) -> Result<bool, Error> {
        if self.plan.is_some() || self.engine != super::Engine::Prefixes {
            return Ok(false);
        }
        match &self.method {
            None => Ok(true),
            Some(Method { recipe, .. }) if matches!(recipe.sketching, Sketching::Simhash { .. }) => Ok(false),
            Some(method) => Ok(Search::of(method)?.len() == 1),
        }
    }
}

/// What is known so far of which documents lead.
struct Standing<'a> {
    comparison: &'a Comparison,
    gathered: &'a Gathered,
    need: Need,
    /// The sets that are searched.
    lists: &'a Lists,
    /// The sketches.
    values: &'a Lists,
    /// Whether a document is alike with one that leads.
    taken: Vec<bool>,
    /// Documents that pairs so far connect.
    groups: Sets,
    pairs: Sorter<(u64, u64)>,
}

impl<'a> Leading for Standing<'a> {
    type Found = ScanPair;
    type Scratch = Option<Look<'a>>;

    fn indexed(&self, set: &Measured, _: &mut Self::Scratch) -> Result<u32, Error> {
        Ok(self.looked_up(set))
    }

    fn looked_up(&self, leader: &Measured) -> u32 {
        let least = self.need.with_smaller(leader.size).min(self.need.with_larger(leader.size));
        (leader.common + 1).saturating_sub(least)
    }

    fn leads(&self, set: u32) -> bool {
        !self.taken[set as usize]
    }

    fn least(&self, leader: u32, set: u32) -> Option<u32> {
        let size = |number: u32| self.lists.length(number as usize) as u32;
        let allowed = self.comparison.conditions.hold(self.gathered, leader, set);
        allowed.then(|| self.need.of(size(leader), size(set)))
    }

    fn compare(
        &self,
        leader: u32,
        set: u32,
        shared: u32,
        look: &mut Self::Scratch,
    ) -> Result<Option<ScanPair>, Error> {
        let (a, b) = (leader.min(set), leader.max(set));
        let Some(method) = &self.comparison.method else {
            return Ok(Some(of_shingles(self.gathered, self.need, overlap::Overlap { a, b, shared })));
        };
        let new = || Look::new(method, self.comparison.confirm, self.gathered, self.values);
        look.get_or_insert_with(new).at(overlap::pair(a, b))
    }

    fn take(&mut self, leader: u32, set: u32, found: ScanPair) -> Result<(), Error> {
        self.taken[set as usize] = true;
        self.groups.join(leader, set);
        self.pairs.push(packed(&found))
    }
}

/// What stands for a number of shared shingles that were not counted.
const UNCOUNTED: u32 = u32::MAX;

/// A pair as two numbers: its documents, and what is known of them.
fn packed(pair: &ScanPair) -> (u64, u64) {
    let shared = u64::from(pair.shared.unwrap_or(UNCOUNTED));
    (overlap::pair(pair.a, pair.b), shared << 32 | u64::from(pair.score.to_bits()))
}

fn unpacked(documents: u64, numbers: u64) -> ScanPair {
    let (a, b) = overlap::sides(documents);
    let shared = Some((numbers >> 32) as u32).filter(|&shared| shared != UNCOUNTED);
    ScanPair { a, b, shared, score: f32::from_bits(numbers as u32) }
}

/// The pairs of two sorted lists, sorted.
fn merged(
    x: impl Iterator<Item = Result<ScanPair, Error>>,
    y: impl Iterator<Item = Result<ScanPair, Error>>,
) -> impl Iterator<Item = Result<ScanPair, Error>> {
    let (mut x, mut y) = (x.peekable(), y.peekable());
    iter::from_fn(move || {
        // Errors come as soon as they are met.
        let place = |pair: &Result<ScanPair, Error>| pair.as_ref().map_or((0, 0), |pair| (pair.a, pair.b));
        match (Peekable::peek(&mut x).map(place), Peekable::peek(&mut y).map(place)) {
            (Some(of_x), Some(of_y)) if of_y < of_x => y.next(),
            (Some(_), _) => x.next(),
            (None, _) => y.next(),
        }
    })
}
