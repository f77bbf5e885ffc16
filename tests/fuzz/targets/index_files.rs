//! Any bytes are a file of sources, of texts or of removed documents, the manifest of an index or an index in one piece, or refused; what
//! is read has as many documents as its head says.
//! `cargo xtask fuzz index_files tests/fuzz/corpus/index_files tests/golden tests/golden/corpus-1`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::index::{Manifest, Removed, SourcesHead, TextsHead};
use twinprint::{Document, Index};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(index) = Index::open(bytes) {
        assert_eq!(index.save(), bytes);
        let findings =
            index.query(&Document::plain("text", "It was the best of times, it was the worst of times."));
        assert_eq!(findings.expect("it has words").words, 12);
    }
    if let Ok(manifest) = Manifest::from_json(bytes) {
        let again = Manifest::from_json(&manifest.to_json()).expect("what was read can be written");
        assert_eq!(again, manifest);
    }
    if let Ok(removed) = Removed::read("bytes", bytes) {
        assert!(removed.documents().iter().all(|(document, _)| removed.has_document(*document)));
    }
    if let Ok(head) = SourcesHead::read("bytes", bytes) {
        let read = head
            .buckets()
            .map(|bucket| piece(bytes, head.bucket_range(bucket)).map(|of| head.read_bucket(bucket, of)));
        let read: Option<Vec<_>> = read.map(|read| read?.ok()).collect();
        assert!(read.is_none_or(|read| read.iter().map(Vec::len).sum::<usize>() == head.documents().len()));
    }
    if let Ok(head) = TextsHead::read("bytes", bytes) {
        let read = head
            .buckets()
            .map(|bucket| piece(bytes, head.bucket_range(bucket)).map(|of| head.read_bucket(bucket, of)));
        let read: Option<Vec<_>> = read.map(|read| read?.ok()).collect();
        assert!(read.is_none_or(|read| read.iter().map(Vec::len).sum::<usize>() == head.documents().len()));
    }
});

/// The bytes of a range, if they are there.
fn piece(bytes: &[u8], range: Option<core::ops::Range<u64>>) -> Option<&[u8]> {
    let range = range?;
    bytes.get(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?)
}
