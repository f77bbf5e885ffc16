//! Any bytes are a file of boilerplate or refused; with a right checksum, too, and then they are its only form.
//! `cargo xtask fuzz boilerplate`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::text::Boilerplate;
use twinprint::wire::Put;

fuzz_target!(|bytes: &[u8]| {
    let _ = Boilerplate::read("bytes", bytes);
    let mut whole = [b"TWBOILER\x01\x00", bytes].concat();
    whole.seal();
    let Ok(boilerplate) = Boilerplate::read("bytes", &whole) else { return };
    assert_eq!(boilerplate.to_bytes(), whole);
    assert!(boilerplate.sites().iter().all(|site| boilerplate.of(&site.site) == Some(site)));
});
