//! Which documents are kept, and for which of them each other is let go.
//!
//! Naively: documents are looked at in the order of preference, and one is let go if a document that is kept already holds what it
//! says. Here the pairs that can come into question are found first, by an exact join of the sets of shingles, sorted by that
//! order, and of each only those with a kept document are looked at. So a document is let go for one that is kept and holds it
//! itself, never through a chain of others; and never the larger for the smaller.

use core::cmp::Reverse;
use std::iter::Peekable;

use rayon::prelude::*;

use super::super::Error;
use super::super::overlap::{self, Counts, Need, Workspace};
use super::super::scan::{Gathered, sequence};
use super::super::sort::{Repeats, Sorted, Sorter};
use super::rank::Rank;
use twinprint::loss::{Allowance, Loss};
use twinprint::resemblance::Overlap;

/// By what a document is let go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// How much may be lost of it; none where only exact duplicates are let go.
    pub allowance: Option<Allowance>,
    /// The least resemblance, in thousandths, from which on two documents are called alike.
    pub alike: Option<u32>,
    /// Whether what is alike is let go, too, whatever is lost.
    pub remove_alike: bool,
    /// The words of a shingle.
    pub w: u32,
}

/// Which of two documents is kept where either could be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Preference {
    /// The one with more distinct shingles, then the one that was read first.
    #[default]
    Longest,
    /// The one that was read first.
    First,
    /// The one with the greater value in the field that documents are ranked by, then the one that was read first.
    Greatest,
}

/// Why a document is let go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The kept one has the same words.
    Exact,
    /// What it says stands in the kept one.
    Contained,
    /// It resembles the kept one.
    Alike,
}

impl Why {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Why::Exact => "exact",
            Why::Contained => "contained",
            Why::Alike => "alike",
        }
    }
}

/// A document that is let go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Removal {
    /// Its ordinal.
    pub document: u32,
    /// The one that is kept.
    pub kept: u32,
    /// Why.
    pub why: Why,
    /// Their distinct shingles: those of the document are `a`.
    pub overlap: Overlap,
    /// What is lost of the document.
    pub loss: Loss,
}

/// Two documents that are kept though they are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AlikeKept {
    /// One.
    pub document: u32,
    /// The other that it resembles most.
    pub other: u32,
    /// Their distinct shingles: those of the document are `a`.
    pub overlap: Overlap,
}

/// What becomes of all documents.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decisions {
    /// Those that are let go, in the order in which they were read.
    pub removals: Vec<Removal>,
    /// Those that are kept though another that is kept is alike, each with the one it resembles most.
    pub alike: Vec<AlikeKept>,
}

impl Decisions {
    /// Decides what becomes of the documents of a corpus that was taken in with the [sequences](super::super::scan::Kept::Sequence)
    /// of their shingles. Not for threads of rayon.
    ///
    /// # Errors
    /// [`Error::Unreadable`] and [`Error::Unwritable`] of what is sorted on the disk.
    pub fn new(
        gathered: &Gathered,
        rule: &Rule,
        preference: Preference,
        place: &Workspace,
        progress: overlap::Progress<'_>,
    ) -> Result<Decisions, Error> {
        choose(gathered, rule, preference, 0, place, progress)
    }

    /// The removal of a document; none if it is kept.
    pub fn of(&self, document: u32) -> Option<&Removal> {
        let place = self.removals.binary_search_by_key(&document, |removal| removal.document);
        place.ok().map(|place| &self.removals[place])
    }
}

/// Decides on all documents from `old` on; those before are an old corpus, of which nothing is let go.
///
/// # Errors
/// [`Error::Unreadable`] and [`Error::Unwritable`] of what is sorted on the disk.
pub(super) fn choose(
    gathered: &Gathered,
    rule: &Rule,
    preference: Preference,
    old: u32,
    place: &Workspace,
    progress: overlap::Progress<'_>,
) -> Result<Decisions, Error> {
    let order = Order::new(gathered, preference, old);
    let mut fate = Fate { gathered, rule, kept: vec![true; gathered.catalogue.len()], removals: Vec::new() };
    // They are needed where documents are compared, and once for all.
    let counts = match rule.allowance.is_some() || rule.alike.is_some() {
        true => Counts::of(&gathered.shingles, place.memory / 8)?,
        false => Counts::none(1),
    };
    let contained = match rule.allowance {
        Some(Allowance { lost_thousandths, .. }) => {
            let need = Need::Containment { thousandths: 1000 - lost_thousandths.min(1000) };
            Some(order.candidates(need, true, &counts, place, progress)?)
        }
        None => None,
    };
    // What is let go as alike goes for any that is kept before it; of what is merely reported, the nearest is enough.
    let alike = match rule.alike.filter(|_| rule.remove_alike) {
        Some(thousandths) => {
            let need = Need::Resemblance { thousandths };
            Some(order.candidates(need, false, &counts, place, progress)?)
        }
        None => None,
    };
    let (mut contained, mut alike) = (Groups::new(contained), Groups::new(alike));
    for (rank, &document) in (0..).zip(&order.by_rank) {
        let kept = |candidates: Vec<(u32, u32)>, fate: &Fate<'_>| -> Vec<(u32, u32)> {
            let documents =
                candidates.into_iter().map(|(rank, shared)| (order.by_rank[rank as usize], shared));
            documents.filter(|&(document, _)| fate.kept[document as usize]).collect()
        };
        let holders = kept(contained.of(rank)?, &fate);
        let neighbours = kept(alike.of(rank)?, &fate);
        if !fate.let_go(document, &holders, Why::Contained)? {
            fate.let_go(document, &neighbours, Why::Alike)?;
        }
    }
    let alike = match rule.alike.filter(|_| !rule.remove_alike) {
        Some(thousandths) => order.alike(thousandths, &fate.kept, &counts, place, progress)?,
        None => Vec::new(),
    };
    Ok(Decisions { alike, removals: fate.with_copies(&order, old) })
}

