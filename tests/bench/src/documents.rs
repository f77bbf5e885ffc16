//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin documents -- FOLDER [--half 0|1] [METHOD..]`: which fingerprints find
//! edited copies of whole documents, at equal bytes, and how near others come. FOLDER has `texts.jsonl`, `copies.jsonl` and `pairs.tsv` as
//! `tests/bench/edited_copies.py` writes them; of the sources, half 0 is to tune on, half 1 to report. A METHOD is a line as `--method`
//! takes it, several joined by a plus sign, or `seen:BYTES`, as by default: what `twinprint serve --remember` knows documents by. Besides,
//! min-wise signatures: `minwise:W:BITS`, the lowest bit of each of BITS min-values of shingles of W words (b-bit minwise
//! hashing, Li and König, WWW 2010, b = 1), which make words of 64 bits; and `supershingles:W:L`, five hashes of L min-values each, of which
//! one that is equal is found in the column k = 7.
//! `-- --others FILE [METHOD..]` counts how near the documents of a file of JSON lines come to one another.
//!
//! A copy is found if two blocks of 16 bits in the same place are within one bit (what tables look up), and the sum of the distances over
//! all lexicons is at most S. S is the largest sum at which a look-up among N documents has a wrong answer in one of a hundred at most: the
//! share of pairs of other documents at or below each sum is counted down to one of a million pairs, and from there extended by the
//! slope, in logarithms, between one of 10,000 and one of a million. The tail of a sum is bent downwards there, so that this gives more
//! wrong answers than there will be.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use rayon::prelude::*;
use twinprint::Document;
use twinprint::lexicon::Model;
use twinprint::minhash::MinHash;
use twinprint::seen::{Design, Fingerprinter};
use twinprint::shingle::roll;
use twinprint::sketch::{Method, Sketcher, Value};
use twinprint::text::{Reader, TextOptions};

/// How many documents look-ups are among.
const AMONG: [f64; 3] = [1e6, 1e7, 1e8];
const NAMES: [&str; 3] = ["1 M", "10 M", "100 M"];
const SHARES: [u32; 10] = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40];
/// Designs, and beside the second what has as many bytes: simhashes over lexicons, and supershingles.
const DEFAULT: [&str; 5] = [
    "seen:16",
    "seen:40",
    "seen:80",
    "simhash-lexicons:w=1,lexicons=3,leave-out=600,tf=once,stop-words=none,stemmer=none,weights=none\
     +simhash-lexicons:w=2,lexicons=2,leave-out=600,tf=once,stop-words=none,stemmer=none,weights=none",
    "supershingles:3:2",
];

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let others = take(&mut arguments, "--others");
    let half = take(&mut arguments, "--half").map(|half| half == "1");
    let folder = if others.is_none() { Some(arguments.remove(0)) } else { None };
    if arguments.is_empty() {
        arguments.extend(DEFAULT.map(String::from));
    }
    if let Some(file) = others {
        arguments.iter().for_each(|line| report_others(&file, line));
    }
    if let Some(folder) = folder {
        let set = Set::read(&folder, half);
        println!("{} texts, {} copies", set.texts.len(), set.copies.len());
        arguments.iter().for_each(|line| set.report(line));
        set.report_short();
    }
}

/// The value of an option, which is taken out.
fn take(arguments: &mut Vec<String>, name: &str) -> Option<String> {
    let place = arguments.iter().position(|argument| argument == name)?;
    arguments.drain(place..place + 2).next_back()
}

/// Ids and texts of a file of JSON lines.
fn documents(file: &str) -> Vec<(String, String)> {
    let parse = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
        (line["id"].as_str().expect("an id").into(), line["text"].as_str().expect("a text").into())
    };
    let lines = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    lines.lines().map(parse).collect()
}

struct Set {
    texts: Vec<String>,
    copies: Vec<Copy>,
}

/// An edited copy of one of the texts.
struct Copy {
    text: String,
    source: usize,
    share: u32,
}

