//! `twinprint index query`.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use serde::Serialize;
use twinprint::simhash::Bits;
use twinprint::table::Bound;
use twinprint_native::Error;
use twinprint_native::index::StoredCode;
use twinprint_native::index::{self, Enough, Id, Ids, Index, IndexMatch, Input, Manifest, Reply, hex};

use crate::Outcome;
use crate::args::Query;
use crate::terminal::{count, print, visible};

/// How many fingerprints and ids a person is shown by default.
const SHOWN: usize = 20;

pub(crate) fn run(options: &Query) -> Result<Outcome, Error> {
    match Manifest::read(&options.index)?.bits()? {
        Bits::B32 => query::<u32>(options),
        Bits::B64 => query::<u64>(options),
        Bits::B128 => query::<u128>(options),
    }
}

fn query<C: StoredCode>(options: &Query) -> Result<Outcome, Error> {
    let queries: Vec<C> =
        options.fingerprints.iter().map(|text| index::fingerprint(text)).collect::<Result<_, _>>()?;
    let index = IndexQuery::new(options)?;
    let mut outcome = Outcome::default();
    for query in queries {
        outcome.matched |= index.answer(query)?;
    }
    let inputs: Vec<Input> = options.file.iter().map(Input::new).collect();
    index::for_each(&inputs, &Arc::new(AtomicU64::new(0)), |entry| {
        outcome.matched |= index.answer(entry.code)?;
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
    fingerprint: String,
    distance: u32,
    ids: &'a [Id],
    /// How many documents there are, of which the ids may be a few; not in an index without ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    documents: Option<u32>,
}

/// An index, and how it is queried.
struct IndexQuery<C> {
    index: Index<C>,
    k: u32,
    limit: usize,
    json: bool,
}

impl<C: StoredCode> IndexQuery<C> {
    fn new(options: &Query) -> Result<Self, Error> {
        let index = Index::open(&options.index)?;
        let k = options.k.unwrap_or(index.family().k());
        let limit = options.limit.unwrap_or(if options.json { Bound::default().matches } else { SHOWN });
        Ok(IndexQuery { index, k, limit, json: options.json })
    }

    /// Prints what a query finds, and tells whether that is anything.
    fn answer(&self, query: C) -> Result<bool, Error> {
        let bound = Bound { matches: self.limit, ..Bound::default() };
        let reply = self.index.query(query, self.k, bound, self.limit)?;
        print(&if self.json { self.line(query, &reply) } else { self.table(query, &reply) })?;
        Ok(!reply.found.is_empty())
    }

    fn line(&self, query: C, reply: &Reply<C>) -> String {
        let has_ids = self.index.manifest().ids != Ids::None;
        let matches = reply.found.iter().map(|found| MatchLine {
            fingerprint: hex(found.fingerprint),
            distance: found.distance,
            ids: &found.ids,
            documents: has_ids.then_some(found.documents),
        });
        let answer = QueryLine { query: hex(query), matches: matches.collect(), truncated: reply.truncated };
        // Strings and numbers in lists always are JSON.
        serde_json::to_string(&answer).unwrap_or_default() + "\n"
    }

    fn table(&self, query: C, reply: &Reply<C>) -> String {
        let mut table = match reply.found.len() {
            0 => format!("{}  nothing within {} bits\n", hex(query), self.k),
            _ => format!("{}  {} within {} bits\n", hex(query), reply.found.len(), self.k),
        };
        for found in &reply.found {
            table += &format!("{}  {}", hex(found.fingerprint), found.distance);
            table += &self.ids(found);
            table.push('\n');
        }
        if reply.truncated {
            table += "There may be more: --limit N shows up to N.\n";
        }
        table
    }

    fn ids(&self, found: &IndexMatch<C>) -> String {
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
}
