//! What a scan skipped, and why.

use core::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::Error;

/// The most that are named for each reason.
const NAMED: usize = 100;

/// What was skipped, by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped(pub BTreeMap<String, Reason>);

/// What was skipped for one reason.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// How many.
    pub count: u64,
    /// The first hundred, each with its place and what is wrong with it.
    pub named: Vec<String>,
}

impl Skipped {
    /// Counts something that cannot be read.
    pub fn add(&mut self, error: &Error) {
        let reason = self.0.entry(error.reason().into()).or_default();
        reason.count += 1;
        if reason.named.len() < NAMED {
            reason.named.push(error.to_string());
        }
    }

    /// How many were skipped.
    pub fn count(&self) -> u64 {
        self.0.values().map(|reason| reason.count).sum()
    }

    /// The reasons, the most frequent first.
    pub fn reasons(&self) -> Vec<(&str, &Reason)> {
        let mut reasons: Vec<(&str, &Reason)> =
            self.0.iter().map(|(reason, some)| (reason.as_str(), some)).collect();
        reasons.sort_by_key(|(_, some)| Reverse(some.count));
        reasons
    }
}
