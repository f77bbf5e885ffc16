//! Any text is read, as plain text and as HTML, by every rule; places stand in the text and rise.
//! `cargo xtask fuzz read`
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinprint::text::{self, Document, ImageRule, TextOptions, Unit, UrlRule, WordRule};

fuzz_target!(|text: &str| {
    for document in [Document::plain("text", text), Document::html("text", text)] {
        for words in [WordRule::Unicode, WordRule::WhiteSpace, WordRule::Alphanumeric] {
            let plain = TextOptions::default().with_words(words);
            let options = plain
                .with_urls(UrlRule::SlashesAndDots)
                .with_images(ImageRule::Sources)
                .with_units(Unit::Sentences);
            for options in [options, plain.with_units(Unit::Lines)] {
                let Ok(reading) = text::read_with_words(&document, &options) else { continue };
                let view = reading.view(text);
                assert_eq!(reading.hashes().len(), reading.words().len());
                assert_eq!(reading.unit_starts().first(), Some(&0));
                assert!(reading.unit_starts().is_sorted_by(|x, y| x < y));
                for (span, word) in reading.spans().iter().zip(reading.words()) {
                    assert!(view.get(span.range()).is_some_and(|shown| !shown.is_empty()), "{span:?}");
                    assert!(text.get(reading.source(*span).range()).is_some(), "{span:?}");
                    assert!(!word.is_empty());
                }
                assert!(reading.spans().windows(2).all(|pair| pair[0].start <= pair[1].start));
            }
        }
    }
});
