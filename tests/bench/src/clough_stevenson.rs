//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin clough_stevenson -- FOLDER`: how well containment
//! alone tells copied answers from independent ones, on the corpus of Clough and Stevenson (2011).
//!
//! FOLDER holds `docs.jsonl` (`id`, `text`) and `pairs.tsv` (answer, original, label). The answers of every other
//! student are the half on which the shingle length and the threshold are chosen; the others' are the test. Beside it the
//! threshold is chosen on the answers to all tasks but one, and tried on that one, for each in turn.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use twinprint::text::{Language, TextOptions};
use twinprint::{Checker, Document, Recipe};

struct Answer {
    id: String,
    label: String,
    /// Containment in the original, by each of [`SHINGLES`].
    containment: [f64; SHINGLES.len()],
    /// Of the half for choosing.
    tuning: bool,
}

/// The words of a shingle, and whether they are stemmed.
const SHINGLES: [(usize, bool); 10] = [
    (1, false),
    (2, false),
    (3, false),
    (4, false),
    (5, false),
    (1, true),
    (2, true),
    (3, true),
    (4, true),
    (5, true),
];

/// The place of the default among them.
const DEFAULT: usize = Recipe::DEFAULT_W - 1;

/// Labelled as copied, but sharing nothing with the original that is given.
const OTHER_SOURCE: [&str; 2] = ["g2pE_taskc", "g4pD_taskb"];

fn main() {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("give the folder that holds docs.jsonl and pairs.tsv");
        std::process::exit(2);
    };
    let answers = read(Path::new(&folder));
    by_label(&answers);
    let (tuning, test): (Vec<&Answer>, Vec<&Answer>) = answers.iter().partition(|answer| answer.tuning);
    // Copied, says the corpus, but from another page than the original: no containment in it can tell.
    let reachable: Vec<&Answer> =
        test.iter().copied().filter(|answer| !OTHER_SOURCE.contains(&&*answer.id)).collect();
    println!(
        "\nchosen on {} answers, tested on {} ({} of them from the original)",
        tuning.len(),
        test.len(),
        reachable.len()
    );
    println!(
        "{:>12} {:>10} {:>10} {:>16} {:>14} {:>19} {:>20}",
        "w",
        "area",
        "threshold",
        "chosen accuracy",
        "test accuracy",
        "from the original",
        "leave one task out"
    );
    for (at, (w, stemmed)) in SHINGLES.into_iter().enumerate() {
        let threshold = best_threshold(&tuning, at);
        let name = format!("{w}{}", if stemmed { ", stems" } else { "" });
        println!(
            "{name:>12} {:>10.4} {threshold:>10.3} {:>16.3} {:>14.3} {:>19.3} {:>20.3}",
            area(&tuning, at),
            accuracy(&tuning, at, threshold),
            accuracy(&test, at, threshold),
            accuracy(&reachable, at, threshold),
            leaving_one_task_out(&answers, at)
        );
    }
    let threshold = best_threshold(&tuning, DEFAULT);
    println!("\nwrong on the test half at w = {}, threshold {threshold:.3}:", Recipe::DEFAULT_W);
    for answer in test.iter().filter(|answer| said(answer, DEFAULT, threshold) != copied(answer)) {
        println!("  {} ({}): containment {:.3}", answer.id, answer.label, answer.containment[DEFAULT]);
    }
}

/// The accuracy where the threshold for each task is chosen on the others.
fn leaving_one_task_out(answers: &[Answer], at: usize) -> f64 {
    let task = |answer: &Answer| answer.id.split('_').nth(1).map(str::to_owned);
    let tasks: BTreeSet<Option<String>> = answers.iter().map(task).collect();
    let right = tasks.iter().map(|left_out| {
        let (own, others): (Vec<&Answer>, Vec<&Answer>) =
            answers.iter().partition(|answer| task(answer) == *left_out);
        accuracy(&own, at, best_threshold(&others, at)) * own.len() as f64
    });
    right.sum::<f64>() / answers.len() as f64
}

