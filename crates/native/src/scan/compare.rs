//! The pairs of a corpus that was taken in, by a method.
//!
//! By shingles: all pairs that are alike, found by an exact join. By sketches: the pairs that may be alike by the method's
//! measure, then those that are, and then, unless they are wanted as they are, those that the shingles confirm: so nothing is
//! reported that is not alike, and what a method loses is recall only.

use core::iter;

use rayon::prelude::*;

use super::super::Error;
use super::super::blobs::Lists;
use super::super::overlap::{self, Need, Overlaps, Progress, Workspace};
use super::super::sort::{Repeats, Sorted, Sorter};
use super::sampled::{Sampled, SamplingPlan};
use super::search::Search;
use super::{Conditions, Gathered, ScanPair, simhashes};
use twinprint::resemblance::Overlap;
use twinprint::sketch::{Alike, Method, Sketch, Value};
use twinprint::{RecipeId, Sketching};

/// Pairs, sorted by their documents.
pub(crate) type Pairs<'a> = Box<dyn Iterator<Item = Result<ScanPair, Error>> + 'a>;

/// How sets that share enough are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// By the rarest members of each ([`overlap::join`]).
    #[default]
    Prefixes,
    /// By sorting, as Broder did (`overlap::by_sorting`).
    Sorting,
}

/// How documents are compared.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The method by whose sketches pairs are found, the one that the corpus was taken in with; none for the shingles themselves.
    pub method: Option<Method>,
    /// What shingles two documents must share, at last; sketches without it are taken as they are.
    pub confirm: Option<Need>,
    /// How sets that share enough are found.
    pub engine: Engine,
    /// The most documents that may have a shingle of a sketch; one that more have shows nothing and is left out (Broder et al. 1997:
    /// 1,000).
    pub common: Option<u32>,
    /// By which samples of their shingles documents are compared, where that is the method.
    pub plan: Option<SamplingPlan>,
    /// Which documents are compared.
    pub conditions: Conditions,
    /// Where it is done.
    pub place: Workspace,
}

/// The candidates that are looked at together.
const BATCH: usize = 1 << 14;

