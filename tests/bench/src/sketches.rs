//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin sketches [-- FILE]`: how fast documents become sketches,
//! beside crates that anyone can install, on one core, from raw UTF-8; then on two. Documents of 4 KB, of a file of JSON
//! lines or of text made here. Medians of seven rounds.

mod text;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use cpu_time::ThreadTime;
use gaoya::minhash::{MinHasher, MinHasher32};
use gaoya::simhash::{SimHash, SimSipHasher64};
use md5::Digest;
use twinprint::Document;
use twinprint::lexicon::Model;
use twinprint::shingle;
use twinprint::sketch::{Method, Sketcher, Value};
use twinprint::text::{Reader, TextOptions};

const ROUNDS: usize = 7;

fn main() {
    let documents = documents();
    let bytes: usize = documents.iter().map(String::len).sum();
    println!(
        "{} documents, {bytes} bytes; medians of {ROUNDS} rounds, processor time of one core",
        documents.len()
    );
    let model = Arc::new(Model::english().expect("the model is whole"));
    let run = Run { documents: &documents, bytes, model: &model };

    println!("\nsimhash of 64 bits, 5-shingles, unweighted");
    let simdoc = run.peer("find-simdoc 0.1", find_simdoc);
    let gaoya = run.peer("gaoya 0.2", |documents| {
        documents.iter().map(|text| gaoya_simhash(text)).fold(0, |a, b| a ^ b)
    });
    run.peer("simhash 0.3", |documents| {
        documents.iter().map(|text| crate_simhash(text)).fold(0, |a, b| a ^ b)
    });
    let plain = run.ours("simhash:w=5,stop-words=none,stemmer=none,weights=none");
    ratio("find-simdoc", simdoc / plain, 2.5);
    ratio("gaoya", gaoya / plain, 8.0);

    println!("\nthe fusion paper's recipe with 64 bits: stop words, stems, IDF, five lexicons");
    let fusion = run.ours("fusion:bits=64");
    ratio("find-simdoc's plain one", simdoc / fusion, 1.0);

    println!("\n128 min-values of 5-shingles");
    let gaoya = run.peer("gaoya 0.2", gaoya_min_hash);
    let min_values = run.ours("minhash:values=128,w=5");
    ratio("gaoya", gaoya / min_values, 8.0);

    println!("\nrandom projection to 384 bits (60 MB/s)");
    run.ours("henzinger06-c:urls=as-text");

    println!("\nMD5 of 10-shingles");
    let one_by_one = run.peer("md-5 0.11, one a shingle", |documents| {
        documents.iter().map(|text| md5_shingles(text)).fold(0, |a, b| a ^ b)
    });
    let lanes = run.peer("Twinprint, sixteen at a time", md5_lanes);
    ratio("one a shingle", one_by_one / lanes, 4.0);
    run.ours("ye08:w=10,stop-words=none,stemmer=none");

    println!("\ntwo cores against one, wall clock");
    for name in ["simhash:w=5,stop-words=none,stemmer=none,weights=none", "fusion:bits=64"] {
        let [one, two] = [1, 2].map(|threads| run.wall(name, threads));
        println!("  {name:60} {:8.1} MB/s, {:.2} times one", bytes as f64 / two / 1e6, one / two);
    }
}

struct Run<'a> {
    documents: &'a [String],
    bytes: usize,
    model: &'a Arc<Model>,
}

impl Run<'_> {
    /// Seconds of a peer.
    fn peer(&self, name: &str, work: impl Fn(&[String]) -> u64) -> f64 {
        let seconds = median(|| {
            let begun = ThreadTime::now();
            black_box(work(self.documents));
            begun.elapsed().as_secs_f64()
        });
        self.row(name, seconds);
        seconds
    }

    /// Seconds of a method of Twinprint.
    fn ours(&self, name: &str) -> f64 {
        let mut sketcher = self.sketcher(name);
        let seconds = median(|| {
            let begun = ThreadTime::now();
            black_box(sketch_all(&mut sketcher, self.documents));
            begun.elapsed().as_secs_f64()
        });
        self.row(&format!("Twinprint {name}"), seconds);
        seconds
    }

    /// Seconds by the clock on `threads` threads.
    fn wall(&self, name: &str, threads: usize) -> f64 {
        let mut sketchers: Vec<Sketcher> = (0..threads).map(|_| self.sketcher(name)).collect();
        let share = self.documents.len().div_ceil(threads);
        median(|| {
            let begun = Instant::now();
            std::thread::scope(|scope| {
                for (documents, sketcher) in self.documents.chunks(share).zip(&mut sketchers) {
                    scope.spawn(|| black_box(sketch_all(sketcher, documents)));
                }
            });
            begun.elapsed().as_secs_f64()
        })
    }

    fn sketcher(&self, name: &str) -> Sketcher {
        let method = Method::parse(name, Some(self.model.id())).expect(name);
        Sketcher::new(method.recipe, Some(self.model.clone())).expect(name)
    }

    fn row(&self, name: &str, seconds: f64) {
        println!("  {name:60} {:8.1} MB/s", self.bytes as f64 / seconds / 1e6);
    }
}

