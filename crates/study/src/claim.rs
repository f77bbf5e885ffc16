//! What is said of a paper's claim on another corpus: one of five answers, with the number it rests on.

use super::intervals::Interval;

/// Whether a claim is so on a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is, and chance in the choice of sites or sources does not make it so.
    Yes,
    /// It is not, and chance does not make it so.
    No,
    /// A part of it is, or what was measured points its way and chance may have made it so.
    InPart,
    /// What was measured is not what the claim is of: another kind of corpus, another share of duplicates, cut pages, or fewer than ten
    /// sites or sources.
    NotComparable,
    /// It takes people's judgement, and none was asked.
    CannotBeTold,
}

impl Answer {
    /// All five.
    pub const ALL: [Answer; 5] =
        [Answer::Yes, Answer::No, Answer::InPart, Answer::NotComparable, Answer::CannotBeTold];

    /// Its words in reports and chapters.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::InPart => "in part",
            Answer::NotComparable => "not comparable",
            Answer::CannotBeTold => "cannot be told here",
        }
    }

    /// Of a claim that one figure is greater than another, by their difference on the same sources: a claim of a gain is tried by the gain,
    /// and not by a level.
    ///
    /// ```
    /// use twinprint_study::claim::Answer;
    /// use twinprint_study::intervals::Interval;
    /// let of = |low, high| Answer::of_gain(Some(Interval { low, high }));
    /// assert_eq!([of(0.02, 0.1), of(-0.1, -0.02), of(-0.02, 0.1)], [Answer::Yes, Answer::No, Answer::InPart]);
    /// assert_eq!(Answer::of_gain(None), Answer::NotComparable);
    /// ```
    pub fn of_gain(interval: Option<Interval>) -> Answer {
        match interval {
            None => Answer::NotComparable,
            Some(range) if range.low > 0.0 => Answer::Yes,
            Some(range) if range.high < 0.0 => Answer::No,
            Some(_) => Answer::InPart,
        }
    }

    /// Of a claim that several things are so.
    ///
    /// ```
    /// use twinprint_study::claim::Answer::{InPart, No, NotComparable, Yes, self};
    /// assert_eq!([Answer::of_all(&[Yes, Yes]), Answer::of_all(&[Yes, No]), Answer::of_all(&[No, No])], [Yes, InPart, No]);
    /// assert_eq!(Answer::of_all(&[Yes, NotComparable]), NotComparable);
    /// ```
    pub fn of_all(parts: &[Answer]) -> Answer {
        let all = |answer: Answer| !parts.is_empty() && parts.iter().all(|part| *part == answer);
        match parts.iter().find(|part| matches!(part, Answer::NotComparable | Answer::CannotBeTold)) {
            Some(unknown) => *unknown,
            None if all(Answer::Yes) => Answer::Yes,
            None if all(Answer::No) => Answer::No,
            None => Answer::InPart,
        }
    }
}
