//! Which documents are kept, and for which of them each other is let go.
//!
//! Naively: documents are looked at in the order of preference, and one is let go if a document that is kept already holds what it
//! says. Here it is the other way round: one that is kept [leads](overlap::Leading), and looks for those behind it that it holds, which are let
//! go and look for none. So a document is let go for one that is kept and holds it
//! itself, never through a chain of others; never the larger for the smaller; and of thousands that are nearly one, each is compared with the few
//! that are kept.
//!
//! A document is found by its rarest shingles: as many as may not all be lost of it. Whoever holds it has one of them. Of forms
//! these are what was filled in, whatever the template.

use core::cmp::Reverse;

use super::super::Error;
use super::super::overlap::{self, Counts, Leading, Measured, Need, Work, Workspace, rarest};
use super::super::scan::{Gathered, sequence};
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
    /// What it took to decide what goes: for a document as much among a million that are nearly one as among a thousand.
    pub work: Work,
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
    // They are needed where documents are compared, and once for all.
    let counts = match rule.allowance.is_some() || rule.alike.is_some() {
        true => Counts::of(&gathered.shingles, place.memory / 8)?,
        false => Counts::none(1),
    };
    let mut fate = Fate::new(gathered, rule, &order, &counts);
    let mut work = Work::default();
    if let Some(need) = fate.need() {
        let share = Workspace { memory: place.memory / 2, folder: place.folder.clone() };
        let by_rank = |document: u32| order.ranks[document as usize];
        work = overlap::lead(&gathered.shingles, &counts, need, &by_rank, &mut fate, &share, progress)?;
    }
    let of_first = fate.removals;
    let kept = |document: u32| of_first[document as usize].is_none();
    let alike = match rule.alike.filter(|_| !rule.remove_alike) {
        Some(thousandths) => order.alike(thousandths, &kept, &counts, place, progress)?,
        None => Vec::new(),
    };
    Ok(Decisions { alike, removals: order.with_copies(&of_first, rule.w), work })
}

/// Documents of different words in the order of preference. What stands for all exact duplicates of it is the first of them that
/// was read: it has their shingles.
struct Order<'a> {
    gathered: &'a Gathered,
    old: u32,
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
        Order { gathered, old, ranks, best }
    }

    /// Whether a document is of the old corpus, of which nothing is let go; by the first of its kind.
    fn is_old(&self, first: u32) -> bool {
        self.best[first as usize] < self.old
    }

    /// Of each kept document the kept one that resembles it most, if that is enough, and the first by rank of those that do; of what is
    /// of an old corpus nothing is said.
    fn alike(
        &self,
        thousandths: u32,
        kept: &dyn Fn(u32) -> bool,
        counts: &Counts,
        place: &Workspace,
        progress: overlap::Progress<'_>,
    ) -> Result<Vec<AlikeKept>, Error> {
        let among = overlap::Among {
            thousandths,
            taken: kept,
            asked: &|first| !self.is_old(first),
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

    /// All removals, with those of exact duplicates, by those of the first of each kind.
    fn with_copies(&self, of_first: &[Option<Removal>], w: u32) -> Vec<Removal> {
        let rows = self.gathered.catalogue.rows();
        let mut removals = Vec::new();
        for (document, row) in (0..).zip(rows).skip(self.old as usize) {
            match of_first[row.first as usize] {
                Some(removal) => {
                    let kept = self.best[removal.kept as usize];
                    removals.push(Removal { document, kept, ..removal });
                }
                None if self.best[row.first as usize] != document => {
                    let size = u64::from(row.shingles);
                    let shingles = row.words.saturating_sub(w) + 1;
                    removals.push(Removal {
                        document,
                        kept: self.best[row.first as usize],
                        why: Why::Exact,
                        overlap: Overlap { shared: size, a: size, b: size },
                        loss: Loss::of((0..shingles).map(|_| true), row.words, w),
                    });
                }
                None => {}
            }
        }
        removals
    }
}

/// What has been decided so far.
struct Fate<'a> {
    gathered: &'a Gathered,
    rule: &'a Rule,
    order: &'a Order<'a>,
    counts: &'a Counts,
    /// What a document must share with one that holds it.
    contained: Option<Need>,
    /// What it must share with one for which it goes because it is alike.
    alike: Option<Need>,
    /// The removal of the first of each kind; none if it is kept.
    removals: Vec<Option<Removal>>,
}

