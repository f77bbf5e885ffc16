//! Indexes made for tests, of documents in memory: in segments, cut into parts, with documents removed.

use std::collections::{BTreeMap, HashMap};

use twinprint::Document;
use twinprint::index::{
    self, Corpus, Design, FileEntry, Indexer, Manifest, PackedFile, Packing, PartEntry, Removed,
    SegmentEntry, Signed, SourcesWriter, TextsWriter,
};
use twinprint::simhash::Bits;
use twinprint::table::{Coding, FamilyId, Histogram, Limits, Load, Ordinals, Part, Plan, Shard, Writer};

/// A document of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Indexed {
    pub(crate) id: String,
    pub(crate) text: String,
}

/// An index: its manifest, and its files by name.
#[derive(Debug, Clone)]
pub(crate) struct Built {
    pub(crate) manifest: Manifest,
    pub(crate) files: HashMap<String, Vec<u8>>,
}

/// How an index is laid out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    /// Into how many parts a segment's tables are cut.
    pub(crate) parts: u64,
    /// The most bytes of a file of sources or texts, but for a bucket alone.
    pub(crate) file: usize,
    pub(crate) with_texts: bool,
}

pub(crate) const PLAIN: Layout = Layout { parts: 1, file: usize::MAX, with_texts: true };

impl Built {
    /// The index of segments of documents; those of a segment with these numbers are removed.
    pub(crate) fn of(design: &Design, layout: Layout, segments: &[(Vec<Indexed>, Vec<u32>)]) -> Self {
        let mut built = Built { manifest: empty(design), files: HashMap::new() };
        segments.iter().for_each(|(documents, removed)| built.add(layout, documents, removed));
        built.manifest.check().unwrap();
        built.manifest = super::sealed(built.manifest);
        built
    }

    pub(crate) fn corpus(&self) -> Corpus<&[u8]> {
        let file = |entry: &FileEntry| {
            let bytes = self.files.get(&entry.name).ok_or("it is not there")?;
            entry.check(bytes).map_err(|error| error.to_string())?;
            Ok(&bytes[..])
        };
        Corpus::open(self.manifest.clone(), file).unwrap()
    }

    fn keep(&mut self, stem: &str, ending: &str, bytes: Vec<u8>, head: u64) -> FileEntry {
        let entry = FileEntry::of(stem, ending, &bytes, head);
        self.files.insert(entry.name.clone(), bytes);
        entry
    }

