//! Whole parts of the index, each of those hashes that begin alike, as many as a power of two, the others being decoys.

use twinprint::hash::mix;

use crate::adversary::Known;
use crate::texts::{candidate, excerpt, text};

/// Into how many parts the index is cut.
const PARTS: [usize; 4] = [16, 256, 4096, 65_536];

pub fn print(known: &Known) {
    let candidates = known.candidates();
    println!("\nWhole parts, as many as a power of two, among {candidates} candidates:\n");
    println!(
        "| parts of the index | fetched of it: 25 words | 300 words | 1,000 words | whole documents named | excerpts of 25 words, in 800 others, named |\n|---|---|---|---|---|---|"
    );
    for parts in PARTS {
        let shares = [25, 300, 1_000].map(|words| {
            let fetched: usize = (0..20)
                .map(|seed| sent(&own(&known.of_text(&text(3_000_000 + seed, words)), parts), parts).len())
                .sum();
            format!("{:.2} %", 100.0 * fetched as f64 / 20.0 / parts as f64)
        });
        let all: Vec<Vec<usize>> = known.hashes.iter().map(|hashes| own(hashes, parts)).collect();
        let named = [candidate as fn(u32) -> String, excerpt].map(|text| {
            let named = known
                .trials()
                .map(|right| named(&all, &sent(&own(&known.of_text(&text(right)), parts), parts), right));
            format!("{:.0} %", 100.0 * named.sum::<f64>() / known.trials().count() as f64)
        });
        println!("| {parts} | {} | {} |", shares.join(" | "), named.join(" | "));
    }
}

/// The parts in which these hashes lie.
fn own(hashes: &[u64], parts: usize) -> Vec<usize> {
    let mut own: Vec<usize> = hashes.iter().map(|hash| (hash >> (64 - parts.ilog2())) as usize).collect();
    own.sort_unstable();
    own.dedup();
    own
}

/// They, and others of all, until there are as many as a power of two.
fn sent(own: &[usize], parts: usize) -> Vec<usize> {
    let mut sent = own.to_vec();
    let mut drawn = 0;
    while sent.len() < own.len().next_power_of_two().min(parts) {
        drawn += 1;
        let part = mix(drawn) as usize % parts;
        if let Err(at) = sent.binary_search(&part) {
            sent.insert(at, part);
        }
    }
    sent
}

/// The chance that the right one is named: of those of which most was sent, one is guessed.
fn named(all: &[Vec<usize>], sent: &[usize], right: u32) -> f64 {
    // By chance as much of a candidate is sent as of all parts; the likeliest has most beyond.
    let share = sent.len() as f64;
    let score = |own: &Vec<usize>| {
        let hits = own.iter().filter(|part| sent.binary_search(part).is_ok()).count() as f64;
        (hits * 1e6 - share * own.len() as f64) as i64
    };
    let scores: Vec<i64> = all.iter().map(score).collect();
    let best = scores.iter().max().copied().unwrap_or(0);
    let equal = scores.iter().filter(|&&score| score == best).count();
    if scores[right as usize] == best { 1.0 / equal as f64 } else { 0.0 }
}
