//! The corpus seen once, and each method tried on the sample.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::super::clusters::{DocumentClusters, Estimate, PairRatio};
use super::{DocumentSample, RecommendOptions};
use twinprint::hash;
use twinprint::sketch::Method;
use twinprint_native::Error;
use twinprint_native::corpus::{self, Listing};
use twinprint_native::overlap::{self, alone};
use twinprint_native::replace;
use twinprint_native::scan::{
    Apart, Comparison, Conditions, Engine, Gathered, Identity, Ingest, Keeping, Kept, Reduction,
    RepeatedNames,
};

/// What is known of a whole corpus.
#[derive(Debug)]
pub struct CorpusSurvey {
    /// How many documents there are.
    pub documents: u64,
    /// How many of them are exact copies of earlier ones, which are compared with nothing.
    pub copies: u64,
    /// The names of the documents that are proven to have no near-duplicate, copies apart.
    pub alone: Vec<String>,
    /// How many other documents are alike with none.
    pub unlike: u64,
    /// How many pairs are alike.
    pub pairs: u64,
    /// The documents that methods are tried on.
    pub sample: DocumentSample,
}

/// A method tried on the sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MethodTrial {
    /// The method, as it is written in a line; none for the exact join of all shingles.
    pub line: Option<String>,
    /// The id of its recipe.
    pub recipe: String,
    /// How many documents of the sample were compared: exact copies are not.
    pub documents: u64,
    /// The pairs that it gives.
    pub found: u64,
    /// How many of these are alike.
    pub right: u64,
    /// How many there are to find.
    pub wanted: u64,
    /// What its sketches take, or all shingles.
    pub bytes: u64,
    /// How long reading and comparing took.
    pub seconds: f64,
    /// Of the pairs that it gives those that are alike, by the sites of both.
    pub given: PairRatio,
    /// Of the pairs that are alike those that it gives.
    pub reached: PairRatio,
}

impl MethodTrial {
    /// The share of the pairs given that are alike, with its interval by sites.
    pub fn precision(&self) -> Option<Estimate> {
        self.given.estimate()
    }

    /// The share of the pairs that are alike that is given, with its interval by sites.
    pub fn recall(&self) -> Option<Estimate> {
        self.reached.estimate()
    }
}

/// How a corpus is taken in to be seen: its shingles, and what is kept apart in it.
pub fn ingest(options: &RecommendOptions, listing: &Listing) -> Ingest {
    Ingest { between: Duration::from_secs(2), ..taking_in(options, listing, None) }
}

/// Finds all pairs of a corpus that was taken in by [`ingest`], and draws the sample. `progress` is called with how far comparing is.
///
/// # Errors
/// Those of [`Comparison::pairs`].
pub fn survey(
    options: &RecommendOptions,
    gathered: &Gathered,
    progress: overlap::Progress<'_>,
) -> Result<CorpusSurvey, Error> {
    let rows = gathered.catalogue.rows();
    let is_first: Vec<bool> = (0..).zip(rows).map(|(ordinal, row)| row.first == ordinal).collect();
    let is_alone = alone(&gathered.shingles, options.need(), options.place.memory / 4)?;
    let mut is_alike = std::vec![false; rows.len()];
    let mut pairs = 0;
    for found in comparison(options, None).pairs(gathered, progress)? {
        let found = found?;
        is_alike[found.a as usize] = true;
        is_alike[found.b as usize] = true;
        pairs += 1;
    }
    let mut survey = CorpusSurvey {
        documents: rows.len() as u64,
        copies: is_first.iter().filter(|first| !**first).count() as u64,
        alone: Vec::new(),
        unlike: 0,
        pairs,
        sample: DocumentSample::new(options.seed, options.sample),
    };
    for (ordinal, row) in (0u32..).zip(rows) {
        let name = gathered.catalogue.name(ordinal)?;
        survey.sample.offer(&name);
        match (row.first == ordinal, is_alone[ordinal as usize]) {
            (true, true) => survey.alone.push(name),
            (true, false) if !is_alike[ordinal as usize] => survey.unlike += 1,
            _ => {}
        }
    }
    Ok(survey)
}

