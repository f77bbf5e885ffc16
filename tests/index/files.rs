//! The files of sources, texts and removed documents: written and read, damaged, and against a decoder that knows no more
//! than FORMAT.md.

use std::ops::Range;
use std::path::PathBuf;

use proptest::prelude::*;
use twinprint::Error;
use twinprint::index::{
    MOST_TEXT, PackedFile, Removed, Source, SourcesHead, SourcesWriter, Stretch, TextsHead, TextsWriter,
};
use twinprint::text::Span;
use twox_hash::XxHash64;

fn source() -> impl Strategy<Value = Source> {
    let passages = prop::collection::vec((1u32..200, 0u32..20, 1u32..2000), 0..12);
    let optional = || prop::option::of("\\PC{0,30}");
    ("\\PC{0,40}", optional(), optional(), any::<u32>(), any::<bool>(), passages).prop_map(
        |(id, title, url, shingles, has_text, parts)| {
            let (mut word, mut byte) = (0, 0);
            let part = |(words, gap, bytes): (u32, u32, u32)| {
                let part = Stretch {
                    words: word..word + words,
                    span: Span { start: byte + gap, end: byte + gap + bytes },
                };
                (word, byte) = (part.words.end, part.span.end);
                part
            };
            let parts: Vec<Stretch> = parts.into_iter().map(part).collect();
            let start = parts.first().map_or(0, |part| part.span.start);
            let whole = Stretch { words: 0..word, span: Span { start, end: byte } };
            let passages = [whole].into_iter().chain(parts).collect();
            Source { id, title, url, words: word, shingles, first: 0, passages, has_text, removed: false }
        },
    )
}

/// The files of some documents, and the documents with the numbers of their passages.
fn sources_files(sources: &mut [Source], most: usize) -> Vec<PackedFile> {
    let mut writer = SourcesWriter::new(most);
    let mut files = Vec::new();
    let mut first = 0;
    for source in sources {
        source.first = first;
        first += source.passages.len() as u64;
        files.extend(writer.add(source).unwrap());
    }
    files.extend(writer.finish().unwrap());
    files
}

fn texts_files(texts: &[Option<String>], most: usize) -> Vec<PackedFile> {
    let mut writer = TextsWriter::new(most);
    let mut files: Vec<PackedFile> =
        texts.iter().filter_map(|text| writer.add(text.as_deref()).unwrap()).collect();
    files.extend(writer.finish().unwrap());
    files
}

fn cut(bytes: &[u8], range: Range<u64>) -> &[u8] {
    &bytes[range.start as usize..range.end as usize]
}

fn read_sources(bytes: &[u8]) -> Result<Vec<Source>, Error> {
    let head = SourcesHead::read("sources", bytes)?;
    head.check_length(bytes.len() as u64)?;
    let of = |bucket| head.read_bucket(bucket, cut(bytes, head.bucket_range(bucket).unwrap()));
    head.buckets().map(of).collect::<Result<Vec<_>, _>>().map(|buckets| buckets.concat())
}

fn read_texts(bytes: &[u8]) -> Result<Vec<Option<String>>, Error> {
    let head = TextsHead::read("texts", bytes)?;
    head.check_length(bytes.len() as u64)?;
    let of = |bucket| head.read_bucket(bucket, cut(bytes, head.bucket_range(bucket).unwrap()));
    head.buckets().map(of).collect::<Result<Vec<_>, _>>().map(|buckets| buckets.concat())
}

