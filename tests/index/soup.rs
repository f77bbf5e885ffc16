//! Texts made for tests: random words in sentences, and stretches of one text in another.

use proptest::prelude::*;

/// Words out of a vocabulary, in sentences; now and then a long one, a line, a blank line, a number.
pub(super) fn sentences(
    words: std::ops::Range<usize>,
    vocabulary: u32,
) -> impl Strategy<Value = Vec<String>> {
    let end = prop_oneof![
        16 => Just(""), 1 => Just("."), 1 => Just("! "), 1 => Just(",\n"), 1 => Just(".\u{201D}"), 1 => Just("\n\n"),
    ];
    let word = (0..vocabulary, end).prop_map(|(word, end)| format!("{}{end}", name(word)));
    prop::collection::vec(word, words)
}

/// A word for each number.
pub(super) fn name(number: u32) -> String {
    const SYLLABLES: [&str; 16] =
        ["ba", "ko", "mi", "tu", "ra", "se", "no", "la", "vi", "du", "po", "ge", "fa", "hu", "wi", "je"];
    let mut rest = number;
    let mut word = String::new();
    loop {
        word += SYLLABLES[(rest % 16) as usize];
        rest /= 16;
        if rest == 0 {
            return word;
        }
    }
}

/// Texts out of few words, so that they have much in common.
pub(crate) fn texts(most: usize) -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof![8 => sentences(1..60, 30), 1 => sentences(100..300, 3000)];
    prop::collection::vec(text.prop_map(|words| words.join(" ")), 1..most)
}

/// A text with stretches of others in it.
pub(crate) fn copying() -> impl Strategy<Value = (Vec<String>, String)> {
    (texts(80), prop::collection::vec((any::<prop::sample::Index>(), 0usize..40, 1usize..40), 1..5)).prop_map(
        |(texts, stretches)| {
            let copied = stretches.iter().map(|(text, start, words)| {
                let words = text.get(&texts).split_whitespace().skip(*start).take(*words);
                ["so it begins:"].into_iter().chain(words).collect::<Vec<_>>().join(" ")
            });
            let copied = copied.collect::<Vec<_>>().join(". ");
            (texts, copied)
        },
    )
}
