//! Scans of texts that tests make, by the library.

use std::sync::Arc;
use std::time::Duration;

use twinprint::lexicon::Model;
use twinprint::sketch::{Method, SiteRule};
use twinprint_native::corpus::{self, Batches, Entry, Listing, Position, Source};
use twinprint_native::overlap::{Need, Workspace};
use twinprint_native::scan::{
    Apart, Coding, Comparison, Conditions, Engine, Gathered, Identity, Ingest, Keeping, Kept, Reduction,
    RepeatedNames, ScanPair,
};

/// Texts as files of JSON lines, some documents in each.
pub(crate) struct Corpus {
    pub(crate) _folder: tempfile::TempDir,
    pub(crate) entries: Vec<Entry>,
}

impl Corpus {
    pub(crate) fn new(texts: &[String], in_a_file: usize) -> Corpus {
        let folder = tempfile::tempdir().expect("a folder");
        for (file, texts) in texts.chunks(in_a_file).enumerate() {
            let line = |(at, text): (usize, &String)| {
                let at = at + file * in_a_file;
                let url = format!("http://www.site{}.example/{at}", at % 4);
                let (category, language) = ((at % 2).to_string(), (at % 3).to_string());
                serde_json::json!({"id": format!("d{at}"), "text": text, "url": url, "category": category, "language": language})
                    .to_string() + "\n"
            };
            let lines: String = texts.iter().enumerate().map(line).collect();
            std::fs::write(folder.path().join(format!("{file:03}.jsonl")), lines).expect("room");
        }
        let entries = Listing::new([folder.path()]).entries;
        Corpus { _folder: folder, entries }
    }

    pub(crate) fn files(&self) -> Vec<String> {
        (0..self.entries.len()).map(|file| format!("{file:03}.jsonl")).collect()
    }

    pub(crate) fn from(&self, position: Position) -> Batches {
        corpus::documents(self.entries.clone()).skip_to(position.entry, position.number).into_batches()
    }

    pub(crate) fn sources(&self) -> Vec<Source> {
        corpus::documents(self.entries.clone()).collect::<Result<_, _>>().expect("documents")
    }
}

pub(crate) fn ingest(method: Option<Method>) -> Ingest {
    let model = Some(Arc::new(Model::english().expect("the model")));
    Ingest {
        reduction: Reduction {
            w: 3,
            identity: Identity::Method,
            clean: Default::default(),
            boilerplate: None,
            template: Arc::default(),
            method,
            model,
            kept: Kept::Sketch,
        },
        site: Some(SiteRule::Labels),
        between: Duration::from_secs(2),
        apart: Apart::default(),
        files: vec!["texts".into()],
        repeated: RepeatedNames::default(),
    }
}

pub(crate) fn comparison(method: Option<Method>, confirm: Option<Need>) -> Comparison {
    Comparison {
        method,
        confirm,
        engine: Engine::Prefixes,
        common: None,
        plan: None,
        conditions: Conditions::default(),
        place: Workspace { memory: 1 << 20, folder: std::env::temp_dir() },
    }
}

pub(crate) fn gather(texts: &[String], method: Option<Method>) -> Gathered {
    take_in(&ingest(method), &Corpus::new(texts, usize::MAX))
}

/// As [`gather`], with codes in place of a sketch; and the documents read again.
pub(crate) fn gather_codes(texts: &[String], codings: &[Coding]) -> (Gathered, Vec<Source>) {
    let corpus = Corpus::new(texts, usize::MAX);
    let ingest = ingest(None);
    let reduction = Reduction { kept: Kept::Codes(codings.into()), ..ingest.reduction.clone() };
    (take_in(&Ingest { reduction, ..ingest }, &corpus), corpus.sources())
}

/// As [`gather`], with the MD5s of shingles in place of a sketch.
pub(crate) fn gather_digests(texts: &[String]) -> Gathered {
    let ingest = ingest(None);
    let reduction = Reduction { identity: Identity::Text, kept: Kept::Digests, ..ingest.reduction.clone() };
    take_in(&Ingest { reduction, ..ingest }, &Corpus::new(texts, usize::MAX))
}

pub(crate) fn take_in(ingest: &Ingest, corpus: &Corpus) -> Gathered {
    let ingest = Ingest { files: corpus.files(), ..ingest.clone() };
    let keeping = Keeping::Unnamed { folder: std::env::temp_dir(), memory: 1 << 20 };
    ingest.gather(|position| corpus.from(position), &keeping, &mut |_| ()).expect("documents")
}

pub(crate) fn pairs(comparison: &Comparison, gathered: &Gathered) -> Vec<ScanPair> {
    comparison.pairs(gathered, &|_, _| ()).expect("a search").collect::<Result<_, _>>().expect("pairs")
}

pub(crate) fn numbers(found: &[ScanPair]) -> Vec<(u32, u32)> {
    found.iter().map(|found| (found.a, found.b)).collect()
}
