//! Whatever a host sends of an index that is elsewhere, damaged anywhere, is taken or refused, and a check comes to an end.
//! `cargo xtask fuzz client`
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use twinprint::index::client::{AccessMode, CheckSession, RemoteIndex, Step};
use twinprint::{Document, Index, IndexOptions};

const TEXT: &str = "Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, and \
    nothing particular to interest me on shore, I thought I would sail about a little and see the watery part of the world.";

/// Twenty documents, of which each has something of the text that is checked.
fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let texts: Vec<String> =
            (0..20).map(|number| format!("{} The chapter was the {number}.", &TEXT[number * 2..])).collect();
        let names: Vec<String> = (0..20).map(|number| format!("chapter {number}")).collect();
        let documents = names.iter().zip(&texts).map(|(name, text)| Document::plain(name, text));
        Index::build(documents, &IndexOptions::default().with_texts(true)).expect("an index")
    })
}

fuzz_target!(|bytes: &[u8]| {
    let _ = RemoteIndex::service("service", bytes);
    let _ = RemoteIndex::published("host", bytes);
    let Some((&choice, damage)) = bytes.split_first() else { return };
    let mode = if choice & 1 == 0 { AccessMode::Ranges } else { AccessMode::Download };
    let mut remote = RemoteIndex::published("host", &index().manifest().to_json()).expect("a manifest");
    let Ok(mut session) = CheckSession::new(&remote, &Document::plain("essay", TEXT), mode) else { return };
    let mut damage = damage.iter().copied();
    let mut random = |drawn: &mut [u8]| drawn.fill(7);
    for _ in 0..1000 {
        let Ok(step) = session.next(&mut remote, &mut random) else { return };
        let Step::Files(parts) = step else {
            assert_eq!(step, Step::Done, "a published index is read by its files");
            let findings = session.findings();
            assert!(findings.sources.len() <= 20);
            return;
        };
        for part in parts {
            let (_, file) =
                index().files().find(|(name, _)| *name == part.file).expect("a file of the index");
            let mut sent = file[part.start as usize..part.end as usize].to_vec();
            // A pair of bytes is a place and what becomes of the byte there; a zero leaves all as it is.
            if let Some(place) = damage.next().filter(|&place| place > 0) {
                let at = usize::from(place) * sent.len() / 256;
                match damage.next() {
                    Some(0) | None => sent.truncate(at),
                    Some(change) => {
                        if let Some(byte) = sent.get_mut(at) {
                            *byte ^= change;
                        }
                    }
                }
            }
            if session.supply(&mut remote, &part, sent).is_err() {
                return;
            }
        }
    }
    panic!("a check comes to an end");
});
