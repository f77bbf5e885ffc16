//! The measure: what one pair of documents adds to its sums, and what the sums come to.

use serde::Serialize;

use super::{CharacterRange, Passage};

/// What the measure sums, of one pair of documents or of many.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PassageSums {
    /// How many passages are there.
    pub cases: u64,
    /// How many passages were found.
    pub found: u64,
    /// How many of the cases any passage found meets.
    pub met: u64,
    /// How many passages found meet each case, summed.
    pub meetings: u64,
    /// The share of each case that was found, summed.
    pub recall: f64,
    /// The share of each passage found that is of cases, summed.
    pub precision: f64,
}

/// What the sums come to; none where there is nothing to divide by.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct PassageFigures {
    /// F1 of precision and recall, over the binary logarithm of one plus granularity; none where there is no case.
    pub plagdet: Option<f64>,
    /// The mean share of passages found that is of cases; none where none was found.
    pub precision: Option<f64>,
    /// The mean share of cases that was found; none where there is no case.
    pub recall: Option<f64>,
    /// How many passages were found for a case of which any was; none where none was.
    pub granularity: Option<f64>,
}

impl PassageSums {
    /// Of one pair of documents.
    ///
    /// ```
    /// use twinprint_study::eval::passages::{Passage, PassageSums, CharacterRange};
    /// let passage = |start, end| {
    ///     let range = CharacterRange { start, end };
    ///     Passage { a: range, b: range }
    /// };
    /// // A case in two pieces, and something that is none.
    /// let sums = PassageSums::of(&[passage(0, 100)], &[passage(0, 40), passage(50, 100), passage(200, 300)]);
    /// assert_eq!((sums.met, sums.meetings, sums.recall, sums.precision), (1, 2, 0.9, 2.0));
    /// ```
    pub fn of(cases: &[Passage], found: &[Passage]) -> PassageSums {
        let meetings = |case: &Passage| found.iter().filter(|one| one.meets(case)).count() as u64;
        let meetings: Vec<u64> = cases.iter().map(meetings).collect();
        PassageSums {
            cases: cases.len() as u64,
            found: found.len() as u64,
            met: meetings.iter().filter(|&&of_case| of_case > 0).count() as u64,
            meetings: meetings.iter().sum(),
            recall: cases.iter().map(|case| case.share_in(found)).sum(),
            precision: found.iter().map(|one| one.share_in(cases)).sum(),
        }
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: PassageSums) -> PassageSums {
        PassageSums {
            cases: self.cases + other.cases,
            found: self.found + other.found,
            met: self.met + other.met,
            meetings: self.meetings + other.meetings,
            recall: self.recall + other.recall,
            precision: self.precision + other.precision,
        }
    }

    /// What they come to.
    pub fn figures(&self) -> PassageFigures {
        let over = |sum: f64, count: u64| (count > 0).then(|| sum / count as f64);
        let precision = over(self.precision, self.found);
        let recall = over(self.recall, self.cases);
        let granularity = over(self.meetings as f64, self.met);
        let plagdet = recall.map(|recall| match (precision, granularity) {
            (Some(precision), Some(granularity)) => {
                2.0 * precision * recall / (precision + recall) / (1.0 + granularity).log2()
            }
            _ => 0.0,
        });
        PassageFigures { plagdet, precision, recall, granularity }
    }
}

impl Passage {
    /// Whether it overlaps another in both documents.
    fn meets(&self, other: &Passage) -> bool {
        let overlap = |x: CharacterRange, y: CharacterRange| x.start < y.end && y.start < x.end;
        overlap(self.a, other.a) && overlap(self.b, other.b)
    }

    /// The share of its characters, of both sides, that lies in those of others that it meets.
    fn share_in(&self, others: &[Passage]) -> f64 {
        let met: Vec<&Passage> = others.iter().filter(|other| self.meets(other)).collect();
        let covered = self.a.covered_by(met.iter().map(|other| other.a).collect())
            + self.b.covered_by(met.iter().map(|other| other.b).collect());
        covered as f64 / (self.a.length() + self.b.length()) as f64
    }
}

impl CharacterRange {
    fn length(&self) -> u64 {
        self.end - self.start
    }

