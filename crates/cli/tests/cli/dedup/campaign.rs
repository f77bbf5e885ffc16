//! Random corpora against the oracle. `TWINPRINT_CAMPAIGN=2000 cargo test -p twinprint-cli -- campaign` makes 2,000 of them.

use std::collections::BTreeMap;

use super::oracle::{Document, removed};
use super::shapes::{SHAPES, is_one};
use super::*;

/// Numbers that follow from a seed.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: u64) -> u64 {
        self.0 = twinprint::hash::mix(self.0.wrapping_add(0x9E37_79B9_7F4A_7C15));
        self.0 % sides
    }
}

/// A text: new, or made of one before.
fn text(dice: &mut Dice, before: &[String]) -> String {
    let seed = dice.roll(1 << 40);
    let new = words(seed, 1 + dice.roll(120));
    let Some(other) = before.get(dice.roll(before.len() as u64 + 1) as usize) else { return new };
    let cut = other.split(' ').count() as u64;
    let part = |from: u64, to: u64| {
        other.split(' ').skip(from as usize).take((to - from) as usize).collect::<Vec<_>>().join(" ")
    };
    match dice.roll(8) {
        0 => other.to_uppercase(),
        1 => other.clone(),
        2 => part(0, 1 + dice.roll(cut)),
        3 => part(dice.roll(cut), cut),
        4 => format!("{other} {}", words(seed, 1 + dice.roll(14))),
        5 => {
            let at = dice.roll(cut);
            format!("{} changed {}", part(0, at), part((at + 1).min(cut), cut)).trim().to_string()
        }
        6 => format!("{other} {other}"),
        _ => new,
    }
}

/// A corpus in files of all kinds: its documents in the order in which they are read, and its files.
struct Corpus {
    documents: Vec<Document>,
    files: BTreeMap<String, Vec<u8>>,
}

const NAMES: [&str; 12] =
    ["a b", "ünï", "x[1]", "data", "z'q", "-dash", "🌹", "100%", "$HOME", "a;b&c", "..dots", "UP,per=#1"];

impl Corpus {
    fn put(dice: &mut Dice, desk: &Desk) -> Corpus {
        let (mut texts, mut documents, mut files) = (Vec::new(), Vec::new(), BTreeMap::new());
        for shard in 0..1 + dice.roll(4) {
            let (ending, shape) = SHAPES[dice.roll(SHAPES.len() as u64) as usize];
            let name = format!("{shard}{}{ending}", NAMES[dice.roll(NAMES.len() as u64) as usize]);
            let count = if is_one(ending) { 1 } else { 1 + dice.roll(12) };
            let mut rows = Vec::new();
            for at in 0..count {
                let text = text(dice, &texts);
                texts.push(text.clone());
                // Ids repeat from shard to shard.
                rows.push((if dice.roll(2) == 0 { at.to_string() } else { format!("d{at}") }, text));
            }
            let (bytes, numbers) = shape(dice, &rows);
            for (number, (_, text)) in numbers.into_iter().zip(rows) {
                let words = text.to_lowercase().split_whitespace().map(String::from).collect();
                documents.push(Document { file: name.clone(), number, words });
            }
            desk.put(&format!("corpus/{name}"), &bytes);
            files.insert(name, bytes);
        }
        Corpus { documents, files }
    }

    /// `twinprint dedup` of it. A folder's files without an ending are not read unless they are named.
    fn dedup(&self, desk: &Desk, more: &[&str]) -> Said {
        let all_end = self.files.keys().all(|name| name.contains('.') && !name.ends_with("..dots"));
        let named = self.files.keys().map(|name| format!("corpus/{name}"));
        let operands: Vec<String> = if all_end { vec!["corpus".into()] } else { named.collect() };
        let words = ["dedup", "-o", "out"].into_iter().chain(more.iter().copied());
        said(&mut desk.command(words.chain(operands.iter().map(String::as_str))))
    }
}

/// How many corpora are tried: as many as `TWINPRINT_CAMPAIGN` says, or `without` if it is not set.
fn runs(without: u64) -> u64 {
    std::env::var("TWINPRINT_CAMPAIGN").ok().and_then(|runs| runs.parse().ok()).unwrap_or(without)
}

#[test]
fn what_is_kept_and_removed_of_random_corpora_is_what_the_oracle_says_and_nothing_is_lost() {
    let runs = runs(150);
    let mut removals = 0;
    for seed in 0..runs {
        let desk = Desk::with(&[]);
        let corpus = Corpus::put(&mut Dice(seed), &desk);
        let Corpus { documents, files } = &corpus;
        let expected = removed(documents);
        removals += expected.len();
        let said = corpus.dedup(&desk, &["--json"]);
        assert_eq!(said.status, 0, "seed {seed}: {said:#?}");
        let place = |line: &Value| (line["file"].as_str().unwrap_or("").to_string(), line["number"].as_u64());
        let found: Vec<_> = desk
            .lines_of("out/removed.jsonl")
            .iter()
            .map(|line| (place(line), place(&line["kept"])))
            .collect();
        let of = |at: usize| (documents[at].file.clone(), Some(documents[at].number));
        let expected: Vec<_> = expected.iter().map(|(&at, &kept)| (of(at), of(kept))).collect();
        assert_eq!(found, expected, "seed {seed}");
        let (read, gone) = (documents.len() as u64, found.len() as u64);
        assert_eq!(desk.ledger("out"), [read, read - gone, gone, 0], "seed {seed}");
        for (name, bytes) in files {
            assert_eq!(
                &fs::read(desk.path(&format!("corpus/{name}"))).expect("the input"),
                bytes,
                "seed {seed}"
            );
        }
        let said = desk.dedup("--verify out");
        assert_eq!(said.status, 0, "seed {seed}: {said:#?}");
    }
    assert!(removals as u64 > runs, "{removals} removals in {runs} corpora");
}

#[test]
fn damage_at_random_places_loses_only_what_is_counted() {
    let runs = runs(60);
    for seed in 1_000_000..1_000_000 + runs {
        let desk = Desk::with(&[]);
        let mut dice = Dice(seed);
        let corpus = Corpus::put(&mut dice, &desk);
        let files = &corpus.files;
        let (name, bytes) = files.iter().nth(dice.roll(files.len() as u64) as usize).expect("a file");
        let mut damaged = bytes.clone();
        if let Some(at) = (!damaged.is_empty()).then(|| dice.roll(damaged.len() as u64) as usize) {
            match dice.roll(2) {
                0 => damaged.truncate(at),
                _ => damaged[at] ^= 1 + dice.roll(255) as u8,
            }
        }
        desk.put(&format!("corpus/{name}"), &damaged);
        let said = corpus.dedup(&desk, &[]);
        if !desk.path("out").exists() {
            // Some of it goes, and its damage is where its texts are not.
            assert!(said.status == 2 && said.err.contains("or leave"), "seed {seed}: {said:#?}");
            continue;
        }
        let [read, kept, removed, refused] = desk.ledger("out");
        let of_nothing_else = kept + removed == 0 && refused > 0;
        assert!(
            if of_nothing_else { said.status == 2 } else { matches!(said.status, 0 | 3) },
            "seed {seed}: {said:#?}"
        );
        assert_eq!(read, kept + removed + refused, "seed {seed}");
        let said = desk.dedup("--verify out");
        assert_eq!(said.status, 0, "seed {seed}: {said:#?}");
    }
}
