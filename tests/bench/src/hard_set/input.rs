//! Free text as passages, each of a book.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Words of a passage that is cut from plain text.
const WORDS: usize = 700;

/// A stretch of a book.
#[derive(Debug, Clone)]
pub(crate) struct Passage {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) book: String,
}

impl Passage {
    pub(crate) fn words(&self) -> Vec<&str> {
        self.text.split_whitespace().collect()
    }
}

pub(crate) fn read(files: &[PathBuf]) -> Result<Vec<Passage>, String> {
    let mut passages = Vec::new();
    for path in files {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        match path.extension().is_some_and(|extension| extension == "jsonl") {
            true => passages.extend(of_json_lines(path, &text)?),
            false => passages.extend(of_text(path, &text)),
        }
    }
    Ok(passages)
}

fn of_json_lines(path: &Path, text: &str) -> Result<Vec<Passage>, String> {
    let passage = |(line, json): (usize, &str)| {
        let document: Value = serde_json::from_str(json).unwrap_or_default();
        let field = |name: &str| document[name].as_str().map(str::to_string);
        let missing = || format!("{} line {}: no object with \"id\" and \"text\"", path.display(), line + 1);
        let (id, text) = field("id").zip(field("text")).ok_or_else(missing)?;
        Ok(Passage { book: field("group").unwrap_or_else(|| id.clone()), id, text })
    };
    text.lines().enumerate().map(passage).collect()
}

/// Passages of equal length; what is left at the end is too short.
fn of_text(path: &Path, text: &str) -> Vec<Passage> {
    let book = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let words: Vec<&str> = text.split_whitespace().collect();
    let passage = |(number, words): (usize, &[&str])| Passage {
        id: format!("{book}.{number}"),
        text: words.join(" "),
        book: book.clone(),
    };
    words.chunks_exact(WORDS).enumerate().map(passage).collect()
}
