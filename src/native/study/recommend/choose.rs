//! The cheapest way to what is asked for.

use std::format;
use std::prelude::v1::*;

use super::super::super::eval::Interval;
use super::{Measured, Options};

/// What a method may cost for the whole corpus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Budget {
    /// So long, on the machine that tried it.
    Seconds(f64),
    /// So much, for its sketches.
    Bytes(u64),
}

/// A way to find pairs: a method's as they are, or confirmed by their shingles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Offer<'a> {
    /// How the method did.
    pub measured: &'a Measured,
    /// Whether pairs are confirmed, so that all that are given are alike.
    pub confirmed: bool,
    /// How sure it is that it reaches what is asked for.
    pub sure: Sure,
}

/// How sure it is that precision and recall are reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sure {
    /// They were not on the sample, or it has no pair.
    No,
    /// They were on the sample, but their intervals reach below.
    Likely,
    /// They were, and so were the lower ends of their intervals; or it is exact.
    Yes,
}

impl Offer<'_> {
    /// What its sketches take for so many documents.
    pub fn bytes_of(&self, documents: u64) -> u64 {
        (self.measured.bytes as f64 * documents as f64 / self.measured.documents.max(1) as f64) as u64
    }

    /// How long it takes for so many documents, if time grows as they do.
    pub fn seconds_of(&self, documents: u64) -> f64 {
        self.measured.seconds * documents as f64 / self.measured.documents.max(1) as f64
    }

    /// The arguments of `twinprint scan` that do the same.
    pub fn arguments(&self, options: &Options) -> String {
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

    fn cost(&self) -> u64 {
        // A pair that is looked at costs about as much as two numbers kept.
        self.measured.bytes + 16 * self.measured.found
    }
}

/// All offers within the budget, those that are most sure first, of these the cheapest: by the bytes of their sketches and the
/// pairs that are looked at. `documents` is how many the corpus has.
pub fn choose<'a>(options: &Options, measured: &'a [Measured], documents: u64) -> Vec<Offer<'a>> {
    let mut offers: Vec<Offer<'a>> = Vec::new();
    for measured in measured {
        let exact = measured.line.is_none();
        for confirmed in [true, false] {
            if exact && !confirmed {
                continue;
            }
            let recall = sure(measured.recall(), options.recall);
            let precision = if confirmed { Sure::Yes } else { sure(measured.precision(), options.precision) };
            let sure = if exact { Sure::Yes } else { recall.min(precision) };
            offers.push(Offer { measured, confirmed, sure });
        }
    }
    offers.retain(|offer| match options.budget {
        None => true,
        Some(Budget::Bytes(bytes)) => offer.bytes_of(documents) <= bytes,
        Some(Budget::Seconds(seconds)) => offer.seconds_of(documents) <= seconds,
    });
    offers.sort_by_key(|offer| (core::cmp::Reverse(offer.sure), offer.cost(), !offer.confirmed));
    offers
}

fn sure((share, interval): (Option<f64>, Option<Interval>), least: f64) -> Sure {
    match (share, interval) {
        (Some(_), Some(interval)) if interval.low >= least => Sure::Yes,
        (Some(share), _) if share >= least => Sure::Likely,
        _ => Sure::No,
    }
}
