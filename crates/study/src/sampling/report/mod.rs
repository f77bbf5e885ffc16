//! The study as a report: what the papers show, on this corpus, with their figures beside.

mod adaptive;
mod collection;
mod csv;
mod precision;
mod verified;
mod widths;

use std::{format, vec};

use super::adaptive::{ChosenPlan, PlanTarget};
use super::{Collection, LengthGroups, PlanResults, SamplingTrials, THRESHOLDS, Trial, Width, hundredths};
use crate::form::{Parameters, Study};
use twinprint_native::Error;
use twinprint_native::display::count;

/// All that was measured.
#[derive(Debug)]
pub struct SamplingResults<'a> {
    /// The corpus.
    pub collection: &'a Collection,
    /// The trials, of each hash; those by MD5 first.
    pub trials: &'a [SamplingTrials],
    /// Hashes of different widths.
    pub widths: &'a [Width],
    /// What the plan must reach.
    pub wanted: &'a PlanTarget,
    /// The plan, and what it was chosen by.
    pub chosen: &'a ChosenPlan,
    /// What it came to on the other documents.
    pub reached: PlanResults,
}

impl SamplingResults<'_> {
    /// The report.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub fn study(&self, parameters: Parameters) -> Result<Study, Error> {
        let precision = precision::Precision::new(self);
        let mut findings = precision.findings();
        findings.extend(adaptive::findings(self));
        let (collection, between) = (collection::part(self)?, collection::between(self)?);
        findings.push(between.text[0].clone());
        let trials: usize = self
            .trials
            .iter()
            .map(|trials| Trial::all(&trials.divisors).count() * trials.groups.len() * THRESHOLDS)
            .sum();
        let setup = [
            "Of each page what can be seen is taken, HTML removed. Of exact duplicates, found by the MD5 of that text but for its white \
             space, one stays. Words are folded; a shingle is ten words in a row unless -w says otherwise. Documents are grouped by \
             their words, and compared within their group, as in the paper."
                .into(),
            format!(
                "What is true is found without sampling: all pairs with a resemblance of at least 0.50. A sample has the shingles whose \
                 hash, divided, leaves a remainder; every remainder is a trial. For each of {} hashes, {} groups and {} samples, pairs \
                 are counted at {THRESHOLDS} thresholds from {} to {}: {} trials, all exact, in one pass over the documents.",
                self.trials.len(),
                self.trials.first().map_or(0, |trials| trials.groups.len()),
                self.trials.first().map_or(0, |trials| Trial::all(&trials.divisors).count()),
                threshold(0),
                threshold(THRESHOLDS - 1),
                count(trials as u64),
            ),
            "A document of which a trial has no shingle is alike with none: it lowers recall, and precision not. Where a trial finds no \
             pair, it has no precision, and is not part of the mean."
                .into(),
        ];
        Ok(Study {
            name: "sampling".into(),
            title: "What sampling of shingles costs".into(),
            question: "How few of the shingles of documents need to be compared, and what does that cost in precision and recall \
                       (Ye, Wen and Ma 2006 and 2008)?"
                .into(),
            findings,
            setup: setup.into(),
            parts: [
                vec![collection],
                precision.parts(),
                vec![between, widths::part(self), adaptive::part(self), verified::part(self)],
            ]
            .concat(),
            parameters,
            lists: [
                ("plan.json".to_string(), self.chosen.plan.json().into_bytes()),
                ("trials.csv".to_string(), csv::csv(self).into_bytes()),
            ]
            .into(),
        })
    }
}

impl SamplingResults<'_> {
    /// Whether documents are grouped as in the paper, so that its groups can stand beside these.
    fn has_papers_groups(&self) -> bool {
        *self.collection.groups() == LengthGroups::papers()
    }
}

/// A threshold as it is written.
fn threshold(bin: usize) -> String {
    format!("0.{}", hundredths(bin))
}

/// The bin of a threshold in hundredths.
fn bin_of(threshold: u32) -> usize {
    (threshold - hundredths(0)) as usize
}

/// A ratio as it is written.
fn ratio(divisor: u32) -> String {
    format!("1/{divisor}")
}