fn read(folder: &Path) -> Vec<Answer> {
    let load = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let texts: BTreeMap<String, String> = load("docs.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a JSON object a line"))
        .map(|document| (document["id"].to_string(), document["text"].as_str().expect("a text").to_string()))
        .map(|(id, text)| (id.trim_matches('"').to_string(), text))
        .collect();
    let pairs = load("pairs.tsv");
    let rows: Vec<Vec<&str>> = pairs.lines().map(|line| line.split('\t').collect()).collect();
    let students: BTreeSet<&str> = rows.iter().map(|row| student(row[0])).collect();
    let tuning: BTreeSet<&str> = students.into_iter().step_by(2).collect();
    rows.iter()
        .map(|row| Answer {
            id: row[0].into(),
            label: row[2].into(),
            containment: SHINGLES.map(|(w, stemmed)| containment(&texts[row[0]], &texts[row[1]], w, stemmed)),
            tuning: tuning.contains(student(row[0])),
        })
        .collect()
}

fn student(answer: &str) -> &str {
    answer.split('_').next().unwrap_or(answer)
}

fn containment(answer: &str, original: &str, w: usize, stemmed: bool) -> f64 {
    let text = TextOptions::default().with_stemmer(stemmed.then_some(Language::English));
    let checker =
        Checker::new(Recipe::default().with_text(text).with_w(w)).expect("a shingle length in range");
    let [answer, original] = [("answer", answer), ("original", original)]
        .map(|(name, text)| checker.read(&Document::plain(name, text)).expect("words"));
    checker.compare(&answer, &original).expect("one recipe").numbers.containment_a
}

fn by_label(answers: &[Answer]) {
    println!("containment of the answer in its original, w = {}", Recipe::DEFAULT_W);
    println!("{:>6} {:>4} {:>7} {:>7} {:>7}", "label", "n", "least", "mean", "most");
    for label in ["cut", "light", "heavy", "non"] {
        let of: Vec<f64> = answers
            .iter()
            .filter(|answer| answer.label == label)
            .map(|answer| answer.containment[DEFAULT])
            .collect();
        let mean = of.iter().sum::<f64>() / of.len() as f64;
        let (least, most) =
            of.iter().fold((1.0_f64, 0.0_f64), |(least, most), &c| (least.min(c), most.max(c)));
        println!("{label:>6} {:>4} {least:>7.3} {mean:>7.3} {most:>7.3}", of.len());
    }
}

fn copied(answer: &Answer) -> bool {
    answer.label != "non"
}

fn said(answer: &Answer, at: usize, threshold: f64) -> bool {
    answer.containment[at] >= threshold
}

/// The chance that a copied answer is contained more than an independent one: the area under the ROC curve.
fn area(answers: &[&Answer], at: usize) -> f64 {
    let (copied, own): (Vec<&Answer>, Vec<&Answer>) = answers.iter().partition(|answer| copied(answer));
    let wins = |x: f64| own.iter().map(move |answer| (x, answer.containment[at]));
    let score = |(x, y): (f64, f64)| {
        if x > y {
            1.0
        } else if x == y {
            0.5
        } else {
            0.0
        }
    };
    let sum: f64 = copied.iter().flat_map(|answer| wins(answer.containment[at])).map(score).sum();
    sum / (copied.len() * own.len()) as f64
}

fn accuracy(answers: &[&Answer], at: usize, threshold: f64) -> f64 {
    let right = answers.iter().filter(|answer| said(answer, at, threshold) == copied(answer)).count();
    right as f64 / answers.len() as f64
}

/// The middle of the widest range of thresholds that are best.
fn best_threshold(answers: &[&Answer], at: usize) -> f64 {
    let mut cuts: Vec<f64> = answers.iter().map(|answer| answer.containment[at]).collect();
    cuts.extend([0.0, 1.0]);
    cuts.sort_by(f64::total_cmp);
    let middles = cuts.windows(2).map(|pair| ((pair[0] + pair[1]) / 2.0, pair[1] - pair[0]));
    let best = middles.max_by(|x, y| {
        (accuracy(answers, at, x.0), x.1).partial_cmp(&(accuracy(answers, at, y.0), y.1)).expect("numbers")
    });
    best.map_or(0.5, |(middle, _)| middle)
}
