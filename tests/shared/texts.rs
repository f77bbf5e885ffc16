//! Texts that tests make.

/// Texts of words that repeat, some of them again with a few words changed.
pub(crate) fn texts(count: usize) -> Vec<String> {
    let mut state = 7u64;
    let mut draw = |below: u64| {
        state = twinprint::hash::mix(state.wrapping_add(0x9E37_79B9_7F4A_7C15));
        state % below
    };
    let mut texts: Vec<String> = Vec::new();
    for at in 0..count {
        let words: Vec<String> = if at % 3 == 0 || texts.is_empty() {
            let length = 30 + draw(120);
            (0..length).map(|_| format!("word{}", draw(400))).collect()
        } else {
            let other = draw(texts.len() as u64) as usize;
            let mut words: Vec<String> = texts[other].split(' ').map(str::to_string).collect();
            for _ in 0..draw(4) {
                let place = draw(words.len() as u64) as usize;
                words[place] = format!("new{}", draw(1000));
            }
            words
        };
        texts.push(words.join(" "));
    }
    texts
}
