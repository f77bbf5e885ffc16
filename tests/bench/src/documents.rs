//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin documents -- FOLDER [--half 0|1] [METHOD..]`: which fingerprints find
//! edited copies of whole documents, at equal bytes, and how near others come. FOLDER has `texts.jsonl`, `copies.jsonl` and `pairs.tsv` as
//! `tests/bench/edited_copies.py` writes them. Half 0 of the sources is to tune on, half 1 to report.
//!
//! A copy is found if a lexicon's fingerprints are within 7 bits (what tables answer), and the sum of the distances over all lexicons is at
//! most S. S is the largest sum at which a look-up among N documents has a wrong answer in one of a hundred at most: the share of pairs
//! of other documents at or below each sum is counted to one of a million pairs, and from there extended by the slope, in logarithms,
//! between one of 10,000 and one of a million. Tails of sums are bent downwards there, so that this gives more wrong answers than there will be.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

use rayon::prelude::*;
use twinprint::Document;
use twinprint::lexicon::Model;
use twinprint::seen::{Design, Fingerprinter};
use twinprint::sketch::{Method, Sketcher, Value};

/// How many documents look-ups are among.
const AMONG: [f64; 3] = [1e6, 1e7, 1e8];

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let half = match arguments.iter().position(|argument| argument == "--half") {
        Some(place) => arguments.drain(place..place + 2).next_back().map(|half| half == "1"),
        None => None,
    };
    let folder = arguments.remove(0);
    if folder.ends_with(".jsonl") {
        for line in arguments { tails(&folder, &line); }
        return;
    }
    let set = Set::read(&folder, half);
    println!("{} texts, {} copies", set.texts.len(), set.copies.len());
    if arguments.is_empty() { set.short(); }
    for line in arguments {
        set.report(&line);
    }
}

struct Set {
    texts: Vec<String>,
    /// Text, source, share of words edited.
    copies: Vec<(String, usize, u32)>,
}

impl Set {
    fn read(folder: &str, half: Option<bool>) -> Set {
        let lines = |name: &str| fs::read_to_string(format!("{folder}/{name}")).expect("edited_copies.py made it");
        let read = |name: &str| -> Vec<(String, String)> {
            let documents = lines(name);
            let parse = |line: &str| {
                let line: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
                (line["id"].as_str().expect("an id").into(), line["text"].as_str().expect("a text").into())
            };
            documents.lines().map(parse).collect()
        };
        let texts = read("texts.jsonl");
        let numbers: HashMap<&str, usize> =
            texts.iter().enumerate().map(|(number, (id, _))| (id.as_str(), number)).collect();
        let copies: HashMap<String, String> = read("copies.jsonl").into_iter().collect();
        let pairs = lines("pairs.tsv");
        let mut sources: Vec<usize> = Vec::new();
        let mut wanted = Vec::new();
        for pair in pairs.lines() {
            let [copy, source, how] = pair.split('\t').collect::<Vec<_>>()[..] else { continue };
            let source = numbers[source];
            let place = sources.iter().position(|&other| other == source).unwrap_or_else(|| {
                sources.push(source);
                sources.len() - 1
            });
            let share = how.split(':').nth(1).and_then(|share| share.parse().ok()).expect("operation:share");
            if half.is_none_or(|half| (place % 2 == 1) == half) {
                wanted.push((copies[copy].clone(), source, share));
            }
        }
        Set { texts: texts.into_iter().map(|(_, text)| text).collect(), copies: wanted }
    }

