//! Precision, recall and F1 from counts, and their macro averages over queries.

use serde::{Deserialize, Serialize};

/// How many pairs a method found and missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Labelled as duplicates, and found.
    pub true_positives: u64,
    /// Found, and no duplicates.
    pub false_positives: u64,
    /// Labelled as duplicates, and missed.
    pub false_negatives: u64,
}

/// Precision, recall and F1, each from 0 to 1, or none where there is nothing to divide by.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Figures {
    /// The share of duplicates among what was found; none if nothing was found.
    pub precision: Option<f64>,
    /// The share of the duplicates that was found; none if there are none.
    pub recall: Option<f64>,
    /// The harmonic mean of both; none if there are neither duplicates nor anything found.
    pub f1: Option<f64>,
}

impl Counts {
    /// Counts a pair: a duplicate or not, found or not.
    pub(super) fn add(&mut self, positive: bool, found: bool) {
        match (positive, found) {
            (true, true) => self.true_positives += 1,
            (true, false) => self.false_negatives += 1,
            (false, true) => self.false_positives += 1,
            (false, false) => {}
        }
    }

    /// Both together.
    pub(super) fn and(self, other: Counts) -> Counts {
        Counts {
            true_positives: self.true_positives + other.true_positives,
            false_positives: self.false_positives + other.false_positives,
            false_negatives: self.false_negatives + other.false_negatives,
        }
    }

    /// The figures of all pairs together (micro average).
    ///
    /// ```
    /// use twinprint_study::eval::Counts;
    /// let counts = Counts { true_positives: 3, false_positives: 1, false_negatives: 3 };
    /// let figures = counts.figures();
    /// assert_eq!((figures.precision, figures.recall, figures.f1), (Some(0.75), Some(0.5), Some(0.6)));
    /// // Nothing was found: no precision can be given, but what was to be found is missed.
    /// let figures = Counts { true_positives: 0, false_positives: 0, false_negatives: 3 }.figures();
    /// assert_eq!((figures.precision, figures.recall, figures.f1), (None, Some(0.0), Some(0.0)));
    /// ```
    pub fn figures(&self) -> Figures {
        let found = self.true_positives + self.false_positives;
        let wanted = self.true_positives + self.false_negatives;
        Figures {
            precision: ratio(self.true_positives, found),
            recall: ratio(self.true_positives, wanted),
            f1: ratio(2 * self.true_positives, found + wanted),
        }
    }
}

impl Figures {
    /// The queries protocol of the fusion paper (section 4, formula 3): precision and recall of every query, the mean of
    /// each over the queries, and F from the two means, which is not the mean of the queries' F.
    ///
    /// A query without anything to find is left out. One that found nothing has no precision and is left out of the mean
    /// precision, though not of the mean recall, just as it adds nothing to the precision of all pairs together; the paper
    /// does not say. A single query has the figures of its counts.
    ///
    /// ```
    /// use twinprint_study::eval::{Counts, Figures};
    /// let good = Counts { true_positives: 4, false_positives: 0, false_negatives: 0 };
    /// let half = Counts { true_positives: 2, false_positives: 2, false_negatives: 2 };
    /// assert_eq!(Figures::macro_average(&[good, half]).f1, Some(0.75));
    /// ```
    pub fn macro_average(queries: &[Counts]) -> Figures {
        if let [query] = queries {
            return query.figures();
        }
        let judged = || queries.iter().map(Counts::figures).filter(|figures| figures.recall.is_some());
        let precision = mean(judged().filter_map(|figures| figures.precision));
        let recall = mean(judged().filter_map(|figures| figures.recall));
        let f1 = recall.map(|recall| match precision {
            Some(precision) if precision + recall > 0.0 => 2.0 * precision * recall / (precision + recall),
            _ => 0.0,
        });
        Figures { precision, recall, f1 }
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}
