//! English-like text out of nothing but a word list and a seed.

const COMMON: &str = "the of and to in a is that for it as was with be by on not he his but at are this have from or \
    had an they which one you were all her she there would their we him been has when who will no more if out so up \
    said what its about than into them can only other time new some could these two may first then do any like my now \
    over such our man me even most made after also did many off before must well back through years where much your \
    way down should because long each just state those people too mr how little good world make very year still see \
    own work men day get here old between both life being under three never know same last another while us might \
    great go come since against right came take used himself few house use place during high without again home \
    around small however found thought went say part once general upon school every does got united left number \
    course war until always away something fact water though less public put think almost hand enough took far head";

/// About `bytes` bytes of sentences: common words by a falling law, and a long tail of made ones.
pub fn english(bytes: usize) -> String {
    let words: Vec<&str> = COMMON.split_whitespace().collect();
    let mut state = 1u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut text = String::with_capacity(bytes + 64);
    let mut in_sentence = 0;
    while text.len() < bytes {
        let draw = next();
        let word = match draw % 10 {
            0..=5 => words[(draw >> 8) as usize % words.len().min(1 + (draw >> 40) as usize % words.len())]
                .to_string(),
            _ => {
                let syllables = [
                    "ter", "ing", "con", "ver", "sta", "pre", "lo", "men", "ri", "al", "tion", "er", "o",
                    "de",
                ];
                let count = 1 + (draw >> 16) % 4;
                (0..count).map(|_| syllables[next() as usize % syllables.len()]).collect()
            }
        };
        let capital = in_sentence == 0;
        match (capital, word.chars().next()) {
            (true, Some(first)) => {
                text.extend(first.to_uppercase());
                text += &word[first.len_utf8()..];
            }
            _ => text += &word,
        }
        in_sentence += 1;
        if in_sentence > 6 + (next() % 18) as usize {
            text += if next() % 5 == 0 { ".\n" } else { ". " };
            in_sentence = 0;
        } else {
            text += if next() % 12 == 0 { ", " } else { " " };
        }
    }
    text
}
