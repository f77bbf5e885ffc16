//! An index of documents as wholes on disk (`index build --find documents`), memory-mapped.
//!
//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin documents_index [-- N..]`: of N documents of random fingerprints, 1 and
//! 10 million by default: how long it takes to build, its bytes a document, and how long a look-up takes (processor time of one core, 1,000
//! look-ups after as many others). Half of the queries are documents of which each bit was flipped with a probability of .1, .15, .2 or .25, as
//! bits of min-values are in an edited text. Then the same index as it is published to be read by ranges: its bytes, what a look-up
//! fetches, and how many are found. `--folder DIR` has the index built there. `--vectors DIR` also writes the documents' bits, 40 bytes
//! each, as `DIR/documents`, and of each probability in percent the queries as `DIR/PERCENT`: 40 bytes, and the number of the
//! document that it is near, 8 bytes, little-endian; all bits set of those that are near none.
//!
//! `-- --index DIR --copies FOLDER [--half 0|1]`: an index that is there, which holds `texts.jsonl` of FOLDER among others, asked for the
//! edited copies that `tests/bench/edited_copies.py` wrote there: how many are near, how many find their source, and how many others are near.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cpu_time::ThreadTime;
use twinprint::Document;
use twinprint::hash::mix;
use twinprint::seen::{Design, DocumentFingerprints, Fingerprinter, RangesLookup, RangesManifest};
use twinprint_native::index::documents::{
    DocumentsOptions, OpenDocuments, build_of, open, publish_by_ranges,
};

const QUERIES: u64 = 1000;
const PROBABILITIES: [f64; 4] = [0.1, 0.15, 0.2, 0.25];
const BITS: u64 = 320;
const SHARES: [u32; 10] = [1, 2, 3, 5, 8, 10, 15, 20, 30, 40];

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let half = take(&mut arguments, "--half").map(|half| half == "1");
    if let Some(index) = take(&mut arguments, "--index") {
        let copies = take(&mut arguments, "--copies").expect("--copies FOLDER");
        return real(&open(Path::new(&index)).expect("an index"), &copies, half);
    }
    let folder = take(&mut arguments, "--folder").map_or_else(std::env::temp_dir, PathBuf::from);
    let vectors = take(&mut arguments, "--vectors").map(PathBuf::from);
    let counts: Vec<u64> = arguments.iter().map(|count| count.parse().expect("a number")).collect();
    for count in if counts.is_empty() { vec![1_000_000, 10_000_000] } else { counts } {
        synthetic(count, &folder.join(format!("documents-{count}.index")));
        if let Some(folder) = &vectors {
            write_vectors(count, folder).expect("the vectors can be written");
        }
    }
}

fn write_vectors(count: u64, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let written = |out: &mut dyn Write, values: &[u64]| {
        values.iter().try_for_each(|value| out.write_all(&value.to_le_bytes()))
    };
    let mut documents = BufWriter::new(File::create(folder.join("documents"))?);
    (0..count).try_for_each(|number| written(&mut documents, &values(number)))?;
    documents.flush()?;
    for probability in PROBABILITIES {
        let mut queries = BufWriter::new(File::create(folder.join(format!("{:.0}", 100.0 * probability)))?);
        for number in QUERIES..2 * QUERIES {
            let (source, query) = query(number, count, probability);
            let near = Design::default().near(&query.values, &values(source), 500).is_some();
            written(&mut queries, &query.values)?;
            written(&mut queries, &[if near { source } else { u64::MAX }])?;
        }
        queries.flush()?;
    }
    Ok(())
}

/// The value of an option, which is taken out.
fn take(arguments: &mut Vec<String>, name: &str) -> Option<String> {
    let place = arguments.iter().position(|argument| argument == name)?;
    arguments.drain(place..place + 2).next_back()
}

fn values(number: u64) -> Vec<u64> {
    (0..5).map(|lexicon| mix(mix(number) ^ lexicon)).collect()
}

/// A document each bit of which was flipped with a probability.
fn flipped(source: u64, seed: u64, probability: f64) -> DocumentFingerprints {
    let mut values = values(source);
    let flips = |bit: u64| (mix(mix(seed) ^ bit) as f64) < probability * 2f64.powi(64);
    for bit in (0..BITS).filter(|&bit| flips(bit)) {
        values[(bit / 64) as usize] ^= 1 << (bit % 64);
    }
    DocumentFingerprints { values, words: 500 }
}

/// A query and the document that it was made of, which is one of those indexed for every other query.
fn query(number: u64, count: u64, probability: f64) -> (u64, DocumentFingerprints) {
    let source = if number.is_multiple_of(2) { mix(number) % count } else { count + number };
    (source, flipped(source, number, probability))
}

fn synthetic(count: u64, folder: &Path) {
    let begun = Instant::now();
    let document = |number| (None, DocumentFingerprints { values: values(number), words: 500 });
    build_of((0..count).map(document), folder, &DocumentsOptions::default(), &())
        .expect("an index can be built");
    let seconds = begun.elapsed().as_secs_f64();
    let index = open(folder).expect("it was built");
    let bytes: u64 = index.manifest().files().map(|file| file.bytes).sum();
    println!("{count} documents: {:.1} bytes each, built in {seconds:.0} s", bytes as f64 / count as f64);
    let design = Design::default();
    for probability in PROBABILITIES {
        let (mut times, mut found, mut near) = (Vec::new(), 0, 0);
        for number in 0..2 * QUERIES {
            let (source, query) = query(number, count, probability);
            let begun = ThreadTime::now();
            let answer = index.near(&query, 10).expect("nothing is damaged");
            if number >= QUERIES {
                times.push(begun.elapsed().as_secs_f64() * 1e3);
            }
            if source < count && design.near(&query.values, &values(source), 500).is_some() {
                near += 1;
                found += u64::from(answer.matches.iter().any(|found| found.document == source));
            }
        }
        times.sort_by(f64::total_cmp);
        let of = |share: usize| times[times.len() * share / 100];
        println!(
            "  {:.0} % of bits flipped: {:.4} of {near} that are near found; {:.2} ms a look-up, 99 of 100 within {:.2}",
            100.0 * probability,
            found as f64 / near.max(1) as f64,
            of(50),
            of(99),
        );
    }
    drop(index);
    by_ranges(count, folder);
}