/// What is compressed in each bucket of a file, and what its head says, as FORMAT.md has it: whether of sources, the first bucket,
/// the documents, and the first passages.
fn decoded(bytes: &[u8]) -> (bool, u32, u32, Vec<u32>, Vec<Vec<u8>>) {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let long = |bytes: &[u8]| u64::from_le_bytes(bytes[..8].try_into().unwrap());
    let of_sources = &bytes[..8] == b"TWPDOCUM";
    assert!(of_sources || &bytes[..8] == b"TWPTEXTS");
    assert_eq!(bytes[8..12], [1, 0, 0, 0]);
    let (first, n, documents) = (word(12), word(16), word(20));
    let column = |at: usize| (0..=n as usize).map(|i| word(at + 4 * i)).collect::<Vec<u32>>();
    let starts = column(24);
    let mut head = 24 + 4 * (n as usize + 1);
    let passages = if of_sources { column(head) } else { Vec::new() };
    head += 4 * passages.len();
    let sum = XxHash64::oneshot(0, &bytes[..head]);
    assert_eq!(
        (long(&bytes[head..]), starts[0] as usize, starts[n as usize] as usize),
        (sum, head + 8, bytes.len())
    );
    let unpacked = starts.windows(2).zip(first..).map(|(range, number)| {
        let bucket = &bytes[range[0] as usize..range[1] as usize];
        assert_eq!(long(bucket), XxHash64::oneshot(sum ^ u64::from(number), &bucket[8..]));
        let unpacked = miniz_oxide::inflate::decompress_to_vec(&bucket[12..]).unwrap();
        assert_eq!(unpacked.len(), u32::from_le_bytes(bucket[8..12].try_into().unwrap()) as usize);
        unpacked
    });
    (of_sources, first, documents, passages, unpacked.collect())
}

fn varint(bytes: &mut &[u8]) -> u32 {
    let length = bytes.iter().position(|byte| *byte < 128).unwrap() + 1;
    let number = bytes[..length].iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 127));
    *bytes = &bytes[length..];
    u32::try_from(number).unwrap()
}

fn string(bytes: &mut &[u8]) -> String {
    let length = varint(bytes) as usize;
    let (text, rest) = bytes.split_at(length);
    *bytes = rest;
    String::from_utf8(text.to_vec()).unwrap()
}

