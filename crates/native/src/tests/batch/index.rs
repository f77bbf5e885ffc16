//! An index made in pieces: its files are those of one that is built at once, whoever makes which of them.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use arrow_array::{BinaryArray, Int32Array, Int64Array, RecordBatch, StringArray};
use twinprint::index::{BUCKET, Design, Signing};
use twinprint::text::{Boilerplate, BoilerplateRule};
use twinprint_native::batch::Step;
use twinprint_native::corpus::{Entry, Origin, documents};
use twinprint_native::index::corpus::{CorpusIndexOptions, build};

use super::{bytes, column, done, ints, longs, rows, texts};

/// Lines of JSON, some of which are no documents.
fn files() -> Vec<(String, String)> {
    let words = ["river", "bridge", "market", "council", "winter", "school", "garden", "letter", "stone"];
    let text = |seed: usize, length: usize| {
        let word = |at: usize| words[(at * at + seed * (at % 7 + 1) + at / 5) % words.len()];
        (0..length).map(|at| format!("{}{}", word(at), (seed + at * 3) % 29)).collect::<Vec<_>>().join(" ")
    };
    let line = |number: usize| match number % 41 {
        17 => "no line\n".into(),
        _ => format!(
            "{{\"id\": \"d{number}\", \"title\": \"On {number}\", \"text\": \"{}.\"}}\n",
            text(number / 2, 20 + number * 13 % 400)
        ),
    };
    let file = |which: usize| (which * 70..(which + 1) * 70).map(line).collect::<String>();
    (0..4).map(|which| (format!("{which}.jsonl"), file(which))).collect()
}

/// The rows of all batches, of which each is one of these columns.
struct All<'a>(&'a [RecordBatch]);

impl All<'_> {
    fn longs(&self, name: &str) -> Vec<i64> {
        self.0.iter().flat_map(|batch| column::<Int64Array>(batch, name).values().to_vec()).collect()
    }

    fn ints(&self, name: &str) -> Vec<i32> {
        self.0.iter().flat_map(|batch| column::<Int32Array>(batch, name).values().to_vec()).collect()
    }

    fn texts(&self, name: &str) -> Vec<Option<String>> {
        let of =
            |batch| column::<StringArray>(batch, name).iter().map(|text| text.map(String::from)).collect();
        self.0.iter().flat_map::<Vec<_>, _>(of).collect()
    }

    fn bytes(&self, name: &str) -> Vec<Vec<u8>> {
        let of = |batch| {
            let column = column::<BinaryArray>(batch, name);
            column.iter().map(|bytes| bytes.unwrap_or_default().to_vec()).collect()
        };
        self.0.iter().flat_map::<Vec<_>, _>(of).collect()
    }
}

/// A document signed, and its number and that of its first passage.
#[derive(Clone)]
struct Numbered {
    document: i64,
    first: i64,
    source: Option<String>,
    text: Option<String>,
    prints: Vec<u8>,
    shingles: Vec<u8>,
}

/// Signs documents file by file, and numbers them; how many passages there are.
fn numbered(options: &CorpusIndexOptions) -> (Vec<Numbered>, i64) {
    let (mut all, mut passages) = (Vec::new(), 0);
    for ((name, lines), entry) in files().into_iter().zip(0..) {
        let file = rows(vec![
            ("entry", ints([entry])),
            ("file", texts([Some(name)])),
            ("content", bytes([Some(lines)])),
        ]);
        let signed = done(&Step::Sign { options: Box::new(options.clone()), by_place: false }, &[file]);
        let of = All(&signed);
        let (names, own, sources) = (of.texts("name"), of.ints("passages"), of.texts("source"));
        let (texts, prints, shingles) = (of.texts("text"), of.bytes("prints"), of.bytes("shingles"));
        for row in (0..names.len()).filter(|&row| names[row].is_some()) {
            let (source, text) = (sources[row].clone(), texts[row].clone());
            let (prints, shingles) = (prints[row].clone(), shingles[row].clone());
            all.push(Numbered {
                document: all.len() as i64,
                first: passages,
                source,
                text,
                prints,
                shingles,
            });
            passages += i64::from(own[row]);
        }
    }
    (all, passages)
}

