//! Labels found among documents: what is known of every pair of them.

use std::collections::BTreeMap;
use std::format;

use super::split::{self, Half};
use super::{Label, Labels};
use twinprint_native::Error;

/// How pairs without a label are taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rules {
    /// Which pairs count at all.
    pub scope: Scope,
    /// Pairs without a label whose documents a chain of labelled duplicates joins: two copies of one source.
    pub siblings: Siblings,
}

/// Which pairs count.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Scope {
    /// All: what has no label is no duplicate.
    #[default]
    All,
    /// Pairs with a label, and no others.
    Listed,
    /// Pairs with a label, and pairs of documents of one group. The groups are those of the documents, in their order; a
    /// document without one has an empty name there.
    Within(Vec<String>),
}

/// How pairs are taken that have no label, but whose documents labelled duplicates join.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Siblings {
    /// They are no duplicates, as every pair without a label.
    #[default]
    Negative,
    /// They count neither way.
    Ignored,
    /// They are duplicates.
    Positive,
}

/// What is known of the pairs of a set of documents.
#[derive(Debug, Clone)]
pub struct Truth {
    /// Ids in the labels that no document has, by name.
    pub unknown: Vec<String>,
    /// How many labelled pairs are left out because of them.
    pub left_out: usize,
    /// The kinds of labelled pairs; the first is the empty one.
    pub(super) kinds: Vec<String>,
    /// The labelled pairs of each document with later ones, in their order.
    listed: Vec<Vec<Listed>>,
    /// What the ids give to the hashes of pairs.
    pub(super) hashes: Vec<u64>,
    /// The sources, in the order of the documents.
    pub(super) queries: Vec<u32>,
    /// The first document that labelled duplicates join each one to.
    joined: Vec<u32>,
    /// The number of the group of each document, if only pairs of one group count.
    groups: Vec<u32>,
    listed_only: bool,
    siblings: Siblings,
}

/// A labelled pair, of a document and this later one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listed {
    pub(super) other: u32,
    pub(super) positive: bool,
    pub(super) kind: u32,
    pub(super) half: Half,
}

/// What a pair is.
pub(super) enum PairTruth {
    Listed(Listed),
    Positive,
    Negative,
    NotCounted,
}

impl Labels {
    /// Finds the labels among documents, given by their ids in order.
    ///
    /// ```
    /// use twinprint_study::eval::{Columns, Labels, Rules};
    /// let labels = Labels::parse("pairs.tsv", "a\tb\na\tx\n", &Columns::default())?;
    /// let truth = labels.among(&["a", "b", "c"], &Rules::default())?;
    /// assert_eq!((truth.unknown, truth.left_out), (vec!["x".to_string()], 1));
    /// # Ok::<(), twinprint_native::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Label`] if a labelled id is that of two documents, no labelled pair is among the documents, or there are
    /// not as many groups as documents.
    pub fn among<S: AsRef<str>>(&self, ids: &[S], rules: &Rules) -> Result<Truth, Error> {
        let places = self.places(ids)?;
        let hashes: Vec<u64> = ids.iter().map(|id| split::of_id(id.as_ref())).collect();
        let found = |label: &Label| Some((*places.get(&*label.a)?, *places.get(&*label.b)?));
        let pairs: Vec<(&Label, (u32, u32))> =
            self.pairs.iter().filter_map(|label| Some((label, found(label)?))).collect();
        if pairs.is_empty() {
            return Err(wrong(
                "no labelled pair is among the documents",
                "give the documents the labels are of",
            ));
        }
        let kinds = kinds(&pairs);
        let stratum = |label: &Label| (label.positive, kinds.binary_search(&label.kind).unwrap_or_default());
        let hash = |(a, b): (u32, u32)| split::of_pair(hashes[a as usize], hashes[b as usize]);
        let items: Vec<_> = pairs.iter().map(|&(label, pair)| (stratum(label), hash(pair))).collect();
        let mut truth = Truth {
            unknown: self.unknown(&places),
            left_out: self.pairs.len() - pairs.len(),
            listed: vec![Vec::new(); ids.len()],
            queries: queries(&pairs),
            joined: joined(ids.len(), &pairs),
            groups: groups(&rules.scope, ids.len())?,
            listed_only: rules.scope == Scope::Listed,
            siblings: rules.siblings,
            hashes,
            kinds: Vec::new(),
        };
        for ((&(label, (a, b)), half), ((_, kind), _)) in pairs.iter().zip(split::deal(&items)).zip(&items) {
            let listed = Listed { other: a.max(b), positive: label.positive, kind: *kind as u32, half };
            truth.listed[a.min(b) as usize].push(listed);
        }
        truth.listed.iter_mut().for_each(|row| row.sort_by_key(|listed| listed.other));
        truth.kinds = kinds;
        Ok(truth)
    }

    /// The places of the documents that have labels.
    fn places<'a, S: AsRef<str>>(&'a self, ids: &[S]) -> Result<BTreeMap<&'a str, u32>, Error> {
        let labelled = self.pairs.iter().flat_map(|label| [&*label.a, &*label.b]);
        let mut places: BTreeMap<&str, Option<u32>> = labelled.map(|id| (id, None)).collect();
        for (at, id) in ids.iter().enumerate() {
            if let Some(place) = places.get_mut(id.as_ref())
                && place.replace(at as u32).is_some()
            {
                let what = format!("two documents have the id \"{}\", which has a label", id.as_ref());
                return Err(wrong(&what, "give every document an id of its own"));
            }
        }
        Ok(places.into_iter().filter_map(|(id, place)| Some((id, place?))).collect())
    }

    fn unknown(&self, places: &BTreeMap<&str, u32>) -> Vec<String> {
        let labelled = self.pairs.iter().flat_map(|label| [&label.a, &label.b]);
        let unknown: std::collections::BTreeSet<&String> =
            labelled.filter(|id| !places.contains_key(&***id)).collect();
        unknown.into_iter().cloned().collect()
    }
}