impl Comparison {
    /// All pairs of a corpus. Not for threads of rayon.
    ///
    /// # Errors
    /// [`Error::Core`] for a method that pairs cannot be searched by; [`Error::Unreadable`] and [`Error::Unwritable`].
    pub fn pairs<'a>(&'a self, gathered: &'a Gathered, progress: Progress<'_>) -> Result<Pairs<'a>, Error> {
        Ok(self.pairs_up_to(u64::MAX, gathered, progress)?.unwrap_or_else(|| Box::new(iter::empty())))
    }

    /// All pairs of a corpus, unless there are more than `most`: then none, as soon as that is known. Of pairs that sketches find, those
    /// are counted that their search looks at. Not for threads of rayon.
    ///
    /// # Errors
    /// As [`pairs`](Comparison::pairs).
    pub(super) fn pairs_up_to<'a>(
        &'a self,
        most: u64,
        gathered: &'a Gathered,
        progress: Progress<'_>,
    ) -> Result<Option<Pairs<'a>>, Error> {
        let allowed = |a, b| self.conditions.hold(gathered, a, b);
        if self.plan.is_some() {
            return self.pairs_by_plan(gathered, &allowed, progress).map(Some);
        }
        let Some(method) = &self.method else {
            let need = self.need();
            let found = self.search(most, &gathered.shingles, need, &allowed, progress)?;
            return Ok(found.map(|found| by_shingles(gathered, need, found)));
        };
        let values = self.values(method, gathered)?;
        let candidates =
            self.candidates(most, method, values.as_ref().unwrap_or(&gathered.values), &allowed, progress)?;
        Ok(candidates.map(|candidates| self.looked_at(method, gathered, values, candidates)))
    }

    /// All pairs that samples find, where there is a plan for them.
    pub(super) fn pairs_by_plan<'a>(
        &'a self,
        gathered: &'a Gathered,
        allowed: &(dyn Fn(u32, u32) -> bool + Sync),
        progress: Progress<'_>,
    ) -> Result<Pairs<'a>, Error> {
        let Some(plan) = &self.plan else { return Ok(Box::new(iter::empty())) };
        let need = Need::Resemblance { thousandths: plan.thousandths() };
        let search = Sampled { plan, need, confirm: self.confirm, place: &self.place };
        search.pairs(gathered, allowed, progress)
    }

    /// What documents must share that are compared by their shingles alone.
    pub(super) fn need(&self) -> Need {
        self.confirm.unwrap_or(Need::Resemblance { thousandths: 500 })
    }

    /// The sketches of documents without what is left out of them; none if nothing is.
    pub(super) fn values(&self, method: &Method, gathered: &Gathered) -> Result<Option<Lists>, Error> {
        self.common.map(|most| self.without_common(method, &gathered.values, most)).transpose()
    }

    /// Those of some candidates, sorted, that are alike; `values` are the sketches, if not as they were taken in.
    pub(super) fn looked_at<'a>(
        &'a self,
        method: &'a Method,
        gathered: &'a Gathered,
        values: Option<Lists>,
        candidates: impl Iterator<Item = Result<u64, Error>> + 'a,
    ) -> Pairs<'a> {
        let mut candidates = candidates.peekable();
        let batches = iter::from_fn(move || {
            candidates.peek()?;
            let batch: Result<Vec<u64>, Error> = candidates.by_ref().take(BATCH).collect();
            let looked_at = batch.and_then(|batch| {
                let values = values.as_ref().unwrap_or(&gathered.values);
                let look = |look: &mut Look, &pair: &u64| look.at(pair).transpose();
                let new = || Look::new(method, self.confirm, gathered, values);
                batch
                    .par_iter()
                    .with_min_len(256)
                    .map_init(new, look)
                    .flatten_iter()
                    .collect::<Result<Vec<_>, _>>()
            });
            Some(looked_at)
        });
        Box::new(batches.flat_map(|batch| {
            let (found, error) = match batch {
                Ok(found) => (found, None),
                Err(error) => (Vec::new(), Some(error)),
            };
            found.into_iter().map(Ok).chain(error.map(Err))
        }))
    }

    fn search(
        &self,
        most: u64,
        lists: &Lists,
        need: Need,
        allowed: &(dyn Fn(u32, u32) -> bool + Sync),
        progress: Progress<'_>,
    ) -> Result<Option<Overlaps>, Error> {
        match self.engine {
            Engine::Prefixes => overlap::join_up_to(most, lists, need, allowed, &self.place, progress),
            Engine::Sorting => overlap::by_sorting(lists, need, None, allowed, &self.place).map(Some),
        }
    }

    /// The pairs that may be alike by a method's sketches, sorted; none if one of its searches finds more than `most`.
    fn candidates(
        &self,
        most: u64,
        method: &Method,
        values: &Lists,
        allowed: &(dyn Fn(u32, u32) -> bool + Sync),
        progress: Progress<'_>,
    ) -> Result<Option<Sorted<u64>>, Error> {
        let mut sorter = Sorter::new(self.place.memory / 4, &self.place.folder, Repeats::Drop);
        let place = Workspace { memory: self.place.memory / 2, folder: self.place.folder.clone() };
        if let (Sketching::Simhash { bits, lexicons }, Alike::Within { k, rule }) =
            (&method.recipe.sketching, method.alike)
        {
            let mut take = |a, b| if allowed(a, b) { sorter.push(overlap::pair(a, b)) } else { Ok(()) };
            simhashes::candidates(values, (*bits, lexicons.count()), (k, rule), &place, &mut take)?;
            return sorter.finish().map(Some);
        }
        for search in Search::of(method)? {
            let sets = self.sets(&search, method, values)?;
            let Some(found) = self.search(most, &sets, search.need, allowed, progress)? else {
                return Ok(None);
            };
            for found in found {
                let found = found?;
                sorter.push(overlap::pair(found.a, found.b))?;
            }
        }
        sorter.finish().map(Some)
    }

    /// The sets of a search, by the sketches of documents.
    pub(super) fn sets(&self, search: &Search, method: &Method, values: &Lists) -> Result<Lists, Error> {
        let mut sets = Lists::temporary(&self.place.folder)?;
        values.for_each(|_, numbers| sets.push(&search.set(&method.recipe.sketching, numbers)).map(drop))?;
        Ok(sets)
    }

    /// Sketches of shingles without those that more than `most` documents have.
    fn without_common(&self, method: &Method, values: &Lists, most: u32) -> Result<Lists, Error> {
        let shingles = |numbers: &[u64]| match Value::from_numbers(&method.recipe.sketching, numbers) {
            Value::Shingles(set) if !numbers.is_empty() => set.hashes,
            _ => Vec::new(),
        };
        let mut all = Sorter::new(self.place.memory / 2, &self.place.folder, Repeats::Keep);
        values.for_each(|_, numbers| all.extend(shingles(numbers)))?;
        let (mut common, mut last, mut count) = (Vec::new(), None, 0);
        for shingle in all.finish()? {
            let shingle = shingle?;
            count = if last == Some(shingle) { count + 1 } else { 1 };
            last = Some(shingle);
            if count == most.saturating_add(1) {
                common.push(shingle);
            }
        }
        let mut left = Lists::temporary(&self.place.folder)?;
        values.for_each(|_, numbers| {
            let mut kept = shingles(numbers);
            twinprint::shingle::without(&mut kept, &common);
            let head = numbers.len() - shingles(numbers).len();
            left.push(&[&numbers[..head], &kept].concat()).map(drop)
        })?;
        Ok(left)
    }
}

