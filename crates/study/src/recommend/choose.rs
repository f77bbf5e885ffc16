//! The cheapest way to what is asked for.

use std::format;

use super::{MethodTrial, RecommendOptions};
use crate::clusters::Estimate;

/// What a method may cost for the whole corpus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Budget {
    /// Seconds, on the machine of the trial.
    Seconds(f64),
    /// So much, for what documents are compared by.
    Bytes(u64),
}

/// A way to find pairs: a method's as they are, or confirmed by their shingles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Offer<'a> {
    /// How the method did.
    pub measured: &'a MethodTrial,
    /// Whether pairs are confirmed, so that all that are given are alike.
    pub confirmed: bool,
    /// What the documents of the sample are compared by: their sketches, and all their shingles where these confirm pairs.
    pub bytes: u64,
    /// How sure it is that it reaches what is asked for.
    pub sure: Sure,
}

/// How sure it is that precision and recall are reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sure {
    /// They were not on the sample, or it has no pair.
    No,
    /// They were on the sample, but their intervals reach below, or it is of fewer than ten sites and there are none.
    Likely,
    /// They were, and so were the lower ends of their intervals; or it is exact.
    Yes,
}

impl Offer<'_> {
    /// How many bytes a number of documents are compared by.
    pub fn bytes_of(&self, documents: u64) -> u64 {
        (self.bytes as f64 * self.times(documents)) as u64
    }

    /// How many pairs it gives, or looks at to confirm them, of a number of documents, if a pair of them is as likely to be found.
    pub fn pairs_of(&self, documents: u64) -> u64 {
        (self.measured.found as f64 * self.times(documents).powi(2)) as u64
    }

    /// How long it takes for a number of documents, if time grows as they do.
    pub fn seconds_of(&self, documents: u64) -> f64 {
        self.measured.seconds * self.times(documents)
    }

    fn times(&self, documents: u64) -> f64 {
        documents as f64 / self.measured.documents.max(1) as f64
    }

    /// The arguments of `twinprint scan` that do the same.
    pub fn arguments(&self, options: &RecommendOptions) -> String {
        let least = f64::from(options.thousandths) / 1000.0;
        let mut line = match &self.measured.line {
            Some(method) => format!("--method {method} "),
            None => String::new(),
        };
        // What scan would do by itself, and the study does not.
        if self.measured.line.as_ref().is_some_and(|line| line.starts_with("sampled")) {
            line += "--common 0 ";
        }
        line += &format!("--shingle {} --at-least {least}", options.w);
        if !self.confirmed {
            line += " --no-verify";
        }
        line
    }

    /// What it costs for a number of documents: seconds where these are what counts, else bytes.
    fn cost(&self, budget: Option<Budget>, documents: u64) -> f64 {
        match budget {
            Some(Budget::Seconds(_)) => self.seconds_of(documents),
            // A pair costs about as much as two numbers kept.
            _ => self.bytes_of(documents) as f64 + 16.0 * self.pairs_of(documents) as f64,
        }
    }
}

/// All offers within the budget, those that are most sure first, of these the cheapest for a corpus of this many documents: by how
/// long they take if the budget is a time; else by the bytes that documents are compared by and the pairs that are found. The
/// first measured is the exact join.
pub fn choose<'a>(options: &RecommendOptions, measured: &'a [MethodTrial], documents: u64) -> Vec<Offer<'a>> {
    let shingles = measured.first().map_or(0, |exact| exact.bytes);
    let offer = |measured: &'a MethodTrial, confirmed: bool| {
        let recall = sure(measured.recall(), options.recall);
        let precision = if confirmed { Sure::Yes } else { sure(measured.precision(), options.precision) };
        match measured.line {
            None => Offer { measured, confirmed, bytes: shingles, sure: Sure::Yes },
            Some(_) => {
                let bytes = measured.bytes + if confirmed { shingles } else { 0 };
                Offer { measured, confirmed, bytes, sure: recall.min(precision) }
            }
        }
    };
    let is_one = |offer: &Offer<'_>| offer.confirmed || offer.measured.line.is_some();
    let both = measured.iter().flat_map(|measured| [offer(measured, true), offer(measured, false)]);
    let mut offers: Vec<Offer<'a>> = both.filter(is_one).collect();
    offers.retain(|offer| match options.budget {
        None => true,
        Some(Budget::Bytes(bytes)) => offer.bytes_of(documents) <= bytes,
        Some(Budget::Seconds(seconds)) => offer.seconds_of(documents) <= seconds,
    });
    let cost = |offer: &Offer<'_>| offer.cost(options.budget, documents);
    offers.sort_by(|a, b| {
        b.sure.cmp(&a.sure).then(cost(a).total_cmp(&cost(b))).then(b.confirmed.cmp(&a.confirmed))
    });
    offers
}

fn sure(of: Option<Estimate>, least: f64) -> Sure {
    match of {
        Some(of) if of.interval.is_some_and(|interval| interval.low >= least) => Sure::Yes,
        Some(of) if of.share >= least => Sure::Likely,
        _ => Sure::No,
    }
}
