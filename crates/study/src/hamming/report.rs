//! What was found, as a report.

use std::collections::BTreeMap;
use std::format;

use super::super::form::{Parameters, Section, Study};
use twinprint_native::display::{count, counted};

use super::super::clusters::Estimate;
use super::super::verdict::JudgeKind;
use super::{HammingFindings, HammingOptions, Lengths, Recommendation, curves, tables};

impl HammingFindings {
    /// The study in its form. `names` has the name of each document that is [crowded](HammingFindings::crowded), in that order.
    pub fn report(&self, options: &HammingOptions<'_>, names: &[String], parameters: Parameters) -> Study {
        let lengths = options.drawing.lengths;
        let recommended = self.recommend(options.precision);
        Study {
            name: "hamming".into(),
            title: "Within how many bits are near-duplicates?".into(),
            question: "Of the pairs whose fingerprints differ in at most k bits, how many are near-duplicates, and how many of \
                       the near-duplicates are among them? (Manku, Jain and Das Sarma 2007, section 4)"
                .into(),
            findings: self.sentences(&recommended, options, lengths),
            setup: self.setup(options),
            parts: vec![
                self.trade(options),
                self.lengths(&recommended, lengths),
                self.space(names),
            ],
            lists: BTreeMap::new(),
            parameters,
        }
    }

    fn sentences(
        &self,
        recommended: &[Recommendation],
        options: &HammingOptions<'_>,
        lengths: &Lengths,
    ) -> Vec<String> {
        let names = lengths.names();
        let asked = percent(options.precision);
        let mut sentences: Vec<String> = recommended
            .iter()
            .filter(|of| of.precision.is_some())
            .map(|of| {
                let whose = of.length.map_or("For documents of all lengths".into(), |length| {
                    format!("Where the shorter document has {}", names[length])
                });
                match (of.k, of.precision) {
                    (Some(k), Some(found)) => format!(
                        "{whose}, {} {}: {} of the pairs found are near-duplicates{}.",
                        bits(k),
                        match k == self.near.k() {
                            true => format!("is as far as was looked, and surely has the precision of {asked} that was asked"),
                            false => format!("is the most that surely has the precision of {asked} that was asked"),
                        },
                        shown(found),
                        of.recall.map_or(String::new(), |recall| format!(
                            "; they are {} of the {} there are",
                            shown(recall),
                            counted(of.alike, "pair")
                        ))
                    ),
                    (_, found) => format!(
                        "{whose}, no number of bits surely has the precision of {asked} that was asked: {} have {}.",
                        match of.within {
                            None | Some(0) => "equal fingerprints".into(),
                            Some(k) => format!("pairs within {}", counted(k.into(), "bit")),
                        },
                        found.map_or("none".into(), shown)
                    ),
                }
            })
            .collect();
        if sentences.is_empty() {
            sentences.push(match self.judge != JudgeKind::Resemblance {
                true => "Too few pairs were judged to say anything: at each distance at least one verdict is needed.".into(),
                false => "No two documents are within the bits that were looked at.".into(),
            });
        }
        sentences
    }

    fn setup(&self, options: &HammingOptions<'_>) -> Vec<String> {
        let (k, sample) = (self.near.k(), options.drawing.sample);
        let within: u64 = (0..=k).map(|distance| self.near.pairs(distance)).sum();
        let thousandths = |of: u32| f64::from(of) / 1000.0;
        let (correct, undecided) =
            (thousandths(options.thresholds.correct), thousandths(options.thresholds.undecided));
        let judged = match self.judge.sentence() {
            Some(how) => how.to_string(),
            None => format!(
                "Up to {} were drawn at each distance, and again of each length, and judged by the exact resemblance of their \
                 shingles: near-duplicates from {correct} on, none below {undecided}, undecided between. Undecided pairs count \
                 as found, and not as near-duplicates.",
                counted(sample as u64, "pair")
            ),
        };
        vec![
            format!(
                "{}, of which {} are exact copies of earlier ones and {} no fingerprint; the others have one of 64 bits each.",
                counted(self.documents, "document"),
                count(self.copies),
                match self.without_fingerprint {
                    1 => "1 has".into(),
                    more => format!("{} have", count(more)),
                },
            ),
            format!("All {} of documents within {k} bits were found and counted, equal fingerprints with them.", counted(within, "pair")),
            judged,
            "Each verdict weighs as many pairs as it stands for: those at its distance, shared among the verdicts there. The \
             paper drew as many at each distance and counted them as they were; that is shown beside it."
                .into(),
            format!(
                "Recall is of all {} with a resemblance of at least {correct}, which an exact join of shingles found, however \
                 many bits their fingerprints differ in. Undecided pairs are not among them.",
                counted(self.alike.all_correct(None), "pair")
            ),
            "Intervals, 95 %, are by bootstrap over sites, or files where the site is not known: pages of one site are no \
             independent draws. With fewer than ten sites there is none, and no k is surely as precise as asked."
                .into(),
        ]
    }

    fn trade(&self, options: &HammingOptions<'_>) -> Section {
        Section {
            heading: "Precision and recall".into(),
            text: vec![
                "Fig. 1 of the paper, first as it comes out on this corpus, then as the paper counted."
                    .into(),
            ],
            exhibits: vec![
                curves::trade(self, options),
                curves::exact(self),
                tables::distances(self),
                curves::paper(self),
                tables::paper(self),
                tables::gains(self, options.drawing.lengths),
            ],
        }
    }

    fn lengths(&self, recommended: &[Recommendation], lengths: &Lengths) -> Section {
        Section {
            heading: "By length".into(),
            text: vec![
                "A changed word of a short document is a large part of it, and moves more bits. A pair counts by the words of \
                 its shorter document."
                    .into(),
            ],
            exhibits: vec![
                tables::recommended(self, recommended, lengths),
                curves::precision_by_length(self, lengths),
                curves::recall_by_length(self, lengths),
                curves::distance_by_resemblance(self, lengths),
                tables::lengths(self, lengths),
            ],
        }
    }

    fn space(&self, names: &[String]) -> Section {
        let (most, at, mean) = self.spread.fullest();
        Section {
            heading: "Where fingerprints lie".into(),
            text: vec![format!(
                "Fig. 2 of the paper. If fingerprints were random numbers, the first figure would follow the line, and each \
                 bucket of the second would hold {mean:.1} documents; the fullest, number {at}, holds {}.",
                count(most)
            )],
            exhibits: vec![
                curves::leading(self),
                curves::buckets(self),
                tables::crowded(self, names),
                tables::compression(self),
            ],
        }
    }
}

/// "k = 3".
fn bits(k: u32) -> String {
    format!("k = {k}")
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// "78 % (73 to 82)".
fn shown(found: Estimate) -> String {
    found.percent()
}
