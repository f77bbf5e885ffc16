//! All fingerprints within three bits of one, asked for one at a time.

use crate::codes::{Input, RADIUS};
use crate::measure::{Outcome, Per};
use crate::{memory, time};

const ROUNDS: usize = 7;

/// mih-rs, with as many blocks as it chooses.
pub(crate) fn mih(input: &Input) -> Outcome {
    let (index, needed) = memory::of(|| mih_rs::Index::new(input.codes()).expect("fewer than 2^32 codes"));
    let mut searcher = index.range_searcher();
    let outcome = ask(input, |query| searcher.run(query, RADIUS as usize).len());
    outcome.with_memory(needed, input.count())
}

/// Asks for each query in turn; `answer` says how many fingerprints it found.
fn ask(input: &Input, mut answer: impl FnMut(u64) -> usize) -> Outcome {
    let queries = input.queries();
    let (seconds, found) = time::thread(ROUNDS, || queries.iter().map(|&query| answer(query)).sum::<usize>());
    Outcome::new(seconds, queries.len(), Per::Query).with_found(found)
}