impl<'a> Fate<'a> {
    fn new(gathered: &'a Gathered, rule: &'a Rule, order: &'a Order<'a>, counts: &'a Counts) -> Fate<'a> {
        let contained = rule.allowance.map(|Allowance { lost_thousandths, .. }| Need::Containment {
            thousandths: 1000 - lost_thousandths.min(1000),
        });
        let alike = rule.alike.filter(|_| rule.remove_alike);
        let alike = alike.map(|thousandths| Need::Resemblance { thousandths });
        let removals = vec![None; gathered.catalogue.len()];
        Fate { gathered, rule, order, counts, contained, alike, removals }
    }

    /// The least that any document shares with one for which it goes; none if none goes.
    fn need(&self) -> Option<Need> {
        match (self.contained, self.alike) {
            (Some(_), Some(_)) => Some(Need::Shared { least: 1 }),
            (one, other) => one.or(other),
        }
    }

    fn size(&self, document: u32) -> u32 {
        self.gathered.catalogue.row(document).shingles
    }

    fn is_removed_for(&self, document: u32, why: Why) -> bool {
        self.removals[document as usize].is_some_and(|removal| removal.why == why)
    }

    /// What a document must share with one to be held by it; none if it may not be, or is already.
    fn least_contained(&self, kept: u32, document: u32) -> Option<u32> {
        let (own, other) = (self.size(document), self.size(kept));
        let need = self.contained.filter(|_| own <= other && !self.is_removed_for(document, Why::Contained));
        need.map(|need| need.of(own, other))
    }

    /// What a document must share with one to go because it is alike; none if it may not, or goes already.
    fn least_alike(&self, kept: u32, document: u32) -> Option<u32> {
        let need = self.alike.filter(|_| self.removals[document as usize].is_none());
        need.map(|need| need.of(self.size(document), self.size(kept)))
    }

    /// How many of the rarest shingles of a document may not all be lost, of those of which one at least is not lost if it shares `least`.
    fn prefix(&self, allowance: &Allowance, document: &Sequence, least: u32) -> u32 {
        let (size, words) = (document.shingles.len(), self.gathered.catalogue.row(document.number).words);
        let most = size + 1 - (least as usize).min(size);
        let mut rare = Vec::new();
        rarest(&document.shingles, most, self.counts, &mut rare);
        let mut places = vec![u32::MAX; size];
        for (place, (_, shingle)) in (0..).zip(&rare) {
            if let Ok(at) = document.shingles.binary_search(shingle) {
                places[at] = place;
            }
        }
        // The more is lost, the less it is permitted.
        let (mut permitted, mut refused) = (0, most as u32);
        while permitted + 1 < refused {
            let lost = permitted + (refused - permitted) / 2;
            let has = sequence::places(&document.places)
                .map(|at| places.get(at as usize).is_some_and(|&place| place >= lost));
            match allowance.permits(&Loss::of(has, words, self.rule.w)) {
                true => permitted = lost,
                false => refused = lost,
            }
        }
        refused
    }
}

impl Leading for Fate<'_> {
    type Found = Removal;
    type Scratch = Scratch;

