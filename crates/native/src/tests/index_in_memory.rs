//! Indexes in folders beside those in memory: the same files, the same findings.

use proptest::prelude::*;
use twinprint::index::{Cut, Design, IndexCheck, IndexOptions, Limits, MANIFEST, Pairing, Rule, Shingling};
use twinprint::{Document, Index};
use twinprint_native::corpus::{Listing, documents};
use twinprint_native::index::corpus::{CorpusIndexOptions, build, open};

use super::soup::copying;

/// A small design, so that little text has many passages; with pairs of words or with fingerprints.
fn design(pairs: bool) -> Design {
    let design = Design {
        cut: Cut { least: 6, most: 20 },
        shingles: Shingling { w: 4, run: 10 },
        ..Design::default()
    };
    if pairs {
        Design { pairs: Some(Pairing { apart: 2, one_in: 2 }), ..design }
    } else {
        design.with_fingerprints()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn an_index_in_memory_has_the_files_of_one_in_a_folder_and_finds_the_same((texts, text) in copying(), kept in any::<bool>(), pairs in any::<bool>()) {
        let design = design(pairs);
        let desk = tempfile::tempdir().unwrap();
        let line = |(number, text)| format!("{}\n", serde_json::json!({ "id": format!("{number}"), "text": text, "title": "A title" }));
        let lines = desk.path().join("texts.jsonl");
        std::fs::write(&lines, texts.iter().enumerate().map(line).collect::<String>()).unwrap();
        let folder = desk.path().join("index");
        let on_disk = CorpusIndexOptions { design: design.clone(), with_text: kept, ..CorpusIndexOptions::default() };
        build(documents(Listing::new([lines]).entries), &folder, &on_disk, &()).unwrap();

        let mut builder = Index::builder(&IndexOptions::default().with_design(design.clone()).with_texts(kept)).unwrap();
        for (number, text) in texts.iter().enumerate() {
            builder.add_titled(&Document::plain(&number.to_string(), text), "A title").unwrap();
        }
        let index = builder.finish().unwrap();
        prop_assert_eq!(index.manifest().to_json(), std::fs::read(folder.join(MANIFEST)).unwrap());
        for (name, bytes) in index.files() {
            prop_assert_eq!(bytes, std::fs::read(folder.join(name)).unwrap(), "{}", name);
        }
        let opened = open(&folder).unwrap();
        let document = Document::plain("document", &text);
        let mut inquiry = IndexCheck::new(opened.indexer().unwrap().sign(&document).unwrap(), &design, opened.manifest.passages).unwrap();
        let rule = Rule::new(&design);
        inquiry.ask(&opened.corpus, &Limits::default(), &rule).unwrap();
        prop_assert_eq!(index.query(&document).unwrap(), inquiry.findings(&rule));
    }
}