/// Documents of different words in the order of preference. What stands for all exact duplicates of it is the first of them that
/// was read: it has their shingles.
struct Order<'a> {
    gathered: &'a Gathered,
    old: u32,
    /// The first of each kind by rank.
    by_rank: Vec<u32>,
    /// The rank of each first.
    ranks: Vec<u32>,
    /// The document of each kind that is kept if one is, by the first.
    best: Vec<u32>,
}

impl<'a> Order<'a> {
    fn new(gathered: &'a Gathered, preference: Preference, old: u32) -> Self {
        let rows = gathered.catalogue.rows();
        let key = |document: u32| {
            let size = if preference == Preference::Longest {
                rows[rows[document as usize].first as usize].shingles
            } else {
                0
            };
            let value = if preference == Preference::Greatest {
                gathered.ranks.get(document as usize).map(|text| Rank::of(text))
            } else {
                None
            };
            (document >= old, Reverse(size), Reverse(value), document)
        };
        let mut best: Vec<u32> = (0..rows.len() as u32).collect();
        for (document, row) in (0..).zip(rows) {
            let best = &mut best[row.first as usize];
            if key(document) < key(*best) {
                *best = document;
            }
        }
        let mut by_rank: Vec<u32> =
            (0..rows.len() as u32).filter(|&document| rows[document as usize].first == document).collect();
        by_rank.sort_by_cached_key(|&first| key(best[first as usize]));
        let mut ranks = vec![u32::MAX; rows.len()];
        for (rank, &first) in (0..).zip(&by_rank) {
            ranks[first as usize] = rank;
        }
        Order { gathered, old, by_rank, ranks, best }
    }

    /// Pairs that share enough, with what they share; sorted.
    fn candidates(
        &self,
        need: Need,
        smaller_only: bool,
        counts: &Counts,
        place: &Workspace,
        progress: overlap::Progress<'_>,
    ) -> Result<Sorted<Candidate>, Error> {
        let is_old = |first: u32| self.best[first as usize] < self.old;
        let allowed = |a: u32, b: u32| !(is_old(a) && is_old(b));
        let share = Workspace { memory: place.memory / 2, folder: place.folder.clone() };
        let found = overlap::join_counted(&self.gathered.shingles, counts, need, &allowed, &share, progress)?;
        let mut sorter = Sorter::new(place.memory / 8, &place.folder, Repeats::Drop);
        for pair in found {
            let overlap::Overlap { a, b, shared } = pair?;
            let size = |document: u32| self.gathered.catalogue.row(document).shingles;
            let (goes, stays) = if self.ranks[a as usize] > self.ranks[b as usize] { (a, b) } else { (b, a) };
            if !is_old(goes) && (!smaller_only || size(goes) <= size(stays)) {
                let (goes, stays) = (self.ranks[goes as usize], self.ranks[stays as usize]);
                sorter.push((u64::from(goes) << 32 | u64::from(stays), shared))?;
            }
        }
        sorter.finish()
    }

    /// Of each kept document the kept one that resembles it most, if that is enough, and the first by rank of those that do; of what is
    /// of an old corpus nothing is said.
    fn alike(
        &self,
        thousandths: u32,
        kept: &[bool],
        counts: &Counts,
        place: &Workspace,
        progress: overlap::Progress<'_>,
    ) -> Result<Vec<AlikeKept>, Error> {
        let among = overlap::Among {
            thousandths,
            taken: &|first| kept[first as usize],
            asked: &|first| self.best[first as usize] >= self.old,
            order: &|first| self.ranks[first as usize],
        };
        let size = |document: u32| u64::from(self.gathered.catalogue.row(document).shingles);
        let nearest = overlap::nearest(&self.gathered.shingles, counts, &among, place, progress)?;
        let pairs = nearest.into_iter().map(|overlap::Overlap { a, b, shared }| AlikeKept {
            document: a,
            other: b,
            overlap: Overlap { shared: shared.into(), a: size(a), b: size(b) },
        });
        Ok(pairs.collect())
    }
}

/// The ranks of the document that may go, in the high bits, and of the one it may go for, and how many shingles they share.
type Candidate = (u64, u32);