fn decoded_source(bytes: &mut &[u8], first: u64) -> Source {
    let flags = bytes[0];
    *bytes = &bytes[1..];
    let id = string(bytes);
    let title = (flags & 1 > 0).then(|| string(bytes));
    let url = (flags & 2 > 0).then(|| string(bytes));
    let (words, shingles, count) = (varint(bytes), varint(bytes), varint(bytes));
    let mut passages: Vec<Stretch> = Vec::new();
    for number in 0..count {
        let (word, byte) = match (number, passages.last()) {
            (0, _) | (_, None) => (0, 0),
            (1, Some(whole)) => (whole.words.start, whole.span.start),
            (_, Some(before)) => (before.words.end, before.span.start),
        };
        let start = word + varint(bytes);
        let words = start..start + varint(bytes);
        let start = byte + varint(bytes);
        passages.push(Stretch { words, span: Span { start, end: start + varint(bytes) } });
    }
    Source { id, title, url, words, shingles, first, passages, has_text: flags & 4 > 0, removed: false }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sources_are_read_as_they_were_written_and_as_the_page_says(
        mut sources in prop::collection::vec(source(), 1..200),
        most in prop::sample::select(&[1usize, 5_000, usize::MAX][..]),
    ) {
        let files = sources_files(&mut sources, most);
        let (mut bucket, mut own) = (0, &sources[..]);
        for file in &files {
            let head = SourcesHead::read("sources", &file.bytes).unwrap();
            prop_assert_eq!((head.length(), head.bytes()), (file.head, file.bytes.len() as u64));
            prop_assert_eq!(head.buckets().start, bucket);
            prop_assert_eq!(SourcesHead::buckets_in(file.head), Some(head.buckets().len() as u32));
            prop_assert!(file.bytes.len() <= most || head.buckets().len() == 1);
            bucket = head.buckets().end;
            let documents = head.documents().len();
            prop_assert_eq!(&read_sources(&file.bytes).unwrap()[..], &own[..documents]);

            let (of_sources, first, count, passages, unpacked) = decoded(&file.bytes);
            prop_assert_eq!((of_sources, first, count as usize), (true, head.buckets().start, documents));
            prop_assert_eq!(&passages[..passages.len() - 1], head.first_passages());
            let mut next = u64::from(passages[0]);
            let mut rest = own[..documents].iter();
            for bytes in unpacked {
                let mut bytes = &bytes[..];
                for source in rest.by_ref().take(64) {
                    prop_assert_eq!(&decoded_source(&mut bytes, next), source);
                    next += source.passages.len() as u64;
                }
                prop_assert!(bytes.is_empty());
            }
            for source in &own[..documents] {
                let own = head.bucket_of_passage(source.first as u32).unwrap();
                let last = source.first as u32 + source.passages.len() as u32 - 1;
                prop_assert_eq!(head.bucket_of_passage(last), Some(own));
                let range = cut(&file.bytes, head.bucket_range(own).unwrap());
                prop_assert!(head.read_bucket(own, range).unwrap().contains(source));
            }
            own = &own[documents..];
        }
        prop_assert!(own.is_empty());
    }

    #[test]
    fn texts_are_read_as_they_were_written_and_as_the_page_says(
        texts in prop::collection::vec(prop::option::of("\\PC{0,200}"), 1..60),
        most in prop::sample::select(&[1usize, 1_000, usize::MAX][..]),
    ) {
        let files = texts_files(&texts, most);
        let mut own = &texts[..];
        for file in &files {
            let head = TextsHead::read("texts", &file.bytes).unwrap();
            prop_assert_eq!(TextsHead::buckets_in(file.head), Some(head.buckets().len() as u32));
            prop_assert!(file.bytes.len() <= most || head.buckets().len() == 1);
            let documents = head.documents().len();
            prop_assert_eq!(&read_texts(&file.bytes).unwrap()[..], &own[..documents]);
            let (of_sources, first, count, _, unpacked) = decoded(&file.bytes);
            prop_assert_eq!((of_sources, first, count as usize), (false, head.buckets().start, documents));
            for (bytes, texts) in unpacked.iter().zip(own[..documents].chunks(8)) {
                let mut bytes = &bytes[..];
                for text in texts {
                    let has_text = bytes[0] == 1;
                    bytes = &bytes[1..];
                    prop_assert_eq!(&has_text.then(|| string(&mut bytes)), text);
                }
                prop_assert!(bytes.is_empty());
            }
            own = &own[documents..];
        }
        prop_assert!(own.is_empty());
    }

    #[test]
    fn files_with_any_other_bytes_and_right_checksums_are_refused_or_read_without_a_panic(
        mut sources in prop::collection::vec(source(), 1..80),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        in_head: bool,
    ) {
        let texts: Vec<Option<String>> = sources.iter().map(|source| source.title.clone()).collect();
        for file in [sources_files(&mut sources, usize::MAX), texts_files(&texts, usize::MAX)].concat() {
            let mut bytes = file.bytes.clone();
            let head = file.head as usize;
            let room = if in_head { 8..head - 8 } else { head..bytes.len() };
            for (place, byte) in &changes {
                bytes[room.start + place.index(room.len())] = *byte;
            }
            set_sums(&mut bytes, &file);
            let _ = (read_sources(&bytes), read_texts(&bytes));
        }
    }

    #[test]
    fn removed_documents_are_read_as_they_were_written(documents in prop::collection::btree_map(0u32..1000, 1u32..9, 0..40)) {
        let mut next = 0;
        let of = |(document, passages): (u32, u32)| {
            next += 3 + passages;
            (document, next - passages..next)
        };
        let documents: Vec<(u32, Range<u32>)> = documents.into_iter().map(of).collect();
        let removed = Removed::of(documents.iter().rev().cloned());
        prop_assert_eq!(removed.documents(), &documents[..]);
        for passage in 0..next + 3 {
            prop_assert_eq!(removed.has_passage(passage), documents.iter().any(|(_, own)| own.contains(&passage)));
        }
        prop_assert!((0..1000).all(|document| removed.has_document(document) == documents.iter().any(|(own, _)| *own == document)));
        let bytes = removed.to_bytes();
        prop_assert_eq!(Removed::read("removed", &bytes).unwrap(), removed);
        check_flips(&bytes, |bytes| Removed::read("removed", bytes));
    }
}

