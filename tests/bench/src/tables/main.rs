//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin tables [-- NAME.. CODES.. [--codes FILE]]`: tables of
//! fingerprints beside crates that anyone can install, k = 3, seeds fixed; and what sorting, copying and the best coding
//! take, by which tables are judged.
//!
//! A NAME is a measurement or a beginning of one's name (`query`, `size-elias-fano`), all unless some are named; CODES is how
//! many uniform fingerprints, 1,000,000 and then 10,000,000 unless given. With `--codes`, the fingerprints are a file's: 64
//! bits each, lowest byte first. `tables simhashes OUT FILE..` makes such a file of documents: files and folders of HTML, text
//! or JSON lines. `tables files FOLDER CODES` writes the four tables of `query-four` and its queries, for others to ask;
//! `tables exact CODES` compares a million answers with those of comparing with all. `tables papers CODES` measures the paper's designs, of 4, 10, 16
//! and 20 tables, beside their predictions.
//!
//! `--svg FILE` draws how the time of a query grows with CODES.
//!
//! Times are medians; of one thread they are its processor time. Bytes are those requested from the allocator. Every measurement makes what
//! it needs and drops it before the next; 100,000,000 fingerprints take mih-rs 10 GB.

mod codes;
mod exact;
mod join;
mod measure;
mod memory;
mod own;
mod papers;
mod plot;
mod query;
mod simhashes;
mod size;
mod sort;
mod stream;
mod time;

use codes::Input;
use measure::Measurement;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((command, [out, operands @ ..])) if command == "simhashes" => simhashes::write(out, operands),
        Some((command, [folder, codes])) if command == "files" => query::write_files(folder, codes),
        Some((command, [codes])) if command == "exact" => exact::check(codes),
        Some((command, [codes])) if command == "papers" => papers::compare(codes),
        _ => run(arguments.into_iter()),
    };
    if let Err(message) = done {
        eprintln!("{message}");
        std::process::exit(2);
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut names, mut inputs, mut svg) = (Vec::new(), Vec::new(), None);
    while let Some(argument) = arguments.next() {
        if argument == "--svg" {
            svg = Some(arguments.next().ok_or("--svg needs a file")?);
        } else if argument == "--codes" {
            inputs.push(Input::recorded(&arguments.next().ok_or("--codes needs a file")?)?);
        } else if let Ok(count) = argument.parse() {
            inputs.push(Input::Uniform(count));
        } else {
            names.push(argument);
        }
    }
    if inputs.is_empty() {
        inputs.extend([1_000_000, 10_000_000].map(Input::Uniform));
    }
    let named = |measurement: &&Measurement| {
        names.is_empty() || names.iter().any(|name| measurement.name.starts_with(name))
    };
    let wanted: Vec<&Measurement> = measure::ALL.iter().filter(named).collect();
    if wanted.is_empty() {
        let all: Vec<&str> = measure::ALL.iter().map(|measurement| measurement.name).collect();
        return Err(format!(
            "no measurement begins with \"{}\"; there are {}",
            names.join("\" or \""),
            all.join(", ")
        ));
    }
    let mut lines: Vec<plot::Line> = Vec::new();
    for input in &inputs {
        for (party, seconds) in measure::run(&wanted, input) {
            let point = (input.count() as f64, seconds);
            match lines.iter_mut().find(|(known, _)| *known == party) {
                Some((_, points)) => points.push(point),
                None => lines.push((party, vec![point])),
            }
        }
    }
    svg.map_or(Ok(()), |path| plot::draw(&path, &lines).map_err(|error| error.to_string()))
}