    /// How many of its characters lie in any of the others.
    fn covered_by(&self, mut others: Vec<CharacterRange>) -> u64 {
        others.sort_by_key(|other| other.start);
        let (mut covered, mut reached) = (0, self.start);
        for other in others {
            let end = other.end.min(self.end);
            covered += end.saturating_sub(other.start.max(reached));
            reached = reached.max(end);
        }
        covered
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn passages() -> impl Strategy<Value = Vec<Passage>> {
        let range =
            || (0u64..60, 1u64..30).prop_map(|(start, length)| CharacterRange { start, end: start + length });
        prop::collection::vec((range(), range()).prop_map(|(a, b)| Passage { a, b }), 0..8)
    }

    /// The characters of a passage, of each side.
    fn characters(passage: &Passage) -> BTreeSet<(char, u64)> {
        let side = |name, of: CharacterRange| (of.start..of.end).map(move |at| (name, at));
        side('a', passage.a).chain(side('b', passage.b)).collect()
    }

    /// Whether they have characters in common in either document.
    fn meet(one: &Passage, other: &Passage) -> bool {
        let both: BTreeSet<_> =
            characters(one).intersection(&characters(other)).map(|(side, _)| *side).collect();
        both.len() == 2
    }

    /// The mean share of the characters of each that is in those of the others it meets, as the definition has it.
    fn mean_share(of: &[Passage], others: &[Passage]) -> f64 {
        let share = |one: &Passage| {
            let met = others.iter().filter(|other| meet(one, other)).flat_map(characters).collect();
            characters(one).intersection(&met).count() as f64 / characters(one).len() as f64
        };
        of.iter().map(share).sum::<f64>() / of.len() as f64
    }

    proptest! {
        #[test]
        fn figures_are_those_of_the_definition(cases in passages(), found in passages()) {
            let figures = PassageSums::of(&cases, &found).figures();
            let close = |figure: Option<f64>, naive: f64| match figure {
                None => naive.is_nan(),
                Some(figure) => (figure - naive).abs() < 1e-9,
            };
            let (precision, recall) = (mean_share(&found, &cases), mean_share(&cases, &found));
            let counts: Vec<usize> =
                cases.iter().map(|case| found.iter().filter(|one| meet(case, one)).count()).collect();
            let met: Vec<f64> = counts.into_iter().filter(|&count| count > 0).map(|count| count as f64).collect();
            let granularity = met.iter().sum::<f64>() / met.len() as f64;
            prop_assert!(close(figures.precision, precision), "{figures:?} {precision}");
            prop_assert!(close(figures.recall, recall), "{figures:?} {recall}");
            prop_assert!(close(figures.granularity, granularity), "{figures:?} {granularity}");
            let plagdet = match met.len() {
                0 if cases.is_empty() => f64::NAN,
                0 => 0.0,
                _ => 2.0 * precision * recall / (precision + recall) / (1.0 + granularity).log2(),
            };
            prop_assert!(close(figures.plagdet, plagdet), "{figures:?} {plagdet}");
        }

        #[test]
        fn what_is_found_whole_and_once_is_found_perfectly(cases in passages()) {
            // One behind the other: so no case meets another.
            let apart: Vec<Passage> = cases.iter().zip(0..).map(|(case, at)| {
                let moved = |of: CharacterRange| CharacterRange { start: of.start + 100 * at, end: of.end + 100 * at };
                Passage { a: moved(case.a), b: moved(case.b) }
            }).collect();
            let figures = PassageSums::of(&apart, &apart).figures();
            prop_assert_eq!(figures.plagdet, (!apart.is_empty()).then_some(1.0));
        }
    }

    #[test]
    fn nothing_found_is_a_plagdet_of_0_and_nothing_to_find_is_none() {
        let case = Passage { a: CharacterRange { start: 0, end: 9 }, b: CharacterRange { start: 0, end: 9 } };
        let missed = PassageFigures { plagdet: Some(0.0), recall: Some(0.0), ..PassageFigures::default() };
        assert_eq!(PassageSums::of(&[case], &[]).figures(), missed);
        let invented = PassageFigures { precision: Some(0.0), ..PassageFigures::default() };
        assert_eq!(PassageSums::of(&[], &[case]).figures(), invented);
        assert_eq!(PassageSums::of(&[], &[]).figures(), PassageFigures::default());
    }
}
