//! How well a method tells duplicates from other documents, by labels that people or a generator gave.
//!
//! The naive way: score every pair of documents, take those at or above a threshold, count which of them are labelled
//! as duplicates; again for every threshold. Ten thousand documents make fifty million pairs, so the scores are not
//! kept: pairs without a label are counted by score, and one pass from the most alike down gives every threshold at
//! once. The module knows no method: it is given one sketch a document, and a function that scores two of them.
//!
//! 1. [`Labels`] are read from files and found among the documents ([`Truth`]).
//! 2. [`judge_pairs`] or [`judge_queries`] scores ([`Judgements`]).
//! 3. [`Evaluation::new`] sweeps the threshold, chooses it on one half and tests it on the other, and says how far
//!    chance may have moved the figures.
//! 4. [`report`] and [`plot`] show it.
//!
//! How well the passages of two documents are found is another question, and another measure: [`passages`].
//!
//! ```
//! use twinprint_study::eval::{Evaluation, Labels, EvaluationOptions, Scale, judge_pairs};
//!
//! let ids = ["a", "b", "c", "d"];
//! let labels = Labels::parse("pairs.tsv", "a\tb\t1\nb\tc\t0\n", &Default::default())?;
//! let truth = labels.among(&ids, &Default::default())?;
//! // Any sketch will do: here a number, and two documents are as far apart as theirs.
//! let sketches = [3, 4, 7, 20].map(Some);
//! let judgements = judge_pairs(&sketches, &truth, Scale::Distance, |a: &u32, b| Some(a.abs_diff(*b).into()));
//! let evaluation = Evaluation::new("difference", &judgements, &EvaluationOptions::default());
//! let best = evaluation.best.expect("there are pairs");
//! assert_eq!((best.threshold, best.figures.f1), (1.0, Some(1.0)));
//! # Ok::<(), twinprint_native::Error>(())
//! ```

mod bootstrap;
mod evaluation;
mod judge;
mod labels;
mod metrics;
pub mod passages;
pub mod plot;
pub mod report;
mod split;
mod sweep;
mod truth;

pub use bootstrap::{FEWEST, Interval, SourceCounts, SplitMix, percentile_interval};
pub use evaluation::{Evaluation, EvaluationOptions, PairClass, PairGrouping, ThresholdOutcome, Tuned};
pub use judge::{Judgements, LabelledPair, judge_pairs, judge_queries};
pub use labels::{Columns, Label, Labels};
pub use metrics::{Counts, Figures};
pub use split::Half;
pub use sweep::{Point, best, sweep, tune};
pub use truth::{Rules, Scope, Siblings, Truth};
pub use twinprint_native::scale::Scale;