    fn report(&self, line: &str) {
        let texts: Vec<&str> = self.texts.iter().map(String::as_str).collect();
        let texts = prints(line, &texts);
        let copies: Vec<&str> = self.copies.iter().map(|(text, ..)| text.as_str()).collect();
        let copies = prints(line, &copies);
        let lexicons = texts[0].len();
        println!("\n{line}: {} bytes", lexicons * 8);
        // Of other pairs, by the sum; and of those within 7 bits in a lexicon.
        let most = 64 * lexicons + 1;
        let count = |row: usize| {
            let (mut sums, mut near) = (vec![0u64; most], vec![0u64; most]);
            for other in &texts[row + 1..] {
                let (least, sum) = apart(&texts[row], other);
                sums[sum as usize] += 1;
                near[sum as usize] += u64::from(least <= 7);
            }
            (sums, near)
        };
        let (sums, near) = (0..texts.len()).into_par_iter().map(count).reduce(
            || (vec![0; most], vec![0; most]),
            |(mut a, mut b), (c, d)| {
                a.iter_mut().zip(c).for_each(|(a, c)| *a += c);
                b.iter_mut().zip(d).for_each(|(b, d)| *b += d);
                (a, b)
            },
        );
        let pairs: u64 = sums.iter().sum();
        let thresholds = AMONG.map(|among| threshold(&sums, 0.01 / among));
        println!("of {pairs} other pairs {} are within 7 bits in a lexicon; least sums {:?}", near.iter().sum::<u64>(),
            sums.iter().enumerate().filter(|(_, count)| **count > 0).take(6).collect::<Vec<_>>());
        println!("the most that the sum may be among 1 M, 10 M and 100 M: {thresholds:?}");
        let blocks = |row: usize| {
            let mut counts = [0u64; 3];
            for other in texts[row + 1..].iter().step_by(10) {
                let nearest = nearest_block(&texts[row], other);
                (0..3).for_each(|radius| counts[radius] += u64::from(nearest <= radius as u32));
            }
            counts
        };
        let counts = (0..texts.len()).into_par_iter().map(blocks).reduce(|| [0; 3], |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
        println!("candidates a look-up among 1 M by blocks of 16 bits within 0, 1, 2: {:?}", counts.map(|count| (count as f64 / pairs as f64 * 10.0 * 1e6).round()));
        println!("{:>8}{:>8}{:>24}{:>26}{:>28}", "edited", "k = 7", "sum, 1 M 10 M 100 M", "and blocks within 1", "and blocks within 2");
        for share in [1, 2, 3, 5, 8, 10, 15, 20, 30, 40] {
            let of: Vec<(u32, u32, u32)> = self.copies.iter().zip(&copies).filter(|((_, _, other), _)| *other == share)
                .map(|((_, source, _), copy)| { let (least, sum) = apart(copy, &texts[*source]); (least, sum, nearest_block(copy, &texts[*source])) }).collect();
            let rate = |holds: &dyn Fn(&(u32, u32, u32)) -> bool| of.iter().filter(|pair| holds(pair)).count() as f64 / of.len() as f64;
            print!("{share:>6} %{:>8.3}", rate(&|(least, ..)| *least <= 7));
            for radius in [16, 1, 2] {
                print!("  ");
                for most in thresholds { print!("{:>8.3}", rate(&|(_, sum, block)| *block <= radius && *sum <= most)); }
            }
            println!();
        }
    }
}

fn tails(file: &str, line: &str) {
    let texts: Vec<(String, String)> = fs::read_to_string(file).expect("file").lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
        (line["id"].to_string(), line["text"].as_str().expect("a text").into())
    }).filter(|(_, text): &(String, String)| text.split_whitespace().count() >= std::env::var("LEAST").ok().and_then(|n| n.parse().ok()).unwrap_or(1)).collect();
    let prints = prints(line, &texts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>());
    let rows: Vec<Vec<(u32, usize, usize)>> = (0..prints.len()).into_par_iter().map(|a| (a + 1..prints.len()).map(|b| (apart(&prints[a], &prints[b]).1, a, b)).filter(|(sum, ..)| *sum < 110).collect()).collect();
    let mut all: Vec<_> = rows.into_iter().flatten().collect();
    all.sort_unstable();
    println!("{line}: {} texts", prints.len());
    for most in [10, 20, 30, 40, 50, 60, 65, 70, 75, 78, 83, 88, 95, 100] { println!("   within {most}: {}", all.iter().filter(|(sum, ..)| *sum <= most).count()); }
    for (sum, a, b) in all.iter().filter(|(sum, ..)| *sum > 60 && *sum < 90).step_by(97).take(30) {
        let show = |n: usize| texts[n].1.replace('\n', " ").chars().take(150).collect::<String>();
        println!("{sum}: {} ({} words)\n    {} ({} words)", show(*a), texts[*a].1.split_whitespace().count(), show(*b), texts[*b].1.split_whitespace().count());
    }
}

/// The least distance of two blocks of 16 bits in the same place.
fn nearest_block(a: &[u64], b: &[u64]) -> u32 {
    let blocks = |x: u64| [x, x >> 16, x >> 32, x >> 48].map(|block| (block & 0xFFFF).count_ones());
    a.iter().zip(b).flat_map(|(a, b)| blocks(a ^ b)).min().unwrap_or(16)
}