/// Tries every method on the sample; `step` is called after each. The first measured is the exact join, which is the truth. What came
/// of a method is kept in a folder, if there is one, and taken from there when it is there: the folder is of this sample and these
/// options.
///
/// # Errors
/// Those of [`Ingest::gather`] and [`Comparison::pairs`]; [`Error::Method`] for a line that names no method, or one that pairs cannot
/// be searched by; [`Error::Unwritable`] of the folder.
pub fn measure(
    options: &RecommendOptions,
    sample: &Listing,
    state: Option<&Path>,
    step: impl Fn(),
) -> Result<Vec<MethodTrial>, Error> {
    let begun = Instant::now();
    let gathered = gather(options, sample, None)?;
    let clusters = DocumentClusters::of(&gathered);
    let truth: HashSet<(u32, u32)> = pairs(options, &gathered, None)?.into_iter().collect();
    let ratio = |whole: &mut dyn Iterator<Item = (u32, u32)>, part: &HashSet<(u32, u32)>| {
        let mut ratio = PairRatio::default();
        whole.for_each(|pair| ratio.add(clusters.pair(pair.0, pair.1), f64::from(part.contains(&pair)), 1.0));
        ratio
    };
    let documents = (0..).zip(gathered.catalogue.rows()).filter(|(ordinal, row)| row.first == *ordinal);
    let (documents, wanted) = (documents.count() as u64, truth.len() as u64);
    let mut all = std::vec![MethodTrial {
        line: None,
        recipe: reduction(options, None).recipe().id().to_string(),
        documents,
        found: wanted,
        right: wanted,
        wanted,
        bytes: gathered.shingles.ends().last().copied().unwrap_or(0),
        seconds: begun.elapsed().as_secs_f64(),
        given: ratio(&mut truth.iter().copied(), &truth),
        reached: ratio(&mut truth.iter().copied(), &truth),
    }];
    step();
    for line in &options.methods {
        let name = std::format!("tried-{:032x}.json", hash::md5(line.as_bytes()));
        let path = state.map(|folder| folder.join(name));
        let kept = path.as_ref().and_then(|path| fs::read(path).ok());
        if let Some(before) = kept.and_then(|json| serde_json::from_slice(&json).ok()) {
            all.push(before);
            step();
            continue;
        }
        let refused = |error| Error::Method { place: std::format!("--method {line}"), error };
        let id = options.model.as_ref().map(|model| model.id());
        let method = Method::parse(line, id).map_err(refused)?;
        let begun = Instant::now();
        let gathered = gather(options, sample, Some(&method))?;
        let found = pairs(options, &gathered, Some(&method)).map_err(|error| match error {
            Error::Core(error) => refused(error),
            error => error,
        })?;
        let seconds = begun.elapsed().as_secs_f64();
        let found: HashSet<(u32, u32)> = found.into_iter().collect();
        let measured = MethodTrial {
            line: Some(line.clone()),
            recipe: method.recipe.id().to_string(),
            documents,
            found: found.len() as u64,
            right: found.iter().filter(|pair| truth.contains(pair)).count() as u64,
            wanted,
            bytes: gathered.sketch_bytes(),
            seconds,
            given: ratio(&mut found.iter().copied(), &truth),
            reached: ratio(&mut truth.iter().copied(), &found),
        };
        if let Some(path) = path {
            // Numbers always have a form in JSON.
            replace(&path, &serde_json::to_vec(&measured).unwrap_or_default())?;
        }
        all.push(measured);
        step();
    }
    Ok(all)
}

fn pairs(
    options: &RecommendOptions,
    gathered: &Gathered,
    method: Option<&Method>,
) -> Result<Vec<(u32, u32)>, Error> {
    let comparison = comparison(options, method);
    let found = comparison.pairs(gathered, &|_, _| ())?;
    found.map(|found| found.map(|found| (found.a, found.b))).collect()
}

fn gather(options: &RecommendOptions, listing: &Listing, method: Option<&Method>) -> Result<Gathered, Error> {
    let keeping = Keeping::Unnamed { folder: options.place.folder.clone(), memory: options.place.memory / 8 };
    let documents = |_| {
        let documents = corpus::documents(listing.entries.clone());
        documents.with_temporary(&options.place.folder).into_batches()
    };
    taking_in(options, listing, method).gather(documents, &keeping, &mut |_| ())
}

fn taking_in(options: &RecommendOptions, listing: &Listing, method: Option<&Method>) -> Ingest {
    Ingest {
        reduction: reduction(options, method),
        site: options.site,
        between: Duration::MAX,
        apart: Apart::default(),
        files: listing.entries.iter().map(|entry| entry.name.clone()).collect(),
        repeated: RepeatedNames::default(),
    }
}

fn reduction(options: &RecommendOptions, method: Option<&Method>) -> Reduction {
    Reduction {
        w: options.w,
        identity: Identity::Words,
        clean: method.map(|method| method.recipe.text.clean).unwrap_or_default(),
        boilerplate: None,
        template: Default::default(),
        method: method.cloned(),
        model: options.model.clone(),
        kept: Kept::Sketch,
    }
}

/// By all shingles; or by a method's sketches, as they find pairs.
fn comparison(options: &RecommendOptions, method: Option<&Method>) -> Comparison {
    Comparison {
        method: method.cloned(),
        confirm: method.is_none().then(|| options.need()),
        engine: Engine::Prefixes,
        common: None,
        plan: None,
        conditions: Conditions::default(),
        place: options.place.clone(),
    }
}