/// What files steps make of documents, by family and number, with what is said of each.
fn made(options: &CorpusIndexOptions, documents: &[Numbered], passages: u32) -> Vec<RecordBatch> {
    let parts = options.parts;
    let mut dealt = Vec::new();
    for some in documents.chunks(90) {
        let given = rows(vec![
            ("first", longs(some.iter().map(|one| one.first))),
            ("prints", bytes(some.iter().map(|one| Some(&one.prints)))),
            ("shingles", bytes(some.iter().map(|one| Some(&one.shingles)))),
        ]);
        let given = done(&Step::Postings { options: Box::new(options.clone()), passages }, &[given]);
        dealt.extend(All(&given).ints("family").into_iter().zip(All(&given).bytes("codes")));
    }
    // Whoever comes last is taken first.
    dealt.reverse();
    dealt.sort_by_key(|(family, _)| *family);
    let (families, codes): (Vec<_>, Vec<_>) = dealt.into_iter().unzip();
    let dealt = rows(vec![("family", ints(families)), ("codes", bytes(codes.into_iter().map(Some)))]);
    let mut files = done(&Step::Tables { options: Box::new(options.clone()), passages }, &[dealt]);

    let mut packed = Vec::new();
    for some in documents.chunks(2 * BUCKET as usize) {
        let given = rows(vec![
            ("document", longs(some.iter().map(|one| one.document))),
            ("first", longs(some.iter().map(|one| one.first))),
            ("source", texts(some.iter().map(|one| one.source.as_ref()))),
            ("text", texts(some.iter().map(|one| one.text.as_ref()))),
        ]);
        packed.extend(done(&Step::Buckets { with_text: options.with_text }, &[given]));
    }
    let of = All(&packed);
    let mut order: Vec<usize> = (0..of.ints("kind").len()).collect();
    order.sort_by_key(|&row| (of.ints("kind")[row], of.ints("bucket")[row]));
    let taken = |name: &str| {
        let values = of.ints(name);
        ints(order.iter().map(|&row| values[row]))
    };
    let lengths = ints(order.iter().map(|&row| of.bytes("packed")[row].len() as i32));
    let lengths = rows(vec![("kind", taken("kind")), ("bucket", taken("bucket")), ("packed", lengths)]);
    let cuts = done(&Step::Cuts, &[lengths]);
    let given = rows(vec![
        ("kind", taken("kind")),
        ("bucket", taken("bucket")),
        ("documents", taken("documents")),
        ("passages", taken("passages")),
        ("first", longs(order.iter().map(|&row| of.longs("first")[row]))),
        ("length", taken("length")),
        ("packed", bytes(order.iter().map(|&row| Some(of.bytes("packed")[row].clone())))),
        ("file", ints(All(&cuts).ints("file"))),
    ]);
    files.extend(done(&Step::Files { parts }, &[given]));
    files
}

#[test]
fn an_index_made_in_pieces_is_that_of_one_process() {
    let boilerplate = Arc::new(Boilerplate::new(BoilerplateRule::default(), []));
    let fingerprints = Design::default().with_fingerprints();
    let method = format!("{},clean=site:{},volatile", fingerprints.method, boilerplate.id());
    let cleaning = CorpusIndexOptions {
        design: Design { method, ..fingerprints },
        signing: Signing::default().with_boilerplate(Some(boilerplate)),
        ..CorpusIndexOptions::default()
    };
    for (parts, with_text, options) in [
        (1, false, CorpusIndexOptions::default()),
        (3, true, CorpusIndexOptions::default()),
        (2, true, cleaning),
    ] {
        let options = CorpusIndexOptions { parts, with_text, ..options };
        let (all, passages) = numbered(&options);
        let passages = passages as u32;
        let files_made = made(&options, &all, passages);
        let counted = all.len() as u32;
        let step = Step::Manifest { options: Box::new(options.clone()), documents: counted, passages };
        let last = done(&step, &files_made);
        let pieces = [files_made, last].concat();
        let names = All(&pieces).texts("name").into_iter().flatten();
        let pieces: BTreeMap<String, Vec<u8>> = names.zip(All(&pieces).bytes("content")).collect();

        let folder = tempfile::tempdir().expect("a folder");
        let entry = |(name, lines): (String, String)| Entry {
            name,
            origin: Origin::Memory(lines.into_bytes().into()),
        };
        let read = documents(files().into_iter().map(entry).collect());
        build(read, folder.path(), &options, &()).expect("an index");
        let mut built = BTreeMap::new();
        for file in fs::read_dir(folder.path()).expect("files") {
            let path = file.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if !name.starts_with('.') {
                built.insert(name, fs::read(&path).expect("bytes"));
            }
        }
        assert_eq!(pieces.keys().collect::<Vec<_>>(), built.keys().collect::<Vec<_>>());
        assert!(pieces == built, "files of the same names have the same bytes");
    }
}