fn sketch_all(sketcher: &mut Sketcher, documents: &[String]) -> u64 {
    let some = |value: Value| match value {
        Value::Simhash(signature) => signature.fingerprints[0].map_or(0, |print| print as u64),
        Value::MinValues(values) => values.0[0],
        Value::Projection(projection) => projection.0[0],
        Value::Shingles(shingles) => shingles.hashes.len() as u64,
        _ => 0,
    };
    documents
        .iter()
        .map(|text| some(sketcher.sketch(&Document::plain("text", text)).unwrap().value))
        .fold(0, |a, b| a ^ b)
}

fn ratio(peer: &str, ratio: f64, aim: f64) {
    println!("  {ratio:.2} times {peer} (aim {aim})");
}

fn median(mut seconds: impl FnMut() -> f64) -> f64 {
    let mut rounds: Vec<f64> = (0..ROUNDS).map(|_| seconds()).collect();
    rounds.sort_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}

/// The documents of a file of JSON lines, or text made here in pieces of 4 KB.
fn documents() -> Vec<String> {
    match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{path}: {error}"))
            .lines()
            .take(2000)
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).expect("a line of JSON")["text"]
                    .as_str()
                    .expect("a text")
                    .into()
            })
            .collect(),
        None => {
            let text = text::english(4_000_000);
            text.as_bytes().chunks(4096).map(|piece| String::from_utf8_lossy(piece).into_owned()).collect()
        }
    }
}

/// Its sketches of cosine similarity are simhashes; it splits at spaces and folds nothing.
fn find_simdoc(documents: &[String]) -> u64 {
    let searcher = find_simdoc::CosineSearcher::new(5, Some(' '), Some(42)).expect("a window of five");
    let searcher = searcher.build_sketches(documents.iter(), 1).expect("sketches");
    searcher.memory_in_bytes() as u64
}

/// The words of a text in lower case, as a user of the crates would split them.
fn shingles(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.windows(5).map(|words| words.join(" ")).collect()
}

fn gaoya_simhash(text: &str) -> u64 {
    let hasher = SimHash::<SimSipHasher64, u64, 64>::new(SimSipHasher64::new(5, 6));
    hasher.create_signature(shingles(text).iter())
}

fn gaoya_min_hash(documents: &[String]) -> u64 {
    let hasher = MinHasher32::new(128);
    documents
        .iter()
        .map(|text| u64::from(hasher.create_signature(shingles(text).iter())[0]))
        .fold(0, |a, b| a ^ b)
}

fn crate_simhash(text: &str) -> u64 {
    let shingles = shingles(text);
    simhash::simhash_stream(shingles.iter().map(String::as_str))
}

fn md5_lanes(documents: &[String]) -> u64 {
    let mut reader = Reader::new(&TextOptions::default()).expect("plain words").with_words();
    let read = |text: &String| {
        let reading = reader.read(&Document::plain("text", text)).expect("a text with words");
        shingle::md5(&reading, reading.hashes(), 10).iter().fold(0, |a, &b| a ^ b as u64)
    };
    documents.iter().map(read).fold(0, |a, b| a ^ b)
}

fn md5_shingles(text: &str) -> u64 {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let digest = |words: &[&str]| md5::Md5::digest(words.join(" ").as_bytes())[0];
    words.windows(10).map(|words| u64::from(digest(words))).fold(0, |a, b| a ^ b)
}
