//! Web archives.

use super::*;
use crate::corpus::{Listing, documents};

fn record(kind: &str, lines: &str, block: impl AsRef<[u8]>) -> Vec<u8> {
    let block = block.as_ref();
    let head = format!("WARC/1.0\r\nWARC-Type: {kind}\r\n{lines}Content-Length: {}\r\n\r\n", block.len());
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Records of every kind; some that hold pages, and one with what cannot be read as a page.
fn records() -> Vec<Vec<u8>> {
    let page = |number: u32| {
        let name = format!("WARC-Record-ID: <urn:uuid:{number}>\r\nContent-Type: text/plain\r\n");
        record("conversion", &name, format!("the text of page {number}\r\n\r\nWARC/1.0 is no head here "))
    };
    let odd = "HTTP/1.1 200 OK\r\nContent-Encoding: odd\r\n\r\n";
    let http = "Content-Type: application/http; msgtype=response\r\n";
    vec![
        record("warcinfo", "", "software: a crawler\r\n"),
        page(1),
        record("request", "", "GET / HTTP/1.1\r\n\r\n"),
        page(3),
        record("response", http, odd),
        page(5),
        record("metadata", "", [0xff; 300]),
        page(7),
        page(8),
    ]
}

fn filtered(records: &[Vec<u8>], fates: Fates<'_>) -> Vec<u8> {
    let numbered = records.iter().zip(0..);
    numbered
        .filter(|&(_, number)| fates(number) == Fate::Keep)
        .flat_map(|(record, _)| record.clone())
        .collect()
}

fn by_member(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(gzip).collect()
}

#[test]
fn all_other_records_stay_byte_for_byte_however_they_are_packed() {
    let records = records();
    let whole = records.concat();
    let packed = [
        ("a.warc", whole.clone()),
        ("a.warc.gz", gzip(&whole)),
        ("a.warc.wet.gz", by_member(&records)),
        ("a.warc.zst", zstandard(&whole)),
        ("b.warc.gz", by_member(&records)),
    ];
    for (name, bytes) in packed {
        let name = name.replace(".warc.wet", ".wet.warc");
        assert_eq!(without(&name, &bytes, KEEPS_ALL), (bytes.clone(), 6, 0), "{name}");
        for (fates, kept, dropped) in [(DROPS_THIRDS, 5, 3), (DROPS_ALL, 0, 9)] {
            let (new, all_kept, all_dropped) = without(&name, &bytes, fates);
            assert_eq!(unpacked(&new), filtered(&records, fates), "{name}");
            assert_eq!((all_kept, all_dropped), (kept, dropped), "{name}");
        }
    }
}

#[test]
fn in_gzip_each_record_is_a_member() {
    let records = records();
    for bytes in [by_member(&records), gzip(records.concat())] {
        let (new, ..) = without("a.warc.gz", &bytes, DROPS_THIRDS);
        let (mut rest, mut members) = (&new[..], Vec::new());
        while !rest.is_empty() {
            let mut member = Vec::new();
            GzDecoder::new(&mut rest).read_to_end(&mut member).expect("a member");
            members.push(member);
        }
        let kept = records.iter().zip(0_u64..).filter(|(_, number)| number % 3 > 0);
        assert_eq!(members, kept.map(|(record, _)| record.clone()).collect::<Vec<_>>());
    }
}

/// The names of an archive's documents, with their numbers.
fn read(name: &str, bytes: &[u8]) -> Vec<(u64, String)> {
    let (_folder, path) = file(name, bytes);
    let sources = documents(Listing::new([path]).entries).flatten();
    sources.map(|source| (source.place.position.number, source.name)).collect()
}

/// Asserts that a broken archive without some records has the documents that reading gives, but for those.
#[track_caller]
fn has_what_reading_gives(name: &str, bytes: &[u8]) {
    let before = read(name, bytes);
    let (new, ..) = without(name, bytes, DROPS_THIRDS);
    let kept: Vec<String> =
        before.into_iter().filter(|(number, _)| number % 3 > 0).map(|(_, name)| name).collect();
    let after: Vec<String> = read(name, &new).into_iter().map(|(_, name)| name).collect();
    assert_eq!(after, kept, "{name}");
}

/// Blocks that pack badly, so that damage does not spread.
fn long_records() -> Vec<Vec<u8>> {
    let words = |number: u64| -> String {
        (0..600).map(|word| format!("{:x} ", twinprint::hash::mix(number << 32 | word))).collect()
    };
    let head = |number| format!("WARC-Record-ID: <urn:uuid:{number}>\r\nContent-Type: text/plain\r\n");
    (0..12).map(|number| record("conversion", &head(number), words(number))).collect()
}

#[test]
fn of_a_broken_archive_what_reading_gives_is_written() {
    let records = long_records();
    let whole = records.concat();
    has_what_reading_gives("a.warc", &whole[..whole.len() - 50]);
    let cut = [&records[0][..], &records[1][..100], &records[2], b"garbage\r\n", &records[3], &records[4]];
    has_what_reading_gives("a.warc", &cut.concat());
    let wrong = String::from_utf8_lossy(&whole).replacen("Content-Length: ", "Content-Length: 9", 2);
    has_what_reading_gives("a.warc", wrong.as_bytes());
    let (single, members) = (gzip(&whole), by_member(&records));
    for packed in [single, members, zstandard(&whole)] {
        let name = if packed.starts_with(&[0x1f]) { "a.warc.gz" } else { "a.warc.zst" };
        has_what_reading_gives(name, &packed[..packed.len() * 2 / 3]);
        for at in [packed.len() / 3, packed.len() / 2] {
            let mut packed = packed.clone();
            packed[at] ^= 0x55;
            has_what_reading_gives(name, &packed);
        }
    }
}

#[test]
fn a_record_longer_than_a_document_may_be_is_kept() {
    let long = record("response", "Content-Type: text/plain\r\n", vec![b'a'; (256 << 20) + 1]);
    let archive = [records()[1].clone(), long.clone(), records()[3].clone()].concat();
    let drops_first: Fates<'_> = &|number| if number == 0 { Fate::Drop } else { Fate::Keep };
    let (new, kept, _) = without("a.warc", &archive, drops_first);
    assert!(new == [long, records()[3].clone()].concat());
    assert_eq!(kept, 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_records_are_those_of_a_filter_in_memory(
        blocks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..20),
        fates in any::<u64>(),
        packing in 0_usize..4,
    ) {
        let kinds = ["conversion", "request", "warcinfo", "response"];
        let records: Vec<Vec<u8>> =
            blocks.iter().zip(0..).map(|(block, at)| record(kinds[at % 4], "", block)).collect();
        let fates: Fates<'_> = &|number| if fates >> (number % 64) & 1 == 1 { Fate::Drop } else { Fate::Keep };
        let (ending, bytes) = match PACKINGS.get(packing) {
            Some((ending, pack)) => (*ending, pack(&records.concat())),
            None => (".gz", by_member(&records)),
        };
        let (new, ..) = without(&format!("a.warc{ending}"), &bytes, fates);
        prop_assert_eq!(unpacked(&new), filtered(&records, fates));
    }

    /// However an archive is damaged, the new one has what reading gives of it.
    #[test]
    fn no_damage_of_an_archive_is_made_worse(
        packing in 0_usize..3,
        at in any::<prop::sample::Index>(),
        damage in prop_oneof![any::<u8>().prop_map(Some), Just(None)],
    ) {
        let (ending, pack) = PACKINGS[packing];
        let mut bytes = if ending == ".gz" { by_member(&long_records()) } else { pack(&long_records().concat()) };
        let at = at.index(bytes.len());
        match damage {
            Some(byte) => bytes[at] = byte,
            None => { bytes.remove(at); }
        }
        has_what_reading_gives(&format!("a.warc{ending}"), &bytes);
    }
}
