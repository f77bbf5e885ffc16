//! What is said of a pair: Henzinger's three verdicts, and the exact measure that stands in for a person.

use serde::{Deserialize, Serialize};

use twinprint::resemblance;
use twinprint_native::Error;
use twinprint_native::overlap::shared;
use twinprint_native::scan::Gathered;

/// What a pair is (Henzinger 2006, section 3.1; true positive, false positive and unknown in Manku, Jain and Das Sarma 2007,
/// section 4.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Near-duplicates: they differ in nothing that matters.
    Correct,
    /// None: their main items differ.
    Incorrect,
    /// Neither can be said.
    Undecided,
}

impl Verdict {
    /// All three.
    pub const ALL: [Verdict; 3] = [Verdict::Correct, Verdict::Incorrect, Verdict::Undecided];

    /// Its name on every face.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Correct => "correct",
            Verdict::Incorrect => "incorrect",
            Verdict::Undecided => "undecided",
        }
    }
}

/// Who gave the verdicts on the pairs that a study drew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum JudgeKind {
    /// Exact resemblance.
    #[default]
    Resemblance,
    /// People.
    People,
    /// The [written rule](super::label::WrittenRule) on some or all of them.
    Rule,
}

impl JudgeKind {
    /// How pairs were judged of whose verdicts `by_rule` are by the rule.
    pub fn of_labels(by_rule: usize) -> JudgeKind {
        if by_rule > 0 { JudgeKind::Rule } else { JudgeKind::People }
    }

    /// How pairs were judged, in a sentence, and what precision then is; none by resemblance, whose thresholds a study names.
    pub(crate) fn sentence(self) -> Option<&'static str> {
        match self {
            JudgeKind::Resemblance => None,
            JudgeKind::People => Some(
                "A person judged pairs drawn, without knowing how alike they are, by Henzinger's definitions (2006, section 3.1).",
            ),
            JudgeKind::Rule => Some(
                "Pairs drawn were judged by a written rule, which looks at the words that differ (twinprint study label --by-rule): correct if \
                 they are dates, numbers, names or boilerplate, undecided if a tenth of the words are other ones, incorrect if more are. So \
                 \"precision\" is here the share of pairs that differ in no content, which is not what a person would say.",
            ),
        }
    }
}

/// Verdicts by exact resemblance: correct from one threshold on, incorrect below another, undecided between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thresholds {
    /// The least resemblance of a correct pair, in thousandths.
    pub correct: u32,
    /// The least resemblance of an undecided pair, in thousandths; not above the other.
    pub undecided: u32,
}

impl Default for Thresholds {
    /// Correct from 0.8 on, incorrect below 0.5.
    fn default() -> Self {
        Thresholds { correct: 800, undecided: 500 }
    }
}

impl Thresholds {
    /// The verdict on two documents by how many of their shingles they share.
    ///
    /// ```
    /// use twinprint_study::verdict::{Thresholds, Verdict};
    /// use twinprint::resemblance::Overlap;
    /// let verdict = |shared| Thresholds::default().verdict(&Overlap { shared, a: 100, b: 100 });
    /// assert_eq!([verdict(90), verdict(80), verdict(60)], [Verdict::Correct, Verdict::Undecided, Verdict::Incorrect]);
    /// ```
    pub fn verdict(&self, overlap: &resemblance::Overlap) -> Verdict {
        let resemblance::Overlap { shared, a, b } = *overlap;
        let reaches = |thousandths: u32| shared * 1000 >= (a + b - shared) * u64::from(thousandths);
        match (reaches(self.correct), reaches(self.undecided)) {
            (true, _) => Verdict::Correct,
            (false, true) => Verdict::Undecided,
            (false, false) => Verdict::Incorrect,
        }
    }
}

/// Judges pairs of documents by the exact resemblance of their shingles.
#[derive(Debug)]
pub struct Judge<'a> {
    gathered: &'a Gathered,
    thresholds: Thresholds,
    a: Vec<u64>,
    b: Vec<u64>,
    scratch: Vec<u8>,
}

impl<'a> Judge<'a> {
    /// Of the documents of a corpus.
    pub fn new(gathered: &'a Gathered, thresholds: Thresholds) -> Self {
        Judge { gathered, thresholds, a: Vec::new(), b: Vec::new(), scratch: Vec::new() }
    }

    /// The verdict on two documents, by their ordinals.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    ///
    /// # Panics
    /// With ordinals that are none of the corpus's.
    pub fn verdict(&mut self, a: u32, b: u32) -> Result<Verdict, Error> {
        let shingles = &self.gathered.shingles;
        shingles.read(a as usize..a as usize + 1, &mut self.a, &mut self.scratch)?;
        shingles.read(b as usize..b as usize + 1, &mut self.b, &mut self.scratch)?;
        let shared = shared(&self.a, &self.b).into();
        let overlap = resemblance::Overlap { shared, a: self.a.len() as u64, b: self.b.len() as u64 };
        Ok(self.thresholds.verdict(&overlap))
    }
}
