//! A published index says what the same index in memory does, in few rounds and few bytes; and what is not its own is refused.

use proptest::prelude::*;
use twinprint::index::{
    Design, FileEntry, FileRange, Limits, LookupRequest, LookupResponse, PartEntry, Prefixes, SparseIndex,
};
use twinprint::table::{Attempt, Family};
use twinprint::{Error, hash};

use super::asking::{design, layout, segments};
use super::built::{Built, Indexed, Layout, PLAIN};
use super::soup;

/// What a web host was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Traffic {
    rounds: usize,
    bytes: u64,
}

fn cut(built: &Built, FileRange { file, start, end }: &FileRange) -> Vec<u8> {
    built.files[file][*start as usize..*end as usize].to_vec()
}

fn needs(remote: &mut SparseIndex, lookup: &LookupRequest) -> Vec<FileRange> {
    match remote.ask(lookup, &Limits::default()).unwrap() {
        Attempt::Needs(needs) => needs,
        Attempt::Done(answer) => panic!("{answer:?}, although nothing was fetched"),
    }
}

fn ask(
    remote: &mut SparseIndex,
    built: &Built,
    lookup: &LookupRequest,
    limits: &Limits,
) -> (LookupResponse, Traffic) {
    let mut traffic = Traffic::default();
    loop {
        match remote.ask(lookup, limits).unwrap() {
            Attempt::Done(answer) => return (answer, traffic),
            Attempt::Needs(needs) => {
                assert!(!needs.is_empty());
                traffic.rounds += 1;
                for range in &needs {
                    traffic.bytes += range.end - range.start;
                    remote.supply(&range.file, range.start, &cut(built, range)).unwrap();
                }
            }
        }
    }
}

/// An index whose heads are here.
fn opened(built: &Built) -> (SparseIndex, Traffic) {
    let mut remote = SparseIndex::new(built.manifest.clone()).unwrap();
    let (answer, traffic) = ask(&mut remote, built, &LookupRequest::default(), &Limits::default());
    assert_eq!(answer, LookupResponse::default());
    (remote, traffic)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_published_index_says_what_it_says_in_memory(
        segments in segments(),
        layout in layout(),
        (k, bits) in (0u32..=3, 8u32..=40),
        (matches, passages) in prop_oneof![Just((10_000, 1_000)), (1usize..5, 1usize..5)],
        asked in prop::collection::vec(any::<(prop::sample::Index, u64)>(), 0..6),
        describe in any::<bool>(),
    ) {
        let built = Built::of(&design(), layout, &segments);
        let corpus = built.corpus();
        let limits = Limits { matches, passages };
        let (mut remote, heads) = opened(&built);
        prop_assert!(heads.rounds <= 1);
        prop_assert_eq!(remote.buckets().unwrap(), corpus.buckets());
        let (prints, shingles) = known(&built);
        let pick = |all: &[u64], (index, other): &(prop::sample::Index, u64)| match all {
            all if all.is_empty() || other % 4 == 0 => *other,
            all => all[index.index(all.len())] ^ (1 << (other % 64) & other),
        };
        let fingerprints: Vec<u64> = asked.iter().map(|asked| pick(&prints, asked)).collect();
        let shingles: Vec<u64> = asked.iter().map(|asked| pick(&shingles, asked)).collect();
        let first = |all: &[u64]| all.iter().map(|one| one & !(u64::MAX >> bits)).collect();
        let prefixes = Prefixes { bits, fingerprints: first(&fingerprints[..fingerprints.len().min(2)]), shingles: first(&shingles) };

        let lookup = LookupRequest { fingerprints, k, shingles, prefixes, describe, ..LookupRequest::default() };
        let (answer, traffic) = ask(&mut remote, &built, &lookup, &limits);
        prop_assert_eq!(answer, corpus.answer(&lookup, &limits).unwrap());
        if limits == Limits::default() {
            prop_assert!(traffic.rounds <= 2 + usize::from(describe), "{:?}", traffic);
        }
        let buckets = corpus.buckets().len() as u32;
        let lookup = LookupRequest { sources: (0..=buckets).collect(), ..LookupRequest::default() };
        let (answer, traffic) = ask(&mut remote, &built, &lookup, &limits);
        prop_assert_eq!(answer, corpus.answer(&lookup, &limits).unwrap());
        prop_assert!(traffic.rounds <= 1, "{:?}", traffic);
        let lookup = LookupRequest { texts: (0..=8 * buckets).collect(), ..LookupRequest::default() };
        let (answer, traffic) = ask(&mut remote, &built, &lookup, &limits);
        prop_assert_eq!(answer, corpus.answer(&lookup, &limits).unwrap());
        prop_assert!(traffic.rounds <= 2, "{:?}", traffic);
    }
}

