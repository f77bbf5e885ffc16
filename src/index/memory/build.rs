//! Building an index in memory: documents signed one after the other, their tables made when all are there.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::tables::{passage_tables, shingle_tables};
use super::{Files, Index};
use crate::error::Error;
use crate::index::{
    BUCKET, Design, FileEntry, Indexer, Layout, MANIFEST, MOST_FILE, Manifest, PackedFile, PartEntry,
    SegmentEntry, Signing, Source, SourcesWriter, TEXT_BUCKET, TextsWriter,
};
use crate::lexicon::Model;
#[cfg(feature = "clean")]
use crate::sketch::Method;
#[cfg(feature = "clean")]
use crate::text::Boilerplate;
use crate::text::Document;

/// The longest name of a document, in bytes; longer titles and addresses are not kept.
const LONGEST_NAME: usize = 4 << 10;
/// The longest text that is kept, in bytes: a bucket of such texts goes into a file even if they cannot be compressed.
const LONGEST_TEXT: usize = MOST_FILE / TEXT_BUCKET as usize - (4 << 10);

/// How an index is built.
///
/// ```
/// use twinprint::index::{Design, IndexOptions, Shingling};
/// let design = Design { shingles: Shingling { w: 8, run: 40 }, ..Design::default() };
/// let options = IndexOptions::default().with_design(design).with_texts(true);
/// assert_eq!(options.design.shingles.run, 40);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct IndexOptions {
    /// What stands in it of a document.
    pub design: Design,
    /// The model that the design names.
    pub model: Option<Arc<Model>>,
    /// The boilerplate that the design's method takes out.
    #[cfg(feature = "clean")]
    pub boilerplate: Option<Arc<Boilerplate>>,
    /// Whether texts of up to 3 MB are kept: then what is found is compared with them word by word.
    pub texts: bool,
    /// The most tables of passages' fingerprints, 1 to 64; fewer for few documents.
    pub tables: u32,
}

impl Default for IndexOptions {
    /// The default design, no texts, up to 4 tables.
    fn default() -> Self {
        IndexOptions {
            design: Design::default(),
            model: None,
            #[cfg(feature = "clean")]
            boilerplate: None,
            texts: false,
            tables: 4,
        }
    }
}

impl IndexOptions {
    /// With another design, which names no model.
    ///
    /// ```
    /// use twinprint::index::{Design, IndexOptions};
    /// let options = IndexOptions::default().with_design(Design { k: 2, ..Design::default() });
    /// assert_eq!(options.design.k, 2);
    /// ```
    pub fn with_design(self, design: Design) -> Self {
        IndexOptions { design, ..self }
    }

    /// With a model that the design's method weighs terms by; the design then names it.
    ///
    /// ```
    /// # #[cfg(all(feature = "english", feature = "stem"))] {
    /// use std::sync::Arc;
    /// use twinprint::{Index, index::{Design, IndexOptions}, lexicon::Model};
    /// let design = Design { method: "simhash-lexicons:w=1,lexicons=3".into(), ..Design::default() };
    /// let options = IndexOptions::default().with_design(design).with_model(Arc::new(Model::english().unwrap()));
    /// assert!(Index::builder(&options).is_ok());
    /// # }
    /// ```
    pub fn with_model(self, model: Arc<Model>) -> Self {
        IndexOptions { design: self.design.with_model(model.id()), model: Some(model), ..self }
    }

    /// With boilerplate, which the design's method then names if it takes some out: `clean=site`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use twinprint::index::{Design, IndexOptions};
    /// use twinprint::text::{Boilerplate, BoilerplateRule};
    /// let design = Design { method: "simhash-lexicons:w=1,clean=site,volatile".into(), ..Design::default() };
    /// let boilerplate = Arc::new(Boilerplate::new(BoilerplateRule::default(), []));
    /// let options = IndexOptions::default().with_design(design).with_boilerplate(boilerplate.clone());
    /// assert_eq!(options.design.boilerplate()?, Some(boilerplate.id()));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    #[cfg(feature = "clean")]
    pub fn with_boilerplate(self, boilerplate: Arc<Boilerplate>) -> Self {
        let method = Method::name_boilerplate(&self.design.method, boilerplate.id());
        IndexOptions { design: Design { method, ..self.design }, boilerplate: Some(boilerplate), ..self }
    }

    /// With texts or without.
    ///
    /// ```
    /// assert!(twinprint::index::IndexOptions::default().with_texts(true).texts);
    /// ```
    pub fn with_texts(self, texts: bool) -> Self {
        IndexOptions { texts, ..self }
    }

