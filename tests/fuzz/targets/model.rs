//! Any bytes are a model or refused; with a right checksum, too, and then they are its only form.
//! `cargo xtask fuzz model`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::hash;
use twinprint::lexicon::Model;

fuzz_target!(|bytes: &[u8]| {
    let _ = Model::from_bytes(bytes, "bytes");
    let probe = (hash::token("twinprint") >> 32) as u32;
    let mut whole = [b"\x89TWM\x01", &probe.to_le_bytes()[..], bytes].concat();
    whole.extend(&hash::md5(&whole).to_le_bytes()[..8]);
    let Ok(model) = Model::from_bytes(&whole, "bytes") else { return };
    assert_eq!(model.to_bytes(), whole);
    assert!((0..64).all(|bit| (1..=model.rarest()).contains(&model.weight(hash::mix(bit)))));
});
