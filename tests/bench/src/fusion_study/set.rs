//! A labelled set, read once: its documents' words and weights, its labels, and the judgement of a method by them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use twinprint::lexicon::Model;
use twinprint::sketch::{Alike, Method, Sketch};
use twinprint::text::{Language, Reader, TextOptions};
use twinprint_native::Error;
use twinprint_native::corpus::{self, Listing, Source};
use twinprint_native::sketches::sketch_all;
use twinprint_study::eval::{
    Columns, Evaluation, EvaluationOptions, Judgements, Labels, PairGrouping, Rules, Scale, Siblings, Truth,
    judge_pairs, judge_queries,
};

pub(crate) struct Set {
    pub(crate) sources: Vec<Source>,
    pub(crate) model: Arc<Model>,
    truth: Truth,
    /// Each source and its copies.
    copies: BTreeMap<usize, BTreeSet<usize>>,
    /// Whether sources are looked up, as the fusion paper does; else all pairs are judged.
    queries: bool,
}

/// A document's words, and what each weighs.
pub(crate) struct Words {
    pub(crate) tokens: Vec<u64>,
    pub(crate) weights: Vec<u16>,
}

/// What a method measures, and its sketches of the documents in order.
pub(crate) type Sketched = (Alike, Vec<Option<Sketch>>);

/// What the paper's documents are made into first: stop words out, stemmed.
pub(crate) fn terms() -> TextOptions {
    let english = Some(Language::English);
    TextOptions::default().with_stop_words(english).with_stemmer(english)
}

impl Set {
    /// The set made by the paper's protocol: its sources are looked up.
    pub(crate) fn of_edits(folder: &Path) -> Result<Set, Error> {
        let files = ["background_10k.jsonl", "edited_dev.jsonl"].map(|name| folder.join(name));
        Set::read(&files, &folder.join("pairs_dev.tsv"), Siblings::Negative, true)
    }

    /// The harder set: all pairs are judged, but copies of one source are not told apart.
    pub(crate) fn hard(folder: &Path) -> Result<Set, Error> {
        Set::read(&[folder.join("documents.jsonl")], &folder.join("pairs.tsv"), Siblings::Ignored, false)
    }

    fn read(files: &[PathBuf], pairs: &Path, siblings: Siblings, queries: bool) -> Result<Set, Error> {
        let sources: Vec<Source> =
            corpus::documents(Listing::new(files).entries).collect::<Result<_, _>>()?;
        let names: Vec<&str> = sources.iter().map(|source| &*source.name).collect();
        let rules = Rules { siblings, ..Rules::default() };
        let labels = Labels::read_pairs(pairs, &Columns::default())?;
        let truth = labels.among(&names, &rules)?;
        let places: BTreeMap<&str, usize> = names.iter().copied().zip(0..).collect();
        let mut copies: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for label in labels.pairs.iter().filter(|label| label.positive) {
            if let (Some(&copy), Some(&source)) = (places.get(&*label.a), places.get(&*label.b)) {
                copies.entry(source).or_default().insert(copy);
            }
        }
        Ok(Set { sources, model: Arc::new(Model::english()?), truth, copies, queries })
    }

    /// The words of every document, in order; no document is without any.
    pub(crate) fn words(&self, options: &TextOptions) -> Result<Vec<Words>, Error> {
        let words = |reader: &mut Result<Reader, twinprint::Error>, source: &Source| {
            let mut tokens = Vec::new();
            reader.as_mut().map_err(|error| error.clone())?.read_tokens(&source.document(), &mut tokens)?;
            let weights = tokens.iter().map(|&token| self.model.weight(token)).collect();
            Ok(Words { tokens, weights })
        };
        self.sources.par_iter().map_init(|| Reader::new(options), words).collect()
    }

    /// Sketches by methods written in a line.
    pub(crate) fn sketches(&self, lines: &[&str]) -> Result<Vec<Sketched>, Error> {
        let methods: Vec<Method> = (lines.iter())
            .map(|line| Method::parse(line, Some(self.model.id())))
            .collect::<Result<_, _>>()?;
        let sources = self.sources.iter().cloned().map(Ok);
        let became = |_, became: Result<(), &Error>| became.unwrap_or_else(|error| eprintln!("{error}"));
        let sketches = sketch_all(sources, &methods, Some(&self.model), became)?;
        Ok(methods.into_iter().map(|method| method.alike).zip(sketches.by_method).collect())
    }

    /// For each source, how many of its copies are candidates, and how many other documents.
    pub(crate) fn candidates<S: Sync>(
        &self,
        sketches: &[Option<S>],
        holds: impl Fn(&S, &S) -> bool + Sync,
    ) -> Vec<(usize, usize)> {
        let of_source = |(&source, copies): (&usize, &BTreeSet<usize>)| {
            let mut counts = (0, 0);
            for (place, other) in sketches.iter().enumerate().filter(|(place, _)| *place != source) {
                if let (Some(a), Some(b)) = (&sketches[source], other)
                    && holds(a, b)
                {
                    let count = if copies.contains(&place) { &mut counts.0 } else { &mut counts.1 };
                    *count += 1;
                }
            }
            counts
        };
        self.copies.par_iter().map(of_source).collect()
    }

    /// How many copies there are.
    pub(crate) fn copies(&self) -> usize {
        self.copies.values().map(BTreeSet::len).sum()
    }

    pub(crate) fn scored<S: Sync>(
        &self,
        sketches: &[Option<S>],
        scale: Scale,
        score: impl Fn(&S, &S) -> Option<f64> + Sync,
    ) -> Judgements {
        match self.queries {
            true => judge_queries(sketches, &self.truth, scale, score),
            false => judge_pairs(sketches, &self.truth, scale, score),
        }
    }

    /// How well `score` tells copies, at every threshold and at those chosen on a half.
    pub(crate) fn judge<S: Sync>(
        &self,
        sketches: &[Option<S>],
        scale: Scale,
        score: impl Fn(&S, &S) -> Option<f64> + Sync,
    ) -> Evaluation {
        evaluation(&self.scored(sketches, scale, score), None)
    }

    /// The same by what a method measures, at its own threshold, too.
    pub(crate) fn judge_by(&self, alike: Alike, sketches: &[Option<Sketch>]) -> Evaluation {
        let score = |a: &Sketch, b: &Sketch| alike.score(a, b).ok().flatten();
        evaluation(&self.scored(sketches, scale(&alike), score), Some(alike.threshold()))
    }
}

pub(crate) fn scale(alike: &Alike) -> Scale {
    match alike {
        Alike::Within { .. } => Scale::Distance,
        Alike::Resemblance { .. } | Alike::Containment { .. } => Scale::Fraction,
        _ => Scale::Count,
    }
}

pub(crate) fn evaluation(judgements: &Judgements, threshold: Option<f64>) -> Evaluation {
    let options = EvaluationOptions {
        threshold,
        by: vec![PairGrouping::Rate, PairGrouping::Kind],
        rounds: 0,
        ..EvaluationOptions::default()
    };
    Evaluation::new("", judgements, &options)
}

/// F on halves that the threshold was not chosen on; 0 if nothing was found.
pub(crate) fn tuned(evaluation: &Evaluation) -> f64 {
    evaluation.tuned.as_ref().and_then(|tuned| tuned.mean.f1).unwrap_or_default()
}

pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}