    /// With up to `tables` tables.
    ///
    /// ```
    /// use twinprint::{Index, IndexOptions};
    /// assert!(Index::builder(&IndexOptions::default().with_tables(65)).is_err());
    /// ```
    pub fn with_tables(self, tables: u32) -> Self {
        IndexOptions { tables, ..self }
    }

    /// What the design names; what it does not name is no part of the index.
    fn signing(&self) -> Signing {
        let signing =
            Signing::default().with_model(self.model.clone().filter(|_| self.design.model.is_some()));
        #[cfg(feature = "clean")]
        let signing = signing.with_boilerplate(
            self.boilerplate.clone().filter(|_| matches!(self.design.boilerplate(), Ok(Some(_)))),
        );
        signing
    }

    fn check(&self) -> Result<(), Error> {
        if (1..=64).contains(&self.tables) {
            return self.design.check();
        }
        let expected = "a number of tables from 1 to 64";
        Err(Error::InvalidOption { option: "tables", value: self.tables.to_string(), expected })
    }
}

/// An index that is being built: see [`Index::builder`].
#[derive(Debug)]
pub struct IndexBuilder {
    indexer: Indexer,
    signing: Signing,
    layout: Layout,
    names: BTreeSet<String>,
    sources: SourcesWriter,
    texts: TextsWriter,
    /// The files of sources and of texts that are full.
    written: [Vec<PackedFile>; 2],
    passages: u32,
    /// Fingerprints and shingles, each with the number of its passage.
    fingerprints: Vec<(u64, u32)>,
    shingles: Vec<(u64, u32)>,
}

impl IndexBuilder {
    /// Of no documents yet.
    ///
    /// ```
    /// use twinprint::index::{IndexBuilder, IndexOptions};
    /// assert!(IndexBuilder::new(&IndexOptions::default())?.finish()?.is_empty());
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// What [`Design::check`] says, [`Error::OtherModel`] when the model is missing or another than the design names, and
    /// [`Error::InvalidOption`] for a number of tables out of range.
    pub fn new(options: &IndexOptions) -> Result<Self, Error> {
        options.check()?;
        let signing = options.signing();
        Ok(IndexBuilder {
            indexer: signing.indexer(&options.design)?,
            signing,
            layout: Layout { tables: options.tables, parts: 1, texts: options.texts },
            names: BTreeSet::new(),
            sources: SourcesWriter::default(),
            texts: TextsWriter::default(),
            written: Default::default(),
            passages: 0,
            fingerprints: Vec::new(),
            shingles: Vec::new(),
        })
    }

    /// Adds a document. Its name is the id by which findings name it. After an error but [`Error::BadIndex`] the index is as it was
    /// before, and others can be added.
    ///
    /// ```
    /// use twinprint::{Document, Index, IndexOptions};
    /// let mut builder = Index::builder(&IndexOptions::default())?;
    /// builder.add(&Document::plain("a", "It rains."))?;
    /// assert!(builder.add(&Document::plain("a", "It rains again.")).is_err());
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// What [`text::read`](crate::text::read) says; [`Error::InvalidOption`] for a name that an earlier document has, or of more
    /// than 4,096 bytes; [`Error::BadIndex`] if there are more documents or passages than can be numbered by 32 bits, or more of
    /// them in a file than 24 MiB.
    pub fn add(&mut self, document: &Document<'_>) -> Result<(), Error> {
        self.add_record(document, None)
    }

