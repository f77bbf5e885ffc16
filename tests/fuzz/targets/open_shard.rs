//! Any bytes after a head are a shard or refused; what is verified is whole, and found again.
//! `cargo xtask fuzz open_shard tests/fuzz/corpus/open_shard tests/golden`
#![no_main]

mod shards;

use libfuzzer_sys::fuzz_target;
use twinprint::table::{Code, Family, Shard};

fuzz_target!(|bytes: &[u8]| {
    let _ = Shard::<u64, _>::open("bytes", bytes);
    let Some((bytes, header)) = shards::shard(bytes) else { return };
    match header.bits.count() {
        32 => open::<u32>(bytes),
        64 => open::<u64>(bytes),
        _ => open::<u128>(bytes),
    }
});

fn open<C: Code>(bytes: Vec<u8>) {
    let Ok(shard) = Shard::<C, _>::open("bytes", bytes.clone()) else { return };
    let is_right = shard.verify().is_ok();
    let (mut asked, mut read) = (vec![C::ZERO, C::MAX, shard.range().0, shard.range().1], 0);
    let whole = shard.for_each_run(|run| {
        asked.extend(run.iter().take(2));
        read += run.len() as u64;
    });
    for code in asked.iter().take(100) {
        let _ = shard.ordinals(*code, 1_000);
    }
    if is_right {
        whole.expect("it was verified");
        assert_eq!(read, shard.len());
        let codes = shards::codes(&shard);
        assert!(codes.is_sorted_by(|a, b| a < b));
        let has_ids = shard.header().ids.is_some();
        for code in codes.into_iter().step_by(50).filter(|_| has_ids) {
            assert!(matches!(shard.ordinals(code, 1_000), Ok(Some((_, 1..)))));
        }
    }
    let Ok(family) = Family::open([("bytes".into(), bytes)]) else { return };
    for code in asked.into_iter().take(10) {
        shards::ask(&family, code);
    }
}