/// Sets the checksums of a file of which bytes were changed, as far as its head leads to them.
fn set_sums(bytes: &mut [u8], file: &PackedFile) {
    let head = file.head as usize;
    let sum = XxHash64::oneshot(0, &bytes[..head - 8]);
    bytes[head - 8..head].copy_from_slice(&sum.to_le_bytes());
    let word = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let buckets = word(&file.bytes, 16);
    for number in 0..buckets {
        let (start, end) = (word(bytes, 24 + 4 * number), word(bytes, 28 + 4 * number));
        if start + 12 <= end && end <= bytes.len() {
            let own = XxHash64::oneshot(sum ^ number as u64, &bytes[start + 8..end]);
            bytes[start..start + 8].copy_from_slice(&own.to_le_bytes());
        }
    }
}

/// Holds that a file with any byte changed, or cut anywhere, is refused.
fn check_flips<T: std::fmt::Debug>(bytes: &[u8], read: impl Fn(&[u8]) -> Result<T, Error>) {
    for at in 0..bytes.len() {
        for flip in [1, 0x80] {
            let mut other = bytes.to_vec();
            other[at] ^= flip;
            let error = read(&other).expect_err("a changed byte is refused");
            assert!(matches!(error.kind(), "bad-index" | "other-index"), "byte {at}: {error}");
        }
        assert_eq!(read(&bytes[..at]).expect_err("a cut file is refused").kind(), "bad-index", "cut at {at}");
    }
    assert!(read(&[bytes, &[0]].concat()).is_err());
}

/// What the files under tests/golden hold.
fn golden() -> (Vec<Source>, Vec<Option<String>>, Removed) {
    let source = |number: u32| {
        let whole = Stretch { words: 0..90 + number, span: Span { start: number, end: 600 } };
        let parts = [0..50, 50..90 + number].map(|words| Stretch {
            span: Span { start: number + 6 * words.start, end: 6 * words.end },
            words,
        });
        Source {
            id: format!("page {number}"),
            title: number.is_multiple_of(2).then(|| format!("Title \u{2013} {number}")),
            url: number.is_multiple_of(3).then(|| format!("https://example.org/{number}")),
            words: 90 + number,
            shingles: 10 * number,
            first: 3 * u64::from(number),
            passages: [whole].into_iter().chain(parts).collect(),
            has_text: !number.is_multiple_of(5),
            removed: false,
        }
    };
    let text = |number: u32| {
        (!number.is_multiple_of(5)).then(|| format!("Of document {number}. ").repeat(number as usize))
    };
    ((0..70).map(source).collect(), (0..70).map(text).collect(), Removed::of([(3, 9..12), (64, 192..195)]))
}

#[test]
fn files_that_were_written_once_are_read_as_they_were_meant() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let (mut sources, texts, removed) = golden();
    let held = |name: &str, made: Vec<u8>| {
        let path = folder.join(name);
        if std::env::var_os("TWINPRINT_RECORD").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        std::fs::read(&path).unwrap()
    };
    let own = held("sources-1.twd", sources_files(&mut sources, usize::MAX).remove(0).bytes);
    assert_eq!(read_sources(&own).unwrap(), sources);
    let own = held("texts-1.twx", texts_files(&texts, usize::MAX).remove(0).bytes);
    assert_eq!(read_texts(&own).unwrap(), texts);
    let own = held("removed-1.twr", removed.to_bytes());
    assert_eq!((Removed::read("removed", &own).unwrap(), &own), (removed.clone(), &removed.to_bytes()));
}

