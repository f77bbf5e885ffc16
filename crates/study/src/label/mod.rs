//! `study label`: pairs judged by a person, side by side, and the verdicts kept.
//!
//! A folder holds both: `pairs.jsonl`, which a study wrote, with the texts of the pairs that it drew; and `verdicts.jsonl`, to
//! which each verdict is added at once. It can be handed to someone else, and a study reads the verdicts from it. Who judges is
//! shown the texts and where they differ, not why a pair was drawn: no distance, no similarity, and the pairs mixed.
//!
//! Where no person judges, a [written rule](WrittenRule) can: its verdicts are marked as such, and a person's on the same pair counts in
//! their place.
//!
//! The page is served on this machine only ([`Server`], with feature `serve`). What a person decides are Henzinger's
//! definitions (2006, section 3.1).

#[cfg(feature = "serve")]
mod page;
mod pairs;
mod rule;
#[cfg(feature = "serve")]
mod server;
#[cfg(feature = "serve")]
mod show;
mod verdicts;

pub use pairs::{LabelDocument, LabelPair, LabelPairs, PairOrigin};
pub use rule::{DifferenceClass, WrittenRule};
#[cfg(feature = "serve")]
pub use server::{DEFAULT_PORT, Server};
pub use verdicts::VerdictLog;
