//! Any shards are a family or refused; a query is bounded, and finds what is in the first table, if that is right.
//! `cargo xtask fuzz query_family tests/fuzz/corpus/query_family tests/fuzz/seeds/query_family`
#![no_main]

mod shards;

use libfuzzer_sys::fuzz_target;
use twinprint::table::{Code, Family};

/// The most shards in one run.
const MOST: usize = 16;

fuzz_target!(|bytes: &[u8]| {
    let (mut rest, mut family, mut f) = (bytes, Vec::new(), 64);
    while let Some((shard, header)) = shards::shard(rest).filter(|_| family.len() < MOST) {
        rest = rest.get(shard.len()..).unwrap_or_default();
        f = header.bits.count();
        family.push((format!("shard {}", family.len()), shard));
    }
    match f {
        32 => open::<u32>(family, rest),
        64 => open::<u64>(family, rest),
        _ => open::<u128>(family, rest),
    }
});

/// Opens a family, and asks for what the bytes after its shards say, and for what is in it.
fn open<C: Code>(shards: Vec<(String, Vec<u8>)>, rest: &[u8]) {
    let Ok(family) = Family::open(shards) else { return };
    for query in rest.chunks_exact(C::BYTES).take(4) {
        shards::ask(&family, C::from_bytes(query));
    }
    for (number, (table, design)) in family.shards().iter().zip(family.tables()).enumerate() {
        for shard in table {
            let is_held = number == 0 && shard.verify().is_ok();
            let mut some = Vec::new();
            let _ = shard.for_each_run(|run| some.extend(run.iter().take(1)));
            for query in some.into_iter().take(8).map(|code| design.restore(code)) {
                shards::ask(&family, query);
                let Ok(answer) = family.query(query, 0, shards::BOUND) else { continue };
                let finds = answer.truncated || answer.matches.iter().any(|found| found.fingerprint == query);
                assert!(finds || !is_held, "{query:x?} is in the first table");
            }
        }
    }
}
