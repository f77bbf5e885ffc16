//! Any bytes are what a host sends of an index that is read by ranges, its manifest, its buckets and its records, or refused.
//! `cargo xtask fuzz documents_ranges`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::Error;
use twinprint::index::FileEntry;
use twinprint::seen::{BucketLayout, Design, DocumentFingerprints, RangesLookup, RangesManifest};

fuzz_target!(|bytes: &[u8]| {
    let _ = RangesManifest::from_json(bytes);
    let Some((numbers, sent)) = bytes.split_first_chunk::<8>() else { return };
    let [documents @ .., longest, at] = *numbers;
    let documents =
        u64::from_le_bytes([documents[0], documents[1], documents[2], documents[3], documents[4], 0, 0, 0]);
    let design = Design::default();
    let layout = BucketLayout::of(&design, documents);
    let file = |stem: &str| FileEntry::of(stem, "x", sent, 0);
    let buckets = layout.buckets().div_ceil(layout.buckets_of_file()) as usize;
    if buckets > 1000 {
        return;
    }
    let manifest = RangesManifest {
        documents,
        longest: 61 + u64::from(longest),
        buckets: (0..buckets).map(|number| file(&format!("buckets-{number}"))).collect(),
        records: vec![file("records-0"), file("records-1")],
        ..RangesManifest::empty(&design)
    };
    let document = DocumentFingerprints { values: vec![at.into(); design.fingerprints()], words: 100 };
    let Ok(mut lookup) = RangesLookup::new(&manifest, document) else { return };
    let mut supplied = 0;
    loop {
        let Some(part) = lookup.wanted().next().cloned() else { break };
        // What is sent begins anywhere, and is repeated as often as it takes.
        let length = usize::try_from(part.end - part.start).expect("no part is that large");
        let own: Vec<u8> =
            sent.iter().cycle().skip(part.start as usize % (sent.len() + 1)).take(length).copied().collect();
        if lookup.supply(&part, &own).is_err() {
            return;
        }
        supplied += 1;
        assert!(supplied < 10_000, "a look-up comes to an end");
    }
    let near = lookup.near(20).expect("all was supplied");
    assert!(near.matches.len() <= 20 && near.matches.is_sorted_by_key(|found| found.distance));
    let _ = manifest.verify(|_| Ok::<_, Error>(sent.to_vec()));
});
