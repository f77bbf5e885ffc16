//! What `tests/bench/detection.py` measures with: documents are indexed by a design, and texts checked by each table family alone and
//! by both, each by several rules.
//!
//! Its one argument is what to do, as JSON: `corpus`, files of documents; `texts`, a file of those to check; `index`, a folder for
//! the index; `design`, what of it is not the default; `texts_kept`, whether it keeps its documents' texts; and `asked`, of which each
//! is a family (`shingles`, `fingerprints` or `both`), the fewest words, the share of alike words, the number of passages from which on a
//! shingle is common, and whether the guarantee is kept. On standard output is a line for the index, then one for each text and what is
//! asked, with its number and the sources found, each with its id and the words shared.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use rayon::prelude::*;
use serde_json::{Value, from_value, json};
use twinprint::index::{Design, IndexCheck, Limits, LookupRequest, LookupResponse, Near, Postings, Rule};
use twinprint_native::corpus::{Listing, Source, documents};
use twinprint_native::index::corpus::{CorpusIndexOptions, OpenCorpus, build, open};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// A family by which sources are found, or both, and the rule that lists them.
type FamilyRule = (String, Rule);

fn main() -> Outcome<()> {
    let asked: Value = serde_json::from_str(&std::env::args().nth(1).ok_or("what to do is missing")?)?;
    let field = |name: &str| asked.get(name).cloned().ok_or(format!("{name} is missing"));
    let mut design = serde_json::to_value(Design::default().with_fingerprints())?;
    for (name, value) in field("design")?.as_object().ok_or("the design is no object")? {
        design[name] = value.clone();
    }
    let design: Design = from_value(design)?;
    let rules: Vec<(String, u32, u32, u32, bool)> = from_value(field("asked")?)?;
    let rules = rules.into_iter().map(|(family, least, alike, common, guarantee)| {
        (family, Rule { least, alike, common, guarantee, sources: 1_000, ..Rule::new(&design) })
    });
    let rules: Vec<FamilyRule> = rules.collect();
    let corpus: Vec<PathBuf> = from_value(field("corpus")?)?;
    let (texts, index): (PathBuf, PathBuf) = (from_value(field("texts")?)?, from_value(field("index")?)?);
    let start = Instant::now();
    let with_text = field("texts_kept")? == true;
    let options = CorpusIndexOptions { design: design.clone(), with_text, ..CorpusIndexOptions::default() };
    let built = build(documents(Listing::new(&corpus).entries), &index, &options, &())?.manifest;
    let bytes: u64 = built.files().map(|file| file.bytes).sum();
    let (documents_in, seconds) = (built.documents, start.elapsed().as_secs_f64());
    println!("{}", json!({"documents": documents_in, "bytes": bytes, "seconds": seconds}));
    let index = open(&index)?;
    let texts = documents(Listing::new([&texts]).entries).collect::<Result<Vec<_>, _>>()?;
    let checked = texts.par_iter().map(|text| check(text, &index, &rules));
    for lines in checked.collect::<Outcome<Vec<_>>>()? {
        lines.iter().for_each(|line| println!("{line}"));
    }
    Ok(())
}

/// What is found of a text.
fn check(text: &Source, index: &OpenCorpus, rules: &[FamilyRule]) -> Outcome<Vec<Value>> {
    let check = IndexCheck::new(
        index.indexer()?.sign(&text.document())?,
        &index.manifest.design,
        index.manifest.passages,
    )?;
    let lookup = check.lookup();
    let both = index.corpus.answer(&lookup, &Limits::default())?;
    let none = LookupResponse {
        fingerprints: vec![Near::default(); both.fingerprints.len()],
        shingles: vec![Postings::default(); both.shingles.len()],
        ..both.clone()
    };
    let mut lines = Vec::new();
    for family in ["shingles", "fingerprints", "both"] {
        let answer = match family {
            "shingles" => LookupResponse { shingles: both.shingles.clone(), ..none.clone() },
            "fingerprints" => LookupResponse { fingerprints: both.fingerprints.clone(), ..none.clone() },
            _ => both.clone(),
        };
        let mut check = check.clone();
        check.take(&lookup, answer)?;
        let wanted = LookupRequest {
            sources: check.sources_wanted(&index.corpus.buckets()),
            ..LookupRequest::default()
        };
        for (&bucket, sources) in wanted.sources.iter().zip(answered(index, &wanted)?.sources) {
            check.take_sources(bucket, sources);
        }
        for (number, (_, rule)) in rules.iter().enumerate().filter(|(_, (own, _))| own == family) {
            let sources = found(check.clone(), index, rule)?;
            lines.push(json!({"text": text.name, "asked": number, "sources": sources}));
        }
    }
    Ok(lines)
}

/// The sources that a rule lists.
fn found(mut check: IndexCheck, index: &OpenCorpus, rule: &Rule) -> Outcome<Vec<Value>> {
    loop {
        let wanted = LookupRequest { texts: check.texts_wanted(rule), ..LookupRequest::default() };
        if wanted.texts.is_empty() {
            break;
        }
        for (&bucket, texts) in wanted.texts.iter().zip(answered(index, &wanted)?.texts) {
            check.take_texts(bucket, texts, rule)?;
        }
    }
    let sources = check.findings(rule).sources;
    Ok(sources.iter().map(|source| json!([source.id, source.shared])).collect())
}

fn answered(index: &OpenCorpus, lookup: &LookupRequest) -> Outcome<LookupResponse> {
    Ok(index.corpus.answer(lookup, &Limits::default())?)
}