impl Set {
    fn read(folder: &str, half: Option<bool>) -> Set {
        let texts = documents(&format!("{folder}/texts.jsonl"));
        let numbers: HashMap<&str, usize> =
            texts.iter().enumerate().map(|(number, (id, _))| (id.as_str(), number)).collect();
        let of_id: HashMap<String, String> =
            documents(&format!("{folder}/copies.jsonl")).into_iter().collect();
        let pairs = fs::read_to_string(format!("{folder}/pairs.tsv")).expect("edited_copies.py made it");
        let mut sources: Vec<usize> = Vec::new();
        let mut copies = Vec::new();
        for pair in pairs.lines() {
            let [copy, source, how] = pair.split('\t').collect::<Vec<_>>()[..] else { continue };
            let source = numbers[source];
            if !sources.contains(&source) {
                sources.push(source);
            }
            let is_odd =
                sources.iter().position(|&other| other == source).is_some_and(|place| place % 2 == 1);
            let share = how.split(':').nth(1).and_then(|share| share.parse().ok()).expect("operation:share");
            if half.is_none_or(|half| is_odd == half) {
                copies.push(Copy { text: of_id[copy].clone(), source, share });
            }
        }
        Set { texts: texts.into_iter().map(|(_, text)| text).collect(), copies }
    }

    fn report(&self, line: &str) {
        let texts = fingerprints(line, &self.texts.iter().map(String::as_str).collect::<Vec<_>>());
        let copies =
            fingerprints(line, &self.copies.iter().map(|copy| copy.text.as_str()).collect::<Vec<_>>());
        println!("\n{line}: {} bytes", texts[0].len() * 8);
        let others = Others::of(&texts);
        let thresholds = others.thresholds();
        let pairs = others.sums.iter().sum::<u64>() as f64;
        let candidates = |among: f64| (others.candidates as f64 / pairs * among).round();
        println!("S among {NAMES:?}: {thresholds:?}; candidates a look-up among 1 M: {}", candidates(1e6));
        println!("of {pairs} other pairs {} are within 7 bits in a lexicon", others.within_7);
        let design = design_of(line);
        println!("{:>8}  {:>8}  {:>24}  {:>24}{:>8}", "edited", "k = 7", "sum alone", "found", "near");
        for share in SHARES {
            let of = self.copies.iter().zip(&copies).filter(|(copy, _)| copy.share == share);
            let pairs: Vec<(&Vec<u64>, &Vec<u64>)> =
                of.map(|(copy, print)| (print, &texts[copy.source])).collect();
            let of: Vec<Apart> = pairs.iter().map(|(copy, source)| Apart::of(copy, source)).collect();
            let rate = |holds: &dyn Fn(&Apart) -> bool| {
                of.iter().filter(|apart| holds(apart)).count() as f64 / of.len().max(1) as f64
            };
            print!("{share:>6} %  {:>8.3}", rate(&|apart| apart.least <= 7));
            for block in [16, 1] {
                print!("  ");
                for most in thresholds {
                    print!("{:>8.3}", rate(&|apart| apart.block <= block && apart.sum <= most));
                }
            }
            if let Some(design) = design {
                let near = of.iter().zip(&pairs).filter(|(apart, (copy, source))| {
                    apart.block <= 1 && design.near(copy, source, u32::MAX).is_some()
                });
                print!("{:>8.3}", near.count() as f64 / of.len().max(1) as f64);
            }
            println!();
        }
        if let Some(design) = design {
            let near = |words: usize| self.decoys(line, &design, words);
            println!(
                "near, though its words stand in another order: {:.4}, of 40 words {:.4}",
                near(usize::MAX),
                near(40)
            );
        }
    }

    /// The share of texts, or of their first words, that are near the same words in another order.
    fn decoys(&self, line: &str, design: &Design, words: usize) -> f64 {
        let texts = self.texts.iter().take(2000);
        let originals: Vec<Vec<&str>> =
            texts.map(|text| text.split_whitespace().take(words).collect()).collect();
        let shuffled = |words: &Vec<&str>| {
            let mut numbered: Vec<(u64, &str)> =
                (0..).map(twinprint::hash::mix).zip(words.iter().copied()).collect();
            numbered.sort_unstable();
            numbered.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" ")
        };
        let decoys: Vec<String> = originals.iter().map(shuffled).collect();
        let originals: Vec<String> = originals.iter().map(|words| words.join(" ")).collect();
        let [originals, decoys] = [originals, decoys]
            .map(|texts| fingerprints(line, &texts.iter().map(String::as_str).collect::<Vec<_>>()));
        let near = originals.iter().zip(&decoys).filter(|(a, b)| design.near(a, b, u32::MAX).is_some());
        near.count() as f64 / originals.len() as f64
    }

    /// Comments and titles: pieces of 8 to 60 words, of which some are replaced by words of another text, by the default design.
    fn report_short(&self) {
        println!("\nshort texts, {}: found among 1 M, by the number of words replaced", DEFAULT[1]);
        let design = Design::default();
        for words in [8usize, 10, 15, 20, 24, 30, 60] {
            let pieces: Vec<Vec<&str>> = self
                .texts
                .iter()
                .map(|text| text.split_whitespace().skip(50).take(words).collect())
                .collect();
            let joined: Vec<String> = pieces.iter().map(|piece| piece.join(" ")).collect();
            let prints = fingerprints(DEFAULT[1], &joined.iter().map(String::as_str).collect::<Vec<_>>());
            let others = Others::of(&prints);
            print!(
                "{words:>4} words: S {:?}, allowed {:>3}",
                others.thresholds(),
                design.allowed(words as u32)
            );
            for replaced in [0, 1, 2, 3] {
                let copies: Vec<String> =
                    (0..1000).map(|number| replace(&pieces, number, replaced)).collect();
                let copies = fingerprints(DEFAULT[1], &copies.iter().map(String::as_str).collect::<Vec<_>>());
                let near = |(copy, original): (&Vec<u64>, &Vec<u64>)| {
                    design.near(copy, original, words as u32).is_some()
                };
                let found = copies.iter().zip(&prints).filter(|pair| near(*pair)).count();
                print!("; {replaced}: {:.3}", found as f64 / 1000.0);
            }
            println!();
        }
    }
}