    fn indexed(&self, set: &Measured, _: &mut Scratch) -> Result<u32, Error> {
        if self.order.is_old(set.number) {
            return Ok(0);
        }
        let contained = match (self.contained, &self.rule.allowance) {
            (Some(need), Some(allowance)) if set.common >= need.of(set.size, set.size) => {
                let document = Sequence::read(self.gathered, set.number)?;
                // The rarest are those that no other has.
                let prefix = self.prefix(allowance, &document, need.of(set.size, set.size));
                prefix.saturating_sub(set.size - set.common)
            }
            _ => 0,
        };
        let alike = self.alike.map_or(0, |need| (set.common + 1).saturating_sub(need.with_smaller(set.size)));
        Ok(contained.max(alike))
    }

    fn looked_up(&self, leader: &Measured) -> u32 {
        match (self.contained, self.alike) {
            // Of a smaller document all that is rare may be frequent in it.
            (Some(_), _) | (_, None) => leader.common,
            (None, Some(need)) => (leader.common + 1).saturating_sub(need.with_smaller(leader.size)),
        }
    }

    fn leads(&self, set: u32) -> bool {
        self.removals[set as usize].is_none()
    }

    fn least(&self, leader: u32, set: u32) -> Option<u32> {
        if self.order.is_old(set) {
            return None;
        }
        match (self.least_contained(leader, set), self.least_alike(leader, set)) {
            (Some(contained), Some(alike)) => Some(contained.min(alike)),
            (one, other) => one.or(other),
        }
    }

    fn compare(
        &self,
        leader: u32,
        set: u32,
        shared: u32,
        scratch: &mut Scratch,
    ) -> Result<Option<Removal>, Error> {
        let is_enough = |least: Option<u32>| least.is_some_and(|least| shared >= least);
        let contained = is_enough(self.least_contained(leader, set));
        let alike = is_enough(self.least_alike(leader, set));
        if !contained && !alike {
            return Ok(None);
        }
        let own = Sequence::read(self.gathered, set)?;
        let kept = scratch.shingles(self.gathered, leader)?;
        let has = own.in_another(kept);
        let overlap = Overlap { shared: shared.into(), a: own.shingles.len() as u64, b: kept.len() as u64 };
        let words = self.gathered.catalogue.row(set).words;
        let has = sequence::places(&own.places).map(|place| has.get(place as usize) == Some(&true));
        let loss = Loss::of(has, words, self.rule.w);
        let permits = self.rule.allowance.is_some_and(|allowance| allowance.permits(&loss));
        let why = match contained && permits {
            true => Why::Contained,
            false if alike => Why::Alike,
            false => return Ok(None),
        };
        Ok(Some(Removal { document: set, kept: leader, why, overlap, loss }))
    }

    fn take(&mut self, _: u32, set: u32, found: Removal) -> Result<(), Error> {
        // One that holds it is named, even if it is alike with one that is preferred.
        let stands = self.is_removed_for(set, Why::Contained)
            || found.why == Why::Alike && self.removals[set as usize].is_some();
        if !stands {
            self.removals[set as usize] = Some(found);
        }
        Ok(())
    }
}

/// The document that others were compared with last, by its shingles.
#[derive(Default)]
struct Scratch {
    of: Option<u32>,
    shingles: Vec<u64>,
    bytes: Vec<u8>,
}

impl Scratch {
    fn shingles(&mut self, gathered: &Gathered, document: u32) -> Result<&[u64], Error> {
        if self.of != Some(document) {
            self.of = None;
            let number = document as usize;
            gathered.shingles.read(number..number + 1, &mut self.shingles, &mut self.bytes)?;
            self.of = Some(document);
        }
        Ok(&self.shingles)
    }
}

/// The shingles of a document: those it has, and how they follow one another.
struct Sequence {
    number: u32,
    shingles: Vec<u64>,
    places: Vec<u64>,
}

impl Sequence {
    fn read(gathered: &Gathered, document: u32) -> Result<Sequence, Error> {
        let (mut shingles, mut places, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        let number = document as usize;
        gathered.shingles.read(number..number + 1, &mut shingles, &mut scratch)?;
        gathered.values.read(number..number + 1, &mut places, &mut scratch)?;
        Ok(Sequence { number: document, shingles, places })
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