/// The fingerprints of an index, and the codes of its shingles.
fn known(built: &Built) -> (Vec<u64>, Vec<u64>) {
    let codes = |entries: &[FileEntry]| {
        let shards = entries.iter().map(|entry| (entry.name.clone(), &built.files[&entry.name][..]));
        let family = Family::<u64, _>::open(shards).unwrap();
        let mut codes = Vec::new();
        let shards = family.shards()[0].iter();
        shards.for_each(|shard| shard.for_each_run(|run| codes.extend_from_slice(run)).unwrap());
        codes
    };
    let parts: Vec<&PartEntry> = built.manifest.segments.iter().flat_map(|segment| &segment.parts).collect();
    let prints = parts.iter().flat_map(|part| codes(&part.passages)).collect();
    (prints, parts.iter().flat_map(|part| codes(&part.shingles)).collect())
}

/// 256 documents of 300 words, that have little in common.
fn large() -> Built {
    let word = |number: u64| soup::name((hash::mix(number) % 5_000) as u32);
    let document = |document: u64| {
        let words: Vec<String> = (0..300).map(|place| word(document << 32 | place)).collect();
        let sentences: Vec<String> = words.chunks(12).map(|words| words.join(" ") + ". ").collect();
        Indexed { id: document.to_string(), text: sentences.concat() }
    };
    let documents = (0..256).map(document).collect();
    let layout = Layout { parts: 1, file: usize::MAX, with_texts: true };
    Built::of(&Design::default().with_fingerprints(), layout, &[(documents, Vec::new())])
}

#[test]
fn each_step_takes_one_round_and_few_bytes() {
    let built = large();
    let whole: u64 = built.files.values().map(|bytes| bytes.len() as u64).sum();
    let (mut remote, heads) = opened(&built);
    assert_eq!(heads.rounds, 1);
    assert!(heads.bytes < whole / 10, "the heads are {} of {whole} bytes", heads.bytes);
    assert_eq!(remote.bytes(), heads.bytes);

    let (prints, shingles) = known(&built);
    let some = |all: &[u64]| -> Vec<u64> { all.iter().step_by(all.len() / 8).copied().collect() };
    let blocks = LookupRequest { shingles: some(&shingles), ..LookupRequest::default() };
    let (found, traffic) = ask(&mut remote, &built, &blocks, &Limits::default());
    assert!(found.shingles.iter().all(|postings| !postings.passages.is_empty()));
    assert_eq!(traffic.rounds, 1);
    assert!(traffic.bytes <= 9 * 1_024, "{traffic:?} for nine blocks of 512 bytes");

    // One bit apart, so that some tables do not find them.
    let near = some(&prints).iter().zip(0u32..).map(|(print, bit)| print ^ 1 << (bit * 7)).collect();
    let lookup = LookupRequest { fingerprints: near, k: 3, ..LookupRequest::default() };
    let (found, traffic) = ask(&mut remote, &built, &lookup, &Limits::default());
    assert!(found.fingerprints.iter().all(|near| !near.matches.is_empty()));
    assert_eq!(traffic.rounds, 2, "the blocks of all tables, and the numbers of passages");

    let lookup = LookupRequest { sources: vec![1], ..LookupRequest::default() };
    assert_eq!(ask(&mut remote, &built, &lookup, &Limits::default()).1.rounds, 1);
    let lookup = LookupRequest { texts: vec![9], ..LookupRequest::default() };
    let (texts, traffic) = ask(&mut remote, &built, &lookup, &Limits::default());
    assert_eq!((texts.texts[0].len(), traffic.rounds), (8, 1), "the heads of texts came with the sources");
    assert!(remote.bytes() < whole / 2, "{} of {whole} bytes are in memory", remote.bytes());
    for lookup in [blocks, lookup] {
        let again = ask(&mut remote, &built, &lookup, &Limits::default());
        assert_eq!(again.1, Traffic::default(), "what was fetched stays");
    }
}