#[test]
fn a_file_with_a_changed_byte_or_cut_anywhere_is_refused() {
    let (mut sources, texts, _) = golden();
    sources.truncate(66);
    sources.iter_mut().for_each(|source| source.passages.truncate(1));
    check_flips(&sources_files(&mut sources, usize::MAX)[0].bytes, read_sources);
    check_flips(&texts_files(&texts[..10], usize::MAX)[0].bytes, read_texts);
}

#[test]
fn a_bucket_of_another_place_or_file_is_refused() {
    let (mut sources, _, _) = golden();
    let own = sources_files(&mut sources, usize::MAX).remove(0).bytes;
    let head = SourcesHead::read("sources", &own).unwrap();
    let first = cut(&own, head.bucket_range(0).unwrap());
    let error = head.read_bucket(1, first).unwrap_err().to_string();
    assert_eq!(
        error,
        "sources: this is no whole file of an index: bucket 1 is not as long as the head says; fetch or build it again"
    );
    assert!(head.read_bucket(2, first).unwrap_err().to_string().contains("bucket 2 is not in this file"));
    assert!(head.read_bucket(u32::MAX, &[]).is_err());

    // Texts of the same length, so that both heads say the same but for their checksums.
    let text = |number: u32| number.is_multiple_of(8).then(|| "aaa".to_string());
    let texts: Vec<Option<String>> = (0..16).map(text).collect();
    let twice = texts_files(&texts, usize::MAX).remove(0).bytes;
    let head = TextsHead::read("texts", &twice).unwrap();
    let error = head.read_bucket(1, cut(&twice, head.bucket_range(0).unwrap())).unwrap_err();
    assert!(error.to_string().contains("bucket 1 has a wrong checksum"), "{error}");
}

#[test]
fn a_bucket_that_says_it_is_longer_than_it_is_costs_no_memory() {
    let file = texts_files(&[Some("x".into())], usize::MAX).remove(0);
    for length in [0u32, 1, 5, 100, 1 << 20, u32::MAX] {
        let mut bytes = file.bytes.clone();
        let at = file.head as usize + 8;
        bytes[at..at + 4].copy_from_slice(&length.to_le_bytes());
        set_sums(&mut bytes, &file);
        let error = read_texts(&bytes).unwrap_err().to_string();
        assert!(
            error.contains("longer than it can be") || error.contains("cannot be decompressed"),
            "{length}: {error}"
        );
    }
}

#[test]
fn another_version_is_told_from_a_damaged_file() {
    let (mut sources, texts, removed) = golden();
    for mut file in
        [sources_files(&mut sources, usize::MAX).remove(0), texts_files(&texts, usize::MAX).remove(0)]
    {
        file.bytes[8] = 2;
        for error in
            [read_sources(&file.bytes), read_texts(&file.bytes).map(|_| Vec::new())].map(Result::unwrap_err)
        {
            let text = error.to_string();
            assert!(
                text.contains("its version is 2, and 1 is read here")
                    || text.contains("it does not begin as one"),
                "{text}"
            );
        }
    }
    let mut bytes = removed.to_bytes();
    bytes[8] = 9;
    assert_eq!(Removed::read("removed", &bytes).unwrap_err().kind(), "other-index");
}

#[test]
fn a_text_that_is_too_long_is_refused_and_nothing_of_it_is_written() {
    let mut writer = TextsWriter::default();
    let error = writer.add(Some(&"x".repeat(MOST_TEXT + 1))).unwrap_err();
    assert_eq!(error.kind(), "too-large");
    writer.add(Some(&"y".repeat(MOST_TEXT))).unwrap();
    let file = writer.finish().unwrap().remove(0);
    assert_eq!(read_texts(&file.bytes).unwrap(), [Some("y".repeat(MOST_TEXT))]);
}