    /// As [`add`](IndexBuilder::add), with a title, which findings show beside the id; one of more than 4,096 bytes is not kept.
    ///
    /// ```
    /// use twinprint::{Document, Index, IndexOptions};
    /// let mut builder = Index::builder(&IndexOptions::default())?;
    /// let text = "It was a dark and stormy night; the rain fell in torrents.";
    /// builder.add_titled(&Document::plain("clifford.txt", text), "Paul Clifford")?;
    /// let findings = builder.finish()?.query(&Document::plain("essay", text))?;
    /// assert_eq!(findings.sources[0].title.as_deref(), Some("Paul Clifford"));
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`add`](IndexBuilder::add).
    pub fn add_titled(&mut self, document: &Document<'_>, title: &str) -> Result<(), Error> {
        self.add_record(document, Some(title))
    }

    fn add_record(&mut self, document: &Document<'_>, title: Option<&str>) -> Result<(), Error> {
        let expected = "a name of up to 4096 bytes that no document before it has";
        if document.name.len() > LONGEST_NAME || self.names.contains(document.name) {
            return Err(Error::InvalidOption { option: "name", value: document.name.into(), expected });
        }
        let signed = self.indexer.sign(document)?;
        let design = self.indexer.design();
        let shingles = signed.postings(design.window())?;
        let short = |text: &&str| text.len() <= LONGEST_NAME;
        let (title, url) = (title.filter(short), document.url.filter(short));
        let text = signed.reading.view(document.text);
        let text = Some(text).filter(|text| self.layout.texts && text.len() <= LONGEST_TEXT);
        let source = Source { has_text: text.is_some(), ..signed.source(document.name, title, url, design)? };

        let first = self.passages;
        let own = u32::try_from(source.passages.len()).ok();
        let passages = own.and_then(|own| first.checked_add(own)).ok_or_else(too_many)?;
        let documents = u32::try_from(self.names.len()).ok();
        documents.and_then(|documents| documents.checked_add(1 + BUCKET)).ok_or_else(too_many)?;
        self.written[0].extend(self.sources.add(&source).map_err(into_bad)?);
        if self.layout.texts {
            self.written[1].extend(self.texts.add(text).map_err(into_bad)?);
        }
        self.passages = passages;
        self.names.insert(document.name.into());
        for (passage, number) in signed.passages.iter().zip(first..) {
            self.fingerprints.extend(passage.fingerprints.iter().map(|&fingerprint| (fingerprint, number)));
        }
        self.shingles.extend(shingles.into_iter().map(|(hash, passage)| (hash, first + passage)));
        Ok(())
    }

    /// The index of all that were added.
    ///
    /// ```
    /// use twinprint::{Index, IndexOptions};
    /// assert_eq!(Index::builder(&IndexOptions::default())?.finish()?.len(), 0);
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::BadIndex`] if there is more than goes into an index.
    pub fn finish(self) -> Result<Index, Error> {
        let IndexBuilder { indexer, signing, layout, names, sources, texts, written, passages, .. } = self;
        let design = indexer.design();
        let mut files = Files::new();
        let mut keep = |stem: &str, ending: &str, bytes: Vec<u8>, head: u64| {
            let entry = FileEntry::of(stem, ending, &bytes, head);
            files.insert(entry.name.clone(), bytes.into());
            entry
        };
        let mut manifest = Manifest::empty(design, layout);
        let mut keep_whole = |stem: &str, ending: &str, bytes: Vec<u8>| {
            let head = bytes.len() as u64;
            keep(stem, ending, bytes, head)
        };
        manifest.model = signing.model.as_ref().map(|model| keep_whole("model", "twm", model.to_bytes()));
        #[cfg(feature = "clean")]
        if let Some(boilerplate) = &signing.boilerplate {
            let file = keep_whole("boilerplate", "twb", boilerplate.to_bytes());
            manifest = manifest.with_boilerplate(Some(file));
        }
        if !names.is_empty() {
            let tables = [
                (
                    "passages",
                    match design.has_fingerprints() {
                        true => passage_tables(self.fingerprints, design, layout.tables)?,
                        false => Vec::new(),
                    },
                ),
                ("shingles", shingle_tables(self.shingles, passages, design)?),
            ];
            let [passage_files, shingle_files] = tables.map(|(stem, tables)| {
                let named = tables.into_iter().zip(0..).map(|((bytes, head), table)| {
                    keep(&format!("{stem}-p00-t{table:02}-s000"), "tws", bytes, head)
                });
                named.collect::<Vec<_>>()
            });
            let [mut full_sources, mut full_texts] = written;
            full_sources.extend(sources.finish().map_err(into_bad)?);
            full_texts.extend(texts.finish().map_err(into_bad)?);
            let mut numbered = |stem: &str, ending: &str, full: Vec<PackedFile>| {
                let named = full.into_iter().zip(0..).map(|(PackedFile { bytes, head }, number)| {
                    keep(&format!("{stem}-{number:03}"), ending, bytes, head)
                });
                named.collect::<Vec<_>>()
            };
            manifest.segments.push(SegmentEntry {
                first_passage: 0,
                first_document: 0,
                documents: names.len() as u32,
                passages,
                parts: [PartEntry { passages: passage_files, shingles: shingle_files }].into(),
                sources: numbered("sources", "twd", full_sources),
                texts: numbered("texts", "twx", full_texts),
                removed: None,
            });
        }
        (manifest.documents, manifest.passages) = (names.len() as u64, passages.into());
        #[cfg(feature = "service")]
        let manifest = manifest.with_checksum();
        Index::of(manifest, files, signing)
    }
}

fn too_many() -> Error {
    let problem = "it has more documents or passages than can be numbered; build several";
    Error::BadIndex { file: MANIFEST.into(), problem: problem.into() }
}

/// What does not go into a file, as an error after which the builder is of no more use.
fn into_bad(error: Error) -> Error {
    Error::BadIndex { file: error.place().into(), problem: error.what() }
}
