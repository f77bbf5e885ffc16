//! All fingerprints within three bits of one, asked for one at a time.

use twinprint::table::{Bound, Plain};

use crate::codes::{Input, RADIUS};
use crate::measure::{Outcome, Per};
use crate::{memory, own, time};

const ROUNDS: usize = 7;

/// How many tables there are where memory does not matter: the paper's design of 25-bit prefixes.
const PLAIN: usize = 10;

/// mih-rs, with as many blocks as it chooses.
pub(crate) fn mih(input: &Input) -> Outcome {
    let (index, needed) = memory::of(|| mih_rs::Index::new(input.codes()).expect("fewer than 2^32 codes"));
    let mut searcher = index.range_searcher();
    let outcome = ask(input, |query| searcher.run(query, RADIUS as usize).len());
    outcome.with_memory(needed, input.count())
}

/// Twinprint's tables as they are.
pub(crate) fn plain(input: &Input) -> Outcome {
    let codes = input.sorted();
    let plan = own::plan(codes.len(), PLAIN, None);
    let (tables, needed) = memory::of(|| Plain::new(&plan, &codes).expect("sorted codes"));
    let answer = |query| tables.query(query, RADIUS, Bound::default()).expect("k of the plan").matches.len();
    ask(input, answer).with_memory(needed, input.count())
}

/// Twinprint's compressed tables, as many as take 51 bytes a fingerprint: half of what mih-rs takes of the system for 100 M.
pub(crate) fn half(input: &Input) -> Outcome {
    compressed(input, 10, 256)
}

/// The same, 13 bytes: an eighth.
pub(crate) fn eighth(input: &Input) -> Outcome {
    compressed(input, 2, 64)
}

/// The paper's four tables in blocks of 1,024 bytes.
pub(crate) fn four(input: &Input) -> Outcome {
    compressed(input, 4, 1024)
}

/// Writes the shards of these tables into a folder, and the queries as lines of hexadecimal digits.
pub(crate) fn write_files(folder: &str, codes: &str) -> Result<(), String> {
    let codes = codes.parse().map_err(|_| format!("{codes}: not a number of fingerprints"))?;
    let input = Input::Uniform(codes);
    let queries: String = input.queries().iter().map(|query| format!("{query:016x}\n")).collect();
    let shards = own::shards(&input.sorted(), 4, 1024);
    let files = shards.into_iter().chain([("queries.txt".into(), queries.into_bytes())]);
    for (name, bytes) in files {
        let path = std::path::Path::new(folder).join(name);
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn compressed(input: &Input, tables: usize, block: u32) -> Outcome {
    let codes = input.sorted();
    let (family, needed) = memory::of(|| own::family(&codes, tables, block));
    drop(codes);
    let answer = |query| family.query(query, RADIUS, Bound::default()).expect("whole tables").matches.len();
    ask(input, answer).with_memory(needed, input.count())
}

/// Asks for each query in turn; `answer` says how many fingerprints it found.
fn ask(input: &Input, mut answer: impl FnMut(u64) -> usize) -> Outcome {
    let queries = input.queries();
    let (seconds, found) = time::thread(ROUNDS, || queries.iter().map(|&query| answer(query)).sum::<usize>());
    Outcome::new(seconds, queries.len(), Per::Query).with_found(found)
}
