//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin hard_set -- --out FOLDER [--sources 40] [--background
//! 1000] [--seed 1] FILE..`: a labelled set that tells duplicates from texts that only look like them.
//!
//! Each FILE holds free text: JSON lines with `id`, `text` and, for the book a passage is of, `group`; or plain text, which
//! is cut into passages of 700 words. FOLDER gets `documents.jsonl` and `pairs.tsv` (id, id of the source, positive or
//! negative, kind), which `twinprint eval documents.jsonl --pairs pairs.tsv --siblings ignored` reads. Copies of one
//! source are not labelled among themselves. The same files and seed give the same set. What the set holds, for each
//! source:
//!
//! | kind | label | how it is made |
//! |---|---|---|
//! | `edit:R` | positive | R of 100 words replaced, deleted or joined by a new one before them; 1 to 80 |
//! | `overlap:P` | positive | P of 100 of the source's words in a row, within other text, as long as the source; 10 to 90 |
//! | `shuffled` | negative | the source's words in random order |
//! | `passage` | negative | another passage of the same book |
//! | `boilerplate:P` | negative | two texts of which P of 100 words are one header and footer, the rest has nothing in common |
//!
//! Besides, there are passages that nothing was made of. No text is used twice: what surrounds an excerpt or stands in a
//! header is in no other document.

mod input;
mod set;
mod variants;

use std::path::{Path, PathBuf};

use set::{Set, Sizes};

fn main() {
    if let Err(message) = run(std::env::args().skip(1)) {
        eprintln!("{message}");
        std::process::exit(2);
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut sizes, mut seed, mut folder, mut files) = (Sizes::default(), 1, None, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match &*argument {
            "--out" => folder = Some(PathBuf::from(value()?)),
            "--sources" => sizes.sources = number(&argument, &value()?)? as usize,
            "--background" => sizes.background = number(&argument, &value()?)? as usize,
            "--seed" => seed = number(&argument, &value()?)?,
            _ => files.push(PathBuf::from(argument)),
        }
    }
    let folder = folder.ok_or("give --out FOLDER")?;
    let passages = input::read(&files)?;
    let set = Set::make(passages, sizes, seed)?;
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    write(&folder.join("documents.jsonl"), &set.documents_jsonl())?;
    write(&folder.join("pairs.tsv"), &set.pairs_tsv())?;
    println!("{} documents, {} labelled pairs in {}", set.documents.len(), set.pairs.len(), folder.display());
    Ok(())
}

fn number(option: &str, value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| format!("{option}: \"{value}\" is no number"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