    fn add(&mut self, layout: Layout, documents: &[Indexed], removed: &[u32]) {
        let design = self.manifest.design.clone();
        let mut indexer = Indexer::new(&design, None).unwrap();
        let sign = |document: &Indexed| indexer.sign(&Document::plain(&document.id, &document.text)).unwrap();
        let signed: Vec<Signed> = documents.iter().map(sign).collect();
        let firsts: Vec<u32> = signed
            .iter()
            .scan(0, |next, signed| {
                let first = *next;
                *next += signed.passages.len() as u32;
                Some(first)
            })
            .collect();
        let passages: u32 = signed.iter().map(|signed| signed.passages.len() as u32).sum();
        let packing = Packing::of(passages, &design);

        let mut prints: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        let mut codes: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (signed, &first) in signed.iter().zip(&firsts) {
            for (passage, number) in signed.passages.iter().zip(u64::from(first)..) {
                for &print in &passage.fingerprints {
                    let own = prints.entry(print).or_default();
                    own.push(number);
                    own.dedup();
                }
            }
            for (hash, passage) in signed.postings(design.window()).unwrap() {
                codes.insert(packing.code(hash, first + passage), Vec::new());
            }
        }
        let recipe = design.id().0;
        let parts = (0..layout.parts).map(|part| {
            let within = |map: &BTreeMap<u64, Vec<u64>>| -> BTreeMap<u64, Vec<u64>> {
                let first = |part: u64| (u128::from(part) << 64) / u128::from(layout.parts);
                let own = map
                    .iter()
                    .filter(|(code, _)| (first(part)..first(part + 1)).contains(&u128::from(**code)));
                own.map(|(code, passages)| (*code, passages.clone())).collect()
            };
            let (prints, codes) = (within(&prints), within(&codes));
            let plan =
                Plan::choose(Bits::B64, design.k, Load::new(prints.len().max(1) as u64), Limits::default());
            let plans = [plan.unwrap(), Packing::plan(codes.len() as u64).unwrap()];
            let mut family = |stem: &str, plan: &Plan, codes: &BTreeMap<u64, Vec<u64>>, zeros| {
                let shards = (0..plan.tables().len() as u16).map(|table| {
                    let bytes = shard(plan, table, codes, zeros, recipe);
                    let head = head_of(&bytes);
                    self.keep(&format!("{stem}-t{table:02}"), "tws", bytes, head)
                });
                shards.collect::<Vec<_>>()
            };
            PartEntry {
                passages: match design.has_fingerprints() {
                    true => family("passages", &plans[0], &prints, None),
                    false => Vec::new(),
                },
                shingles: family("shingles", &plans[1], &codes, Some(packing.zeros())),
            }
        });
        let parts = parts.collect();

        let mut files = |stem: &str, ending: &str, files: Vec<PackedFile>| -> Vec<FileEntry> {
            files.into_iter().map(|file| self.keep(stem, ending, file.bytes, file.head)).collect()
        };
        let mut writer = SourcesWriter::new(layout.file);
        let mut sources = Vec::new();
        for (document, signed) in documents.iter().zip(&signed) {
            let mut source = signed.source(&document.id, Some("A title"), None, &design).unwrap();
            source.has_text = layout.with_texts;
            sources.extend(writer.add(&source).unwrap());
        }
        sources.extend(writer.finish().unwrap());
        let sources = files("sources", "twd", sources);
        let mut writer = TextsWriter::new(layout.file);
        let mut texts = Vec::new();
        for document in documents.iter().filter(|_| layout.with_texts) {
            texts.extend(writer.add(Some(&document.text)).unwrap());
        }
        texts.extend(writer.finish().unwrap());
        let texts = files("texts", "twx", texts);
        let gone = removed.iter().map(|&document| {
            let first = firsts[document as usize];
            (document, first..first + signed[document as usize].passages.len() as u32)
        });
        let gone = (!removed.is_empty()).then(|| Removed::of(gone).to_bytes());
        let gone = gone.map(|bytes| {
            let head = bytes.len() as u64;
            self.keep("removed", "twr", bytes, head)
        });

        let manifest = &mut self.manifest;
        let first_document = manifest.segments.last().map_or(0, |last| last.first_document + last.documents);
        manifest.segments.push(SegmentEntry {
            first_passage: manifest.passages,
            first_document: first_document.next_multiple_of(64),
            documents: documents.len() as u32,
            passages,
            parts,
            sources,
            texts,
            removed: gone,
        });
        manifest.passages += u64::from(passages);
        manifest.documents += (documents.len() - removed.len()) as u64;
    }
}

fn empty(design: &Design) -> Manifest {
    let layout = index::Layout { tables: 64, parts: 1, texts: true };
    Manifest { checksum: "0".repeat(16), ..Manifest::empty(design, layout) }
}

/// One table in one shard: of fingerprints with their passages, or of codes with `zeros` zeros at their end.
fn shard(
    plan: &Plan,
    table: u16,
    codes: &BTreeMap<u64, Vec<u64>>,
    zeros: Option<u32>,
    recipe: [u8; 16],
) -> Vec<u8> {
    let design = &plan.tables()[usize::from(table)];
    let permuted: BTreeMap<u64, &Vec<u64>> =
        codes.iter().map(|(code, passages)| (design.permute(*code), passages)).collect();
    let own: Vec<u64> = permuted.keys().copied().collect();
    let counts: Vec<u32> = permuted.values().map(|passages| passages.len() as u32).collect();
    let ordinals: Vec<u64> = permuted.values().flat_map(|passages| passages.iter().copied()).collect();
    let mut histogram = Histogram::without_lowest(zeros.unwrap_or(0), Coding::Difference);
    histogram.add(&own);
    let family = FamilyId { digest: codes.len() as u64, recipe };
    let writer = Writer { plan, table, family, block: 512, histogram: &histogram, cut_keys: zeros.is_some() };
    let ordinals =
        (zeros.is_none() && table == 0).then_some(Ordinals { counts: &counts, ordinals: &ordinals });
    let mut bytes = Vec::new();
    writer.write(&Part { shard: (0, 1), range: (0, u64::MAX), codes: &own, ordinals }, &mut bytes).unwrap();
    bytes
}

/// How many bytes of a shard come before its blocks.
fn head_of(bytes: &[u8]) -> u64 {
    const PADDING: u64 = 8;
    let shard = Shard::<u64, _>::open("shard", bytes).unwrap();
    let header = shard.header();
    let ids = header.ids.map_or(0, |ids| ids.bytes + PADDING);
    bytes.len() as u64 - header.blocks * u64::from(header.block) - PADDING - ids
}
