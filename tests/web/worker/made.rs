//! `cargo run --example made-index -- FOLDER NAME=VALUE..`: a published index of documents of words drawn at random, as large as a
//! test wants it: besides those of its documents it may have any number of random fingerprints and shingles, and of passages that
//! these say they are of. With `wholes=N` it is one of N documents as wholes, and of nothing else.

mod wholes;

use std::collections::BTreeMap;
use std::path::PathBuf;

use twinprint::Document;
use twinprint::index::{
    Design, FileEntry, Indexer, Layout, Manifest, PackedFile, Packing, PartEntry, SegmentEntry, Signed,
    SourcesWriter, TextsWriter,
};
use twinprint::simhash::Bits;
use twinprint::table::{Coding, FamilyId, Histogram, Limits, Load, Ordinals, Part, Plan, Shard, Writer};

/// The most codes of a shard: it stays below 24 MiB.
const SHARD: usize = 3_000_000;
/// A code of a table, and the number of the passage that has it.
type Coded = (u64, u64);

/// How many words there are to draw from.
const VOCABULARY: u64 = 5_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().expect("a folder"));
    let mut settings: BTreeMap<String, u64> = [
        ("documents", 100),
        ("words", 300),
        ("parts", 1),
        ("passages", 0),
        ("seed", 1),
        ("tables", 4),
        ("prints", 0),
        ("shingles", 0),
        ("wholes", 0),
    ]
    .map(|(name, value)| (name.into(), value))
    .into();
    for argument in arguments {
        let (name, value) = argument.split_once('=').expect("name=value");
        *settings.get_mut(name).expect("a known name") = value.parse().expect("a number");
    }
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    match settings["wholes"] {
        0 => Made { folder, settings }.write(),
        documents => wholes::write(&folder, documents as u32),
    }
}

struct Made {
    folder: PathBuf,
    settings: BTreeMap<String, u64>,
}

impl Made {
    fn write(&self) {
        let design = match self.settings["prints"] {
            0 => Design::default(),
            _ => Design::default().with_fingerprints(),
        };
        let mut random = Random(self.settings["seed"]);
        let texts: Vec<String> = (0..self.settings["documents"]).map(|_| self.text(&mut random)).collect();
        let mut indexer = Indexer::new(&design, None).expect("a design");
        let signed: Vec<Signed> = texts
            .iter()
            .map(|text| indexer.sign(&Document::plain("document", text)).expect("a document"))
            .collect();
        let passages = signed.iter().map(|signed| signed.passages.len() as u32).sum();
        let passages = (self.settings["passages"] as u32).max(passages);

        let packing = Packing::of(passages, &design);
        let (prints, codes) = self.codes(&design, &signed, passages, &mut random);
        let parts = self.settings["parts"];
        let parts = (0..parts).map(|part| {
            let first = |part: u64| (u128::from(part) << 64) / u128::from(parts);
            let within = |code: u64| (first(part)..first(part + 1)).contains(&u128::from(code));
            let prints: Vec<(u64, u64)> = prints.iter().copied().filter(|(code, _)| within(*code)).collect();
            let codes: Vec<(u64, u64)> = codes.iter().copied().filter(|(code, _)| within(*code)).collect();
            let tables = Limits { tables: Some(self.settings["tables"] as usize), ..Limits::default() };
            let plan = Plan::choose(Bits::B64, design.k, Load::new(prints.len().max(1) as u64), tables);
            let plans = [plan.expect("a plan"), Packing::plan(codes.len() as u64).expect("a plan")];
            let passages = match design.has_fingerprints() {
                true => self.family(&design, "passages", &plans[0], &prints, None),
                false => Vec::new(),
            };
            let zeros = Some(packing.zeros());
            PartEntry { passages, shingles: self.family(&design, "shingles", &plans[1], &codes, zeros) }
        });
        let parts = parts.collect();
        let (sources, texts) = self.documents(&design, &texts, &signed);
        let manifest = Manifest {
            documents: signed.len() as u64,
            passages: passages.into(),
            segments: vec![SegmentEntry {
                first_passage: 0,
                first_document: 0,
                documents: signed.len() as u32,
                passages,
                parts,
                sources,
                texts,
                removed: None,
            }],
            ..Manifest::empty(&design, Layout { tables: 4, parts: 1, texts: true })
        };
        manifest.check().expect("an index");
        std::fs::write(self.folder.join("index.json"), manifest.to_json()).expect("a file");
    }

