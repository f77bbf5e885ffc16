//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin speed [-- FILE]`: how fast the core is, beside yardsticks,
//! on English text (a file, or text made here), one core. Medians of seven rounds; ratios are to the first row.

mod rounds;
mod text;

use find_simdoc::feature::{FeatureConfig, FeatureExtractor};
use twinprint::{Checker, Document, shingle, text::TextOptions};
use unicode_segmentation::UnicodeSegmentation;

use rounds::{ROUNDS, median};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let text = match arguments.next() {
        Some(flag) if flag == "--write" => {
            let path = arguments.next().unwrap_or_else(|| panic!("--write takes the name of a file"));
            return std::fs::write(&path, text::english(4_000_000))
                .unwrap_or_else(|error| panic!("{path}: {error}"));
        }
        Some(path) => std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")),
        None => text::english(4_000_000),
    };
    println!("{} bytes; medians of {ROUNDS} rounds, processor time of one core", text.len());
    shingle_hashes(&text);
    comparison(&text);
}

fn shingle_hashes(text: &str) {
    let bytes = text.len();
    row("unicode-segmentation: words alone", bytes, || text.unicode_words().count() as u64);
    let config = FeatureConfig::new(5, Some(' '), 0).expect("a window of five");
    let extractor = FeatureExtractor::new(&config);
    let mut features = Vec::new();
    row("find-simdoc: 5-shingle hashes", bytes, || {
        extractor.extract(text, &mut features);
        features.len() as u64
    });
    row("twinprint: words alone", bytes, || {
        let mut sum = 0;
        twinprint::text::for_each_word(text, &TextOptions::default(), |word, _| sum += word.len() as u64)
            .unwrap();
        sum
    });
    row("twinprint: token hashes", bytes, || {
        let mut sum = 0u64;
        twinprint::text::for_each_token(text, &TextOptions::default(), |token| sum ^= token).unwrap();
        sum
    });
    row("twinprint: text to 5-shingle hashes", bytes, || {
        let mut sum = 0;
        shingle::of_text(text, &TextOptions::default(), 5, |hash| sum ^= hash).unwrap();
        sum
    });
    row("twinprint: read (words, places, flags)", bytes, || {
        let checker = Checker::default();
        checker.read_text(&Document::plain("text", text)).unwrap().hashes().len() as u64
    });
}

/// Two documents that share most of their text, at two sizes: the time should double with the size.
fn comparison(text: &str) {
    let checker = Checker::default();
    for size in [500_000, 1_000_000] {
        let a = &text[..text.floor_char_boundary(size)];
        let b = a.replace(" and ", " or ");
        row(&format!("twinprint: prepare {size} bytes"), size, || {
            checker.read(&Document::plain("a", a)).unwrap().fingerprint().0
        });
        let (a, b) = (
            checker.read(&Document::plain("a", a)).unwrap(),
            checker.read(&Document::plain("b", &b)).unwrap(),
        );
        row(&format!("twinprint: compare two of {size} bytes"), 2 * size, || {
            checker.compare(&a, &b).unwrap().passages.len() as u64
        });
        let repeated = "a ".repeat(size / 2);
        let a = checker.read(&Document::plain("a", &repeated)).unwrap();
        row(&format!("twinprint: compare \"a a ..\" of {size} bytes"), 2 * size, || {
            checker.compare(&a, &a).unwrap().passages.len() as u64
        });
    }
}

fn row(name: &str, bytes: usize, work: impl FnMut() -> u64) {
    let median = median(work);
    println!("{name:44} {:9.2} ms {:8.1} MB/s", median * 1e3, bytes as f64 / median / 1e6);
}
