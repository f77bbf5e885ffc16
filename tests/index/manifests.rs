//! The manifest: written and read, damaged, and of what no index can be.

use twinprint::index::{Cut, Design, Manifest, SegmentEntry, Shingling};

use super::built::{Built, Indexed, PLAIN};

fn manifest() -> Manifest {
    let design = Design {
        cut: Cut { least: 6, most: 20 },
        shingles: Shingling { w: 4, run: 10 },
        ..Design::default().with_fingerprints()
    };
    let of = |count: u32| {
        (0..count).map(|number| Indexed { id: format!("{number}"), text: format!("text {number}") }).collect()
    };
    Built::of(&design, PLAIN, &[(of(65), vec![1]), (of(2), Vec::new())]).manifest
}

#[test]
fn a_manifest_is_read_as_it_was_written() {
    let manifest = manifest();
    let json = manifest.to_json();
    assert_eq!(Manifest::from_json(&json).unwrap(), manifest);
    assert_eq!(manifest.segments[1].first_document, 128);
    assert!(json.ends_with(b"\"\n}\n"));
}

#[test]
fn a_manifest_with_a_changed_byte_or_cut_is_refused() {
    let json = manifest().to_json();
    for at in 0..json.len() {
        let mut other = json.clone();
        other[at] ^= 1;
        let error = Manifest::from_json(&other).unwrap_err();
        assert!(matches!(error.kind(), "bad-index" | "other-index"), "byte {at}: {error}");
    }
    for at in [0, 1, json.len() / 2, json.len() - 1] {
        assert_eq!(Manifest::from_json(&json[..at]).unwrap_err().kind(), "bad-index");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(Manifest::from_json(deep.as_bytes()).unwrap_err().kind(), "bad-index");
    assert_eq!(
        Manifest::from_json(b"{}").unwrap_err().to_string(),
        "index.json: this is no whole file of an index: it is no manifest; fetch or build it again"
    );
}

#[test]
fn what_no_index_can_be_is_refused_though_its_checksum_is_right() {
    let refused = |change: fn(&mut Manifest), why: &str| {
        let mut manifest = manifest();
        change(&mut manifest);
        let error = Manifest::from_json(&manifest.to_json()).unwrap_err().to_string();
        assert!(error.contains(why), "{error} has not {why:?}");
    };
    refused(|manifest| manifest.version = 4, "its version is 4, and 1 to 3 is read here");
    refused(|manifest| manifest.version = 3, "its version is not the one of its design and boilerplate");
    refused(|manifest| manifest.version = 2, "its version is not the one of its design and boilerplate");
    refused(|manifest| manifest.format = "twinprint index".into(), "it is no manifest");
    refused(|manifest| manifest.design.k = 9, "from 0 to 8");
    refused(|manifest| manifest.design.k = 1, "not the id of its design");
    refused(|manifest| manifest.documents += 2, "do not add up");
    refused(|manifest| manifest.passages += 1, "do not add up");
    refused(|manifest| manifest.segments.reverse(), "do not follow one another");
    refused(|manifest| manifest.segments[1].first_document = 64, "do not follow one another");
    refused(|manifest| manifest.segments[1].first_passage = u64::MAX, "do not follow one another");
    type Change = fn(&mut SegmentEntry);
    let segment: [(Change, &str); 9] = [
        (|segment| segment.documents = 0, "no documents"),
        (|segment| segment.documents = u32::MAX, "no documents, or fewer passages"),
        (|segment| (segment.documents, segment.passages) = (u32::MAX, u32::MAX), "not of as many documents"),
        (|segment| segment.parts.clear(), "without tables"),
        (|segment| segment.sources.clear(), "not of as many documents"),
        (|segment| segment.texts[0].head += 4, "not of as many documents"),
        (|segment| segment.sources[0].name = "../x".into(), "\"../x\", which is no file of an index"),
        (|segment| segment.sources[0].name = String::new(), "\"\", which is no file"),
        (|segment| segment.sources[0].head = u64::MAX, "which is no file"),
    ];
    for (change, why) in segment {
        let mut manifest = manifest();
        change(&mut manifest.segments[0]);
        let error = Manifest::from_json(&manifest.to_json()).unwrap_err().to_string();
        assert!(error.contains(why), "{error} has not {why:?}");
    }
    refused(|manifest| manifest.segments[0].parts[0].shingles[0].xxh64 = "G".repeat(16), "which is no file");
    refused(|manifest| manifest.segments[0].parts[0].passages.clear(), "or the other way round");
    refused(|manifest| manifest.segments[0].parts[0].shingles.clear(), "without tables");
    refused(|manifest| manifest.model = Some(manifest.segments[0].sources[0].clone()), "does not name");
}
