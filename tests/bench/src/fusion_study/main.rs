//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin fusion_study -- FOLDER [--hard FOLDER] [PART..]`:
//! what the experiments of the fusion paper (section 4) leave open, on a set made by its protocol. The experiments themselves are
//! `twinprint study lexicons`.
//!
//! FOLDER holds `background_10k.jsonl`, `edited_dev.jsonl` (`id`, `text`) and `pairs_dev.tsv` (copy, source, operation:rate),
//! the folder after `--hard` what `hard_set` wrote. Tables go to standard output as Markdown. The parts, all unless
//! some are named:
//!
//! | part | what |
//! |---|---|
//! | `baselines` | the paper's methods and its baselines, with 32 and 64 bits, and all by edit rate |
//! | `findings` | word hashes, lexicons against hashes, one long print against short ones, any against sum, weights |
//! | `band` | the band of I-Match |
//! | `verified` | sketches as candidates and exact verification after; what an index can serve, on the hard set, too |
//!
//! Every source is a query. Precision and recall are macro averages over the queries, thresholds are chosen on half of the
//! edits and tested on the other, both ways, and F is the mean of both. Where hashes or lexicons are seeded, figures are
//! means of five seeds: seed 0 leaves the words' hashes as they are, so that figures of it are those of `twinprint eval`;
//! another seed mixes every word's hash with itself, so that a single print changes with it, too.

mod band;
mod baselines;
mod findings;
mod markdown;
mod prints;
mod set;
mod verified;
mod weak;

use std::path::PathBuf;

use set::Set;
use twinprint_native::Error;

const PARTS: [&str; 4] = ["baselines", "findings", "band", "verified"];

fn main() {
    if let Err(message) = run(std::env::args().skip(1)) {
        eprintln!("{message}");
        std::process::exit(2);
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut folder, mut hard, mut parts) = (None, None, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().map(PathBuf::from).ok_or_else(|| format!("{argument} needs a folder"));
        match &*argument {
            "--hard" => hard = Some(value()?),
            part if PARTS.contains(&part) => parts.push(argument),
            _ => folder = Some(PathBuf::from(argument)),
        }
    }
    let folder = folder.ok_or("give the folder of the set")?;
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|given| given == part);
    let say = |error: Error| error.to_string();
    let set = Set::of_edits(&folder).map_err(say)?;
    if wanted("baselines") {
        baselines::run(&set).map_err(say)?;
    }
    if wanted("findings") {
        findings::run(&set).map_err(say)?;
    }
    if wanted("band") {
        band::run(&set).map_err(say)?;
    }
    if wanted("verified") {
        verified::run(&set, hard.as_deref()).map_err(say)?;
    }
    Ok(())
}
