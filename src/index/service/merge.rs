//! One answer of many: what services say of which each holds some parts of an index.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::refusal::Refusal;
use super::response::ResponseBody;
use crate::index::{Limits, LookupRequest, LookupResponse, Near, Postings, Shingles};
use crate::recipe::RecipeId;

/// The answer to a look-up of an index that stands in parts behind several services, from what each said, by its name: an
/// answer, or why there is none, as "it cannot be reached". A part is missing if every service that answered misses it.
/// Services that failed are named, too.
///
/// An answer of another index than most are of counts as a failure: its numbers mean other passages.
///
/// # Errors
/// A [`Refusal`], 503, if none answered.
pub fn merge_answers(
    lookup: &LookupRequest,
    limits: &Limits,
    services: Vec<(String, Result<ResponseBody, String>)>,
) -> Result<ResponseBody, Refusal> {
    let mut failures = Vec::new();
    let mut answers = Vec::new();
    for (name, said) in services {
        match said {
            Ok(body) => answers.push((name, body)),
            Err(problem) => failures.push(format!("{name}: {problem}")),
        }
    }
    let Some((recipe, index)) = commonest(&answers) else {
        return Err(Refusal::unavailable("index", failures.join("; ")));
    };
    answers.retain(|(name, body)| {
        let same = (body.recipe, body.index) == (recipe, index);
        if !same {
            failures.push(format!("{name}: it has another index, {:016x}, than {index:016x}", body.index));
        }
        same
    });
    let answers: Vec<LookupResponse> = answers.into_iter().map(|(_, body)| body.answer).collect();
    let lists: Vec<&[String]> = answers.iter().map(|answer| &*answer.missing).collect();
    let mut missing = missed_by_all(&lists);
    missing.extend(failures);
    Ok(ResponseBody { recipe, index, answer: LookupResponse { missing, ..joined(lookup, limits, answers) } })
}

/// The index that most answers are of; of several, the first.
fn commonest(answers: &[(String, ResponseBody)]) -> Option<(RecipeId, u64)> {
    let name = |body: &ResponseBody| (body.recipe, body.index);
    let count = |wanted: &ResponseBody| answers.iter().filter(|(_, body)| name(body) == name(wanted)).count();
    let best = answers.iter().rev().max_by_key(|(_, body)| count(body));
    best.map(|(_, body)| name(body))
}

/// The parts that are in every list, by what stands before their colon.
pub(super) fn missed_by_all(lists: &[&[String]]) -> Vec<String> {
    let mut missed: BTreeMap<&str, (usize, &String)> = BTreeMap::new();
    for missing in lists.iter().copied().flatten() {
        let part = missing.split(": ").next().unwrap_or(missing);
        missed.entry(part).or_insert((0, missing)).0 += 1;
    }
    let by_all = missed.into_values().filter(|(count, _)| *count >= lists.len());
    by_all.map(|(_, missing)| missing.clone()).collect()
}

fn joined(lookup: &LookupRequest, limits: &Limits, answers: Vec<LookupResponse>) -> LookupResponse {
    let mut described: Vec<_> = answers.iter().flat_map(|answer| answer.described.iter().cloned()).collect();
    described.sort_by_key(|source| source.first);
    described.dedup_by_key(|source| source.first);
    let prefixes = &lookup.prefixes;
    let near = |queries: &[u64], bits: u32, list: fn(&LookupResponse) -> &[Near]| {
        let one = |(at, &query): (usize, &u64)| {
            near(query, bits, limits, answers.iter().filter_map(|answer| list(answer).get(at)))
        };
        queries.iter().enumerate().map(one).collect()
    };
    let bucket = |at: usize| answers.iter().filter_map(move |answer| answer.sources.get(at));
    let texts = |at: usize| answers.iter().filter_map(move |answer| answer.texts.get(at));
    LookupResponse {
        fingerprints: near(&lookup.fingerprints, 64, |answer| &answer.fingerprints),
        shingles: (0..lookup.shingles.len())
            .map(|at| postings(limits, answers.iter().filter_map(|answer| answer.shingles.get(at))))
            .collect(),
        fingerprint_prefixes: near(&prefixes.fingerprints, prefixes.bits, |answer| {
            &answer.fingerprint_prefixes
        }),
        shingle_prefixes: (0..prefixes.shingles.len())
            .map(|at| shingles(answers.iter().filter_map(|answer| answer.shingle_prefixes.get(at))))
            .collect(),
        sources: (0..lookup.sources.len())
            .map(|at| bucket(at).max_by_key(|bucket| bucket.len()).cloned().unwrap_or_default())
            .collect(),
        texts: (0..lookup.texts.len())
            .map(|at| {
                texts(at).max_by_key(|texts| texts.iter().flatten().count()).cloned().unwrap_or_default()
            })
            .collect(),
        described,
        missing: Vec::new(),
    }
}

/// Every fingerprint once, the nearest first.
fn near<'a>(query: u64, bits: u32, limits: &Limits, parts: impl Iterator<Item = &'a Near>) -> Near {
    let mut joined = Near::default();
    for part in parts {
        joined.truncated |= part.truncated;
        joined.matches.extend(part.matches.iter().cloned());
    }
    let distance = |fingerprint: u64| super::request::prefix_number(query ^ fingerprint, bits).count_ones();
    joined.matches.sort_by_key(|found| (distance(found.fingerprint), found.fingerprint));
    joined.matches.dedup_by(|next, kept| {
        let same = next.fingerprint == kept.fingerprint;
        if same {
            kept.passages = union(&kept.passages, &next.passages);
            kept.count = kept.count.max(next.count).max(kept.passages.len() as u64);
            kept.passages.truncate(limits.passages);
        }
        same
    });
    joined.truncated |= joined.matches.len() > limits.matches;
    joined.matches.truncate(limits.matches);
    joined
}

fn postings<'a>(limits: &Limits, parts: impl Iterator<Item = &'a Postings>) -> Postings {
    let mut joined = Postings::default();
    for part in parts {
        joined.truncated |= part.truncated;
        joined.passages = union(&joined.passages, &part.passages);
    }
    joined.truncated |= joined.passages.len() > limits.passages;
    joined.passages.truncate(limits.passages);
    joined
}

/// Every posting once. Of parts that have different bits of a hash, as segments of different sizes have, the fewest count.
fn shingles<'a>(parts: impl Iterator<Item = &'a Shingles>) -> Shingles {
    let parts: Vec<&Shingles> = parts.collect();
    let bits = parts.iter().filter(|part| !part.postings.is_empty()).map(|part| part.bits).min();
    let bits = bits.or(parts.iter().map(|part| part.bits).min()).unwrap_or(0);
    let known = super::request::prefix_of(u64::MAX, bits);
    let mut postings: Vec<(u64, u64)> = parts.iter().flat_map(|part| part.postings.iter().copied()).collect();
    postings.iter_mut().for_each(|(hash, _)| *hash &= known);
    postings.sort_unstable();
    postings.dedup();
    Shingles { postings, bits, truncated: parts.iter().any(|part| part.truncated) }
}

fn union(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut both: Vec<u64> = a.iter().chain(b).copied().collect();
    both.sort_unstable();
    both.dedup();
    both
}
