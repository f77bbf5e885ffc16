//! Indexes that are built and kept in memory: they find what their definition finds, and have the bytes of those in folders.

use proptest::prelude::*;
use twinprint::index::{Cut, Design, IndexOptions, Rule, Shingling};
use twinprint::{Document, Error, Index};

use super::naive::Naive;
use super::soup::copying;

/// A small design, so that little text has many passages.
fn design() -> Design {
    Design {
        cut: Cut { least: 6, most: 20 },
        shingles: Shingling { w: 4, run: 10 },
        ..Design::default().with_fingerprints()
    }
}

fn options(texts: bool) -> IndexOptions {
    IndexOptions::default().with_design(design()).with_texts(texts)
}

fn index(texts: &[String], options: &IndexOptions) -> Index {
    let names: Vec<String> = (0..texts.len()).map(|number| number.to_string()).collect();
    Index::build(names.iter().zip(texts).map(|(name, text)| Document::plain(name, text)), options).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn an_index_in_memory_finds_what_its_definition_finds((texts, text) in copying(), kept in any::<bool>()) {
        let mut naive = Naive::new(&design());
        texts.iter().enumerate().for_each(|(number, text)| naive.add(&number.to_string(), text, kept));
        let index = index(&texts, &options(kept));
        let rule = Rule { least: 3, ..Rule::new(&design()) };
        let document = Document::plain("document", &text);
        prop_assert_eq!(index.query_by(&document, &rule).unwrap(), naive.findings(&text, &rule));
        prop_assert_eq!(index.query(&document).unwrap(), naive.findings(&text, &Rule::new(&design())));
    }

    #[cfg(feature = "service")]
    #[test]
    fn an_index_that_is_opened_has_all_that_was_saved((texts, text) in copying(), kept in any::<bool>()) {
        let index = index(&texts, &options(kept));
        let bytes = index.save();
        let opened = Index::open(&bytes).unwrap();
        prop_assert_eq!(opened.save(), bytes);
        prop_assert_eq!((opened.manifest(), opened.len()), (index.manifest(), texts.len() as u64));
        let document = Document::plain("document", &text);
        prop_assert_eq!(opened.query(&document).unwrap(), index.query(&document).unwrap());
    }
}

#[test]
fn a_document_that_is_refused_leaves_the_index_as_it_was() {
    let text = "It was a dark and stormy night; the rain fell in torrents.";
    let mut builder = Index::builder(&IndexOptions::default()).unwrap();
    builder.add(&Document::plain("a", text)).unwrap();
    assert!(matches!(builder.add(&Document::plain("b", "...")), Err(Error::NoWords { .. })));
    let error = builder.add(&Document::plain("a", "another text")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "name: \"a\" is not a value of this option; use a name of up to 4096 bytes that no document before it has"
    );
    assert!(builder.add(&Document::plain(&"x".repeat(4097), text)).is_err());
    let index = builder.finish().unwrap();
    let findings = index.query(&Document::plain("essay", text)).unwrap();
    assert_eq!((index.len(), findings.sources.len(), findings.share), (1, 1, 1.0));
}

#[test]
fn an_index_of_no_documents_finds_nothing() {
    let index = Index::build([], &IndexOptions::default()).unwrap();
    assert!(index.is_empty());
    assert_eq!(index.files().count(), 0);
    assert_eq!(index.query(&Document::plain("essay", "Call me Ishmael.")).unwrap().sources, []);
    #[cfg(feature = "service")]
    assert!(Index::open(&index.save()).unwrap().is_empty());
}

#[test]
fn options_out_of_range_are_refused() {
    for tables in [0, 65] {
        let error = Index::builder(&IndexOptions::default().with_tables(tables)).unwrap_err();
        assert_eq!(error.place(), "tables");
    }
    let error = Index::builder(&options(false).with_design(Design { k: 9, ..design() })).unwrap_err();
    assert_eq!(error.place(), "k");
}