/// A piece with some of its words, evenly spread, replaced by words of another.
fn replace(pieces: &[Vec<&str>], number: usize, replaced: usize) -> String {
    let mut piece = pieces[number].clone();
    let (words, other) = (piece.len(), &pieces[(number * 7919 + 13) % pieces.len()]);
    for edit in 0..replaced.min(words) {
        let place = (edit * words / replaced + number * 31) % words;
        piece[place] = other[(place * 17 + number) % other.len()];
    }
    piece.join(" ")
}

/// How near unrelated documents come.
struct Others {
    /// How many pairs have each sum.
    sums: Vec<u64>,
    within_7: u64,
    /// How many pairs have a block within one bit.
    candidates: u64,
}

impl Others {
    fn of(prints: &[Vec<u64>]) -> Others {
        let most = 64 * prints[0].len() + 1;
        let none = || Others { sums: vec![0; most], within_7: 0, candidates: 0 };
        let row = |row: usize| {
            let mut others = none();
            for other in &prints[row + 1..] {
                let apart = Apart::of(&prints[row], other);
                others.sums[apart.sum as usize] += 1;
                others.within_7 += u64::from(apart.least <= 7);
                others.candidates += u64::from(apart.block <= 1);
            }
            others
        };
        (0..prints.len()).into_par_iter().map(row).reduce(none, |mut a, b| {
            a.sums.iter_mut().zip(b.sums).for_each(|(a, b)| *a += b);
            a.within_7 += b.within_7;
            a.candidates += b.candidates;
            a
        })
    }

    fn thresholds(&self) -> [u32; 3] {
        AMONG.map(|among| self.threshold(0.01 / among))
    }

    /// The largest sum at which at most `share` of the pairs are.
    fn threshold(&self, share: f64) -> u32 {
        let pairs = self.sums.iter().sum::<u64>() as f64;
        let below: Vec<f64> = self
            .sums
            .iter()
            .scan(0, |all, count| {
                *all += count;
                Some(*all as f64 / pairs)
            })
            .collect();
        let at = |share: f64| below.iter().rposition(|&below| below <= share).unwrap_or(0);
        let (upper, lower) = (at(1e-4), at(1e-6));
        if share >= 1e-6 {
            return at(share) as u32;
        }
        let least = 1.0 / pairs;
        let decades = (below[upper].max(least) / below[lower].max(least)).log10();
        let slope = decades / (upper - lower).max(1) as f64;
        (lower as f64 - (1e-6 / share).log10() / slope).max(0.0) as u32
    }
}

/// How two documents' fingerprints differ.
struct Apart {
    /// In the lexicon where they are nearest.
    least: u32,
    /// Over all lexicons.
    sum: u32,
    /// In the block of 16 bits where they are nearest.
    block: u32,
}

impl Apart {
    fn of(a: &[u64], b: &[u64]) -> Apart {
        let mut apart = Apart { least: 64, sum: 0, block: 16 };
        for (a, b) in a.iter().zip(b) {
            let differing = a ^ b;
            apart.least = apart.least.min(differing.count_ones());
            apart.sum += differing.count_ones();
            let blocks = [0, 16, 32, 48].map(|from| (differing >> from & 0xFFFF).count_ones());
            apart.block = blocks.into_iter().fold(apart.block, u32::min);
        }
        apart
    }
}

