//! How well passages are found: plagdet, precision, recall and granularity (Potthast, Stein, Barrón-Cedeño and Rosso, "An
//! evaluation framework for plagiarism detection", 2010), by the characters of both documents.
//!
//! The *cases* are the passages that are truly there, *detections* those that were found. One meets the other where they overlap in
//! both documents. Precision is the mean, over detections, of the share of their characters that lie in cases which they meet;
//! recall the mean, over cases, of the share that lies in detections; granularity how many detections meet a case that any
//! meets; and plagdet is F1 over the binary logarithm of one plus granularity.
//!
//! 1. [`PassageList::read`] reads cases, or detections, of PAN's XML or of lines of JSON.
//! 2. [`PassageEvaluation::new`] compares them, by kind, with intervals.
//! 3. [`table`] shows it.
//!
//! ```
//! use twinprint_study::eval::passages::{PassageEvaluation, PassageList, Sampling};
//!
//! let line = |passages: &str| format!(r#"{{"a": "copy", "b": "source", "passages": {passages}}}"#);
//! let truth = PassageList::parse("truth.jsonl", &line(r#"[{"a": [0, 100], "b": [50, 150]}]"#))?;
//! let found = PassageList::parse("found.jsonl", &line(r#"[{"a": [0, 50], "b": [50, 100]}]"#))?;
//! let figures = PassageEvaluation::new("found.jsonl", &truth, &found, &Sampling::default()).all.figures;
//! assert_eq!((figures.precision, figures.recall, figures.granularity), (Some(1.0), Some(0.5), Some(1.0)));
//! assert_eq!(figures.plagdet, Some(2.0 / 3.0));
//! # Ok::<(), twinprint_native::Error>(())
//! ```

mod characters;
mod evaluation;
mod lines;
mod list;
mod measure;
mod pan;
mod report;

pub use characters::Characters;
pub use evaluation::{KindOutcome, NOT_NAMED, PassageEvaluation, Sampling};
pub use list::{CharacterRange, PairPassages, Passage, PassageList};
pub use measure::{PassageFigures, PassageSums};
pub use report::table;
