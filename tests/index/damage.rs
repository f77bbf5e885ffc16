//! Indexes of which files are missing or damaged: what is found is right, and what could not be asked is said.

use std::sync::OnceLock;

use proptest::prelude::*;
use twinprint::Document;
use twinprint::index::{
    Corpus, Cut, Design, FileEntry, Indexer, Limits, LookupRequest, LookupResponse, Prefixes, Shingling,
};

use super::built::{Built, Indexed, Layout};
use super::soup;

fn design() -> Design {
    Design {
        cut: Cut { least: 6, most: 20 },
        shingles: Shingling { w: 4, run: 10 },
        ..Design::default().with_fingerprints()
    }
}

/// As [`index`], made once, with all that it says.
fn whole() -> &'static (Built, LookupRequest, LookupResponse) {
    static WHOLE: OnceLock<(Built, LookupRequest, LookupResponse)> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let (built, lookup) = index();
        let answer = open(&built).unwrap().answer(&lookup, &Limits::default()).unwrap();
        (built, lookup, answer)
    })
}

/// An index of two segments, each in two parts and some files of sources and texts, with a removed document; and all that can be
/// looked up in it.
fn index() -> (Built, LookupRequest) {
    let text = |number: u32| {
        (0..90).map(|word| soup::name((number * 37 + word * 11) % 200)).collect::<Vec<_>>().join(" ")
    };
    let of = |numbers: std::ops::Range<u32>| -> Vec<Indexed> {
        numbers.map(|number| Indexed { id: format!("{number}"), text: text(number) }).collect()
    };
    let layout = Layout { parts: 2, file: 1, with_texts: true };
    let segments = [(of(0..70), vec![2]), (of(70..100), Vec::new())];
    let built = Built::of(&design(), layout, &segments);
    let mut indexer = Indexer::new(&design(), None).unwrap();
    let signed = [5, 80].map(|number| indexer.sign(&Document::plain("text", &text(number))).unwrap());
    let fingerprints: Vec<u64> = signed
        .iter()
        .flat_map(|signed| &signed.passages)
        .flat_map(|passage| passage.fingerprints.clone())
        .collect();
    let shingles: Vec<u64> =
        signed.iter().flat_map(|signed| &signed.shingles).map(|(hash, _)| *hash).collect();
    let cut = |numbers: &[u64]| numbers.iter().map(|number| number >> 52 << 52).collect();
    let prefixes = Prefixes { bits: 12, fingerprints: cut(&fingerprints), shingles: cut(&shingles) };
    let lookup = LookupRequest {
        fingerprints,
        k: 2,
        shingles,
        prefixes,
        sources: (0..3).collect(),
        texts: (0..20).collect(),
        describe: true,
    };
    (built, lookup)
}

fn open(built: &Built) -> Result<Corpus<&[u8]>, twinprint::Error> {
    let file = |entry: &FileEntry| {
        built.files.get(&entry.name).map(|bytes| &bytes[..]).ok_or("it is not there".to_string())
    };
    Corpus::open(built.manifest.clone(), file)
}

/// Holds that all that an answer tells is in the whole one.
fn check_within(answer: &LookupResponse, whole: &LookupResponse) {
    for (own, all) in answer
        .fingerprints
        .iter()
        .zip(&whole.fingerprints)
        .chain(answer.fingerprint_prefixes.iter().zip(&whole.fingerprint_prefixes))
    {
        for own in &own.matches {
            let other = all.matches.iter().find(|other| other.fingerprint == own.fingerprint).unwrap();
            assert!(own.passages.iter().all(|passage| other.passages.contains(passage)));
        }
    }
    for (own, all) in answer.shingles.iter().zip(&whole.shingles) {
        assert!(own.passages.iter().all(|passage| all.passages.contains(passage)));
    }
    for (own, all) in answer.shingle_prefixes.iter().zip(&whole.shingle_prefixes) {
        assert!(own.postings.iter().all(|posting| all.postings.contains(posting)));
    }
    assert!(answer.sources.iter().zip(&whole.sources).all(|(own, all)| own.is_empty() || own == all));
    assert!(answer.texts.iter().zip(&whole.texts).all(|(own, all)| own.is_empty() || own == all));
    assert!(answer.described.iter().all(|source| whole.described.contains(source)));
}

#[test]
fn each_file_that_is_missing_is_named_and_the_rest_answers() {
    let (built, lookup, whole) = whole();
    assert!(whole.missing.is_empty());
    assert!(whole.shingles.iter().any(|postings| !postings.passages.is_empty()));
    assert!(built.manifest.segments[0].sources.len() > 1 && built.manifest.segments[0].texts.len() > 8);
    for entry in built.manifest.files() {
        let mut without = built.clone();
        without.files.remove(&entry.name);
        if entry.name.starts_with("removed") {
            let error = open(&without).unwrap_err().to_string();
            assert!(error.contains(&entry.name) && error.contains("it is not there"), "{error}");
            continue;
        }
        let corpus = open(&without).unwrap();
        let missing = corpus.missing();
        assert_eq!(missing.len(), 1, "{missing:?}");
        assert!(missing[0].ends_with("it is not there") && missing[0].contains("of segment"), "{missing:?}");
        let answer = corpus.answer(lookup, &Limits::default()).unwrap();
        assert!(!answer.missing.is_empty(), "{}", entry.name);
        check_within(&answer, whole);
        assert_ne!(&LookupResponse { missing: Vec::new(), ..answer }, whole, "{missing:?}");
        assert_eq!(corpus.buckets().len(), open(built).unwrap().buckets().len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_damaged_file_never_makes_an_answer_wrong(
        (file, place, change) in (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 1u8..),
        cut: bool,
    ) {
        let (built, lookup, whole) = whole();
        let mut built = built.clone();
        let entries: Vec<FileEntry> = built.manifest.files().cloned().collect();
        let entry = file.get(&entries);
        let bytes = built.files.get_mut(&entry.name).unwrap();
        let place = place.index(bytes.len());
        if cut {
            bytes.truncate(place);
        } else {
            bytes[place] ^= change;
        }
        prop_assert!(entry.check(bytes).is_err());
        match open(&built) {
            Err(error) => prop_assert!(entry.name.starts_with("removed"), "{error}"),
            Ok(corpus) => {
                let answer = corpus.answer(lookup, &Limits::default()).unwrap();
                check_within(&answer, whole);
                if answer.missing.is_empty() {
                    prop_assert_eq!(&answer, whole);
                }
            }
        }
    }
}

#[test]
fn tables_of_another_design_are_missing() {
    let (mut built, lookup) = index();
    built.manifest.design.k = 2;
    built.manifest.recipe = built.manifest.design.id().to_string();
    let corpus = open(&built).unwrap();
    assert_eq!(corpus.missing().len(), 4);
    assert!(corpus.missing()[0].starts_with("part 0 of segment 0: its tables are of recipe "));
    let answer = corpus.answer(&lookup, &Limits::default()).unwrap();
    assert!(answer.shingles.iter().all(|postings| postings.passages.is_empty()) && answer.missing.len() == 4);
}

#[test]
fn sources_of_another_segment_are_missing() {
    let (mut built, _) = index();
    let [first, second] = &mut built.manifest.segments[..] else { panic!("two segments") };
    std::mem::swap(&mut first.sources[1], &mut second.sources[0]);
    let missing = open(&built).unwrap().missing();
    assert_eq!(missing.len(), 2, "{missing:?}");
    assert!(missing[0].contains("its documents are not those that belong here"), "{missing:?}");
}
