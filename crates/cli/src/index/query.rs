//! `twinprint index query`.

use serde::Serialize;
use twinprint::table::Bound;
use twinprint_native::Error;
use twinprint_native::index::{Enough, FingerprintIndex, Id, Ids, IndexMatch, Input, Queries, Reply};

use crate::Outcome;
use crate::args::Query;
use crate::terminal::{count, print, visible};

/// How many fingerprints and ids a person is shown by default.
const SHOWN: usize = 20;

pub(crate) fn run(options: &Query) -> Result<Outcome, Error> {
    let index = FingerprintIndex::open(&options.index)?;
    let manifest = index.manifest();
    let k = options.k.unwrap_or(manifest.k);
    let limit = options.limit.unwrap_or(if options.json { Bound::default().matches } else { SHOWN });
    let queries = Queries {
        fingerprints: &options.fingerprints,
        files: &options.file.iter().map(Input::new).collect::<Vec<_>>(),
        k,
        bound: Bound { matches: limit, ..Bound::default() },
        ids: limit,
    };
    let has_ids = manifest.ids != Ids::None;
    let mut outcome = Outcome::default();
    index.query(&queries, &mut |query, reply| {
        print(&if options.json { line(query, &reply, has_ids) } else { table(&query, &reply, k) })?;
        outcome.matched |= !reply.found.is_empty();
        Ok(Enough::No)
    })?;
    outcome.matched &= options.fail_on_match;
    Ok(outcome)
}

/// A line of `--json`.
#[derive(Serialize)]
struct QueryLine<'a> {
    query: String,
    matches: Vec<MatchLine<'a>>,
    truncated: bool,
}

#[derive(Serialize)]
struct MatchLine<'a> {
    fingerprint: &'a str,
    distance: u32,
    ids: &'a [Id],
    /// How many documents there are, of which the ids may be a few; not in an index without ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    documents: Option<u32>,
}

fn line(query: String, reply: &Reply<String>, has_ids: bool) -> String {
    let matches = reply.found.iter().map(|found| MatchLine {
        fingerprint: &found.fingerprint,
        distance: found.distance,
        ids: &found.ids,
        documents: has_ids.then_some(found.documents),
    });
    let answer = QueryLine { query, matches: matches.collect(), truncated: reply.truncated };
    // Strings and numbers in lists always are JSON.
    serde_json::to_string(&answer).unwrap_or_default() + "\n"
}

fn table(query: &str, reply: &Reply<String>, k: u32) -> String {
    let mut table = match reply.found.len() {
        0 => format!("{query}  nothing within {k} bits\n"),
        found => format!("{query}  {found} within {k} bits\n"),
    };
    for found in &reply.found {
        table += &format!("{}  {}", found.fingerprint, found.distance);
        table += &ids(found);
        table.push('\n');
    }
    if reply.truncated {
        table += "There may be more: --limit N shows up to N.\n";
    }
    table
}

fn ids(found: &IndexMatch<String>) -> String {
    let id = |id: &Id| match id {
        Id::Number(number) => number.to_string(),
        Id::Name(name) => visible(name).into_owned(),
    };
    let ids: Vec<String> = found.ids.iter().map(id).collect();
    let more = u64::from(found.documents).saturating_sub(ids.len() as u64);
    match (ids.is_empty(), more) {
        (true, _) => String::new(),
        (_, 0) => format!("  {}", ids.join(", ")),
        _ => format!("  {} and {} more", ids.join(", "), count(more)),
    }
}