/// Pairs that were found by their shingles.
pub(super) fn by_shingles(gathered: &Gathered, need: Need, found: Overlaps) -> Pairs<'_> {
    Box::new(found.map(move |found| found.map(|found| of_shingles(gathered, need, found))))
}

/// A pair that was found by its shingles.
pub(super) fn of_shingles(gathered: &Gathered, need: Need, found: overlap::Overlap) -> ScanPair {
    let of = |ordinal| u64::from(gathered.catalogue.row(ordinal).shingles);
    let overlap = Overlap { shared: found.shared.into(), a: of(found.a), b: of(found.b) };
    ScanPair { a: found.a, b: found.b, shared: Some(found.shared), score: need.score(&overlap) }
}

/// Looks at candidates: what a core needs for it.
pub(super) struct Look<'a> {
    method: &'a Method,
    confirm: Option<Need>,
    gathered: &'a Gathered,
    values: &'a Lists,
    /// The recipe's id: all sketches are by one.
    recipe: RecipeId,
    /// The first document of the pair before, with its sketch and its shingles.
    a: Option<(u32, Sketch, Vec<u64>)>,
    numbers: Vec<u64>,
    shingles: Vec<u64>,
    bytes: Vec<u8>,
}

impl<'a> Look<'a> {
    pub(super) fn new(
        method: &'a Method,
        confirm: Option<Need>,
        gathered: &'a Gathered,
        values: &'a Lists,
    ) -> Self {
        Look {
            method,
            confirm,
            gathered,
            values,
            recipe: method.recipe.id(),
            a: None,
            numbers: Vec::new(),
            shingles: Vec::new(),
            bytes: Vec::new(),
        }
    }

    /// The pair of a number, if it is alike.
    pub(super) fn at(&mut self, pair: u64) -> Result<Option<ScanPair>, Error> {
        let (a, b) = overlap::sides(pair);
        if self.a.as_ref().is_none_or(|(other, ..)| *other != a) {
            let sketch = self.sketch(a)?;
            let mut shingles = Vec::new();
            if self.confirm.is_some() {
                self.gathered.shingles.read(a as usize..a as usize + 1, &mut shingles, &mut self.bytes)?;
            }
            self.a = Some((a, sketch, shingles));
        }
        let other = self.sketch(b)?;
        let Some((_, sketch, shingles)) = &self.a else { return Ok(None) };
        let alike = self.method.alike;
        let Some(score) = alike.score(sketch, &other)?.filter(|&score| alike.counts(score)) else {
            return Ok(None);
        };
        let score = score as f32;
        let Some(need) = self.confirm else {
            return Ok(Some(ScanPair { a, b, shared: None, score }));
        };
        self.gathered.shingles.read(b as usize..b as usize + 1, &mut self.shingles, &mut self.bytes)?;
        let shared = overlap::shared(shingles, &self.shingles);
        let enough = need.of(shingles.len() as u32, self.shingles.len() as u32);
        Ok((shared >= enough).then_some(ScanPair { a, b, shared: Some(shared), score }))
    }

    fn sketch(&mut self, ordinal: u32) -> Result<Sketch, Error> {
        let number = ordinal as usize;
        self.values.read(number..number + 1, &mut self.numbers, &mut self.bytes)?;
        let site = self.gathered.sites[number];
        Ok(Sketch {
            name: std::string::String::new(),
            recipe: self.recipe,
            site: (site > 0).then(|| std::string::ToString::to_string(&site)),
            value: Value::from_numbers(&self.method.recipe.sketching, &self.numbers),
        })
    }
}
