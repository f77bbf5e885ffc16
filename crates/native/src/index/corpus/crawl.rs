//! Documents checked one after the other, and added if they are new: what a crawler asks of each page.
//!
//! Naively, each new document is a change of the index: files written, brought to the disk and read again. Here it goes
//! into the [journal](super::journal), which is one write, and into memory, where the next one finds it. From time to time
//! those in memory are made a segment.

use std::path::Path;

use super::super::super::{Error, corpus};
use super::super::folder::Folder;
use super::change::change_held;
use super::documents::for_each_source;
use super::ingest::Ids;
use super::journal;
use super::manifest::{next, read};
use super::open::{InMemory, OpenCorpus, load};
use super::recent::Recent;
use super::record::Record;
use crate::journal::Journal;
use twinprint::index::{
    FileEntry, Findings, IndexCheck, Indexer, Limits, LookupRequest, LookupResponse, Manifest, Rule,
};

/// The documents, or bytes of the journal, from which on a segment is made of them.
const MOST_RECENT: usize = 4096;
const MOST_JOURNAL: u64 = 64 << 20;

/// How documents are taken for new.
#[derive(Debug, Clone, PartialEq)]
pub struct Crawling {
    /// A document is new if less than this share of its words, 0 to 1, is explained by documents of the index.
    pub new_below: f64,
    /// The bytes of memory that fingerprints and shingles may take while they are sorted.
    pub memory: u64,
}

impl Default for Crawling {
    /// What is half explained is not new.
    fn default() -> Self {
        Crawling { new_below: 0.5, memory: 1 << 30 }
    }
}

/// What a document is to an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is new, and was added.
    Added,
    /// So much of it stands in the index that it was not added.
    Known,
    /// It would be new, but a document of the index has its id: it was not added.
    SameId,
}

/// An index that grows while documents are checked against it. Nobody else can change it meanwhile; who opens it finds what
/// was added so far.
///
/// ```
/// use twinprint_native::corpus::{Listing, documents};
/// use twinprint_native::index::corpus::{Crawl, Crawling, CorpusIndexOptions, Verdict, build, open};
/// let folder = tempfile::tempdir()?;
/// let pages = folder.path().join("pages.jsonl");
/// std::fs::write(&pages, "{\"id\": 1, \"text\": \"The early bird\"}\n{\"id\": 2, \"text\": \"the early bird!\"}\n")?;
/// let index = folder.path().join("index");
/// build(documents(Vec::new()), &index, &CorpusIndexOptions::default(), &())?;
/// let mut crawl = Crawl::open(&index, Crawling::default())?;
/// let verdict = |document: Result<_, _>| Ok(crawl.check(&document?)?.0);
/// let verdicts = documents(Listing::new([&pages]).entries).map(verdict).collect::<Result<Vec<_>, twinprint_native::Error>>()?;
/// assert_eq!(verdicts, [Verdict::Added, Verdict::Known]);
/// crawl.finish()?;
/// assert_eq!(open(&index)?.manifest.documents, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Crawl {
    folder: Folder,
    crawling: Crawling,
    base: OpenCorpus,
    /// The files of `base`, by their names.
    files: InMemory,
    recent: Recent,
    journal: Journal,
    ids: Ids,
    signer: Indexer,
    rule: Rule,
}

impl Crawl {
    /// Opens the index in a folder.
    ///
    /// # Errors
    /// As [`add`](super::add()) and [`open`](super::open()).
    pub fn open(folder: &Path, crawling: Crawling) -> Result<Self, Error> {
        // What is no index is not made a folder of one.
        read(folder)?;
        let folder = Folder::hold(folder)?;
        let (manifest, ()) = change_held(&folder, crawling.memory, &(), |_| Ok(()))?;
        let mut files = InMemory::new();
        let base = load(folder.path(), manifest, &mut files)?;
        let mut ids = Ids::default();
        for segment in &base.manifest.segments {
            let read = |file: &FileEntry| Ok(files.get(&file.name).map_or(vec![], |bytes| bytes.to_vec()));
            for_each_source(segment, read, |_, source| {
                if !source.removed {
                    ids.insert(&source.id);
                }
                Ok(())
            })?;
        }
        Ok(Crawl {
            recent: behind(&base.manifest),
            journal: journal::begin(folder.path(), &base.manifest.checksum)?,
            signer: base.indexer()?,
            rule: Rule::new(&base.manifest.design),
            folder,
            crawling,
            base,
            files,
            ids,
        })
    }