/// The index as it is read by ranges of bytes.
fn by_ranges(count: u64, folder: &Path) {
    let out = folder.with_extension("ranges");
    let begun = Instant::now();
    let manifest = publish_by_ranges(folder, &out, 4 << 30, &()).expect("an index can be published");
    let seconds = begun.elapsed().as_secs_f64();
    let bytes: u64 = manifest.files().map(|file| file.bytes).sum();
    let own = fs::metadata(out.join("index.json")).expect("its manifest").len();
    println!(
        "  by ranges: {:.1} bytes each, published in {seconds:.0} s, a manifest of {own} bytes",
        bytes as f64 / count as f64
    );
    for probability in PROBABILITIES {
        let (mut found, mut near, mut fetched, mut requests) = (0, 0, 0, 0);
        for number in QUERIES..2 * QUERIES {
            let (source, query) = query(number, count, probability);
            let is_near =
                source < count && Design::default().near(&query.values, &values(source), 500).is_some();
            let (numbers, bytes, parts) = look_up(&out, &manifest, query);
            (fetched, requests) = (fetched + bytes, requests + parts);
            near += u64::from(is_near);
            found += u64::from(is_near && numbers.contains(&source));
        }
        println!(
            "  {:.0} % of bits flipped: {:.4} of {near} that are near found by ranges; {:.0} kB a look-up in {:.0} requests",
            100.0 * probability,
            found as f64 / near.max(1) as f64,
            fetched as f64 / QUERIES as f64 / 1e3,
            requests as f64 / QUERIES as f64,
        );
    }
}

/// The numbers of the documents near one, and how many bytes of how many parts were read.
fn look_up(out: &Path, manifest: &RangesManifest, query: DocumentFingerprints) -> (Vec<u64>, u64, u64) {
    let mut lookup = RangesLookup::new(manifest, query).expect("a manifest");
    let (mut bytes, mut parts) = (0, 0);
    loop {
        let Some(part) = lookup.wanted().next().cloned() else { break };
        let mut own = vec![0; (part.end - part.start) as usize];
        let file = File::open(out.join(&part.file)).expect("a file of the index");
        file.read_exact_at(&mut own, part.start).expect("a part of it");
        lookup.supply(&part, &own).expect("nothing is damaged");
        (bytes, parts) = (bytes + own.len() as u64, parts + 1);
    }
    let near = lookup.near(20).expect("all was fetched");
    (near.matches.iter().map(|found| found.document).collect(), bytes, parts)
}

fn documents(file: &str) -> HashMap<String, String> {
    let parse = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON lines");
        (line["id"].as_str().expect("an id").into(), line["text"].as_str().expect("a text").into())
    };
    fs::read_to_string(file).expect("a file of edited_copies.py").lines().map(parse).collect()
}

fn real(index: &OpenDocuments, folder: &str, half: Option<bool>) {
    let design = *index.design();
    let texts = documents(&format!("{folder}/texts.jsonl"));
    let copies = documents(&format!("{folder}/copies.jsonl"));
    let pairs = fs::read_to_string(format!("{folder}/pairs.tsv")).expect("edited_copies.py made it");
    let mut fingerprinter = Fingerprinter::new(&design).expect("a design");
    let mut of = |text: &str| fingerprinter.fingerprints(&Document::plain("", text)).expect("a text");
    let (mut sources, mut rows): (Vec<&str>, Vec<_>) = (Vec::new(), Vec::new());
    for pair in pairs.lines() {
        let [copy, source, how] = pair.split('\t').collect::<Vec<_>>()[..] else { continue };
        if !sources.contains(&source) {
            sources.push(source);
        }
        let is_odd = sources.iter().position(|&other| other == source).is_some_and(|place| place % 2 == 1);
        let share: u32 = how.split(':').nth(1).and_then(|share| share.parse().ok()).expect("operation:share");
        if half.is_none_or(|half| is_odd == half) {
            rows.push((of(&copies[copy]), of(&texts[source]), source, share));
        }
    }
    println!("{} copies among {} documents", rows.len(), index.manifest().documents);
    println!("{:>8}  {:>8}  {:>8}  {:>12}  {:>10}", "edited", "near", "found", "others near", "ms");
    for share in SHARES {
        let (mut near, mut found, mut others, mut all) = (0, 0, 0, 0);
        let mut times = Vec::new();
        for (query, original, source, _) in rows.iter().filter(|row| row.3 == share) {
            all += 1;
            near += u32::from(design.near(&query.values, &original.values, original.words).is_some());
            let begun = ThreadTime::now();
            let answer = index.near(query, 100).expect("nothing is damaged");
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            found += u32::from(answer.matches.iter().any(|found| found.id == *source));
            others += answer.matches.iter().filter(|found| found.id != *source).count();
        }
        times.sort_by(f64::total_cmp);
        let rate = |count: u32| f64::from(count) / f64::from(all.max(1));
        println!(
            "{share:>6} %  {:>8.3}  {:>8.3}  {others:>12}  {:>10.2}",
            rate(near),
            rate(found),
            times.get(times.len() / 2).copied().unwrap_or(0.0)
        );
    }
}