impl Set {
    /// Comments and titles: so many words of a text, of which some are replaced by words of another text.
    fn short(&self) {
        for words in [8usize, 10, 15, 20, 30, 40, 59, 60, 100, 200] {
            let pieces: Vec<Vec<&str>> = self.texts.iter().map(|text| text.split_whitespace().skip(50).take(words).collect()).filter(|piece: &Vec<&str>| piece.len() == words).collect();
            let copy = |number: usize, replaced: usize| {
                let mut piece = pieces[number].clone();
                let other = &pieces[(number * 7919 + 13) % pieces.len()];
                for edit in 0..replaced { let place = (edit * words / replaced.max(1) + number * 31) % words; piece[place] = other[(place * 17 + number) % words]; }
                piece.join(" ")
            };
            let mut fingerprinter = Fingerprinter::new(&Design::default()).unwrap();
            let mut of = |text: &str| fingerprinter.fingerprints(&Document::plain("", text)).map(|prints| prints.values).unwrap_or_default();
            let originals: Vec<Vec<u64>> = pieces.iter().map(|piece| of(&piece.join(" "))).collect();
            let mut sums = vec![0u64; 321];
            for a in 0..originals.len() { for b in a + 1..originals.len() { if !originals[a].is_empty() && !originals[b].is_empty() { sums[apart(&originals[a], &originals[b]).1 as usize] += 1; } } }
            println!("{words} words, {} texts: thresholds {:?}", originals.len(), AMONG.map(|among| threshold(&sums, 0.01 / among)));
            for replaced in [1, 2, 3, words / 10, words / 5] {
                let mut distances: Vec<u32> = (0..1000).filter(|&n| !originals[n].is_empty()).map(|n| (of(&copy(n, replaced)), &originals[n])).filter(|(copy, _)| !copy.is_empty()).map(|(copy, original)| apart(&copy, original).1).collect();
                distances.sort_unstable();
                let at = |most: u32| distances.partition_point(|&d| d <= most) as f64 / distances.len() as f64;
                println!("   {replaced} replaced: median {}; within 30 {:.2} 40 {:.2} 50 {:.2} 60 {:.2} 72 {:.2}", distances[distances.len() / 2], at(30), at(40), at(50), at(60), at(72));
            }
        }
    }
}

/// The least distance in a lexicon, and the sum over all.
fn apart(a: &[u64], b: &[u64]) -> (u32, u32) {
    let distances = a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones());
    distances.fold((64, 0), |(least, sum), distance| (least.min(distance), sum + distance))
}

/// Methods joined by a plus sign give the fingerprints of both.
fn prints(line: &str, texts: &[&str]) -> Vec<Vec<u64>> {
    if let Some((first, rest)) = line.split_once('+') {
        let mut prints = prints_of(first, texts);
        prints.iter_mut().zip(self::prints(rest, texts)).for_each(|(prints, more)| prints.extend(more));
        return prints;
    }
    prints_of(line, texts)
}

fn prints_of(line: &str, texts: &[&str]) -> Vec<Vec<u64>> {
    let english = Arc::new(Model::english().expect("the model is whole"));
    let model = (!line.contains("weights=none")).then_some(english);
    let method = Method::parse(line, model.as_ref().map(|model| model.id())).unwrap_or_else(|error| panic!("{line}: {error}"));
    let sign = |texts: &[&str]| {
        let mut sketcher = Sketcher::new(method.recipe.clone(), model.clone()).expect("the recipe is taken");
        let one = |text: &&str| match sketcher.sketch(&Document::plain("", text)).map(|sketch| sketch.value) {
            Ok(Value::Simhash(signature)) => signature.fingerprints.into_iter().map(|print| print.unwrap_or(0) as u64).collect(),
            _ => panic!("{line}: no simhash"),
        };
        texts.iter().map(one).collect::<Vec<Vec<u64>>>()
    };
    texts.par_chunks(500).flat_map_iter(sign).collect()
}

/// The largest sum at which at most `share` of other pairs are.
fn threshold(sums: &[u64], share: f64) -> u32 {
    let pairs = sums.iter().sum::<u64>() as f64;
    let mut below = Vec::with_capacity(sums.len());
    let mut all = 0;
    for &count in sums {
        all += count;
        below.push(all as f64 / pairs);
    }
    let (high, low) = (1e-4, 1e-6);
    let at = |share: f64| below.iter().rposition(|&below| below <= share).unwrap_or(0);
    if share >= low {
        return at(share) as u32;
    }
    let (upper, lower) = (at(high), at(low));
    let slope = (below[upper].max(1.0 / pairs) / below[lower].max(1.0 / pairs)).log10() / (upper - lower).max(1) as f64;
    let further = (low / share).log10() / slope;
    (lower as f64 - further).max(0.0) as u32
}