#[cfg(all(feature = "english", feature = "stem"))]
#[test]
fn an_index_with_a_model_keeps_it() {
    use std::sync::Arc;
    use twinprint::lexicon::Model;

    let method = "simhash-lexicons:w=1,lexicons=3".into();
    let options =
        IndexOptions::default().with_design(Design { method, ..Design::default().with_fingerprints() });
    assert!(matches!(
        Index::builder(&options.clone().with_design(Design {
            model: Some(Model::english().unwrap().id().to_string()),
            ..options.design.clone()
        })),
        Err(Error::OtherModel { .. })
    ));
    let options = options.with_model(Arc::new(Model::english().unwrap()));
    let text = "It was a dark and stormy night; the rain fell in torrents.";
    let index = Index::build([Document::plain("clifford", text)], &options).unwrap();
    let document = Document::plain("essay", text);
    assert_eq!(index.query(&document).unwrap().share, 1.0);
    #[cfg(feature = "service")]
    assert_eq!(Index::open(&index.save()).unwrap().query(&document), index.query(&document));
}

#[cfg(feature = "service")]
mod saved {
    use std::path::PathBuf;

    use twinprint::index::{FileEntry, Manifest};
    use twox_hash::XxHash64;

    use super::*;

    /// What tests/golden/index-1.twi holds.
    fn golden() -> Index {
        let texts = [
            "It was the best of times, it was the worst of times, it was the age of wisdom.".to_string(),
            "Call me Ishmael. Some years ago - never mind how long precisely - I went to sea.".to_string(),
        ];
        index(&texts, &options(true))
    }

    #[test]
    fn an_index_that_was_saved_once_is_opened_as_it_was_meant() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/index-1.twi");
        if std::env::var_os("TWINPRINT_RECORD").is_some() {
            std::fs::write(&path, golden().save()).unwrap();
        }
        let bytes = std::fs::read(path).unwrap();
        assert_eq!(golden().save(), bytes);
        let text = "He wrote: some years ago, never mind how long precisely, I went to sea.";
        let findings = Index::open(&bytes).unwrap().query(&Document::plain("essay", text)).unwrap();
        assert_eq!((findings.words, findings.explained, findings.sources.len()), (14, 12, 1));
        assert_eq!((&*findings.sources[0].id, findings.sources[0].exact), ("1", true));
    }

    #[test]
    fn a_saved_index_has_the_bytes_that_the_document_shows() {
        let bytes = golden().save();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&bytes[..8], word(8)), (&b"TWPINDEX"[..], 1));
        let manifest = Manifest::from_json(&bytes[16..16 + word(12)]).unwrap();
        let mut at = 16 + word(12);
        for FileEntry { bytes: length, xxh64, .. } in manifest.files() {
            let file = &bytes[at..at + *length as usize];
            assert_eq!(format!("{:016x}", XxHash64::oneshot(0, file)), *xxh64);
            at += file.len();
        }
        assert_eq!(at, bytes.len());
    }

    #[test]
    fn a_saved_index_that_was_cut_anywhere_or_goes_on_is_refused() {
        let mut bytes = golden().save();
        for end in 0..bytes.len() {
            assert!(Index::open(&bytes[..end]).is_err(), "cut at {end}");
        }
        bytes.push(0);
        let error = Index::open(&bytes).unwrap_err();
        assert_eq!(
            error.to_string(),
            "index: this is no whole file of an index: bytes follow its last file; fetch or build it again"
        );
    }

    #[test]
    fn a_saved_index_with_a_changed_byte_is_refused() {
        let bytes = golden().save();
        for at in 0..bytes.len() {
            for change in [1, 0x80, 0xFF] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                assert!(Index::open(&changed).is_err(), "byte {at} changed by {change:x}");
            }
        }
    }

    #[test]
    fn a_saved_index_of_another_version_is_told_from_a_damaged_one() {
        let mut bytes = golden().save();
        bytes[8] = 2;
        let error = Index::open(&bytes).unwrap_err();
        assert_eq!((error.kind(), &*error.what()), ("other-index", "its version is 2, and 1 is read here"));
    }

    #[test]
    fn a_length_beyond_the_end_costs_no_memory() {
        let mut bytes = golden().save();
        bytes[12..16].fill(0xFF);
        assert!(Index::open(&bytes).unwrap_err().to_string().contains("it ends within its files"));
    }
}