fn refused(outcome: Result<(), Error>, what: &str) {
    let error = outcome.expect_err(what);
    assert_eq!(
        (error.kind(), error.remedy().as_str()),
        ("index-changed", "open it again"),
        "{what}: {error}"
    );
    assert!(error.what().starts_with("the index changed while it was read: "), "{error}");
}

#[test]
fn what_was_not_asked_for_is_refused() {
    let built = large();
    let (mut remote, _) = opened(&built);
    let (_, shingles) = known(&built);
    let lookup = LookupRequest { shingles: vec![shingles[40]], sources: vec![2], ..LookupRequest::default() };
    for range in needs(&mut remote, &lookup) {
        let bytes = cut(&built, &range);
        refused(remote.supply(&range.file, range.start, &bytes[1..]), "too few bytes");
        refused(remote.supply(&range.file, range.start + 1, &bytes), "bytes of another place");
        refused(remote.supply("passages.tws", range.start, &bytes), "bytes of another file");
        refused(remote.supply(&range.file, u64::MAX, &bytes), "bytes beyond any file");
        remote.supply(&range.file, range.start, &bytes).unwrap();
        refused(remote.supply(&range.file, range.start, &bytes), "the same bytes again");
    }
    let shard = &built.manifest.segments[0].parts[0].shingles[0];
    let head = &built.files[&shard.name][..shard.head as usize];
    refused(remote.supply(&shard.name, 0, head), "a head that is here");
}

#[test]
fn damaged_heads_blocks_groups_and_buckets_are_refused() {
    let built = large();
    let mut remote = SparseIndex::new(built.manifest.clone()).unwrap();
    let (prints, shingles) = known(&built);
    let lookups = [
        LookupRequest::default(),
        LookupRequest {
            fingerprints: vec![prints[9] ^ 1],
            shingles: vec![shingles[40]],
            k: 1,
            ..LookupRequest::default()
        },
        LookupRequest { sources: vec![2], ..LookupRequest::default() },
        LookupRequest { texts: vec![2], ..LookupRequest::default() },
    ];
    let mut seen = 0;
    for lookup in &lookups {
        while let Attempt::Needs(needs) = remote.ask(lookup, &Limits::default()).unwrap() {
            for range in needs {
                let bytes = cut(&built, &range);
                for at in (0..bytes.len()).step_by(1 + bytes.len() / 40) {
                    let mut flipped = bytes.clone();
                    flipped[at] ^= 0x10;
                    // What lies between two ranges that were joined belongs to none that was asked for.
                    if remote.supply(&range.file, range.start, &flipped).is_err() {
                        seen += 1;
                        refused(remote.supply(&range.file, range.start, &flipped), "a flipped byte");
                        remote.ask(lookup, &Limits::default()).unwrap();
                        continue;
                    }
                    panic!("byte {at} of {range:?} may be any");
                }
                remote.supply(&range.file, range.start, &bytes).unwrap();
            }
        }
    }
    assert!(seen > 200, "{seen} flips were refused");
}

#[test]
fn an_index_that_was_replaced_is_noticed() {
    let built = large();
    let other = |number: u64| Indexed {
        id: number.to_string(),
        text: (0..300)
            .map(|place| soup::name((hash::mix(number * 999 + place) % 5_000) as u32) + " ")
            .collect(),
    };
    let replaced = Built::of(
        &Design::default().with_fingerprints(),
        PLAIN,
        &[((0..256).map(other).collect(), Vec::new())],
    );
    let (ours, theirs) = (&built.manifest.segments[0], &replaced.manifest.segments[0]);
    let mut remote = SparseIndex::new(built.manifest.clone()).unwrap();
    for (own, other) in ours.files().zip(theirs.files()) {
        refused(remote.supply(&own.name, 0, &replaced.files[&other.name][..own.head as usize]), &own.name);
    }
    // A shard of which another table's has the name.
    let names = ours.parts[0].passages.iter().map(|entry| &entry.name).collect::<Vec<_>>();
    let swapped = &built.files[names[1]][..ours.parts[0].passages[1].head as usize];
    if remote.supply(names[2], 0, swapped).is_ok() {
        for range in needs(&mut remote, &LookupRequest::default()) {
            remote.supply(&range.file, range.start, &cut(&built, &range)).unwrap();
        }
        let opened = remote.ask(&LookupRequest::default(), &Limits::default());
        refused(opened.map(drop), "a table that is there twice");
    }
}