/// Sorted candidates, taken by the one that may go.
struct Groups(Option<Peekable<Sorted<Candidate>>>);

impl Groups {
    fn new(pairs: Option<Sorted<Candidate>>) -> Self {
        Groups(pairs.map(Iterator::peekable))
    }

    /// What a document may go for, and what they share. Ranks are asked for in order.
    fn of(&mut self, rank: u32) -> Result<Vec<(u32, u32)>, Error> {
        let mut others = Vec::new();
        let Some(pairs) = &mut self.0 else { return Ok(others) };
        let is_of = |pair: &Result<Candidate, Error>| {
            pair.as_ref().map_or(true, |pair| (pair.0 >> 32) as u32 == rank)
        };
        while let Some(pair) = pairs.next_if(is_of) {
            let (ranks, shared) = pair?;
            others.push((ranks as u32, shared));
        }
        Ok(others)
    }
}

/// What has been decided so far.
struct Fate<'a> {
    gathered: &'a Gathered,
    rule: &'a Rule,
    /// Whether the first of each kind, and so one of its kind, is kept.
    kept: Vec<bool>,
    removals: Vec<Removal>,
}

impl Fate<'_> {
    /// Lets a document go if it may, for the first of some that are kept for which that is so.
    fn let_go(&mut self, document: u32, kept: &[(u32, u32)], why: Why) -> Result<bool, Error> {
        if kept.is_empty() {
            return Ok(false);
        }
        let own = Sequence::read(self.gathered, document)?;
        let tried = |&(other, _): &(u32, u32)| match self.compare(&own, document, other) {
            Ok((overlap, loss)) => {
                let goes = match (why, self.rule.allowance) {
                    (Why::Contained, Some(allowance)) => allowance.permits(&loss),
                    (Why::Contained, None) => false,
                    _ => true,
                };
                goes.then_some(Ok(Removal { document, kept: other, why, overlap, loss }))
            }
            Err(error) => Some(Err(error)),
        };
        let removal = match kept.len() {
            0..16 => kept.iter().find_map(tried),
            _ => kept.par_iter().with_min_len(4).find_map_first(tried),
        };
        let Some(removal) = removal.transpose()? else { return Ok(false) };
        self.kept[document as usize] = false;
        self.removals.push(removal);
        Ok(true)
    }

    /// What two documents share, and what is lost of the first if the second is kept.
    fn compare(&self, own: &Sequence, document: u32, other: u32) -> Result<(Overlap, Loss), Error> {
        let (mut shingles, mut scratch) = (Vec::new(), Vec::new());
        let number = other as usize;
        self.gathered.shingles.read(number..number + 1, &mut shingles, &mut scratch)?;
        let has = own.in_another(&shingles);
        let shared = has.iter().filter(|&&has| has).count() as u64;
        let overlap = Overlap { shared, a: own.shingles.len() as u64, b: shingles.len() as u64 };
        let words = self.gathered.catalogue.row(document).words;
        let has = sequence::places(&own.places).map(|place| has.get(place as usize) == Some(&true));
        Ok((overlap, Loss::of(has, words, self.rule.w)))
    }

    /// All removals, with those of exact duplicates.
    fn with_copies(self, order: &Order<'_>, old: u32) -> Vec<Removal> {
        let rows = self.gathered.catalogue.rows();
        let mut of_first = vec![None; rows.len()];
        for removal in self.removals {
            of_first[removal.document as usize] = Some(removal);
        }
        let mut removals = Vec::new();
        for (document, row) in (0..).zip(rows).skip(old as usize) {
            match of_first[row.first as usize] {
                Some(removal) => {
                    let kept = order.best[removal.kept as usize];
                    removals.push(Removal { document, kept, ..removal });
                }
                None if order.best[row.first as usize] != document => {
                    let size = u64::from(row.shingles);
                    let shingles = row.words.saturating_sub(self.rule.w) + 1;
                    removals.push(Removal {
                        document,
                        kept: order.best[row.first as usize],
                        why: Why::Exact,
                        overlap: Overlap { shared: size, a: size, b: size },
                        loss: Loss::of((0..shingles).map(|_| true), row.words, self.rule.w),
                    });
                }
                None => {}
            }
        }
        removals
    }
}

/// The shingles of a document: those it has, and how they follow one another.
struct Sequence {
    shingles: Vec<u64>,
    places: Vec<u64>,
}

impl Sequence {
    fn read(gathered: &Gathered, document: u32) -> Result<Sequence, Error> {
        let (mut shingles, mut places, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        let number = document as usize;
        gathered.shingles.read(number..number + 1, &mut shingles, &mut scratch)?;
        gathered.values.read(number..number + 1, &mut places, &mut scratch)?;
        Ok(Sequence { shingles, places })
    }

    /// Of each distinct shingle, whether another document has it.
    fn in_another(&self, others: &[u64]) -> Vec<bool> {
        let mut others = others.iter().peekable();
        let mut has = |shingle: &u64| {
            while others.next_if(|other| *other < shingle).is_some() {}
            others.peek() == Some(&shingle)
        };
        self.shingles.iter().map(&mut has).collect()
    }
}