    fn text(&self, random: &mut Random) -> String {
        let words = (0..self.settings["words"]).map(|_| format!("word{}", random.next() % VOCABULARY));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Fingerprints with their passages, and codes of shingles: the documents' own, and more at random.
    fn codes(
        &self,
        design: &Design,
        signed: &[Signed],
        passages: u32,
        random: &mut Random,
    ) -> (Vec<Coded>, Vec<Coded>) {
        let packing = Packing::of(passages, design);
        let (mut prints, mut codes, mut first) = (Vec::new(), Vec::new(), 0);
        for signed in signed {
            for (passage, number) in signed.passages.iter().zip(u64::from(first)..) {
                prints.extend(passage.fingerprints.iter().map(|&print| (print, number)));
            }
            let postings = signed.postings(design.window()).expect("postings");
            codes
                .extend(postings.into_iter().map(|(hash, passage)| (packing.code(hash, first + passage), 0)));
            first += signed.passages.len() as u32;
        }
        let passage = |random: &mut Random| random.next() % u64::from(passages);
        prints.extend((0..self.settings["prints"]).map(|_| (random.next(), passage(random))));
        codes.extend(
            (0..self.settings["shingles"]).map(|_| (packing.code(random.next(), passage(random) as u32), 0)),
        );
        for codes in [&mut prints, &mut codes] {
            codes.sort_unstable();
            codes.dedup();
        }
        (prints, codes)
    }

    /// All tables of a plan, in as many shards as they need: of fingerprints with their passages, or of codes with `zeros` zeros at
    /// their end.
    fn family(
        &self,
        design: &Design,
        stem: &str,
        plan: &Plan,
        codes: &[(u64, u64)],
        zeros: Option<u32>,
    ) -> Vec<FileEntry> {
        let mut files = Vec::new();
        for (table, permutation) in plan.tables().iter().enumerate() {
            let mut own: Vec<(u64, u64)> =
                codes.iter().map(|&(code, passage)| (permutation.permute(code), passage)).collect();
            own.sort_unstable();
            let mut distinct: Vec<u64> = own.iter().map(|(code, _)| *code).collect();
            distinct.dedup();
            let mut histogram = Histogram::without_lowest(zeros.unwrap_or(0), Coding::Difference);
            histogram.add(&distinct);
            let family = FamilyId { digest: codes.len() as u64, recipe: design.id().0 };
            let writer = Writer {
                plan,
                table: table as u16,
                family,
                block: 512,
                histogram: &histogram,
                cut_keys: zeros.is_some(),
            };
            let shards: Vec<&[u64]> = match distinct.len() {
                0 => vec![&[]],
                _ => distinct.chunks(SHARD).collect(),
            };
            for (number, codes) in shards.iter().enumerate() {
                let low = if number == 0 { 0 } else { codes[0] };
                let high = shards.get(number + 1).map_or(u64::MAX, |next| next[0] - 1);
                let (counts, ordinals) = passages_of(codes, &own);
                let ordinals = Ordinals { counts: &counts, ordinals: &ordinals };
                let part = Part {
                    shard: (number as u16, shards.len() as u16),
                    range: (low, high),
                    codes,
                    ordinals: (zeros.is_none() && table == 0).then_some(ordinals),
                };
                let mut bytes = Vec::new();
                writer.write(&part, &mut bytes).expect("a shard");
                let head = head_of(&bytes);
                files.push(self.keep(&format!("{stem}-t{table:02}-s{number:03}"), "tws", &bytes, head));
            }
        }
        files
    }

    fn documents(
        &self,
        design: &Design,
        texts: &[String],
        signed: &[Signed],
    ) -> (Vec<FileEntry>, Vec<FileEntry>) {
        let (mut source_writer, mut text_writer) =
            (SourcesWriter::new(usize::MAX), TextsWriter::new(usize::MAX));
        let (mut sources, mut kept_texts) = (Vec::new(), Vec::new());
        for (number, (text, signed)) in texts.iter().zip(signed).enumerate() {
            let (id, title) = (format!("document-{number}"), format!("Title {number}"));
            let mut source = signed.source(&id, Some(&title), None, design).expect("a source");
            source.has_text = true;
            sources.extend(source_writer.add(&source).expect("a source"));
            kept_texts.extend(text_writer.add(Some(text)).expect("a text"));
        }
        sources.extend(source_writer.finish().expect("sources"));
        kept_texts.extend(text_writer.finish().expect("texts"));
        let keep = |stem: &str, ending: &str, files: Vec<PackedFile>| {
            files.into_iter().map(|file| self.keep(stem, ending, &file.bytes, file.head)).collect()
        };
        (keep("sources", "twd", sources), keep("texts", "twx", kept_texts))
    }

    fn keep(&self, stem: &str, ending: &str, bytes: &[u8], head: u64) -> FileEntry {
        let entry = FileEntry::of(stem, ending, bytes, head);
        std::fs::write(self.folder.join(&entry.name), bytes).expect("a file");
        entry
    }
}

/// How many passages each code of a shard has, and all of them, of the pairs of a whole table.
fn passages_of(codes: &[u64], table: &[(u64, u64)]) -> (Vec<u32>, Vec<u64>) {
    let (Some(first), Some(last)) = (codes.first(), codes.last()) else { return Default::default() };
    let start = table.partition_point(|(code, _)| code < first);
    let own = &table[start..start + table[start..].partition_point(|(code, _)| code <= last)];
    let counts = own.chunk_by(|a, b| a.0 == b.0).map(|passages| passages.len() as u32).collect();
    (counts, own.iter().map(|(_, passage)| *passage).collect())
}

/// How many bytes of a shard come before its blocks.
fn head_of(bytes: &[u8]) -> u64 {
    const PADDING: u64 = 8;
    let shard = Shard::<u64, _>::open("shard", bytes).expect("a shard");
    let header = shard.header();
    let ids = header.ids.map_or(0, |ids| ids.bytes + PADDING);
    bytes.len() as u64 - header.blocks * u64::from(header.block) - PADDING - ids
}

/// Numbers that are the same everywhere: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}
