//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin seen [-- N..]`: how long a look-up takes among N remembered
//! documents of random fingerprints, 1 and 10 million by default, and how many bytes one takes; beside five indexes of mih-rs, one a
//! lexicon, each asked for all within 7 bits, and beside comparing with every document. Of the queries half are documents of which 40
//! of 320 bits were flipped. Processor time of one core, medians of 1,000 queries.
//!
//! Fingerprints of real documents share more blocks than random ones do: of pieces of books four times as many are candidates
//! (`--bin documents`).

#[path = "tables/memory.rs"]
mod memory;

use std::hint::black_box;

use cpu_time::ThreadTime;
use twinprint::hash::mix;
use twinprint::seen::{Design, DocumentFingerprints, SeenDocuments};

const QUERIES: u64 = 1000;
const FLIPPED: u64 = 40;

fn main() {
    let counts: Vec<u64> = std::env::args().skip(1).map(|count| count.parse().expect("a number")).collect();
    for count in if counts.is_empty() { vec![1_000_000, 10_000_000] } else { counts } {
        println!("{count} documents");
        own(count);
        mih(count);
        every(count);
    }
}

fn document(number: u64) -> [u64; 5] {
    std::array::from_fn(|lexicon| mix(mix(number) ^ lexicon as u64))
}

/// Half of the queries are near a document, whose number comes with them.
fn query(number: u64, count: u64) -> ([u64; 5], Option<u64>) {
    if number % 2 == 1 {
        return (document(count + number), None);
    }
    let source = number * (count / QUERIES);
    let mut values = document(source);
    for flip in 0..FLIPPED {
        let bit = mix(number ^ flip << 32) % 320;
        values[(bit / 64) as usize] ^= 1 << (bit % 64);
    }
    (values, Some(source))
}

/// The median of the queries' microseconds, and how many of those that are near a document find it.
fn asked(count: u64, mut find: impl FnMut(&[u64; 5], Option<u64>) -> bool) -> (f64, f64) {
    let (mut times, mut found) = (Vec::new(), 0);
    for number in 0..QUERIES {
        let (values, source) = query(number, count);
        let begun = ThreadTime::now();
        let finds = black_box(find(&values, source));
        times.push(begun.elapsed().as_secs_f64() * 1e6);
        found += u64::from(finds && source.is_some());
    }
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], found as f64 / (QUERIES / 2) as f64)
}

fn row(name: &str, bytes: Option<f64>, (time, found): (f64, f64)) {
    let bytes = bytes.map_or("".into(), |bytes| format!("{bytes:.0} bytes a document, "));
    println!("  {name}: {bytes}{time:.0} us a look-up, {found:.3} found");
}

fn own(count: u64) {
    let (seen, needed) = memory::of(|| {
        let mut seen = SeenDocuments::new(Design::default());
        for number in 0..count {
            seen.remember("", &DocumentFingerprints { values: document(number).into(), words: 500 }, 1);
        }
        seen
    });
    let find = |values: &[u64; 5], source: Option<u64>| {
        let near = seen.near(&DocumentFingerprints { values: values.to_vec(), words: 500 }, 0);
        near.first().map(|found| u64::from(found.ordinal)) == source
    };
    row("Twinprint", Some(needed.held as f64 / count as f64), asked(count, find));
}

fn mih(count: u64) {
    let (indexes, needed) = memory::of(|| {
        std::array::from_fn::<_, 5, _>(|lexicon| {
            let codes: Vec<u64> = (0..count).map(|number| document(number)[lexicon]).collect();
            mih_rs::Index::new(codes).expect("there are codes")
        })
    });
    let mut searchers: Vec<_> = indexes.iter().map(mih_rs::Index::range_searcher).collect();
    let find = |values: &[u64; 5], source: Option<u64>| {
        let mut finds = source.is_none();
        for (searcher, value) in searchers.iter_mut().zip(values) {
            finds |= searcher.run(*value, 7).iter().any(|&found| Some(u64::from(found)) == source);
        }
        finds
    };
    row("mih-rs, any of five within 7", Some(needed.held as f64 / count as f64), asked(count, find));
}

fn every(count: u64) {
    let all: Vec<[u64; 5]> = (0..count).map(document).collect();
    let find = |values: &[u64; 5], source: Option<u64>| {
        let apart =
            |other: &[u64; 5]| other.iter().zip(values).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
        let nearest = all.iter().enumerate().map(|(number, other)| (apart(other), number)).min();
        nearest.is_some_and(|(distance, number)| distance <= 76 && Some(number as u64) == source)
    };
    row("each compared", Some(40.0), asked(count, find));
}