/// The documents' fingerprints by a method, several joined by a plus sign, or a design.
fn fingerprints(line: &str, texts: &[&str]) -> Vec<Vec<u64>> {
    if let Some(bytes) = line.strip_prefix("seen:") {
        return by_design(bytes, texts);
    }
    let mut all: Vec<Vec<u64>> = vec![Vec::new(); texts.len()];
    for line in line.split('+') {
        let more = match line.split(':').collect::<Vec<_>>()[..] {
            [kind @ ("minwise" | "supershingles"), w, size] => {
                let number = |text: &str| text.parse().expect("a number");
                by_min_values(kind == "supershingles", number(w), number(size), texts)
            }
            _ => by_method(line, texts),
        };
        all.iter_mut().zip(more).for_each(|(all, more)| all.extend(more));
    }
    all
}

/// Supershingles of `size` min-values each, or a bit of each of `size` min-values, of shingles of `w` words.
fn by_min_values(is_super: bool, w: usize, size: usize, texts: &[&str]) -> Vec<Vec<u64>> {
    let minwise = if is_super { MinHash { m: 5 * size, l: size } } else { MinHash { m: size, l: 1 } };
    let one = |text: &&str| {
        let mut reader = Reader::new(&TextOptions::default()).expect("options that there are");
        let reading = reader.read(&Document::plain("", text)).expect("a text of words");
        let mut shingles = Vec::new();
        roll(reading.hashes(), w, |hash, _| shingles.push(hash));
        let values = minwise.min_values(&shingles);
        if is_super {
            return minwise.supershingles(&values).0;
        }
        let word =
            |values: &[u64]| values.iter().zip(0..).fold(0, |word, (value, bit)| word | (value & 1) << bit);
        values.0.chunks(64).map(word).collect()
    };
    texts.par_iter().map(one).collect()
}

fn design_of(line: &str) -> Option<Design> {
    line.strip_prefix("seen:").and_then(|bytes| Design::of_bytes(bytes.parse().ok()?).ok())
}

fn by_design(bytes: &str, texts: &[&str]) -> Vec<Vec<u64>> {
    let design = design_of(&format!("seen:{bytes}")).expect("seen:16, seen:40 or seen:80");
    let some = |texts: &[&str]| {
        let mut fingerprinter = Fingerprinter::new(&design).expect("the design is one");
        let one = |text: &&str| match fingerprinter.fingerprints(&Document::plain("", text)) {
            Ok(document) => document.values,
            // Too short, such as words of punctuation: far from all others.
            Err(_) => (0..design.fingerprints() as u64)
                .map(|at| twinprint::hash::mix(at ^ text.as_ptr() as u64))
                .collect(),
        };
        texts.iter().map(one).collect::<Vec<_>>()
    };
    texts.par_chunks(500).flat_map_iter(some).collect()
}

fn by_method(line: &str, texts: &[&str]) -> Vec<Vec<u64>> {
    let english = Arc::new(Model::english().expect("the model is whole"));
    let model = (!line.contains("weights=none")).then_some(english);
    let method = Method::parse(line, model.as_ref().map(|model| model.id()));
    let method = method.unwrap_or_else(|error| panic!("{line}: {error}"));
    let some = |texts: &[&str]| {
        let sketcher = Sketcher::new(method.recipe.clone(), model.clone());
        let mut sketcher = sketcher.unwrap_or_else(|error| panic!("{line}: {error}"));
        let one = |text: &&str| match sketcher.sketch(&Document::plain("", text)).map(|sketch| sketch.value) {
            Ok(Value::Simhash(signature)) => {
                signature.fingerprints.into_iter().map(|print| print.unwrap_or(0) as u64).collect()
            }
            _ => panic!("{line}: no simhash"),
        };
        texts.iter().map(one).collect::<Vec<Vec<u64>>>()
    };
    texts.par_chunks(500).flat_map_iter(some).collect()
}

/// How many pairs of a file's documents are within each sum.
fn report_others(file: &str, line: &str) {
    let texts = documents(file);
    let prints = fingerprints(line, &texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>());
    let others = Others::of(&prints);
    let bits = others.sums.len() - 1;
    print!("{line}: {} documents; pairs within a share of {bits} bits:", texts.len());
    for hundredth in [0, 5, 10, 15, 20, 24, 26, 28, 30, 32] {
        let count: u64 = others.sums[..=bits * hundredth / 100].iter().sum();
        print!(" .{hundredth:02} {count}");
    }
    println!();
}
