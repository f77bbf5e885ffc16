//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin model -- MODEL FILE`: how much of a text that a model
//! was not learned from it knows, what weighs least and most, and how long loading and looking up take.
//!
//! FILE has a JSON object with `text` or `html`, and `group`, in each line. Terms are made as for the default English
//! model: folded and stemmed.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::hint::black_box;

use cpu_time::ProcessTime;
use twinprint::lexicon::Model;
use twinprint::text::{self, Language, TextOptions};
use twinprint::{Document, hash};

#[derive(Default)]
struct Coverage {
    documents: usize,
    words: usize,
    known: usize,
    in_phrases: usize,
    bits: f64,
    /// How often each term stands there.
    terms: BTreeMap<String, usize>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, file] = arguments.as_slice() else {
        return Err("give a model and a file of JSON lines".into());
    };
    let bytes = fs::read(model)?;
    let start = ProcessTime::now();
    let model = Model::from_bytes(&bytes, model)?;
    let loading = start.elapsed();
    let options = TextOptions::default().with_stemmer(Some(Language::English));

    let mut groups = BTreeMap::<String, Coverage>::new();
    let mut all = Vec::new();
    for line in fs::read_to_string(file)?.lines() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        let document = match (line["text"].as_str(), line["html"].as_str()) {
            (Some(text), _) => Document::plain("", text),
            (_, Some(html)) => Document::html("", html),
            _ => return Err("a line has neither text nor html".into()),
        };
        let Ok(reading) = text::read_with_words(&document, &options) else { continue };
        groups.entry(line["group"].as_str().unwrap_or_default().into()).or_default().add(&model, &reading);
        all.extend_from_slice(reading.hashes());
    }

    println!(
        "{} terms, {} phrases, {} bytes, loaded in {loading:.1?}",
        model.len(),
        model.phrases(),
        bytes.len()
    );
    println!("\ngroup      documents      words   known  distinct   known  in phrases  bits a word");
    for (name, group) in &groups {
        let distinct = group.terms.len();
        let known = group.terms.keys().filter(|term| model.knows(hash::token(term))).count();
        println!(
            "{name:10} {:9}  {:9} {:6.2} %  {distinct:8} {:5.1} %    {:6.1} %       {:6.2}",
            group.documents,
            group.words,
            percent(group.known, group.words),
            percent(known, distinct),
            percent(group.in_phrases, group.words),
            group.bits / group.words as f64,
        );
    }
    extremes(&model, groups.values());
    time(&model, &all);
    Ok(())
}

impl Coverage {
    fn add(&mut self, model: &Model, reading: &text::Reading) {
        let hashes = reading.hashes();
        self.documents += 1;
        self.words += hashes.len();
        self.known += hashes.iter().filter(|&&hash| model.knows(hash)).count();
        self.bits += hashes.iter().map(|&hash| f64::from(model.weight(hash)) / 8.0).sum::<f64>();
        let mut phrase = vec![false; hashes.len()];
        for (at, pair) in hashes.windows(2).enumerate() {
            if model.is_phrase(pair[0], pair[1]) {
                phrase[at..at + 2].fill(true);
            }
        }
        self.in_phrases += phrase.iter().filter(|&&part| part).count();
        reading.words().for_each(|word| *self.terms.entry(word.into()).or_default() += 1);
    }
}

fn percent(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all as f64
}

/// The terms of the text that weigh least and most, of those that the model knows; and frequent ones that it does not.
fn extremes<'a>(model: &Model, groups: impl Iterator<Item = &'a Coverage>) {
    let mut counts = BTreeMap::<&str, usize>::new();
    for (term, count) in groups.flat_map(|group| &group.terms) {
        *counts.entry(term).or_default() += count;
    }
    let weight = |term: &str| model.weight(hash::token(term));
    let (mut known, mut unknown): (Vec<_>, Vec<_>) =
        counts.into_iter().partition(|(term, _)| model.knows(hash::token(term)));
    known.sort_by_key(|&(term, count)| (weight(term), std::cmp::Reverse(count)));
    unknown.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let list = |terms: &mut dyn Iterator<Item = &(&str, usize)>| {
        terms.take(40).map(|&(term, _)| format!("{term} {}", weight(term))).collect::<Vec<_>>().join(", ")
    };
    println!("\nlightest: {}", list(&mut known.iter()));
    println!("\nmiddling: {}", list(&mut known[known.len() / 2..].iter()));
    println!("\nheaviest: {}", list(&mut known.iter().rev().step_by(17)));
    println!("\nunknown: {}", list(&mut unknown.iter()));
}

/// Looking up every word of the text, in its order.
fn time(model: &Model, words: &[u64]) {
    let mut rounds: Vec<f64> = (0..7)
        .map(|_| {
            let start = ProcessTime::now();
            black_box(words.iter().map(|&word| u64::from(model.weight(word))).sum::<u64>());
            start.elapsed().as_secs_f64() * 1e9 / words.len() as f64
        })
        .collect();
    rounds.sort_by(f64::total_cmp);
    println!("\na lookup takes {:.1} ns, median of seven rounds over {} words", rounds[3], words.len());
}