impl Truth {
    /// How many documents there are.
    pub fn documents(&self) -> usize {
        self.listed.len()
    }

    /// How many sources the queries protocol asks for: second documents of labelled duplicates.
    pub fn queries(&self) -> usize {
        self.queries.len()
    }

    /// What a reader should know about labels that do not count, if there are any.
    ///
    /// ```
    /// use twinprint_study::eval::{Columns, Labels, Rules};
    /// let labels = Labels::parse("pairs.tsv", "a\tb\na\tx\n", &Columns::default())?;
    /// let note = labels.among(&["a", "b"], &Rules::default())?.note().expect("x is unknown");
    /// assert_eq!(note, "1 id in the labels is of no document, so 1 labelled pair is left out: x");
    /// # Ok::<(), twinprint_native::Error>(())
    /// ```
    pub fn note(&self) -> Option<String> {
        const NAMED: usize = 5;
        let ids = match self.unknown.len() {
            0 => return None,
            1 => "1 id in the labels is".into(),
            more => format!("{more} ids in the labels are"),
        };
        let pairs = match self.left_out {
            1 => "1 labelled pair is".into(),
            more => format!("{more} labelled pairs are"),
        };
        let names = self.unknown[..self.unknown.len().min(NAMED)].join(", ");
        let more = match self.unknown.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        Some(format!("{ids} of no document, so {pairs} left out: {names}{more}"))
    }

    /// The labelled pairs of a document with later ones, in their order.
    pub(super) fn row(&self, a: usize) -> &[Listed] {
        &self.listed[a]
    }

    /// What a pair is.
    pub(super) fn verdict(&self, a: usize, b: usize) -> PairTruth {
        let (first, second) = (a.min(b), a.max(b));
        let row = self.row(first);
        match row.binary_search_by_key(&(second as u32), |listed| listed.other) {
            Ok(at) => PairTruth::Listed(row[at]),
            Err(_) => self.unlisted(first, second),
        }
    }

    /// What a pair without a label is.
    #[inline]
    pub(super) fn unlisted(&self, a: usize, b: usize) -> PairTruth {
        if self.listed_only || !self.groups.is_empty() && self.groups[a] != self.groups[b] {
            return PairTruth::NotCounted;
        }
        match self.siblings {
            Siblings::Ignored if self.joined[a] == self.joined[b] => PairTruth::NotCounted,
            Siblings::Positive if self.joined[a] == self.joined[b] => PairTruth::Positive,
            _ => PairTruth::Negative,
        }
    }
}

fn wrong(what: &str, remedy: &'static str) -> Error {
    Error::Label { place: "labels".into(), what: what.into(), remedy }
}

/// The kinds by name, the empty one first, each once.
fn kinds(pairs: &[(&Label, (u32, u32))]) -> Vec<String> {
    let mut kinds: Vec<String> = pairs.iter().map(|(label, _)| label.kind.clone()).collect();
    kinds.push(String::new());
    kinds.sort();
    kinds.dedup();
    kinds
}

fn queries(pairs: &[(&Label, (u32, u32))]) -> Vec<u32> {
    let sources = pairs.iter().filter(|(label, _)| label.positive).map(|&(_, (_, source))| source);
    let mut queries: Vec<u32> = sources.collect();
    queries.sort_unstable();
    queries.dedup();
    queries
}

/// For each document the first one that a chain of duplicates joins it to.
fn joined(documents: usize, pairs: &[(&Label, (u32, u32))]) -> Vec<u32> {
    let mut first: Vec<u32> = (0..documents as u32).collect();
    fn root(first: &mut [u32], mut at: u32) -> u32 {
        while first[at as usize] != at {
            first[at as usize] = first[first[at as usize] as usize];
            at = first[at as usize];
        }
        at
    }
    for (_, (a, b)) in pairs.iter().filter(|(label, _)| label.positive) {
        let (a, b) = (root(&mut first, *a), root(&mut first, *b));
        first[a.max(b) as usize] = a.min(b);
    }
    (0..documents as u32).map(|at| root(&mut first, at)).collect()
}

fn groups(scope: &Scope, documents: usize) -> Result<Vec<u32>, Error> {
    let Scope::Within(names) = scope else { return Ok(Vec::new()) };
    if names.len() != documents {
        let what = format!("there are {} groups for {documents} documents", names.len());
        return Err(wrong(&what, "give the group of every document"));
    }
    let mut numbers: BTreeMap<&String, u32> = BTreeMap::new();
    let mut group_of = Vec::with_capacity(documents);
    for (at, name) in (0..).zip(names) {
        let next = numbers.len() as u32;
        // Whoever is in no group has a number of its own, from the other end.
        group_of.push(if name.is_empty() { u32::MAX - at } else { *numbers.entry(name).or_insert(next) });
    }
    Ok(group_of)
}
