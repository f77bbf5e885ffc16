//! What a scan says when it is done: how much was read, what was found, what it took.

use std::format;

use serde::Serialize;

use super::super::display::{bytes, count, counted, seconds};
use super::super::ledger::Accounts;
use super::{Catalogue, Clusters, Skipped};

/// A scan in numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// Documents that were read.
    pub documents: u64,
    /// Their bytes, unpacked.
    pub bytes: u64,
    /// What was skipped, by reason.
    pub skipped: Skipped,
    /// Documents with the same text as an earlier one.
    pub exact_duplicates: u64,
    /// Pairs that were found, exact duplicates apart.
    pub pairs: u64,
    /// How many of them are listed; none if all are.
    pub listed: Option<Listed>,
    /// Clusters of near-duplicates; none if they were not requested.
    pub clusters: Option<Clustered>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The most memory that it had at once, in bytes, where the system tells.
    pub peak_memory: Option<u64>,
    /// What became of what was read, file by file; none if it was not counted.
    pub ledger: Option<Accounts>,
}

/// Pairs of which not all are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// How many are.
    pub listed: u64,
    /// Whether there are more than were counted: then what is listed is of those that clusters are made of.
    pub at_least: bool,
}

/// Clusters in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Clustered {
    /// How many there are.
    pub clusters: u64,
    /// How many of them are chains.
    pub chains: u64,
    /// The documents in them beside their representatives.
    pub others: u64,
}

impl Clustered {
    /// Of these.
    pub fn of(clusters: &Clusters) -> Self {
        Clustered {
            clusters: clusters.len() as u64,
            chains: clusters.chains() as u64,
            others: clusters.others(),
        }
    }
}

/// The summary in JSON: reasons as a list, the most frequent first.
#[derive(Serialize)]
struct Line<'a> {
    documents: u64,
    bytes: u64,
    skipped: u64,
    skipped_by_reason: Vec<Reason<'a>>,
    exact_duplicates: u64,
    pairs: u64,
    #[serde(flatten)]
    listed: Option<Listed>,
    #[serde(flatten)]
    clusters: Option<Clustered>,
    seconds: f64,
    bytes_per_second: Option<u64>,
    peak_memory: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ledger: Option<&'a Accounts>,
}

#[derive(Serialize)]
struct Reason<'a> {
    reason: &'a str,
    count: u64,
}

impl Summary {
    /// The summary of the documents of a catalogue and of what was skipped.
    pub fn of(catalogue: &Catalogue, skipped: &Skipped) -> Self {
        let rows = || (0..).zip(catalogue.rows());
        Summary {
            documents: catalogue.len() as u64,
            bytes: rows().map(|(_, row)| u64::from(row.bytes)).sum(),
            skipped: skipped.clone(),
            exact_duplicates: rows().filter(|(document, row)| row.first != *document).count() as u64,
            ..Summary::default()
        }
    }

    /// The lines for a person.
    ///
    /// ```
    /// use twinprint_native::scan::Summary;
    /// let summary = Summary { documents: 1204, bytes: 3 << 20, pairs: 1, seconds: 1.5, ..Summary::default() };
    /// assert_eq!(
    ///     summary.text(),
    ///     "documents read    1,204 (3.0 MiB)\n\
    ///      skipped           none\n\
    ///      exact duplicates  none\n\
    ///      pairs             1\n\
    ///      time              1.5 s (2.0 MiB a second)\n"
    /// );
    /// ```
    pub fn text(&self) -> String {
        let some = |number: u64| if number == 0 { "none".into() } else { count(number) };
        let mut lines = std::vec![
            ("documents read", format!("{} ({})", count(self.documents), bytes(self.bytes))),
            ("skipped", some(self.skipped.count())),
        ];
        let reasons = self.reasons();
        lines.extend(reasons.iter().map(|&(reason, number)| ("", format!("{reason}: {}", count(number)))));
        lines.push(("exact duplicates", some(self.exact_duplicates)));
        lines.push(("pairs", self.pairs_text()));
        lines.extend(self.listed_text().map(|line| ("", line)));
        if let Some(Clustered { clusters, chains, others }) = self.clusters {
            let mut line = some(clusters);
            if clusters > 0 {
                line += &format!(", of {}", counted(clusters + others, "document"));
            }
            if chains > 0 {
                line += &format!(", {}", counted(chains, "chain"));
            }
            lines.push(("clusters", line));
        }
        let rate =
            self.bytes_per_second().map_or(String::new(), |rate| format!(" ({} a second)", bytes(rate)));
        lines.push(("time", seconds(self.seconds) + &rate));
        lines.extend(self.peak_memory.map(|most| ("peak memory", bytes(most))));
        lines.iter().map(|(name, value)| format!("{name:16}  {value}\n")).collect()
    }

    /// How many pairs there are.
    pub(super) fn pairs_text(&self) -> String {
        match (self.pairs, self.listed) {
            (0, _) => "none".into(),
            (pairs, Some(Listed { at_least: true, .. })) => format!("at least {}", count(pairs)),
            (pairs, _) => count(pairs),
        }
    }

    /// Which of them are listed, if not all are.
    pub(super) fn listed_text(&self) -> Option<String> {
        let Listed { listed, at_least } = self.listed?;
        let which = if at_least { "of those that the clusters are made of" } else { "the first" };
        Some(format!("{} listed, {which} (--most-pairs; --pairs-of lists all of a document)", count(listed)))
    }

    /// The summary as a JSON object.
    ///
    /// ```
    /// use twinprint_native::scan::Summary;
    /// let summary = Summary { documents: 2, bytes: 40, seconds: 0.5, ..Summary::default() };
    /// assert_eq!(
    ///     summary.json()?,
    ///     r#"{"documents":2,"bytes":40,"skipped":0,"skipped_by_reason":[],"exact_duplicates":0,"pairs":0,"seconds":0.5,"#
    ///         .to_string() + r#""bytes_per_second":80,"peak_memory":null}"#
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// None in practice: every field has a form in JSON.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let reasons = self.reasons().into_iter().map(|(reason, count)| Reason { reason, count });
        serde_json::to_string(&Line {
            documents: self.documents,
            bytes: self.bytes,
            skipped: self.skipped.count(),
            skipped_by_reason: reasons.collect(),
            exact_duplicates: self.exact_duplicates,
            pairs: self.pairs,
            listed: self.listed,
            clusters: self.clusters,
            seconds: self.seconds,
            bytes_per_second: self.bytes_per_second(),
            peak_memory: self.peak_memory,
            ledger: self.ledger.as_ref(),
        })
    }

    /// The bytes read in a second; none if there was no time.
    pub fn bytes_per_second(&self) -> Option<u64> {
        (self.seconds > 0.0).then(|| (self.bytes as f64 / self.seconds) as u64)
    }

    /// Why documents were skipped, and how often: the most frequent reasons first.
    pub fn reasons(&self) -> Vec<(&str, u64)> {
        self.skipped.reasons().into_iter().map(|(reason, some)| (reason, some.count)).collect()
    }
}
