//! Of any text volatile parts can be taken out: what is left is as it was, and what was taken is spaces.
//! `cargo xtask fuzz clean`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::text::{self, Cleaning, Document, TextOptions};

fuzz_target!(|text: &str| {
    let options = TextOptions::default().with_clean(Cleaning::default().with_volatile(true));
    let Ok(reading) = text::read(&Document::plain("text", text), &options) else { return };
    let cleaned = reading.cleaned(text);
    assert_eq!(cleaned.len(), text.len());
    assert!(cleaned.bytes().zip(text.bytes()).all(|(left, was)| left == was || left == b' '));
    let again = text::read(&Document::plain("text", cleaned), &TextOptions::default()).unwrap();
    assert_eq!(again.hashes(), reading.hashes());
});
