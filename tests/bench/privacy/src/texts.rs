//! Texts of nobody, the same for the same number.

/// A number that is as random as it gets, the same each time.
pub fn random(seed: u32, at: u32) -> u32 {
    let mixed = twinprint::hash::mix((u64::from(seed) << 32) | u64::from(at) | 1 << 63);
    (mixed >> 33) as u32
}

fn name(number: u32) -> String {
    let (mut word, mut rest) = (String::new(), number + 20);
    while rest > 0 {
        word.push(char::from(b"bdfgklmnprstvz"[rest as usize % 14]));
        word.push(char::from(b"aeiou"[rest as usize / 14 % 5]));
        rest /= 70;
    }
    word
}

/// Words as they come in a language, some often and most rarely.
pub fn text(seed: u32, words: u32) -> String {
    let word = |at: u32| {
        let [first, second] = [0, 1].map(|draw| f64::from(random(seed, 2 * at + draw) % 65_536) / 65_536.0);
        // Products of two draws prefer small numbers, as ranks of words do.
        let end = if at % 14 == 13 { ". " } else { " " };
        format!("{}{end}", name((first * second * 20_000.0) as u32))
    };
    (0..words).map(word).collect()
}

pub fn candidate(number: u32) -> String {
    text(number, 300)
}

/// Twenty-five words of a candidate, among eight hundred of nobody's.
pub fn excerpt(number: u32) -> String {
    let of_candidate = candidate(number);
    let words: Vec<&str> = of_candidate.split_inclusive(' ').skip(100).take(25).collect();
    [text(1_000_000 + number, 400), words.concat(), text(2_000_000 + number, 400)].concat()
}