    /// What the index says of itself, without what was just added.
    pub fn manifest(&self) -> &Manifest {
        &self.base.manifest
    }

    /// Checks a document against the index and all that was added, and adds it if it is new; on the disk it is with the next
    /// [`sync`](Crawl::sync).
    ///
    /// # Errors
    /// [`Error::Core`] and [`Error::Index`] for a document that cannot be indexed, and for a damaged index; [`Error::Unwritable`].
    pub fn check(&mut self, document: &corpus::Source) -> Result<(Verdict, Findings), Error> {
        let signed = self.signer.sign(&document.document())?;
        let manifest = &self.base.manifest;
        let record = Record::new(document, &signed, &manifest.design, manifest.layout.texts)?;
        let findings = self.ask(IndexCheck::new(signed, &manifest.design, self.recent.next_passage())?)?;
        let verdict = match findings.share >= self.crawling.new_below {
            true => Verdict::Known,
            false if !self.ids.insert(&record.source.id) => Verdict::SameId,
            false => {
                self.journal.push(&record);
                self.recent.push(&record);
                Verdict::Added
            }
        };
        Ok((verdict, findings))
    }

    fn ask(&self, mut check: IndexCheck) -> Result<Findings, Error> {
        let lookup = check.lookup().shingles_only();
        check.take(&lookup, self.answer(&lookup)?)?;
        let lookup = check.lookup().fingerprints_only(&check.fingerprints_wanted(&self.rule));
        check.take(&lookup, self.answer(&lookup)?)?;
        let buckets: Vec<u64> = self.base.corpus.buckets().into_iter().chain(self.recent.buckets()).collect();
        let lookup = LookupRequest { sources: check.sources_wanted(&buckets), ..LookupRequest::default() };
        for (&bucket, sources) in lookup.sources.iter().zip(self.answer(&lookup)?.sources) {
            check.take_sources(bucket, sources);
        }
        Ok(check.findings(&self.rule))
    }

    /// What the index says, with what was just added.
    fn answer(&self, lookup: &LookupRequest) -> Result<LookupResponse, Error> {
        let limits = Limits::default();
        let mut answer = self.base.corpus.answer(lookup, &limits)?;
        self.recent.answer(lookup, &limits, &mut answer);
        match answer.missing.first() {
            Some(what) => Err(Error::Index {
                place: self.folder.path().to_string_lossy().into_owned(),
                what: what.clone(),
                remedy: "build the index again",
            }),
            None => Ok(answer),
        }
    }

    /// Brings everything that was added to the disk: from then on it is there whatever happens.
    ///
    /// # Errors
    /// [`Error::Unwritable`]; what was not on the disk before is then not added.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.journal.sync()?;
        if self.recent.len() >= MOST_RECENT || self.journal.bytes() >= MOST_JOURNAL {
            self.settle()?;
        }
        Ok(())
    }

    /// Makes a segment of what was added last.
    fn settle(&mut self) -> Result<(), Error> {
        let (manifest, ()) = change_held(&self.folder, self.crawling.memory, &(), |_| Ok(()))?;
        self.base = load(self.folder.path(), manifest, &mut self.files)?;
        self.recent = behind(&self.base.manifest);
        self.journal = journal::begin(self.folder.path(), &self.base.manifest.checksum)?;
        Ok(())
    }

    /// Makes a segment of what is left, and lets others change the index.
    ///
    /// # Errors
    /// As [`sync`](Crawl::sync).
    pub fn finish(mut self) -> Result<Manifest, Error> {
        self.journal.sync()?;
        Ok(change_held(&self.folder, self.crawling.memory, &(), |_| Ok(()))?.0)
    }
}

/// Nothing yet behind the documents of an index.
fn behind(manifest: &Manifest) -> Recent {
    let (document, passage) = next(manifest);
    Recent::new(document, passage, manifest.design.k)
}
